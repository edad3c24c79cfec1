// SPDX-License-Identifier: GPL-2.0-or-later
//
// The search of the editor: its panel in the page's own look and words.

import { search } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The panel above the text. */
export function searchPanel(): Extension {
  return [search({ top: true }), EditorState.phrases.of(WORDS), look];
}

const WORDS: Readonly<Record<string, string>> = {
  Find: 'Find in the text',
  Replace: 'Replace with',
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  replace: 'Replace',
  'replace all': 'Replace all',
  'match case': 'case',
  regexp: 'regular expression',
  'by word': 'whole words',
  close: 'Close the search',
};

const look = EditorView.theme({
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--hairline)' },
  '.cm-panel.cm-search': {
    position: 'relative',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px 8px',
    padding: '8px 34px 8px 14px',
    fontFamily: 'var(--words)',
    fontSize: '12.5px',
  },
  '.cm-panel.cm-search br': { flexBasis: '100%', height: '0', content: '""' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { margin: '0' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '5px',
    fontSize: '12px',
    color: 'var(--muted)',
  },
  '.cm-panel.cm-search .cm-textfield': {
    flex: '1 1 120px',
    minWidth: '0',
    maxWidth: '220px',
    padding: '2px 8px',
    border: '1px solid var(--line-strong)',
    borderRadius: '5px',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    fontFamily: 'var(--mono)',
    fontSize: '12px',
    lineHeight: '20px',
  },
  '.cm-panel.cm-search .cm-button': {
    padding: '2px 9px',
    border: '1px solid var(--hairline)',
    borderRadius: '5px',
    background: 'var(--raised)',
    color: 'var(--ink)',
    font: 'inherit',
    fontSize: '12px',
    lineHeight: '20px',
    cursor: 'pointer',
  },
  '.cm-panel.cm-search .cm-button:hover': { borderColor: 'var(--line-strong)' },
  '.cm-panel.cm-search [name=close]': {
    position: 'absolute',
    top: '8px',
    right: '10px',
    width: '24px',
    height: '24px',
    padding: '0',
    border: '0',
    background: 'none',
    color: 'var(--muted)',
    font: 'inherit',
    fontSize: '16px',
    lineHeight: '22px',
    cursor: 'pointer',
  },
  '.cm-panel.cm-search [name=close]:hover': { color: 'var(--ink)' },
  '.cm-searchMatch': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 16%, transparent)',
    outline: '1px solid color-mix(in srgb, var(--accent) 40%, transparent)',
  },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--accent) 38%, transparent)' },
});
