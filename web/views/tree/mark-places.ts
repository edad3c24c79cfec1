// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where slots and nodes stand in the picture, for what is drawn over them. Pure.

import { WHOLE_NODE, type SlotRef } from '../shared/refs';
import type { NodeBox } from './layout';
import { cellRow, slotSpan, type Detail } from './node-box';
import { findBox, type Pane, type World } from './pane';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a slot is drawn, or a node. */
export function rectOf(world: World, ref: SlotRef, detail: Detail): Rect | null {
  const found = findBox(world, ref);
  if (found === null) return null;
  const { box, pane } = found;
  const x = pane.x + box.x;
  const y = pane.y + box.y;
  if (ref.slot === WHOLE_NODE) return { x: x - 2, y: y - 2, width: box.w + 4, height: box.h + 4 };
  return cellsRect(pane, box, ref.slot, ref.slot, detail);
}

/** Where a run of slots is drawn. */
export function cellsRect(pane: Pane, box: NodeBox, from: number, to: number, detail: Detail): Rect {
  const { x, w } = slotSpan(box.node, pane.layout.metrics, from, to);
  const row = cellRow(box.node.kind, box.metrics, detail);
  return { x: pane.x + box.x + x, y: pane.y + box.y + row.y, width: w, height: row.h };
}
