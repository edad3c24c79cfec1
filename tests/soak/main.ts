// SPDX-License-Identifier: GPL-2.0-or-later
//
// The long run:
//
//     npm run soak [-- --ops N] [--fuzz-minutes M] [--mm-worlds K] [--seed S] [--processes P] [--from W]
//
// N operations (50,000,000) in random worlds, shared by P processes (1), and beside them M minutes (60) of the fuzzer
// with the sanitizers, going on from the corpus of earlier runs in build/soak/corpus. Process p of the worlds has seed
// S + p; a run that was broken off goes on with --from and the world it came to, which is printed every million
// operations.
//
// In the worlds, each operation's result, requests and returns, and the ranges at and around the place it touched are
// compared with the oracle; invariants, all ranges and all nodes of all trees whenever as many operations have passed
// as there are nodes, and 16, and at the end of each world. In the fuzzer all of it after each operation.
//
// Then K worlds (20,000) of address spaces, with the sanitizers: maps, forks and armed failures, each compared with
// plain lists (mm_soak.c).
//
// The last line is `result: {…}`, JSON. A failure is shortened and printed as a scenario with its link (also written to
// build/soak), and the command fails.

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { buildCore } from '../setup/run.mjs';
import { memoryFailureOf, shrink, type Failure } from './failure';

const project = fileURLToPath(new URL('../..', import.meta.url));
const core = join(project, 'build/core');
const folder = join(project, 'build/soak');

const OPTIONS = { ops: 50_000_000, 'fuzz-minutes': 60, 'mm-worlds': 20_000, seed: 616, processes: 1, from: 0 };
const unless = (name: keyof typeof OPTIONS): string => `${OPTIONS[name].toLocaleString('en')} by default`;
const USAGE = `usage: npm run soak [-- --ops N] [--fuzz-minutes M] [--mm-worlds K] [--seed S] [--processes P] [--from W]
  --ops N           random operations on trees, each compared with a list of ranges: ${unless('ops')}
  --fuzz-minutes M  minutes that the fuzzer runs beside them, 0 for none: ${unless('fuzz-minutes')}
  --mm-worlds K     worlds of random address spaces after them, 0 for none: ${unless('mm-worlds')}
  --seed S          seed of the first process, each of the others has the next: ${unless('seed')}
  --processes P     processes that share the operations: ${unless('processes')}
  --from W          continues at this world, as an interrupted run printed it: ${unless('from')}`;
const WORLDS_MAX = 1_000_000_000;

function readOptions(words: readonly string[]): typeof OPTIONS {
  if (words.includes('--help') || words.includes('-h')) {
    console.log(USAGE);
    process.exit(0);
  }
  const options = { ...OPTIONS };
  for (let k = 0; k < words.length; k += 2) {
    const name = (words[k] ?? '').replace(/^--/, '');
    const value = Number(words[k + 1]?.replaceAll('_', ''));
    if (!(name in options) || !(value >= 0) || (name !== 'fuzz-minutes' && !Number.isSafeInteger(value))) {
      console.error(USAGE);
      process.exit(2);
    }
    options[name as keyof typeof OPTIONS] = value;
  }
  return options;
}

/** What one process of the worlds says; the last line counts. */
interface Told {
  readonly seed: number;
  readonly next: number;
  readonly operations: number;
  readonly refused: number;
  readonly checks: number;
  readonly stale: number;
  readonly heightMax: number;
  readonly ended: boolean;
  readonly kinds: readonly number[];
}

interface Outcome {
  readonly lines: readonly string[];
  readonly status: number | null;
}

/** Runs a program; `hear` gets each line of its output and errors. */
function run(program: string, args: readonly string[], hear: (line: string) => void): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (lines.length > 1000) lines.shift();
        hear(line);
      });
    }
    child.on('error', reject);
    child.on('close', (status) => resolve({ lines, status }));
  });
}

const failures: Failure[] = [];

function report(name: string, failure: Failure | null, otherwise: string): void {
  if (failure === null) {
    console.log(`${name}: failed, but not again\n${otherwise}`);
    return;
  }
  failures.push(failure);
  writeFileSync(join(folder, `${name}.maple`), failure.script);
  writeFileSync(join(folder, `${name}.link`), `${failure.link}\n`);
  console.log(`${name}: ${failure.statements} statements\n${failure.script}\n${failure.link}`);
}

