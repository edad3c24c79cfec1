// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lesson on the page: which one, which screen, what its picture shows, how far the reader is. Questions run on an
// engine of their own, so that asking changes nothing in the picture. A draft is the lesson that is being written
// (draft.ts): nothing of how far its reader is stays.

import { batch, computed, effect, signal } from '@preact/signals';
import { createClient } from '../../../engine/service/client';
import { spawnWorker } from '../../../engine/service/spawn';
import { digestOf } from '../../../classroom/code';
import { DEFECT_NAMES, type Defect } from '../../../lesson/defects';
import type { LessonEngine } from '../../../lesson/engine';
import { isExercise } from '../../../lesson/grade-again';
import type { Block, Hidable, Lesson, Maple, View } from '../../../lesson/lesson';
import { engineOver } from '../../../lesson/over-client';
import { parseLesson } from '../../../lesson/parse';
import { TRACK } from '../../../lesson/track';
import { livePlaces, valuesOf } from '../../../lesson/values';
import type { LiveValue } from '../../../model/live';
import type { Pack } from '../../../pack/pack';
import { endAnswers } from '../actions/hands';
import { stepTo } from '../run/player';
import { lecturing, onWall } from '../page/projector';
import { putBack, showLent } from '../actions/session';
import { askBeforeLeaving } from '../kept/ask-before-leaving';
import { sharedMemory } from '../kept/shared-memory';
import {
  encodeLesson,
  namedLessonLink,
  withExtras,
  type EncodedLesson,
  type LessonExtras,
  type SentLesson,
} from '../../../share/lesson-link';
import { fragmentNow, isLessonFragment, leaveBarLink, rememberCopied } from '../links/links';
import { leaveLessons as showScenario, sentLesson } from '../run/source';
import { stepHere, text } from '../page/state';
import {
  answersText,
  progressFile,
  progressOf,
  readProgress,
  readProgressFile,
  withDone,
  withDraft,
  withHints,
  without,
  withProgress,
  withReach,
  withScreen,
  withTold,
  withTry,
  type KeptAnswer,
  type Progress,
} from './lesson-progress';

const KEY = 'maplescope.lessons';

const FILES: Readonly<Record<string, () => Promise<string>>> = import.meta.glob<string>('../../../lesson/track/*.md', {
  query: '?raw',
  import: 'default',
});

export interface OpenLesson {
  /** Of the track; of a lesson from elsewhere, its title. */
  readonly name: string;
  readonly source: string;
  readonly lesson: Lesson;
  readonly isDraft?: true;
}

export const open = signal<OpenLesson | null>(null);
export const screenAt = signal(0);
/** The link asked for a screen after the last one, which is shown in its place. */
export const isBeyond = signal(false);
/** What live values come to, by number; null until they are known. */
export const values = signal<ReadonlyMap<number, LiveValue> | null>(null);
/** The scenario in the picture is this one's. */
export const shown = signal<string | null>(null);
/** The text that the lesson put on the page last. */
export const shownText = signal('');
/**
 * Parts of the picture that are left out: those that a screen names, and, while a question is open, whatever answers it
 * without being read off the tree (`hints`): counts, outlines, the way of the last step, its sentence.
 */
export type Hidden = Hidable | 'hints';
const NONE: readonly Hidden[] = [];
const hidden = signal(NONE);
/** The same, as long as the text of the lesson is on the page. */
export const hiddenNow = computed(() => (onWall.value || text.value === shownText.value ? hidden.value : NONE));
export const failure = signal('');
/** The pack whose lessons are listed in place of the track (pack-state.ts). */
export const openPack = signal<Pack | null>(null);
/** A pack that came by a link or a drop, as a file or fragment, and is to be opened. */
export const sentPack = signal<string | null>(null);
/** The page to write a lesson is open. */
export const writing = signal(false);
/** What the draft is to begin with; null: the one that was written last. */
export const draftFrom = signal<string | null>(null);
/** What the link of the lesson said besides. */
export const extras = signal<LessonExtras>({});
/** The variant of the questions that is on the screen; null: as they are written. */
export const variantHere = signal<number | null>(null);
/** The same, or the variant that the lesson's link asks for. */
export const variantNow = computed(() => variantHere.value ?? extras.value.variant ?? null);
/** What opening a file of progress came to; null: none was opened. */
export const openedProgress = signal<
  | { readonly kind: 'refused'; readonly why: 'damaged' | 'newer' }
  | { readonly kind: 'added'; readonly lessons: number; readonly undo: () => void }
  | null
