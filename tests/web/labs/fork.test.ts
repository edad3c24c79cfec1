// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lab of forks: nodes and requests are the reference numbers of the specification (its section “Reference numbers
// for self-check”: layouts G1 and C, normal and bulk), children equal their parents, published rows are the JSON's.

import { expect, test } from 'vitest';

import { must } from '../../../web/base/assert';
import { loadCore } from '../../../web/cli/core-file';
import { nodeBench, nodeHost } from '../../../web/cli/lab';
import { machineOver } from '../../../web/engine/core/machine';
import { change, countForks, forkScript, lab } from '../../../web/labs/fork';
import { figureOf } from '../../../web/measure/published';
import { runLab } from '../../../web/measure/run';
import { csvOf, tableOf } from '../../../web/measure/tables';
import { FORK_WAYS, LAYOUTS, benchCalls } from '../../../web/measure/loops';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario } from '../../../web/scenario/run/interpreter';

const bench = nodeBench(1);

/** n, height, nodes; bulk requests and objects of a duplication; nodes a bulk load asks for and its bulk requests. */
type Row = readonly [n: number, height: number, nodes: number, bulks: number, asked: number, bulkRequests: number];
const HOLES: readonly Row[] = [
  [21, 2, 4, 1, 8, 1],
  [121, 3, 19, 3, 24, 1],
  [221, 3, 32, 4, 39, 2],
  [421, 3, 60, 7, 72, 3],
  [821, 4, 118, 15, 136, 5],
  [1621, 4, 230, 27, 264, 9],
  [3221, 4, 454, 51, 522, 18],
  [6421, 4, 904, 101, 1036, 35],
  [12821, 5, 1805, 202, 2064, 69],
];
const CONTIGUOUS: readonly Row[] = [
  [21, 2, 3, 1, 8, 1],
  [121, 2, 10, 1, 24, 1],
  [221, 3, 18, 3, 39, 2],
  [421, 3, 34, 5, 72, 3],
  [821, 3, 62, 7, 136, 5],
  [1621, 4, 124, 15, 264, 9],
  [3221, 4, 243, 28, 522, 18],
  [6421, 4, 484, 55, 1036, 35],
  [12821, 5, 964, 109, 2064, 69],
];
/** Nodes asked for in all by one store an entry (“objects allocated”). */
const STORED = {
  holes: [13, 92, 181, 353, 705, 1409, 2827, 5673, 11381],
  contiguous: [4, 46, 89, 186, 367, 742, 1493, 3010, 6045],
};

test.each([
  ['holes', HOLES],
  ['contiguous', CONTIGUOUS],
] as const)('%s: nodes and requests of each way are the reference numbers', async (layout, rows) => {
  for (const [k, [n, height, nodes, bulks, asked, bulkRequests]] of rows.entries()) {
    const counts = countForks(await bench.core('explore'), layout, n);
    expect(counts).toEqual({
      n,
      height,
      ways: {
        dup: { requests: 1 + bulks, asked: nodes, nodes, freed: 0 },
        bulk: { requests: 1 + bulkRequests, asked, nodes, freed: asked - nodes },
        stores: { ...counts.ways.stores, asked: STORED[layout][k], nodes },
      },
    });
  }
});

// The closed forms of the specification: leaves hold 8 of these entries and as many gaps, which is all 16 slots; a
// duplication asks once for the root and once for the children of each inner node; a bulk load asks for L + L/8 + 3.
test('the most VMAs of the published table are counted to the last request', async () => {
  const most = must(figureOf('forks-large').x?.values.at(-1), 'a number of VMAs');
  const parameter = must(lab.parameters[0], 'n');
  expect(parameter.kind === 'number' ? parameter.max : 0).toBe(most);
  const { height, ways } = countForks(await bench.core('explore'), 'holes', most);
  const [{ nodes }, leaves, expected] = [ways.dup, Math.ceil(most / 8), Math.ceil((2 * most + 1) / 14)];
  expect(height).toBe(7);
  expect(ways.dup).toEqual({ requests: 1 + nodes - leaves, asked: nodes, nodes, freed: 0 });
  const asked = expected + Math.ceil(expected / 8) + 3;
  expect(ways.bulk).toEqual({ requests: 1 + Math.ceil((asked - 1) / 30), asked, nodes, freed: asked - nodes });
  expect(ways.stores).toMatchObject({ nodes, freed: ways.stores.asked - nodes });
  const calls = benchCalls(await loadCore('bench'));
  expect(calls.mpl_bench_build(LAYOUTS.indexOf('holes'), most)).toBe(0);
  for (const way of FORK_WAYS) expect(calls.mpl_bench_child(FORK_WAYS.indexOf(way))).toBe(nodes);
});

