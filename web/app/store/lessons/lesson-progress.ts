// SPDX-License-Identifier: GPL-2.0-or-later
//
// How far a reader is in each lesson, and what was answered. Pure.

import { PROGRESS_FORMAT } from '../../../pack/looks-like';

/** What was answered: the answers as typed, of the variant with this seed (null: as written); of a task its text. */
export interface KeptAnswer {
  readonly seed: number | null;
  readonly typed: readonly string[];
}

/**
 * `screen` from 0: the one that was read last; `done`: ids of the questions and tasks that were solved; `kept`: by id,
 * the answers that solved them, and texts of tasks that are not solved yet.
 */
export interface LessonProgress {
  readonly screen: number;
  readonly done: readonly string[];
  readonly kept: Readonly<Record<string, KeptAnswer>>;
  /** The furthest screen that was read, and the digest of the lesson's text (classroom/code.ts). */
  readonly far?: number;
  readonly digest?: number;
  /** By id, what was tried. */
  readonly tried?: Readonly<Record<string, Tried>>;
}

/** What was tried at a question or task. */
export interface Tried {
  /** How often an answer was checked. */
  readonly tries: number;
  /** Hints that were opened. */
  readonly hints: number;
  /** The reader asked for the answer before it was solved. */
  readonly told: boolean;
  readonly first: KeptAnswer | null;
  readonly last: KeptAnswer | null;
}

export type Progress = Readonly<Record<string, LessonProgress>>;

/** Longer answers are not kept. */
const LETTERS_MOST = 20_000;

/** As it was written; what cannot be read counts as nothing. */
export function readProgress(text: string | null): Progress {
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    if (typeof read !== 'object' || read === null) return {};
    const found = Object.entries(read).flatMap(([name, of]: [string, unknown]) => {
      if (typeof of !== 'object' || of === null || !('screen' in of) || !('done' in of)) return [];
      const { screen, done } = of;
      if (!isCount(screen) || !Array.isArray(done)) return [];
      const kept = 'kept' in of ? keptIn(of.kept) : {};
      const lesson = { screen, done: done.filter((id): id is string => typeof id === 'string'), kept, ...triedIn(of) };
      return [[name, lesson] as const];
    });
    return Object.fromEntries(found);
  } catch {
    return {};
  }
}

function triedIn(of: object): Pick<LessonProgress, 'far' | 'digest' | 'tried'> {
  const { far, digest, tried } = of as Readonly<Record<string, unknown>>;
  const all = typeof tried === 'object' && tried !== null ? Object.entries(tried) : [];
  const read = all.flatMap(([id, one]: [string, unknown]) => {
    if (typeof one !== 'object' || one === null) return [];
    const { tries, hints, told, first, last } = one as Readonly<Record<string, unknown>>;
    if (!isCount(tries) || !isCount(hints)) return [];
    return [[id, { tries, hints, told: told === true, first: answerIn(first), last: answerIn(last) }] as const];
  });
  return {
    ...(isCount(far) ? { far } : {}),
    ...(isCount(digest) ? { digest } : {}),
    ...(read.length > 0 ? { tried: Object.fromEntries(read) } : {}),
  };
}

function keptIn(read: unknown): Record<string, KeptAnswer> {
  if (typeof read !== 'object' || read === null) return {};
  return Object.fromEntries(
    Object.entries(read).flatMap(([id, of]: [string, unknown]) => {
      const answer = answerIn(of);
      return answer === null ? [] : [[id, answer] as const];
    }),
  );
}

