// SPDX-License-Identifier: GPL-2.0-or-later
//
// The words of the language with a sentence on each, for completion, hover and hints.

import { FUNCTIONS, runs, type FunctionForm } from '../syntax/words';

export interface WordDoc {
  readonly word: string;
  /** How it is written; names in capitals stand for what the writer chooses. */
  readonly form: string;
  readonly doc: string;
  /** False while this version only recognises it. */
  readonly runs: boolean;
}

const statement = (form: string, doc: string): WordDoc => {
  const word = form.split(' ')[0] as string;
  return { word, form, doc, runs: runs(word) };
};

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
  statement('store R = V', 'Stores a value over the range, whatever is there. store S stores what was prepared for a state.'),
  statement('insert R = V', 'Stores only where all of the range is empty; otherwise EEXIST.'),
  statement('erase A', 'Erases the whole range that holds index A.'),
  statement('load A', 'Looks index A up.'),
  statement('prealloc R = V', 'Reserves the nodes first, shows the reserve, then stores. One step.'),
  statement('bulk N { … }', 'Bulk load with N expected entries into an empty tree without RCU mode. One step.'),
  statement('gap SIZE within R [from top]', 'Finds SIZE empty indexes within the range: the lowest, or from top the highest. Stores nothing.'),
  statement('alloc SIZE within R = V [from top]', 'Stores over the lowest place of SIZE empty indexes within the range, or from top the highest. The tree must track gaps.'),
  statement('cyclic within R = V', 'Stores at one empty index: the first from where the tree’s last cyclic allocation ended, else the first in the range.'),
  statement('walk A', 'Walks to index A: shows the range that holds it. With the name of a state, that state walks to its own index.'),
  ...MOVES.map(([word, doc]) => statement(`${word} A [count N] [until B]`, doc)),
  statement('read NAME at A as R', 'An RCU reader walks to A and parks on its leaf. The tree must be in RCU mode.'),
  statement('resume R [count N]', 'A parked reader goes on to the next entries and parks again.'),
  statement('release R', 'A parked reader leaves: nodes that waited only for it are given back. A state is let go of, with what it holds.'),
  statement('state NAME', 'Keeps a fresh state (MA_STATE) of the current tree, or in NAME of another, under a name: moves and stores go through it.'),
  statement('set S R', 'Sets the range of a state and forgets its place.'),
  statement('aim S R', 'Sets the range of a state and leaves it where it stands.'),
  statement('reset S', 'Forgets the place of a state; its range and what it holds stay.'),
  statement('prepare S = V', 'Reserves nodes for storing V over the range of a state, which holds them. store S stores it.'),
  statement('search S SIZE within R [from top]', 'Finds SIZE empty indexes within the range, from where the state stands on.'),
  statement('corrupt NAME node N FIELD = X', 'Damages the node on line N of the dump on purpose, to see the check find it. FIELD: pivot K, slot K, gap K, end, gapmeta, parent.'),
  statement('dup A as B', 'Duplicates the structure of tree A.'),
  statement('destroy NAME', 'Frees all of a tree; its name is free again.'),
  statement('maps NAME """ … """', 'Builds an address space from the text of /proc/PID/maps: one store a VMA, in this order.'),
  statement('mm NAME', 'Makes an empty address space: a tree of VMAs, page tables, counters; makes it current.'),
  statement('trace NAME """ … """', 'Replays the memory calls of a log of strace -f -e trace=memory,process. One step a call.'),
  statement('map R PERM [shared] [file "…" [at OFFSET]] [grows]', 'Maps memory at a fixed place, in place of what is there. map any SIZE PERM … takes the highest room.'),
  statement('unmap R', 'Unmaps what is mapped there: VMAs are cut or go.'),
  statement('protect R PERM', 'Changes permissions: none, or letters of rwx.'),
  statement('brk at A', 'Says where the heap begins. brk +N and brk -N move its end.'),
  statement('touch R [read|write]', 'Touches every page: page tables are made, pages become present.'),
  statement('advise R ADVICE', 'What fork does with memory: dontfork, dofork, wipeonfork, keeponfork; that its pages go: dontneed, free; what madvise keeps in a VMA’s flags: hugepage, nohugepage, dontdump, dodump, mergeable, unmergeable; what mbind, userfaultfd and mlock set: policy, uffd, lock, each with off; and seal, as mseal does.'),
  statement('remap R [size N] [to A] [stay|dontunmap]', 'Resizes or moves memory: in place if there is room, else elsewhere, or to exactly A. stay: never elsewhere. dontunmap: the old place stays mapped, empty.'),
  statement('lockall current|future [onfault]', 'Locks all that is mapped now (current), all that will be mapped (future), or both. lockall off unlocks all.'),
  statement('limit NAME N', 'What the process may have at most: vmas (how many), as, data, memlock, stack (bytes). limit NAME off: no limit.'),
  statement('fork A as B [by dup|bulk|stores] [undo range|marker] [ceiling wrong]', 'Forks an address space: VMAs, page tables, account. After a failure B does not exist and everything is given back.'),
  statement('exit NAME', 'Tears an address space down: every VMA, node and page-table page must come back.'),
  statement('fail SITE [at vma V] [K] [times N]', 'Pass number K of a site, counted from here on, fails; with times the N from K on. Sites: request node mm signal commit vma policy uffd anon page hook. Also: fail every K, fail chance P% seed S, fail off.'),
  statement('sweep [SITE] [times N] { … }', 'Runs the block again and again from the same state, with request 1, 2, 3 … failing in turn, until a run meets no failure. One step.'),
  statement('let x = EXPR', 'Binds a variable, or rebinds the nearest one of that name.'),
  statement('repeat N [as i] { … }', 'Runs the block N times, i from 0.'),
  statement('for i in A..B [step S] { … }', 'Runs the block for each i. With shuffle(A..B, SEED) in a shuffled order.'),
  statement('seed N', 'Seeds rand(); the seed is 1 unless set.'),
  statement('expect X = Y', 'What must hold here. Also: expect error NAME, ok, valid [NAME], same A B, identical A B, exists NAME, absent NAME.'),
  statement('note "…"', 'A text shown with the step after it.'),
  statement('pause', 'Play stops here. With the name of a state: mas_pause().'),
  statement('ask "question" = EXPR', 'A prediction question.'),
];

