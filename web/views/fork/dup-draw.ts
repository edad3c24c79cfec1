// SPDX-License-Identifier: GPL-2.0-or-later
//
// Paints one moment of a duplication on a canvas: the parent as it is, or the child as far as it has come. Filled cells
// are the tree's own entries, outlined ones are still the parent's; outlines, crosses and letters say what colours
// say. Knows no events of the page.

import { cellToken, letterToken, type CellKind, type Colours } from '../shared/palette';
import type { LookUp } from '../shared/entry-look';
import { hatchLines, type Pen } from '../shared/pen';
import { counted } from '../../base/text';
import { groupedCount } from '../shared/text';
import {
  BESIDE,
  cellFirst,
  isThin,
  LEAF_MINIMUM,
  NEVER,
  ROOT,
  type DupModel,
  type DupRequest,
  type Shape,
  type ShapeNode,
} from './dup-model';
import {
  densityColumns,
  headHeight,
  LANE,
  ROW_FOOT,
  ROW_HEAD,
  type CompactLayout,
  type DensityLayout,
  type DensityRow,
  type DupBox,
  type DupLayout,
} from './dup-layout';

export interface DupScene {
  readonly model: DupModel;
  readonly side: 'parent' | 'child';
  readonly cursor: number;
  readonly look: LookUp;
  readonly colours: Colours;
  /** Families of the words and of the figures. */
  readonly words: string;
  readonly mono: string;
}

export function drawDup(pen: Pen, layout: DupLayout, scene: DupScene): void {
  pen.lineJoin = 'round';
  if (layout.kind === 'compact') drawCompact(pen, layout, scene);
  else drawDensity(pen, layout, scene);
}

function shapeOfScene({ model, side }: DupScene): Shape {
  return side === 'parent' ? model.parent : model.child;
}

function drawCompact(pen: Pen, layout: CompactLayout, scene: DupScene): void {
  const shape = shapeOfScene(scene);
  for (const [k, node] of shape.nodes.entries()) {
    const box = layout.boxes[k];
    if (box === undefined) continue;
    if (node.kind === 'leaf') drawLeaf(pen, layout, box, k, node, scene);
    else drawInner(pen, box, k, node, scene);
  }
  for (const [k, node] of shape.nodes.entries()) if (node.children.length > 0) drawLane(pen, layout, k, node, scene);
  if (scene.side === 'child') {
    drawRequest(
      pen,
      layout.boxes[0],
      scene.model.requests.find(({ of }) => of === ROOT),
      scene,
    );
    drawLimit(pen, layout, shape, scene);
  }
}

type NodeState = 'absent' | 'obtained' | 'filled' | 'freed';

function nodeState(k: number, { model, side, cursor }: DupScene): NodeState {
  if (side === 'parent') return 'filled';
  if ((model.nodeFreedAt[k] ?? NEVER) < cursor) return 'freed';
  if ((model.filledAt[k] ?? NEVER) < cursor) return 'filled';
  return (model.obtainedAt[k] ?? NEVER) < cursor ? 'obtained' : 'absent';
}

function isCurrent(k: number, { model, side, cursor }: DupScene): boolean {
  return (
    side === 'child' &&
    (model.filledAt[k] === cursor - 1 || (model.nodeFreedAt[k] === cursor - 1 && cursor < model.marks.length))
  );
}

function frame(pen: Pen, { x, y, w, h }: DupBox, state: NodeState, current: boolean, { colours }: DupScene): void {
  pen.setLineDash(state === 'absent' ? [1.5, 2.5] : []);
  pen.lineWidth = current ? 2 : 1;
  const quiet = w < 12 ? colours['line-strong'] : colours.muted;
  pen.strokeStyle = current
    ? colours.accent
    : state === 'absent'
      ? colours['line-strong']
      : state === 'freed'
        ? colours.hatch
        : quiet;
  pen.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(w) - 1, Math.round(h) - 1);
  pen.setLineDash([]);
}

const HATCH_STEP = 5;

