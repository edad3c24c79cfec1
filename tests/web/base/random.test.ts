// SPDX-License-Identifier: GPL-2.0-or-later

import { describe, expect, test } from 'vitest';
import { shuffled, splitMix64 } from '../../../web/base/random';
import { editDistance, lineIndex, nearest } from '../../../web/base/text';

describe('SplitMix64', () => {
  test('gives its published numbers', () => {
    // The generator's published test vectors, seeds 1234567 and 0.
    const random = splitMix64(1234567n);
    expect([random.next(), random.next(), random.next()]).toEqual([
      6457827717110365317n,
      3203168211198807973n,
      9817491932198370423n,
    ]);
    expect(splitMix64(0n).next()).toBe(0xe220_a839_7b1d_cdafn);
  });

  test('shuffles by Fisher and Yates from the top', () => {
    const drawn = splitMix64(7n);
    const order = [0, 1, 2, 3, 4];
    for (let top = 4; top > 0; top--) {
      const other = Number(drawn.next() % BigInt(top + 1));
      [order[top], order[other]] = [order[other] as number, order[top] as number];
    }
    expect([...shuffled(5, splitMix64(7n))]).toEqual(order);
    expect([...shuffled(1, splitMix64(7n))]).toEqual([0]);
    expect([...shuffled(1000, splitMix64(3n))].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 1000 }, (_, k) => k),
    );
  });
});

describe('text', () => {
  test('has lines and columns from 1', () => {
    const lines = lineIndex('ab\n\ncd');
    expect([0, 2, 3, 4, 6].map((offset) => lines.place(offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 3 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 3, column: 3 },
    ]);
    expect([lines.count, lines.start(3)]).toEqual([3, 4]);
  });

  test('the nearest word is one that may be meant', () => {
    expect(editDistance('frok', 'fork')).toBe(1);
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(nearest('frok', ['for', 'fork', 'find'])).toBe('fork');
    expect(nearest('x', ['store', 'as'])).toBeNull();
    expect(nearest('zebra', ['store'])).toBeNull();
  });
});
