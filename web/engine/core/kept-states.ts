// SPDX-License-Identifier: GPL-2.0-or-later
//
// Kept states over the core's exports: the calls, and how they are written down and made again.

import { index, type Index } from '../../base/index64';
import type { Machine, Move, Outcome, TreeHandle, Visit } from '../../model/machine';
import { STATE_CHANGES, type StateFields, type StateHandle, type StateMachine } from '../../model/states';
import { STATE_STATUSES, STORE_TYPES, type StoreType } from '../../model/status';
import type { StateCall } from '../../model/call-record';
import { MOVES } from '../../model/generated/enums';
import { STATE } from '../generated/tables';
import type { Core } from './wasm';
import { idAt } from './ids';
import { always, type Tell } from './outcome';
import { moves } from './readers';
import { mustBeSame, type Noted, type Words, type Write } from './logged-call';

export function stateCallsOver(core: Core, tellOf: Tell): StateMachine {
  const { calls } = core;
  const tell = (visits: readonly Visit[] | null): Outcome => tellOf({ found: always, visits });
  return {
    openState: (tree) => {
      const handle = calls.mpl_state_open(tree);
      return { state: handle > 0 ? (handle as StateHandle) : null, outcome: tell(null) };
    },
    closeState: (state) => {
      calls.mpl_state_close(state);
      return tell(null);
    },
    setState: (state, how, first, last) => {
      calls.mpl_state_set(state, STATE_CHANGES.indexOf(how), first, last);
      return tell(null);
    },
    moveState: (state, move, limit, count) =>
      tell(calls.mpl_state_resume(state) === 0 ? moves(core, move, limit, count) : []),
    prepareState: (state, word) => {
      calls.mpl_state_prepare(state, word);
      return tell(null);
    },
    storeState: (state, word, prepared) => {
      calls.mpl_state_store(state, word, prepared ? 1 : 0);
      return tell(null);
    },
    searchState: (state, min, max, size, from) => {
      calls.mpl_state_search(state, min, max, size, from === 'top' ? 1 : 0);
      return tell(null);
    },
    stateFields: (state) => readFields(core, state),
    heldByStates: () => calls.mpl_states_held() >>> 0,
  };
}

function readFields(core: Core, state: StateHandle): StateFields {
  const at = core.calls.mpl_state_info(state);
  if (at === 0) throw new Error(`no state has handle ${state}`);
  const view = core.view();
  const u32 = (field: number): number => view.getUint32(at + field, true);
  const i32 = (field: number): number => view.getInt32(at + field, true);
  const u64 = (field: number): Index => index(view.getBigUint64(at + field, true));
  const realEnd = i32(STATE.realEnd);
  const type = STORE_TYPES[i32(STATE.storeType)];
  return {
    tree: u32(STATE.tree) as TreeHandle,
    index: u64(STATE.index),
    last: u64(STATE.last),
    status: STATE_STATUSES[i32(STATE.status)] ?? 'error',
    node: idAt(view, at + STATE.node),
    inner: u32(STATE.inner) !== 0,
    offset: u32(STATE.offset),
    end: u32(STATE.end),
    realEnd: realEnd < 0 ? null : realEnd,
    min: u64(STATE.min),
    max: u64(STATE.max),
    held: u32(STATE.held),
    storeType: type === undefined || type === 'invalid' ? null : (type satisfies StoreType),
    gone: u32(STATE.gone) !== 0,
    lost: u32(STATE.lost) !== 0,
  };
}

/** The calls of states in the log. Their subject is the tree, their first word the state. */
export const STATE_KINDS = [
  'state-open',
  'state-close',
  'state-set',
  'state-move',
  'state-prepare',
  'state-store',
  'state-store-prepared',
  'state-search',
  'state-search-top',
] as const;
export type StateKind = (typeof STATE_KINDS)[number];

/** Those that leave the tree as it is. */
export const STATE_READS: readonly StateKind[] = STATE_KINDS.filter(
  (kind) => kind !== 'state-store' && kind !== 'state-store-prepared',
);

