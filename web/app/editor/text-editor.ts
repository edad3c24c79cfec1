// SPDX-License-Identifier: GPL-2.0-or-later
//
// An editor for other texts than the scenario on the page, such as a lesson: the same keys, look and search, marks
// where something is wrong. It knows nothing of the store; it reports typing to the component that mounts it.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { TextEditor, TextEditorOptions } from '../ui/text-editing';
import { wordsNode } from '../ui/message-text';
import { extrasTheme } from './editor-extras-theme';
import { searchPanel } from './editor-search';
import { editorTheme } from './editor-theme';
import { innerCode } from './inner-code';
import { colours } from './language';

const PROSE = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--link)' },
  { tag: [tags.monospace, tags.labelName], color: 'var(--syntax-call)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.quote, tags.list], color: 'var(--muted)' },
]);

export function mountTextEditor(parent: HTMLElement, options: TextEditorOptions): TextEditor {
  const { label, parser, parserOfBlock, typed, moved } = options;
  let line = 1;
  const extensions: Extension = [
    new Language(defineLanguageFacet(), parser).extension,
    syntaxHighlighting(colours),
    syntaxHighlighting(PROSE),
    innerCode(parserOfBlock, colours),
    lineNumbers(),
    history(),
    drawSelection(),
    highlightSpecialChars(),
    EditorState.tabSize.of(2),
    searchPanel(),
    keymap.of([...searchKeymap, ...lintKeymap, ...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'true' }),
    EditorView.updateListener.of(({ state, docChanged, selectionSet }) => {
      if (docChanged) typed(state.doc.toString());
      const now = state.doc.lineAt(state.selection.main.head).number;
      if (selectionSet && now !== line) moved(now);
      line = now;
    }),
    EditorView.lineWrapping,
    extrasTheme,
    editorTheme,
  ];
  const stateOf = (doc: string): EditorState => EditorState.create({ doc, extensions });
  const view = new EditorView({ parent, state: stateOf(options.text) });
  const goTo = (at: number, focus: boolean): void => {
    view.dispatch({
      selection: { anchor: Math.min(at, view.state.doc.length) },
      effects: EditorView.scrollIntoView(Math.min(at, view.state.doc.length), { y: 'center' }),
    });
    if (focus) view.focus();
  };
  return {
    // Undo does not lead from one text into another, which is kept by itself.
    take: (text) => {
      if (text === view.state.doc.toString()) return;
      line = 1;
      view.setState(stateOf(text));
    },
    mark: (mistakes) => {
      const { length } = view.state.doc;
      view.dispatch(
        setDiagnostics(
          view.state,
          mistakes.map(({ from, to, message, hint }) => ({
            from: Math.min(from, length),
            to: Math.min(Math.max(to, from), length),
            severity: 'error',
            message: hint === '' ? message : `${message}\n${hint}`,
            renderMessage: () => wordsNode(message, hint),
          })),
        ),
      );
    },
    goTo,
    goToLine: (number) => {
      line = number;
      view.dispatch({
        effects: EditorView.scrollIntoView(view.state.doc.line(Math.min(number, view.state.doc.lines)).from, {
          y: 'start',
          yMargin: 24,
        }),
      });
    },
    dispose: () => view.destroy(),
  };
}
