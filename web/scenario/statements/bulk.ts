// SPDX-License-Identifier: GPL-2.0-or-later

import { counted } from '../../base/text';
import { granted } from '../../model/outcome';
import { children } from '../syntax/build-nodes';
import { block, expression, tree } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    bulk: { readonly count: Expression; readonly tree: Word | null; readonly body: readonly Statement[] };
  }
}

export const about: Record<'bulk', About> = {
  bulk: {
    form: 'bulk N { … }',
    doc: 'Bulk load with N expected entries into an empty tree without RCU mode. One step.',
    call: 'mas_expected_entries(), mas_store() for each entry, mas_destroy()',
    traits: [{ letter: 'B', takes: 'tree', stores: 'many', isStructural: true }],
  },
};

export const statements = [
  define<'bulk'>({
    kind: 'bulk',
    node: 'Bulk',
    parts: {
      count: expression(),
      tree: {
        ...tree,
        build(source) {
          const again = children(source.node).filter((one) => one.name === 'In')[1];
          if (again !== undefined) {
            const message = 'the tree is named twice';
            source.builder.faults.push({ from: again.from, to: again.to, message, hint: '' });
          }
          return tree.build(source);
        },
      },
      body: block,
    },
    check(statement, checker) {
      checker.expression(statement.count);
      checker.target(statement, statement.tree);
      checker.names.inBlock(() => checker.bulkBody(statement.body));
    },
    steps: () => 1,
    gutter: (_, outcome) => counted(granted(outcome) - outcome.freed, 'node'),
    asks: [{ after: /^$/, message: 'how many entries are expected?', hint: 'such as `100`' }],
  }),
];