// The sign for a node that was freed.
function hatch(pen: Pen, box: DupBox, colour: string, phase = box.x + box.y): void {
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  pen.beginPath();
  for (const [x1, y1, x2, y2] of hatchLines(box, HATCH_STEP, phase)) {
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
  }
  pen.stroke();
}

// Words over a hatched ground.
function behind(pen: Pen, x: number, y: number, wide: number, { colours }: DupScene): void {
  pen.fillStyle = colours.bg;
  pen.fillRect(x - 3, y - 7, wide + 6, 13);
}

// In a row of density it has the fill of all that is filled there.
function drawInner(pen: Pen, box: DupBox, k: number, node: ShapeNode, scene: DupScene, density = false): void {
  const { colours, model, side } = scene;
  const state = nodeState(k, scene);
  if (state === 'filled' || (density && state === 'obtained')) {
    pen.fillStyle = !density ? colours.panel : state === 'filled' ? colours[COPIED] : colours.hairline;
    pen.fillRect(Math.round(box.x), box.y, Math.round(box.w), box.h);
  }
  frame(pen, box, state, isCurrent(k, scene), scene);
  if (state === 'freed') hatch(pen, { x: box.x + 1, y: box.y + 1, w: box.w - 2, h: box.h - 2 }, colours.hatch);
  const order = model.order[k] ?? 0;
  const shown = side === 'child' && state !== 'absent' && state !== 'obtained' && order > 0;
  pen.textBaseline = 'middle';
  const middle = box.y + box.h / 2 + 0.5;
  let room = box.w - 10;
  if (shown) {
    pen.font = `600 12px ${scene.mono}`;
    pen.textAlign = 'left';
    const text = order.toString();
    const wide = pen.measureText(text).width;
    if (state === 'freed' && wide <= box.w - 4)
      behind(pen, box.w < 20 ? box.x + (box.w - wide) / 2 : box.x + 5, middle, wide, scene);
    pen.fillStyle = state === 'freed' ? colours.muted : density ? colours[ON_COPIED] : colours.ink;
    if (wide <= box.w - 4) pen.fillText(text, box.w < 20 ? box.x + (box.w - wide) / 2 : box.x + 5, middle);
    room -= wide + 8;
  }
  if (state === 'absent' || state === 'obtained') return;
  pen.font = `400 12px ${scene.mono}`;
  const fill = `${node.children.length} ${node.kind === 'arange' ? 'of 10' : 'of 16'}`;
  const texts = [fill, node.children.length.toString()];
  const text = texts.find((one) => pen.measureText(one).width <= room);
  if (text === undefined) return;
  if (state === 'freed')
    behind(pen, box.x + box.w - 5 - pen.measureText(text).width, middle, pen.measureText(text).width, scene);
  pen.textAlign = 'right';
  pen.fillStyle = density && state === 'filled' ? colours[ON_COPIED] : colours.muted;
  pen.fillText(text, box.x + box.w - 5, middle);
}

function drawLeaf(pen: Pen, layout: CompactLayout, box: DupBox, k: number, node: ShapeNode, scene: DupScene): void {
  const state = nodeState(k, scene);
  const { colours } = scene;
  if (state === 'filled' || state === 'freed') {
    pen.fillStyle = colours.panel;
    pen.fillRect(box.x, box.y, box.w, (node.end + 1) * layout.cell);
    for (let slot = 0; slot <= node.end; slot++) drawCell(pen, layout, box, node, slot, scene, state === 'freed');
  }
  frame(pen, box, state, isCurrent(k, scene), scene);
  if (state === 'filled' || state === 'freed') drawEnd(pen, layout, box, node, colours);
  if (state === 'freed') hatchLeaf(pen, layout, box, node, colours);
  else if (state === 'filled' && isThin(node)) drawThin(pen, layout, box, node, scene);
  drawOrder(pen, layout, box, k, state, scene);
}

