// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inside of one node as boxes: where its head, cells, pivots and gap bars go. Coordinates are relative to the
// node's top left corner, in pixels at zoom 1. Pure; knows neither the tree around it nor how anything is painted.

import { MAX, ZERO, type Index } from '../../base/index64';
import type { NodeKind, NodePicture, TreePicture } from '../../model/picture';
import { gapShare } from '../shared/log-scale';
import { MONO_ADVANCE } from '../shared/text';
import { pivotLabels } from './pivots';

/** A thing drawn as a node: a node, or the root pointer of a tree that has none. */
export type DrawnKind = NodeKind | 'root';

/** The root pointer has the id 0. */
export interface DrawnNode extends Omit<NodePicture, 'kind' | 'place' | 'depth' | 'parent' | 'bytes'> {
  readonly kind: DrawnKind;
}

/** Slots that a node of a kind has room for. */
export const SLOT_COUNT: Readonly<Record<DrawnKind, number>> = { leaf: 16, range: 16, arange: 10, root: 16 };

/** Sizes that hold for every node of a picture. */
export interface Metrics {
  /** Width of a cell of a leaf. All nodes are equally wide, so cells of an arange node are wider. */
  readonly cell: number;
  /** Lines that pivot labels alternate between. */
  readonly pivotLines: 1 | 2 | 3;
  /** Those of an arange node, whose ten cells are wider; as in other nodes if left out. */
  readonly arangeLines?: 1 | 2 | 3;
  /** Height of the head: `HEAD_HEIGHT`, or more where a small picture has room to spare, so that it can be read. */
  readonly head: number;
  /** Height of the head where no pivots are drawn, whose room it takes then; `head` if left out. */
  readonly plainHead?: number;
  /** Where no pivots are drawn: height below the cells for a line with some of them, in 12 pixels; 0 if left out. */
  readonly plainFoot?: number;
  /** Letters that a head without pivots has room for, in the size that it has; as in the usual size if left out. */
  readonly headLetters?: number;
  /** Room between head and cells for what a step marks; 0 where it marks nothing. */
  readonly lane: number;
  /** How much larger than usual its type is, head and pivots; 1 if left out. */
  readonly type?: number;
  /** As `type`, of pivots alone: smaller where the picture is near, so that more of long numbers is shown. */
  readonly pivotType?: number;
  /**
   * Slots of leaves are as wide as what they hold: the entries have texts that need the room of NULL and of unused
   * slots.
   */
  readonly byContent?: boolean;
}

/** Widths of a leaf's slots by content, relative to each other: one with an entry, a NULL, an unused one. */
const SHARES = { entry: 3, nothing: 1, unused: 0.5 } as const;

export const NODE_PAD = 8;
export const HEAD_HEIGHT = 21;
/** Of larger type than usual the head needs less air. */
const LARGE_HEAD = 17.5;
/** Of a head without pivots below it, the size of its letters in parts of its height. */
export const SMALL_HEAD = 0.8;
/**
 * A head has letters from this height on, in pixels of the screen: of 12 pixels, of 11 on a small screen, or of 9.5 in
 * a narrow picture.
 */
export const HEAD_LEAST = { usual: 12 / SMALL_HEAD, small: 11 / SMALL_HEAD, narrow: 10.9 } as const;
/** At the usual size of type. */
export const CELL_HEIGHT = 24;
export const PIVOT_FONT = 9.5;
/** Type of this size has pivots of 12 pixels at zoom 1: no type of a node is smaller. */
export const READ_TYPE = 12 / PIVOT_FONT + 0.001;
/** Between a label and the border, at least. */
const LABEL_PAD = 5;
const PIVOT_LINE = 11;
const PIVOT_TOP = 4;
const GAP_HEIGHT = 15;
const FOOT = 5;

export interface CellBox {
  readonly slot: number;
  readonly x: number;
  readonly w: number;
}

export interface PivotBox {
  readonly slot: number;
  readonly x: number;
  /** Middle of the label: that of its tick, but for the last and for labels at the sides, which stay in the box. */
  readonly labelX: number;
  /** Half its width. */
  readonly half: number;
  /** Baseline of the label. */
  readonly y: number;
  readonly line: 0 | 1 | 2;
  /**
   * Empty where there is no room: it would repeat the label before it, or it is the node's last index, shown in the
   * head.
   */
  readonly label: string;
  /** The pivot is not stored: a full node ends with the limit that its parent knows (rule "limits of a node"). */
  readonly implied: boolean;
}

