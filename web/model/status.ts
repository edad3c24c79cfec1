// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names of results and decisions, spelled as the golden vectors spell them.

/** Why an operation was refused. ERETRY is ours: the bound on endless retry. EFAULT: touch; EINTR: a fork that a signal ended; EPERM: sealed memory; EAGAIN: a limit on locked memory. */
export type ErrorName = 'EPERM' | 'EINTR' | 'EAGAIN' | 'ENOMEM' | 'EFAULT' | 'EBUSY' | 'EEXIST' | 'EINVAL' | 'ERETRY';

const ERRORS: ReadonlyMap<number, ErrorName> = new Map([
  [-1, 'EPERM'],
  [-4, 'EINTR'],
  [-11, 'EAGAIN'],
  [-12, 'ENOMEM'],
  [-14, 'EFAULT'],
  [-16, 'EBUSY'],
  [-17, 'EEXIST'],
  [-22, 'EINVAL'],
  [-1000, 'ERETRY'],
]);

/** The name of a negative result code, null for 0. */
export function errorName(ret: number): ErrorName | null {
  if (ret >= 0) return null;
  const name = ERRORS.get(ret);
  if (name === undefined) throw new Error(`unknown result code ${ret}`);
  return name;
}

/** The decision taken before writing, in the order of `enum store_type`. */
export const STORE_TYPES = [
  'invalid',
  'new_root',
  'store_root',
  'exact_fit',
  'spanning_store',
  'split_store',
  'rebalance',
  'append',
  'node_store',
  'slot_store',
] as const;
export type StoreType = Exclude<(typeof STORE_TYPES)[number], 'invalid'>;

/** The status of a state, in the order of `enum maple_status`. */
export const STATE_STATUSES = ['active', 'start', 'root', 'none', 'pause', 'overflow', 'underflow', 'error'] as const;
export type StateStatus = (typeof STATE_STATUSES)[number];