// Over the slots that it lacks.
function drawThin(
  pen: Pen,
  layout: CompactLayout,
  { x, y, w }: DupBox,
  { end }: ShapeNode,
  { colours, words }: DupScene,
): void {
  const top = y + (end + 1) * layout.cell;
  const foot = y + LEAF_MINIMUM * layout.cell;
  pen.strokeStyle = colours.bad;
  pen.lineWidth = 1.5;
  pen.setLineDash([4, 2]);
  pen.strokeRect(x + 2, top + 2, w - 4, Math.max(2, foot - top - 3));
  pen.setLineDash([]);
  pen.font = `600 12px ${words}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = colours.bad;
  const text = [`thin: ${end + 1} of ${LEAF_MINIMUM}`, 'thin'].find((one) => pen.measureText(one).width <= w - 2);
  if (text !== undefined) pen.fillText(text, x + w / 2, foot + 9);
}

// Only what holds no entry: its letters stay readable.
function hatchLeaf(
  pen: Pen,
  layout: CompactLayout,
  { x, y, w, h }: DupBox,
  { end }: ShapeNode,
  colours: Colours,
): void {
  const used = (end + 1) * layout.cell + 1;
  hatch(pen, { x: x + 1, y: y + used, w: w - 2, h: Math.max(0, h - used - 1) }, colours.hatch);
  hatch(pen, { x, y: y + h, w, h: 4 }, colours.muted);
}

// Under the last slot in use.
function drawEnd(pen: Pen, layout: CompactLayout, { x, y, w }: DupBox, { end }: ShapeNode, colours: Colours): void {
  if (end >= 15) return;
  pen.fillStyle = colours['line-strong'];
  pen.fillRect(x + 1, y + (end + 1) * layout.cell, w - 2, 1);
}

function drawOrder(pen: Pen, layout: CompactLayout, box: DupBox, k: number, state: NodeState, scene: DupScene): void {
  const order = scene.model.order[k] ?? 0;
  if (scene.side === 'parent' || order === 0 || layout.head === 'none' || state === 'absent' || state === 'obtained')
    return;
  pen.fillStyle = state === 'freed' ? scene.colours.muted : scene.colours.ink;
  pen.font = `600 12px ${scene.mono}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  if (layout.head === 'across') {
    pen.fillText(order.toString(), box.x + box.w / 2, box.y - 5);
    return;
  }
  pen.save();
  pen.translate(box.x + box.w / 2, box.y - 3);
  pen.rotate(-Math.PI / 2);
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.fillText(order.toString(), 0, 0.5);
  pen.restore();
}

// In a freed node all entries are faded: those of the child that were removed, and those still the parent's.
function drawCell(
  pen: Pen,
  layout: CompactLayout,
  box: DupBox,
  node: ShapeNode,
  slot: number,
  scene: DupScene,
  freed: boolean,
): void {
  const { colours, model, cursor, side } = scene;
  const place = node.cell + slot;
  const cell = { x: box.x + 1, y: box.y + slot * layout.cell, w: box.w - 2, h: layout.cell - 1 };
  const word = node.words[slot] ?? 0n;
  if (side === 'child' && (model.markerAt[place] ?? NEVER) < cursor) {
    if (freed) {
      drawFaded(pen, layout, cell, 'z', scene);
      return;
    }
    paintMarker(pen, cell, colours);
    letter(pen, layout, cell, 'z', colours['on-zero'], scene);
    return;
  }
  if (word === 0n) {
    // NULL: a short stroke, so that it is not taken for a slot that is not in use.
    pen.fillStyle = colours.hatch;
    pen.fillRect(cell.x + cell.w * 0.3, cell.y + cell.h / 2 - 0.5, cell.w * 0.4, 1.5);
    return;
  }
  if (side === 'child' && (model.holeAt[place] ?? NEVER) < cursor) {
    drawHole(pen, cell, model.holeAt[place] === cursor - 1, colours);
    return;
  }
  const { kind, text } = scene.look(word);
  const own = side === 'parent' || (model.ownAt[place] ?? NEVER) < cursor;
  if (side === 'child' && model.way === 'stored' && !own) return;
  const number = side === 'parent' || model.way !== 'copied' || !own ? Number(word >> 1n) : (model.ownVma[place] ?? 0);
  const removed = side === 'child' && (model.vmaFreedAt[place] ?? NEVER) < cursor;
  const words = layout.numbers ? `${text} ${number}` : text;
  if (removed) drawRemoved(pen, layout, cell, words, scene);
  else if (freed) drawFaded(pen, layout, cell, words, scene);
  else paintEntry(pen, layout, cell, { kind, text: words, own }, scene);
  if (side === 'parent') return;
  if (model.ownAt[place] === cursor - 1 || model.vmaFreedAt[place] === cursor - 1) {
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 2;
    pen.strokeRect(cell.x - 0.5, cell.y - 0.5, cell.w + 1, cell.h + 1);
  }
}

