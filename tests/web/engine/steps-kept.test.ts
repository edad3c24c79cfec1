// SPDX-License-Identifier: GPL-2.0-or-later

import { briefsOf } from '../columns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { index } from '../../../web/base/index64';
import { reasons } from '../../../web/model/reason';
import type { TreeHandle } from '../../../web/model/machine';
import { stepsKept, type KeptStep } from '../../../web/engine/time/steps-kept';
import { seed } from './runs';

const TREES = [[], [{ name: 't', kind: 'tree' as const, handle: 1 as TreeHandle, vmas: null }]] as const;
const ONE = { append: 1 };

const small = fc.nat({ max: 2 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 2 });
const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map(index);

const step = fc
  .record({
    line: small,
    error: maybe(fc.constant('ENOMEM' as const)),
    storeType: maybe(fc.constantFrom('append' as const, 'split_store' as const)),
    vh: maybe(small),
    used: small,
    live: fc.nat(),
    requests: fc.array(small, { maxLength: 2 }),
    rk: fc.constantFrom('', 's', 'B'),
    sum: maybe(u64),
    result: maybe(fc.oneof(small, fc.constant({ label: 'a' }))),
    touched: maybe(fc.tuple(u64, u64)),
    hash: maybe(u64),
    more: fc.boolean(),
    alone: fc.nat({ max: 9 }),
    hint: fc.constantFrom(reasons(), reasons('a hint')),
    gutter: fc.constantFrom([], ['node'], ['node', '2 nodes']),
    passed: fc.nat(),
    newest: fc.nat(),
    trees: fc.constantFrom(...TREES),
    waiting: small,
  })
  .map(
    ({
      line,
      error,
      storeType,
      vh,
      used,
      live,
      requests,
      rk,
      sum,
      result,
      touched,
      hash,
      more,
      alone,
      hint,
      gutter,
      passed,
      newest,
      trees,
      waiting,
    }): KeptStep => ({
      report: {
        line,
        op: 'store',
        tree: 't',
        error,
        result,
        storeType,
        vh,
        sh: vh,
        pre: null,
        preVacancy: null,
        preWhole: vh,
        used,
        requests,
        rk,
        freed: used,
        deferred: 0,
        live,
        height: 3,
        sum: sum === null ? null : sum.toString(16).padStart(16, '0'),
        ...(alone === 0 ? { fork: null } : {}),
      },
      touched: touched === null ? null : { tree: 't', first: touched[0], last: touched[1] },
      focus: 't',
      pair: alone === 1 ? { parent: 't', child: 'u' } : null,
      hint,
      describedAs: alone === 3 ? 'map' : null,
      gutter,
      wanted:
        hash === null
          ? []
          : more
            ? [
                [1 as TreeHandle, hash],
                [2 as TreeHandle, index(5n)],
              ]
            : [[1 as TreeHandle, hash]],
      used,
      stores: storeType === null ? null : ONE,
      waiting,
      passed,
      trees,
      readers: [],
      states: [],
      named: 1 as TreeHandle,
      newest,
      ...(alone === 2 ? { forked: { parent: 't', child: 'u' } } : {}),
    }),
  );

test('each step comes back as it was put in, and steps that are alike share their brief', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (all) => {
      const kept = stepsKept();
      for (const one of all) kept.push(one);
      expect(kept.length()).toBe(all.length);
      expect(all.map((_, k) => kept.at(k + 1))).toEqual(all);
      all.forEach((one, k) => {
        expect(kept.at(k + 1)?.trees).toBe(one.trees);
        expect([kept.newestAt(k + 1), kept.passedAt(k + 1), kept.sumAt(k + 1)]).toEqual([
          one.newest,
          one.passed,
          one.report.sum,
        ]);
      });
      const briefs = briefsOf(kept.columns());
      expect(briefs.map(({ line, error, asked, refused, gutter }) => [line, error, asked, refused, gutter])).toEqual(
        all.map(({ report, gutter }) => [
          report.line,
          report.error,
          report.requests.reduce((sum, size) => sum + size, 0),
          report.rk === 'B',
          gutter,
        ]),
      );
    }),
    { seed, numRuns: 200 },
  );
});

test('a hundred thousand like steps take a few megabytes, and a sum can be added later', () => {
  const kept = stepsKept();
  const like = fc
    .sample(step, { numRuns: 99, seed })
    .find(({ forked, report, wanted }) => forked === undefined && report.fork === undefined && wanted.length < 2);
  if (like === undefined) throw new Error('no step');
  const plain = { ...like, pair: null, report: { ...like.report, result: null, sum: null } };
  for (let k = 0; k < 100_000; k++) kept.push({ ...plain, newest: k, report: { ...plain.report, live: k } });
  expect(kept.bytes()).toBeLessThan(6_000_000);
  expect(kept.columns().kinds).toHaveLength(1);
  expect(kept.at(77_778)?.report.live).toBe(77_777);
  kept.setSum(77_778, '00000000000000ff');
  expect([kept.sumAt(77_777), kept.sumAt(77_778), kept.at(100_001), kept.at(0)]).toEqual([
    null,
    '00000000000000ff',
    undefined,
    undefined,
  ]);
});
