// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sweeps: every run has its cell, keys go where they should, sentences and rows of the table describe the runs.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cellAt,
  furthest,
  GUTTER,
  hitCell,
  isRoomy,
  layoutMatrix,
  layoutStrip,
  moveCell,
  reachOf,
  runFacts,
  runsIn,
  spansOf,
  worstOf,
} from '../../../web/views/sweep/layout';
import { countOutcomes, runSentence, runsSentence, sweepText } from '../../../web/words/sweep';
import { sweepOf } from './forks';

describe('the strip', () => {
  it('gives every run one cell, within its width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 200, max: 1600 }), (runs, width) => {
        const layout = layoutStrip(runs, width);
        let at = 0;
        for (let cell = 0; cell < layout.cells; cell++) {
          const { first, end } = runsIn(layout, cell, runs);
          if (first !== at) throw new Error(`cell ${cell} begins at ${first}, the one before ends at ${at}`);
          at = end;
        }
        expect(at).toBe(runs);
        expect(layout.width).toBeLessThanOrEqual(Math.max(width, GUTTER + 8) + 1);
        expect(layout.height).toBeLessThanOrEqual(361);
      }),
      { numRuns: 60 },
    );
  });

  it('stands for single runs as long as it can, with large cells for few', () => {
    expect(layoutStrip(90, 800)).toMatchObject({ group: 1, size: 20 });
    expect(layoutStrip(821, 800).group).toBe(1);
    expect(layoutStrip(24_000, 800).group).toBeGreaterThan(1);
  });

  it('has all runs in one line with room for their numbers, where they are few', () => {
    expect(layoutStrip(19, 1210)).toMatchObject({ size: 48, lines: 1, columns: 19, group: 1 });
    for (let runs = 1; runs <= 60; runs++) {
      const layout = layoutStrip(runs, 764);
      if (isRoomy(layout)) expect(layout).toMatchObject({ lines: 1, cells: runs });
      expect(layout.width).toBeLessThanOrEqual(765);
    }
    expect(isRoomy(layoutStrip(90, 800))).toBe(false);
  });

  it('tells what is known of a run, and no more', () => {
    const report = sweepOf('vma', 100, true);
    for (const run of report.runs) {
      const facts = new Map(runFacts(report, run));
      expect(facts.get('error')).toBe(run.error ?? 'none');
      expect(facts.get('outcome')).toBe(run.outcome);
      expect(facts.get('fails') === 'nothing').toBe(!run.failed);
    }
  });

  it('has a round number of cells in a line', () => {
    for (const width of [362, 728, 1140, 1500])
      expect([10, 20, 30, 40, 50, 100]).toContain(layoutStrip(800, width).columns);
    expect(layoutStrip(800, 728)).toMatchObject({ columns: 40, size: 16 });
    // In a low room all of them are seen at once, in as large cells as that allows.
    for (const room of [160, 200, 263, 300]) {
      const low = layoutStrip(800, 1252, room);
      expect(low.height).toBeLessThanOrEqual(room);
      expect(low.group).toBe(1);
    }
    expect(layoutStrip(800, 1252, 263).size).toBeGreaterThan(layoutStrip(800, 1252, 200).size);
    expect(layoutStrip(800, 1252, 2000)).toEqual(layoutStrip(800, 1252));
  });

  it('knows how far a run had come', () => {
    const { runs } = sweepOf('vma', 100, true);
    const most = furthest(runs);
    expect(most).toBe(98);
    expect(reachOf({ point: 'F7', mapCount: 0 }, most)).toBe(0);
    expect(reachOf({ point: 'F7', mapCount: most }, most)).toBe(1);
    expect(reachOf({ point: 'F1', mapCount: 0 }, 0)).toBe(1);
    // What failed was no fork.
    expect(reachOf({ point: null, mapCount: 0 }, most)).toBe(1);
  });

  it('finds each cell under its middle', () => {
    const layout = layoutStrip(821, 800);
    for (let cell = 0; cell < layout.cells; cell++) {
      const { x, y } = cellAt(layout, cell);
      expect(hitCell(layout, x + layout.size / 2, y + layout.size / 2)).toBe(cell);
    }
    expect(hitCell(layout, 3, 3)).toBeNull();
    expect(hitCell(layout, layout.width - 2, layout.height + 40)).toBeNull();
  });

  it('puts equal k of several sweeps under one another', () => {
    const [long, short] = layoutMatrix([822, 300], 800);
    expect(short).toMatchObject({ columns: long!.columns, size: long!.size, group: long!.group });
    expect(cellAt(short!, 250).x).toBe(cellAt(long!, 250).x);
  });
});

describe('keys', () => {
  const layout = layoutStrip(92, 800);

  it('go to neighbours and ends, and stay inside', () => {
    expect(moveCell(layout, 5, 'ArrowRight')).toBe(6);
    expect(moveCell(layout, 0, 'ArrowLeft')).toBe(0);
    expect(moveCell(layout, 5, 'ArrowDown')).toBe(5 + layout.columns);
    expect(moveCell(layout, 5, 'ArrowUp')).toBe(5);
    expect(moveCell(layout, 91, 'ArrowDown')).toBe(91);
    expect(moveCell(layout, 40, 'End')).toBe(91);
    expect(moveCell(layout, 40, 'Home')).toBe(0);
    expect(moveCell(layout, 40, 'x')).toBeNull();
  });
});

describe('words', () => {
  const report = sweepOf('vma', 100, true);

  it('tell a run in a sentence', () => {
    expect(runSentence(report, report.runs[0]!)).toBe(
      'VMA object 1 of the block fails in line 8 (allocating the VMA object, F7, at VMA 1 of the parent), ENOMEM. ' +
        'Undone: a statement failed and everything is as it was before it.',
    );
    expect(runSentence(report, report.runs[17]!)).toBe(
      'VMA object 18 of the block fails in line 8 (allocating the VMA object, F7, at VMA 18 of the parent), ' +
        'ENOMEM. Leak: line 8: 3 page tables were not freed',
    );
    expect(runSentence(report, report.runs[99]!)).toBe(
      'Run 100, the last: nothing failed, and all statements succeeded.',
    );
    expect(runSentence({ site: 'request', times: 3 }, { ...report.runs[4]!, point: null })).toMatch(
      /^Request 5 to 7 of the block fails in line 8, ENOMEM\./,
    );
  });

  it('tell several runs by their outcomes, the cell by the worst of them', () => {
    expect(runsSentence(report.runs.slice(10, 20))).toBe('Runs 11 to 20: 1 leak, 9 undone.');
    expect(worstOf(report.runs, 10, 20)).toBe(17);
    expect(worstOf(report.runs, 0, 0)).toBe(-1);
    expect(sweepText(report.runs)).toBe('100 runs: 1 broken, 2 leak, 2 differs, 94 undone, 1 completed');
    expect(countOutcomes(report.runs).reduce((sum, { count }) => sum + count, 0)).toBe(100);
  });

  it('gather neighbours of one kind, and lose none', () => {
    const spans = spansOf(report.runs);
    expect(spans.reduce((sum, { count }) => sum + count, 0)).toBe(100);
    expect(spans[0]).toMatchObject({ count: 17, first: { k: 1 }, last: { k: 17 } });
  });
});
