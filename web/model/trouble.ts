// SPDX-License-Identifier: GPL-2.0-or-later
//
// Something that came out otherwise than it should: what kind of thing, in which tree, what exactly was found, and
// whether the text did it on purpose. Plain data; words/trouble.ts makes the sentence.

import type { Index } from '../base/index64';
import type { Finding, StoredRange } from './machine';
import type { BalanceRow, ConservationRule, MmFacts, ObjectKind, Site, SweepOutcome, VmaRecord } from './memory';

/**
 * contents: a tree holds something else than the plain list does. invariant: the validator found a rule of the tree
 * broken, or nodes of the tree are lost (I32). rule: one of the six rules of a fork is broken. lost: something was not
 * freed. answer: a call returned something else than the plain list says.
 */
export type TroubleKind = 'contents' | 'invariant' | 'rule' | 'lost' | 'answer';

/** The statements of the text that did it on purpose, by their lines. */
export interface Cause {
  readonly by: 'corrupt' | 'ceiling wrong';
  readonly lines: readonly number[];
}

/** I32: nodes are out of the allocator that no tree can reach. */
export const LOST_NODES = 32;

/**
 * The difference, with its figures. `held` is the core's value, `wanted` the plain list's; null means no error, no
 * range, or nothing more.
 */
export type Found =
  // ---- contents ----
  | { readonly code: 'contents'; readonly held: StoredRange | null; readonly wanted: StoredRange | null }
  | { readonly code: 'hash' }
  | { readonly code: 'vma'; readonly held: VmaRecord | null; readonly wanted: VmaRecord | null }
  | {
      readonly code: 'counter';
      readonly counter: keyof MmFacts;
      readonly held: number | bigint;
      readonly wanted: number | bigint;
    }
  // ---- invariant ----
  | { readonly code: 'finding'; readonly finding: Finding }
  /** I32: nodes that the allocator counts for the tree, and nodes that can be reached in it. */
  | { readonly code: 'nodes'; readonly out: number; readonly reached: number }
  // ---- rule ----
  | { readonly code: 'rule'; readonly rule: ConservationRule }
  // ---- lost ----
  | { readonly code: 'account'; readonly row: BalanceRow }
  | { readonly code: 'not freed'; readonly nodes: number }
  | { readonly code: 'waiting'; readonly nodes: number }
  /** So many more than before the failed statement; a negative number: fewer. */
  | { readonly code: 'more'; readonly object: ObjectKind; readonly more: number }
  /** Nodes out of the allocator, and those of them in trees. */
  | { readonly code: 'out'; readonly out: number; readonly reached: number }
  /** Nodes that the step counted out of the allocator, and those that there are. */
  | { readonly code: 'counted'; readonly held: number; readonly wanted: number }
  // ---- answer ----
  /** The call returned an error and not the other, or one and not none. */
  | {
      readonly code: 'error';
      readonly of: 'call' | 'load' | 'damaged' | 'reversed' | 'insert' | 'gap' | 'alloc' | 'cyclic';
      readonly held: string | null;
      readonly wanted: string | null;
    }
  | { readonly code: 'word'; readonly op: 'erase' | 'load'; readonly held: Index; readonly wanted: Index }
  /** `visit` counts from 1. */
  | {
      readonly code: 'visit';
      readonly op: string;
      readonly visit: number;
      readonly held: StoredRange | null;
      readonly wanted: StoredRange | null;
    }
  | {
      readonly code: 'place';
      readonly op: string;
      readonly held: Span | null;
      readonly wanted: Index | null;
      /** There is a place, but no search sees it. */
      readonly isHidden: boolean;
    }
  | { readonly code: 'not free'; readonly held: Span; readonly size: Index; readonly within: Span }
  | { readonly code: 'wrapped'; readonly wrapped: boolean }
  | { readonly code: 'next'; readonly held: Index; readonly wanted: Index }
  | { readonly code: 'kept nothing'; readonly error: string | null }
  | { readonly code: 'layout' }
  | { readonly code: 'sum'; readonly held: string; readonly wanted: string }
  /** A fork that returned this error, and there is a child; null: it succeeded, and there is none. */
  | { readonly code: 'child'; readonly error: string | null }
  | { readonly code: 'unarmed'; readonly error: string | null }
  | {
      readonly code: 'run';
      readonly site: Site;
      readonly k: number;
      readonly outcome: SweepOutcome;
      readonly wrong: RunTrouble | null;
    }
  | { readonly code: 'more runs'; readonly count: number };

interface Span {
  readonly first: Index;
  readonly last: Index;
}

export interface Trouble {
  readonly kind: TroubleKind;
  /** Name of the tree or address space; null where it is about none, or about several. */
  readonly tree: string | null;
  /** Number of the invariant that is broken; null for every other kind. */
  readonly invariant: number | null;
  readonly cause: Cause | null;
  readonly found: Found;
}

/** The trouble of a sweep's run, and the line of the step that shows it; null: the end of the run shows it. */
export interface RunTrouble {
  readonly line: number | null;
  readonly trouble: Trouble;
}

/** A trouble of the text's own making is none of the core's. */
export function isOnPurpose({ cause }: Pick<Trouble, 'cause'>): boolean {
  return cause !== null;
}

/** A trouble without an invariant. */
export function troubleOf(
  kind: Exclude<TroubleKind, 'invariant'>,
  tree: string | null,
  found: Found,
  cause: Cause | null = null,
): Trouble {
  return { kind, tree, invariant: null, cause, found };
}

/** Equal for two things found that are the same in every figure. */
export function foundKey(found: Found): string {
  return JSON.stringify(found, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
