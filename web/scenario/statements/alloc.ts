// SPDX-License-Identifier: GPL-2.0-or-later

import { takenParts } from '../effects/gutter-words';
import { alloc } from '../effects/searching';
import { ASK_SIZE, ASK_VALUE, ASK_WITHIN } from './asks';
import { expression, range, side, tree, value } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    alloc: {
      readonly size: Expression;
      readonly within: Range;
      readonly value: Value;
      readonly side: 'bottom' | 'top';
      readonly tree: Word | null;
    };
  }
}

export const about: Record<'alloc', About> = {
  alloc: {
    form: 'alloc SIZE within R = V [from top]',
    doc:
      'Stores over the lowest place of SIZE empty indexes within the range, or from top the highest. ' +
      'The tree must track gaps.',
    call: 'mtree_alloc_range(), from top mtree_alloc_rrange()',
    result: 'place',
    traits: [{ letter: 'A', takes: 'tree', stores: 'one', walks: true, searches: true }],
  },
};

export const statements = [
  define<'alloc'>({
    kind: 'alloc',
    node: 'Alloc',
    // The size is an expression too, and stands before the value.
    parts: { size: expression(), within: range('within'), value: value(1), side, tree },
    run: alloc,
    gutter: takenParts,
    asks: [ASK_VALUE, ASK_SIZE, ASK_WITHIN],
  }),
];
