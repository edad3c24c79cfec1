// SPDX-License-Identifier: GPL-2.0-or-later
//
// The arguments and results of the core's calls: handles of trees, outcomes, visits.

import type { Index } from '../base/index64';
import type { ErrorName, StateStatus, StoreType } from './status';

/** A tree inside the core: a small number, used again after `drop`. */
export type TreeHandle = number & { readonly __tree: unique symbol };

/** The result of one move, and where the state stood then. */
export interface Visit {
  readonly index: Index;
  readonly last: Index;
  /** The entry returned; 0n for none. */
  readonly word: Index;
  readonly status: StateStatus;
  /** Id of the leaf that the state is on and the slot in it; 0 and −1 when it is on none. */
  readonly node: number;
  readonly slot: number;
}

/** The result of one operation: the fields of golden/FORMAT.md, and the range it touched. */
export interface Outcome {
  readonly error: ErrorName | null;
  /** Entry word found by erase, load and walk; 0n when there is none. */
  readonly value: Index;
  /** The range found (walk, gap) or written, NULL widening included; null when the call has none. */
  readonly at: { readonly index: Index; readonly last: Index } | null;
  readonly storeType: StoreType | null;
  readonly vh: number | null;
  readonly sh: number | null;
  /**
   * Nodes the write requested (by the formula of its tree); the number by the formula of 6.16, and by the whole-height
   * formula before it.
   */
  readonly pre: number | null;
  readonly preVacancy: number | null;
  readonly preWhole: number | null;
  /** Nodes that went into the tree; 0 after a failure, unless the call kept what it had changed before. */
  readonly used: number;
  /** Sizes of the requests to the node allocator, in order, refused ones included. */
  readonly requests: readonly number[];
  /** One letter a request: `s` single, `b` bulk; a capital letter was refused. */
  readonly rk: string;
  readonly freed: number;
  /**
   * How many of `freed` went through an RCU grace period: one that ended inside the step, or with it when a reader
   * left.
   */
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
  /** Iterations and readers: the visits, in order; null for everything else. */
  readonly visits: readonly Visit[] | null;
  /**
   * cyclic: the search restarted at the lower limit, or the counter had run over before (`mtree_alloc_cyclic` gave 1).
   */
  readonly wrapped: boolean;
  /** The first address after the part that a failed call on an address space changed and kept; 0n if there is none. */
  readonly keptTo: Index;
}

/** Whether request `k` was refused: its letter in `rk` is a capital. */
export function isRefused(rk: string, k: number): boolean {
  const letter = rk.charAt(k);
  return letter === letter.toUpperCase();
}

/** Whether any request was refused. */
export function isAnyRefused(rk: string): boolean {
  return rk !== rk.toLowerCase();
}

/** How many of the requests, the first ones, were for the copy of the tree (dup); stores may follow, with their own. */
export function copyRequests({ copied, requests }: Pick<Outcome, 'copied' | 'requests'>): number {
  let [count, nodes] = [0, 0];
  while (nodes < copied && count < requests.length) nodes += requests[count++] ?? 0;
  return count;
}

/** Nodes that were granted: the sum of the requests that were not refused. */
export function granted({ requests, rk }: Pick<Outcome, 'requests' | 'rk'>): number {
  return requests.reduce((total, one, k) => total + (isRefused(rk, k) ? 0 : one), 0);
}

/** Nodes that were requested: the sum of all requests, refused ones included. */
export function asked(outcome: Pick<Outcome, 'requests'>): number {
  return outcome.requests.reduce((total, one) => total + one, 0);
}
