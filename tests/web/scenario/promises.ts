// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a scenario says of itself in its first comments, and whether it is so:
//
//     # refused: 3:7 words     nothing runs; a mistake is shown at line 3, column 7, with these words
//     # stopped: 4 words       the run ends at line 4
//     # fails: 5 words         the expectation of line 5 fails
//     # damaged: 4             what is found wrong is said to come from the `corrupt` at line 4
//     # unreached: 5 words     what the `fail` of line 5 armed never failed, with these words; the run is none the
// worse for it
//     # leaks: 4               what is found wrong is said to come from the `ceiling wrong` at line 4
//
// One line for each. A text that says none of this (but for `unreached`) must run to its end with every expectation
// held.

import type { Trouble } from '../../../web/model/trouble';
import { expect } from 'vitest';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario } from '../../../web/scenario/run/interpreter';
import { gatherReport } from '../../../web/scenario/run/report';
import { freshMachine, placesOf } from './run';

interface Promise {
  readonly kind: string;
  readonly place: string;
  readonly words: string;
}

function promises(text: string): Promise[] {
  const found: Promise[] = [];
  for (const line of text.split('\n')) {
    const parts = /^# (refused|stopped|fails|damaged|leaks|unreached): ([0-9:]+)(?: (.+))?$/.exec(line);
    if (parts !== null) found.push({ kind: parts[1] ?? '', place: parts[2] ?? '', words: parts[3] ?? '' });
    else if (!/^\s*(#.*)?$/.test(line)) break;
  }
  return found;
}

/** Runs a text and holds it to its word. */
export function keepPromises(text: string): void {
  const told = promises(text);
  const of = (kind: string): Promise[] => told.filter((one) => one.kind === kind);
  const read = readScenario(text);
  const refused = read.kind === 'refused' ? placesOf(read.diagnostics) : [];
  expect(refused).toEqual(
    of('refused').map(
      ({ place, words }) => expect.stringMatching(new RegExp(`^${place} .*${escaped(words)}`)) as string,
    ),
  );
  if (read.kind === 'refused') return;
  const troubles: Trouble[] = [];
  const items = [...runScenario(read.program, freshMachine())];
  for (const item of items) if (item.kind === 'step') troubles.push(...item.troubles);
  const report = gatherReport(items, 'test');
  const [damaged] = of('damaged');
  const [leaks] = of('leaks');
  if (damaged === undefined && leaks === undefined) expect(troubles).toEqual([]);
  else {
    expect(troubles.length).toBeGreaterThan(0);
    const cause =
      damaged === undefined
        ? { by: 'ceiling wrong', lines: [Number(leaks?.place)] }
        : { by: 'corrupt', lines: [Number(damaged.place)] };
    for (const trouble of troubles) expect(trouble.cause).toEqual(cause);
  }
  const [stopped] = of('stopped');
  expect(report.stopped).toEqual(
    stopped === undefined
      ? null
      : { line: Number(stopped.place), message: expect.stringContaining(stopped.words) as string },
  );
  expect(report.expects.failed).toEqual(
    of('fails').map(({ place, words }) => ({ line: Number(place), message: expect.stringContaining(words) as string })),
  );
  if (of('unreached').length > 0)
    expect(report.unreached).toEqual(
      of('unreached').map(({ place, words }) => ({
        line: Number(place),
        message: expect.stringContaining(words) as string,
      })),
    );
  if (damaged === undefined) expect(report.trees.flatMap((tree) => tree.invariants.broken)).toEqual([]);
  expect(report.ok).toBe(told.every(({ kind }) => kind === 'unreached'));
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
