// SPDX-License-Identifier: GPL-2.0-or-later
//
// Squares of the slab, lines of counts, sizes of requests, rows of the ledger.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLAB_STATES } from '../../../web/model/slab';
import { largest, linePath, requestTitle, rowsOf, sizeBars, withinStep } from '../../../web/views/allocator/counts';
import { beginsRun, cornerOf, placeAt, slabLayout, tellingPlace } from '../../../web/views/allocator/slab-layout';
import { looksOf } from '../../../web/views/allocator/slab-squares';

describe('the squares', () => {
  it('fit the room, give every place one, and a point back its place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_097_152 }), fc.integer({ min: 120, max: 500 }), (places, width) => {
        const layout = slabLayout(places, width, 210);
        expect(layout.rows * layout.cell).toBeLessThanOrEqual(210);
        expect(layout.columns * layout.cell).toBeLessThanOrEqual(Math.max(width, layout.cell));
        expect(layout.columns * layout.rows * layout.per).toBeGreaterThanOrEqual(places);
        for (const place of [0, places >> 1, places - 1]) {
          const { x, y } = cornerOf(layout, place);
          expect(y).toBeLessThan(layout.rows * layout.cell);
          expect(placeAt(layout, x + 1, y + 1, places)).toBe(place - (place % layout.per));
        }
        expect(placeAt(layout, layout.columns * layout.cell + 1, 1, places)).toBeNull();
      }),
    );
  });

  it('show the most frequent state of many places, and a leak whatever there is', () => {
    const [free, tree, dead, beside] = [0, 1, 2, 3];
    const states = Uint8Array.of(free, tree, tree, dead, tree, beside, free);
    expect(SLAB_STATES.slice(0, 4)).toEqual(['free', 'tree', 'dead', 'beside']);
    expect(states[tellingPlace(states, 0, 5, beside)]).toBe(tree);
    expect(tellingPlace(states, 0, 7, beside)).toBe(5);
    expect(tellingPlace(states, 6, 7, beside)).toBe(6);
    expect(tellingPlace(states, 3, 1, beside)).toBe(3);
  });
});

describe('trees in the squares', () => {
  it('have a letter where a run of their places begins, and where a row does', () => {
    const owners = Uint8Array.of(1, 1, 2, 2, 0, 2, 2, 2, 1);
    const layout = { columns: 4, rows: 3, cell: 15, per: 1 };
    expect([...owners.keys()].filter((place) => beginsRun(owners, place, layout))).toEqual([0, 2, 4, 5, 8]);
  });

  it('differ in their pattern too, not in colour alone', () => {
    const looks = Array.from({ length: 36 }, (_, k) => looksOf(k + 1));
    expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(36);
    expect(new Set(looks.slice(0, 6).map(({ pattern }) => pattern)).size).toBe(6);
  });
});

describe('counts', () => {
  it('as a line keep their peaks, however many steps share a pixel', () => {
    const values = new Uint32Array(100_001).fill(10);
    values[77_777] = 1000;
    expect(largest(values)).toBe(1000);
    const path = linePath(values, 280, 56, 1000);
    expect(path.match(/V1\.0/g)).toHaveLength(1);
    expect(path.length).toBeLessThan(280 * 14);
    expect(linePath(Uint32Array.of(0), 280, 56, 0)).toMatch(/^M0 /);
  });

  it('of sizes are those of the requests: the small ones one by one', () => {
    const sizes = Uint32Array.of(1, 1, 2, 8, 9, 15, 16, 30, 7, 16);
    const marks = Uint8Array.of(0, 2, 1, 1, 1, 3, 1, 1, 1, 1);
    expect(sizeBars({ sizes, marks })).toEqual([
      { name: '1', granted: 1, refused: 1 },
      { name: '2', granted: 1, refused: 0 },
      { name: '7', granted: 1, refused: 0 },
      { name: '8–15', granted: 2, refused: 1 },
      { name: '16–30', granted: 3, refused: 0 },
    ]);
  });

  it('of a step are found in the ledger', () => {
    const ledger = {
      steps: Uint32Array.of(2, 2, 5, 5, 5),
      sizes: Uint32Array.of(1, 2, 1, 1, 3),
      marks: Uint8Array.of(0, 1, 2, 0, 1),
      live: new Uint32Array(6),
      waiting: new Uint32Array(6),
      passed: new Uint32Array(6),
    };
    expect([...rowsOf(ledger, 'all', 2)]).toEqual([0, 1, 2, 3, 4]);
    expect([...rowsOf(ledger, 'refused', 2)]).toEqual([2]);
    expect([...rowsOf(ledger, 'bulk', 2)]).toEqual([1, 4]);
    expect([...rowsOf(ledger, 'this step', 5)]).toEqual([2, 3, 4]);
    expect([0, 1, 2, 3, 4].map((row) => withinStep(ledger, row))).toEqual([0, 1, 0, 1, 2]);
    // A row says both of its numbers.
    expect(requestTitle(ledger, 4)).toBe(`Request 5 of the run, request 3 of step ${ledger.steps[4]}`);
  });
});
