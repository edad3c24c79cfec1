// SPDX-License-Identifier: GPL-2.0-or-later
//
// One lesson of a class as a table: one row per learner, one column per question; the most frequent errors. Pure.

import type { Exercise, Lesson } from '../lesson/lesson';
import type { ClassCode, HandedAnswer } from './code';
import { exercisesOf, isAllRight, type Verdict, type Verdicts } from './grading';

/** One learner in the lesson; `verdicts` null: not graded yet. */
export interface Learner {
  readonly code: ClassCode;
  readonly screen: number;
  readonly answers: readonly HandedAnswer[];
  readonly verdicts: Verdicts | null;
}

/**
 * - none: nothing was answered.
 * - pending: not graded yet.
 * - first: right at the first try, before the learner asked for the answer.
 * - solved: right later.
 * - told: not solved; the learner asked for the answer.
 * - wrong: answered, never right.
 * - ungraded: an answer ran for too long, and no other one is right.
 */
export type CellState = 'none' | 'pending' | 'first' | 'solved' | 'told' | 'wrong' | 'ungraded';

export interface Cell {
  readonly state: CellState;
  readonly tries: number;
  readonly hints: number;
}

export interface Row {
  readonly code: ClassCode;
  /** The furthest screen, from 1, at most those that the lesson has. */
  readonly screen: number;
  readonly solved: number;
  readonly cells: readonly Cell[];
}

export interface Column {
  /** `2-predict-1` */
  readonly id: string;
  readonly exercise: Exercise;
  /** Title of the screen. */
  readonly title: string;
  /** Learners who answered or requested the answer. */
  readonly answered: number;
  readonly solved: number;
  /** Learners who were right at the first try. */
  readonly first: number;
  /** Learners whose first answer was graded, or who requested the answer before they gave one. */
  readonly tried: number;
  /** Of those, learners who were not right at the first try. */
  readonly notFirst: number;
  /** Of those, learners who requested the answer before they gave one. */
  readonly toldFirst: number;
  /**
   * Of a question, what was answered wrongly at first: which ask (from 0), as typed, and by how many; the most frequent
   * first, at most three for each ask.
   */
  readonly wrong: readonly { readonly ask: number; readonly typed: string; readonly count: number }[];
}

export interface ClassTable {
  readonly screens: number;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

const NOTHING: Cell = { state: 'none', tries: 0, hints: 0 };
const WRONG_MOST = 3;

export function tableOf(lesson: Lesson, learners: readonly Learner[]): ClassTable {
  const exercises = [...exercisesOf(lesson)];
  const rows = learners.map((one): Row => {
    const cells = exercises.map(([id]) => cellOf(one, id));
    return {
      code: one.code,
      screen: Math.min(one.screen + 1, lesson.screens.length),
      solved: cells.filter(isSolved).length,
      cells,
    };
  });
  const columns = exercises.map(([id, exercise], k): Column => {
    const cells = rows.map((row) => row.cells[k] ?? NOTHING);
    const firsts = learners.flatMap((one) => firstOf(one, id)).filter(({ verdict }) => verdict.kind === 'graded');
    const first = cells.filter(({ state }) => state === 'first').length;
    const toldFirst = learners.filter(({ answers }) => isToldFirst(answers.find((one) => one.id === id))).length;
    const tried = firsts.length + toldFirst;
    return {
      id,
      exercise,
      title: lesson.screens.find(({ blocks }) => blocks.includes(exercise))?.title ?? '',
      answered: cells.filter(({ state }) => state !== 'none').length,
      solved: cells.filter(isSolved).length,
      first,
      tried,
      notFirst: tried - first,
      toldFirst,
      wrong: exercise.kind === 'predict' ? wrongIn(firsts, exercise.asks.length) : [],
    };
  });
  return { screens: lesson.screens.length, columns, rows };
}

function isSolved({ state }: Cell): boolean {
  return state === 'first' || state === 'solved';
}

function isToldFirst(answer: HandedAnswer | undefined): boolean {
  return answer !== undefined && answer.told && answer.first === null;
}

function cellOf({ answers, verdicts }: Learner, id: string): Cell {
  const answer = answers.find((one) => one.id === id);
  if (answer === undefined) return NOTHING;
  const { tries, hints, told } = answer;
  const state = (): CellState => {
    const found = verdicts?.get(id);
    if (tries === 0 && answer.first === null && answer.best === null) return told ? 'told' : 'none';
    if (found === undefined) return 'pending';
    if (isAllRight(found.first) && !told) return 'first';
    if (isAllRight(found.first) || isAllRight(found.last) || isAllRight(found.best)) return 'solved';
    if ([found.first, found.last, found.best].some((one) => one?.kind === 'ungraded')) return 'ungraded';
    return told ? 'told' : 'wrong';
  };
  return { state: state(), tries, hints };
}

interface First {
  readonly typed: readonly string[];
  readonly verdict: Verdict;
}

function firstOf({ answers, verdicts }: Learner, id: string): readonly First[] {
  const first = answers.find((one) => one.id === id)?.first ?? null;
  const verdict = verdicts?.get(id)?.first ?? null;
  return first === null || verdict === null ? [] : [{ typed: first.typed, verdict }];
}

function wrongIn(firsts: readonly First[], asks: number): Column['wrong'] {
  return Array.from({ length: asks }, (_, ask) => {
    const counts = new Map<string, number>();
    for (const { typed, verdict } of firsts) {
      if (verdict.kind !== 'graded' || verdict.parts[ask] !== false) continue;
      const answer = (typed[ask] ?? '').trim();
      if (answer !== '') counts.set(answer, (counts.get(answer) ?? 0) + 1);
    }
    return [...counts]
      .map(([typed, count]) => ({ ask, typed, count }))
      .sort((one, other) => other.count - one.count || (one.typed < other.typed ? -1 : 1))
      .slice(0, WRONG_MOST);
  }).flat();
}

/** Columns by the share of learners who were not right at first, the largest first; those without one are left out. */
export function mostWrong({ columns }: ClassTable): readonly Column[] {
  const share = ({ notFirst, tried }: Column): number => notFirst / Math.max(1, tried);
  return columns.filter(({ notFirst }) => notFirst > 0).sort((one, other) => share(other) - share(one));
}

export type RowOrder = 'name' | 'screen' | 'solved';

/** Rows in an order: by name, or the furthest and best first; where two are alike, by name. */
export function sorted(rows: readonly Row[], order: RowOrder): readonly Row[] {
  const byName = (one: Row, other: Row): number => compare(labelOf(one.code), labelOf(other.code));
  return [...rows].sort((one, other) =>
    order === 'name' ? byName(one, other) : other[order] - one[order] || byName(one, other),
  );
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true, sensitivity: 'base' });
}

/** A learner's name: the one they typed, else the beginning of their number. */
export function labelOf({ name, learner }: Pick<ClassCode, 'name' | 'learner'>): string {
  return name === '' ? `learner ${learner.slice(0, 6)}` : name;
}
