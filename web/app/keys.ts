// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keyboard shortcuts of the page. Floor 5. One table, shown by the help. Keys pressed in a field, in the editor, in a
// dialog, with a modifier, or already used by what has the focus are not ours.

import { asTable, dialog, playing, singleKeys, speed, SPEEDS, steps } from './state';
import { focusEditor, nextTheme, nextView, openDialog, showTab } from './actions';
import { stepFork } from './fork';
import { play, pause, stepBy, stepTo } from './player';

interface Key {
  /** As the help shows it; several keys are parted by blanks. */
  readonly shown: string;
  /** Values of `KeyboardEvent.key`. */
  readonly keys: readonly string[];
  readonly does: string;
  readonly act: (key: string) => void;
}

const TABS = ['step', 'node', 'invariants', 'space'] as const;

export const KEYS: readonly Key[] = [
  { shown: '→ .', keys: ['ArrowRight', '.'], does: 'one step forward', act: () => stepBy(1) },
  { shown: '← ,', keys: ['ArrowLeft', ','], does: 'one step back', act: () => stepBy(-1) },
  { shown: 'Home', keys: ['Home'], does: 'the empty start', act: () => stepTo(0) },
  { shown: 'End', keys: ['End'], does: 'the last step', act: () => stepTo(steps.value) },
  { shown: 'Space', keys: [' '], does: 'play or pause', act: () => (playing.value ? pause() : play()) },
  { shown: '+ -', keys: ['+', '-'], does: 'play faster, slower', act: (key) => changeSpeed(key === '+' ? 1 : -1) },
  { shown: 'e', keys: ['e'], does: 'to the editor', act: () => focusEditor() },
  { shown: 'm', keys: ['m'], does: 'paste a memory map', act: () => openDialog('paste') },
  { shown: 's', keys: ['s'], does: 'share', act: () => openDialog('share') },
  { shown: '1 2 3 4', keys: ['1', '2', '3', '4'], does: 'inspector: step, node, invariants, address space', act: (key) => showTab(TABS[Number(key) - 1] ?? 'step') },
  { shown: 'f', keys: ['f'], does: 'fork, tree, comparison: the next view of a step that has several', act: nextView },
  { shown: '[ ]', keys: ['[', ']'], does: 'in a fork: one mark back, one further', act: (key) => stepFork(key === ']' ? 1 : -1) },
  {
    shown: 't',
    keys: ['t'],
    does: 'picture or table',
    act: () => {
      asTable.value = !asTable.value;
    },
  },
  { shown: 'd', keys: ['d'], does: 'light, dark, as the system', act: nextTheme },
  { shown: '?', keys: ['?'], does: 'this help', act: () => openDialog('help') },
];

/** What has its own use for Space and the arrows. */
const OWN_KEYS = 'button, a, summary, select, [role=tab], [role=slider], [role=separator], [role=treeitem], [role=menuitem], [role=application]';
const FIELDS = 'input, textarea, select, [contenteditable=true], .cm-editor';

/** Listens until the function that it gives back is called. */
export function startKeys(): () => void {
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || dialog.value !== null) return;
  const target = event.target instanceof Element ? event.target : null;
  if (inside(target, FIELDS)) return;
  const single = event.key.length === 1 && event.key !== ' ';
  if (single && !singleKeys.value) return;
  if (event.key === ' ' && inside(target, OWN_KEYS)) return;
  const key = KEYS.find(({ keys }) => keys.includes(event.key));
  if (key === undefined) return;
  event.preventDefault();
  key.act(event.key);
}

function inside(target: Element | null, selector: string): boolean {
  return target !== null && target.closest(selector) !== null;
}

function changeSpeed(by: 1 | -1): void {
  const at = SPEEDS.findIndex((choice) => choice === speed.value);
  speed.value = SPEEDS[Math.max(0, Math.min(at + by, SPEEDS.length - 1))] ?? speed.value;
}
