// SPDX-License-Identifier: GPL-2.0-or-later
//
// A long text that was cut into lines beforehand is the same text in the editor as one that was not.

import { EditorState, Text } from '@codemirror/state';
import { expect, test, vi } from 'vitest';
import { cutBefore, cutLines } from '../../../web/app/editor/cut-lines';
import { takeOverSpec } from '../../../web/app/editor/take-over';

/** Longer than two pieces, with lines over both cuts and an end of a line at neither or at one of them. */
const TEXTS = [
  `${'# a comment\n'.repeat(400_000)}store 1 = 1`,
  '0123456\n'.repeat(500_001),
  `tree t\n${'x'.repeat(4_000_100)}\n\n\n`,
  'tree t\n',
];

test('the lines are those that the editor would have made of it', async () => {
  for (const text of TEXTS) {
    await cutLines(text);
    const doc = cutBefore(text);
    expect(doc?.length).toBe(text.length);
    expect(doc!.eq(Text.of(text.split('\n')))).toBe(true);
    // They are those of one text, once.
    expect(cutBefore(text)).toBeNull();
    await cutLines(text);
    expect([cutBefore(`${text}\n`), cutBefore(text)]).toEqual([null, null]);
  }
});

test('it takes the place of the text before, whatever both have in common', async () => {
  for (const before of ['', 'tree t\n', '# a comment\n0123456\n']) {
    for (const text of TEXTS) {
      const state = EditorState.create({ doc: before });
      await cutLines(text);
      const spec = takeOverSpec(state, text, false, cutBefore(text));
      const after = spec === null ? state : state.update(spec).state;
      expect(after.doc.eq(Text.of(text.split('\n')))).toBe(true);
    }
  }
});

test('no task of it takes the whole text', async () => {
  const text = TEXTS[0]!;
  let most = 0;
  const make = Text.of.bind(Text);
  const of = vi.spyOn(Text, 'of').mockImplementation((lines) => {
    most = Math.max(most, lines.length);
    return make(lines);
  });
  await cutLines(text);
  of.mockRestore();
  expect(most).toBeLessThan(text.split('\n').length / 2);
  expect(most).toBeGreaterThan(0);
});
