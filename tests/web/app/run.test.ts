// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a run leaves on the page when it is stopped, or when the engine fails.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cancel, say } from '../../../web/app/store/actions';
import { attachEngine, runText, type Engine } from '../../../web/app/store/run';
import { diagnostics, engineFailure, notice, ran, scene, text } from '../../../web/app/store/state';
import { beginSession } from '../../../web/engine/time/session';
import { loadCore } from '../../../web/cli/core-file';
import { runText as runs, sceneAt } from '../engine/runs';

const FAILS = 'tree fails\n';
const NEVER_ENDS = 'tree endless\n';
const GOOD = 'tree good\n';


beforeEach(() => {
  let here: Awaited<ReturnType<typeof runs>> | null = null;
  const engine: Engine = {
    run: async (words) => {
      if (words === FAILS) throw new Error('the worker ended');
      if (words === NEVER_ENDS) return new Promise(() => undefined);
      const begun = beginSession(words, await loadCore());
      if (begun.kind === 'refused') return begun;
      here = await runs(words);
      return { kind: 'ran', summary: here.summary() };
    },
    scene: (at) => Promise.resolve(sceneAt(here!, at)),
    report: () => Promise.resolve(here!.report()),
    sumAt: () => Promise.resolve(null),
    ask: () => Promise.reject(new Error('nothing is asked')),
    cancel: () => undefined,
  };
  attachEngine(engine);
});

afterEach(() => {
  attachEngine(null);
  [ran.value, scene.value, diagnostics.value, notice.value, engineFailure.value, text.value] = [null, null, [], null, null, ''];
});

function run(words: string): Promise<void> {
  text.value = words;
  return runText({ kind: 'end' });
}

/** Runs what never ends, and stops it. */
function runAndStop(): void {
  void run(NEVER_ENDS);
  cancel();
}

describe('problems of a text', () => {
  test('go when the engine fails at the next text', async () => {
    await run('tree t\nstroe 1 = 1\n');
    expect(diagnostics.value).toHaveLength(1);
    await run(FAILS);
    expect(engineFailure.value).toBe('the worker ended');
    expect(diagnostics.value).toEqual([]);
  });
});

describe('the notice of a stopped run', () => {
  test('goes when another text runs', async () => {
    runAndStop();
    expect(notice.value?.text).toMatch(/stopped/);
    await run(GOOD);
    expect(notice.value).toBeNull();
  });

  test('goes when another text is refused, and when the engine fails at it', async () => {
    for (const words of ['stroe\n', FAILS]) {
      runAndStop();
      await run(words);
      expect(notice.value).toBeNull();
    }
  });
});

test('a notice of something else stays when a text runs', async () => {
  say('plain', 'You were writing “mine”.');
  await run(GOOD);
  expect(notice.value?.text).toBe('You were writing “mine”.');
});
