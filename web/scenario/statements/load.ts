// SPDX-License-Identifier: GPL-2.0-or-later

import type { EntryValue } from '../../model/entry';
import { entryText } from '../effects/gutter-words';
import { load } from '../effects/operations';
import { ASK_INDEX } from './asks';
import { expression, tree } from './parts';
import { define, type About } from './statement';

declare module '../syntax/syntax' {
  interface Bodies {
    load: { readonly at: Expression; readonly tree: Word | null };
  }
}

export const about: Record<'load', About> = {
  load: {
    form: 'load A',
    doc: 'Looks up index A.',
    call: 'mtree_load()',
    result: 'entry',
    traits: [{ letter: 'l', reads: true, needsNoNode: true }],
  },
};

export const statements = [
  define<'load'>({
    kind: 'load',
    node: 'Load',
    parts: { at: expression(), tree },
    run: load,
    gutter: ({ result }) => entryText(result as EntryValue),
    asks: [ASK_INDEX],
  }),
];
