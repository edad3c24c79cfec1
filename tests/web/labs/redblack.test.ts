// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lab of the red-black tree. That lines are counted rightly is shown against Valgrind (tests/core/cachelines.py,
// tests/web/engine/redblack.test.ts); here, that the lab prints what was counted, and that what it times is one work.

import { expect, test } from 'vitest';

import { must } from '../../../web/base/assert';
import { loadCore } from '../../../web/cli/core-file';
import { nodeBench, nodeHost } from '../../../web/cli/lab';
import { machineOver } from '../../../web/engine/core/machine';
import { filled, lab } from '../../../web/labs/redblack';
import type { Cell } from '../../../web/measure/lab';
import { runLab } from '../../../web/measure/run';
import { csvOf, tableOf } from '../../../web/measure/tables';
import { benchCalls, TREE_LOOPS, TREES } from '../../../web/measure/loops';

const bench = nodeBench(1);

test('a red-black lookup touches a line for each level; bytes and nodes are those of the trees', async () => {
  const { report } = await runLab(lab, lab.small, bench, nodeHost);
  const rows = (at: number) => new Map(must(report.ledgers[at], 'a ledger').rows.map(([name, ...row]) => [name, row]));
  const [shape, lines] = [rows(0), rows(1)];
  const core = await bench.core('explore');
  const { nodes, height } = machineOver(core).facts(filled(core, 500, 7));
  expect(shape.get('nodes, records')).toEqual([nodes, 500, 500]);
  expect(shape.get('depth, mean')?.[0]).toBe(height);
  expect(shape.get('bytes of the tree per range')).toEqual([(256 * nodes) / 500, 32, 64]);
  // A copy uses every line of its source that holds something, and writes as many of its own; a record has one.
  const copied = must(shape.get('lines of one copy'), 'a row').map(Number);
  const written = must(shape.get('lines written by one copy'), 'a row').map(Number);
  expect([copied, written]).toEqual([
    [8 * nodes, 1000, 1000],
    [4 * nodes, 500, 500],
  ]);
  const rest = (row: readonly Cell[] | undefined): number => Number(must(row, 'a row')[1]);
  expect(rest(lines.get('look up: lines'))).toBeCloseTo(rest(shape.get('depth, mean')), 10);
  expect(lines.get('look up: lines written')).toEqual([0, 0, 0]);
  const table = tableOf(must(report.charts[0], 'a chart'));
  expect(table.rows.map(([name]) => name)).toEqual(['look up', 'insert', 'erase']);
  expect(csvOf(table).trimEnd().split('\r\n')).toHaveLength(4);
  expect(report.claim.seed).toContain('1.64 % less');
  await expect(runLab(lab, { ...lab.small, line: 48 }, bench, nodeHost)).rejects.toThrow('A cache has lines of');
});

test('all three meet the same ranges in what is timed, and hold them afterwards', async () => {
  const calls = benchCalls(await loadCore('bench'));
  const sums = TREES.map((_, which) => which).map((which) => {
    expect(calls.mpl_bench_trees(421, 3)).toBe(0);
    for (const what of [...TREE_LOOPS.keys(), ...TREE_LOOPS.keys()])
      expect(calls.mpl_bench_tree(which, what, 2)).toBe(842);
    return calls.mpl_bench_sum();
  });
  expect(calls.mpl_bench_tree(TREES.length, 0, 1)).toBe(0);
  expect(new Set(sums).size).toBe(1);
  expect(sums[0]).not.toBe(0n);
  expect(calls.mpl_bench_end()).toBe(0);
});

test('no order of lookups repeats for a processor to learn: rounds differ, for all trees alike', async () => {
  const calls = benchCalls(await loadCore('bench'));
  const of = (which: number): readonly bigint[] => {
    expect(calls.mpl_bench_trees(100, 3)).toBe(0);
    let before = 0n;
    return Array.from({ length: 20 }, () => {
      calls.mpl_bench_tree(which, TREE_LOOPS.indexOf('load'), 1);
      const [sum, last] = [calls.mpl_bench_sum(), before];
      before = sum;
      return sum - last;
    });
  };
  const [maple, redBlack, stdMap] = [of(0), of(1), of(2)];
  expect(new Set(maple).size).toBe(20);
  expect([redBlack, stdMap]).toEqual([maple, maple]);
  calls.mpl_bench_end();
});
