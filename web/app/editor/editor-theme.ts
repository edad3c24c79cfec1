// SPDX-License-Identifier: GPL-2.0-or-later
//
// How CodeMirror looks here: the page's own tokens, so that light and dark need no second theme.

import { EditorView } from '@codemirror/view';

/** Pixels at the right of the editor in which results may stand, and those of them around its words. */
const RESULTS_WIDTH = 136;
const AROUND_RESULT = 22;

export const editorTheme = EditorView.theme({
  '&': { height: '100%', fontSize: '12.5px', backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px', fontVariantNumeric: 'tabular-nums' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--accent)' },
  // A wrapped row is indented further.
  '.cm-line': { padding: '0 12px 0 calc(6px + 2ch)', textIndent: '-2ch' },
  // The room of the line's result, which lies over it: see the gutter below.
  '.cm-line.has-result::before': {
    content: '""',
    float: 'right',
    width: `min(var(--letters) * 1ch, ${RESULTS_WIDTH - AROUND_RESULT}px)`,
    height: '20px',
    marginLeft: '1ch',
  },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--muted)', border: 'none' },
  // Their column has no width of its own: a line without a result has the whole width.
  '.cm-gutters.cm-gutters-after': {
    width: '0',
    borderLeft: 'none',
    pointerEvents: 'none',
    justifyContent: 'flex-end',
    backgroundColor: 'transparent',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '22px', padding: '0 2px 0 4px', cursor: 'pointer' },
  '.cm-foldGutter .cm-gutterElement': { width: '13px', cursor: 'pointer' },
  '.cm-breakpoints': { width: '16px' },
  '.cm-breakpoints .cm-gutterElement': {
    width: '16px',
    padding: '0',
    display: 'grid',
    placeItems: 'center',
    cursor: 'pointer',
  },
  '.cm-breakpoints .breakpoint': {
    width: '9px',
    height: '9px',
    borderRadius: '2px',
    transform: 'rotate(45deg)',
    backgroundColor: 'var(--bad)',
  },
  '.cm-breakpoints .breakpoint.idle': { backgroundColor: 'transparent', boxShadow: 'inset 0 0 0 1.5px var(--muted)' },
  '.cm-breakpoints .cm-gutterElement:hover:empty::after': {
    content: '""',
    width: '7px',
    height: '7px',
    borderRadius: '2px',
    transform: 'rotate(45deg)',
    boxShadow: 'inset 0 0 0 1.5px var(--muted)',
  },
  '.cm-results': { flex: 'none', width: `${RESULTS_WIDTH}px` },
  '.cm-results .cm-gutterElement': {
    display: 'flex',
    justifyContent: 'flex-end',
    alignItems: 'flex-start',
    backgroundColor: 'transparent',
  },
  '.cm-results .result': {
    maxWidth: '100%',
    padding: '0 12px 0 10px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'pre',
    pointerEvents: 'auto',
    cursor: 'pointer',
  },
  // Behind what is selected in it, which CodeMirror draws behind the lines.
  '.cm-line.current-step': { position: 'relative' },
  '.cm-line.current-step::after': {
    content: '""',
    position: 'absolute',
    zIndex: '-9',
    inset: '0',
    backgroundColor: 'var(--selected)',
    boxShadow: 'inset 2px 0 0 var(--accent)',
  },
  '.cm-lineNumbers .current-step-gutter, .cm-foldGutter .current-step-gutter, .cm-breakpoints .current-step-gutter': {
    backgroundColor: 'var(--selected)',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--selected)',
    border: '1px solid var(--hairline)',
    color: 'var(--muted)',
    padding: '0 6px',
    margin: '0 4px',
  },
});
