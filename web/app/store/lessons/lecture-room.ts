// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the class of a lecture is asked on the screen, which answers are out, and whether the wall shows all of it.

import { computed, signal } from '@preact/signals';
import { isExercise } from '../../../lesson/grade-again';
import { open, screen, screenAt, type OpenLesson } from './lesson-state';

interface AskedOfClass {
  readonly isTold: boolean;
  /** Shows the answer; null: the lesson does not offer it. */
  readonly tell: (() => void) | null;
}

const asked = signal<ReadonlyMap<string, AskedOfClass>>(new Map());

/** Ids of the questions on the speaker's screen whose answer is out. */
export const toldToClass = computed(() => [...asked.value].flatMap(([id, { isTold }]) => (isTold ? [id] : [])));

/** Shows the answer of the screen's first question that is still open; null: none is. */
export const tellClass = computed<(() => void) | null>(() => {
  const open = (screen.value?.blocks ?? []).filter(isExercise).map(({ id }) => asked.value.get(id));
  return open.find((one) => one !== undefined && !one.isTold && one.tell !== null)?.tell ?? null;
});

/** Ids of questions whose answer was out before the speaker's window was loaded anew. */
const outBefore = new Set<string>();

/** Shows the answers of these questions again, each as soon as it is on the speaker's screen. */
export function tellAgain(ids: readonly string[]): void {
  for (const id of ids) outBefore.add(id);
}

/** A question is on the speaker's screen. Returns what takes it away. */
export function askClass(id: string, now: AskedOfClass): () => void {
  if (outBefore.delete(id)) now.tell?.();
  asked.value = new Map(asked.peek()).set(id, now);
  return () => {
    const rest = new Map(asked.peek());
    if (rest.get(id) === now) rest.delete(id);
    asked.value = rest;
  };
}

/** In the projector's window: ids of the questions whose answer the speaker has shown. */
export const toldOnWall = signal<readonly string[]>([]);

export function setToldOnWall(ids: readonly string[]): void {
  if (ids.join(' ') !== toldOnWall.peek().join(' ')) toldOnWall.value = ids;
}

/** In the speaker's window: the wall has more text below than it shows. */
export const isWallCut = signal(false);

export function setWallCut(cut: boolean): void {
  isWallCut.value = cut;
}

/** In the speaker's window: “next” was pressed at the last screen; once more goes to the next lesson. */
export const isAtEnd = computed(() => endAt.value?.lesson === open.value && endAt.value.screen === screenAt.value);

const endAt = signal<{ readonly lesson: OpenLesson | null; readonly screen: number } | null>(null);

export function reachEnd(): void {
  endAt.value = { lesson: open.peek(), screen: screenAt.peek() };
}
