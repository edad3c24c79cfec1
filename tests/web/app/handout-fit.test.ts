// SPDX-License-Identifier: GPL-2.0-or-later
//
// Pictures of a handout grow until their page is full, and shrink, as far as they can be read, for what follows.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shares, type Piece } from '../../../web/app/handout/fit';

const piece = (least: number, grows = 0, more: Partial<Piece> = {}): Piece => ({
  least,
  grows,
  keeps: false,
  begins: false,
  ...more,
});

it('leaves a picture its size where there is room, and shrinks it for one more piece', () => {
  expect(shares([piece(300, 200)], 1000)).toEqual([1]);
  expect(shares([piece(300, 200), piece(400, 200)], 900)).toEqual([0.5, 0.5]);
  // The third has no room on the first page, however small the others are.
  expect(shares([piece(300, 200), piece(400, 200), piece(300, 0)], 900)).toEqual([0.5, 0.5, 0]);
});

it('moves a heading with what it keeps, and begins a page where one is begun', () => {
  expect(shares([piece(500, 500), piece(50, 0, { keeps: true }), piece(460, 40)], 1000)).toEqual([1, 1, 1]);
  expect(shares([piece(500, 500), piece(50), piece(460, 40)], 1000)).toEqual([0.9, 0.9, 1]);
  expect(shares([piece(100, 100), piece(100, 2000, { begins: true })], 1100)).toEqual([1, 0.5]);
  expect(shares([piece(100, 100, { keeps: true }), piece(100, 2000, { begins: true })], 1100)).toEqual([1, 0.5]);
});

it('gives what is higher than a page no room, and nothing to nothing', () => {
  expect(shares([piece(2500, 100), piece(400, 400)], 1000)).toEqual([0.2, 0.2]);
  expect(shares([], 1000)).toEqual([]);
});

it('needs no more pages than with the smallest pictures, and overfills none', () => {
  const one = fc.record({
    least: fc.integer({ min: 1, max: 900 }),
    grows: fc.integer({ min: 0, max: 900 }),
    keeps: fc.constant(false),
    begins: fc.boolean(),
  });
  const pagesOf = (heights: readonly number[], begins: readonly boolean[]): number => {
    let [pages, used] = [1, 0];
    heights.forEach((height, k) => {
      if (k > 0 && (begins[k] === true || used + height > 1000.001)) [pages, used] = [pages + 1, 0];
      used += height;
    });
    return pages;
  };
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 30 }), (pieces) => {
      const found = shares(pieces, 1000);
      expect(found).toHaveLength(pieces.length);
      const heights = pieces.map(({ least, grows }, k) => Math.min(1000, least + found[k]! * grows));
      const begins = pieces.map((each) => each.begins);
      expect(pagesOf(heights, begins)).toBeLessThanOrEqual(
        pagesOf(
          pieces.map(({ least }) => least),
          begins,
        ),
      );
    }),
  );
});
