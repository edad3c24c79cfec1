// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where a compact tree goes: each leaf a column of its slots, from top to bottom; above it the inner nodes, each as
// wide as what is below it; in the lane between a node and its children the bracket of the request that delivered them.
// Of a tree too large for that, a row of density for each level. Pure, in pixels.
//
// Invariants: boxes of one level do not overlap and stand in order of index; nothing lies outside `width`; the layout
// depends on the shapes and the room alone, never on the moment of the play.

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

/** Whether slots are low, and whether so low that they have no letters. */
export type Low = boolean | 'least';

export const INNER_HEIGHT = 20;
/** Between a node and its children: room for the bracket and its figure. */
export const LANE = 20;
/** The preferred width of a leaf; and its least width before the parts beside the trees get room. */
const LEAF_MOST = 112;
/** The same for a projector, beside page tables. */
const LEAF_FAR = 200;
const LEAF_ASIDE = 76;
const LEAF_LEAST = 4;
/** Height of a slot where a tree is to be seen whole in a very low window. */
const LEAST_CELL = 6;
/**
 * From this width of a leaf on two trees stand side by side rather than under one another; on a narrow screen, from
 * that.
 */
const BESIDE_LEAST = 9;
const BESIDE_NARROW = 24;
const BESIDE_WIDTH = 600;
export const PANE_GAP = 28;
const SLOTS = 16;
/** Head line over a row of density. */
export const ROW_HEAD = 17;
const ROW_GAP = 5;
/** Heights of such rows, low so that figures and legend are seen with them; below the leaves what failed is named. */
const ROW_HEIGHT = 16;
const LEAF_ROW_HEIGHT = 30;
export const ROW_FOOT = 19;

/** Below the leaves: the bracket that shows how far an undoing goes. */
export const FOOT = 26;

const HEADS: Readonly<Record<LeafHead, number>> = { across: 15, upright: 27, none: 3 };

/** Letters have 12 pixels, or there are none: leaves so narrow have none, and narrower ones no order number either. */
const LETTER_LEAF = 16;
const UPRIGHT_LEAF = 12;

/** Above so many nodes a level is a row of density, wide as the picture may be. */
export const COMPACT_NODES = 260;

/**
 * With `low`, slots are as low as their letters of 12 pixels allow, or lower still and without letters. With `wide`,
 * leaves take more of the width.
 */
export function layoutShape(shape: Shape, width: number, low: Low = false, wide = false): DupLayout {
  const compact = shape.nodes.length > COMPACT_NODES ? null : layoutCompact(shape, width, low, wide);
  return compact ?? layoutDensity(shape, width);
}

// Width that a compact tree takes with leaves of a width; null if it is too large to be compact.
function naturalWidth(shape: Shape, leaf: number): number | null {
  if (shape.nodes.length > COMPACT_NODES) return null;
  const leaves = shape.levels[shape.levels.length - 1]?.length ?? 0;
  const families = shape.levels[shape.levels.length - 2]?.length ?? 1;
  return 2 + leaves * leaf + (leaves - families) * 4 + (families - 1) * 14;
}

/** Room beside two narrow trees from which on the page tables stand there; and the least width of a tree then. */
const ASIDE_LEAST = 330;
const PANE_LEAST = 170;

/**
 * Width of each tree if the other parts have room beside them; null if they go below. The remaining room widens the
 * leaves, and a tree's caption to one line, which is then as wide as `caption`; with `wide`, the trees take all of it.
 */
export function asideWidth(shapes: readonly Shape[], width: number, caption = 0, wide = false): number | null {
  const widths = (leaf: number): readonly (number | null)[] => shapes.map((shape) => naturalWidth(shape, leaf));
  const least = widths(LEAF_ASIDE);
  if (least.some((one) => one === null)) return null;
  const pane = Math.max(PANE_LEAST, ...least.map((one) => one ?? 0));
  const room = Math.floor((width - ASIDE_LEAST) / shapes.length) - PANE_GAP;
  if (room < pane) return null;
  return wide ? room : Math.min(room, Math.max(pane, caption, ...widths(LEAF_MOST).map((one) => one ?? 0)));
}

