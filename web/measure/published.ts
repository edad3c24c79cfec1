// SPDX-License-Identifier: GPL-2.0-or-later
//
// The figures that the threads published, as they were transcribed (published-figures.json), and where they come from.

import figures from './published-figures.json';

interface Source {
  readonly text: string;
  readonly where: string;
}

interface Figure {
  readonly id: string;
  readonly date: string;
  readonly title: string;
  readonly x?: { readonly values: readonly number[] };
  readonly series?: readonly {
    readonly name: string;
    readonly method?: string;
    readonly values: readonly number[] | Readonly<Record<string, number>>;
    readonly [more: string]: unknown;
  }[];
  readonly derived?: readonly {
    readonly name?: string;
    readonly value?: unknown;
    readonly values?: readonly number[];
    readonly [more: string]: unknown;
  }[];
  readonly rows?: readonly (readonly (string | number)[])[];
  readonly values?: readonly { readonly name: string; readonly value: number }[];
  readonly published_ratio?: { readonly values: readonly number[] };
  readonly notes?: readonly string[];
}

const ALL = (figures as { readonly figures: readonly unknown[] }).figures as readonly Figure[];

export function figureOf(id: string): Figure {
  const found = ALL.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no published figure is called ${id}`);
  return found;
}

/** A row of numbers by the place of its series, with the x values beside it. */
export function published(id: string, series: number): readonly { readonly x: number; readonly y: number }[] {
  const { x, series: all } = figureOf(id);
  const values = all?.[series]?.values;
  if (x === undefined || !Array.isArray(values)) throw new Error(`${id} has no such row`);
  return x.values.map((at, k) => ({ x: at, y: Number(values[k]) }));
}

/** A row that was computed from the published ones. */
export function derived(id: string, row: number): readonly { readonly x: number; readonly y: number }[] {
  const { x, derived: all } = figureOf(id);
  const values = all?.[row]?.values;
  if (x === undefined || values === undefined) throw new Error(`${id} has no such derived row`);
  return x.values.map((at, k) => ({ x: at, y: values[k] ?? NaN }));
}

/** A published histogram: how often each value came. */
export function histogramOf(id: string, series: number): ReadonlyMap<number, number> {
  const values = figureOf(id).series?.[series]?.values;
  if (values === undefined || Array.isArray(values)) throw new Error(`${id} has no such histogram`);
  return new Map(
    Object.entries(values as Readonly<Record<string, number>>).map(([bin, count]) => [Number(bin), count]),
  );
}

/** The thread that a figure comes from: what to look for in the archive of linux-mm. */
export function sourceOf(id: string): Source {
  const { title, date } = figureOf(id);
  return { text: title, where: `linux-mm, ${date}` };
}
