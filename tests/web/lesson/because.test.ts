// SPDX-License-Identifier: GPL-2.0-or-later
//
// Why an answer is wrong: for each kind of reason an example, and over many seeds no reason for a right answer and none
// that the trees before and after the step do not bear out.

import { describe, expect, test } from 'vitest';
import { splitMix64 } from '../../../web/base/random';
import { readAnswer, TYPES } from '../../../web/lesson/answers';
import { becauseOf, type Because } from '../../../web/lesson/because';
import { becauseText } from '../../../web/lesson/because-words';
import { anotherOne, predictionOf, type Prediction } from '../../../web/lesson/predict';
import { leavesOf } from '../../../web/lesson/truth';
import { answerText } from '../../../web/lesson/words';
import { variantOf } from '../../../web/lesson/vary';
import { parseLesson } from '../../../web/lesson/parse';
import type { Predict } from '../../../web/lesson/lesson';
import { seed as firstSeed } from '../engine/runs';
import { engine } from './lessons';

function predictOf(...lines: readonly string[]): Predict {
  const { lesson, problems } = parseLesson(['# T', '', '```predict', ...lines, '```', ''].join('\n'));
  expect(problems).toEqual([]);
  const [block] = lesson.screens.flatMap(({ blocks }) => blocks).filter((one) => one.kind === 'predict');
  if (block === undefined) throw new Error('no prediction');
  return block;
}

async function asked(predict: Predict, seed: number | null = null): Promise<Prediction> {
  const found = await predictionOf(engine, predict, seed);
  if (found.kind !== 'prediction') throw new Error(found.kind);
  return found;
}

function reason(prediction: Prediction, typed: string): Because | null {
  const [question] = prediction.questions;
  const answer = question === undefined ? null : readAnswer(question.ask.kind, typed);
  if (question === undefined || answer === null) throw new Error(`no answer: ${typed}`);
  return becauseOf(question, answer, prediction);
}

const LEAF = ['  tree t', '  repeat 5 as i { store 10*i..+5 = i }'];
const FULL = ['  tree t', '  repeat 8 as i { store 10*i..+5 = i }'];
const TWO = ['  tree t', '  repeat 9 as i { store 10*i..+5 = i }'];

// The scenario, the line and what is asked, an answer, and what is said.
const SAID: readonly (readonly [given: readonly string[], line: string, ask: string, answer: string, said: string])[] =
  [
    [
      LEAF,
      'store 20..24 = 9',
      'type',
      'append',
      'An append begins in the last used slot, which is 9. This range begins in slot 4.',
    ],
    [
      LEAF,
      'store 22..24 = 9',
      'type',
      'exact_fit',
      '`exact_fit` needs a slot with exactly this range, but slot 4 covers 20..24.',
    ],
    [
      LEAF,
      'store 22..23 = 9',
      'type',
      'slot_store',
      '`slot_store` keeps the number of slots. Here it goes from 10 to 12.',
    ],
    [LEAF, 'store 22..23 = 9', 'type', 'split', 'The leaf would use 12 slots, and it has 16: nothing has to be split.'],
    [
      LEAF,
      'store 22..23 = 9',
      'type',
      'store_root',
      '`store_root` is for a tree without a node, and this tree has one.',
    ],
    [LEAF, 'store 22..23 = 9', 'type', 'new_root', '`new_root` overwrites all indexes. This range leaves some out.'],
    [
      LEAF,
      'store 22..23 = 9',
      'type',
      'spanning',
      'A spanning store ends in another leaf. This range ends in the leaf where it begins.',
    ],
    [LEAF, 'store 0x16..0x17 = 9', 'slot', '2', 'Slot 2 covers 0xa..0xe, and 0x16 lies to the right of that.'],
    [LEAF, 'walk 22', 'slot', '12', 'The leaf uses 10 slots: 0 to 9.'],
    [TWO, 'walk 72', 'slot', '3', 'The tree has several leaves: give the leaf too, such as 2.3.'],
    [TWO, 'walk 72', 'leaf', '1', 'Leaf 1 covers 0..44, and 72 lies to the right of that.'],
    [TWO, 'walk 72', 'leaf', '5', 'The tree has only 2 leaves.'],
    [FULL, 'store 22..23 = 9', 'cut', '30', 'After the step a slot covers 30..34. A border at 30 would cut it in two.'],
    [
      FULL,
      'store 22..23 = 9',
      'cut',
      '29',
      'The slot that ends at 29 is free, and no leaf but the last ends with a free slot.',
    ],
    [FULL, 'store 22..23 = 9', 'cut', '24', 'Then the left leaf would use 7 slots and the right one 11.'],
    [LEAF, 'store 0..14 = 9', 'load(12)', '1', 'That is the value before the step; the step changes it.'],
    [LEAF, 'store 0..14 = 9', 'entries()', '7', 'It is less than that.'],
    [FULL, 'store 22..23 = 9', 'nodes', '1', 'It is more than that.'],
    [
      FULL,
      'store 22..23 = 9',
      'allocator',
      '2 1',
      'The number of requests is right, but not how many nodes each of them is for.',
    ],
    [FULL, 'store 22..23 = 9', 'allocator', 'none', 'The allocator gets more requests than that.'],
    [['  tree t'], 'store 5 = 1', 'type', 'append', 'The tree has no node yet, and `append` needs a leaf.'],
  ];

