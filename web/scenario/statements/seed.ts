// SPDX-License-Identifier: GPL-2.0-or-later

import { evaluate } from '../world/evaluate';
import { expression } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    seed: { readonly seed: Expression };
  }
}

export const about: Record<'seed', About> = {
  seed: { form: 'seed N', doc: 'Seeds rand(); the seed is 1 unless set.', place: 'seed and rand' },
};

export const statements = [
  define<'seed'>({
    kind: 'seed',
    node: 'Seed',
    parts: { seed: expression() },
    act: (statement, context) => context.seed(evaluate(statement.seed, context)),
  }),
];
