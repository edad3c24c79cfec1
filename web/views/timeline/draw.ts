// SPDX-License-Identifier: GPL-2.0-or-later
//
// Paints the timeline on a canvas: bars, letters, marks, the current step. Knows no events. Its work is bounded by the
// pixels of the canvas: where a pixel stands for many steps, the largest of them is drawn and no failure is left out.

import { kindAt } from '../../model/run';
import type { Colours } from '../shared/palette';
import {
  barHeight,
  EXPECT_LANE,
  FAILURE_LANE,
  FOUND_LANE,
  LETTER_COLUMN,
  MARKS,
  NOTE_LANE,
  stepsAt,
  WORD_ROW,
  wordMiddle,
  type Lanes,
  type Window,
} from './layout';
import { stepLetter, stepWord } from './letters';
import { eachMark, type MarkKind, type MarkTable } from './marks';
import { failureOf, isStructural, peakOf, STRUCTURAL, type Peak, type StepTable } from './steps';
import type { TimelineViewData } from './types';

export interface TimelinePicture {
  readonly data: TimelineViewData;
  readonly table: StepTable;
  readonly marks: MarkTable;
  readonly lanes: Lanes;
  readonly window: Window;
  /** Pixels. */
  readonly width: number;
  readonly hovered: number | null;
  /**
   * Keeps what the overview shows of the run, from which only the step and the window differ; without it all is drawn
   * each time.
   */
  readonly kept?: Kept;
}

/** A cached drawing, and its input. */
export interface Kept {
  readonly canvas: HTMLCanvasElement;
  of: readonly unknown[];
}

type Canvas = CanvasRenderingContext2D;
type Lane = NonNullable<Lanes['overview']>;

/** Letters are not nearer to each other. */
const LETTER_WIDTH = 9;
/** The font of letters and words. */
const WORD = "12px ui-monospace, 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";
/** Narrower columns are drawn as stretches of pixels, without room between bars. */
const APART = 4;

export function drawTimeline(canvas: Canvas, picture: TimelinePicture, colours: Colours): void {
  // Without a step there is no current one either.
  if (picture.table.count > 0 && picture.lanes.bars.height > 0) drawDetail(canvas, picture, colours);
  if (picture.lanes.overview !== null) drawOverview(canvas, picture, colours);
}

// ---- The detail ----

function drawDetail(canvas: Canvas, picture: TimelinePicture, colours: Colours): void {
  const { data, table, lanes, window, width } = picture;
  const { column } = window;
  const foot = lanes.bars.top + lanes.bars.height;
  const at = (step: number): number => (step - window.start) * column;
  canvas.fillStyle = colours.hairline;
  const end = Math.min(width, at(table.count + 1));
  canvas.fillRect(0, foot, end, 1);
  canvas.fillRect(0, scaleAt(table, lanes), end, 1);
  const band = (step: number | null, colour: string): void => {
    if (step === null || at(step) + column <= 0 || at(step) >= width) return;
    canvas.fillStyle = colour;
    canvas.fillRect(Math.round(at(step)), 0, Math.max(1, Math.ceil(column)), lanes.letters + 5);
  };
  band(data.hovered, colours.hairline);
  band(picture.hovered, colours.hairline);
  band(data.current, colours.selected);
  if (column >= 1) drawSteps(canvas, picture, colours);
  else drawPressed(canvas, picture, colours);
  eachMark(
    picture.marks,
    Math.max(0, Math.floor(window.start)),
    window.start + width / column,
    1 / column,
    (kind, step) => {
      const [x, y] = [at(step) + column / 2, foot - lanes.bars.height - laneOf(kind)];
      drawMark(canvas, kind, x, y, colours);
      if (lanes.rows === 1 && kind.startsWith('expect')) drawVerdict(canvas, kind, x + 7, y, colours);
    },
  );
  drawCurrent(canvas, at(data.current), column, lanes, colours);
}