export interface GapBox {
  readonly slot: number;
  readonly x: number;
  readonly w: number;
  readonly y: number;
  readonly h: number;
  readonly recorded: boolean;
}

export interface NodeLayout {
  readonly w: number;
  readonly h: number;
  readonly cellTop: number;
  readonly used: readonly CellBox[];
  readonly unused: readonly CellBox[];
  readonly pivots: readonly PivotBox[];
  readonly prefix: string;
  readonly gaps: readonly GapBox[];
  /** `15/16`. */
  readonly fill: string;
}

export function nodeWidth(metrics: Metrics): number {
  return 16 * metrics.cell + 2 * NODE_PAD;
}

export function nodeHeight(kind: DrawnKind, metrics: Metrics): number {
  const pivots = PIVOT_TOP + linesOf(kind, metrics) * pivotLine(metrics);
  return cellTop(metrics) + cellHeight(metrics) + pivots + (kind === 'arange' ? GAP_HEIGHT : 0) + FOOT;
}

/** With room for two lines where the type is large. */
export function cellHeight({ type = 1 }: Metrics): number {
  return CELL_HEIGHT * type;
}

/** Of a head with type of a size. */
export function headHeight(type: number): number {
  return type === 1 ? HEAD_HEIGHT : LARGE_HEAD * type;
}

/** Lines of pivots that a node of a kind has. */
function linesOf(kind: DrawnKind, { pivotLines, arangeLines = pivotLines }: Metrics): 1 | 2 | 3 {
  return kind === 'arange' ? arangeLines : pivotLines;
}

function pivotLine({ type = 1 }: Metrics): number {
  return PIVOT_LINE * type;
}

/** Where the cells begin, with all details shown. */
export function cellTop({ head, lane }: Metrics): number {
  return head + lane;
}

/** Left edge of each slot and, last, the right edge of the last one, from the left edge of the node. */
export function slotEdges(node: Pick<DrawnNode, 'kind' | 'end' | 'slots'>, metrics: Metrics): readonly number[] {
  const count = node.kind === 'root' ? node.end + 1 : SLOT_COUNT[node.kind];
  const shares = Array.from({ length: count }, (_, slot) => shareOf(node, slot, metrics));
  const unit = (16 * metrics.cell) / shares.reduce((sum, share) => sum + share, 0);
  let at: number = NODE_PAD;
  return [at, ...shares.map((share) => (at += share * unit))];
}

function shareOf(
  { kind, end, slots }: Pick<DrawnNode, 'kind' | 'end' | 'slots'>,
  slot: number,
  { byContent = false }: Metrics,
): number {
  if (!byContent || kind !== 'leaf') return 1;
  return slot > end ? SHARES.unused : slots[slot] === 0n ? SHARES.nothing : SHARES.entry;
}

/** Left edge, from that of the node, and width of a slot, or of a run of them. */
export function slotSpan(
  node: Pick<DrawnNode, 'kind' | 'end' | 'slots'>,
  metrics: Metrics,
  from: number,
  to = from,
): { readonly x: number; readonly w: number } {
  const edges = slotEdges(node, metrics);
  const x = edges[from] ?? NODE_PAD;
  return { x, w: (edges[to + 1] ?? x) - x };
}

/** Width of the narrowest slot of a node that holds an entry; of the narrowest of all if none does. */
export function entryWidth(node: Pick<DrawnNode, 'kind' | 'end' | 'slots'>, metrics: Metrics): number {
  const edges = slotEdges(node, metrics);
  const widths = edges.slice(1).map((edge, slot) => edge - edges[slot]!);
  const held = widths.filter((_, slot) => slot <= node.end && node.slots[slot] !== 0n);
  return Math.min(...(held.length > 0 ? held : widths));
}

/** Width of one cell of a node whose cells are equally wide; the root pointer has as many as it has ranges. */
export function cellWidth({ kind, end }: Pick<DrawnNode, 'kind' | 'end'>, metrics: Metrics): number {
  return (16 * metrics.cell) / (kind === 'root' ? end + 1 : SLOT_COUNT[kind]);
}

/**
 * How much of a node can be read: everything; no pivots, whose room the cells take; or fill and kinds alone, where the
 * head shrinks to a bar as well.
 */
export type Detail = 'full' | 'plain' | 'far';

