// SPDX-License-Identifier: GPL-2.0-or-later
//
// A class of thirty learners whose answers are drawn by a seed: their codes, pasted as one text, give a table that is
// right in each cell, whatever the learners' pages claim.

import { beforeAll, describe, expect, test } from 'vitest';
import { splitMix64, type Random } from '../../../web/base/random';
import { codesIn, digestOf, encodeCode, idWithoutNumber } from '../../../web/classroom/code';
import type { ClassCode, HandedAnswer, FoundCode } from '../../../web/classroom/code';
import { collect, learnersIn } from '../../../web/classroom/collect';
import { csvOf, tableCsv } from '../../../web/classroom/csv';
import { Grader, exercisesOf } from '../../../web/classroom/grading';
import { labelOf, mostWrong, sorted, tableOf, type CellState, type ClassTable } from '../../../web/classroom/table';
import type { HandedIn } from '../../../web/lesson/grade-again';
import type { Exercise } from '../../../web/lesson/lesson';
import { parseLesson } from '../../../web/lesson/parse';
import { predictionOf } from '../../../web/lesson/predict';
import { isVaried } from '../../../web/lesson/vary';
import { answerText } from '../../../web/lesson/words';
import { engine, track } from '../lesson/lessons';

const GAPS = track[7]!;
const lesson = parseLesson(GAPS.text).lesson;
const digest = digestOf(GAPS.text);
const exercises = [...exercisesOf(lesson)];
const PLANS = ['none', 'first', 'solved', 'told', 'wrong'] as const satisfies readonly CellState[];
const LEARNERS = 30;

const inTime = <T>(work: Promise<T>): Promise<T> => work;
const start = () => ({ of: engine, end: () => undefined });

function pick(random: Random, count: number): number {
  return Number(random.next() % BigInt(count));
}

const made = new Map<string, Promise<{ right: HandedIn; wrong: HandedIn }>>();

/** A right answer and a wrong one. */
function answersOf(exercise: Exercise, seed: number | null): Promise<{ right: HandedIn; wrong: HandedIn }> {
  const key = `${exercise.id} ${seed}`;
  const answers = made.get(key) ?? makeAnswers(exercise, seed);
  made.set(key, answers);
  return answers;
}

async function makeAnswers(exercise: Exercise, seed: number | null): Promise<{ right: HandedIn; wrong: HandedIn }> {
  if (exercise.kind !== 'predict')
    return {
      right: { seed: null, typed: [exercise.solution?.text ?? ''] },
      wrong: { seed: null, typed: [exercise.start.text] },
    };
  const made = await predictionOf(engine, exercise, seed);
  if (made.kind !== 'prediction') return makeAnswers(exercise, null);
  const typed = made.questions.map(({ truth }) => answerText(truth));
  return { right: { seed, typed }, wrong: { seed, typed: typed.map(() => '4242') } };
}

function handed(plan: CellState, id: string, { right, wrong }: { right: HandedIn; wrong: HandedIn }): HandedAnswer {
  const none = { id, tries: 0, hints: 0, told: false, first: null, last: null, best: null };
  switch (plan) {
    case 'first':
      return { ...none, tries: 1, first: right, last: right, best: right };
    case 'solved':
      return { ...none, tries: 3, hints: 1, first: wrong, last: wrong, best: right };
    case 'told':
      return { ...none, tries: 1, told: true, first: wrong, last: wrong };
    default:
      // This learner's page claims that the wrong answer was right.
      return { ...none, tries: 2, first: wrong, last: wrong, best: wrong };
  }
}

interface Simulated {
  readonly code: ClassCode;
  readonly plans: readonly (typeof PLANS)[number][];
}

async function simulated(k: number): Promise<Simulated> {
  const random = splitMix64(BigInt(1_000 + k));
  const plans = exercises.map(() => PLANS[pick(random, PLANS.length)]!);
  const answers: HandedAnswer[] = [];
  for (const [at, [id, exercise]] of exercises.entries()) {
    const plan = plans[at]!;
    if (plan === 'none') continue;
    const seed = exercise.kind === 'predict' && isVaried(exercise) ? 1 + pick(random, 8) : null;
    answers.push(handed(plan, id, await answersOf(exercise, seed)));
  }
  const code: ClassCode = {
    learner: (0xabc000 + k).toString(16).padStart(12, '0'),
    serial: 1 + pick(random, 50),
    name: k % 3 === 0 ? '' : `Learner ${k}`,
    pack: '',
    lessons: [{ name: GAPS.name, digest, screen: pick(random, 12), answers }],
  };
  return { code, plans };
}

let all: readonly Simulated[] = [];
let found: readonly FoundCode[] = [];
let table: ClassTable;

