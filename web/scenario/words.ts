// SPDX-License-Identifier: GPL-2.0-or-later
//
// The words of the language with a sentence on each: for completion, hover and messages. Floor 2. What may stand where
// is the grammar's business; a test holds this table and the grammar together.

import { parser } from './generated/maple';

export interface WordDoc {
  readonly word: string;
  /** How it is written; names in capitals stand for what the writer chooses. */
  readonly form: string;
  readonly doc: string;
  /** False while this version only recognises it. */
  readonly runs: boolean;
}

const statement = (form: string, doc: string, runs = true): WordDoc => ({ word: form.split(' ')[0] as string, form, doc, runs });

const MOVES = [
  ['next', 'From a fresh state at A: the entries above the range that holds A.'],
  ['prev', 'From a fresh state at A: the entries below the range that holds A.'],
  ['find', 'From a fresh state at A: the entry at A or the next above it, then the ones after.'],
  ['find_rev', 'From a fresh state at A: the entry at A or the next below it, then the ones before.'],
  ['next_range', 'Like next, and shows the gaps between entries too.'],
  ['prev_range', 'Like prev, and shows the gaps between entries too.'],
] as const;

/** Every word that starts a statement, in the order of the language's page. */
export const STATEMENTS: readonly WordDoc[] = [
  statement('tree NAME [alloc] [rcu] [whole_height]', 'Makes an empty tree and makes it current. alloc: gaps are tracked. rcu: RCU mode. whole_height: nodes are asked for by the formula from before 6.16.'),
  statement('use NAME', 'Makes a tree or address space current.'),
  statement('store R = V', 'Stores a value over the range, whatever is there.'),
  statement('insert R = V', 'Stores only where all of the range is empty; otherwise EEXIST.'),
  statement('erase A', 'Erases the whole range that holds index A.'),
  statement('load A', 'Looks index A up.'),
  statement('prealloc R = V', 'Reserves the nodes first, shows the reserve, then stores. One step.'),
  statement('bulk N { … }', 'Bulk load with N expected entries into an empty tree without RCU mode. One step.'),
  statement('gap SIZE within R [from top]', 'Finds SIZE empty indexes within the range: the lowest, or from top the highest. Stores nothing.'),
  statement('alloc SIZE within R = V [from top]', 'Stores over the lowest place of SIZE empty indexes within the range, or from top the highest. The tree must track gaps.'),
  statement('cyclic within R = V', 'Stores at one empty index: the first from where the tree’s last cyclic allocation ended, else the first in the range.'),
  statement('walk A', 'Walks to index A: shows the range that holds it.'),
  ...MOVES.map(([word, doc]) => statement(`${word} A [count N] [until B]`, doc)),
  statement('read NAME at A as R', 'An RCU reader walks to A and parks on its leaf. The tree must be in RCU mode.'),
  statement('resume R [count N]', 'A parked reader goes on to the next entries and parks again.'),
  statement('release R', 'A parked reader leaves: nodes that waited only for it are given back.'),
  statement('corrupt NAME node N FIELD = X', 'Damages the node on line N of the dump on purpose, to see the check find it. FIELD: pivot K, slot K, gap K, end, gapmeta, parent.'),
  statement('dup A as B', 'Duplicates the structure of tree A.'),
  statement('destroy NAME', 'Frees all of a tree; its name is free again.'),
  statement('maps NAME """ … """', 'Builds an address space from the text of /proc/PID/maps: one store a VMA, in this order.'),
  statement('fork A as B [by dup|bulk|stores]', 'Forks an address space. In this version it counts tree nodes only.'),
  statement('exit NAME', 'Tears an address space down. In this version it counts tree nodes only.'),
  statement('fail request K [times N]', 'Request number K to the node allocator, counted from here on, fails; with times the N from K on. fail node K refuses the K-th node, fail off clears all.'),
  statement('let x = EXPR', 'Binds a variable, or rebinds the nearest one of that name.'),
  statement('repeat N [as i] { … }', 'Runs the block N times, i from 0.'),
  statement('for i in A..B [step S] { … }', 'Runs the block for each i. With shuffle(A..B, SEED) in a shuffled order.'),
  statement('seed N', 'Seeds rand(); the seed is 1 unless set.'),
  statement('expect X = Y', 'What must hold here. Also: expect error NAME, ok, valid [NAME], same A B, identical A B, exists NAME, absent NAME.'),
  statement('note "…"', 'A text shown with the step after it.'),
  statement('pause', 'Play stops here.'),
  statement('mm NAME', 'An empty address space.', false),
  statement('trace NAME """ … """', 'Replays the memory calls of an strace log.', false),
  statement('map R PERM', 'Maps memory.', false),
  statement('unmap R', 'Unmaps memory.', false),
  statement('protect R PERM', 'Changes permissions.', false),
  statement('brk at A', 'Moves the end of the heap.', false),
  statement('touch R', 'Touches pages.', false),
  statement('advise R ADVICE', 'Advises on what fork does with memory.', false),
  statement('sweep { … }', 'Fails each request of the block in turn.', false),
  statement('ask "question" = EXPR', 'A prediction question.', false),
];

export interface FunctionDoc extends WordDoc {
  /** Number of arguments before the optional tree name. */
  readonly args: number;
  readonly takesTree: boolean;
}

