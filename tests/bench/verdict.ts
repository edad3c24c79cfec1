// SPDX-License-Identifier: GPL-2.0-or-later
//
// When a ratio is good: at or below its bound. Up to a tenth above it the noise of a machine could be all of it, and
// the instructions decide.

import type { Timing } from './measure';

export type Verdict = 'ok' | 'ok by instructions' | 'undecided' | 'over' | '';

const UNDECIDED = 1.1;

export function judge({ case: each, ratio }: Timing, noMoreInstructions: boolean | undefined): Verdict {
  if (!each.bound || each.reference === undefined) return '';
  const part = ratio / each.reference;
  if (part <= 1) return 'ok';
  if (part > UNDECIDED) return 'over';
  if (noMoreInstructions === undefined) return 'undecided';
  return noMoreInstructions ? 'ok by instructions' : 'over';
}
