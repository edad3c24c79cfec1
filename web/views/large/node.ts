// SPDX-License-Identifier: GPL-2.0-or-later
//
// One node on a canvas as the tree view draws it: head, slots, pivots between them, gap bars, from the same boxes. From
// afar the same without what cannot be read.

import type { NodeChange, NodePicture } from '../../model/picture';
import type { LookUp } from '../shared/entry-look';
import type { Pen } from '../shared/pen';
import { cellToken, letterToken, type Colours } from '../shared/palette';
import { clip, groupedIndex, MONO_ADVANCE } from '../shared/text';
import { cellText } from '../tree/letters';
import {
  cellHeight,
  cellRow,
  cellTop,
  drawnNode,
  layoutNode,
  NODE_PAD,
  PIVOT_FONT,
  type Detail,
  type Metrics,
  type NodeLayout,
} from '../tree/node-box';

/** The input for drawing on a canvas. */
export interface Ink {
  readonly colours: Colours;
  /** Families. */
  readonly words: string;
  readonly mono: string;
  readonly hatch: CanvasPattern | string;
}

/** Letters of leaves: their size, and how many a cell has room for. Null: none. */
export interface Letters {
  readonly px: number;
  readonly room: number;
}

export interface NodeDrawing {
  readonly node: NodePicture;
  readonly metrics: Metrics;
  readonly change: NodeChange | null;
  readonly look: LookUp;
  readonly letters: Letters | null;
}

/** At full size pivots and bounds can be read. */
const FULL = 0.999;
const PLAIN = 0.5;
/** Size of the letters of a head on the screen, and the least height of a head that has any. */
const HEAD_FONT = 12;
const LETTERED_HEAD = 14;
/** Below this width cells have no seams. */
const SEAM = 5;

/** How much of a node is drawn at a scale. */
export function detailAt(scale: number): Detail {
  return scale >= FULL ? 'full' : scale >= PLAIN ? 'plain' : 'far';
}

/** Draws a node with its left top corner at x, y of the screen. */
export function drawNode(
  pen: Pen,
  drawing: NodeDrawing,
  at: { readonly x: number; readonly y: number; readonly scale: number },
  ink: Ink,
): void {
  const { node, metrics, change } = drawing;
  const { colours } = ink;
  const detail = detailAt(at.scale);
  const layout = layoutNode(drawnNode(node), metrics);
  pen.save();
  pen.translate(at.x, at.y);
  pen.scale(at.scale, at.scale);
  pen.fillStyle = colours.panel;
  pen.fillRect(0, 0, layout.w, layout.h);
  drawHead(pen, { node, layout, detail, scale: at.scale, head: metrics.head }, ink);
  drawCells(pen, drawing, layout, detail, at.scale, ink);
  if (detail === 'full') drawPivots(pen, layout, metrics, ink);
  drawGaps(pen, layout, ink);
  drawFrame(pen, layout, change, at.scale, colours);
  pen.restore();
}

function drawFrame(pen: Pen, { w, h }: NodeLayout, change: NodeChange | null, scale: number, colours: Colours): void {
  const told = change === 'new' || change === 'rewritten';
  pen.strokeStyle = told ? colours.accent : colours['line-strong'];
  pen.lineWidth = (told ? 1.8 : 1) / Math.max(0.5, scale);
  pen.setLineDash(change === 'rewritten' ? [5 / scale, 3 / scale] : []);
  pen.strokeRect(0.5, 0.5, w - 1, h - 1);
  if (change === 'adopted') {
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 2 / scale;
    pen.setLineDash([1 / scale, 3 / scale]);
    pen.beginPath();
    pen.moveTo(w / 2 - 10 / scale, -4 / scale);
    pen.lineTo(w / 2 + 10 / scale, -4 / scale);
    pen.stroke();
  }
  pen.setLineDash([]);
}

interface Head {
  readonly node: NodePicture;
  readonly layout: NodeLayout;
  readonly detail: Detail;
  readonly scale: number;
  readonly head: number;
}

