// SPDX-License-Identifier: GPL-2.0-or-later
//
// The record of a run, step by step, and the summary and the report made of it.

import type { Trouble } from '../../model/trouble';
import type { TextBase } from '../../base/number-base';
import { nextVersion, versionAt } from '../../base/sequence';
import type { NamedReader, NamedState, NamedTree, StepItem } from '../../model/item';
import type { Machine, Outcome } from '../../model/machine';
import { stoppedReport, type Report, type StepReport, type Stopped, type TreeReport } from '../../model/report';
import { isUndoneCopy, type ExpectBrief, type RunSummary } from '../../model/run';
import { STORE_TYPES, type StoreType } from '../../model/status';
import { reportedSweep } from '../../words/sweep';
import type { Vma } from '../../model/vma';
import { ENGINE_ID } from '../generated/engine-id';
import { filledNodes } from '../core/heap';
import type { OpKind, OpLog } from '../core/op-log';
import type { StoreCounts } from './answer-context';
import type { Timeline } from './timeline';
import { stepsKept, type KeptReader, type KeptState, type KeptTree, type StepsKept } from './steps-kept';
import type { Core } from '../core/wasm';

export interface History {
  readonly steps: StepsKept;
  readonly expects: ExpectBrief[];
  readonly notes: RunSummary['notes'][number][];
  readonly troubles: (Trouble & { readonly step: number })[];
  readonly sweeps: RunSummary['sweeps'][number][];
  end: {
    readonly stopped: Stopped | null;
    readonly trees: readonly TreeReport[];
    readonly unreached: Report['unreached'];
    readonly ok: boolean;
  } | null;
  lastTrees: { readonly from: readonly NamedTree[]; readonly kept: readonly KeptTree[] };
  lastReport: StepReport | null;
  /** Steps whose sums have been found or need none. */
  summed: number;
}

/**
 * Of the step under way: nodes that it put into a tree, the types of the stores that went through. `granted` is of all
 * steps: the id of the newest node.
 */
export interface Counts {
  used: number;
  granted: number;
  stores: StoreCounts | null;
}

// Most steps have one store or none: those share one object a type.
const ONE_STORE: Readonly<Record<StoreType, StoreCounts>> = Object.fromEntries(
  STORE_TYPES.map((type) => [type, { [type]: 1 }]),
) as Record<StoreType, StoreCounts>;

export function addStores(before: StoreCounts | null, { error, storeType, storeCounts }: Outcome): StoreCounts | null {
  if (error !== null || (storeType === null && storeCounts === null)) return before;
  const more = storeType === null ? (storeCounts ?? {}) : ONE_STORE[storeType];
  if (before === null) return more;
  const sum: Partial<Record<StoreType, number>> = { ...before };
  for (const [type, count] of Object.entries(more)) sum[type as StoreType] = (sum[type as StoreType] ?? 0) + count;
  return sum;
}

export function newHistory(): History {
  return {
    steps: stepsKept(),
    expects: [],
    notes: [],
    troubles: [],
    sweeps: [],
    end: null,
    lastTrees: { from: [], kept: [] },
    lastReport: null,
    summed: 0,
  };
}

export function keepStep(
  history: History,
  item: StepItem,
  counts: Counts,
  { core, machine }: { readonly core: Core; readonly machine: Machine },
  reader: KeptReader | null,
): void {
  if (item.trees !== history.lastTrees.from) {
    history.lastTrees = { from: item.trees, kept: item.trees.map((tree) => keepTree(history.lastTrees.kept, tree)) };
  }
  const { report, touched, focus, pair, hint, describedAs, gutter, wanted } = item;
  history.lastReport = report;
  const used = report.error === null ? counts.used : isUndoneCopy(report) ? filledNodes(core) : report.used;
  const named =
    item.trees.find((one) => one.name === report.tree && (reader === null || one.handle === reader.treeHandle))
      ?.handle ?? null;
  const readers = keepReaders(history, item.readers, machine);
  const states = keepStates(history, item.states);
  const forked = item.forked === undefined ? {} : { forked: item.forked };
  history.steps.push({
    report,
    touched,
    focus,
    pair,
    hint,
    describedAs,
    gutter,
    wanted,
    used,
    stores: counts.stores,
    waiting: machine.waiting(),
    passed: machine.passes('request'),
    trees: history.lastTrees.kept,
    readers,
    states,
    named,
    newest: counts.granted,
    ...forked,
  });
  if (item.sweep !== undefined) history.sweeps.push({ step: history.steps.length(), report: item.sweep });
  for (const trouble of item.troubles) history.troubles.push({ ...trouble, step: history.steps.length() });
}

function keepTree(before: readonly KeptTree[], tree: NamedTree): KeptTree {
  const { name, kind, handle, vmas } = tree;
  if (vmas === null) return { name, kind, handle, vmas: null };
  const old = before.find((one) => one.name === name && one.handle === handle)?.vmas ?? null;
  return { name, kind, handle, vmas: nextVersion(old, vmas) };
}

