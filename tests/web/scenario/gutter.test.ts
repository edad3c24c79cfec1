// SPDX-License-Identifier: GPL-2.0-or-later

import { expect, test } from 'vitest';
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
  expect(steps.map((step) => step.gutter)).toEqual([
    ...['', 'root · 1 node', 'node', 'EEXIST', 'v7', '"heap"', 'null', 'split · 3 nodes', '"heap"', '0x0'],
    ...['1 + 2 nodes', '3 freed', '', '3 nodes', 'root · 1 node', '1 + 0 nodes', '1 node', '1 node freed'],
  ]);
});
