// SPDX-License-Identifier: GPL-2.0-or-later
//
// The picture from afar, on a canvas: a node is its fill and the kinds of its slots; from nearer its cells have
// letters. Draws only what is in view. Knows panes and a camera, no events.

import { cellToken, letterToken, type Colours } from '../shared/palette';
import { cellRow, entryWidth, NODE_PAD, SLOT_COUNT, slotEdges, slotSpan } from './node-box';
import type { NodeBox } from './layout';
import { slotMiddle } from './routes';
import { hatchLines, type Pen } from '../shared/pen';
import type { SlotRef, TouchedRange } from '../shared/refs';
import { slotKey, type Trail } from '../shared/trail';
import { cellText, LETTER_LEAST, letteringOf } from './letters';
import { changeOf, pathTo, textsOf, touchedRun, type Pane, type World } from './pane';
import { WORD_FACE } from '../shared/text';

/** World to screen: x·k + tx. */
export interface Camera {
  readonly k: number;
  readonly tx: number;
  readonly ty: number;
}

export interface Screen {
  readonly width: number;
  readonly height: number;
}

/** The largest size of letters. */
const LETTER_MOST = 13;
/** Below this width of a node its cells are not told apart. */
const CELLS_NODE = 26;

/** The step's subject: the range it touched, or the way it took. */
export interface FarWay {
  readonly touched: TouchedRange | null;
  readonly trail: Trail | null;
  /** The least size of letters. */
  readonly least?: number;
}

const NO_WAY: FarWay = { touched: null, trail: null };

export function drawFar(
  context: Pen,
  world: World,
  camera: Camera,
  screen: Screen,
  colours: Colours,
  { touched, trail, least = LETTER_LEAST }: FarWay = NO_WAY,
): void {
  for (const pane of world.panes) {
    drawLines(context, pane, camera, screen, colours['line-strong'], null);
    if (trail?.tree === pane.name) {
      drawLines(context, pane, camera, screen, colours.path, walked(pane, trail.down));
      context.setLineDash([2, 3]);
      drawLines(context, pane, camera, screen, colours.accent, walked(pane, trail.climbed), 3);
      context.setLineDash([]);
    } else if (touched !== null && touched.tree === pane.name) {
      drawLines(context, pane, camera, screen, colours.path, pathTo(pane, touched.first, touched.last));
    }
    for (const box of pane.layout.boxes) {
      const place = onScreen(box, pane, camera);
      if (outside(place, screen)) continue;
      drawBox(context, box, pane, place, { k: camera.k, least }, colours);
    }
    if (touched !== null && touched.tree === pane.name) markTouched(context, pane, touched, camera, screen, colours);
  }
}

/** Diamonds on the nodes in which something was found: one a node, however many of its slots. */
export function drawFound(
  context: Pen,
  world: World,
  camera: Camera,
  screen: Screen,
  colours: Colours,
  rings: readonly SlotRef[],
): void {
  const seen = new Set<string>();
  for (const { tree, node } of rings) {
    const pane = world.panes.find(({ name }) => name === tree);
    const box = pane?.layout.byId.get(node);
    if (pane === undefined || box === undefined || seen.has(`${tree}/${node}`)) continue;
    seen.add(`${tree}/${node}`);
    const at = onScreen(box, pane, camera);
    if (outside(at, screen)) continue;
    const r = Math.max(3.5, Math.min(5, at.h / 3));
    context.strokeStyle = colours.focus;
    context.lineWidth = 1.5;
    if (at.w >= CELLS_NODE) context.strokeRect(at.x - 1, at.y - 1, at.w + 2, at.h + 2);
    context.beginPath();
    context.moveTo(at.x - r, at.y);
    context.lineTo(at.x, at.y - r);
    context.lineTo(at.x + r, at.y);
    context.lineTo(at.x, at.y + r);
    context.closePath();
    context.fillStyle = colours.focus;
    context.fill();
    context.lineWidth = 1;
    context.strokeStyle = colours.panel;
    context.stroke();
  }
}

// Nodes under the lines that a trail went along.
function walked(pane: Pane, lines: Trail['down']): ReadonlySet<number> {
  const under = new Set<number>();
  for (const { node } of pane.layout.boxes) {
    for (const [slot, child] of node.children.entries()) if (lines.has(slotKey(node.id, slot))) under.add(child);
  }
  return under;
}

