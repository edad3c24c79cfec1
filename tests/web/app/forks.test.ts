// SPDX-License-Identifier: GPL-2.0-or-later
//
// Small answers of the page about forks, sweeps and address spaces.

import { describe, expect, test } from 'vitest';
import { index } from '../../../web/base/index64';
import { columnsShown, ownColumn } from '../../../web/app/picture/fork-pane';
import { charged } from '../../../web/app/picture/space-panel';
import { runWords } from '../../../web/app/picture/sweep';
import { VMA_FLAGS, type ForkColumn, type VmaRecord } from '../../../web/model/memory';
import type { SweepReport } from '../../../web/model/sweep';

const COLUMNS = [
  { by: 'dup', undo: 'marker', wrongCeiling: false },
  { by: 'dup', undo: 'range', wrongCeiling: false },
  { by: 'dup', undo: 'range', wrongCeiling: true },
  { by: 'bulk', undo: 'marker', wrongCeiling: false },
] as unknown as readonly ForkColumn[];

describe('the page about forks', () => {
  test('the column of the step is that of its strategy and, for a duplicate, of its undoing', () => {
    expect(ownColumn(COLUMNS, { by: 'dup', undo: 'range', wrongCeiling: true })).toBe(2);
    expect(ownColumn(COLUMNS, { by: 'dup', undo: 'marker', wrongCeiling: false })).toBe(0);
    expect(ownColumn(COLUMNS, { by: 'bulk', undo: 'range', wrongCeiling: true })).toBe(3);
    expect(ownColumn(COLUMNS, { by: 'stores', undo: 'marker', wrongCeiling: false })).toBe(-1);
  });

  test('the step’s own way comes first', () => {
    const names = (columns: readonly ForkColumn[]): string[] =>
      columns.map(({ by, undo, wrongCeiling }) => `${by} ${undo}${wrongCeiling ? ' wrong' : ''}`);
    expect(names(columnsShown(COLUMNS, { by: 'dup', undo: 'range', wrongCeiling: true }))).toEqual([
      'dup range wrong',
      'dup marker',
      'dup range',
      'bulk marker',
    ]);
    expect(names(columnsShown(COLUMNS, { by: 'stores', undo: 'marker', wrongCeiling: false }))).toEqual([
      'dup marker',
      'dup range',
      'dup range wrong',
      'bulk marker',
    ]);
  });

  test('an address space is charged for the pages of its accounted VMAs alone', () => {
    const record = (first: bigint, last: bigint, flags: number): VmaRecord => ({
      number: 1,
      first: index(first),
      last: index(last),
      offset: index(0n),
      flags,
      file: 0,
      anon: 0,
      chain: 0,
    });
    expect(charged([])).toBe(0);
    expect(
      charged([
        record(0x1000n, 0x2fffn, VMA_FLAGS.account | VMA_FLAGS.write),
        record(0x4000n, 0xffffn, VMA_FLAGS.read),
      ]),
    ).toBe(2);
  });

  test('a run of a sweep is named by its pass, its site and how many there are', () => {
    const runs = [1, 2, 3].map(
      (k) =>
        ({
          k,
          failed: k < 3,
          outcome: 'undone',
          error: null,
          line: 4,
          vma: 0,
          point: null,
          mapCount: 0,
          wrong: null,
        }) as const,
    );
    const sweep: SweepReport = { line: 3, site: 'vma', times: 1, runs };
    expect(runWords(sweep, runs[1]!)).toBe('Run 2 of the sweep at line 3: pass 2 of 2 of vma fails.');
    expect(runWords({ ...sweep, times: 4 }, runs[0]!)).toBe(
      'Run 1 of the sweep at line 3: pass 1 of 2 of vma and the next 3 fail.',
    );
    expect(runWords(sweep, runs[2]!)).toBe(
      'Run 3 of the sweep at line 3, the last one: there is no pass 3 of vma, so nothing fails.',
    );
  });
});
