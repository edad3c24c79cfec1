// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where a compact tree goes: each leaf a column of its slots, from top to bottom; above it the inner nodes, each as wide as
// what is below it; in the lane between a node and its children the bracket of the request that delivered them. Of a tree
// too large for that, a row of density for each level. Pure, in pixels.
//
// Invariants: boxes of one level do not overlap and stand in order of index; nothing lies outside `width`; the layout
// depends on the shape, the width and whether there is height to spare, never on the moment of the play.

import type { Shape } from './dup-model';

export interface DupBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** How the order number of a leaf stands over it; none where it could not be read. */
export type LeafHead = 'across' | 'upright' | 'none';

export interface CompactLayout {
  readonly kind: 'compact';
  readonly width: number;
  readonly height: number;
  /** By place in the shape; leaves without their head. */
  readonly boxes: readonly DupBox[];
  readonly cell: number;
  readonly head: LeafHead;
  /** Letters are written in cells. */
  readonly letters: boolean;
  /** With the VMA's number. */
  readonly numbers: boolean;
}

export interface DensityRow {
  readonly y: number;
  readonly h: number;
  readonly count: number;
  readonly leaves: boolean;
}

export interface DensityLayout {
  readonly kind: 'density';
  readonly width: number;
  readonly height: number;
  readonly rows: readonly DensityRow[];
}

export type DupLayout = CompactLayout | DensityLayout;

export const INNER_HEIGHT = 19;
/** Between a node and its children: room for the bracket and its figure. */
export const LANE = 20;
const LEAF_MAX = 76;
const LEAF_LEAST = 4;
/** From this width of a leaf on two trees stand side by side rather than under one another; on a narrow screen, from that. */
const BESIDE_LEAST = 9;
const BESIDE_NARROW = 24;
const BESIDE_WIDTH = 600;
export const PANE_GAP = 28;
const SLOTS = 16;
/** Head line over a row of density. */
export const ROW_HEAD = 17;
const ROW_GAP = 12;

/** Below the leaves: the bracket that tells how far an undoing goes. */
export const FOOT = 22;

const HEADS: Readonly<Record<LeafHead, number>> = { across: 13, upright: 22, none: 3 };

/** Above so many nodes a level is a row of density, wide as the picture may be. */
export const COMPACT_NODES = 260;

export function layoutShape(shape: Shape, width: number, tall = false): DupLayout {
  const compact = shape.nodes.length > COMPACT_NODES ? null : layoutCompact(shape, width, tall);
  return compact ?? layoutDensity(shape, width);
}

/** Width that a compact tree takes when its leaves are as wide as they become; null if it is too large to be compact. */
export function naturalWidth(shape: Shape): number | null {
  if (shape.nodes.length > COMPACT_NODES) return null;
  const leaves = shape.levels[shape.levels.length - 1]?.length ?? 0;
  const families = shape.levels[shape.levels.length - 2]?.length ?? 1;
  return 2 + leaves * LEAF_MAX + (leaves - families) * 4 + (families - 1) * 14;
}

/** Room beside two narrow trees from which on the page tables stand there; and the least width of a tree then. */
const ASIDE_LEAST = 330;
const PANE_LEAST = 170;

/** Width of each tree if what else there is to see has room beside them; null if it goes below. */
export function asideWidth(shapes: readonly Shape[], width: number): number | null {
  const widths = shapes.map(naturalWidth);
  if (widths.some((one) => one === null)) return null;
  const pane = Math.max(PANE_LEAST, ...widths.map((one) => one ?? 0));
  return width - shapes.length * (pane + PANE_GAP) >= ASIDE_LEAST ? pane : null;
}

/** Whether two trees fit side by side, and the width of each then. */
export function paneWidth(shapes: readonly Shape[], width: number): { readonly beside: boolean; readonly width: number } {
  const half = Math.floor((width - PANE_GAP) / 2);
  const fits = shapes.every((shape) => {
    if (shape.nodes.length === 0) return true;
    const leaf = shape.nodes.length > COMPACT_NODES ? null : leafWidth(shape, half);
    return leaf !== null && leaf.w >= (width >= BESIDE_WIDTH ? BESIDE_LEAST : BESIDE_NARROW);
  });
  return fits ? { beside: true, width: half } : { beside: false, width };
}

interface Widths {
  readonly w: number;
  readonly gap: number;
  readonly family: number;
}