// After all boxes, so that no box lies over a mark. Every leaf that the range meets has its slots marked.
function markTouched(
  context: Pen,
  pane: Pane,
  touched: TouchedRange,
  camera: Camera,
  screen: Screen,
  colours: Colours,
): void {
  for (const box of pane.layout.boxes) {
    const run = touchedRun(box.node, touched.first, touched.last);
    if (run === null) continue;
    const at = onScreen(box, pane, camera);
    if (outside(at, screen)) continue;
    const span = slotSpan(box.node, pane.layout.metrics, run.from, run.to);
    const row = cellRow(box.node.kind, box.metrics, 'far');
    const x = at.x + span.x * camera.k;
    const y = at.y + row.y * camera.k;
    const [w, h] = [Math.max(2, span.w * camera.k), Math.max(2, row.h * camera.k)];
    const line = at.w < CELLS_NODE ? 1 : at.h < 40 ? 2 : 3;
    if (line > 1) {
      context.strokeStyle = colours.panel;
      context.lineWidth = line + 2;
      context.strokeRect(x, y, w, h);
    }
    context.strokeStyle = colours.accent;
    context.lineWidth = line;
    context.strokeRect(x, y, w, h);
  }
  context.lineWidth = 1;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

function onScreen(box: NodeBox, pane: Pane, camera: Camera): Place {
  return {
    x: (pane.x + box.x) * camera.k + camera.tx,
    y: (pane.y + box.y) * camera.k + camera.ty,
    w: box.w * camera.k,
    h: box.h * camera.k,
  };
}

function outside(place: Place, screen: Screen): boolean {
  return place.x > screen.width || place.y > screen.height || place.x + place.w < 0 || place.y + place.h < 0;
}

// Lines of a family as straight strokes: slot, lane, trunk, child. With `only`, the lines to these nodes alone; a
// little aside, so that two ways along one line are both seen.
function drawLines(
  context: Pen,
  pane: Pane,
  camera: Camera,
  screen: Screen,
  colour: string,
  only: ReadonlySet<number> | null,
  aside = 0,
): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  const px = (x: number): number => Math.round((pane.x + x) * camera.k + camera.tx) + 0.5 + aside;
  const py = (y: number): number => Math.round((pane.y + y) * camera.k + camera.ty) + 0.5 + aside;
  for (const family of pane.layout.families) {
    const parent = pane.layout.byId.get(family.parent);
    if (parent === undefined || py(parent.y) > screen.height) continue;
    const lane = py(parent.y + parent.h + 18);
    for (const [c, column] of family.columns.entries()) {
      const wanted = only === null ? column : column.filter((id) => only.has(id));
      const first = pane.layout.byId.get(wanted[0] ?? -1);
      const last = pane.layout.byId.get(wanted[wanted.length - 1] ?? -1);
      if (first === undefined || last === undefined) continue;
      const x = px(family.row ? first.x + first.w / 2 : (family.trunks[c] ?? 0));
      const from = px(slotMiddle(parent, parent.node.children.indexOf(first.node.id), pane.layout));
      context.moveTo(from, py(parent.y + parent.h));
      context.lineTo(from, lane);
      context.lineTo(x, lane);
      context.lineTo(x, family.row ? py(first.y) : py(last.y + 11));
      if (family.row || camera.k < 0.08) continue;
      for (const id of wanted) {
        const child = pane.layout.byId.get(id);
        if (child === undefined) continue;
        context.moveTo(x, py(child.y + 11));
        context.lineTo(px(child.x), py(child.y + 11));
      }
    }
  }
  context.stroke();
}

/** The zoom, and the least size of letters. */
interface Nearness {
  readonly k: number;
  readonly least: number;
}

function drawBox(context: Pen, box: NodeBox, pane: Pane, at: Place, sight: Nearness, colours: Colours): void {
  const { k } = sight;
  context.fillStyle = colours.panel;
  context.fillRect(at.x, at.y, at.w, at.h);
  if (at.w < CELLS_NODE) drawDot(context, box, pane, at, colours);
  else drawCellsFar(context, box, pane, at, sight, colours);
  const change = changeOf(pane, box.node.id);
  const broken = pane.broken.has(box.node.id);
  const told = change === 'new' || change === 'rewritten';
  context.strokeStyle = broken ? colours.bad : told ? colours.accent : colours.hairline;
  context.lineWidth = broken || (told && at.h > 14) ? 1.5 : 1;
  context.setLineDash(change === 'rewritten' ? [4, 3] : []);
  if (at.w >= CELLS_NODE || told || broken)
    context.strokeRect(at.x + 0.5, at.y + 0.5, Math.max(1, at.w - 1), Math.max(1, at.h - 1));
  context.setLineDash([]);
  if (pane.folded.has(box.node.id)) drawFolded(context, at, Math.min(2, 4 * k), colours);
}

