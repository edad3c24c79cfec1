// SPDX-License-Identifier: GPL-2.0-or-later

import { ZERO, type Index } from '../../base/index64';
import type { Advice } from '../../model/memory';
import type { ErrorName } from '../../model/status';
import { callMemory, holeText, pageRange, whyNotPlace } from '../effects/spaces';
import { keptText, vmaName } from '../../words/space-reasons';
import { LOCKING } from '../oracle/vma-flags';
import type { VmaList } from '../oracle/vma-list';
import { child } from '../syntax/build-nodes';
import { ASK_ADDRESSES } from './asks';
import { part, range, tree, wordsOf } from './parts';
import { define, type About } from './statement';
import { CALL } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    advise: { readonly range: Range; readonly advice: Advice; readonly tree: Word | null };
  }
}

export const about: Record<'advise', About> = {
  advise: {
    form: 'advise R ADVICE',
    doc:
      'Advice about forks: dontfork, dofork, wipeonfork, keeponfork; about pages: dontneed, free; ' +
      'kept in a VMA’s flags: hugepage, nohugepage, dontdump, dodump, mergeable, unmergeable; ' +
      'of mbind, userfaultfd and mlock: policy, uffd, lock, each with off; and seal, as mseal does.',
    call: 'madvise(), or mbind(), mlock(), mseal(), userfaultfd()',
    words: {
      dontfork: 'a fork’s child does not inherit it (MADV_DONTFORK)',
      dofork: 'a fork’s child inherits it again (MADV_DOFORK)',
      wipeonfork: 'a fork’s child inherits it empty (MADV_WIPEONFORK)',
      keeponfork: 'a fork’s child inherits its pages again (MADV_KEEPONFORK)',
      lock: 'kept in memory (mlock); a fork’s child does not inherit the lock',
      onfault: { lock: 'only pages that are touched are kept in memory (mlock2 with MLOCK_ONFAULT)' },
      dontneed: 'its pages are freed; the next touch makes new ones',
      free: 'its pages may be freed when memory runs short, which never happens here',
      hugepage: 'huge pages are wanted (VM_HUGEPAGE)',
      nohugepage: 'no huge pages (VM_NOHUGEPAGE), as MAP_STACK asks',
      dontdump: 'left out of a core dump (VM_DONTDUMP)',
      dodump: 'included in a core dump again',
      mergeable: 'equal pages may be merged (VM_MERGEABLE); private memory only',
      unmergeable: 'pages are not merged any more',
      seal: 'can no longer be unmapped, moved or changed (mseal)',
    },
    traits: [CALL, { setsFlags: true }],
  },
};

export const statements = [
  define<'advise'>({
    kind: 'advise',
    node: 'Advise',
    parts: {
      range: range(),
      advice: part(
        ({ node }) => {
          const words = wordsOf(child(node, 'Advice') ?? node).join(' ');
          return (words === 'lock off' ? 'unlock' : words) as Advice;
        },
        (advice) => (advice === 'unlock' ? ' lock off' : ` ${advice}`),
      ),
      tree,
    },
    run: (statement, context) =>
      callMemory(statement, context, ({ handle }) => {
        const { first, last } = pageRange(statement.range, context);
        const { advice } = statement;
        return {
          first,
          last,
          keepsChanges: true,
          core: () => context.world.machine.mmAdvise(handle, first, last, advice),
          list: (space) => space.advise(first, last, advice),
          why: (space, error, keptTo) =>
            whyNotPlace(first, last) || whyNotAdvised(space, { first, last, advice }, error, keptTo),
        };
      }),
    asks: [ASK_ADDRESSES],
  }),
];

function refusedAdvice(advice: Advice): string {
  if (advice === 'dontneed')
    return 'the pages of locked memory and of a device cannot be dropped: `advise R lock off` unlocks it';
  if (advice === 'free') return 'only private memory that has no file and is not locked can be freed this way';
  return advice === 'wipeonfork'
    ? 'only private memory without a file can be wiped on fork'
    : `memory of a device (VM_PFNMAP, VM_MIXEDMAP) cannot be advised \`${advice}\``;
}

function whyNotAdvised(
  space: VmaList,
  { first, last, advice }: { first: Index; last: Index; advice: Advice },
  error: ErrorName,
  keptTo: Index,
): string {
  if (error === 'EINVAL') return `${refusedAdvice(advice)}; ${keptText(keptTo)}`;
  const dead = keptTo > last && advice === 'lock' ? space.inaccessible(first, last) : null;
  if (dead !== null)
    return (
      `${vmaName(dead)} may not be accessed, so its pages ` + 'cannot be made present; the range is locked nevertheless'
    );
  return holeText(
    space,
    first,
    last,
    keptTo > ZERO && !LOCKING.has(advice) ? 'everything mapped in it was changed nevertheless' : keptText(keptTo),
  );
}
