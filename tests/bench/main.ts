// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run bench -- [--json]`: WebAssembly against native code, duplication against one store per entry, bytes, and the
// time to the first tree. Ratios compare what ran in turns on one machine; plain times are this machine's own.

import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { ensure } from '../setup/needs.mjs';
import { buildCore, must } from '../setup/run.mjs';
import { timeFirstTree, type FirstTree } from './first-tree';
import { timeWorkloads, weigh, weighPage, type Timing, type Weight, type WorkloadName } from './measure';

const ROUNDS = 5;
const RUNS = 5;
const LOADS = 7;

interface Result {
  readonly machine: string;
  readonly node: string;
  readonly timings: readonly Timing[];
  readonly ratios: {
    readonly wasmToNative: Readonly<Record<string, number>>;
    readonly storesToDup: { readonly native: number; readonly wasm: number };
    readonly bulkToDup: { readonly native: number; readonly wasm: number };
  };
  readonly modules: readonly Weight[];
  readonly page: readonly Weight[];
  readonly firstTree: FirstTree;
}

function ratiosOf(timings: readonly Timing[]): Result['ratios'] {
  const of = (name: WorkloadName): Timing => {
    const found = timings.find((timing) => timing.name === name);
    if (found === undefined) throw new Error(`${name} was not timed`);
    return found;
  };
  const dup = of('dup');
  const toDup = (name: WorkloadName): { native: number; wasm: number } => ({
    native: round(of(name).nativeNs / dup.nativeNs),
    wasm: round(of(name).wasmNs / dup.wasmNs),
  });
  return {
    wasmToNative: Object.fromEntries(timings.map((timing) => [timing.name, round(timing.wasmNs / timing.nativeNs)])),
    storesToDup: toDup('one store per entry'),
    bulkToDup: toDup('bulk load'),
  };
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}

/** Rows as aligned columns: the first to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '))
    .join('\n');
}

function show(result: Result): string {
  const { timings, ratios, modules, page, firstTree } = result;
  const sum = (weights: readonly Weight[]): Weight => ({
    path: 'all of the page',
    bytes: weights.reduce((total, { bytes }) => total + bytes, 0),
    gzipBytes: weights.reduce((total, { gzipBytes }) => total + gzipBytes, 0),
  });
  return [
    `${result.machine}, Node ${result.node}; medians of ${ROUNDS} rounds of ${RUNS} runs`,
    '',
    table([
      ['ns per operation', 'entries', 'per', 'native', 'wasm', 'wasm / native'],
      ...timings.map(({ name, size, per, nativeNs, wasmNs }) => [
        name,
        String(size),
        per,
        nativeNs.toFixed(1),
        wasmNs.toFixed(1),
        (ratios.wasmToNative[name] ?? NaN).toFixed(2),
      ]),
    ]),
    '',
    table([
      ['a copy of 6421 entries, as a multiple of dup', 'native', 'wasm'],
      ['one store per entry', ...Object.values(ratios.storesToDup).map((ratio) => ratio.toFixed(1))],
      ['bulk load', ...Object.values(ratios.bulkToDup).map((ratio) => ratio.toFixed(1))],
    ]),
    '',
    table([
      ['bytes', 'raw', 'gzip'],
      ...[...modules, ...page, sum(page)].map(({ path, bytes, gzipBytes }) => [path, kib(bytes), kib(gzipBytes)]),
    ]),
    '',
    `time to the first tree, ${firstTree.browser}: ${firstTree.medianMs} ms, median of ${LOADS} loads`,
  ].join('\n');
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
ensure(['emscripten', 'make', 'clang', 'chromium', 'fonts']);
buildCore('native');
must(['make', '-s', '--no-print-directory', '-C', 'tests/bench']);
must(['vite', 'build', '--logLevel', 'warn']);

const timings = timeWorkloads(ROUNDS, RUNS);
const result: Result = {
  machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  node: process.versions.node,
  timings,
  ratios: ratiosOf(timings),
  modules: [weigh('build/core/explore.wasm'), weigh('build/core/bench.wasm')],
  page: weighPage(),
  firstTree: await timeFirstTree(LOADS),
};
console.log(values.json ? JSON.stringify(result, undefined, 2) : show(result));
