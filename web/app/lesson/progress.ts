// SPDX-License-Identifier: GPL-2.0-or-later
//
// How far a reader is in each lesson. Pure.

/** `screen` from 0: the one that was read last; `done`: ids of the questions and tasks that were solved. */
export interface LessonProgress {
  readonly screen: number;
  readonly done: readonly string[];
}

export type Progress = Readonly<Record<string, LessonProgress>>;

/** As it was written; what cannot be read counts as nothing. */
export function readProgress(text: string | null): Progress {
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    if (typeof read !== 'object' || read === null) return {};
    const found = Object.entries(read).flatMap(([name, of]: [string, unknown]) => {
      if (typeof of !== 'object' || of === null || !('screen' in of) || !('done' in of)) return [];
      const { screen, done } = of;
      if (typeof screen !== 'number' || !Number.isInteger(screen) || screen < 0 || !Array.isArray(done)) return [];
      return [[name, { screen, done: done.filter((id): id is string => typeof id === 'string') }] as const];
    });
    return Object.fromEntries(found);
  } catch {
    return {};
  }
}

const NOTHING: LessonProgress = { screen: 0, done: [] };

export function progressOf(all: Progress, name: string): LessonProgress {
  return all[name] ?? NOTHING;
}

export function withScreen(all: Progress, name: string, screen: number): Progress {
  return { ...all, [name]: { ...progressOf(all, name), screen } };
}

export function withDone(all: Progress, name: string, id: string): Progress {
  const { screen, done } = progressOf(all, name);
  return done.includes(id) ? all : { ...all, [name]: { screen, done: [...done, id] } };
}

export function without(all: Progress, name: string): Progress {
  return Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
}