export const OF_READERS: ReadonlySet<OpKind> = new Set(['resume-reader', 'close-reader']);

const NO_READERS: readonly KeptReader[] = [];

// The same array as a step before while nothing about the readers changes.
function keepReaders(history: History, readers: readonly NamedReader[], machine: Machine): readonly KeptReader[] {
  const before = readersAt(history, history.steps.length());
  if (readers.length === 0) return NO_READERS;
  const step = history.steps.length() + 1;
  const now = readers.map(({ name, handle, tree }): KeptReader => {
    const was = before.find((one) => one.handle === handle && one.name === name);
    const { node, dead, tree: treeHandle } = machine.readerPlace(handle);
    const same = was?.node === node ? was : null;
    if (same !== null && (same.diedAt !== null) === dead) return same;
    return {
      name,
      tree,
      handle,
      treeHandle,
      since: was?.since ?? step,
      node,
      diedAt: dead ? (same?.diedAt ?? step) : null,
    };
  });
  return now.length === before.length && now.every((one, k) => one === before[k]) ? before : now;
}

const NO_STATES: readonly KeptState[] = [];

// Likewise of the states.
function keepStates(history: History, states: readonly NamedState[]): readonly KeptState[] {
  if (states.length === 0) return NO_STATES;
  const before = statesAt(history, history.steps.length());
  const step = history.steps.length() + 1;
  const now = states.map(
    (one): KeptState =>
      before.find(({ handle, name }) => handle === one.handle && name === one.name) ?? { ...one, since: step },
  );
  return now.length === before.length && now.every((one, k) => one === before[k]) ? before : now;
}

export function statesAt(history: History, step: number): readonly KeptState[] {
  return history.steps.shapeAt(step)?.states ?? NO_STATES;
}

// The reader that the last call went on with or released.
export function readerOf(history: History, log: OpLog): KeptReader | null {
  const k = log.length() - 1;
  if (k < 0 || !OF_READERS.has(log.kind(k))) return null;
  return readersAt(history, history.steps.length()).find((one) => one.handle === log.subject(k)) ?? null;
}

export function readersAt(history: History, step: number): readonly KeptReader[] {
  return history.steps.shapeAt(step)?.readers ?? NO_READERS;
}

export function treesAt(history: History, step: number): readonly KeptTree[] {
  return history.steps.shapeAt(step)?.trees ?? [];
}

export function summaryOf(history: History, labels: readonly string[], numbers: TextBase): RunSummary {
  const { end } = history;
  if (end === null) throw new Error('the run has not ended');
  return {
    engine: ENGINE_ID,
    steps: history.steps.columns(),
    expects: history.expects,
    notes: history.notes,
    stopped: end.stopped,
    ok: end.ok,
    labels,
    numbers,
    troubles: history.troubles,
    sweeps: history.sweeps,
    unreached: end.unreached,
    left: end.trees.map(({ name, height }) => ({ name, height })),
  };
}

export function reportOf(history: History): Report {
  const { end, expects } = history;
  if (end === null) throw new Error('the run has not ended');
  return {
    ok: end.ok,
    engine: ENGINE_ID,
    stopped: stoppedReport(end.stopped),
    steps: Array.from({ length: history.steps.length() }, (_, k) => history.steps.at(k + 1)!.report),
    expects: {
      passed: expects.filter((one) => one.held).length,
      failed: expects.filter((one) => !one.held).map(({ line, message }) => ({ line, message })),
    },
    trees: end.trees,
    sweeps: history.sweeps.map(({ report }) => reportedSweep(report)),
    unreached: end.unreached,
  };
}

/** Up to this many nodes the report gives a sum at every step, above it at every 1,000th (scenario-language). */
const SUM_NODES = 4096;
const SUM_EVERY = 1000;

// Goes on from where it stopped the last time.
export function completeSums(history: History, time: Timeline, machine: Machine, count: number): boolean {
  for (let k = 0; k < count; k++) {
    const step = history.summed + 1;
    const kept = history.steps.shapeAt(step);
    if (kept === undefined) return true;
    if (history.steps.sumAt(step) === null && kept.named !== null) {
      time.goTo(step);
      // Counting a tree's nodes is needed only if there are so many in all.
      const few = machine.live() <= SUM_NODES || machine.facts(kept.named).nodes <= SUM_NODES;
      if (few || step % SUM_EVERY === 0) history.steps.setSum(step, machine.sum(kept.named));
    }
    history.summed = step;
  }
  return history.summed === history.steps.length();
}

export function vmasOf({ vmas }: KeptTree): readonly Vma[] | null {
  return vmas === null ? null : versionAt(vmas).toArray();
}

export function vmasAt(history: History, step: number, name: string): readonly Vma[] | null {
  const tree = treesAt(history, step).find((one) => one.name === name);
  return tree === undefined ? null : vmasOf(tree);
}
