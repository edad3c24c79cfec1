// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timeline's numbers: steps as columns of typed arrays, their aggregation to as many columns as there is room for,
// which steps are shown in detail, and how high a bar is. Pure; two million steps are one pass over flat arrays.

import type { StepBrief } from '../../model/run';

/** What the timeline draws of the steps. Element k is step k + 1. */
export interface StepTable {
  readonly count: number;
  readonly asked: Uint32Array;
  readonly used: Uint32Array;
  readonly whole: Uint32Array;
  readonly flags: Uint8Array;
  /** Largest bar of all. */
  readonly top: number;
}

export const REFUSED = 1;
export const STRUCTURAL = 2;
export const FAILED = 4;

/** Letters of store types; those that change the structure are bold. */
const STORE_LETTERS: Readonly<Record<string, string>> = {
  store_root: 'o',
  new_root: 'N',
  exact_fit: 'e',
  spanning_store: 'S',
  split_store: 'P',
  rebalance: 'R',
  append: 'a',
  node_store: 'n',
  slot_store: 's',
};

const OP_LETTERS: Readonly<Record<string, string>> = {
  dup: 'D',
  fork: 'F',
  bulk: 'B',
  destroy: 'X',
  exit: 'X',
  load: 'l',
  gap: 'g',
  tree: 't',
  alloc: 'A',
  cyclic: 'c',
  walk: 'w',
  next: '>',
  prev: '<',
  find: 'f',
  find_rev: 'f',
  next_range: '>',
  prev_range: '<',
  read: '(',
  resume: '~',
  release: ')',
  corrupt: '%',
};

/** What the letters under the bars mean, in the order of the help. */
export const LETTERS_TOLD: readonly (readonly [letters: string, meaning: string])[] = [
  ['o', 'store_root'],
  ['a n s e', 'append, node_store, slot_store, exact_fit: the leaf has room'],
  ['P R S N', 'split_store, rebalance, spanning_store, new_root: the structure changes'],
  ['D F B X', 'dup, fork, bulk, destroy or exit'],
  ['l g', 'load, gap'],
  ['w > < f', 'walk, next, prev, find, with their ranges'],
  ['( ~ )', 'a reader enters, goes on, leaves'],
  ['A c', 'alloc or cyclic that stored nothing'],
  ['t %', 'tree, corrupt'],
  ['·', 'calls on address spaces that made no store or several: mm, map, unmap, protect, brk, touch, advise, trace; sweep'],
];

const STRUCTURAL_TYPES: ReadonlySet<string> = new Set(['new_root', 'spanning_store', 'split_store', 'rebalance']);
const STRUCTURAL_OPS: ReadonlySet<string> = new Set(['dup', 'fork', 'bulk', 'destroy', 'exit']);

export function stepLetter(step: Pick<StepBrief, 'op' | 'storeType'>): string {
  if (step.storeType !== null && step.op !== 'bulk') return STORE_LETTERS[step.storeType] ?? '?';
  return OP_LETTERS[step.op] ?? '·';
}

/** How a step's flags tell of failure: it failed, or it went through although a request was refused. */
export function failureOf(flags: number): 'failed' | 'survived' | null {
  if ((flags & FAILED) !== 0) return 'failed';
  return (flags & REFUSED) !== 0 ? 'survived' : null;
}

export function isStructural(step: Pick<StepBrief, 'op' | 'storeType'>): boolean {
  return (step.storeType !== null && STRUCTURAL_TYPES.has(step.storeType)) || STRUCTURAL_OPS.has(step.op);
}

export function tableOf(steps: readonly StepBrief[]): StepTable {
  const count = steps.length;
  const asked = new Uint32Array(count);
  const used = new Uint32Array(count);
  const whole = new Uint32Array(count);
  const flags = new Uint8Array(count);
  let top = 1;
  for (let k = 0; k < count; k++) {
    const step = steps[k]!;
    asked[k] = step.asked;
    used[k] = step.used;
    whole[k] = step.preWhole ?? 0;
    flags[k] = (step.refused ? REFUSED : 0) | (isStructural(step) ? STRUCTURAL : 0) | (step.error !== null ? FAILED : 0);
    top = Math.max(top, step.asked, step.used, step.preWhole ?? 0);
  }
  return { count, asked, used, whole, flags, top };
}