// Gaps shrink before leaves do.
function leafWidth(shape: Shape, width: number): Widths | null {
  const leaves = shape.levels[shape.levels.length - 1] ?? [];
  const families = shape.levels.length < 2 ? 1 : (shape.levels[shape.levels.length - 2]?.length ?? 1);
  let best: Widths | null = null;
  for (const [gap, family] of [[4, 14], [3, 9], [2, 6], [1, 3]] as const) {
    const room = width - 2 - (families - 1) * family - (leaves.length - families) * gap;
    const w = Math.min(LEAF_MAX, room / Math.max(1, leaves.length));
    if (w < LEAF_LEAST) continue;
    if (best === null || w > best.w * 1.2) best = { w, gap, family };
    if (w >= 12) break;
  }
  return best === null ? null : { ...best, w: best.w > 8 ? Math.floor(best.w) : Math.floor(best.w * 2) / 2 };
}

function layoutCompact(shape: Shape, width: number, tall: boolean): CompactLayout | null {
  if (shape.nodes.length === 0) return { kind: 'compact', width, height: INNER_HEIGHT, boxes: [], cell: 10, head: 'none', letters: false, numbers: false };
  const widths = leafWidth(shape, width);
  if (widths === null) return null;
  const { w } = widths;
  const cell = w >= 24 ? (tall ? 18 : 13) : w >= 14 ? 11 : w >= 8 ? 7 : 5;
  const head: LeafHead = w >= 17 ? 'across' : w >= 6 ? 'upright' : 'none';
  const inner = shape.levels.length - 1;
  const leafTop = LANE + inner * (INNER_HEIGHT + LANE) + HEADS[head];
  const boxes: DupBox[] = new Array<DupBox>(shape.nodes.length);
  let x = 1;
  let before = -1;
  for (const leaf of shape.levels[inner] ?? []) {
    const parent = shape.nodes[leaf]?.parent ?? -1;
    if (before !== -1) x += parent === before ? widths.gap : widths.family;
    before = parent;
    boxes[leaf] = { x, y: leafTop, w, h: SLOTS * cell };
    x += w;
  }
  for (let depth = inner - 1; depth >= 0; depth--) {
    for (const k of shape.levels[depth] ?? []) {
      const children = (shape.nodes[k]?.children ?? []).flatMap((child) => boxes[child] ?? []);
      const left = Math.min(...children.map((box) => box.x));
      const right = Math.max(...children.map((box) => box.x + box.w));
      boxes[k] = { x: left, y: LANE + depth * (INNER_HEIGHT + LANE), w: right - left, h: INNER_HEIGHT };
    }
  }
  return { kind: 'compact', width, height: leafTop + SLOTS * cell + FOOT, boxes, cell, head, letters: w >= 12 && cell >= 11, numbers: w >= 52 };
}

function layoutDensity(shape: Shape, width: number): DensityLayout {
  let y = 2;
  const rows = shape.levels.map((level, depth): DensityRow => {
    const leaves = depth === shape.levels.length - 1;
    const row = { y: y + ROW_HEAD, h: leaves ? 56 : INNER_HEIGHT, count: level.length, leaves };
    y = row.y + row.h + ROW_GAP;
    return row;
  });
  return { kind: 'density', width, height: y, rows };
}

/** Top of a leaf's head, for its order number. */
export function headHeight(head: LeafHead): number {
  return HEADS[head];
}

/** What lies under a point: a node, and of a leaf the slot; null for nothing. */
export function hitAt(shape: Shape, layout: DupLayout, x: number, y: number): { readonly node: number; readonly slot: number } | null {
  if (layout.kind === 'density') {
    const depth = layout.rows.findIndex((row) => y >= row.y && y < row.y + row.h);
    const level = shape.levels[depth];
    const node = level?.[Math.floor((x / layout.width) * level.length)];
    return node === undefined ? null : { node, slot: -1 };
  }
  for (const [node, box] of layout.boxes.entries()) {
    const top = box.y - (shape.nodes[node]?.kind === 'leaf' ? HEADS[layout.head] : 0);
    if (x < box.x || x >= box.x + box.w || y < top || y >= box.y + box.h) continue;
    const leaf = shape.nodes[node];
    const slot = leaf?.kind === 'leaf' && y >= box.y ? Math.floor((y - box.y) / layout.cell) : -1;
    return { node, slot: slot > (leaf?.end ?? 0) ? -1 : slot };
  }
  return null;
}

/** Nodes of a level pressed into columns of pixels: node k … of column c. */
export function densityColumns(count: number, width: number): { readonly columns: number; readonly w: number; readonly first: (column: number) => number } {
  const columns = Math.min(count, Math.max(1, Math.floor(width / 2)));
  return { columns, w: width / columns, first: (column) => Math.floor((column * count) / columns) };
}
