// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the nodes of a tree go: children under their parent, in one row while a row can be read, otherwise in columns
// that are read downwards like a newspaper. The arrangement is chosen so that the whole tree fits a given space as
// large as possible; the same tree and space always give the same arrangement. Pure.
//
// Invariants: boxes do not overlap; every box lies inside the layout; columns are in index order.

import { indexDigits } from '../../base/number-base';
import type { NodePicture, TreePicture } from '../../model/picture';
import { MONO_ADVANCE } from '../shared/text';
import {
  drawnNode,
  headHeight,
  nodeHeight,
  nodeWidth,
  PIVOT_FONT,
  READ_TYPE,
  rootPointer,
  type DrawnNode,
  type Metrics,
} from './node-box';

export interface Space {
  readonly width: number;
  readonly height: number;
  /** The zoom from which on everything can be read; for eyes that are far away it is larger. */
  readonly legible?: number;
  /** The zoom from which on pivots are drawn, at the usual size of type. */
  readonly pivots?: number;
  /** Mean width of a cell, in pixels of the screen, below which texts would be cut. */
  readonly cell?: number;
}

export interface NodeBox {
  readonly node: DrawnNode;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly depth: number;
  /** Those of the picture, with the lane if this node has one. */
  readonly metrics: Metrics;
}

/** How the children of one parent stand: in one row, or in columns with a trunk at the left of each. */
export interface Family {
  readonly parent: number;
  readonly columns: readonly (readonly number[])[];
  readonly row: boolean;
  /** X of each column's trunk. */
  readonly trunks: readonly number[];
}

export interface TreeLayout {
  readonly metrics: Metrics;
  /** Preorder, as in the picture. */
  readonly boxes: readonly NodeBox[];
  readonly byId: ReadonlyMap<number, NodeBox>;
  readonly families: readonly Family[];
  readonly width: number;
  readonly height: number;
  /** The columns below nodes of each level, for a tree of the same shape that is to be laid out alike. */
  readonly columns: readonly number[];
}

/** Between the nodes of a row, and between columns. */
const BESIDE = 16;
/** Between the nodes of a column. */
const BELOW = 14;
/** Room at the left of a column for its trunk. */
const GUTTER = 16;
/** Room under a parent for the lines to its children. */
export const LANES = 40;

/** The narrowest layout lets two leaves stand beside each other in a window of usual width. */
const CELL_WIDTHS = [20, 24, 30, 38, 48, 60] as const;
/** Small trees in large type: finer steps, so that they fill their room. */
const FINE_WIDTHS = [20, 22, 24, 27, 30, 34, 38, 43, 48, 54, 60] as const;
const USUAL_CELL = 24;
const COLUMN_CHOICES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16] as const;
/** Nothing is drawn larger than this to fill the space. */
export const FIT_ZOOM_MAX = 1.35;
/** A node that stands alone: not much larger than it will be beside the next one. */
export const LONE_ZOOM = 1.25;
/** From this zoom on everything can be read, and other things than size decide. */
export const LEGIBLE = 0.9;
/**
 * The room that a pivot has in a full leaf whose slots are as wide as what they hold, of that in one whose slots are
 * alike.
 */
const LEAST_PART = 0.57;
/** Above so many nodes only one width of cells is tried. */
const LARGE_TREE = 120;

interface Shape {
  readonly node: DrawnNode;
  /** Height of its lane for marks. */
  readonly lane: number;
  readonly children: readonly Shape[];
  /** Levels below: 0 for a leaf. */
  readonly level: number;
  /** A key that is equal for shapes of equal size whatever the columns are; empty if unknown. */
  readonly alike: string;
}

/** Columns to be used for the children of nodes of each level; index 0 is not used. */
type Columns = readonly number[];

interface Block {
  readonly shape: Shape;
  readonly w: number;
  readonly h: number;
  readonly columns: readonly (readonly Block[])[];
  readonly row: boolean;
}

