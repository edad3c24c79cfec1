// SPDX-License-Identifier: GPL-2.0-or-later
//
// Ranges in the table: small indexes in decimal, as people write them; others in hex.

import { rangeOf } from '../base/text';
import { MAX } from '../base/index64';

/** From here on indexes are written in hexadecimal. */
const HEX_FROM = 100_000n;

/** `10..19`, `0x7f953066f000..max`, `12`: both ends in one base, hex if one of them asks for it. */
export function rangeText(first: bigint, last: bigint): string {
  const hex = inHex(first, last);
  return rangeOf(first, last, (index) => indexText(index, hex));
}

/** An index as it is written in that range. */
export function withinRange(index: bigint, first: bigint, last: bigint): string {
  return indexText(index, inHex(first, last));
}

function inHex(first: bigint, last: bigint): boolean {
  return [first, last].some((end) => end !== MAX && end >= HEX_FROM);
}

// 0 is the same in both bases.
function indexText(index: bigint, hex: boolean): string {
  if (index === MAX) return 'max';
  return hex && index !== 0n ? `0x${index.toString(16)}` : index.toString();
}
