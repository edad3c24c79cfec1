// SPDX-License-Identifier: GPL-2.0-or-later

import { evaluate } from '../world/evaluate';
import { expression, name } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    let: { readonly name: Word; readonly value: Expression };
  }
}

export const about: Record<'let', About> = {
  let: {
    form: 'let x = EXPR',
    doc: 'Defines a variable, or assigns to the nearest one of that name.',
    place: 'let, repeat, for',
  },
};

export const statements = [
  define<'let'>({
    kind: 'let',
    node: 'Let',
    parts: { name: name('VariableName'), value: expression(0, '=') },
    check(statement, checker) {
      checker.expression(statement.value);
      checker.bind(statement.name, true);
    },
    act: (statement, context) => context.assign(statement.name.text, evaluate(statement.value, context)),
    asks: [{ after: /^\w+ =$/, message: 'which number?', hint: 'such as `5`' }],
  }),
];
