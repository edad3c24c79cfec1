// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lab of fill: heights, nodes and used slots are the reference numbers of the specification (layouts G1 and C,
// normal build), and each scenario makes the tree that its row counts.

import { expect, test } from 'vitest';

import { must } from '../../../web/base/assert';
import { nodeBench, nodeHost } from '../../../web/cli/lab';
import { machineOver } from '../../../web/engine/core/machine';
import { lab } from '../../../web/labs/fill';
import { runLab } from '../../../web/measure/run';
import { csvOf, tableOf } from '../../../web/measure/tables';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario } from '../../../web/scenario/run/interpreter';
import { scriptOf } from './script-of';

const bench = nodeBench(1);

/** n, height, nodes, leaves, and slots × leaves summed up. */
test.each([
  ['holes', 'yes', 21, 2, 4, 3, 11 + 2 * 16],
  ['holes', 'yes', 121, 3, 19, 16, 9 + 10 + 14 * 16],
  ['holes', 'yes', 821, 4, 118, 103, 11 + 102 * 16],
  ['contiguous', 'yes', 121, 2, 10, 9, 8 + 9 + 7 * 15],
  ['contiguous', 'yes', 821, 3, 62, 55, 12 + 54 * 15],
  ['holes', 'no', 821, 3, 111, 103, 11 + 102 * 16],
  ['contiguous', 'no', 421, 3, 32, 29, 8 + 9 + 27 * 15],
] as const)('%s, gaps %s: %i ascending ranges', async (layout, gaps, n, height, nodes, leaves, slots) => {
  const { report } = await runLab(lab, { n, layout, gaps, seed: 7 }, bench, nodeHost);
  const row = must(report.ledgers[0], 'shapes').rows.find(([order]) => order === 'ascending');
  expect(row?.slice(1, 5)).toEqual([height, nodes, leaves, slots]);
  // Leaf by leaf, read from the nodes themselves: as many leaves and slots, in each order, before and after the churn.
  for (const [shape, byUse] of [
    [0, 2],
    [1, 3],
  ] as const)
    for (const [k, order] of must(report.ledgers[shape], 'shapes').rows.entries()) {
      const rows = must(report.ledgers[byUse], 'leaves').rows.map((cells) => [Number(cells[0]), Number(cells[k + 1])]);
      const sum = (of: (slots: number, count: number) => number): number =>
        rows.reduce((total, [slots = 0, count = 0]) => total + of(slots, count), 0);
      expect([sum((_, count) => count), sum((slots, count) => slots * count)]).toEqual(order.slice(3, 5));
    }
});

test('the scenario of each row makes its tree; the chart’s table is exported', async () => {
  const { report } = await runLab(lab, { ...lab.small, n: 300 }, bench, nodeHost);
  let run = 0;
  for (const ledger of report.ledgers)
    for (const [k, opens] of (ledger.opens ?? []).entries()) {
      const read = readScenario(scriptOf(opens));
      if (read.kind !== 'program') throw new Error(read.diagnostics[0]?.message);
      for (const item of runScenario(read.program, machineOver(await bench.core('explore')), { sums: 'few' }))
        if (item.kind === 'end') {
          expect(item.stopped).toBeNull();
          expect([item.trees[0]?.height, item.trees[0]?.nodes]).toEqual(ledger.rows[k]?.slice(1, 3));
          run++;
        }
    }
  expect(run).toBe(8);
  const table = tableOf(must(report.charts[0], 'a chart'));
  expect(table.rows.map(([n]) => n)).toEqual([10, 20, 50, 100, 200, 300]);
  expect(csvOf(table).trimEnd().split('\r\n')).toHaveLength(7);
});
