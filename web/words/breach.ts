// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentence about a breach that checking every step of a run finds. Pure.

import { counted } from '../base/text';
import type { Breach } from '../model/run-audit';
import { foundText } from './trouble';

export function breachText({ found, tree }: Pick<Breach, 'found' | 'tree'>): string {
  if (found.code === 'sum') return `${tree ?? ''} has sum ${found.held}, and the run recorded ${found.wanted}`;
  if (found.code === 'counted')
    return `the step counted ${counted(found.held, 'allocated node')}, and there are ${found.wanted}`;
  return foundText({ found, tree });
}
