// SPDX-License-Identifier: GPL-2.0-or-later

import { counted } from '../../base/text';
import { toHex, type Index } from '../../base/index64';
import { VMA_FLAGS } from '../../model/memory';
import type { ErrorName } from '../../model/status';
import { callMemory, firstHole, pageRange, whyNotPlace } from '../effects/spaces';
import { OUR_LIMIT, vmaName } from '../../words/space-reasons';
import type { Obstacle, VmaList } from '../oracle/vma-list';
import { ASK_ADDRESSES } from './asks';
import { oneOf, range, tree } from './parts';
import { define, type About } from './statement';
import { CALL, SPACE } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    touch: { readonly range: Range; readonly access: 'read' | 'write' | null; readonly tree: Word | null };
  }
}

export const about: Record<'touch', About> = {
  touch: {
    form: 'touch R [read|write]',
    doc: 'Touches every page: page tables are made, pages become present.',
    call: 'a page fault for each page',
    words: { read: { touch: 'each page is read' }, write: { touch: 'each page is written' } },
    traits: [CALL, SPACE],
  },
};

export const statements = [
  define<'touch'>({
    kind: 'touch',
    node: 'Touch',
    parts: { range: range(), access: oneOf('read', 'write'), tree },
    run: (statement, context) =>
      callMemory(statement, context, (named) => {
        const { first, last } = pageRange(statement.range, context);
        const write = statement.access === null ? writable(named.space, first, last) : statement.access === 'write';
        return {
          first,
          last,
          core: () => context.world.machine.mmTouch(named.handle, first, last, write),
          list: (space) => space.touch(first, last, write),
          why: (space, error) => whyNotPlace(first, last) || whyNotTouched(space, first, last, write, error),
          gutter(was, is) {
            const pages = is.rssAnon + is.rssFile - was.rssAnon - was.rssFile;
            const tables = is.tables - was.tables;
            return [counted(pages, 'page'), ...(tables === 0 ? [] : [counted(tables, 'table')])];
          },
        };
      }),
    asks: [ASK_ADDRESSES],
  }),
];

// `touch` without a word writes where all may be written.
function writable(space: VmaList, first: Index, last: Index): boolean {
  const touched = space.grown(first, last);
  return touched.length > 0 && touched.every((one) => (one.flags & VMA_FLAGS.write) !== 0);
}

const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  size: 'it would be larger than RLIMIT_STACK, which is 8 MiB unless `limit stack` says otherwise',
  limit: 'a limit of the process leaves no room for the growth',
  guard: 'it keeps 1 MiB free above the memory below it',
  offset: 'it was moved, and there is nothing below its offset 0',
};

function whyNotTouched(space: VmaList, first: Index, last: Index, write: boolean, error: ErrorName): string {
  if (error === 'ENOMEM') return `this takes more page tables than there are, one for each 2 MiB: ${OUR_LIMIT}`;
  const grown = space.copy();
  const barred = grown.touch(first, last, false) === null ? grown.within(first, last) : space.within(first, last);
  const prot = write ? VMA_FLAGS.write : VMA_FLAGS.read | VMA_FLAGS.write | VMA_FLAGS.exec;
  const locked = barred.find((one) => (one.flags & prot) === 0);
  if (locked !== undefined)
    return `${vmaName(locked)} is ${locked.perms}, and may not be ${write ? 'written' : 'read'}; no page was touched`;
  const stopped = space.ungrown(first);
  if (stopped !== null)
    return (
      `${toHex(first)} is not mapped, and ${vmaName(stopped.vma)} does not ` +
      `grow down to it: ${OBSTACLES[stopped.obstacle]}; no page was touched`
    );
  return `${toHex(firstHole(space, first, last))} is not mapped; no page was touched`;
}
