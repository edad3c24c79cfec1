// SPDX-License-Identifier: GPL-2.0-or-later
//
// The Machine of web/model over the core's exports: arguments out, records in. Decides nothing; a refusal of the core
// is a value in the outcome.

import { index, MAX, ZERO, type Index } from '../../base/index64';
import type {
  CorruptField,
  Finding,
  Machine,
  Move,
  Outcome,
  ReaderHandle,
  ReaderPlace,
  StoredRange,
  TreeFacts,
  TreeHandle,
  Visit,
} from '../../model/machine';
import { SITES, type Saved } from '../../model/memory';
import { releaseNumber } from '../../model/releases';
import type { SceneTree } from '../../model/run';
import { errorName, STATE_STATUSES, type StateStatus } from '../../model/status';
import { readAccounts } from './accounts';
import { CORRUPT_FIELDS, MOVES } from '../../model/generated/enums';
import { FACTS, FINDING, LIMITS, RANGE, STEP, TREE, TREE_FLAGS, VISIT } from '../generated/tables';
import { restoreSnapshot, takeSnapshot, type Snapshot } from './heap';
import { stateCallsOver } from './kept-states';
import { memoryOver } from './memory';
import { outcomeReader } from './outcome';
import type { SpaceCalls } from './space-calls';
import type { Core } from './wasm';
import { idAt } from './ids';

/** The calls that golden vectors need beyond a Machine. */
export interface EngineMachine extends Machine, SpaceCalls {
  /** What an address space holds; null of a plain tree. */
  spaceOf(tree: TreeHandle): SceneTree['mm'];
  /** `mas_walk` on a fresh state: the entry in `value`, its range in `at`. */
  walk(tree: TreeHandle, at: Index): Outcome;
  /** Status of the state after the last walk. */
  lastStatus(): StateStatus;
  /** Nodes granted in the last operation: sum of the requests that were not refused. */
  lastGranted(): number;
  /** What `facts` and `validate` tell. A sound tree is gone through only once for both. */
  examine(tree: TreeHandle): { readonly facts: TreeFacts; readonly findings: readonly Finding[] };
  /** Sets the counter of the cyclic allocation. */
  setCyclicNext(tree: TreeHandle, next: Index): void;
}

