// SPDX-License-Identifier: GPL-2.0-or-later

import { iterate } from '../effects/iteration';
import { moveState } from '../effects/states';
import { ASK_INDEX } from './asks';
import { expression, tree } from './parts';
import { define, type About } from './statement';
import { WALK } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    walk: { readonly at: Expression; readonly tree: Word | null };
  }
}

export const about: Record<'walk', About> = {
  walk: {
    form: 'walk A',
    doc: 'Walks to index A and shows the range that holds it. ' + 'walk S: the state S walks to its own index.',
    call: 'mas_walk()',
    result: 'visits',
    traits: [WALK, { letter: 'w' }],
  },
};

export const statements = [
  define<'walk'>({
    kind: 'walk',
    node: 'Walk',
    parts: { at: expression(), tree },
    check(statement, checker) {
      if (checker.throughState(statement.at, statement.tree)) return;
      checker.expression(statement.at);
      checker.target(statement, statement.tree);
    },
    run(statement, context) {
      const kept = context.keptState(statement.at);
      return kept === null ? iterate(statement, context) : moveState(kept, statement, context);
    },
    asks: [ASK_INDEX],
  }),
];
