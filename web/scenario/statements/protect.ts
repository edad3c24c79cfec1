// SPDX-License-Identifier: GPL-2.0-or-later

import { callMemory, holeText, pageRange, protOf, whyNotPlace } from '../effects/spaces';
import { keptText } from '../../words/space-reasons';
import { ASK_ADDRESSES } from './asks';
import { range, tree } from './parts';
import { perms } from './perms';
import { define, type About } from './statement';
import { CALL } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    protect: { readonly range: Range; readonly perms: Perms; readonly tree: Word | null };
  }
}

export const about: Record<'protect', About> = {
  protect: {
    form: 'protect R PERM',
    doc: 'Changes permissions: none, or letters of rwx.',
    call: 'mprotect()',
    traits: [CALL, { setsFlags: true }],
  },
};

export const statements = [
  define<'protect'>({
    kind: 'protect',
    node: 'Protect',
    parts: { range: range(), perms, tree },
    run: (statement, context) =>
      callMemory(statement, context, ({ handle }) => {
        const { first, last } = pageRange(statement.range, context);
        const prot = protOf(statement.perms);
        return {
          first,
          last,
          keepsChanges: true,
          core: () => context.world.machine.mmProtect(handle, first, last, prot),
          list: (space) => space.protect(first, last, prot),
          why: (space, _, keptTo) => whyNotPlace(first, last) || holeText(space, first, last, keptText(keptTo)),
        };
      }),
    asks: [ASK_ADDRESSES],
  }),
];