function paintMarker(pen: Pen, { x, y, w, h }: DupBox, colours: Colours): void {
  pen.fillStyle = colours['cell-zero'];
  pen.fillRect(x, y, w, h);
  pen.lineWidth = 2;
  pen.strokeStyle = colours.ink;
  pen.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
}

// An outline without a fill: the VMA is gone, its name can be read.
function drawRemoved(pen: Pen, layout: CompactLayout, cell: DupBox, text: string, scene: DupScene): void {
  pen.setLineDash(layout.cell >= 10 ? [3, 2] : []);
  drawFaded(pen, layout, cell, text, scene);
  pen.setLineDash([]);
}

// The node is gone; the VMA is the parent's and stays, so its outline is not broken.
function drawFaded(pen: Pen, layout: CompactLayout, cell: DupBox, text: string, scene: DupScene): void {
  pen.strokeStyle = scene.colours['line-strong'];
  pen.lineWidth = 1;
  pen.strokeRect(cell.x + 0.5, cell.y + 0.5, Math.max(1, cell.w - 1), Math.max(1, cell.h - 1));
  letter(pen, layout, cell, text, scene.colours.muted, scene);
}

function drawHole(pen: Pen, { x, y, w, h }: DupBox, current: boolean, colours: Colours): void {
  pen.strokeStyle = current ? colours.accent : colours.ink;
  pen.lineWidth = current ? 1.6 : 1;
  const side = Math.min(w, h) * 0.34;
  const [cx, cy] = [x + w / 2, y + h / 2];
  pen.beginPath();
  pen.moveTo(cx - side, cy - side);
  pen.lineTo(cx + side, cy + side);
  pen.moveTo(cx - side, cy + side);
  pen.lineTo(cx + side, cy - side);
  pen.stroke();
  pen.setLineDash([2, 2]);
  pen.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
  pen.setLineDash([]);
}

interface Entry {
  readonly kind: CellKind;
  readonly text: string;
  readonly own: boolean;
}

function paintEntry(pen: Pen, layout: CompactLayout, cell: DupBox, { kind, text, own }: Entry, scene: DupScene): void {
  if (kind === 'null') return;
  const { colours } = scene;
  const fill = colours[cellToken(kind)];
  pen.fillStyle = fill;
  if (own) pen.fillRect(cell.x, cell.y, cell.w, cell.h);
  else {
    pen.globalAlpha = 0.16;
    pen.fillRect(cell.x, cell.y, cell.w, cell.h);
    pen.globalAlpha = 1;
    pen.strokeStyle = fill;
    pen.lineWidth = 1;
    pen.strokeRect(cell.x + 0.5, cell.y + 0.5, cell.w - 1, cell.h - 1);
  }
  letter(pen, layout, cell, text, own ? colours[letterToken(kind)] : colours.ink, scene);
}

