// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where things are on the timeline: which steps its detail shows and how wide, its lanes, how high a bar is. Pure.

/** The steps in the detail: the first one, which may be cut, and pixels a step. */
export interface Window {
  readonly start: number;
  readonly column: number;
}

export type WordRows = 0 | 1 | 2;

/** Geometry of the timeline for a size. */
export interface Lanes {
  /** Above the line on which they stand; below it, `below` pixels for nodes that were freed. */
  readonly bars: { readonly top: number; readonly height: number; readonly below: number };
  /** Baseline of the letters, or of the lower row of words. */
  readonly letters: number;
  /** Rows of words under the bars; 0: letters. */
  readonly rows: WordRows;
  /** The whole run below; null where the detail shows all of it. */
  readonly overview: { readonly top: number; readonly height: number } | null;
}

const COLUMN_MIN = 9;
/** Room for a word under a bar. */
export const COLUMN_MAX = 60;
/** Width of a step of a long run as long as nobody has zoomed. */
const COLUMN_LONG = 12;
/**
 * Over the bars: the pointer at the current step, then a lane each for what was found, for notes, for what was expected
 * and for what failed, which no bar reaches.
 */
export const MARKS = 35;
/** Middle of a lane of marks, over the bars. */
export const FOUND_LANE = 28;
export const NOTE_LANE = 20;
export const EXPECT_LANE = 13;
export const FAILURE_LANE = 5.5;
/** Letters under the bars, and how far below the bars they stand: the largest bar of what is freed is clear of them. */
const LETTERS = 19;
const BASELINE = 13;
/** From one row of words to the next, in pixels. */
export const WORD_ROW = 13;
/** Of a letter of a word, in pixels; and how far words are from each other at least. */
const LETTER_ADVANCE = 7.3;
const WORDS_APART = 4;
/** Narrower columns have letters: a word would seem to stand under the step beside its own. */
const WORD_COLUMN = 32;
/** Below this height two rows would leave the bars no room. */
const TWO_ROWS_LEAST = 96;
/** Below everything: nothing stands on the edge of the window. */
const FOOT = 3;
/** Narrower columns have letters only for steps that change the structure. */
export const LETTER_COLUMN = 12;
const OVERVIEW = 16;
const OVERVIEW_LOW = 10;
/** Below this height there is no detail. */
const LEAST = 72;

/**
 * `deep` of the largest bar's nodes were freed by one step: so much of the room is below the line, half of it at
 * most.
 */
export function lanesFor(whole: boolean, height: number, top = 1, deep = 0, rows: WordRows = 0): Lanes {
  // Too low for anything but the overview.
  if (height < LEAST)
    return {
      bars: { top: height, height: 0, below: 0 },
      letters: height,
      rows: 0,
      overview: { top: 2, height: Math.max(8, height - 6) },
    };
  const below = whole ? 0 : height < 90 ? OVERVIEW_LOW : OVERVIEW;
  const words = rows === 2 ? WORD_ROW : 0;
  const bars = Math.max(4, height - MARKS - LETTERS - words - below - FOOT);
  const over = Math.round(bars / (1 + shareOf(Math.min(deep, top), top)));
  return {
    bars: { top: MARKS, height: over, below: bars - over },
    letters: MARKS + bars + words + BASELINE,
    rows,
    overview: whole ? null : { top: height - below - FOOT, height: below - 2 },
  };
}

/**
 * Rows in which the words of the steps shown have room: one, two in which every other word stands, or none. `letters`
 * has the letters of each word, the first one of step `first`; `width` and `height` are those of the whole, in pixels.
 */
export function wordRows(
  letters: readonly number[],
  { start, column }: Window,
  first: number,
  { width, height }: { readonly width: number; readonly height: number },
): WordRows {
  if (column < WORD_COLUMN || height < LEAST) return 0;
  const middles = letters.map((long, k) => wordMiddle((first + k - start + 0.5) * column, long, width));
  const haveRoom = (rows: 1 | 2): boolean =>
    letters.every((long, k) => {
      if (k < rows) return true;
      const reach = ((long + letters[k - rows]!) / 2) * LETTER_ADVANCE;
      return middles[k]! - middles[k - rows]! >= reach + WORDS_APART;
    });
  if (haveRoom(1)) return 1;
  return height >= TWO_ROWS_LEAST && haveRoom(2) ? 2 : 0;
}

