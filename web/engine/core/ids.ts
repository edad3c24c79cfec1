// SPDX-License-Identifier: GPL-2.0-or-later
//
// Node ids leave the core as 64 bits and are numbers here: ids are compared and looked up for every node of a picture,
// and a bigint costs an object each. A number holds every id below 2^53 exactly; a larger one is refused, never rounded.

/** Columns of node ids: typed arrays that hold any id exactly. */
export type IdColumn = Float64Array;

const TOP = 2 ** 32;
const HIGH_END = 2 ** 21;

/** The id whose halves these are. */
export function idOf(low: number, high: number): number {
  if (high >= HIGH_END) throw new Error(`a node id of 2^53 or more cannot be shown: high word ${high}, low word ${low}`);
  return high === 0 ? low : high * TOP + low;
}

/** The id at `at`, low word first, wherever it is aligned. */
export function idAt(view: DataView, at: number): number {
  return idOf(view.getUint32(at, true), view.getUint32(at + 4, true));
}
