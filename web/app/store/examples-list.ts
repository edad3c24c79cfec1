// SPDX-License-Identifier: GPL-2.0-or-later
//
// The scenarios of the gallery. Each is a file of examples/, run by the tests, which hold what is said here of its
// steps and store types; the step is the one at which it tells most.

import brk from '../examples/brk.maple?raw';
import bulk from '../examples/bulk-load.maple?raw';
import cat from '../examples/cat.maple?raw';
import ceiling from '../examples/ceiling.maple?raw';
import collapse from '../examples/collapse.maple?raw';
import copyFails from '../examples/copy-fails.maple?raw';
import corrupt from '../examples/corrupt.maple?raw';
import findRoom from '../examples/find-room.maple?raw';
import fork6421 from '../examples/fork-6421.maple?raw';
import forkBulk from '../examples/fork-bulk.maple?raw';
import forkDontcopy from '../examples/fork-dontcopy.maple?raw';
import forkPages from '../examples/fork-pages.maple?raw';
import forkTreeCopy from '../examples/fork-tree-copy.maple?raw';
import forkVma from '../examples/fork-vma.maple?raw';
import gaps from '../examples/gaps.maple?raw';
import ids from '../examples/ids.maple?raw';
import merge from '../examples/merge.maple?raw';
import mmap from '../examples/mmap.maple?raw';
import movedState from '../examples/moved-state.maple?raw';
import oneLeaf from '../examples/one-leaf.maple?raw';
import policy from '../examples/policy.maple?raw';
import push from '../examples/push.maple?raw';
import reader from '../examples/reader.maple?raw';
import redBlack from '../examples/red-black.maple?raw';
import spanning from '../examples/spanning.maple?raw';
import stack from '../examples/stack.maple?raw';
import strace from '../examples/strace.maple?raw';
import sweep from '../examples/sweep.maple?raw';
import { FIRST_EXAMPLE, type Example } from './examples';
import type { PictureView } from './state';

/** The parts of the gallery, in its order. */
export const EXAMPLE_GROUPS = ['Start here', 'Memory calls', 'Trees', 'Reading and searching', 'Nodes asked for', 'Forks of address spaces', 'Forks that fail'] as const;

