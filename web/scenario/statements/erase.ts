// SPDX-License-Identifier: GPL-2.0-or-later

import type { EntryValue } from '../../model/entry';
import { entryText } from '../effects/gutter-words';
import { erase } from '../effects/operations';
import { ASK_INDEX } from './asks';
import { expression, tree } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    erase: { readonly at: Expression; readonly tree: Word | null };
  }
}

export const about: Record<'erase', About> = {
  erase: {
    form: 'erase A',
    doc: 'Erases the whole range that holds index A.',
    call: 'mtree_erase()',
    result: 'entry',
    traits: [{ takes: 'tree', stores: 'one' }],
  },
};

export const statements = [
  define<'erase'>({
    kind: 'erase',
    node: 'Erase',
    parts: { at: expression(), tree },
    run: erase,
    gutter: ({ result }) => entryText(result as EntryValue),
    asks: [ASK_INDEX],
  }),
];
