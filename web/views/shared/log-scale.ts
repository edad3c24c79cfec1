// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sizes of 64-bit ranges as lengths: a logarithm of a bigint that keeps its order. Pure.

/** log2 of a positive bigint; 0 for 0 and 1. Strictly monotonic as far as a double can tell. */
export function log2(x: bigint): number {
  if (x <= 1n) return 0;
  const bits = x.toString(2).length;
  if (bits <= 53) return Math.log2(Number(x));
  return Math.log2(Number(x >> BigInt(bits - 53))) + (bits - 53);
}

/** Share (0 … 1) of a gap bar: 0 for no gap, 1 for a gap of the whole index space, on a log scale. */
export function gapShare(gap: bigint): number {
  return gap === 0n ? 0 : (log2(gap) + 1) / 65;
}

/** Number of indexes in first … last; the whole space counts as 2^64. */
export function rangeSize(first: bigint, last: bigint): bigint {
  return last - first + 1n;
}
