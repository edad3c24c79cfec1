// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls on one tree over the core's exports: the calls, and how they are written down and made again.

import { index } from '../../base/index64';
import { CORRUPT_FIELDS } from '../../model/generated/enums';
import type { Machine, Outcome, StoredRange, TreeHandle } from '../../model/machine';
import { releaseNumber, releaseNumbered } from '../../model/releases';
import { errorName } from '../../model/status';
import { TREE_FLAGS } from '../generated/tables';
import { always, never, type Tell } from './outcome';
import type { Core } from './wasm';
import { bit, mustBeSame, type Noted, type Replay, type Write } from './logged-call';

type Makes = Pick<Machine, 'create' | 'drop' | 'setRcu'>;
type Stores = Pick<
  Machine,
  'store' | 'insert' | 'erase' | 'load' | 'prealloc' | 'bulk' | 'dup' | 'destroy' | 'corrupt'
>;
type Searches = Pick<Machine, 'emptyArea' | 'alloc' | 'cyclic'>;
export type TreeCalls = Makes & Stores & Searches;

// ---- The calls ----

export function treeCallsOver(core: Core, tell: Tell): TreeCalls {
  return { ...makesOver(core), ...storesOver(core, tell), ...searchesOver(core, tell) };
}

function makesOver({ calls }: Core): Makes {
  return {
    create: (mode) => {
      const { ALLOC_RANGE, USE_RCU, RELEASE_SHIFT } = TREE_FLAGS;
      const handle = calls.mpl_tree_new(
        (mode.alloc ? ALLOC_RANGE : 0) | (mode.rcu ? USE_RCU : 0) | (releaseNumber(mode.release) << RELEASE_SHIFT),
      );
      return handle === 0 ? null : (handle as TreeHandle);
    },
    drop: (tree) => mustSucceed(calls.mpl_tree_drop(tree), 'drop'),
    setRcu: (tree, on) => mustSucceed(calls.mpl_set_rcu(tree, on ? 1 : 0), 'set_rcu'),
  };
}

/** Handles are ours to keep in order; a refusal of such a call is our own bug. */
export function mustSucceed(ret: number, what: string): void {
  if (ret !== 0) throw new Error(`${what} was refused: ${errorName(ret) ?? String(ret)}`);
}