/** One process of worlds. Null if something failed. */
async function worlds(seed: number, from: number, operations: number): Promise<Told | null> {
  let told: Told | null = null;
  const outcome = await run(
    `${core}/soak-run`,
    [String(seed), String(from), String(WORLDS_MAX), String(operations)],
    (line) => {
      if (!line.startsWith('soak {')) return;
      told = JSON.parse(line.slice(5)) as Told;
      console.log(`seed ${seed}: ${told.operations} operations, ${told.refused} refused, next world ${told.next}`);
    },
  );
  if (outcome.status === 0) return told;
  const world = /^failed: seed \d+ world (\d+)$/m.exec(outcome.lines.join('\n'))?.[1];
  const failure = world === undefined ? null : shrink(`${core}/shrink`, ['world', String(seed), world]);
  report(`seed-${seed}-world-${world ?? 'unknown'}`, failure, outcome.lines.slice(-20).join('\n'));
  return null;
}

interface Fuzzed {
  readonly executions: number;
  readonly seconds: number;
  readonly coverage: number;
  readonly corpus: number;
}

/** The fuzzer, for so many minutes. Null if something failed. */
async function fuzz(minutes: number, seed: number): Promise<Fuzzed | null> {
  const corpus = join(folder, 'corpus');
  mkdirSync(corpus, { recursive: true });
  const start = performance.now();
  const args = [
    `-max_total_time=${Math.round(minutes * 60)}`,
    `-seed=${seed}`,
    '-max_len=6000',
    '-print_final_stats=1',
    '-timeout=60',
  ];
  let last = start;
  const outcome = await run(`${core}/fuzz-run`, [...args, '-artifact_prefix=./', corpus], (line) => {
    if (performance.now() - last < 60_000 || !line.startsWith('#')) return;
    last = performance.now();
    console.log(`fuzzer, ${Math.round((last - start) / 60_000)} min: ${line}`);
  });
  const text = outcome.lines.join('\n');
  if (outcome.status !== 0) {
    const artifact = /Test unit written to \.\/(\S+)/.exec(text)?.[1];
    const failure = artifact === undefined ? null : shrink(`${core}/shrink-asan`, ['bytes', join(folder, artifact)]);
    report(`fuzz-${artifact ?? 'unknown'}`, failure, outcome.lines.slice(-40).join('\n'));
    return null;
  }
  const coverage = [...text.matchAll(/ cov: (\d+) /g)].at(-1)?.[1];
  return {
    executions: Number(/number_of_executed_units:\s*(\d+)/.exec(text)?.[1] ?? 0),
    seconds: Math.round((performance.now() - start) / 1000),
    coverage: Number(coverage ?? 0),
    corpus: readdirSync(corpus).length,
  };
}

/** What the worlds of address spaces say in the end. */
interface Memory {
  readonly ok: boolean;
  readonly worlds: number;
  readonly acts: number;
  readonly succeeded: number;
  readonly refusedByRule: number;
  readonly refusedByFailure: number;
  readonly forks: number;
}

/** Worlds of address spaces. Null if something failed. */
async function memory(seed: number, count: number): Promise<Memory | null> {
  const outcome = await run(`${core}/mm-soak-asan`, [String(seed), '0', String(count)], () => undefined);
  const told = outcome.lines.find((line) => line.startsWith('mm {'));
  if (outcome.status === 0 && told !== undefined) return JSON.parse(told.slice(3)) as Memory;
  report(`mm-seed-${seed}`, memoryFailureOf(outcome.lines), outcome.lines.slice(-40).join('\n'));
  return null;
}

const options = readOptions(process.argv.slice(2));
mkdirSync(folder, { recursive: true });
buildCore('soak-build');
const start = performance.now();
const processes = Math.max(1, options.processes);
const share = Math.ceil(options.ops / processes);
const [fuzzed, ...told] = await Promise.all([
  options['fuzz-minutes'] > 0 ? fuzz(options['fuzz-minutes'], options.seed) : null,
  ...Array.from({ length: options.ops > 0 ? processes : 0 }, (_, p) => worlds(options.seed + p, options.from, share)),
]);
const remembered = options['mm-worlds'] > 0 ? await memory(options.seed, options['mm-worlds']) : null;
const whole = told.filter((one) => one !== null);
const sum = (field: 'operations' | 'refused' | 'checks' | 'stale'): number =>
  whole.reduce((total, one) => total + one[field], 0);
const ok =
  failures.length === 0 &&
  whole.length === told.length &&
  (options['fuzz-minutes'] === 0 || fuzzed !== null) &&
  (options['mm-worlds'] === 0 || remembered !== null);
console.log(
  `result: ${JSON.stringify({
    ok,
    seed: options.seed,
    operations: sum('operations'),
    refused: sum('refused'),
    fullChecks: sum('checks'),
    staleReads: sum('stale'),
    heightMax: Math.max(0, ...whole.map((one) => one.heightMax)),
    fuzz: fuzzed,
    memory: remembered,
    failures: failures.map(({ statements, link }) => ({ statements, link })),
    seconds: Math.round((performance.now() - start) / 1000),
  })}`,
);
process.exitCode = ok ? 0 : 1;