/** The settings made beforehand: the width of a cell, the room for marks. */
export interface Given {
  readonly cell?: number;
  /** As in a layout; of no use to a tree of another height. */
  readonly columns?: readonly number[];
  /** Inner nodes whose children are not laid out. */
  readonly folded?: ReadonlySet<number>;
  /** As in metrics. */
  readonly type?: number;
  readonly byContent?: boolean;
  /** Nodes that have a lane for marks, and its height. */
  readonly lane?: number;
  readonly marked?: ReadonlySet<number>;
}

const NOBODY: ReadonlySet<number> = new Set();

export function layoutTree(
  tree: TreePicture,
  space: Space,
  { cell, columns, folded = NOBODY, type = 1, byContent = false, lane = 0, marked = NOBODY }: Given = {},
): TreeLayout {
  const shape = shapeOf(tree, { lane, marked, folded });
  const widths = space.cell === undefined ? CELL_WIDTHS : FINE_WIDTHS;
  const cells = cell !== undefined ? [cell] : tree.nodes.length > LARGE_TREE ? [USUAL_CELL] : widths;
  let best: { score: number; metrics: Metrics; columns: Columns } | null = null;
  for (const width of cells) {
    const metrics = {
      ...metricsOf(width, byContent, tree, type),
      cell: width,
      type,
      head: headHeight(type),
      lane: 0,
      byContent,
    };
    const found = columns?.length === shape.level + 1 ? { score: 0, columns } : bestColumns(shape, metrics, space);
    // Of those that are equally good the widest, but for a tree that is to stand like another.
    if (best === null || found.score > best.score || (found.score === best.score && found.score > 0))
      best = { ...found, metrics };
  }
  return place(buildBlock(shape, best!.columns, best!.metrics), best!.metrics, best!.columns);
}

function metricsOf(
  cell: number,
  byContent: boolean,
  tree: TreePicture,
  type: number,
): Pick<Metrics, 'pivotLines' | 'arangeLines'> {
  const digits = tree.form === 'node' ? widestPivot(tree) : 3;
  const linesIn = (width: number): 1 | 2 | 3 =>
    ([1, 2] as const).find((count) => digits * PIVOT_FONT * MONO_ADVANCE * type + 4 <= count * width) ?? 3;
  return { pivotLines: linesIn(byContent ? cell * LEAST_PART : cell), arangeLines: linesIn(1.6 * cell) };
}

function widestPivot(tree: TreePicture): number {
  let widest = 0n;
  for (const node of tree.nodes) {
    const last = node.lasts[node.end - 1] ?? 0n;
    if (last > widest) widest = last;
  }
  return indexDigits(widest).length;
}

type Lanes = Required<Pick<Given, 'lane' | 'marked' | 'folded'>>;

function shapeOf(tree: TreePicture, lanes: Lanes): Shape {
  if (tree.form !== 'node')
    return { node: rootPointer(tree), lane: lanes.marked.has(0) ? lanes.lane : 0, children: [], level: 0, alike: '' };
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  return shapeBelow(tree.nodes[0]!, byId, lanes);
}

function shapeBelow(node: NodePicture, byId: ReadonlyMap<number, NodePicture>, lanes: Lanes): Shape {
  const children: Shape[] = [];
  for (const id of lanes.folded.has(node.id) ? [] : node.children) {
    const child = byId.get(id);
    // A child that is missing or drawn already belongs to a broken tree: the invariants report it, drawing continues.
    if (child !== undefined && child.parent?.id === node.id && child.depth === node.depth + 1) {
      children.push(shapeBelow(child, byId, lanes));
    }
  }
  const lane = lanes.marked.has(node.id) ? lanes.lane : 0;
  const level = Math.max(-1, ...children.map((child) => child.level)) + 1;
  const alike =
    level === 1 && lane === 0 && children.every((child) => child.lane === 0) ? `${node.kind} ${children.length}` : '';
  return { node: drawnNode(node), lane, children, level, alike };
}

