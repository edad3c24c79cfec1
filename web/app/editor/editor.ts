// SPDX-License-Identifier: GPL-2.0-or-later
//
// The editor: CodeMirror with the language of scenarios, the results in a gutter at the right, the line of the current
// step marked. It reports what is typed and follows the store; it decides nothing.

import { redo, undo } from '@codemirror/commands';
import { ensureSyntaxTree, foldEffect, foldGutter } from '@codemirror/language';
import { EditorState, Text, type Extension, type StateEffect } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers, type ViewUpdate } from '@codemirror/view';
import { effect, untracked } from '@preact/signals';
import { foldedPart } from '../../scenario/language/highlight';
import { inputKind } from '../../scenario/pasted/detect';
import { edit, openDialog, runNow, seekLine } from '../store/actions/actions';
import { returnTo } from '../store/actions/branches';
import { attachPreparing } from '../store/page/long-text';
import { setBreakpoints } from '../store/run/breakpoints';
import { breakpointGutter, followBreakpoints } from './editor-breakpoints';
import { attachFixer } from '../store/page/fixes';
import { noteTyped } from '../store/run/half-word';
import { PARSED_MAX } from '../store/page/texts';
import { continues, currentLine, dialog, pane, ran, readOnly, stepHere, text, textRevision } from '../store/page/state';
import { cutBefore, cutLines } from './cut-lines';
import { extras, followMistakes } from './editor-extras';
import { maple } from './language';
import { shortPaths } from './short-paths';
import { editorTheme } from './editor-theme';
import { changedBy, takeOverSpec } from './take-over';
import {
  currentLineField,
  resultsGutter,
  setCurrentLine,
  setResults,
  resultsByLine,
  type LineRange,
} from './results-gutter';

/** Makes the editor in `parent`; gives it back with what ends it. */
export function mountEditor(parent: HTMLElement): { readonly view: EditorView; readonly dispose: () => void } {
  const doc = Text.of(untracked(() => text.value).split(/\r\n?|\n/));
  let scrolled = (): void => undefined;
  const followsView = EditorView.updateListener.of(({ viewportChanged }) => {
    if (viewportChanged) scrolled();
  });
  const view = new EditorView({ parent, state: EditorState.create({ doc, extensions: [extensions(), followsView] }) });
  foldLongMaps(view, 0, view.state.doc.length);
  attachPreparing(cutLines);
  attachFixer((changes) => {
    view.dispatch({ changes, userEvent: 'input.fix', scrollIntoView: true });
    view.focus();
  });
  const results = followStep(view);
  scrolled = results.scrolled;
  const stops = [
    followBreakpoints(view),
    followMistakes(view),
    textRevision.subscribe(() =>
      takeOver(
        view,
        untracked(() => text.value),
      ),
    ),
    results.stop,
    undoFromOutside(view),
    keepCaretInView(view),
  ];
  return {
    view,
    dispose() {
      for (const stop of stops) stop();
      attachFixer(null);
      attachPreparing(null);
      view.destroy();
    },
  };
}

// What comes up under the text, as the list of problems does, hides no line that is being written.
function keepCaretInView(view: EditorView): () => void {
  const box = view.scrollDOM;
  let before = box.clientHeight;
  const watch = new ResizeObserver(() => {
    const lost = before - box.clientHeight;
    before = box.clientHeight;
    const { head } = view.state.selection.main;
    const caret = view.hasFocus && lost > 0 ? view.coordsAtPos(head) : null;
    const below = caret === null ? 0 : caret.bottom - box.getBoundingClientRect().top - before;
    if (below > 0 && below <= lost) view.dispatch({ effects: EditorView.scrollIntoView(head) });
  });
  watch.observe(box);
  return () => watch.disconnect();
}

