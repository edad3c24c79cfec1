// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every call that changes the core, written down in a few bytes, so that any state can be made again. Knows no step and
// no scenario. A call is a kind, a tree (or a reader) and up to three 64-bit words; further words, which few have, and
// the stores of a bulk load stand apart.

import { index, type Index } from '../../base/index64';
import { CORRUPT_FIELDS, MOVES } from '../../model/generated/enums';
import type { Machine, Move, Outcome, ReaderHandle, StoredRange, TreeHandle } from '../../model/machine';
import { SITES, type Saved } from '../../model/memory';
import { releaseNumber, releaseNumbered } from '../../model/releases';
import { isStateKind, recordingStates, replayState, STATE_KINDS, STATE_READS } from './kept-states';
import { MEMORY_KINDS } from './memory-kinds';
import { recordingMemory, replayMemory } from './memory-log';
import type { CoreExports } from './wasm';

const KINDS = [
  'create',
  'drop',
  'set-rcu',
  'store',
  'insert',
  'erase',
  'load',
  'prealloc',
  'prealloc-walk',
  'bulk',
  'gap-bottom',
  'gap-top',
  'dup',
  'destroy',
  'fail-request',
  'fail-node',
  'alloc-bottom',
  'alloc-top',
  'cyclic',
  'iterate',
  'open-reader',
  'resume-reader',
  'close-reader',
  'corrupt',
  'fail-site',
  'fail-every',
  'fail-chance',
  'fail-off',
  ...STATE_KINDS,
  ...MEMORY_KINDS,
] as const;
export type OpKind = (typeof KINDS)[number];

/** Calls that leave every tree as it is. */
const READS: ReadonlySet<OpKind> = new Set([
  'load',
  'gap-bottom',
  'gap-top',
  'iterate',
  'open-reader',
  'resume-reader',
  'close-reader',
  'fail-request',
  'fail-node',
  'fail-site',
  'fail-every',
  'fail-chance',
  'fail-off',
  'mm-base',
  'mm-limit',
  ...STATE_READS,
]);

/** Calls that change an address space's memory by themselves. */
const MEMORY_CALLS: ReadonlySet<OpKind> = new Set([
  'mm-map',
  'mm-map-any',
  'mm-unmap',
  'mm-protect',
  'mm-brk-at',
  'mm-brk',
  'mm-remap',
  'mm-touch',
  'mm-advise',
  'mm-lock-all',
  'mm-exec',
]);

/** Searches: which of its words is the first index of the window; the last one follows. */
const WINDOW_AT: Readonly<Partial<Record<OpKind, number>>> = {
  'gap-bottom': 0,
  'gap-top': 0,
  'alloc-bottom': 1,
  'alloc-top': 1,
  cyclic: 0,
  'state-search': 1,
  'state-search-top': 1,
};

/** A log that only grows. */
export interface OpLog {
  readonly length: () => number;
  readonly bytes: () => number;
  readonly add: (kind: OpKind, tree: number, ...words: readonly bigint[]) => void;
  /** Forgets all calls from `length` on, and the bulk stores from `bulkStores` on. */
  readonly cut: (length: number, bulkStores: number) => void;
  readonly addBulkStore: (store: StoredRange) => void;
  readonly bulkStores: () => number;
  readonly kind: (k: number) => OpKind;
  /** The tree or reader that call k was made on, 0 for none. */
  readonly subject: (k: number) => number;
  /** One of the words of call k, from 0; what each means, `replay` below says. */
  readonly word: (k: number, which: number) => Index;
  /** Bulk stores by place, as a bulk load's words have it. */
  readonly stores: (from: number, count: number) => Iterable<StoredRange>;
  /** The window that call k searched for a free range; null if it is no search. */
  readonly window: (k: number) => { readonly first: Index; readonly last: Index } | null;
  /** The tree that call k changes, 0 for none. */
  readonly changes: (k: number) => number;
  /** Whether any call changes the memory of an address space, beyond loading its VMAs and forking. */
  readonly callsForMemory: () => boolean;
  /** Makes call k again; its outcome, null for calls that have none. */
  readonly replay: (k: number, machine: Machine) => Outcome | null;
  /** The same without an outcome, which for stores takes a small part of the time. */
  readonly again: (k: number, calls: Stores, machine: Machine) => void;
}

