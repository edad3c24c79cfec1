// SPDX-License-Identifier: GPL-2.0-or-later

import { placeText } from '../effects/gutter-words';
import { search } from '../effects/states';
import { expression, name, range, side } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    search: {
      readonly state: Word;
      readonly size: Expression;
      readonly within: Range;
      readonly side: 'bottom' | 'top';
    };
  }
}

export const about: Record<'search', About> = {
  search: {
    form: 'search S SIZE within R [from top]',
    doc: 'Finds SIZE empty indexes within the range, starting at the place of the state.',
    call: 'mas_empty_area() without a reset, from top mas_empty_area_rev()',
    result: 'place',
    traits: [{ letter: 'g', takes: 'state', reads: true, needsNoNode: true, walks: true, searches: true }],
  },
};

export const statements = [
  define<'search'>({
    kind: 'search',
    node: 'Search',
    parts: { state: name('StateName'), size: expression(), within: range('within'), side },
    run: search,
    gutter: ({ result }) => placeText(result),
  }),
];
