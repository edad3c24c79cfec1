// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every published figure that a lab shows, in charts, tables and sentences, is the JSON's: computed here a second time,
// from the transcribed rows alone. A figure, or a number in a sentence, that this file does not list fails.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { must } from '../../../web/base/assert';
import { allLabs, nodeBench, nodeHost } from '../../../web/cli/lab';
import { chartsOf, type Measured } from '../../../web/labs/fork';
import type { Chart, Lab, Report, Values } from '../../../web/measure/lab';
import { runLab } from '../../../web/measure/run';
import { quartiles } from '../../../web/measure/bench';

interface Figure {
  readonly id: string;
  readonly date: string;
  readonly x: { readonly values: readonly number[] };
  readonly series: readonly { readonly unit: string; readonly values: readonly number[] & Record<string, number> }[];
  readonly groups: readonly { readonly runs: readonly (readonly (number | string)[])[] }[];
  readonly rows: readonly (readonly (number | string)[])[];
  readonly values: readonly { readonly unit: string; readonly value: number }[];
  readonly statements: readonly string[];
  readonly notes: readonly string[];
  readonly published_ratio: { readonly values: readonly number[] };
}

const parsed = JSON.parse(
  readFileSync(new URL('../../../web/measure/published-figures.json', import.meta.url), 'utf8'),
) as { readonly figures: readonly Figure[] };
const figure = (id: string): Figure =>
  must(
    parsed.figures.find((one) => one.id === id),
    id,
  );
const [V2, V3, LARGE] = ['forks-v2', 'forks-v3', 'forks-large'].map(figure) as [Figure, Figure, Figure];
const row = (of: Figure, series: number): readonly number[] => must(of.series[series], 'a row').values;
const PAGES = 2 ** 32 / 2 ** 12;
const bench = { ...nodeBench(1), processes: () => null };
const MAPS = '00400000-00401000 r-xp 00000000 00:00 0 /bin/x';
const labs = await allLabs();
const labOf = (name: string): Lab =>
  must(
    labs.find((one) => one.name === name),
    name,
  );
const kept = new Map<string, Report>();
async function reportOf(name: string, values: Values = {}): Promise<Report> {
  const key = name + JSON.stringify(values);
  const lab = labOf(name);
  const small = { ...lab.small, ...(name === 'real' ? { maps: MAPS } : {}), ...values };
  const report = kept.get(key) ?? (await runLab(lab, small, bench, nodeHost)).report;
  kept.set(key, report);
  return report;
}

// ---- Charts ----

/** What a chart's published series show: series, unit as its axis says it, and values in order. */
interface Shown {
  readonly unit: string;
  readonly series: Readonly<Record<string, readonly number[]>>;
}

function shownBy({ series, y }: Chart): Shown {
  const published = series.filter(({ from }) => from === 'published');
  return {
    unit: `${y.label}${y.percent === true ? ', %' : ''}`,
    series: Object.fromEntries(published.map(({ name, points }) => [name, points.map((point) => point.y)])),
  };
}

function alike(charts: readonly Chart[], expected: Readonly<Record<string, Shown>>): void {
  const rounded = ({ unit, series }: Shown): Shown => ({
    unit,
    series: Object.fromEntries(
      Object.entries(series).map(([name, values]) => [name, values.map((value) => Number(value.toPrecision(9)))]),
    ),
  });
  const found = charts.filter(({ series }) => series.some(({ from }) => from === 'published'));
  expect(Object.fromEntries(found.map((chart) => [chart.name, rounded(shownBy(chart))]))).toEqual(
    Object.fromEntries(Object.entries(expected).map(([name, shown]) => [name, rounded(shown)])),
  );
}

const percent = (values: readonly number[], of: readonly number[]): number[] =>
  values.map((value, k) => 100 * (value / must(of[k], 'a value') - 1));
const ofTop = (values: readonly number[]): number[] => values.map((value) => (100 * value) / Math.max(...values));
const share = (values: Record<string, number>): number[] => {
  const sum = Object.values(values).reduce((total, one) => total + one, 0);
  return Object.values(values).map((one) => (100 * one) / sum);
};

