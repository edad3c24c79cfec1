// SPDX-License-Identifier: GPL-2.0-or-later
//
// How good are the quick tests? Small faults are put into the core's sources one at a time, and each should be noticed:
//
//     npm run mutate [-- --files a.c,b.h|mm --sample N --seed S --workers W]
//
// FILES of core/src and core/mm, `mm` for all of the latter (all of both); N of their mutants, rounded up so that each file has its share, drawn by SEED (0: all);
// W at a time (2). A mutant that does not compile, whose object without events and checks is the original's, or that
// equals an earlier one, is left out. Each of the others is linked with the quick tests (quick.c: tests/core and worlds of
// tests/soak, then golden vectors; for core/mm those tests that use it), and is killed if anything ends otherwise than it should or never.
//
// build/mutation/survivors.diff holds what was not noticed; survivors.md tells why. The last line is `result: {…}`, JSON.

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { nativeEngine } from '../replay/native';
import { parseVector, unsupportedIn } from '../replay/vector';
import { MUTATOR, mutantsOf, type Mutant } from './sources';
import { openWorkshop, type Proof, type Verdict, type Workshop } from './workshop';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(project, 'build/mutation');
const golden = join(project, 'tests/golden');

const USAGE = 'usage: npm run mutate [-- --files a.c,b.h|mm --sample N --seed S --workers W]';
/** Vectors of at most so many bytes are replayed. */
const VECTOR_BYTES_MAX = 60_000;
/** What notices most goes first; random worlds go before tests that take longer than so many milliseconds. */
const STRONG = new Set(['what_operations_do_and_tell_is_on_record', 'every_field_of_a_state_after_every_step_is_on_record']);
const QUICK_MS = 15;

interface Options {
  readonly files: readonly string[];
  readonly sample: number;
  readonly seed: number;
  readonly workers: number;
}

function readOptions(words: readonly string[]): Options {
  let files: string[] = [];
  const numbers = { sample: 0, seed: 616, workers: 2 };
  for (let k = 0; k < words.length; k += 2) {
    const [name, value] = [words[k] ?? '', words[k + 1] ?? ''];
    if (name === '--files') {
      files = value.split(',');
      continue;
    }
    const key = name.replace(/^--/, '');
    if (!(key in numbers) || !/^\d+$/.test(value)) {
      console.error(USAGE);
      process.exit(2);
    }
    numbers[key as keyof typeof numbers] = Number(value);
  }
  return { files, ...numbers };
}

/** SplitMix64. */
function dice(seed: number): (bound: number) => number {
  let state = BigInt(seed);
  const mask = (1n << 64n) - 1n;
  return (bound) => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let x = state;
    x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & mask;
    return Number((x ^ (x >> 31n)) % BigInt(bound));
  };
}

/** `count` of the list, in an order that the seed decides; all if 0. */
function draw<T>(list: readonly T[], count: number, seed: number): T[] {
  const left = [...list];
  const roll = dice(seed);
  for (let i = left.length - 1; i > 0; i--) {
    const k = roll(i + 1);
    [left[i], left[k]] = [left[k]!, left[i]!];
  }
  return count === 0 ? left : left.slice(0, count);
}

/** What the golden driver is asked for the smaller vectors: what the native engine asks it, written down on the way. */
function questions(workshop: Workshop): string {
  const asked = join(folder, 'asked.txt');
  const tee = join(folder, 'tee.sh');
  rmSync(asked, { force: true });
  writeFileSync(tee, `#!/bin/sh\ntee -a '${asked}' | '${join(workshop.core, '../quick')}' replay\n`);
  chmodSync(tee, 0o755);
  const engine = nativeEngine(tee);
  for (const name of readdirSync(golden).filter((file) => file.endsWith('.jsonl')).sort()) {
    const path = join(golden, name);
    if (statSync(path).size > VECTOR_BYTES_MAX) continue;
    const vector = parseVector(readFileSync(path, 'utf8'));
    if (unsupportedIn(vector).length > 0) continue;
    engine.replay(vector.header, vector.operations.map((operation) => ({ operation, sum: true, dump: false, findings: true })));
  }
  return readFileSync(asked, 'utf8');
}