test.each(SAID)('of %s, %s, %s: %s', async (given, line, ask, answer, said) => {
  const prediction = await asked(predictOf('given:', ...given, `line: ${line}`, `ask: ${ask}`));
  const because = reason(prediction, answer);
  expect(because === null ? null : becauseText(because, line.includes('0x') ? 'hex' : 'decimal')).toBe(said);
});

const FAMILY = [
  'given:',
  '  let n = 12',
  '  let s = 5',
  '  let a = 33',
  '  let w = 2',
  '  tree t',
  '  for i in shuffle(0..n, s) { store 10*i..+6 = i }',
  'line: store a..+w = "new"',
];
const VARY = ['vary: n in 1..60', 'vary: s in 1..1000000', 'vary: a in 0..640', 'vary: w in 1..25'];

describe(`over seeds from ${firstSeed}`, () => {
  test('a right answer has no reason, and a reason of a type is no other than what is so', async () => {
    const predict = predictOf(...FAMILY, 'ask: type', ...VARY);
    const random = splitMix64(BigInt(firstSeed));
    const kinds = new Set<string>();
    for (let k = 0; k < 60; k++) {
      const prediction = await asked(predict, Number(random.next() % 1_000_003n));
      const { truth } = prediction.questions[0] ?? {};
      for (const type of TYPES) {
        const because = reason(prediction, type);
        const isRight = truth?.kind === 'type' && truth.type === type;
        expect(because === null, `${type} in\n${prediction.text}`).toBe(isRight);
        if (because === null) continue;
        kinds.add(because.kind);
        // What it says must not be the condition of the type that was chosen.
        const { decision } = prediction.after;
        const used = decision?.place.kind === 'leaf' ? decision.place.newEnd + 1 : null;
        if (because.kind === 'fits') expect(used).toBeLessThanOrEqual(16);
        if (because.kind === 'not thin') expect(used).toBeGreaterThanOrEqual(7);
      }
    }
    expect(kinds.size).toBeGreaterThan(6);
  });

  test('a slot that is said to cover a range covers it, and not the index that is sought', async () => {
    const predict = predictOf(...FAMILY, 'ask: slot', ...VARY);
    const random = splitMix64(BigInt(firstSeed) + 1n);
    for (let k = 0; k < 40; k++) {
      const prediction = await asked(predict, Number(random.next() % 1_000_003n));
      const tree = prediction.before.trees[0];
      const leaves = tree === undefined ? [] : (leavesOf(tree) ?? []);
      const sought = prediction.after.touched?.first ?? -1n;
      for (const [at, leaf] of leaves.entries()) {
        for (const [slot, last] of leaf.lasts.entries()) {
          const because = reason(prediction, `${at + 1}.${slot}`);
          const covers = (slot === 0 ? leaf.min : (leaf.lasts[slot - 1] ?? 0n) + 1n) <= sought && sought <= last;
          expect(because === null).toBe(covers);
          if (because !== null) expect(because).toMatchObject({ kind: 'covers', sought });
        }
      }
    }
  });
});

describe('variants of several scenarios and lines', () => {
  const predict = predictOf(
    'given:',
    ...LEAF,
    'given:',
    ...FULL,
    'line: store 20..24 = 9',
    'line: store 21..22 = 9',
    'ask: type',
  );

  test('are all drawn, and the first is as it is written', async () => {
    const texts = new Set(
      Array.from({ length: 40 }, (_, k) => variantOf(predict, k)).map((one) => one.before + (one.line ?? '')),
    );
    expect(texts.size).toBe(4);
    expect((await asked(predict)).text).toContain('repeat 5 as i { store 10*i..+5 = i }\nstore 20..24 = 9');
  });

  test('another one is another one', async () => {
    let { text } = await asked(predict);
    for (let k = 0; k < 8; k++) {
      const other = await anotherOne(engine, predict, 1, text);
      expect(other?.prediction.text).not.toBe(text);
      text = other?.prediction.text ?? '';
    }
    expect(
      await anotherOne(
        engine,
        predictOf('given:', ...LEAF, 'line: load 1', 'ask: leaf'),
        1,
        (await asked(predictOf('given:', ...LEAF, 'line: load 1', 'ask: leaf'))).text,
      ),
    ).toBeNull();
  });

  test('answers are those of the variant', async () => {
    const found = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => asked(predict, seed)));
    expect(
      new Set(found.map(({ questions }) => answerText(questions[0]?.truth ?? { kind: 'word', word: '' }))),
    ).toEqual(new Set(['exact_fit', 'node_store', 'split_store']));
  });
});
