// SPDX-License-Identifier: GPL-2.0-or-later

import { index, toHex, ZERO, type Index } from '../../base/index64';
import { PAGE } from '../../model/memory';
import type { ErrorName } from '../../model/status';
import { addressesEnd, callMemory, pageRange, whyNotPlace } from '../effects/spaces';
import { vmaName } from '../../words/space-reasons';
import { pagesUp, TASK_END, type VmaList } from '../oracle/vma-list';
import { evaluate } from '../world/evaluate';
import { ASK_ADDRESSES } from './asks';
import { oneOf, optional, range, tree } from './parts';
import { define, type About } from './statement';
import { CALL } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    /** mremap. `size` null: it stays. `place` null: where there is room, if it cannot stay. */
    remap: {
      readonly range: Range;
      readonly size: Expression | null;
      readonly place: Expression | null;
      readonly way: 'dontunmap' | 'stay' | null;
      readonly tree: Word | null;
    };
  }
}

export const about: Record<'remap', About> = {
  remap: {
    form: 'remap R [size N] [to A] [stay|dontunmap]',
    doc:
      'Resizes or moves memory: in place if it fits, else elsewhere, or to exactly A. ' +
      'stay: only in place. dontunmap: the old place stays mapped, without pages.',
    call: 'mremap(); with to MREMAP_FIXED, with stay without MREMAP_MAYMOVE, with dontunmap MREMAP_DONTUNMAP',
    words: {
      size: { remap: 'the new size' },
      to: { remap: 'the new address; what is mapped there is replaced' },
      stay: { remap: 'in place, or not at all' },
      dontunmap: { remap: 'the pages move, and the old place stays mapped without pages (MREMAP_DONTUNMAP)' },
    },
    result: 'place',
    traits: [CALL],
  },
};

export const statements = [
  define<'remap'>({
    kind: 'remap',
    node: 'Remap',
    parts: {
      range: range(),
      size: optional('NewSize', 'size'),
      place: optional('NewPlace', 'to'),
      way: oneOf('dontunmap', 'stay'),
      tree,
    },
    run: (statement, context) =>
      callMemory(statement, context, ({ handle }) => {
        const { machine } = context.world;
        const { first, last } = pageRange(statement.range, context);
        const bytes = index(last - first + 1n);
        const newBytes = statement.size === null ? bytes : evaluate(statement.size, context);
        const to = statement.place === null ? ZERO : evaluate(statement.place, context);
        const mayMove = statement.way === 'dontunmap' ? 'keep' : statement.way !== 'stay';
        const keeps = mayMove === 'keep';
        return {
          first,
          last,
          place: 'moved',
          core: () => machine.mmRemap(handle, first, bytes, newBytes, to, mayMove),
          list: (space) => space.remap(first, bytes, newBytes, to, mayMove).error,
          why: (space, error) =>
            whyNotPlace(first, last) || whyNotMoved(space, { first, last, newBytes, to, keeps }, error),
        };
      }),
    asks: [
      ASK_ADDRESSES,
      { after: /\bsize$/, message: 'how large is it afterwards?', hint: 'such as `16K`' },
      { after: /\bto$/, message: 'where does it move to?', hint: 'such as `0x9000`' },
    ],
  }),
];

function whyNotMoved(
  space: VmaList,
  { first, last, newBytes, to, keeps }: { first: Index; last: Index; newBytes: Index; to: Index; keeps: boolean },
  error: ErrorName,
): string {
  const bytes = last - first + 1n;
  const end = to + pagesUp(newBytes);
  const [lowest] = space.within(first, first);
  if (error === 'ENOMEM')
    return (
      `there is no room for ${toHex(pagesUp(newBytes))} ` +
      `bytes${newBytes > bytes ? ' behind it, or anywhere it may go' : ''}`
    );
  if (error === 'EFAULT') {
    if (lowest === undefined) return `${toHex(first)} is not mapped`;
    return lowest.last < last
      ? `${vmaName(lowest)} ends inside the range: only one VMA moves or grows at a time, as in Linux 6.16`
      : `${vmaName(lowest)} is the kernel’s or a device’s, and does not grow`;
  }
  if (newBytes === 0n) return 'a mapping has at least one page';
  if (keeps && pagesUp(newBytes) !== bytes) return 'with `dontunmap` the size stays';
  if (to % PAGE !== 0n) return whyNotPlace(to, to);
  if (end > TASK_END) return addressesEnd();
  return to <= last && end > first
    ? 'the new place overlaps the old one'
    : 'this memory is the kernel’s or a device’s, and stays where it is';
}
