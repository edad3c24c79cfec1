// SPDX-License-Identifier: GPL-2.0-or-later

import { ASK_INDEX } from './asks';
import { checkMove, runMove } from './moves';
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
    check: checkMove,
    run: runMove,
    asks: [ASK_INDEX],
  }),
];
