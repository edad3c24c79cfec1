// SPDX-License-Identifier: GPL-2.0-or-later
//
// How many entries of a page table are in use at a moment of a fork's play. Upper levels count the tables below that
// stand; PTE tables what the marks reported as copied and not yet unmapped. Where the marks do not tell, null. Pure.

import type { ForkMark, PageTable } from '../../model/memory';
import type { Vma } from '../../model/vma';
import { keyOf, LEVEL_BYTES, type TableState } from './tables-layout';
import type { PagesCopied, TablesMoment, TablesUndone } from './types';

/**
 * The copies of page-table entries that a fork reports, in order of address. The VMA is in the child before its entries
 * are copied, and the undoing unmaps the VMAs that have any in the same order.
 */
export function pagesCopied(marks: readonly Pick<ForkMark, 'kind' | 'count' | 'vma'>[]): readonly PagesCopied[] {
  const unmapped = marks.flatMap(({ kind }, k) => (kind === 'unmapped' ? [k] : []));
  const copies: PagesCopied[] = [];
  let [vma, begun] = [0, 0];
  for (const [at, mark] of marks.entries()) {
    if (mark.kind === 'entry') [vma, begun] = [mark.vma, at];
    else if (mark.kind === 'page')
      copies.push({ vma, count: mark.count, begun, at, gone: unmapped[copies.length] ?? Infinity });
  }
  return copies;
}

export interface TablesSeen {
  readonly tables: readonly PageTable[];
  readonly vmas: readonly Vma[];
  readonly undone: TablesUndone | null;
  readonly at: TablesMoment | null;
  readonly copies: readonly PagesCopied[];
  readonly states: ReadonlyMap<string, TableState>;
}

/** Entries in use by table; null for one that is not there, and where only the end is known. */
export function entriesUsed(seen: TablesSeen): ReadonlyMap<string, number | null> {
  const { tables, undone, at, states } = seen;
  const used = new Map<string, number | null>();
  if (at === null || at.over) {
    for (const table of undone?.left ?? tables) used.set(keyOf(table), table.used);
    return used;
  }
  for (const table of tables) used.set(keyOf(table), isThere(states.get(keyOf(table))) ? 0 : null);
  countBelow(tables, states, used);
  const placed = placedCopies(seen);
  let next = 0;
  const leaves = tables.filter(({ level }) => level === 1).sort((a, b) => (a.base < b.base ? -1 : 1));
  for (const table of leaves) {
    if (placed === null) {
      used.set(keyOf(table), null);
      continue;
    }
    while (next < placed.length && placed[next]!.last < table.base) next++;
    if (isThere(states.get(keyOf(table)))) used.set(keyOf(table), usedOfLeaf(table, placed, next, at.cursor));
  }
  return used;
}

export function isThere(state: TableState | undefined): boolean {
  return state === 'stands' || state === 'left';
}

function countBelow(
  tables: readonly PageTable[],
  states: ReadonlyMap<string, TableState>,
  used: Map<string, number | null>,
): void {
  for (const { level, base } of tables) {
    if (level === 3 || !isThere(states.get(keyOf({ level, base })))) continue;
    const up = level === 1 ? 2 : 3;
    const above = keyOf({ level: up, base: base - (base % LEVEL_BYTES[up]) });
    used.set(above, (used.get(above) ?? 0) + 1);
  }
}

interface Placed extends PagesCopied {
  readonly first: bigint;
  readonly last: bigint;
}

// Null: not every VMA is known.
function placedCopies({ vmas, copies }: TablesSeen): readonly Placed[] | null {
  const byNumber = new Map(vmas.map((vma) => [vma.number, vma]));
  const placed: Placed[] = [];
  for (const copy of copies) {
    const vma = byNumber.get(copy.vma);
    if (vma === undefined) return null;
    placed.push({ ...copy, first: vma.first, last: vma.last });
  }
  return placed;
}

// A copy that continues in another table is reported as one number: of such a copy only none and all are known.
function usedOfLeaf(table: PageTable, placed: readonly Placed[], from: number, cursor: number): number | null {
  const end = table.base + LEVEL_BYTES[1];
  let [there, missing, partsThere, partsMissing] = [0, 0, false, false];
  for (let k = from; k < placed.length && placed[k]!.first < end; k++) {
    const { first, last, count, begun, at, gone } = placed[k]!;
    const inside = first >= table.base && last < end;
    if (!inside && begun < cursor && at >= cursor) return null;
    if (at < cursor && gone >= cursor) {
      there += count;
      partsThere ||= !inside;
    } else {
      missing += count;
      partsMissing ||= !inside;
    }
  }
  if (!partsThere) return there;
  return partsMissing ? null : table.used - missing;
}
