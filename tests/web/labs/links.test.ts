// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every point of every lab opens the scenario that it stands for, or its row says why there is none. The scenario of a
// recorded file makes the very tree that was recorded.

import { expect, test } from 'vitest';

import { linksOf } from '../../../web/app/labs/lab-link';
import { must } from '../../../web/base/assert';
import { allLabs, nodeBench, nodeHost } from '../../../web/cli/lab';
import { machineOver } from '../../../web/engine/core/machine';
import { lab as real } from '../../../web/labs/real';
import type { Bench } from '../../../web/measure/bench';
import { runLab } from '../../../web/measure/run';
import { jsonOf, tableOf } from '../../../web/measure/tables';
import type { TreeHandle } from '../../../web/model/machine';
import { scriptOfVector } from '../../../web/replay/script';
import { parseVector } from '../../../web/replay/vector';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario } from '../../../web/scenario/run/interpreter';
import { scriptOf } from './script-of';

const bench: Bench = { ...nodeBench(1), processes: () => null };
const labs = await allLabs();

test.each(labs.map((lab) => [lab.name, lab] as const))(
  '%s: no point of its small setting lacks one',
  async (_, lab) => {
    const { report } = await runLab(lab, lab.small, bench, nodeHost);
    const links = linksOf(report);
    let opened = 0;
    for (const chart of report.charts) {
      for (const { from, name, points } of chart.series)
        for (const { x, opens } of points) {
          if (from === 'published') continue;
          const said = must(opens, `${chart.name}, ${name}, ${x}`);
          if ('none' in said) expect(said.none).toMatch(/^none: \S/);
          else expect(links.get(said)).toMatch(/^#m1\./);
          opened += 'none' in said ? 0 : 1;
        }
      const { rows, opens } = tableOf(chart);
      expect(opens.map((one) => one === null)).toEqual(rows.map(() => false));
    }
    if (lab.name === 'pagecopy') expect(opened).toBe(0);
    else expect(opened).toBeGreaterThan(2);
    for (const opens of report.ledgers.flatMap((ledger) => ledger.opens ?? []))
      if (opens !== null && 'script' in opens) expect(readScenario(opens.script).kind).toBe('program');
  },
);

test('a recorded process opens as a scenario that ends with the recorded tree', async () => {
  const names = await bench.goldenNames();
  const said: string[] = [];
  for (const name of names.filter((one, k) => one.startsWith('vma-') || k % 8 === 0)) {
    const vector = parseVector(await bench.golden(name));
    const opens = scriptOfVector(vector);
    if ('none' in opens) continue;
    said.push(name);
    const read = readScenario(opens.script);
    if (read.kind !== 'program')
      throw new Error(`${name}: ${read.diagnostics[0]?.line} ${read.diagnostics[0]?.message}`);
    const core = await bench.core('explore');
    let handle: TreeHandle | undefined;
    for (const item of runScenario(read.program, machineOver(core), { sums: 'few' })) {
      if (item.kind === 'step') handle = item.trees.at(-1)?.handle;
      if (item.kind === 'end') expect({ name, stopped: item.stopped }).toEqual({ name, stopped: null });
    }
    const sum = BigInt.asUintN(64, core.calls.mpl_sum(must(handle, 'a tree'))).toString(16);
    expect({ name, sum: sum.padStart(16, '0') }).toEqual({ name, sum: vector.operations.at(-1)?.['sum'] });
  }
  expect(said.filter((name) => name.startsWith('vma-'))).toHaveLength(
    names.filter((one) => one.startsWith('vma-')).length,
  );
  expect(said.length).toBeGreaterThan(18);
});

test('a strip has a cell for each leaf; files hold short scenarios only', async () => {
  const result = await runLab(real, real.small, bench, nodeHost);
  const strips = must(
    result.report.charts.find(({ name }) => name === 'strips'),
    'strips',
  );
  const fills = new Map(result.report.ledgers[0]?.rows.map((row) => [row[0], row[4]]));
  for (const { name, points } of strips.series) {
    const slots = points.reduce((sum, { y }) => sum + y, 0);
    expect({ name, fill: Number(((100 * slots) / (16 * points.length)).toFixed(1)) }).toEqual({
      name,
      fill: fills.get(name),
    });
    expect(scriptOf(points[0]?.opens).length).toBeGreaterThan(20_000);
  }
  const written = jsonOf(result);
  expect(written.length).toBeLessThan(500_000);
  expect(written).toMatch(/"none": "none: \d+ letters"/);
});