export interface FunctionDoc extends FunctionForm {
  readonly doc: string;
}

const FUNCTION_TEXTS: ReadonlyMap<string, string> = new Map([
  ['load', 'What is stored at index A, as the load statement finds it.'],
  ['height', 'Height of the tree: 0 for an empty tree or a single root entry.'],
  ['nodes', 'Nodes of the tree.'],
  ['leaves', 'Leaf nodes of the tree.'],
  ['entries', 'Ranges of the tree that hold an entry.'],
  ['live', 'Nodes out of the allocator, all trees.'],
  ['reserved', 'Nodes in reserve when the write of the last step began (prealloc, bulk).'],
  ['requests', 'How many requests the last step made to the node allocator.'],
  ['requested', 'Nodes that the last step requested: the sum of its requests, refused ones included.'],
  ['freed', 'Nodes that the last step gave back.'],
  ['result', 'What the last step found: the entry of load and erase, the first index of gap, alloc and cyclic, the last entry of an iteration.'],
  ['rand', 'The next random number 0 … N−1; see seed.'],
  ['vmas', 'VMAs of the address space.'],
  ['pagetables', 'Page-table pages of the address space, below the top one.'],
  ['index', 'First index of the range of a state.'],
  ['last', 'Last index of the range of a state.'],
  ['offset', 'The slot that a state believes it stands on.'],
  ['end', 'The last slot of its node, as a state believes.'],
  ['status', 'The status of a state: "active", "start", "root", "none", "pause", "overflow", "underflow" or "error".'],
  ['held', 'Nodes that a state holds in reserve.'],
  ['resident', 'Pages of the address space that are present, the zero page not counted.'],
]);

