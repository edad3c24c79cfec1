// SPDX-License-Identifier: GPL-2.0-or-later
//
// The answers of a class, graded again by the engine: nothing that a learner's page found counts. A text that runs for
// too long is given up, and the next one gets a fresh engine.

import type { LessonEngine } from '../lesson/engine';
import { gradeParts, isExercise, type HandedIn } from '../lesson/grade-again';
import type { Exercise, Lesson } from '../lesson/lesson';
import { idWithoutNumber, type HandedLesson } from './code';

/** `parts`: which asks of a question are right; one element for a task or hunt. */
export type Verdict =
  | { readonly kind: 'graded'; readonly parts: readonly boolean[] }
  /** It ran for too long, or the engine broke down over it. */
  | { readonly kind: 'ungraded' };

/** Verdicts of one learner in one lesson, by id (`2-predict-1`). */
export type Verdicts = ReadonlyMap<
  string,
  { readonly first: Verdict | null; readonly last: Verdict | null; readonly best: Verdict | null }
>;

export interface Engines {
  /** An engine, and what ends it whatever it does. */
  readonly start: () => { readonly of: LessonEngine; readonly end: () => void };
  /** Rejects if the work takes longer than an answer may. */
  readonly inTime: <T>(work: Promise<T>) => Promise<T>;
}

/** Grades one answer after the other, the same answer once. */
export class Grader {
  private readonly engines: Engines;
  private engine: ReturnType<Engines['start']> | null = null;
  private readonly known = new Map<string, Verdict>();
  private ended = false;

  constructor(engines: Engines) {
    this.engines = engines;
  }

  /** Answers to questions that the lesson does not have are left out. `digest`: which text the lesson has. */
  async gradeLesson(lesson: Lesson, digest: number, { answers }: HandedLesson): Promise<Verdicts> {
    const found = new Map<string, NonNullable<ReturnType<Verdicts['get']>>>();
    const blocks = exercisesOf(lesson);
    for (const { id, first, last, best } of answers) {
      const block = blocks.get(id);
      if (block === undefined) continue;
      found.set(id, {
        first: await this.grade(block, digest, first),
        last: await this.grade(block, digest, last),
        best: await this.grade(block, digest, best),
      });
    }
    return found;
  }

  /** Ends the engine. Answers graded afterwards are `ungraded`. */
  end(): void {
    this.ended = true;
    this.engine?.end();
    this.engine = null;
  }

  private async grade(block: Exercise, digest: number, answer: HandedIn | null): Promise<Verdict | null> {
    if (answer === null) return null;
    const key = JSON.stringify([digest, idWithoutNumber(block.id), answer.seed, answer.typed]);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.ended) return { kind: 'ungraded' };
    const verdict = await this.graded(block, answer);
    this.known.set(key, verdict);
    return verdict;
  }

  private async graded(block: Exercise, answer: HandedIn): Promise<Verdict> {
    const engine = (this.engine ??= this.engines.start());
    try {
      return { kind: 'graded', parts: await this.engines.inTime(gradeParts(engine.of, block, answer)) };
    } catch {
      engine.end();
      this.engine = null;
      return { kind: 'ungraded' };
    }
  }
}

/** The exercises of a lesson, in order, by id without the lesson's number. */
export function exercisesOf({ screens }: Lesson): ReadonlyMap<string, Exercise> {
  return new Map(
    screens.flatMap(({ blocks }) =>
      blocks.flatMap((one) => (isExercise(one) ? [[idWithoutNumber(one.id), one] as const] : [])),
    ),
  );
}

/** Whether all of an answer is right. */
export function isAllRight(verdict: Verdict | null): boolean {
  return verdict?.kind === 'graded' && verdict.parts.every(Boolean);
}
