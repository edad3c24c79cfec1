// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a reader handed in, graded again from nothing but the lesson: each question in the variant of its number, each
// task and hunt by running its text.

import { grade, readAnswer } from './answers';
import type { LessonEngine } from './engine';
import type { Block, Lesson } from './lesson';
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
    if (block.kind === 'prose' || !Object.hasOwn(kept, block.id)) continue;
    const answer = kept[block.id];
    const right = answer === undefined ? null : await isRight(engine, block, answer);
    if (right !== null) found.set(block.id, right);
  }
  return found;
}

async function isRight(engine: LessonEngine, block: Block, { seed, typed }: HandedIn): Promise<boolean | null> {
  const [text = ''] = typed;
  if (block.kind === 'task') return (await judgeTask(engine, block, text)).kind === 'solved';
  if (block.kind === 'hunt') return isFound(await judgeHunt(engine, block, text));
  if (block.kind !== 'predict') return null;
  const made = await predictionOf(engine, block, seed);
  if (made.kind !== 'prediction') return false;
  return made.questions.every(({ ask, truth }, k) => {
    const answer = readAnswer(ask.kind, typed[k] ?? '');
    return answer !== null && grade(answer, truth);
  });
}
