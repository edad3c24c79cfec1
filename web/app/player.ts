// SPDX-License-Identifier: GPL-2.0-or-later
//
// Play: one step after another, until the end or a `pause` of the scenario. Floor 5. The next step is counted from the
// moment the last one is on the page, so a slow machine plays slower instead of skipping.

import { forkPlaying, playing, ran, speed, step, steps } from './state';
import { seek } from './run';

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

function next(): void {
  if (!playing.value) return;
  if (step.value >= steps.value || pausesAfter(step.value)) {
    pause();
    return;
  }
  timer = setTimeout(() => void seek(step.value + 1).then(next), 1000 / speed.value);
}

// A `pause` stands before step n: play stops at step n−1, with everything before it on the page.
function pausesAfter(at: number): boolean {
  return ran.value?.summary.notes.some((note) => note.pause && note.step === at + 1) ?? false;
}
