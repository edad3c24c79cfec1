// SPDX-License-Identifier: GPL-2.0-or-later
//
// The report of a run, exactly as the language's page promises it (`--json`, `maplescope.report()`).

import type { Op } from './ops';
import type { EntryValue } from './entry';
import type { Balance, ForkRecord } from './memory';
import type { ReportedSweep } from './sweep';
import type { Outcome } from './outcome';
import type { StateStatus, StoreType } from './status';
import type { ReportedMode } from './tree-mode';

/** An index in a report: "0x…". */
export type HexIndex = string;

/** One visit of an iteration: index, last, entry. */
export type VisitReport = readonly [index: HexIndex, last: HexIndex, value: EntryValue];

/**
 * A result: an entry, a range found or taken, or visits; null of statements without one. `result` in the module of a
 * statement says which.
 */
export type StepResult = EntryValue | { readonly index: HexIndex; readonly last: HexIndex } | readonly VisitReport[];

/** A step: the outcome of its operation, and what the run adds. */
export interface StepReport extends Pick<
  Outcome,
  | 'error'
  | 'storeType'
  | 'vh'
  | 'sh'
  | 'pre'
  | 'preVacancy'
  | 'preWhole'
  | 'used'
  | 'requests'
  | 'rk'
  | 'freed'
  | 'deferred'
  | 'live'
> {
  /** 1-based; for `maps` the text's own line, for `bulk` its first. */
  readonly line: number;
  /** The keyword of its statement. */
  readonly op: Op;
  /** The tree that the step changed; for dup and fork the new one, or the source if it failed. */
  readonly tree: string | null;
  readonly result: StepResult;
  readonly height: number | null;
  /** Sum of the canonical dump of `tree`, where the language's page says that it is given; else null. */
  readonly sum: string | null;
  /** Only of a step with a kept state: its fields afterwards. */
  readonly state?: StateReport;
  /**
   * Only of a step that forks or tears down an address space: how the fork went (null: it was an exit), and the
   * account.
   */
  readonly fork?: ForkReport | null;
  readonly balance?: Balance;
}

/** The fields of a kept state, and beside them those of its node. */
export interface StateReport {
  readonly name: string;
  readonly tree: string;
  readonly status: StateStatus;
  readonly index: HexIndex;
  readonly last: HexIndex;
  /** Id of the node it stands on, null for none; `inner`: no leaf; `gone`: replaced or freed since. */
  readonly node: number | null;
  readonly inner?: boolean;
  readonly gone?: boolean;
  /** Its node was gone when the step began: it began at the root again. */
  readonly lost?: boolean;
  readonly offset: number;
  /** The stored field, and the last used slot of the node; null where there is none. */
  readonly end: number;
  readonly realEnd: number | null;
  /** The range that the node covers, as the state knows it. */
  readonly min: HexIndex;
  readonly max: HexIndex;
  /** Nodes in reserve, and for which kind of store it was decided last. */
  readonly held: number;
  readonly storeType: StoreType | null;
}

/** A fork's record as a report gives it: addresses as text. */
export type ForkReport = Omit<ForkRecord, 'treeEnd' | 'ceiling'> & {
  readonly treeEnd: HexIndex;
  readonly ceiling: HexIndex;
};

/** The run errors that code distinguishes: a range that ends before it begins, a number below 0. */
export type StopCode = 'reversed' | 'below zero';

/** A run error. */
export interface Stopped {
  readonly line: number;
  /** Includes the column if it is known. */
  readonly message: string;
  /** 1-based; null if only the line is known. */
  readonly column: number | null;
  readonly code: StopCode | null;
}

/** The part of a run error that a report contains. */
export function stoppedReport(stopped: Stopped | null): Report['stopped'] {
  return stopped === null ? null : { line: stopped.line, message: stopped.message };
}

export interface ExpectFailure {
  readonly line: number;
  readonly message: string;
}

export interface InvariantReport {
  readonly held: readonly string[];
  readonly broken: readonly string[];
  /** Breaches that core/README.md ("Invariants") allows after a correct bulk load. */
  readonly excused: readonly string[];
}

export interface TreeReport {
  readonly name: string;
  readonly mode: ReportedMode;
  readonly height: number;
  readonly nodes: number;
  readonly entries: number;
  readonly sum: string;
  readonly invariants: InvariantReport;
}

export interface Report {
  /** Every expect held, nothing broken, the oracle agreed, not stopped. */
  readonly ok: boolean;
  readonly engine: string;
  readonly stopped: { readonly line: number; readonly message: string } | null;
  readonly steps: readonly StepReport[];
  readonly expects: { readonly passed: number; readonly failed: readonly ExpectFailure[] };
  readonly trees: readonly TreeReport[];
  readonly sweeps: readonly ReportedSweep[];
  /**
   * Each `fail` that armed something which never failed, and why; empty for a run that was stopped. No failure of the
   * run.
   */
  readonly unreached: readonly { readonly line: number; readonly message: string }[];
}
