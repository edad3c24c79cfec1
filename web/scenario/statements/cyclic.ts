// SPDX-License-Identifier: GPL-2.0-or-later

import { takenParts } from '../effects/gutter-words';
import { cyclic } from '../effects/searching';
import { ASK_VALUE, ASK_WITHIN } from './asks';
import { range, tree, value } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    cyclic: { readonly within: Range; readonly value: Value; readonly tree: Word | null };
  }
}

export const about: Record<'cyclic', About> = {
  cyclic: {
    form: 'cyclic within R = V',
    doc:
      'Stores at one empty index: the first from where the tree’s last cyclic allocation ended, ' +
      'else the first in the range.',
    call: 'mtree_alloc_cyclic()',
    result: 'place',
    traits: [{ letter: 'c', takes: 'tree', stores: 'one', walks: true, searches: true }],
  },
};

export const statements = [
  define<'cyclic'>({
    kind: 'cyclic',
    node: 'Cyclic',
    parts: { within: range('within'), value: value(), tree },
    run: cyclic,
    gutter: takenParts,
    asks: [ASK_VALUE, ASK_WITHIN],
  }),
];
