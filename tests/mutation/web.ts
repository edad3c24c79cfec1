// SPDX-License-Identifier: GPL-2.0-or-later
//
// The same question for the web code: StrykerJS puts small faults into the TypeScript sources one at a time and runs
// the unit tests that reach each. A mutant counts as killed when a test fails or never ends.
// build/mutation/web-survivors.txt holds the others.

import { Stryker } from '@stryker-mutator/core';
import type { Mutant, MutantResult } from '@stryker-mutator/api/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { draw } from './draw';
import { describeMutant, explainedIn, rowOf } from './explained';

interface Room {
  /** Folders, or single files. */
  readonly places: readonly string[];
  /** Folders of tests/web that its mutants run on. */
  readonly tests: readonly string[];
}

/** What `npm run mutate` covers of web/, by name. */
const ROOMS: Readonly<Record<string, Room>> = {
  share: { places: ['web/share'], tests: ['base', 'share'] },
  app: {
    places: ['actions/branch-tree', 'actions/branches', 'kept/autosave', 'kept/visits', 'page/texts'].map(
      (name) => `web/app/store/${name}.ts`,
    ),
    tests: ['app'],
  },
  scenario: { places: ['web/scenario'], tests: ['base', 'cli', 'model', 'properties', 'scenario', 'share'] },
};

/** The places of each room. */
export const WEB_ROOMS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(ROOMS).map(([name, { places }]) => [name, places]),
);

export interface WebOptions {
  /** Files or folders, from the project's top. */
  readonly places: readonly string[];
  /** How many mutants are tried; 0: all. */
  readonly sample: number;
  readonly seed: number;
  readonly workers: number;
}

/** How many mutants the tests noticed and missed; `explained` are the missed ones that survivors.md explains. */
export interface Score {
  /** With those that never ended. */
  readonly killed: number;
  readonly survived: number;
  readonly explained: number;
  /** Killed because they took too long. On a busy machine this can be wrong, hence the long limit in stryker.json. */
  readonly late: number;
}

export interface WebResult {
  readonly generated: number;
  readonly rooms: Readonly<Record<string, Score>>;
}

/** Killed mutants in percent. Explained ones count neither way. */
export function shareOf({ killed, survived }: Pick<Score, 'killed' | 'survived'>): number {
  return killed + survived === 0 ? 100 : (100 * killed) / (killed + survived);
}

const SILENT = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
};

/** What identifies a mutant from one run to the next: file, place, kind of fault, and the text put there. */
function keyOf(project: string, { fileName, location, mutatorName, replacement }: Mutant): string {
  const { start, end } = location;
  return (
    `${relative(project, fileName)}:${start.line}:${start.column}-${end.line}:${end.column} ${mutatorName} ` +
    replacement
  );
}

/** Every TypeScript source below the places; what is generated is left out. */
function sourcesOf(project: string, places: readonly string[]): string[] {
  return places.flatMap((place) => {
    if (/\.tsx?$/.test(place)) return [place];
    return readdirSync(join(project, place), { withFileTypes: true, recursive: true })
      .filter(
        (entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name) && !entry.parentPath.endsWith('generated'),
      )
      .map((entry) => relative(project, join(entry.parentPath, entry.name)))
      .sort();
  });
}

/**
 * Tries mutants of the sources. Prints one line per file and one per room. Throws if the tests fail without a mutant.
 */
