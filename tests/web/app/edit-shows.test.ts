// SPDX-License-Identifier: GPL-2.0-or-later
//
// An edit shows its effect; a line that makes no step leads to the one that it is about.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seekLine } from '../../../web/app/store/actions/actions';
import { attachEngine, runText } from '../../../web/app/store/run/run';
import { diagnostics, editedAt, ran, scene, step, text } from '../../../web/app/store/page/state';
import { vmaName } from '../../../web/app/store/run/vma-names';
import { engineHere } from './engine-here';

const TEXT =
  'tree t\nfor i in 0..10 { store i*0x100..+0x60 = i }\nfail request 1\ndup t as u\nexpect error ENOMEM\n' +
  'note "again"\ndup t as u\nload 5\nexpect load(5) = 0';

beforeEach(() => attachEngine(engineHere()));

afterEach(() => {
  attachEngine(null);
  [ran.value, scene.value, diagnostics.value, text.value, editedAt.value, step.value] = [null, null, [], '', null, 0];
});

async function begin(): Promise<void> {
  text.value = TEXT;
  await runText({ kind: 'end' });
  expect(diagnostics.value).toEqual([]);
}

async function edit(from: string, to: string, line: number): Promise<[number, number | null]> {
  text.value = TEXT.replace(from, to);
  await runText({ kind: 'edit', line });
  return [step.value, editedAt.value];
}

describe('an edit', () => {
  it('goes to the first step that it changed, in a loop to the first of those', async () => {
    await begin();
    expect(await edit('0..10', '0..12', 2)).toEqual([13, 13]);
  });

  it('of a failure goes to the step that fails no more', async () => {
    await begin();
    expect(await edit('request 1', 'request 9', 3)).toEqual([13, 13]);
  });

  it('that changes no step goes to the one of its line, or stays', async () => {
    await begin();
    expect(await edit('load(5) = 0', 'load(5) = 1', 9)).toEqual([15, null]);
    await begin();
    step.value = 4;
    expect(await edit('tree t\n', 'tree t  # mine\n', 1)).toEqual([1, null]);
    await begin();
    step.value = 4;
    expect(await edit('tree t\n', '# mine\ntree t\n', 1)).toEqual([4, null]);
  });
});

describe('a click on a line', () => {
  it.each([
    ['its own step', 8, 15],
    ['the last step of a loop', 2, 12],
    ['what an expect checks', 5, 13],
    ['what a note stands before', 6, 14],
    ['what a fail makes fail', 3, 13],
  ])('goes to %s', async (_what, line, at) => {
    await begin();
    step.value = 0;
    seekLine(line);
    expect(step.value).toBe(at);
  });
});

it('names a step of a map by its VMA', async () => {
  text.value =
    'maps cat """\n555555554000-555555556000 r--p 00000000 00:00 0 /usr/bin/cat\n' +
    '555555560000-555555581000 rw-p 00000000 00:00 0\n7ffff7da0000-7ffff7eee000 r-xp 00028000 /usr/lib/libc.so.6\n' +
    '7fffffc80000-7fffffea1000 rw-p [stack]\n"""\nfork cat as dog';
  await runText({ kind: 'end' });
  expect(diagnostics.value).toEqual([]);
  expect([1, 2, 3, 4, 5].map(vmaName)).toEqual([
    'cat r--, 8 KiB',
    'anonymous rw-, 132 KiB',
    'libc.so.6 r-x, 1.3 MiB',
    '[stack] rw-, 2.1 MiB',
    null,
  ]);
});
