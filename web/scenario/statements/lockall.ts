// SPDX-License-Identifier: GPL-2.0-or-later

import { MAX, ZERO } from '../../base/index64';
import type { LockAll } from '../../model/memory';
import { callMemory } from '../effects/spaces';
import { child } from '../syntax/build-nodes';
import { part, tree } from './parts';
import { define, type About } from './statement';
import { CALL } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    /** mlockall; null: munlockall. */
    lockall: { readonly how: LockAll | null; readonly tree: Word | null };
  }
}

export const about: Record<'lockall', About> = {
  lockall: {
    form: 'lockall current|future [onfault]',
    doc:
      'Locks all that is mapped now (current), all that will be mapped (future), or both. ' +
      'lockall off unlocks all.',
    call: 'mlockall(), with off munlockall()',
    words: {
      current: { lockall: 'what is mapped now (MCL_CURRENT)' },
      future: { lockall: 'each new mapping (MCL_FUTURE)' },
    },
    traits: [CALL, { setsFlags: true }],
  },
};

const WORDS = ['current', 'future', 'onfault'] as const;

export const statements = [
  define<'lockall'>({
    kind: 'lockall',
    node: 'LockAll',
    parts: {
      how: part(
        ({ node }) => {
          const has = (word: string): boolean => child(node, word) !== null;
          return has('off') ? null : { current: has('current'), future: has('future'), onfault: has('onfault') };
        },
        (how) => ` ${how === null ? 'off' : WORDS.filter((word) => how[word]).join(' ')}`,
      ),
      tree,
    },
    run: (statement, context) =>
      callMemory(statement, context, ({ handle }) => {
        const { how } = statement;
        return {
          first: ZERO,
          last: MAX,
          core: () => context.world.machine.mmLockAll(handle, how),
          list: (space) => space.lockAll(how),
          why: (_, error) =>
            error === 'EPERM'
              ? '`limit memlock 0` allows no locked memory'
              : '`onfault` says how to lock: it needs `current`, `future` or both',
        };
      }),
    asks: [
      {
        after: /^$/,
        message: 'what is locked?',
        hint: '`current` what is mapped now, `future` what will be, or both; `off` unlocks all',
      },
    ],
  }),
];
