// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about a sweep and its runs. Pure.

import { counted } from '../base/text';
import type { SweepOutcome } from '../model/memory';
import type { ReportedSweep, SweepReport, SweepRun } from '../model/sweep';
import { reasonsText, type Reason } from '../model/reason';
import { capital } from './capital';
import { pointName, siteNoun } from './failure-points';
import { wrongText } from './trouble';

/** The outcomes of a run, the worst first, and what each means. */
const MEANINGS: Readonly<Record<SweepOutcome, string>> = {
  broken: 'an invariant is broken',
  leak: 'something was not freed',
  differs: 'contents differ from those before the statement that failed',
  undone: 'a statement failed and everything is as it was before it',
  completed: 'all statements succeeded despite the failure',
};

/** The meaning of an outcome, without a full stop. */
export function outcomeMeaning(outcome: SweepOutcome): string {
  return MEANINGS[outcome];
}

/** How many runs there are of each outcome, the bad ones first. */
export function countOutcomes(
  runs: readonly Pick<SweepRun, 'outcome'>[],
): readonly { readonly outcome: SweepOutcome; readonly count: number }[] {
  return (Object.keys(MEANINGS) as SweepOutcome[])
    .map((outcome) => ({ outcome, count: runs.filter((run) => run.outcome === outcome).length }))
    .filter(({ count }) => count > 0);
}

const outcomesText = (runs: readonly SweepRun[]): string =>
  countOutcomes(runs)
    .map(({ outcome, count }) => `${count.toLocaleString('en-US')} ${outcome}`)
    .join(', ');

/** `9 runs: 8 undone, 1 completed`. */
export function sweepText(runs: readonly SweepRun[]): string {
  return `${counted(runs.length, 'run')}: ${outcomesText(runs)}`;
}

/** `Runs 11 to 20: 1 leak, 9 undone.` */
export function runsSentence(runs: readonly SweepRun[]): string {
  const [from, to] = [runs[0], runs.at(-1)];
  if (from === undefined || to === undefined) return '';
  return `Runs ${from.k.toLocaleString('en-US')} to ${to.k.toLocaleString('en-US')}: ${outcomesText(runs)}.`;
}

/** `VMA object 3`, `request 5 to 7`: what was made to fail in run `k`. */
export function failedPasses({ site, times }: Pick<SweepReport, 'site' | 'times'>, k: number): string {
  const first = `${siteNoun(site)} ${k.toLocaleString('en-US')}`;
  return times === 1 ? first : `${first} to ${(k + times - 1).toLocaleString('en-US')}`;
}

/** One sentence on a run. */
export function runSentence(report: Pick<SweepReport, 'site' | 'times'>, run: SweepRun): string {
  const number = `Run ${run.k.toLocaleString('en-US')}, the last`;
  if (!run.failed)
    return run.error === null
      ? `${number}: nothing failed, and all statements succeeded.`
      : `${number}: nothing was made to fail, yet line ${run.line} returned ${run.error}.`;
  const where = run.line > 0 ? ` in line ${run.line}` : '';
  const vma = run.vma > 0 ? `, at VMA ${run.vma.toLocaleString('en-US')} of the parent` : '';
  const point = run.point === null ? '' : ` (${pointName(run.point, run.by)}${vma})`;
  const error = run.error === null ? '' : `, ${run.error}`;
  const more = run.wrong === null ? `${MEANINGS[run.outcome]}.` : wrongText(run.wrong);
  const what = capital(failedPasses(report, run.k));
  return `${what} of the block fails${where}${point}${error}. ${capital(run.outcome)}: ${more}`;
}

/** A sweep as a run's report has it. */
export function reportedSweep({ runs, ...sweep }: SweepReport): ReportedSweep {
  return { ...sweep, runs: runs.map(({ wrong, ...run }) => ({ ...run, text: wrongText(wrong) })) };
}

/** The result of the last run, in which nothing was made to fail; empty if all its statements succeeded. */
export function lastRunText({ runs }: SweepReport, hint: readonly Reason[]): string {
  const last = runs.at(-1);
  if (last === undefined || last.failed || last.error === null) return '';
  const why = hint.length === 0 ? '' : `: ${reasonsText(hint)}`;
  return `the last run met no failure, yet line ${last.line} returned ${last.error}${why}`;
}
