// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a question of a built-in lesson shows beside itself does not say its answer by chance.

import { describe, expect, test } from 'vitest';
import { parseLesson } from '../../../web/lesson/parse';
import { predictionOf } from '../../../web/lesson/predict';
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