// Beside its mark, where each step has room for a word.
function drawVerdict(canvas: Canvas, kind: MarkKind, x: number, y: number, colours: Colours): void {
  canvas.fillStyle = kind === 'expect-held' ? colours.muted : colours.bad;
  canvas.font = WORD;
  canvas.textAlign = 'left';
  canvas.textBaseline = 'middle';
  canvas.fillText(kind === 'expect-held' ? 'holds' : 'fails', x, y + 1);
}

/** Where the line is that the highest bar reaches. */
export function scaleAt({ top }: StepTable, { bars }: Lanes): number {
  return Math.round(bars.top + bars.height - barHeight(top, top, bars.height));
}

function laneOf(kind: MarkKind): number {
  if (kind === 'tick' || kind === 'change' || kind === 'edited') return FOUND_LANE;
  return kind === 'note' || kind === 'pause' || kind === 'breakpoint' ? NOTE_LANE : EXPECT_LANE;
}

// One step after the other: there are no more of them than pixels.
function drawSteps(canvas: Canvas, picture: TimelinePicture, colours: Colours): void {
  const { table, lanes, window, width } = picture;
  const first = Math.max(1, Math.floor(window.start));
  const end = Math.min(table.count, Math.ceil(window.start + width / window.column));
  let letterEnd = -Infinity;
  for (let step = first; step <= end; step++) {
    const x = (step - window.start) * window.column;
    drawBar(canvas, table, step - 1, x, window.column, lanes.bars, colours);
    if (x - letterEnd >= 0 && drawLetter(canvas, picture, step, colours)) letterEnd = x + LETTER_WIDTH - window.column;
  }
}

function drawBar(
  canvas: Canvas,
  table: StepTable,
  k: number,
  x: number,
  column: number,
  bars: Lanes['bars'],
  colours: Colours,
): void {
  const { top, height: room } = bars;
  const apart = column > APART;
  const w = apart ? Math.min(12, Math.round(column * 0.56)) : Math.max(1, column);
  const left = apart ? Math.round(x + (column - w) / 2) : x;
  const foot = top + room;
  const { kinds } = table;
  const kind = table.kindOf[k]!;
  const asked = barHeight(kinds.asked[kind]!, table.top, room);
  const used = barHeight(kinds.used[kind]!, table.top, room);
  const whole = barHeight(kinds.whole[kind]!, table.top, room);
  if (whole > asked) ghost(canvas, left, foot - whole, w, whole - asked, apart, colours);
  if (asked > 0) {
    canvas.fillStyle = colours['gap-bar'];
    canvas.fillRect(left, foot - asked, w, asked);
  }
  if (used > 0) {
    canvas.fillStyle = colours.ink;
    canvas.fillRect(left, foot - used, w, used);
  }
  drawBack(canvas, table, kinds.back[kind]!, left, w, bars, apart, colours);
  const failure = failureOf(kinds.flags[kind]!);
  if (failure === null) return;
  if (apart) drawFailure(canvas, failure, left + w / 2, Math.max(top, foot - asked) - FAILURE_LANE, colours);
  else drawFailureLine(canvas, failure, left, top, colours);
}

// Nodes that a step freed hang below the line. Destroying a tree frees more than any step requests: that bar
// is as long as there is room, and open below.
function drawBack(
  canvas: Canvas,
  { top }: StepTable,
  freed: number,
  x: number,
  w: number,
  bars: Lanes['bars'],
  apart: boolean,
  colours: Colours,
): void {
  if (freed === 0) return;
  const long = Math.round(Math.min(bars.below, barHeight(freed, top, bars.height)));
  const foot = bars.top + bars.height + 1;
  canvas.fillStyle = colours.muted;
  if (!apart) canvas.fillRect(x, foot, w, long);
  else {
    canvas.fillRect(x, foot, 1, long);
    canvas.fillRect(x + w - 1, foot, 1, long);
    if (freed <= top) canvas.fillRect(x, foot + long - 1, w, 1);
  }
}