/** Those calls of the core that most logs consist of. */
type Stores = Pick<CoreExports, 'mpl_store' | 'mpl_insert' | 'mpl_erase'>;

// Words of a call that have a fixed place, and about what an element of a Map takes.
const PLACES = 3;
const MORE_BYTES = 96;

export function opLog(): OpLog {
  let kinds = new Uint8Array(1024);
  let trees = new Uint16Array(1024);
  let words = new BigUint64Array(3 * 1024);
  let used = 0;
  // Call → its words beyond those.
  const more = new Map<number, readonly bigint[]>();
  let bulk = new BigUint64Array(3 * 64);
  let bulkUsed = 0;

  const word = (k: number, which: number): Index =>
    index(which < PLACES ? words[PLACES * k + which]! : (more.get(k)?.[which - PLACES] ?? 0n));
  const stores = function* (from: number, count: number): Generator<StoredRange> {
    for (let k = from; k < from + count; k++) {
      yield { first: index(bulk[3 * k]!), last: index(bulk[3 * k + 1]!), word: index(bulk[3 * k + 2]!) };
    }
  };
  const replay = (k: number, machine: Machine): Outcome | null => {
    const tree = trees[k] as TreeHandle;
    const [a, b, c, d] = [word(k, 0), word(k, 1), word(k, 2), word(k, 3)];
    const kind = KINDS[kinds[k]!]!;
    switch (kind) {
      case 'create': {
        const made = machine.create({ alloc: a === 1n, rcu: b === 1n, release: releaseNumbered(Number(c)) });
        if (made !== tree) throw new Error(`replay made tree ${made ?? 'none'} instead of ${tree}`);
        return null;
      }
      case 'drop':
        machine.drop(tree);
        return null;
      case 'set-rcu':
        machine.setRcu(tree, a === 1n);
        return null;
      case 'store':
        return machine.store(tree, a, b, c);
      case 'insert':
        return machine.insert(tree, a, b, c);
      case 'erase':
        return machine.erase(tree, a);
      case 'load':
        return machine.load(tree, a);
      case 'prealloc':
      case 'prealloc-walk':
        return machine.prealloc(tree, a, b, c, kind === 'prealloc-walk');
      case 'bulk':
        return machine.bulk(tree, Number(a), stores(Number(b), Number(c)));
      case 'gap-bottom':
      case 'gap-top':
        return machine.emptyArea(tree, a, b, c, kind === 'gap-top' ? 'top' : 'bottom');
      case 'dup':
        return machine.dup(tree, Number(a) as TreeHandle);
      case 'destroy':
        return machine.destroy(tree);
      case 'fail-request':
        machine.failRequest(Number(a), Number(b));
        return null;
      case 'fail-node':
        machine.failNode(Number(a));
        return null;
      case 'alloc-bottom':
      case 'alloc-top':
        return machine.alloc(tree, a, b, c, d, kind === 'alloc-top' ? 'top' : 'bottom');
      case 'cyclic':
        return machine.cyclic(tree, a, b, c);
      case 'iterate':
        return machine.iterate(tree, MOVES[Number(c)] as Move, a, b, Number(d));
      case 'open-reader': {
        const { reader, outcome } = machine.openReader(tree, a);
        if ((reader ?? 0) !== Number(b)) throw new Error(`replay made reader ${reader ?? 'none'} instead of ${b}`);
        return outcome;
      }
      case 'resume-reader':
        return machine.resumeReader(trees[k] as ReaderHandle, Number(a));
      case 'close-reader':
        return machine.closeReader(trees[k] as ReaderHandle);
      case 'corrupt':
        return machine.corrupt(tree, Number(a), CORRUPT_FIELDS[Number(b)]!, Number(c), d);
      case 'fail-site':
        machine.failSite(SITES[Number(a)]!, Number(b), Number(c), Number(d));
        return null;
      case 'fail-every':
        machine.failEvery(Number(a), Number(b));
        return null;
      case 'fail-chance':
        machine.failChance(Number(a), b, Number(c));
        return null;
      case 'fail-off':
        machine.failOff();
        return null;
      default:
        if (isStateKind(kind)) return replayState(kind, tree, (which) => word(k, which), machine);
        return replayMemory(kind, tree, (which) => word(k, which), machine);
    }
  };
  return {
    length: () => used,
    bytes: () => kinds.byteLength + trees.byteLength + words.byteLength + bulk.byteLength + MORE_BYTES * more.size,
    add: (kind, tree, ...all) => {
      if (used === kinds.length) {
        kinds = grown(kinds, new Uint8Array(2 * used));
        trees = grown(trees, new Uint16Array(2 * used));
        words = grown(words, new BigUint64Array(6 * used));
      }
      kinds[used] = KINDS.indexOf(kind);
      trees[used] = tree;
      for (let which = 0; which < PLACES; which++) words[PLACES * used + which] = all[which] ?? 0n;
      if (all.length > PLACES) more.set(used, all.slice(PLACES));
      used++;
    },
    cut: (length, stored) => {
      for (let k = length; k < used; k++) more.delete(k);
      used = length;
      bulkUsed = stored;
    },
    addBulkStore: ({ first, last, word: entry }) => {
      if (3 * bulkUsed === bulk.length) bulk = grown(bulk, new BigUint64Array(2 * bulk.length));
      bulk.set([first, last, entry], 3 * bulkUsed);
      bulkUsed++;
    },
    bulkStores: () => bulkUsed,
    kind: (k) => KINDS[kinds[k]!]!,
    word,
    stores,
    subject: (k) => trees[k]!,
    window: (k) => {
      const at = WINDOW_AT[KINDS[kinds[k]!]!];
      return at === undefined ? null : { first: word(k, at), last: word(k, at + 1) };
    },
    changes: (k) => {
      const kind = KINDS[kinds[k]!]!;
      if (kind === 'dup' || kind === 'fork') return Number(word(k, 0));
      return READS.has(kind) ? 0 : trees[k]!;
    },
    callsForMemory: () => kinds.subarray(0, used).some((kind) => MEMORY_CALLS.has(KINDS[kind]!)),
    replay,
    again: (k, calls, machine) => {
      const at = PLACES * k;
      switch (KINDS[kinds[k]!]) {
        case 'store':
          calls.mpl_store(trees[k]!, words[at]!, words[at + 1]!, words[at + 2]!);
          return;
        case 'insert':
          calls.mpl_insert(trees[k]!, words[at]!, words[at + 1]!, words[at + 2]!);
          return;
        case 'erase':
          calls.mpl_erase(trees[k]!, words[at]!);
          return;
        default:
          replay(k, machine);
      }
    },
  };
}