// One level after the other, from the leaves upwards and twice round: the number of columns that gives the best score
// while the others stay. Two starts, since a tree of rows and a tree of columns are both local maxima.
function bestColumns(shape: Shape, metrics: Metrics, space: Space): { score: number; columns: Columns } {
  let best = { score: -1, columns: [] as Columns };
  const known = newSizes();
  for (const start of [16, 1]) {
    let columns: Columns = Array.from({ length: shape.level + 1 }, () => start);
    let score = scoreOf(shape, columns, metrics, space, known);
    for (let round = 0; round < 2; round++) {
      for (let level = 1; level <= shape.level; level++) {
        for (const choice of COLUMN_CHOICES) {
          const tried = columns.map((was, k) => (k === level ? choice : was));
          const gained = scoreOf(shape, tried, metrics, space, known);
          if (gained > score) [score, columns] = [gained, tried];
        }
      }
    }
    if (score > best.score) best = { score, columns };
  }
  return best;
}

// First the zoom at which all is seen, as long as text is hard to read; then rows before columns before a single
// column, since they look like a tree; then wide cells. A row may cost a little of the zoom.
function scoreOf(shape: Shape, columns: Columns, metrics: Metrics, space: Space, known: Sizes): number {
  const size = measure(shape, columns, metrics, known);
  const zoom = Math.min(space.width / size.w, space.height / size.h);
  const levels = Math.max(1, columns.length - 1);
  const likeness =
    columns.reduce((sum, c, level) => sum + (level === 0 ? 0 : c === 16 ? 1 : c > 1 ? 0.4 : 0), 0) / levels;
  const { legible = LEGIBLE, pivots = READ_TYPE } = space;
  // A node that stands alone is drawn large first, then wide.
  if (shape.level === 0) return Math.min(zoom, (LONE_ZOOM * legible) / LEGIBLE) * 10_000 + metrics.cell;
  // Narrow cells lose their letters before others do; but where pivots can still be read, that counts for more.
  const uncut = space.cell === undefined ? 1 : Math.min(1, (metrics.cell * zoom) / space.cell);
  const read = uncut * zoom * Math.min(1, metrics.cell / USUAL_CELL) * (zoom * (metrics.type ?? 1) >= pivots ? 1.2 : 1);
  if (zoom < legible) return Math.min(read, legible) * 10_000 * (1 + 0.06 * likeness);
  return legible * 10_000 * 1.06 + 100 * likeness + metrics.cell * Math.min(1, zoom);
}

interface Size {
  readonly w: number;
  readonly h: number;
}

/** Sizes known of one tree in one width of cells: by the columns below, of each shape, or of all that are alike. */
type Sizes = Map<string, Map<Shape | string, Size>>;

function newSizes(): Sizes {
  return new Map();
}

// The dependencies of a shape's size: the shape, the columns of its own level and of those below.
function sizesFor(known: Sizes, { level }: Shape, columns: Columns): Map<Shape | string, Size> {
  const key = columns.slice(1, level + 1).join();
  const found = known.get(key) ?? new Map<Shape | string, Size>();
  known.set(key, found);
  return found;
}

// As buildBlock, sizes only. Nodes over equally many leaves are equally large, so most are measured once; and a shape
// is not measured again while the columns of higher levels are tried.
function measure(shape: Shape, columns: Columns, metrics: Metrics, known: Sizes): Size {
  const w = nodeWidth(metrics);
  const h = nodeHeight(shape.node.kind, metrics) + shape.lane;
  if (shape.children.length === 0) return { w, h };
  const sized = sizesFor(known, shape, columns);
  const key = shape.alike === '' ? shape : shape.alike;
  const same = sized.get(key);
  if (same !== undefined) return same;
  const sizes = shape.children.map((child) => measure(child, columns, metrics, known));
  const asked = columns[shape.level] ?? 16;
  const parts = partition(
    sizes.map((size) => size.h),
    Math.min(asked, sizes.length),
  );
  const row = isRow(parts.length, sizes.length, asked);
  let width = 0;
  let height = 0;
  let from = 0;
  for (const count of parts) {
    const part = sizes.slice(from, from + count);
    from += count;
    width += Math.max(...part.map((size) => size.w)) + (row ? 0 : GUTTER) + BESIDE;
    height = Math.max(
      height,
      part.reduce((sum, size) => sum + size.h + BELOW, -BELOW),
    );
  }
  const size = { w: Math.max(w, width - BESIDE), h: h + LANES + height };
  sized.set(key, size);
  return size;
}

