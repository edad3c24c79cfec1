// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sentences for events of address spaces and forks, which name levels, sites and ways by number. Pure.

import { toHex } from '../../base/index64';
import { counted } from '../../base/text';
import { PAGE } from '../../model/memory';
import { errorName } from '../../model/status';
import { FORK_BY, FORK_UNDO, SITES } from '../../model/generated/enums';
import { type EventName } from '../generated/tables';

/** The fields of an event that these kinds use. */
export interface MemoryEvent {
  readonly slot: number;
  readonly count: number;
  readonly a: bigint;
  readonly b: bigint;
}

const LEVELS: readonly string[] = ['top', 'PTE', 'PMD', 'PUD'];
const LEVEL_BYTES: readonly string[] = ['256 TiB', '2 MiB', '1 GiB', '512 GiB'];

// As a limit, 0 stands for the top.
const limit = (at: bigint): string => (at === 0n ? 'the top' : toHex(at));
const range = ({ a, b }: MemoryEvent): string => `${toHex(a)} to ${toHex(b)}`;
const pages = (count: number): string => counted(count, 'page');
const extent = (event: MemoryEvent): string => `${range(event)}, ${pages(Number((event.b - event.a + 1n) / PAGE))}`;
const ofChild = (own: number): string =>
  `${own === 0 ? 'no VMA' : counted(own, 'VMA')} of the child ${own === 0 ? 'is' : are(own)}`;
const NOT_TOLD = (what: string): string =>
  `Policies, anon_vmas, chain elements and file references have no event of their own when they are ${what}: the account counts them.`;
const are = (count: number): string => (count === 1 ? 'is' : 'are');

/** What a write does with a page that is present, by what was there. */
export const WRITTEN: readonly ((count: number) => string)[] = [
  (count) =>
    count === 1
      ? 'was the zero page, and is a page of its own now'
      : 'were the zero page, and are pages of their own now',
  (count) =>
    count === 1
      ? 'was that of the file, and is a copy of its own now'
      : 'were those of the file, and are copies of their own now',
  (count) => `${are(count)} writable now`,
  (count) => `${are(count)} dirty now`,
];

/** `own`: VMAs of the child that were put into its tree before; null if that is not known. */
export const MEMORY_TEXTS: Partial<Record<EventName, (event: MemoryEvent, own: number | null) => string>> = {
  vma_made: (event) => `VMA ${event.count} is made for ${range(event)}.`,
  vma_changed: (event) => `VMA ${event.count} covers ${range(event)} now, or has other flags.`,
  vma_freed: (event) => `VMA ${event.count}, ${range(event)}, is freed.`,
  charged: ({ count }) => `${pages(count)} ${are(count)} charged to the commit account.`,
  uncharged: ({ count }) => `${pages(count)} ${are(count)} given back to the commit account.`,
  mapped_page: (event) =>
    `${pages(event.count)} of ${range(event)} ${event.count === 1 ? 'becomes' : 'become'} present${event.slot === 0 ? ': the zero page, which is counted nowhere' : ''}.`,
  pages_written: (event) =>
    `${pages(event.count)} of ${range(event)} ${WRITTEN[event.slot]?.(event.count) ?? 'changed'}.`,
  anon_obtained: ({ slot, count, a, b }) =>
    `VMA ${count} gets ${slot === 1 ? `anon_vma ${a}, that of a neighbour` : `an anon_vma of its own, number ${a}`}, and ${counted(Number(b), 'chain element')}.`,
  pages_unmapped: (event) => `${pages(event.count)} of ${range(event)} ${are(event.count)} no longer present.`,
  pages_protected: (event) => `${pages(event.count)} of ${range(event)} ${are(event.count)} no longer writable.`,
  pages_moved: ({ count, a, b }) =>
    `${pages(count)} ${count === 1 ? 'moves' : 'move'} from ${toHex(a)} to ${toHex(b)}.`,
  pages_copied: (event) =>
    `${counted(event.count, 'page-table entry', 'page-table entries')} of ${range(event)} ${are(event.count)} copied for the child.`,
  table_made: ({ count, a }) =>
    `A ${LEVELS[count] ?? ''} table is made: it maps ${LEVEL_BYTES[count] ?? ''} from ${toHex(a)} on.`,
  table_freed: ({ count, a }) =>
    `The ${LEVELS[count] ?? ''} table that maps ${LEVEL_BYTES[count] ?? ''} from ${toHex(a)} on is freed.`,
  free_range: ({ a, b }) => `Page tables from ${toHex(a)} up to ${limit(b)} are about to be freed.`,
  free_limits: ({ a, b }) =>
    a === 0n && b === 0n
      ? 'No neighbour needs any of these tables: all of them go.'
      : `Tables that reach ${[...(a === 0n ? [] : [`below ${toHex(a)}`]), ...(b === 0n ? [] : [`beyond ${toHex(b)}`])].join(' or ')} stay.`,
  fork_begins: ({ count, a, b }) =>
    `The fork begins, by ${FORK_BY[count] ?? ''}${count === 0 ? `; undone by ${FORK_UNDO[Number(a)] ?? ''} if it fails${b === 0n ? '' : ', with the wrong ceiling'}` : ''}. ${NOT_TOLD('obtained')}`,
  fork_vma: (event) => `VMA ${event.count} of the parent is next: ${extent(event)}.`,
  vma_in: (event, own) =>
    `VMA ${event.count} of the child is in its tree: ${extent(event)}${own === null ? '' : `; ${counted(own + 1, 'VMA')} so far`}.`,
  vma_skipped: (event) => `VMA ${event.count} of the parent is left out (DONTCOPY): ${extent(event)}.`,
  marker_set: (event, own) =>
    `The zero entry is in place of VMA ${event.count} of the parent: ${extent(event)}${own === null ? '' : `; ${ofChild(own)} before it`}.`,
  fork_failed: ({ count, a, b }, own) =>
    `The fork fails at F${count} with ${errorName(-Number(b)) ?? 'no error'}${a === 0n ? '' : `, at VMA ${a} of the parent`}${own === null ? '' : `; ${ofChild(own)} in its tree`}.`,
  undo_begins: ({ count, a, b }, own) =>
    count !== 0 && a === 0n
      ? `The undo begins: VMA ${count} of the parent begins at 0, so that no VMA is before it; the tree goes as it is.`
      : `The undo begins: ${own === null ? 'the child’s VMAs' : `${counted(own, 'VMA')} of the child`} up to ${limit(a)}${count === 0 ? '' : `, where VMA ${count} of the parent begins`}, and page tables up to ${limit(b)}.`,
  exit_begins: ({ count }) => `The exit begins: map_count is ${count}. ${NOT_TOLD('given back')}`,
  exit_ends: ({ count, a, b }) =>
    `The exit ends: in all ${counted(count, 'VMA')} removed, ${pages(Number(b))} given back to the commit account, ${counted(Number(a), 'page table')} left.`,
};

/** `pass`: counted within the step. */
export function siteText({ slot, a }: Pick<MemoryEvent, 'slot' | 'a'>, pass: number): string {
  return `Pass ${pass} of the failure site ${SITES[slot] ?? ''} in this step is made to fail${a === 0n ? '' : `, at VMA ${a} of the parent`}.`;
}
