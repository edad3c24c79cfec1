// SPDX-License-Identifier: GPL-2.0-or-later

// A statement that this version recognises and does not run.

import { word } from '../syntax/build-nodes';
import { silent } from './parts';
import { define, type About } from './statement';

export const about: Record<'ask', About> = {
  ask: { form: 'ask "question" = EXPR', doc: 'A prediction question.', place: '' },
};

export const statements = [
  define<'later'>({
    kind: 'later',
    node: 'Later',
    parts: {
      word: silent(({ builder, node }) => word(builder, node.children[0] ?? node)),
      text: silent(({ builder, node }) => builder.text.slice(node.from, node.to)),
    },
    print: ({ text }) => text,
    // Names that the statement would have defined are not known either.
    check({ word: { text: first }, text, from }, checker) {
      checker.tell({ from, to: from + first.length }, (w) => w.notYet(first));
      checker.names.mayMake(text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []);
    },
    steps: () => null,
  }),
];
