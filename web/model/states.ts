// SPDX-License-Identifier: GPL-2.0-or-later
//
// States that a scenario keeps: the calls of a core that move, prepare and store through them, and what each of them
// believes.

import type { Index } from '../base/index64';
import type { MOVES } from './generated/enums';
import type { Outcome, TreeHandle } from './outcome';
import type { StateStatus, StoreType } from './status';

/** A kept state inside the core: a small number, used again after `closeState`. */
export type StateHandle = number & { readonly __state: unique symbol };

/** How `setState` changes one: `mas_set_range`, the range alone, `mas_reset`, `mas_pause`. */
export const STATE_CHANGES = ['set', 'aim', 'reset', 'pause'] as const;
export type StateChange = (typeof STATE_CHANGES)[number];

/** The fields of a state, and beside them what is true of its node. */
export interface StateFields {
  readonly tree: TreeHandle;
  readonly index: Index;
  readonly last: Index;
  readonly status: StateStatus;
  /** Id of the node it stands on, 0 for none; `inner`: no leaf. */
  readonly node: number;
  readonly inner: boolean;
  readonly offset: number;
  /** The stored field, and the node's own last slot; the latter null where it stands on no node that is there. */
  readonly end: number;
  readonly realEnd: number | null;
  /** The range that the node covers, as the state knows it. */
  readonly min: Index;
  readonly max: Index;
  /** Nodes it holds in reserve, and for which kind of store (of its last decision). */
  readonly held: number;
  readonly storeType: StoreType | null;
  /** Its node was replaced or freed since. */
  readonly gone: boolean;
  /** When it was last used, its node was gone, and it walked from the root. */
  readonly lost: boolean;
}

/** One call of an iterator on a state: `mas_` and this name. */
export type Move = Exclude<(typeof MOVES)[number], 'pause' | 'reset' | 'set'>;

export interface StateMachine {
  /** A state at index 0 that is not yet in the tree. Null with ENOMEM: there is no room for another. */
  openState(tree: TreeHandle): { readonly state: StateHandle | null; readonly outcome: Outcome };
  /** Gives back what it holds. `destroy` and `spaceExit` do so to all states of their tree. */
  closeState(state: StateHandle): Outcome;
  setState(state: StateHandle, how: StateChange, first: Index, last: Index): Outcome;
  /** Moves as `iterate` does, from where the state stands, and leaves it where it ended. */
  moveState(state: StateHandle, move: Move, limit: Index, count: number): Outcome;
  /** `mas_preallocate` for its range: `reserved` are the nodes it holds then. */
  prepareState(state: StateHandle, word: Index): Outcome;
  /** Stores over its range: what was prepared (`mas_store_prealloc`), or at once (`mas_store_gfp`). */
  storeState(state: StateHandle, word: Index, prepared: boolean): Outcome;
  /** `mas_empty_area` from where it stands: a search that continues. */
  searchState(state: StateHandle, min: Index, max: Index, size: Index, from: 'bottom' | 'top'): Outcome;
  stateFields(state: StateHandle): StateFields;
  /** Nodes that all states hold; `live()` counts them. */
  heldByStates(): number;
}
