// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where damage began, found by halving, is where looking at every step finds it.

import { expect, it } from 'vitest';
import { answerTo, runText, sceneAt } from './runs';

it('finds the step that corrupted a tree, in a long run, and nothing in a sound one', async () => {
  for (const before of [3, 40, 700]) {
    const text =
      `tree t alloc\ntree u\nfor i in 0..${before} { store i*10..i*10+5 = i in u }\n` +
      'for i in 0..39 { store i*10..i*10+5 = i in t }\ncorrupt t node 1 pivot 3 = 5\n' +
      'for i in 0..90 { store i*10..i*10+5 = i+1 in u }\n';
    const session = await runText(text);
    const last = session.steps();
    const began = answerTo(session, 'firstBad', { step: last });
    const audit = answerTo(session, 'audit', {});
    expect(began).toEqual({ step: audit.breaches[0]?.step, line: 5 });
    expect(session.report().steps[began!.step - 1]?.op).toBe('corrupt');
    expect(answerTo(session, 'firstBad', { step: began!.step })).toEqual(began);
    expect(answerTo(session, 'firstBad', { step: began!.step - 1 })).toBeNull();
    expect(answerTo(session, 'firstBad', { step: 0 })).toBeNull();
  }
});

it('finds the step from which a tree holds something else, though its invariants hold', async () => {
  const session = await runText(
    'tree u\ntree t alloc\nfor i in 0..9 { store i*0x10..+8 = i }\nfor i in 0..30 { store i = i in u }\n' +
      'corrupt t node 1 slot 0 = 0x7\nload 0 in u\nload 0 in t\n',
  );
  const last = session.steps();
  const corrupt = session.report().steps.findIndex(({ op }) => op === 'corrupt') + 1;
  const { trees, balance } = sceneAt(session, last);
  // Nothing but the range map shows it.
  expect([balance, ...trees.flatMap(({ findings }) => findings.filter(({ excused }) => !excused))]).toEqual([0]);
  expect(answerTo(session, 'audit', {}).breaches.map(({ step, kind }) => [step, kind])).toEqual([
    [corrupt, 'contents'],
  ]);
  for (const step of [last, last - 1, corrupt])
    expect(answerTo(session, 'firstBad', { step })).toEqual({ step: corrupt, line: 5 });
  expect(answerTo(session, 'firstBad', { step: corrupt - 1 })).toBeNull();
});
