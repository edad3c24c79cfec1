// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lab of real maps: what it says of a map is what the map's own tree is, and the recorded processes end with the
// heights that were recorded on Linux.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { must } from '../../../web/base/assert';
import { nodeBench, nodeHost } from '../../../web/cli/lab';
import { lab, mapped, splitMaps } from '../../../web/labs/real';
import type { Bench } from '../../../web/measure/bench';
import { runLab } from '../../../web/measure/run';
import { csvOf } from '../../../web/measure/tables';
import { parseVector } from '../../../web/replay/vector';

const bench = nodeBench(1);
const noProc: Bench = { ...bench, processes: () => null };

/** n contiguous VMAs of a page, which do not merge since they are read one by one. */
const mapsOf = (n: number): string =>
  Array.from({ length: n }, (_, k) => {
    const at = (page: number): string => (0x10000000 + 0x1000 * page).toString(16);
    return `${at(k)}-${at(k + 1)} ${k % 2 === 0 ? 'r--p' : 'rw-p'} 00000000 00:00 0`;
  }).join('\n');

test('a map of 121 contiguous VMAs has as many, and its fork asks for its nodes', async () => {
  const process = mapped(await bench.core('explore'), 'a', mapsOf(121));
  if (typeof process === 'string') throw new Error(process);
  expect([process.vmas, process.height]).toEqual([121, 2]);
  expect(process.asked).toBe(process.nodes);
  expect(mapped(await bench.core('explore'), 'b', 'nonsense')).toMatch(/^b, line 1: /);
});

test('many maps are separated by head’s lines; one that cannot be read is named', async () => {
  const text = `==> /proc/1/maps <==\n${mapsOf(3)}\n\n==> bad <==\nzzz\n==> /proc/2/maps <==\n${mapsOf(30)}\n`;
  expect(splitMaps(text).map(({ name }) => name)).toEqual(['/proc/1/maps', 'bad', '/proc/2/maps']);
  expect(splitMaps(mapsOf(2)).map(({ name }) => name)).toEqual(['pasted']);
  const { report } = await runLab(lab, { maps: text }, bench, nodeHost);
  const table = must(report.ledgers[0], 'processes');
  expect(table.rows.map(([name, vmas]) => [name, vmas])).toEqual([
    ['/proc/2/maps', 30],
    ['/proc/1/maps', 3],
  ]);
  expect(report.claim.here).toContain('1 cannot be read: bad, line 1');
  expect(csvOf(table).trimEnd().split('\r\n')).toHaveLength(3);
});

test('without maps, recorded processes end with the height that Linux had', async () => {
  const { report } = await runLab(lab, lab.small, noProc, nodeHost);
  const names = (await bench.goldenNames()).filter((name) => name.startsWith('vma-'));
  expect(report.ledgers[0]?.rows).toHaveLength(names.length);
  for (const [name, , , height] of must(report.ledgers[0], 'processes').rows) {
    const { operations } = parseVector(await bench.golden(`${name}.jsonl.gz`));
    const last = operations.findLast((operation) => 'h' in operation);
    expect({ name, height }).toEqual({ name, height: last?.['h'] });
  }
});

test('this machine’s own processes are read from /proc', async () => {
  const own = readFileSync('/proc/self/maps', 'utf8').trimEnd().split('\n');
  const process = mapped(await bench.core('explore'), 'self', own.join('\n'));
  if (typeof process === 'string') throw new Error(process);
  expect(process.vmas).toBe(own.filter((line) => !line.endsWith('[vsyscall]')).length);
});
