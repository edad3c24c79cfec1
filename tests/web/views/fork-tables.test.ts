// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tables of figures: accounts, comparisons, VMAs.

import { describe, expect, it } from 'vitest';
import { OBJECTS, SITES, VMA_FLAGS, type ForkColumn } from '../../../web/model/memory';
import type { Vma } from '../../../web/model/vma';
import { BalanceSheet, touchedRows, groupedRules } from '../../../web/views/fork/balance-sheet';
import {
  armedRuns,
  columnName,
  compareRows,
  shownColumns,
  sizesText,
  type ShownColumn,
} from '../../../web/views/fork/compare-rows';
import { siteName } from '../../../web/words/failure-points';
import { objectName } from '../../../web/words/objects';
import {
  anonText,
  flagMarks,
  flagWords,
  HEAD,
  largestFirst,
  listHeight,
  ROW,
  rowsAt,
  rowsSeen,
  vmaWanted,
  WINDOW,
} from '../../../web/views/fork/vma-rows';
import { elementsOf, wordsOf } from '../elements';
import { balanceOf, columns } from './forks';

describe('an account', () => {
  it('leaves out what was never used, and nothing else', () => {
    const { rows } = balanceOf(0, 3);
    expect(touchedRows(rows).map(({ object }) => object)).toEqual([
      'nodes',
      'vmas',
      'anon_vmas',
      'chains',
      'files',
      'tables',
      'commit',
      'resident',
      'mms',
    ]);
    expect(touchedRows([{ object: 'uffds', obtained: 0, returned: 1, held: -1 }])).toHaveLength(1);
  });

  it('tells rules that were not checked for one reason in one line', () => {
    const text = 'Not asked.';
    const { rules } = balanceOf(0);
    expect(
      groupedRules(rules.map((rule) => (rule.rule < 6 ? { ...rule, held: null, text } : rule))).map(({ rule, to }) => [
        rule,
        to,
      ]),
    ).toEqual([
      [1, 5],
      [6, 6],
    ]);
    expect(groupedRules(rules)).toHaveLength(6);
  });

  it('has in each row what was allocated, freed and is held, under these heads', () => {
    const balance = balanceOf(0, 3);
    const rows = balance.rows.map((row) => (row.object === 'tables' ? { ...row, obtained: 27, returned: 24 } : row));
    const sheet = BalanceSheet({ balance: { ...balance, rows }, title: 'Account of child', settled: true });
    const [head, ...shown] = elementsOf(sheet, 'tr');
    expect(elementsOf(head, 'th').map(wordsOf)).toEqual(['what', 'allocated', 'freed', 'held']);
    const tables = shown.find((row) => elementsOf(row, 'th').map(wordsOf).join() === objectName('tables'));
    expect(elementsOf(tables, 'td').map(wordsOf)).toEqual(['27', '24', 'not freed: 3']);
    expect(shown.filter(({ props }) => props.class === 'lost')).toEqual([tables]);
  });

  it('has a name for every object', () => {
    for (const object of OBJECTS) expect(objectName(object)).not.toBe('');
  });
});

describe('a comparison', () => {
  const rows = compareRows(columns(), 0);
  const row = (name: string): readonly string[] => rows.find((one) => one.name === name)!.cells.map(({ text }) => text);

  it('has a row a measure and a cell a column', () => {
    for (const { cells } of rows) expect(cells).toHaveLength(5);
    expect(row('requests')).toEqual(['4', '4', '4', '2', '61']);
    expect(row('page tables leaked')).toEqual(['0', '0', '12,288 bytes', '0', '0']);
    expect(row('as the parent’s')).toEqual(['yes', '–', '–', 'no', 'yes']);
    expect(row('rules')).toEqual([
      '1 checked: holds',
      'all 6 hold',
      'rule 5 broken',
      '1 checked: holds',
      '1 checked: holds',
    ]);
  });

  it('marks what differs from the step’s own way, and trouble', () => {
    const { cells } = rows.find(({ name }) => name === 'nodes allocated')!;
    expect(cells.map(({ differs }) => differs)).toEqual([false, false, false, true, true]);
    expect(rows.find(({ name }) => name === 'fork')!.cells.map(({ tone }) => tone)).toEqual([
      'plain',
      'bad',
      'bad',
      'plain',
      'plain',
    ]);
    expect(compareRows(columns(), -1).every(({ cells: all }) => all.every(({ differs }) => !differs))).toBe(true);
  });

  it('draws no bars where all are alike', () => {
    expect(rows.find(({ name }) => name === 'architecture hook (F12)')!.cells.map(({ bar }) => bar)).toEqual([
      1, 0, 0, 1, 1,
    ]);
    expect(compareRows(columns().slice(0, 1), 0).every(({ cells }) => cells.every(({ bar }) => bar === null))).toBe(
      true,
    );
  });

  it('tells sizes of requests in order, or how many of each when there are too many', () => {
    expect(sizesText([1, 3, 9, 9, 10])).toBe('1, 3, 2 × 9, 10 nodes');
    expect(sizesText(Array.from({ length: 40 }, (_, k) => (k % 2) + 1))).toBe('20 × 1, 20 × 2 nodes');
    expect(sizesText(Array.from({ length: 40 }, (_, k) => k + 1))).toBe('1 to 40 nodes each');
    expect(sizesText([1, 1])).toBe('2 × 1 node');
    expect(sizesText([])).toBe('');
  });

  it('has a column for each way to undo a duplicate that failed, and one for all that went through', () => {
    const all = columns();
    const told = (shown: readonly ShownColumn[]): unknown =>
      shown.map(({ column, own }) => [columnName(column).name, columnName(column).more, own]);
    const dup = all.find(({ by, record }) => by === 'dup' && record.error !== null)!;
    const bulk = all.find(({ by }) => by === 'bulk')!;
    const ways = (of: ForkColumn): ForkColumn[] => [
      { ...of, undo: 'marker', wrongCeiling: false },
      { ...of, undo: 'range', wrongCeiling: false },
      { ...of, undo: 'range', wrongCeiling: true },
    ];
    expect(told(shownColumns([...ways(dup), bulk], 1))).toEqual([
      ['dup', 'undo by marker', false],
      ['dup', 'undo by range', true],
      ['dup', 'undo by range, wrong ceiling', false],
      ['bulk', 'nodes for all VMAs at once', false],
    ]);
    const through = { ...dup, armed: false, record: { ...dup.record, error: null } };
    const [one] = shownColumns(ways(through), 1);
    expect(told(shownColumns(ways(through), 1))).toEqual([['dup', 'the parent’s tree duplicated', true]]);
    expect(one!.column.undo).toBe('range');
    // With failures and without are never one.
    expect(shownColumns([{ ...through, armed: true }, through], 0)).toHaveLength(2);
    expect(armedRuns(shownColumns([{ ...through, armed: true }, { ...bulk, armed: true }, through], 0))).toEqual([
      { text: 'with the failure armed', count: 2 },
      { text: 'without it', count: 1 },
    ]);
    expect(armedRuns(shownColumns([through], 0))).toEqual([]);
  });

  it('names sites', () => {
    for (const site of SITES) expect(siteName(site)).not.toBe('');
  });
});

