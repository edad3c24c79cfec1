// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which invariants are broken at a step, by number, and where contents differ: what the page says at once. Names and
// words are in invariants.ts, fetched where they are read. Pure.

import type { RunSummary } from '../../model/run';
import { LOST_NODES, type Trouble } from '../../model/trouble';
import type { Evidence } from './invariants';

/** Those that the validator does not watch: the allocator, the oracle, the tests do. */
const CONTENTS = 36;
const OTHERS: ReadonlySet<number> = new Set([31, LOST_NODES, 33, 34, CONTENTS, 38]);

/** Ascending; the same as `judge` finds broken. */
export function brokenNumbers({ trees, balance, troubles }: Evidence): readonly number[] {
  const found = trees.flatMap(({ findings }) =>
    findings.filter(({ excused, invariant }) => !excused && !OTHERS.has(invariant)).map(({ invariant }) => invariant),
  );
  if (balance !== 0) found.push(LOST_NODES);
  if (troubles.length > 0) found.push(CONTENTS);
  return [...new Set(found)].sort((a, b) => a - b);
}

/**
 * The differences from the plain range map at step `at`, of all troubles of a run. Contents that differ are reported
 * once: in a tree that was damaged on purpose, which nothing changes from then on, they keep differing until it is
 * damaged again, which compares them again, or destroyed.
 */
export function differencesAt(
  { troubles, steps: { kinds, kindOf } }: Pick<RunSummary, 'troubles' | 'steps'>,
  at: number,
): readonly Trouble[] {
  const spoils = (tree: string, from: number, to: number, ...ops: string[]): boolean =>
    kindOf.subarray(from, to).some((of) => {
      const kind = kinds[of]!;
      return kind.tree === tree && kind.error === null && ops.includes(kind.op);
    });
  const lasts = ({ kind, tree, step }: RunSummary['troubles'][number]): boolean => {
    if (kind !== 'contents' || tree === null) return false;
    return spoils(tree, step - 1, step, 'corrupt') && !spoils(tree, step, at, 'corrupt', 'destroy');
  };
  // The step itself judges what the validator found and what is lost; the balance sheet of a fork shows what it left.
  return troubles.filter(
    (one) => one.kind !== 'invariant' && one.kind !== 'rule' && (one.step === at || (one.step < at && lasts(one))),
  );
}
