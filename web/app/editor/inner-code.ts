// SPDX-License-Identifier: GPL-2.0-or-later
//
// The colours of code inside a Markdown text. The blocks in view are parsed by themselves: Lezer's mixed trees would
// put two kilobytes more before the first view.

import { syntaxTree, type HighlightStyle } from '@codemirror/language';
import { Prec, RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import type { Parser, SyntaxNode } from '@lezer/common';
import { highlightTree } from '@lezer/highlight';

// Instead of the colour that Markdown gives all code.
const PLAIN = Decoration.mark({ class: 'cm-inner-code' });
const plainTheme = EditorView.theme({ '.cm-inner-code': { color: 'var(--ink)' } });

/** `parserOf` has a parser for blocks with this word behind their fence, or null. */
export function innerCode(parserOf: (info: string) => Parser | null, colours: HighlightStyle): Extension {
  const inked = (view: EditorView): DecorationSet => {
    const marks = new RangeSetBuilder<Decoration>();
    let done = 0;
    for (const { from, to } of view.visibleRanges)
      syntaxTree(view.state).iterate({
        from,
        to,
        enter: ({ node }) => {
          if (node.name !== 'FencedCode' || node.from < done) return;
          done = node.to;
          ink(view, node, marks);
        },
      });
    return marks.finish();
  };
  const ink = (view: EditorView, block: SyntaxNode, marks: RangeSetBuilder<Decoration>): void => {
    const info = block.getChild('CodeInfo');
    const parser = info === null ? null : parserOf(view.state.sliceDoc(info.from, info.to));
    const code = block.getChildren('CodeText');
    const [start, end] = [code[0]?.from, code.at(-1)?.to];
    if (parser === null || start === undefined || end === undefined) return;
    marks.add(start, end, PLAIN);
    highlightTree(parser.parse(view.state.sliceDoc(start, end)), colours, (from, to, style) =>
      marks.add(start + from, start + to, Decoration.mark({ class: style })),
    );
  };
  const plugin = ViewPlugin.define(
    (view) => ({
      inks: inked(view),
      update({ docChanged, viewportChanged, startState, state, view: now }: ViewUpdate) {
        if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state)) this.inks = inked(now);
      },
    }),
    { decorations: ({ inks }) => inks },
  );
  return [Prec.high(plugin), plainTheme];
}
