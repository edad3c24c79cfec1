// SPDX-License-Identifier: GPL-2.0-or-later
//
// The questions to an engine and its answers, the same for every engine: the seam between the vectors and the two
// builds of the core.

import type { VectorHeader, VectorOperation } from './vector';

/** An operation, and what to report after it besides the record. */
export interface Question {
  readonly operation: VectorOperation;
  readonly sum: boolean;
  readonly dump: boolean;
  /** Findings of the validator that are not excused. */
  readonly findings: boolean;
  /** The hash of the contents. */
  readonly contents?: boolean;
}

/** One move of an iterator or cursor: what the function returned (0 for nothing), and the state after it. */
export interface Moved {
  readonly index: bigint;
  readonly last: bigint;
  readonly word: bigint;
  readonly status: number;
}

/** A kept state after an operation: its fields as they stand. */
export interface StateObserved {
  readonly status: number;
  readonly index: bigint;
  readonly last: bigint;
  readonly offset: number;
  readonly end: number;
  readonly min: bigint;
  readonly max: bigint;
  /** Id of its node, 0 for none. */
  readonly node: number;
  readonly inner: boolean;
}

/** The result of an operation. Numbers as the core's record has them: -1 stands for null. */
export interface Observed {
  readonly ret: number;
  readonly value: bigint;
  readonly at: readonly [bigint, bigint];
  readonly status: number;
  readonly storeType: number;
  readonly vh: number;
  readonly sh: number;
  readonly pre: number;
  readonly preWhole: number;
  readonly requests: readonly number[];
  /** One letter a request: s single, b bulk, capital if refused. */
  readonly kinds: string;
  readonly freed: number;
  readonly deferred: number;
  /** Nodes that went into the tree; the native engine does not say. */
  readonly used: number;
  readonly live: number;
  readonly height: number;
  readonly copied: number;
  readonly copyDiffers: boolean;
  readonly storeCounts: readonly number[];
  /** cyclic: the counter after the operation. */
  readonly next: bigint;
  /** Iterators: every call made, the one that ended the loop included. cursor: every move. */
  readonly moves: readonly Moved[];
  /** Operations on a kept state; null for all others. */
  readonly state: StateObserved | null;
  /** Nodes that all kept states hold. */
  readonly held: number;
  readonly sum: string | null;
  readonly dump: readonly string[] | null;
  readonly findings: readonly string[];
  readonly contents?: bigint;
}

/** The observation of an operation that only arms or switches something. */
export const NOTHING: Observed = {
  ret: 0,
  value: 0n,
  at: [0n, 0n],
  status: 0,
  storeType: -1,
  vh: -1,
  sh: -1,
  pre: -1,
  preWhole: -1,
  requests: [],
  kinds: '',
  freed: 0,
  deferred: 0,
  used: 0,
  live: 0,
  height: 0,
  copied: 0,
  copyDiffers: false,
  storeCounts: [],
  next: 0n,
  moves: [],
  state: null,
  held: 0,
  sum: null,
  dump: null,
  findings: [],
};

/** Replays operations from an empty tree and reports what each did. */
export interface Engine {
  readonly name: 'native' | 'wasm';
  replay(header: VectorHeader, questions: readonly Question[]): readonly Observed[];
}