test('fork: gains, shapes and forks of every published number of VMAs', () => {
  const time = quartiles([1000]);
  const sizes = LARGE.x.values;
  const measured = sizes.map((n): Measured => ({ n, times: { dup: time, bulk: time, stores: time } }));
  const charts = chartsOf(measured, 'downwards');
  alike(charts, {
    gain: {
      unit: 'gain, %',
      series: {
        'published, v2': percent(row(V2, 1), row(V2, 0)),
        'published, v3': percent(row(V3, 1), row(V3, 0)),
        'published, up to 1.6 million': percent(row(LARGE, 2), row(LARGE, 0)),
      },
    },
    shape: {
      unit: 'of the curve’s own highest point, %',
      series: {
        'published, duplication': ofTop(row(LARGE, 3)),
        'published, bulk load': ofTop(row(LARGE, 1)),
        'review’s row as printed, duplication': ofTop(row(figure('normalised-review'), 2)),
      },
    },
    forks: {
      unit: 'forks per second',
      series: {
        'published, duplication': row(LARGE, 2).map((forks) => forks / 10),
        'published, bulk load': row(LARGE, 0).map((forks) => forks / 10),
      },
    },
  });
  // The gains that the threads print, to their two places.
  for (const [k, of] of [V2, V3].entries()) {
    const series = must(charts[0]?.series.filter(({ from }) => from === 'published')[k], 'a series');
    expect(series.points.map(({ y }) => Number(y.toFixed(2)))).toEqual(of.published_ratio.values);
  }
  expect(row(V3, 0).map((_, k) => row(V3, 1)[k]! - row(V3, 0)[k]!)).toEqual(row(figure('forks-v3-delta'), 0));
  // Half a fork more or less, where two digits or fewer are printed.
  for (const chart of charts.slice(0, 2))
    for (const { points } of chart.series.filter(
      ({ from, name }) => from === 'published' && !name.startsWith('review'),
    ))
      for (const { x, y, low, high } of points) {
        const forks = row(LARGE, 0)[sizes.indexOf(Number(x))]!;
        if (forks >= 80) expect([low, high]).toEqual([undefined, undefined]);
        else expect(must(low, 'a bound') < y && y < must(high, 'a bound')).toBe(true);
      }
});

test('fork: the corrected table of the review', async () => {
  const review = figure('normalised-review');
  const { ledgers } = await reportOf('fork');
  const { rows, title } = must(
    ledgers.find(({ name }) => name === 'corrected'),
    'a table',
  );
  const printed = [row(review, 1), row(review, 2)];
  const forks = [row(V3, 0), row(V3, 1)];
  for (const [k, cells] of rows.entries()) {
    const n = must(V3.x.values[k], 'a number');
    const used = printed.map((of, way) => Math.round((10 * of[k]!) / forks[way]![k]!));
    const right = forks.map((of) => (n * of[k]!) / 10);
    expect(cells.map(Number)).toEqual([n, used[0], printed[0]![k], right[0], printed[1]![k], right[1]].map(Number));
    expect(used[1]).toBe(used[0]);
    expect(used[0]).toBe(n === 3221 ? 2323 : n + 2);
  }
  expect(rows).toHaveLength(8);
  expect(numbersIn(title)).toEqual([2, 2323, 3223]);
  // Corrected rows rise: the dip was the slip's.
  for (const column of [3, 5]) {
    const values = rows.map((cells) => Number(cells[column]));
    expect(values).toEqual([...values].sort((a, b) => a - b));
  }
});

test.each([
  ['calls', 'prealloc-calc', 'share of the stores that need nodes, %'],
  ['requests', 'bulk-alloc-req', 'share of the bulk requests, %'],
])('preallocation beside %s: shares, means and the reduction', async (beside, id, unit) => {
  const { charts, claim } = await reportOf('preallocation', { beside });
  const all = figure(id).series.map(({ values }) => values as Record<string, number>);
  const bins = (k: number): Record<string, number> => must(all[k], 'a row');
  // A bin is drawn if something came in it, published or here.
  for (const [k, name] of [
    [0, 'without'],
    [1, 'with'],
  ] as const) {
    const chart = must(
      charts.find((one) => one.name === name),
      name,
    );
    const { points } = must(
      chart.series.find(({ from }) => from === 'published'),
      'a series',
    );
    const shares = new Map(Object.keys(bins(k)).map((bin, at) => [Number(bin), share(bins(k))[at]!]));
    for (const { x, y } of points) expect(y).toBeCloseTo(must(shares.get(Number(x)), 'a share'), 9);
    expect(points.reduce((sum, { y }) => sum + y, 0)).toBeCloseTo(100, 9);
    expect(shownBy(chart).unit).toBe(unit);
    expect(numbersIn(chart.note)[0]).toBeCloseTo(nodes(bins(k)) / total(bins(k)), 1);
    expect(chart.series.map(({ name: of }) => of)).toEqual(['this run', 'published, 21 Feb 2025']);
  }
  expect(figure(id).date).toBe('2025-02-21');
  expect(numbersIn(claim.seed)[0]).toBe(Number((100 * (1 - nodes(bins(1)) / nodes(bins(0)))).toFixed(1)));
});

const total = (bins: Record<string, number>): number => Object.values(bins).reduce((sum, one) => sum + one, 0);
const nodes = (bins: Record<string, number>): number =>
  Object.entries(bins).reduce((sum, [bin, times]) => sum + Number(bin) * times, 0);