/** SVG elements that a node is drawn with, at most; those of some pivots, which small trees have, not counted. */
export function elementsOf({ kind, end, gaps }: DrawnNode, detail: Detail): number {
  if (detail === 'far') return 0;
  const used = end + 1;
  const [head, fold, cells] = [8, 4, kind === 'leaf' || kind === 'root' ? 2 * used : 3 * used];
  const bars = gaps === null ? 0 : used + 1;
  return 3 + head + cells + bars + (kind === 'leaf' ? 0 : fold) + (detail === 'full' ? used + 2 : 0);
}

/** Top and height of the row of cells. */
export function cellRow(kind: DrawnKind, metrics: Metrics, detail: Detail): { readonly y: number; readonly h: number } {
  const h = nodeHeight(kind, metrics);
  switch (detail) {
    case 'full':
      return { y: cellTop(metrics), h: cellHeight(metrics) };
    case 'plain': {
      const y = plainHeadOf(metrics) + metrics.lane;
      return { y, h: h - y - FOOT - 2 - (kind === 'arange' ? GAP_HEIGHT : 0) - (metrics.plainFoot ?? 0) };
    }
    case 'far':
      return { y: farTop(metrics), h: h - farTop(metrics) - NODE_PAD * 0.7 };
  }
}

/** Height of a head without pivots below it. */
export function plainHeadOf({ head, plainHead = head }: Metrics): number {
  return plainHead;
}

/**
 * The height of a head without pivots whose letters have the least size at a zoom; null if the cells would be too low.
 */
export function plainHeadAt(metrics: Metrics, k: number, least: number): number | null {
  const head = Math.max(metrics.head, (least + 0.1) / k);
  const bare = { ...metrics, lane: 0 };
  const cells = nodeHeight('leaf', bare) - head - FOOT - 2;
  return cells * k >= PLAIN_CELL ? head : null;
}

/**
 * Letters that a head without pivots has room for: those of the least size or more, but no larger than they need be.
 */
export function headLettersAt(metrics: Metrics, k = 0): number {
  const font = Math.min(SMALL_HEAD * plainHeadOf(metrics), HEAD_MOST / k);
  return Math.floor((nodeWidth(metrics) - 2 * NODE_PAD) / (font * MONO_ADVANCE));
}

/** As in style.css. */
const HEAD_MOST = 12;
/** Cells without pivots are so high at least, in pixels of the screen. */
const PLAIN_CELL = 10;
/** And so high with a line of some pivots below them. */
const PLAIN_CELL_OVER = 14;
/** Where labels stand in two lines. */
const PLAIN_CELL_WORDY = 28;
/** Of that line, with a tick. */
const PLAIN_LINE = 14.5;

/** The height of a line with some pivots below cells, at a zoom; 0 if the cells would be too low. */
export function plainFootAt(kind: DrawnKind, metrics: Metrics, k: number): number {
  const { h } = cellRow(kind, { ...metrics, lane: 0, plainFoot: PLAIN_LINE / k }, 'plain');
  return h * k >= (metrics.byContent === true ? PLAIN_CELL_WORDY : PLAIN_CELL_OVER) ? PLAIN_LINE / k : 0;
}

// From afar the head is a bar.
function farTop({ head, lane }: Metrics): number {
  return head * 0.62 + lane;
}

export function layoutNode(node: DrawnNode, metrics: Metrics): NodeLayout {
  const edges = slotEdges(node, metrics);
  const boxes = edges.slice(1).map((right, slot) => ({ slot, x: edges[slot]!, w: right - edges[slot]! }));
  const labelled = layoutPivots(node, metrics, edges);
  return {
    w: nodeWidth(metrics),
    h: nodeHeight(node.kind, metrics),
    cellTop: cellTop(metrics),
    used: boxes.slice(0, node.end + 1),
    unused: boxes.slice(node.end + 1),
    ...labelled,
    gaps: layoutGaps(node, metrics, cellWidth(node, metrics)),
    fill: node.kind === 'root' ? '' : `${node.end + 1}/${SLOT_COUNT[node.kind]}`,
  };
}

