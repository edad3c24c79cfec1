// SPDX-License-Identifier: GPL-2.0-or-later

import { expect, test } from 'vitest';
import { inOneLine } from '../../../web/base/text';
import { entryValue } from '../../../web/model/entry';
import { entryText } from '../../../web/scenario/effects/gutter-words';
import { stepsOf } from './run';

test('the gutter says what a step did in a few letters', () => {
  const text = `tree t alloc
store 10..19 = 7
store 20 = "heap"
insert 12 = 1
load 12
load 20
load 1
repeat 7 as i { store 3 * i + 30 = i }
erase 20
gap 4 within 0..max
dup t as u
destroy u
tree v
bulk 16 { for i in 0..15 { store i = i + 1 } }
maps b """
1000-3000 r--p
"""
fork b as c
fork b as d by stores
exit c`;
  const steps = stepsOf(text).filter((step) => step.report.line !== 8 || step.report.requests.length > 0);
  // The root leaf is split once, at 18 slots (tests/golden/tut-09: 3 nodes); two leaves and a root are copied.
  // 16 contiguous entries loaded in bulk keep 3 of the 7 nodes asked for: tests/golden/bulk-sizes, tut-24.
  expect(steps.map((step) => inOneLine(step.gutter))).toEqual([
    ...['', 'root · 1 node', 'node', 'EEXIST', 'v7', '"heap"', 'null', 'split · 3 nodes', '"heap"', '0x0'],
    ...['1 + 2 nodes', '3 freed', '', '3 nodes', 'root · 1 node', '1 + 0 nodes', '1 node', '1 node freed'],
  ]);
});

test('a step that met with a refusal and went through does not read like any other', () => {
  const text = `tree t alloc
repeat 8 as i { store i*256..i*256+95 = i }
fail request 1
store 2048..2143 = 8
store 9000 = 1`;
  expect(
    stepsOf(text)
      .slice(-2)
      .map((step) => [step.report.rk, step.report.error, inOneLine(step.gutter)]),
  ).toEqual([
    ['Ssb', null, 'refused, retried · split'],
    ['', null, 'append'],
  ]);
});

test('the gutter tells what a search, an iteration, a reader and damage came to', () => {
  const text = `tree t alloc rcu
store 10..19 = 7
store 30 = "heap"
alloc 5 within 0..99 = 1
alloc 5 within 0..99 = 1 from top
cyclic within 2..12 = 1
walk 12
walk 40
find 30
find 0 count 3
next max
read t at 12 as r
resume r count 2
store 11 = 5
release r
corrupt t node 0 pivot 0 = 9
load 1
destroy t`;
  expect(stepsOf(text).map((step) => inOneLine(step.gutter))).toEqual([
    ...['', 'root · 1 node', 'node · 1 node', '0 · 1 node', '95 · 1 node', '5 · 1 node'],
    ...[
      'v7',
      'null',
      '"heap"',
      '3 ranges',
      'nothing',
      'v7',
      '2 ranges',
      'node · 1 node',
      '1 freed',
      'was 4',
      'EBUSY',
      '1 freed',
    ],
  ]);
});

test('a word that only damage leaves is shown as that word', () => {
  expect([0n, 15n, 0x406n, 0x123_0000_0002n].map((word) => entryText(entryValue(word, [])))).toEqual([
    'null',
    'v7',
    'zero',
    '0x12300000002',
  ]);
});
