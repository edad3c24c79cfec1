// SPDX-License-Identifier: GPL-2.0-or-later
//
// A large tree on a canvas, row by row: nodes with their slots where they are wide enough, bars where they are not, and
// columns of pixels where several share one. Over them, never left out however far one looks from: what the step
// changed, its path, what is chosen, what a search found. Draws only what is in view.

import { isAllNew, OVERVIEW_CHANGES, OVERVIEW_KINDS, pathOf, rowOf, type TreeOverview } from '../../model/overview';
import type { NodeChange, NodeKind, NodePicture } from '../../model/picture';
import type { SlotRef, TouchedRange } from '../shared/refs';
import type { LookUp } from '../shared/entry-look';
import type { Pen } from '../shared/pen';
import { gapShare } from '../shared/log-scale';
import { cellToken, type Colours } from '../shared/palette';
import { cellRow, cellWidth, NODE_PAD, nodeHeight, SLOT_COUNT, type Metrics } from '../tree/node-box';
import { diamond } from '../tree/rings';
import { densityOf } from './density';
import { detailAt, drawNode, type Ink, type Letters } from './node';
import type { Size } from '../shared/skeleton';
import { inView, NODE_FROM, placeNode, type Camera, type Placed, type Row, type Spans } from './rows';

/** From this width on a node is drawn with its slots. */
export const SLOTS_FROM = 26;
/** From this width on a node is a bar of its own. */
const BAR_FROM = 3;
/** Below this width changed neighbours have one outline: an outline each would fill the level. */
const OUTLINE_FROM = 12;
/** Changed columns with less between them are one run. */
const RUN_GAP = 4;
/** The outline around one that is narrower than this is so wide, so that its colour is seen. */
const OUTLINE_LEAST = 9;
/** Lines from side to side run so far over a row, below its name. */
const LANE_FOOT = 5;
/** Columns of a run that is pointed at; a wider one has an outline. */
const POINTED_WIDEST = 3;
/** Pixels of the row for each triangle over what changed, at least. */
const PER_POINTER = 16;

export interface Scenery {
  readonly overview: TreeOverview;
  readonly nodes: ReadonlyMap<number, NodePicture>;
  readonly spans: Spans;
  readonly rows: readonly Row[];
  readonly camera: Camera;
  readonly size: Size;
  readonly metrics: Metrics;
  readonly look: LookUp;
  readonly letters: (cell: number) => Letters | null;
  readonly touched: TouchedRange | null;
  readonly selected: SlotRef | null;
  readonly hovered: SlotRef | null;
  /** With their rows. */
  readonly rings: readonly Ring[];
}

/** The ringed place, and its row. */
export interface Ring {
  readonly ref: SlotRef;
  readonly row: number;
}

/** Draws everything; returns the ids of nodes whose slots should be drawn and are not known. */
export function drawLarge(pen: Pen, scenery: Scenery, ink: Ink): number[] {
  const { overview, spans, rows, camera, size } = scenery;
  pen.clearRect(0, 0, size.width, size.height);
  pen.fillStyle = ink.colours.bg;
  pen.fillRect(0, 0, size.width, size.height);
  const needed: number[] = [];
  const left = camera.x;
  const right = camera.x + size.width / camera.k;
  let above: readonly [number, number] | null = null;
  for (const row of rows) {
    const y = row.y - camera.y;
    const [from, to] = inView(row, spans, left, right);
    if (y < size.height && y + row.h > -40) {
      const mean = ((right - left) * camera.k) / Math.max(1, to - from);
      if (row.folded) drawFolded(pen, row, y, scenery, ink);
      else if (mean >= BAR_FROM) drawNodes(pen, row, y, from, to, scenery, ink, needed);
      else drawDensity(pen, row, y, from, to, scenery, ink);
      if (above !== null && !row.folded && mean >= 8) drawLines(pen, row, y, from, to, scenery, ink);
    }
    above = [from, to];
  }
  drawPath(pen, scenery, ink);
  drawMarks(pen, scenery, ink);
  return needed.filter((id) => overview.ids.length > 0 && id > 0);
}