/** The largest of each quantity over the steps of a column; column 0 begins at step 0, which has no bar. */
export interface Columns {
  readonly count: number;
  readonly asked: Uint32Array;
  readonly used: Uint32Array;
  readonly whole: Uint32Array;
  readonly flags: Uint8Array;
}

/** Presses steps 0 … table.count into `count` columns. */
export function aggregate(table: StepTable, count: number): Columns {
  const columns: Columns = {
    count,
    asked: new Uint32Array(count),
    used: new Uint32Array(count),
    whole: new Uint32Array(count),
    flags: new Uint8Array(count),
  };
  for (let k = 0; k < table.count; k++) {
    const c = columnOf(k + 1, table.count, count);
    if (table.asked[k]! > columns.asked[c]!) columns.asked[c] = table.asked[k]!;
    if (table.used[k]! > columns.used[c]!) columns.used[c] = table.used[k]!;
    if (table.whole[k]! > columns.whole[c]!) columns.whole[c] = table.whole[k]!;
    columns.flags[c]! |= table.flags[k]!;
  }
  return columns;
}

/** Column of a step when steps 0 … last are spread over `count` columns. */
export function columnOf(step: number, last: number, count: number): number {
  return Math.min(count - 1, Math.floor((step * count) / (last + 1)));
}

/** First step of a column: the inverse of `columnOf`. */
export function stepOf(column: number, last: number, count: number): number {
  return Math.min(last, Math.max(0, Math.ceil((column * (last + 1)) / count)));
}

/** First step of the detail: moves by half a page, so that stepping does not shift it each time. */
export function detailStart(current: number, last: number, room: number): number {
  const half = Math.max(1, Math.floor(room / 2));
  const start = Math.floor(current / half) * half - Math.floor(room / 4);
  return Math.max(0, Math.min(start, last + 1 - room));
}

/** Height of a bar of n nodes in a room: in proportion while all are small, otherwise by the logarithm. */
export function barHeight(n: number, top: number, room: number): number {
  if (n <= 0) return 0;
  const share = top <= 12 ? n / Math.max(top, 4) : Math.log2(n + 1) / Math.log2(top + 1);
  return Math.max(2, share * room);
}

/** Geometry of the timeline for a size. */
export interface Lanes {
  /** Width of a column of the detail. */
  readonly column: number;
  /** Columns of the detail; all steps when there is no overview. */
  readonly room: number;
  readonly overview: { readonly top: number; readonly height: number } | null;
  readonly bars: { readonly top: number; readonly height: number };
  /** Baseline of the letters. */
  readonly letters: number;
}

const COLUMN_MIN = 9;
const COLUMN_MAX = 32;
/** Over the bars: the pointer at the current step, notes, and what was expected, each in a lane of its own. */
export const MARKS = 26;
/** Middle of a lane of marks, over the bars. */
export const NOTE_LANE = 16;
export const EXPECT_LANE = 6;
const LETTERS = 22;
/** Narrower columns have letters only for steps that change the structure. */
export const LETTER_COLUMN = 12;
const OVERVIEW = 22;
/** Below this height there is no detail. */
const LEAST = 60;

export function lanesFor(last: number, width: number, height: number): Lanes {
  const every = width / (last + 1);
  const letters = height - 11;
  // Too low for anything but the overview.
  if (height < LEAST) return { column: every, room: last + 1, overview: { top: 2, height: Math.max(8, height - 6) }, bars: { top: height, height: 0 }, letters };
  if (every >= COLUMN_MIN) {
    const column = Math.min(COLUMN_MAX, every);
    return { column, room: last + 1, overview: null, bars: { top: MARKS, height: height - MARKS - LETTERS }, letters };
  }
  const column = 11;
  const top = OVERVIEW + 6 + MARKS;
  return {
    column,
    room: Math.max(1, Math.floor(width / column)),
    overview: { top: 0, height: OVERVIEW },
    bars: { top, height: Math.max(10, height - top - LETTERS) },
    letters,
  };
}
