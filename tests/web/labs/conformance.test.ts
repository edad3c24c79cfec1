// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lab of conformance: it counts what the files hold, agrees with the recordings, and notices when one is altered.

import { expect, test } from 'vitest';

import { nodeBench, nodeHost } from '../../../web/cli/lab';
import { lab } from '../../../web/labs/conformance';
import type { Bench } from '../../../web/measure/bench';
import { runLab } from '../../../web/measure/run';
import { csvOf, tableOf } from '../../../web/measure/tables';
import { parseVector } from '../../../web/replay/vector';

const bench = nodeBench(1);

test('operations are those of the files, without a mismatch; the range map agrees with all', async () => {
  const { report, date } = await runLab(lab, { files: 'some', invariants: 'no' }, bench, nodeHost);
  const names = (await bench.goldenNames()).filter((_, k) => k % 8 === 0);
  const vectors = await Promise.all(names.map(async (name) => parseVector(await bench.golden(name))));
  const operations = vectors.reduce((sum, one) => sum + one.operations.length, 0);
  const naive = vectors.filter((one) => !one.operations.some(({ op }) => op.startsWith('s_'))).length;
  const total = report.ledgers[0]?.rows.at(-1);
  expect(total?.slice(0, 3)).toEqual(['all', names.length, operations]);
  expect(total?.slice(3)).toEqual([0, expect.any(Number), naive, 0]);
  expect(naive).toBeGreaterThan(10);
  expect(report.ledgers[1]?.rows).toEqual([]);
  const all = (await bench.goldenNames()).length;
  expect(report.claim.here).toContain(
    `${operations.toLocaleString('en-US')} recorded operations, 0 mismatches, in ${names.length} of the ${all} files`,
  );
  expect(date).toBeNull();
  const table = tableOf(report.charts[0]!);
  expect(csvOf(table).trimEnd().split('\r\n')).toHaveLength(table.rows.length + 1);
});

test.each([
  ['a count', /"live":(\d+)/, '"live":9$1'],
  ['a sum', /"sum":"[0-9a-f]{4}/, '"sum":"0bad'],
  ['an argument, which the range map notices too', /"z":"0x/, '"z":"0xf'],
])('an altered recording is a mismatch: %s', async (_, from, to) => {
  const altered: Bench = {
    ...bench,
    goldenNames: () => Promise.resolve(['mix-range.jsonl.gz']),
    golden: async (name) => (await bench.golden(name)).replace(from, to),
  };
  const { report } = await runLab(lab, lab.small, altered, nodeHost);
  expect(Number(report.ledgers[0]?.rows.at(-1)?.[3])).toBeGreaterThan(0);
  expect(report.ledgers[1]?.rows.length).toBeGreaterThan(0);
});