export function isStateKind(kind: string): kind is StateKind {
  return (STATE_KINDS as readonly string[]).includes(kind);
}

/** The calls, each written down. */
export function recordingStates(
  machine: Machine,
  add: Write<StateKind>,
  noted: Noted,
): Omit<StateMachine, 'stateFields' | 'heldByStates'> {
  const treeOf = (state: StateHandle): TreeHandle => machine.stateFields(state).tree;
  return {
    openState: (tree) => {
      const opened = machine.openState(tree);
      add('state-open', tree, BigInt(opened.state ?? 0));
      return { ...opened, outcome: noted(opened.outcome) };
    },
    closeState: (state) => {
      add('state-close', treeOf(state), BigInt(state));
      return noted(machine.closeState(state));
    },
    setState: (state, how, first, last) => {
      add('state-set', treeOf(state), BigInt(state), first, last, BigInt(STATE_CHANGES.indexOf(how)));
      return noted(machine.setState(state, how, first, last));
    },
    moveState: (state, move, limit, count) => {
      add('state-move', treeOf(state), BigInt(state), BigInt(MOVES.indexOf(move)), limit, BigInt(count));
      return noted(machine.moveState(state, move, limit, count));
    },
    prepareState: (state, word) => {
      add('state-prepare', treeOf(state), BigInt(state), word);
      return noted(machine.prepareState(state, word));
    },
    storeState: (state, word, prepared) => {
      add(prepared ? 'state-store-prepared' : 'state-store', treeOf(state), BigInt(state), word);
      return noted(machine.storeState(state, word, prepared));
    },
    searchState: (state, min, max, size, from) => {
      add(from === 'top' ? 'state-search-top' : 'state-search', treeOf(state), BigInt(state), min, max, size);
      return noted(machine.searchState(state, min, max, size, from));
    },
  };
}

/** A call in its own words; `word` gives those of the log. */
export function stateCallOf(kind: StateKind, word: Words): StateCall {
  switch (kind) {
    case 'state-open':
      return { what: 'open' };
    case 'state-close':
      return { what: 'close' };
    case 'state-set': {
      const what = STATE_CHANGES[Number(word(3))] ?? 'set';
      return what === 'set' || what === 'aim' ? { what, first: word(1), last: word(2) } : { what };
    }
    case 'state-move':
      return { what: 'move', move: MOVES[Number(word(1))] as Move, limit: word(2), count: Number(word(3)) };
    case 'state-prepare':
      return { what: 'prepare', word: word(1) };
    case 'state-store':
    case 'state-store-prepared':
      return { what: kind === 'state-store' ? 'store' : 'store-prepared', word: word(1) };
    case 'state-search':
    case 'state-search-top':
      return { what: 'search', min: word(1), max: word(2), size: word(3), top: kind === 'state-search-top' };
  }
}

/** Makes a call again. */
export function replayState(kind: StateKind, tree: TreeHandle, word: Words, machine: Machine): Outcome {
  const state = Number(word(0)) as StateHandle;
  switch (kind) {
    case 'state-open': {
      const opened = machine.openState(tree);
      mustBeSame('state', opened.state, state);
      return opened.outcome;
    }
    case 'state-close':
      return machine.closeState(state);
    case 'state-set':
      return machine.setState(state, STATE_CHANGES[Number(word(3))] ?? 'set', word(1), word(2));
    case 'state-move':
      return machine.moveState(state, MOVES[Number(word(1))] as Move, word(2), Number(word(3)));
    case 'state-prepare':
      return machine.prepareState(state, word(1));
    case 'state-store':
    case 'state-store-prepared':
      return machine.storeState(state, word(1), kind === 'state-store-prepared');
    case 'state-search':
    case 'state-search-top':
      return machine.searchState(state, word(1), word(2), word(3), kind === 'state-search-top' ? 'top' : 'bottom');
  }
}
