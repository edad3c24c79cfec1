// SPDX-License-Identifier: GPL-2.0-or-later
//
// The index at a place of the strip, as exact as the place allows. Pure.

import { rangeSize } from '../shared/log-scale';
import { stretchAt, type Strip } from './layout';

/** The index at a part of the strip, 0 … 1; within a stretch in proportion. */
export function indexAt(strip: Strip, part: number): bigint {
  const k = stretchAt(strip, part);
  const stretch = strip.stretches[k];
  if (stretch === undefined) return 0n;
  const [left, right] = [strip.edges[k] ?? 0, strip.edges[k + 1] ?? 1];
  const within = right > left ? Math.max(0, Math.min(1, (part - left) / (right - left))) : 0;
  return stretch.first + (rangeSize(stretch.first, stretch.last) * BigInt(Math.round(within * 2 ** 30))) / 2n ** 30n;
}

/**
 * The index from `low` to `high` that is a multiple of the largest power of `base`, in units of `whole`; the multiple
 * of `whole` at or below `low` if none lies between.
 */
export function roundIndex(low: bigint, high: bigint, base: bigint, whole = 1n): bigint {
  let best = low - (low % whole);
  for (let unit = whole; unit <= high; unit *= base) {
    const up = ((low + unit - 1n) / unit) * unit;
    if (up > high) break;
    best = up;
  }
  return best;
}
