// SPDX-License-Identifier: GPL-2.0-or-later
//
// How far a reader is in each lesson, and what was answered. Pure.

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
      return [[name, { screen, done: done.filter((id): id is string => typeof id === 'string'), kept }] as const];
    });
    return Object.fromEntries(found);
  } catch {
    return {};
  }
}

function keptIn(read: unknown): Record<string, KeptAnswer> {
  if (typeof read !== 'object' || read === null) return {};
  return Object.fromEntries(
    Object.entries(read).flatMap(([id, of]: [string, unknown]) => {
      if (typeof of !== 'object' || of === null || !('seed' in of) || !('typed' in of)) return [];
      const { seed, typed } = of;
      if ((seed !== null && !isCount(seed)) || !Array.isArray(typed)) return [];
      return typed.every((one): one is string => typeof one === 'string') ? [[id, { seed, typed }] as const] : [];
    }),
  );
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

export function without(all: Progress, name: string): Progress {
  return Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
}