/** Whether two trees fit side by side, and the width of each then. */
export function paneWidth(
  shapes: readonly Shape[],
  width: number,
): { readonly beside: boolean; readonly width: number } {
  const half = Math.floor((width - PANE_GAP) / 2);
  const fits = shapes.every((shape) => {
    if (shape.nodes.length === 0) return true;
    const leaf = shape.nodes.length > COMPACT_NODES ? null : leafWidth(shape, half);
    return leaf !== null && leaf.w >= (width >= BESIDE_WIDTH ? BESIDE_LEAST : BESIDE_NARROW);
  });
  return fits ? { beside: true, width: half } : { beside: false, width };
}

/** The parts of a fork's picture that are visible at once. */
export interface Sight {
  /** Of the whole, in pixels; and the size of its words. */
  readonly height: number;
  readonly em: number;
  /** For a projector: large letters go before numbers, and before all text under the picture. */
  readonly far: boolean;
  /** Height of the legend, which stands under the trees where it has room there. */
  readonly legend?: number;
}

export interface Arrangement {
  /** By how much all is enlarged; widths and layouts are in pixels before that. */
  readonly scale: number;
  readonly low: Low;
  /** Leaves are wider than they are elsewhere. */
  readonly wide: boolean;
  /** Width of each tree, and whether they stand side by side. */
  readonly beside: boolean;
  readonly pane: number;
  /** Page tables are beside the trees. */
  readonly aside: boolean;
}

const SCALE_STEPS = 50;
/** By so much the letters of a leaf, 12 pixels, have 14: the least that is read from the back of a room. */
const FAR_SCALE = 14 / 12;
const SCALE_MOST = { near: 1.6, far: 3 } as const;
/** In a room lower than this, or so wide, the moment's words have one line at first instead of two. */
const TIGHT = 420;
const ROOMY = 880;
const LINE = 1.45;
/** A caption over a tree that is narrower has two lines. */
const CAPTION = 17;
/** The player with what is around it. */
export const PLAYER = 52;
/** The space over the captions. */
const OVER = 14;
/** Of both, what is under what scrolls where the player stands over it, as it does in lower windows. */
const PINNED = 10;
/** Lines of figures that are to be seen with the picture, and the height of the stages. */
const REST_LINES = 2.5;
const STAGES = 34;

export function isTight({ height, far }: Sight, width: number): boolean {
  return far || height < TIGHT || width >= ROOMY;
}

/**
 * Small trees are enlarged until the picture fills what can be seen with the player; in a low window slots are lower.
 */
export function arrange(shapes: readonly Shape[], width: number, tables: boolean, sight: Sight | null): Arrangement {
  const caption = CAPTION * (sight?.em ?? 0);
  const far = sight?.far === true;
  const at = (scale: number, low: Low): Arrangement =>
    arrangedAt(shapes, width, tables, { scale, low, caption, wide: far && tables });
  const usual = at(1, false);
  if (sight === null || width <= 0) return usual;
  const { em, height, legend = 0 } = sight;
  const bare = height - OVER - PLAYER + (far ? 0 : PINNED) - (isTight(sight, width) ? 1 : 2) * LINE * em;
  const needs = (tried: Arrangement): number =>
    heightOf(shapes, tried) * tried.scale + (tried.pane * tried.scale < CAPTION * em ? 2 : 1) * LINE * em;
  const lower = at(1, true);
  // Where the legend has no room under the trees, it stands below what can be seen.
  const whole = far || Math.min(needs(usual), needs(lower)) > bare - legend ? bare : bare - legend;
  const least = needs(usual) > whole && needs(lower) < needs(usual) ? lower : usual;
  // On a phone on its side a whole tree that is a little scrolled comes before its letters; the captions scroll away.
  const lowest = at(1, 'least');
  if (!far && lowest.beside && needs(lower) > height && heightOf(shapes, lowest) <= height) return lowest;
  if (needs(usual) > whole && !far) return least;
  const room = far ? whole : whole - STAGES - REST_LINES * LINE * em;
  const largest = (from: Arrangement): Arrangement => {
    for (let step = SCALE_MOST[far ? 'far' : 'near'] * SCALE_STEPS; step > SCALE_STEPS; step--) {
      const larger = at(step / SCALE_STEPS, from.low);
      if (
        larger.aside === from.aside &&
        larger.beside === from.beside &&
        needs(larger) <= room &&
        tellsAsMuch(shapes, from, larger, far)
      )
        return larger;
    }
    return from;
  };
  const best = largest(least);
  if (!far || best.low || best.scale >= FAR_SCALE) return best;
  // Letters before the height of slots.
  const low = largest(lower);
  return low.scale > best.scale ? low : best;
}