// The nodes that the whole-height formula would have requested beyond those requested.
function ghost(canvas: Canvas, x: number, y: number, w: number, h: number, apart: boolean, colours: Colours): void {
  if (!apart) {
    canvas.fillStyle = colours.hairline;
    canvas.fillRect(x, y, w, h);
    return;
  }
  canvas.strokeStyle = colours.faint;
  canvas.setLineDash([1.5, 2]);
  canvas.strokeRect(x + 0.5, Math.round(y) + 0.5, w - 1, h);
  canvas.setLineDash([]);
}

// A cross for a step that failed; of the same colour a ring with one stroke of it for one that went through although a
// request was refused: the sign that what was refused has in the account of the nodes.
export function drawFailure(
  canvas: Canvas,
  failure: 'failed' | 'survived',
  x: number,
  y: number,
  colours: Colours,
): void {
  const reach = failure === 'failed' ? 3.5 : 2.8;
  canvas.strokeStyle = colours.bad;
  canvas.lineWidth = failure === 'failed' ? 2 : 1.5;
  canvas.beginPath();
  if (failure === 'failed') {
    canvas.moveTo(x - reach, y - reach);
    canvas.lineTo(x + reach, y + reach);
  } else canvas.arc(x, y, 4, 0.75 * Math.PI, 2.75 * Math.PI);
  canvas.moveTo(x + reach, y - reach);
  canvas.lineTo(x - reach, y + reach);
  canvas.stroke();
  canvas.lineWidth = 1;
}

// Where there is no room for a cross: a line over the highest bar, long for a step that failed.
function drawFailureLine(
  canvas: Canvas,
  failure: 'failed' | 'survived',
  x: number,
  top: number,
  colours: Colours,
): void {
  canvas.fillStyle = colours.bad;
  canvas.fillRect(x - 0.5, top - 2 * FAILURE_LANE, 2, failure === 'failed' ? 10 : 3);
}

// Words where those shown have room, in two rows by turns where one is too narrow; else letters.
function drawLetter(canvas: Canvas, picture: TimelinePicture, step: number, colours: Colours): boolean {
  const { data, table, window, lanes, width } = picture;
  const brief = kindAt(data.steps, step);
  if (brief === undefined || (window.column < APART && step !== data.current)) return false;
  const strong = isStructural(brief);
  const bad = brief.error !== null;
  if (window.column < LETTER_COLUMN && !strong && !bad && step !== data.current) return false;
  canvas.fillStyle = bad ? colours.bad : strong ? colours.ink : colours.muted;
  canvas.font = strong || bad ? `700 ${WORD}` : WORD;
  canvas.textAlign = 'center';
  canvas.textBaseline = 'alphabetic';
  const middle = (step - window.start + 0.5) * window.column;
  if (lanes.rows === 0) canvas.fillText(stepLetter(brief), middle, lanes.letters - 1);
  else {
    const word = stepWord(brief);
    const isUpper = lanes.rows === 2 && (table.count - step) % 2 === 1;
    const y = lanes.letters - 1 - (isUpper ? WORD_ROW : 0);
    canvas.fillText(word, wordMiddle(middle, word.length, width), y);
  }
  return true;
}

// Many steps a pixel.
function drawPressed(canvas: Canvas, picture: TimelinePicture, colours: Colours): void {
  const { table, lanes, window, width } = picture;
  const { top, height } = lanes.bars;
  const foot = top + height;
  const peak: Peak = { asked: 0, used: 0, whole: 0, back: 0, flags: 0 };
  for (let x = 0; x < width && window.start + x / window.column <= table.count; x++) {
    const { from, to } = stepsAt(window, x, table.count);
    peakOf(table, from, to, peak);
    const asked = barHeight(peak.asked, table.top, height);
    const whole = barHeight(peak.whole, table.top, height);
    if (whole > asked) ghost(canvas, x, foot - whole, 1, whole - asked, false, colours);
    pressedBar(canvas, x, foot, asked, barHeight(peak.used, table.top, height), colours.ink, colours);
    drawBack(canvas, table, peak.back, x, 1, lanes.bars, false, colours);
    const failure = failureOf(peak.flags);
    if (failure !== null) drawFailureLine(canvas, failure, x, top, colours);
  }
}

