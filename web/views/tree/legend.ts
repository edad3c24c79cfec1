// SPDX-License-Identifier: GPL-2.0-or-later
//
// The line under the picture: which letter and colour means what, and how outlines show change. Names only what the
// picture shows.

import { numberBase } from '../../base/number-base';
import { CELL_KINDS, type CellKind } from '../shared/palette';
import type { TreeViewData } from './types';
import { put } from '../shared/svg';
import { slotKey, type Look, type Trail } from '../shared/trail';
import { signClass, VERDICTS, type VerdictLook } from '../shared/verdicts';
import { brokenText } from './damage';
import { SLOT_COUNT, type Detail, type DrawnNode } from './node-box';
import { isLoose, type World } from './pane';

const SAMPLE: Readonly<Partial<Record<CellKind, string>>> = { value: 'v', label: 'a' };

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
  /** The fates of the ghosts that are drawn. */
  readonly fates: ReadonlySet<string>;
  /** A dead node that waits for readers is drawn. */
  readonly kept: boolean;
}

export function drawLegend(
  element: HTMLElement,
  world: World,
  { data, touched, trail, fates, kept }: LegendWants,
): void {
  const kinds = kindsIn(world);
  const changes = new Set(world.panes.flatMap((pane) => [...pane.scene.changes.now.values()] as string[]));
  for (const fate of fates) changes.add(fate);
  const items: HTMLElement[] = CELL_KINDS.filter((info) => kinds.has(info.kind)).map((info) =>
    item(`c-${info.kind}`, SAMPLE[info.kind] ?? info.letter, info.name),
  );
  const outlines = OUTLINES.filter(([key]) => changes.has(key)).map(([key, name]) => item(`o-${key}`, '', name));
  if (touched) outlines.push(item('o-touched', '', 'touched slot'));
  if (trail !== null) outlines.push(...trailItems(trail, world));
  else if (touched && world.panes.some(({ layout }) => layout.boxes.length > 1))
    outlines.push(item('o-path', '', 'way to it'));
  const names = world.panes.map(({ name }) => name);
  const stands = (state: boolean): boolean =>
    data.readers.some(
      ({ tree, dead, node, believes }) =>
        names.includes(tree) && !dead && node !== null && (believes !== undefined) === state,
    );
  if (stands(false)) outlines.push(item('o-reader', 'R', 'reader parked here'));
  if (stands(true)) outlines.push(item('o-reader', 's', 'state stands here'));
  if (kept) outlines.push(item('o-kept', '', 'dead, waits for readers'));
  if (data.half !== null && data.half.node !== null) outlines.push(item('o-event', '', 'what the event is about'));
  if (
    world.panes.some((pane) =>
      pane.layout.boxes.some(({ node }) => node.children.some((_, slot) => isLoose(pane, node, slot))),
    )
  )
    outlines.push(item('o-loose', '', 'child that is not there'));
  if (data.rings.length > 0) outlines.push(item('o-found', '', 'found'));
  outlines.push(...brokenItems(world));
  if (world.panes.some((pane) => pane.layout.boxes.some(({ node }) => node.gaps !== null))) {
    items.push(only('near', item('o-gap', '', 'gap')), only('near', item('o-gap-largest', '', 'largest gap')));
  }
  const ends = world.panes.flatMap(({ layout }) => layout.boxes.map(({ node }) => node)).filter(isFull);
  // The root pointer of a tree without a node has no pivots, stored or implied.
  if (ends.length > 0)
    items.push(
      only('full', item('o-implied', 'max', ends.some(({ kind }) => kind !== 'root') ? 'implied pivot' : 'last index')),
    );
  // The bar over a node's cells, which only the far picture has.
  items.push(only('far', item('o-fill', '', 'slots used')));
  items.push(...unevenItems(world));
  if (world.panes.length > 0 && numberBase() === 'hexadecimal') items.push(hexItem());
  if (outlines.length > 0) outlines[0]?.classList.add('first-outline');
  element.replaceChildren(...items, ...outlines);
}

// Its last pivot is not stored (rule "limits of a node"); the root pointer stores none at all.
function isFull({ kind, end }: DrawnNode): boolean {
  return kind === 'root' || end === SLOT_COUNT[kind] - 1;
}

/** An item for what is drawn at some zooms only: `near`, `far`, or a sign that needs a cell wide enough. */
function only(when: string, element: HTMLElement): HTMLElement {
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
  element.title =
    'Pictures and tables write indexes and addresses in hexadecimal, without 0x. ' +
    'Entries and counts are decimal, as in a scenario.';
  const mark = document.createElement('span');
  mark.className = 'ms-hex';
  mark.textContent = 'ff';
  element.append(mark, 'hexadecimal index');
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

/** How children in columns of unequal length stand, where that is so most often: what ends early lacks nothing. */
export function unevenColumns(world: Pick<World, 'panes'>): string | null {
  const counts = new Map<string, number>();
  for (const { layout } of world.panes) {
    for (const { columns } of layout.families) {
      const lengths = columns.map(({ length }) => length);
      if (new Set(lengths).size < 2) continue;
      const all = lengths.reduce((sum, length) => sum + length, 0);
      const told = `columns: ${all} children as ${lengths.join(' + ')}`;
      counts.set(told, (counts.get(told) ?? 0) + 1);
    }
  }
  let most: string | null = null;
  for (const [told, count] of counts) if (most === null || count > (counts.get(most) ?? 0)) most = told;
  return most;
}

function unevenItems(world: World): readonly HTMLElement[] {
  const told = unevenColumns(world);
  return told === null ? [] : [only('far', words(told))];
}

/** The invariants that are broken at a node of the picture. */
function brokenItems(world: World): readonly HTMLElement[] {
  const broken = [
    ...new Set(
      world.panes.flatMap(({ scene }) =>
        scene.findings.flatMap(({ invariant, node, excused }) => (excused || node === 0 ? [] : [invariant])),
      ),
    ),
  ];
  return broken.length === 0
    ? []
    : [item('o-broken', '!', `broken: ${brokenText(broken.sort((a, b) => a - b)).slice(2)}`)];
}

function trailItems(trail: Trail, world: World): readonly HTMLElement[] {
  const items: HTMLElement[] = [];
  if (trail.visits.length > 0) items.push(item('o-visit', '1', 'visits in order'));
  const signs = new Set(trail.looks.map(({ sign }) => sign));
  items.push(
    ...VERDICTS.filter(({ sign }) => signs.has(sign)).map((look) => only(`sign ${look.sign}`, verdictItem(look))),
  );
  const walked = world.panes.some(
    ({ name, routes }) =>
      name === trail.tree && routes.some(({ parent, slot }) => trail.down.has(slotKey(parent, slot))),
  );
  if (walked) items.push(item('o-path', '', 'way down'));
  if (trail.climbed.size > 0) items.push(item('o-climb', '', 'up again'));
  return items;
}

function verdictItem(look: VerdictLook): HTMLElement {
  const element = document.createElement('span');
  element.className = 'item';
  const svg = put(element, 'svg', { class: 'ms-sign', viewBox: '-8 -8 16 16', width: 16, height: 16 });
  const sign = put(svg, 'g', { class: signClass(look.sign) });
  put(sign, 'circle', { r: 6.5 });
  put(sign, 'path', { d: look.path });
  element.append(look.name);
  return element;
}

function words(text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'item';
  element.textContent = text;
  return element;
}
