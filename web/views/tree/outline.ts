// SPDX-License-Identifier: GPL-2.0-or-later
//
// The picture as an outline that can be read and walked through by keyboard: a list with the role of a tree, one tab
// stop, arrows, Home, End, Enter. It is always in the document; `table` view shows it to everybody. Items below a
// closed node are not in the document, so a large tree costs what is open of it.

import { sameRef, WHOLE_NODE, type SlotRef } from '../shared/refs';
import { rangeSize } from '../shared/log-scale';
import { groupedIndex, rangeText, sizeText } from '../shared/text';
import { signOf, trailCounts } from '../shared/trail';
import { shelfSentences } from './shelf';
import type { TreeViewData } from './types';
import { readerSentence, slotNotes, type NoteFacts } from './notes';
import { changeOf, EMPTY_WORLD, type Pane, type World } from './pane';
import { describeNode, describeSlot, nodeName } from './describe';
import { slotFirst, slotLast, SLOT_COUNT, type DrawnNode } from './node-box';

/** Trees of so many nodes are open from the start; of larger ones only the root is. */
const OPEN_NODES = 8;

export interface OutlineOptions {
  readonly onFocus: (ref: SlotRef | null) => void;
  readonly onSelect: (ref: SlotRef) => void;
  /** Keys o and z: the picture folds a node, or goes to it. */
  readonly onFold: (ref: SlotRef) => void;
  readonly onZoom: (ref: SlotRef) => void;
}

export interface OutlineData extends NoteFacts, Pick<TreeViewData, 'selected' | 'half' | 'rings'> {}

export interface Outline {
  readonly element: HTMLElement;
  update(world: World, data: OutlineData): void;
}

/** More marks of a way than this are counted. */
const MARKS_TOLD = 200;

/** The state of the outline. */
interface Stage {
  readonly element: HTMLElement;
  readonly options: OutlineOptions;
  /** Nodes that are open or closed by hand: `tree/id`. */
  readonly opened: Map<string, boolean>;
  world: World;
  data: OutlineData;
  found: ReadonlySet<string>;
  /** Key of the item to which Tab leads, and of the chosen one. */
  current: string | null;
  chosen: string | null;
  rendering: boolean;
}

export function createOutline(options: OutlineOptions): Outline {
  const element = document.createElement('div');
  element.className = 'ms-outline';
  const stage: Stage = {
    element,
    options,
    opened: new Map(),
    world: EMPTY_WORLD,
    data: { selected: null, half: null, rings: [], trail: null, readers: [] },
    found: new Set(),
    current: null,
    chosen: null,
    rendering: false,
  };
  element.addEventListener('keydown', (event) => onKey(stage, event));
  element.addEventListener('click', (event) => onClick(stage, event));
  element.addEventListener('focusin', (event) => {
    const item = itemAt(event);
    if (item === null || stage.rendering) return;
    stage.current = item.dataset.key ?? null;
    options.onFocus(refOf(item));
  });
  element.addEventListener('focusout', () => {
    if (!stage.rendering) options.onFocus(null);
  });
  return {
    element,
    update(world, data) {
      const before = stage.data.selected;
      Object.assign(stage, { world, data, found: new Set(data.rings.map(refKey)) });
      stage.chosen = keyOf(world, data.selected);
      if (data.selected !== null && !sameRef(before, data.selected) && !element.contains(document.activeElement))
        reveal(stage, data.selected);
      render(stage);
    },
  };
}

function render(stage: Stage): void {
  const { element, world, data, options, current: at } = stage;
  const hadFocus = element.contains(document.activeElement);
  // The focus returns to its former place: for the page nothing has happened, unless the item is gone.
  stage.rendering = true;
  element.replaceChildren(heading(), ...world.panes.map((pane) => listOf(stage, pane)), ...accounts(data));
  element.style.setProperty('--range-letters', String(rangeLetters(element)));
  const item = visibleItems(stage).find((li) => li.dataset.key === at) ?? visibleItems(stage)[0];
  if (item !== undefined) {
    item.tabIndex = 0;
    if (hadFocus) item.focus({ preventScroll: true });
  }
  stage.rendering = false;
  if (!hadFocus || item?.dataset.key === at) return;
  stage.current = item?.dataset.key ?? null;
  options.onFocus(item === undefined ? null : refOf(item));
}

