// SPDX-License-Identifier: GPL-2.0-or-later
//
// The form of every call in the log: a kind, a subject (tree, reader or 0) and 64-bit words.

import type { Index } from '../../base/index64';
import type { Machine, ReaderHandle, StoredRange, TreeHandle } from '../../model/machine';
import type { Outcome } from '../../model/outcome';

/** Writes a call down before it is made. */
export type Write<Kind extends string> = (kind: Kind, subject: number, ...words: readonly bigint[]) => void;

/** The subject of a call: its kind says which of the two. */
export type Subject = TreeHandle & ReaderHandle;

/** The words of one call in the log, from 0. */
export type Words = (which: number) => Index;

/** Hands an outcome on to those who watch the log. */
export type Noted = (outcome: Outcome) => Outcome;

/** Makes a call again: its outcome, null for a call that has none. `stores` gives bulk stores by place. */
export type Replay = (
  machine: Machine,
  subject: Subject,
  word: Words,
  stores: (from: number, count: number) => Iterable<StoredRange>,
) => Outcome | null;

export const bit = (on: boolean): bigint => (on ? 1n : 0n);

/** Throws where a replay made another handle than the run; null and 0 mean that none was made. */
export function mustBeSame(what: string, made: number | null, wanted: number | bigint): void {
  if ((made ?? 0) !== Number(wanted)) throw new Error(`replay made ${what} ${made ?? 'none'} instead of ${wanted}`);
}
