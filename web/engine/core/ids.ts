// SPDX-License-Identifier: GPL-2.0-or-later
//
// The core counts node ids in 64 bits; here they are numbers. A picture compares and looks up the id of every node, and
// each bigint would cost an object. A number holds every id below 2^53 exactly; a larger id is refused, never rounded.

/** Columns of node ids: typed arrays that hold any id exactly. */
export type IdColumn = Float64Array;

const TOP = 2 ** 32;
const HIGH_END = 2 ** 21;

/** The id made of these two 32-bit halves. */
export function idOf(low: number, high: number): number {
  if (high >= HIGH_END)
    throw new Error(`a node id of 2^53 or more cannot be shown: high word ${high}, low word ${low}`);
  return high === 0 ? low : high * TOP + low;
}

/** The id at byte `at`, low word first; `at` need not be aligned. */
export function idAt(view: DataView, at: number): number {
  return idOf(view.getUint32(at, true), view.getUint32(at + 4, true));
}
