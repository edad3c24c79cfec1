// SPDX-License-Identifier: GPL-2.0-or-later
//
// The marks on the timeline besides the steps, and where playing stops.

import { troubleText } from '../../../words/trouble';
import { computed, signal } from '@preact/signals';
import { stepsLike, wentWrong, type RunSummary } from '../../../model/run';
import type { TimelineMark } from '../../../views/timeline/types';
import { editedAt, ran } from './state';

/** Steps with results of the search; the search writes them. */
export const ticks = signal<readonly number[]>([]);
/** Steps of lines with a breakpoint; store/run/breakpoints.ts writes them. */
export const breakpoints = signal<readonly number[]>([]);

const NO_STEPS: readonly number[] = [];
const NO_MARKS: readonly TimelineMark[] = [];

/** Expects, notes, pauses and troubles as marks on their steps. */
export function marksOf(summary: RunSummary): TimelineMark[] {
  const marks: TimelineMark[] = [];
  for (const { step: at, held, message } of summary.expects)
    marks.push(held ? { step: at, kind: 'expect-held' } : { step: at, kind: 'expect-failed', text: message });
  for (const note of summary.notes) {
    if (note.text !== '') marks.push({ step: note.step, kind: 'note', text: note.text });
    if (note.pause) marks.push({ step: note.step, kind: 'pause' });
  }
  for (const trouble of summary.troubles)
    marks.push({ step: trouble.step, kind: 'trouble', text: troubleText(trouble) });
  return marks;
}

export const marks = computed(() => {
  if (ran.value === null) return NO_MARKS;
  const found = marksOf(ran.value.summary);
  return editedAt.value === null ? found : [...found, { step: editedAt.value, kind: 'edited' as const }];
});

/** Steps at which something failed or was refused, an expect did not hold, or contents differed; ascending. */
export function failuresOf(summary: RunSummary): readonly number[] {
  const wrong = stepsLike(summary.steps, wentWrong);
  const others = [...summary.expects.filter(({ held }) => !held), ...summary.troubles].map(({ step }) => step);
  return others.length === 0 ? wrong : [...new Set([...wrong, ...others])].sort((a, b) => a - b);
}

export const failures = computed(() => (ran.value === null ? NO_STEPS : failuresOf(ran.value.summary)));

/** Steps after which play stops, ascending: a `pause` stands before the next step, a breakpoint's step is shown. */
export const stops = computed<readonly number[]>(() => {
  const pauses = ran.value?.summary.notes.flatMap(({ pause, step }) => (pause ? [step - 1] : [])) ?? [];
  return [...new Set([...pauses, ...breakpoints.value])].sort((a, b) => a - b);
});

/** The first of ascending steps after one, and the last before it; null if there is none. */
export function nextOf(list: readonly number[], at: number): number | null {
  const k = firstAbove(list, at);
  return list[k] ?? null;
}

export function previousOf(list: readonly number[], at: number): number | null {
  const k = firstAbove(list, at - 1);
  return list[k - 1] ?? null;
}

function firstAbove(list: readonly number[], at: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