function letter(
  pen: Pen,
  layout: CompactLayout,
  cell: DupBox,
  text: string,
  colour: string,
  { words }: DupScene,
): void {
  if (!layout.letters || text === '') return;
  pen.fillStyle = colour;
  pen.font = `600 12px ${words}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  if (pen.measureText(text).width <= cell.w - 2) pen.fillText(text, cell.x + cell.w / 2, cell.y + cell.h / 2 + 0.5);
}

// The lane from a node to its children: in the parent lines, in the child the bracket of the request that delivered
// them.
function drawLane(pen: Pen, layout: CompactLayout, k: number, node: ShapeNode, scene: DupScene): void {
  const { colours, model, side } = scene;
  const box = layout.boxes[k];
  const children = node.children.flatMap((child) => layout.boxes[child] ?? []);
  const [first, last] = [children[0], children[children.length - 1]];
  if (box === undefined || first === undefined || last === undefined) return;
  const request = side === 'child' ? model.requests.find(({ of }) => of === k) : undefined;
  if (request !== undefined) {
    drawRequest(pen, { x: first.x, y: box.y + box.h + LANE, w: last.x + last.w - first.x, h: 0 }, request, scene);
    return;
  }
  if (side === 'child' && model.way === 'copied') return;
  if (side === 'child' && (model.filledAt[k] ?? NEVER) >= scene.cursor) return;
  pen.strokeStyle = colours['line-strong'];
  pen.lineWidth = 1;
  pen.beginPath();
  const y = box.y + box.h + LANE / 2;
  const head = node.children.some((child) => shapeOfScene(scene).nodes[child]?.kind === 'leaf')
    ? headHeight(layout.head) - 3
    : 0;
  pen.moveTo(first.x + first.w / 2, y);
  pen.lineTo(last.x + last.w / 2, y);
  for (const child of children) {
    pen.moveTo(child.x + child.w / 2, y);
    pen.lineTo(child.x + child.w / 2, box.y + box.h + LANE + head);
  }
  pen.moveTo(box.x + box.w / 2, box.y + box.h);
  pen.lineTo(box.x + box.w / 2, y);
  pen.stroke();
}

// Over the nodes that it delivered: a bracket with their number. Refused: broken, and said so.
function drawRequest(pen: Pen, box: DupBox | undefined, request: DupRequest | undefined, scene: DupScene): void {
  const { colours, cursor } = scene;
  if (box === undefined || request === undefined || request.at >= cursor || request.of === BESIDE) return;
  const current = request.at === cursor - 1;
  const colour = !request.ok ? colours.bad : current ? colours.accent : colours.muted;
  const y = Math.round(box.y - 9) + 0.5;
  const [left, right] = [Math.round(box.x) + 0.5, Math.round(box.x + box.w) - 0.5];
  pen.strokeStyle = colour;
  pen.lineWidth = current ? 2 : 1.2;
  pen.setLineDash(request.ok ? [] : [4, 3]);
  pen.beginPath();
  pen.moveTo(left, y + 5);
  pen.lineTo(left, y);
  pen.lineTo(right, y);
  pen.lineTo(right, y + 5);
  pen.stroke();
  pen.setLineDash([]);
  pen.font = `600 12px ${scene.words}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const what = request.count === 1 ? 'single' : `bulk ${request.count}`;
  const texts = request.ok ? [what, request.count.toString()] : [`${what} refused`, `${request.count} ✕`];
  const text = texts.find((one) => pen.measureText(one).width <= right - left - 10);
  if (text === undefined) return;
  const wide = pen.measureText(text).width + 8;
  const middle = (left + right) / 2;
  pen.clearRect(middle - wide / 2, y - 7, wide, 14);
  pen.fillStyle = colour;
  pen.fillText(text, middle, y + 0.5);
}

// The first slot at or behind the limit.
function limitSlot(leaf: ShapeNode, limit: bigint): number {
  for (let slot = 0; slot <= leaf.end; slot++) if (cellFirst(leaf, slot) >= limit) return slot;
  return leaf.end + 1;
}