// Undo takes back lines written by the picture wherever the focus is, unless the focused field has an undo of its own.
function undoFromOutside(view: EditorView): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented || dialog.peek() !== null) return;
    if (target instanceof Element && target.closest('input, textarea, [contenteditable=true]') !== null) return;
    const letter = key.toLowerCase();
    const command = letter === 'z' ? (event.shiftKey ? redo : undo) : letter === 'y' ? redo : null;
    if (command?.(view) === true) event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function extensions(): Extension[] {
  return [
    maple,
    breakpointGutter(),
    lineNumbers({ domEventHandlers: { mousedown: (view, block) => seekBlock(view, block.from) } }),
    foldGutter(),
    resultsGutter((view, from) => seekBlock(view, from)),
    currentLineField,
    shortPaths,
    highlightSpecialChars(),
    EditorState.tabSize.of(2),
    EditorState.readOnly.of(readOnly.value),
    keymap.of([
      { key: 'Mod-Enter', run: () => (void runNow(), true) },
      { key: 'Alt-Enter', run: (view) => seekBlock(view, view.state.selection.main.head) },
    ]),
    // Behind the keys above, which mean something else to CodeMirror.
    extras(),
    EditorView.contentAttributes.of({
      'aria-label': 'Scenario',
      tabindex: '0',
      spellcheck: 'false',
      autocapitalize: 'off',
    }),
    EditorView.domEventHandlers({ paste: offerIntake, click: seekClicked }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged || update.selectionSet || update.focusChanged) noteTyped(typedIn(update));
      if (!update.docChanged) return;
      const by = changedBy(update.transactions);
      // The store has the text: to write out megabytes again would hold up the page.
      if (by === 'store') return;
      const words = update.state.doc.toString();
      if (by === 'person') edit(words, update.state.doc.lineAt(update.state.selection.main.head).number);
      // The restored text may bring marks and folds, which no update may make.
      else queueMicrotask(() => void returnTo(words));
    }),
    EditorView.lineWrapping,
    editorTheme,
  ];
}

// Where typing ends up; null where the cursor only went there.
function typedIn({ docChanged, view, state, transactions }: ViewUpdate): number | null {
  return docChanged &&
    view.hasFocus &&
    transactions.some((one) => one.isUserEvent('input') || one.isUserEvent('delete'))
    ? state.selection.main.head
    : null;
}

function takeOver(view: EditorView, next: string): void {
  const old = view.state.doc.toString();
  const spec = takeOverSpec(
    view.state,
    next,
    untracked(() => continues.value),
    cutBefore(next),
  );
  if (spec === null) return;
  const another = !next.startsWith(old.trimEnd());
  view.dispatch(spec, another ? { effects: [setResults.of(new Map()), setCurrentLine.of(null)] } : {});
  if (another) setBreakpoints([]);
  const { from, insert } = spec.changes;
  foldLongMaps(view, from, from + insert.length);
}

const FOLDED_LINES_MIN = 40;
const PARSE_MS_MAX = 100;

// A long map is in the way of what is done with it: it arrives folded.
function foldLongMaps(view: EditorView, from: number, to: number): void {
  const { state } = view;
  if (state.doc.length > PARSED_MAX) {
    foldUnparsed(view, from, to);
    return;
  }
  const effects: StateEffect<{ from: number; to: number }>[] = [];
  ensureSyntaxTree(state, state.doc.length, PARSE_MS_MAX)?.iterate({
    from,
    to,
    enter(node) {
      if (node.name !== 'RawText') return;
      const part = foldedPart(node, (offset) => state.doc.lineAt(offset).to);
      if (part === null || node.from < from || node.to > to) return;
      if (state.doc.lineAt(part.to).number - state.doc.lineAt(part.from).number > FOLDED_LINES_MIN)
        effects.push(foldEffect.of(part));
    },
  });
  if (effects.length > 0) view.dispatch({ effects });
}

// The same for a text that is too long to be parsed: its lines that end with the quotes of a block.
function foldUnparsed(view: EditorView, from: number, to: number): void {
  const words = untracked(() => text.value);
  const effects: StateEffect<{ from: number; to: number }>[] = [];
  for (let open = words.indexOf('"""\n', from); open >= 0 && open < to;) {
    const close = words.indexOf('\n"""', open);
    if (close < 0 || close >= to) break;
    effects.push(foldEffect.of({ from: open + 3, to: close + 1 }));
    open = words.indexOf('"""\n', close + 4);
  }
  if (effects.length > 0) view.dispatch({ effects });
}