beforeAll(async () => {
  all = await Promise.all(Array.from({ length: LEARNERS }, (_, k) => simulated(k)));
  const pasted = all.map(({ code }, k) => `${k}. From a chat:\n${encodeCode(code)}\n`).join('\n');
  const read = codesIn(pasted);
  expect(read.troubles).toEqual([]);
  found = collect([], read.codes).all;
  const grader = new Grader({ start, inTime });
  const learners = [];
  for (const { code } of found) {
    const [handedIn] = code.lessons;
    const verdicts = await grader.gradeLesson(lesson, digest, handedIn!);
    learners.push({ code, screen: handedIn!.screen, answers: handedIn!.answers, verdicts });
  }
  table = tableOf(lesson, learners);
}, 60_000);

describe('a class of thirty', () => {
  test('has questions of each kind, and learners of each plan', () => {
    expect(new Set(exercises.map(([, { kind }]) => kind))).toEqual(new Set(['predict', 'task', 'hunt']));
    expect(exercises.length).toBeGreaterThanOrEqual(4);
    expect(new Set(all.flatMap(({ plans }) => plans))).toEqual(new Set(PLANS));
  });

  test('each cell is what the learner did, not what their page claims', () => {
    expect(table.rows).toHaveLength(LEARNERS);
    for (const [k, { code, plans }] of all.entries()) {
      const row = table.rows[k]!;
      expect(row.code).toEqual(code);
      expect(row.screen).toBe(Math.min(code.lessons[0]!.screen + 1, lesson.screens.length));
      expect(row.cells.map(({ state }) => state)).toEqual(plans);
      expect(row.solved).toBe(plans.filter((plan) => plan === 'first' || plan === 'solved').length);
      for (const [n, [id]] of exercises.entries()) {
        const sent = code.lessons[0]!.answers.find((one) => one.id === id);
        expect(row.cells[n]).toMatchObject({ tries: sent?.tries ?? 0, hints: sent?.hints ?? 0 });
      }
    }
  });

  test('each question counts who answered, solved, was right and was wrong at first', () => {
    for (const [n, column] of table.columns.entries()) {
      const plans = all.map((one) => one.plans[n]!);
      const count = (...of: CellState[]): number => plans.filter((plan) => of.includes(plan)).length;
      expect(column).toMatchObject({
        id: exercises[n]![0],
        answered: count('first', 'solved', 'told', 'wrong'),
        solved: count('first', 'solved'),
        first: count('first'),
        tried: count('first', 'solved', 'told', 'wrong'),
        notFirst: count('solved', 'told', 'wrong'),
        toldFirst: 0,
      });
      if (column.exercise.kind === 'predict')
        expect(column.wrong[0]).toEqual({ ask: 0, typed: '4242', count: column.notFirst });
      else expect(column.wrong).toEqual([]);
    }
    const shares = mostWrong(table).map(({ notFirst, tried }) => notFirst / tried);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    expect(shares.length).toBeGreaterThan(0);
  });

  test('who asks for the answer without a try counts as not right at the first try', async () => {
    const n = exercises.findIndex(([, { kind }]) => kind === 'predict');
    const [id, exercise] = exercises[n]!;
    const { right } = await answersOf(exercise, null);
    const graded = { kind: 'graded', parts: right.typed.map(() => true) } as const;
    const none = { id, tries: 0, hints: 0, told: false, first: null, last: null, best: null };
    const [one, other, third] = all.map(({ code }) => code);
    const { columns, rows } = tableOf(lesson, [
      {
        code: one!,
        screen: 0,
        answers: [handed('first', id, { right, wrong: right })],
        verdicts: new Map([[id, { first: graded, last: graded, best: graded }]]),
      },
      { code: other!, screen: 0, answers: [{ ...none, told: true }], verdicts: new Map() },
      { code: third!, screen: 0, answers: [none], verdicts: new Map() },
    ]);
    expect(rows.map(({ cells }) => cells[n]!.state)).toEqual(['first', 'told', 'none']);
    const counts = { answered: 2, solved: 1, first: 1, tried: 2, notFirst: 1, toldFirst: 1, wrong: [] };
    expect(columns[n]).toMatchObject(counts);
    expect(mostWrong({ screens: 1, columns, rows })).toEqual([columns[n]]);
  });

  test('rows sort by name, screen and what is solved', () => {
    const solved = sorted(table.rows, 'solved').map((row) => row.solved);
    expect(solved).toEqual([...solved].sort((a, b) => b - a));
    const names = sorted(table.rows, 'name').map(({ code }) => labelOf(code));
    expect(names.indexOf('Learner 2')).toBeLessThan(names.indexOf('Learner 10'));
    expect(names).toContain(`learner ${all[0]!.code.learner.slice(0, 6)}`);
  });

  test('the CSV has a line a learner and three cells a question', () => {
    const lines = tableCsv(table, GAPS.name, () => '').split('\r\n');
    expect(lines).toHaveLength(LEARNERS + 2);
    expect(lines[0]!.split(',')).toHaveLength(8 + 3 * exercises.length);
    for (const line of lines.slice(0, -1)) expect(line.split(',')).toHaveLength(8 + 3 * exercises.length);
    expect(lines[1]!.split(',').slice(8)).toEqual(
      table.rows[0]!.cells.flatMap(({ state, tries, hints }) => [
        { none: '', first: 'right at first', solved: 'right later', told: 'told', wrong: 'wrong' }[state as 'none'],
        String(tries),
        String(hints),
      ]),
    );
  });
});

