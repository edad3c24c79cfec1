// SPDX-License-Identifier: GPL-2.0-or-later
//
// What can be done with the fork on the page: play it mark by mark, and have it made in every other way. With
// actions.ts one of the writers of the store.

import { batch } from '@preact/signals';
import { pause } from '../store/player';
import { Cancelled } from '../../engine/service/client';
import { askCompared } from '../store/run';
import { compared, engineFailure, forkCursor, forkPlace, forkPlaying, ran, scene, view } from '../store/state';

/** So many marks of the fork shown are done. */
export function moveFork(cursor: number): void {
  const now = scene.value;
  if (now !== null) forkPlace.value = { of: now, cursor };
}

/** One mark back or further; stops play. */
export function stepFork(count: 1 | -1): void {
  const all = scene.value?.fork?.marks.length ?? 0;
  if (view.value !== 'fork') return;
  forkPlaying.value = false;
  moveFork(Math.max(0, Math.min(forkCursor.value + count, all)));
}

/** Plays the marks of the fork shown, or stops that. Only one thing plays at a time. */
export function playFork(on: boolean): void {
  batch(() => {
    if (on) pause();
    forkPlaying.value = on;
  });
}

let serial = 0;

/** Makes the fork shown in every other way; the columns come to the page when all are there. */
export async function compareFork(): Promise<void> {
  const run = ran.value;
  const now = scene.value;
  if (run === null || now === null) return;
  const mine = ++serial;
  compared.value = { run, step: now.step, columns: null };
  try {
    const columns = await askCompared(now.step);
    if (mine === serial) compared.value = { run, step: now.step, columns };
  } catch (error) {
    if (mine !== serial) return;
    compared.value = null;
    if (!(error instanceof Cancelled)) engineFailure.value = error instanceof Error ? error.message : String(error);
  }
}

export function cancelCompare(): void {
  serial++;
  compared.value = null;
}
