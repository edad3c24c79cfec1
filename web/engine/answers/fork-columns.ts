// SPDX-License-Identifier: GPL-2.0-or-later
//
// The fork at a step once more, in every way or in its own.

import { compareForks } from '../time/compare';
import type { Answering } from '../time/answer-context';

export const forkColumns: Answering<'forkColumns'> = function* (
  { core, machine, time, reportAt, treesAt, forkedAt },
  { step, ways },
) {
  yield { done: 0, of: null };
  const report = reportAt(step);
  const parent = report === null ? null : (forkedAt(step)?.parent ?? null);
  const handle = treesAt(step - 1).find(({ name }) => name === parent)?.handle;
  const own = report?.fork ?? null;
  if (handle === undefined || (ways === 'own' && own === null)) return [];
  return time.within(step, 'fork', () => compareForks(core, machine, handle, ways === 'own' ? own : null));
};
