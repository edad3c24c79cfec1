// SPDX-License-Identifier: GPL-2.0-or-later
//
// The same question for the web code: StrykerJS puts small faults into the TypeScript sources one at a time and runs the
// unit tests that reach each. A mutant counts as killed when a test fails or never ends. build/mutation/web-survivors.txt
// holds the others.

import { Stryker } from '@stryker-mutator/core';
import type { Mutant, MutantResult } from '@stryker-mutator/api/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { draw } from './draw';

/** The places of web/ that `npm run mutate` covers by their names: folders, or single files. */
export const WEB_ROOMS: Readonly<Record<string, readonly string[]>> = {
  share: ['web/share'],
  app: ['web/app/store/autosave.ts', 'web/app/store/branch-tree.ts', 'web/app/store/branches.ts', 'web/app/store/texts.ts', 'web/app/store/visits.ts'],
  scenario: ['web/scenario'],
};

export interface WebOptions {
  /** Files or folders, from the project's top. */
  readonly places: readonly string[];
  /** How many mutants are tried; 0: all. */
  readonly sample: number;
  readonly seed: number;
  readonly workers: number;
}

export interface WebResult {
  readonly generated: number;
  readonly killed: number;
  readonly survived: number;
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
  return `${relative(project, fileName)}:${start.line}:${start.column}-${end.line}:${end.column} ${mutatorName} ${replacement}`;
}

/** Every TypeScript source below the places; what is generated is left out. */
function sourcesOf(project: string, places: readonly string[]): string[] {
  return places.flatMap((place) => {
    if (/\.tsx?$/.test(place)) return [place];
    return readdirSync(join(project, place), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name) && !entry.parentPath.endsWith('generated'))
      .map((entry) => relative(project, join(entry.parentPath, entry.name)))
      .sort();
  });
}

/** Tries mutants of the sources, and prints a line a file. Throws if the tests fail without a mutant. */
export async function mutateWeb(project: string, { places, sample, seed, workers }: WebOptions): Promise<WebResult> {
  const folder = join(project, 'build/mutation');
  mkdirSync(folder, { recursive: true });
  const sources = sourcesOf(project, places);
  const all = await mutantsIn(project, sources);
  const chosen = draw(all, sample, seed);
  const list = join(folder, 'web-sample.json');
  writeFileSync(list, JSON.stringify(chosen));
  console.log(`${all.length} mutants of ${sources.length} files, ${chosen.length} of them tried`);
  // The checker runs in processes of its own, which read the list.
  process.env['MUTATION_SAMPLE'] = list;
  const touched = new Set(chosen.map((key) => key.slice(0, key.indexOf(':'))));
  const results = await new Stryker({
    mutate: sources.filter((source) => touched.has(source)),
    configFile: 'tests/mutation/stryker.json',
    plugins: ['@stryker-mutator/vitest-runner', join(project, 'tests/mutation/sample-checker.mjs')],
    concurrency: workers,
  }).runMutationTest();
  return told(project, results, all.length, join(folder, 'web-survivors.txt'));
}

async function mutantsIn(project: string, sources: readonly string[]): Promise<string[]> {
  const files = sources.map((name) => ({ name: join(project, name), mutate: true, content: readFileSync(join(project, name), 'utf8') }));
  const { mutants } = await new Instrumenter(SILENT).instrument(files, { plugins: null, excludedMutations: [], ignorers: [] });
  return mutants.map((mutant) => keyOf(project, mutant));
}

function told(project: string, results: readonly MutantResult[], generated: number, path: string): WebResult {
  const tried = results.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError'].includes(status));
  const isKilled = ({ status }: MutantResult): boolean => status !== 'Survived' && status !== 'NoCoverage';
  const files = [...new Set(tried.map(({ fileName }) => relative(project, fileName)))].sort();
  for (const file of files) {
    const own = tried.filter(({ fileName }) => relative(project, fileName) === file);
    const killed = own.filter(isKilled).length;
    console.log(`${file.padEnd(40)} ${String(killed).padStart(6)} of ${String(own.length).padStart(6)} killed`);
  }
  const left = tried.filter((result) => !isKilled(result));
  const lines = left.map((result) => {
    const { start, end } = result.location;
    const text = readFileSync(result.fileName, 'utf8').split('\n').slice(start.line - 1, end.line);
    const was = text.length === 1 ? text[0]!.slice(start.column - 1, end.column - 1) : `${text[0]!.slice(start.column - 1)} …`;
    return `${relative(project, result.fileName)}:${start.line}:${start.column} ${result.mutatorName} ${result.status}\n  - ${was}\n  + ${result.replacement}`;
  });
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return { generated, killed: tried.length - left.length, survived: left.length };
}
