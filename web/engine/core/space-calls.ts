// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls on address spaces, by name: those of a MemoryMachine but for what every run may need (armings, saved
// states, accounts), and what the engine asks besides.

import type { TreeHandle } from '../../model/machine';
import type { Balance, ForkRecord, MemoryMachine, PageTable } from '../../model/memory';
import type { SceneTree } from '../../model/run';

/** The record of the last fork or exit. */
export interface LastFork {
  /** Of an exit only its tables, VMAs and rules mean something. */
  readonly record: ForkRecord;
  readonly balance: Balance;
  /** Page tables that an undoing left behind, which nothing frees any more. */
  readonly tablesLeft: readonly PageTable[];
}

/** Calls that change an address space, which are written down. */
export const WRITTEN = [
  'createMm',
  'mmLoad',
  'mmMap',
  'mmMapAny',
  'mmUnmap',
  'mmProtect',
  'mmBrkAt',
  'mmBrk',
  'mmRemap',
  'mmTouch',
  'mmAdvise',
  'mmLockAll',
  'mmLimit',
  'mmExec',
  'mmSetBase',
  'fork',
  'exitMm',
] as const satisfies readonly (keyof MemoryMachine)[];
export const READ = ['mmFacts', 'mmVmas', 'mmTables', 'lastFork', 'heldBy', 'onHalfway'] as const;

export type WrittenCalls = Pick<MemoryMachine, (typeof WRITTEN)[number]>;

export interface SpaceCalls extends WrittenCalls, Pick<MemoryMachine, 'mmFacts' | 'mmVmas' | 'mmTables'> {
  /** The last fork or exit; nothing may have been called since but readers. */
  lastFork(): LastFork;
  /** The data of an address space. */
  heldBy(mm: TreeHandle): NonNullable<SceneTree['mm']>;
  /**
   * Called in every fork once it has succeeded or failed, before a failed one is undone; `child` null: there is none.
   */
  onHalfway(listener: ((child: TreeHandle | null) => void) | null): void;
}
