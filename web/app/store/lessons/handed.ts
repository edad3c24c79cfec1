// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a learner hands in: the answers of some lessons, from what the browser keeps of them. Pure.

import type { HandedAnswer, HandedLesson } from '../../../classroom/code';
import { idWithoutNumber } from '../../../classroom/code';
import type { HandedIn } from '../../../lesson/grade-again';
import { progressOf, triedOf, type KeptAnswer, type LessonProgress, type Progress } from './lesson-progress';

/** `key`: the name that `progress` has for a lesson; `name`: the one that the code gives it. */
export function handedLessons(
  progress: Progress,
  lessons: readonly { readonly key: string; readonly name: string }[],
): readonly HandedLesson[] {
  return lessons.map(({ key, name }) => {
    const lesson = progressOf(progress, key);
    return {
      name,
      digest: lesson.digest ?? 0,
      screen: lesson.far ?? lesson.screen,
      answers: answersOf(lesson),
    };
  });
}

function answersOf(lesson: LessonProgress): readonly HandedAnswer[] {
  const ids = new Set([...Object.keys(lesson.tried ?? {}), ...lesson.done]);
  return [...ids].sort().map((id) => {
    const { tries, hints, told, first, last } = triedOf(lesson, id);
    const best = lesson.done.includes(id) && Object.hasOwn(lesson.kept, id) ? (lesson.kept[id] ?? null) : null;
    return {
      id: idWithoutNumber(id),
      tries,
      hints,
      told,
      first: sent(id, first),
      last: sent(id, last),
      best: sent(id, best),
    };
  });
}

// Of a task only the text that counts: what lies aside stays with the learner.
function sent(id: string, answer: KeptAnswer | null): HandedIn | null {
  if (answer === null) return null;
  return /-predict-/.test(id) ? answer : { seed: null, typed: answer.typed.slice(0, 1) };
}
