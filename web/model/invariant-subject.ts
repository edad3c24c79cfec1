// SPDX-License-Identifier: GPL-2.0-or-later
//
// The subject of an invariant, and whether a tree has it: in a tree without nodes, no invariant of nodes holds or is
// broken. Numbers are those of core/README.md ("Invariants"). Pure.

/**
 * The parts a tree must have for the invariant to apply: nodes, nodes under nodes, or arange nodes, which record gaps.
 */
export type Subject = 'tree' | 'nodes' | 'children' | 'gaps';

const CHILDREN: ReadonlySet<number> = new Set([4, 7, 8, 9, 10, 11, 21, 22]);
const GAPS: ReadonlySet<number> = new Set([20, 25, 26, 27, 28, 29, 30]);
/** Root word, height, the allocator's count, the contents; and what only tests watch. */
const TREES: ReadonlySet<number> = new Set([1, 2, 31, 32, 33, 34, 36, 38]);

export function subjectOf(invariant: number): Subject {
  if (TREES.has(invariant)) return 'tree';
  if (GAPS.has(invariant)) return 'gaps';
  return CHILDREN.has(invariant) ? 'children' : 'nodes';
}

/** Whether a tree of so many levels of nodes, whose gaps are tracked or not, has what is spoken of. */
export function concerns(
  subject: Subject,
  { height, alloc }: { readonly height: number; readonly alloc: boolean },
): boolean {
  switch (subject) {
    case 'tree':
      return true;
    case 'nodes':
      return height > 0;
    case 'children':
      return height > 1;
    case 'gaps':
      return alloc && height > 1;
  }
}