/** Measures the tests on the sources as they are; throws if they do not pass. */
async function proofBy(workshop: Workshop): Promise<Proof> {
  const all = await workshop.tests([]);
  if (all.status !== 0) throw new Error(`the quick tests fail without a mutant:\n${all.output.slice(-2000)}`);
  const times = all.output.split('\n').flatMap((line) => {
    const [, time, name] = /^(\d+\.\d) (\w+)$/.exec(line) ?? [];
    return time === undefined || name === undefined ? [] : [{ name, time: STRONG.has(name) ? -1 : name === 'worlds' ? QUICK_MS : Number(time) }];
  });
  const tests = times.sort((a, b) => a.time - b.time).map(({ name }) => name);
  const memory = new Set(['memory_worlds', 'forks_simulated']);
  for (const name of readdirSync(join(workshop.core, '../tests/core')).filter((file) => file.endsWith('.c'))) {
    const text = readFileSync(join(workshop.core, '../tests/core', name), 'utf8');
    if (/^#include "(maple_mm\.h|mm_\w+\.h|mm\/)/m.test(text)) for (const [, test] of text.matchAll(/^TEST\((\w+)\)/gm)) memory.add(test ?? '');
  }
  const asked = questions(workshop);
  const answer = await workshop.replay(asked);
  if (answer.status !== 0) throw new Error('the golden driver fails without a mutant');
  return { tests, memoryTests: tests.filter((name) => memory.has(name)), asked, said: answer.output };
}

const VERDICTS = ['uncompiled', 'identical', 'duplicate', 'killed', 'survived'] as const;
type Tally = Record<Verdict, number>;
const noTally = (): Tally => ({ uncompiled: 0, identical: 0, duplicate: 0, killed: 0, survived: 0 });
const share = ({ killed, survived }: Tally): string => (killed + survived === 0 ? '-' : `${((100 * killed) / (killed + survived)).toFixed(1)} %`);

function row(name: string, tally: Tally): string {
  return [name.padEnd(14), ...VERDICTS.map((verdict) => String(tally[verdict]).padStart(10)), share(tally).padStart(9)].join(' ');
}

const options = readOptions(process.argv.slice(2));
const start = performance.now();
mkdirSync(folder, { recursive: true });
const first = openWorkshop(project, join(folder, 'w0'));
await first.build();
const proof = await proofBy(first);
const workshops = [first];
for (let k = 1; k < options.workers; k++) {
  const more = openWorkshop(project, join(folder, `w${k}`));
  more.takeOver(first);
  workshops.push(more);
}
console.log(`${proof.tests.length} tests (${proof.memoryTests.length} of core/mm) and ${proof.asked.split('\n').length} lines of vectors pass on the sources as they are`);

const named = options.files.flatMap((name) => (name === 'mm' ? first.sourcesOf('mm') : [name]));
const sources = named.length > 0 ? named : [...first.sourcesOf('src'), ...first.sourcesOf('mm')].sort();
const generated = sources.map((source) => mutantsOf(source, first.original, folder));
const count = generated.reduce((sum, mutants) => sum + mutants.length, 0);
const chosen = draw(generated.flatMap((mutants, k) => draw(mutants, Math.ceil((options.sample * mutants.length) / count), options.seed + k)), 0, options.seed);
console.log(`${count} mutants by ${MUTATOR}, ${chosen.length} of them tried`);

const tallies = new Map<string, Tally>(sources.map((source) => [source, noTally()]));
const total = noTally();
const seen = new Set<string>();
const survivors: Mutant[] = [];
let tried = 0;

function note(mutant: Mutant, verdict: Verdict): void {
  tallies.get(mutant.source)![verdict]++;
  total[verdict]++;
  tried++;
  if (verdict === 'survived') {
    survivors.push(mutant);
    const diff = spawnSync('diff', ['-U1', '--label', mutant.source, '--label', String(mutant.number), join(first.original, mutant.source), mutant.path], { encoding: 'utf8' });
    writeFileSync(join(folder, 'survivors.diff'), diff.stdout, { flag: survivors.length === 1 ? 'w' : 'a' });
  }
  if (tried % 100 === 0) console.log(`${tried} of ${chosen.length}: ${total.killed} killed, ${total.survived} survived (${share(total)})`);
}

const queue = [...chosen].reverse();
await Promise.all(
  workshops.map(async (workshop) => {
    for (let mutant = queue.pop(); mutant !== undefined; mutant = queue.pop()) {
      note(mutant, await workshop.judge(mutant, proof, seen));
    }
  }),
);

console.log([''.padEnd(14), ...VERDICTS.map((verdict) => verdict.padStart(10)), 'killed'.padStart(9)].join(' '));
for (const [source, tally] of tallies) console.log(row(source, tally));
console.log(row('all', total));
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: project, encoding: 'utf8' }).trim();
console.log(
  `result: ${JSON.stringify({
    commit,
    mutator: MUTATOR,
    seed: options.seed,
    generated: count,
    tried,
    ...total,
    share: Number(((100 * total.killed) / Math.max(1, total.killed + total.survived)).toFixed(2)),
    seconds: Math.round((performance.now() - start) / 1000),
  })}`,
);
