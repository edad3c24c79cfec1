// SPDX-License-Identifier: GPL-2.0-or-later
//
// The input for the sentences about a step. Types only.

import type { Op } from '../model/ops';
import type { Reason } from '../model/reason';
import type { Outcome } from '../model/outcome';
import type { NodePicture } from '../model/picture';
import type { StepReport } from '../model/report';
import type { Scene, ReaderBefore } from '../model/run';
import type { CoreEvent } from '../model/event';
import type { Release } from '../model/releases';

/** The facts of a step. */
export interface StepFacts {
  readonly record: StepReport;
  readonly outcome: Outcome | null;
  readonly events: readonly CoreEvent[];
  /** Whether `events` has all of them, so that they may be counted. */
  readonly complete: boolean;
  /** The reasons that the interpreter adds. */
  readonly hint: readonly Reason[];
  /** The sentence in the statement's module for every such step; null if it has none. */
  readonly always: string | null;
  /** The operation as which the step describes a call of a log; null for every other step. */
  readonly describedAs: Op | null;
  /** The range that the step was to store, or that an erase found; for other steps the range examined. */
  readonly touched: Scene['touched'];
  /** How often each failure site had been passed before the step. */
  readonly passed: readonly number[];
  /** Which end a gap search began at. */
  readonly side: 'bottom' | 'top' | null;
  /** The reader that the step went on with or released, as it stood before. */
  readonly reader: ReaderBefore | null;
  /** Nodes a step earlier, by id: of a large tree only some. */
  readonly nodes: ReadonlyMap<number, NodePicture>;
  /** The release of the tree; the default one if the step destroyed it. */
  readonly release: Release;
  /** Nodes with 16 children before the step, in changed trees in RCU mode that track no gaps. */
  readonly widest: readonly number[];
  /** Whether the checks excuse something of the tree that the step made (thin bulk load). */
  readonly excused: boolean;
  /** Dead nodes that wait for a reader after the step. */
  readonly waiting: number;
  /** A write’s nodes, and the requests and passes of a fork that failed, are left out of its sentences. */
  readonly nodesApart?: boolean;
}
