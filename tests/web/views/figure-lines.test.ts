// SPDX-License-Identifier: GPL-2.0-or-later

import { expect, test } from 'vitest';
import { codeRuns, linesWithin } from '../../../web/views/export/lines';

const widthOf = (words: string): number => words.length;

test('a sentence fills its lines as far as they are wide, and backticks take no room', () => {
  expect(linesWithin('one two three four', 9, widthOf)).toEqual(['one two', 'three', 'four']);
  expect(linesWithin('one two three four', 13, widthOf)).toEqual(['one two three', 'four']);
  expect(linesWithin('`one` `two` three', 7, widthOf)).toEqual(['`one` `two`', 'three']);
  expect(linesWithin('', 7, widthOf)).toEqual([]);
});

test('what stands between backticks is code, and none of them is left', () => {
  expect(codeRuns('`store 1 = 2` at line 3')).toEqual([
    { words: 'store 1 = 2', code: true },
    { words: ' at line 3', code: false },
  ]);
  expect(codeRuns('= 2` at line 3', true)).toEqual([
    { words: '= 2', code: true },
    { words: ' at line 3', code: false },
  ]);
  expect(codeRuns('plain')).toEqual([{ words: 'plain', code: false }]);
});
