// SPDX-License-Identifier: GPL-2.0-or-later
//
// The runs of a sweep, as lines of the table: neighbours that ended alike are one line.

import type { SweepReport, SweepRun } from '../model/memory';

/** `1–4  undone     ENOMEM at line 3, F3`. */
export function sweepLines({ runs }: SweepReport): string[] {
  const groups: { first: number; last: number; run: SweepRun; text: string }[] = [];
  for (const run of runs) {
    const text = runText(run);
    const before = groups.at(-1);
    if (before !== undefined && before.text === text) before.last = run.k;
    else groups.push({ first: run.k, last: run.k, run, text });
  }
  const places = groups.map(({ first, last }) => (first === last ? String(first) : `${first}–${last}`));
  const width = Math.max(...places.map((place) => place.length));
  return groups.map(({ text }, k) => `${(places[k] ?? '').padStart(width)}  ${text}`);
}

// What is wrong with a run is a trouble of the step, and told there.
function runText({ failed, outcome, error, line, vma, point }: SweepRun): string {
  if (!failed) return `${outcome.padEnd(9)}  no failure was met`;
  const where = [point, vma === 0 ? null : `VMA ${vma}`].filter((one) => one !== null).join(', ');
  const what = error === null ? `line ${line}, and all went through` : `${error} at line ${line}`;
  return `${outcome.padEnd(9)}  ${what}${where === '' ? '' : `, ${where}`}`;
}
