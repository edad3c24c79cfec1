// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lab of preallocation: its counts are those recorded on Linux, file by file, and its published rows are the
// JSON's.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { must } from '../../../web/base/assert';
import { nodeBench, nodeHost } from '../../../web/cli/lab';
import { lab, stormScript, tallyVector } from '../../../web/labs/preallocation';
import { newTally, nodesIn } from '../../../web/measure/decisions';
import { runLab } from '../../../web/measure/run';
import { figureOf } from '../../../web/measure/published';
import { csvOf, tableOf } from '../../../web/measure/tables';
import { usualValues } from '../../../web/measure/values';
import type { Values } from '../../../web/measure/lab';

interface Recorded {
  readonly pre: Readonly<Record<string, number>>;
  readonly pre_whole: Readonly<Record<string, number>>;
  readonly nodes_asked: number;
  readonly nodes_asked_whole: number;
}

const parse: (text: string) => { readonly scenarios: Readonly<Record<string, Recorded>>; readonly total: Recorded } =
  JSON.parse;
const recorded = parse(readFileSync(new URL('../../golden/prealloc-histogram.json', import.meta.url), 'utf8'));
const bench = nodeBench(1);
const run = (values: Values) => runLab(lab, { ...usualValues(lab), ...values }, bench, nodeHost);
const sorted = (histogram: ReadonlyMap<number, number>): Record<string, number> =>
  Object.fromEntries([...histogram].sort(([a], [b]) => a - b));

test('every recorded scenario requests as many nodes as Linux did, by both formulas', async () => {
  const names = await bench.goldenNames();
  const core = await bench.core('explore');
  const all = newTally();
  for (const [name, figures] of Object.entries(recorded.scenarios)) {
    const file = names.find((one) => one === `${name}.jsonl` || one === `${name}.jsonl.gz`) ?? '';
    const tally = newTally();
    const text = await bench.golden(file);
    tallyVector(core, text, tally);
    tallyVector(core, text, all);
    expect({ name, pre: sorted(tally.pre), pre_whole: sorted(tally.preWhole) }).toEqual({
      name,
      pre: figures.pre,
      pre_whole: figures.pre_whole,
    });
    expect([nodesIn(tally.pre), nodesIn(tally.preWhole)]).toEqual([figures.nodes_asked, figures.nodes_asked_whole]);
  }
  expect([nodesIn(all.pre), nodesIn(all.preWhole)]).toEqual([
    recorded.total.nodes_asked,
    recorded.total.nodes_asked_whole,
  ]);
});

test('the recorded processes in the lab are the vectors vma-*', async () => {
  const { report } = await run({ work: 'processes' });
  const asked = Object.entries(recorded.scenarios).filter(([name]) => name.startsWith('vma-'));
  const sum = (of: (one: Recorded) => number): number => asked.reduce((total, [, one]) => total + of(one), 0);
  expect(report.ledgers[0]?.rows.map((row) => row[3])).toEqual([
    sum((one) => one.nodes_asked_whole),
    sum((one) => one.nodes_asked),
  ]);
});

test('the same stores as a scenario ask for the same nodes', async () => {
  const direct = await run(lab.small);
  const script = direct.report.scenario?.script ?? '';
  expect((await run({ work: 'own', script })).report.charts.map(tableOf).map(({ rows }) => rows)).toEqual(
    direct.report.charts.map(tableOf).map(({ rows }) => rows),
  );
});

test('a log of strace is a workload; a fault in it is named by its line', async () => {
  const at = (k: number): string => `0x7f00000${k.toString(16).padStart(2, '0')}000`;
  const maps = Array.from({ length: 60 }, (_, k) => `${k % 2}`).map(
    (other, k) =>
      `mmap(${at(k)}, 4096, PROT_READ${other === '1' ? '|PROT_WRITE' : ''}, ` +
      `MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = ${at(k)}`,
  );
  const log = [...maps, `munmap(${at(30)}, 4096) = 0`].join('\n');
  const { report } = await run({ work: 'own', script: log });
  const [stores, needing] = must(must(report.ledgers[0], 'a ledger').rows[1], 'vacancy').slice(1);
  expect(stores).toBe(61);
  expect(Number(needing)).toBeGreaterThan(0);
  const [first = '', ...rest] = maps;
  const broken = [first, 'mmap(NULL, zebra, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x1000', ...rest].join('\n');
  await expect(run({ work: 'own', script: broken })).rejects.toThrow('Line 2: ');
});

test('the published columns are the JSON’s', async () => {
  for (const [beside, id] of [
    ['calls', 'prealloc-calc'],
    ['requests', 'bulk-alloc-req'],
  ] as const) {
    const { report } = await run({ ...lab.small, beside });
    const counts = report.ledgers[1]?.rows ?? [];
    for (const [series, column] of [
      [0, 1],
      [1, 3],
    ] as const) {
      const values = must(figureOf(id).series, id)[series]?.values as Readonly<Record<string, number>>;
      const shown = new Map(counts.map((row) => [String(row[0]), row[column]]));
      expect(Object.fromEntries(Object.keys(values).map((bin) => [bin, shown.get(bin) ?? 0]))).toEqual(values);
      expect(counts.reduce((total, row) => total + Number(row[column]), 0)).toBe(
        Object.values(values).reduce((total, one) => total + one, 0),
      );
    }
  }
});

test('the usual run is the one of the picture: 60.6 % fewer nodes, 4,125 stores that need some', async () => {
  const { report, date } = await run({});
  expect(report.claim.here).toContain('60.6 % fewer nodes');
  expect(report.ledgers[0]?.rows.map((row) => row[2])).toEqual([4125, 4125]);
  expect(date).toBeNull();
});

test('an mmap storm is a scenario of about the requested number of calls', async () => {
  const { report } = await run({ work: 'storm', n: 400 });
  expect(stormScript(400, 7)).toBe(report.scenario?.script);
  expect(Number(report.ledgers[0]?.rows[1]?.[1])).toBeGreaterThan(300);
  await expect(run({ work: 'own', script: 'tree t\nstore 1' })).rejects.toThrow('Line 2');
});

test('a chart’s table is what its CSV holds', async () => {
  const { report } = await run(lab.small);
  const [chart] = report.charts;
  const table = tableOf(chart!);
  const lines = csvOf(table).trimEnd().split('\r\n');
  expect(lines[0]).toBe(table.columns.join(',').replace('published, 21 Feb 2025 (%)', '"published, 21 Feb 2025 (%)"'));
  expect(lines.slice(1)).toEqual(table.rows.map((row) => row.map((cell) => cell ?? '').join(',')));
});