// The item that stands for a slot or node: a slot that leads to a child is the child's.
function keyOf(world: World, ref: SlotRef | null): string | null {
  const node = ref === null ? undefined : world.panes.find(({ name }) => name === ref.tree)?.nodes.get(ref.node);
  if (ref === null) return null;
  const child = ref.slot === WHOLE_NODE ? undefined : node?.children[ref.slot];
  if (child !== undefined && child !== 0) return `${ref.tree}/${child}`;
  return ref.slot === WHOLE_NODE ? `${ref.tree}/${ref.node}` : `${ref.tree}/${ref.node}:${ref.slot}`;
}

// Opens what is above a chosen item and makes it the one to which Tab leads.
function reveal(stage: Stage, ref: SlotRef): void {
  const pane = stage.world.panes.find(({ name }) => name === ref.tree);
  stage.current = stage.chosen;
  let node = pane?.nodes.get(ref.node);
  if (ref.slot === WHOLE_NODE) node = node?.parent === null ? undefined : pane?.nodes.get(node?.parent?.id ?? 0);
  for (let depth = 0; node !== undefined && depth <= 32; depth++) {
    stage.opened.set(`${ref.tree}/${node.id}`, true);
    node = node.parent === null ? undefined : pane?.nodes.get(node.parent.id);
  }
}

// --- Items ---

function listOf(stage: Stage, pane: Pane): HTMLElement {
  const list = document.createElement('ul');
  list.setAttribute('role', 'tree');
  list.setAttribute('aria-label', `Nodes and slots of ${pane.name}`);
  const root = pane.layout.boxes[0];
  if (root !== undefined) list.append(nodeItem(stage, pane, root.node, null, 1));
  return list;
}

function nodeItem(stage: Stage, pane: Pane, node: DrawnNode, slot: number | null, level: number): HTMLElement {
  const { opened, data, found } = stage;
  const key = `${pane.name}/${node.id}`;
  const open = opened.get(key) ?? (level === 1 || pane.nodes.size <= OPEN_NODES);
  const ref: SlotRef = { tree: pane.name, node: node.id, slot: WHOLE_NODE };
  const where = slot === null ? '' : `slot ${slot}: `;
  const fill = node.kind === 'root' ? '' : `${node.end + 1}/${SLOT_COUNT[node.kind]}`;
  const marks = [changeOf(pane, node.id) ?? '', found.has(refKey(ref)) ? 'found' : ''];
  const item = treeItem(stage, {
    ref,
    key,
    level,
    label: where + [...describeNode(pane, node), ...slotNotes(ref, data)].join(', '),
    cells: [
      cell('what', ...slotNumber(slot), span('name', nodeName(node))),
      rangeCell(node.min, node.max),
      cell('size', fill),
      changeCell(pane, ref, marks.filter((word) => word !== '').join(', ')),
    ],
    backward: isBackward(node.min, node.max),
  });
  item.setAttribute('aria-expanded', open ? 'true' : 'false');
  if (open) item.append(groupOf(stage, pane, node, level + 1));
  return item;
}

// Items below a node: its children, and slots that lead to none.
function groupOf(stage: Stage, pane: Pane, node: DrawnNode, level: number): HTMLElement {
  const group = document.createElement('ul');
  group.setAttribute('role', 'group');
  for (let k = 0; k <= node.end; k++) {
    const child = node.children[k];
    const below = child === undefined ? undefined : pane.nodes.get(child);
    group.append(
      below === undefined || below.parent?.id !== node.id
        ? slotItem(stage, pane, node, k, level)
        : nodeItem(stage, pane, below, k, level),
    );
  }
  return group;
}

function slotItem(stage: Stage, pane: Pane, node: DrawnNode, slot: number, level: number): HTMLElement {
  const ref: SlotRef = { tree: pane.name, node: node.id, slot };
  const first = slotFirst(node, slot);
  const last = slotLast(node, slot);
  const look = pane.look(node.slots[slot] ?? 0n);
  const letter = look.kind === 'value' || look.kind === 'label' ? '' : look.text;
  const backward = isBackward(first, last);
  return treeItem(stage, {
    ref,
    key: `${pane.name}/${node.id}:${slot}`,
    level,
    label: [...describeSlot(pane, node, slot, true), ...slotNotes(ref, stage.data)].join(', '),
    cells: [
      cell('what', ...slotNumber(slot), span(`ms-swatch c-${look.kind}`, letter), ...nameParts(look.name)),
      rangeCell(first, last),
      cell('size', backward ? '' : sizeText(rangeSize(first, last), pane.scene.picture.kind)),
      changeCell(pane, ref, marksText(stage, ref)),
    ],
    backward,
  });
}

