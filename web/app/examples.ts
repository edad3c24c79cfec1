// SPDX-License-Identifier: GPL-2.0-or-later
//
// The scenarios that the page brings along. Floor 5. Each is a file of examples/, run by the tests; the step is the one
// at which it tells most. The first is what the page shows to someone who comes without a link.

import bulk from './examples/bulk-load.maple?raw';
import cat from './examples/cat.maple?raw';
import collapse from './examples/collapse.maple?raw';
import corrupt from './examples/corrupt.maple?raw';
import first from './examples/first.maple?raw';
import gaps from './examples/gaps.maple?raw';
import ids from './examples/ids.maple?raw';
import policy from './examples/policy.maple?raw';
import reader from './examples/reader.maple?raw';
import spanning from './examples/spanning.maple?raw';
import vacancy from './examples/vacancy.maple?raw';

export interface Example {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
  /** Where it opens; null: at its end. */
  readonly step: number | null;
}

const ALL: readonly Example[] = [
  { name: 'first', title: 'A leaf splits, a copy fails', about: 'Eight stores fill a leaf, the ninth splits it; then the second request of a copy is refused.', text: first, step: 10 },
  { name: 'cat', title: 'The memory map of cat, forked', about: '23 VMAs from /proc/self/maps; a fork that works and one that does not.', text: cat, step: null },
  { name: 'spanning', title: 'One store over many leaves', about: 'A spanning store replaces whole subtrees; two levels go.', text: spanning, step: null },
  { name: 'collapse', title: 'A tree grows and collapses', about: 'Up to three levels, then erased to nothing: every node comes back.', text: collapse, step: null },
  { name: 'bulk-load', title: 'Bulk load against one by one', about: 'The same entries, two layouts: fill and number of nodes differ.', text: bulk, step: null },
  { name: 'gaps', title: 'Looking for a free range', about: 'How the gaps in the nodes answer a search from below and from above.', text: gaps, step: null },
  { name: 'reader', title: 'A reader beside a writer', about: 'Its leaf dies under it and is kept; the reader walks again from the root.', text: reader, step: 45 },
  { name: 'ids', title: 'Handing out ids', about: 'The lowest free one, or the next one round: a search by gaps.', text: ids, step: 28 },
  { name: 'vacancy', title: 'Nodes asked for, nodes used', about: 'What the vacancy of the path saves against the whole-height formula.', text: vacancy, step: null },
  { name: 'policy', title: 'Whole height against vacancy', about: 'Two trees, the same stores and layouts, different requests.', text: policy, step: null },
  { name: 'corrupt', title: 'A corrupt node', about: 'One pivot is written over on purpose: what the checker finds.', text: corrupt, step: 42 },
];

/** All of them, without the newline that ends a file: an editor would show it as one more line. */
export const EXAMPLES: readonly Example[] = ALL.map((example) => ({ ...example, text: example.text.trimEnd() }));
export const FIRST_EXAMPLE = EXAMPLES[0]!;
