// SPDX-License-Identifier: GPL-2.0-or-later
//
// The line under the picture: which letter and colour means what, and how outlines tell of change. Names only what the
// picture shows.

import { CELL_KINDS, type CellKind } from '../shared/palette';
import type { World } from './pane';

const SAMPLE: Readonly<Partial<Record<CellKind, string>>> = { value: '7', label: 'ab' };

const OUTLINES: readonly (readonly [string, string])[] = [
  ['new', 'new'],
  ['rewritten', 'rewritten in place'],
  ['adopted', 'other parent or slot'],
  ['replaced', 'replaced'],
  ['destroyed', 'destroyed'],
];

/** Kinds that the leaves of a picture hold, in the legend's order. */
export function kindsIn(world: World): ReadonlySet<CellKind> {
  const kinds = new Set<CellKind>();
  for (const pane of world.panes) {
    for (const { node } of pane.layout.boxes) {
      if (node.children.length > 0) continue;
      for (const word of node.slots) kinds.add(pane.look(word).kind);
    }
  }
  return kinds;
}

export function drawLegend(element: HTMLElement, world: World, touched: boolean): void {
  const kinds = kindsIn(world);
  const changes = new Set(world.panes.flatMap((pane) => [...pane.scene.changes.now.values()] as string[]));
  for (const pane of world.panes) for (const { fate } of pane.departures) changes.add(fate);
  const items: HTMLElement[] = CELL_KINDS.filter((info) => kinds.has(info.kind)).map((info) =>
    item(`c-${info.kind}`, SAMPLE[info.kind] ?? info.letter, info.name),
  );
  const outlines = OUTLINES.filter(([key]) => changes.has(key)).map(([key, name]) => item(`o-${key}`, '', name));
  if (touched) outlines.push(item('o-touched', '', 'touched slot'), item('o-path', '', 'way to it'));
  if (world.panes.some((pane) => pane.layout.boxes.some(({ node }) => node.gaps !== null))) {
    items.push(item('o-gap', '', 'gap'), item('o-gap-largest', '', 'largest gap'));
  }
  if (outlines.length > 0) outlines[0]?.classList.add('first-outline');
  element.replaceChildren(...items, ...outlines);
}

function item(cls: string, letter: string, name: string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'item';
  const swatch = document.createElement('span');
  swatch.className = `ms-swatch ${cls}`;
  swatch.textContent = letter;
  element.append(swatch, name);
  return element;
}