/** A machine over a core. Several may use one core; they see the same trees. */
export function machineOver(core: Core): EngineMachine {
  const { calls } = core;
  const i32 = (at: number): number => core.view().getInt32(at, true);
  const u64 = (at: number): Index => index(core.view().getBigUint64(at, true));

  const reader = outcomeReader(core);
  const outcome = (
    found: (value: Index) => boolean,
    counted = false,
    visits: readonly Visit[] | null = null,
  ): Outcome => reader.outcome({ found, counted: counted ? 'bulk' : 'no', visits });
  const always = (): boolean => true;
  const never = (): boolean => false;
  const spaces = memoryOver(core);

  return {
    ...spaces,
    ...stateCallsOver(
      core,
      (visits) => outcome(always, false, visits),
      (move, limit, count) => moves(core, move, limit, count),
    ),
    spaceOf: (tree) => (calls.mpl_space_info(tree) === 0 ? null : spaces.heldBy(tree)),
    failSite: (site, vma, k, n) => calls.mpl_space_fail_site(SITES.indexOf(site), vma, k, n),
    failEvery: (k, n) => calls.mpl_space_fail_every(k, n),
    failChance: (percent, seed, n) => calls.mpl_space_fail_chance(percent, seed, n),
    failOff: () => calls.mpl_space_fail_off(),
    passes: (site) => calls.mpl_space_passed(SITES.indexOf(site)) >>> 0,
    armed: (site) => calls.mpl_space_armed(SITES.indexOf(site)) >>> 0,
    save: () => takeSnapshot(core) as unknown as Saved,
    restore: (saved) => {
      if (!restoreSnapshot(core, saved as unknown as Snapshot)) throw new Error('there is no memory left to go back');
    },
    accounts: () => readAccounts(core, calls.mpl_space_accounts()),
    live: () => calls.mpl_live() >>> 0,
    waiting: () => calls.mpl_waiting() >>> 0,
    create: (mode) => {
      const { ALLOC_RANGE, USE_RCU, RELEASE_SHIFT } = TREE_FLAGS;
      const handle = calls.mpl_tree_new(
        (mode.alloc ? ALLOC_RANGE : 0) | (mode.rcu ? USE_RCU : 0) | (releaseNumber(mode.release) << RELEASE_SHIFT),
      );
      return handle === 0 ? null : (handle as TreeHandle);
    },
    drop: (tree) => mustSucceed(calls.mpl_tree_drop(tree), 'drop'),
    setRcu: (tree, on) => mustSucceed(calls.mpl_set_rcu(tree, on ? 1 : 0), 'set_rcu'),
    store: (tree, first, last, word) => {
      calls.mpl_store(tree, first, last, word);
      return outcome(always);
    },
    insert: (tree, first, last, word) => {
      calls.mpl_insert(tree, first, last, word);
      return outcome(always);
    },
    erase: (tree, at) => {
      calls.mpl_erase(tree, at);
      return outcome((value) => value !== 0n);
    },
    load: (tree, at) => {
      calls.mpl_load(tree, at);
      return outcome(never);
    },
    walk: (tree, at) => {
      calls.mpl_walk(tree, at);
      return outcome(always);
    },
    prealloc: (tree, first, last, word, walk) => {
      calls.mpl_prealloc(tree, first, last, word, walk ? 1 : 0);
      return outcome(always);
    },
    bulk: (tree, expected, stores) => {
      bulk(core, tree, expected, stores);
      return outcome(never, true);
    },
    emptyArea: (tree, min, max, size, from) => {
      calls.mpl_empty_area(tree, min, max, size, from === 'top' ? 1 : 0);
      return outcome(always);
    },
    dup: (source, target) => {
      calls.mpl_dup(source, target);
      return outcome(never);
    },
    destroy: (tree) => {
      calls.mpl_destroy(tree);
      return outcome(never);
    },
    alloc: (tree, size, min, max, word, from) => {
      calls.mpl_alloc(tree, size, min, max, word, from === 'top' ? 1 : 0);
      return outcome(always);
    },
    cyclic: (tree, min, max, word) => {
      const wrapped = calls.mpl_cyclic(tree, min, max, word) === WRAPPED;
      return { ...outcome(always), wrapped };
    },
    cyclicNext: (tree) => u64(treeRecord(core, tree) + TREE.next),
    setCyclicNext: (tree, next) => mustSucceed(calls.mpl_set_next(tree, next), 'set_next'),
    iterate: (tree, move, at, limit, count) => outcome(always, false, iterate(core, tree, move, at, limit, count)),
    openReader: (tree, at) => {
      const handle = calls.mpl_reader_open(tree, at);
      const opened = handle > 0;
      return {
        reader: opened ? (handle as ReaderHandle) : null,
        outcome: outcome(always, false, opened ? [readVisit(core, calls.mpl_visit())] : []),
      };
    },
    resumeReader: (reader, count) => outcome(always, false, resume(core, reader, count)),
    closeReader: (reader) => {
      calls.mpl_reader_close(reader);
      return outcome(never, false, []);
    },
    readerPlace: (reader) => readPlace(core, reader),
    corrupt: (tree, line, field, slot, word) => {
      calls.mpl_corrupt(tree, line, fieldNumber(field), slot, word);
      return outcome(never);
    },
    failRequest: (k, n) => calls.mpl_fail_request(k, n),
    failNode: (k) => calls.mpl_fail_node(BigInt(k)),
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
    lastStatus: () => stateStatus(i32(calls.mpl_record() + STEP.status)),
    lastGranted: () => reader.requests().granted,
  };
}

