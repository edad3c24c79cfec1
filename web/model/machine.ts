// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls that a core answers. The interpreter drives a Machine and knows no WebAssembly; the engine implements it
// over the exports of the module. Floor 1.
//
// Every call is one tree operation, synchronous and deterministic; refusals of the core are values in the outcome.

import type { Index } from '../base/index64';
import type { ErrorName, StoreType } from './status';

/** A tree inside the core: a small number, used again after `drop`. */
export type TreeHandle = number & { readonly __tree: unique symbol };

/** The attributes that a tree is made with. */
export interface TreeMode {
  /** Gaps are tracked (`MT_FLAGS_ALLOC_RANGE`). */
  readonly alloc: boolean;
  /** RCU mode (`MT_FLAGS_USE_RCU`). */
  readonly rcu: boolean;
}

/** What one operation did: the fields of golden/FORMAT.md, and the range it touched. */
export interface Outcome {
  readonly error: ErrorName | null;
  /** Entry word found by erase, load and walk; 0n when there is none. */
  readonly value: Index;
  /** The range found (walk, gap) or written, NULL widening included; null when the call has none. */
  readonly at: { readonly index: Index; readonly last: Index } | null;
  readonly storeType: StoreType | null;
  readonly vh: number | null;
  readonly sh: number | null;
  /** Nodes the write asked for, by the formula of 6.16 and by the whole-height formula before it. */
  readonly pre: number | null;
  readonly preWhole: number | null;
  /** Sizes of the requests to the node allocator, in order, refused ones included. */
  readonly requests: readonly number[];
  /** One letter a request: `s` single, `b` bulk; a capital letter was refused. */
  readonly rk: string;
  readonly freed: number;
  readonly deferred: number;
  /** Nodes out of the allocator after the operation, all trees. */
  readonly live: number;
  /** Nodes held in reserve when the write began (prealloc, bulk). */
  readonly reserved: number;
  /** Nodes of the copy (dup). */
  readonly copied: number;
  /** Height afterwards of the tree the operation was made on. */
  readonly height: number;
  /** bulk: how many stores of each type. */
  readonly storeCounts: Readonly<Partial<Record<StoreType, number>>> | null;
}

/** What is known of a tree without drawing it. */
export interface TreeFacts {
  readonly height: number;
  readonly nodes: number;
  readonly leaves: number;
  /** Ranges that hold a non-NULL entry (the zero entry included). */
  readonly entries: number;
}

/** A broken invariant: number of spec/01 §7.2, node id (0: the tree itself), slot (−1: the node itself). */
export interface Finding {
  readonly invariant: number;
  readonly node: number;
  readonly slot: number;
  readonly excused: boolean;
  readonly found: Index;
  readonly wanted: Index;
}

/** One maximal stored range, as the core's leaves hold it. */
export interface StoredRange {
  readonly first: Index;
  readonly last: Index;
  readonly word: Index;
}

export interface Machine {
  /** Nodes out of the allocator now, all trees. */
  live(): number;
  /** An empty tree; null when the core has no room for another. */
  create(mode: TreeMode): TreeHandle | null;
  /** Forgets an empty tree's handle. */
  drop(tree: TreeHandle): void;
  setRcu(tree: TreeHandle, on: boolean): void;

  store(tree: TreeHandle, first: Index, last: Index, word: Index): Outcome;
  insert(tree: TreeHandle, first: Index, last: Index, word: Index): Outcome;
  erase(tree: TreeHandle, at: Index): Outcome;
  load(tree: TreeHandle, at: Index): Outcome;
  /** `walk`: the state first visits `first`, as golden's prealloc_store with `walk: true`. */
  prealloc(tree: TreeHandle, first: Index, last: Index, word: Index, walk: boolean): Outcome;
  /** The whole bulk load is one operation. `stores` is pulled while the load runs; on any error the tree is empty again. */
  bulk(tree: TreeHandle, expected: number, stores: Iterable<StoredRange>): Outcome;
  emptyArea(tree: TreeHandle, min: Index, max: Index, size: Index, from: 'bottom' | 'top'): Outcome;
  /** Duplicates `source` into the empty tree `target` of equal attributes. */
  dup(source: TreeHandle, target: TreeHandle): Outcome;
  destroy(tree: TreeHandle): Outcome;

  /** Requests k … k+n−1 from here on are refused; n = 0 disarms. */
  failRequest(k: number, n: number): void;
  /** The k-th node that would be handed out from here on is refused once, with its request; 0 disarms. */
  failNode(k: number): void;

  facts(tree: TreeHandle): TreeFacts;
  /** Sum of the canonical dump, 16 hex digits. */
  sum(tree: TreeHandle): string;
  /** An order-independent hash of the contents, to be compared with the oracle's own (see oracle.ts). */
  contents(tree: TreeHandle): Index;
  validate(tree: TreeHandle): readonly Finding[];
  /**
   * All stored (non-NULL) ranges in ascending order; one a slot, equal neighbours not joined. With `from`: only those
   * that end at `from` or above. Reads on as it is iterated, so that looking at the first few costs a walk and no more.
   */
  ranges(tree: TreeHandle, from?: Index): Iterable<StoredRange>;
}