const REST: readonly (Omit<Example, 'view'> & { readonly view?: PictureView })[] = [
  { name: 'copy-fails', group: 'Start here', level: 'intermediate', title: 'A copy of a tree fails half-way', about: 'A tree is copied; of the next copy the second request for nodes is refused.', text: copyFails, step: null, steps: 14, stores: ['append', 'node_store', 'split_store', 'store_root'], tags: ['copy', 'dup', 'fail', 'refused', 'ENOMEM'] },
  { name: 'one-leaf', group: 'Start here', level: 'basic', title: 'One leaf: what takes a slot', about: 'Ranges, what lies between them, and what a store leaves of those it meets.', text: oneLeaf, step: 5, steps: 7, stores: ['exact_fit', 'node_store', 'slot_store', 'store_root'], tags: ['slot', 'pivot', 'null', 'range', 'erase', 'root pointer'] },
  { name: 'push', group: 'Start here', level: 'basic', title: 'A full leaf gives to its neighbour', about: 'The left leaf is full, the right one has room: entries move to it, and no leaf is added.', text: push, step: null, steps: 25, stores: ['append', 'node_store', 'split_store', 'store_root'], tags: ['push', 'right', 'neighbour', 'leaf'] },
  { name: 'merge', group: 'Start here', level: 'basic', title: 'Leaves that get too small are joined', about: 'Two leaves become one, and the tree loses a level.', text: merge, step: 20, steps: 21, stores: ['append', 'node_store', 'rebalance', 'split_store', 'store_root'], tags: ['rebalance', 'minimum', 'level'] },
  { name: 'find-room', group: 'Start here', level: 'basic', title: 'Where is there room for five?', about: 'A search by recorded gaps: refused, then found when a range is erased.', text: findRoom, step: null, steps: 15, stores: ['append', 'node_store', 'split_store', 'store_root'], tags: ['gap', 'alloc', 'search', 'free', 'EBUSY'] },
  { name: 'mmap', group: 'Memory calls', level: 'basic', title: 'mmap, munmap, mprotect: VMAs split and merge', about: 'One VMA becomes three, a hole opens and closes, and all pieces merge again.', text: mmap, step: 5, steps: 9, stores: ['exact_fit', 'node_store', 'store_root'], tags: ['map', 'unmap', 'protect', 'split', 'merge', 'vma'] },
  { name: 'brk', group: 'Memory calls', level: 'basic', title: 'brk: a heap grows, shrinks and meets its neighbour', about: 'The heap stays one VMA. One page below the next VMA must stay free.', text: brk, step: 6, steps: 11, stores: ['node_store', 'slot_store', 'store_root'], tags: ['heap', 'malloc', 'ENOMEM', 'grow', 'shrink'] },
  { name: 'stack', group: 'Memory calls', level: 'basic', title: 'A stack grows to where it is touched', about: 'Page faults lower its first address, until a guard gap or the limit stops them.', text: stack, step: 6, steps: 11, stores: ['node_store', 'slot_store', 'store_root'], tags: ['stack', 'page fault', 'guard', 'grows', 'touch', 'EFAULT', 'limit'] },
  { name: 'spanning', group: 'Trees', level: 'intermediate', title: 'One store over many leaves', about: 'A spanning store replaces whole subtrees; two levels go.', text: spanning, step: null, steps: 302, stores: ['append', 'node_store', 'spanning_store', 'split_store', 'store_root'], tags: ['spanning', 'levels', 'replace'] },
  { name: 'collapse', group: 'Trees', level: 'intermediate', title: 'A tree grows and collapses', about: 'Up to three levels, then erased to nothing: every node comes back.', text: collapse, step: 151, steps: 301, stores: ['append', 'new_root', 'node_store', 'rebalance', 'split_store', 'store_root'], tags: ['erase', 'rebalance', 'height', 'empty'] },
  { name: 'bulk-load', group: 'Trees', level: 'intermediate', title: 'Bulk load against one by one', about: 'The same entries, two layouts: fill and number of nodes differ.', text: bulk, step: null, steps: 203, stores: ['append', 'node_store', 'split_store', 'store_root'], tags: ['bulk', 'fill', 'slack'] },
  { name: 'corrupt', group: 'Trees', level: 'advanced', title: 'A corrupt node', about: 'One pivot is written over on purpose: what the checker finds.', text: corrupt, step: 42, steps: 44, stores: ['append', 'node_store', 'split_store', 'store_root'], tags: ['damage', 'invariants', 'checker', 'pivot'] },
  { name: 'gaps', group: 'Reading and searching', level: 'intermediate', title: 'Looking for a free range', about: 'How the gaps in the nodes answer a search from below and from above.', text: gaps, step: null, steps: 45, stores: ['append', 'node_store', 'rebalance', 'split_store', 'store_root'], tags: ['gap', 'search', 'free', 'range', 'top', 'bottom'] },
  { name: 'reader', group: 'Reading and searching', level: 'advanced', title: 'A reader beside a writer', about: 'Its leaf dies under it and is kept; the reader walks again from the root.', text: reader, step: 45, steps: 48, stores: ['node_store', 'split_store', 'store_root'], tags: ['rcu', 'readers', 'dead', 'leaf', 'grace'] },
  { name: 'moved-state', group: 'Reading and searching', level: 'advanced', title: 'A prepared store whose state moved', about: 'Where a finger stands, and what it believes: a state that is kept.', text: movedState, step: 14, steps: 21, stores: ['node_store', 'store_root'], tags: ['state', 'prepare', 'mas_preallocate', 'ma_state', 'end', 'stale'] },
  { name: 'ids', group: 'Reading and searching', level: 'intermediate', title: 'Handing out ids', about: 'The lowest free one, or the next one round: a search by gaps.', text: ids, step: 28, steps: 64, stores: ['append', 'exact_fit', 'node_store', 'split_store', 'store_root'], tags: ['alloc', 'cyclic', 'ids', 'lowest'] },
  { name: 'red-black', group: 'Reading and searching', level: 'intermediate', title: 'The same ranges in a maple tree and in a red-black tree', about: 'Depth, memory and cache lines of both, counted for 500 ranges.', text: redBlack, step: null, view: 'redblack', steps: 502, stores: ['append', 'node_store', 'split_store', 'store_root'], tags: ['rbtree', 'cache', 'lines', 'depth', 'lookup', 'compare'] },
  { name: 'policy', group: 'Nodes asked for', level: 'advanced', title: 'Whole height against vacancy', about: 'Two trees with the same stores and the same layout. For one split they preallocate 3 nodes and 7.', text: policy, step: null, steps: 406, stores: ['append', 'exact_fit', 'node_store', 'split_store', 'store_root'], tags: ['prealloc', 'vacant', 'height', 'whole_height', 'formula', 'requests'] },
  { name: 'cat', group: 'Forks of address spaces', level: 'basic', title: 'The memory map of cat, forked', about: '23 VMAs from /proc/self/maps; a fork that works and one that does not.', text: cat, step: null, steps: 26, stores: ['append', 'node_store', 'split_store', 'store_root'], tags: ['real', 'maps', 'process', 'fork'] },
  { name: 'strace', group: 'Forks of address spaces', level: 'intermediate', title: 'cat, replayed from strace', about: 'The memory calls of a real run, a step each.', text: strace, step: null, steps: 19, stores: ['exact_fit', 'node_store', 'split_store', 'store_root'], tags: ['real', 'strace', 'trace', 'replay', 'mmap', 'brk'] },
  { name: 'fork-bulk', group: 'Forks of address spaces', level: 'advanced', title: 'A bulk fork leaves a thin leaf', about: 'Bulk load, duplicate, one store a VMA: three children, two layouts.', text: forkBulk, step: 47, steps: 49, stores: ['node_store', 'split_store', 'store_root'], tags: ['bulk', 'dup', 'stores', 'layouts'] },
  { name: 'fork-tree-copy', group: 'Forks that fail', level: 'intermediate', title: 'A fork fails at the tree copy', about: 'The third request of the duplication is refused: what was handed out goes back in reverse.', text: forkTreeCopy, step: null, steps: 125, stores: ['node_store', 'split_store', 'store_root'], tags: ['dup', 'request', 'undo', 'reverse', 'F3'] },
  { name: 'fork-vma', group: 'Forks that fail', level: 'intermediate', title: 'A fork fails at a VMA', about: 'The marker of 6.16 beside the undo by range that came before it.', text: forkVma, step: 19, steps: 20, stores: ['append', 'node_store', 'split_store', 'store_root'], tags: ['marker', 'range', 'undo', 'vma', 'F7'] },
  { name: 'fork-pages', group: 'Forks that fail', level: 'advanced', title: 'A fork fails at the page copy', about: 'A page table is refused: the VMA is in the child already, the marker takes the next one’s place.', text: forkPages, step: null, steps: 13, stores: ['node_store', 'store_root'], tags: ['page', 'tables', 'F11', 'marker'] },
  { name: 'fork-dontcopy', group: 'Forks that fail', level: 'advanced', title: 'A fork fails where it leaves a VMA out', about: 'A NULL over a DONTCOPY VMA can need nodes, and be refused them.', text: forkDontcopy, step: 24, view: 'tree', steps: 26, stores: ['node_store', 'split_store', 'store_root'], tags: ['dontfork', 'null', 'nodes'] },
  { name: 'ceiling', group: 'Forks that fail', level: 'advanced', title: 'Page tables that nobody frees', about: 'A ceiling rounded down leaves 12288 bytes, or 8192, 4096, or none.', text: ceiling, step: 14, steps: 18, stores: ['node_store', 'split_store', 'store_root'], tags: ['page', 'tables', 'undo', 'range', 'bug', 'ceiling'] },
  { name: 'fork-6421', group: 'Forks that fail', level: 'intermediate', title: 'A fork of 6,421 VMAs', about: '904 nodes by 102 requests; then it fails at the very last VMA.', text: fork6421, step: null, steps: 6425, stores: ['node_store', 'split_store', 'store_root'], tags: ['large', 'fork', 'last', 'vma'] },
  { name: 'sweep', group: 'Forks that fail', level: 'intermediate', title: 'Every failure of a fork, in turn', about: '800 VMAs: each request, then each VMA is refused once.', text: sweep, step: 803, steps: 804, stores: ['node_store', 'split_store', 'store_root'], tags: ['every', 'failure', 'sweep', 'request', 'vma'] },
];

/** All of them, the first one first. Without the newline that ends a file: an editor would show it as one more line. */
export const EXAMPLES: readonly Example[] = [FIRST_EXAMPLE, ...REST.map((example) => ({ view: null, ...example, text: example.text.trimEnd() }))];

/** Names that links may still have → the example that is there now. */
export const RENAMED: Readonly<Record<string, string>> = { vacancy: 'policy' };
