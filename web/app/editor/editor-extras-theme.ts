// SPDX-License-Identifier: GPL-2.0-or-later
//
// The look of CodeMirror's tooltips, lists, marks and panels; loads with them. editor-theme.ts has the look of the
// rest.

import { EditorView } from '@codemirror/view';

export const extrasTheme = EditorView.theme({
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 22%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--selected)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--selected)',
    outline: '1px solid var(--hairline)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    border: '1px solid var(--hairline)',
    borderRadius: '6px',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '12px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 10px', lineHeight: '1.45' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--selected)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)', fontWeight: '600' },
  '.cm-tooltip.cm-completionInfo': {
    maxWidth: '320px',
    padding: '8px 12px',
    fontFamily: 'var(--words)',
    fontSize: '12.5px',
    lineHeight: '1.45',
    border: '1px solid var(--hairline)',
  },
  // No room beside the list: below it.
  [['left', 'right'].map((side) => `.cm-tooltip.cm-completionInfo.cm-completionInfo-${side}-narrow`).join(', ')]: {
    top: '100% !important',
    bottom: 'auto !important',
    left: '0 !important',
    right: '0 !important',
    maxWidth: 'none !important',
    marginTop: '2px',
  },
  '.cm-completionInfo p': { margin: '0' },
  '.hover-form': {
    display: 'block',
    fontFamily: 'var(--mono)',
    fontSize: '12px',
    fontWeight: '600',
    marginBottom: '3px',
    whiteSpace: 'pre-wrap',
  },
  '.hover-doc': {
    maxWidth: '400px',
    padding: '8px 12px',
    fontFamily: 'var(--words)',
    fontSize: '12.5px',
    lineHeight: '1.45',
  },
  '.hover-doc p': { margin: '0 0 3px' },
  '.cm-diagnosticAction': {
    display: 'block',
    font: 'inherit',
    fontSize: '12px',
    margin: '6px 6px 0 0',
    marginLeft: '0',
    padding: '2px 8px',
    border: '1px solid var(--hairline)',
    borderRadius: '4px',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    cursor: 'pointer',
  },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--muted)' },
  '.cm-diagnostic': { whiteSpace: 'pre-line', padding: '6px 10px', fontFamily: 'var(--words)', fontSize: '12.5px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--ink)', borderColor: 'var(--hairline)' },
  '.cm-panels input, .cm-panels button': { font: 'inherit' },
});
