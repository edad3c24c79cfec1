// SPDX-License-Identifier: GPL-2.0-or-later
//
// The invariants by number: a short name, one sentence, and who watches them while the page runs. Numbers are those of
// core/README.md, "Invariants". Pure.

import { HINT_INVARIANTS } from '../../model/finding';
import { concerns, subjectOf, type Subject } from '../../model/invariant-subject';
import type { Finding } from '../../model/machine';
import type { Trouble } from '../../model/trouble';

/** `tests`: needs history or the operation's state, so it is covered by tests and not watched on the page. */
export type Watcher = 'validator' | 'allocator' | 'oracle' | 'tests';

export interface Invariant {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly watcher: Watcher;
  readonly subject: Subject;
  /** A finding is a remark on something legal. */
  readonly hint: boolean;
}

function one(number: number, name: string, text: string, watcher: Watcher = 'validator'): Invariant {
  return { number, name, text, watcher, subject: subjectOf(number), hint: HINT_INVARIANTS.has(number) };
}

export const INVARIANTS: readonly Invariant[] = [
  one(
    1,
    'Root word is well formed',
    'The root pointer is empty, a plain entry, or the word of a node with the root mark.',
  ),
  one(2, 'Height matches depth', 'The recorded height is the number of levels from the root to any leaf.'),
  one(3, 'Root knows its tree', 'The parent word of the root is the address of its tree.'),
  one(
    4,
    'Node words are well formed',
    'Each child slot holds an address that is a multiple of 256 and a known node type.',
  ),
  one(
    5,
    'Types fit level and mode',
    'Leaves are at the bottom and all equally deep; above are arange nodes if gaps are tracked, range nodes if not.',
  ),
  one(6, 'Node is alive', 'No node that can be reached is marked dead.'),
  one(7, 'Child names its parent', 'The parent word of a child holds the address of the node that holds the child.'),
  one(8, 'Child knows its slot', 'The parent word of a child holds the slot that it is in.'),
  one(9, 'Parent word type', 'The low bits of a parent word say that the parent is a 64-bit node.'),
  one(10, 'Child is held once', 'No node stands in two slots.'),
  one(11, 'Child slots are filled', 'An inner node has a child in every slot up to its end.'),
  one(12, 'Pivots ascend', 'Each pivot is larger than the one before.'),
  one(13, 'Pivots stay inside', 'Every pivot lies inside the range of its node.'),
  one(14, 'No pivot is missing', 'No used slot but the first has the pivot 0.'),
  one(
    15,
    'Node limit is stored',
    'A node that is not full stores its own last index as the pivot of its last used slot.',
  ),
  one(16, 'Data end agrees', 'The end found from the pivots is that of the slots in use.'),
  one(17, 'Unused slots are empty', 'Slots after the end are 0.'),
  one(18, 'Unused pivots are zero', 'Pivots after the end are 0.'),
  one(19, 'Metadata end is right', 'The end in the metadata is the end of the node.'),
  one(20, 'Padding is zero', 'The last bytes of an arange node are 0.'),
  one(
    21,
    'Node is full enough',
    'Every node but the root has at least 7 used slots (an arange node 5); a bulk load may leave less.',
  ),
  one(22, 'Inner node branches', 'An inner node has at least two children.'),
  one(23, 'No NULL beside NULL', 'Two neighbouring ranges are never both NULL, across leaves too.'),
  one(24, 'No NULL at a leaf’s end', 'A leaf ends with an entry, unless it is the last of the tree.'),
  one(25, 'Gap of a leaf', 'The gap recorded for a leaf is the size of its largest NULL range.'),
  one(26, 'Gap of an inner node', 'The gap recorded for an inner node is the largest of its own gaps.'),
  one(27, 'Gap fits its range', 'No gap is larger than the range it lies in.'),
  one(
    28,
    'Gap metadata marks the largest',
    'The slot named by the metadata has the largest gap; a bulk load’s closing rebalance may leave another.',
  ),
  one(29, 'Gap metadata is in use', 'The slot named by the metadata is not after the end.'),
  one(30, 'Unused gaps are zero', 'Gaps after the end are 0.'),
  one(31, 'Gap metadata among equals', 'Of equally large gaps the one that history prescribes is named.', 'tests'),
  one(32, 'No node is lost', 'Every live node is reachable, preallocated, or waiting for a grace period.', 'allocator'),
  one(
    33,
    'No node in two places',
    'A node is reachable, preallocated, waiting for a grace period, or free: exactly one of these.',
    'tests',
  ),
  one(
    34,
    'Preallocation is consistent',
    'The counts of a write’s preallocation agree with the nodes that it holds.',
    'tests',
  ),
  one(
    35,
    'Index space is covered',
    'The ranges of the leaves follow each other from 0 to max without hole or overlap.',
  ),
  one(36, 'Contents are right', 'The tree holds what a plain range map holds after the same operations.', 'oracle'),
  one(37, 'No reserved entry', 'No leaf holds a word that is reserved for the tree’s own use.'),
  one(38, 'State is fresh', 'After a store the state points at a living leaf and knows its range.', 'tests'),
  one(
    39,
    'Empty tree is empty',
    'A root leaf with a single NULL slot is legal, but it does not read as an empty tree.',
  ),
];

/** `moot`: no tree has what the invariant is about. */
export type InvariantState = 'held' | 'excused' | 'noted' | 'broken' | 'unwatched' | 'moot';

export interface Judged {
  readonly invariant: Invariant;
  readonly state: InvariantState;
  readonly findings: readonly { readonly tree: string; readonly finding: Finding }[];
}

export interface Evidence {
  readonly trees: readonly JudgedTree[];
  readonly balance: number;
  readonly troubles: readonly Trouble[];
}

/** A tree with what the validator found in it. */
export interface JudgedTree {
  readonly name: string;
  readonly findings: readonly Finding[];
  /** Levels of nodes; 0 for a tree without nodes. */
  readonly height: number;
  /** Gaps are tracked. */
  readonly alloc: boolean;
}

/** The state of each invariant at a step. */
export function judge(evidence: Evidence): readonly Judged[] {
  return INVARIANTS.map((invariant) => {
    const findings = evidence.trees.flatMap(({ name, findings: list }) =>
      list.filter((f) => f.invariant === invariant.number).map((finding) => ({ tree: name, finding })),
    );
    return {
      invariant,
      findings,
      state: stateOf(
        invariant,
        findings.map((f) => f.finding),
        evidence,
      ),
    };
  });
}

function stateOf(invariant: Invariant, findings: readonly Finding[], evidence: Evidence): InvariantState {
  switch (invariant.watcher) {
    case 'allocator':
      return evidence.balance === 0 ? 'held' : 'broken';
    case 'oracle':
      return evidence.troubles.length === 0 ? 'held' : 'broken';
    case 'tests':
      return 'unwatched';
    case 'validator':
      if (findings.length === 0)
        return evidence.trees.some((tree) => concerns(invariant.subject, tree)) ? 'held' : 'moot';
      if (!findings.every((f) => f.excused)) return 'broken';
      return invariant.hint ? 'noted' : 'excused';
  }
}
