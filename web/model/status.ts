// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names of results and decisions, spelled as the golden vectors spell them.

import { ERRORS, STATE_STATUSES, STORE_TYPES } from './generated/enums';

export { STATE_STATUSES, STORE_TYPES };

/**
 * Why an operation was refused. ERETRY is ours: the bound on endless retry. EFAULT: touch; EINTR: a fork that a signal
 * ended; EPERM: sealed memory; EAGAIN: a limit on locked memory.
 */
export type ErrorName = keyof typeof ERRORS;

const NAMES = new Map(Object.entries(ERRORS).map(([name, code]) => [code as number, name as ErrorName]));

/** The name of a negative result code, null for 0. */
export function errorName(ret: number): ErrorName | null {
  if (ret >= 0) return null;
  const name = NAMES.get(ret);
  if (name === undefined) throw new Error(`unknown result code ${ret}`);
  return name;
}

/** The decision taken before writing, in the order of `enum store_type`. */
export type StoreType = Exclude<(typeof STORE_TYPES)[number], 'invalid'>;

/** The status of a state, in the order of `enum maple_status`. */
export type StateStatus = (typeof STATE_STATUSES)[number];
