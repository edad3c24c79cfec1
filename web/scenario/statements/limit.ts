// SPDX-License-Identifier: GPL-2.0-or-later

import { MAX, ZERO } from '../../base/index64';
import type { LimitName } from '../../model/memory';
import { callMemory } from '../effects/spaces';
import { child, expressionAt } from '../syntax/build-nodes';
import { printExpression } from '../syntax/print-parts';
import { evaluate } from '../world/evaluate';
import { part, tree } from './parts';
import { define, type About } from './statement';
import { CALL } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    /** `value` null: no limit any more. */
    limit: { readonly limit: LimitName; readonly value: Expression | null; readonly tree: Word | null };
  }
}

export const about: Record<'limit', About> = {
  limit: {
    form: 'limit NAME N',
    doc: 'Limits the process: vmas (how many), as, data, memlock, stack (bytes). ' + 'limit NAME off: no limit.',
    call: 'setrlimit(), with vmas the sysctl vm.max_map_count',
    words: {
      vmas: { limit: 'the number of VMAs, 65,530 by default (vm.max_map_count)', otherwise: 'a function' },
      data: { limit: 'bytes of private writable memory (RLIMIT_DATA)' },
      memlock: { limit: 'bytes that may be locked (RLIMIT_MEMLOCK)' },
      stack: { limit: 'bytes that a stack may grow to, 8 MiB by default (RLIMIT_STACK)' },
    },
    traits: [CALL],
  },
};

export const statements = [
  define<'limit'>({
    kind: 'limit',
    node: 'Limit',
    parts: {
      limit: part(
        ({ node }) => (child(node, 'LimitName')?.children[0]?.name ?? 'vmas') as LimitName,
        (limit) => ` ${limit}`,
      ),
      value: {
        build: ({ builder, node }) => (child(node, 'off') !== null ? null : expressionAt(builder, node, 0)),
        print: (value) => ` ${value === null ? 'off' : printExpression(value)}`,
        check: (value, checker) => checker.expression(value),
      },
      tree,
    },
    run: (statement, context) =>
      callMemory(statement, context, ({ handle }) => {
        const { limit } = statement;
        const value = statement.value === null ? null : evaluate(statement.value, context);
        return {
          first: ZERO,
          last: MAX,
          core: () => context.world.machine.mmLimit(handle, limit, value),
          list: (space) => space.limit(limit, value),
          why: () => '',
          gutter: () => 'limit set',
        };
      }),
    why: 'Nothing mapped changes: the limit applies to the calls after this one.',
    asks: [
      { after: /^$/, message: 'which limit?', hint: 'such as `limit vmas 100` or `limit as 64K`' },
      {
        after: /^\w+$/,
        message: 'how much is allowed?',
        hint: 'such as `100` or `64K`; `off` is without limit',
      },
    ],
  }),
];
