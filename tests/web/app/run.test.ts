// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a run leaves on the page when it is stopped, or when the engine fails.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cancel, say } from '../../../web/app/store/actions/actions';
import { attachEngine, runText } from '../../../web/app/store/run/run';
import { diagnostics, engineFailure, notice, ran, scene, text } from '../../../web/app/store/page/state';
import { engineHere } from './engine-here';

const FAILS = 'tree fails\n';
const NEVER_ENDS = 'tree endless\n';
const GOOD = 'tree good\n';

beforeEach(() => {
  const engine = engineHere();
  attachEngine({
    ...engine,
    run: (words) => {
      if (words === FAILS) return Promise.reject(new Error('the worker ended'));
      return words === NEVER_ENDS ? new Promise(() => undefined) : engine.run(words);
    },
  });
});

afterEach(() => {
  attachEngine(null);
  [ran.value, scene.value, diagnostics.value, notice.value, engineFailure.value, text.value] = [
    null,
    null,
    [],
    null,
    null,
    '',
  ];
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
