// SPDX-License-Identifier: GPL-2.0-or-later
//
// Rings around what a search found, with a diamond at the upper left corner: marked by its shape, not by its colour
// alone. Of neighbours each keeps to its own slot, and only the first has the diamond.

import { sameRef, WHOLE_NODE, type SlotRef } from '../shared/refs';
import { put } from '../shared/svg';
import { rectOf } from './mark-places';
import type { NodeBox } from './layout';
import type { Detail } from './node-box';
import { findBox, type Pane, type World } from './pane';

/** Half the height of the diamond. */
const DIAMOND = 4;
/** Outside of the slot, and inside of it where the neighbour has a ring too. */
const OUT = 2;
const IN = 2;

export interface RingData {
  readonly rings: readonly SlotRef[];
  /** The chosen result: its ring is the stronger. */
  readonly selected: SlotRef | null;
  readonly detail: Detail;
  readonly zoom: number;
  readonly inView: (pane: Pane, box: NodeBox) => boolean;
}

const keyOf = ({ tree, node, slot }: SlotRef): string => `${tree} ${node} ${slot}`;

export function drawRings(layer: SVGGElement, world: World, data: RingData): void {
  const found = new Set(data.rings.map(keyOf));
  for (const ref of data.rings) {
    const at = findBox(world, ref);
    const rect = at !== null && data.inView(at.pane, at.box) ? rectOf(world, ref, data.detail) : null;
    if (rect === null) continue;
    const has = (slot: number): boolean => ref.slot !== WHOLE_NODE && found.has(keyOf({ ...ref, slot }));
    const [before, behind] = [has(ref.slot - 1), has(ref.slot + 1)];
    const inside = Math.min(IN / data.zoom, rect.width / 5);
    const x = rect.x + (before ? inside : -OUT);
    const y = rect.y - OUT;
    const width = rect.x + rect.width + (behind ? -inside : OUT) - x;
    const chosen = data.selected !== null && sameRef(ref, data.selected) ? ' chosen' : '';
    const ring = { x, y, width, height: rect.height + 2 * OUT, rx: 4 };
    // A light edge, so that it is seen on cells of its own colour too.
    put(layer, 'rect', { ...ring, class: 'mark halo outer' });
    put(layer, 'rect', { ...ring, class: `mark found${chosen}` });
    if (!before) put(layer, 'path', { class: 'found-sign', d: diamond(x, y + 2, DIAMOND) });
  }
}

/** Path data of the sign of what was found. */
export function diamond(x: number, y: number, r: number): string {
  return `M${x - r},${y}l${r},${-r}l${r},${r}l${-r},${r}z`;
}