/** Where a node is drawn, and its slots. */
export interface Geometry {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** Left edge of slot 0 and width of a slot; null where slots are not drawn. */
  readonly cells: { readonly x: number; readonly w: number; readonly y: number; readonly h: number } | null;
  /** Above its slots is a head of this height. */
  readonly head: number;
}

export function geometryOf(row: number, level: Row, scenery: Scenery): Geometry {
  const { overview, metrics, camera } = scenery;
  const place = placed(row, level, scenery);
  const y = level.y - camera.y;
  const span = place.right - place.left;
  if (span < SLOTS_FROM || level.folded) {
    const w = Math.max(4, span);
    // The mark of a narrow one at the end of its level stays over the level.
    const [from, to] = [-camera.x * camera.k, (scenery.spans.width - camera.x) * camera.k];
    return {
      x: Math.max(from, Math.min((place.left + place.right - w) / 2, to - w)),
      y,
      w,
      h: level.h,
      cells: null,
      head: 0,
    };
  }
  const kind = kindOf(overview, row);
  if (place.scale < NODE_FROM) {
    const w = span - 1;
    return {
      x: place.left,
      y,
      w,
      h: level.h,
      cells: { x: place.left, w: w / SLOT_COUNT[kind], y, h: level.h },
      head: 0,
    };
  }
  const { scale } = place;
  const cells = cellRow(kind, metrics, detailAt(scale));
  return {
    x: place.x,
    y,
    w: place.w,
    h: heightOf(overview, row, metrics) * scale,
    cells: {
      x: place.x + NODE_PAD * scale,
      w: cellWidth({ kind, end: 0 }, metrics) * scale,
      y: y + cells.y * scale,
      h: cells.h * scale,
    },
    head: metrics.head * scale * 0.6,
  };
}

function kindOf(overview: TreeOverview, row: number): NodeKind {
  return OVERVIEW_KINDS[overview.kinds[row] ?? 0] ?? 'leaf';
}

/** The place of a node's picture. */
function placed(row: number, level: Row, { overview, spans, camera, size, metrics }: Scenery): Placed {
  return placeNode(row, level, spans, camera, size, metrics, heightOf(overview, row, metrics));
}

function heightOf(overview: TreeOverview, row: number, metrics: Metrics): number {
  return nodeHeight(kindOf(overview, row), metrics);
}

function drawFolded(pen: Pen, row: Row, y: number, { spans, camera, size }: Scenery, { colours }: Ink): void {
  const left = Math.max(0, -camera.x * camera.k);
  const right = Math.min(size.width, (spans.width - camera.x) * camera.k);
  pen.fillStyle = colours['line-strong'];
  pen.fillRect(left, y + row.h / 2 - 1, Math.max(1, right - left), 2);
}

// Nodes wide enough for slots as nodes, the others as bars: as high as they are full.
function drawNodes(
  pen: Pen,
  row: Row,
  y: number,
  from: number,
  to: number,
  scenery: Scenery,
  ink: Ink,
  needed: number[],
): void {
  const { overview, nodes, metrics, look, letters } = scenery;
  const outlined = !isAllNew(overview);
  let run: ChangedRun | null = null;
  for (let at = from; at < to; at++) {
    const place = placed(at, row, scenery);
    const span = place.right - place.left;
    const change = outlined ? (OVERVIEW_CHANGES[overview.changes[at] ?? 0] ?? null) : null;
    if (span >= SLOTS_FROM) {
      const id = overview.ids[at] ?? 0;
      const node = nodes.get(id);
      if (node === undefined) needed.push(id);
      else if (place.scale < NODE_FROM) {
        drawStripes(pen, node, geometryOf(at, row, scenery), scenery, ink);
        outlineChange(pen, change, place.left, span, y, row.h, ink);
        continue;
      } else {
        const cell = cellWidth(node, metrics) * place.scale;
        drawSpan(pen, place, y, scenery.size, ink);
        drawNode(
          pen,
          { node, metrics, change, look, letters: node.kind === 'leaf' ? letters(cell) : null },
          { x: place.x, y, scale: place.scale },
          ink,
        );
        continue;
      }
    }
    drawBar(pen, at, Math.max(1, span - (span > 5 ? 1 : 0)), place.left, y, row.h, overview, ink);
    if (span >= OUTLINE_FROM) outlineChange(pen, change, place.left, span, y, row.h, ink);
    else if (run !== null && run.change === change && place.left - run.right < RUN_GAP) run.right = place.right;
    else {
      outlineRun(pen, run, y, row.h, ink);
      run = change === null ? null : { change, left: place.left, right: place.right };
    }
  }
  outlineRun(pen, run, y, row.h, ink);
}

