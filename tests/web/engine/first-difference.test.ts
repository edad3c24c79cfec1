// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where a run begins to do something else than the one before it.

import { expect, it } from 'vitest';
import { runText } from './runs';

async function between(before: string, now: string): Promise<number | null> {
  const [was, is] = [await runText(before), await runText(now)];
  return is.differsFrom(was);
}

const LOOP = 'tree t\nfor i in 0..10 { store i*0x100..+0x60 = i }\nload 0x120\n';

it.each([
  ['nothing', LOOP, LOOP, null],
  ['a remark', LOOP, `# why\n\n${LOOP}`, null],
  ['a note', LOOP, LOOP.replace('load', 'note "now"\nload'), null],
  ['the end of a loop', LOOP, LOOP.replace('0..10', '0..12'), 13],
  ['the value of the third store', LOOP, LOOP.replace('= i }', '= i + (i/2)*(3-i)*(i%3) }'), 4],
  ['where ranges end', LOOP, LOOP.replace('+0x60', '+0x61'), 2],
  ['what is looked up', LOOP, LOOP.replace('load 0x120', 'load 0x220'), 13],
  ['a step more at the end', LOOP, `${LOOP}erase 0\n`, 14],
  ['the last step taken away', `${LOOP}erase 0\n`, LOOP, 13],
  ['a refused request', `${LOOP}fail request 1\ndup t as u\n`, `${LOOP}fail request 2\ndup t as u\n`, 14],
  [
    'a mapping of another size',
    'mm app\nmap 64K..+48K rw\nfork app as c',
    'mm app\nmap 64K..+44K rw\nfork app as c',
    2,
  ],
  ['all of it', 'tree t', 'tree u', 1],
] as const)('differs by %s', async (_what, before, now, step) => {
  expect(await between(before, now)).toBe(step);
});
