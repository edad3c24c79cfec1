// SPDX-License-Identifier: GPL-2.0-or-later
//
// The actions of a person on the page. Signals are written in this folder only: here, or beside their declaration.

import { batch } from '@preact/signals';
import type { EditorView } from '@codemirror/view';
import { pause } from '../run/player';
import { leaveBarLink } from '../links/links';
import { stepOfLine } from '../run/line-steps';
import { cancelRun, runText, scheduleRun, seek, type Target } from '../run/run';
import { keepForRecent, putText } from './session';
import { EDITOR_WIDTH_MAX, EDITOR_WIDTH_MIN } from '../page/preferences';
import {
  announced,
  asTable,
  beside,
  chosenTree,
  chosenBase,
  chosenView,
  dialog,
  differing,
  editorWidth,
  everything,
  hovered,
  hoveredStep,
  inspectorTab,
  notice,
  pane,
  pasted,
  ran,
  readOnly,
  saved,
  selected,
  shownTrees,
  sideBySide,
  singleKeys,
  stripScale,
  text,
  theme,
  view,
  views,
  welcomed,
  type DialogName,
  type InspectorTab,
  type Notice,
  type Pane,
  type PictureView,
  type Theme,
} from '../page/state';
import { leftTab } from '../run/source';
import { sameRef, type SlotRef } from '../../../views/shared/refs';
import { withLines } from '../page/texts';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/**
 * The person typed: the text is theirs from now on. `line` (1-based) is where; its last step is shown after the run.
 */
export function edit(next: string, line: number): void {
  if (next === text.value || readOnly.value) return;
  batch(() => {
    text.value = next;
    saved.value = false;
    pause();
  });
  leaveBarLink(true);
  scheduleRun({ kind: 'edit', line });
}

/** Adds plain lines at the end of the scenario: the buttons beside a picture write what a person would. */
export function appendLines(lines: readonly string[]): Promise<void> {
  return putOwn(withLines(text.value, lines), { kind: 'end' });
}

/** Puts a text in place of the one on the page that has more lines, and shows the last step of one of them. */
export function insertLines(next: string, line: number): Promise<void> {
  return putOwn(next, { kind: 'line', line });
}

async function putOwn(next: string, target: Target): Promise<void> {
  if (readOnly.value) return;
  leaveBarLink();
  await putText(next, target, null, true);
}

/** Makes a pasted text the scenario, or adds it at the scenario's end, and shows its last step. */
export function addBlock(title: string, block: readonly string[], mode: 'replace' | 'add'): Promise<void> {
  if (mode === 'add') return appendLines(block);
  keepForRecent();
  leaveBarLink();
  return putText(`${[`# ${title}`, ...block].join('\n')}\n`, { kind: 'end' });
}

/** Runs at once, whatever the typing pause; keeps the step. */
export function runNow(): Promise<void> {
  return runText({ kind: 'keep' });
}

export function cancel(): void {
  if (!cancelRun()) return;
  notice.value = {
    tone: 'plain',
    text: 'The run was stopped, and none of its steps are kept. Ctrl-Enter runs the text again.',
    offer: null,
    ofRun: true,
  };
}

/** Goes to the last step of a line of the text, if the picture belongs to the text and the line has one. */
export function seekLine(line: number): void {
  const summary = ran.value?.summary;
  if (summary === undefined || ran.value?.text !== text.value) return;
  const at = stepOfLine(summary, text.value, line);
  if (at === null) return;
  pause();
  void seek(at);
}

export function chooseTree(name: string | null): void {
  batch(() => {
    chosenTree.value = name;
    selected.value = null;
  });
}

/** Shows parent and child side by side, or only the tree of the step. */
export function compare(on: boolean): void {
  batch(() => {
    sideBySide.value = on;
    chosenTree.value = null;
  });
}

export function select(ref: SlotRef | null): void {
  batch(() => {
    selected.value = ref;
    if (ref !== null) showTab('node');
  });
}

/** Marks a slot in all views and leaves the inspector where it is. */
export function point(ref: SlotRef | null): void {
  selected.value = ref;
}

/** Shows the step in another way; null: in the one that shows most. */
export function showView(name: PictureView): void {
  chosenView.value = name === views.value[0] ? null : name;
}

/** Goes round the views of the step. */
export function nextView(): void {
  const at = views.value.indexOf(view.value);
  const next = views.value[(at + 1) % views.value.length];
  if (next !== undefined) showView(next);
}

/** The comparison of two trees, or back to the view of the step. */
export function toggleDiffer(): void {
  if (view.value === 'differ') closeDiffer();
  else
    batch(() => {
      differing.value = true;
      showPane('picture');
      showView('differ');
    });
}

export function closeDiffer(): void {
  batch(() => {
    differing.value = false;
    if (chosenView.value === 'differ') chosenView.value = null;
  });
}

/** The table in place of the drawing, or back. */
export function toggleTable(): void {
  asTable.value = !asTable.value;
}

/** The address strip true to scale, or with large ranges packed. */
export function toggleScale(): void {
  stripScale.value = stripScale.value === 'linear' ? 'packed' : 'linear';
}

export function hoverStep(at: number | null): void {
  hoveredStep.value = at;
}

export function hover(ref: SlotRef | null): void {
  if (!sameRef(hovered.value, ref)) hovered.value = ref;
}

export function openDialog(name: DialogName, content: string | readonly File[] = ''): void {
  batch(() => {
    pause();
    pasted.value = content;
    dialog.value = name;
  });
}

/** Files dropped while the paste dialog is open. */
export function dropIntoPaste(files: readonly File[]): void {
  pasted.value = files;
}

export function closeDialog(): void {
  dialog.value = null;
}

/** Shows a tab of the inspector, which is brought to the page where it is put away. */
export function showTab(name: InspectorTab): void {
  batch(() => {
    inspectorTab.value = name;
    beside.value = true;
  });
}

/** Turns to a tab of the inspector and leaves it where it is put away. */
export function turnToTab(name: InspectorTab): void {
  inspectorTab.value = name;
}

export function hideInspector(): void {
  batch(() => {
    beside.value = false;
    everything.value = false;
  });
}

/** Shows everything, or only what explains the step again; the choice is kept. */
export function toggleEverything(): void {
  everything.value = !everything.value;
}

/** Writes indexes in the other base, in everything that is shown of the run; addresses stay as they are. */
export function switchBase(): Promise<void> {
  const numbers = ran.value?.summary.numbers;
  if (numbers === undefined || numbers.fixed) return Promise.resolve();
  chosenBase.value = numbers.base === 'decimal' ? 'hexadecimal' : 'decimal';
  return runText({ kind: 'keep' });
}

export function showPane(name: Pane): void {
  pane.value = name;
}

export function dismissWelcome(): void {
  welcomed.value = true;
}

export function setSingleKeys(on: boolean): void {
  singleKeys.value = on;
}

/** The width of the editor, in pixels, within its bounds. */
export function setEditorWidth(width: number): void {
  editorWidth.value = Math.round(Math.max(EDITOR_WIDTH_MIN, Math.min(width, EDITOR_WIDTH_MAX)));
}

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
}

