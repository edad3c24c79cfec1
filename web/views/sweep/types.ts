// SPDX-License-Identifier: GPL-2.0-or-later
//
// Props of the picture of sweeps, a Preact component: one strip a sweep, the strips of several under one another.

import type { SweepReport, SweepRun } from '../../model/sweep';

/** A sweep that is still going on. */
export interface SweepProgress {
  readonly done: number;
  /** Null: it is not known beforehand how many runs there are. */
  readonly of: number | null;
}

/** `<SweepView>` */
export interface SweepViewProps {
  readonly sweeps: readonly SweepReport[];
  /** The run that is open on the page, by its place in `sweeps` and its k; null for none. */
  readonly open: { readonly sweep: number; readonly k: number } | null;
  /** Enter or a click on a run. */
  readonly onOpen: (run: SweepRun) => void;
  /** Shows the table in place of the strips. It is there for assistive technology in both cases. */
  readonly table?: boolean;
  /** How high what can be seen at once is, from the view's top; a strip by itself then ends in it. Null: any height. */
  readonly seen?: number | null;
}

/** `<SweepRunning>`: a sweep under way, which may be cancelled. */
export interface SweepRunningProps {
  readonly progress: SweepProgress;
  readonly onCancel: () => void;
}
