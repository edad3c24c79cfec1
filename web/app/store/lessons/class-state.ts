// SPDX-License-Identifier: GPL-2.0-or-later
//
// The class of a teacher: the codes that were collected, the lessons they are about, and what the engine finds of the
// answers. Kept in this browser until the teacher clears it.

import { computed, signal } from '@preact/signals';
import { codesIn, digestOf, type ClassCode, type FoundCode, type FoundCodes } from '../../../classroom/code';
import { collect, type Taken } from '../../../classroom/collect';
import { Grader, type Verdicts } from '../../../classroom/grading';
import type { Lesson } from '../../../lesson/lesson';
import { parseLesson } from '../../../lesson/parse';
import { TRACK } from '../../../lesson/track';
import { markdownOf } from '../../../pack/as-lesson';
import { asGiven } from '../../../pack/pack';
import { askBeforeLeaving } from '../kept/ask-before-leaving';
import { fieldMemory } from '../kept/field-memory';
import { sharedMemory } from '../kept/shared-memory';
import { sentCode } from '../links/open-link';
import { ownLessons } from './draft';
import { open, openPack, sourceOf, startEngine } from './lesson-state';
import { made } from './pack-state';

const KEY = 'maplescope.class';
/** An answer that runs for longer is not graded. */
const ANSWER_MS = 10_000;

/** A lesson that a learner handed in. */
export interface ClassLesson {
  /** Digest and name as in the codes. */
  readonly key: string;
  readonly name: string;
  readonly digest: number;
  /** Null: no text of it is here. `same` false: the text here is another version. */
  readonly here: { readonly lesson: Lesson; readonly digest: number; readonly same: boolean } | null;
}

/** All that is kept: each tab adds to it. */
interface Class {
  readonly codes: readonly FoundCode[];
  /** Markdown files of lessons that were added. */
  readonly lessons: readonly string[];
}

const memory = sharedMemory<Class>({ key: KEY, read: classIn, write: classText }, () => localStorage);

export const collected = computed(() => memory.value.value.codes);
/** The lessons of all codes, in order of their names; empty until they are looked for. */
export const classLessons = signal<readonly ClassLesson[]>([]);
/** Verdicts by `verdictKey`. */
export const verdicts = signal<ReadonlyMap<string, Verdicts>>(new Map());
/** Handed-in lessons that are not graded yet. */
export const ungraded = signal(0);
/** The browser kept what was collected. */
export const isKept = memory.isKept;
askBeforeLeaving(isKept, () => classText(memory.value.peek()) !== classText(memory.stored()));

const field = fieldMemory('maplescope.class-typed');
/** What was typed or pasted and holds no code that could be read, or is not added yet. */
export const typedCodes = field.value;

export function setTypedCodes(typed: string): void {
  field.type(typed);
}

/** What became of the code in the link that was opened; null: none was. */
export const sentCodes = signal<TakenCodes | null>(null);

let grader: Grader | null = null;
let work = 0;

export function lessonKey({ name, digest }: { readonly name: string; readonly digest: number }): string {
  return `${digest} ${name}`;
}

export function verdictKey({ letters }: FoundCode, lesson: string): string {
  return `${lesson}\n${letters}`;
}

/** Takes up what was collected before; ends what runs when what comes back is called. */
export function startClass(): () => void {
  const unfollow = memory.follow(window);
  const stopLooking = collected.subscribe(() => void look());
  const stop = sentCode.subscribe((fragment) => {
    if (fragment === null) return;
    sentCode.value = null;
    sentCodes.value = takeCodes(fragment);
  });
  return () => {
    stop();
    stopLooking();
    unfollow();
    sentCodes.value = null;
    work++;
    grader?.end();
    grader = null;
  };
}

function classIn(text: string | null): Class {
  try {
    const read = JSON.parse(text ?? '{}') as { codes?: unknown; lessons?: unknown };
    const codes = Array.isArray(read.codes) ? read.codes.filter((one) => typeof one === 'string') : [];
    const lessons = Array.isArray(read.lessons) ? read.lessons.filter((one) => typeof one === 'string') : [];
    const found = codes.flatMap((one) => codesIn(one).codes);
    return { codes: collect([], found).all, lessons };
  } catch {
    // Nothing that can be read was kept.
    return { codes: [], lessons: [] };
  }
}

