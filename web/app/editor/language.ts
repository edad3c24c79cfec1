// SPDX-License-Identifier: GPL-2.0-or-later
//
// The language of scenarios in CodeMirror's form: colours, folding, indentation. The room scenario/
// knows all of it; this file puts it into the editor's forms. Completion stands in editor-completion.ts, which is
// fetched later.

import {
  codeFolding,
  foldNodeProp,
  HighlightStyle,
  indentService,
  LanguageSupport,
  LRLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { Tree, type PartialParse } from '@lezer/common';
import { tags } from '@lezer/highlight';
import { foldedPart, highlightedParser, indentDepth } from '../../scenario/language/highlight';
import { counted } from '../../base/text';
import { PARSED_MAX } from '../store/page/texts';

/** Above so many characters the text is not looked through for an indentation. */
const INDENT_TEXT_MAX = 200_000;
// A longer text has no colours: a block of raw text is one token, and reading one of 20 million characters blocks the
// page for more than half a second.
function unparsed(length: number): PartialParse {
  return {
    advance: () => new Tree(highlightedParser.topNode, [], [], length),
    parsedPos: length,
    stopAt: () => undefined,
    stoppedAt: null,
  };
}

const language = LRLanguage.define({
  name: 'maple',
  parser: highlightedParser.configure({
    wrap: (inner, input) => (input.length > PARSED_MAX ? unparsed(input.length) : inner),
    props: [
      foldNodeProp.add((type) =>
        type.name === 'Block' || type.name === 'RawText'
          ? (node, state) => foldedPart(node, (offset) => state.doc.lineAt(offset).to)
          : undefined,
      ),
    ],
  }),
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '{', '"', '"""'] } },
});

/** How words of the language look. */
export const colours = HighlightStyle.define([
  { tag: tags.keyword, fontWeight: '600' },
  { tag: tags.controlKeyword, fontWeight: '600' },
  { tag: tags.modifier, fontWeight: '600' },
  { tag: tags.special(tags.keyword), fontWeight: '600' },
  { tag: tags.lineComment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--value-ink)' },
  { tag: tags.special(tags.string), color: 'var(--syntax-map)' },
  { tag: tags.function(tags.variableName), color: 'var(--syntax-call)' },
  { tag: tags.constant(tags.variableName), color: 'var(--bad)' },
]);

/** Everything the editor needs to know about the language. */
export const maple = [
  new LanguageSupport(language, [
    indentService.of((context, at) => {
      if (context.state.doc.length > INDENT_TEXT_MAX) return null;
      const depth = indentDepth(context.state.doc.toString(), at);
      return depth < 0 ? null : depth * context.unit;
    }),
    codeFolding({ preparePlaceholder: foldedLines, placeholderDOM: foldedMark }),
  ]),
  syntaxHighlighting(colours),
];

function foldedLines(state: EditorState, range: { readonly from: number; readonly to: number }): number {
  return Math.max(0, state.doc.lineAt(range.to).number - state.doc.lineAt(range.from).number - 1);
}

function foldedMark(_view: unknown, onclick: (event: Event) => void, prepared: unknown): HTMLElement {
  const mark = document.createElement('button');
  mark.type = 'button';
  mark.className = 'cm-foldPlaceholder';
  mark.textContent = counted(Number(prepared), 'line');
  mark.title = 'Unfold';
  mark.onclick = onclick;
  return mark;
}
