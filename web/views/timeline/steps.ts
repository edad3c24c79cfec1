// SPDX-License-Identifier: GPL-2.0-or-later
//
// The steps of a run as the timeline holds them: the quantities of each kind of step as flat columns of numbers, and
// the largest of every 8, 64, 512 … steps, so that what a pixel stands for is found in a few looks however many steps
// that is. Pure.

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

/** Columns of numbers: element b is of kind b, or the largest over the steps of block b. */
interface Level {
  readonly asked: Uint32Array;
  readonly used: Uint32Array;
  readonly whole: Uint32Array;
  readonly back: Uint32Array;
  readonly flags: Uint8Array;
}

/** What the timeline draws. */
export interface StepTable extends Pick<StepColumns, 'kindOf'> {
  readonly count: number;
  /** Largest bar of all over the line. */
  readonly top: number;
  /** Largest number of nodes freed. */
  readonly deep: number;
  /** Element k of a column is of the steps of kind k. */
  readonly kinds: Level;
  /** Blocks of 8 steps, of 64, of 512 … */
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

export function tableOf({ length: count, kinds: all, kindOf }: StepColumns): StepTable {
  const kinds = emptyLevel(all.length);
  let [top, deep] = [1, 0];
  for (const [k, kind] of all.entries()) {
    const whole = kind.preWhole ?? 0;
    kinds.asked[k] = kind.asked;
    kinds.used[k] = kind.used;
    kinds.whole[k] = whole;
    kinds.back[k] = kind.freed;
    kinds.flags[k] =
      (kind.refused ? REFUSED : 0) | (isStructural(kind) ? STRUCTURAL : 0) | (kind.error !== null ? FAILED : 0);
    top = Math.max(top, kind.asked, kind.used, whole);
    deep = Math.max(deep, kind.freed);
  }
  const levels: Level[] = [];
  if (count > BLOCK) levels.push(pressedBy8(kinds, count, kindOf));
  for (let length = levels[0]?.asked.length ?? 0; length > BLOCK; length = levels.at(-1)!.asked.length)
    levels.push(pressedBy8(levels.at(-1)!, length, null));
  return { count, top, deep, kinds, kindOf, levels };
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

/** The largest of every 8: of the blocks below, or of the kinds that `kindOf` names. */
function pressedBy8(below: Level, count: number, kindOf: Uint32Array | null): Level {
  const level = emptyLevel(Math.ceil(count / BLOCK));
  const peak: Peak = { asked: 0, used: 0, whole: 0, back: 0, flags: 0 };
  for (let b = 0; b < level.asked.length; b++) {
    clear(peak);
    for (let k = BLOCK * b; k < Math.min(count, BLOCK * (b + 1)); k++) take(peak, below, kindOf?.[k] ?? k);
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
export function peakOf({ count, kinds, kindOf, levels }: StepTable, from: number, to: number, peak: Peak): Peak {
  clear(peak);
  // Elements, not steps.
  let [low, high] = [Math.max(1, from) - 1, Math.min(count + 1, to) - 1];
  for (let depth = 0; low < high; depth++) {
    const level = depth === 0 ? kinds : levels[depth - 1]!;
    const see = (k: number): void => take(peak, level, depth === 0 ? kindOf[k]! : k);
    for (; low < high && low % BLOCK !== 0; low++) see(low);
    for (; low < high && high % BLOCK !== 0; high--) see(high - 1);
    // The topmost level is short.
    if (depth === levels.length) for (; low < high; low++) see(low);
    low /= BLOCK;
    high /= BLOCK;
  }
  return peak;
}

/**
 * Of the steps from … to − 1 the most telling one: one that failed, one that survived a refusal, else the highest
 * bar.
 */
export function tellingStep({ count, kinds, kindOf }: StepTable, from: number, to: number): number {
  let best = Math.max(0, Math.min(from, count));
  let weight = -1;
  for (let step = best; step < Math.min(to, count + 1); step++) {
    const kind = kindOf[step - 1] ?? -1;
    const failure = failureOf(kinds.flags[kind] ?? 0);
    const now = (failure === 'failed' ? 2 : failure === 'survived' ? 1 : 0) * 2 ** 33 + (kinds.asked[kind] ?? 0);
    if (now > weight) [best, weight] = [step, now];
  }
  return best;
}
