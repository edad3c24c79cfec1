// SPDX-License-Identifier: GPL-2.0-or-later
//
// The line under the picture: which letter and colour means what, and how outlines tell of change. Names only what the
// picture shows.

import { CELL_KINDS, type CellKind } from '../shared/palette';
import type { TreeViewData } from './types';
import type { Look, Trail } from '../shared/trail';
import { SLOT_COUNT, type Detail, type DrawnNode } from './node-box';
import { isLoose, type World } from './pane';

const SAMPLE: Readonly<Partial<Record<CellKind, string>>> = { value: 'v', label: 'ab' };

const OUTLINES: readonly (readonly [string, string])[] = [
  ['new', 'new'],
  ['rewritten', 'rewritten in place'],
  ['adopted', 'other parent or slot'],
  ['replaced', 'replaced'],
  ['destroyed', 'destroyed'],
  ['lost', 'out of reach'],
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
  readonly data: Pick<TreeViewData, 'half' | 'rings' | 'readers' | 'pointers'>;
  readonly touched: boolean;
  /** The way that is drawn. */
  readonly trail: Trail | null;
  /** What became of the ghosts that are drawn. */
  readonly fates: ReadonlySet<string>;
  /** A dead node that waits for readers is drawn. */
  readonly kept: boolean;
}

/** What is told of ways, of what is broken and of the far picture comes with what draws these. */
export interface LaterItems {
  trailItems(trail: Trail, world: World): readonly HTMLElement[];
  brokenItems(world: World): readonly HTMLElement[];
  unevenItems(world: World): readonly HTMLElement[];
}

export function drawLegend(element: HTMLElement, world: World, { data, touched, trail, fates, kept }: LegendWants, later: LaterItems | null): void {
  const kinds = kindsIn(world);
  const changes = new Set(world.panes.flatMap((pane) => [...pane.scene.changes.now.values()] as string[]));
  for (const fate of fates) changes.add(fate);
  const items: HTMLElement[] = CELL_KINDS.filter((info) => kinds.has(info.kind)).map((info) =>
    item(`c-${info.kind}`, SAMPLE[info.kind] ?? info.letter, info.name),
  );
  const outlines = OUTLINES.filter(([key]) => changes.has(key)).map(([key, name]) => item(`o-${key}`, '', name));
  if (touched) outlines.push(item('o-touched', '', 'touched slot'));
  if (trail !== null) outlines.push(...(later?.trailItems(trail, world) ?? []));
  else if (touched) outlines.push(item('o-path', '', 'way to it'));
  const names = world.panes.map(({ name }) => name);
  const stands = (state: boolean): boolean => data.readers.some(({ tree, dead, node, believes }) => names.includes(tree) && !dead && node !== null && (believes !== undefined) === state);
  if (stands(false)) outlines.push(item('o-reader', 'R', 'reader parked here'));
  if (stands(true)) outlines.push(item('o-reader', 's', 'state stands here'));
  if (kept) outlines.push(item('o-kept', '', 'dead, waits for readers'));
  if (data.half !== null && data.half.node !== null) outlines.push(item('o-event', '', 'what the event is about'));
  if (world.panes.some((pane) => pane.layout.boxes.some(({ node }) => node.children.some((_, slot) => isLoose(pane, node, slot))))) outlines.push(item('o-loose', '', 'child that is not there'));
  if (data.rings.length > 0) outlines.push(item('o-found', '', 'found'));
  outlines.push(...(later?.brokenItems(world) ?? []));
  if (world.panes.some((pane) => pane.layout.boxes.some(({ node }) => node.gaps !== null))) {
    items.push(only('near', item('o-gap', '', 'gap')), only('near', item('o-gap-largest', '', 'largest gap')));
  }
  if (world.panes.some((pane) => pane.layout.boxes.some(({ node }) => isFull(node)))) items.push(only('full', item('o-implied', 'max', 'implied pivot')));
  // The bar over a node's cells, which only the far picture has.
  items.push(only('far', item('o-fill', '', 'slots used')));
  items.push(...(later?.unevenItems(world) ?? []));
  if (world.panes.length > 0) items.push(hexItem());
  if (outlines.length > 0) outlines[0]?.classList.add('first-outline');
  element.replaceChildren(...items, ...outlines);
}

// Its last pivot is not stored (spec/01 section 3.3); the root pointer stores none at all.
function isFull({ kind, end }: DrawnNode): boolean {
  return kind === 'root' || end === SLOT_COUNT[kind] - 1;
}

/** An item for what is drawn at some zooms only: `near`, `far`, or a sign that needs a cell wide enough. */
export function only(when: string, element: HTMLElement): HTMLElement {
  element.dataset.when = when;
  return element;
}

/** Hides the items of what this zoom does not draw. */
export function showLegend(element: HTMLElement, detail: Detail, signs: readonly Pick<Look, 'sign'>[]): void {
  const now = new Set([detail, detail === 'far' ? '' : 'near', ...signs.map(({ sign }) => `sign ${sign}`)]);
  for (const one of element.querySelectorAll<HTMLElement>('[data-when]')) one.hidden = !now.has(one.dataset.when ?? '');
}

// Said once: pictures and tables leave the prefix out.
function hexItem(): HTMLElement {
  const element = document.createElement('span');
  element.className = 'item';
  element.title = 'Indexes and addresses stand in pictures and tables in hexadecimal, without 0x: 46 is 0x46, which is 70. Entries and counts are decimal, as a scenario writes them.';
  const mark = document.createElement('span');
  mark.className = 'ms-hex';
  mark.textContent = 'hex';
  element.append(mark, '46 is 0x46');
  return element;
}

export function item(cls: string, letter: string, name: string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'item';
  const swatch = document.createElement('span');
  swatch.className = `ms-swatch ${cls}`;
  swatch.textContent = letter;
  element.append(swatch, name);
  return element;
}