/** Middle of a word that would stand at `middle`, so that it ends within the width. */
export function wordMiddle(middle: number, letters: number, width: number): number {
  return Math.min(middle, Math.max(middle - COLUMN_MAX / 2, width - (letters * LETTER_ADVANCE) / 2));
}

/** Pixels a step when steps 0 … last fill the width. */
export function fitColumn(last: number, width: number): number {
  return Math.min(COLUMN_MAX, Math.max(width, 1) / (last + 1));
}

/** As near to a window as the run and the width allow. */
export function fitted({ start, column }: Window, last: number, width: number): Window {
  const wide = Math.max(fitColumn(last, width), Math.min(COLUMN_MAX, column));
  return { start: Math.max(0, Math.min(start, last + 1 - width / wide)), column: wide };
}

/** The steps shown until somebody zooms: all of a short run, of a long one those around the current step. */
export function usualWindow(current: number, last: number, width: number): Window {
  const every = fitColumn(last, width);
  if (every >= COLUMN_MIN) return { start: 0, column: every };
  return { start: detailStart(current, last, Math.max(1, Math.floor(width / COLUMN_LONG))), column: COLUMN_LONG };
}

/** First step of the detail: moves by half a page, so that stepping does not shift it each time. */
export function detailStart(current: number, last: number, room: number): number {
  const half = Math.max(1, Math.floor(room / 2));
  const start = Math.floor(current / half) * half - Math.floor(room / 4);
  return Math.max(0, Math.min(start, last + 1 - room));
}

/** Nearer or farther by a factor; what is at pixel x stays there. */
export function zoomed(window: Window, factor: number, x: number, last: number, width: number): Window {
  const column = Math.max(fitColumn(last, width), Math.min(COLUMN_MAX, window.column * factor));
  return fitted({ start: window.start + x / window.column - x / column, column }, last, width);
}

/** Moved by pixels: to later steps where they are positive. */
export function panned(window: Window, pixels: number, last: number, width: number): Window {
  return fitted({ start: window.start + pixels / window.column, column: window.column }, last, width);
}

/** The same window if a step is in it, else moved so that it comes to a quarter of the width or the middle. */
export function withStep(window: Window, step: number, last: number, width: number): Window {
  const room = width / window.column;
  if (step >= window.start && step + 1 <= window.start + room) return window;
  // One or a few steps beyond an edge: a page further, as in the usual window; from far away into the middle.
  const part =
    step > window.start + room && step < window.start + 1.5 * room
      ? 0.25
      : step < window.start && step > window.start - room / 2
        ? 0.75
        : 0.5;
  return fitted({ start: step - part * room, column: window.column }, last, width);
}

/** Whether all steps are in a window. */
export function isWhole({ start, column }: Window, last: number, width: number): boolean {
  return start <= 0 && (last + 1) * column <= width + 0.5;
}

/** Edges of pixels are this much before what rounding makes of them, so that the last step is not lost to it. */
const ROUNDING = 1e-6;

/** The steps of the pixel column x: from … to − 1, at least one. */
export function stepsAt(window: Window, x: number, last: number): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.min(last, Math.floor(window.start + x / window.column + ROUNDING)));
  return {
    from,
    to: Math.max(from + 1, Math.min(last + 1, Math.floor(window.start + (x + 1) / window.column + ROUNDING))),
  };
}

/** Bars are in proportion to their nodes as long as none has more. */
export const LINEAR_UP_TO = 12;

/** Height of a bar of n nodes in a room: in proportion while all are small, otherwise by the logarithm. */
export function barHeight(n: number, top: number, room: number): number {
  return n <= 0 ? 0 : Math.max(2, shareOf(n, top) * room);
}

function shareOf(n: number, top: number): number {
  return top <= LINEAR_UP_TO ? n / Math.max(top, 4) : Math.log2(n + 1) / Math.log2(top + 1);
}
