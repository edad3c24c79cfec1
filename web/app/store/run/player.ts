// SPDX-License-Identifier: GPL-2.0-or-later
//
// Play: one step after another, until the end, a `pause` of the scenario or a breakpoint. The next step is counted from
// the moment the last one is on the page, so a slow machine plays slower instead of skipping; at speeds that no screen
// can follow several steps are made at once, but none at which play stops is passed over.

import { forkPlaying, playing, speed, SPEEDS, step, steps } from '../page/state';
import { seek } from './run';
import { failures, nextOf, previousOf, stops } from '../page/time';

/** Pictures a second, at most. */
const PICTURES = 25;

let timer: ReturnType<typeof setTimeout> | null = null;

/** Plays on from the current step; from the last one, from the start. */
export function play(): void {
  if (playing.value || steps.value === 0) return;
  forkPlaying.value = false;
  playing.value = true;
  const from = step.value >= steps.value ? 0 : step.value + 1;
  void seek(from).then(next);
}

export function pause(): void {
  playing.value = false;
  forkPlaying.value = false;
  if (timer !== null) clearTimeout(timer);
  timer = null;
}

export function togglePlay(): void {
  if (playing.value) pause();
  else play();
}

/** One step forward or back; stops play. */
export function stepBy(count: number): void {
  pause();
  void seek(step.value + count);
}

export function stepTo(wanted: number): void {
  pause();
  void seek(wanted);
}

/** To the next failure, or the last one before; stays where it is if there is none. */
export function stepToFailure(direction: 1 | -1): void {
  const found = direction > 0 ? nextOf(failures.value, step.value) : previousOf(failures.value, step.value);
  if (found !== null) stepTo(found);
}

/** Plays so many steps a second. */
export function setSpeed(perSecond: number): void {
  speed.value = perSecond;
}

/** The next of the speeds that play offers, or the one before. */
export function changeSpeed(by: 1 | -1): void {
  const at = SPEEDS.findIndex((choice) => choice === speed.value);
  setSpeed(SPEEDS[Math.max(0, Math.min(at + by, SPEEDS.length - 1))] ?? speed.value);
}

function next(): void {
  if (!playing.value) return;
  if (step.value >= steps.value || isStop(step.value)) {
    pause();
    return;
  }
  const { ahead, ms } = paceOf(speed.value);
  timer = setTimeout(() => {
    const until = Math.min(step.value + ahead, nextOf(stops.value, step.value) ?? Infinity);
    void seek(until).then(next);
  }, ms);
}

/** How many steps at once, and how long each picture stays, for so many steps a second. */
export function paceOf(perSecond: number): { readonly ahead: number; readonly ms: number } {
  const ahead = Math.max(1, Math.round(perSecond / PICTURES));
  return { ahead, ms: (1000 * ahead) / perSecond };
}

const isStop = (at: number): boolean => nextOf(stops.value, at - 1) === at;