function answerIn(of: unknown): KeptAnswer | null {
  if (typeof of !== 'object' || of === null || !('seed' in of) || !('typed' in of)) return null;
  const { seed, typed } = of;
  if ((seed !== null && !isCount(seed)) || !Array.isArray(typed)) return null;
  return typed.every((one): one is string => typeof one === 'string') ? { seed, typed } : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

const NOTHING: LessonProgress = { screen: 0, done: [], kept: {} };

export function progressOf(all: Progress, name: string): LessonProgress {
  return Object.hasOwn(all, name) ? (all[name] ?? NOTHING) : NOTHING;
}

export function withScreen(all: Progress, name: string, screen: number): Progress {
  return { ...all, [name]: { ...progressOf(all, name), screen } };
}

/** The furthest screen follows the one that is read; `digest`: of the lesson's text. */
export function withReach(all: Progress, name: string, digest: number): Progress {
  const now = progressOf(all, name);
  return { ...all, [name]: { ...now, far: Math.max(now.far ?? 0, now.screen), digest } };
}

const UNTRIED: Tried = { tries: 0, hints: 0, told: false, first: null, last: null };

export function triedOf({ tried = {} }: LessonProgress, id: string): Tried {
  return Object.hasOwn(tried, id) ? (tried[id] ?? UNTRIED) : UNTRIED;
}

/** An answer was checked, right or wrong. One that is too long counts, and is not kept. */
export function withTry(all: Progress, name: string, id: string, answer: KeptAnswer): Progress {
  return changed(all, name, id, (now) => {
    const { [id]: kept = null } = keepable(id, answer);
    return { ...now, tries: now.tries + 1, first: now.first ?? kept, last: kept ?? now.last };
  });
}

/** So many hints are open; those opened before count. */
export function withHints(all: Progress, name: string, id: string, hints: number): Progress {
  return changed(all, name, id, (now) => ({ ...now, hints: Math.max(now.hints, hints) }));
}

/** The answer was shown. It does not count once the question is solved. */
export function withTold(all: Progress, name: string, id: string): Progress {
  if (progressOf(all, name).done.includes(id)) return all;
  return changed(all, name, id, (now) => ({ ...now, told: true }));
}

function changed(all: Progress, name: string, id: string, change: (now: Tried) => Tried): Progress {
  const now = progressOf(all, name);
  return { ...all, [name]: { ...now, tried: { ...now.tried, [id]: change(triedOf(now, id)) } } };
}

/** The question or task was solved, with this answer. */
export function withDone(all: Progress, name: string, id: string, answer: KeptAnswer): Progress {
  const now = progressOf(all, name);
  const done = now.done.includes(id) ? now.done : [...now.done, id];
  return { ...all, [name]: { ...now, done, kept: { ...now.kept, ...keepable(id, answer) } } };
}

/** What was typed so far. The answer of what is solved already stays. */
export function withDraft(all: Progress, name: string, id: string, answer: KeptAnswer): Progress {
  const now = progressOf(all, name);
  if (now.done.includes(id)) return all;
  return { ...all, [name]: { ...now, kept: { ...now.kept, ...keepable(id, answer) } } };
}

function keepable(id: string, answer: KeptAnswer): Record<string, KeptAnswer> {
  return answer.typed.every(({ length }) => length <= LETTERS_MOST) ? { [id]: answer } : {};
}

// ---- As a file ----

const FILE_VERSION = 1;

/** The file of a reader's progress, which `readProgressFile` reads. */
export function progressFile(all: Progress): string {
  return `${JSON.stringify({ format: PROGRESS_FORMAT, version: FILE_VERSION, lessons: all }, null, 2)}\n`;
}

/** The progress in a file; null where it is none, or has none that can be read. `newer`: a newer page wrote it. */
export function readProgressFile(text: string): Progress | null | 'newer' {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof read !== 'object' || read === null) return null;
  const { format, version, lessons } = read as Readonly<Record<string, unknown>>;
  if (format !== PROGRESS_FORMAT || !isCount(version)) return null;
  if (version > FILE_VERSION) return 'newer';
  const found = readProgress(JSON.stringify(lessons ?? {}));
  return Object.keys(found).length === 0 ? null : found;
}

/**
 * Both: what was solved in either is solved. Where both have an answer, that of `all` stays, unless only the other one
 * solved the question. To add the same twice changes nothing.
 */
export function withProgress(all: Progress, other: Progress): Progress {
  const merged = Object.entries(other).map(([name, theirs]) => {
    const mine = Object.hasOwn(all, name) ? all[name] : undefined;
    return [name, mine === undefined ? theirs : both(mine, theirs)] as const;
  });
  return { ...all, ...Object.fromEntries(merged) };
}

function both(mine: LessonProgress, theirs: LessonProgress): LessonProgress {
  const added = theirs.done.filter((id) => !mine.done.includes(id));
  const solved = Object.entries(theirs.kept).filter(([id]) => added.includes(id));
  const tried = { ...theirs.tried, ...mine.tried };
  for (const id of Object.keys(tried)) tried[id] = bothTried(triedOf(mine, id), triedOf(theirs, id));
  const far = Math.max(mine.far ?? 0, theirs.far ?? 0);
  const digest = mine.digest ?? theirs.digest;
  return {
    screen: mine.screen,
    done: [...mine.done, ...added],
    kept: { ...theirs.kept, ...mine.kept, ...Object.fromEntries(solved) },
    ...(mine.far === undefined && theirs.far === undefined ? {} : { far }),
    ...(digest === undefined ? {} : { digest }),
    ...(Object.keys(tried).length === 0 ? {} : { tried }),
  };
}

function bothTried(mine: Tried, theirs: Tried): Tried {
  return {
    tries: Math.max(mine.tries, theirs.tries),
    hints: Math.max(mine.hints, theirs.hints),
    told: mine.told || theirs.told,
    first: mine.first ?? theirs.first,
    last: mine.last ?? theirs.last,
  };
}

/** Everything that was answered, as a text to compare. */
export function answersText(all: Progress): string {
  const answers = Object.entries(all).map(([name, { done, kept, tried = {} }]) => [name, done, kept, tried] as const);
  const given = answers.filter(([, ...all]) => all.some((one) => Object.keys(one).length > 0));
  return JSON.stringify(given);
}

export function without(all: Progress, name: string): Progress {
  return Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
}
