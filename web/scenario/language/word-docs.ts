// SPDX-License-Identifier: GPL-2.0-or-later
//
// The other words of the language with a sentence on each, for completion and hover; the editor alone needs them.

import { STATEMENT_DOCS } from '../generated/docs';
import type { ResultKind, WordDoc } from '../statements/statement';
import { FUNCTIONS, type FunctionForm } from '../syntax/keywords';

export interface FunctionDoc extends FunctionForm {
  readonly doc: string;
}

const RESULT_WORDS: Readonly<Record<ResultKind, string>> = {
  entry: 'the entry of',
  place: 'the first index of',
  visits: 'the last entry of',
};
/** The meaning of `result()`, and the statements that set it. */
export const RESULTS: readonly string[] = Object.entries(RESULT_WORDS).map(([kind, words]) => {
  const after = STATEMENT_DOCS.flatMap(({ result: [own, form] }) => (own === kind ? [form] : []));
  return `${words} ${after.slice(0, -1).join(', ')} and ${after.at(-1) ?? ''}`;
});

const FUNCTION_TEXTS: ReadonlyMap<string, string> = new Map([
  ['load', 'What is stored at index A, as the load statement finds it.'],
  ['height', 'Height of the tree: 0 for an empty tree or a single root entry.'],
  ['nodes', 'Nodes of the tree.'],
  ['leaves', 'Leaf nodes of the tree.'],
  ['entries', 'Ranges of the tree that hold an entry.'],
  ['live', 'Allocated nodes, of all trees.'],
  ['reserved', 'Nodes preallocated when the write of the last step began (prealloc, bulk).'],
  ['requests', 'Requests that the last step made to the node allocator.'],
  ['requested', 'Nodes that the last step requested: the sum of its requests, refused ones included.'],
  ['freed', 'Nodes that the last step freed.'],
  ['result', `What the last step found: ${RESULTS.join(', ')}.`],
  ['rand', 'The next random number 0 … N−1; see seed.'],
  ['vmas', 'VMAs of the address space.'],
  ['pagetables', 'Page-table pages of the address space, below the top one.'],
  ['index', 'First index of the range of a state.'],
  ['last', 'Last index of the range of a state.'],
  ['offset', 'The slot of a state, as it remembers it.'],
  ['end', 'The last slot of the node of a state, as it remembers it.'],
  ['status', 'The status of a state: "active", "start", "root", "none", "pause", "overflow", "underflow" or "error".'],
  ['held', 'Preallocated nodes that a state holds.'],
  ['resident', 'Pages of the address space that are present, the zero page not counted.'],
]);

/** The functions of expressions. */
export const FUNCTION_DOCS: readonly FunctionDoc[] = FUNCTIONS.map((one) => ({
  ...one,
  doc: FUNCTION_TEXTS.get(one.word) ?? '',
}));

/** Words that several statements have. */
const SHARED: readonly (readonly [string, string])[] = [
  ['in', 'the tree of the statement'],
  ['within', 'the range to search in'],
  ['from', 'from top: the highest fit'],
  ['top', 'the highest fit'],
  ['as', 'the name to give'],
  ['at', 'the index where the reader parks'],
  ['count', 'the most moves; 1 by default'],
  ['until', 'the limit; by default max going up, 0 going down'],
  ['none', 'no permission at all'],
  ['r', 'readable'],
  ['w', 'writable'],
  ['x', 'executable'],
  ['rw', 'readable and writable'],
  ['rx', 'readable and executable'],
  ['wx', 'writable and executable'],
  ['rwx', 'readable, writable and executable'],
  ['times', 'the number of consecutive failures'],
  ['null', 'NULL: nothing stored'],
  ['zero', 'the reserved zero entry'],
  ['max', '2^64−1'],
];

/** Words inside statements, with what each means. */
export const JOINERS: ReadonlyMap<string, WordDoc> = new Map<string, WordDoc>([
  ...STATEMENT_DOCS.flatMap(({ words }) => Object.entries(words)),
  ...SHARED,
]);

/** The meaning of a word in a statement, or its general meaning if it has none there. */
export function meaningIn(word: string, statement: string): string {
  const meaning = JOINERS.get(word) ?? '';
  return typeof meaning === 'string' ? meaning : (meaning[statement] ?? meaningsOf(meaning));
}

/** All that a word means, as one text. */
export function meaningsOf(meaning: WordDoc): string {
  if (typeof meaning === 'string') return meaning;
  return Object.entries(meaning)
    .map(([statement, text]) => `${statement}: ${text}`)
    .join('; ');
}

/** A sentence on each error name. */
export const ERROR_DOCS: ReadonlyMap<string, string> = new Map([
  ['ENOMEM', 'Out of memory: a request failed, or a range that must be mapped is not.'],
  ['EBUSY', 'No free range of that size, or a damaged tree.'],
  ['EEXIST', 'Something is stored there already.'],
  ['EINVAL', 'Invalid argument: a reversed range, an address inside a page, a tree in another mode.'],
  ['EFAULT', 'Nothing is mapped there, or its permissions forbid the access.'],
  ['EPERM', 'Sealed memory, or locking that is not permitted.'],
  ['EAGAIN', 'More memory would be locked than a limit allows.'],
  ['EINTR', 'A fatal signal ended a fork.'],
  ['ERETRY', 'Stopped after too many requests in one step; Linux would never stop.'],
]);
