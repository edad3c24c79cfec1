// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sizes of 64-bit ranges as lengths: a logarithm of a bigint that keeps its order. Pure.

/** log2 of a positive bigint; 0 for 0 and 1. Strictly monotonic as far as a double can tell. */
export function log2(x: bigint): number {
  if (x <= 1n) return 0;
  if (x < EXACT) return Math.log2(Number(x));
  const bits = x.toString(2).length;
  return Math.log2(Number(x >> BigInt(bits - 53))) + (bits - 53);
}

/** Below this a double holds every integer. */
const EXACT = 1n << 53n;

/**
 * log2 of the number of indexes in first … last; 0 where a damaged node has its last before its first. Where thousands
 * are wanted, far quicker than by way of the size.
 */
export function log2Size(first: bigint, last: bigint): number {
  const more = last - first;
  return more < EXACT - 1n ? Math.log2(Math.max(0, Number(more)) + 1) : log2(more + 1n);
}

/** Share (0 … 1) of a gap bar: 0 for no gap, 1 for a gap of the whole index space, on a log scale. */
export function gapShare(gap: bigint): number {
  return gap === 0n ? 0 : (log2(gap) + 1) / 65;
}

/** Number of indexes in first … last; the whole space counts as 2^64. */
export function rangeSize(first: bigint, last: bigint): bigint {
  return last - first + 1n;
}