>(null);

const memory = sharedMemory<Progress>({ key: KEY, read: readProgress, write: JSON.stringify }, () => localStorage);
export const progress = memory.value;
/** The browser kept the last answer. */
export const isProgressKept = memory.isKept;
if (typeof window !== 'undefined') memory.follow(window);
askBeforeLeaving(isProgressKept, () => answersText(progress.peek()) !== answersText(memory.stored()));

export const screen = computed(() => open.value?.lesson.screens[screenAt.value] ?? null);

/** Id of the question or task that the picture is for: the screen's first that is not solved, else its first. */
export const leading = computed<string | null>(() => {
  const now = open.value;
  const done = now === null || lecturing.value !== null ? [] : progressOf(progress.value, now.name).done;
  const ids = (screen.value?.blocks ?? []).flatMap((one) => (isExercise(one) ? [one.id] : []));
  return ids.find((id) => !done.includes(id)) ?? ids[0] ?? null;
});

// `by` is applied to what is kept now: another tab may have added to it.
function keep(by: (all: Progress) => Progress): void {
  if (open.value?.isDraft !== true) memory.change(by);
}

/** From now on nothing of a reader is shown or kept. */
export function forgetReader(): void {
  memory.detach({});
}

// ---- Opening and leaving ----

let engine: { readonly of: LessonEngine; readonly end: () => void } | null = null;
let before: { readonly text: string; readonly step: number } | null = null;

/** The engine that answers questions. */
export function lessonEngine(): LessonEngine {
  engine ??= startEngine();
  return engine.of;
}

/** An engine of its own; a core with a defect has a worker of its own. */
export function startEngine(): { readonly of: LessonEngine; readonly end: () => void } {
  const client = createClient({ spawn: spawnWorker, session: { sums: 'on demand' } });
  const clients = [client];
  const hunting = (defect: Defect): typeof client => {
    const broken = createClient({ spawn: spawnWorker, session: { sums: 'on demand', defect: DEFECT_NAMES[defect] } });
    clients.push(broken);
    return broken;
  };
  return { of: engineOver(client, hunting), end: () => clients.forEach((one) => one.dispose()) };
}

/** Ends what runs: its promises reject as cancelled. The next question starts another engine. */
export function endEngine(): void {
  engine?.end();
  engine = null;
}

/** The text of a lesson of the track; null, with the reason on the page, where it could not be fetched. */
export async function sourceOf(file: string): Promise<string | null> {
  failure.value = '';
  try {
    return (await FILES[`../../../lesson/track/${file}.md`]?.()) ?? null;
  } catch {
    failure.value = 'The lesson could not be loaded. Check the connection, then choose it again.';
    return null;
  }
}

/** Opens a lesson of the track where the reader left it. */
export async function openBuiltIn(file: string, besides: LessonExtras = {}): Promise<void> {
  const source = await sourceOf(file);
  if (source !== null) openText(file, source, TRACK.findIndex((entry) => entry.file === file) + 1, besides);
}

/** Opens a lesson from its text; `number`: its place in the track, or null. */
export function openText(name: string, source: string, number: number | null, besides: LessonExtras = {}): void {
  const { lesson } = parseLesson(source, { number });
  const now: OpenLesson = { name: name === '' ? lesson.title : name, source, lesson };
  rememberBefore();
  batch(() => {
    open.value = now;
    values.value = null;
    openedProgress.value = null;
    extras.value = besides;
    writing.value = false;
  });
  findValues(now);
  goTo(Math.min(progressOf(progress.value, now.name).screen, lesson.screens.length - 1));
}

/** Opens the page to write a lesson; `from`: a text to begin with, null: the draft that was written last. */
export function openWriter(from: string | null): void {
  rememberBefore();
  rememberCopied('write');
  batch(() => {
    draftFrom.value = from;
    open.value = null;
    writing.value = true;
  });
}

/** The variant of the question on the screen; the link of the screen has it. */
export function showVariant(seed: number): void {
  variantHere.value = seed;
}

/** What the draft is to begin with, once; null: the one that was written last. */
export function takeDraftFrom(): string | null {
  const from = draftFrom.peek();
  draftFrom.value = null;
  return from;
}

/** What is on the page comes back when the lessons are left. */
export function rememberBefore(): void {
  before ??= { text: text.value, step: stepHere.value };
}

function findValues(now: OpenLesson): void {
  void valuesOf(lessonEngine(), now.lesson).then(
    (found) => {
      if (open.peek() === now) values.value = found;
    },
    () => undefined,
  );
}