test('the timed loops make children that equal their parents, with the nodes that are counted', async () => {
  const core = await loadCore('bench');
  const calls = benchCalls(core);
  for (const layout of LAYOUTS)
    for (const n of [1, 21, 421]) {
      expect(calls.mpl_bench_build(LAYOUTS.indexOf(layout), n)).toBe(0);
      const { ways } = countForks(await bench.core('explore'), layout, n);
      for (const way of FORK_WAYS) {
        expect(calls.mpl_bench_child(FORK_WAYS.indexOf(way))).toBe(ways[way].nodes);
        expect(calls.mpl_bench_fork(FORK_WAYS.indexOf(way), 3)).toBe(3 * n);
      }
    }
  expect(calls.mpl_bench_build(LAYOUTS.length, 5)).toBe(-22);
  expect(calls.mpl_bench_end()).toBe(0);
});

test.each(LAYOUTS)(
  '%s: the scenario behind a point forks as many VMAs, and needs what the tree needs',
  async (layout) => {
    for (const n of [1, 2, 21, 120]) {
      const read = readScenario(forkScript(layout, n, 'bulk'));
      if (read.kind !== 'program') throw new Error(read.diagnostics[0]?.message);
      const core = await bench.core('explore');
      let nodes = 0;
      for (const item of runScenario(read.program, machineOver(core), { sums: 'few' }))
        if (item.kind === 'end') {
          expect(item.stopped).toBeNull();
          nodes = item.trees[1]?.nodes ?? 0;
          expect(item.trees[1]?.entries).toBe(n);
        }
      if (n > 2 && layout !== 'holes') expect(nodes).toBe(countForks(core.again(), layout, n).ways.bulk.nodes);
    }
  },
);

test('published rows are the JSON’s, and what is exported is the table', async () => {
  const { report, date } = await runLab(lab, lab.small, bench, nodeHost);
  const forks = report.charts.find(({ name }) => name === 'forks');
  const [dup, bulk] = (forks?.series ?? []).filter(({ from }) => from === 'published');
  for (const [row, series] of [
    [2, dup],
    [0, bulk],
  ] as const) {
    const values = must(figureOf('forks-large').series, 'rows')[row]?.values as readonly number[];
    expect(series?.points.map(({ y }) => Math.round(10 * y))).toEqual(values.slice(0, 4));
  }
  const gain = report.charts[0]?.series.find(({ name }) => name === 'published, v3');
  expect(gain?.points.map(({ y }) => Number(y.toFixed(2)))).toEqual(
    figureOf('forks-v3').published_ratio?.values.slice(0, 4),
  );
  const table = tableOf(report.charts[0]!);
  expect(csvOf(table).trimEnd().split('\r\n')).toHaveLength(1 + table.rows.length);
  expect(table.rows.map(([n]) => n)).toEqual([21, 121, 221, 421]);
  expect(table.opens.every((opens) => opens !== null)).toBe(true);
  // The figure of the table at the number of VMAs that this run reached.
  expect(report.claim.seed).toContain(
    `${figureOf('forks-v3').published_ratio?.values[3]?.toFixed(1)} % faster at 421 VMAs`,
  );
  expect(date).not.toBeNull();
});

test('beside a run there stands what was published at as many VMAs', async () => {
  const seed = async (n: number): Promise<string> =>
    (await runLab(lab, { ...lab.small, n }, bench, nodeHost)).report.claim.seed;
  expect(await seed(6421)).toContain('51.0 % faster at 6,421 VMAs (series v3');
  const [old, , now] = must(figureOf('forks-large').series, 'rows').map(({ values }) => (values as number[])[8]);
  const gain = (100 * (must(now, 'new') / must(old, 'old') - 1)).toFixed(1);
  expect(await seed(12_900)).toContain(`${gain} % faster at 12,821 VMAs (the table up to 1.6 million`);
});

test('a gain is said in percent up to twice as fast, and from there in times', () => {
  expect([-3.26, 51.04, 99.9, 100, 144.6].map(change)).toEqual([
    '3.3 % slower',
    '51.0 % faster',
    '99.9 % faster',
    '2.00 times as fast',
    '2.45 times as fast',
  ]);
});

test('low and high ends are columns of their own: files have them, a page can hide them', async () => {
  const { report } = await runLab(lab, { ...lab.small, n: 121 }, bench, nodeHost);
  for (const chart of report.charts) {
    const { columns, rows, spread } = tableOf(chart);
    expect(columns.map((head, k) => [head, spread?.has(k)])).toEqual(
      columns.map((head) => [head, /, (low|high)( \(%\))?$/.test(head)]),
    );
    expect(csvOf({ columns, rows }).split('\r\n')[0]?.split(',').length).toBeGreaterThanOrEqual(columns.length);
  }
  expect(tableOf(must(report.charts[0], 'gain')).spread?.size).toBe(2);
});

test('the whole simulated fork is timed too', async () => {
  const { report } = await runLab(lab, { ...lab.small, n: 21, work: 'whole' }, bench, nodeHost);
  expect(report.claim.here).toContain('whole simulated fork');
  await expect(runLab(lab, { ...lab.small, n: 65_531, work: 'whole' }, bench, nodeHost)).rejects.toThrow('65,530');
});
