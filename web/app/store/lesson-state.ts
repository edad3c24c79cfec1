// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lesson on the page: which one, which screen, what its picture shows, how far the reader is. Questions run on an
// engine of their own, so that asking changes nothing in the picture.

import { batch, computed, effect, signal } from '@preact/signals';
import { createClient } from '../../engine/service/client';
import { spawnWorker } from '../../engine/service/spawn';
import { DEFECT_NAMES, type Defect } from '../../lesson/defects';
import type { LessonEngine } from '../../lesson/engine';
import type { Block, Hidable, Lesson, Maple, View } from '../../lesson/lesson';
import { engineOver } from '../../lesson/over-client';
import { parseLesson } from '../../lesson/parse';
import type { LessonProblem } from '../../lesson/problems';
import { TRACK } from '../../lesson/track';
import { valuesOf } from '../../lesson/values';
import type { LiveValue } from '../../model/live';
import { endAnswers } from './hands';
import { stepTo } from './player';
import { putBack, showLent } from './session';
import { encodeLesson, namedLessonLink, type EncodedLesson, type SentLesson } from '../../share/lesson-link';
import { fragmentNow, isLessonFragment, leaveBarLink } from './links';
import { leaveLessons as showScenario, sentLesson } from './source';
import { stepHere, text } from './state';
import {
  progressOf,
  readProgress,
  withDone,
  withDraft,
  without,
  withScreen,
  type KeptAnswer,
  type Progress,
} from './lesson-progress';

const KEY = 'maplescope.lessons';

const FILES: Readonly<Record<string, () => Promise<string>>> = import.meta.glob<string>('../../lesson/track/*.md', {
  query: '?raw',
  import: 'default',
});

export interface OpenLesson {
  /** Of the track; of a lesson from elsewhere, its title. */
  readonly name: string;
  readonly source: string;
  readonly lesson: Lesson;
  readonly problems: readonly LessonProblem[];
}

export const open = signal<OpenLesson | null>(null);
export const screenAt = signal(0);
/** What live values come to, by number; null until they are known. */
export const values = signal<ReadonlyMap<number, LiveValue> | null>(null);
/** The scenario in the picture is this one's. */
export const shown = signal<string | null>(null);
export const failure = signal('');
export const progress = signal<Progress>(readProgress(stored()));

export const screen = computed(() => open.value?.lesson.screens[screenAt.value] ?? null);

/** Id of the question or task that the picture is for: the screen's first that is not solved, else its first. */
export const leading = computed<string | null>(() => {
  const now = open.value;
  const done = now === null ? [] : progressOf(progress.value, now.name).done;
  const ids = (screen.value?.blocks ?? []).flatMap((one) => (isExercise(one) ? [one.id] : []));
  return ids.find((id) => !done.includes(id)) ?? ids[0] ?? null;
});

/** A block that is solved. */
export function isExercise(block: Block): block is Exclude<Block, { kind: 'prose' | 'maple' }> {
  return block.kind === 'predict' || block.kind === 'task' || block.kind === 'hunt';
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(next: Progress): void {
  progress.value = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // It then lasts as long as the page.
  }
}

// ---- Opening and leaving ----

let engine: { readonly of: LessonEngine; readonly end: () => void } | null = null;
let before: { readonly text: string; readonly step: number } | null = null;

/** The engine that answers questions. */
export function lessonEngine(): LessonEngine {
  if (engine === null) {
    const client = createClient({ spawn: spawnWorker, session: { sums: 'asked' } });
    const clients = [client];
    // A core with a defect has a worker of its own.
    const hunting = (defect: Defect): typeof client => {
      const broken = createClient({ spawn: spawnWorker, session: { sums: 'asked', defect: DEFECT_NAMES[defect] } });
      clients.push(broken);
      return broken;
    };
    engine = { of: engineOver(client, hunting), end: () => clients.forEach((one) => one.dispose()) };
  }
  return engine.of;
}

/** Opens a lesson of the track where the reader left it. */
export async function openBuiltIn(file: string): Promise<void> {
  failure.value = '';
  try {
    const source = await FILES[`../../lesson/track/${file}.md`]?.();
    if (source !== undefined) openText(file, source, TRACK.findIndex((entry) => entry.file === file) + 1);
  } catch {
    failure.value = 'The lesson could not be loaded. Check the connection, then choose it again.';
  }
}

