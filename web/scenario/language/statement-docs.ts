// SPDX-License-Identifier: GPL-2.0-or-later
//
// The statements of the language with a sentence on each, for completion, hover and hints.

import { runs } from '../syntax/words';

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
  statement(
    'tree NAME [alloc] [rcu] [whole_height]',
    'Makes an empty tree and makes it current. alloc: gaps are tracked. rcu: RCU mode. whole_height: nodes are asked for by the formula from before 6.16.',
  ),
  statement('use NAME', 'Makes a tree or address space current.'),
  statement(
    'store R = V',
    'Stores a value over the range, whatever is there. store S stores what was prepared for a state.',
  ),
  statement('insert R = V', 'Stores only where all of the range is empty; otherwise EEXIST.'),
  statement('erase A', 'Erases the whole range that holds index A.'),
  statement('load A', 'Looks index A up.'),
  statement('prealloc R = V', 'Reserves the nodes first, shows the reserve, then stores. One step.'),
  statement('bulk N { … }', 'Bulk load with N expected entries into an empty tree without RCU mode. One step.'),
  statement(
    'gap SIZE within R [from top]',
    'Finds SIZE empty indexes within the range: the lowest, or from top the highest. Stores nothing.',
  ),
  statement(
    'alloc SIZE within R = V [from top]',
    'Stores over the lowest place of SIZE empty indexes within the range, or from top the highest. The tree must track gaps.',
  ),
  statement(
    'cyclic within R = V',
    'Stores at one empty index: the first from where the tree’s last cyclic allocation ended, else the first in the range.',
  ),
  statement(
    'walk A',
    'Walks to index A: shows the range that holds it. With the name of a state, that state walks to its own index.',
  ),
  ...MOVES.map(([word, doc]) => statement(`${word} A [count N] [until B]`, doc)),
  statement('read NAME at A as R', 'An RCU reader walks to A and parks on its leaf. The tree must be in RCU mode.'),
  statement('resume R [count N]', 'A parked reader goes on to the next entries and parks again.'),
  statement(
    'release R',
    'A parked reader leaves: nodes that waited only for it are given back. A state is let go of, with what it holds.',
  ),
  statement(
    'state NAME',
    'Keeps a fresh state (MA_STATE) of the current tree, or in NAME of another, under a name: moves and stores go through it.',
  ),
  statement('set S R', 'Sets the range of a state and forgets its place.'),
  statement('aim S R', 'Sets the range of a state and leaves it where it stands.'),
  statement('reset S', 'Forgets the place of a state; its range and what it holds stay.'),
  statement(
    'prepare S = V',
    'Reserves nodes for storing V over the range of a state, which holds them. store S stores it.',
  ),
  statement(
    'search S SIZE within R [from top]',
    'Finds SIZE empty indexes within the range, from where the state stands on.',
  ),
  statement(
    'corrupt NAME node N FIELD = X',
    'Damages the node on line N of the dump on purpose, to see the check find it. FIELD: pivot K, slot K, gap K, end, gapmeta, parent.',
  ),
  statement('dup A as B', 'Duplicates the structure of tree A.'),
  statement('destroy NAME', 'Frees all of a tree; its name is free again.'),
  statement(
    'maps NAME """ … """',
    'Builds an address space from the text of /proc/PID/maps: one store a VMA, in this order.',
  ),
  statement('mm NAME', 'Makes an empty address space: a tree of VMAs, page tables, counters; makes it current.'),
  statement(
    'trace NAME """ … """',
    'Replays the memory calls of a log of strace -f -e trace=memory,process. One step a call.',
  ),
  statement(
    'map R PERM [shared] [file "…" [at OFFSET]] [grows]',
    'Maps memory at a fixed place, in place of what is there. map any SIZE PERM … takes the highest room.',
  ),
  statement('unmap R', 'Unmaps what is mapped there: VMAs are cut or go.'),
  statement('protect R PERM', 'Changes permissions: none, or letters of rwx.'),
  statement('brk at A', 'Says where the heap begins. brk +N and brk -N move its end.'),
  statement('touch R [read|write]', 'Touches every page: page tables are made, pages become present.'),
  statement(
    'advise R ADVICE',
    'What fork does with memory: dontfork, dofork, wipeonfork, keeponfork; that its pages go: dontneed, free; what madvise keeps in a VMA’s flags: hugepage, nohugepage, dontdump, dodump, mergeable, unmergeable; what mbind, userfaultfd and mlock set: policy, uffd, lock, each with off; and seal, as mseal does.',
  ),
  statement(
    'remap R [size N] [to A] [stay|dontunmap]',
    'Resizes or moves memory: in place if there is room, else elsewhere, or to exactly A. stay: never elsewhere. dontunmap: the old place stays mapped, empty.',
  ),
  statement(
    'lockall current|future [onfault]',
    'Locks all that is mapped now (current), all that will be mapped (future), or both. lockall off unlocks all.',
  ),
  statement(
    'limit NAME N',
    'What the process may have at most: vmas (how many), as, data, memlock, stack (bytes). limit NAME off: no limit.',
  ),
  statement(
    'fork A as B [by dup|bulk|stores] [undo range|marker] [ceiling wrong]',
    'Forks an address space: VMAs, page tables, account. After a failure B does not exist and everything is given back.',
  ),
  statement('exit NAME', 'Tears an address space down: every VMA, node and page-table page must come back.'),
  statement(
    'fail SITE [at vma V] [K] [times N]',
    'Pass number K of a site, counted from here on, fails; with times the N from K on. Sites: request node mm signal commit vma policy uffd anon page hook. Also: fail every K, fail chance P% seed S, fail off.',
  ),
  statement(
    'sweep [SITE] [times N] { … }',
    'Runs the block again and again from the same state, with request 1, 2, 3 … failing in turn, until a run meets no failure. One step.',
  ),
  statement('let x = EXPR', 'Binds a variable, or rebinds the nearest one of that name.'),
  statement('repeat N [as i] { … }', 'Runs the block N times, i from 0.'),
  statement('for i in A..B [step S] { … }', 'Runs the block for each i. With shuffle(A..B, SEED) in a shuffled order.'),
  statement('seed N', 'Seeds rand(); the seed is 1 unless set.'),
  statement(
    'expect X = Y',
    'What must hold here. Also: expect error NAME, ok, valid [NAME], same A B, identical A B, exists NAME, absent NAME.',
  ),
  statement('note "…"', 'A text shown with the step after it.'),
  statement('pause', 'Play stops here. With the name of a state: mas_pause().'),
  statement('ask "question" = EXPR', 'A prediction question.'),
];
