// SPDX-License-Identifier: GPL-2.0-or-later
//
// The picture as an outline that can be read and walked through by keyboard: a list with the role of a tree, one tab
// stop, arrows, Home, End, Enter. It is always in the document; `table` view shows it to everybody. Items below a closed
// node are not in the document, so a large tree costs what is open of it.

import { WHOLE_NODE, type SlotRef } from '../refs';
import { rangeSize } from '../shared/log-scale';
import { rangeText, sizeText } from '../shared/text';
import { changeOf, type Pane, type World } from './pane';
import { describeNode, describeSlot, nodeName } from './describe';
import { slotFirst, slotLast, SLOT_COUNT, type DrawnNode } from './node-box';

export interface OutlineOptions {
  readonly onFocus: (ref: SlotRef | null) => void;
  readonly onSelect: (ref: SlotRef) => void;
}

export interface Outline {
  readonly element: HTMLElement;
  update(world: World, selected: SlotRef | null): void;
}

export function createOutline(options: OutlineOptions): Outline {
  const element = document.createElement('div');
  element.className = 'ms-outline';
  /** Nodes that are open or closed by hand: `tree/id`. */
  const opened = new Map<string, boolean>();
  let world: World = { panes: [], width: 0, height: 0 };
  let selected: SlotRef | null = null;
  let current: string | null = null;

  function render(): void {
    const hadFocus = element.contains(document.activeElement);
    element.replaceChildren(...world.panes.map((pane) => listOf(pane)));
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

  function isOpen(key: string, depth: number): boolean {
    return opened.get(key) ?? depth === 1;
  }

  function nodeItem(pane: Pane, node: DrawnNode, slot: number | null, level: number): HTMLElement {
    const key = `${pane.name}/${node.id}`;
    const open = isOpen(key, level);
    const ref: SlotRef = { tree: pane.name, node: node.id, slot: WHOLE_NODE };
    const where = slot === null ? '' : `slot ${slot}: `;
    const change = changeOf(pane, node.id);
    const item = treeItem(ref, key, level, where + describeNode(pane, node).join(', '), [
      [`${slot === null ? '' : slot}`, 'slot'],
      [nodeName(node), 'what'],
      [rangeText(node.min, node.max), 'range'],
      [node.kind === 'root' ? '' : `${node.end + 1}/${SLOT_COUNT[node.kind]}`, 'size'],
      [change ?? '', 'change'],
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
    return treeItem(ref, `${pane.name}/${node.id}:${slot}`, level, describeSlot(pane, node, slot).join(', '), [
      [slot.toString(), 'slot'],
      [look.name, `what c-${look.kind}`],
      [rangeText(first, last), 'range'],
      [sizeText(rangeSize(first, last), pane.scene.picture.kind), 'size'],
      ['', 'change'],
    ]);
  }

  function treeItem(ref: SlotRef, key: string, level: number, label: string, cells: readonly (readonly [string, string])[]): HTMLElement {
    const item = document.createElement('li');
    item.setAttribute('role', 'treeitem');
    item.setAttribute('aria-level', level.toString());
    item.setAttribute('aria-label', label);
    item.dataset.key = key;
    item.dataset.ref = JSON.stringify(ref);
    item.tabIndex = -1;
    const chosen = selected?.tree === ref.tree && selected.node === ref.node && selected.slot === ref.slot;
    item.setAttribute('aria-selected', chosen ? 'true' : 'false');
    const row = document.createElement('div');
    row.className = 'row';
    row.style.setProperty('--level', level.toString());
    for (const [text, cls] of cells) {
      const span = document.createElement('span');
      span.className = cls;
      span.textContent = text;
      row.append(span);
    }
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
    update(nextWorld, nextSelected) {
      world = nextWorld;
      selected = nextSelected;
      render();
    },
  };
}