/** Narrow neighbours with one kind of change. */
interface ChangedRun {
  readonly change: NodeChange;
  readonly left: number;
  right: number;
}

function outlineRun(pen: Pen, run: ChangedRun | null, y: number, h: number, ink: Ink): void {
  if (run !== null) outlineChange(pen, run.change, run.left, run.right - run.left, y, h, ink);
}

// A line around a bar whose empty part is of the page's own colour, as forced colours have it.
function outlineBar(pen: Pen, x: number, y: number, w: number, h: number, { colours }: Ink): void {
  if (colours['far-ground'] !== colours.bg || w < OUTLINE_FROM) return;
  pen.strokeStyle = colours['line-strong'];
  pen.lineWidth = 1;
  pen.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
}

function outlineChange(
  pen: Pen,
  change: NodeChange | null,
  x: number,
  span: number,
  y: number,
  h: number,
  { colours }: Ink,
): void {
  if (change === null) return;
  const w = Math.max(OUTLINE_LEAST, span - 2);
  pen.strokeStyle = colours.accent;
  pen.lineWidth = change === 'adopted' ? 1 : 1.5;
  pen.setLineDash(change === 'new' ? [] : change === 'rewritten' ? [4, 2] : [1, 3]);
  pen.strokeRect(x + 0.5 - Math.max(0, w - span) / 2, y + 0.5, w, h - 1);
  pen.setLineDash([]);
}

// Slots as stripes: what they hold, and what is not used left open.
function drawStripes(pen: Pen, node: NodePicture, { x, y, w, h, cells }: Geometry, { look }: Scenery, ink: Ink): void {
  const { colours, hatch } = ink;
  pen.fillStyle = colours['far-ground'];
  pen.fillRect(x, y, w, h);
  if (cells === null) return;
  const seam = cells.w >= 5 ? 1 : 0;
  for (let slot = 0; slot <= node.end; slot++) {
    const kind = node.kind === 'leaf' ? look(node.slots[slot] ?? 0n).kind : 'child';
    pen.fillStyle =
      kind === 'null'
        ? hatch
        : kind === 'child'
          ? colours['far-child']
          : kind === 'value'
            ? colours['value-far']
            : colours[cellToken(kind)];
    pen.fillRect(cells.x + slot * cells.w, y, cells.w - seam, h);
  }
  outlineBar(pen, x, y, w, h, ink);
}

// The range that a node stands for, where it is wider than its picture.
function drawSpan(pen: Pen, { left, right, x, w }: Placed, y: number, { width }: Size, { colours }: Ink): void {
  if (right - left < w + 24) return;
  const [a, b] = [Math.max(-2, left + 1), Math.min(width + 2, right - 1)];
  pen.fillStyle = colours.hairline;
  pen.fillRect(a, y + 7, Math.max(0, x - a), 1);
  pen.fillRect(x + w, y + 7, Math.max(0, b - x - w), 1);
  pen.fillRect(a, y + 3, 1, 9);
  pen.fillRect(b, y + 3, 1, 9);
}

const ROOM: readonly number[] = [SLOT_COUNT.leaf, SLOT_COUNT.range, SLOT_COUNT.arange];

