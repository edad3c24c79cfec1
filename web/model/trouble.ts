// SPDX-License-Identifier: GPL-2.0-or-later
//
// Something that came out otherwise than it should: what kind of thing, in which tree, and whether the text did it on
// purpose. Plain data; `message` is for people, and no code reads it.

/**
 * contents: a tree holds something else than the plain list does. invariant: the validator found a rule of the tree
 * broken, or nodes of the tree are lost (I32). rule: one of the six rules of a fork is broken. lost: something did not
 * come back. answer: a call returned something else than the plain list says.
 */
export type TroubleKind = 'contents' | 'invariant' | 'rule' | 'lost' | 'answer';

/** What did it on purpose: statements of the text, by their lines. */
export interface Cause {
  readonly by: 'corrupt' | 'ceiling wrong';
  readonly lines: readonly number[];
}

/** I32: nodes are out of the allocator that no tree can reach. */
export const LOST_NODES = 32;

export interface Trouble {
  readonly kind: TroubleKind;
  /** Name of the tree or address space; null where it is about none, or about several. */
  readonly tree: string | null;
  /** Number of the invariant that is broken; null for every other kind. */
  readonly invariant: number | null;
  readonly cause: Cause | null;
  /** Without the cause, which `troubleText` in words/trouble.ts adds. */
  readonly message: string;
}

/** A trouble of the text's own making is none of the core's. */
export function isOnPurpose({ cause }: Pick<Trouble, 'cause'>): boolean {
  return cause !== null;
}

/** A trouble without a cause, about one tree. */
export function troubleOf(kind: Exclude<TroubleKind, 'invariant'>, tree: string | null, message: string): Trouble {
  return { kind, tree, invariant: null, cause: null, message };
}
