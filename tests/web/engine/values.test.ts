// SPDX-License-Identifier: GPL-2.0-or-later
//
// What expressions come to after a step. Questions use one core beside that of the run, and none leaves a trace in it.

import { expect, test } from 'vitest';
import { loadCore } from '../../../web/cli/core-file';
import { answering } from '../../../web/engine/service/answers';
import { inThread } from '../../../web/engine/service/in-thread';
import type { LiveValue } from '../../../web/model/live';
import { answerTo, runText } from './runs';

const TREES = 'tree t alloc\nrepeat 40 as i { store 10*i..+6 = i }\nlet x = load(5)\ntree u\nstore 5 = 7\n';
// Its refusals are still waiting when it ends.
const SPACE = 'mm p\nmap 0x10000..0x13fff rw\nfail request 1 times 9\nfail vma 1 times 9\n';
const ASKED = ['load(5)', 'leaves()', 'x', '1 +'];

/** Answers of a run that no other question has been asked about. */
async function alone(text: string, step: number): Promise<readonly LiveValue[]> {
  return answerTo(await runText(text), 'values', { step, expressions: ASKED });
}

test('in any order the answers are those of a run of their own', async () => {
  const session = await runText(TREES);
  const last = session.steps();
  const steps = [last, 2, 41, 2, 0, last];
  const told = steps.map((step) => answerTo(session, 'values', { step, expressions: ASKED }));
  expect(told).toEqual(await Promise.all(steps.map((step) => alone(TREES, step))));
  expect(told.map(([first]) => (first?.kind === 'number' ? first.value : first?.kind))).toEqual([
    7n,
    0n,
    0n,
    0n,
    'failed',
    7n,
  ]);
});

test('however many questions there are, the core beside the run does not fill', async () => {
  const session = await runText(Array.from({ length: 200 }, (_, k) => `tree t${k}\nstore 1 = ${k}\n`).join(''));
  const ask = (): readonly LiveValue[] => answerTo(session, 'values', { step: null, expressions: ['load(1)'] });
  for (let k = 0; k < 60; k++) expect(ask()).toEqual([{ kind: 'number', value: 199n }]);
});

test('neither another text nor a question that was given up changes an answer', async () => {
  const client = inThread(await loadCore());
  const long = `tree t\nrepeat 2000 as i { store 10*i = i }\n`;
  for (const text of [TREES, SPACE, TREES]) {
    await client.run(text);
    expect(await client.ask('values', { step: 2, expressions: ASKED })).toEqual(await alone(text, 2));
  }
  const session = await runText(long);
  answerTo(session, 'values', { step: 9, expressions: ASKED });
  const given = answering(session.place(), 'values', { step: 1500, expressions: ASKED });
  expect(given.next().done).toBe(false);
  given.return(undefined as never);
  expect(answerTo(session, 'values', { step: 9, expressions: ASKED })).toEqual(await alone(long, 9));
});
