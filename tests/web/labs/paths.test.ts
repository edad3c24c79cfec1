// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lab of store paths: splits, appends and nodes asked for are the reference numbers of the specification (layouts
// G1 and C, normal and bulk); toggles ask for nodes where the rules say so.

import { expect, test } from 'vitest';

import { must } from '../../../web/base/assert';
import { nodeBench, nodeHost } from '../../../web/cli/lab';
import { machineOver } from '../../../web/engine/core/machine';
import { lab, tallyOf, toggled } from '../../../web/labs/paths';
import { runLab } from '../../../web/measure/run';
import { csvOf, tableOf } from '../../../web/measure/tables';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario } from '../../../web/scenario/run/interpreter';
import { scriptOf } from './script-of';

const bench = nodeBench(1);

/** n, nodes asked for, splits by one store each; nodes a bulk load asks for, its splits. */
test.each([
  ['holes', 21, 13, 4, 8, 4],
  ['holes', 421, 353, 104, 72, 104],
  ['holes', 1621, 1409, 404, 264, 404],
  ['contiguous', 221, 89, 28, 39, 27],
  ['contiguous', 821, 367, 108, 136, 107],
] as const)(
  '%s, %i stores: splits and nodes are the reference numbers',
  async (layout, n, asked, splits, bulk, bulkSplits) => {
    const values = { ...lab.small, n, layout };
    const normal = tallyOf(machineOver(await bench.core('explore')), 'ascending', values);
    const loaded = tallyOf(machineOver(await bench.core('explore')), 'bulk', values);
    expect([normal.asked, normal.types.get('split_store')?.stores]).toEqual([asked, splits]);
    expect([loaded.asked, loaded.types.get('split_store')?.stores]).toEqual([bulk, bulkSplits]);
    expect([loaded.nodes, loaded.height]).toEqual([normal.nodes, normal.height]);
    expect([normal.types.get('store_root')?.stores, normal.types.get('node_store')?.stores]).toEqual([
      1,
      layout === 'holes' ? 1 : 4,
    ]);
  },
);

test('toggling asks for nodes at a full leaf and at the least full one, and nowhere else', async () => {
  const toggles = await toggled(bench, false);
  const asking = toggles.filter(({ first }) => first > 0).map(({ slots, way }) => `${way} ${slots}`);
  expect(asking).toEqual(['remove 7', 'add 16']);
  expect(toggles.every(({ slots, way, after }) => after === 0 || (slots === 7 && way === 'remove'))).toBe(true);
  const rcu = await toggled(bench, true);
  expect(rcu.filter(({ slots }) => slots > 7 && slots < 16).every(({ after }) => after > 0)).toBe(true);
});

test('scenarios behind the rows make their trees, and the chart’s table is exported', async () => {
  const { report } = await runLab(lab, lab.small, bench, nodeHost);
  const builds = must(report.ledgers[1], 'builds');
  for (const [k, opens] of must(builds.opens, 'scenarios').entries()) {
    const read = readScenario(scriptOf(opens));
    if (read.kind !== 'program') throw new Error(read.diagnostics[0]?.message);
    for (const item of runScenario(read.program, machineOver(await bench.core('explore')), { sums: 'few' }))
      if (item.kind === 'end')
        expect([item.trees[0]?.nodes, item.trees[0]?.height]).toEqual(builds.rows[k]?.slice(3, 5));
  }
  for (const { points } of must(report.charts[1], 'toggles').series)
    for (const { opens } of points) expect(readScenario(scriptOf(opens)).kind).toBe('program');
  const table = tableOf(must(report.charts[0], 'a chart'));
  expect(csvOf(table).trimEnd().split('\r\n')).toHaveLength(table.rows.length + 1);
  expect(report.claim.seed).toContain('about 16 % slower');
});

test('growth by brk() counts its own steps, without the stores that made the tree around the heap', async () => {
  for (const rcu of ['no', 'yes']) {
    const tally = tallyOf(machineOver(await bench.core('explore')), 'brk', { ...lab.small, n: 40, rcu });
    expect([...tally.types.values()].reduce((sum, { stores }) => sum + stores, 0)).toBe(40);
    // One split makes room for the heap; then it grows in place.
    expect([tally.types.get('split_store')?.stores, tally.types.get('slot_store')?.stores]).toEqual([1, 39]);
    expect([tally.asked, tally.before]).toEqual([3, 4]);
  }
});