/** Width of a legend beside the trees, with the space before it. */
export const LEGEND_ASIDE = { width: 186, gap: 24 } as const;
/** From this width on it has room over rows of columns, beside the titles. */
const LEGEND_OVER = 800;

export type LegendPlace = 'below' | 'beside' | 'over' | 'folded';

/**
 * The place of the legend: beside small trees or over the rows of large ones in a wide picture; folded away where
 * page tables beside the trees leave it no room.
 */
export function legendPlace(
  shapes: readonly Shape[],
  width: number,
  { height, em, far, legend = 0 }: Sight,
  lines: number,
  tables: boolean,
): LegendPlace {
  if (far || legend === 0) return 'below';
  if (tables) {
    const beside = arrangedAt(shapes, width, true, { scale: 1, low: true, caption: 0, wide: false });
    const needed = heightOf(shapes, beside) + LINE * em + PLAYER + legend;
    return beside.aside && needed > height ? 'folded' : 'below';
  }
  const [usual, less] = [width, width - LEGEND_ASIDE.width - LEGEND_ASIDE.gap].map((room) =>
    arrangedAt(shapes, room, false, { scale: 1, low: true, caption: 0, wide: false }),
  ) as [Arrangement, Arrangement];
  if (shapes.every((shape) => layoutShape(shape, usual.pane, true, false).kind === 'density'))
    return width >= LEGEND_OVER ? 'over' : 'below';
  const fits = less.beside && tellsAsMuch(shapes, usual, less, false);
  // Rows are as high as without a legend below them.
  const high = heightOf(shapes, { ...less, low: false });
  const trees = high <= height - OVER - PLAYER + PINNED - 2 * LINE * em ? high : heightOf(shapes, less);
  return width >= LEGEND_OVER && fits && lines * LINE * em <= trees ? 'beside' : 'below';
}

function arrangedAt(
  shapes: readonly Shape[],
  width: number,
  tables: boolean,
  { scale, low, caption, wide }: Pick<Arrangement, 'scale' | 'low' | 'wide'> & { readonly caption: number },
): Arrangement {
  const room = Math.floor(width / scale);
  const aside = tables ? asideWidth(shapes, room, Math.ceil(caption / scale), wide) : null;
  const { beside, width: pane } =
    aside !== null || shapes.length === 1 ? { beside: true, width: aside ?? room } : paneWidth(shapes, room);
  return { scale, low, wide: wide && aside !== null, beside, pane, aside: aside !== null };
}

function heightOf(shapes: readonly Shape[], { pane, low, wide, beside }: Arrangement): number {
  const heights = shapes.map((shape) => layoutShape(shape, pane, low, wide).height);
  return beside ? Math.max(...heights) : heights.reduce((sum, height) => sum + height, 0);
}

