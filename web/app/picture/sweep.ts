// SPDX-License-Identifier: GPL-2.0-or-later
//
// Opens one run of a sweep: the scenario with that one failure in the sweep's place, shown where it fails; and the way
// back. With actions.ts one of the writers of the store.

import type { SweepReport, SweepRun } from '../../model/sweep';
import { openedRun } from '../../scenario/check/sweep-text';
import { say } from '../store/actions/actions';
import { forkFuture } from '../store/actions/branches';
import { putText } from '../store/actions/session';
import { ran, stale, step, text } from '../store/page/state';

/** Puts the run into the editor (undo brings the sweep back), runs it, and shows the step at which the site failed. */
export async function openRun(report: SweepReport, run: SweepRun): Promise<void> {
  if (stale.value || ran.value === null) return;
  const from = { text: text.value, step: step.value };
  const next = openedRun(from.text, report, run.k);
  if (next === null) return;
  await forkFuture(next.text, run.failed ? `${report.site} ${run.k} fails` : `nothing of ${report.site} fails`, {
    kind: 'fault',
    line: next.line,
    since: report.line,
  });
  say('plain', runWords(report, run), {
    label: 'Back to the sweep',
    act: () => void putText(from.text, { kind: 'step', step: from.step }),
  });
}

/** "Run 37 of the sweep at line 9: pass 37 of 799 of vma fails." */
export function runWords({ line, site, times, runs }: SweepReport, { k, failed }: SweepRun): string {
  const which = `Run ${k.toLocaleString('en')} of the sweep at line ${line.toLocaleString('en')}`;
  if (!failed)
    return `${which}, the last one: there is no pass ${k.toLocaleString('en')} of ${site}, so nothing fails.`;
  const pass = `pass ${k.toLocaleString('en')} of ${(runs.length - 1).toLocaleString('en')} of ${site}`;
  return times === 1
    ? `${which}: ${pass} fails.`
    : `${which}: ${pass} and the next ${(times - 1).toLocaleString('en')} fail.`;
}
