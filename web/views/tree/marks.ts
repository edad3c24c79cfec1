// SPDX-License-Identifier: GPL-2.0-or-later
//
// The marks over the nodes: the touched slots of the nodes in view, the selected one, the hovered one and its like in
// the other tree. Small and redrawn whole, so that hover costs nothing of the picture below. In the far picture the
// canvas marks the touched slots itself.

import { WHOLE_NODE, type SlotRef, type TouchedRange } from '../shared/refs';
import { put } from '../shared/svg';
import { drawRings } from './rings';
import type { Detail } from './node-box';
import type { NodeBox } from './layout';
import { cellsRect, rectOf, type Rect } from './mark-places';
import { counterparts, findPane, touchedRun, type Pane, type World } from './pane';

export interface MarkData {
  readonly touched: TouchedRange | null;
  readonly selected: SlotRef | null;
  /** The subject of the event of a step that is half-way. */
  readonly event: SlotRef | null;
  /** The results of a search. */
  readonly rings: readonly SlotRef[];
  readonly hovered: SlotRef | null;
  /** The node that the table's focus is on. */
  readonly focused: SlotRef | null;
  readonly detail: Detail;
  readonly zoom: number;
  /** Whether a node can be seen. */
  readonly inView: (pane: Pane, box: NodeBox) => boolean;
}

export function drawMarks(layer: SVGGElement, world: World, data: MarkData): void {
  layer.replaceChildren();
  if (data.detail !== 'far') for (const rect of touchedRects(world, data)) markRect(layer, rect, 1, 'touched');
  if (data.detail !== 'far') drawRings(layer, world, data);
  if (data.event !== null) markEvent(layer, world, data.event, data.detail);
  if (data.selected !== null) around(layer, world, data.selected, 'selected', data);
  if (data.hovered !== null) {
    around(layer, world, data.hovered, 'hovered', data);
    for (const ref of counterparts(world, data.hovered)) {
      around(layer, world, ref, 'hovered linked', data);
      join(layer, world, data.hovered, ref, data.detail);
    }
  }
  if (data.focused !== null) mark(layer, world, data.focused, 'focused', data.detail);
}

// All that the range meets: one rectangle a leaf.
function touchedRects(world: World, { touched, detail, inView }: MarkData): readonly Rect[] {
  const pane = touched === null ? null : findPane(world, touched.tree);
  if (touched === null || pane === null) return [];
  return pane.layout.boxes.flatMap((box) => {
    const run = inView(pane, box) ? touchedRun(box.node, touched.first, touched.last) : null;
    return run === null ? [] : [cellsRect(pane, box, run.from, run.to, detail)];
  });
}

function mark(layer: SVGGElement, world: World, ref: SlotRef, kind: string, detail: Detail): void {
  const rect = rectOf(world, ref, detail);
  if (rect === null) return;
  markRect(layer, rect, ref.slot === WHOLE_NODE ? 4 : 1, kind);
}

/**
 * Pixels between the outline of what is chosen or under the pointer and its mark: that outline shows what the step did.
 */
const APART = { node: 3, slot: 3.5 } as const;

function around(layer: SVGGElement, world: World, ref: SlotRef, kind: string, { detail, zoom }: MarkData): void {
  const rect = rectOf(world, ref, detail);
  if (rect === null) return;
  const off = ref.slot === WHOLE_NODE ? APART.node / zoom - 2 : APART.slot / zoom;
  markRect(
    layer,
    { x: rect.x - off, y: rect.y - off, width: rect.width + 2 * off, height: rect.height + 2 * off },
    3,
    `outer ${kind}`,
  );
}

// The node in a frame of its own; of its slot a wedge hangs in the cell.
function markEvent(layer: SVGGElement, world: World, ref: SlotRef, detail: Detail): void {
  const node = rectOf(world, { ...ref, slot: WHOLE_NODE }, detail);
  if (node === null) return;
  put(layer, 'rect', {
    x: node.x - 2,
    y: node.y - 2,
    width: node.width + 4,
    height: node.height + 4,
    class: 'mark event',
    rx: 6,
  });
  if (ref.slot === WHOLE_NODE) return;
  mark(layer, world, ref, 'event', detail);
  const cell = rectOf(world, ref, detail);
  if (cell !== null)
    put(layer, 'path', { class: 'event-sign', d: `M${cell.x + cell.width / 2 - 4.5},${cell.y + 1}h9l-4.5,6z` });
}

function markRect(layer: SVGGElement, rect: Rect, rx: number, kind: string): void {
  // A light edge around the line, so that it is seen on cells of every colour.
  put(layer, 'rect', { ...rect, class: kind.startsWith('outer') ? 'mark halo outer' : 'mark halo', rx });
  put(layer, 'rect', { ...rect, class: `mark ${kind}`, rx });
}

function join(layer: SVGGElement, world: World, a: SlotRef, b: SlotRef, detail: Detail): void {
  const from = rectOf(world, a, detail);
  const to = rectOf(world, b, detail);
  if (from === null || to === null) return;
  const x0 = from.x + from.width / 2;
  const x1 = to.x + to.width / 2;
  const y0 = from.y;
  const y1 = to.y;
  const lift = Math.min(y0, y1) - 30;
  put(layer, 'path', { class: 'mark link', d: `M${x0},${y0}C${x0},${lift} ${x1},${lift} ${x1},${y1}` });
}
