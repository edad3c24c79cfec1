// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which store types the run has taken, how often, and where first.

import { STORE_TYPES, type StoreType } from '../../model/status';
import type { Answering } from '../time/answer-context';

const STEPS_A_PIECE = 4096;

export const writePaths: Answering<'writePaths'> = function* ({ steps, storesAt }) {
  const found = new Map<StoreType, { count: number; first: number }>();
  for (let step = 1; step <= steps; step++) {
    if (step % STEPS_A_PIECE === 1) yield { done: step - 1, of: steps };
    for (const [name, count] of Object.entries(storesAt(step) ?? {})) {
      const type = name as StoreType;
      const known = found.get(type);
      if (known === undefined) found.set(type, { count, first: step });
      else known.count += count;
    }
  }
  const types = STORE_TYPES.filter((type): type is StoreType => type !== 'invalid');
  return types.map((type) => ({ type, count: found.get(type)?.count ?? 0, first: found.get(type)?.first ?? null }));
};
