// SPDX-License-Identifier: GPL-2.0-or-later
//
// A comparison of forks as rows of a table: for each measure what every column says, and where it differs from the
// step's own way. Pure.

import { SITES, type ForkColumn } from '../../model/memory';
import { pointName, siteName } from '../../words/failure-points';
import { counted } from '../../base/text';
import { groupedCount } from '../shared/text';

export interface CompareCell {
  readonly text: string;
  /** A second line, quieter: sizes of the requests, nodes a level. */
  readonly more: string;
  /** Length of its bar, 0 … 1; null for none. */
  readonly bar: number | null;
  /** It says something else than the step's own way does. */
  readonly differs: boolean;
  readonly tone: 'plain' | 'good' | 'bad';
}

export interface CompareRow {
  readonly name: string;
  /** The group that it opens; empty for a row within one. */
  readonly group: string;
  readonly cells: readonly CompareCell[];
}

const WAYS = { bulk: 'nodes for all VMAs at once', stores: 'one VMA after another' } as const;

/** Names of the measures that every comparison has: what is shown while one is made. */
export const measureNames = (): readonly string[] => [...OUTCOME, ...AFTER, ...MEASURES].map(({ name }) => name);

/** A column of the table. */
export interface ShownColumn {
  readonly column: ForkColumn;
  readonly own: boolean;
}

/** Duplicates that went through are one column, that of the step's own way if it is among them: nothing was undone. */
export function shownColumns(columns: readonly ForkColumn[], own: number): readonly ShownColumn[] {
  const whole = ({ by, record }: ForkColumn): boolean => by === 'dup' && record.error === null;
  const shown: ShownColumn[] = [];
  columns.forEach((column, k) => {
    const at = whole(column)
      ? shown.findIndex(({ column: first }) => whole(first) && first.armed === column.armed)
      : -1;
    if (at < 0) shown.push({ column, own: k === own });
    else if (k === own) shown[at] = { column, own: true };
  });
  return shown;
}

/** The heading of a column. A duplicate that succeeded does not depend on the way of undoing. */
export function columnName({ by, record, undo, wrongCeiling }: ForkColumn): {
  readonly name: string;
  readonly more: string;
} {
  if (by !== 'dup') return { name: by, more: WAYS[by] };
  if (record.error === null) return { name: by, more: 'the parent’s tree duplicated' };
  return {
    name: by,
    more: undo === 'marker' ? 'undo by marker' : wrongCeiling ? 'undo by range, wrong ceiling' : 'undo by range',
  };
}

/**
 * Runs of columns with failures armed and without, in order, and how many each has; none where no column has any armed.
 */
export function armedRuns(
  columns: readonly ShownColumn[],
): readonly { readonly text: string; readonly count: number }[] {
  if (!columns.some(({ column }) => column.armed)) return [];
  const runs: { text: string; count: number }[] = [];
  for (const { column } of columns) {
    const text = column.armed ? 'with the failure armed' : 'without it';
    const last = runs.at(-1);
    if (last?.text === text) last.count++;
    else runs.push({ text, count: 1 });
  }
  return runs;
}

/**
 * Sizes of requests in order, repeats counted: `1, 3, 2 × 9, 10 nodes`; where that is too long, how often each size:
 * `31 × 1, 30 × 2 nodes`.
 */
export function sizesText(sizes: readonly number[], room = 8): string {
  const runs: { size: number; count: number }[] = [];
  for (const size of sizes) {
    const run = runs[runs.length - 1];
    if (run?.size === size) run.count++;
    else runs.push({ size, count: 1 });
  }
  const unit = sizes.every((size) => size === 1) ? 'node' : 'nodes';
  const times = (often: number, size: number): string => (often === 1 ? size.toString() : `${often} × ${size}`);
  if (runs.length === 0) return '';
  if (runs.length <= room) return `${runs.map(({ size, count }) => times(count, size)).join(', ')} ${unit}`;
  const counts = new Map<number, number>();
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  const told = [...counts].sort((a, b) => a[0] - b[0]).map(([size, often]) => times(often, size));
  return told.length <= room
    ? `${told.join(', ')} ${unit}`
    : `${Math.min(...sizes)} to ${Math.max(...sizes)} nodes each`;
}

interface Measure {
  readonly name: string;
  readonly group?: string;
  readonly text: (column: ForkColumn) => string;
  readonly more?: (column: ForkColumn) => string;
  readonly amount?: (column: ForkColumn) => number;
  readonly tone?: (column: ForkColumn) => CompareCell['tone'];
}

const count = (n: number): string => groupedCount(n);

