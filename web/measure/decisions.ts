// SPDX-License-Identifier: GPL-2.0-or-later
//
// The nodes that stores requested by either formula, and those that went into the tree: counted call by call, or while
// a scenario runs.

import { must } from '../base/assert';
import { DECIDED, DECIDED_MARKS, LIMITS, STEP } from '../engine/generated/tables';
import { machineOver } from '../engine/core/machine';
import type { Core } from '../engine/core/wasm';
import { STORE_TYPES, type StoreType } from '../model/status';
import { readScenario } from '../scenario/check/checker';
import { runScenario } from '../scenario/run/interpreter';

/** The request of one store. */
export interface Decision {
  /** By the formula of Linux 6.16, and by the whole-height formula before it. */
  readonly pre: number;
  readonly preWhole: number;
  /** Nodes that went into the tree. */
  readonly used: number;
}

/** The decision of the last call, which was one store; null if it reached none. */
export function lastDecision(core: Core): Decision | null {
  const at = core.calls.mpl_record();
  const view = core.view();
  if (view.getInt32(at + STEP.storeType, true) < 0) return null;
  return {
    pre: view.getInt32(at + STEP.preVacancy, true),
    preWhole: view.getInt32(at + STEP.preWhole, true),
    used: view.getUint32(at + STEP.used, true),
  };
}

/**
 * Rule "whole height": the formula before 6.16, for a tree of this height. `vacancy` is what the other formula says.
 */
function wholeHeight(type: StoreType, height: number, vacancy: number): number {
  if (type === 'split_store') return 2 * height + 1;
  if (type === 'rebalance') return 2 * height - 1;
  return type === 'spanning_store' ? 3 * height + 1 : vacancy;
}

export interface Tally {
  /** The number of stores by the number of nodes requested. */
  readonly pre: Map<number, number>;
  readonly preWhole: Map<number, number>;
  stores: number;
  used: number;
}

export function newTally(): Tally {
  return { pre: new Map(), preWhole: new Map(), stores: 0, used: 0 };
}

export function count(tally: Tally, { pre, preWhole, used }: Decision): void {
  tally.pre.set(pre, (tally.pre.get(pre) ?? 0) + 1);
  tally.preWhole.set(preWhole, (tally.preWhole.get(preWhole) ?? 0) + 1);
  tally.stores++;
  tally.used += used;
}

/** The sum of values × how often each came. */
export function nodesIn(histogram: ReadonlyMap<number, number>): number {
  return [...histogram].reduce((total, [nodes, times]) => total + nodes * times, 0);
}

export type Counted =
  | { readonly kind: 'counted'; readonly leftOut: number; readonly failed: string | null }
  | { readonly kind: 'refused'; readonly line: number; readonly message: string };

/**
 * Runs a scenario and counts its stores, but those of bulk loads, which preallocate by number of entries. `leftOut`:
 * stores of calls that made more of them than the core keeps records of. `turn` is awaited now and then.
 */
export async function countScenario(
  core: Core,
  script: string,
  tally: Tally,
  turn: (steps: number) => Promise<void>,
): Promise<Counted> {
  const read = readScenario(script);
  if (read.kind === 'refused') {
    const first = must(read.diagnostics[0], 'a diagnostic');
    return { kind: 'refused', line: first.line, message: first.message };
  }
  let [leftOut, steps] = [0, 0];
  let failed: string | null = null;
  core.calls.mpl_decided_begin(0, NO_PHOTO);
  for (const item of runScenario(read.program, machineOver(core), { sums: 'few' })) {
    if (item.kind === 'end') failed = item.stopped?.message ?? null;
    if (item.kind !== 'step') continue;
    const made = core.calls.mpl_decided_count() >>> 0;
    if (made > 0) {
      leftOut += Math.max(0, made - LIMITS.decided);
      countRecords(core, Math.min(made, LIMITS.decided), tally);
      core.calls.mpl_decided_begin(0, NO_PHOTO);
    }
    if (++steps % TURN_STEPS === 0) await turn(steps);
  }
  core.calls.mpl_decided_end();
  return { kind: 'counted', leftOut, failed };
}

const NO_PHOTO = 0xffff_ffff;
const TURN_STEPS = 500;

function countRecords(core: Core, records: number, tally: Tally): void {
  const view = core.view();
  const start = core.calls.mpl_decided_records();
  for (let k = 0; k < records; k++) {
    const at = start + DECIDED.BYTES * k;
    const u32 = (field: number): number => view.getUint32(at + field, true);
    if ((u32(DECIDED.marks) & DECIDED_MARKS.BULK) !== 0) continue;
    const needed = u32(DECIDED.needed);
    const type = must(STORE_TYPES[u32(DECIDED.storeType)], 'a store type') as StoreType;
    count(tally, { pre: needed, preWhole: wholeHeight(type, u32(DECIDED.height), needed), used: u32(DECIDED.used) });
  }
}
