// SPDX-License-Identifier: GPL-2.0-or-later
//
// The Machine of web/model over the core's exports: arguments out, records in. Decides nothing; a refusal of the core
// is a value in the outcome.

import { index, MAX, type Index } from '../../base/index64';
import type { Finding, Machine, Outcome, StoredRange, TreeFacts, TreeHandle } from '../../model/machine';
import type { Saved } from '../../model/memory';
import type { SceneTree } from '../../model/run';
import type { StateStatus } from '../../model/status';
import { readAccounts } from './accounts';
import { FACTS, FINDING, LIMITS, RANGE, STEP, TREE } from '../generated/tables';
import { faultsOver } from './faults';
import { restoreSnapshot, takeSnapshot, type Snapshot } from './heap';
import { stateCallsOver } from './kept-states';
import { memoryOver } from './memory';
import { always, outcomeReader } from './outcome';
import { readersOver, stateStatus } from './readers';
import type { SpaceCalls } from './space-calls';
import { mustSucceed, treeCallsOver } from './tree-calls';
import type { Core } from './wasm';
import { idAt } from './ids';

/** The calls that golden vectors need beyond a Machine. */
export interface EngineMachine extends Machine, SpaceCalls {
  /** The data of an address space; null for a plain tree. */
  spaceOf(tree: TreeHandle): SceneTree['mm'];
  /** `mas_walk` on a fresh state: the entry in `value`, its range in `at`. */
  walk(tree: TreeHandle, at: Index): Outcome;
  /** Status of the state after the last walk. */
  lastStatus(): StateStatus;
  /** Nodes granted in the last operation: sum of the requests that were not refused. */
  lastGranted(): number;
  /** The answers of `facts` and `validate`: a sound tree is read only once for both. */
  examine(tree: TreeHandle): { readonly facts: TreeFacts; readonly findings: readonly Finding[] };
  /** Sets the counter of the cyclic allocation. */
  setCyclicNext(tree: TreeHandle, next: Index): void;
}

/** A machine over a core. Several may use one core; they see the same trees. */
export function machineOver(core: Core): EngineMachine {
  const { calls } = core;
  const reader = outcomeReader(core);
  const tell = reader.outcome;
  const spaces = memoryOver(core);
  return {
    ...spaces,
    ...treeCallsOver(core, tell),
    ...readersOver(core, tell),
    ...stateCallsOver(core, tell),
    ...faultsOver(core),
    ...looksOver(core),
    spaceOf: (tree) => (calls.mpl_space_info(tree) === 0 ? null : spaces.heldBy(tree)),
    save: () => takeSnapshot(core) as unknown as Saved,
    restore: (saved) => {
      if (!restoreSnapshot(core, saved as unknown as Snapshot)) throw new Error('there is no memory left to go back');
    },
    walk: (tree, at) => {
      calls.mpl_walk(tree, at);
      return tell({ found: always });
    },
    setCyclicNext: (tree, next) => mustSucceed(calls.mpl_set_next(tree, next), 'set_next'),
    lastGranted: () => reader.requests().granted,
  };
}

// Calls that read trees and allocators without changing them.
function looksOver(
  core: Core,
): Pick<
  EngineMachine,
  | 'accounts'
  | 'live'
  | 'waiting'
  | 'cyclicNext'
  | 'facts'
  | 'sum'
  | 'contents'
  | 'validate'
  | 'examine'
  | 'ranges'
  | 'lastStatus'
> {
  const { calls } = core;
  return {
    accounts: () => readAccounts(core, calls.mpl_space_accounts()),
    live: () => calls.mpl_live() >>> 0,
    waiting: () => calls.mpl_waiting() >>> 0,
    cyclicNext: (tree) => index(core.view().getBigUint64(treeRecord(core, tree) + TREE.next, true)),
    facts: (tree) => readFacts(core, tree),
    sum: (tree) => index(calls.mpl_sum(tree)).toString(16).padStart(16, '0'),
    contents: (tree) => index(calls.mpl_contents(tree)),
    validate: (tree) => readFindings(core, tree),
    examine: (tree) => {
      const sound = calls.mpl_sound(tree);
      return sound === 0
        ? { facts: readFacts(core, tree), findings: readFindings(core, tree) }
        : { facts: factsAt(core, sound), findings: [] };
    },
    ranges: (tree, from) => readRanges(core, tree, from),
    lastStatus: () => stateStatus(core.view().getInt32(calls.mpl_record() + STEP.status, true)),
  };
}

function treeRecord(core: Core, tree: TreeHandle): number {
  const at = core.calls.mpl_tree_info(tree);
  if (at === 0) throw new Error(`no tree has handle ${tree}`);
  return at;
}

function readFacts(core: Core, tree: TreeHandle): TreeFacts {
  const at = core.calls.mpl_facts(tree);
  if (at === 0) throw new Error(`no tree has handle ${tree}`);
  return factsAt(core, at);
}

function factsAt(core: Core, at: number): TreeFacts {
  const view = core.view();
  return {
    height: view.getUint32(at + FACTS.height, true),
    nodes: view.getUint32(at + FACTS.nodes, true),
    leaves: view.getUint32(at + FACTS.leaves, true),
    entries: view.getUint32(at + FACTS.entries, true),
  };
}

function readFindings(core: Core, tree: TreeHandle): Finding[] {
  const count = Math.min(core.calls.mpl_validate(tree), LIMITS.findings);
  const from = core.calls.mpl_findings();
  const view = core.view();
  return Array.from({ length: count }, (_, k): Finding => {
    const at = from + k * FINDING.BYTES;
    return {
      invariant: view.getUint32(at + FINDING.invariant, true),
      node: idAt(view, at + FINDING.node),
      slot: view.getInt32(at + FINDING.slot, true),
      excused: view.getUint32(at + FINDING.excused, true) !== 0,
      found: index(view.getBigUint64(at + FINDING.found, true)),
      wanted: index(view.getBigUint64(at + FINDING.wanted, true)),
    };
  });
}

// In batches that grow, since a caller who gives `from` mostly looks at the first few.
function* readRanges(core: Core, tree: TreeHandle, from: bigint = 0n): Generator<StoredRange> {
  let batch = from === 0n ? LIMITS.ranges : 4;
  for (let next = from; ; batch = Math.min(8 * batch, LIMITS.ranges)) {
    const count = core.calls.mpl_ranges(tree, next, batch);
    const start = core.calls.mpl_range_buffer();
    const view = core.view();
    // Copied before the first is returned: the caller may call the core in between.
    const ranges = Array.from({ length: count }, (_, k): StoredRange => {
      const at = start + k * RANGE.BYTES;
      return {
        first: index(view.getBigUint64(at + RANGE.first, true)),
        last: index(view.getBigUint64(at + RANGE.last, true)),
        word: index(view.getBigUint64(at + RANGE.word, true)),
      };
    });
    yield* ranges;
    const end = ranges.at(-1)?.last;
    if (count < batch || end === undefined || end === MAX) return;
    next = end + 1n;
  }
}
