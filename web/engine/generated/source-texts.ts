// SPDX-License-Identifier: GPL-2.0-or-later
//
// Facts about the core. Printed by core/tables/describe.c (`make -C core tables`); not to be edited.

/** The text of every source that events come from, by its path from this file. */
export const SOURCE_TEXTS = import.meta.glob<string>(
  [
    '../../../core/src/slab.c',
    '../../../core/src/prealloc.c',
    '../../../core/src/walk.c',
    '../../../core/src/gaps.c',
    '../../../core/src/deal.c',
    '../../../core/src/destroy.c',
    '../../../core/src/replace.c',
    '../../../core/src/decide.c',
    '../../../core/src/leaf.c',
    '../../../core/src/root.c',
    '../../../core/src/split.c',
    '../../../core/src/combine.c',
    '../../../core/src/rebalance.c',
    '../../../core/src/span.c',
    '../../../core/src/bulk.c',
    '../../../core/src/store.c',
    '../../../core/src/search.c',
    '../../../core/src/dup.c',
    '../../../core/src/tree.c',
    '../../../core/src/neighbour.c',
    '../../../core/src/iter.c',
    '../../../core/wasm/readers.c',
    '../../../core/wasm/corrupt.c',
    '../../../core/mm/vma.c',
    '../../../core/mm/cut.c',
    '../../../core/mm/join.c',
    '../../../core/mm/modify.c',
    '../../../core/mm/sites.c',
    '../../../core/mm/tables.c',
    '../../../core/mm/pages.c',
    '../../../core/mm/touch.c',
    '../../../core/mm/free.c',
    '../../../core/mm/fork.c',
    '../../../core/mm/undo.c',
  ],
  { query: '?raw', import: 'default', eager: true },
);
