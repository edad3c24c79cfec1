// SPDX-License-Identifier: GPL-2.0-or-later
//
// The shelf under a tree that is half-way through a step: the nodes that no tree leads to at this event, in the order
// in which a node lives: held in reserve, made and not linked yet, cut off, dead; of each state in the order of their
// ranges. Each is drawn as far as it is written. The event's subject is ringed here if it is on the shelf, and in a
// tree otherwise.

import type { NodePicture } from '../../model/picture';
import type { HalfNode, SceneHalf } from '../../model/run';
import { entryLooks, type EntryLook, type LookUp } from '../shared/entry-look';
import { put } from '../shared/svg';
import { meaningOf } from '../shared/glossary';
import type { TermId } from '../shared/terms';
import { counted } from '../../base/text';
import { rangeText } from '../shared/text';
import { ALONE, fillNode } from './draw';
import { cellLines, countTexts, letteringOf, type Lettering } from './letters';
import {
  cellRow,
  entryWidth,
  headHeight,
  NODE_PAD,
  nodeHeight,
  nodeWidth,
  READ_TYPE,
  SLOT_COUNT,
  slotSpan,
  type Detail,
  type Metrics,
} from './node-box';
import './shelf.css';

export type ShelfState = HalfNode['state'];

/** The names of the states, for a first reader. */
export const SHELF_WORDS: Readonly<Record<ShelfState, string>> = {
  held: 'preallocated',
  made: 'made, not linked yet',
  'cut off': 'cut off',
  dead: 'dead',
};
const MEANINGS: Readonly<Record<ShelfState, TermId>> = {
  held: 'reserve',
  made: 'madeNode',
  'cut off': 'cutOff',
  dead: 'deadNode',
};
const ORDER: readonly ShelfState[] = ['held', 'made', 'cut off', 'dead'];
/** Width of a node on the shelf, in pixels. */
const CARD = { least: 148, narrow: 100, most: 420 } as const;
/** From this width on a card has pivots, where the shelf is high enough for them; and the type of a narrow one. */
const LARGE_CARD = 300;
const NARROW_TYPE = 1.1;
const BETWEEN = 14;
/** A shelf narrower than this has smaller ones, closer together. */
const NARROW = 560;
const BETWEEN_NARROW = 8;
/** A node in reserve is a small frame with its number. */
const HELD = 46;
/** The words over the reserve need so much. */
const HELD_WORDS = 124;
/** So many of the reserve are drawn, in rows of three. */
const HELD_MOST = 9;
const HELD_ROW = 3;
const SIDE = 16;

export interface ShelfGroup {
  readonly state: ShelfState;
  /** Those that are drawn. */
  readonly nodes: readonly HalfNode[];
  /** Of this state in all, as far as they are listed. */
  readonly count: number;
  /** Width of each, in pixels. */
  readonly card: number;
}

export interface Shelf {
  readonly groups: readonly ShelfGroup[];
  /** Listed, but not drawn. */
  readonly more: number;
  /** Not even listed. */
  readonly omitted: number;
}

/** The nodes on a shelf of a width: the event's subjects first, then the youngest. A low shelf has chips of all. */
export function layShelf(half: SceneHalf, width: number, low = false): Shelf {
  const [between, least] = width < NARROW ? [BETWEEN_NARROW, CARD.narrow] : [BETWEEN, CARD.least];
  const all = inOrder(half);
  const held = all.filter(({ state }) => state === 'held');
  const heldWidth = held.length === 0 ? 0 : heldRoom(held.length) + between;
  const others = all.filter(({ state }) => state !== 'held');
  const room = width - 2 * SIDE - heldWidth;
  const fits = Math.max(1, Math.floor((room + between) / (least + between)));
  const states = new Set(all.map(({ state }) => state)).size;
  const most = low ? Math.max(1, Math.floor((width - 2 * SIDE) / states / HELD)) : HELD_MOST;
  const shown = new Set(
    [...others].sort((a, b) => Number(b.id === half.node) - Number(a.id === half.node) || b.id - a.id).slice(0, fits),
  );
  const card = Math.max(least, Math.min(CARD.most, Math.floor((room + between) / Math.max(1, shown.size)) - between));
  const groups = ORDER.flatMap((state): readonly ShelfGroup[] => {
    const listed = all.filter((node) => node.state === state);
    if (listed.length === 0) return [];
    const nodes = low || state === 'held' ? firstOf(listed, most, half.node) : listed.filter((node) => shown.has(node));
    return [{ state, nodes, count: listed.length, card: low || state === 'held' ? HELD : card }];
  });
  const drawn = groups.reduce((sum, { nodes }) => sum + nodes.length, 0);
  return { groups, more: all.length - drawn, omitted: half.omitted };
}

