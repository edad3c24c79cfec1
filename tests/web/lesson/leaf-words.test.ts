// SPDX-License-Identifier: GPL-2.0-or-later
//
// Questions without a picture: the words beside a question hold what is needed to answer where a range lies. They are
// read back here, and the answer found in them is the engine's.

import { describe, expect, test } from 'vitest';
import { treesInWords } from '../../../web/lesson/leaf-words';
import { grade } from '../../../web/lesson/answers';
import { parseLesson } from '../../../web/lesson/parse';
import { predictionOf } from '../../../web/lesson/predict';
import { engine, track } from './lessons';

const predicts = track.flatMap(({ text, number }) =>
  parseLesson(text, { number }).lesson.screens.flatMap(({ blocks }) =>
    blocks.flatMap((one) => (one.kind === 'predict' ? [one] : [])),
  ),
);

describe('a tree in words', () => {
  test('answers every question for a slot or a leaf', async () => {
    let answered = 0;
    for (const predict of predicts.filter(({ asks }) => asks.some(({ kind }) => kind === 'slot' || kind === 'leaf')))
      for (const seed of [null, 3, 11, 29]) {
        const made = await predictionOf(engine, predict, seed);
        if (made.kind !== 'prediction') throw new Error(predict.id);
        const { touched } = made.after;
        const words = treesInWords(made.before, made.labels, 'decimal').find(({ name }) => name === touched?.tree);
        if (touched === null || words === undefined) throw new Error(predict.id);
        const places = words.leaves.flatMap(({ head, slots }) => {
          const leaf = Number(/^Leaf (\d+):/.exec(head)?.[1]);
          return slots.map((slot) => {
            const [, number, last] = /^slot (\d+): (?:[^.]+\.\.)?(\S+) /.exec(slot) ?? [];
            return { leaf, slot: Number(number), last: last === 'max' ? (1n << 64n) - 1n : number64(last) };
          });
        });
        const place = places.find(({ last }) => touched.first <= last);
        for (const { ask, truth } of made.questions) {
          if (place === undefined || (ask.kind !== 'slot' && ask.kind !== 'leaf')) continue;
          const answer =
            ask.kind === 'slot' ? { kind: 'slot' as const, ...place } : { kind: 'leaf' as const, ...place };
          expect(grade(answer, truth), `${predict.id} ${seed}`).toBe(true);
          answered++;
        }
      }
    expect(answered).toBeGreaterThan(20);
  });

  test('tells values, labels, free ranges, a tree without a node and one that is too large', async () => {
    const told = async (text: string, step: number) => {
      const run = await engine.run(text);
      if (run.kind !== 'ran') throw new Error('refused');
      return treesInWords(await run.scene(step), run.summary.labels, 'hex');
    };
    const small = 'tree t\nstore 0 = 7\nstore 16..31 = "heap"\n';
    expect((await told(small, 1))[0]?.about).toBe('It is empty and has no node.');
    expect((await told(small, 2))[0]?.about).toBe('No node: index 0 alone holds 7.');
    expect((await told(small, 3))[0]).toEqual({
      name: 't',
      about: '1 level, 1 node, 1 leaf',
      leaves: [
        {
          head: 'Leaf 1: 0x0..max',
          slots: [
            'slot 0: 0x0 holds 7',
            'slot 1: 0x1..0xf is free',
            'slot 2: 0x10..0x1f holds “heap”',
            'slot 3: 0x20..max is free',
          ],
        },
      ],
    });
    const [large] = await told('tree t\nrepeat 2000 as i { store 10*i..+5 = i }\n', 2001);
    expect(large?.leaves).toEqual([]);
    expect(large?.about).toContain('too many leaves');
    expect((await told('mm p\nmap 0x10000..0x1ffff rw\n', 2))[0]?.leaves[0]?.slots[1]).toBe(
      'slot 1: 0x10000..0x1ffff holds VMA 1',
    );
  });
});

function number64(text = ''): bigint {
  return BigInt(text.replaceAll(',', ''));
}
