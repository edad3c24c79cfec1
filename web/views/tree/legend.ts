// SPDX-License-Identifier: GPL-2.0-or-later
//
// The line under the picture: which letter and colour means what, and how outlines tell of change. Names only what the
// picture shows.

import { CELL_KINDS, type CellKind } from '../shared/palette';
import type { SceneReader } from '../../model/run';
import { put } from '../shared/svg';
import { slotKey, type Trail } from '../shared/trail';
import { VERDICTS, type VerdictLook } from '../shared/verdicts';
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

export interface LegendWants {
  readonly touched: boolean;
  /** The way that is drawn. */
  readonly trail: Trail | null;
  readonly readers: readonly SceneReader[];
  /** A dead node with a reader on it is drawn. */
  readonly kept: boolean;
}

export function drawLegend(element: HTMLElement, world: World, { touched, trail, readers, kept }: LegendWants): void {
  const kinds = kindsIn(world);
  const changes = new Set(world.panes.flatMap((pane) => [...pane.scene.changes.now.values()] as string[]));
  for (const pane of world.panes) for (const { fate } of pane.departures) changes.add(fate);
  const items: HTMLElement[] = CELL_KINDS.filter((info) => kinds.has(info.kind)).map((info) =>
    item(`c-${info.kind}`, SAMPLE[info.kind] ?? info.letter, info.name),
  );
  const outlines = OUTLINES.filter(([key]) => changes.has(key)).map(([key, name]) => item(`o-${key}`, '', name));
  if (touched) outlines.push(item('o-touched', '', 'touched slot'));
  if (trail !== null) outlines.push(...trailItems(trail, world));
  else if (touched) outlines.push(item('o-path', '', 'way to it'));
  const names = world.panes.map(({ name }) => name);
  if (readers.some(({ tree, dead, node }) => names.includes(tree) && !dead && node !== null)) outlines.push(item('o-reader', 'R', 'reader parked here'));
  if (kept) outlines.push(item('o-kept', '', 'dead, kept for a reader'));
  if (world.panes.some((pane) => pane.layout.boxes.some(({ node }) => node.gaps !== null))) {
    items.push(item('o-gap', '', 'gap'), item('o-gap-largest', '', 'largest gap'));
  }
  // The bar over a node's cells, which only the far picture has.
  const fill = item('o-fill', '', 'slots used');
  fill.classList.add('only-far');
  items.push(fill);
  if (outlines.length > 0) outlines[0]?.classList.add('first-outline');
  element.replaceChildren(...items, ...outlines);
}

function trailItems(trail: Trail, world: World): HTMLElement[] {
  const items: HTMLElement[] = [];
  if (trail.visits.length > 0) items.push(item('o-visit', '1', 'visits in order'));
  const verdicts = new Set(trail.looks.map(({ verdict }) => verdict));
  items.push(...VERDICTS.filter(({ verdict }) => verdicts.has(verdict)).map(verdictItem));
  const walked = world.panes.some(({ name, routes }) => name === trail.tree && routes.some(({ parent, slot }) => trail.down.has(slotKey(parent, slot))));
  if (walked) items.push(item('o-path', '', 'way down'));
  if (trail.climbed.size > 0) items.push(item('o-climb', '', 'up again'));
  return items;
}

function verdictItem(look: VerdictLook): HTMLElement {
  const element = document.createElement('span');
  element.className = 'item';
  const svg = put(element, 'svg', { class: 'ms-sign', viewBox: '-8 -8 16 16', width: 16, height: 16 });
  const sign = put(svg, 'g', { class: look.verdict === 'taken' ? 'sign taken' : 'sign' });
  put(sign, 'circle', { r: 6.5 });
  put(sign, 'path', { d: look.path });
  element.append(look.name);
  return element;
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