// By states, then by ranges, a parent after what is below it; what is not written yet comes last, and among equals the
// number decides. Steps build from left to right and upwards, so a node mostly stays where it stood when it was taken.
function inOrder({ reserve, loose }: SceneHalf): readonly HalfNode[] {
  return [...reserve, ...loose].sort(
    (a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || byRange(a.picture, b.picture) || a.id - b.id,
  );
}

function byRange(a: NodePicture | null, b: NodePicture | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (a.max !== b.max) return a.max < b.max ? -1 : 1;
  return a.min === b.min ? 0 : a.min > b.min ? -1 : 1;
}

// Among them the one that the event is about.
function firstOf(listed: readonly HalfNode[], most: number, event: number | null): readonly HalfNode[] {
  const at = listed.findIndex(({ id }) => id === event);
  return at < most ? listed.slice(0, most) : [...listed.slice(0, most - 1), listed[at]!];
}

function heldRoom(count: number): number {
  return Math.max(HELD_WORDS, Math.min(HELD_ROW, count) * HELD);
}

/** The shelf in words, one sentence per node, in the same order. */
export function shelfSentences(half: SceneHalf): readonly string[] {
  const told = inOrder(half).map(({ id, state, picture }) => {
    const holds =
      picture === null
        ? ''
        : `: ${picture.kind}, ${rangeText(picture.min, picture.max)}, ${counted(picture.end + 1, 'slot')} of ` +
          `${SLOT_COUNT[picture.kind]} used`;
    return `#${id} is ${SHELF_WORDS[state]}${holds}${id === half.node ? '; the event is about it' : ''}.`;
  });
  if (told.length === 0) told.push('None.');
  if (half.omitted > 0) told.push(`And ${half.omitted.toLocaleString('en')} more.`);
  return told;
}

export interface ShelfStyle {
  readonly hatch: string;
  readonly look: LookUp | null;
  /** There is no room for nodes: each is a small frame with its number. */
  readonly told: boolean;
  /** The shelf is high enough for pivots. */
  readonly high: boolean;
  /** As in metrics of a picture. */
  readonly byContent: boolean;
}

/** Fills the dock with the shelf. */
export function drawShelf(dock: HTMLElement, half: SceneHalf, width: number, style: ShelfStyle): void {
  const { groups, more, omitted } = layShelf(half, width, style.told);
  dock.replaceChildren();
  dock.hidden = groups.length === 0 && omitted === 0;
  const shelf = element('div', 'ms-shelf');
  for (const group of groups) {
    const section = element('section', `is-${group.state.replace(' ', '-')}`);
    const name = element('p', 'name', nameOf(group));
    name.title = meaningOf(MEANINGS[group.state]);
    section.append(name);
    const cards = element('div', 'cards');
    if (group.state === 'held' && !style.told) cards.style.width = `${heldRoom(group.count)}px`;
    for (const node of group.nodes)
      cards.append(group.card === HELD ? chip(node, half) : nodeCard(node, group.card, half, style));
    section.append(cards);
    shelf.append(section);
  }
  if (more > 0) shelf.append(element('p', 'more', `${more} not drawn`));
  if (omitted > 0) shelf.append(element('p', 'omitted', `and ${omitted.toLocaleString('en')} more`));
  dock.append(shelf);
}

function nameOf({ state, nodes, count }: ShelfGroup): string {
  const ids = nodes.length === count && count <= 3 ? ` ${nodes.map(({ id }) => `#${id}`).join(', ')}` : ` ${count}`;
  return `${SHELF_WORDS[state]}${ids}`;
}

function chip(node: HalfNode, half: SceneHalf): HTMLElement {
  const card = cardOf(node, half);
  card.classList.add('chip');
  card.textContent = `#${node.id}`;
  return card;
}

function cardOf(node: HalfNode, half: SceneHalf): HTMLElement {
  const card = element('div', `card is-${node.state.replace(' ', '-')}${node.id === half.node ? ' is-event' : ''}`);
  card.dataset.node = node.id.toString();
  card.dataset.state = node.state;
  return card;
}

function nodeCard(
  node: HalfNode,
  width: number,
  half: SceneHalf,
  { hatch, look, high, byContent }: ShelfStyle,
): HTMLElement {
  const card = cardOf(node, half);
  const { picture } = node;
  card.style.width = `${width}px`;
  if (picture === null) {
    card.append(element('span', 'blank', `#${node.id}: nothing written yet`));
    return card;
  }
  const type = width < CARD.least ? NARROW_TYPE : READ_TYPE;
  const full = high && width >= LARGE_CARD;
  const given: Metrics = {
    cell: (width - 2 * NODE_PAD) / 16,
    pivotLines: full ? 2 : 1,
    head: headHeight(type),
    lane: 0,
    type,
    byContent,
  };
  const detail: Detail = full ? 'full' : 'plain';
  const looks = look ?? entryLooks(null, []);
  const { metrics, letters } = letteredCard(picture, given, detail, looks);
  const [w, h] = [nodeWidth(metrics), nodeHeight(picture.kind, metrics)];
  const svg = put(card, 'svg', { viewBox: `-1 -1 ${w + 2} ${h + 2}`, width: w + 2, height: h + 2 });
  const group = put(svg, 'g', {}) as SVGGElement;
  group.style.setProperty('--type', type.toString());
  if (letters !== null) group.style.setProperty('--letter', `${letters.px}px`);
  fillNode(
    group,
    {
      node: picture,
      metrics,
      change: node.state === 'made' ? 'new' : null,
      look: looks,
      broken: [],
      detail,
      letters,
      ...ALONE,
    },
    hatch,
  );
  if (node.id === half.node && half.slot !== null && half.slot <= picture.end) {
    const row = cellRow(picture.kind, metrics, detail);
    const { x, w: wide } = slotSpan(picture, metrics, half.slot);
    put(svg, 'rect', {
      class: 'mark event',
      x,
      y: row.y,
      width: wide,
      height: row.h,
    });
  }
  return card;
}

// Where an entry would be cut, slots in use take the room of those that are not.
function letteredCard(
  picture: NodePicture,
  given: Metrics,
  detail: Detail,
  looks: LookUp,
): { readonly metrics: Metrics; readonly letters: Lettering | null } {
  if (picture.kind !== 'leaf') return { metrics: given, letters: null };
  const all = picture.slots.slice(0, picture.end + 1).map(looks);
  const lettered = (metrics: Metrics): Lettering | null =>
    letteringOf(
      countTexts(all),
      entryWidth(picture, metrics),
      12 * (metrics.type ?? 1),
      cellRow(picture.kind, metrics, detail).h,
    );
  const letters = lettered(given);
  const isWhole = (look: EntryLook): boolean =>
    letters !== null && !cellLines(look, letters).some((line) => line.endsWith('…'));
  if (given.byContent || all.every(isWhole)) return { metrics: given, letters };
  const metrics = { ...given, byContent: true };
  return { metrics, letters: lettered(metrics) };
}

function element(tag: string, cls: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = cls;
  if (text !== '') made.textContent = text;
  return made;
}