// What `mtree_alloc_cyclic` gives for success after the counter has run over.
const WRAPPED = 1;

// Handles are ours to keep in order; a refusal here is our own bug.
function mustSucceed(ret: number, what: string): void {
  if (ret !== 0) throw new Error(`${what} was refused: ${errorName(ret) ?? String(ret)}`);
}

// A load whose stores cannot be pulled to the end is ended and taken back, so that nothing stays open.
function bulk(core: Core, tree: TreeHandle, expected: number, stores: Iterable<StoredRange>): void {
  if (core.calls.mpl_bulk_begin(tree, BigInt(expected)) !== 0) return;
  let pulled = false;
  try {
    for (const { first, last, word } of stores) {
      if (core.calls.mpl_bulk_store(first, last, word) !== 0) {
        pulled = true;
        return;
      }
    }
    pulled = true;
    core.calls.mpl_bulk_end();
  } finally {
    if (!pulled) {
      core.calls.mpl_bulk_end();
      core.calls.mpl_destroy(tree);
    }
  }
}

function moveNumber(move: (typeof MOVES)[number]): number {
  return MOVES.indexOf(move);
}

function fieldNumber(field: CorruptField): number {
  return CORRUPT_FIELDS.indexOf(field);
}

function stateStatus(number: number): StateStatus {
  return STATE_STATUSES[number] ?? 'error';
}

function readVisit(core: Core, at: number): Visit {
  const view = core.view();
  const u64 = (field: number): Index => index(view.getBigUint64(at + field, true));
  return {
    index: u64(VISIT.index),
    last: u64(VISIT.last),
    word: u64(VISIT.word),
    status: stateStatus(view.getInt32(at + VISIT.status, true)),
    node: idAt(view, at + VISIT.node),
    slot: view.getInt32(at + VISIT.slot, true),
  };
}

function readPlace(core: Core, reader: ReaderHandle): ReaderPlace {
  const at = core.calls.mpl_reader_info(reader);
  if (at === 0) throw new Error(`no reader has handle ${reader}`);
  const view = core.view();
  return {
    ...readVisit(core, at),
    tree: core.calls.mpl_reader_tree(reader) as TreeHandle,
    dead: view.getUint32(at + VISIT.dead, true) !== 0,
    min: index(view.getBigUint64(at + VISIT.min, true)),
    max: index(view.getBigUint64(at + VISIT.max, true)),
  };
}

// One move of the state that was begun: the visit, and whether a loop over such moves goes on after it. What `walk`
// found is a visit even if it is NULL.
function moved(core: Core, move: Move, limit: Index): { readonly visit: Visit; readonly counts: boolean } {
  core.calls.mpl_cursor_move(moveNumber(move), limit);
  const visit = readVisit(core, core.calls.mpl_visit());
  const ranges = move === 'next_range' || move === 'prev_range';
  return { visit, counts: visit.word !== ZERO || move === 'walk' || (ranges && visit.status === 'active') };
}

function moves(core: Core, move: Move, limit: Index, count: number): Visit[] {
  const visits: Visit[] = [];
  for (let k = 0; k < count; k++) {
    const { visit, counts } = moved(core, move, limit);
    if (!counts) break;
    visits.push(visit);
  }
  core.calls.mpl_cursor_end();
  return visits;
}

function iterate(core: Core, tree: TreeHandle, move: Move, at: Index, limit: Index, count: number): Visit[] {
  return core.calls.mpl_cursor_begin(tree, at) === 0 ? moves(core, move, limit, count) : [];
}

function resume(core: Core, reader: ReaderHandle, count: number): Visit[] {
  return core.calls.mpl_reader_resume(reader) === 0 ? moves(core, 'next', MAX, count) : [];
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
    // Copied before the first is given out: whoever takes one may call the core in between.
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
