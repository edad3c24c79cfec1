// SPDX-License-Identifier: GPL-2.0-or-later

import { child, word } from '../syntax/build-nodes';
import { block, expression, part } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    repeat: { readonly count: Expression; readonly name: Word | null; readonly body: readonly Statement[] };
  }
}

export const about: Record<'repeat', About> = {
  repeat: { form: 'repeat N [as i] { … }', doc: 'Runs the block N times, i from 0.', place: 'let, repeat, for' },
};

export const statements = [
  define<'repeat'>({
    kind: 'repeat',
    node: 'Repeat',
    parts: {
      count: expression(),
      name: part(
        ({ builder, node }) => {
          const bound = child(node, 'VariableName');
          return bound === null ? null : word(builder, bound);
        },
        (name) => (name === null ? '' : ` as ${name.text}`),
      ),
      body: block,
    },
    check(statement, checker) {
      checker.expression(statement.count);
      checker.loop(statement);
    },
    asks: [{ after: /^$/, message: 'how many times?', hint: 'such as `10`' }],
  }),
];
