// SPDX-License-Identifier: GPL-2.0-or-later
//
// The account of the nodes that died: freed at once, freed after a grace period, or kept for readers. Pure.
//
// Invariant: `atOnce` and `afterGrace` are together the nodes freed by the step, and `kept` counts every node that
// waits.

import type { StepReport } from '../../model/report';
import type { SceneTree, StepBrief } from '../../model/run';
import { accountOf } from './requests';

export interface DeadNodes {
  readonly atOnce: number;
  readonly afterGrace: number;
  /** Dead nodes that wait for readers after the step, whichever step they died in. */
  readonly kept: number;
  /** How many of them died in this step; 0 where the trees do not show it. */
  readonly keptSince: number;
}

type Account = Pick<StepReport, 'freed' | 'deferred' | 'requests' | 'rk'>;

export function deadNodes(
  record: Account,
  brief: Pick<StepBrief, 'used'> | null,
  trees: readonly Pick<SceneTree, 'changes' | 'partial'>[],
  waiting: number,
): DeadNodes {
  return {
    atOnce: record.freed - record.deferred,
    afterGrace: record.deferred,
    kept: waiting,
    keptSince: keptSince(record, brief, trees, waiting),
  };
}

// Nodes that left the trees and were not freed; nodes that were granted and not used are freed without having been
// in one.
function keptSince(
  record: Account,
  brief: Pick<StepBrief, 'used'> | null,
  trees: readonly Pick<SceneTree, 'changes' | 'partial'>[],
  waiting: number,
): number {
  if (trees.some(({ partial }) => partial !== undefined)) return 0;
  const gone = trees.reduce((sum, { changes }) => sum + changes.gone.length, 0);
  const unused = Math.max(0, accountOf(record).granted - (brief?.used ?? 0));
  return Math.max(0, Math.min(waiting, gone - Math.max(0, record.freed - unused)));
}
