// SPDX-License-Identifier: GPL-2.0-or-later
//
// A sweep as a strip of cells, one a run, in lines as wide as the picture; of very many runs a cell stands for several,
// and shows the worst of them. Pure, in pixels.
//
// Invariants: every run is in exactly one cell, in order; cells do not overlap; the same runs and width give the same
// strip.

import type { SweepOutcome } from '../../model/memory';
import type { SweepReport, SweepRun } from '../../model/sweep';
import { foundKey } from '../../model/trouble';
import { failedPasses } from '../../words/sweep';
import { groupedCount } from '../shared/text';

/** From the best to the worst. */
export const OUTCOMES: readonly SweepOutcome[] = ['completed', 'undone', 'differs', 'leak', 'broken'];

/** The sign of an outcome, in a cell that has room for it. */
export const OUTCOME_SIGNS: Readonly<Record<SweepOutcome, string>> = {
  completed: '✓',
  undone: '↶',
  differs: '≠',
  leak: 'L',
  broken: '!',
};

/** Sizes of a cell, the largest first. */
const SIZES = [20, 18, 16, 15, 14, 12, 9, 7] as const;
/** Sizes of the cells of one line, where all runs have room in it: each has its number, its sign and its point. */
const ROOMY = [64, 48, 36, 28] as const;
/**
 * A strip is no higher than this, and than what can be seen of it, as long as its cells can be made smaller or stand
 * for more.
 */
const LINES_HIGH = 360;
/** No window is so low that cells are made smaller than for this. */
const LINES_LOW = 140;
/** Cells in a line are a round number, so that the figures at its left are too. */
const COLUMNS = [100, 50, 40, 30, 20, 10] as const;
/** At the left of each of several lines: the first k that it has. */
export const GUTTER = 44;
/** Runs that stand in one cell are a round number. */
const GROUPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] as const;

export interface StripLayout {
  /** Left of the cells; none where each has its own number. */
  readonly gutter: number;
  readonly size: number;
  /** Cells in a line. */
  readonly columns: number;
  readonly lines: number;
  /** Runs in a cell; the last one may have fewer. */
  readonly group: number;
  readonly cells: number;
  readonly width: number;
  readonly height: number;
}

export function layoutStrip(runs: number, width: number, room: number = LINES_HIGH): StripLayout {
  const high = Math.max(LINES_LOW, Math.min(room, LINES_HIGH));
  const roomy = ROOMY.find((size) => runs * (size + 1) <= width + 1);
  if (roomy !== undefined)
    return {
      gutter: 0,
      size: roomy,
      columns: runs,
      lines: 1,
      group: 1,
      cells: runs,
      width: runs * (roomy + 1),
      height: roomy + 1,
    };
  for (const group of GROUPS) {
    const cells = Math.max(1, Math.ceil(runs / group));
    for (const size of SIZES) {
      if (group > 1 && size > 12) continue;
      const columns = Math.max(1, Math.floor((width - GUTTER + 1) / (size + 1)));
      const round = COLUMNS.find((one) => one <= columns) ?? columns;
      const lines = Math.ceil(cells / round);
      const smallest = size === SIZES[SIZES.length - 1] && group === GROUPS[GROUPS.length - 1];
      if (lines * (size + 1) > high && !smallest) continue;
      return {
        gutter: GUTTER,
        size,
        columns: round,
        lines,
        group,
        cells,
        width: GUTTER + Math.min(cells, round) * (size + 1),
        height: lines * (size + 1),
      };
    }
  }
  throw new Error('the largest group takes every run');
}

/** The layout that several sweeps share, so that equal k stand under one another: that of the longest. */
export function layoutMatrix(
  counts: readonly number[],
  width: number,
  room: number = LINES_HIGH,
): readonly StripLayout[] {
  const widest = layoutStrip(Math.max(1, ...counts), width, room);
  return counts.map((runs) => {
    const cells = Math.max(1, Math.ceil(runs / widest.group));
    const lines = Math.ceil(cells / widest.columns);
    return {
      ...widest,
      cells,
      lines,
      width: widest.gutter + Math.min(cells, widest.columns) * (widest.size + 1),
      height: lines * (widest.size + 1),
    };
  });
}

/** Whether cells show more than their sign. */
export function isRoomy({ size }: Pick<StripLayout, 'size'>): boolean {
  return size >= ROOMY[ROOMY.length - 1]!;
}

