// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every call that changes the core, written down in a few bytes, so that any state can be made again. Knows no step and
// no scenario. A call is a kind, a tree (or a reader) and up to three 64-bit words; further words, which few have, and
// the stores of a bulk load stand apart.

import { index, type Index } from '../../base/index64';
import type { Machine, Outcome, StoredRange } from '../../model/machine';
import type { Saved } from '../../model/memory';
import { FAULT_REPLAYS, recordingFaults } from './faults';
import { isStateKind, recordingStates, replayState, STATE_KINDS, STATE_READS, type StateKind } from './kept-states';
import { MEMORY_KINDS, type MemoryKind } from './memory-kinds';
import { recordingMemory, replayMemory } from './memory-log';
import { READER_REPLAYS, recordingReaders } from './readers';
import { recordingTrees, TREE_REPLAYS } from './tree-calls';
import type { CoreExports } from './wasm';
import type { Noted, Replay, Subject } from './logged-call';

const REPLAYS = { ...TREE_REPLAYS, ...READER_REPLAYS, ...FAULT_REPLAYS } as const;
export type OpKind = keyof typeof REPLAYS | StateKind | MemoryKind;
/** The place of a kind is its number in the log. */
const KINDS = [...Object.keys(REPLAYS), ...STATE_KINDS, ...MEMORY_KINDS] as readonly OpKind[];

/** Calls that leave every tree as it is. */
const READS: ReadonlySet<string> = new Set([
  'load',
  'gap-bottom',
  'gap-top',
  'mm-base',
  'mm-limit',
  ...Object.keys(READER_REPLAYS),
  ...Object.keys(FAULT_REPLAYS),
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
  /** One of the words of call k, from 0; what each means, the files of the calls say. */
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
  const replay = (k: number, machine: Machine): Outcome | null =>
    replayCall(KINDS[kinds[k]!]!, machine, trees[k] as Subject, (which) => word(k, which), stores);
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

function replayCall(kind: OpKind, ...[machine, subject, word, stores]: Parameters<Replay>): Outcome | null {
  if (kind in REPLAYS) return REPLAYS[kind as keyof typeof REPLAYS](machine, subject, word, stores);
  if (isStateKind(kind)) return replayState(kind, subject, word, machine);
  return replayMemory(kind as MemoryKind, subject, word, machine);
}

function grown<A extends { set(from: A): void }>(from: A, to: A): A {
  to.set(from);
  return to;
}

/** Data that accompany a recorded call. */
export interface Watch {
  /** Called when an outcome is there. */
  readonly after: (outcome: Outcome) => void;
  /** Called when a state is saved: gives what is to be called when it is brought back. */
  readonly saved: () => () => void;
}

/**
 * The machine, recording every call that changes something. A restore removes the calls after the saved point from the
 * log.
 */
export function recordingMachine(machine: Machine, log: OpLog, { after, saved }: Watch): Machine {
  const noted: Noted = (outcome) => {
    after(outcome);
    return outcome;
  };
  return {
    ...machine,
    ...recordingTrees(machine, log, noted),
    ...recordingReaders(machine, log.add, noted),
    ...recordingFaults(machine, log.add),
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
  };
}
