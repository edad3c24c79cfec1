// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fetches what a text needs before anything of it runs, so that a run never stops for something that cannot be fetched.

import type { Later } from '../../base/later';
import type { Checked } from '../../scenario/check/checker';
import { SPACES } from '../../scenario/statements/later-spaces';
import { LANGUAGE_PARTS, partsOf, readWithParts } from '../../scenario/run/parts-of';
import { ANSWERS } from './answers';
import { BALANCE } from '../core/later-balance';
import { MEMORY } from '../core/later-memory';
import { FORKS, HALFWAY } from '../time/later-parts';
import type { Question } from './protocol';

/** Reads a text; what running it takes, and what looking at its run takes, is at hand then. */
export async function prepareRun(text: string): Promise<Checked> {
  const checked = await readWithParts(text);
  if (checked.kind === 'program' && partsOf(checked.program).has(SPACES)) await Promise.all([MEMORY.fetch(), BALANCE.fetch(), FORKS.fetch()]);
  return checked;
}

/** Fetches what answering takes: what knows the kind of question, and what the texts that it names need. */
export async function prepareAnswer({ kind, asked }: Question): Promise<void> {
  await ANSWERS[kind].fetch();
  if (kind === 'compareTrees') for (const { text } of [asked.a, asked.b]) if (text !== null) await prepareRun(text);
}

/** Fetches what a scene takes. */
export async function prepareScene(event: number | undefined): Promise<void> {
  if (event !== undefined) await HALFWAY.fetch();
}

/** Every part of the engine that the worker fetches. */
export const WORKER_PARTS: readonly Later<unknown>[] = [...LANGUAGE_PARTS, MEMORY, BALANCE, FORKS, HALFWAY, ...Object.values(ANSWERS)];

/** Fetches every part that is not here yet, one after the other. What cannot be fetched now is asked for when it is needed. */
export async function fetchAhead(): Promise<void> {
  for (const part of WORKER_PARTS) await part.fetch().catch(() => null);
}
