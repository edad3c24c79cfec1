// SPDX-License-Identifier: GPL-2.0-or-later

import { dup } from '../effects/operations';
import { forkParts } from '../effects/gutter-words';
import { ASK_COPY } from './asks';
import { name } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    dup: { readonly source: Word; readonly name: Word };
  }
}

export const about: Record<'dup', About> = {
  dup: {
    form: 'dup A as B',
    doc: 'Duplicates tree A, node for node.',
    call: 'mtree_dup()',
    traits: [{ letter: 'D', isStructural: true }],
  },
};

export const statements = [
  define<'dup'>({
    kind: 'dup',
    node: 'Dup',
    parts: { source: name('TreeName'), name: name('NewName', 'as') },
    check(statement, checker) {
      const { source } = statement;
      checker.known(source);
      const { mayFail } = checker.names;
      checker.make(statement.name, 'tree', mayFail ? 'maybe' : 'sure', checker.names.inRcu(source.text));
    },
    run(statement, context) {
      context.mustFitCopy(statement.source);
      return dup(statement, context);
    },
    gutter: (_, outcome) => forkParts(outcome),
    asks: [ASK_COPY],
  }),
];
