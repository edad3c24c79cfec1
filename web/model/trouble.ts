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
  // ---- answer ----
  /** An error that the operation returned and should not have, or the other way round. */
  | { readonly code: 'error'; readonly op: string; readonly held: string | null; readonly wanted: string | null }
  /** `visit`: which of the operation's visits, from 1. */
  | {
      readonly code: 'value';
      readonly op: string;
      readonly visit?: number;
      readonly held: Returned;
      readonly wanted: Returned;
    }
  | { readonly code: 'layout' }
  | {
      readonly code: 'run';
      readonly site: Site;
      readonly k: number;
      readonly outcome: SweepOutcome;
      readonly wrong: RunTrouble | null;
    }
  | { readonly code: 'more runs'; readonly count: number };

/** A range, with its entry if that matters; an entry; an index; whether a search wrapped; null: nothing. */
export type Returned =
  | { readonly first: Index; readonly last: Index; readonly word?: Index }
  | { readonly word: Index }
  | Index
  | boolean
  | null;

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
