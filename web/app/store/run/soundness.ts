// SPDX-License-Identifier: GPL-2.0-or-later
//
// Questions about the soundness of the whole run: a look at every step, and where what is broken began. Answers belong
// to the run that they were asked of.

import { batch, computed, signal } from '@preact/signals';
import type { Breach } from '../../../model/run-audit';
import type { AnswerProgress } from '../../../model/questions';
import { PATIENCE_MS } from './patience';
import { askRun, engineFailed } from './run';
import { ran, scene, type Ran } from '../page/state';

const audited = signal<{ readonly run: Ran; readonly breaches: readonly Breach[] } | null>(null);
const beganAt = signal<{ readonly run: Ran; readonly step: number; readonly line: number } | null>(null);
const soundTo = signal<{ readonly run: Ran; readonly step: number } | null>(null);

export const asking = signal<(AnswerProgress & { readonly shown: boolean }) | null>(null);
export const breaches = computed(() =>
  audited.value !== null && audited.value.run === ran.value ? audited.value.breaches : null,
);
export const began = computed(() => (beganAt.value !== null && beganAt.value.run === ran.value ? beganAt.value : null));
/** The step in question, if what is broken there is in no tree. */
export const unfound = computed(() =>
  soundTo.value !== null && soundTo.value.run === ran.value ? soundTo.value.step : null,
);

let giveUp: AbortController | null = null;

export function cancelAsking(): void {
  giveUp?.abort();
}

/** Looks at every step of the run. */
export function auditRun(): Promise<void> {
  return under(async (run, options) => {
    const { breaches: found } = await askRun('audit', {}, options);
    if (ran.value === run) audited.value = { run, breaches: found };
  });
}

/** Finds the step at which what is broken at the step shown began. */
export function findBeginning(): Promise<void> {
  const at = scene.value?.step ?? 0;
  return under(async (run, options) => {
    const found = await askRun('firstBad', { step: at }, options);
    if (ran.value !== run) return;
    batch(() => {
      beganAt.value = found === null ? null : { run, ...found };
      soundTo.value = found === null ? { run, step: at } : null;
    });
  });
}

interface Options {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: AnswerProgress) => void;
}

// One question at a time.
async function under(ask: (run: Ran, options: Options) => Promise<void>): Promise<void> {
  const run = ran.value;
  if (run === null || asking.value !== null) return;
  const abort = new AbortController();
  giveUp = abort;
  asking.value = { done: 0, of: null, shown: false };
  const late = setTimeout(() => {
    if (asking.value !== null) asking.value = { ...asking.value, shown: true };
  }, PATIENCE_MS);
  try {
    await ask(run, {
      signal: abort.signal,
      onProgress: (progress) => {
        if (asking.value !== null) asking.value = { ...progress, shown: asking.value.shown };
      },
    });
  } catch (error) {
    engineFailed(error);
  } finally {
    clearTimeout(late);
    asking.value = null;
  }
}
