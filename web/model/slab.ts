// SPDX-License-Identifier: GPL-2.0-or-later
//
// The node allocator's memory as it stands after a step, and the requests that a run made of it: plain data, with typed
// arrays where there may be millions.

/**
 * The content of a place of the slab. `beside`: out of the allocator and in no tree, which only a leak leaves after a
 * step.
 */
export const SLAB_STATES = ['free', 'tree', 'dead', 'beside', 'reserve'] as const;
export type SlabState = (typeof SLAB_STATES)[number];

/** All places ever used, in their order. */
export interface SlabMap {
  /** Which node is, or was last, at each place. */
  readonly ids: Float64Array;
  /** Numbers of SLAB_STATES. */
  readonly states: Uint8Array;
  /** Which of `trees` the node is in, from 1; 0 for none. */
  readonly owners: Uint16Array;
  readonly trees: readonly string[];
}

/** One node by itself. */
export interface SlabNode {
  readonly id: number;
  readonly place: number;
  readonly state: SlabState;
  /** The tree that it is in; null for none. */
  readonly tree: string | null;
  readonly bytes: Uint8Array;
}

/** Every request of a run, in order, and the allocator's counts after each step. */
export interface Ledger {
  /** Of each request: its step, its size in nodes, and marks: 1 bulk, 2 refused. */
  readonly steps: Uint32Array;
  readonly sizes: Uint32Array;
  readonly marks: Uint8Array;
  /** After each step, from step 0 on: nodes out, and dead ones among them that wait for readers. */
  readonly live: Uint32Array;
  readonly waiting: Uint32Array;
  /** Requests so far that could have been made to fail. */
  readonly passed: Uint32Array;
}

export const REQUEST_BULK = 1;
export const REQUEST_REFUSED = 2;

/**
 * The fates of one request's nodes at the end of its step. `used`: put into a tree, as the step's record counts them.
 * `kept`: still out and in no tree. `back`: freed. `replaced`: used, and freed since another node took their place
 * within the step; these count as both. All 0 for a refused one.
 */
export interface RequestFate {
  readonly used: number;
  readonly kept: number;
  readonly back: number;
  readonly replaced: number;
}

/** The fates of a step's requests, in order; null where not every event of the step was kept. */
export interface StepFates {
  readonly step: number;
  readonly fates: readonly RequestFate[] | null;
}
