// SPDX-License-Identifier: GPL-2.0-or-later
//
// The environment of a lab: fresh cores, files, a clock, and the person who waits. The worker and the command line each
// make one.

import type { Core } from '../engine/core/wasm';

/** How something was timed. */
export interface TimingNote {
  /** The least step of the clock that was met, in milliseconds; null: a native program reads its own clock. */
  readonly clockMs: number | null;
  /** Repeats that count, and time spent before them. */
  readonly repeats: number;
  readonly warmMs: number;
  /** Milliseconds that one repeat lasts at least. */
  readonly lapMs: number;
}

/** The modules of the core that labs use. */
export type ModuleName = 'bench' | 'explore' | 'cachelines';

/** One repeat of something: does it at least `rounds` times and says how many operations that were. */
export interface Lap {
  readonly run: (rounds: number) => number;
}

/** Nanoseconds an operation: median of the repeats, and their quartiles; all of them, in the order of their turns. */
export interface Timing {
  readonly ns: number;
  readonly low: number;
  readonly high: number;
  readonly all: readonly number[];
}

/** Told before the warm-up and before each turn of the repeats, with the clock stopped: how many turns are done. */
export type Turn = (done: number, of: number) => void;

export interface Bench {
  /** A core as new. */
  readonly core: (name: ModuleName) => Promise<Core>;
  /** A recorded file of tests/golden, unpacked. */
  readonly golden: (name: string) => Promise<string>;
  /** The names of those files. */
  readonly goldenNames: () => Promise<readonly string[]>;
  /** This machine's /proc/PID/maps by process name; null where there is none. */
  readonly processes: () => readonly { readonly name: string; readonly maps: string }[] | null;
  /** The bytes of a module, for its code to be read. */
  readonly moduleBytes: (name: ModuleName) => Promise<Uint8Array>;
  /** Tells how far the lab is, lets others have a turn; a cancelled run goes no further. */
  readonly far: (done: number, of: number, what: string) => Promise<void>;
  /** Times laps. Their repeats take turns, so that what slows the machine for a while slows all of them. */
  readonly time: (laps: readonly Lap[], turn?: Turn) => Promise<readonly Timing[]>;
  /** How: for the report. */
  readonly timing: () => TimingNote;
  /** Times what core/bench/program.c compares, by its words: each way, in turns; null: loops run as WebAssembly. */
  readonly native: ((words: readonly (string | number)[]) => Promise<readonly Timing[]>) | null;
}

export interface Clock {
  readonly now: () => number;
}

const WARM_MS = 60;
const LAP_MS_MIN = 20;
const CLOCK_STEPS = 50;
const ROUNDS_MAX = 2 ** 30;

/** The least step of the clock, in milliseconds, of those met within ten milliseconds; at least one is met. */
export function clockStep(now: Clock['now']): number {
  let least = Infinity;
  const begun = now();
  for (let before = begun; before - begun < 10;) {
    const at = now();
    if (at > before) least = Math.min(least, at - before);
    before = at;
  }
  return least;
}

export function quartiles(values: readonly number[]): Timing {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number): number => {
    const place = part * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN];
    return below + (above - below) * (place - Math.floor(place));
  };
  return { ns: at(0.5), low: at(0.25), high: at(0.75), all: values };
}

/** How many times as long one took as the other, turn by turn. */
export function timesAsLong(one: Timing, other: Timing): Timing {
  return quartiles(one.all.map((ns, turn) => ns / (other.all[turn] ?? NaN)));
}

interface Timer {
  readonly time: (laps: readonly Lap[], turn?: Turn) => readonly Timing[];
  readonly note: () => TimingNote;
}

interface Ran {
  readonly rounds: number;
  readonly ms: number;
  readonly count: number;
}

function once(clock: Clock, lap: Lap, rounds: number): Ran {
  const from = clock.now();
  const count = lap.run(rounds);
  return { rounds, ms: clock.now() - from, count };
}

/** More rounds, after as many as these lasted less than `lapMs`. */
function moreRounds({ rounds, ms }: Ran, lapMs: number, clockMs: number): number {
  if (rounds >= ROUNDS_MAX) throw new Error('This is too fast to be timed with the clock of this browser.');
  const wanted = Math.ceil(rounds * Math.min(8, (1.2 * lapMs) / Math.max(ms, clockMs)));
  return Math.min(ROUNDS_MAX, Math.max(rounds + 1, wanted));
}

/**
 * A lap that lasted at least `lapMs`, and its rounds. Shorter ones do not count: the code may have been compiled better
 * since the rounds were chosen.
 */
function longEnough(clock: Clock, lap: Lap, rounds: number, lapMs: number, clockMs: number): Ran {
  for (let next = rounds; ;) {
    const ran = once(clock, lap, next);
    if (ran.ms >= lapMs) return ran;
    next = moreRounds(ran, lapMs, clockMs);
  }
}

/** Warms a lap up. The rounds that last at least `lapMs`. */
function warmed(clock: Clock, lap: Lap, lapMs: number, clockMs: number): number {
  const begun = clock.now();
  for (let rounds = 1; ;) {
    ({ rounds } = longEnough(clock, lap, rounds, lapMs, clockMs));
    if (clock.now() - begun >= WARM_MS) return rounds;
  }
}

/**
 * A timer over a clock that may be coarse: browsers give it in steps of up to a tenth of a second. A lap is repeated
 * with more rounds until it lasts many steps; laps before that, and until the code has had time to be compiled well, do
 * not count.
 */
export function timer(clock: Clock, repeats: number): Timer {
  const clockMs = clockStep(clock.now);
  const lapMs = Math.max(LAP_MS_MIN, CLOCK_STEPS * clockMs);
  const time = (laps: readonly Lap[], turn?: Turn): readonly Timing[] => {
    turn?.(0, repeats);
    const rounds = laps.map((lap) => warmed(clock, lap, lapMs, clockMs));
    const times: number[][] = laps.map(() => []);
    for (let repeat = 0; repeat < repeats; repeat++) {
      turn?.(repeat, repeats);
      laps.forEach((lap, k) => {
        const ran = longEnough(clock, lap, rounds[k] ?? 1, lapMs, clockMs);
        rounds[k] = ran.rounds;
        times[k]?.push((ran.ms * 1e6) / ran.count);
      });
    }
    return times.map(quartiles);
  };
  return { time, note: () => ({ clockMs, repeats, warmMs: WARM_MS, lapMs }) };
}