function grown<A extends { set(from: A): void }>(from: A, to: A): A {
  to.set(from);
  return to;
}

/** What goes along with the calls that are written down. */
export interface Watch {
  /** Called when an outcome is there. */
  readonly after: (outcome: Outcome) => void;
  /** Called when a state is saved: gives what is to be called when it is brought back. */
  readonly saved: () => () => void;
}

/** The machine, with every call that changes something written down. What a restore takes back was never called. */
export function recordingMachine(machine: Machine, log: OpLog, { after, saved }: Watch): Machine {
  const noted = (outcome: Outcome): Outcome => {
    after(outcome);
    return outcome;
  };
  const flag = (on: boolean): bigint => (on ? 1n : 0n);
  return {
    ...machine,
    ...recordingStates(machine, log.add, noted),
    ...recordingMemory(machine, log.add, noted),
    save: () => {
      const [state, length, stores, back] = [machine.save(), log.length(), log.bulkStores(), saved()];
      const restore = (): void => {
        machine.restore(state);
        log.cut(length, stores);
        back();
      };
      return { restore } as unknown as Saved;
    },
    restore: (state) => (state as unknown as { restore: () => void }).restore(),
    create: (mode) => {
      const tree = machine.create(mode);
      if (tree !== null)
        log.add('create', tree, flag(mode.alloc), flag(mode.rcu), index(BigInt(releaseNumber(mode.release))));
      return tree;
    },
    drop: (tree) => {
      log.add('drop', tree);
      machine.drop(tree);
    },
    setRcu: (tree, on) => {
      log.add('set-rcu', tree, flag(on));
      machine.setRcu(tree, on);
    },
    store: (tree, first, last, word) => {
      log.add('store', tree, first, last, word);
      return noted(machine.store(tree, first, last, word));
    },
    insert: (tree, first, last, word) => {
      log.add('insert', tree, first, last, word);
      return noted(machine.insert(tree, first, last, word));
    },
    erase: (tree, at) => {
      log.add('erase', tree, at);
      return noted(machine.erase(tree, at));
    },
    load: (tree, at) => {
      log.add('load', tree, at);
      return noted(machine.load(tree, at));
    },
    prealloc: (tree, first, last, word, walk) => {
      log.add(walk ? 'prealloc-walk' : 'prealloc', tree, first, last, word);
      return noted(machine.prealloc(tree, first, last, word, walk));
    },
    bulk: (tree, expected, stores) => noted(recordBulk(machine, log, tree, expected, stores)),
    emptyArea: (tree, min, max, size, from) => {
      log.add(from === 'top' ? 'gap-top' : 'gap-bottom', tree, min, max, size);
      return noted(machine.emptyArea(tree, min, max, size, from));
    },
    dup: (source, target) => {
      log.add('dup', source, BigInt(target));
      return noted(machine.dup(source, target));
    },
    destroy: (tree) => {
      log.add('destroy', tree);
      return noted(machine.destroy(tree));
    },
    alloc: (tree, size, min, max, word, from) => {
      log.add(from === 'top' ? 'alloc-top' : 'alloc-bottom', tree, size, min, max, word);
      return noted(machine.alloc(tree, size, min, max, word, from));
    },
    cyclic: (tree, min, max, word) => {
      log.add('cyclic', tree, min, max, word);
      return noted(machine.cyclic(tree, min, max, word));
    },
    iterate: (tree, move, at, limit, count) => {
      log.add('iterate', tree, at, limit, BigInt(MOVES.indexOf(move)), BigInt(count));
      return noted(machine.iterate(tree, move, at, limit, count));
    },
    openReader: (tree, at) => {
      const opened = machine.openReader(tree, at);
      log.add('open-reader', tree, at, BigInt(opened.reader ?? 0));
      return { ...opened, outcome: noted(opened.outcome) };
    },
    resumeReader: (reader, count) => {
      log.add('resume-reader', reader, BigInt(count));
      return noted(machine.resumeReader(reader, count));
    },
    closeReader: (reader) => {
      log.add('close-reader', reader);
      return noted(machine.closeReader(reader));
    },
    corrupt: (tree, line, field, slot, word) => {
      log.add('corrupt', tree, BigInt(line), BigInt(CORRUPT_FIELDS.indexOf(field)), BigInt(slot), word);
      return noted(machine.corrupt(tree, line, field, slot, word));
    },
    failRequest: (k, n) => {
      log.add('fail-request', 0, BigInt(k), BigInt(n));
      machine.failRequest(k, n);
    },
    failNode: (k) => {
      log.add('fail-node', 0, BigInt(k));
      machine.failNode(k);
    },
    failSite: (site, vma, k, n) => {
      log.add('fail-site', 0, BigInt(SITES.indexOf(site)), BigInt(vma), BigInt(k), BigInt(n));
      machine.failSite(site, vma, k, n);
    },
    failEvery: (k, n) => {
      log.add('fail-every', 0, BigInt(k), BigInt(n));
      machine.failEvery(k, n);
    },
    failChance: (percent, seed, n) => {
      log.add('fail-chance', 0, BigInt(percent), seed, BigInt(n));
      machine.failChance(percent, seed, n);
    },
    failOff: () => {
      log.add('fail-off', 0);
      machine.failOff();
    },
  };
}

// The load is written down when its last store is known. One whose stores could not be pulled to the end was taken back
// by the machine: that is a load of what was pulled, then a destroy.
function recordBulk(
  machine: Machine,
  log: OpLog,
  tree: TreeHandle,
  expected: number,
  stores: Iterable<StoredRange>,
): Outcome {
  const from = log.bulkStores();
  const told = function* (): Generator<StoredRange> {
    for (const store of stores) {
      log.addBulkStore(store);
      yield store;
    }
  };
  const write = (): void => log.add('bulk', tree, BigInt(expected), BigInt(from), BigInt(log.bulkStores() - from));
  try {
    const outcome = machine.bulk(tree, expected, told());
    write();
    return outcome;
  } catch (error) {
    write();
    log.add('destroy', tree);
    throw error;
  }
}
