// SPDX-License-Identifier: GPL-2.0-or-later
//
// The scenarios that the page brings along. Floor 5. Each is a file of examples/, run by the tests; the step is the one
// at which it tells most. The first is what the page shows to someone who comes without a link.

import bulk from './examples/bulk-load.maple?raw';
import cat from './examples/cat.maple?raw';
import ceiling from './examples/ceiling.maple?raw';
import collapse from './examples/collapse.maple?raw';
import corrupt from './examples/corrupt.maple?raw';
import first from './examples/first.maple?raw';
import fork6421 from './examples/fork-6421.maple?raw';
import forkBulk from './examples/fork-bulk.maple?raw';
import forkDontcopy from './examples/fork-dontcopy.maple?raw';
import forkPages from './examples/fork-pages.maple?raw';
import forkTreeCopy from './examples/fork-tree-copy.maple?raw';
import forkVma from './examples/fork-vma.maple?raw';
import gaps from './examples/gaps.maple?raw';
import ids from './examples/ids.maple?raw';
import policy from './examples/policy.maple?raw';
import reader from './examples/reader.maple?raw';
import spanning from './examples/spanning.maple?raw';
import strace from './examples/strace.maple?raw';
import sweep from './examples/sweep.maple?raw';
import vacancy from './examples/vacancy.maple?raw';
import type { PictureView } from './state';

/** The parts of the menu, in its order: those on trees beside those on address spaces. */
export const EXAMPLE_COLUMNS = [
  ['Trees', 'Reading and searching', 'Nodes asked for'],
  ['Forks of address spaces', 'Forks that fail'],
] as const;
export type ExampleGroup = (typeof EXAMPLE_COLUMNS)[number][number];

export interface Example {
  readonly name: string;
  readonly group: ExampleGroup;
  readonly title: string;
  readonly about: string;
  readonly text: string;
  /** Where it opens; null: at its end. */
  readonly step: number | null;
  /** The view that it opens with; null: the one that tells most of the step. */
  readonly view: PictureView | null;
}

const ALL: readonly (Omit<Example, 'view'> & { readonly view?: PictureView })[] = [
  { name: 'first', group: 'Trees', title: 'A leaf splits, a copy fails', about: 'Eight stores fill a leaf, the ninth splits it; then the second request of a copy is refused.', text: first, step: 10 },
  { name: 'spanning', group: 'Trees', title: 'One store over many leaves', about: 'A spanning store replaces whole subtrees; two levels go.', text: spanning, step: null },
  { name: 'collapse', group: 'Trees', title: 'A tree grows and collapses', about: 'Up to three levels, then erased to nothing: every node comes back.', text: collapse, step: null },
  { name: 'bulk-load', group: 'Trees', title: 'Bulk load against one by one', about: 'The same entries, two layouts: fill and number of nodes differ.', text: bulk, step: null },
  { name: 'corrupt', group: 'Trees', title: 'A corrupt node', about: 'One pivot is written over on purpose: what the checker finds.', text: corrupt, step: 42 },
  { name: 'gaps', group: 'Reading and searching', title: 'Looking for a free range', about: 'How the gaps in the nodes answer a search from below and from above.', text: gaps, step: null },
  { name: 'reader', group: 'Reading and searching', title: 'A reader beside a writer', about: 'Its leaf dies under it and is kept; the reader walks again from the root.', text: reader, step: 45 },
  { name: 'ids', group: 'Reading and searching', title: 'Handing out ids', about: 'The lowest free one, or the next one round: a search by gaps.', text: ids, step: 28 },
  { name: 'vacancy', group: 'Nodes asked for', title: 'Nodes asked for, nodes used', about: 'What the vacancy of the path saves against the whole-height formula.', text: vacancy, step: null },
  { name: 'policy', group: 'Nodes asked for', title: 'Whole height against vacancy', about: 'Two trees, the same stores and layouts, different requests.', text: policy, step: null },
  { name: 'cat', group: 'Forks of address spaces', title: 'The memory map of cat, forked', about: '23 VMAs from /proc/self/maps; a fork that works and one that does not.', text: cat, step: null },
  { name: 'strace', group: 'Forks of address spaces', title: 'cat, replayed from strace', about: 'The memory calls of a real run, a step each.', text: strace, step: null },
  { name: 'fork-bulk', group: 'Forks of address spaces', title: 'A bulk fork leaves a thin leaf', about: 'Bulk load, duplicate, one store a VMA: three children, two layouts.', text: forkBulk, step: 47 },
  { name: 'fork-tree-copy', group: 'Forks that fail', title: 'A fork fails at the tree copy', about: 'The third request of the duplication is refused: what was handed out goes back in reverse.', text: forkTreeCopy, step: null },
  { name: 'fork-vma', group: 'Forks that fail', title: 'A fork fails at a VMA', about: 'The marker of 6.16 beside the undo by range that came before it.', text: forkVma, step: 19 },
  { name: 'fork-pages', group: 'Forks that fail', title: 'A fork fails at the page copy', about: 'A page table is refused: the VMA is in the child already, the marker takes the next one’s place.', text: forkPages, step: null },
  { name: 'fork-dontcopy', group: 'Forks that fail', title: 'A fork fails where it leaves a VMA out', about: 'A NULL over a DONTCOPY VMA can need nodes, and be refused them.', text: forkDontcopy, step: 24, view: 'tree' },
  { name: 'ceiling', group: 'Forks that fail', title: 'Page tables that nobody frees', about: 'A ceiling rounded down leaves 12288 bytes, or 8192, 4096, or none.', text: ceiling, step: 14 },
  { name: 'fork-6421', group: 'Forks that fail', title: 'A fork of 6,421 VMAs', about: '904 nodes by 102 requests; then it fails at the very last VMA.', text: fork6421, step: null },
  { name: 'sweep', group: 'Forks that fail', title: 'Every failure of a fork, in turn', about: '800 VMAs: each request, then each VMA is refused once.', text: sweep, step: 803 },
];

/** All of them, without the newline that ends a file: an editor would show it as one more line. */
export const EXAMPLES: readonly Example[] = ALL.map((example) => ({ view: null, ...example, text: example.text.trimEnd() }));
export const FIRST_EXAMPLE = EXAMPLES[0]!;
