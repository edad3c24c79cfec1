// SPDX-License-Identifier: GPL-2.0-or-later
//
// All that a timeline remembers, as one record, and what follows from it: which steps are shown, and how high what
// stands.

import { NO_STEPS } from '../../model/run';
import {
  fitted,
  isWhole,
  lanesFor,
  stepsAt,
  usualWindow,
  withStep,
  wordRows,
  type Lanes,
  type Window,
  type WordRows,
} from './layout';
import { stepWord } from './letters';
import { marksOf, type MarkTable } from './marks';
import { tableOf, tellingStep, type StepTable } from './steps';
import type { TimelineViewData } from './types';

export type Lane = 'overview' | 'detail';

export interface Stage {
  data: TimelineViewData;
  table: StepTable;
  marks: MarkTable;
  width: number;
  height: number;
  hovered: number | null;
  /** The person's zoom; null as long as there is none. */
  chosen: Window | null;
  /** Where the person went last. */
  sought: number;
  /** While dragging, the detail stays where it was. */
  held: Window | null;
}

const NOTHING: TimelineViewData = {
  steps: NO_STEPS,
  current: 0,
  marks: [],
  hovered: null,
  ticks: [],
  breakpoints: [],
  changes: [],
};

export function emptyStage(): Stage {
  return {
    data: NOTHING,
    table: tableOf(NO_STEPS),
    marks: marksOf(NOTHING),
    width: 0,
    height: 0,
    hovered: null,
    chosen: null,
    sought: 0,
    held: null,
  };
}

/** Takes other data; what the person zoomed or moved to stays as far as the run has it. */
export function take(stage: Stage, next: TimelineViewData): void {
  const was = stage.data;
  stage.data = next;
  if (next.steps !== was.steps) {
    stage.table = tableOf(next.steps);
    // A run of another length may have no such place; one as short as a page is shown whole again.
    if (fitsWhole(stage)) stage.chosen = null;
    refit(stage);
  }
  if (
    next.marks !== was.marks ||
    next.ticks !== was.ticks ||
    next.breakpoints !== was.breakpoints ||
    next.changes !== was.changes
  )
    stage.marks = marksOf(next);
  if (stage.held === null && next.current !== was.current) keepInView(stage, next.current);
}

/** The step from which keys and drags go on. */
export function asked({ data }: Stage): number {
  return data.wanted ?? data.current;
}

export function windowNow({ held, chosen, data, table, width }: Stage): Window {
  return held ?? chosen ?? usualWindow(data.current, table.count, width);
}

export function lanesNow(stage: Stage): Lanes {
  const { table, width, height } = stage;
  const window = windowNow(stage);
  const whole = isWhole(window, table.count, width);
  return lanesFor(whole, height, table.top, table.deep, rowsOf(stage, window, whole));
}

// Two rows only where the whole run is shown: the bars keep their height while a part of it is moved.
function rowsOf({ data, table, width, height }: Stage, window: Window, whole: boolean): WordRows {
  const first = Math.max(1, Math.floor(window.start));
  const end = Math.min(table.count, Math.ceil(window.start + width / window.column));
  // So many words have no room: they are not counted.
  if (end - first > width / 8) return 0;
  const letters = Array.from(
    data.steps.kindOf.subarray(first - 1, end),
    (kind) => stepWord(data.steps.kinds[kind]!).length,
  );
  const rows = wordRows(letters, window, first, { width, height });
  return whole || rows !== 2 ? rows : 0;
}

/** A run so short that all of it is shown. */
export function fitsWhole({ table, width }: Stage): boolean {
  return isWhole(usualWindow(0, table.count, width), table.count, width);
}

/** The person's zoom, as near as run and width allow. */
export function refit(stage: Stage): void {
  const { chosen, table, width } = stage;
  if (chosen !== null) stage.chosen = fitted(chosen, table.count, width);
}

/** Brings a step that is chosen into view. */
export function keepInView(stage: Stage, step: number): void {
  const { chosen, table, width } = stage;
  if (chosen !== null) stage.chosen = withStep(chosen, step, table.count, width);
}

export function laneAt(stage: Stage, y: number): Lane {
  const { overview } = lanesNow(stage);
  return overview !== null && y >= overview.top - 2 ? 'overview' : 'detail';
}

/** The steps that a pixel stands for. */
export function rangeAt(stage: Stage, x: number, lane: Lane): ReturnType<typeof stepsAt> {
  const { table, width } = stage;
  const all = { start: 0, column: width / (table.count + 1) };
  return stepsAt(lane === 'overview' ? all : windowNow(stage), x, table.count);
}

/** Of these, the one that says most. */
export function stepAt(stage: Stage, x: number, lane: Lane): number {
  const { from, to } = rangeAt(stage, x, lane);
  return tellingStep(stage.table, from, to);
}
