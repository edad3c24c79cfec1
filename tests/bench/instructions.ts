// SPDX-License-Identifier: GPL-2.0-or-later
//
// Instructions per operation, counted by Valgrind's callgrind: the same in every run on every day, where times are not.
// What was counted when the times were last found good is kept in instructions.json; a time that is neither within its
// bound nor clearly over it is judged by that.

import { readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { programPath, projectDir } from '../setup/needs.mjs';
import type { Case } from './cases';
import { nativeCommand, runNative } from './measure';

const KEPT = join(projectDir, 'tests/bench/instructions.json');

/** More than that above what is kept is more. */
const TOLERANCE = 1.01;

export type Counts = Readonly<Record<string, number>>;

export function caseKey({ name, gaps, entries }: Case): string {
  return `${name}, ${gaps ? 'gaps' : 'plain'}, ${entries}`;
}

export function canCount(): boolean {
  return programPath('valgrind') !== undefined;
}

/** Instructions per operation of the core's part of a case. */
export function countInstructions(each: Case): number {
  const alone = { ...each, rival: 0, used: 0 };
  const run = spawnSync(
    'valgrind',
    ['--tool=callgrind', '--toggle-collect=bench_run', '--callgrind-out-file=/dev/null', ...nativeCommand(alone, 0, 1)],
    { encoding: 'utf8' },
  );
  const collected = /Collected : (\d+)/.exec(run.stderr)?.[1];
  if (run.status !== 0 || collected === undefined) throw new Error(`callgrind failed:\n${run.stderr}`);
  return Number((Number(collected) / runNative(alone, 1, 0).core.count).toFixed(1));
}

export function keptCounts(): Counts {
  const parse: (text: string) => Counts = JSON.parse;
  return parse(readFileSync(KEPT, 'utf8'));
}

export function keepCounts(counts: Counts): void {
  writeFileSync(KEPT, `${JSON.stringify(counts, undefined, 2)}\n`);
}

/** Whether a case takes no more instructions than when it was last found good; undefined if nothing is known of it. */
export function noMoreThanKept(key: string, counts: Counts, kept: Counts): boolean | undefined {
  const [now, then] = [counts[key], kept[key]];
  return now === undefined || then === undefined ? undefined : now <= then * TOLERANCE;
}
