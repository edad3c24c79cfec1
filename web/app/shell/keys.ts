// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keyboard shortcuts of the page. key-words.ts has their texts and loads with the overlay of keys and the palette. Keys
// pressed in a field, in the editor, in a dialog, with a modifier, or already used by the focused element are ignored;
// only the palette's own key works everywhere.

import { effect } from '@preact/signals';
import {
  diagnostics,
  dialog,
  engineFailure,
  INSPECTOR_TABS,
  playing,
  ran,
  scene,
  singleKeys,
  steps,
} from '../store/page/state';
import {
  closeDialog,
  focusEditor,
  nextTheme,
  nextView,
  openDialog,
  say,
  showPane,
  showTab,
  switchBase,
  toggleDiffer,
  toggleEverything,
  toggleTable,
} from '../store/actions/actions';
import { finding, findText, lookFor, nextResult, openFind } from '../store/actions/find';
import { stepFork } from '../store/actions/fork';
import { eventBy, toggleSlow } from '../store/run/motion';
import { keepAndGoOn } from '../store/actions/branches';
import { goToChange } from '../store/run/node-changes';
import { projector, toggleProjector } from '../store/page/projector';
import { childTypes, foldChosen, goToChosen, levelsBy, showChildTypes, showWhole } from '../store/page/tree-view';
import { changeSpeed, play, pause, stepBy, stepTo, stepToFailure } from '../store/run/player';
import { isWide } from '../store/page/window';

export interface KeyAct {
  /** Values of `KeyboardEvent.key`; an arrow pressed with Shift is "Shift-Arrow…". */
  readonly keys: readonly string[];
  readonly act: (key: string) => void;
  /** Moves in time: held as long as the first run is not on the page. */
  readonly moves?: true;
}

export const KEY_ACTS: readonly KeyAct[] = [
  { keys: ['ArrowRight', '.'], act: () => stepBy(1), moves: true },
  { keys: ['ArrowLeft', ','], act: () => stepBy(-1), moves: true },
  { keys: ['Home'], act: () => stepTo(0), moves: true },
  { keys: ['End'], act: () => stepTo(steps.value), moves: true },
  { keys: [' '], act: () => (playing.value ? pause() : play()), moves: true },
  { keys: ['+', '-'], act: (key) => changeSpeed(key === '+' ? 1 : -1) },
  { keys: ['i'], act: toggleSlow },
  { keys: ['Shift-ArrowRight', '>'], act: () => eventBy(1), moves: true },
  { keys: ['Shift-ArrowLeft', '<'], act: () => eventBy(-1), moves: true },
  { keys: ['x', 'X'], act: (key) => stepToFailure(key === 'x' ? 1 : -1), moves: true },
  { keys: ['c', 'C'], act: (key) => void goToChange(key === 'c' ? 1 : -1) },
  { keys: ['k'], act: keepAndGoOn },
  { keys: ['e'], act: () => focusEditor() },
  { keys: ['g'], act: () => openDialog('gallery') },
  { keys: ['m'], act: () => openDialog('paste') },
  { keys: ['s'], act: () => openDialog('share') },
  { keys: INSPECTOR_TABS.map((_, k) => `${k + 1}`), act: showTabOf },
  { keys: ['f'], act: nextView },
  { keys: ['[', ']'], act: (key) => stepFork(key === ']' ? 1 : -1) },
  { keys: ['t'], act: toggleTable },
  { keys: ['/'], act: openFind },
  { keys: ['n', 'N'], act: (key) => nextResult(key === 'n' ? 1 : -1) },
  { keys: ['v'], act: toggleDiffer },
  { keys: ['z'], act: () => goToChosen() },
  { keys: ['0'], act: showWhole },
  { keys: ['o'], act: foldChosen },
  { keys: ['(', ')'], act: (key) => levelsBy(key === ')' ? 1 : -1) },
  { keys: ['w'], act: () => showChildTypes(!childTypes.value) },
  { keys: ['#'], act: () => void switchBase() },
  { keys: ['p'], act: project },
  { keys: ['a'], act: toggleEverything },
  { keys: ['d'], act: nextTheme },
  { keys: ['h'], act: () => openDialog('help') },
  { keys: ['?'], act: () => openDialog('keys') },
];

/** Elements with their own use for Space and the arrows. */
const OWN_KEYS =
  'button, a, summary, select, [role=tab], [role=slider], [role=separator], [role=treeitem], [role=menuitem], ' +
  '[role=application]';
const FIELDS = 'input, textarea, select, [contenteditable=true], .cm-editor';

/** Listens until the returned function is called. */
export function startKeys(): () => void {
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function onKey(event: KeyboardEvent): void {
  if (
    event.key.toLowerCase() === 'k' &&
    (event.ctrlKey || event.metaKey) &&
    !event.altKey &&
    !event.shiftKey &&
    (dialog.value === null || dialog.value === 'palette')
  ) {
    event.preventDefault();
    if (dialog.value === null) openDialog('palette');
    else closeDialog();
    return;
  }
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || dialog.value !== null) return;
  const target = event.target instanceof Element ? event.target : null;
  if (inside(target, FIELDS)) return;
  const letter = event.key.length === 1;
  // For a box that is still on its way.
  if (letter && finding.value && !document.getElementById('find-said')) {
    event.preventDefault();
    lookFor(findText.value + event.key);
    return;
  }
  const single = letter && event.key !== ' ';
  if (single && !singleKeys.value) return;
  if (event.key === ' ' && inside(target, OWN_KEYS)) return;
  const pressed = event.shiftKey && event.key.startsWith('Arrow') ? `Shift-${event.key}` : event.key;
  const key = KEY_ACTS.find(({ keys }) => keys.includes(pressed));
  if (key === undefined) return;
  event.preventDefault();
  if (key.moves === true) whenShown(() => key.act(pressed));
  else key.act(pressed);
}

let held: (() => void)[] = [];

// At once, or, in the order in which they came, as soon as the first run is on the page; a text with mistakes has none.
function whenShown(act: () => void): void {
  if (scene.value !== null) {
    act();
    return;
  }
  held.push(act);
  if (held.length > 1) return;
  const stop = effect(() => {
    const none = ran.value === null && (diagnostics.value.length > 0 || engineFailure.value !== null);
    if (scene.value === null && !none) return;
    queueMicrotask(() => {
      stop();
      const all = held;
      held = [];
      if (!none) for (const one of all) one();
    });
  });
}

// Where one pane is shown at a time, that pane comes to the front.
function showTabOf(key: string): void {
  showTab(INSPECTOR_TABS[Number(key) - 1]!);
  showPane('step');
}

function project(): void {
  if (projector.value || isWide()) {
    toggleProjector();
    return;
  }
  // Where one room is seen at a time, messages stand in that of the picture.
  showPane('picture');
  say('plain', 'Projector mode needs a wider window.');
}

function inside(target: Element | null, selector: string): boolean {
  return (target?.closest(selector) ?? null) !== null;
}
