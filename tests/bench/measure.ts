// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs cases: natively, a process for each, on one core, with what they are compared with beside; and as WebAssembly in
// this process. Every figure is the median over processes (or rounds) of the median over runs.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { programPath, projectDir } from '../setup/needs.mjs';
import type { Case } from './cases';

const PROGRAM = join(projectDir, 'build/bench/workloads');
const MODULE = join(projectDir, 'build/bench/workloads.wasm');
const WARM_UPS = 2;
/**
 * WebAssembly runs that do not count last this long together, in milliseconds: until then code may be the quick first
 * one.
 */
const WARM_MS = 400;

/** How often things are repeated. */
export interface Effort {
  readonly processes: number;
  readonly runs: number;
}

/** One side of a native process: the core, or what it is compared with. */
export interface Side {
  readonly count: number;
  readonly sum: string;
  readonly nodes: number;
  readonly ns: readonly number[];
}

export interface NativeRun {
  readonly core: Side;
  readonly rival?: Side;
}

export interface Timing {
  readonly case: Case;
  /** Nanoseconds per operation; NaN for no rival. */
  readonly ns: number;
  readonly rivalNs: number;
  /** Median over processes of the ratio within one, and the least and the largest of these. */
  readonly ratio: number;
  readonly ratios: readonly [least: number, largest: number];
  readonly nodes: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
  return (lower + upper) / 2;
}

/** The value that a part of all (0 … 1) is below or at, to a tenth; NaN of none. */
export function share(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN) * 10) / 10;
}

/** The command line of one process; the last core of the machine, where there is a choice. */
export function nativeCommand(each: Case, warmUps: number, runs: number): string[] {
  const { workload, gaps, entries, rival, used } = each;
  return [PROGRAM, ...[workload, Number(gaps), entries, rival, used, warmUps, runs].map(String)];
}

function pinned(command: readonly string[]): string[] {
  return programPath('taskset') === undefined ? [...command] : ['taskset', '-c', '1', ...command];
}

export function runNative(each: Case, runs: number, warmUps = WARM_UPS): NativeRun {
  const [program = '', ...args] = pinned(nativeCommand(each, warmUps, runs));
  const parse: (text: string) => NativeRun = JSON.parse;
  return parse(execFileSync(program, args, { encoding: 'utf8' }));
}

/** Times cases in turns: each has one process in every round, so that all meet the same states of the machine. */
export function timeNative(
  cases: readonly Case[],
  { processes, runs }: Effort,
  tell: (what: string) => void,
): Timing[] {
  const results: NativeRun[][] = cases.map(() => []);
  for (let process = 0; process < processes; process++) {
    tell(`process ${process + 1} of ${processes}`);
    cases.forEach((each, at) => {
      results[at]?.push(runNative(each, each.entries > 1_000_000 ? 1 : runs, each.entries > 1_000_000 ? 0 : WARM_UPS));
    });
  }
  return cases.map((each, at) => {
    const own = results[at] ?? [];
    const ns = own.map(({ core }) => median(core.ns));
    const rivalNs = own.map(({ rival }) => median(rival?.ns ?? []));
    const ratios = ns.map((value, i) => value / (rivalNs[i] ?? NaN));
    return {
      case: each,
      ns: median(ns),
      rivalNs: median(rivalNs),
      ratio: median(ratios),
      ratios: [Math.min(...ratios), Math.max(...ratios)] as const,
      nodes: own[0]?.core.nodes ?? 0,
    };
  });
}

interface BenchExports {
  readonly bench_use: (entries: number, gaps: number) => number;
  readonly bench_prepare: (workload: number, gaps: number, entries: number) => number;
  readonly bench_run: () => number;
  readonly bench_sum: () => bigint;
  readonly bench_nodes: () => number;
  readonly bench_finish: () => number;
}

let compiled: WebAssembly.Module | undefined;

/** The runs of one case in a fresh instance, first those that warm up. */
export function runWasm({ name, workload, gaps, entries, used }: Case, runs: number, warmUps = WARM_UPS): Side {
  compiled ??= new WebAssembly.Module(readFileSync(MODULE));
  const core = new WebAssembly.Instance(compiled).exports as unknown as BenchExports;
  if (used > 0 && core.bench_use(used, Number(gaps)) !== 0) throw new Error('no memory to use');
  const ns: number[] = [];
  let last = { count: 0, sum: '', nodes: 0 };
  let warmed = warmUps > 0 ? 0 : WARM_MS;
  for (let run = -warmUps; run < runs;) {
    if (core.bench_prepare(workload, Number(gaps), entries) !== 0) throw new Error(`${name} could not be prepared`);
    const start = performance.now();
    const count = core.bench_run();
    const end = performance.now();
    const sum = BigInt.asUintN(64, core.bench_sum()).toString(16).padStart(16, '0');
    last = { count, sum, nodes: core.bench_nodes() };
    if (count === 0 || core.bench_finish() !== 0) throw new Error(`${name} failed or leaked`);
    if (run >= 0) ns.push(((end - start) * 1e6) / count);
    else warmed += end - start;
    if (run !== -1 || warmed >= WARM_MS) run++;
  }
  return { ...last, ns };
}

export interface WasmTiming {
  readonly case: Case;
  readonly nativeNs: number;
  readonly wasmNs: number;
  readonly ratio: number;
}

/** Times cases natively and as WebAssembly in turns. */
export function timeWasm(
  cases: readonly Case[],
  { processes, runs }: Effort,
  tell: (what: string) => void,
): WasmTiming[] {
  const warm = cases.map((each) => ({ ...each, rival: 0 }));
  const native: number[][] = warm.map(() => []);
  const wasm: number[][] = warm.map(() => []);
  for (let round = 0; round < processes; round++) {
    tell(`round ${round + 1} of ${processes}, WebAssembly`);
    warm.forEach((each, at) => {
      native[at]?.push(median(runNative(each, runs).core.ns));
      wasm[at]?.push(median(runWasm(each, runs).ns));
    });
  }
  return warm.map((each, at) => {
    const nativeNs = median(native[at] ?? []);
    const wasmNs = median(wasm[at] ?? []);
    const ratio = median((wasm[at] ?? []).map((value, round) => value / (native[at]?.[round] ?? NaN)));
    return { case: each, nativeNs, wasmNs, ratio };
  });
}
