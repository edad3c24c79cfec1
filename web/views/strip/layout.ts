// SPDX-License-Identifier: GPL-2.0-or-later
//
// The index space as a strip: the leaves' ranges side by side, and two ways to give each a width. Packed: the logarithm
// of its size, so that a page and a terabyte are both seen. Linear: true to scale, over what is stored. Pure.
//
// Positions are in parts of the whole strip (0 … 1) before zoom.

import type { TreePicture } from '../../model/picture';
import { MAX, ZERO } from '../../base/index64';
import { log2Size, rangeSize } from '../shared/log-scale';
import type { StripScale } from './types';

/** One slot of a leaf, or the root pointer's ranges of a tree without nodes (node 0). */
export interface Stretch {
  readonly node: number;
  readonly slot: number;
  readonly first: bigint;
  readonly last: bigint;
  readonly word: bigint;
  /** Ranges of leaves that a picture sent in part lacks, as one: what they hold is not known here. */
  readonly leftOut?: true;
}

export interface Strip {
  readonly stretches: readonly Stretch[];
  /** Left edge of each stretch, and 1 at the end: one more than stretches. */
  readonly edges: Float64Array;
  /**
   * The range of the strip: all ranges of the picture when packed, from the first to the last stored index when linear.
   */
  readonly first: bigint;
  readonly last: bigint;
}

/** Every range of a tree in index order; of a picture sent in part (`partial`), breaks stand for what is not in it. */
export function stretchesOf(tree: TreePicture, partial = false): readonly Stretch[] {
  if (tree.form === 'empty') return [{ node: 0, slot: 0, first: ZERO, last: MAX, word: 0n }];
  if (tree.form === 'single') {
    return [
      { node: 0, slot: 0, first: ZERO, last: ZERO, word: tree.single ?? 0n },
      { node: 0, slot: 1, first: 1n, last: MAX, word: 0n },
    ];
  }
  const list: Stretch[] = [];
  const leaveOut = (first: bigint, last: bigint): void => {
    if (partial && first <= last) list.push({ node: 0, slot: -1, first, last, word: 0n, leftOut: true });
  };
  let next: bigint = ZERO;
  for (const node of tree.nodes) {
    if (node.kind !== 'leaf') continue;
    leaveOut(next, node.min - 1n);
    next = node.max + 1n;
    let first: bigint = node.min;
    for (const [slot, word] of node.slots.entries()) {
      const last = node.lasts[slot] ?? node.max;
      list.push({ node: node.id, slot, first, last, word });
      first = last + 1n;
    }
  }
  leaveOut(next, MAX);
  return list;
}

export function layoutStrip(tree: TreePicture, scale: StripScale, partial = false): Strip {
  const stretches = stretchesOf(tree, partial);
  return scale === 'packed' ? packed(stretches) : linear(stretches);
}

// A stored range of one index has 6 parts and one more for each two doublings; an empty one is pressed to a few parts;
// a break has room for a word.
function packed(stretches: readonly Stretch[]): Strip {
  const weights = stretches.map(({ first, last, word, leftOut }) => {
    const bits = log2Size(first, last);
    if (leftOut) return 20 + bits / 2;
    return word === 0n ? 3 + bits / 4 : 6 + bits / 2;
  });
  const total = weights.reduce((sum, w) => sum + w, 0);
  const edges = new Float64Array(stretches.length + 1);
  let at = 0;
  for (const [k, w] of weights.entries()) {
    edges[k] = at / total;
    at += w;
  }
  edges[stretches.length] = 1;
  return { stretches, edges, first: stretches[0]?.first ?? ZERO, last: stretches[stretches.length - 1]?.last ?? MAX };
}

