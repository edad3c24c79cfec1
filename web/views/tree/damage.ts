// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which part of a node a broken invariant is about: a pivot, a gap, the word in a slot, or the node as a whole; and
// whether it is where the damage is or where it shows. By the numbers of core/README.md ("Invariants"). Pure.

import type { Finding } from '../../model/machine';

export interface BrokenPart {
  readonly part: 'pivot' | 'gap' | 'slot' | 'node';
  /** −1 for a node. */
  readonly slot: number;
  /** It follows from something else that is broken in the tree. */
  readonly follows: boolean;
  /** The value before the step overwrote it, in words; left out if the step did not. */
  readonly was?: string;
}

/** The fields that a step overwrote on purpose. */
export interface Spoilt {
  readonly tree: string;
  readonly node: number;
  readonly slot: number;
  /** "was 13" */
  readonly was: string;
}

/** The parts of a node with what was there before. */
export function withFormer(
  parts: readonly BrokenPart[],
  tree: string,
  node: number,
  spoilt: Spoilt | null,
): readonly BrokenPart[] {
  if (spoilt === null || spoilt.tree !== tree || spoilt.node !== node) return parts;
  return parts.map((part) => (part.slot === spoilt.slot && !part.follows ? { ...part, was: spoilt.was } : part));
}

const PIVOTS: ReadonlySet<number> = new Set([12, 13, 14, 15, 16]);
const GAPS: ReadonlySet<number> = new Set([25, 26, 27, 28, 29, 30, 31]);
/** Invariants of the leaves as a whole, which follow from their pivots and words. */
const OVERALL: ReadonlySet<number> = new Set([23, 24, 35, 36]);

/** The broken parts of each node of a tree, by id; each part once. */
export function brokenParts(findings: readonly Finding[]): ReadonlyMap<number, readonly BrokenPart[]> {
  const counted = findings.filter(({ excused }) => !excused);
  const other = counted.some(({ invariant }) => !GAPS.has(invariant) && !OVERALL.has(invariant));
  const known = new Map<string, BrokenPart & { readonly node: number }>();
  for (const { invariant, node, slot } of counted) {
    const part = slot < 0 ? 'node' : PIVOTS.has(invariant) ? 'pivot' : GAPS.has(invariant) ? 'gap' : 'slot';
    const follows = other && (OVERALL.has(invariant) || GAPS.has(invariant));
    const key = `${node} ${part} ${slot}`;
    if (known.get(key)?.follows !== false) known.set(key, { node, part, slot, follows });
  }
  const parts = new Map<number, BrokenPart[]>();
  for (const { node, ...part } of known.values()) parts.set(node, [...(parts.get(node) ?? []), part]);
  return parts;
}

/** So many broken invariants of a node are named. */
const BROKEN_MOST = 3;

/** "! I12 I35", "! I7 I8 +2" */
export function brokenText(numbers: readonly number[]): string {
  const told = numbers.slice(0, BROKEN_MOST).map((number) => `I${number}`);
  return `! ${told.join(' ')}${numbers.length > BROKEN_MOST ? ` +${numbers.length - BROKEN_MOST}` : ''}`;
}
