// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a question of a built-in lesson shows beside itself does not say its answer by chance.

import { describe, expect, test } from 'vitest';
import { parseLesson } from '../../../web/lesson/parse';
import { predictionOf } from '../../../web/lesson/predict';
import { toldText } from '../../../web/lesson/words';
import { engine, track } from './lessons';

describe.each(track)('$name', ({ text, number }) => {
  const predicts = parseLesson(text, { number }).lesson.screens.flatMap(({ blocks }) =>
    blocks.flatMap((one) => (one.kind === 'predict' ? [one] : [])),
  );

  test('the number behind # of a leaf that is asked for is not its place from the left', async () => {
    for (const predict of predicts) {
      const made = await predictionOf(engine, predict, null);
      expect(made.kind, predict.id).toBe('prediction');
      for (const { truth } of made.kind === 'prediction' ? made.questions : [])
        if (truth.kind === 'leaf' && truth.leaves > 1) expect(truth.node, predict.id).not.toBe(truth.leaf);
    }
  });
});

test('an answer that names a slot says which one it is after the step, if the picture outlines another', async () => {
  const told = async (code: string, which: number): Promise<readonly string[]> => {
    const { name, text, number } = track.find((one) => code.startsWith(`${one.number}.`))!;
    const screen = parseLesson(text, { number }).lesson.screens.find((one) => one.code === code);
    const predict = (screen?.blocks ?? []).filter((one) => one.kind === 'predict')[which]!;
    const made = await predictionOf(engine, predict, null);
    expect(made.kind, name).toBe('prediction');
    return made.kind === 'prediction' ? made.questions.map((one) => toldText(one.truth, one.after, 'decimal')) : [];
  };
  expect(await told('4.4', 1)).toEqual(['slot_store', 'slot 6 before the step, slot 7 after it']);
  expect(await told('4.7', 0)).toEqual(['spanning_store', 'leaf 1 before the step, leaf 2 after it']);
  expect(await told('2.5', 0)).toEqual(['slot 4']);
});
