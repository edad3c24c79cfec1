// SPDX-License-Identifier: GPL-2.0-or-later
//
// The items of a run gathered to the report that the language's page promises.

import type { RunItem } from '../../model/item';
import { reportedSweep } from '../../words/sweep';
import { stoppedReport, type Report, type StepReport, type Stopped, type TreeReport } from '../../model/report';

/** Runs all items and gathers them. `engine`: the engine's id. */
export function gatherReport(items: Iterable<RunItem>, engine: string): Report {
  const steps: StepReport[] = [];
  const failed: { line: number; message: string }[] = [];
  const sweeps: Report['sweeps'][number][] = [];
  let passed = 0;
  let end: { stopped: Stopped | null; trees: readonly TreeReport[]; unreached: Report['unreached']; ok: boolean } = {
    stopped: null,
    trees: [],
    unreached: [],
    ok: false,
  };
  for (const item of items) {
    if (item.kind === 'step') {
      steps.push(item.report);
      if (item.sweep !== undefined) sweeps.push(reportedSweep(item.sweep));
    } else if (item.kind === 'end') end = item;
    else if (item.kind === 'expect' && item.expect.held) passed++;
    else if (item.kind === 'expect') failed.push({ line: item.expect.line, message: item.expect.message });
  }
  return {
    ok: end.ok,
    engine,
    stopped: stoppedReport(end.stopped),
    steps,
    expects: { passed, failed },
    trees: end.trees,
    sweeps,
    unreached: end.unreached,
  };
}
