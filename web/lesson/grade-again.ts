// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a reader handed in, graded again from nothing but the lesson: each question in the variant of its number, each
// task and hunt by running its text.

import { grade, readAnswer } from './answers';
import type { LessonEngine } from './engine';
import type { Block, Exercise, Lesson } from './lesson';
import { predictionOf } from './predict';
import { isFound, judgeHunt, judgeTask } from './task';

/** Answers as they were typed, to the variant with this seed (null: as written); of a task or hunt its text. */
export interface HandedIn {
  readonly seed: number | null;
  readonly typed: readonly string[];
}

/** By id, whether the answer is right. What the lesson does not have is left out. */
export async function gradeAgain(
  engine: LessonEngine,
  { screens }: Lesson,
  kept: Readonly<Record<string, HandedIn>>,
): Promise<ReadonlyMap<string, boolean>> {
  const found = new Map<string, boolean>();
  for (const block of screens.flatMap(({ blocks }) => blocks)) {
    if (!isExercise(block) || !Object.hasOwn(kept, block.id)) continue;
    const answer = kept[block.id];
    if (answer !== undefined) found.set(block.id, (await gradeParts(engine, block, answer)).every(Boolean));
  }
  return found;
}

/** A block that is solved. */
export function isExercise(block: Block): block is Exercise {
  return block.kind === 'predict' || block.kind === 'task' || block.kind === 'hunt';
}

/**
 * Which parts of an answer are right: one for each ask of a question, in order, and one of a task or hunt. All are
 * wrong where the variant of the question does not exist.
 */
export async function gradeParts(
  engine: LessonEngine,
  block: Exercise,
  { seed, typed }: HandedIn,
): Promise<readonly boolean[]> {
  const [text = ''] = typed;
  if (block.kind === 'task') return [(await judgeTask(engine, block, text)).kind === 'solved'];
  if (block.kind === 'hunt') return [isFound(await judgeHunt(engine, block, text))];
  const made = await predictionOf(engine, block, seed);
  if (made.kind !== 'prediction') return block.asks.map(() => false);
  return made.questions.map(({ ask, truth }, k) => {
    const answer = readAnswer(ask.kind, typed[k] ?? '');
    return answer !== null && grade(answer, truth);
  });
}
