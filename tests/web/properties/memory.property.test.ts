// SPDX-License-Identifier: GPL-2.0-or-later

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gatherReport } from '../../../web/scenario/run/report';
import { itemsOf } from '../scenario/run';
import { armings, memoryCalls, SEED, ways } from './scenario-texts';

/** Runs a text in which nothing may be found wrong; its steps. */
function soundSteps(text: string): ReturnType<typeof gatherReport>['steps'] {
  const items = itemsOf(text, { sums: 'all' });
  const report = gatherReport(items, 'test');
  expect(items.flatMap((item) => (item.kind === 'step' ? item.troubles : []))).toEqual([]);
  expect(report.stopped).toBeNull();
  expect(report.expects.failed).toEqual([]);
  expect(report.ok).toBe(true);
  return report.steps;
}

describe('address spaces', () => {
  test('what the core holds is what the plain list of VMAs holds, at every step', () => {
    fc.assert(
      fc.property(memoryCalls, (calls) => {
        soundSteps(['mm p', ...calls, 'expect valid', 'exit p', 'expect live() = 0', ''].join('\n'));
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  test('a refused call leaves everything as it was', () => {
    fc.assert(
      fc.property(memoryCalls, armings, memoryCalls, (calls, arming, more) => {
        soundSteps(
          ['mm p', ...calls, arming, ...more, 'fail off', 'expect valid', 'exit p', 'expect live() = 0', ''].join('\n'),
        );
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test('a fork in any way has what the list says; both go on, and everything is freed', () => {
    fc.assert(
      fc.property(memoryCalls, ways, memoryCalls, (calls, way, more) => {
        const lines = [
          'mm p',
          ...calls,
          `fork p as c${way}`,
          'expect valid',
          'use c',
          ...more,
          'use p',
          ...more,
          'fork c as d',
          'exit c',
          'exit p',
          'expect valid',
          'exit d',
          'expect live() = 0',
          '',
        ];
        soundSteps(lines.join('\n'));
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  test('a fork that fails anywhere gives everything back, and the next one goes through', () => {
    let failed = 0;
    fc.assert(
      fc.property(memoryCalls, ways, armings, (calls, way, arming) => {
        const lines = [
          'mm p',
          ...calls,
          arming,
          `fork p as c${way}`,
          'fail off',
          `fork p as d${way}`,
          'expect ok',
          'expect valid',
          'exit d',
          'exit p',
          '',
        ];
        const steps = soundSteps(lines.join('\n'));
        const fork = steps.find((one) => one.op === 'fork');
        if (fork?.error === null) return;
        failed++;
        expect(fork?.fork?.point).toMatch(/^F\d+$/);
        expect(fork?.balance?.rows.filter((row) => row.held !== 0)).toEqual([]);
        expect(steps.at(-1)?.live).toBe(0);
      }),
      { seed: SEED, numRuns: 300 },
    );
    expect(failed).toBeGreaterThan(60);
  });

  test('whatever is swept, each run goes through all the same or is undone', () => {
    const sites = fc.constantFrom(
      '',
      ' node',
      ' mm',
      ' signal',
      ' commit',
      ' vma',
      ' anon',
      ' page',
      ' hook',
      ' policy',
      ' uffd',
      ' times 2',
      ' page times 3',
    );
    fc.assert(
      fc.property(memoryCalls, sites, ways, memoryCalls, (calls, site, way, more) => {
        const inside = [...more.slice(0, 12), `fork p as c${way}`].map((one) => `  ${one}`);
        const items = itemsOf(
          [
            'mm p',
            ...calls,
            `sweep${site} {`,
            ...inside,
            '}',
            'expect valid',
            'exit c',
            'exit p',
            'expect live() = 0',
            '',
          ].join('\n'),
        );
        const report = gatherReport(items, 'test');
        expect(items.flatMap((item) => (item.kind === 'step' ? item.troubles : []))).toEqual([]);
        expect(report.ok).toBe(true);
        const [sweep] = report.sweeps;
        expect(sweep?.runs.filter((run) => run.outcome !== 'completed' && run.outcome !== 'undone')).toEqual([]);
        expect(sweep?.runs.map((run) => run.failed)).toEqual(sweep?.runs.map((_, k, all) => k < all.length - 1));
      }),
      { seed: SEED, numRuns: 80 },
    );
  });
});