// How far an undoing goes: a line in the leaf in which it ends, a bracket below all that lies before it, and what it
// means.
function drawLimit(pen: Pen, layout: CompactLayout, shape: Shape, { model, cursor, colours, words }: DupScene): void {
  const { limit, limitBy, limitAt } = model;
  if (limit === null || limitAt >= cursor) return;
  const leaves = (shape.levels[shape.levels.length - 1] ?? []).flatMap((k) => {
    const [leaf, box] = [shape.nodes[k], layout.boxes[k]];
    return leaf === undefined || box === undefined ? [] : [{ leaf, box }];
  });
  const at = leaves.findIndex(({ leaf }) => leaf.min <= limit && limit <= leaf.max);
  const [first, there] = [leaves[0], leaves[at]];
  if (first === undefined || there === undefined) return;
  const slot = Math.min(limitSlot(there.leaf, limit), there.leaf.end + 1);
  // Of a leaf that it does not come into, nothing is in the bracket.
  const end = slot === 0 ? leaves[at - 1] : there;
  const foot = Math.round(first.box.y + first.box.h + 9) + 0.5;
  drawLimitLine(pen, layout, there.box, {
    slot,
    foot,
    before: end === undefined || slot > 0 ? null : end.box,
    colours,
  });
  if (end === undefined) return;
  const [from, to] = [Math.round(first.box.x) + 0.5, Math.round(end.box.x + end.box.w) - 0.5];
  pen.strokeStyle = colours.ink;
  pen.fillStyle = colours.ink;
  pen.lineWidth = 1.2;
  pen.beginPath();
  pen.moveTo(from, foot - 4);
  pen.lineTo(from, foot);
  pen.lineTo(to, foot);
  pen.lineTo(to, foot - 4);
  pen.stroke();
  pen.font = `600 12px ${words}`;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  const text = limitBy === 'marker' ? 'undone, up to the marker' : 'undone, up to the line';
  const wide = pen.measureText(text).width;
  pen.fillText(text, Math.max(0, Math.min(from, layout.width - wide)), foot + 8);
}

interface LimitLine {
  readonly slot: number;
  /** Where the bracket is that it goes down to, between the leaf before and this one. */
  readonly foot: number;
  readonly before: DupBox | null;
  readonly colours: Colours;
}

/** Half the room of a slot's label, with a number and without. */
const LABEL_CLEAR = { numbered: 26, lettered: 9 } as const;

// In a gap of its own between two slots; before a leaf's first one over the leaf, and down between it and the leaf
// before.
function drawLimitLine(
  pen: Pen,
  layout: CompactLayout,
  { x, y: top, w }: DupBox,
  { slot, foot, before, colours }: LimitLine,
): void {
  const y = slot === 0 ? top - 2 : Math.round(top + slot * layout.cell) - 0.5;
  const [left, right] = [x - 3, x + w + 3];
  // The labels of both slots stay whole.
  const clear = layout.numbers ? LABEL_CLEAR.numbered : layout.letters ? LABEL_CLEAR.lettered : 0;
  const parts =
    slot > 0 && w > 3 * clear
      ? [[left, x + w / 2 - clear] as const, [x + w / 2 + clear, right] as const]
      : [[left, right] as const];
  if (slot > 0 && layout.cell >= 10) {
    pen.fillStyle = colours.bg;
    for (const [from, to] of parts) pen.fillRect(from, y - 2.5, to - from, 5);
  }
  pen.strokeStyle = colours.ink;
  pen.lineWidth = 2;
  pen.setLineDash([5, 2]);
  pen.beginPath();
  if (before === null)
    for (const [from, to] of parts) {
      pen.moveTo(to, y);
      pen.lineTo(from, y);
    }
  else {
    pen.moveTo(right, y);
    const between = (before.x + before.w + x) / 2;
    pen.lineTo(between, y);
    pen.lineTo(between, foot);
  }
  pen.stroke();
  pen.setLineDash([]);
}

// ---- Density ----
//
// One fill for one state on every level: a filled node and what it holds of the parent's, over it the child's own VMAs;
// a slot that holds nothing is ground.

/** Columns of single nodes that are as wide have an outline and figures. */
const OUTLINED = 14;
const COPIED = 'cell-guard';
const ON_COPIED = 'on-guard';

interface Tally {
  filled: number;
  own: number;
  entries: number;
  removed: number;
  freed: number;
  /** The leaf with the marker, −1 for none. */
  marked: number;
}

