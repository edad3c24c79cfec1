// SPDX-License-Identifier: GPL-2.0-or-later
//
// Actions on the fork shown: play it mark by mark, and repeat it in every other way.

import { batch } from '@preact/signals';
import { pause } from '../run/player';
import type { ForkHow } from '../../../model/memory';
import { insertLines, say, showView, unsay } from './actions';
import { askCompared, engineFailed } from '../run/run';
import { compared, forkCursor, forkPlace, forkPlaying, ran, scene, text, view } from '../page/state';
import { forkLineBy } from '../page/copy-lines';

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

/** Repeats the fork shown in every other way; the columns appear when all are known. */
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
    engineFailed(error);
  }
}

export function cancelCompare(): void {
  serial++;
  compared.value = null;
}

/**
 * The text with the fork of the step shown made in another way, and its line; null where no line of the text is that
 * fork.
 */
export function forkedBy(how: ForkHow): { readonly text: string; readonly line: number } | null {
  const line = scene.value?.record?.line;
  const lines = text.value.split('\n');
  const own = line === undefined ? undefined : lines[line - 1];
  const other = own === undefined ? null : forkLineBy(own, how);
  if (line === undefined || other === null) return null;
  lines[line - 1] = other;
  return { text: lines.join('\n'), line };
}

/**
 * Writes a way into the line of the fork shown, runs the text, shows the picture of that fork, and says what was
 * written; a button of the message writes the line as it was, and leads back to the comparison.
 */
export async function forkBy(how: ForkHow): Promise<void> {
  const next = forkedBy(how);
  if (next === null) return;
  const { line } = next;
  const [before, after] = [lineOf(text.value, line), lineOf(next.text, line)];
  showView('fork');
  await insertLines(next.text, line);
  if (text.value !== next.text) return;
  const back = (): void => {
    unsay();
    const lines = text.value.split('\n');
    // Whatever was written since stays.
    if (lines[line - 1] !== after) return;
    lines[line - 1] = before;
    void insertLines(lines.join('\n'), line).then(() => showView('compare'));
  };
  const words = `Line ${line.toLocaleString('en')} of the scenario now reads “${after.trim()}”.`;
  say('plain', words, { label: 'Undo', act: back }, true);
}

function lineOf(of: string, line: number): string {
  return of.split('\n')[line - 1] ?? '';
}
