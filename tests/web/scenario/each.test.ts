// SPDX-License-Identifier: GPL-2.0-or-later

import { expect, test } from 'vitest';
import { reasonsText } from '../../../web/model/reason';
import { refusals, reportOf, stepsOf } from './run';

const TREE = 'tree t\nrepeat 4 as i { store 10 * i..+5 = i }\n';

test('`each` visits every entry that touches its range, whole, and nothing else', () => {
  const visits = (range: string): unknown => stepsOf(`${TREE}each ${range}`).at(-1)?.report.result;
  expect(visits('12..29')).toEqual([
    ['0xa', '0xe', 1],
    ['0x14', '0x18', 2],
  ]);
  expect(visits('20')).toEqual([['0x14', '0x18', 2]]);
  expect(visits('15..+5')).toEqual([]);
  expect(visits('0..max')).toHaveLength(4);
});

test('`each` says what it did not find, and agrees with the range map', () => {
  const [none] = stepsOf(`${TREE}each 15..19`).slice(-1);
  expect(reasonsText(none?.hint ?? [])).toBe('nothing is stored from 15 up to 19');
  expect(none?.gutter).toEqual(['nothing']);
  for (const text of [`${TREE}each 0..max`, 'tree t\nstore 0 = 5\neach 0..9', 'tree t\neach 1..2'])
    expect(reportOf(text).ok, text).toBe(true);
});

test('`each` reads address spaces too, and its word stays free for names', () => {
  const text = 'mm p\nmap 0x1000..+8K rw\nmap 0x9000..+4K r\neach 0x2000..max in p';
  expect(stepsOf(text).at(-1)?.report.result).toEqual([
    ['0x1000', '0x2fff', 1],
    ['0x9000', '0x9fff', 2],
  ]);
  expect(reportOf('tree each\neach 1..2 in each').ok).toBe(true);
  expect(refusals('each 1..2')).toEqual([expect.stringContaining('there is no current tree here')]);
});

test('a reversed range ends the run', () => {
  expect(reportOf(`${TREE}each 9..1`).stopped?.line).toBe(3);
});
