// SPDX-License-Identifier: GPL-2.0-or-later
import { expect, test } from 'vitest';
import type { RunSummary, StepBrief } from '../../../web/model/run';
import { troubleWords } from '../../../web/app/trouble';

function step(line: number, op: string, error: string | null = null): StepBrief {
  return { line, op, tree: 't', error, storeType: null, asked: 0, used: 0, freed: 0, preWhole: null, refused: false, live: 1, gutter: '' };
}

function words(steps: readonly StepBrief[], troubles: readonly string[]): string {
  const told: RunSummary['troubles'] = troubles.map((message) => ({ step: 1, message }));
  return troubleWords({ steps, troubles: told });
}

test('a sound run has none; breaches are counted, and damage on purpose tells its line', () => {
  expect(words([step(1, 'tree'), step(2, 'store')], [])).toBe('');
  expect(words([step(1, 'tree')], ['t: I12 is broken at node 1: …'])).toBe('1 breach');
  expect(words([step(1, 'tree'), step(6, 'corrupt')], ['a', 'b', 'c', 'd'])).toBe('damaged at line 6: 4 breaches');
  expect(words([step(6, 'corrupt')], [])).toBe('damaged at line 6: nothing found');
  expect(words([step(6, 'corrupt'), step(6, 'corrupt'), step(7, 'corrupt'), step(8, 'corrupt'), step(9, 'corrupt')], ['a'])).toBe('damaged at line 6, 7, 8, …: 1 breach');
});

test('a corrupt that was refused has damaged nothing', () => {
  expect(words([step(6, 'corrupt', 'EINVAL')], [])).toBe('');
});
