// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lab of failures: page tables left are those of the specification's rule (12,288, 8,192, 4,096 and 0 bytes by
// where the VMA starts) and the reported figure; nothing else is ever left.

import { expect, test } from 'vitest';

import { must } from '../../../web/base/assert';
import { nodeBench, nodeHost } from '../../../web/cli/lab';
import { machineOver } from '../../../web/engine/core/machine';
import { lab } from '../../../web/labs/failure';
import { figureOf } from '../../../web/measure/published';
import { runLab } from '../../../web/measure/run';
import { csvOf, tableOf } from '../../../web/measure/tables';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario } from '../../../web/scenario/run/interpreter';
import { scriptOf } from './script-of';

const bench = nodeBench(1);

test('the wrong ceiling leaves what the rule says, the other designs leave nothing', async () => {
  const { report } = await runLab(lab, lab.small, bench, nodeHost);
  const left = must(report.charts[0], 'a chart');
  const bytes = (name: string) => left.series.find((one) => one.name === name)?.points.map(({ x, y }) => [x, y]);
  const wrong = new Map(bytes('range, wrong ceiling') as [number, number][]);
  expect([7, 9, 4, 5].map((vma) => wrong.get(vma))).toEqual([12288, 8192, 4096, 0]);
  for (const name of ['marker (6.16)', 'range, own ceiling (v3)'])
    expect(bytes(name)?.every(([, y]) => y === 0)).toBe(true);
  expect(figureOf('pgtables-bug').values?.[0]?.value).toBe(12288);
  expect(report.claim.seed).toContain('12,288');
  const matrix = must(report.ledgers[0], 'the matrix').rows;
  expect(matrix.map((row) => row[4]).filter((left) => left !== 0)).toHaveLength(1);
  for (const [, failures, ...outcomes] of matrix)
    expect(outcomes.reduce<number>((sum, one) => sum + Number(one), 0)).toBe(failures);
  const table = tableOf(left);
  expect(csvOf(table).trimEnd().split('\r\n')).toHaveLength(table.rows.length + 1);
});

test('every point opens a scenario that fails where it says, and leaves what it says', async () => {
  const { report } = await runLab(lab, lab.small, bench, nodeHost);
  for (const { points } of must(report.charts[0], 'a chart').series.slice(0, 3))
    for (const { x, y, opens } of points) {
      const read = readScenario(scriptOf(opens));
      if (read.kind !== 'program') throw new Error(read.diagnostics[0]?.message);
      const machine = machineOver(await bench.core('explore'));
      for (const item of runScenario(read.program, machine, { sums: 'few' }))
        if (item.kind === 'step' && item.report.op === 'fork')
          expect([item.report.error, item.report.fork?.at, 4096 * (item.report.fork?.tablesLeft ?? -1)]).toEqual([
            'ENOMEM',
            x,
            y,
          ]);
    }
});

test('a scenario of one’s own is swept as it says', async () => {
  const script = 'mm a\nrepeat 5 as i { map 64K + i*64K..+48K rw }\nsweep vma { fork a as b }';
  const { report } = await runLab(lab, { ...lab.small, work: 'own', script }, bench, nodeHost);
  expect(report.ledgers[0]?.rows).toEqual([['vma, line 3', 0, 5, 0, 0, 0]]);
  // Failures at the first VMA to the fifth leave a child of none to four.
  expect(report.ledgers[1]?.rows).toEqual([['vma, line 3', 5, 2, 4]]);
  await expect(runLab(lab, { ...lab.small, work: 'own', script: 'tree t' }, bench, nodeHost)).rejects.toThrow(
    'no sweep',
  );
});
