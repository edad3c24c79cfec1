// SPDX-License-Identifier: GPL-2.0-or-later

import { typeText } from '../effects/gutter-words';
import { store } from '../effects/operations';
import { ASK_RANGE, ASK_VALUE } from './asks';
import { range, tree, value } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    prealloc: { readonly range: Range; readonly value: Value; readonly tree: Word | null };
  }
}

export const about: Record<'prealloc', About> = {
  prealloc: {
    form: 'prealloc R = V',
    doc: 'Preallocates the nodes, shows them, then stores. One step.',
    call: 'mas_preallocate(), then mas_store_prealloc()',
    traits: [{ takes: 'tree', stores: 'one' }],
  },
};

export const statements = [
  define<'prealloc'>({
    kind: 'prealloc',
    node: 'Prealloc',
    parts: { range: range(), value: value(), tree },
    run: store,
    gutter: (report, { reserved }) => (reserved > 0 ? [typeText(report), `${reserved} reserved`] : undefined),
    asks: [ASK_RANGE, ASK_VALUE],
  }),
];
