// SPDX-License-Identifier: GPL-2.0-or-later
//
// The picture of a large tree in words: what is in view, and the way to what the step was about, as a table. It is
// there for assistive technology always, and in place of the drawing on demand.

import { levelOf, OVERVIEW_CHANGES, OVERVIEW_KINDS, type TreeOverview } from '../../model/overview';
import { el } from './html';
import { counted } from '../../base/text';
import { groupedCount, groupedIndex } from '../shared/text';
import { SLOT_COUNT } from '../tree/node-box';

/** Rows of the table, at most. */
const ROWS = 120;

export interface TwinRows {
  /** Rows of the overview: the way to what the step was about, then what is in view of the lowest row that is shown. */
  readonly path: readonly number[];
  readonly seen: readonly number[];
  /** Nodes in view that are not listed. */
  readonly more: number;
}

const WORDS = { new: 'new', rewritten: 'rewritten', adopted: 'other parent' } as const;

/** One row as cells of text. */
export function cellsOf(overview: TreeOverview, row: number): readonly string[] {
  const kind = OVERVIEW_KINDS[overview.kinds[row] ?? 0] ?? 'leaf';
  const change = OVERVIEW_CHANGES[overview.changes[row] ?? 0] ?? null;
  const nulls = overview.nulls[row] ?? 0;
  return [
    // Counted from the root, which is 1, as everywhere.
    String(levelOf(overview, row) + 1),
    `#${overview.ids[row] ?? 0}`,
    kind,
    groupedIndex(overview.mins[row] ?? 0n),
    groupedIndex(overview.maxs[row] ?? 0n),
    `${overview.used[row] ?? 0}/${SLOT_COUNT[kind]}`,
    kind === 'leaf' ? String(nulls) : '',
    change === null ? '' : WORDS[change],
  ];
}

const HEADS = ['level', 'node', 'kind', 'first', 'last', 'slots', 'NULL', 'in this step'];

/** The nodes to be listed of those in view. */
export function listed(from: number, to: number): { readonly seen: readonly number[]; readonly more: number } {
  const count = Math.min(ROWS, Math.max(0, to - from));
  return { seen: Array.from({ length: count }, (_, k) => from + k), more: Math.max(0, to - from - count) };
}

export function fillTwin(table: HTMLTableElement, overview: TreeOverview, { path, seen, more }: TwinRows): void {
  const body = (title: string, rows: readonly number[]): HTMLElement[] => {
    if (rows.length === 0) return [];
    const head = el('tr', {}, el('th', { colSpan: HEADS.length, scope: 'rowgroup' }, title));
    return [el('tbody', {}, head, ...rows.map((row) => lineOf(overview, row)))];
  };
  table.replaceChildren(
    el(
      'caption',
      {},
      `${overview.tree}: ${counted(overview.ids.length, 'node')} in ${counted(overview.levels.length - 1, 'level')}`,
    ),
    el('thead', {}, el('tr', {}, ...HEADS.map((head) => el('th', { scope: 'col' }, head)))),
    ...body('the way to what the step was about', path),
    ...body(more === 0 ? 'in view' : `in view, the first ${seen.length} of ${groupedCount(seen.length + more)}`, seen),
  );
}

function lineOf(overview: TreeOverview, row: number): HTMLElement {
  const line = el('tr', {}, ...cellsOf(overview, row).map((text) => el('td', {}, text)));
  line.dataset['node'] = String(overview.ids[row] ?? 0);
  return line;
}