function drawDensity(pen: Pen, layout: DensityLayout, scene: DupScene): void {
  const shape = shapeOfScene(scene);
  for (const [depth, row] of layout.rows.entries()) {
    const level = shape.levels[depth] ?? [];
    const tally: Tally = { filled: 0, own: 0, entries: 0, removed: 0, freed: 0, marked: -1 };
    const { columns, w, first } = densityColumns(level.length, layout.width);
    for (let column = 0; column < columns; column++) {
      const nodes = level.slice(first(column), first(column + 1));
      drawColumn(pen, { x: column * w, y: row.y, w, h: row.h }, nodes, shape, scene, tally);
    }
    if (row.leaves) {
      pen.strokeStyle = scene.colours['line-strong'];
      pen.lineWidth = 1;
      pen.strokeRect(0.5, row.y - 0.5, layout.width - 1, row.h + 1);
      drawFailure(pen, layout, row, level, scene, tally.marked);
    }
    pen.font = `400 12px ${scene.words}`;
    pen.textAlign = 'left';
    pen.textBaseline = 'alphabetic';
    pen.fillStyle = scene.colours.muted;
    pen.fillText(rowText(depth, level.length, row.leaves, tally, scene), 0, row.y - (ROW_HEAD - 12), layout.width);
  }
}

function rowText(
  depth: number,
  count: number,
  leaves: boolean,
  { filled, own, entries, removed, freed }: Tally,
  { side }: DupScene,
): string {
  const name = leaves ? counted(count, 'leaf', 'leaves') : depth === 0 ? 'root' : counted(count, 'node');
  if (side === 'parent') return leaves ? `${name}, ${counted(entries, 'entry', 'entries')}` : name;
  const parts = [name, `${groupedCount(filled)} filled`];
  if (leaves) parts.push(`${groupedCount(own)} of ${counted(entries, 'entry', 'entries')} its own`);
  if (removed > 0) parts.push(`${groupedCount(removed)} removed`);
  if (freed > 0) parts.push(`${groupedCount(freed)} freed`);
  return parts.join(' · ');
}

interface Column {
  /** Of them: the child's own VMAs; filled inner nodes, and VMAs that are the parent's. */
  slots: number;
  own: number;
  copied: number;
  /** Nodes that are there and not filled, and nodes that were freed. */
  empty: number;
  freed: number;
  current: boolean;
}

// From the bottom: the child's own entries, then those still the parent's; from the top: nodes without entries.
function drawColumn(
  pen: Pen,
  box: DupBox,
  nodes: readonly number[],
  shape: Shape,
  scene: DupScene,
  tally: Tally,
): void {
  const { colours } = scene;
  const column: Column = { slots: 0, own: 0, copied: 0, empty: 0, freed: 0, current: false };
  for (const k of nodes) {
    const node = shape.nodes[k];
    if (node !== undefined) countNode(k, node, scene, column, tally);
  }
  const first = nodes[0] ?? -1;
  const node = shape.nodes[first];
  if (node === undefined || column.slots === 0) return;
  if (node.kind !== 'leaf' && nodes.length === 1 && box.w >= OUTLINED) {
    drawInner(pen, { ...box, w: box.w - 2 }, first, node, scene, true);
    return;
  }
  // Whole pixels: neighbours neither run together nor leave a shimmer between them.
  const x = Math.round(box.x);
  const w = Math.max(1, Math.round(box.x + box.w) - x - (box.w >= 3 ? 1 : 0));
  const height = (n: number, of: number): number => (box.h * n) / of;
  const [own, copied] = [height(column.own, column.slots), height(column.copied, column.slots)];
  const [empty, freed] = [height(column.empty, nodes.length), height(column.freed, nodes.length)];
  pen.fillStyle = colours.hairline;
  pen.fillRect(x, box.y + freed, w, empty);
  pen.fillStyle = colours[COPIED];
  pen.fillRect(x, box.y + box.h - own - copied, w, copied);
  pen.fillStyle = colours.muted;
  pen.fillRect(x, box.y + box.h - own, w, own);
  // One hatching over all columns of a row.
  if (freed > 0) hatch(pen, { x, y: box.y, w, h: freed }, colours.hatch, 0);
  if (column.current) {
    pen.fillStyle = colours.accent;
    pen.fillRect(box.x - 0.5, box.y - 3, Math.max(2, box.w), box.h + 6);
  }
}