function pressedBar(
  canvas: Canvas,
  x: number,
  foot: number,
  asked: number,
  used: number,
  ink: string,
  colours: Colours,
): void {
  if (asked > 0) {
    canvas.fillStyle = colours['gap-bar'];
    canvas.fillRect(x, foot - asked, 1, asked);
  }
  if (used > 0) {
    canvas.fillStyle = ink;
    canvas.fillRect(x, foot - used, 1, used);
  }
}

function drawCurrent(canvas: Canvas, x: number, column: number, lanes: Lanes, colours: Colours): void {
  const w = Math.max(2, Math.ceil(column));
  canvas.fillStyle = colours.accent;
  canvas.fillRect(Math.round(x), lanes.letters + 3, w, 2);
  if (column < APART) canvas.fillRect(Math.round(x), MARKS - FOUND_LANE - 4, 1, lanes.letters - MARKS + FOUND_LANE + 7);
  canvas.beginPath();
  const middle = x + column / 2;
  canvas.moveTo(middle - 4, 0);
  canvas.lineTo(middle + 4, 0);
  canvas.lineTo(middle, 5);
  canvas.fill();
}

// ---- Marks ----

// A dot for an expect that held, a square for one that failed or for trouble; a bar for a note, two for a pause, an
// octagon of lines for a breakpoint; a stroke for what a search found, a rhomb for a change of the chosen node.
export function drawMark(canvas: Canvas, kind: MarkKind, x: number, y: number, colours: Colours): void {
  switch (kind) {
    case 'expect-failed':
    case 'trouble':
      canvas.fillStyle = colours.bad;
      canvas.fillRect(x - 3, y - 3, 6, 6);
      return;
    case 'expect-held':
      canvas.fillStyle = colours['cell-anonymous'];
      disc(canvas, x, y, 2.4);
      canvas.fill();
      return;
    case 'note':
      canvas.fillStyle = colours.muted;
      canvas.fillRect(x - 1, y - 3.5, 2, 7);
      return;
    case 'pause':
      canvas.fillStyle = colours.muted;
      canvas.fillRect(x - 3, y - 3.5, 2, 7);
      canvas.fillRect(x + 1, y - 3.5, 2, 7);
      return;
    case 'breakpoint':
      canvas.strokeStyle = colours.ink;
      canvas.fillStyle = colours.ink;
      disc(canvas, x, y, 3);
      canvas.stroke();
      canvas.fillRect(x - 1, y - 1, 2, 2);
      return;
    case 'tick':
      canvas.fillStyle = colours.link;
      canvas.fillRect(x - 1, y - 4, 2, 7);
      return;
    case 'change':
      canvas.fillStyle = colours.link;
      diamond(canvas, x, y);
      canvas.fill();
      return;
    case 'edited':
      canvas.strokeStyle = colours.accent;
      diamond(canvas, x, y);
      canvas.stroke();
  }
}

function diamond(canvas: Canvas, x: number, y: number): void {
  canvas.beginPath();
  canvas.moveTo(x, y - 4);
  canvas.lineTo(x + 3.5, y);
  canvas.lineTo(x, y + 4);
  canvas.lineTo(x - 3.5, y);
  canvas.closePath();
}

function disc(canvas: Canvas, x: number, y: number, r: number): void {
  canvas.beginPath();
  canvas.arc(x, y, r, 0, 2 * Math.PI);
}

// ---- The overview ----

