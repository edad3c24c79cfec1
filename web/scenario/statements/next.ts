// SPDX-License-Identifier: GPL-2.0-or-later

// The moves of a state: next, prev, find and their kin.

import type { Expression, IterationWord, Word } from '../syntax/syntax';
import { ASK_INDEX } from './asks';
import { checkMove, runMove } from './moves';
import { expression, optional, tree } from './parts';
import { define, type About } from './statement';
import { WALK } from './traits';

interface Move {
  readonly at: Expression;
  readonly count: Expression | null;
  readonly until: Expression | null;
  readonly tree: Word | null;
}

declare module '../syntax/syntax' {
  interface Bodies {
    next: Move;
    prev: Move;
    find: Move;
    find_rev: Move;
    next_range: Move;
    prev_range: Move;
  }
}

const FORM = 'A [count N] [until B]';
const PLACE = 'next, prev, find, find_rev, next_range, prev_range';

export const about: Record<IterationWord, About> = {
  next: {
    form: `next ${FORM}`,
    doc: 'Visits the entries above the range that holds A, from a new state at A.',
    call: 'mas_next()',
    place: PLACE,
    result: 'visits',
    traits: [WALK, { letter: '>' }],
  },
  prev: {
    form: `prev ${FORM}`,
    doc: 'Visits the entries below the range that holds A, from a new state at A.',
    call: 'mas_prev()',
    place: PLACE,
    result: 'visits',
    traits: [WALK, { letter: '<', goesDown: true }],
  },
  find: {
    form: `find ${FORM}`,
    doc: 'Visits the entry at A or the next one above, then those after, from a new state at A.',
    call: 'mas_find()',
    place: PLACE,
    result: 'visits',
    traits: [WALK, { letter: 'f' }],
  },
  find_rev: {
    form: `find_rev ${FORM}`,
    doc: 'Visits the entry at A or the next one below, then those before, from a new state at A.',
    call: 'mas_find_rev()',
    place: PLACE,
    result: 'visits',
    traits: [WALK, { letter: 'f', goesDown: true }],
  },
  next_range: {
    form: `next_range ${FORM}`,
    doc: 'Like next, but also visits the gaps between entries.',
    call: 'mas_next_range()',
    place: PLACE,
    result: 'visits',
    traits: [WALK, { letter: '>' }],
  },
  prev_range: {
    form: `prev_range ${FORM}`,
    doc: 'Like prev, but also visits the gaps between entries.',
    call: 'mas_prev_range()',
    place: PLACE,
    result: 'visits',
    traits: [WALK, { letter: '<', goesDown: true }],
  },
};

export const statements = (['next', 'prev', 'find', 'find_rev', 'next_range', 'prev_range'] as const).map((kind) =>
  define<IterationWord>({
    kind,
    node: 'Iterate',
    when: (node) => node.children[0]?.name === kind,
    parts: { at: expression(), count: optional('Count', 'count'), until: optional('Until', 'until'), tree },
    check(statement, checker) {
      checker.expression(statement.count);
      checker.expression(statement.until);
      checkMove(statement, checker);
    },
    run: runMove,
    asks: [ASK_INDEX],
  }),
);
