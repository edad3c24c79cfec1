// SPDX-License-Identifier: GPL-2.0-or-later
//
// A failed fork in plain words: what was refused, at which of the failure points F1 to F12 (rule "failure points"), how
// it was undone, and what the caller of fork() sees.

import { reason, reasons, type Reason } from '../../model/reason';
import { toHex } from '../../base/index64';
import { counted } from '../../base/text';
import type { ForkRecord } from '../../model/memory';
import type { Vma } from '../../model/vma';

/** What was refused, by failure point, at the parent's VMA that was treated. */
const POINTS: Readonly<Record<string, (vma: string) => string>> = {
  F1: () => 'the child’s address space itself was refused',
  F2: () => 'a fatal signal came while fork waited for the parent’s lock',
  F3: () => 'a request for nodes of the child’s tree was refused',
  F4: (vma) => `taking ${vma} out of the copied tree (dontfork) needed nodes, and the request was refused`,
  F5: (vma) => `a fatal signal was pending when ${vma} had its turn`,
  F6: (vma) => `the commit account refused the pages of ${vma}`,
  F7: (vma) => `the VMA object for the copy of ${vma} was refused`,
  F8: (vma) => `the copy of the memory policy of ${vma} was refused`,
  F9: (vma) => `the userfaultfd context for the copy of ${vma} was refused`,
  F10: (vma) => `an anon_vma or an element of its chain was refused for the copy of ${vma}`,
  F11: (vma) =>
    `a page-table page was refused while the pages of ${vma} were copied, whose copy is in the child already`,
  F12: () => 'the architecture’s hook refused, after the last VMA',
};

// By `stores`, each VMA asks for its own nodes.
const storeRefused = (vma: string): string => `storing the copy of ${vma} needed nodes, and the request was refused`;

/** The refusal, the undo, and what the caller of fork() sees. */
export function failedForkReasons(record: ForkRecord, child: string, parent: readonly Vma[]): readonly Reason[] {
  const name = (number: number): string => vmaText(number, parent);
  const { point } = record;
  const refused =
    point === 'F4' && record.by === 'stores'
      ? storeRefused
      : ((point === null ? undefined : POINTS[point]) ?? (() => 'something was refused'));
  const what = point === null ? 'the core has no room for it' : `${point}: ${refused(name(record.at))}`;
  const inside =
    record.error === null || record.error === 'ENOMEM' ? '' : ` (inside the kernel it was ${record.error})`;
  const idle = record.wrongCeiling && record.undo !== 'range' ? '`ceiling wrong` matters with `undo range` only' : '';
  const seen = `the caller of fork() sees ENOMEM${inside}; \`${child}\` does not exist`;
  return reasons(reason('failed', what), reason('undone', undoneText(record, name)), seen, idle);
}

function undoneText(record: ForkRecord, name: (number: number) => string): string {
  if (['F1', 'F2', 'F3'].includes(record.point ?? '')) return 'there was nothing to undo: no VMA was in the child yet';
  const removed = counted(record.removed, 'VMA');
  if (record.by !== 'dup') return `the child held its own VMAs only: the exit path removed ${removed}`;
  if (record.undo === 'marker') {
    const place = record.endVma === record.at ? 'its place' : `the place of ${name(record.endVma)}`;
    const where =
      record.endVma === 0
        ? 'no marker was needed, since all VMAs are the child’s own'
        : `the marker stands in ${place}, where the parent’s VMA is still`;
    return `${where}: the exit path removed ${removed}`;
  }
  if (startsAtZero(record))
    return (
      `undo_dup_mmap had nothing to walk: ${name(record.endVma)}, the first that was not ` +
      'duplicated, begins at address 0; the tree was destroyed, and no page table looked at'
    );
  const end =
    record.endVma === 0
      ? 'all of the tree'
      : `the tree up to ${toHex(record.treeEnd)}, where ${name(record.endVma)} begins`;
  const ceiling = record.ceiling === 0n ? 'the top' : toHex(record.ceiling);
  const left =
    record.tablesLeft === 0
      ? ''
      : `, which leaves ${counted(record.tablesLeft, 'table')} ` +
        `(${record.tablesLeft * 4096} bytes of pgtables_bytes) behind`;
  return `undo_dup_mmap walked ${end}: removed ${removed}, freed page tables up to ${ceiling}${left}`;
}

// A limit of 0 is no limit at all, unless a VMA begins there: then nothing is before it.
function startsAtZero({ endVma, treeEnd }: ForkRecord): boolean {
  return endVma !== 0 && treeEnd === 0n;
}

function vmaText(number: number, parent: readonly Vma[]): string {
  const vma = parent.find((one) => one.number === number);
  if (vma === undefined) return `VMA ${number}`;
  return `VMA ${number} (${toHex(vma.first)}${vma.path === '' ? '' : ` ${vma.path}`})`;
}
