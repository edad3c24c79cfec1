// SPDX-License-Identifier: GPL-2.0-or-later
//
// The fork at a step once more in every way.

import { compareForks } from '../time/compare';
import type { Answering } from '../time/place';

export const forkColumns: Answering<'forkColumns'> = function* ({ core, machine, time, reportAt, treesAt, forkedAt }, { step }) {
  yield { done: 0, of: null };
  const parent = reportAt(step) === null ? null : (forkedAt(step)?.parent ?? null);
  const handle = treesAt(step - 1).find(({ name }) => name === parent)?.handle;
  return handle === undefined ? [] : time.within(step, 'fork', () => compareForks(core, machine, handle));
};
