// SPDX-License-Identifier: GPL-2.0-or-later
//
// The allocator's numbers drawn small: counts over the steps as a line, the sizes of requests as bars, the rows of the
// ledger by filter. Pure.

import { REQUEST_BULK, REQUEST_REFUSED, type Ledger } from '../../model/slab';
import { groupedCount } from '../shared/text';

export interface Line {
  /** SVG path, and where its area is closed. */
  readonly path: string;
  readonly most: number;
}

/** The largest value of each column of a line over all steps, scaled to a box; `most` is its top. */
export function linePath(values: Uint32Array, width: number, height: number, most: number): string {
  const steps = values.length - 1;
  const columns = Math.max(1, Math.min(steps, Math.floor(width)));
  const y = (value: number): number => height - (most === 0 ? 0 : (value / most) * (height - 2)) - 1;
  let path = '';
  for (let column = 0; column <= columns; column++) {
    const from = Math.floor((column * steps) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * steps) / columns));
    let top = 0;
    for (let step = from; step < Math.min(to, values.length); step++) top = Math.max(top, values[step] ?? 0);
    const x = (column * width) / columns;
    // Counts hold until the next step: corners, no slopes.
    path += column === 0 ? `M0 ${y(top).toFixed(1)}` : `H${x.toFixed(1)}V${y(top).toFixed(1)}`;
  }
  return path;
}

export function largest(values: Uint32Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

export interface SizeBar {
  /** "1", "2", "8–15". */
  readonly name: string;
  readonly granted: number;
  readonly refused: number;
}

/** Smaller sizes are counted one by one; the others by powers of two. */
const ONE_BY_ONE = 8;

/** How many requests there were of each size. */
export function sizeBars({ sizes, marks }: Pick<Ledger, 'sizes' | 'marks'>): readonly SizeBar[] {
  const bars = new Map<number, { least: number; most: number; granted: number; refused: number }>();
  sizes.forEach((size, k) => {
    const key = size < ONE_BY_ONE ? size : 2 ** Math.floor(Math.log2(size));
    const bar = bars.get(key) ?? { least: size, most: size, granted: 0, refused: 0 };
    bar.least = Math.min(bar.least, size);
    bar.most = Math.max(bar.most, size);
    if (((marks[k] ?? 0) & REQUEST_REFUSED) !== 0) bar.refused++;
    else bar.granted++;
    bars.set(key, bar);
  });
  return [...bars]
    .sort(([a], [b]) => a - b)
    .map(([, { least, most, granted, refused }]) => ({
      name: least === most ? `${least}` : `${least}–${most}`,
      granted,
      refused,
    }));
}

export const FILTERS = ['all', 'refused', 'bulk', 'this step'] as const;
export type LedgerFilter = (typeof FILTERS)[number];

/** Places in the ledger of the rows that a filter shows. */
export function rowsOf({ steps, marks }: Ledger, filter: LedgerFilter, step: number): Uint32Array {
  const rows: number[] = [];
  steps.forEach((of, k) => {
    const mark = marks[k] ?? 0;
    if (
      filter === 'all' ||
      (filter === 'refused' && (mark & REQUEST_REFUSED) !== 0) ||
      (filter === 'bulk' && (mark & REQUEST_BULK) !== 0) ||
      (filter === 'this step' && of === step)
    )
      rows.push(k);
  });
  return Uint32Array.from(rows);
}

/** The number of each request within its step, from 0. */
export function withinStep({ steps }: Pick<Ledger, 'steps'>, request: number): number {
  let first = request;
  while (first > 0 && steps[first - 1] === steps[request]) first--;
  return request - first;
}

/** Rows are numbered over the run; the sentences of a step number its own. */
export function requestTitle(ledger: Pick<Ledger, 'steps'>, row: number): string {
  return (
    `Request ${groupedCount(row + 1)} of the run, request ${groupedCount(withinStep(ledger, row) + 1)} of step ` +
    groupedCount(ledger.steps[row] ?? 0)
  );
}
