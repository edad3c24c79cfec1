// SPDX-License-Identifier: GPL-2.0-or-later
//
// Paints the timeline on a canvas: bars, letters, marks, the current step. Knows no events.

import type { Colours } from '../shared/palette';
import {
  aggregate,
  barHeight,
  columnOf,
  EXPECT_LANE,
  failureOf,
  isStructural,
  LETTER_COLUMN,
  MARKS,
  NOTE_LANE,
  STRUCTURAL,
  stepLetter,
  type Columns,
  type Lanes,
  type StepTable,
} from './layout';
import type { TimelineMark, TimelineViewData } from './types';

export interface TimelinePicture {
  readonly data: TimelineViewData;
  readonly table: StepTable;
  readonly lanes: Lanes;
  /** First step of the detail. */
  readonly start: number;
  readonly hovered: number | null;
}

const pressed = new WeakMap<StepTable, Columns>();

export function drawTimeline(canvas: CanvasRenderingContext2D, picture: TimelinePicture, width: number, colours: Colours): void {
  if (picture.lanes.overview !== null) drawOverview(canvas, picture, width, colours);
  if (picture.lanes.bars.height > 0) drawDetail(canvas, picture, colours);
}

function drawDetail(canvas: CanvasRenderingContext2D, picture: TimelinePicture, colours: Colours): void {
  const { data, table, lanes, start } = picture;
  const { column, bars } = lanes;
  const foot = bars.top + bars.height;
  const marks = marksByStep(data.marks);
  const end = Math.min(table.count, start + lanes.room - 1);
  canvas.fillStyle = colours.hairline;
  canvas.fillRect(0, foot, (end - start + 1) * column, 1);
  for (let step = start; step <= end; step++) {
    const x = (step - start) * column;
    if (step === data.current) band(canvas, x, column, bars.top - MARKS, lanes.letters + 5 - bars.top + MARKS, colours.selected);
    else if (step === picture.hovered || step === data.hovered) {
      band(canvas, x, column, bars.top - MARKS, lanes.letters + 5 - bars.top + MARKS, colours.hairline);
    }
    if (step > 0) {
      drawBar(canvas, table, step - 1, x, column, bars.top, bars.height, colours);
      drawLetter(canvas, picture, step, x, colours);
    }
    for (const mark of marks.get(step) ?? []) {
      const lane = mark.kind === 'note' || mark.kind === 'pause' ? NOTE_LANE : EXPECT_LANE;
      drawMark(canvas, mark, x + column / 2, bars.top - lane, colours);
    }
    if (step === data.current) drawCurrent(canvas, x, column, bars.top - MARKS, lanes.letters + 5, colours);
  }
}

function band(canvas: CanvasRenderingContext2D, x: number, w: number, y: number, h: number, colour: string): void {
  canvas.fillStyle = colour;
  canvas.fillRect(Math.round(x), y, Math.ceil(w), h);
}

function drawCurrent(canvas: CanvasRenderingContext2D, x: number, w: number, y: number, foot: number, colours: Colours): void {
  canvas.fillStyle = colours.accent;
  canvas.fillRect(Math.round(x), foot - 2, Math.ceil(w), 2);
  canvas.beginPath();
  const middle = x + w / 2;
  canvas.moveTo(middle - 4, y);
  canvas.lineTo(middle + 4, y);
  canvas.lineTo(middle, y + 5);
  canvas.fill();
}

function drawBar(
  canvas: CanvasRenderingContext2D,
  table: Pick<StepTable, 'asked' | 'used' | 'whole' | 'flags' | 'top'>,
  k: number,
  x: number,
  column: number,
  top: number,
  room: number,
  colours: Colours,
): void {
  const w = column > 4 ? Math.min(12, Math.round(column * 0.56)) : Math.max(1, column);
  const left = column > 4 ? Math.round(x + (column - w) / 2) : x;
  const foot = top + room;
  const asked = barHeight(table.asked[k] ?? 0, table.top, room);
  const used = barHeight(table.used[k] ?? 0, table.top, room);
  const whole = barHeight(table.whole[k] ?? 0, table.top, room);
  if (whole > asked && column > 4) {
    canvas.strokeStyle = colours.faint;
    canvas.setLineDash([1.5, 2]);
    canvas.strokeRect(left + 0.5, Math.round(foot - whole) + 0.5, w - 1, whole - asked);
    canvas.setLineDash([]);
  }
  canvas.fillStyle = colours['gap-bar'];
  canvas.fillRect(left, foot - asked, w, asked);
  canvas.fillStyle = colours.ink;
  canvas.fillRect(left, foot - used, w, used);
  const failure = failureOf(table.flags[k] ?? 0);
  if (failure !== null) drawFailure(canvas, failure, left + w / 2, Math.max(top + 5, foot - asked - 6), colours);
}

