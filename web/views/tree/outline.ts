// SPDX-License-Identifier: GPL-2.0-or-later
//
// The picture as an outline that can be read and walked through by keyboard: a list with the role of a tree, one tab
// stop, arrows, Home, End, Enter. It is always in the document; `table` view shows it to everybody. Items below a closed
// node are not in the document, so a large tree costs what is open of it.

import { sameRef, WHOLE_NODE, type SlotRef } from '../refs';
import { rangeSize } from '../shared/log-scale';
import { rangeText, sizeText } from '../shared/text';
import { signOf, trailCounts } from '../shared/trail';
import { readerSentence, slotNotes, type NoteFacts } from './notes';
import { changeOf, EMPTY_WORLD, type Pane, type World } from './pane';
import { describeNode, describeSlot, nodeName } from './describe';
import { slotFirst, slotLast, SLOT_COUNT, type DrawnNode } from './node-box';

/** Trees of so many nodes are open from the start; of larger ones only the root is. */
const OPEN_NODES = 8;

export interface OutlineOptions {
  readonly onFocus: (ref: SlotRef | null) => void;
  readonly onSelect: (ref: SlotRef) => void;
}

export interface OutlineData extends NoteFacts {
  readonly selected: SlotRef | null;
}

export interface Outline {
  readonly element: HTMLElement;
  update(world: World, data: OutlineData): void;
}

/** More marks of a way than this are counted. */
const MARKS_TOLD = 200;

