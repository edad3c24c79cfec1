// SPDX-License-Identifier: GPL-2.0-or-later
//
// Page tables as a picture: free_range against the worked scenario of rule "freed tables", places of tables and
// addresses.

import { describe, expect, it, test } from 'vitest';
import { index, ZERO } from '../../../web/base/index64';
import type { PageTable } from '../../../web/model/memory';
import {
  freeRange,
  freeRanges,
  isInside,
  keyOf,
  layoutTables,
  levelCounts,
  tableStates,
  xOf,
} from '../../../web/views/fork/tables-layout';
import { boxNow, labelOf, sharedText } from '../../../web/views/fork/page-tables';
import type { TablesUndone } from '../../../web/views/fork/types';
import { WORKED } from './forks';

const wrong: TablesUndone = {
  undo: 'range',
  wrongCeiling: true,
  treeEnd: WORKED.end,
  ceiling: WORKED.end,
  left: WORKED.tables.slice(3),
};
const right: TablesUndone = { ...wrong, wrongCeiling: false, ceiling: ZERO, left: [] };

describe('freeing page tables', () => {
  it('goes over the groups of the worked scenario', () => {
    expect(freeRanges(WORKED.vmas, right).map(({ addr, end, ceiling }) => [addr, end, ceiling])).toEqual([
      [0x555555554000n, 0x55555557b000n, 0x7ffff7dc0000n],
      [0x7ffff7dc0000n, 0x7ffff7fb9000n, 0n],
    ]);
  });

  it('with the ceiling at the first VMA not duplicated rounds it down and leaves the last table out', () => {
    const last = freeRanges(WORKED.vmas, wrong)[1]!;
    expect(last.rounded).toBe(0x7ffff7e00000n);
    expect(last.covered).toEqual({ first: 0x7ffff7c00000n, last: 0x7ffff7db8fffn });
  });

  it('with the ceiling at the top goes over it', () => {
    expect(freeRanges(WORKED.vmas, right)[1]!.covered).toEqual({ first: 0x7ffff7c00000n, last: 0x7ffff7fb8fffn });
  });

  it('stops where nothing is left of the range', () => {
    expect(freeRange(0x1000n, 0x2000n, 0n, 0x100000n).covered).toBeNull();
    expect(freeRange(0x1000n, 0x2000n, 0x1000n, 0n).covered).toBeNull();
  });

  it('walks only what lies before the end of the undo', () => {
    expect(freeRanges(WORKED.vmas, { treeEnd: index(0x7ffff7dc0000n), ceiling: ZERO })).toHaveLength(1);
  });
});

test('the sentence on the rounded ceiling speaks of shared tables only where some are left', () => {
  expect(sharedText(wrong)).toMatch(/nothing frees the shared tables/);
  expect(sharedText({ ...wrong, left: [] })).toMatch(/none is left behind/);
});

describe('page tables at a moment', () => {
  const at = (made: number, freed: number, undoing: boolean, over: boolean) => [
    ...tableStates(WORKED.tables, wrong, { cursor: 0, made, freed, undoing, over }).values(),
  ];
  const counts = (states: readonly string[]) =>
    ['absent', 'stands', 'freed', 'left'].map((state) => states.filter((one) => one === state).length);

  it('are made one after the other, freed, and left', () => {
    expect(counts(at(0, 0, false, false))).toEqual([6, 0, 0, 0]);
    expect(counts(at(2, 0, false, false))).toEqual([4, 2, 0, 0]);
    expect(counts(at(6, 0, true, false))).toEqual([0, 6, 0, 0]);
    expect(counts(at(6, 1, true, false))).toEqual([0, 5, 1, 0]);
    expect(counts(at(6, 3, true, true))).toEqual([0, 0, 3, 3]);
    expect(counts([...tableStates(WORKED.tables, wrong, null).values()])).toEqual([0, 0, 3, 3]);
  });

  it('are freed from the lowest level up', () => {
    const first = [
      ...tableStates(WORKED.tables, wrong, { cursor: 0, made: 6, freed: 1, undoing: true, over: false }),
    ].find(([, state]) => state === 'freed');
    expect(first?.[0]).toMatch(/^1 /);
  });
});