function drawOverview(canvas: Canvas, picture: TimelinePicture, colours: Colours): void {
  const { data, table, lanes, window, width } = picture;
  const lane = lanes.overview;
  if (lane === null) return;
  const at = (step: number): number => (step * width) / (table.count + 1);
  const shown = lanes.bars.height > 0;
  const [from, to] = [at(window.start), at(window.start + width / window.column)];
  if (shown) {
    canvas.fillStyle = colours.selected;
    canvas.fillRect(from, lane.top, Math.max(3, to - from), lane.height);
  }
  drawKept(canvas, picture, colours, lane);
  if (shown) {
    canvas.strokeStyle = colours['line-strong'];
    canvas.strokeRect(Math.round(from) + 0.5, lane.top + 0.5, Math.max(3, Math.round(to - from) - 1), lane.height);
  }
  canvas.fillStyle = colours.accent;
  canvas.fillRect(at(data.current) - 0.5, lane.top, 2, lane.height + 1);
}

// The run in the overview: from the canvas that keeps it, as long as it is of the same.
function drawKept(canvas: Canvas, picture: TimelinePicture, colours: Colours, lane: Lane): void {
  const { kept, table, marks, width } = picture;
  const into = kept?.canvas.getContext('2d');
  if (kept === undefined || !into) {
    drawRun(canvas, picture, colours, lane);
    return;
  }
  // In its own pixels, so that nothing is smoothed.
  const ratio = canvas.getTransform().a;
  const top = Math.floor((lane.top - 1) * ratio);
  const of = [table, marks, colours, width, lane.top, lane.height, ratio];
  if (of.some((part, k) => part !== kept.of[k])) {
    kept.of = of;
    [kept.canvas.width, kept.canvas.height] = [canvas.canvas.width, Math.max(1, canvas.canvas.height - top)];
    into.setTransform(ratio, 0, 0, ratio, 0, -top);
    drawRun(into, picture, colours, lane);
  }
  canvas.save();
  canvas.setTransform(1, 0, 0, 1, 0, 0);
  canvas.drawImage(kept.canvas, 0, top);
  canvas.restore();
}

function drawRun(canvas: Canvas, { table, marks, width }: TimelinePicture, colours: Colours, lane: Lane): void {
  const all: Window = { start: 0, column: width / (table.count + 1) };
  const at = (step: number): number => step * all.column;
  const foot = lane.top + lane.height;
  canvas.fillStyle = colours.hairline;
  canvas.fillRect(0, foot, width, 1);
  const peak: Peak = { asked: 0, used: 0, whole: 0, back: 0, flags: 0 };
  // Of few steps each has several columns of pixels.
  const stride = Math.max(1, all.column);
  // The sum of the strides may miss the width by a rounding.
  for (let x = 0; x < width - stride / 2; x += stride) {
    const { from: first, to: end } = stepsAt(all, all.column >= 1 ? x + stride / 4 : x, table.count);
    peakOf(table, first, all.column >= 1 ? first + 1 : end, peak);
    const ink = (peak.flags & STRUCTURAL) !== 0 ? colours.muted : colours.faint;
    pressedBar(
      canvas,
      Math.floor(x),
      foot,
      barHeight(peak.asked, table.top, lane.height - 3),
      barHeight(peak.used, table.top, lane.height - 3),
      ink,
      colours,
    );
    const failure = failureOf(peak.flags);
    if (failure === null) continue;
    canvas.fillStyle = colours.bad;
    canvas.fillRect(Math.floor(x) - 0.5, lane.top, 2, failure === 'failed' ? 5 : 2);
  }
  eachMark(marks, 0, table.count + 1, 1 / all.column, (kind, step) => {
    if (kind === 'trouble' || kind === 'expect-failed') drawMark(canvas, kind, at(step), lane.top + 3, colours);
    else if (kind === 'tick' || kind === 'change' || kind === 'breakpoint') {
      canvas.fillStyle = kind === 'breakpoint' ? colours.ink : colours.link;
      canvas.fillRect(at(step) - 0.5, lane.top, 1, 4);
    }
  });
}