function drawHead(pen: Pen, { node, layout, detail, scale, head }: Head, { colours, words, mono }: Ink): void {
  if (detail === 'far' || head * scale < LETTERED_HEAD) {
    const width = layout.w - 2 * NODE_PAD;
    const share = layout.used.length / (layout.used.length + layout.unused.length);
    pen.fillStyle = colours['far-ground'];
    pen.fillRect(NODE_PAD, 4, width, 5);
    pen.fillStyle = colours['far-child'];
    pen.fillRect(NODE_PAD, 4, width * share, 5);
    return;
  }
  const y = Math.round(head * 0.68);
  const px = HEAD_FONT / scale;
  pen.textBaseline = 'alphabetic';
  pen.textAlign = 'left';
  pen.fillStyle = colours.ink;
  pen.font = `650 ${px}px ${words}`;
  pen.fillText(node.kind, NODE_PAD, y);
  const after = NODE_PAD + pen.measureText(node.kind).width + 5;
  pen.fillStyle = colours.muted;
  pen.font = `${px}px ${mono}`;
  pen.fillText(`#${node.id}`, after, y);
  pen.textAlign = 'right';
  pen.fillText(layout.fill, layout.w - NODE_PAD, y);
  if (detail !== 'full') return;
  const from = after + pen.measureText(`#${node.id}`).width + 8;
  const room = layout.w - NODE_PAD - layout.fill.length * px * MONO_ADVANCE - from - 8;
  pen.textAlign = 'left';
  pen.fillStyle = colours.ink;
  pen.fillText(
    clip(`${groupedIndex(node.min)} – ${groupedIndex(node.max)}`, Math.floor(room / (px * MONO_ADVANCE))),
    from,
    y,
  );
}

function drawCells(
  pen: Pen,
  { node, metrics, look, letters }: NodeDrawing,
  layout: NodeLayout,
  detail: Detail,
  scale: number,
  { colours, words, hatch }: Ink,
): void {
  const row = cellRow(node.kind, metrics, detail);
  const inner = node.kind !== 'leaf';
  const first = layout.used[0];
  const seam = (first?.w ?? 0) * scale < SEAM ? 0 : 0.5;
  if (layout.unused.length > 0 && detail !== 'far') {
    pen.strokeStyle = colours.hatch;
    pen.lineWidth = 1;
    pen.setLineDash([1.5, 2.5]);
    for (const cell of layout.unused) pen.strokeRect(cell.x + 1.5, row.y + 1.5, cell.w - 3, row.h - 3);
    pen.setLineDash([]);
  }
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  for (const cell of layout.used) {
    const seen = inner ? null : look(node.slots[cell.slot] ?? 0n);
    const kind = seen === null ? 'child' : seen.kind;
    pen.fillStyle = kind === 'null' ? hatch : colours[cellToken(kind)];
    pen.fillRect(cell.x + seam, row.y + seam, cell.w - 2 * seam, row.h - 2 * seam);
    if (inner && detail !== 'far') {
      pen.strokeStyle = colours.hairline;
      pen.lineWidth = 1;
      pen.strokeRect(cell.x + 0.5, row.y + 0.5, cell.w - 1, row.h - 1);
      pen.fillStyle = colours.muted;
      pen.beginPath();
      pen.arc(cell.x + cell.w / 2, row.y + row.h / 2, 2.6, 0, 2 * Math.PI);
      pen.fill();
    } else if (seen !== null && seen.kind !== 'null' && letters !== null && seen.text !== '') {
      pen.font = `600 ${letters.px / scale}px ${words}`;
      pen.fillStyle = colours[letterToken(seen.kind)];
      pen.fillText(cellText(seen, letters.room), cell.x + cell.w / 2, row.y + row.h / 2 + 0.5);
    }
  }
}

function drawPivots(pen: Pen, layout: NodeLayout, metrics: Metrics, { colours, mono }: Ink): void {
  const { type = 1 } = metrics;
  const top = cellTop(metrics) + cellHeight(metrics);
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  pen.font = `${PIVOT_FONT * type}px ${mono}`;
  pen.lineWidth = 1;
  for (const pivot of layout.pivots) {
    pen.strokeStyle = pivot.implied ? colours.faint : colours['line-strong'];
    pen.setLineDash(pivot.implied ? [2, 2] : []);
    pen.beginPath();
    pen.moveTo(pivot.x, top + 1);
    pen.lineTo(pivot.x, top + 5 + 11 * type * pivot.line);
    pen.stroke();
    if (pivot.label === '') continue;
    pen.fillStyle = pivot.implied ? colours.faint : colours.muted;
    pen.fillText(pivot.label, pivot.labelX, pivot.y);
  }
  pen.setLineDash([]);
}

function drawGaps(pen: Pen, layout: NodeLayout, { colours }: Ink): void {
  for (const gap of layout.gaps) {
    if (gap.w === 0) continue;
    pen.fillStyle = gap.recorded ? colours['gap-bar-largest'] : colours['gap-bar'];
    pen.fillRect(gap.x, gap.y, gap.w, gap.h);
  }
}