function layoutPivots(
  node: DrawnNode,
  metrics: Metrics,
  edges: readonly number[],
): Pick<NodeLayout, 'pivots' | 'prefix'> {
  const lines = linesOf(node.kind, metrics);
  const { type = 1, pivotType = type } = metrics;
  const font = PIVOT_FONT * pivotType;
  const cell = narrowest(edges.slice(1, node.end + 2), lines, metrics.cell);
  // One that has its line to itself is as long as that. Else those of one line stand clear of each other, also of one
  // that is kept off the border.
  const alone = node.end < lines;
  const wide = alone
    ? nodeWidth(metrics) - 2 * LABEL_PAD
    : Math.min(lines * cell - 4, (2 * ((lines + 1) * cell + NODE_PAD - LABEL_PAD)) / 3);
  const room = Math.max(3, Math.floor(wide / (font * MONO_ADVANCE)));
  const { prefix, labels } = pivotLabels(node.lasts, room);
  const halves = labels.map((label) => (label.length * font * MONO_ADVANCE) / 2);
  const rightmost = nodeWidth(metrics) - LABEL_PAD;
  const pivots = labels.map((label, slot): PivotBox => {
    const line = (slot % lines) as 0 | 1 | 2;
    const x = edges[slot + 1]!;
    const half = halves[slot] ?? 0;
    const before = (edges[slot + 1 - lines] ?? -Infinity) + (halves[slot - lines] ?? 0);
    // The last label may stand off its border, into the room of unused slots, as long as it begins before the border.
    const clear = slot === node.end && slot >= lines && before + 4 < x ? before + 4 + half : 0;
    const labelX = Math.max(half + LABEL_PAD, Math.min(Math.max(x, clear), rightmost - half));
    const fits = slot < lines || labelX - half >= before + 4;
    return {
      slot,
      x,
      labelX,
      half,
      y: cellTop(metrics) + cellHeight(metrics) + PIVOT_TOP + (line + 1) * pivotLine(metrics) - 2,
      line,
      label: fits || slot !== node.end ? label : '',
      implied: slot === SLOT_COUNT[node.kind] - 1 || node.kind === 'root',
    };
  });
  return { prefix, pivots };
}

// Room that each pivot has in its line, shared among the lines, where it is least.
function narrowest(ticks: readonly number[], lines: number, cell: number): number {
  const between = ticks.slice(lines).map((tick, k) => (tick - ticks[k]!) / lines);
  return between.length === 0 ? cell : Math.min(...between);
}

/** The size of pivots at a zoom: from near no larger than they need be, so that more of long numbers is shown. */
export function pivotTypeAt(type: number, k: number): number {
  return Math.min(type, PIVOT_MOST / k);
}

/** Pivots of 13 pixels. */
const PIVOT_MOST = 13 / PIVOT_FONT;

/** From below the cells to the label of a pivot, row by row: nothing where a label of the row is in the way. */
export function tickPath({ x, line }: PivotBox, pivots: readonly PivotBox[], metrics: Metrics): string {
  let path = `v${PIVOT_TOP}`;
  for (let row = 0; row < line; row++) {
    const isTaken = pivots.some((p) => p.line === row && Math.abs(p.labelX - x) < p.half + 1.5);
    path += `${isTaken ? 'm0,' : 'v'}${pivotLine(metrics)}`;
  }
  return path;
}

function layoutGaps(node: DrawnNode, metrics: Metrics, cell: number): readonly GapBox[] {
  if (node.gaps === null) return [];
  const base = nodeHeight(node.kind, metrics) - FOOT;
  const room = cell - 6;
  return node.gaps.map((gap, slot) => {
    const w = gap === 0n ? 0 : Math.max(1.5, gapShare(gap) * room);
    return { slot, x: NODE_PAD + slot * cell + 3, w, y: base - 9, h: 6, recorded: slot === node.gapmeta };
  });
}

/** The node as it is drawn. */
export function drawnNode(node: NodePicture): DrawnNode {
  return node;
}

/** The root pointer of an empty tree or of one that holds a single entry, drawn like a node without a node. */
export function rootPointer(tree: TreePicture): DrawnNode {
  const word = tree.form === 'single' ? tree.single : null;
  return {
    id: 0,
    kind: 'root',
    min: ZERO,
    max: MAX,
    end: word === null ? 0 : 1,
    lasts: word === null ? [MAX] : [ZERO, MAX],
    slots: word === null ? [ZERO] : [word, ZERO],
    children: [],
    gaps: null,
    gapmeta: null,
  };
}

/** First index of a slot. */
export function slotFirst(node: DrawnNode, slot: number): Index {
  if (slot === 0) return node.min;
  const before = node.lasts[slot - 1];
  return before === undefined ? node.max : ((before + 1n) as Index);
}

/** Last index of a slot. */
export function slotLast(node: DrawnNode, slot: number): Index {
  return node.lasts[slot] ?? node.max;
}