/** The functions of expressions. */
export const FUNCTION_DOCS: readonly FunctionDoc[] = FUNCTIONS.map((one) => ({ ...one, doc: FUNCTION_TEXTS.get(one.word) ?? '' }));

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
  ['gap', 'gap K of the node: the largest run of empty indexes below slot K'],
  ['end', 'the offset of the last slot in use'],
  ['gapmeta', 'the slot that the node names as its largest gap'],
  ['parent', 'the parent word'],
  ['any', 'wherever there is room, from the top'],
  ['shared', 'shared between parent and child; private unless told'],
  ['file', 'mapped from this file'],
  ['grows', 'grows downwards when touched just below: a stack'],
  ['none', 'no permission at all'],
  ['r', 'readable'],
  ['w', 'writable'],
  ['x', 'executable'],
  ['rw', 'readable and writable'],
  ['rx', 'readable and executable'],
  ['wx', 'writable and executable'],
  ['rwx', 'readable, writable and executable'],
  ['read', 'touch: each page is read'],
  ['write', 'touch: each page is written'],
  ['dontfork', 'a fork’s child does not get it (madvise)'],
  ['dofork', 'a fork’s child gets it again'],
  ['wipeonfork', 'a fork’s child gets it empty'],
  ['keeponfork', 'a fork’s child gets its pages again'],
  ['lock', 'kept in memory (mlock); a fork’s child does not lock'],
  ['onfault', 'lock: only pages that are touched are kept in memory (mlock2 with MLOCK_ONFAULT)'],
  ['dontneed', 'its pages go; the next touch makes new ones'],
  ['free', 'its pages may go when memory runs short, which it never does here'],
  ['hugepage', 'huge pages are wanted (VM_HUGEPAGE)'],
  ['nohugepage', 'no huge pages (VM_NOHUGEPAGE), as MAP_STACK asks'],
  ['dontdump', 'left out of a core dump (VM_DONTDUMP)'],
  ['dodump', 'in a core dump again'],
  ['mergeable', 'equal pages may be merged (VM_MERGEABLE); private memory only'],
  ['unmergeable', 'pages are not merged any more'],
  ['seal', 'stays mapped, where and as it is, for good (mseal)'],
  ['size', 'remap: how large it becomes'],
  ['to', 'remap: exactly there, in place of what is there'],
  ['stay', 'remap: where it is, or not at all'],
  ['dontunmap', 'remap: the pages move, and the old place stays mapped, empty (MREMAP_DONTUNMAP)'],
  ['current', 'lockall: what is mapped now (MCL_CURRENT)'],
  ['future', 'lockall: each new mapping (MCL_FUTURE)'],
  ['vmas', 'limit: how many VMAs, 65,530 unless set (vm.max_map_count); else a function'],
  ['data', 'limit: bytes of private memory that may be written (RLIMIT_DATA)'],
  ['memlock', 'limit: bytes that may be locked (RLIMIT_MEMLOCK)'],
  ['stack', 'limit: bytes that a stack may grow to, 8 MiB unless set (RLIMIT_STACK)'],
  ['undo', 'how a failed fork is undone: range or marker'],
  ['range', 'the VMAs below the first one not duplicated, as in the third version of the series'],
  ['marker', 'a zero entry where the duplicated VMAs end, as in Linux 6.16'],
  ['ceiling', 'up to where an undo by range frees page tables'],
  ['wrong', 'up to the first VMA not duplicated only: the bug that was reported'],
  ['request', 'a request to the node allocator fails'],
  ['node', 'fail: the K-th node is refused, and with it its request; corrupt: the node on line N of the dump'],
  ['mm', 'the address space itself (F1)'],
  ['signal', 'a fatal signal is pending (F2, F5)'],
  ['commit', 'the account of memory that may be written (F6)'],
  ['vma', 'a VMA object (F7)'],
  ['policy', 'fail: the copy of a memory policy (F8); advise: a memory policy of its own'],
  ['uffd', 'fail: the context of a userfaultfd (F9); advise: one that asked for fork events'],
  ['anon', 'an anon_vma or an element of its chain (F10)'],
  ['page', 'a page-table page (F11)'],
  ['hook', 'the architecture’s hook (F12)'],
  ['every', 'every K-th request fails'],
  ['chance', 'each request fails with a chance of P in 100'],
  ['seed', 'of the numbers that the chance is decided by'],
  ['off', 'no failure is armed any more; advise: no more'],
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

/** A sentence on each error name. */
export const ERROR_DOCS: ReadonlyMap<string, string> = new Map([
  ['ENOMEM', 'No memory: a request was refused, or what must be mapped is not.'],
  ['EBUSY', 'No place: no free range of that size, or a damaged tree.'],
  ['EEXIST', 'Something is stored there already.'],
  ['EINVAL', 'The call takes no such argument: a reversed range, an address inside a page, a tree in another mode.'],
  ['EFAULT', 'Nothing is mapped there, or it may not be accessed so.'],
  ['EPERM', 'Sealed memory, or locked memory where none is allowed.'],
  ['EAGAIN', 'More memory would be locked than a limit allows.'],
  ['EINTR', 'A fatal signal ended a fork.'],
  ['ERETRY', 'Stopped after too many requests in one step; Linux would go on asking.'],
]);
