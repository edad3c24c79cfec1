// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the nodes of a large tree are: one row per level, left to right by leaf or by index. Nothing is laid out for a
// node that is not in view: what is in view is found by halving the level. Pure.
//
// Invariants: within a level, nodes ascend from left to right and do not overlap; a parent stands over its children.

import { indexDigits } from '../../base/number-base';
import type { TreeOverview } from '../../model/overview';
import { headHeight, nodeHeight, nodeWidth, READ_TYPE, type Metrics } from '../tree/node-box';
import type { Size } from '../shared/skeleton';
import type { LargeScale } from './types';

/** The part in view. */
export interface Camera {
  /** Pixels of a leaf (of its mean width, by index). */
  readonly k: number;
  /** The left edge, in leaves. */
  readonly x: number;
  /** Pixels that are scrolled down. */
  readonly y: number;
}

/** One level on the screen. */
export interface Row {
  readonly level: number;
  /** Rows of the overview: the first, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  /** Top and height of its nodes, in pixels of the screen, before scrolling. */
  readonly y: number;
  readonly h: number;
  readonly folded: boolean;
  /** No node of it is drawn larger: those of a level that differ little are of one size. */
  readonly most: number;
}

/** Where each node begins and ends from left to right, in leaves. */
export interface Spans {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  /** Of all. */
  readonly width: number;
}

/** Over each row: room for its name and for the lines from the row above. */
export const ROW_GAP = 30;
/** A lower picture has less of it, and its upper levels are bars until all levels fit. */
const LOW = 250;
const ROW_GAP_LOW = 18;
const LOWEST_LOW = 5;
const FOOT_LOW = 4;
/**
 * From this scale on a node is drawn as a node: its head can be read. Below it its slots are stripes as high as the
 * row.
 */
export const NODE_FROM = 0.5;
const FOOT = 10;
const FOLDED = 5;
const LOWEST = 14;
/** A row without legible nodes takes what is left of the picture's height, up to this. */
const DENSE_MOST = 64;
/** Room between two nodes at full size. */
export const BESIDE = 12;
/** Pixels of a leaf at the nearest zoom. */
export const LEAF_MOST = 520;

/** Sizes of a node at full size, with pivots of 12 pixels. */
export function metricsFor(overview: TreeOverview): Metrics {
  const last = overview.maxs.length > 1 ? (overview.mins[overview.mins.length - 1] ?? 0n) : 0n;
  const digits = indexDigits(last).length;
  const lines = ([1, 2] as const).find((count) => digits * 6 * READ_TYPE + 6 <= count * CELL) ?? 3;
  return { cell: CELL, pivotLines: lines, head: headHeight(READ_TYPE), lane: 0, type: READ_TYPE };
}

const CELL = 28;

export function spansOf(overview: TreeOverview, scale: LargeScale): Spans {
  const { from, to, columns, mins, maxs } = overview;
  if (scale === 'leaves' || columns < 2) return { from, to, width: Math.max(1, columns) };
  // The last leaf reaches to the end of the space: it is drawn as wide as leaves are on the average.
  const first = Number(mins[0] ?? 0n);
  const end = Number(mins[mins.length - 1] ?? 0n);
  const perIndex = (columns - 1) / Math.max(1, end - first);
  const a = new Float64Array(from.length);
  const b = new Float64Array(from.length);
  for (let row = 0; row < a.length; row++) {
    a[row] = (Number(mins[row]) - first) * perIndex;
    b[row] = Math.max(a[row] ?? 0, Math.min(columns, (Number(maxs[row]) + 1 - first) * perIndex));
  }
  return { from: a, to: b, width: columns };
}

/** The zoom at which the whole width is in view. */
export function fitZoom(spans: Spans, { width }: Size): number {
  return Math.max(1e-6, (width - 2 * SIDE) / spans.width);
}

/** Free at the left and right while the whole is in view. */
export const SIDE = 14;

/** How large the nodes of a level are drawn: 1 is full size. */
function scaleOf(count: number, spans: Spans, k: number, metrics: Metrics): number {
  const mean = (spans.width * k) / Math.max(1, count);
  return Math.min(1, mean / (nodeWidth(metrics) + BESIDE));
}

