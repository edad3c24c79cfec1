// SPDX-License-Identifier: GPL-2.0-or-later
//
// The marks on a node with a broken invariant: the wrong pivot with its former value, or a ring round the part that is
// damaged or where the damage shows.

import { indexDigits } from '../../base/number-base';
import { put } from '../shared/svg';
import { MONO_ADVANCE } from '../shared/text';
import type { BrokenPart } from './damage';
import { cellRow, PIVOT_FONT, type Detail, type DrawnNode, type Metrics, type NodeLayout } from './node-box';

/** The node that it is drawn on, and how that is drawn. */
interface Drawn {
  readonly node: DrawnNode;
  readonly metrics: Metrics;
  readonly detail: Detail;
}

/** Draws one broken part over the node in its group. */
export function drawBrokenPart(group: SVGGElement, part: BrokenPart, d: Drawn, layout: NodeLayout): void {
  if (part.part === 'pivot' && d.detail === 'full') drawBrokenPivot(group, part, d, layout);
  else drawBroken(group, part, placeOfPart(part, d, layout));
}

// The one number that is wrong, large enough to be read, and on the lower edge of the node what it was.
function drawBrokenPivot(group: SVGGElement, { slot, was }: BrokenPart, d: Drawn, layout: NodeLayout): void {
  const { node, metrics } = d;
  const pivot = layout.pivots[slot];
  if (pivot === undefined) return;
  const type = metrics.type ?? 1;
  const label = pivot.label === '' ? indexDigits(node.lasts[slot] ?? 0n) : pivot.label;
  const place = { x: pivot.labelX, font: BROKEN_FONT * type, limit: layout.w };
  drawChip(group, 'broken-pivot', label, { ...place, y: pivot.y - 3.2 * type });
  if (was !== undefined) drawChip(group, 'broken-was', was, { ...place, y: layout.h + 5, font: PIVOT_FONT * type });
}

/** At the usual size of type. */
const BROKEN_FONT = 11;

function drawChip(
  group: SVGGElement,
  cls: string,
  text: string,
  { x, y, font, limit }: { readonly x: number; readonly y: number; readonly font: number; readonly limit: number },
): void {
  const [w, h] = [text.length * font * MONO_ADVANCE + 8, font + 4];
  const left = Math.max(2, Math.min(x - w / 2, limit - w - 2));
  put(group, 'rect', { class: `broken-chip ${cls}`, x: left, y: y - h / 2, width: w, height: h, rx: 2.5 });
  put(group, 'text', {
    class: `broken-text ${cls}`,
    x: left + w / 2,
    y: y + font * 0.36,
    'font-size': font,
  }).textContent = text;
}

// A double ring where the damage is, a thin one where it shows.
function drawBroken(group: SVGGElement, { follows }: BrokenPart, { x, y, w, h }: Place): void {
  if (follows) {
    put(group, 'rect', { class: 'broken follows', x, y, width: w, height: h });
    return;
  }
  put(group, 'rect', { class: 'broken', x, y, width: w, height: h, rx: 1.5 });
  put(group, 'rect', { class: 'broken outer', x: x - 3.5, y: y - 3.5, width: w + 7, height: h + 7, rx: 4 });
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

// The pivot's label or, where none is drawn, the border between two cells; the gap's bar; the cell; the node.
function placeOfPart({ part, slot }: BrokenPart, { node, metrics, detail }: Drawn, layout: NodeLayout): Place {
  const row = cellRow(node.kind, metrics, detail);
  const cell = layout.used[slot];
  const [pivot, gap] = [layout.pivots[slot], layout.gaps[slot]];
  if (part === 'pivot' && pivot !== undefined) {
    const w = Math.max(8, 2 * pivot.half + 3);
    return detail === 'full'
      ? { x: pivot.labelX - w / 2, y: pivot.y - 9, w, h: 11.5 }
      : { x: pivot.x - 3, y: row.y, w: 6, h: row.h };
  }
  if (part === 'gap' && gap !== undefined && cell !== undefined)
    return { x: cell.x + 1.5, y: gap.y - 2, w: cell.w - 3, h: gap.h + 4 };
  if (part !== 'node' && cell !== undefined) return { x: cell.x, y: row.y, w: cell.w, h: row.h };
  return { x: -3, y: -3, w: layout.w + 6, h: layout.h + 6 };
}
