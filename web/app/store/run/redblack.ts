// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree beside a red-black tree of the same ranges, as the engine compares them for one step.

import { signal } from '@preact/signals';
import { thrownText } from '../../../base/thrown';
import { Cancelled } from '../../../engine/service/client';
import type { NotCompared, RedBlackComparison } from '../../../model/redblack';
import { askRun } from './run';
import type { Ran } from '../page/state';

/** The last answer, and what it is of. */
export const redBlackKnown = signal<{
  readonly run: Ran;
  readonly step: number;
  readonly tree: string;
  readonly answer: RedBlackComparison | NotCompared;
} | null>(null);
export const redBlackFailure = signal<string | null>(null);

export async function askRedBlack(run: Ran, step: number, tree: string, stop: AbortSignal): Promise<void> {
  redBlackFailure.value = null;
  try {
    const answer = await askRun('redBlack', { step, tree }, { signal: stop });
    if (!stop.aborted) redBlackKnown.value = { run, step, tree, answer };
  } catch (error) {
    if (!(error instanceof Cancelled)) redBlackFailure.value = thrownText(error);
  }
}