describe('the list of VMAs', () => {
  it('draws the rows in view and some around them', () => {
    expect(rowsAt(0, 7000)).toEqual({ first: 0, end: WINDOW + 8 });
    const { first, end } = rowsAt(1000 * ROW, 7000);
    expect(first).toBeLessThanOrEqual(1000);
    expect(end).toBeGreaterThanOrEqual(1000 + WINDOW);
    expect(end - first).toBeLessThan(40);
    expect(rowsAt(1e9, 10)).toEqual({ first: 10, end: 10 });
  });

  it('tells which rows are seen, and cuts the last one of a long list', () => {
    expect(rowsSeen(0, 23, 14 * ROW)).toBe('1–14 of 23');
    expect(rowsSeen(0, 23, 14.5 * ROW)).toBe('1–14 of 23');
    expect(rowsSeen(9 * ROW, 23, 14 * ROW)).toBe('10–23 of 23');
    expect(rowsSeen(0, 5, 14 * ROW)).toBe('5');
    expect(rowsSeen(1000 * ROW, 6421, 30 * ROW)).toBe('1,001–1,030 of 6,421');
    expect(rowsSeen(0, 0, 100)).toBe('0');
    expect((listHeight(WINDOW + 1) - HEAD) % ROW).toBe(ROW / 2);
    expect((listHeight(WINDOW) - HEAD) % ROW).toBe(0);
  });

  it('abbreviates flags as smaps does', () => {
    expect(flagMarks(0x20 | 0x40 | 0x200 | 0x3).map(({ short }) => short)).toEqual(['dc', 'wf', 'ac']);
    expect(anonText({ anon: 3, chain: 2 })).toBe('anon_vma 3, chain of 2');
    expect(anonText({ anon: 0, chain: 0 })).toBe('');
  });
});

describe('the list of VMAs', () => {
  const all = [
    ['/usr/lib/libcrypto.so.3', 0x1000n, 0x1fffn],
    ['/usr/lib/libc.so.6', 0x2000n, 0x2fffn],
    ['', 0x3000n, 0x8fffn],
    ['/usr/lib/libc.so.6', 0x9000n, 0x9fffn],
  ].map(([path, first, last], k) => ({ number: 2 * k + 1, path, first, last }) as unknown as Vma);
  const numbers = (vmas: readonly Vma[]) => vmas.map(({ number }) => number);

  it('finds by number, by file, then by any part of the path, one after the other', () => {
    expect([vmaWanted(all, '5', 0), vmaWanted(all, ' LIBC', 0), vmaWanted(all, 'libc', 2)]).toEqual([2, 1, 3]);
    expect([vmaWanted(all, 'libc', 4), vmaWanted(all, 'crypto', 1), vmaWanted(all, 'usr', 1)]).toEqual([1, 0, 1]);
    expect([vmaWanted(all, 'heap', 0), vmaWanted(all, '', 0), vmaWanted([], 'a', 1)]).toEqual([-1, -1, -1]);
  });

  it('has the largest first on request, and explains the flags that occur', () => {
    expect(numbers(largestFirst(all))).toEqual([5, 1, 3, 7]);
    expect(numbers(all)).toEqual([1, 3, 5, 7]);
    const account = { flags: VMA_FLAGS.account, chain: 0 };
    expect(flagWords([account, { flags: 0, chain: 2 }])).toBe(
      'ac: VM_ACCOUNT: added to the commit charge; an: it has an anon_vma',
    );
    expect(flagWords([{ flags: 0, chain: 0 }])).toBe('');
  });
});