function storesOver(core: Core, tell: Tell): Stores {
  const { calls } = core;
  return {
    store: (tree, first, last, word) => {
      calls.mpl_store(tree, first, last, word);
      return tell({ found: always });
    },
    insert: (tree, first, last, word) => {
      calls.mpl_insert(tree, first, last, word);
      return tell({ found: always });
    },
    erase: (tree, at) => {
      calls.mpl_erase(tree, at);
      return tell({ found: (value) => value !== 0n });
    },
    load: (tree, at) => {
      calls.mpl_load(tree, at);
      return tell({ found: never });
    },
    prealloc: (tree, first, last, word, walk) => {
      calls.mpl_prealloc(tree, first, last, word, walk ? 1 : 0);
      return tell({ found: always });
    },
    bulk: (tree, expected, stores) => {
      bulk(core, tree, expected, stores);
      return tell({ found: never, counted: 'bulk' });
    },
    dup: (source, target) => {
      calls.mpl_dup(source, target);
      return tell({ found: never });
    },
    destroy: (tree) => {
      calls.mpl_destroy(tree);
      return tell({ found: never });
    },
    corrupt: (tree, line, field, slot, word) => {
      calls.mpl_corrupt(tree, line, CORRUPT_FIELDS.indexOf(field), slot, word);
      return tell({ found: never });
    },
  };
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

// The result of `mtree_alloc_cyclic` for success after the counter has run over.
const WRAPPED = 1;

function searchesOver({ calls }: Core, tell: Tell): Searches {
  return {
    emptyArea: (tree, min, max, size, from) => {
      calls.mpl_empty_area(tree, min, max, size, from === 'top' ? 1 : 0);
      return tell({ found: always });
    },
    alloc: (tree, size, min, max, word, from) => {
      calls.mpl_alloc(tree, size, min, max, word, from === 'top' ? 1 : 0);
      return tell({ found: always });
    },
    cyclic: (tree, min, max, word) => {
      const wrapped = calls.mpl_cyclic(tree, min, max, word) === WRAPPED;
      return { ...tell({ found: always }), wrapped };
    },
  };
}

// ---- In the log ----

/** These calls in the log; their subject is the tree. */
export const TREE_REPLAYS = {
  create: (machine, tree, word) => {
    const mode = { alloc: word(0) === 1n, rcu: word(1) === 1n, release: releaseNumbered(Number(word(2))) };
    mustBeSame('tree', machine.create(mode), tree);
    return null;
  },
  drop: (machine, tree) => {
    machine.drop(tree);
    return null;
  },
  'set-rcu': (machine, tree, word) => {
    machine.setRcu(tree, word(0) === 1n);
    return null;
  },
  store: (machine, tree, word) => machine.store(tree, word(0), word(1), word(2)),
  insert: (machine, tree, word) => machine.insert(tree, word(0), word(1), word(2)),
  erase: (machine, tree, word) => machine.erase(tree, word(0)),
  load: (machine, tree, word) => machine.load(tree, word(0)),
  prealloc: (machine, tree, word) => machine.prealloc(tree, word(0), word(1), word(2), false),
  'prealloc-walk': (machine, tree, word) => machine.prealloc(tree, word(0), word(1), word(2), true),
  bulk: (machine, tree, word, stores) => machine.bulk(tree, Number(word(0)), stores(Number(word(1)), Number(word(2)))),
  'gap-bottom': (machine, tree, word) => machine.emptyArea(tree, word(0), word(1), word(2), 'bottom'),
  'gap-top': (machine, tree, word) => machine.emptyArea(tree, word(0), word(1), word(2), 'top'),
  dup: (machine, tree, word) => machine.dup(tree, Number(word(0)) as TreeHandle),
  destroy: (machine, tree) => machine.destroy(tree),
  'alloc-bottom': (machine, tree, word) => machine.alloc(tree, word(0), word(1), word(2), word(3), 'bottom'),
  'alloc-top': (machine, tree, word) => machine.alloc(tree, word(0), word(1), word(2), word(3), 'top'),
  cyclic: (machine, tree, word) => machine.cyclic(tree, word(0), word(1), word(2)),
  corrupt: (machine, tree, word) =>
    machine.corrupt(tree, Number(word(0)), CORRUPT_FIELDS[Number(word(1))]!, Number(word(2)), word(3)),
} satisfies Readonly<Record<string, Replay>>;

export type TreeKind = keyof typeof TREE_REPLAYS;

/** Where bulk stores are written down, one by one. */
export interface BulkLog {
  readonly add: Write<TreeKind>;
  readonly addBulkStore: (store: StoredRange) => void;
  readonly bulkStores: () => number;
}

/** The calls, each written down. */
export function recordingTrees(machine: Machine, log: BulkLog, noted: Noted): TreeCalls {
  return {
    ...recordingMakes(machine, log.add),
    ...recordingStores(machine, log, noted),
    ...recordingSearches(machine, log.add, noted),
  };
}

function recordingMakes(machine: Machine, write: Write<TreeKind>): Makes {
  return {
    create: (mode) => {
      const tree = machine.create(mode);
      if (tree !== null)
        write('create', tree, bit(mode.alloc), bit(mode.rcu), index(BigInt(releaseNumber(mode.release))));
      return tree;
    },
    drop: (tree) => {
      write('drop', tree);
      machine.drop(tree);
    },
    setRcu: (tree, on) => {
      write('set-rcu', tree, bit(on));
      machine.setRcu(tree, on);
    },
  };
}

function recordingStores(machine: Machine, log: BulkLog, noted: Noted): Stores {
  const write = log.add;
  return {
    store: (tree, first, last, word) => {
      write('store', tree, first, last, word);
      return noted(machine.store(tree, first, last, word));
    },
    insert: (tree, first, last, word) => {
      write('insert', tree, first, last, word);
      return noted(machine.insert(tree, first, last, word));
    },
    erase: (tree, at) => {
      write('erase', tree, at);
      return noted(machine.erase(tree, at));
    },
    load: (tree, at) => {
      write('load', tree, at);
      return noted(machine.load(tree, at));
    },
    prealloc: (tree, first, last, word, walk) => {
      write(walk ? 'prealloc-walk' : 'prealloc', tree, first, last, word);
      return noted(machine.prealloc(tree, first, last, word, walk));
    },
    bulk: (tree, expected, stores) => noted(recordBulk(machine, log, tree, expected, stores)),
    dup: (source, target) => {
      write('dup', source, BigInt(target));
      return noted(machine.dup(source, target));
    },
    destroy: (tree) => {
      write('destroy', tree);
      return noted(machine.destroy(tree));
    },
    corrupt: (tree, line, field, slot, word) => {
      write('corrupt', tree, BigInt(line), BigInt(CORRUPT_FIELDS.indexOf(field)), BigInt(slot), word);
      return noted(machine.corrupt(tree, line, field, slot, word));
    },
  };
}

// The load is written down when its last store is known. One whose stores could not be pulled to the end was taken back
// by the machine: that is a load of what was pulled, then a destroy.
function recordBulk(
  machine: Machine,
  log: BulkLog,
  tree: TreeHandle,
  expected: number,
  stores: Iterable<StoredRange>,
): Outcome {
  const from = log.bulkStores();
  const recorded = function* (): Generator<StoredRange> {
    for (const store of stores) {
      log.addBulkStore(store);
      yield store;
    }
  };
  const write = (): void => log.add('bulk', tree, BigInt(expected), BigInt(from), BigInt(log.bulkStores() - from));
  try {
    const outcome = machine.bulk(tree, expected, recorded());
    write();
    return outcome;
  } catch (error) {
    write();
    log.add('destroy', tree);
    throw error;
  }
}

function recordingSearches(machine: Machine, write: Write<TreeKind>, noted: Noted): Searches {
  return {
    emptyArea: (tree, min, max, size, from) => {
      write(from === 'top' ? 'gap-top' : 'gap-bottom', tree, min, max, size);
      return noted(machine.emptyArea(tree, min, max, size, from));
    },
    alloc: (tree, size, min, max, word, from) => {
      write(from === 'top' ? 'alloc-top' : 'alloc-bottom', tree, size, min, max, word);
      return noted(machine.alloc(tree, size, min, max, word, from));
    },
    cyclic: (tree, min, max, word) => {
      write('cyclic', tree, min, max, word);
      return noted(machine.cyclic(tree, min, max, word));
    },
  };
}
