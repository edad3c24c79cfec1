// SPDX-License-Identifier: GPL-2.0-or-later

import { callMemory, pageRange, whyNotPlace } from '../effects/spaces';
import { ASK_ADDRESSES } from './asks';
import { range, tree } from './parts';
import { define, type About } from './statement';
import { CALL } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    unmap: { readonly range: Range; readonly tree: Word | null };
  }
}

export const about: Record<'unmap', About> = {
  unmap: { form: 'unmap R', doc: 'Unmaps the range: VMAs are split or removed.', call: 'munmap()', traits: [CALL] },
};

export const statements = [
  define<'unmap'>({
    kind: 'unmap',
    node: 'Unmap',
    parts: { range: range(), tree },
    run: (statement, context) =>
      callMemory(statement, context, ({ handle }) => {
        const { first, last } = pageRange(statement.range, context);
        return {
          first,
          last,
          core: () => context.world.machine.mmUnmap(handle, first, last),
          list: (space) => space.unmap(first, last),
          why: () => whyNotPlace(first, last),
        };
      }),
    asks: [ASK_ADDRESSES],
  }),
];