function drawBar(
  pen: Pen,
  row: number,
  w: number,
  x: number,
  y: number,
  h: number,
  overview: TreeOverview,
  ink: Ink,
): void {
  const { colours } = ink;
  const room = ROOM[overview.kinds[row] ?? 0] ?? 16;
  const used = overview.used[row] ?? 0;
  const nulls = overview.nulls[row] ?? 0;
  const leaf = (overview.kinds[row] ?? 0) === 0;
  const entries = ((used - nulls) / room) * h;
  const holes = (nulls / room) * h;
  pen.fillStyle = colours['far-ground'];
  pen.fillRect(x, y, w, h);
  pen.fillStyle = !leaf
    ? colours['far-child']
    : (overview.labels[row] ?? 0) * 2 > used - nulls
      ? colours['cell-label']
      : colours['value-far'];
  pen.fillRect(x, y + h - entries, w, entries);
  pen.fillStyle = ink.hatch;
  pen.fillRect(x, y + h - entries - holes, w, holes);
  outlineBar(pen, x, y, w, h, ink);
  const gap = overview.gaps[row] ?? 0n;
  if (gap > 0n && w >= 6) {
    pen.fillStyle = colours['gap-bar-largest'];
    pen.fillRect(x, y + h + 2, Math.max(1.5, gapShare(gap) * w), 2);
  }
}

function drawDensity(
  pen: Pen,
  row: Row,
  y: number,
  from: number,
  to: number,
  { overview, spans, camera, size }: Scenery,
  { colours, hatch }: Ink,
): void {
  const density = densityOf(overview, from, to, spans, camera, size.width);
  const leaf = (overview.kinds[row.from] ?? 0) === 0;
  const { filled, nulls, labels, changes, empty } = density;
  const columns = filled.length;
  paintRuns(pen, columns, colours['far-ground'], (x) => (empty[x] === 1 ? 0 : row.h), y + row.h);
  paintRuns(pen, columns, hatch, (x) => Math.round((filled[x]! + nulls[x]!) * row.h), y + row.h);
  paintRuns(
    pen,
    columns,
    leaf ? colours['value-far'] : colours['far-child'],
    (x) => Math.round(filled[x]! * row.h),
    y + row.h,
  );
  if (leaf)
    paintRuns(
      pen,
      columns,
      colours['cell-label'],
      (x) => (labels[x]! === 0 ? 0 : Math.max(1, Math.round(filled[x]! * labels[x]! * row.h))),
      y + row.h,
    );
  if (!isAllNew(overview)) markChanges(pen, changes, y, row.h, colours.accent);
}

// Bars of one colour, neighbours of one height together.
function paintRuns(pen: Pen, columns: number, colour: Ink['hatch'], height: (x: number) => number, base: number): void {
  pen.fillStyle = colour;
  pen.beginPath();
  let start = 0;
  let before = columns > 0 ? height(0) : 0;
  for (let x = 1; x <= columns; x++) {
    const now = x < columns ? height(x) : -1;
    if (now === before) continue;
    if (before > 0) pen.rect(start, base - before, x - start, before);
    [start, before] = [x, now];
  }
  pen.fill();
}

// An outline for many changed neighbours, and nothing else; what stands alone has a line under it and, where there is
// room, a triangle over it: nothing is ever filled with the colour of change.
function markChanges(pen: Pen, changes: Uint8Array, y: number, h: number, accent: string): void {
  const runs: (readonly [from: number, to: number])[] = [];
  pen.fillStyle = accent;
  pen.beginPath();
  for (let x = 0; x < changes.length; x++) {
    if (changes[x] !== 1 && changes[x] !== 2) continue;
    const last = runs.at(-1);
    if (last !== undefined && x - last[1] < RUN_GAP) runs[runs.length - 1] = [last[0], x + 1];
    else runs.push([x, x + 1]);
  }
  const pointed = runs.length * PER_POINTER <= changes.length;
  for (const [from, to] of runs) {
    if (to - from > POINTED_WIDEST) continue;
    pen.rect(from, y + h + 1, to - from, 3);
    if (!pointed) continue;
    pen.rect(from, y, 1.5, h);
    pen.moveTo(from - 3.5, y - 7);
    pen.lineTo(from + 4.5, y - 7);
    pen.lineTo(from + 0.5, y - 1);
    pen.closePath();
  }
  pen.fill();
  pen.strokeStyle = accent;
  pen.lineWidth = 1.5;
  for (const [from, to] of runs)
    if (to - from > POINTED_WIDEST) pen.strokeRect(from + 0.5, y + 0.5, to - from - 1, h - 1);
}

