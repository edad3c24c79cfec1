// SPDX-License-Identifier: GPL-2.0-or-later
//
// A fork or an exit while it is made again for a scene: the child half-done, the record, the account. The worker's
// side. fork-scene.ts makes of it what is shown.

import type { TreeHandle } from '../../model/machine';
import type { PageTable, VmaRecord } from '../../model/memory';
import type { Vma } from '../../model/vma';
import type { RawTree } from '../core/heap';
import type { EngineMachine } from '../core/machine';
import type { WireFork, WireSpace } from '../decode/wire';

export interface Capture {
  /** Called before the calls of the step are made again. */
  readonly begin: () => void;
  /** Called after them. */
  readonly end: () => void;
  /** Called after each fork or exit among them. */
  readonly take: () => void;
  /** Null as long as nothing was taken. */
  readonly fork: () => WireFork | null;
}

export interface CaptureOptions {
  readonly machine: EngineMachine;
  readonly read: (tree: TreeHandle) => RawTree;
  readonly names: { readonly parent: string | null; readonly child: string };
  /** The VMAs of the parent before the step; of an exit those of the address space. */
  readonly vmas: readonly Vma[];
  /** Of an exit: what is torn down. */
  readonly exits: TreeHandle | null;
}

export function captureFork({ machine, read, names, vmas, exits }: CaptureOptions): Capture {
  let space: WireSpace | null = null;
  let taken: WireFork | null = null;
  const look = (mm: TreeHandle): WireSpace => {
    const { entries } = machine.facts(mm);
    const records = machine.mmVmas(mm);
    return {
      raw: read(mm),
      entries,
      vmas: asVmas(records, vmas),
      tables: machine.mmTables(mm),
      facts: machine.mmFacts(mm),
    };
  };
  return {
    begin: () => {
      if (exits !== null) space = look(exits);
      machine.onHalfway((child) => {
        space = child === null || machine.lastFork().record.error === null ? null : look(child);
      });
    },
    end: () => machine.onHalfway(null),
    take: () => {
      const { record, balance, tablesLeft } = machine.lastFork();
      taken = {
        record: names.parent === null ? null : record,
        ...names,
        balance,
        partial: space,
        tablesLeft: leftOf(record.error !== null, tablesLeft),
      };
    },
    fork: () => taken,
  };
}

function leftOf(failed: boolean, tables: readonly PageTable[]): readonly PageTable[] {
  return failed ? tables : [];
}

// Permissions, offsets and paths are the parent's: a fork changes none of them, nor any range. Both lists ascend.
function asVmas(records: readonly VmaRecord[], parents: readonly Vma[]): Vma[] {
  const byFirst = new Map(parents.map((vma) => [vma.first, vma]));
  return records.flatMap(({ number, first, last }) => {
    const vma = byFirst.get(first);
    return vma === undefined ? [] : [{ number, first, last, offset: vma.offset, perms: vma.perms, path: vma.path }];
  });
}
