// SPDX-License-Identifier: GPL-2.0-or-later
//
// The findings of the validator as data: which are only hints, and which come first. Pure.

import type { Finding } from './machine';

/** Invariants whose breach is legal: it is only noted. */
export const HINT_INVARIANTS: ReadonlySet<number> = new Set([37, 39]);

/** I19, the end of a node. */
const END = 19;
/** Slots of a leaf and of an inner node of a tree without gaps; of one with gaps. */
export const SLOTS_MOST = 16;
const ARANGE_SLOTS = 10;
// Only inner nodes can break them.
const OF_CHILDREN: ReadonlySet<number> = new Set([4, 10, 11]);

/** Ends that lie outside their nodes. `alloc`: the tree tracks gaps, so that its inner nodes have 10 slots. */
export function outsideEnds(findings: readonly Finding[], alloc: boolean): readonly Finding[] {
  const inner = new Set(findings.filter(({ invariant }) => OF_CHILDREN.has(invariant)).map(({ node }) => node));
  return findings.filter(
    ({ invariant, node, found }) =>
      invariant === END && found >= (alloc && inner.has(node) ? ARANGE_SLOTS : SLOTS_MOST),
  );
}

/**
 * The findings, an end outside its node before all that follows from it: where such an end is taken at its word, the
 * slots up to there are found empty, and their pivots missing.
 */
export function newsFirst(findings: readonly Finding[], alloc: boolean): readonly Finding[] {
  const news = new Set(outsideEnds(findings, alloc));
  return news.size === 0 ? findings : [...news, ...findings.filter((one) => !news.has(one))];
}