// Enlarging takes width from the leaves: never so much that letters or order numbers go.
function tellsAsMuch(shapes: readonly Shape[], usual: Arrangement, larger: Arrangement, far: boolean): boolean {
  return shapes.every((shape) => {
    const [was, is] = [usual, larger].map(({ pane, low, wide }) => layoutShape(shape, pane, low, wide)) as [
      DupLayout,
      DupLayout,
    ];
    if (was.kind !== 'compact' || is.kind !== 'compact') return far && was.kind === is.kind;
    return (
      is.letters === was.letters && is.head === was.head && is.cell === was.cell && (far || is.numbers === was.numbers)
    );
  });
}

interface Widths {
  readonly w: number;
  readonly gap: number;
  readonly family: number;
}

// Gaps shrink before leaves do.
function leafWidth(shape: Shape, width: number, most = LEAF_MOST): Widths | null {
  const leaves = shape.levels[shape.levels.length - 1] ?? [];
  const families = shape.levels.length < 2 ? 1 : (shape.levels[shape.levels.length - 2]?.length ?? 1);
  let best: Widths | null = null;
  for (const [gap, family] of [
    [4, 14],
    [3, 9],
    [2, 6],
    [1, 3],
  ] as const) {
    const room = width - 2 - (families - 1) * family - (leaves.length - families) * gap;
    const w = Math.min(most, room / Math.max(1, leaves.length));
    if (w < LEAF_LEAST) continue;
    if (best === null || w > best.w * 1.2) best = { w, gap, family };
    if (w >= 12) break;
  }
  return best === null ? null : { ...best, w: best.w > 8 ? Math.floor(best.w) : Math.floor(best.w * 2) / 2 };
}

function layoutCompact(shape: Shape, width: number, low: Low, wide: boolean): CompactLayout | null {
  if (shape.nodes.length === 0)
    return {
      kind: 'compact',
      width,
      height: INNER_HEIGHT,
      boxes: [],
      cell: 10,
      head: 'none',
      letters: false,
      numbers: false,
    };
  const widths = leafWidth(shape, width, wide ? LEAF_FAR : LEAF_MOST);
  if (widths === null) return null;
  const { w } = widths;
  const usual = w >= 24 ? (low ? 13 : 15) : w >= LETTER_LEAF ? 13 : w >= 8 ? 7 : 5;
  const cell = low === 'least' ? Math.min(usual, LEAST_CELL) : usual;
  const head: LeafHead = w >= 17 ? 'across' : w >= UPRIGHT_LEAF ? 'upright' : 'none';
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
  return {
    kind: 'compact',
    width,
    height: leafTop + SLOTS * cell + FOOT,
    boxes,
    cell,
    head,
    letters: w >= LETTER_LEAF && low !== 'least',
    numbers: w >= 52 && low !== 'least',
  };
}

function layoutDensity(shape: Shape, width: number): DensityLayout {
  let y = 2;
  const rows = shape.levels.map((level, depth): DensityRow => {
    const leaves = depth === shape.levels.length - 1;
    const row = { y: y + ROW_HEAD, h: leaves ? LEAF_ROW_HEIGHT : ROW_HEIGHT, count: level.length, leaves };
    y = row.y + row.h + (leaves ? ROW_FOOT : ROW_GAP);
    return row;
  });
  return { kind: 'density', width, height: y, rows };
}

/** Top of a leaf's head, for its order number. */
export function headHeight(head: LeafHead): number {
  return HEADS[head];
}

/** The part under a point: a node, and of a leaf the slot; null for none. */
export function hitAt(
  shape: Shape,
  layout: DupLayout,
  x: number,
  y: number,
): { readonly node: number; readonly slot: number } | null {
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
export function densityColumns(
  count: number,
  width: number,
): { readonly columns: number; readonly w: number; readonly first: (column: number) => number } {
  const columns = Math.min(count, Math.max(1, Math.floor(width / 2)));
  return { columns, w: width / columns, first: (column) => Math.floor((column * count) / columns) };
}