export async function mutateWeb(project: string, { places, sample, seed, workers }: WebOptions): Promise<WebResult> {
  const folder = join(project, 'build/mutation');
  mkdirSync(folder, { recursive: true });
  // A stale row stops the command now, not after the run.
  const explained = explainedIn(project, join(project, 'tests/mutation/survivors.md'));
  const sources = sourcesOf(project, places);
  const all = await mutantsIn(project, sources);
  const chosen = draw(all, sample, seed);
  const list = join(folder, 'web-sample.json');
  writeFileSync(list, JSON.stringify(chosen));
  console.log(`${all.length} mutants of ${sources.length} files, ${chosen.length} of them tried`);
  // The checker and the tests run in processes of their own, which read these.
  process.env['MUTATION_SAMPLE'] = list;
  const touched = new Set(chosen.map((key) => key.slice(0, key.indexOf(':'))));
  const every = Object.values(ROOMS).flatMap(({ tests }) => tests);
  const tests = new Set([...touched].flatMap((file) => ROOMS[roomOf(file)]?.tests ?? every));
  process.env['MUTATION_TESTS'] = [...tests].join(',');
  const results = await new Stryker({
    mutate: sources.filter((source) => touched.has(source)),
    configFile: 'tests/mutation/stryker.json',
    plugins: ['@stryker-mutator/vitest-runner', join(project, 'tests/mutation/sample-checker.mjs')],
    concurrency: workers,
  }).runMutationTest();
  return report({ project, results, generated: all.length, folder, explained });
}

async function mutantsIn(project: string, sources: readonly string[]): Promise<string[]> {
  const files = sources.map((name) => ({
    name: join(project, name),
    mutate: true,
    content: readFileSync(join(project, name), 'utf8'),
  }));
  const { mutants } = await new Instrumenter(SILENT).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  return mutants.map((mutant) => keyOf(project, mutant));
}

/** The name of the room that a file belongs to; its own name if it belongs to none. */
function roomOf(file: string): string {
  const within = (place: string): boolean => file === place || file.startsWith(`${place}/`);
  return Object.entries(WEB_ROOMS).find(([, places]) => places.some(within))?.[0] ?? file;
}

const NOTICED = new Set(['Killed', 'Timeout', 'RuntimeError']);
const MISSED = new Set(['Survived', 'NoCoverage']);

interface Run {
  readonly project: string;
  readonly results: readonly MutantResult[];
  readonly generated: number;
  readonly folder: string;
  /** Rows of survivors.md. */
  readonly explained: ReadonlySet<string>;
}

/** Prints one line per file and one line per room, and writes the survivors that survivors.md does not explain. */
function report({ project, results, generated, folder, explained }: Run): WebResult {
  const files = new Map<string, Score>();
  const rooms = new Map<string, Score>();
  const count = (scores: Map<string, Score>, name: string, verdict: keyof Score): void => {
    const score = scores.get(name) ?? { killed: 0, survived: 0, explained: 0, late: 0 };
    scores.set(name, { ...score, [verdict]: score[verdict] + 1 });
  };
  const left: string[] = [];
  for (const result of results) {
    if (!NOTICED.has(result.status) && !MISSED.has(result.status)) continue;
    const described = describeMutant(project, result);
    const missed: keyof Score = explained.has(rowOf(described)) ? 'explained' : 'survived';
    const verdict: keyof Score = NOTICED.has(result.status) ? 'killed' : missed;
    if (verdict === 'survived')
      left.push(`${rowOf(described)}\n  ${result.mutatorName}, ${result.status}, line ${result.location.start.line}\n`);
    for (const one of result.status === 'Timeout' ? [verdict, 'late' as const] : [verdict]) {
      count(files, described.file, one);
      count(rooms, roomOf(described.file), one);
    }
  }
  writeFileSync(join(folder, 'web-survivors.txt'), left.join(''));
  for (const scores of [files, rooms])
    for (const [name, score] of [...scores].sort(([a], [b]) => (a < b ? -1 : 1))) console.log(scoreLine(name, score));
  return { generated, rooms: Object.fromEntries(rooms) };
}

function scoreLine(name: string, score: Score): string {
  const equal =
    (score.late > 0 ? `, ${score.late} by time` : '') + (score.explained > 0 ? `, ${score.explained} explained` : '');
  return (
    `${name.padEnd(44)} ${String(score.killed).padStart(5)} of ` +
    `${String(score.killed + score.survived).padStart(5)} killed, ${shareOf(score).toFixed(1)} %${equal}`
  );
}
