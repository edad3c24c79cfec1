// SPDX-License-Identifier: GPL-2.0-or-later

import { describe, expect, test } from 'vitest';
import { playwrightTimes, slowestText, vitestTimes } from './slowest.mjs';

describe('the times at the end of a run', () => {
  test('of Vitest: each test by file and name', () => {
    const report = {
      testResults: [
        {
          name: '/here/tests/a.test.ts',
          assertionResults: [{ fullName: 'group one', duration: 12.5 }, { fullName: 'group skipped' }],
        },
      ],
    };
    expect(vitestTimes(report, '/here/')).toEqual([
      { name: 'tests/a.test.ts › group one', ms: 12.5 },
      { name: 'tests/a.test.ts › group skipped', ms: 0 },
    ]);
  });

  test('of Playwright: by browser, with every try, also in groups', () => {
    const spec = {
      title: 'opens',
      file: 'x.spec.ts',
      line: 7,
      tests: [
        { projectName: 'chromium', results: [{ duration: 1000 }, { duration: 500 }] },
        { projectName: 'firefox', results: [{ duration: 300 }] },
      ],
    };
    const group = { title: 'dark', specs: [{ ...spec, line: 9, tests: spec.tests.slice(1) }] };
    expect(playwrightTimes({ suites: [{ title: 'x.spec.ts', specs: [spec], suites: [group] }] })).toEqual([
      { name: '[chromium] x.spec.ts:7 › opens', ms: 1500 },
      { name: '[firefox] x.spec.ts:7 › opens', ms: 300 },
      { name: '[firefox] x.spec.ts:9 › opens', ms: 300 },
    ]);
  });

  test('are sorted with the longest first, and no more than requested', () => {
    const times = [200, 61_000, 3000].map((ms) => ({ name: `took ${ms}`, ms }));
    expect(slowestText(times, 2)).toBe('    61.0 s  took 61000\n     3.0 s  took 3000\n');
    expect(slowestText(times).trim().split('\n')).toHaveLength(3);
  });
});
