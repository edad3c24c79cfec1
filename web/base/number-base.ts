// SPDX-License-Identifier: GPL-2.0-or-later
//
// Indexes as they are written for people: in the base of the text that is shown. One base holds for all that a page, a
// worker or a command writes, from the start of a run to that of the next.

import { MAX, toHex } from './index64';

export type NumberBase = 'decimal' | 'hexadecimal';

/** In which base a run is written. */
export interface TextBase {
  readonly base: NumberBase;
  /** The text has an address space: addresses are written in hexadecimal, whatever the reader prefers. */
  readonly fixed: boolean;
}

let inUse: NumberBase = 'hexadecimal';

/** From here on indexes are written so. Only who begins a run, or shows another, says it. */
export function setNumberBase(base: NumberBase): void {
  inUse = base;
}

export function numberBase(): NumberBase {
  return inUse;
}

/** Digits without a prefix; the largest index is `max`. */
export function indexDigits(x: bigint): string {
  return x === MAX ? 'max' : x.toString(inUse === 'decimal' ? 10 : 16);
}

/**
 * An index, or a number of indexes, in a sentence: `10` or `0xa`, as a scenario takes it; the largest index is `max`.
 */
export function indexText(x: bigint): string {
  return x === MAX || inUse === 'decimal' ? indexDigits(x) : toHex(x);
}

/** A range in a sentence: `10..19` or `0xa..0x13`. */
export function spanText(first: bigint, last: bigint): string {
  return `${indexText(first)}..${indexText(last)}`;
}