// A cross for a step that failed; a ring for one that went through although a request was refused.
function drawFailure(canvas: CanvasRenderingContext2D, failure: 'failed' | 'survived', x: number, y: number, colours: Colours): void {
  canvas.strokeStyle = failure === 'failed' ? colours.bad : colours.ink;
  canvas.lineWidth = failure === 'failed' ? 2 : 1.5;
  canvas.beginPath();
  if (failure === 'failed') {
    canvas.moveTo(x - 3.5, y - 3.5);
    canvas.lineTo(x + 3.5, y + 3.5);
    canvas.moveTo(x + 3.5, y - 3.5);
    canvas.lineTo(x - 3.5, y + 3.5);
  } else canvas.arc(x, y, 3, 0, 2 * Math.PI);
  canvas.stroke();
  canvas.lineWidth = 1;
}

function drawLetter(canvas: CanvasRenderingContext2D, picture: TimelinePicture, step: number, x: number, colours: Colours): void {
  const brief = picture.data.steps[step - 1];
  if (brief === undefined) return;
  const strong = isStructural(brief);
  const bad = brief.error !== null;
  if (picture.lanes.column < LETTER_COLUMN && !strong && !bad && step !== picture.data.current) return;
  canvas.fillStyle = bad ? colours.bad : strong ? colours.ink : colours.muted;
  canvas.font = `${strong || bad ? 700 : 400} 11px ui-monospace, 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace`;
  canvas.textAlign = 'center';
  canvas.textBaseline = 'alphabetic';
  canvas.fillText(stepLetter(brief), x + picture.lanes.column / 2, picture.lanes.letters - 1);
}

function marksByStep(marks: readonly TimelineMark[]): ReadonlyMap<number, readonly TimelineMark[]> {
  const map = new Map<number, TimelineMark[]>();
  for (const mark of marks) {
    const list = map.get(mark.step);
    if (list === undefined) map.set(mark.step, [mark]);
    else list.push(mark);
  }
  return map;
}

// A dot for an expect that held, a square for one that failed or for trouble, a bar for a note or pause.
function drawMark(canvas: CanvasRenderingContext2D, mark: TimelineMark, x: number, y: number, colours: Colours): void {
  const bad = mark.kind === 'expect-failed' || mark.kind === 'trouble';
  canvas.fillStyle = bad ? colours.bad : mark.kind === 'expect-held' ? colours['cell-anonymous'] : colours.muted;
  if (bad) canvas.fillRect(x - 3, y - 3, 6, 6);
  else if (mark.kind === 'expect-held') {
    canvas.beginPath();
    canvas.arc(x, y, 2.4, 0, 2 * Math.PI);
    canvas.fill();
  } else canvas.fillRect(x - 1, y - 3.5, 2, 7);
}

function drawOverview(canvas: CanvasRenderingContext2D, picture: TimelinePicture, width: number, colours: Colours): void {
  const { data, table, lanes, start } = picture;
  const lane = lanes.overview;
  if (lane === null) return;
  const count = Math.max(1, Math.floor(width));
  let columns = pressed.get(table);
  if (columns === undefined || columns.count !== count) {
    columns = aggregate(table, count);
    pressed.set(table, columns);
  }
  const at = (step: number): number => columnOf(step, table.count, count);
  const foot = lane.top + lane.height;
  const from = at(start);
  const to = Math.max(from + 2, at(Math.min(table.count, start + lanes.room)));
  canvas.fillStyle = colours.hairline;
  canvas.fillRect(0, foot, width, 1);
  canvas.fillStyle = colours.selected;
  if (lanes.bars.height > 0) canvas.fillRect(from, lane.top, to - from, lane.height);
  // Of few steps each has several columns of pixels.
  const w = Math.max(1, Math.min(8, Math.floor(count / (table.count + 1)) - 2));
  for (let c = 0; c < count; c++) {
    const asked = barHeight(columns.asked[c] ?? 0, table.top, lane.height - 4);
    const used = barHeight(columns.used[c] ?? 0, table.top, lane.height - 4);
    canvas.fillStyle = colours['gap-bar'];
    canvas.fillRect(c, foot - asked, w, asked);
    canvas.fillStyle = ((columns.flags[c] ?? 0) & STRUCTURAL) !== 0 ? colours.muted : colours.faint;
    canvas.fillRect(c, foot - used, w, used);
    const failure = failureOf(columns.flags[c] ?? 0);
    if (failure !== null) {
      canvas.fillStyle = failure === 'failed' ? colours.bad : colours.ink;
      canvas.fillRect(c - 1, lane.top, 2, failure === 'failed' ? 5 : 2);
    }
  }
  for (const mark of data.marks) {
    if (mark.kind !== 'trouble' && mark.kind !== 'expect-failed') continue;
    drawMark(canvas, mark, at(mark.step), lane.top + 4, colours);
  }
  canvas.fillStyle = colours.accent;
  canvas.fillRect(at(data.current) - 0.5, lane.top, 2, lane.height + 2);
}