// Results and the mark of the step are those of the text that ran: beside other lines they would be wrong. They are put
// where they belong in the next frame, all at once: each change makes the editor ask where its selection is, for which
// the browser lays out the page.
function followStep(view: EditorView): { readonly stop: () => void; readonly scrolled: () => void } {
  let frame = 0;
  let of: Step | null = null;
  let lines: readonly LineRange[] | null = null;
  const ask = (): void => {
    if (frame === 0) frame = requestAnimationFrame(show);
  };
  const show = (): void => {
    frame = 0;
    const now = stepNow();
    if (now === null) return;
    const seen = now.run.summary.steps.length > ALL_RESULTS_MAX ? linesInView(view) : null;
    const [fresh, moved] = [
      of?.run !== now.run || of.at !== now.at || !covers(lines, seen),
      of?.line !== now.line || of.visible !== now.visible || of.run !== now.run,
    ];
    of = now;
    if (fresh) lines = seen?.map(([first, last]) => [first - BESIDE_LINES, last + BESIDE_LINES]) ?? null;
    const line = now.line !== null && now.line <= view.state.doc.lines ? now.line : null;
    const effects = [
      ...(fresh ? [setResults.of(resultsByLine(now.run.summary, now.at, now.run.text, lines))] : []),
      ...(moved ? [setCurrentLine.of(line)] : []),
    ];
    if (effects.length > 0) view.dispatch({ effects });
    if (moved && line !== null) scrollTo(view, line, now.visible);
  };
  const stop = effect(() => {
    if (stepNow() !== null) ask();
  });
  return {
    stop: () => {
      stop();
      cancelAnimationFrame(frame);
    },
    scrolled: () => {
      if (lines !== null) ask();
    },
  };
}

/** Of a run with more steps only the results of the lines in view are made, and of so many beside them. */
const ALL_RESULTS_MAX = 5000;
const BESIDE_LINES = 300;

function linesInView(view: EditorView): LineRange[] {
  const { doc } = view.state;
  return view.visibleRanges.map(({ from, to }) => [doc.lineAt(from).number, doc.lineAt(to).number]);
}

function covers(made: readonly LineRange[] | null, wanted: readonly LineRange[] | null): boolean {
  if (made === null || wanted === null) return made === wanted;
  return wanted.every(([first, last]) => made.some(([from, to]) => from <= first && last <= to));
}

interface Step {
  readonly run: NonNullable<typeof ran.value>;
  readonly at: number;
  readonly line: number | null;
  /** The editor is what a narrow window shows. */
  readonly visible: boolean;
}

function stepNow(): Step | null {
  const run = ran.value;
  const [at, line, visible] = [stepHere.value, currentLine.value, pane.value === 'scenario'];
  return run === null || run.text !== untracked(() => text.value) ? null : { run, at, line, visible };
}

const LINES_ABOVE_PX = 48;

// To the beginning of the line that can be seen: of a folded part that is the line of the fold.
function scrollTo(view: EditorView, line: number, forced: boolean): void {
  if (isWorkedIn(view) && !forced) return;
  const { from } = view.state.doc.line(line);
  view.requestMeasure({
    key: scrollTo,
    read: () => {
      const { scrollDOM } = view;
      const block = view.lineBlockAt(Math.min(from, view.state.doc.length));
      const top = block.top + view.documentTop - scrollDOM.getBoundingClientRect().top + scrollDOM.scrollTop;
      const least = top + block.height + LINES_ABOVE_PX - scrollDOM.clientHeight;
      return scrollDOM.clientHeight === 0 ? null : Math.max(least, Math.min(scrollDOM.scrollTop, top - LINES_ABOVE_PX));
    },
    write: (wanted) => {
      if (wanted !== null) view.scrollDOM.scrollTop = wanted;
    },
  });
}

// In the text, or in the panel of its search: what a person reads there must not scroll away.
function isWorkedIn(view: EditorView): boolean {
  return view.dom.contains(view.root.activeElement);
}

function seekBlock(view: EditorView, offset: number): boolean {
  seekLine(view.state.doc.lineAt(offset).number);
  return true;
}

// A plain click shows the step of its line; a click that selects or is part of a drag does not.
function seekClicked(event: MouseEvent, view: EditorView): boolean {
  const target = event.target;
  if (event.detail !== 1 || !view.state.selection.main.empty) return false;
  // A line that was drawn again while the button was down is not the target of the click: then it is all of the text.
  if (!(target instanceof Node) || !view.contentDOM.contains(target)) return false;
  const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
  if (at !== null) seekBlock(view, at);
  return false;
}

function offerIntake(event: ClipboardEvent, view: EditorView): boolean {
  const words = event.clipboardData?.getData('text/plain') ?? '';
  if (inputKind(words) === null || insideRawText(view)) return false;
  event.preventDefault();
  openDialog('paste', words);
  return true;
}

// Within """ … """ a map is at home already.
function insideRawText(view: EditorView): boolean {
  const before = view.state.sliceDoc(0, view.state.selection.main.from);
  return (before.match(/"""/g)?.length ?? 0) % 2 === 1;
}
