// SPDX-License-Identifier: GPL-2.0-or-later

import { placeText } from '../effects/gutter-words';
import { gap } from '../effects/searching';
import { ASK_SIZE, ASK_WITHIN } from './asks';
import { expression, range, side, tree } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    gap: {
      readonly size: Expression;
      readonly within: Range;
      readonly side: 'bottom' | 'top';
      readonly tree: Word | null;
    };
  }
}

export const about: Record<'gap', About> = {
  gap: {
    form: 'gap SIZE within R [from top]',
    doc: 'Finds SIZE empty indexes within the range: the lowest, or from top the highest. Stores nothing.',
    call: 'mas_empty_area(), from top mas_empty_area_rev()',
    result: 'place',
    traits: [{ letter: 'g', reads: true, needsNoNode: true, walks: true, searches: true }],
  },
};

export const statements = [
  define<'gap'>({
    kind: 'gap',
    node: 'Gap',
    parts: { size: expression(), within: range('within'), side, tree },
    run: gap,
    gutter: ({ result }) => placeText(result),
    asks: [ASK_SIZE, ASK_WITHIN],
  }),
];