export function say(tone: Notice['tone'], words: string, offer: Notice['offer'] = null, over = false): void {
  notice.value = { tone, text: words, offer, over };
}

/** Says words to listeners alone. */
export function announce(words: string): void {
  announced.value = words;
}

export function unsay(): void {
  notice.value = null;
}

/** The first of the trees that are drawn: the one that the buttons beside the picture copy. Null when none is drawn. */
export function copySource(): { readonly name: string; readonly kind: 'tree' | 'mm' } | null {
  const shown = shownTrees.value[0];
  return shown === undefined ? null : { name: shown.picture.name, kind: shown.picture.kind };
}

let editor: EditorView | null = null;

/** The text area that holds the script until the editor has loaded. */
let waiting: HTMLTextAreaElement | null = null;
/** The selection in that text area when it was removed. */
let left: { readonly anchor: number; readonly head: number } | null = null;
/** Letters typed while nothing could take them: a long text is read-only until the editor has loaded. */
let unwritten = '';

/** With null, the editor is about to replace the text area; its cursor is kept if it has the focus. */
export function attachWaiting(area: HTMLTextAreaElement | null): void {
  if (area === null && waiting !== null && document.activeElement === waiting)
    left = { anchor: waiting.selectionStart, head: waiting.selectionEnd };
  waiting = area;
}

/** The editor registers itself, so that a problem or a shortcut can put the cursor there. */
export function attachEditor(view: EditorView | null): void {
  editor = view;
  if (view === null || left === null) return;
  const { length } = view.state.doc;
  view.dispatch({ selection: { anchor: Math.min(left.anchor, length), head: Math.min(left.head, length) } });
  view.focus();
  left = null;
  writeHere(unwritten);
  unwritten = '';
}

/** Puts the cursor into the script, at an offset, or selects what stands between two of them. */
export function focusEditor(offset?: number, end = offset): void {
  pane.value = 'scenario';
  leftTab.value = 'scenario';
  const view = editor;
  if (view === null) {
    if (waiting === null) left = { anchor: offset ?? 0, head: end ?? 0 };
    waiting?.focus();
    if (offset !== undefined) waiting?.setSelectionRange(offset, end ?? offset);
    return;
  }
  // On a narrow screen the pane becomes visible with the next frame; focus needs it visible.
  requestAnimationFrame(() => {
    view.focus();
    if (offset === undefined) return;
    const within = (at: number): number => Math.min(at, view.state.doc.length);
    view.dispatch({ selection: { anchor: within(offset), head: within(end ?? offset) }, scrollIntoView: true });
  });
}

/** Writes at the cursor, as if it were typed there. */
export function writeHere(letters: string): void {
  const view = editor;
  if (letters === '') return;
  if (view === null) {
    if (waiting === null) {
      unwritten += letters;
      return;
    }
    waiting.setRangeText(letters, waiting.selectionStart, waiting.selectionEnd, 'end');
    waiting.dispatchEvent(new Event('input', { bubbles: true }));
    return;
  }
  view.dispatch(view.state.replaceSelection(letters), { userEvent: 'input.type', scrollIntoView: true });
}

/** Changes the text as typing there would; the focus stays where it is. `next` is the text with the changes made. */
export function editAt(
  changes: readonly { readonly from: number; readonly to: number; readonly insert: string }[],
  next: string,
  line: number,
): void {
  const [first] = changes;
  if (editor === null || first === undefined) edit(next, line);
  else editor.dispatch({ changes, selection: { anchor: first.from }, userEvent: 'input', scrollIntoView: true });
}

/** Puts the cursor on a 1-based line. */
export function focusLine(line: number): void {
  const doc = editor?.state.doc;
  if (doc === undefined) return;
  focusEditor(doc.line(Math.max(1, Math.min(line, doc.lines))).from);
}

export { loadExample, loadRecent, newText, recentTexts, textStore } from './session';
