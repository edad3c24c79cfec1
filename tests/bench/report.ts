// SPDX-License-Identifier: GPL-2.0-or-later
//
// The figures as tables.

import type { PageFigures, Row } from './bounds';
import { RIVAL } from './cases';
import { caseKey, type Counts } from './instructions';
import type { Growth } from './growth';
import type { LabRatio } from './labs';
import type { LargeTree } from './large-tree';
import type { Effort, Timing, WasmTiming } from './measure';
import type { Verdict } from './verdict';
import type { Weight } from './weigh';

/** Bytes of a node, and entries of a leaf that is full of ranges with a hole behind each: two slots of sixteen. */
const NODE_BYTES = 256;
const FULL_LEAF_ENTRIES = 8;

export interface Judged extends Timing {
  readonly verdict: Verdict;
}

export interface CoreFigures {
  readonly timings: readonly Judged[];
  /** Instructions per operation of the core alone. */
  readonly counts: Counts;
  readonly wasm: readonly WasmTiming[];
  readonly scale: readonly Timing[];
  readonly scaleWasm: readonly WasmTiming[];
}

export interface Result {
  readonly machine: string;
  readonly node: string;
  readonly effort: Effort;
  readonly core: CoreFigures | undefined;
  /** What the labs time. */
  readonly labs: readonly LabRatio[];
  readonly modules: readonly Weight[];
  /** `rows`: what the figures come to, each with its bound. */
  readonly page:
    | (PageFigures & {
        readonly growth: readonly Growth[];
        readonly files: readonly Weight[];
        readonly rows: readonly Row[];
      })
    | undefined;
}

/** Rows as aligned columns: the first to the left, the others to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function number(value: number | undefined, digits = 2): string {
  return value === undefined || Number.isNaN(value) ? '' : value.toFixed(digits);
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}

function timingTable(timings: readonly Judged[], counts: Counts): string {
  return table([
    [
      'ns per operation',
      'tree',
      'entries',
      'core',
      'rival',
      'ratio',
      'least',
      'largest',
      'reference',
      'part',
      '',
      'instructions',
      'rival is',
    ],
    ...timings.map(({ case: each, ns, rivalNs, ratio, ratios, verdict }) => [
      each.name,
      each.gaps ? 'gaps' : 'plain',
      String(each.entries),
      number(ns),
      number(rivalNs),
      number(ratio, 3),
      number(ratios[0], 3),
      number(ratios[1], 3),
      number(each.reference, 3),
      number(each.reference === undefined ? undefined : ratio / each.reference),
      verdict,
      each.rival === RIVAL.memcpy ? '' : number(counts[caseKey(each)], 0),
      each.rivalName,
    ]),
  ]);
}

function wasmTable(timings: readonly WasmTiming[]): string {
  return table([
    ['ns per operation', 'tree', 'entries', 'native', 'wasm', 'wasm / native'],
    ...timings.map(({ case: each, nativeNs, wasmNs, ratio }) => [
      each.name,
      each.gaps ? 'gaps' : 'plain',
      String(each.entries),
      number(nativeNs),
      number(wasmNs),
      number(ratio),
    ]),
  ]);
}

function labsTable(labs: readonly LabRatio[]): string {
  return table([
    ['loops of the labs, WebAssembly', 'entries', 'ratio', 'low', 'high'],
    ...labs.map(({ name, entries, ratio, low, high }) => [
      name,
      String(entries),
      number(ratio),
      number(low),
      number(high),
    ]),
  ]);
}

function scaleTable(timings: readonly Timing[]): string {
  const first = (name: string): Timing | undefined => timings.find((timing) => timing.case.name === name);
  return table([
    [
      'ns per operation',
      'entries',
      'core',
      'to the first size',
      'a dependent read',
      'to the first size',
      'bytes an entry',
      'in full leaves',
    ],
    ...timings.map(({ case: each, ns, rivalNs, nodes }) => {
      const base = first(each.name);
      return [
        each.name,
        String(each.entries),
        number(ns),
        number(ns / (base?.ns ?? NaN)),
        number(rivalNs),
        number(rivalNs / (base?.rivalNs ?? NaN)),
        nodes > 0 ? number((nodes * NODE_BYTES) / each.entries, 1) : '',
        nodes > 0 ? number(NODE_BYTES / FULL_LEAF_ENTRIES, 1) : '',
      ];
    }),
  ]);
}

function weightTable(weights: readonly Weight[]): string {
  return table([
    ['bytes', 'raw', 'gzip'],
    ...weights.map(({ path, bytes, gzipBytes }) => [path, kib(bytes), kib(gzipBytes)]),
  ]);
}

function largeTable(trees: readonly LargeTree[]): string {
  return table([
    [
      'large trees in the page',
      'entries',
      'nodes',
      'open, ms',
      'a step, ms',
      'frames',
      'script, median',
      'p95',
      'most',
      'MiB at rest',
      'at most',
    ],
    ...trees.map(({ name, entries, nodes, openMs, stepMs, frames, frameMs, mebibytes, peakMebibytes }) => [
      name,
      String(entries),
      String(nodes),
      String(openMs),
      String(stepMs),
      String(frames),
      number(frameMs.median, 1),
      number(frameMs.p95, 1),
      number(frameMs.most, 1),
      String(mebibytes),
      String(peakMebibytes),
    ]),
  ]);
}

function growthTable(growth: readonly Growth[]): string {
  const base = (name: string): Growth | undefined => growth.find((one) => one.name === name);
  return table([
    ['growth of a run', 'steps', 'ms', 'µs a step', 'to the first size'],
    ...growth.map(({ name, size, ms }) => {
      const first = base(name);
      return [
        name,
        String(size),
        String(ms),
        number((1000 * ms) / size, 1),
        number(first === undefined ? undefined : (ms * first.size) / (first.ms * size)),
      ];
    }),
  ]);
}

function rowTable(rows: readonly Row[]): string {
  return table([
    ['the page', 'measured', 'bound', ''],
    ...rows.map(({ name, value, unit, bound, kept }) => [
      name,
      `${number(value, unit === 'ms' ? 1 : 0)} ${unit}`,
      bound === null ? '' : `${bound} ${unit}`,
      kept ? (bound === null ? '' : 'ok') : 'over',
    ]),
  ]);
}

/** What is over its bound, by name. */
export function broken({ core, page }: Pick<Result, 'core' | 'page'>): string[] {
  const over = (core?.timings ?? [])
    .filter(({ verdict }) => verdict === 'over')
    .map(
      ({ case: each }) => `${each.name} of ${each.entries}, ${each.gaps ? 'gaps' : 'plain'}, beside ${each.rivalName}`,
    );
  return [...over, ...(page?.rows ?? []).filter(({ kept }) => !kept).map(({ name }) => name)];
}

