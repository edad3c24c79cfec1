// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs the workloads natively and as WebAssembly in Node, and weighs files.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

import { projectDir } from '../setup/needs.mjs';

/** The loops of workloads.h, by their numbers there. */
export const WORKLOADS = [
  { number: 0, name: 'ascending stores', size: 100_000, per: 'store' },
  { number: 1, name: 'random stores', size: 100_000, per: 'store' },
  { number: 2, name: 'random loads', size: 100_000, per: 'load' },
  { number: 3, name: 'dup', size: 6421, per: 'entry' },
  { number: 4, name: 'bulk load', size: 6421, per: 'entry' },
  { number: 5, name: 'one store per entry', size: 6421, per: 'entry' },
] as const;

export type WorkloadName = (typeof WORKLOADS)[number]['name'];

/** Nanoseconds per operation: the median over rounds of the median over runs within a round. */
export interface Timing {
  readonly name: WorkloadName;
  readonly size: number;
  readonly per: string;
  readonly nativeNs: number;
  readonly wasmNs: number;
}

interface BenchExports {
  readonly bench_prepare: (workload: number, size: number) => number;
  readonly bench_run: () => number;
  readonly bench_finish: () => number;
}

const WARM_UPS = 2;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
  return (lower + upper) / 2;
}

function nativeRuns(workload: number, size: number, runs: number): number[] {
  const program = join(projectDir, 'build/bench/workloads');
  const output = execFileSync(program, [workload, size, runs].map(String), { encoding: 'utf8' });
  return output.trim().split('\n').map(Number);
}

function wasmRuns(module: WebAssembly.Module, workload: number, size: number, runs: number): number[] {
  const core = new WebAssembly.Instance(module).exports as unknown as BenchExports;
  const times: number[] = [];
  for (let run = -WARM_UPS; run < runs; run++) {
    if (core.bench_prepare(workload, size) !== 0) throw new Error(`workload ${workload} could not be prepared`);
    const start = performance.now();
    const count = core.bench_run();
    const end = performance.now();
    if (count === 0 || core.bench_finish() !== 0) throw new Error(`workload ${workload} failed or leaked`);
    if (run >= 0) times.push(((end - start) * 1e6) / count);
  }
  return times;
}

/** Times each workload in turns, native and WebAssembly, so that both meet the same state of the machine. */
export function timeWorkloads(rounds: number, runs: number): Timing[] {
  const module = new WebAssembly.Module(readFileSync(join(projectDir, 'build/bench/workloads.wasm')));
  return WORKLOADS.map(({ number, name, size, per }) => {
    const native: number[] = [];
    const wasm: number[] = [];
    for (let round = 0; round < rounds; round++) {
      native.push(median(nativeRuns(number, size, runs)));
      wasm.push(median(wasmRuns(module, number, size, runs)));
    }
    return { name, size, per, nativeNs: median(native), wasmNs: median(wasm) };
  });
}

/** A file's length as it is and as a server would send it. */
export interface Weight {
  readonly path: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

export function weigh(path: string): Weight {
  const content = readFileSync(join(projectDir, path));
  return { path, bytes: content.length, gzipBytes: gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).length };
}

/** Every file of the built page but source maps, which a browser asks for only when its tools are open. */
export function weighPage(): Weight[] {
  if (!existsSync(join(projectDir, 'dist'))) throw new Error('the page is not built');
  return readdirSync(join(projectDir, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => weigh(join(entry.parentPath, entry.name).slice(projectDir.length)))
    .sort((a, b) => b.gzipBytes - a.gzipBytes);
}
