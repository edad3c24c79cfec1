// SPDX-License-Identifier: GPL-2.0-or-later
//
// The left pane as the core's source: whether it shows it, and which file. It never opens by itself; once open it goes
// along with the event, or with what the step decided first.

import { signal } from '@preact/signals';
import type { SceneEvent } from '../../../model/run';
import type { SentLesson } from '../../../share/lesson-link';
import { pane } from '../page/state';

export type LeftTab = 'scenario' | 'source' | 'lesson';

export const leftTab = signal<LeftTab>('scenario');
/** A file chosen by hand, until another event is shown. */
export const chosenFile = signal<{ readonly file: string; readonly beside: SceneEvent | null } | null>(null);

/** Lessons are open: their tab exists. */
export const learning = signal(false);

/** A lesson that came by a link, a drop or a paste, and is to be opened; `file`: the name it came under. */
export const sentLesson = signal<{ readonly lesson: SentLesson; readonly file: string } | null>(null);

/** Shows a lesson that someone sent in the left pane. */
export function receiveLesson(lesson: SentLesson, file = ''): void {
  sentLesson.value = { lesson, file };
  showLessons();
}

/** Shows the lessons in the left pane. */
export function showLessons(): void {
  learning.value = true;
  leftTab.value = 'lesson';
  pane.value = 'scenario';
}

/** Shows a tab of the left pane. */
export function showLeft(name: LeftTab): void {
  if (name === 'lesson') showLessons();
  else leftTab.value = name;
}

export function leaveLessons(): void {
  learning.value = false;
  leftTab.value = 'scenario';
}

/** Shows the line that emits the event. */
export function showSource(): void {
  leftTab.value = 'source';
  pane.value = 'scenario';
  chosenFile.value = null;
}