// From the slot of a parent to the node below it; where the parent's slots are not drawn, from the middle of the
// parent.
function drawLines(pen: Pen, row: Row, y: number, from: number, to: number, scenery: Scenery, { colours }: Ink): void {
  const { overview, rows } = scenery;
  const above = rows[row.level - 1];
  if (above === undefined || above.folded) return;
  pen.strokeStyle = colours['line-strong'];
  pen.lineWidth = 1;
  pen.beginPath();
  for (let at = from; at < to; at++) {
    const [x0, y0] = slotFoot(overview.parents[at] ?? 0, overview.slots[at] ?? 0, above, scenery);
    const [x1] = headOf(at, row, scenery);
    const lane = Math.round(y - LANE_FOOT) + 0.5;
    pen.moveTo(Math.round(x0) + 0.5, y0);
    pen.lineTo(Math.round(x0) + 0.5, lane);
    pen.lineTo(Math.round(x1) + 0.5, lane);
    pen.lineTo(Math.round(x1) + 0.5, y);
  }
  pen.stroke();
}

function slotFoot(row: number, slot: number, level: Row, scenery: Scenery): readonly [number, number] {
  const { x, y, w, h, cells } = geometryOf(row, level, scenery);
  return [cells === null ? x + w / 2 : cells.x + (slot + 0.5) * cells.w, y + h];
}

// The way from the root to what the step was about, in its colour as in a tree that is drawn whole.
function drawPath(pen: Pen, scenery: Scenery, ink: Ink): void {
  const { colours } = ink;
  const { overview, touched, rows } = scenery;
  if (touched === null || touched.tree !== overview.tree) return;
  const ways = touched.first === touched.last ? [touched.first] : [touched.first, touched.last];
  for (const index of ways) {
    const path = pathOf(overview, index);
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 1.5;
    pen.beginPath();
    path.forEach((row, k) => {
      const level = rows[k];
      const next = path[k + 1];
      const below = rows[k + 1];
      if (level === undefined || next === undefined || below === undefined) return;
      const [x0, y0] = slotFoot(row, overview.slots[next] ?? 0, level, scenery);
      const [x1, y1] = headOf(next, below, scenery);
      pen.moveTo(x0, y0);
      pen.lineTo(x0, y1 - LANE_FOOT);
      pen.lineTo(x1, y1 - LANE_FOOT);
      pen.lineTo(x1, y1);
    });
    pen.stroke();
    const leaf = path.at(-1);
    const level = rows[path.length - 1];
    if (leaf !== undefined && level !== undefined) markEnd(pen, leaf, level, scenery, ink);
  }
}

// The leaf at its end. One that the step changed has an outline of its own where its slots are drawn; a narrow one is
// drawn so wide that it is seen. One that was only read is marked in ink: it is no change.
function markEnd(pen: Pen, leaf: number, level: Row, scenery: Scenery, ink: Ink): void {
  const { overview } = scenery;
  const changed = (overview.changes[leaf] ?? 0) !== 0;
  const box = geometryOf(leaf, level, scenery);
  if (level.folded || !changed) {
    markNode(pen, leaf, level, scenery, ink.colours.ink, 2);
    return;
  }
  if (box.cells !== null && !isAllNew(overview)) return;
  const w = Math.max(OUTLINE_LEAST, box.w);
  const end = (scenery.spans.width - scenery.camera.x) * scenery.camera.k;
  const x = Math.max(-scenery.camera.x * scenery.camera.k, Math.min(box.x - (w - box.w) / 2, end - w));
  if (box.cells === null) drawBar(pen, leaf, w, x, box.y, box.h, overview, ink);
  pen.strokeStyle = ink.colours.accent;
  pen.lineWidth = 2;
  pen.strokeRect(x + 1, box.y - 1, w - 2, box.h + 2);
}