const OUTCOME: readonly Measure[] = [
  {
    group: 'Outcome',
    name: 'fork',
    text: ({ record }) => record.error ?? 'goes through',
    more: ({ record }) =>
      record.point === null
        ? ''
        : `${pointName(record.point, record.by)}${record.at > 0 ? `, at VMA ${record.at}` : ''}`,
    tone: ({ record }) => (record.error === null ? 'plain' : 'bad'),
  },
  { name: 'VMAs of the child', text: ({ record }) => count(record.mapCount), amount: ({ record }) => record.mapCount },
];

const MEASURES: readonly Measure[] = [
  {
    group: 'Node allocator',
    name: 'requests',
    text: ({ requests }) => count(requests.length),
    more: ({ requests }) => sizesText(requests),
    amount: ({ requests }) => requests.length,
  },
  {
    name: 'nodes allocated',
    text: ({ nodesObtained }) => count(nodesObtained),
    amount: ({ nodesObtained }) => nodesObtained,
  },
  { name: 'kept', text: ({ nodesKept }) => count(nodesKept), amount: ({ nodesKept }) => nodesKept },
  { name: 'returned', text: ({ nodesReturned }) => count(nodesReturned), amount: ({ nodesReturned }) => nodesReturned },
  {
    group: 'Layout of the child',
    name: 'height',
    text: ({ layout }) => (layout === null ? '–' : count(layout.height)),
  },
  { name: 'nodes a level', text: ({ layout }) => (layout === null ? '–' : layout.levels.map(count).join(' · ')) },
  {
    name: 'nodes below the minimum',
    text: ({ layout }) => (layout === null ? '–' : count(layout.thin)),
    tone: ({ layout }) => (layout !== null && layout.thin > 0 ? 'bad' : 'plain'),
  },
  {
    name: 'as the parent’s',
    text: ({ layout, sameLayout }) => (layout === null ? '–' : sameLayout ? 'yes' : 'no'),
    tone: ({ layout, sameLayout }) => (layout !== null && sameLayout ? 'good' : 'plain'),
  },
];

const AFTER: readonly Measure[] = [
  {
    group: 'Afterwards',
    name: 'page tables leaked',
    text: ({ record }) => (record.tablesLeft === 0 ? '0' : `${count(record.tablesLeft * 4096)} bytes`),
    more: ({ record }) => (record.tablesLeft === 0 ? '' : counted(record.tablesLeft, 'table')),
    tone: ({ record }) => (record.tablesLeft === 0 ? 'plain' : 'bad'),
  },
  {
    name: 'rules',
    text: ({ balance }) => {
      const broken = balance.rules.filter(({ held }) => held === false).map(({ rule }) => rule);
      if (broken.length > 0) return `${broken.length === 1 ? 'rule' : 'rules'} ${broken.join(', ')} broken`;
      const held = balance.rules.filter((rule) => rule.held === true).length;
      if (held === balance.rules.length) return `all ${count(held)} hold`;
      return `${count(held)} checked: ${held === 1 ? 'holds' : 'hold'}`;
    },
    tone: ({ balance }) => (balance.rules.some(({ held }) => held === false) ? 'bad' : 'plain'),
  },
];

/** Rows for columns; `own` is the column that the others are held against, −1 for none. */
export function compareRows(columns: readonly ForkColumn[], own: number): readonly CompareRow[] {
  // Requests have rows of their own.
  const passed = SITES.filter(
    (site) => site !== 'node' && site !== 'request' && columns.some(({ record }) => record.passes[site] > 0),
  );
  const points = passed.map((site, k): Measure => ({
    ...(k === 0 ? { group: 'Failure points passed' } : {}),
    name: siteName(site),
    text: ({ record }) => count(record.passes[site]),
    amount: ({ record }) => record.passes[site],
  }));
  return [...OUTCOME, ...AFTER, ...MEASURES, ...points].map((measure) => rowOf(measure, columns, own));
}

function rowOf(
  { name, group = '', text, more, amount, tone }: Measure,
  columns: readonly ForkColumn[],
  own: number,
): CompareRow {
  // Bars that are all alike say nothing.
  const amounts = amount === undefined ? [] : columns.map(amount);
  const most = new Set(amounts).size > 1 ? Math.max(...amounts) : 0;
  const reference = columns[own];
  return {
    name,
    group,
    cells: columns.map((column) => ({
      text: text(column),
      more: more?.(column) ?? '',
      bar: amount === undefined || most === 0 ? null : amount(column) / most,
      differs: reference !== undefined && text(column) !== text(reference),
      tone: tone?.(column) ?? 'plain',
    })),
  };
}
