// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which ways the writes of the run took, and the search for a scenario that takes a wanted one.

import { effect, signal } from '@preact/signals';
import type { StoreType } from '../../../model/status';
import type { WritePath } from '../../../model/write-path';
import { say } from './actions';
import { leaveBarLink } from '../links/links';
import { PATIENCE_MS } from '../run/patience';
import { askRun, engineFailed } from '../run/run';
import { keepForRecent, putBack, putText } from './session';
import { ran, step, text, type Ran } from '../page/state';

const found = signal<{ readonly run: Ran; readonly paths: readonly WritePath[] } | null>(null);
export const writePaths = found;
export const search = signal<{
  readonly type: StoreType;
  readonly done: number;
  readonly of: number;
  readonly shown: boolean;
} | null>(null);

/** Asks for the ways of each run as long as somebody looks. Returns a function that ends it. */
export function startWritePaths(): () => void {
  return effect(() => {
    const run = ran.value;
    if (run === null || found.peek()?.run === run) return;
    askRun('writePaths', {}).then(
      (paths) => {
        if (ran.peek() === run) found.value = { run, paths };
      },
      () => undefined,
    );
  });
}

let giveUp: AbortController | null = null;
// Each search of a visit begins with another seed, so that the same button shows another scenario.
let seed = 0;

/** Searches, and puts what was found into the editor; the text before stays among the recent ones. */
export async function showExample(type: StoreType): Promise<void> {
  if (search.value !== null || ran.value === null) return;
  const abort = new AbortController();
  giveUp = abort;
  search.value = { type, done: 0, of: 1, shown: false };
  const late = setTimeout(() => {
    if (search.value !== null) search.value = { ...search.value, shown: true };
  }, PATIENCE_MS);
  const from = { text: text.value, step: step.value };
  try {
    const example = await askRun(
      'storeTypeExample',
      { type, seed: ++seed },
      {
        signal: abort.signal,
        onProgress: ({ done, of }) => search.value !== null && (search.value = { ...search.value, done, of: of ?? 1 }),
      },
    );
    if (abort.signal.aborted || text.value !== from.text) return;
    if (example.text === null) {
      say('warning', `The search found no scenario whose store is of type ${type}.`);
      return;
    }
    keepForRecent();
    leaveBarLink();
    await putText(example.text, { kind: 'end' });
    say('plain', `Found after ${example.calls.toLocaleString('en')} stores: the last step is of type ${type}.`, {
      label: 'Back to the previous text',
      act: () => void putBack(from.text, from.step),
    });
  } catch (error) {
    engineFailed(error);
  } finally {
    clearTimeout(late);
    search.value = null;
  }
}

export function cancelSearch(): void {
  giveUp?.abort();
}
