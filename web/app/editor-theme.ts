// SPDX-License-Identifier: GPL-2.0-or-later
//
// How CodeMirror looks here: the page's own tokens, so that light and dark need no second theme. Floor 5.

import { EditorView } from '@codemirror/view';

export const editorTheme = EditorView.theme({
  '&': { height: '100%', fontSize: '12.5px', backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px', fontVariantNumeric: 'tabular-nums' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 8px 0 6px' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--muted)', border: 'none' },
  '.cm-gutters.cm-gutters-after': { backgroundColor: 'var(--panel)', borderLeft: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '28px', padding: '0 2px 0 8px', cursor: 'pointer' },
  '.cm-foldGutter .cm-gutterElement': { width: '14px', cursor: 'pointer' },
  '.cm-results': { maxWidth: '150px', minWidth: '52px' },
  '.cm-results .cm-gutterElement': { padding: '0 12px 0 8px', textAlign: 'right', whiteSpace: 'nowrap', cursor: 'pointer' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 22%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--selected)' },
  '.cm-line.current-step': { backgroundColor: 'var(--selected)', boxShadow: 'inset 2px 0 0 var(--accent)' },
  '.cm-gutterElement.current-step-gutter': { backgroundColor: 'var(--selected)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--selected)',
    border: '1px solid var(--hairline)',
    color: 'var(--muted)',
    padding: '0 6px',
    margin: '0 4px',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selected)', outline: '1px solid var(--hairline)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    border: '1px solid var(--hairline)',
    borderRadius: '6px',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '12px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--selected)', color: 'var(--ink)' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal' },
  '.cm-diagnostic': { whiteSpace: 'pre-line', padding: '6px 10px', fontFamily: 'var(--words)', fontSize: '12.5px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--ink)', borderColor: 'var(--hairline)' },
  '.cm-panels input, .cm-panels button': { font: 'inherit' },
});
