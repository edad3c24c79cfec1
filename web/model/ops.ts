// SPDX-License-Identifier: GPL-2.0-or-later
//
// The traits of each operation. Sets of operations anywhere else derive from this table.

/** A trait that is left out is false or absent. */
export interface OpTraits {
  /** The letter under its bar on the timeline, unless the type of its store has one. */
  readonly letter?: string;
  /** What the operation's name must refer to: a plain tree, an address space, a parked reader, a kept state. */
  readonly takes?: 'tree' | 'space' | 'reader' | 'state';
  /** Makes a new tree or address space. */
  readonly makes?: true;
  /** How many stores it makes: exactly one, or as many as needed. */
  readonly stores?: 'one' | 'many';
  /** Changes no tree. */
  readonly reads?: true;
  /** Makes no store and needs no node. */
  readonly needsNoNode?: true;
  /** Walks from node to node: iterations, readers, searches. */
  readonly walks?: true;
  /** Goes from higher to lower indexes. */
  readonly goesDown?: true;
  /** Looks for free indexes. */
  readonly searches?: true;
  /** One call on an address space, or several from a log. */
  readonly isCall?: true;
  /** Changes the flags of what is mapped and unmaps nothing. */
  readonly setsFlags?: true;
  /** Concerns an address space as a whole: its account reports the effect. */
  readonly hasAccount?: true;
  /** Copies, fills or frees a whole tree. */
  readonly isStructural?: true;
  /** Uses a kept state when a name stands in place of its index. */
  readonly goesByState?: true;
  /** Moves a kept state and does nothing else. */
  readonly placesState?: true;
  /** Also runs on a damaged tree. */
  readonly isForDamaged?: true;
  readonly hasNoResult?: true;
}

const CALL = { takes: 'space', stores: 'many', isCall: true } as const;
const WALK = { reads: true, needsNoNode: true, walks: true, goesByState: true } as const;
const SPACE = { hasAccount: true, hasNoResult: true } as const;
const PLACES = { letter: 's', reads: true, needsNoNode: true, placesState: true, hasNoResult: true } as const;

export const OPS = {
  tree: { letter: 't', makes: true },
  store: { takes: 'tree', stores: 'one', goesByState: true },
  insert: { takes: 'tree', stores: 'one' },
  prealloc: { takes: 'tree', stores: 'one' },
  erase: { takes: 'tree', stores: 'one' },
  load: { letter: 'l', reads: true, needsNoNode: true },
  bulk: { letter: 'B', takes: 'tree', stores: 'many', isStructural: true },
  dup: { letter: 'D', isStructural: true },
  destroy: { letter: 'X', takes: 'tree', isStructural: true, isForDamaged: true },
  corrupt: { letter: '%', takes: 'tree', needsNoNode: true, isForDamaged: true, hasNoResult: true },

  gap: { letter: 'g', reads: true, needsNoNode: true, walks: true, searches: true },
  alloc: { letter: 'A', takes: 'tree', stores: 'one', walks: true, searches: true },
  cyclic: { letter: 'c', takes: 'tree', stores: 'one', walks: true, searches: true },

  walk: { ...WALK, letter: 'w' },
  next: { ...WALK, letter: '>' },
  prev: { ...WALK, letter: '<', goesDown: true },
  find: { ...WALK, letter: 'f' },
  find_rev: { ...WALK, letter: 'f', goesDown: true },
  next_range: { ...WALK, letter: '>' },
  prev_range: { ...WALK, letter: '<', goesDown: true },

  read: { letter: '(', reads: true, needsNoNode: true, walks: true },
  resume: { letter: '~', takes: 'reader', reads: true, needsNoNode: true, walks: true },
  release: { letter: ')', takes: 'reader', reads: true, needsNoNode: true, isForDamaged: true, hasNoResult: true },

  state: PLACES,
  set: { ...PLACES, takes: 'state' },
  aim: { ...PLACES, takes: 'state' },
  reset: { ...PLACES, takes: 'state' },
  pause: PLACES,
  prepare: { takes: 'state', reads: true },
  search: { letter: 'g', takes: 'state', reads: true, needsNoNode: true, walks: true, searches: true },

  mm: { ...SPACE, makes: true },
  maps: { makes: true, stores: 'one' },
  trace: { stores: 'many', isCall: true, makes: true },
  map: CALL,
  unmap: CALL,
  protect: { ...CALL, setsFlags: true },
  brk: CALL,
  touch: { ...CALL, ...SPACE },
  advise: { ...CALL, setsFlags: true },
  lockall: { ...CALL, setsFlags: true },
  remap: CALL,
  limit: CALL,
  fork: { ...SPACE, letter: 'F', takes: 'space', stores: 'many', isStructural: true },
  exit: { ...SPACE, letter: 'X', takes: 'space', isStructural: true },
  sweep: SPACE,
} as const satisfies Readonly<Record<string, OpTraits>>;

/** The operation of a step, as its report names it. */
export type Op = keyof typeof OPS;

export function traitsOf(op: Op): OpTraits {
  return OPS[op];
}

/** The operations that have a trait, in the order of the table. */
export function opsWith(has: (traits: OpTraits) => boolean): ReadonlySet<string> {
  return new Set(Object.entries<OpTraits>(OPS).flatMap(([op, traits]) => (has(traits) ? [op] : [])));
}