// What the live values of a lesson depend on.
function valuesAsked(lesson: Lesson): string {
  return JSON.stringify(
    livePlaces(lesson).map(({ value, picture }) => [value.expression, value.step, picture.step, picture.source.text]),
  );
}

/**
 * Shows the draft as it was read just now, at the same screen. Questions and tasks that are as before stay as they are
 * on the page; the picture follows a scenario that has changed and that `runs`.
 */
export function showDraft(source: string, read: Lesson, runs: (of: Maple) => boolean): void {
  const was = open.peek()?.isDraft === true ? open.peek() : null;
  const lesson = was === null ? read : withKept(was.lesson, read);
  const now: OpenLesson = { name: '', source, lesson, isDraft: true };
  const shownNow = (was?.lesson.screens ?? []).flatMap(({ blocks }) => blocks).find((one) => isMaple(one, shown.value));
  batch(() => {
    open.value = now;
    extras.value = {};
    if (was === null || valuesAsked(was.lesson) !== valuesAsked(lesson)) values.value = null;
    screenAt.value = Math.min(was === null ? 0 : screenAt.value, lesson.screens.length - 1);
  });
  findValues(now);
  if (was === null) {
    goTo(0);
    return;
  }
  const same = lesson.screens.flatMap(({ blocks }) => blocks).find((one) => isMaple(one, shown.value));
  const { picture = null, blocks = [] } = screen.value ?? {};
  const next = same ?? (blocks.some(isExercise) ? null : picture);
  if (next?.kind === 'maple' && runs(next) && !isAlike(next, shownNow)) showMaple(next);
}

function isMaple(one: Block, id: string | null): one is Maple {
  return one.kind === 'maple' && one.id === id;
}

// Lines may have moved.
function isAlike(one: Block, other: Block | undefined): boolean {
  return other !== undefined && written(one) === written(other);
}

function written(block: Block): string {
  return JSON.stringify(block, (key, value: unknown) =>
    key === 'line' || key === 'column' ? undefined : typeof value === 'bigint' ? String(value) : value,
  );
}

// With the exercises of before wherever they are the same, so that what was answered there stays.
function withKept(was: Lesson, is: Lesson): Lesson {
  const known = new Map(
    was.screens.flatMap(({ blocks }) => blocks.flatMap((one) => (isExercise(one) ? [[one.id, one] as const] : []))),
  );
  const kept = (one: Block): Block => {
    const before = isExercise(one) ? known.get(one.id) : undefined;
    return before !== undefined && isAlike(one, before) ? before : one;
  };
  return { ...is, screens: is.screens.map((one) => ({ ...one, blocks: one.blocks.map(kept) })) };
}

/** Goes to a screen, from 0, and shows its scenario. */
export function goTo(at: number): void {
  const now = open.value;
  const next = now?.lesson.screens[at];
  if (now === null || next === undefined) return;
  batch(() => {
    screenAt.value = at;
    isBeyond.value = false;
    endAnswers();
    variantHere.value = null;
  });
  const { name, source } = now;
  if (now.isDraft !== true) keep((all) => withReach(withScreen(all, name, at), name, digestOf(source)));
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
  if (lesson.kind === 'pack') {
    sentPack.value = lesson.text;
    return;
  }
  if (lesson.kind === 'write') {
    openWriter(lesson.source ?? null);
    return;
  }
  if (lesson.kind === 'whole') openText(file, lesson.source, null, lesson);
  else if (TRACK.some((entry) => entry.file === lesson.name)) await openBuiltIn(lesson.name, lesson);
  else {
    failure.value = 'This page has no lesson of the name in the link. Choose one below.';
    return;
  }
  if (lesson.screen !== null) goToOrLast(lesson.screen);
}

/** Goes to a screen, from 0; where there is none, to the last, and says so. */
export function goToOrLast(at: number): void {
  const last = (open.peek()?.lesson.screens.length ?? 1) - 1;
  goTo(Math.min(at, last));
  isBeyond.value = at > last;
}

/**
 * The link of the lesson on the page, at its screen and with the variant shown there; `own`: with a text for one of its
 * tasks. Null: none is open.
 */
export function lessonLink(own: LessonExtras['own'] | null = null): EncodedLesson | null {
  const now = open.value;
  if (now === null) return null;
  const link: EncodedLesson =
    now.lesson.number === null
      ? encodeLesson(now.source, screenAt.value)
      : { kind: 'link', fragment: namedLessonLink(now.name, screenAt.value) };
  const variant = variantNow.value;
  return withExtras(link, {
    ...(variant === null ? {} : { variant }),
    ...(own === null ? {} : { own }),
  });
}