function headOf(row: number, level: Row, scenery: Scenery): readonly [number, number] {
  const { x, y, w } = geometryOf(row, level, scenery);
  return [x + w / 2, y];
}

function markNode(pen: Pen, row: number, level: Row, scenery: Scenery, colour: string, width: number, off = 0): void {
  const box = geometryOf(row, level, scenery);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  // A bar stands close to its neighbours and to the margin: its mark stays over it.
  const beyond = box.cells === null ? -width / 2 : 2 + off;
  pen.strokeRect(box.x - beyond, box.y - 2 - off, box.w + 2 * beyond, box.h + 4 + 2 * off);
}

/** Between the outline that shows what the step did and the mark of what is chosen or under the pointer. */
const OUTER = 2;
/** Half the height of the sign of what was found. */
const FOUND_SIGN = 4.5;

function drawMarks(pen: Pen, scenery: Scenery, { colours }: Ink): void {
  const { rings, hovered, selected } = scenery;
  for (const { ref, row } of rings) markFound(pen, ref, row, scenery, colours);
  if (hovered !== null)
    mark(pen, hovered, rowOf(scenery.overview, hovered.node), scenery, {
      colour: colours.muted,
      node: 1.5,
      slot: 1.5,
      off: OUTER,
    });
  if (selected !== null)
    mark(pen, selected, rowOf(scenery.overview, selected.node), scenery, {
      colour: colours.ink,
      node: 2.5,
      slot: 2.5,
      off: OUTER,
    });
}

// As in the tree's picture: a ring, and a diamond at its upper left corner. The node of a slot has a thin ring of its
// own.
function markFound(pen: Pen, ref: SlotRef, row: number, scenery: Scenery, colours: Colours): void {
  const box = mark(pen, ref, row, scenery, { colour: colours.focus, node: ref.slot < 0 ? 2 : 1, slot: 2, off: 0 });
  if (box === null) return;
  const sign = new Path2D(diamond(box.x, box.y, FOUND_SIGN));
  pen.fillStyle = colours.focus;
  pen.fill(sign);
  pen.lineWidth = 1;
  pen.strokeStyle = colours.panel;
  pen.stroke(sign);
}

interface Mark {
  readonly colour: string;
  /** Widths of the lines around node and slot, and how far outside they are drawn. */
  readonly node: number;
  readonly slot: number;
  readonly off: number;
}

// Gives the upper left corner of the innermost mark; null where nothing of it is in view.
function mark(
  pen: Pen,
  ref: SlotRef,
  row: number,
  scenery: Scenery,
  { colour, node, slot, off }: Mark,
): { readonly x: number; readonly y: number } | null {
  const { overview, rows, size } = scenery;
  if (ref.tree !== overview.tree) return null;
  const level = rows.find(({ from, to }) => row >= from && row < to);
  if (row < 0 || level === undefined) return null;
  const box = geometryOf(row, level, scenery);
  if (box.x > size.width || box.x + box.w < 0) return null;
  const slots = ref.slot >= 0 && box.cells !== null && scenery.nodes.has(ref.node) ? box.cells : null;
  // Where its slots are not drawn, the node stands for them.
  markNode(pen, row, level, scenery, colour, slots === null ? Math.max(node, slot) : node, off);
  if (slots === null) return { x: box.x, y: box.y - 2 - off };
  const { y, w, h } = slots;
  const x = slots.x + ref.slot * w;
  pen.lineWidth = slot;
  pen.strokeRect(x - 1 - off, y - 1 - off, w + 2 + 2 * off, h + 2 + 2 * off);
  return { x: x - 1 - off, y: y - 1 - off };
}
