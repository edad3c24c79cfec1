// SPDX-License-Identifier: GPL-2.0-or-later
//
// A sentence for each event of address spaces and forks. Pure.

import { toHex } from '../base/index64';
import { counted } from '../base/text';
import type { CoreEvent } from '../model/event';
import { FORK_BY, FORK_UNDO, SITES } from '../model/generated/enums';
import type { EventName } from '../model/generated/events';
import { PAGE, type ForkBy } from '../model/memory';
import { errorName } from '../model/status';
import { pointName } from './failure-points';
import { WRITTEN } from './step-memory';

type MemoryEvent = Pick<CoreEvent, 'slot' | 'count' | 'a' | 'b'>;

const LEVELS: readonly string[] = ['top', 'PTE', 'PMD', 'PUD'];
const LEVEL_BYTES: readonly string[] = ['256 TiB', '2 MiB', '1 GiB', '512 GiB'];

// As a limit, 0 stands for the top.
const limit = (at: bigint): string => (at === 0n ? 'the top' : toHex(at));
const range = ({ a, b }: MemoryEvent): string => `${toHex(a)} to ${toHex(b)}`;
const pages = (count: number): string => counted(count, 'page');
const extent = (event: MemoryEvent): string => `${range(event)}, ${pages(Number((event.b - event.a + 1n) / PAGE))}`;
const are = (count: number): string => (count === 1 ? 'is' : 'are');

function ofChild(own: number): string {
  return `${own === 0 ? 'no VMA' : counted(own, 'VMA')} of the child ${own === 0 ? 'is' : are(own)}`;
}

function uncounted(what: 'allocation' | 'freeing'): string {
  const which = 'policies, anon_vmas, chain elements and file references';
  return `No event reports the ${what} of ${which}: the balance counts them.`;
}

// The end of a sentence on what the child has; empty if that is not known.
function soFar(own: number | null, text: (own: number) => string): string {
  return own === null ? '' : `; ${text(own)}`;
}

/**
 * Facts about a fork from the events before: its way (null if none mentions it), and whether it was undone by range.
 */
interface Fork {
  readonly by: ForkBy | null;
  readonly undone: boolean;
}

type Words = (event: MemoryEvent, own: number | null, fork: Fork) => string;

const OF_MEMORY = {
  vma_made: (event) => `VMA ${event.count} is created for ${range(event)}.`,
  vma_changed: (event) => `VMA ${event.count} changes its range or its flags: it now covers ${range(event)}.`,
  vma_freed: (event) => `VMA ${event.count}, ${range(event)}, is freed.`,
  charged: ({ count }) => `${pages(count)} ${are(count)} added to the commit charge.`,
  uncharged: ({ count }) => `${pages(count)} ${are(count)} taken off the commit charge.`,
  mapped_page: (event) =>
    `${pages(event.count)} of ${range(event)} ${event.count === 1 ? 'becomes' : 'become'} present` +
    `${event.slot === 0 ? ': the zero page, which no counter includes' : ''}.`,
  pages_written: (event) =>
    `${pages(event.count)} of ${range(event)} ${WRITTEN[event.slot]?.(event.count) ?? 'changed'}.`,
  anon_obtained: ({ slot, count, a, b }) => {
    const which = slot === 1 ? 'a neighbour’s anon_vma' : 'an anon_vma of its own';
    return `VMA ${count} gets ${which}, number ${a}, and ${counted(Number(b), 'chain element')}.`;
  },
  pages_unmapped: (event) => `${pages(event.count)} of ${range(event)} ${are(event.count)} no longer present.`,
  pages_protected: (event) => `${pages(event.count)} of ${range(event)} ${are(event.count)} no longer writable.`,
  pages_moved: ({ count, a, b }) =>
    `${pages(count)} ${count === 1 ? 'moves' : 'move'} from ${toHex(a)} to ${toHex(b)}.`,
  pages_copied: (event) =>
    `${counted(event.count, 'page-table entry', 'page-table entries')} of ${range(event)} ${are(event.count)} copied ` +
    'for the child.',
  table_made: ({ count, a }) =>
    `A ${LEVELS[count] ?? ''} table is allocated. It maps ${LEVEL_BYTES[count] ?? ''} from ${toHex(a)}.`,
  table_freed: ({ count, a }) =>
    `The ${LEVELS[count] ?? ''} table that maps ${LEVEL_BYTES[count] ?? ''} from ${toHex(a)} is freed.`,
  free_range: ({ a, b }) => `Page tables from ${toHex(a)} up to ${limit(b)} are about to be freed.`,
  free_limits: ({ a, b }) => {
    const reaches = [...(a === 0n ? [] : [`below ${toHex(a)}`]), ...(b === 0n ? [] : [`beyond ${toHex(b)}`])];
    return reaches.length === 0
      ? 'No neighbour needs any of these page tables: all of them are freed.'
      : `Page tables that reach ${reaches.join(' or ')} stay.`;
  },
} satisfies Partial<Record<EventName, Words>>;

