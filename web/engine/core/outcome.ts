// SPDX-License-Identifier: GPL-2.0-or-later
//
// The record of the last operation as an Outcome.

import { index, type Index } from '../../base/index64';
import type { Outcome, Visit } from '../../model/outcome';
import { errorName, STORE_TYPES, type StoreType } from '../../model/status';
import { REQUEST_MARKS, STEP } from '../generated/tables';
import type { Core } from './wasm';

export interface Requests {
  readonly sizes: readonly number[];
  readonly rk: string;
  readonly granted: number;
}

/** How an operation's record is to be read. */
export interface Meaning {
  /** Whether the range in the record is one to be shown; asked only if there was no error. */
  readonly found: (value: Index) => boolean;
  /**
   * Whether stores are counted by type: always in a bulk load and a fork, in calls on memory if there is more than one.
   */
  readonly counted?: 'no' | 'bulk' | 'calls' | 'fork';
  readonly visits?: readonly Visit[] | null;
}

/** The outcome of the last operation. */
export type Tell = (meaning: Meaning) => Outcome;

export const always = (): boolean => true;
export const never = (): boolean => false;

export interface OutcomeReader {
  readonly requests: () => Requests;
  readonly outcome: Tell;
}

// Most operations ask for nothing; they share this.
const NONE: Requests = { sizes: [], rk: '', granted: 0 };

export function outcomeReader(core: Core): OutcomeReader {
  const { calls } = core;
  const i32 = (at: number): number => core.view().getInt32(at, true);
  const u32 = (at: number): number => core.view().getUint32(at, true);
  const u64 = (at: number): Index => index(core.view().getBigUint64(at, true));

  const requests = (): Requests => {
    const kept = calls.mpl_requests_kept();
    if (kept === 0) return NONE;
    const log = calls.mpl_requests();
    const sizes: number[] = [];
    let rk = '';
    let granted = 0;
    for (let k = 0; k < kept; k++) {
      const word = u32(log + 4 * k);
      const size = word % REQUEST_MARKS.BULK;
      const refused = word >= REQUEST_MARKS.REFUSED;
      const letter = (word & REQUEST_MARKS.BULK) !== 0 ? 'b' : 's';
      sizes.push(size);
      rk += refused ? letter.toUpperCase() : letter;
      if (!refused) granted += size;
    }
    return { sizes, rk, granted };
  };

  // A call on an address space may keep what it had changed before its error. There the tree is in RCU mode: what is
  // freed at once had been granted and was not used.
  const usedBefore = (at: number, granted: number): number =>
    i32(at + STEP.ret) !== 0 && u64(at + STEP.keptTo) !== 0n
      ? granted - (u32(at + STEP.freed) - u32(at + STEP.deferred))
      : u32(at + STEP.used);

  const outcome = ({ found, counted = 'no', visits = null }: Meaning): Outcome => {
    const at = calls.mpl_record();
    const error = errorName(i32(at + STEP.ret));
    const value = u64(at + STEP.value);
    const asked = requests();
    const counts = counted === 'no' ? {} : storeCounts(core, at + STEP.storeCounts);
    // Of many decisions the record has the last one.
    const many = counted === 'bulk' || counted === 'fork' || sum(counts) > 1;
    const orNull = (field: number): number | null => (many || i32(at + field) < 0 ? null : i32(at + field));
    return {
      error,
      value,
      at: error === null && found(value) ? { index: u64(at + STEP.index), last: u64(at + STEP.last) } : null,
      storeType: many ? null : storeType(i32(at + STEP.storeType)),
      vh: orNull(STEP.vacantHeight),
      sh: orNull(STEP.sufficientHeight),
      pre: orNull(STEP.pre),
      preVacancy: orNull(STEP.preVacancy),
      preWhole: orNull(STEP.preWhole),
      // A bulk load replaces nodes that it has made itself; of an empty tree all that is granted and not freed stays.
      used: counted === 'bulk' && error === null ? asked.granted - u32(at + STEP.freed) : usedBefore(at, asked.granted),
      requests: asked.sizes,
      rk: asked.rk,
      freed: u32(at + STEP.freed),
      deferred: u32(at + STEP.deferred),
      live: u32(at + STEP.live),
      reserved: u32(at + STEP.reserved),
      copied: u32(at + STEP.copied),
      height: u32(at + STEP.height),
      storeCounts: many ? counts : null,
      visits,
      wrapped: false,
      keptTo: u64(at + STEP.keptTo),
    };
  };
  return { requests, outcome };
}

function storeType(number: number): StoreType | null {
  const name = STORE_TYPES[number];
  return name === undefined || name === 'invalid' ? null : name;
}

function storeCounts(core: Core, at: number): Partial<Record<StoreType, number>> {
  const counts: Partial<Record<StoreType, number>> = {};
  STORE_TYPES.forEach((name, k) => {
    const count = core.view().getUint32(at + 4 * k, true);
    if (name !== 'invalid' && count > 0) counts[name] = count;
  });
  return counts;
}

function sum(counts: Partial<Record<StoreType, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
