// SPDX-License-Identifier: GPL-2.0-or-later
//
// Several operations of the machine reported as one: a fork is one step.

import type { Outcome } from '../../model/machine';
import type { StoreType } from '../../model/status';

const NOTHING: Outcome = {
  error: null,
  value: 0n as Outcome['value'],
  at: null,
  storeType: null,
  vh: null,
  sh: null,
  pre: null,
  preVacancy: null,
  preWhole: null,
  used: 0,
  requests: [],
  rk: '',
  freed: 0,
  deferred: 0,
  live: 0,
  reserved: 0,
  copied: 0,
  height: 0,
  storeCounts: null,
  visits: null,
  wrapped: false,
  keptTo: 0n as Outcome['keptTo'],
};

/** One outcome for operations made one after the other; the last one says how it ended. `live`: nodes out now. */
export function mergeOutcomes(outcomes: readonly Outcome[], live: number): Outcome {
  const last = outcomes.at(-1) ?? NOTHING;
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((total, one) => total + of(one), 0);
  return {
    ...NOTHING,
    error: last.error,
    used: last.error === null ? sum((one) => one.used) : 0,
    requests: outcomes.flatMap((one) => one.requests),
    rk: outcomes.map((one) => one.rk).join(''),
    freed: sum((one) => one.freed),
    deferred: sum((one) => one.deferred),
    live,
    reserved: outcomes.reduce((most, one) => Math.max(most, one.reserved), 0),
    copied: sum((one) => one.copied),
    height: last.height,
    storeCounts: countStores(outcomes),
  };
}

function countStores(outcomes: readonly Outcome[]): Outcome['storeCounts'] {
  const counts: Partial<Record<StoreType, number>> = {};
  for (const one of outcomes) {
    if (one.storeType !== null) counts[one.storeType] = (counts[one.storeType] ?? 0) + 1;
    for (const [type, count] of Object.entries(one.storeCounts ?? {})) {
      counts[type as StoreType] = (counts[type as StoreType] ?? 0) + count;
    }
  }
  return counts;
}
