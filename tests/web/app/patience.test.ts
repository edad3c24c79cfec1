// SPDX-License-Identifier: GPL-2.0-or-later
//
// Questions that take long can be given up: from half a second on there is a way to do so, the engine is informed, and
// what it still answers is ignored. The engine here answers when the test lets it.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Cancelled, type AskOptions } from '../../../web/engine/service/client';
import { branches, currentBranch } from '../../../web/app/store/actions/branches';
import {
  choosePair,
  compared,
  comparing,
  startCompare,
  stopComparing,
} from '../../../web/app/store/actions/compare-trees';
import type { Choice } from '../../../web/app/store/page/pair-wanted';
import { findText } from '../../../web/app/store/actions/find';
import { startFind, stepSearch, stopSteps } from '../../../web/app/store/actions/find-search';
import { asking, auditRun, breaches, cancelAsking } from '../../../web/app/store/run/soundness';
import { PATIENCE_MS } from '../../../web/app/store/run/patience';
import { attachEngine, runText as run, type Engine } from '../../../web/app/store/run/run';
import { ran, scene, step, stepHere, text } from '../../../web/app/store/page/state';
import { ticks } from '../../../web/app/store/page/time';
import { runText, sceneAt } from '../engine/runs';

interface Question {
  readonly kind: string;
  readonly options: AskOptions;
  readonly answer: (answer: unknown) => void;
}

let questions: Question[] = [];
const asked = (kind: string): Question => questions.find((one) => one.kind === kind)!;

beforeEach(async () => {
  questions = [];
  const words = 'tree t\nstore 1 = 1\nstore 2 = 2\nstore 3 = 3\n';
  const session = await runText(words);
  const engine: Engine = {
    run: () => Promise.resolve({ kind: 'ran', summary: session.summary(), differsAt: null }),
    scene: (at) => Promise.resolve(sceneAt(session, at)),
    report: () => Promise.resolve(session.report()),
    sumAt: () => Promise.resolve(null),
    // As the client: a question that is given up is rejected.
    ask: (kind, _asked, options = {}) =>
      new Promise((answer, refuse) => {
        questions.push({ kind, options, answer: answer as (answer: unknown) => void });
        options.signal?.addEventListener('abort', () => refuse(new Cancelled()));
      }),
    cancel: () => undefined,
  };
  attachEngine(engine);
  text.value = words;
  await run({ kind: 'end' });
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  attachEngine(null);
  [ran.value, scene.value, step.value, stepHere.value, findText.value] = [null, null, 0, 0, ''];
});

describe('a way to give up is there from half a second on, and ends the work', () => {
  test('half a second it is', () => expect(PATIENCE_MS).toBe(500));

  test('of a look at every step', async () => {
    void auditRun();
    const { options, answer } = asked('audit');
    await vi.advanceTimersByTimeAsync(499);
    options.onProgress?.({ done: 2, of: 4 });
    expect(asking.value).toEqual({ done: 2, of: 4, shown: false });
    await vi.advanceTimersByTimeAsync(1);
    expect(asking.value).toEqual({ done: 2, of: 4, shown: true });
    cancelAsking();
    expect(options.signal?.aborted).toBe(true);
    answer({ steps: 4, breaches: [] });
    await vi.advanceTimersByTimeAsync(1);
    expect([asking.value, breaches.value]).toEqual([null, null]);
  });

  test('of a comparison', async () => {
    const end = startCompare();
    const here: Choice = { run: 'shown', tree: null, step: 'shown' };
    // With a run that is made for it.
    expect(branches.value.map(({ id }) => id)).toContain(currentBranch.value.id);
    choosePair({ a: { ...here, run: { branch: currentBranch.value.id } }, b: here });
    const { options, answer } = questions.at(-1)!;
    await vi.advanceTimersByTimeAsync(499);
    options.onProgress?.({ done: 2, of: null });
    expect(comparing.value).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(comparing.value).not.toBeNull();
    stopComparing();
    expect(options.signal?.aborted).toBe(true);
    answer({ rows: [], a: null, b: null });
    await vi.advanceTimersByTimeAsync(1);
    expect([comparing.value, compared.value]).toEqual([null, null]);
    end();
  });

  test('of a search of all steps', async () => {
    const end = startFind();
    findText.value = 'entry 2';
    await vi.advanceTimersByTimeAsync(450);
    const { options, answer } = asked('findSteps');
    options.onProgress?.({ done: 16, of: null });
    expect(stepSearch.value).toEqual({ kind: 'looking', done: 16, shown: false });
    await vi.advanceTimersByTimeAsync(PATIENCE_MS);
    expect(stepSearch.value).toEqual({ kind: 'looking', done: 16, shown: true });
    stopSteps();
    expect(options.signal?.aborted).toBe(true);
    answer([3, 4]);
    await vi.advanceTimersByTimeAsync(1);
    expect([stepSearch.value.kind, ticks.value]).toEqual(['given-up', []]);
    end();
  });
});
