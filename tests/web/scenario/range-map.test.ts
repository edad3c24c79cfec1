// SPDX-License-Identifier: GPL-2.0-or-later
//
// The range map against an array of cells: the plainest thing that holds the same.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { index, MAX, type Index } from '../../../web/base/index64';
import { firstDifference, mixRange, RangeMap } from '../../../web/scenario/oracle/range-map';
import { SEED } from '../properties/scenario-texts';

const at = (n: number | bigint): Index => index(BigInt(n));

/** `[0..9 1][12..12 2]` */
function text(map: RangeMap): string {
  return [...map.endingFrom(at(0))].map(({ first, last, word }) => `[${first}..${last} ${word}]`).join('');
}

/** One cell an index; cells of one store share an object, so that equal neighbours stay apart. */
class Cells {
  private cells: ({ word: number } | null)[];

  constructor(size: number) {
    this.cells = Array.from({ length: size }, () => null);
  }

  store(first: number, last: number, word: number): void {
    const cut = this.cells[last + 1];
    if (cut !== null && cut !== undefined && cut === this.cells[first - 1]) {
      const right = { word: cut.word };
      for (let k = last + 1; this.cells[k] === cut; k++) this.cells[k] = right;
    }
    const stored = word === 0 ? null : { word };
    for (let k = first; k <= last; k++) this.cells[k] = stored;
  }

  text(): string {
    let told = '';
    for (let k = 0; k < this.cells.length;) {
      const cell = this.cells[k] ?? null;
      let end = k;
      while (end + 1 < this.cells.length && this.cells[end + 1] === cell) end++;
      if (cell !== null) told += `[${k}..${end} ${cell.word}]`;
      k = end + 1;
    }
    return told;
  }

  gap(min: number, max: number, size: number, side: 'lowest' | 'highest'): number | null {
    const fits = (first: number): boolean => this.cells.slice(first, first + size).every((cell) => cell === null);
    const places = Array.from({ length: Math.max(0, max - min + 2 - size) }, (_, k) => min + k).filter(fits);
    return (side === 'lowest' ? places[0] : places.at(-1)) ?? null;
  }
}

describe('the range map', () => {
  test.each([
    { size: 40, longest: 12, count: 60 },
    // More ranges than a chunk holds, so that chunks are split, emptied and gone through.
    { size: 1500, longest: 3, count: 1200 },
  ])('holds what $size cells hold, finds the same gaps and keeps its hash', ({ size, longest, count }) => {
    const store = fc.tuple(fc.nat(size - 1), fc.nat(longest), fc.constantFrom(0, 1, 1, 2));
    const search = fc.tuple(fc.nat(size - 1), fc.nat(size - 1), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(
        fc.array(store, { minLength: count / 2, maxLength: count }),
        fc.array(search, { minLength: 5, maxLength: 5 }),
        (stores, searches) => {
          const map = new RangeMap();
          const cells = new Cells(size);
          for (const [first, more, word] of stores) {
            const last = Math.min(size - 1, first + more);
            map.store(at(first), at(last), at(word));
            cells.store(first, last, word);
          }
          expect(text(map)).toBe(cells.text());
          const ranges = [...map.endingFrom(at(0))];
          for (const [a] of searches)
            expect([...map.startingTo(at(a))]).toEqual(ranges.filter((one) => one.first <= a).reverse());
          expect(map.count).toBe(ranges.length);
          expect(map.hash).toBe(index(ranges.reduce((sum, range) => sum + mixRange(range), 0n)));
          for (const [a, b, wanted] of searches) {
            const [min, max] = a < b ? [a, b] : [b, a];
            const number = (found: Index | null): number | null => (found === null ? null : Number(found));
            expect(number(map.lowestGap(at(min), at(max), BigInt(wanted)))).toBe(cells.gap(min, max, wanted, 'lowest'));
            expect(number(map.highestGap(at(min), at(max), BigInt(wanted)))).toBe(
              cells.gap(min, max, wanted, 'highest'),
            );
          }
        },
      ),
      { seed: SEED, numRuns: count > 1000 ? 8 : 150 },
    );
  });

  test('reaches to both ends of the index space', () => {
    const map = new RangeMap();
    map.store(at(0), MAX, at(1));
    map.store(at(5), at(5), at(0));
    expect(text(map)).toBe(`[0..4 1][6..${MAX} 1]`);
    expect(map.lowestGap(at(0), MAX, 1n)).toBe(5n);
    expect(map.highestGap(at(0), MAX, 1n)).toBe(5n);
    expect(map.highestGap(at(0), MAX, 2n)).toBeNull();
    map.store(at(0), MAX, at(0));
    expect([map.count, map.hash]).toEqual([0, 0n]);
    expect(map.lowestGap(at(0), MAX, 1n << 64n)).toBe(0n);
  });

  test('has another version after each change', () => {
    const map = new RangeMap();
    const seen = new Set([map.version]);
    map.store(at(1), at(5), at(1));
    seen.add(map.version);
    map.store(at(2), at(2), at(0));
    seen.add(map.version);
    map.clear();
    expect(seen.add(map.version).size).toBe(4);
    expect([...map.endingFrom(at(0))]).toEqual([]);
    expect(seen.has(map.version)).toBe(true);
  });

  test('finds where two lists differ first', () => {
    const range = (first: number, last: number, word: number) => ({ first: at(first), last: at(last), word: at(word) });
    const one = [range(1, 2, 3), range(5, 9, 1)];
    expect(firstDifference(one, one)).toBeNull();
    expect(firstDifference(one, [range(1, 2, 3)])).toEqual({ held: range(5, 9, 1), wanted: null });
    expect(firstDifference(one, [range(1, 2, 3)], at(4))).toBeNull();
    expect(firstDifference([range(1, 2, 4)], one)).toEqual({ held: range(1, 2, 4), wanted: range(1, 2, 3) });
  });
});
