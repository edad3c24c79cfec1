// SPDX-License-Identifier: GPL-2.0-or-later
//
// The runs of a sweep, as lines of the table: neighbours that ended alike are one line.

import { rangeOf } from '../base/text';
import type { SweepReport, SweepRun } from '../model/sweep';

/** `1–4  undone     ENOMEM at line 3, F7, VMA 1–3, 5`. */
export function sweepLines({ runs }: SweepReport): string[] {
  const groups: { readonly first: SweepRun; last: SweepRun; readonly vmas: Set<number> }[] = [];
  for (const run of runs) {
    const before = groups.at(-1);
    if (before !== undefined && runText(before.last) === runText(run)) {
      before.last = run;
      before.vmas.add(run.vma);
    } else groups.push({ first: run, last: run, vmas: new Set([run.vma]) });
  }
  const places = groups.map(({ first, last }) => span(first.k, last.k));
  const width = Math.max(...places.map((place) => place.length));
  return groups.map(({ first, vmas }, k) => {
    const told = spans([...vmas].filter((vma) => vma !== 0));
    return `${(places[k] ?? '').padStart(width)}  ${runText(first)}${told === '' ? '' : `, VMA ${told}`}`;
  });
}

// "1–3, 5": those that there were, and none between.
function spans(numbers: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const one of [...numbers].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && run.last + 1 === one) run.last = one;
    else runs.push({ first: one, last: one });
  }
  const MOST = 6;
  return [
    ...runs.slice(0, MOST).map(({ first, last }) => span(first, last)),
    ...(runs.length > MOST ? [`${runs.length - MOST} more`] : []),
  ].join(', ');
}

function span(first: number, last: number): string {
  return rangeOf(first, last, String, '–');
}

// The step reports the trouble of a run.
function runText({ failed, outcome, error, line, point }: SweepRun): string {
  if (!failed)
    return (
      `${outcome.padEnd(9)}  no failure was ` +
      `met${error === null ? '' : `, and line ${line} gave ${error}${point === null ? '' : `, ${point}`}`}`
    );
  const what = error === null ? `line ${line}, and all went through` : `${error} at line ${line}`;
  return `${outcome.padEnd(9)}  ${what}${point === null ? '' : `, ${point}`}`;
}
