// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where branches run: each line from the step it left at to its last one, on one scale of steps. Pure.

import type { BranchLine } from './types';
import { counted } from '../../base/text';
import { groupedCount } from '../shared/text';

export interface Track {
  /** 0 … 1 of the width. */
  readonly from: number;
  readonly to: number;
}

export function tracksOf(lines: readonly BranchLine[]): readonly Track[] {
  const longest = Math.max(1, ...lines.map(({ outcome, step }) => outcome?.steps ?? step ?? 0));
  return lines.map(({ step, outcome }) => {
    const from = (step ?? 0) / longest;
    return { from, to: Math.max(from, (outcome?.steps ?? step ?? 0) / longest) };
  });
}

/** The caption of a branch besides its name. */
export function branchWords({ step, outcome }: Pick<BranchLine, 'step' | 'outcome'>): string {
  const left = step === null ? [] : [`the same up to step ${groupedCount(step)}`];
  if (outcome === null) return [...left, 'not run'].join(' · ');
  const { steps, failures, ok } = outcome;
  // Calls may fail, and all be as it should: a scenario can be about that.
  if (ok && failures > 0)
    return [...left, counted(steps, 'step'), `${counted(failures, 'call')} refused, nothing wrong`].join(' · ');
  return [
    ...left,
    counted(steps, 'step'),
    failures === 0 ? 'no failure' : counted(failures, 'failure'),
    ok ? 'ok' : 'not ok',
  ].join(' · ');
}