const OF_FORKS = {
  fork_begins: ({ count, a, b }) => {
    const undo = count === 0 ? `; a failure is undone by ${FORK_UNDO[Number(a)] ?? ''}` : '';
    const ceiling = b === 0n ? '' : ', with the wrong ceiling';
    return `The fork begins, by ${FORK_BY[count] ?? ''}${undo}${ceiling}. ${uncounted('allocation')}`;
  },
  fork_vma: (event) => `VMA ${event.count} of the parent is copied next: ${extent(event)}.`,
  vma_in: (event, own) =>
    `VMA ${event.count} of the child is in its tree: ${extent(event)}` +
    `${soFar(own, (before) => `${counted(before + 1, 'VMA')} so far`)}.`,
  vma_skipped: (event) => `VMA ${event.count} of the parent is left out (VM_DONTCOPY): ${extent(event)}.`,
  marker_set: (event, own) =>
    `The zero entry replaces VMA ${event.count} of the parent: ${extent(event)}` +
    `${soFar(own, (before) => `${ofChild(before)} before it`)}.`,
  fork_failed: ({ count, a, b }, own, { by }) => {
    const at = a === 0n ? '' : ` at VMA ${a} of the parent`;
    const error = errorName(-Number(b)) ?? 'no error';
    const child = soFar(own, (before) => `${ofChild(before)} in its tree`);
    return `The fork fails${at}: ${error} while ${pointName(`F${count}`, by ?? 'dup')}${child}.`;
  },
  undo_begins: ({ count, a, b }, own) => {
    if (count !== 0 && a === 0n)
      return (
        `The undo begins. VMA ${count} of the parent starts at 0, so no VMA is before it; ` +
        'the tree is freed as it is.'
      );
    const vmas = own === null ? 'the child’s VMAs' : `${counted(own, 'VMA')} of the child`;
    const where = count === 0 ? '' : `, where VMA ${count} of the parent starts`;
    return `The undo begins: it frees ${vmas} up to ${limit(a)}${where}, and page tables up to ${limit(b)}.`;
  },
  exit_begins: ({ count }) => `The exit begins: map_count is ${count}. ${uncounted('freeing')}`,
  exit_ends: ({ count, a, b }, _, { undone }) => {
    const left = `${counted(Number(a), 'page table')} left`;
    return undone
      ? `The exit ends. The undo before it removed ${counted(count, 'VMA')} and uncharged ${pages(Number(b))}; ${left}.`
      : `The exit ends: ${counted(count, 'VMA')} removed, ${pages(Number(b))} uncharged, ${left}.`;
  },
} satisfies Partial<Record<EventName, Words>>;

export type MemoryEventName = keyof typeof OF_MEMORY | keyof typeof OF_FORKS;

/** `own`: VMAs of the child that were put into its tree before; null if that is not known. */
export const MEMORY_EVENTS: Readonly<Record<MemoryEventName, Words>> = { ...OF_MEMORY, ...OF_FORKS };

/** `pass`: counted within the step. */
export function siteText({ slot, a }: Pick<MemoryEvent, 'slot' | 'a'>, pass: number): string {
  const at = a === 0n ? '' : `, at VMA ${a} of the parent`;
  return `Pass ${pass} of failure point \`${SITES[slot] ?? ''}\` in this step is made to fail${at}.`;
}
