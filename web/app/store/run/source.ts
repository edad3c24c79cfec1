// SPDX-License-Identifier: GPL-2.0-or-later
//
// The left pane as the core's source: whether it shows it, and which file. It never opens by itself; once open it goes
// along with the event, or with what the step decided first.

import { computed, signal } from '@preact/signals';
import type { SceneEvent } from '../../../model/run';
import type { SentLesson } from '../../../share/lesson-link';
import { event, events } from './motion';
import { leftTables, pane, scene } from '../page/state';

export type LeftTab = 'scenario' | 'source' | 'lesson';

export const leftTab = signal<LeftTab>('scenario');
/** A file chosen by hand, until another event is shown. */
export const chosenFile = signal<{ readonly file: string; readonly beside: SceneEvent | null } | null>(null);

const DECISIONS: ReadonlySet<string> = new Set(['type_chosen', 'fork_begins', 'exit_begins', 'gap_looked_at']);

/**
 * The event whose line is shown: the one chosen, else the one that tells most. Null without events.
 */
export const toldEvent = computed<SceneEvent | null>(() => {
  const at = event.value;
  return at === null ? tellingEvent(events.value, leftTables(scene.value)) : (events.value[at] ?? null);
});

/**
 * Of the events of a step: where its undo takes the ceiling that leaks page tables; else the VMA at which a fork
 * failed; else the first that decides something; else the first.
 */
export function tellingEvent(all: readonly SceneEvent[], leaks: boolean): SceneEvent | null {
  const undo = leaks ? all.find(({ name }) => name === 'undo_begins') : undefined;
  const failed = all.findIndex(({ name }) => name === 'fork_failed');
  const vma = all.slice(0, Math.max(0, failed)).findLast(({ name }) => name === 'fork_vma');
  return undo ?? vma ?? all.find(({ name }) => DECISIONS.has(name)) ?? all[0] ?? null;
}

/** Lessons were opened and not left: their tab is there. */
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

/** Shows a file of the source until another event is shown. */
export function showFile(file: string): void {
  chosenFile.value = { file, beside: toldEvent.value };
}

/** Shows the line that emits the event. */
export function showSource(): void {
  leftTab.value = 'source';
  pane.value = 'scenario';
  chosenFile.value = null;
}