describe('collecting', () => {
  test('a newer code of a learner replaces the older one; the same and older ones change nothing', () => {
    const [one] = found;
    const newer = { ...one!, code: { ...one!.code, serial: 99 }, letters: 'newer' };
    const first = collect(found, [newer, one!, newer]);
    expect(first.taken.map(({ kind }) => kind)).toEqual(['replaced', 'older', 'same']);
    expect(first.all).toHaveLength(LEARNERS);
    expect(first.all[0]).toBe(newer);
  });

  test('two people with one browser stay two, and a name that comes later does not make a second row', () => {
    const as = (name: string, serial: number, pack = ''): FoundCode => ({
      code: { learner: '0'.repeat(12), serial, name, pack, lessons: [] },
      letters: `${name} ${serial} ${pack}`,
    });
    const { all: rows, taken } = collect([], [as('', 1), as('Ada', 2), as('ben', 3), as('Ben', 4), as('Ada', 5, 'ff')]);
    expect(taken.map(({ kind }) => kind)).toEqual(['added', 'replaced', 'added', 'replaced', 'added']);
    expect(rows.map(({ code }) => code.name)).toEqual(['Ada', 'Ben', 'Ada']);
    expect(learnersIn(rows.map(({ code }) => code))).toBe(2);
  });

  test('learners are counted, not codes: packs, the case of a name and a code without a name add nobody', () => {
    const of = (learner: string, name = '') => ({ learner, name });
    expect(learnersIn([])).toBe(0);
    expect(learnersIn([of('a'), of('a'), of('b')])).toBe(2);
    expect(learnersIn([of('a', 'Ada'), of('a', 'ADA'), of('a'), of('b', 'Ada')])).toBe(2);
  });
});

describe('CSV', () => {
  test('names the pack by title and id, by id alone where the title is not known, and no pack by nothing', () => {
    const [row] = table.rows;
    const rows = ['', '0123abcd', 'ffff0000'].map((pack) => ({ ...row!, code: { ...row!.code, pack }, cells: [] }));
    const titleOf = (id: string): string => (id === '0123abcd' ? 'Two hours' : '');
    const lines = tableCsv({ screens: 1, columns: [], rows }, 'x', titleOf).split('\r\n');
    expect(lines.slice(0, 4).map((line) => line.split(',')[3])).toEqual([
      'Pack',
      '',
      'Two hours (0123abcd)',
      'ffff0000',
    ]);
  });

  test('quotes what needs it, and makes no formula of what a learner typed', () => {
    expect(csvOf([['a,b', 'say "x"', 'two\nlines', 'plain', 7]])).toBe('"a,b","say ""x""","two\nlines",plain,7\r\n');
    expect(csvOf([['=1+1', '+1', '-1', '@x', '\t=1', ' =1', 'a=1']])).toBe("'=1+1,'+1,'-1,'@x,'\t=1,' =1,a=1\r\n");
    expect(csvOf([['=HYPERLINK("http://x","y")']])).toBe('"\'=HYPERLINK(""http://x"",""y"")"\r\n');
  });
});

describe('grading', () => {
  test('an answer that never ends is given up, and the next one is graded by a fresh engine', async () => {
    let ends = 0;
    let starts = 0;
    const stuck = { ...engine, run: () => new Promise<never>(() => undefined) };
    const grader = new Grader({
      start: () => ({ of: starts++ === 0 ? stuck : engine, end: () => ends++ }),
      inTime: (work) => Promise.race([work, new Promise<never>((_, no) => setTimeout(no, 1_000, new Error('slow')))]),
    });
    const [id, task] = exercises.find(([, { kind }]) => kind === 'task')!;
    const { right, wrong } = await answersOf(task, null);
    const answer = { id, tries: 2, hints: 0, told: false, first: wrong, last: right, best: right };
    const sent = { name: '', digest, screen: 0, answers: [answer, { ...answer, id: '99-task-1' }] };
    const verdicts = await grader.gradeLesson(lesson, digest, sent);
    expect([...verdicts.keys()]).toEqual([id]);
    expect(verdicts.get(id)).toEqual({
      first: { kind: 'ungraded' },
      last: { kind: 'graded', parts: [true] },
      best: { kind: 'graded', parts: [true] },
    });
    expect([starts, ends]).toEqual([2, 1]);
    const none = tableOf(lesson, [{ code: all[0]!.code, screen: 0, answers: [answer], verdicts: null }]);
    expect(none.rows[0]!.cells.find(({ state }) => state !== 'none')?.state).toBe('pending');
  });

  test('an id is the same with and without the number of its lesson', () => {
    const numbered = parseLesson(GAPS.text, { number: 8 }).lesson;
    expect([...exercisesOf(numbered).keys()]).toEqual(exercises.map(([id]) => id));
    expect([...exercisesOf(numbered).values()].map(({ id }) => idWithoutNumber(id))).toEqual(
      exercises.map(([id]) => id),
    );
  });
});