// From the first to the last stored index; what is empty on both sides is outside.
function linear(stretches: readonly Stretch[]): Strip {
  const stored = stretches.filter((s) => s.word !== 0n || s.leftOut);
  const first = stored[0]?.first ?? ZERO;
  const last = stored[stored.length - 1]?.last ?? MAX;
  const inside = stretches.filter((s) => s.last >= first && s.first <= last);
  const span = rangeSize(first, last);
  const edges = new Float64Array(inside.length + 1);
  for (const [k, s] of inside.entries()) edges[k] = s.first <= first ? 0 : ratio(s.first - first, span);
  edges[inside.length] = 1;
  return { stretches: inside, edges, first, last };
}

function ratio(part: bigint, whole: bigint): number {
  const shift = BigInt(Math.max(0, whole.toString(2).length - 1000));
  return Number(part >> shift) / Number(whole >> shift);
}

/** Number of the stretch at a part of the strip. */
export function stretchAt(strip: Strip, part: number): number {
  let low = 0;
  let high = strip.stretches.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((strip.edges[middle] ?? 1) <= part) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Left and right part of what a range covers. */
export function partsOf(
  strip: Strip,
  first: bigint,
  last: bigint,
): { readonly from: number; readonly to: number } | null {
  const a = strip.stretches.findIndex((s) => s.last >= first);
  if (a < 0) return null;
  let b = a;
  while (b + 1 < strip.stretches.length && (strip.stretches[b + 1]?.first ?? 0n) <= last) b++;
  const from = strip.edges[a] ?? 0;
  const to = strip.edges[b + 1] ?? 1;
  const start = strip.stretches[a];
  const end = strip.stretches[b];
  if (start === undefined || end === undefined || start.first > last) return null;
  return { from: inside(strip, a, start, first, 0) ?? from, to: inside(strip, b, end, last + 1n, 1) ?? to };
}

// A place inside a stretch, in proportion: a range may begin or end in the middle of one.
function inside(strip: Strip, k: number, stretch: Stretch, index: bigint, side: 0 | 1): number | null {
  if (side === 0 ? index <= stretch.first : index > stretch.last) return null;
  const left = strip.edges[k] ?? 0;
  const right = strip.edges[k + 1] ?? 1;
  return left + (right - left) * ratio(index - stretch.first, rangeSize(stretch.first, stretch.last));
}

export interface Tick {
  /** Pixels from the left. */
  readonly x: number;
  readonly index: bigint;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Ticks of a strip that is true to scale: round indexes, at least `apart` pixels from each other. */
export function roundTicks(strip: Strip, toX: (part: number) => number, width: number, apart: number): readonly Tick[] {
  const span = rangeSize(strip.first, strip.last);
  const pixels = toX(1) - toX(0);
  const indexAt = (x: number): bigint => {
    const scaled = BigInt(Math.round(Math.max(0, Math.min(1, (x - toX(0)) / pixels)) * 2 ** 52));
    return strip.first + ((span * scaled) >> 52n);
  };
  const from = indexAt(0);
  const to = indexAt(width);
  const room = BigInt(Math.max(1, Math.floor(width / apart)));
  let step = 1n;
  while ((to - from) / step > room) step *= 2n;
  const ticks: Tick[] = [];
  for (let index = ((from + step - 1n) / step) * step; index <= to; index += step) {
    const x = toX(ratio(index - strip.first, span));
    if (x >= apart / 2 && x <= width - apart / 2) ticks.push({ x, index, anchor: 'middle' });
  }
  return ticks;
}

/** Labels of ticks have this between them, and their middles are not nearer than that. */
const LABEL_GAP = 14;
const TICKS_APART = 96;
/** This many ticks show where one is; fewer are filled up with less round ones. */
const TICKS_ENOUGH = 4;

/**
 * Ticks at beginnings of stored ranges in view, the roundest first: all multiples of a power of two, or none where they
 * would touch. So they stay the same from step to step, and even where the ranges are.
 */
export function ticksOf(
  strip: Strip,
  toX: (part: number) => number,
  width: number,
  labelWidth: (index: bigint) => number,
): readonly Tick[] {
  const ends: readonly Tick[] = [
    { x: toX(0), index: strip.first, anchor: 'start' },
    { x: toX(1), index: strip.last, anchor: 'end' },
  ];
  let ticks = ends.filter((t) => t.x >= -0.5 && t.x <= width + 0.5);
  const touches = (tick: Tick, others: readonly Tick[]): boolean => {
    const own = extent(tick, labelWidth(tick.index));
    return others.some((other) => {
      const taken = extent(other, labelWidth(other.index));
      return (
        (own.from < taken.to + LABEL_GAP && own.to > taken.from - LABEL_GAP) ||
        (other.anchor === 'middle' && Math.abs(other.x - tick.x) < TICKS_APART)
      );
    });
  };
  const fixed = ticks;
  for (const level of roundest(strip, toX, width)) {
    const free = level.filter((tick) => {
      const { from, to } = extent(tick, labelWidth(tick.index));
      return from >= 0 && to <= width && !touches(tick, fixed);
    });
    const placed = [...ticks];
    for (const tick of free) if (!touches(tick, placed)) placed.push(tick);
    const all = placed.length === ticks.length + free.length;
    if (all || ticks.length < TICKS_ENOUGH) ticks = placed;
    if (!all) break;
  }
  return ticks.sort((a, b) => a.x - b.x);
}

// Beginnings of stored ranges in view by the largest power of two that divides them, the largest power first; behind a
// break always.
function roundest(strip: Strip, toX: (part: number) => number, width: number): readonly (readonly Tick[])[] {
  const levels = new Map<bigint, Tick[]>();
  const start = Math.max(1, stretchAt(strip, -toX(0) / (toX(1) - toX(0))));
  for (let k = start; k < strip.stretches.length; k++) {
    const [stretch, before] = [strip.stretches[k], strip.stretches[k - 1]];
    const x = toX(strip.edges[k] ?? 1);
    if (stretch === undefined || x > width) break;
    const afterBreak = before?.leftOut === true;
    if (x < 0 || stretch.leftOut || (stretch.word === 0n && !afterBreak)) continue;
    const power = afterBreak ? MAX : stretch.first & -stretch.first;
    const level = levels.get(power);
    const tick: Tick = { x, index: stretch.first, anchor: 'middle' };
    if (level === undefined) levels.set(power, [tick]);
    else level.push(tick);
  }
  return [...levels].sort(([a], [b]) => (a > b ? -1 : 1)).map(([, level]) => level);
}

function extent(tick: Tick, label: number): { readonly from: number; readonly to: number } {
  if (tick.anchor === 'start') return { from: tick.x, to: tick.x + label };
  if (tick.anchor === 'end') return { from: tick.x - label, to: tick.x };
  return { from: tick.x - label / 2, to: tick.x + label / 2 };
}

/** Parts of what was visited, neighbours joined; in the order of the strip. */
export function visitedParts(
  strip: Strip,
  visits: readonly { readonly range: { readonly first: bigint; readonly last: bigint } | null }[],
): readonly { readonly from: number; readonly to: number }[] {
  const ranges = visits.flatMap(({ range }) => (range === null ? [] : [range]));
  const sorted = [...ranges].sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  const joined: { first: bigint; last: bigint }[] = [];
  for (const { first, last } of sorted) {
    const before = joined[joined.length - 1];
    if (before !== undefined && first <= before.last + 1n) before.last = last > before.last ? last : before.last;
    else joined.push({ first, last });
  }
  return joined.flatMap(({ first, last }) => {
    const parts = partsOf(strip, first, last);
    return parts === null ? [] : [parts];
  });
}

/** Marks that would lie on each other as one, in the middle of them; `width` is that of a mark. */
export function heaps(
  places: readonly number[],
  width: number,
): readonly { readonly x: number; readonly count: number }[] {
  const found: { first: number; last: number; count: number }[] = [];
  for (const x of [...places].sort((a, b) => a - b)) {
    const before = found[found.length - 1];
    if (before !== undefined && x - before.last < width) [before.last, before.count] = [x, before.count + 1];
    else found.push({ first: x, last: x, count: 1 });
  }
  return found.map(({ first, last, count }) => ({ x: (first + last) / 2, count }));
}
