// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a learner hands in, from what the browser keeps.

import { expect, test } from 'vitest';
import { handedLessons } from '../../../web/app/store/lessons/handed';
import { withDone, withDraft, withReach, withScreen, withTry } from '../../../web/app/store/lessons/lesson-progress';

test('answers come with what was first, last and right; what lies aside and drafts stay with the learner', () => {
  const wrong = { seed: null, typed: ['slot 1'] };
  const right = { seed: 7, typed: ['slot 4'] };
  let all = withReach(withScreen({}, '02-nodes', 4), '02-nodes', 99);
  all = withTry(withTry(all, '02-nodes', '2.5-predict-1', wrong), '02-nodes', '2.5-predict-1', right);
  all = withDone(all, '02-nodes', '2.5-predict-1', right);
  all = withDone(all, '02-nodes', '2.7-task-1', { seed: null, typed: ['store 1 = 1', 'what lay aside'] });
  all = withDraft(all, '02-nodes', '2.8-task-1', { seed: null, typed: ['a draft'] });
  expect(handedLessons(all, [{ key: '02-nodes', name: '02-nodes' }])).toEqual([
    {
      name: '02-nodes',
      digest: 99,
      screen: 4,
      answers: [
        { id: '5-predict-1', tries: 2, hints: 0, told: false, first: wrong, last: right, best: right },
        {
          id: '7-task-1',
          tries: 0,
          hints: 0,
          told: false,
          first: null,
          last: null,
          best: { seed: null, typed: ['store 1 = 1'] },
        },
      ],
    },
  ]);
  expect(handedLessons(all, [{ key: 'never', name: 'never' }])[0]?.answers).toEqual([]);
});