// A single child stands as the others did while there were others: in a column, if columns were chosen.
function isRow(columns: number, children: number, asked: number): boolean {
  return columns === children && (children > 1 || asked > 1);
}

function buildBlock(shape: Shape, columns: Columns, metrics: Metrics, known = newSizes()): Block {
  const own = { w: nodeWidth(metrics), h: nodeHeight(shape.node.kind, metrics) + shape.lane };
  if (shape.children.length === 0) return { shape, ...own, columns: [], row: true };
  const blocks = shape.children.map((child) => buildBlock(child, columns, metrics, known));
  const asked = columns[shape.level] ?? 16;
  const parts = partition(
    blocks.map((block) => block.h),
    Math.min(asked, blocks.length),
  );
  const stacks: Block[][] = [];
  let from = 0;
  for (const count of parts) {
    stacks.push(blocks.slice(from, from + count));
    from += count;
  }
  return {
    shape,
    ...measure(shape, columns, metrics, known),
    columns: stacks,
    row: isRow(stacks.length, blocks.length, asked),
  };
}

/**
 * Splits heights, in order, into at most `count` columns of which the tallest is as low as can be; sizes of the
 * columns.
 */
export function partition(heights: readonly number[], count: number): readonly number[] {
  if (count >= 1 && heights.every((h) => h === heights[0]))
    return evenly(heights.length, Math.ceil(heights.length / count));
  let low = Math.max(0, ...heights);
  let high = heights.reduce((sum, h) => sum + h + BELOW, 0);
  for (let k = 0; k < 40 && high - low > 0.5; k++) {
    const middle = (low + high) / 2;
    if (cutAt(heights, middle).length <= count) high = middle;
    else low = middle;
  }
  return cutAt(heights, high);
}

// Where all are equally high, which most are: full columns, and what is left.
function evenly(all: number, column: number): readonly number[] {
  const parts: number[] = [];
  for (let left = all; left > 0; left -= column) parts.push(Math.min(left, column));
  return parts;
}

function cutAt(heights: readonly number[], limit: number): readonly number[] {
  const parts: number[] = [];
  let height = Number.POSITIVE_INFINITY;
  for (const h of heights) {
    if (height + BELOW + h > limit) {
      parts.push(1);
      height = h;
    } else {
      parts.push((parts.pop() ?? 0) + 1);
      height += BELOW + h;
    }
  }
  return parts;
}

function place(root: Block, metrics: Metrics, columns: Columns): TreeLayout {
  const boxes: NodeBox[] = [];
  const families: Family[] = [];
  placeBlock(root, 0, 0, 0, metrics, boxes, families);
  return {
    metrics,
    boxes,
    byId: new Map(boxes.map((box) => [box.node.id, box])),
    families,
    width: root.w,
    height: root.h,
    columns,
  };
}

function placeBlock(
  block: Block,
  x: number,
  y: number,
  depth: number,
  metrics: Metrics,
  boxes: NodeBox[],
  families: Family[],
): void {
  const { node, lane } = block.shape;
  const own = lane === 0 ? metrics : { ...metrics, lane };
  const w = nodeWidth(own);
  const h = nodeHeight(node.kind, own);
  boxes.push({ node, x: x + (block.w - w) / 2, y, w, h, depth, metrics: own });
  if (block.columns.length === 0) return;
  const gutter = block.row ? 0 : GUTTER;
  const widths = block.columns.map((column) => Math.max(...column.map((child) => child.w)));
  const total = widths.reduce((sum, width) => sum + width + gutter + BESIDE, -BESIDE);
  let left = x + (block.w - total) / 2;
  const trunks: number[] = [];
  for (const [k, column] of block.columns.entries()) {
    trunks.push(left + gutter / 2);
    let top = y + h + LANES;
    for (const child of column) {
      placeBlock(child, left + gutter, top, depth + 1, metrics, boxes, families);
      top += child.h + BELOW;
    }
    left += gutter + (widths[k] ?? 0) + BESIDE;
  }
  const columns = block.columns.map((column) => column.map((child) => child.shape.node.id));
  families.push({ parent: node.id, columns, row: block.row, trunks });
}
