// SPDX-License-Identifier: GPL-2.0-or-later
//
// What two trees side by side say in words, and the way from difference to difference.

import { expect, test } from 'vitest';
import type { ComparedRow } from '../../../web/model/comparison';
import { MARKS, marksShown, measures, nextDifference, verdict } from '../../../web/views/compare/words';

const contents = (count: number) => ({ count, ranges: [] });

test('the verdict tells contents and layout apart', () => {
  expect(verdict({ contents: contents(0), differences: 0 })).toBe('Alike: the same contents, laid out the same way.');
  expect(verdict({ contents: contents(0), differences: 3 })).toBe('The same contents, laid out differently: 3 nodes differ.');
  expect(verdict({ contents: contents(1), differences: 1 })).toBe('1 range holds something else; 1 node differs.');
  expect(verdict({ contents: contents(2), differences: 0 })).toBe('2 ranges hold something else.');
});

test('differences are walked round and round', () => {
  const equal = { kind: 'equal' } as ComparedRow;
  const changed = { kind: 'changed' } as ComparedRow;
  const rows = [{ kind: 'same' } as ComparedRow, changed, equal, changed];
  expect([nextDifference(rows, null, 1), nextDifference(rows, 1, 1), nextDifference(rows, 3, 1)]).toEqual([1, 3, 1]);
  expect([nextDifference(rows, null, -1), nextDifference(rows, 1, -1), nextDifference(rows, 3, -1)]).toEqual([3, 3, 1]);
  expect(nextDifference([equal], null, 1)).toBeNull();
});

test('the legend has each sign that there is once, and the two sides have signs of their own', () => {
  const rows = (['only-b', 'same', 'equal', 'only-a', 'only-b', 'changed'] as const).map((kind) => ({ kind }));
  expect(marksShown(rows)).toEqual(['changed', 'only-a', 'only-b']);
  expect(marksShown([{ kind: 'equal' }])).toEqual([]);
  expect(MARKS['only-a'].sign).not.toBe(MARKS['only-b'].sign);
});

test('measures say where the two differ', () => {
  const side = { step: 1, steps: 2, height: 2, nodes: 1200, leaves: 9, entries: 61, used: 121, slots: 144, requested: 43, taken: 43, sum: 'ab' };
  const told = measures(side, { ...side, requested: 69, slots: 0, used: 0 });
  expect(told.filter(({ differs }) => differs).map(({ name, a, b }) => [name, a, b])).toEqual([
    ['leaves full', '84 %', '–'],
    ['requested', '43', '69'],
  ]);
  expect(told.find(({ name }) => name === 'nodes')?.a).toBe('1,200');
});
