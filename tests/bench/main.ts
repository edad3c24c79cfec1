// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run bench -- [--core] [--page] [--json] [--quick] [--keep]`: the core against std::map, memcpy and other
// workloads of its own in the same process, WebAssembly against native code, the loops of the labs, instructions, and
// growth to ten million entries; then the built page. Ratios compare what ran in turns on one core; plain times are
// this machine's own.
//
//     --core    the core alone
//     --page    the page alone: the length of what it fetches, the time to its first tree and first letter, to any of
//               100,000 steps, runs of three sizes in its engine, and a tree of a million entries in it: open, step,
//               script time of frames, memory; each with its bound
//     --json    all figures as JSON
//     --quick   fewer processes and runs, three sizes of copies, no ten million entries; in the page 200,000
//     --keep    writes the instruction counts to instructions.json, by which later undecided times are judged
//
// The exit status is 1 if a bound is broken.

import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { COMMANDS, ensure, projectDir } from '../setup/needs.mjs';
import { buildCore, must } from '../setup/run.mjs';
import { growthRows, pageRows } from './bounds';
import { copies, COPY_BOUND_SIZE, COPY_SIZES, LARGE_COPY_SIZE, RIVAL, scale, singles, type Case } from './cases';
import { timeFirstTree } from './first-tree';
import { GROWTH_SIZES, measureGrowth, REPORT_SIZES } from './growth';
import { measureLabs } from './labs';
import { measureLargeTrees } from './large-tree';
import {
  canCount,
  caseKey,
  countInstructions,
  keepCounts,
  keptCounts,
  noMoreThanKept,
  type Counts,
} from './instructions';
import { timeNative, timeWasm } from './measure';
import { broken, show, type Result } from './report';
import { judge } from './verdict';
import { timeSeeks } from './seek';
import { firstView, weigh, weighPage } from './weigh';

const LOADS = 7;
const USAGE = `usage: npm run bench -- [--core] [--page] [--quick] [--json] [--keep]
  --core   the core only: against std::map, WebAssembly against native
  --page   the page only: size, first tree, seeking, a million entries
  --quick  fewer runs and smaller trees
  --json   the result as one JSON object
  --keep   keeps the counts of instructions for later comparisons`;

function readOptions() {
  try {
    const off = { type: 'boolean', default: false } as const;
    const help = { type: 'boolean', short: 'h', default: false } as const;
    return parseArgs({ options: { core: off, json: off, quick: off, page: off, keep: off, help } }).values;
  } catch (error) {
    console.error(`bench: ${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(2);
  }
}

const values = readOptions();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
/** Without a choice, both. */
const wanted = { core: values.core || !values.page, page: values.page || !values.core };
const effort = values.quick ? { processes: 1, runs: 3 } : { processes: 7, runs: 9 };
const copySizes = values.quick ? [21, COPY_BOUND_SIZE, LARGE_COPY_SIZE] : COPY_SIZES;
const scaleSizes = values.quick ? [100_000, 1_000_000] : [100_000, 1_000_000, 10_000_000];

const tell = (what: string): void => {
  process.stderr.write(`${what}\n`);
};

/** Each workload once: what instructions are counted of, and what WebAssembly is compared in. */
function once(cases: readonly Case[]): Case[] {
  const seen = new Set<string>();
  return cases.filter((each) => {
    const key = caseKey(each);
    if (seen.has(key) || each.rival === RIVAL.memcpy) return false;
    seen.add(key);
    return true;
  });
}

function countAll(cases: readonly Case[]): Counts {
  if (!canCount()) return {};
  tell('instructions');
  return Object.fromEntries(cases.map((each) => [caseKey(each), countInstructions(each)]));
}

function measureCore(): NonNullable<Result['core']> {
  const timed = [...singles(), ...copies(copySizes)];
  const compared = once([...singles(), ...copies([COPY_BOUND_SIZE])]);
  const timings = timeNative(timed, effort, tell);
  const counts = countAll(compared);
  if (values.keep) keepCounts(counts);
  const kept = keptCounts();
  const growing = { processes: values.quick ? 1 : 3, runs: 3 };
  return {
    timings: timings.map((timing) => ({
      ...timing,
      verdict: judge(timing, noMoreThanKept(caseKey(timing.case), counts, kept)),
    })),
    counts,
    wasm: timeWasm(compared, effort, tell),
    scale: timeNative(scale(scaleSizes), growing, tell),
    scaleWasm: timeWasm(scale([1_000_000]), { processes: 1, runs: 3 }, tell),
  };
}

async function measurePage(): Promise<Result['page']> {
  tell('the page: weight, first tree, seeking');
  const figures = {
    first: firstView(join(projectDir, 'dist')),
    firstTree: await timeFirstTree(LOADS),
    seeks: await timeSeeks(),
    large: await measureLargeTrees(values.quick ? 200_000 : 1_000_000, tell),
  };
  const growth = await measureGrowth(GROWTH_SIZES, REPORT_SIZES, tell);
  return { ...figures, growth, files: weighPage(), rows: [...growthRows(growth), ...pageRows(figures)] };
}

ensure(COMMANDS[wanted.page ? 'bench --page' : 'bench']);
buildCore('native');
must(['make', '-s', '--no-print-directory', '-C', 'tests/bench']);
if (wanted.page) must(['vite', 'build', '--logLevel', 'warn']);

const result: Result = {
  machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  node: process.versions.node,
  effort,
  core: wanted.core ? measureCore() : undefined,
  labs: wanted.core ? await measureLabs(values.quick) : [],
  modules: [weigh('build/core/explore.wasm'), weigh('build/core/bench.wasm')],
  page: wanted.page ? await measurePage() : undefined,
};
console.log(values.json ? JSON.stringify(result, undefined, 2) : show(result));
if (broken(result).length > 0) process.exitCode = 1;