export function layoutRows(
  overview: TreeOverview,
  spans: Spans,
  k: number,
  { height }: Size,
  folded: ReadonlySet<number>,
): { readonly rows: readonly Row[]; readonly height: number } {
  const metrics = metricsFor(overview);
  const count = overview.levels.length - 1;
  const low = height < LOW;
  const gap = low ? ROW_GAP_LOW : ROW_GAP;
  const foot = low ? FOOT_LOW : FOOT;
  const lowest = low
    ? Math.max(LOWEST_LOW, Math.min(LOWEST, Math.floor((height - foot) / Math.max(1, count)) - gap))
    : LOWEST;
  const levels = Array.from({ length: Math.max(0, count) }, (_, level) => {
    const [from, to] = [overview.levels[level] ?? 0, overview.levels[level + 1] ?? 0];
    const scale = scaleOf(to - from, spans, k, metrics);
    const full = nodeHeight(overview.kinds[from] === 2 ? 'arange' : 'leaf', metrics);
    const isFolded = folded.has(level);
    return {
      level,
      from,
      to,
      folded: isFolded,
      dense: !isFolded && scale < NODE_FROM,
      h: isFolded ? FOLDED : Math.max(lowest, full * scale),
    };
  });
  const heightOfAll = (): number => levels.reduce((sum, { h }) => sum + h + gap, foot);
  if (low) {
    for (const one of levels) {
      if (heightOfAll() <= height) break;
      if (!one.folded) Object.assign(one, { dense: true, h: lowest });
    }
  }
  const needed = heightOfAll();
  const dense = levels.filter((one) => one.dense).length;
  const spare = dense === 0 ? 0 : Math.max(0, (height - needed) / dense);
  let y = 0;
  const rows = levels.map(({ level, from, to, folded: isFolded, dense: isDense, h }): Row => {
    y += gap;
    const row = {
      level,
      from,
      to,
      folded: isFolded,
      y,
      most: commonScale(from, to, spans, k, metrics),
      h: isDense ? Math.max(h, Math.min(DENSE_MOST, h + spare)) : h,
    };
    y += row.h;
    return row;
  });
  return { rows, height: y + foot };
}

/** Levels of more nodes are not looked through, and their nodes are small. */
const LIKE_NODES = 64;
/** The narrowest node sets the size of all if it is at least this part of the mean; a stump at the end does not. */
const LIKE_LEAST = 0.6;

function commonScale(from: number, to: number, spans: Spans, k: number, metrics: Metrics): number {
  if (to - from < 2 || to - from > LIKE_NODES) return 1;
  let [least, all] = [Infinity, 0];
  for (let row = from; row < to; row++) {
    const span = ((spans.to[row] ?? 0) - (spans.from[row] ?? 0)) * k;
    least = Math.min(least, span);
    all += span;
  }
  if (least < LIKE_LEAST * (all / (to - from))) return 1;
  return Math.min(1, (least - Math.min(BESIDE, least * 0.08)) / nodeWidth(metrics));
}

/** The nodes of a row that meet `left` … `right` (in leaves): the first, and the one behind the last. */
export function inView(
  { from, to }: Pick<Row, 'from' | 'to'>,
  spans: Spans,
  left: number,
  right: number,
): readonly [number, number] {
  return [
    halve(from, to, (row) => (spans.to[row] ?? 0) > left),
    halve(from, to, (row) => (spans.from[row] ?? 0) >= right),
  ];
}

/** The node of a row that stands over a place (in leaves); −1 if none does. */
export function nodeAt(row: Pick<Row, 'from' | 'to'>, spans: Spans, x: number): number {
  const found = halve(row.from, row.to, (one) => (spans.to[one] ?? 0) > x);
  return found < row.to && (spans.from[found] ?? Infinity) <= x ? found : -1;
}

// The first of from … to − 1 that `holds` is true of, which is true of all after it; `to` if there is none.
function halve(from: number, to: number, holds: (row: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A camera that shows as much of the tree as it can. */
export function clampCamera(camera: Camera, spans: Spans, size: Size, height: number): Camera {
  const k = Math.max(fitZoom(spans, size), Math.min(camera.k, Math.max(LEAF_MOST, fitZoom(spans, size))));
  const side = SIDE / k;
  const seen = size.width / k;
  const x = Math.max(-side, Math.min(camera.x, spans.width + side - seen));
  const y = Math.max(0, Math.min(camera.y, height - size.height));
  return { k, x, y };
}

/**
 * Where a node stands on the screen from left to right, and where its picture does: in the middle of what is in view of
 * it.
 */
export interface Placed {
  readonly left: number;
  readonly right: number;
  readonly x: number;
  readonly w: number;
  /** The picture's size: 1 is full size. */
  readonly scale: number;
}

export function placeNode(
  row: number,
  level: Row,
  spans: Spans,
  camera: Camera,
  { width }: Size,
  metrics: Metrics,
  kindHeight: number,
): Placed {
  const left = ((spans.from[row] ?? 0) - camera.x) * camera.k;
  const right = ((spans.to[row] ?? 0) - camera.x) * camera.k;
  const full = nodeWidth(metrics);
  const room = Math.max(1, right - left - Math.min(BESIDE, (right - left) * 0.08));
  const scale = Math.min(level.most, room / full, level.h / kindHeight);
  const w = Math.max(1, full * scale);
  const [from, to] = [Math.max(left, 0), Math.min(right, width)];
  const middle = (from + to) / 2;
  const x = Math.max(left, Math.min(middle - w / 2, right - w));
  return { left, right, x, w, scale };
}
