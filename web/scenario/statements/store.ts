// SPDX-License-Identifier: GPL-2.0-or-later

import { store } from '../effects/operations';
import { storePrepared, storeThrough } from '../effects/states';
import { child } from '../syntax/build-nodes';
import { ASK_RANGE, ASK_VALUE } from './asks';
import { name, range, tree, value } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    store: { readonly range: Range; readonly value: Value; readonly tree: Word | null };
    /** Stores what was prepared for a state. */
    'store-prepared': { readonly state: Word };
  }
}

export const about: Record<'store', About> = {
  store: {
    form: 'store R = V',
    doc: 'Stores a value over the range and overwrites what is there. store S stores what was prepared for a state.',
    call: 'mtree_store_range()',
    traits: [{ takes: 'tree', stores: 'one', goesByState: true }],
  },
};

export const statements = [
  define<'store-prepared'>({
    kind: 'store-prepared',
    node: 'Store',
    when: (node) => child(node, 'StateName') !== null,
    parts: { state: name('StateName') },
    check: ({ state }, checker) => checker.knownState(state, true),
    run: storePrepared,
  }),
  define<'store'>({
    kind: 'store',
    node: 'Store',
    parts: { range: range(), value: value(), tree },
    check(statement, checker) {
      checker.value(statement.value);
      const { form, first } = statement.range;
      if (form === 'one' && checker.throughState(first, statement.tree)) return;
      checker.range(statement.range);
      checker.target(statement, statement.tree);
    },
    run(statement, context) {
      const kept = statement.range.form === 'one' ? context.keptState(statement.range.first) : null;
      return kept === null ? store(statement, context) : storeThrough(kept, statement, context);
    },
    asks: [ASK_RANGE, ASK_VALUE],
  }),
];
