// SPDX-License-Identifier: GPL-2.0-or-later

import { describe, expect, test } from 'vitest';
import { failuresText, plainFailure, playwrightFailures, playwrightSecondTries, vitestFailures } from './failures.mjs';

describe('the failed tests at the end of a run', () => {
  test('of Vitest: tests by file and name, files that cannot be loaded as a whole', () => {
    const report = {
      testResults: [
        {
          name: '/here/tests/a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'well', failureMessages: [] },
            { status: 'failed', fullName: 'group badly', failureMessages: ['Error: 1 is not 2\n    at a.test.ts:3'] },
          ],
        },
        { name: '/here/tests/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
        { name: '/here/tests/c.test.ts', status: 'passed', message: '', assertionResults: [] },
      ],
    };
    expect(vitestFailures(report, '/here/')).toEqual([
      { name: 'tests/a.test.ts › group badly', error: 'Error: 1 is not 2\n    at a.test.ts:3' },
      { name: 'tests/b.test.ts', error: 'no such module' },
    ]);
  });

  test('of Playwright: by browser, file and groups; what failed outside of tests comes first', () => {
    const spec = (title: string, status: string) => ({
      title,
      file: 'x.spec.ts',
      line: 7,
      tests: [{ projectName: 'firefox', status, results: [{ status: 'failed', errors: [{ message: 'not there' }] }] }],
    });
    const report = {
      errors: [{ message: 'no server' }],
      suites: [
        {
          title: 'x.spec.ts',
          specs: [spec('good', 'expected'), spec('bad', 'unexpected')],
          suites: [{ title: 'dark', specs: [spec('now and then', 'flaky')] }],
        },
      ],
    };
    expect(playwrightFailures(report)).toEqual([
      { name: 'the run itself', error: 'no server' },
      { name: '[firefox] x.spec.ts:7 › bad', error: 'not there' },
    ]);
    expect(playwrightSecondTries(report)).toEqual([
      { name: '[firefox] x.spec.ts:7 › dark › now and then', error: 'not there' },
    ]);
  });

  test('of other programs: the lines that tell it, else the last ones', () => {
    expect(
      plainFailure('native', 'built\nsplit.c:7: not so: a == b\n  1\nFAILED splits (1)\n3 passed, 1 failed\n'),
    ).toEqual([{ name: 'native', error: 'split.c:7: not so: a == b\nFAILED splits (1)' }]);
    expect(plainFailure('golden-wasm', 'tut-1.jsonl: operation 3 differs\n9 files')).toEqual([
      { name: 'golden-wasm', error: 'tut-1.jsonl: operation 3 differs' },
    ]);
    expect(plainFailure('page', 'one\ntwo\n')).toEqual([{ name: 'page', error: 'one\ntwo' }]);
  });

  test('are reported with the first lines of each error, without colours', () => {
    const escape = String.fromCharCode(27);
    const long = Array.from({ length: 20 }, (_, k) => `line ${k}`).join('\n\n');
    const text = failuresText([
      { name: 'a', error: `${escape}[31mred${escape}[39m` },
      { name: 'b', error: long },
    ]);
    expect(text.split('\n').slice(0, 4)).toEqual(['a', '    red', 'b', '    line 0']);
    expect(text).toContain('    line 11\n    …\n');
    expect(text).not.toContain('line 12');
  });
});
