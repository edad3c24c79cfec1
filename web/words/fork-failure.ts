// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about a failed fork: at which failure point it failed (rule "failure points"), how it was undone, and
// what the caller of fork() sees. Pure.

import { toHex } from '../base/index64';
import { counted, elidedPath } from '../base/text';
import type { ForkRecord } from '../model/memory';
import { reason, reasons, type Reason } from '../model/reason';
import type { Vma } from '../model/vma';
import { pointCause, pointName } from './failure-points';

/** The failure, the undo, and what the caller of fork() sees. */
export function failedForkReasons(record: ForkRecord, child: string, parent: readonly Vma[]): readonly Reason[] {
  const name = (number: number): string => vmaText(number, parent);
  const inside =
    record.error === null || record.error === 'ENOMEM' ? '' : ` (inside the kernel the error was ${record.error})`;
  const idle = record.wrongCeiling && record.undo !== 'range';
  const variant = idle
    ? '`ceiling wrong` has an effect only with `undo range`'
    : record.tablesLeft > 0
      ? '`ceiling wrong` brings back a bug of an early version; Linux 6.16 uses a marker instead'
      : '';
  return reasons(
    reason('failed', failureText(record, name)),
    reason('undone', undoneText(record, name)),
    `the caller of fork() sees ENOMEM${inside}; \`${child}\` does not exist`,
    variant,
  );
}

function failureText({ point, by, at }: ForkRecord, name: (number: number) => string): string {
  if (point === null) return 'this playground has no room for another address space';
  const where = at === 0 ? '' : ` for ${name(at)}`;
  // Of a page table that is refused while pages are copied.
  const copied = point === 'F11' ? '; the copy of this VMA is in the child already' : '';
  return `${pointName(point, by)}, failed${where}: ${pointCause(point)}${copied}`;
}

function undoneText(record: ForkRecord, name: (number: number) => string): string {
  if (['F1', 'F2', 'F3'].includes(record.point ?? '')) return 'there was nothing to undo: the child had no VMA yet';
  const removed = counted(record.removed, 'VMA');
  if (record.by !== 'dup') return `the exit path removed ${removed}: the child held only its own`;
  return record.undo === 'marker' ? byMarker(record, removed, name) : byRange(record, removed, name);
}

function byMarker({ endVma, at }: ForkRecord, removed: string, name: (number: number) => string): string {
  const exit = `the exit path removed ${removed}`;
  if (endVma === 0) return `${exit}; no marker was needed, since all VMAs were the child’s own`;
  // The VMA that failed has been named with its address and path.
  const place = endVma === at ? `VMA ${at}` : name(endVma);
  return `${exit} and stopped at the marker in the place of ${place}; the VMAs after it are the parent’s`;
}

function byRange(record: ForkRecord, removed: string, name: (number: number) => string): string {
  if (startsAtZero(record))
    return (
      `the undo (undo_dup_mmap) had nothing to walk: ${name(record.endVma)}, the first VMA that was not duplicated, ` +
      'starts at address 0; the tree was destroyed, and no page table was checked'
    );
  // The VMA that failed has been named with its address and path.
  const where = record.endVma === record.at ? `VMA ${record.at}` : name(record.endVma);
  const end = record.endVma === 0 ? 'the whole tree' : `the tree up to ${where}`;
  const ceiling = record.ceiling === 0n ? 'the top' : `there, rounded down to ${toHex(tableStart(record.ceiling))}`;
  const bytes = (record.tablesLeft * 4096).toLocaleString('en-US');
  const left =
    record.tablesLeft === 0
      ? ''
      : `, which leaves ${counted(record.tablesLeft, 'page table')} behind (${bytes} bytes of pgtables_bytes)`;
  return `the undo (undo_dup_mmap) walked ${end}: it removed ${removed} and freed page tables up to ${ceiling}${left}`;
}

const PTE_BYTES = 2n << 20n;

function tableStart(at: bigint): bigint {
  return at - (at % PTE_BYTES);
}

// A limit of 0 is no limit at all, unless a VMA begins there: then nothing is before it.
function startsAtZero({ endVma, treeEnd }: ForkRecord): boolean {
  return endVma !== 0 && treeEnd === 0n;
}

function vmaText(number: number, parent: readonly Vma[]): string {
  const vma = parent.find((one) => one.number === number);
  if (vma === undefined) return `VMA ${number}`;
  return `VMA ${number} (${toHex(vma.first)}${vma.path === '' ? '' : ` ${elidedPath(vma.path)}`})`;
}
