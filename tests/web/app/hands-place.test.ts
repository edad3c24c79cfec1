// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the list of what can be done with a slot stands: in the window, and neither over the slot nor under the
// pointer.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { besideSlot } from '../../../web/app/picture/hands-place';

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];
const between = (least: number, most: number): fc.Arbitrary<number> => fc.integer({ min: least, max: most });

test('the list is in the window, off its slot and off the pointer', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...WINDOWS),
      fc.record({ x: between(0, 999), y: between(0, 999), w: between(10, 60), h: between(14, 60) }),
      fc.record({ width: between(200, 340), height: between(60, 330) }),
      fc.option(fc.record({ x: between(0, 999), y: between(0, 999) })),
      (window, at, list, within) => {
        const left = (at.x / 1000) * (window.width - at.w);
        // The head of the page and its bars are above and below.
        const top = 100 + (at.y / 1000) * (window.height - 300 - at.h);
        const slot = { left, top, right: left + at.w, bottom: top + at.h };
        const pointer =
          within === null ? null : { x: left + (within.x / 1000) * at.w, y: top + (within.y / 1000) * at.h };
        const placed = besideSlot(slot, list, window, pointer);
        const height = Math.min(list.height, placed.height);
        const [right, bottom] = [placed.left + list.width, placed.top + height];
        expect(height).toBeGreaterThan(50);
        expect(Math.min(placed.left, placed.top, window.width - right, window.height - bottom)).toBeGreaterThan(0);
        expect(placed.left < slot.right && right > slot.left && placed.top < slot.bottom && bottom > slot.top).toBe(
          false,
        );
        if (pointer === null) return;
        const { x, y } = pointer;
        expect(x >= placed.left && x <= right && y >= placed.top && y <= bottom).toBe(false);
      },
    ),
  );
});

test('a slot that has moved away leaves the place where it was clicked free', () => {
  const slot = { left: 500, top: 300, right: 540, bottom: 340 };
  const placed = besideSlot(slot, { width: 300, height: 240 }, { width: 1280, height: 720 }, { x: 700, y: 430 });
  expect(placed.top).toBeGreaterThan(430);
});
