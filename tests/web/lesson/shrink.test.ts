// SPDX-License-Identifier: GPL-2.0-or-later
//
// The shrinker: what is left still fails in the same way, and nothing of it can go.

import { describe, expect, test } from 'vitest';
import { shrink } from '../../../web/lesson/shrink';
import { troubleSign } from '../../../web/lesson/trouble-sign';
import { engine } from './lessons';

async function signOf(text: string): Promise<string> {
  return troubleSign(await engine.run(text), text);
}

async function shrunk(
  text: string,
  most?: number,
): Promise<{ text: string; tries: number; done: boolean; sign: string }> {
  const sign = await signOf(text);
  const found = await shrink(text, async (one) => (await signOf(one)) === sign, most === undefined ? {} : { most });
  return { ...found, sign };
}

const LEAK = `# A fork that leaks
tree other
repeat 30 as i { store 10*i..+5 = i }
mm p
map 0x555555558000 rw file "/usr/bin/program"
brk at 0x55555555a000
brk +132K
map 0x7ffff7dc0000..0x7ffff7fb8fff rw file "/usr/lib/libc.so.6"
map 0x7ffff7fbb000 rw
touch 0x555555558000
touch 0x55555555a000
touch 0x7ffff7fb3000
expect pagetables() = 6
fail vma at vma 4
fork p as child undo range ceiling wrong
expect error ENOMEM
expect absent child
`;

const DAMAGE = `tree a
tree t
for i in 0..9 {
  repeat 3 { store i = 1 in a }
  store 10*i..+5 = i in t
}
load 5 in a
corrupt t node 0 pivot 3 = 2
destroy a
expect valid t
`;

const MAPS = `maps p """
1000-3000 r--p
3000-4000 rw-p
5000-6000 rw-p
7000-8000 r--p
"""
load 0x1000
expect vmas(p) < 2
`;

describe('the shortest failing text', () => {
  test.each([
    ['of a leak', LEAK, 9],
    ['of a damaged tree', DAMAGE, 6],
    ['of a failed expectation after pasted maps', MAPS, 5],
    ['of an overflow', 'tree t\nrepeat 20 as i { store i = 1 }\nlet x = 5\nlet y = x - 6\n', 2],
    ['of a loop', 'tree t\nrepeat 300 as i {\n  store 10*i..+5 = i\n  load 5\n}\nexpect height() < 2\n', 5],
  ])('%s fails in the same way, and is short', async (_, text, lines) => {
    const found = await shrunk(text);
    expect(found.sign).not.toBe('');
    expect(await signOf(found.text)).toBe(found.sign);
    expect(found.done).toBe(true);
    expect(found.text.trimEnd().split('\n').length).toBeLessThanOrEqual(lines);
    expect(found.text.length).toBeLessThan(text.length);
  });

  test('has no line that could go', async () => {
    const found = await shrunk(DAMAGE);
    const lines = found.text.trimEnd().split('\n');
    for (const [k] of lines.entries())
      expect(await signOf(`${lines.filter((_, other) => other !== k).join('\n')}\n`)).not.toBe(found.sign);
  });

  test('turns its loops as seldom as may be', async () => {
    const found = await shrunk('tree t\nrepeat 300 as i { store 10*i..+5 = i }\nexpect height() < 2\n');
    const turns = Number(/repeat (\d+)/.exec(found.text)?.[1]);
    expect(await signOf(found.text)).toBe(found.sign);
    expect(await signOf(found.text.replace(`repeat ${turns}`, `repeat ${turns - 1}`))).not.toBe(found.sign);
  });

  test('is the same one each time', async () => {
    expect((await shrunk(LEAK)).text).toBe((await shrunk(LEAK)).text);
  });

  test('is what was found until the tries are used up', async () => {
    const found = await shrunk(LEAK, 5);
    expect(found.done).toBe(false);
    expect(found.tries).toBe(5);
    expect(await signOf(found.text)).toBe(found.sign);
  });

  test('of a text that does not fail is that text', async () => {
    const found = await shrink('tree t\n', () => Promise.resolve(false));
    expect(found).toEqual({ text: 'tree t\n', tries: 1, done: false });
  });
});
