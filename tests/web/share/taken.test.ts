// SPDX-License-Identifier: GPL-2.0-or-later
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTaken, withTaken, writeTaken, type Taken } from '../../../web/share/taken';

const EMPTY = '<body><script type="application/json" id="taken"></script></body>';
const lesson = fc.record({
  name: fc.string(),
  source: fc.string({ unit: 'binary' }),
  number: fc.option(fc.nat(99).map((n) => n + 1)),
  screen: fc.nat(),
});
const anything: fc.Arbitrary<Taken> = fc.record(
  {
    text: fc.string({ unit: 'binary' }),
    step: fc.nat(),
    lesson: fc.option(lesson),
    texts: fc.array(fc.string()),
    pack: fc.string({ unit: 'binary' }),
  },
  { requiredKeys: ['text', 'step', 'lesson', 'texts'] },
);

function blockOf(page: string): string {
  return /id="taken">([^<]*)<\/script>/.exec(page)?.[1] ?? '';
}

test('what a file takes along comes out as it went in, whatever it holds, and can be taken again', () => {
  fc.assert(
    fc.property(anything, anything, (one, other) => {
      const page = withTaken(EMPTY, one) ?? '';
      expect(readTaken(blockOf(page))).toEqual(one);
      const again = withTaken(page, other) ?? '';
      expect(readTaken(blockOf(again))).toEqual(other);
      expect(again.split('<script')).toHaveLength(2);
    }),
  );
});

test('a file takes along as many texts as there are, and long ones', () => {
  const texts = [...Array.from({ length: 501 }, (_, k) => `tree t${k}`), '# long\n'.repeat(1_200_000)];
  const taken: Taken = { text: 'tree mine', step: 0, lesson: null, texts };
  expect(readTaken(blockOf(withTaken(EMPTY, taken) ?? ''))).toEqual(taken);
});

test('a text cannot end the block that it stands in', () => {
  const text = '</script><script>alert(1)</script><!--';
  const page = withTaken(EMPTY, { text, step: 0, lesson: null, texts: [] }) ?? '';
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(page).not.toContain('<!--');
  expect(readTaken(blockOf(page))?.text).toBe(text);
});

test('a page without a block is no single file', () => {
  expect(withTaken('<body></body>', { text: '', step: 0, lesson: null, texts: [] })).toBeNull();
});

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['another version', '{"version":2,"text":"","step":0,"lesson":null,"texts":[]}'],
  ['a step that is no count', '{"version":1,"text":"","step":-1,"lesson":null,"texts":[]}'],
  ['a text that is none', '{"version":1,"text":{},"step":0,"lesson":null,"texts":[]}'],
])('%s is read as nothing', (_name, json) => {
  expect(readTaken(json)).toBeNull();
});

test('of a lesson that cannot be read the rest remains', () => {
  const json = writeTaken({ text: 'tree t', step: 1, lesson: null, texts: ['a'] }).replace('null', '{"name":3}');
  expect(readTaken(json)).toEqual({ text: 'tree t', step: 1, lesson: null, texts: ['a'] });
});
