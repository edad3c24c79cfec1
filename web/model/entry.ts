// SPDX-License-Identifier: GPL-2.0-or-later
//
// Entries: what a slot of a leaf holds, as a 64-bit word and as a person sees it.
//
// A word is NULL (0), a value entry (2n+1), or the reserved zero entry (0x406). Labels are value entries of 2^32+1,
// 2^32+2, … in the order of their first place in the text.

import { index, toHex, type Index } from '../base/index64';

/** The word of NULL. */
export const NULL_WORD = 0n as Index;
/** The word of the reserved zero entry. */
export const ZERO_ENTRY_WORD = 0x406n as Index;
/** The largest number that a scenario may store as such; labels come after it. */
export const VALUE_MAX = 1n << 32n;

/** The word of the value entry of n. */
export function valueWord(n: bigint): Index {
  return index((n << 1n) | 1n);
}

/**
 * A stored entry as reports and pictures give it: null, a number, a label, or the zero entry. Anything else, which only
 * a corrupted node holds, is given as the word that it is: "0x…".
 */
export type EntryValue =
  null | number | { readonly label: string } | { readonly zero: true } | { readonly word: string };

/** The value of a word; `labels[k]` is the text of value entry 2^32+1+k. */
export function entryValue(word: bigint, labels: readonly string[]): EntryValue {
  if (word === NULL_WORD) return null;
  if (word === ZERO_ENTRY_WORD) return { zero: true };
  const n = word >> 1n;
  const isValue = (word & 1n) === 1n;
  if (isValue && n <= VALUE_MAX) return Number(n);
  const label = labels[Number(n - VALUE_MAX) - 1];
  return isValue && label !== undefined ? { label } : { word: toHex(word) };
}

/** The spelling of the canonical dump: `.`, `v<n>` or `z`; `p<hex>` for a word that is none of these. */
export function entryDump(word: bigint): string {
  if (word === NULL_WORD) return '.';
  if (word === ZERO_ENTRY_WORD) return 'z';
  return (word & 1n) === 1n ? `v${(word >> 1n).toString()}` : `p${word.toString(16)}`;
}