// "visit 3", "too small", "reader r".
function marksText({ data, found }: Stage, ref: SlotRef): string {
  const { trail, readers } = data;
  const marks = trail?.tree === ref.tree ? (trail.bySlot.get(`${ref.node}:${ref.slot}`) ?? []) : [];
  const parts = marks.flatMap((mark) =>
    mark.kind === 'visit' ? [`visit ${mark.visit}`] : (signOf(mark, trail?.found ?? null) ?? []),
  );
  if (found.has(refKey(ref))) parts.push('found');
  const here = readers.filter(
    ({ tree, node, slot }) => tree === ref.tree && node?.id === ref.node && slot === ref.slot,
  );
  return [...parts, ...here.map(({ name, believes }) => `${believes === undefined ? 'reader' : 'state'} ${name}`)].join(
    ', ',
  );
}

interface Item {
  readonly ref: SlotRef;
  readonly key: string;
  readonly level: number;
  readonly label: string;
  readonly cells: readonly HTMLElement[];
  readonly backward: boolean;
}

function treeItem({ chosen }: Stage, { ref, key, level, label, cells, backward }: Item): HTMLElement {
  const item = document.createElement('li');
  item.classList.toggle('is-backward', backward);
  item.setAttribute('role', 'treeitem');
  item.setAttribute('aria-level', level.toString());
  item.setAttribute('aria-label', label);
  item.dataset.key = key;
  item.dataset.ref = JSON.stringify(ref);
  item.tabIndex = -1;
  item.setAttribute('aria-selected', key === chosen ? 'true' : 'false');
  const row = cell('row', ...cells);
  row.style.setProperty('--level', level.toString());
  item.append(row);
  return item;
}

// --- Keys and pointer ---

function itemAt(event: Event): HTMLElement | null {
  return (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]');
}

function visibleItems({ element }: Stage): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('[role="treeitem"]')];
}

function refOf(item: HTMLElement): SlotRef {
  return JSON.parse(item.dataset.ref ?? '') as SlotRef;
}

function moveTo(stage: Stage, item: HTMLElement | null | undefined): void {
  if (item === null || item === undefined) return;
  for (const other of visibleItems(stage)) other.tabIndex = -1;
  item.tabIndex = 0;
  stage.current = item.dataset.key ?? null;
  item.focus();
}

function toggle(stage: Stage, item: HTMLElement, open: boolean): void {
  stage.current = item.dataset.key ?? null;
  stage.opened.set(stage.current ?? '', open);
  render(stage);
}

