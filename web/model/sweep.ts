// SPDX-License-Identifier: GPL-2.0-or-later
//
// A sweep: all of its runs, as the views draw them. Types only.

import type { ForkHow, Site, SweepOutcome } from './memory';
import type { RunTrouble } from './trouble';

export interface SweepRun {
  /** The pass that failed first, from 1; of the last run, which met no failure, the first that there is not. */
  readonly k: number;
  readonly failed: boolean;
  readonly outcome: SweepOutcome;
  /**
   * The error of the statement that failed first, also of one in which the site did not fail; null when all succeeded.
   */
  readonly error: string | null;
  /** Line of that statement, else of the one during which the site failed; 0 if none. */
  readonly line: number;
  /** For a fork: the parent's VMA and the failure point, else 0 and null. */
  readonly vma: number;
  readonly point: string | null;
  /** For a fork that copies no tree: its way. */
  readonly by?: ForkHow['by'];
  /** For a fork: VMAs that the child had when it failed; else 0. */
  readonly mapCount: number;
  /** The difference, leak or breach; null for a run of outcome `completed` or `undone`. */
  readonly wrong: RunTrouble | null;
}

export interface SweepReport {
  readonly line: number;
  readonly site: Site;
  readonly times: number;
  readonly runs: readonly SweepRun[];
}

/** The same in a run's report: what is wrong as a sentence, empty where nothing is. */
export interface ReportedSweep extends Omit<SweepReport, 'runs'> {
  readonly runs: readonly (Omit<SweepRun, 'wrong'> & { readonly text: string })[];
}