/** Back to the list of lessons. */
export function closeLesson(): void {
  if (isLessonFragment(fragmentNow()) && !isPackLink()) leaveBarLink();
  listLessons();
}

// The link of the open pack stays in the bar, so that a reload lists it again.
function isPackLink(): boolean {
  return openPack.value !== null && fragmentNow().startsWith('p');
}

/** Back to the list, with the bar as it is. */
export function listLessons(): void {
  batch(() => {
    open.value = null;
    writing.value = false;
    endAnswers();
  });
  hide([]);
}

/** Leaves the lessons: what was on the page before is there again. */
export function leaveLessons(): void {
  closeLesson();
  if (isPackLink()) leaveBarLink();
  endEngine();
  shown.value = null;
  showScenario();
  const was = before;
  before = null;
  if (was !== null && was.text !== text.value) void putBack(was.text, was.step);
}

function keepHere(by: (all: Progress, name: string) => Progress): void {
  const name = open.value?.name;
  if (name !== undefined) keep((all) => by(all, name));
}

/** A question or task was solved with this answer. */
export function solved(id: string, answer: KeptAnswer): void {
  keepHere((all, name) => withDone(all, name, id, answer));
}

/** An answer was checked, whether right or wrong. */
export function tried(id: string, answer: KeptAnswer): void {
  keepHere((all, name) => withTry(all, name, id, answer));
}

/** So many hints of a task are open. */
export function hinted(id: string, hints: number): void {
  keepHere((all, name) => withHints(all, name, id, hints));
}

/** The reader asked for the answer. */
export function wasTold(id: string): void {
  keepHere((all, name) => withTold(all, name, id));
}

/** What was typed so far is kept too, until it is solved. */
export function drafted(id: string, answer: KeptAnswer): void {
  keepHere((all, name) => withDraft(all, name, id, answer));
}

/** What was answered before; null: nothing. `isDone`: it was solved. */
export function answered(id: string): { readonly answer: KeptAnswer | null; readonly isDone: boolean } {
  const now = open.peek();
  if (now?.isDraft === true) return { answer: null, isDone: false };
  // A question that the speaker has solved before is asked again.
  if (lecturing.peek() !== null) return { answer: null, isDone: false };
  const { done, kept } = progressOf(progress.peek(), now?.name ?? '');
  return { answer: Object.hasOwn(kept, id) ? (kept[id] ?? null) : null, isDone: done.includes(id) };
}

/** Questions of the open lesson offer to show their answers. */
export function mayBeTold(): boolean {
  return openPack.value?.hideSolutions !== true || open.value?.name.startsWith('pack:') !== true;
}

export function resetLesson(name: string): void {
  keep((all) => without(all, name));
}

// ---- Progress as a file ----

export function savedProgress(): string {
  return progressFile(progress.peek());
}

/** Adds the progress in a file to what is here. */
export function openProgress(file: string): void {
  const read = readProgressFile(file);
  if (read === null || read === 'newer') {
    openedProgress.value = { kind: 'refused', why: read ?? 'damaged' };
    return;
  }
  const was = progress.peek();
  keep((all) => withProgress(all, read));
  const undo = (): void => {
    openedProgress.value = null;
    for (const name of Object.keys(read))
      keep((all) => (Object.hasOwn(was, name) ? { ...all, [name]: was[name]! } : without(all, name)));
  };
  openedProgress.value = { kind: 'added', lessons: Object.keys(read).length, undo };
}

// ---- The picture ----

/** Shows a scenario of the lesson; `step` null: its last. */
export function showText(
  id: string,
  scenario: string,
  step: number | null,
  view: View | null,
  hidden: readonly Hidden[] = [],
): void {
  hide(hidden);
  shown.value = id;
  shownText.value = scenario;
  // The wall's picture comes from the speaker's window, with the step after an answer that is out.
  if (onWall.value) return;
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

function hide(parts: readonly Hidden[]): void {
  // The wall hides what the speaker's window hides.
  if (!onWall.value) hidden.value = parts;
}

/** In the projector's window: hides what the speaker's window hides. */
export function hideAsSpeaker(parts: readonly Hidden[]): void {
  hidden.value = parts;
}

if (typeof document !== 'undefined')
  effect(() => {
    const parts = hiddenNow.value.join(' ');
    if (parts === '') delete document.documentElement.dataset['hidden'];
    else document.documentElement.dataset['hidden'] = parts;
  });
