// SPDX-License-Identifier: GPL-2.0-or-later
//
// The table of a chart: a row for each x, a column for each series. Drawing, screen reader and export use this one
// table.

import type { TimingNote } from './bench';
import type { Cell, Chart, NoScenario, Opens, Point, Result, Series } from './lab';

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly opens: readonly (Opens | NoScenario | null)[];
  /** Places of the columns that hold the low and high ends of another column; absent: there are none. */
  readonly spread?: ReadonlySet<number>;
}

interface Column {
  readonly head: string;
  readonly cells: ReadonlyMap<number | string, number>;
  readonly spread: boolean;
}

function columnsOf({ name, points }: Series): Column[] {
  const column = (
    head: string,
    of: (point: Series['points'][number]) => number | undefined,
    isSpread = false,
  ): Column => ({
    head,
    cells: new Map(points.flatMap((point) => (of(point) === undefined ? [] : [[point.x, of(point) ?? 0] as const]))),
    spread: isSpread,
  });
  const spread = points.some(({ low }) => low !== undefined);
  return [
    column(name, ({ y }) => y),
    ...(spread
      ? [column(`${name}, low`, ({ low }) => low, true), column(`${name}, high`, ({ high }) => high, true)]
      : []),
  ];
}

/** The scenario of a row: that of the first of its points that has one. */
function opensOf(points: readonly Point[]): Opens | NoScenario | null {
  const all = points.flatMap(({ opens }) => opens ?? []);
  const found = all.find((opens) => 'script' in opens) ?? all[0] ?? null;
  return points.length === 0 ? { none: 'none: published only' } : found;
}

export function tableOf({ x, y, series }: Chart): Table {
  const columns = series.flatMap(columnsOf);
  const places = [...new Set(series.flatMap(({ points }) => points.map((point) => point.x)))];
  if (places.every((place) => typeof place === 'number')) places.sort((a, b) => a - b);
  const here = series.flatMap(({ from, points }) => (from === 'here' ? points : []));
  const opens = places.map((place) => opensOf(here.filter((point) => point.x === place)));
  return {
    columns: [x.label, ...columns.map(({ head }) => `${head}${y.percent ? ' (%)' : ''}`)],
    rows: places.map((place) => [place, ...columns.map(({ cells }) => cells.get(place) ?? null)]),
    opens,
    spread: new Set(columns.flatMap(({ spread }, k) => (spread ? [k + 1] : []))),
  };
}

/** RFC 4180, with a line of its own for each row. */
export function csvOf({ columns, rows }: Pick<Table, 'columns' | 'rows'>): string {
  const cell = (value: Cell): string => {
    const text = value === null ? '' : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const SCRIPT_MAX = 20_000;

/** The result as it is written to a file; of scenarios longer than 20,000 letters it has the length only. */
export function jsonOf(result: Result): string {
  const short = (key: string, value: unknown): unknown => {
    const script = key === 'values' ? undefined : (value as Partial<Opens> | null)?.script;
    return script !== undefined && script.length > SCRIPT_MAX ? { none: `none: ${script.length} letters` } : value;
  };
  return `${JSON.stringify(result, short, 1)}\n`;
}

/** A number for people: up to four digits that say something, thousands separated. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  const digits = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 100 ? 1 : Math.abs(value) >= 1 ? 2 : 4;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits === 4 ? 0 : digits,
    maximumFractionDigits: digits,
  });
}

export function cellText(value: Cell): string {
  return value === null ? '–' : typeof value === 'number' ? figure(value) : value;
}

/** How a result was measured, in a sentence. */
export function howMeasured(timing: TimingNote | null): string {
  if (timing === null) return 'Counted, not timed: the same on every machine.';
  const { repeats, lapMs, warmMs, clockMs } = timing;
  const repeated = repeats === 1 ? 'one run' : `median and quartiles of ${repeats} repeats`;
  const steps = clockMs === null ? '' : ` The clock steps by ${(clockMs * 1000).toFixed(1)} µs.`;
  return `Timed: ${repeated} of at least ${lapMs.toFixed(0)} ms, after ${warmMs} ms of warm-up.${steps}`;
}

/** How long a run took from its start to its end, in a sentence: of this one run only, so no file has it. */
export function howLong(seconds: number): string {
  return `This run took ${seconds.toFixed(1)} s.`;
}