/** The facts on a run, as names and values. */
export function runFacts(
  report: Pick<SweepReport, 'site' | 'times'>,
  run: SweepRun,
): readonly (readonly [string, string])[] {
  return [
    ['run', groupedCount(run.k)],
    ['fails', run.failed ? failedPasses(report, run.k) : 'nothing'],
    ['line', run.line > 0 ? groupedCount(run.line) : '–'],
    ['point', run.point === null ? '–' : `${run.point}${run.vma > 0 ? ` at VMA ${groupedCount(run.vma)}` : ''}`],
    ['error', run.error ?? 'none'],
    ['outcome', run.outcome],
  ];
}

/** Left top of a cell. */
export function cellAt(
  { gutter, size, columns }: StripLayout,
  cell: number,
): { readonly x: number; readonly y: number } {
  return { x: gutter + (cell % columns) * (size + 1), y: Math.floor(cell / columns) * (size + 1) };
}

/** The cell under a point; null between and beyond. */
export function hitCell({ gutter, size, columns, cells }: StripLayout, x: number, y: number): number | null {
  const column = Math.floor((x - gutter) / (size + 1));
  const cell = Math.floor(y / (size + 1)) * columns + column;
  return column < 0 || y < 0 || column >= columns || cell >= cells ? null : cell;
}

/** Runs of a cell: places in `runs`, the end not included. */
export function runsIn(
  { group }: StripLayout,
  cell: number,
  count: number,
): { readonly first: number; readonly end: number } {
  return { first: cell * group, end: Math.min(count, (cell + 1) * group) };
}

/** Place of the worst run among some, the first of them; −1 for none. */
export function worstOf(runs: readonly SweepRun[], first: number, end: number): number {
  let worst = -1;
  for (let k = first; k < end; k++) {
    const run = runs[k];
    const known = runs[worst];
    if (run !== undefined && (known === undefined || OUTCOMES.indexOf(run.outcome) > OUTCOMES.indexOf(known.outcome)))
      worst = k;
  }
  return worst;
}

/** The cell to which arrows, Home and End lead; null for another key. */
export function moveCell({ columns, cells }: StripLayout, cell: number, key: string): number | null {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: cell - 1,
    ArrowRight: cell + 1,
    ArrowUp: cell - columns,
    ArrowDown: cell + columns,
    PageUp: cell - 10 * columns,
    PageDown: cell + 10 * columns,
    Home: 0,
    End: cells - 1,
  };
  const to = targets[key];
  if (to === undefined) return null;
  // Up from the first line and down from the last stay; the others stop at the ends.
  if ((key === 'ArrowUp' && to < 0) || (key === 'ArrowDown' && to >= cells)) return cell;
  return Math.max(0, Math.min(cells - 1, to));
}

/** Neighbouring runs of one outcome, error, failure point and line, as one row of the table. */
export interface RunSpan {
  readonly first: SweepRun;
  readonly last: SweepRun;
  readonly count: number;
}

export function spansOf(runs: readonly SweepRun[]): readonly RunSpan[] {
  const spans: { first: SweepRun; last: SweepRun; count: number }[] = [];
  for (const run of runs) {
    const span = spans[spans.length - 1];
    if (span !== undefined && sameKind(span.last, run)) {
      span.last = run;
      span.count++;
    } else spans.push({ first: run, last: run, count: 1 });
  }
  return spans;
}

// Equal for what is wrong in the same way, with the same figures.
function wrongKey({ wrong }: SweepRun): string {
  return wrong === null ? '' : `${wrong.line ?? ''} ${foundKey(wrong.trouble.found)}`;
}

function sameKind(a: SweepRun, b: SweepRun): boolean {
  return (
    a.outcome === b.outcome &&
    a.error === b.error &&
    a.point === b.point &&
    a.line === b.line &&
    a.failed === b.failed &&
    wrongKey(a) === wrongKey(b)
  );
}

/**
 * How far a fork had come when it failed, 0 … 1, by the VMAs that its child had; 1 where no fork failed or the count
 * says nothing.
 */
export function reachOf(run: Pick<SweepRun, 'point' | 'mapCount'>, most: number): number {
  return most === 0 || run.point === null ? 1 : run.mapCount / most;
}

/** The most VMAs that the child of a fork had which was undone; 0 for none. */
export function furthest(runs: readonly Pick<SweepRun, 'outcome' | 'mapCount'>[]): number {
  return runs.reduce((most, { outcome, mapCount }) => (outcome === 'undone' ? Math.max(most, mapCount) : most), 0);
}