describe('the picture of page tables', () => {
  it('tells what is left and what is freed', () => {
    const { boxes } = layoutTables(WORKED.tables, WORKED.vmas, wrong, 600);
    expect(boxes.filter(({ fate }) => fate === 'left').map(keyOf)).toEqual(WORKED.tables.slice(3).map(keyOf));
    expect(boxes.filter(({ fate }) => fate === 'freed')).toHaveLength(3);
    expect(layoutTables(WORKED.tables, WORKED.vmas, null, 600).boxes.every(({ fate }) => fate === 'stands')).toBe(true);
    expect(levelCounts(WORKED.tables)).toBe('2 PUD, 2 PMD, 2 PTE');
  });

  it('says how many tables of a box are there, and no number where none is known', () => {
    const tables = many(4).filter(({ level }) => level === 1);
    const box = { ...layoutTables(tables, [], null, 800).boxes.find(({ count }) => count === 4)!, w: 200 };
    const now = (made: number, entries: number | null) => {
      const states = tableStates(tables, null, { cursor: 0, made, freed: 0, undoing: false, over: false });
      const { there, used } = boxNow(box, tables, states, new Map(tables.map((table) => [keyOf(table), entries])));
      return [labelOf(box, there, used), used];
    };
    expect([now(0, null), now(1, 3), now(4, 3), now(4, null)]).toEqual([
      ['4 tables', null],
      ['1 of 4 tables', 3],
      ['4 tables', 12],
      ['4 tables', null],
    ]);
    expect(labelOf({ count: 1, w: 200 }, 1, null)).toBe('');
    expect(labelOf({ count: 1, w: 200 }, 1, 0)).toBe('0 of 512');
  });

  it('puts each table over those below it, without overlap', () => {
    const { boxes } = layoutTables(many(300), [], null, 800);
    for (const level of [1, 2, 3]) {
      const row = boxes.filter((box) => box.level === level);
      for (let k = 1; k < row.length; k++) expect(row[k]!.x).toBeGreaterThanOrEqual(row[k - 1]!.x + row[k - 1]!.w);
    }
    const pud = boxes.find(({ level }) => level === 3)!;
    for (const box of boxes.filter(({ base }) => base >= pud.base && base < pud.base + (1n << 39n))) {
      expect(box.x).toBeGreaterThanOrEqual(pud.x);
      expect(box.x + box.w).toBeLessThanOrEqual(pud.x + pud.w);
    }
  });

  it('draws neighbours of one fate as one box, and loses none', () => {
    const tables = many(300);
    const { boxes } = layoutTables(tables, [], null, 800);
    const pte = boxes.filter(({ level }) => level === 1);
    expect(pte.length).toBeLessThan(300);
    expect(pte.reduce((sum, { count }) => sum + count, 0)).toBe(300);
    expect(pte.reduce((sum, { used }) => sum + used, 0)).toBe(
      tables.filter(({ level }) => level === 1).reduce((sum, { used }) => sum + used, 0),
    );
  });

  it('has a place for every address, in order', () => {
    const layout = layoutTables(WORKED.tables, WORKED.vmas, wrong, 600);
    const addresses = [
      0n,
      0x555555400000n,
      0x555555554000n,
      0x55555555a000n,
      0x5555555ff000n,
      0x600000000000n,
      0x7ffff7e00000n,
      0x7ffff7fbb000n,
      0x7fffffffe000n,
      (1n << 64n) - 1n,
    ];
    const places = addresses.map((address) => xOf(layout, address));
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(places[0]).toBe(0);
    expect(places.at(-1)).toBe(layout.width);
    expect(isInside(0n)).toBe(false);
    expect(isInside(WORKED.end)).toBe(true);
  });

  it('keeps a table that has none below it', () => {
    const { boxes } = layoutTables(
      [
        { base: ZERO, level: 3, used: 1 },
        { base: ZERO, level: 2, used: 0 },
      ],
      [],
      null,
      400,
    );
    expect(boxes.map(({ level }) => level)).toEqual([3, 2]);
  });
});

function many(count: number): readonly PageTable[] {
  const P = 1n << 21n;
  const pte = Array.from({ length: count }, (_, k): PageTable => ({
    base: index(BigInt(k + (k >> 4) * 40) * P + (k >= 200 ? 1n << 40n : 0n)),
    level: 1,
    used: 1 + (k % 512),
  }));
  const above = (level: 2 | 3, size: bigint): PageTable[] =>
    [...new Set(pte.map(({ base }) => base - (base % size)))].map((base) => ({ base: index(base), level, used: 1 }));
  return [...above(3, 1n << 39n), ...above(2, 1n << 30n), ...pte];
}
