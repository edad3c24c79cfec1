// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls that a core answers. The interpreter drives a Machine and knows no WebAssembly; the engine implements it
// over the exports of the module.
//
// Every call is one tree operation, synchronous and deterministic; refusals of the core are values in the outcome.

import type { Index } from '../base/index64';
import type { CORRUPT_FIELDS } from './generated/enums';
import type { MemoryMachine } from './memory';
import type { TreeMode } from './tree-mode';
import type { Move, StateMachine } from './states';
import type { Outcome, TreeHandle, Visit } from './outcome';

export type { Outcome, TreeHandle, Visit } from './outcome';
export type { Move } from './states';

/** A parked reader inside the core: a small number, used again after `closeReader`. */
export type ReaderHandle = number & { readonly __reader: unique symbol };

/** Where a parked reader stands. */
export interface ReaderPlace extends Visit {
  readonly tree: TreeHandle;
  /** The leaf has been replaced or destroyed since; it is kept until the reader leaves. */
  readonly dead: boolean;
  /** The range that the leaf covers, as the reader knows it. */
  readonly min: Index;
  readonly max: Index;
}

/** The fields that `corrupt` can overwrite; K of `pivot K` and the like is a number of its own. */
export type CorruptField = (typeof CORRUPT_FIELDS)[number];

/** Facts about a tree that need no picture. */
export interface TreeFacts {
  readonly height: number;
  readonly nodes: number;
  readonly leaves: number;
  /** Ranges that hold a non-NULL entry (the zero entry included). */
  readonly entries: number;
}

/**
 * A broken invariant: number in core/README.md ("Invariants"), node id (0: the tree itself), slot (−1: the node
 * itself).
 */
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

export interface Machine extends MemoryMachine, StateMachine {
  /** Nodes out of the allocator now, all trees. */
  live(): number;
  /** Dead nodes that wait for a reader to leave; `live()` counts them still. */
  waiting(): number;
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
  /**
   * The whole bulk load is one operation. `stores` is pulled while the load runs; on any error the tree is empty again.
   */
  bulk(tree: TreeHandle, expected: number, stores: Iterable<StoredRange>): Outcome;
  emptyArea(tree: TreeHandle, min: Index, max: Index, size: Index, from: 'bottom' | 'top'): Outcome;
  /** Duplicates `source` into the empty tree `target` of equal attributes. */
  dup(source: TreeHandle, target: TreeHandle): Outcome;
  destroy(tree: TreeHandle): Outcome;
  /** `mtree_alloc_range`, from the top `mtree_alloc_rrange`: the range taken is `at`. */
  alloc(tree: TreeHandle, size: Index, min: Index, max: Index, word: Index, from: 'bottom' | 'top'): Outcome;
  /** `mtree_alloc_cyclic` with the tree's own counter, which `dup` copies: the index taken is `at`. */
  cyclic(tree: TreeHandle, min: Index, max: Index, word: Index): Outcome;
  /** The counter of the cyclic allocation: where the next search begins. */
  cyclicNext(tree: TreeHandle): Index;
  /**
   * A fresh state at `at`, `count` moves, as golden/FORMAT.md's iterators: the loop ends at the first move that returns
   * no entry, except that the `_range` forms continue while the state is active. The result of `walk` is a visit even
   * if it is NULL, whatever the status. One operation; `at` of the outcome is where the state ended.
   */
  iterate(tree: TreeHandle, move: Move, at: Index, limit: Index, count: number): Outcome;
  /** A reader enters, walks to `at` and parks there. Null with EINVAL (no RCU mode) or ENOMEM (no room for another). */
  openReader(tree: TreeHandle, at: Index): { readonly reader: ReaderHandle | null; readonly outcome: Outcome };
  /** The reader makes `count` moves by `mas_next`, ending early when nothing is left, and parks again. */
  resumeReader(reader: ReaderHandle, count: number): Outcome;
  /** The reader leaves; nodes that waited only for it are freed. */
  closeReader(reader: ReaderHandle): Outcome;
  readerPlace(reader: ReaderHandle): ReaderPlace;
  /**
   * Writes over one field of the node on line `line` of the canonical dump. From then on only readers of the whole
   * (facts, sum, validate, ranges) and `destroy`, which first puts the field right, may be called on the tree; other
   * calls give EBUSY. EINVAL: no such node or field. `value` of the outcome is what stood there.
   */
  corrupt(tree: TreeHandle, line: number, field: CorruptField, slot: number, word: Index): Outcome;

  /** Requests k … k+n−1 from here on are refused; n = 0 disarms. */
  failRequest(k: number, n: number): void;
  /** The k-th node granted from here on is refused once, with its request; 0 disarms. */
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
