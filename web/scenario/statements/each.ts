// SPDX-License-Identifier: GPL-2.0-or-later

import { toHex } from '../../base/index64';
import { iterate, VISITS_MAX } from '../effects/iteration';
import { evaluateForward } from '../world/evaluate';
import { ASK_RANGE } from './asks';
import { range, tree } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    each: { readonly range: Range; readonly tree: Word | null };
  }
}

export const about: Record<'each', About> = {
  each: {
    form: 'each R',
    doc: 'Visits every entry of the range in order, as the kernel’s loop mas_for_each() does.',
    call: 'mas_for_each(), which calls mas_find() until it finds nothing',
    result: 'visits',
    traits: [{ letter: 'E', reads: true, needsNoNode: true, walks: true }],
  },
};

export const statements = [
  define<'each'>({
    kind: 'each',
    node: 'Each',
    parts: { range: range(), tree },
    run(statement, context) {
      const { from, to } = statement.range;
      const { first, last } = evaluateForward(statement.range, context);
      const number = (value: bigint) => ({ kind: 'number', value, spelling: toHex(value), from, to }) as const;
      const all = { at: number(first), count: number(BigInt(VISITS_MAX) + 1n), until: number(last) };
      const done = iterate({ ...statement, ...all, kind: 'find' }, context);
      const found = (done.outcome?.visits ?? []).length > 0;
      return { ...done, touched: { first, last }, hint: found ? [] : done.hint };
    },
    asks: [ASK_RANGE],
  }),
];