// Sheets under a node whose children are folded away.
function drawFolded(context: Pen, at: Place, apart: number, colours: Colours): void {
  context.strokeStyle = colours.muted;
  context.lineWidth = 1;
  context.beginPath();
  for (const sheet of [1, 2]) {
    const y = Math.round(at.y + at.h + sheet * apart) + 0.5;
    context.moveTo(at.x + 3 * sheet * apart, y);
    context.lineTo(at.x + at.w - 3 * sheet * apart, y);
  }
  context.stroke();
}

// A node of a few pixels: as wide as it is full, in the colour of what it mostly holds.
function drawDot(context: Pen, box: NodeBox, pane: Pane, at: Place, colours: Colours): void {
  const { node } = box;
  const share = (node.end + 1) / SLOT_COUNT[node.kind];
  context.fillStyle = colours['far-ground'];
  context.fillRect(at.x, at.y, at.w, at.h);
  context.fillStyle = node.children.length > 0 ? colours['far-child'] : mostly(box, pane, colours);
  context.fillRect(at.x, at.y, at.w * share, at.h);
}

function mostly(box: NodeBox, pane: Pane, colours: Colours): string {
  const counts = new Map<string, number>();
  let best = colours.hatch;
  let most = 0;
  for (const word of box.node.slots) {
    const { kind } = pane.look(word);
    if (kind === 'null') continue;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count > most)
      [most, best] = [count, colours[kind === 'value' || kind === 'label' ? 'value-far' : cellToken(kind)]];
  }
  return best;
}

function drawCellsFar(
  context: Pen,
  box: NodeBox,
  pane: Pane,
  at: Place,
  { k, least }: Nearness,
  colours: Colours,
): void {
  const { node } = box;
  const edges = slotEdges(node, pane.layout.metrics);
  const left = at.x + NODE_PAD * k;
  const row = cellRow(node.kind, box.metrics, 'far');
  const top = at.y + Math.max(3, row.y * k);
  const height = at.y + (row.y + row.h) * k - top;
  const fill = (node.end + 1) / SLOT_COUNT[node.kind];
  context.fillStyle = colours['far-ground'];
  context.fillRect(left, at.y + 4 * k, 16 * pane.layout.metrics.cell * k, Math.max(1, 5 * k));
  context.fillStyle = colours['far-child'];
  context.fillRect(left, at.y + 4 * k, 16 * pane.layout.metrics.cell * k * fill, Math.max(1, 5 * k));
  const letters =
    node.children.length > 0
      ? null
      : letteringOf(textsOf([pane]), entryWidth(node, pane.layout.metrics) * k, LETTER_MOST, 0, least);
  if (letters !== null) {
    context.textAlign = 'center';
    context.textBaseline = 'middle';
  }
  for (let slot = 0; slot <= node.end; slot++) {
    const x = at.x + edges[slot]! * k;
    const cell = (edges[slot + 1]! - edges[slot]!) * k;
    const seam = cell >= 4 ? 0.6 : 0;
    const inner = node.children.length > 0;
    const look = inner ? null : pane.look(node.slots[slot] ?? 0n);
    const kind = look === null ? 'child' : look.kind;
    if (kind === 'null') {
      drawHatch(context, x, top, cell - seam, height, colours);
      continue;
    }
    context.fillStyle = inner ? colours['far-ground'] : colours[cellToken(kind)];
    context.fillRect(x, top, cell - seam, height);
    if (inner && cell >= 5) drawChildDot(context, x + (cell - seam) / 2, top + height / 2, cell, colours);
    if (letters === null || look === null || look.text === '') continue;
    context.font = `600 ${letters.px}px ${WORD_FACE}`;
    context.fillStyle = colours[letterToken(kind)];
    context.fillText(cellText(look, letters.room), x + (cell - seam) / 2, top + height / 2);
  }
}

function drawChildDot(context: Pen, x: number, y: number, cell: number, colours: Colours): void {
  context.fillStyle = colours.muted;
  context.beginPath();
  context.arc(x, y, Math.min(2.4, cell * 0.16), 0, 2 * Math.PI);
  context.fill();
}

function drawHatch(context: Pen, x: number, y: number, w: number, h: number, colours: Colours): void {
  if (w < 5) {
    context.globalAlpha = 0.45;
    context.fillStyle = colours.hatch;
    context.fillRect(x, y, w, h);
    context.globalAlpha = 1;
    return;
  }
  context.strokeStyle = colours.hatch;
  context.lineWidth = 1;
  context.beginPath();
  for (const [x1, y1, x2, y2] of hatchLines({ x, y, w, h }, 4, x + y)) {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  }
  context.stroke();
}