const func = (form: string, args: number, takesTree: boolean, doc: string, runs = true): FunctionDoc => ({
  word: form.slice(0, form.indexOf('(')),
  form,
  args,
  takesTree,
  doc,
  runs,
});

/** The functions of expressions. */
export const FUNCTIONS: readonly FunctionDoc[] = [
  func('load(A [, TREE])', 1, true, 'What is stored at index A, as the load statement finds it.'),
  func('height([TREE])', 0, true, 'Height of the tree: 0 for an empty tree or a single root entry.'),
  func('nodes([TREE])', 0, true, 'Nodes of the tree.'),
  func('leaves([TREE])', 0, true, 'Leaf nodes of the tree.'),
  func('entries([TREE])', 0, true, 'Ranges of the tree that hold an entry.'),
  func('live()', 0, false, 'Nodes out of the allocator, all trees.'),
  func('reserved()', 0, false, 'Nodes in reserve when the write of the last step began (prealloc, bulk).'),
  func('requests()', 0, false, 'How many requests the last step made to the node allocator.'),
  func('requested()', 0, false, 'Nodes that the last step requested: the sum of its requests, refused ones included.'),
  func('freed()', 0, false, 'Nodes that the last step gave back.'),
  func('result()', 0, false, 'What the last step found: the entry of load and erase, the first index of gap, alloc and cyclic, the last entry of an iteration.'),
  func('rand(N)', 1, false, 'The next random number 0 … N−1; see seed.'),
  func('vmas([TREE])', 0, true, 'VMAs of an address space.', false),
  func('pagetables([TREE])', 0, true, 'Page-table pages below the top one.', false),
  func('resident([TREE])', 0, true, 'Resident pages.', false),
];

/** Words inside statements, with a sentence for completion. */
export const JOINERS: ReadonlyMap<string, string> = new Map([
  ['alloc', 'gaps are tracked'],
  ['rcu', 'RCU mode'],
  ['in', 'which tree the statement is about'],
  ['within', 'the range to search in'],
  ['from', 'from top: the highest fit'],
  ['top', 'the highest fit'],
  ['as', 'the name to give'],
  ['by', 'how to fork: dup, bulk or stores'],
  ['dup', 'by duplicating the tree, then replacing each VMA in place'],
  ['bulk', 'by a bulk load'],
  ['stores', 'by one store per VMA'],
  ['whole_height', 'nodes are asked for by the formula from before 6.16'],
  ['at', 'the index where the reader parks'],
  ['count', 'how many moves at most; 1 unless told'],
  ['until', 'the limit: max unless told, backward 0'],
  ['pivot', 'pivot K of the node: the last index of slot K'],
  ['slot', 'slot K of the node, as a raw word'],
  ['end', 'the offset of the last slot in use'],
  ['gapmeta', 'the slot that the node names as its largest gap'],
  ['parent', 'the parent word'],
  ['request', 'a request to the node allocator fails'],
  ['node', 'fail: the K-th node is refused, and with it its request; corrupt: the node on line N of the dump'],
  ['off', 'no failure is armed any more'],
  ['times', 'how many in a row'],
  ['step', 'the distance between two values of the loop'],
  ['shuffle', 'each value once, in an order made from the seed'],
  ['error', 'the last step was refused with this error'],
  ['ok', 'the last step succeeded'],
  ['valid', 'every invariant holds'],
  ['same', 'equal contents'],
  ['identical', 'equal layout, node for node'],
  ['exists', 'the name is in use'],
  ['absent', 'the name is not in use'],
  ['null', 'NULL: nothing stored'],
  ['zero', 'the reserved zero entry'],
  ['max', '2^64−1'],
]);

/** Names of results that `expect error` knows. */
export const ERROR_NAMES = ['ENOMEM', 'EBUSY', 'EEXIST', 'EINVAL', 'ERETRY'] as const;

/** Every word that the grammar spells out. */
export const GRAMMAR_WORDS: readonly string[] = [
  ...new Set(parser.nodeSet.types.map((type) => type.name).filter((name) => /^[a-z_]+$/.test(name))),
].sort();

/** Words that only one place knows; everywhere else they are names. */
export const SOFT_WORDS: ReadonlySet<string> = new Set([
  ...['request', 'node', 'stores', 'range', 'marker', 'wrong'],
  ...['pivot', 'slot', 'end', 'gapmeta', 'parent'],
  ...['signal', 'commit', 'vma', 'policy', 'uffd', 'anon', 'page', 'hook'],
]);

/** Words that can never be a name. */
export const RESERVED: ReadonlySet<string> = new Set(GRAMMAR_WORDS.filter((word) => !SOFT_WORDS.has(word)));

/** Words of later issues that stand inside statements of this one. */
export const LATER_JOINERS: ReadonlySet<string> = new Set(['undo', 'ceiling', 'range', 'marker', 'wrong', 'every', 'chance', 'mm', 'signal', 'commit', 'vma', 'policy', 'uffd', 'anon', 'page', 'hook']);

/** The plain refusal of a word that this version only recognises. */
export function notYet(word: string): string {
  return `\`${word}\` is part of the language, but this version of Maplescope does not run it yet`;
}
