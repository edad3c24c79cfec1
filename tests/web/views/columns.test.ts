// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the legend of the far picture says of children that stand in columns of unequal length.

import { expect, it } from 'vitest';
import { unevenColumns } from '../../../web/views/tree/legend';
import { layWorld } from '../../../web/views/tree/pane';
import { roomOf } from '../../../web/views/tree/room';
import { largeTree, still } from './fixtures';

it('adds up to the children of a node, and is silent where all columns are equally long', () => {
  let told = 0;
  for (const entries of [40, 300, 1500, 6000]) {
    for (const width of [390, 764, 1400]) {
      const room = roomOf({ width, height: 500 }, { balance: false, pair: false, departures: false, kept: false });
      const world = layWorld([still(largeTree(entries))], [], room);
      const uneven = world.panes
        .flatMap(({ layout }) => layout.families)
        .filter(({ columns }) => new Set(columns.map(({ length }) => length)).size > 1);
      const words = unevenColumns(world);
      expect(words === null).toBe(uneven.length === 0);
      if (words === null) continue;
      told++;
      const [all, ...lengths] = words.match(/\d+/g)!.map(Number);
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(all);
      expect(uneven.some(({ columns }) => columns.map(({ length }) => length).join() === lengths.join())).toBe(true);
    }
  }
  expect(told).toBeGreaterThan(0);
});
