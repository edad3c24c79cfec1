// SPDX-License-Identifier: GPL-2.0-or-later

import { ZERO, toHex, type Index } from '../../base/index64';
import { PAGE, VMA_FLAGS, type Mapping } from '../../model/memory';
import { callMemory, pageRange, protOf, whyNotPlace } from '../effects/spaces';
import type { Checking } from '../names/checking';
import { pagesUp, type ListedMapping } from '../oracle/vma-list';
import { child, children, expressionAt, stringOf } from '../syntax/build-nodes';
import { printString } from '../syntax/literals';
import { printPart } from '../syntax/print-parts';
import type { MappingWords, Of } from '../syntax/syntax';
import { evaluate } from '../world/evaluate';
import type { Context } from '../effects/operations';
import { expression, range, tree, type Part } from './parts';
import { permsOf } from './perms';
import { define, type About } from './statement';
import { CALL } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    map: { readonly range: Range; readonly mapping: MappingWords; readonly tree: Word | null };
    'map-any': { readonly size: Expression; readonly mapping: MappingWords; readonly tree: Word | null };
  }
}

export const about: Record<'map', About> = {
  map: {
    form: 'map R PERM [shared] [file "…" [at OFFSET]] [grows]',
    doc: 'Maps memory at a fixed address and replaces what is there. map any SIZE PERM … takes the highest free area.',
    call: 'mmap() with MAP_FIXED; with any, without an address',
    words: {
      any: 'the highest unmapped area that fits',
      shared: 'shared between parent and child; the default is private',
      file: 'mapped from this file',
      grows: 'grows downwards when touched just below: a stack',
    },
    result: ['place', 'map any'],
    traits: [CALL],
  },
};

// `shared`, `grows` and `file` in any order, each at most once.
const mapping: Part<MappingWords> = {
  build(source) {
    const { builder, node } = source;
    for (const one of ['shared', 'grows', 'File']) {
      const again = children(node).filter(({ name }) => name === one)[1];
      if (again === undefined) continue;
      const message = `\`${one.toLowerCase()}\` stands twice`;
      builder.faults.push({ from: again.from, to: again.to, message, hint: '' });
    }
    const file = child(node, 'File');
    const path = file === null ? null : child(file, 'String');
    return {
      perms: permsOf(source),
      shared: child(node, 'shared') !== null,
      grows: child(node, 'grows') !== null,
      file:
        file === null || path === null
          ? null
          : { path: stringOf(builder, path), at: child(file, 'at') === null ? null : expressionAt(builder, file, 0) },
    };
  },
  print({ perms, shared, grows, file }) {
    const from = file === null ? '' : ` file ${printString(file.path)}${printPart('at', file.at)}`;
    return ` ${perms}${shared ? ' shared' : ''}${from}${grows ? ' grows' : ''}`;
  },
  check: ({ file }, checker) => checker.expression(file?.at ?? null),
};

function check(statement: Of<'map' | 'map-any'>, checker: Checking): void {
  const { shared, grows, file } = statement.mapping;
  checker.parts(statement);
  if (grows && (shared || file !== null)) checker.tell(statement, (w) => w.grows(shared));
  checker.target(statement, statement.tree);
}

export const statements = [
  define<'map-any'>({
    kind: 'map-any',
    node: 'Map',
    when: (node) => child(node, 'any') !== null,
    parts: { size: expression(0, 'any'), mapping, tree },
    check,
    run: (statement, context) =>
      callMemory(statement, context, ({ handle }) => {
        const { machine } = context.world;
        const size = evaluate(statement.size, context);
        const mapped = mappingOf(statement.mapping, context);
        return {
          first: ZERO,
          last: ZERO,
          place: 'found',
          core: () => machine.mmMapAny(handle, size, mapped),
          list: (space) => space.mapAny(size, mapped).error,
          why: () =>
            size === 0n
              ? 'a mapping has at least one page'
              : whyNotMapped(ZERO, ZERO, mapped) || `there is no room for ${toHex(pagesUp(size))} bytes`,
        };
      }),
  }),
  define<'map'>({
    kind: 'map',
    node: 'Map',
    parts: { range: range(), mapping, tree },
    check,
    run: (statement, context) =>
      callMemory(statement, context, ({ handle }) => {
        const { machine } = context.world;
        const { first, last } = pageRange(statement.range, context);
        const mapped = mappingOf(statement.mapping, context);
        return {
          first,
          last,
          core: () => machine.mmMap(handle, first, last, mapped),
          list: (space) => space.map(first, last, mapped),
          why: () => whyNotMapped(first, last, mapped),
        };
      }),
  }),
];

function whyNotMapped(first: Index, last: Index, { offset }: Mapping): string {
  if (offset % PAGE !== 0n) return `the offset ${toHex(offset)} is not a multiple of the page size, 4096`;
  return whyNotPlace(first, last);
}

function mappingOf({ perms, shared, grows, file }: MappingWords, context: Context): Mapping & ListedMapping {
  const flags = protOf(perms) | (shared ? VMA_FLAGS.shared : 0) | (grows ? VMA_FLAGS.grows : 0);
  // Linux gives shared memory without a file a file of its own, each mapping another.
  if (shared && file === null)
    return { flags, file: context.world.newFile(), offset: ZERO, path: '/dev/zero (deleted)' };
  const path = file?.path ?? '';
  const offset = file === null || file.at === null ? ZERO : evaluate(file.at, context);
  return { flags, file: context.world.fileNumber(path), offset, path };
}