test('page copy and failure: nanoseconds of a page, read as microseconds of a fork; bytes', async () => {
  const [, inlined, called] = must(figure('vm-normal-page').rows[1], 'a row').slice(1).map(Number);
  alike((await reportOf('pagecopy')).charts, {
    time: {
      unit: 'nanoseconds',
      series: { 'published, whole fork': [inlined!, called!].map((us) => (us * 1000) / PAGES) },
    },
  });
  const [reported] = figure('pgtables-bug').values;
  const { charts } = await reportOf('failure');
  const points = charts[0]?.series[0]?.points.length ?? 0;
  alike(charts, {
    left: {
      unit: `${reported?.unit} left`,
      series: { 'reported, VMA not known': Array.from({ length: points }, () => Number(reported?.value)) },
    },
  });
});

test('no other lab draws a published series', async () => {
  const drawing = new Set(['fork', 'preallocation', 'pagecopy', 'failure']);
  for (const { name } of labs.filter((one) => !drawing.has(one.name))) alike((await reportOf(name)).charts, {});
});

// ---- Sentences ----

/** Numbers of a text, but for those of names, such as v3 and x86. */
function numbersIn(text: string): number[] {
  return [...text.matchAll(/(?<![\w.])\d[\d,]*(\.\d+)?/g)].map(([digits]) => Number(digits.replaceAll(',', '')));
}

const LINUX = 6.16;
const yearOf = (id: string): number => Number(figure(id).date.slice(0, 4));
const mean = (group: number, column: number): number => {
  const seconds = (cell: number | string): number =>
    typeof cell === 'number' ? cell : Number(cell.split(':')[0]) * 60 + Number(cell.split(':')[1]);
  const runs = must(figure('kernbench-2020').groups[group], 'a group').runs;
  return runs.reduce((sum, run) => sum + seconds(must(run[column], 'a cell')), 0) / runs.length;
};
const changeOf = (column: number): number => Number(Math.abs(100 * (mean(1, column) / mean(0, column) - 1)).toFixed(2));
const forkTime = must(figure('vm-normal-page').rows[1], 'a row').slice(2, 4).map(Number);
const dateOf = (id: string): number[] => figure(id).date.split('-').map(Number);
const [VMAS_LEAST, VMAS_MOST] = [V3.x.values[0]!, V3.x.values.at(-1)!];

/** Of each lab: the numbers of what the source says, and of what is and is not comparable, in order. */
const SENTENCES: Readonly<Record<string, readonly [seed: readonly number[], comparable: readonly number[]]>> = {
  // 421 VMAs in a small run: the published gain there.
  fork: [
    [Number(percent([row(V3, 1)[3]!], [row(V3, 0)[3]!])[0]!.toFixed(1)), 421],
    [LINUX, VMAS_LEAST],
  ],
  preallocation: [[59.5], []],
  paths: [
    [Number(/brk is about (\d+) % slower/.exec(figure('kernbench-2020').notes.join())?.[1]), yearOf('kernbench-2020')],
    [LINUX, yearOf('kernbench-2020'), yearOf('kernbench-2020')],
  ],
  // Cachegrind's 4 % and twice: tests/core/misses.py. A record is 192 bytes.
  redblack: [
    [changeOf(2), changeOf(1), changeOf(0), yearOf('kernbench-2020')],
    [4, 192],
  ],
  pagecopy: [
    [4, ...forkTime, Number((100 * (1 - forkTime[0]! / forkTime[1]!)).toFixed(1))],
    [4, PAGES, forkTime[0]!, Number((forkTime[0]! / PAGES).toFixed(3))],
  ],
  failure: [
    [figure('pgtables-bug').values[0]!.value, ...dateOf('pgtables-bug')],
    [figure('pgtables-bug').values[0]!.value, LINUX],
  ],
  // (n − 1)/15; an inner node has 10 slots with gaps, 16 without.
  fill: [
    [16, 1, 15, yearOf('complexity-claims')],
    [LINUX, 16, 1, 15, 16, 10, 16],
  ],
  real: [[VMAS_LEAST, VMAS_MOST], [VMAS_LEAST]],
  conformance: [[LINUX], [LINUX]],
};

test.each(labs.map(({ name }) => name))(
  '%s: each number in its sentences is a published one, or listed',
  async (name) => {
    const { claim } = await reportOf(name);
    const { yes, no } = labOf(name).comparable;
    expect([numbersIn(claim.seed.replaceAll('-', ' ')), numbersIn(`${yes} ${no}`)]).toEqual(SENTENCES[name]);
  },
);

test('the sentences say which way: less or more, faster or slower', async () => {
  const seed = async (name: string): Promise<string> => (await reportOf(name)).claim.seed;
  const way = (column: number): string => (mean(1, column) < mean(0, column) ? 'less' : 'more');
  const builds = await seed('redblack');
  expect(builds).toContain(`${changeOf(2)} % ${way(2)} time`);
  expect(builds).toContain(`${changeOf(1)} % ${way(1)} system time`);
  expect(builds).toContain(`${changeOf(0)} % ${way(0)} user time`);
  expect(await seed('pagecopy')).toContain('printed as ns, measured in µs');
  expect(await seed('paths')).toContain('% slower');
  expect(await seed('preallocation')).toContain('% fewer nodes');
});