function classText({ codes, lessons }: Class): string | null {
  if (codes.length === 0 && lessons.length === 0) return null;
  return JSON.stringify({ codes: codes.map(({ letters }) => letters), lessons });
}

/** What became of the codes of a text. */
export interface TakenCodes extends Pick<FoundCodes, 'troubles'> {
  readonly codes: readonly { readonly code: ClassCode; readonly taken: Taken }[];
}

/** Adds every code in a text. */
export function takeCodes(text: string): TakenCodes {
  const { codes, troubles } = codesIn(text);
  let taken: readonly Taken[] = [];
  memory.change((now) => {
    const next = collect(now.codes, codes);
    taken = next.taken;
    return { ...now, codes: next.all };
  });
  return {
    codes: codes.flatMap(({ code }, k) => (taken[k] === undefined ? [] : [{ code, taken: taken[k] }])),
    troubles,
  };
}

/** Adds the Markdown file of a lesson that the codes are about. */
export function takeLesson(source: string): void {
  memory.change((now) => (now.lessons.includes(source) ? now : { ...now, lessons: [...now.lessons, source] }));
  void look();
}

/** Takes some codes away; what comes back puts them there again. */
export function removeCodes(some: readonly FoundCode[]): () => void {
  const gone = new Set(some.map(({ letters }) => letters));
  memory.change((now) => ({ ...now, codes: now.codes.filter(({ letters }) => !gone.has(letters)) }));
  return () => memory.change((now) => ({ ...now, codes: collect(now.codes, some).all }));
}

// ---- Lessons and grading ----

// Finds the lessons of all codes, then grades what is not graded.
async function look(): Promise<void> {
  const mine = ++work;
  const wanted = new Map<string, { readonly name: string; readonly digest: number }>();
  for (const { code } of collected.value) for (const one of code.lessons) wanted.set(lessonKey(one), one);
  const packs = [made.peek(), asGiven(made.peek()), ...(openPack.peek() === null ? [] : [openPack.peek()!])];
  const packed = packs.flatMap(({ items }) => items.flatMap((item) => markdownOf(item) ?? []));
  const sources = [
    ...memory.value.peek().lessons,
    ...packed,
    ...ownLessons().map(({ text }) => text),
    open.peek()?.source ?? '',
  ];
  const found: ClassLesson[] = [];
  for (const [key, { name, digest }] of wanted) {
    const known = classLessons.peek().find((one) => one.key === key && one.here?.same === true);
    found.push(known ?? { key, name, digest, here: await lessonOf(name, digest, sources) });
  }
  if (mine !== work) return;
  const place = ({ name }: ClassLesson): number => TRACK.findIndex(({ file }) => file === name) >>> 0;
  classLessons.value = found.sort((one, other) => place(one) - place(other) || (one.name < other.name ? -1 : 1));
  await gradeAll(mine);
}

async function lessonOf(name: string, digest: number, sources: readonly string[]): Promise<ClassLesson['here']> {
  const exact = sources.find((one) => digestOf(one) === digest);
  const track = TRACK.some(({ file }) => file === name) ? await sourceOf(name) : null;
  const source = exact ?? track;
  if (source === null) return null;
  const is = digestOf(source);
  return { lesson: parseLesson(source).lesson, digest: is, same: is === digest };
}

async function gradeAll(mine: number): Promise<void> {
  const jobs = collected.value.flatMap((found) =>
    found.code.lessons.flatMap((handed) => {
      const key = lessonKey(handed);
      const here = classLessons.value.find((one) => one.key === key)?.here ?? null;
      const known = verdicts.value.has(verdictKey(found, key));
      return here === null || known ? [] : [{ key: verdictKey(found, key), handed, here }];
    }),
  );
  ungraded.value = jobs.length;
  for (const { key, handed, here } of jobs) {
    grader ??= new Grader({ start: startEngine, inTime });
    const found = await grader.gradeLesson(here.lesson, here.digest, handed);
    if (mine !== work) return;
    verdicts.value = new Map(verdicts.value).set(key, found);
    ungraded.value--;
  }
}

function inTime<T>(running: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('too slow')), ANSWER_MS);
    running.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
