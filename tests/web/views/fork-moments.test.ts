// SPDX-License-Identifier: GPL-2.0-or-later

import { expect, test } from 'vitest';
import { isMoment, marksDone } from '../../../web/views/fork/moments';

const MARKS = [2, 5, 5, 9].map((event) => ({ event }));

test('an event has done the marks up to its own; between marks those before it', () => {
  expect([0, 2, 4, 5, 8, 9, 20].map((event) => marksDone(MARKS, event))).toEqual([0, 1, 1, 3, 3, 4, 4]);
  expect(marksDone([], 3)).toBe(0);
});

test('a mark is at the moment of its own event, and of those until the next mark', () => {
  expect([0, 1, 2, 3, 4].map((cursor) => isMoment(MARKS, cursor, 5))).toEqual([false, false, true, true, false]);
  expect([0, 1, 2].map((cursor) => isMoment(MARKS, cursor, 1))).toEqual([true, false, false]);
  expect(isMoment(MARKS, 1, 4)).toBe(true);
});
