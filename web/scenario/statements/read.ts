// SPDX-License-Identifier: GPL-2.0-or-later

import { read } from '../effects/readers';
import { expression, name } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    read: { readonly source: Word; readonly at: Expression; readonly name: Word };
  }
}

export const about: Record<'read', About> = {
  read: {
    form: 'read NAME at A as R',
    doc: 'An RCU reader walks to A and parks on its leaf. The tree must be in RCU mode.',
    result: 'visits',
    traits: [{ letter: '(', reads: true, needsNoNode: true, walks: true }],
  },
};

export const statements = [
  define<'read'>({
    kind: 'read',
    node: 'Read',
    parts: { source: name('TreeName'), at: expression(0, 'at'), name: name('NewName', 'as') },
    // A read of a tree that is not in RCU mode fails, and makes no name.
    check(statement, checker) {
      checker.expression(statement.at);
      checker.known(statement.source);
      checker.make(statement.name, 'reader', checker.names.inRcu(statement.source.text) ? 'sure' : 'maybe');
    },
    run: read,
  }),
];
