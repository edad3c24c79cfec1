// SPDX-License-Identifier: GPL-2.0-or-later
//
// The steps of a run as the timeline holds them: flat columns of numbers, and over them the largest of every 8, 64, 512
// … steps, so that what a pixel stands for is found in a few looks however many steps that is. Pure.

import { traitsOf } from '../../model/ops';
import type { StepColumns, StepKind } from '../../model/run';

/** The largest of each quantity over some steps; flags of all of them. */
export interface Peak {
  asked: number;
  used: number;
  whole: number;
  /** Nodes freed. */
  back: number;
  flags: number;
}

/** Columns of numbers: element b is the largest over the steps of block b. */
interface Level {
  readonly asked: Uint32Array;
  readonly used: Uint32Array;
  readonly whole: Uint32Array;
  readonly back: Uint32Array;
  readonly flags: Uint8Array;
}

/** The columns that the timeline draws. Element k of a column is step k + 1. */
export interface StepTable extends Level {
  readonly count: number;
  /** Largest bar of all over the line. */
  readonly top: number;
  /** Largest number of nodes freed. */
  readonly deep: number;
  /** Blocks of 1 step, of 8, of 64 … */
  readonly levels: readonly Level[];
}

export const REFUSED = 1;
export const STRUCTURAL = 2;
export const FAILED = 4;

const BLOCK = 8;

const STRUCTURAL_TYPES: ReadonlySet<string> = new Set(['new_root', 'spanning_store', 'split_store', 'rebalance']);

export function isStructural(step: Pick<StepKind, 'op' | 'storeType'>): boolean {
  return (step.storeType !== null && STRUCTURAL_TYPES.has(step.storeType)) || traitsOf(step.op).isStructural === true;
}

/** How a step's flags show failure: it failed, or it went through although a request was refused. */
export function failureOf(flags: number): 'failed' | 'survived' | null {
  if ((flags & FAILED) !== 0) return 'failed';
  return (flags & REFUSED) !== 0 ? 'survived' : null;
}

export function tableOf({ length: count, kinds, kindOf }: StepColumns): StepTable {
  const base = emptyLevel(count);
  let [top, deep] = [1, 0];
  for (let k = 0; k < count; k++) {
    const step = kinds[kindOf[k]!]!;
    const whole = step.preWhole ?? 0;
    base.asked[k] = step.asked;
    base.used[k] = step.used;
    base.whole[k] = whole;
    base.back[k] = step.freed;
    base.flags[k] =
      (step.refused ? REFUSED : 0) | (isStructural(step) ? STRUCTURAL : 0) | (step.error !== null ? FAILED : 0);
    if (step.asked > top) top = step.asked;
    if (step.used > top) top = step.used;
    if (whole > top) top = whole;
    if (step.freed > deep) deep = step.freed;
  }
  const levels = [base];
  for (let below = base; below.asked.length > BLOCK; levels.push(below)) below = pressedBy8(below);
  return { ...base, count, top, deep, levels };
}

function emptyLevel(count: number): Level {
  return {
    asked: new Uint32Array(count),
    used: new Uint32Array(count),
    whole: new Uint32Array(count),
    back: new Uint32Array(count),
    flags: new Uint8Array(count),
  };
}

function pressedBy8(below: Level): Level {
  const count = below.asked.length;
  const level = emptyLevel(Math.ceil(count / BLOCK));
  const peak: Peak = { asked: 0, used: 0, whole: 0, back: 0, flags: 0 };
  for (let b = 0; b < level.asked.length; b++) {
    clear(peak);
    for (let k = BLOCK * b; k < Math.min(count, BLOCK * (b + 1)); k++) take(peak, below, k);
    level.asked[b] = peak.asked;
    level.used[b] = peak.used;
    level.whole[b] = peak.whole;
    level.back[b] = peak.back;
    level.flags[b] = peak.flags;
  }
  return level;
}

function clear(peak: Peak): void {
  peak.asked = peak.used = peak.whole = peak.back = peak.flags = 0;
}

function take(peak: Peak, level: Level, k: number): void {
  if (level.asked[k]! > peak.asked) peak.asked = level.asked[k]!;
  if (level.used[k]! > peak.used) peak.used = level.used[k]!;
  if (level.whole[k]! > peak.whole) peak.whole = level.whole[k]!;
  if (level.back[k]! > peak.back) peak.back = level.back[k]!;
  peak.flags |= level.flags[k]!;
}

/**
 * Puts the largest over the steps from … to − 1 into `peak`: at most 14 looks a level. Steps that there are not count
 * nothing.
 */
export function peakOf(table: StepTable, from: number, to: number, peak: Peak): Peak {
  clear(peak);
  // Elements, not steps.
  let [low, high] = [Math.max(1, from) - 1, Math.min(table.count + 1, to) - 1];
  for (const level of table.levels) {
    if (low >= high) break;
    for (; low < high && low % BLOCK !== 0; low++) take(peak, level, low);
    for (; low < high && high % BLOCK !== 0; high--) take(peak, level, high - 1);
    // The topmost level is short.
    if (level === table.levels.at(-1)) for (; low < high; low++) take(peak, level, low);
    low /= BLOCK;
    high /= BLOCK;
  }
  return peak;
}

/**
 * Of the steps from … to − 1 the most telling one: one that failed, one that survived a refusal, else the highest
 * bar.
 */
export function tellingStep(table: StepTable, from: number, to: number): number {
  let best = Math.max(0, Math.min(from, table.count));
  let weight = -1;
  for (let step = best; step < Math.min(to, table.count + 1); step++) {
    const flags = step === 0 ? 0 : table.flags[step - 1]!;
    const failure = failureOf(flags);
    const now =
      (failure === 'failed' ? 2 : failure === 'survived' ? 1 : 0) * 2 ** 33 + (step === 0 ? 0 : table.asked[step - 1]!);
    if (now > weight) [best, weight] = [step, now];
  }
  return best;
}