function onKey(stage: Stage, event: KeyboardEvent): void {
  const item = itemAt(event);
  if (item === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const { onSelect, onFold, onZoom } = stage.options;
  const items = visibleItems(stage);
  const at = items.indexOf(item);
  const expanded = item.getAttribute('aria-expanded');
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => moveTo(stage, items[at + 1]),
    ArrowUp: () => moveTo(stage, items[at - 1]),
    Home: () => moveTo(stage, items[0]),
    End: () => moveTo(stage, items[items.length - 1]),
    ArrowRight: () =>
      expanded === 'false' ? toggle(stage, item, true) : expanded === 'true' ? moveTo(stage, items[at + 1]) : undefined,
    ArrowLeft: () =>
      expanded === 'true'
        ? toggle(stage, item, false)
        : moveTo(stage, item.parentElement?.closest<HTMLElement>('[role="treeitem"]')),
    Enter: () => onSelect(refOf(item)),
    ' ': () => onSelect(refOf(item)),
    o: () => onFold(refOf(item)),
    z: () => onZoom(refOf(item)),
  };
  const action = actions[event.key];
  if (action === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

function onClick(stage: Stage, event: MouseEvent): void {
  const item = itemAt(event);
  if (item === null) return;
  const expanded = item.getAttribute('aria-expanded');
  stage.options.onSelect(refOf(item));
  if (expanded !== null) toggle(stage, item, expanded === 'false');
  else moveTo(stage, item);
}

// The way of the step and the parked readers, after the tree: a long way would push it out of reach.
function accounts({ trail, readers, half }: OutlineData): readonly HTMLElement[] {
  const lists: HTMLElement[] = [];
  if (half !== null) lists.push(account('Nodes beside the trees at this event', 'ul', shelfSentences(half)));
  if (trail !== null) {
    const told = trail.marks.slice(0, MARKS_TOLD).map(({ text }) => text);
    if (trail.marks.length > MARKS_TOLD)
      told.push(`${(trail.marks.length - MARKS_TOLD).toLocaleString('en-US')} more.`);
    lists.push(account(`The step’s way in ${trail.tree}: ${trailCounts(trail)}`, 'ol', told));
  }
  const parked = readers.filter(({ believes }) => believes === undefined);
  const kept = readers.filter(({ believes }) => believes !== undefined);
  if (parked.length > 0) lists.push(account('Readers parked after the step', 'ul', parked.map(readerSentence)));
  if (kept.length > 0) lists.push(account('States kept after the step', 'ul', kept.map(readerSentence)));
  return lists;
}

function account(name: string, kind: 'ol' | 'ul', lines: readonly string[]): HTMLElement {
  const element = cell('account');
  const head = document.createElement('p');
  head.textContent = name;
  const list = document.createElement(kind);
  list.setAttribute('aria-label', name);
  for (const line of lines) {
    const item = document.createElement('li');
    item.textContent = line;
    list.append(item);
  }
  element.append(head, list);
  return element;
}

/** Letters of a range of user addresses; and of one of any indexes. */
const RANGE_LETTERS = [31, 41] as const;

// Two widths and none between, so that the columns seldom move.
function rangeLetters(element: HTMLElement): number {
  const [most, all] = RANGE_LETTERS;
  return [...element.querySelectorAll('.range')].some(({ firstChild }) => (firstChild?.textContent ?? '').length > most)
    ? all
    : most;
}

// The folders of a path by themselves: they are what is cut where there is no room for all.
function nameParts(name: string): readonly HTMLElement[] {
  const [from, to] = [name.indexOf('/'), name.lastIndexOf('/') + 1];
  if (from < 0 || to - from < 2) return [span('text', name)];
  return [span('', name.slice(0, from)), span('folders', name.slice(from, to)), span('file', name.slice(to))];
}

// Only a damaged node has one, in which a pivot is below the one before it.
function isBackward(first: bigint, last: bigint): boolean {
  return last < first;
}

function rangeCell(first: bigint, last: bigint): HTMLElement {
  if (!isBackward(first, last)) return cell('range', rangeText(first, last));
  return cell('range', `${groupedIndex(first)} – ${groupedIndex(last)}`, span('bad', 'ends before it begins'));
}

// The node's change in the step, and the numbers of the invariants that are broken there.
function changeCell(pane: Pane, { node, slot }: SlotRef, words: string): HTMLElement {
  const numbers = pane.scene.findings.flatMap((one) =>
    one.node === node && (one.slot < 0 ? WHOLE_NODE : one.slot) === slot && !one.excused ? [one.invariant] : [],
  );
  const badges = [...new Set(numbers)].sort((a, b) => a - b).map((number) => span('ms-breach', `I${number}`));
  return cell('change', ...badges, ...(badges.length > 0 && words !== '' ? [' '] : []), words);
}

function refKey({ tree, node, slot }: SlotRef): string {
  return `${tree}/${node}:${slot}`;
}

// Names of the columns, for the eye: each item says everything in its own label.
function heading(): HTMLElement {
  const row = cell(
    'columns',
    ...['slot, node or entry', 'range', 'used or size', 'change'].map((text) => span('', text)),
  );
  row.setAttribute('aria-hidden', 'true');
  return row;
}

function slotNumber(slot: number | null): readonly HTMLElement[] {
  return slot === null ? [] : [span('slot', slot.toString())];
}

function cell(cls: string, ...content: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement('div');
  element.className = cls;
  element.append(...content);
  return element;
}

function span(cls: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = cls;
  element.textContent = text;
  return element;
}