function coreParts({ timings, counts, wasm, scale, scaleWasm }: CoreFigures, { processes, runs }: Effort): string[] {
  const judged = timings.filter(({ verdict }) => verdict !== '');
  const good = judged.filter(({ verdict }) => verdict.startsWith('ok')).length;
  return [
    `medians of ${processes} processes of ${runs} runs`,
    timingTable(timings, counts),
    `${good} of ${judged.length} bounds are kept`,
    wasmTable(wasm),
    scaleTable(scale),
    wasmTable(scaleWasm),
  ];
}

export function show(result: Result): string {
  const { machine, node, effort, core, labs, modules, page } = result;
  const parts = [
    `${machine}, Node ${node}`,
    ...(core === undefined ? [] : coreParts(core, effort)),
    ...(labs.length === 0 ? [] : [labsTable(labs)]),
    weightTable([...modules, ...(page?.files ?? [])]),
  ];
  if (page !== undefined) {
    parts.push(
      `first view, gzip: ${page.first.page} bytes of HTML, style sheets and scripts; ${page.first.worker} more of ` +
        `scripts for the worker; ${page.first.editor} for the editor`,
    );
    for (const { name, treeMs, letterMs, loads } of page.firstTree.speeds) {
      parts.push(
        `${page.firstTree.browser}, ${name}: first tree after ${treeMs} ms, first letter in the editor after ` +
          `${letterMs} ms (median of ${loads.length} loads)`,
      );
    }
    const { steps, anywhere, back } = page.seeks;
    parts.push(
      `to a step of ${steps.toLocaleString('en')}: anywhere ${anywhere.median} ms (at most ${anywhere.most}), one ` +
        `step back ${back.median} ms (at most ${back.most})`,
    );
    parts.push(growthTable(page.growth), largeTable(page.large), rowTable(page.rows));
  }
  const over = broken(result);
  if (over.length > 0) parts.push(`over their bounds: ${over.join('; ')}`);
  return parts.join('\n\n');
}
