// SPDX-License-Identifier: GPL-2.0-or-later
//
// The editor's extensions for a person who works in it: keys, undo, completion, closing brackets, search, marks of
// mistakes with their fixes, hover texts.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldKeymap } from '@codemirror/language';
import { lintKeymap, setDiagnostics, type Action, type Diagnostic as LintDiagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Prec, type Extension } from '@codemirror/state';
import {
  closeHoverTooltips,
  drawSelection,
  EditorView,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
  type Tooltip,
} from '@codemirror/view';
import { effect } from '@preact/signals';
import type { Diagnostic } from '../../model/diagnostic';
import type { HoverDoc } from '../../scenario/language/hover-docs';
import type { Fix } from '../../scenario/check/quick-fixes';
import { completeHere, completionKeys } from './editor-completion';
import { extrasTheme } from './editor-extras-theme';
import { searchPanel } from './editor-search';
import { applyFix, fixes, remarks } from '../store/page/fixes';
import { formatText } from './format-command';
import { acrossTexts } from './take-over';
import { openHelp } from '../store/actions/help-topic';
import { mistakes } from '../store/run/half-word';
import { diagnostics } from '../store/page/state';
import { wordsNode } from '../ui/message-text';
import { helpText, withWordHelp } from './word-help';

/** The editor's keys, undo, completion, search and the like. */
export function extras(): Extension {
  return [
    history(),
    acrossTexts(),
    drawSelection(),
    bracketMatching(),
    extrasTheme,
    closeBrackets(),
    // Before the keys that completion has of its own.
    Prec.highest(keymap.of(completionKeys)),
    autocompletion({ icons: false, override: [completeHere], tooltipClass: () => 'completion' }),
    highlightSelectionMatches(),
    searchPanel(),
    hoverTooltip((view, at) => explained(view, at), { hoverTime: 350, hideOnChange: true }),
    EditorView.domEventHandlers({ keydown: closeHover }),
    Prec.high(
      keymap.of([
        { key: 'F1', run: helpHere },
        { key: 'Mod-.', run: fixHere },
      ]),
    ),
    keymap.of([
      { key: 'Shift-Alt-f', run: () => (void formatText(), true) },
      ...closeBracketsKeymap,
      ...searchKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...foldKeymap,
    ]),
  ];
}

/** Marks mistakes and remarks in the text until the returned function is called. */
export function followMistakes(view: EditorView): () => void {
  return effect(() => {
    const known = fixes.value;
    const marked = [
      ...mistakes.value.map((one) => mistake(one, known.get(one) ?? [])),
      ...remarks.value.map((one) => ({
        ...one,
        severity: 'warning' as const,
        actions: one.fixes.map(action),
        renderMessage: () => wordsNode(one.message, ''),
      })),
    ];
    const { length } = view.state.doc;
    view.dispatch(
      setDiagnostics(
        view.state,
        marked.map((one) => ({
          ...one,
          from: Math.min(one.from, length),
          to: Math.min(Math.max(one.to, one.from), length),
        })),
      ),
    );
  });
}

function mistake(one: Diagnostic, known: readonly Fix[]): LintDiagnostic {
  return {
    from: one.from,
    to: one.to,
    severity: 'error',
    message: one.hint === '' ? one.message : `${one.message}\n${one.hint}`,
    renderMessage: () => wordsNode(one.message, one.hint),
    actions: known.map(action),
  };
}

function action(fix: Fix): Action {
  return { name: fix.label.replaceAll('`', ''), apply: () => applyFix(fix) };
}

// The likeliest fix of the mistake on the cursor's line.
function fixHere(view: EditorView): boolean {
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const known = [
    ...diagnostics.value.map((one) => ({ from: one.from, fixes: fixes.value.get(one) ?? [] })),
    ...remarks.value,
  ];
  const fix = known.find((one) => one.fixes.length > 0 && one.from >= line.from && one.from <= line.to)?.fixes[0];
  if (fix !== undefined) applyFix(fix);
  return fix !== undefined;
}

// A hover text would cover the line that is being typed.
function closeHover(_: KeyboardEvent, view: EditorView): boolean {
  if (hasHoverTooltips(view.state)) view.dispatch({ effects: closeHoverTooltips });
  return false;
}

/** The hover text of the word at a place. */
export function explained({ state }: Pick<EditorView, 'state'>, at: number): Tooltip | null | Promise<Tooltip | null> {
  const text = helpText(state);
  if (text === null) return null;
  return withWordHelp(({ hoverAt }) => {
    const doc = hoverAt(text, at);
    return doc === null ? null : { pos: doc.from, end: doc.to, above: true, create: () => ({ dom: hoverNode(doc) }) };
  });
}

function hoverNode({ form, doc, call, place }: HoverDoc): HTMLElement {
  const node = document.createElement('div');
  node.className = 'hover-doc';
  const put = (tag: string, name: string): HTMLElement => {
    const made = document.createElement(tag);
    made.className = name;
    node.append(made);
    return made;
  };
  put('code', 'hover-form').textContent = form;
  if (doc !== '') put('p', 'hover-words').append(wordsNode(doc, ''));
  if (call !== '') put('p', 'hover-call muted').append(wordsNode(`In Linux: ${call}`, ''));
  if (place !== '') {
    const link = put('button', 'link');
    link.setAttribute('type', 'button');
    link.textContent = 'More in the page of the language';
    link.addEventListener('click', () => openHelp({ section: sectionOf(place) }));
  }
  return node;
}

function helpHere(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  const text = helpText(view.state);
  const statement = /^\s*([a-z_]+)/.exec(view.state.doc.lineAt(head).text)?.[1] ?? '';
  const place = withWordHelp(
    ({ hoverAt, placeOf }) => (text === null ? '' : hoverAt(text, head)?.place) || placeOf(statement),
  );
  const open = (heading: string | null): void =>
    openHelp({ section: heading === null || heading === '' ? null : sectionOf(heading) });
  if (place instanceof Promise) void place.then(open);
  else open(place);
  return true;
}

// As the page of the language names its sections.
function sectionOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-');
}
