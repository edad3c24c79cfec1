// SPDX-License-Identifier: GPL-2.0-or-later
//
// The scenario behind each “Try” in Help's list of failure points fails there, and leaves nothing behind.

import { kindAt } from '../../../web/model/run';
import { expect, it } from 'vitest';
import { failureExample } from '../../../web/app/help/failure-examples';
import { pointName } from '../../../web/words/failure-points';
import { runText, sceneAt } from '../engine/runs';

it.each(Array.from({ length: 12 }, (_, k) => `F${k + 1}`))('%s has a scenario that fails there', async (point) => {
  const session = await runText(failureExample(point)!);
  const summary = session.summary();
  expect(summary.ok).toBe(true);
  expect(summary.expects.map(({ held }) => held)).toEqual([true, true, true]);
  const last = sceneAt(session, summary.steps.length);
  expect(kindAt(summary.steps, summary.steps.length)!.gutter.at(-1)).toBe(point);
  expect(last.why.toLowerCase()).toContain(pointName(point).toLowerCase());
});

it('no other word has one', () => {
  expect(['F0', 'F13', 'mm', ''].map(failureExample)).toEqual([null, null, null, null]);
});
