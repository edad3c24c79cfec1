// SPDX-License-Identifier: GPL-2.0-or-later

import { store } from '../effects/operations';
import { ASK_RANGE, ASK_VALUE } from './asks';
import { range, tree, value } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    insert: { readonly range: Range; readonly value: Value; readonly tree: Word | null };
  }
}

export const about: Record<'insert', About> = {
  insert: {
    form: 'insert R = V',
    doc: 'Stores only if the whole range is empty; otherwise EEXIST.',
    call: 'mtree_insert_range()',
    traits: [{ takes: 'tree', stores: 'one' }],
  },
};

export const statements = [
  define<'insert'>({
    kind: 'insert',
    node: 'Insert',
    parts: { range: range(), value: value(), tree },
    run: store,
    asks: [ASK_RANGE, ASK_VALUE],
  }),
];
