// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lab of the page copy: both loops do one work, checks are the entries that are present, code bytes are those of
// the module, published rows are the JSON's.

import { expect, test } from 'vitest';

import { must } from '../../../web/base/assert';
import { loadCore } from '../../../web/cli/core-file';
import { nodeBench, nodeHost } from '../../../web/cli/lab';
import { changeOf, lab } from '../../../web/labs/pagecopy';
import { codeSizes } from '../../../web/measure/code-size';
import { runLab } from '../../../web/measure/run';
import { csvOf, tableOf } from '../../../web/measure/tables';
import { benchCalls } from '../../../web/measure/loops';

const bench = nodeBench(1);

test.each([
  [1000, 100, 0],
  [4096, 60, 25],
])('%i entries, %i of 100 present, %i of 100 special: both loops leave the same', async (n, present, special) => {
  const calls = benchCalls(await loadCore('bench'));
  const sums = (['mpl_copy_inlined', 'mpl_copy_called', 'mpl_copy_counted'] as const).map((loop) => {
    expect(calls.mpl_copy_prepare(n, present, special, 1)).toBe(0);
    const count = calls[loop](1);
    if (loop !== 'mpl_copy_counted') expect(count).toBe(n);
    else if (present === 100) expect(count).toBe(n);
    else expect(count / n).toBeCloseTo(present / 100, 1);
    return calls.mpl_copy_sum();
  });
  expect(new Set(sums).size).toBe(1);
  expect(calls.mpl_copy_prepare(0, 100, 0, 1)).toBe(-22);
});

test('a change is said with its sign, and none has no sign', () => {
  expect([0.953, 1.026, 0.9998, 1, 1.0004].map(changeOf)).toEqual(['−4.7', '+2.6', '0.0', '0.0', '0.0']);
});

test('the check names the page of an entry, and none of the zero page', async () => {
  const calls = benchCalls(await loadCore('bench'));
  expect(calls.mpl_copy_check(0n, (7n << 12n) | 1n)).toBe(8);
  expect(calls.mpl_copy_check(0n, 0x201n)).toBe(0);
});

test('code bytes are those of the module, published rows the JSON’s', async () => {
  const { report } = await runLab(lab, lab.small, bench, nodeHost);
  const code = must(report.ledgers[0], 'code').rows;
  const sizes = codeSizes(await bench.moduleBytes('bench'));
  expect(code[0]).toEqual(['loop, WebAssembly here', sizes.get('mpl_copy_inlined'), sizes.get('mpl_copy_called')]);
  expect(Number(code[0]?.[1])).toBeGreaterThan(Number(code[0]?.[2]));
  expect(code.slice(2)).toEqual([
    ['do_wp_page, published', 972, 743],
    ['vmlinux, published', 9709248, 9709824],
  ]);
  const [asPrinted, micro, wasm, native] = must(report.ledgers[1], 'units').rows;
  expect(Number(asPrinted?.[1])).toBeCloseTo(0.0224, 4);
  expect([micro?.[1], micro?.[2]].map((ns) => Number(Number(ns).toFixed(2)))).toEqual([22.39, 23.5]);
  expect(wasm?.slice(1).every((ns) => Number(ns) > 0)).toBe(true);
  expect(native).toEqual(['native, here', null, null]);
  expect(report.claim.seed).toContain('23,475');
  expect(report.claim.seed).toContain('24,638');
  const table = tableOf(must(report.charts[0], 'a chart'));
  expect(csvOf(table).trimEnd().split('\r\n')).toHaveLength(3);
});

test('timed natively, its row stands beside that of WebAssembly', async () => {
  const natively = nodeBench(1, () => undefined, true);
  const { report } = await runLab(lab, lab.small, natively, nodeHost);
  const [, , wasm, native] = must(report.ledgers[1], 'times').rows;
  for (const row of [wasm, native]) expect(row?.slice(1).every((ns) => Number(ns) > 0)).toBe(true);
  expect(native).not.toEqual(['native, here', ...(wasm ?? []).slice(1)]);
  const points = must(report.charts[0]?.series[0], 'a series').points;
  expect(points.map(({ y }) => y)).toEqual(native?.slice(1));
});
