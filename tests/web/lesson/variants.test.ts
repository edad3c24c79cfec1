// SPDX-License-Identifier: GPL-2.0-or-later
//
// Variants by their number: the same for everybody, another one for a neighbour, and graded again from what is kept.

import { describe, expect, test } from 'vitest';
import { gradeAgain } from '../../../web/lesson/grade-again';
import { parseLesson } from '../../../web/lesson/parse';
import { anotherOne, predictionOf } from '../../../web/lesson/predict';
import { isVaried } from '../../../web/lesson/vary';
import { answerText } from '../../../web/lesson/words';
import { engine, track } from './lessons';

const lessons = track.map(({ text, number }) => parseLesson(text, { number }).lesson);
const varied = lessons.flatMap(({ screens }) =>
  screens.flatMap(({ blocks }) => blocks.flatMap((one) => (one.kind === 'predict' && isVaried(one) ? [one] : []))),
);

describe('a variant', () => {
  test('is made again from its number alone, and neighbours have different ones', async () => {
    expect(varied.length).toBeGreaterThan(20);
    let same = 0;
    for (const predict of varied) {
      const written = await predictionOf(engine, predict, null);
      if (written.kind !== 'prediction') throw new Error(predict.id);
      const [mine, theirs] = [
        await anotherOne(engine, predict, 4127, written.text),
        await predictionOf(engine, predict, 833),
      ];
      if (mine === null || theirs.kind !== 'prediction') throw new Error(predict.id);
      const again = await predictionOf(engine, predict, mine.seed);
      expect(again.kind === 'prediction' && again.text, predict.id).toBe(mine.prediction.text);
      if (theirs.text === mine.prediction.text) same++;
    }
    // A question with few variants may by chance be the same for two.
    expect(same).toBeLessThan(varied.length / 4);
  });

  test('is graded again from the answers that are kept with its number', async () => {
    for (const lesson of lessons.slice(3, 6)) {
      const kept: Record<string, { seed: number | null; typed: readonly string[] }> = {};
      const wrong: typeof kept = {};
      for (const predict of varied.filter(({ id }) => id.startsWith(`${lesson.number}.`))) {
        const made = await predictionOf(engine, predict, 77);
        if (made.kind !== 'prediction') throw new Error(predict.id);
        const typed = made.questions.map(({ truth }) => answerText(truth));
        kept[predict.id] = { seed: 77, typed };
        wrong[predict.id] = { seed: 77, typed: typed.map(() => '99999') };
      }
      expect(Object.keys(kept).length).toBeGreaterThan(0);
      const right = await gradeAgain(engine, lesson, kept);
      expect(right).toEqual(new Map(Object.keys(kept).map((id) => [id, true])));
      expect([...(await gradeAgain(engine, lesson, wrong)).values()]).not.toContain(true);
    }
  });

  test('tasks and hunts are judged again too; what the lesson does not have is left out', async () => {
    const lesson = lessons[7]!;
    const exercises = lesson.screens.flatMap(({ blocks }) =>
      blocks.flatMap((one) => (one.kind === 'task' || one.kind === 'hunt' ? [one] : [])),
    );
    const kept = Object.fromEntries(
      exercises.map(({ id, solution }) => [id, { seed: null, typed: [solution?.text ?? ''] }] as const),
    );
    const found = await gradeAgain(engine, lesson, { ...kept, '8.99-task-1': { seed: null, typed: ['tree t'] } });
    expect(found).toEqual(new Map(exercises.map(({ id }) => [id, true])));
    const starts = Object.fromEntries(
      exercises.map(({ id, start }) => [id, { seed: null, typed: [start.text] }] as const),
    );
    expect([...(await gradeAgain(engine, lesson, starts)).values()]).toEqual(exercises.map(() => false));
  });
});

test.each([
  ['that only the line uses is not shown', 'tree t\n  store 1 = 2', 'nodes(t)', 'tree t\nstore 1 = 2\n'],
  ['that the scenario uses stays', 'tree t\n  store n = 2', 'nodes(t)', 'let n = 7\ntree t\nstore n = 2\n'],
  ['that a question uses stays', 'tree t\n  store 1 = 2', 'load(n)', 'let n = 7\ntree t\nstore 1 = 2\n'],
])('a varied name %s', async (_, given, ask, shown) => {
  const block = `given:\n  let n = 7\n  ${given}\nline: walk n\nask: ${ask}\nvary: n in 6..7`;
  const text = `# T\n\n\`\`\`predict\n${block}\n\`\`\`\n`;
  const blocks = parseLesson(text).lesson.screens.flatMap((screen) => screen.blocks);
  const predict = blocks.find((block) => block.kind === 'predict');
  if (predict === undefined) throw new Error(text);
  const made = await predictionOf(engine, predict, null);
  expect(made.kind === 'prediction' && made.text).toBe(`${shown}walk 7\n`);
});
