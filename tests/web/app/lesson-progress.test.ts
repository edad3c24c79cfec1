// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is kept of a reader's way through lessons, also in what an older or a damaged page left behind.

import { describe, expect, test } from 'vitest';
import { isForLessons, looksLikePack } from '../../../web/pack/looks-like';
import {
  answersText,
  progressFile,
  progressOf,
  readProgress,
  readProgressFile,
  triedOf,
  withDone,
  withDraft,
  withHints,
  without,
  withProgress,
  withReach,
  withScreen,
  withTold,
  withTry,
  type KeptAnswer,
} from '../../../web/app/store/lessons/lesson-progress';

const RIGHT: KeptAnswer = { seed: 7, typed: ['slot 3', '2'] };

test('answers that solved are kept with the seed of their question, and come back as they were', () => {
  const all = withDone(withScreen({}, '02-nodes', 4), '02-nodes', '2.5-predict-1', RIGHT);
  const back = readProgress(JSON.stringify(all));
  expect(back).toEqual(all);
  expect(progressOf(back, '02-nodes')).toEqual({
    screen: 4,
    done: ['2.5-predict-1'],
    kept: { '2.5-predict-1': RIGHT },
  });
});

test('a draft is kept until it is solved; then what solved it stays until something else does', () => {
  const draft = withDraft({}, 'a', 't', { seed: null, typed: ['store 1 = 1'] });
  expect(progressOf(draft, 'a')).toMatchObject({ done: [], kept: { t: { typed: ['store 1 = 1'] } } });
  const done = withDone(draft, 'a', 't', { seed: null, typed: ['store 2 = 2'] });
  expect(progressOf(withDraft(done, 'a', 't', { seed: null, typed: ['x'] }), 'a').kept['t']?.typed).toEqual([
    'store 2 = 2',
  ]);
  expect(progressOf(withDone(done, 'a', 't', RIGHT), 'a')).toEqual({ screen: 0, done: ['t'], kept: { t: RIGHT } });
});

test('what is too long is not kept, but counts as solved', () => {
  expect(progressOf(withDone({}, 'a', 't', { seed: null, typed: ['x'.repeat(20_001)] }), 'a')).toEqual({
    screen: 0,
    done: ['t'],
    kept: {},
  });
});

test('progress without answers is read, and damage is left out', () => {
  expect(readProgress('{"a":{"screen":2,"done":["q",3]}}')).toEqual({ a: { screen: 2, done: ['q'], kept: {} } });
  const damaged =
    '{"a":{"screen":0,"done":[],"kept":{' +
    '"q":{"seed":-1,"typed":[]},"r":{"seed":1,"typed":[2]},"s":{"seed":null,"typed":["x"]},' +
    '"t":7}},"b":{"screen":-1,"done":[]}}';
  expect(readProgress(damaged)).toEqual({ a: { screen: 0, done: [], kept: { s: { seed: null, typed: ['x'] } } } });
  for (const text of ['', '[', 'null', '7', '{"a":null}']) expect(readProgress(text)).toEqual({});
  expect(readProgress(null)).toEqual({});
});

test('a lesson that is begun again is as if it had never been read; names of objects are no lessons', () => {
  expect(without(withDone({}, 'a', 't', RIGHT), 'a')).toEqual({});
  expect(progressOf({}, 'constructor')).toEqual({ screen: 0, done: [], kept: {} });
});

test('progress keeps the first and last answer, the hints, and whether the answer was shown', () => {
  const wrong: KeptAnswer = { seed: null, typed: ['slot 1'] };
  let all = withTry(withHints(withTry({}, 'a', 'q', wrong), 'a', 'q', 2), 'a', 'q', RIGHT);
  all = withReach(withScreen(withHints(all, 'a', 'q', 1), 'a', 3), 'a', 77);
  all = withReach(withScreen(all, 'a', 1), 'a', 78);
  expect(triedOf(progressOf(all, 'a'), 'q')).toEqual({ tries: 2, hints: 2, told: false, first: wrong, last: RIGHT });
  expect(progressOf(all, 'a')).toMatchObject({ screen: 1, far: 3, digest: 78 });
  expect(readProgress(JSON.stringify(all))).toEqual(all);
  expect(triedOf(progressOf(withTold(all, 'a', 'q'), 'a'), 'q').told).toBe(true);
  // Whoever has solved it may look.
  expect(triedOf(progressOf(withTold(withDone(all, 'a', 'q', RIGHT), 'a', 'q'), 'a'), 'q').told).toBe(false);
  expect(triedOf(progressOf({}, 'a'), 'constructor').tries).toBe(0);
});

test('damage in what was tried is left out', () => {
  const tried = { q: { tries: 1, hints: 0, told: 'x', first: 7, last: null }, r: { tries: -1, hints: 0 }, s: null };
  const text = JSON.stringify({ a: { screen: 0, done: [], kept: {}, far: -1, digest: 'x', tried } });
  expect(readProgress(text)).toEqual({
    a: {
      screen: 0,
      done: [],
      kept: {},
      tried: { q: { tries: 1, hints: 0, told: false, first: null, last: null } },
    },
  });
});

describe('the file of progress', () => {
  const draft: KeptAnswer = { seed: null, typed: ['store 1 = 1'] };
  const wrong: KeptAnswer = { seed: 7, typed: ['slot 1'] };
  const mine = withTry(withDraft(withScreen({}, 'a', 2), 'a', 't', draft), 'a', 'q', wrong);
  const theirs = withDone(withDone(withTry(withScreen({}, 'a', 5), 'a', 'q', RIGHT), 'a', 't', RIGHT), 'b', 'u', RIGHT);

  test('is read as it was written, and known by its beginning', () => {
    const file = progressFile(theirs);
    expect(readProgressFile(file)).toEqual(theirs);
    expect([isForLessons(file), looksLikePack(file)]).toEqual([true, false]);
  });

  test('that is damaged, newer or something else is refused', () => {
    const of = (lessons: unknown, version: unknown = 1): string =>
      JSON.stringify({ format: 'maplescope-progress', version, lessons });
    for (const text of ['', '[', 'null', '7', '{}', of({}), of(null), of({ a: 7 }), of({}, 'x'), JSON.stringify(mine)])
      expect(readProgressFile(text)).toBeNull();
    expect(readProgressFile(of({}, 2))).toBe('newer');
  });

  test('adds what was solved elsewhere; what is answered here stays, and the place too', () => {
    const all = withProgress(mine, theirs);
    expect(all['b']).toEqual(theirs['b']);
    expect(progressOf(all, 'a')).toMatchObject({ screen: 2, done: ['t'], kept: { t: RIGHT } });
    expect(triedOf(progressOf(all, 'a'), 'q')).toMatchObject({ tries: 1, first: wrong, last: wrong });
    expect(withProgress(all, theirs)).toEqual(all);
    expect(withProgress(all, {})).toEqual(all);
    expect(withProgress(withDone({}, 'a', 't', draft), theirs)['a']?.kept['t']).toEqual(draft);
  });

  test('answers are compared without the place where one reads', () => {
    expect(answersText(withScreen(mine, 'a', 7))).toBe(answersText(mine));
    expect(answersText(withScreen({}, 'a', 7))).toBe(answersText({}));
    expect(answersText(withHints(mine, 'a', 'q', 1))).not.toBe(answersText(mine));
  });
});