function countNode(k: number, node: ShapeNode, scene: DupScene, column: Column, tally: Tally): void {
  const { model, cursor, side } = scene;
  const state = nodeState(k, scene);
  column.slots += node.kind === 'leaf' ? 16 : 1;
  column.current ||= isCurrent(k, scene);
  if (state === 'obtained') column.empty++;
  if (state === 'freed') column.freed++;
  if (state === 'freed') tally.freed++;
  if (state === 'filled' || state === 'freed') tally.filled++;
  if (node.kind !== 'leaf') {
    if (state === 'filled') column.copied++;
    return;
  }
  for (let slot = 0; slot <= node.end; slot++) {
    if ((node.words[slot] ?? 0n) === 0n) continue;
    tally.entries++;
    const place = node.cell + slot;
    const done = (at: Int32Array): boolean => side === 'child' && (at[place] ?? NEVER) < cursor;
    if (done(model.markerAt)) tally.marked = k;
    if (done(model.vmaFreedAt)) {
      tally.removed++;
      column.current ||= model.vmaFreedAt[place] === cursor - 1;
    } else if (done(model.ownAt)) {
      tally.own++;
      if (state === 'filled') column.own++;
      column.current ||= model.ownAt[place] === cursor - 1;
    } else if (
      state === 'filled' &&
      (side === 'parent' || model.way === 'copied') &&
      !done(model.holeAt) &&
      !done(model.markerAt)
    )
      column.copied++;
  }
}

// A leaf may be thinner than a pixel: where the fork fails a line goes through the row, named below it; so is the
// marker.
function drawFailure(
  pen: Pen,
  layout: DensityLayout,
  row: DensityRow,
  level: readonly number[],
  scene: DupScene,
  marked: number,
): void {
  const { model, side, cursor, colours, words } = scene;
  const { failure, failedAt } = model;
  if (failure === null || failedAt >= cursor || (side === 'child' && model.way !== 'copied')) return;
  const nodes = shapeOfScene(scene).nodes;
  const leaf = level.findIndex((k) => {
    const node = nodes[k];
    return node !== undefined && failure.cell >= node.cell && failure.cell < node.cell + node.words.length;
  });
  if (leaf < 0) return;
  const middle = (place: number): number => ((place + 0.5) / level.length) * layout.width;
  const thick = side === 'child' ? 3 : 2;
  const x = Math.round(Math.max(0, Math.min(layout.width - thick, middle(leaf) - thick / 2)));
  const foot = row.y + row.h + ROW_FOOT - 9;
  pen.fillStyle = side === 'child' ? colours.bad : colours.ink;
  pen.fillRect(x, row.y - 4, thick, foot + 7 - row.y + 4);
  pen.font = `600 12px ${words}`;
  pen.textBaseline = 'middle';
  const left = x < layout.width / 2;
  pen.textAlign = left ? 'left' : 'right';
  const vma = `VMA ${groupedCount(failure.vma)}`;
  // Beside the line, and beside the marker's box also before there is one.
  const aside = side === 'child' ? 15 : 5;
  pen.fillText(
    side === 'child' ? `✕ ${failure.point} at ${vma}` : vma,
    left ? x + thick + aside : x - aside,
    foot + 0.5,
  );
  if (marked < 0) return;
  const at = Math.round(Math.max(0, Math.min(layout.width - 14, middle(level.indexOf(marked)) - 7)));
  const cell = { x: at, y: foot - 6, w: 14, h: 14 };
  paintMarker(pen, cell, colours);
  pen.fillStyle = colours['on-zero'];
  pen.font = `600 12px ${words}`;
  pen.textAlign = 'center';
  pen.fillText('z', cell.x + cell.w / 2, cell.y + cell.h / 2 + 0.5);
}
