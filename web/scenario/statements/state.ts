// SPDX-License-Identifier: GPL-2.0-or-later

import { openState } from '../effects/states';
import { name, tree } from './parts';
import { define, type About } from './statement';
import { PLACES } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    state: { readonly name: Word; readonly tree: Word | null };
  }
}

export const about: Record<'state', About> = {
  state: {
    form: 'state NAME',
    doc:
      'Keeps a fresh state (MA_STATE) of the current tree, or in NAME of another, under a name: ' +
      'moves and stores go through it.',
    call: 'MA_STATE()',
    traits: [PLACES],
  },
};

export const statements = [
  define<'state'>({
    kind: 'state',
    node: 'State',
    parts: { name: name('NewName'), tree },
    // A state cannot enter a damaged tree.
    check(statement, checker) {
      const of = checker.targetName(statement, statement.tree);
      checker.make(statement.name, 'state', checker.names.damaged ? 'maybe' : 'sure', false, of);
    },
    run: openState,
  }),
];
