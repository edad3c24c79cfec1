// SPDX-License-Identifier: GPL-2.0-or-later

import { child, expressionAt, rangeIn } from '../syntax/build-nodes';
import { printExpression, printPart, printRange } from '../syntax/print-parts';
import { block, name, silent } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    for: {
      readonly name: Word;
      readonly range: Range;
      /** `step S`. */
      readonly step: Expression | null;
      /** The seed of `shuffle(…)`; null for an ascending loop. */
      readonly shuffle: Expression | null;
      readonly body: readonly Statement[];
    };
  }
}

export const about: Record<'for', About> = {
  for: {
    form: 'for i in A..B [step S] { … }',
    doc: 'Runs the block for each i. With shuffle(A..B, SEED) in a shuffled order.',
    place: 'let, repeat, for',
    words: {
      step: 'the distance between two values of the loop',
      shuffle: 'each value once, in an order that the seed decides',
    },
  },
};

export const statements = [
  define<'for'>({
    kind: 'for',
    node: 'For',
    parts: {
      name: name('VariableName'),
      range: silent(({ builder, node }) => rangeIn(builder, child(node, 'Shuffle') ?? node)),
      step: silent(({ builder, node }) => (child(node, 'step') === null ? null : expressionAt(builder, node, 0))),
      shuffle: silent(({ builder, node }) => {
        const shuffle = child(node, 'Shuffle');
        return shuffle === null ? null : expressionAt(builder, shuffle, 0);
      }),
      body: block,
    },
    print({ name: { text }, range, step, shuffle, body }, printed) {
      const turns =
        shuffle === null
          ? `${printRange(range)}${printPart('step', step)}`
          : `shuffle(${printRange(range)}, ${printExpression(shuffle)})`;
      return `for ${text} in ${turns} ${printed(body)}`;
    },
    check(statement, checker) {
      checker.range(statement.range);
      checker.expression(statement.step);
      checker.expression(statement.shuffle);
      checker.loop(statement);
    },
    steps: () => null,
    asks: [
      { after: /^$/, message: 'which variable?', hint: 'such as `for i in 0..9 { … }`' },
      { after: /^\w+ in$/, message: 'over which range?', hint: 'such as `0..9`' },
    ],
  }),
];
