// SPDX-License-Identifier: GPL-2.0-or-later
import { expect, test } from 'vitest';
import type { RunSummary, StepBrief } from '../../../web/model/run';
import { lastGone, troubleWords } from '../../../web/app/trouble';

function step(line: number, op: string, error: string | null = null): StepBrief {
  return { line, op, tree: 't', error, storeType: null, asked: 0, used: 0, freed: 0, preWhole: null, refused: false, gutter: '' };
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

test('a tree that is gone is told with the nodes that came back', () => {
  const destroyed = { ...step(10, 'destroy'), freed: 7 };
  expect(lastGone([step(1, 'tree'), destroyed], 2)).toBe('t was destroyed: 7 nodes given back');
  expect(lastGone([step(1, 'tree'), destroyed], 1)).toBe('');
  expect(lastGone([step(1, 'tree'), step(10, 'destroy', 'EBUSY')], 2)).toBe('');
  expect(lastGone([{ ...step(3, 'exit'), freed: 1 }], 1)).toBe('t has exited: 1 node given back');
});