export function createOutline(options: OutlineOptions): Outline {
  const element = document.createElement('div');
  element.className = 'ms-outline';
  /** Nodes that are open or closed by hand: `tree/id`. */
  const opened = new Map<string, boolean>();
  let world: World = EMPTY_WORLD;
  let data: OutlineData = { selected: null, trail: null, readers: [] };
  let current: string | null = null;

  function render(): void {
    const hadFocus = element.contains(document.activeElement);
    element.replaceChildren(heading(), ...world.panes.map((pane) => listOf(pane)), ...accounts(data));
    const items = visibleItems();
    if (items.length === 0) return;
    const item = items.find((li) => li.dataset.key === current) ?? items[0];
    if (item === undefined) return;
    item.tabIndex = 0;
    if (hadFocus) item.focus({ preventScroll: true });
  }

  function listOf(pane: Pane): HTMLElement {
    const list = document.createElement('ul');
    list.setAttribute('role', 'tree');
    list.setAttribute('aria-label', `Nodes and slots of ${pane.name}`);
    const root = pane.layout.boxes[0];
    if (root !== undefined) list.append(nodeItem(pane, root.node, null, 1));
    return list;
  }

  function isOpen(key: string, level: number, pane: Pane): boolean {
    return opened.get(key) ?? (level === 1 || pane.layout.boxes.length <= OPEN_NODES);
  }

  function nodeItem(pane: Pane, node: DrawnNode, slot: number | null, level: number): HTMLElement {
    const key = `${pane.name}/${node.id}`;
    const open = isOpen(key, level, pane);
    const ref: SlotRef = { tree: pane.name, node: node.id, slot: WHOLE_NODE };
    const where = slot === null ? '' : `slot ${slot}: `;
    const fill = node.kind === 'root' ? '' : `${node.end + 1}/${SLOT_COUNT[node.kind]}`;
    const item = treeItem(ref, key, level, where + [...describeNode(pane, node), ...slotNotes(ref, data)].join(', '), [
      cell('what', ...slotNumber(slot), span('name', nodeName(node))),
      cell('range', rangeText(node.min, node.max)),
      cell('size', fill),
      cell('change', changeOf(pane, node.id) ?? ''),
    ]);
    item.setAttribute('aria-expanded', open ? 'true' : 'false');
    if (!open) return item;
    const group = document.createElement('ul');
    group.setAttribute('role', 'group');
    for (let k = 0; k <= node.end; k++) {
      const child = node.children[k];
      const box = child === undefined ? undefined : pane.layout.byId.get(child);
      group.append(box === undefined ? slotItem(pane, node, k, level + 1) : nodeItem(pane, box.node, k, level + 1));
    }
    item.append(group);
    return item;
  }

  function slotItem(pane: Pane, node: DrawnNode, slot: number, level: number): HTMLElement {
    const ref: SlotRef = { tree: pane.name, node: node.id, slot };
    const first = slotFirst(node, slot);
    const last = slotLast(node, slot);
    const look = pane.look(node.slots[slot] ?? 0n);
    const letter = look.kind === 'value' || look.kind === 'label' ? '' : look.text;
    return treeItem(ref, `${pane.name}/${node.id}:${slot}`, level, [...describeSlot(pane, node, slot), ...slotNotes(ref, data)].join(', '), [
      cell('what', ...slotNumber(slot), span(`ms-swatch c-${look.kind}`, letter), look.name),
      cell('range', rangeText(first, last)),
      cell('size', sizeText(rangeSize(first, last), pane.scene.picture.kind)),
      cell('change', marksText(ref)),
    ]);
  }

  // "visit 3", "too small", "reader r".
  function marksText(ref: SlotRef): string {
    const marks = data.trail?.tree === ref.tree ? (data.trail.bySlot.get(`${ref.node}:${ref.slot}`) ?? []) : [];
    const parts = marks.flatMap((mark) => (mark.kind === 'visit' ? [`visit ${mark.visit}`] : (signOf(mark, data.trail?.found ?? null) ?? [])));
    const here = data.readers.filter(({ tree, node, slot }) => tree === ref.tree && node?.id === ref.node && slot === ref.slot);
    return [...parts, ...here.map(({ name }) => `reader ${name}`)].join(', ');
  }

  function treeItem(ref: SlotRef, key: string, level: number, label: string, cells: readonly HTMLElement[]): HTMLElement {
    const item = document.createElement('li');
    item.setAttribute('role', 'treeitem');
    item.setAttribute('aria-level', level.toString());
    item.setAttribute('aria-label', label);
    item.dataset.key = key;
    item.dataset.ref = JSON.stringify(ref);
    item.tabIndex = -1;
    item.setAttribute('aria-selected', sameRef(data.selected, ref) ? 'true' : 'false');
    const row = cell('row', ...cells);
    row.style.setProperty('--level', level.toString());
    item.append(row);
    return item;
  }

  function visibleItems(): HTMLElement[] {
    return [...element.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  }

  function refOf(item: HTMLElement): SlotRef {
    return JSON.parse(item.dataset.ref ?? '') as SlotRef;
  }

  function moveTo(item: HTMLElement | undefined): void {
    if (item === undefined) return;
    for (const other of visibleItems()) other.tabIndex = -1;
    item.tabIndex = 0;
    current = item.dataset.key ?? null;
    item.focus();
  }

  function toggle(item: HTMLElement, open: boolean): void {
    current = item.dataset.key ?? null;
    opened.set(current ?? '', open);
    render();
  }

  function onKey(event: KeyboardEvent): void {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]');
    if (item === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const items = visibleItems();
    const at = items.indexOf(item);
    const expanded = item.getAttribute('aria-expanded');
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveTo(items[at + 1]),
      ArrowUp: () => moveTo(items[at - 1]),
      Home: () => moveTo(items[0]),
      End: () => moveTo(items[items.length - 1]),
      ArrowRight: () => (expanded === 'false' ? toggle(item, true) : expanded === 'true' ? moveTo(items[at + 1]) : undefined),
      ArrowLeft: () =>
        expanded === 'true' ? toggle(item, false) : moveTo(item.parentElement?.closest<HTMLElement>('[role="treeitem"]') ?? undefined),
      Enter: () => options.onSelect(refOf(item)),
      ' ': () => options.onSelect(refOf(item)),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  function onClick(event: MouseEvent): void {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]');
    if (item === null) return;
    const expanded = item.getAttribute('aria-expanded');
    options.onSelect(refOf(item));
    if (expanded !== null) toggle(item, expanded === 'false');
    else moveTo(item);
  }

  element.addEventListener('keydown', onKey);
  element.addEventListener('click', onClick);
  element.addEventListener('focusin', (event) => {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]');
    if (item === null) return;
    current = item.dataset.key ?? null;
    options.onFocus(refOf(item));
  });
  element.addEventListener('focusout', () => options.onFocus(null));

  return {
    element,
    update(nextWorld, nextData) {
      world = nextWorld;
      data = nextData;
      render();
    },
  };
}

// The way of the step and the parked readers, after the tree: a long way would push it out of reach.
function accounts({ trail, readers }: OutlineData): readonly HTMLElement[] {
  const lists: HTMLElement[] = [];
  if (trail !== null) {
    const told = trail.marks.slice(0, MARKS_TOLD).map(({ text }) => text);
    if (trail.marks.length > MARKS_TOLD) told.push(`${(trail.marks.length - MARKS_TOLD).toLocaleString('en-US')} more.`);
    lists.push(account(`The step’s way in ${trail.tree}: ${trailCounts(trail)}`, 'ol', told));
  }
  if (readers.length > 0) lists.push(account('Readers parked after the step', 'ul', readers.map(readerSentence)));
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

// Names of the columns, for the eye: each item says everything in its own label.
function heading(): HTMLElement {
  const row = cell('columns', ...['slot, node or entry', 'range', 'used or size', 'change'].map((text) => span('', text)));
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