/** Opens a lesson from its text; `number`: its place in the track, or null. */
export function openText(name: string, source: string, number: number | null): void {
  const { lesson, problems } = parseLesson(source, { number });
  const now: OpenLesson = { name: name === '' ? lesson.title : name, source, lesson, problems };
  before ??= { text: text.value, step: stepHere.value };
  batch(() => {
    open.value = now;
    values.value = null;
  });
  goTo(Math.min(progressOf(progress.value, now.name).screen, lesson.screens.length - 1));
  void valuesOf(lessonEngine(), lesson).then(
    (found) => {
      if (open.peek() === now) values.value = found;
    },
    () => undefined,
  );
}

/** Goes to a screen, from 0, and shows its scenario. */
export function goTo(at: number): void {
  const now = open.value;
  const next = now?.lesson.screens[at];
  if (now === null || next === undefined) return;
  batch(() => {
    screenAt.value = at;
    endAnswers();
  });
  keep(withScreen(progress.value, now.name, at));
  if (!next.blocks.some(isExercise) && next.picture !== null) showMaple(next.picture);
}

// A lesson that was sent is opened as soon as this part of the page is here.
effect(() => {
  const sent = sentLesson.value;
  if (sent === null) return;
  sentLesson.value = null;
  void openSent(sent.lesson, sent.file);
});

async function openSent(lesson: SentLesson, file: string): Promise<void> {
  if (lesson.kind === 'whole') openText(file, lesson.source, null);
  else if (TRACK.some((entry) => entry.file === lesson.name)) await openBuiltIn(lesson.name);
  else {
    failure.value = 'This page has no lesson of the name in the link. Choose one below.';
    return;
  }
  if (lesson.screen !== null) goTo(Math.min(lesson.screen, (open.value?.lesson.screens.length ?? 1) - 1));
}

/** The link of the lesson on the page, at its screen; null: none is open. */
export function lessonLink(): EncodedLesson | null {
  const now = open.value;
  if (now === null) return null;
  return now.lesson.number === null
    ? encodeLesson(now.source, screenAt.value)
    : { kind: 'link', fragment: namedLessonLink(now.name, screenAt.value) };
}

/** Back to the list of lessons. */
export function closeLesson(): void {
  if (isLessonFragment(fragmentNow())) leaveBarLink();
  batch(() => {
    open.value = null;
    endAnswers();
  });
  hide([]);
}

/** Leaves the lessons: what was on the page before is there again. */
export function leaveLessons(): void {
  closeLesson();
  engine?.end();
  engine = null;
  shown.value = null;
  showScenario();
  const was = before;
  before = null;
  if (was !== null && was.text !== text.value) void putBack(was.text, was.step);
}

/** A question or task was solved with this answer. */
export function solved(id: string, answer: KeptAnswer): void {
  if (open.value !== null) keep(withDone(progress.value, open.value.name, id, answer));
}

/** What was typed so far is kept too, until it is solved. */
export function drafted(id: string, answer: KeptAnswer): void {
  if (open.value !== null) keep(withDraft(progress.value, open.value.name, id, answer));
}

/** What was answered before; null: nothing. `isDone`: it was solved. */
export function answered(id: string): { readonly answer: KeptAnswer | null; readonly isDone: boolean } {
  const now = open.peek();
  const { done, kept } = progressOf(progress.peek(), now?.name ?? '');
  return { answer: Object.hasOwn(kept, id) ? (kept[id] ?? null) : null, isDone: done.includes(id) };
}

export function resetLesson(name: string): void {
  keep(without(progress.value, name));
}

// ---- The picture ----

/** Shows a scenario of the lesson; `step` null: its last. */
export function showText(
  id: string,
  scenario: string,
  step: number | null,
  view: View | null,
  hidden: readonly Hidable[] = [],
): void {
  hide(hidden);
  shown.value = id;
  if (text.value === scenario && step !== null) stepTo(step);
  else void showLent(scenario, step, view);
}

export function showMaple({ id, source, step, view, hide: hidden }: Maple): void {
  showText(id, source.text, step, view, hidden);
}

/** Moves the picture to a step of a scenario of the lesson. */
export function showStep(of: Maple | null, step: number): void {
  if (of === null) return;
  hide([]);
  if (shown.value === of.id) stepTo(step);
  else showText(of.id, of.source.text, step, of.view);
}

function hide(parts: readonly Hidable[]): void {
  if (parts.length === 0) delete document.documentElement.dataset['hidden'];
  else document.documentElement.dataset['hidden'] = parts.join(' ');
}
