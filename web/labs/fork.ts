// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lab: a fork by number of VMAs, by the three ways to fill the child's tree.

import { index } from '../base/index64';
import { machineOver } from '../engine/core/machine';
import type { Core } from '../engine/core/wasm';
import { STEP } from '../engine/generated/tables';
import { FORK_BY, FORK_UNDO } from '../model/generated/enums';
import type { StoredRange, TreeHandle } from '../model/machine';
import { quartiles, timesAsLong, type Bench, type Lap, type Timing, type Turn } from '../measure/bench';
import type { Cell, Chart, Lab, Ledger, NoScenario, Opens, Point, Report, Series, Values } from '../measure/lab';
import { derived, published } from '../measure/published';
import { figure } from '../measure/tables';
import { FORK_WAYS, timeForks, type ForkWay, type Layout } from '../measure/loops';
import { numberOf, textOf } from '../measure/values';
import { readScenario } from '../scenario/check/checker';
import { runScenario } from '../scenario/run/interpreter';

/** Numbers of VMAs of the published tables. */
const SIZES: readonly number[] = published('forks-large', 0).map(({ x }) => x);
/** Above this a scenario, and the whole simulated fork, would meet the limit of VMAs of a process. */
const SCENARIO_MOST = 65_530;
const NAMES: Readonly<Record<ForkWay, string>> = {
  dup: 'duplication, here',
  bulk: 'bulk load, here',
  stores: 'one store per VMA, here',
};

export const lab: Lab = {
  name: 'fork',
  number: 1,
  title: 'Fork by number of VMAs',
  question: 'How much faster is fork when it duplicates the tree?',
  figures: ['forks-v2', 'forks-v3', 'forks-large', 'normalised-review'],
  parameters: [
    { name: 'n', label: 'VMAs, at most', kind: 'number', value: 6421, min: 21, max: 1_638_421 },
    {
      name: 'layout',
      label: 'Address space',
      kind: 'choice',
      value: 'downwards',
      choices: [
        ['downwards', 'Contiguous, mapped top down'],
        ['contiguous', 'Contiguous, mapped bottom up'],
        ['holes', 'With a hole before each VMA'],
      ],
    },
    {
      name: 'work',
      label: 'Timed',
      kind: 'choice',
      value: 'tree',
      choices: [
        ['tree', 'Tree work alone'],
        ['whole', 'Whole simulated fork'],
      ],
    },
  ],
  small: { n: 421, layout: 'downwards', work: 'tree' },
  native: 'tree work alone (work=tree)',
  comparable: {
    yes:
      'The sign of the gain, the shape of each curve and what grows with the number of VMAs. As in the published ' +
      'benchmark, one fork includes the exit of its child. After a duplication each VMA of the child is stored over ' +
      'its parent’s, as fork() does; its time includes that. Nodes and requests are counts: they equal those of ' +
      'Linux 6.16 for the same tree.',
    no:
      'Absolute heights and the size of the gain. The published forks are whole forks on kernel hardware: they also ' +
      'copy page tables, allocate VMAs and switch processes. Tree work alone has none of that, so its gain is ' +
      'larger. The whole simulated fork runs in the module that records events, and its times include that. The 21 ' +
      'VMAs that the published process starts with are laid out differently here.',
  },
  run,
};

export interface Measured {
  readonly n: number;
  /** Nanoseconds of one fork with its child's exit. */
  readonly times: Readonly<Record<ForkWay, Timing>>;
}

async function run(values: Values, bench: Bench): Promise<Report> {
  const [most, layout] = [numberOf(values, 'n'), textOf(values, 'layout') as Layout];
  const whole = textOf(values, 'work') === 'whole';
  if (whole && bench.native !== null)
    throw new Error(
      'The whole simulated fork is timed as WebAssembly only: leave out --engine native, or set work=tree.',
    );
  if (whole && most > SCENARIO_MOST)
    throw new Error(`A process has at most 65,530 VMAs: set n to that or less, or time the tree work alone.`);
  const sizes = [...SIZES.filter((size) => size < most), most];
  const measured: Measured[] = [];
  const counts: Counts[] = [];
  for (const [k, n] of sizes.entries()) {
    await bench.far(k, sizes.length, `sizes done, ${figure(n)} VMAs next`);
    counts.push(countForks(await bench.core('explore'), layout, n));
    const turn: Turn = (done, of) => void bench.far(done, of, `repeats of ${figure(n)} VMAs timed`);
    measured.push({
      n,
      times: whole ? await timeWhole(bench, layout, n, turn) : await timeTree(bench, layout, n, turn),
    });
  }
  const last = measured.at(-1) as Measured;
  const { ns: ratio, low, high } = timesAsLong(last.times.bulk, last.times.dup);
  const [gain, least, greatest] = [ratio, low, high].map((times) => 100 * (times - 1)) as [number, number, number];
  // The published gain at the greatest number of VMAs that this run reached.
  const [seen, series] = publishedGain(last.n);
  return {
    claim: {
      seed:
        `Duplication makes fork ${(seen?.y ?? NaN).toFixed(1)} % faster at ${figure(Number(seen?.x))} VMAs ` +
        `(${series}, whole fork on a kernel).`,
      here:
        `Here: ${change(gain)} at ${figure(last.n)} VMAs, ` +
        `${whole ? 'whole simulated fork' : 'tree work alone'}${between(gain, least, greatest)}.`,
    },
    charts: chartsOf(measured, layout),
    ledgers: [...countLedgers(counts, layout), corrected()],
    scenario: { script: forkScript(layout, Math.min(last.n, SCENARIO_MOST), 'dup') },
    timing: bench.timing(),
  };
}

/** The gain that was published at the greatest number of VMAs up to `most`, and in which series. */
function publishedGain(most: number): readonly [Point | undefined, string] {
  const [v3, large] = [
    gainOf(published('forks-v3', 0), published('forks-v3', 1)),
    gainOf(published('forks-large', 0), published('forks-large', 2)),
  ];
  const upTo = (points: readonly Point[]): Point | undefined => points.findLast(({ x }) => Number(x) <= most);
  const [first, second] = [upTo(v3), upTo(large)];
  return Number(second?.x) > Number(first?.x) ? [second, 'the table up to 1.6 million'] : [first, 'series v3'];
}

/** From this gain on, in percent, the sentence says how many times as fast. */
const TWICE = 100;

/** The quartiles of the repeats, in the unit of `gain`; nothing if there was one repeat. */
function between(gain: number, low: number, high: number): string {
  if (low === high) return '';
  const range = gain < TWICE ? `${low.toFixed(1)} to ${high.toFixed(1)} %` : `${asFast(low)} to ${asFast(high)} times`;
  return ` (middle half of the repeats: ${range})`;
}

export function change(percent: number): string {
  if (percent >= TWICE) return `${asFast(percent)} times as fast`;
  return percent >= 0 ? `${percent.toFixed(1)} % faster` : `${(-percent).toFixed(1)} % slower`;
}

function asFast(percent: number): string {
  return (1 + percent / 100).toFixed(2);
}

function rate({ ns }: Timing): number {
  return 1e9 / ns;
}

// ---- Timing ----

async function timeTree(bench: Bench, layout: Layout, n: number, turn: Turn): Promise<Measured['times']> {
  return byWay(await timeForks(bench, layout, n, turn), n);
}

/** VMAs, page tables and counters too, in the module that records events. */
async function timeWhole(bench: Bench, layout: Layout, n: number, turn: Turn): Promise<Measured['times']> {
  const core = await bench.core('explore');
  const mm = builtParent(core, parentScript(layout, n));
  const { calls } = core;
  const lapOf = (by: ForkWay): Lap => ({
    run: (rounds) => {
      for (let k = 0; k < rounds; k++) {
        const child = calls.mpl_space_fork(mm, FORK_BY.indexOf(by), FORK_UNDO.indexOf('marker'), 0);
        if (calls.mpl_space_fork_end() !== 0) throw new Error('A fork has failed.');
        calls.mpl_space_exit(child);
      }
      return rounds;
    },
  });
  return byWay(await bench.time(FORK_WAYS.map(lapOf), turn), 1);
}

/** Times of `parts` such parts, by way. */
function byWay(times: readonly Timing[], parts: number): Measured['times'] {
  const [dup, bulk, stores] = times.map(({ all }) => quartiles(all.map((ns) => ns * parts)));
  if (dup === undefined || bulk === undefined || stores === undefined) throw new Error('three ways are timed');
  return { dup, bulk, stores };
}

function builtParent(core: Core, script: string): TreeHandle {
  const read = readScenario(script);
  if (read.kind === 'refused') throw new Error(read.diagnostics[0]?.message);
  let mm: TreeHandle | undefined;
  for (const item of runScenario(read.program, machineOver(core), { sums: 'few' })) {
    if (item.kind === 'step') mm = item.trees[0]?.handle;
    if (item.kind === 'end' && item.stopped !== null) throw new Error(item.stopped.message);
  }
  if (mm === undefined) throw new Error('The core has no memory for an address space.');
  return mm;
}

// ---- Counting ----

interface Counted {
  readonly requests: number;
  readonly asked: number;
  readonly nodes: number;
  readonly freed: number;
}

export interface Counts {
  readonly n: number;
  readonly height: number;
  readonly ways: Readonly<Record<ForkWay, Counted>>;
}

function* rangesOf(layout: Layout, n: number): Generator<StoredRange> {
  for (let k = 0; k < n; k++) {
    const i = BigInt(layout === 'downwards' ? n - 1 - k : k);
    const [first, width] = layout === 'holes' ? [10n * i + 10n, 5n] : [10n * i, 9n];
    yield { first: index(first), last: index(first + width), word: index(2n * i + 1n) };
  }
}

/** Requests and nodes of the tree work of a fork, by each way. */
export function countForks(core: Core, layout: Layout, n: number): Counts {
  const machine = machineOver(core);
  const made = (): TreeHandle => {
    const tree = machine.create({ alloc: true, rcu: false, release: '6_16' });
    if (tree === null) throw new Error('The core has no memory for another tree.');
    return tree;
  };
  const [parent, child] = [made(), made()];
  for (const { first, last, word } of rangesOf(layout, n)) {
    core.calls.mpl_store(parent, first, last, word);
    stepOf(core);
  }
  const count = (way: ForkWay): Counted => {
    const before = machine.live();
    const tallied = fillChild(core, parent, child, n, way);
    const nodes = machine.live() - before;
    machine.destroy(child);
    return { ...tallied, nodes };
  };
  return {
    n,
    height: machine.facts(parent).height,
    ways: { dup: count('dup'), bulk: count('bulk'), stores: count('stores') },
  };
}

type Step = Omit<Counted, 'nodes'>;

/** The requests and frees of the last operation. The record counts requests beyond its list. */
function stepOf(core: Core): Step {
  const [view, at] = [core.view(), core.calls.mpl_record()];
  if (view.getInt32(at + STEP.ret, true) !== 0) throw new Error('The core has no memory for so many entries.');
  return {
    requests: view.getUint32(at + STEP.requestCount, true),
    asked: view.getUint32(at + STEP.requestedNodes, true),
    freed: view.getUint32(at + STEP.freed, true),
  };
}

function fillChild(core: Core, parent: TreeHandle, child: TreeHandle, n: number, way: ForkWay): Step {
  const machine = machineOver(core);
  if (way === 'dup') machine.dup(parent, child);
  if (way === 'bulk') machine.bulk(child, n, machine.ranges(parent));
  if (way !== 'stores') return stepOf(core);
  const total = { requests: 0, asked: 0, freed: 0 };
  for (const { first, last, word } of machine.ranges(parent)) {
    core.calls.mpl_store(child, first, last, word);
    const { requests, asked, freed } = stepOf(core);
    total.requests += requests;
    total.asked += asked;
    total.freed += freed;
  }
  return total;
}

// ---- What is shown ----

/** The fork as a scenario: VMAs of ten pages, readable and writable in turns, so that neighbours do not merge. */
export function forkScript(layout: Layout, n: number, by: ForkWay): string {
  return `${parentScript(layout, n)}fork parent as child by ${by}\n`;
}

function parentScript(layout: Layout, n: number): string {
  const step = layout === 'holes' ? '60K' : '40K';
  const down = layout === 'downwards';
  const map = (number: string, access: string): string => `map ${number}*${step}..+40K ${access}`;
  const [one, other] = down ? [`(${n - 1} - 2*i)`, `(${n - 2} - 2*i)`] : ['(2*i)', '(2*i + 1)'];
  const pairs = [`repeat ${Math.floor(n / 2)} as i {`, `  ${map(one, 'r')}`, `  ${map(other, 'rw')}`, '}'];
  return [
    'mm parent',
    ...(n > 1 ? pairs : []),
    ...(n % 2 === 1 ? [map(down ? '0' : String(n - 1), 'r')] : []),
    '',
  ].join('\n');
}

function opensOf(layout: Layout, n: number, by: ForkWay): Opens | NoScenario {
  if (n > SCENARIO_MOST) return { none: `none: over ${figure(SCENARIO_MOST)} VMAs` };
  return { script: forkScript(layout, n, by) };
}

function withOpens(point: Point, layout: Layout, n: number, by: ForkWay): Point {
  return { ...point, opens: opensOf(layout, n, by) };
}

type Row = readonly { readonly x: number; readonly y: number }[];

function gainOf(before: Row, after: Row): Point[] {
  const gain = (more: number, less: number): number => 100 * (more / less - 1);
  return before.map(({ x, y }, k) => {
    const other = after[k]?.y ?? NaN;
    return x < FEW_FORKS_FROM
      ? { x, y: gain(other, y) }
      : { x, y: gain(other, y), low: gain(other - HALF, y + HALF), high: gain(other + HALF, y - HALF) };
  });
}

/** From so many VMAs on, few forks fit into the published 10 s: what half a fork more or less gives is drawn too. */
const FEW_FORKS_FROM = 409_621;
const HALF = 0.5;

function halfForks(most: number): string {
  return most < FEW_FORKS_FROM ? '' : '; published bars: half a fork more or less';
}

/** VMAs × forks of the published table up to 1.6 million VMAs, from its row of forks. */
function productsOf(row: number): Point[] {
  return published('forks-large', row).map(({ x, y }) =>
    x < FEW_FORKS_FROM ? { x, y: x * y } : { x, y: x * y, low: x * (y - HALF), high: x * (y + HALF) },
  );
}

function publishedSeries(name: string, points: readonly Point[], dashed = false): Series {
  return { name, from: 'published', look: 'line', points, ...(dashed ? { dashed: true } : {}) };
}

/** The charts of what was measured, with what was published up to as many VMAs beside. */
export function chartsOf(measured: readonly Measured[], layout: Layout): readonly Chart[] {
  return [gainChart(measured, layout), shapeChart(measured, layout), forksChart(measured, layout)];
}

function gainChart(measured: readonly Measured[], layout: Layout): Chart {
  const most = measured.at(-1)?.n ?? 0;
  const upTo = (points: readonly Point[]): Point[] => points.filter(({ x }) => Number(x) <= most);
  return {
    name: 'gain',
    title: 'Gain of duplication over bulk load',
    note: `forks per second, how much more${halfForks(most)}`,
    x: { label: 'VMAs', scale: 'log' },
    y: { label: 'gain', scale: 'linear', percent: true },
    series: [
      {
        name: 'this run',
        from: 'here',
        look: 'line',
        points: measured.map(({ n, times: { dup, bulk } }) => {
          const { ns, low, high } = timesAsLong(bulk, dup);
          const point = { x: n, y: 100 * (ns - 1), low: 100 * (low - 1), high: 100 * (high - 1) };
          return withOpens(point, layout, n, 'dup');
        }),
      },
      publishedSeries('published, v2', upTo(gainOf(published('forks-v2', 0), published('forks-v2', 1)))),
      publishedSeries('published, v3', upTo(gainOf(published('forks-v3', 0), published('forks-v3', 1)))),
      publishedSeries(
        'published, up to 1.6 million',
        upTo(gainOf(published('forks-large', 0), published('forks-large', 2))),
      ),
    ],
    cover: true,
  };
}

/** Each curve in percent of its own greatest value: whether it is flat is all that can be compared. */
function shapeChart(measured: readonly Measured[], layout: Layout): Chart {
  const most = measured.at(-1)?.n ?? 0;
  const shape = (points: readonly Point[]): Point[] => {
    const shown = points.filter(({ x }) => Number(x) <= most);
    const top = Math.max(...shown.map(({ y }) => y));
    const part = (y: number): number => (100 * y) / top;
    return shown.map(({ y, low, high, ...point }) => {
      const at = { ...point, y: part(y) };
      return low === undefined || high === undefined ? at : { ...at, low: part(low), high: part(high) };
    });
  };
  const here = (way: ForkWay): Series => ({
    name: NAMES[way],
    from: 'here',
    look: 'line',
    points: shape(measured.map(({ n, times }) => withOpens({ x: n, y: n * rate(times[way]) }, layout, n, way))),
  });
  return {
    name: 'shape',
    title: 'VMAs × forks per second: flat means O(n)',
    note: `each in percent of its own highest point${halfForks(most)}`,
    x: { label: 'VMAs', scale: 'log' },
    y: { label: 'of the curve’s own highest point', scale: 'linear', percent: true },
    series: [
      here('dup'),
      here('bulk'),
      here('stores'),
      publishedSeries('published, duplication', shape(productsOf(2))),
      publishedSeries('published, bulk load', shape(productsOf(0))),
      publishedSeries('review’s row as printed, duplication', shape(published('normalised-review', 2)), true),
    ],
  };
}

function forksChart(measured: readonly Measured[], layout: Layout): Chart {
  const here = (way: ForkWay): Series => ({
    name: NAMES[way],
    from: 'here',
    look: 'line',
    points: measured.map(({ n, times: { [way]: time } }) =>
      withOpens({ x: n, y: rate(time), low: 1e9 / time.high, high: 1e9 / time.low }, layout, n, way),
    ),
  });
  const most = measured.at(-1)?.n ?? 0;
  const perSecond = (row: Row): Point[] => row.filter(({ x }) => x <= most).map(({ x, y }) => ({ x, y: y / 10 }));
  return {
    name: 'forks',
    title: 'Forks per second',
    note: 'heights are other machines and other work: compare slopes',
    x: { label: 'VMAs', scale: 'log' },
    y: { label: 'forks per second', scale: 'log' },
    series: [
      here('dup'),
      here('bulk'),
      here('stores'),
      publishedSeries('published, duplication', perSecond(published('forks-large', 2))),
      publishedSeries('published, bulk load', perSecond(published('forks-large', 0))),
    ],
  };
}

function countLedgers(counts: readonly Counts[], layout: Layout): Ledger[] {
  const opens = counts.map(({ n }) => opensOf(layout, n, 'dup'));
  const asked = ({ ways }: Counts): Cell[] => FORK_WAYS.flatMap((way) => [ways[way].requests, ways[way].asked]);
  return [
    {
      name: 'requests',
      title: 'Requests to the allocator, and nodes requested, per fork',
      columns: ['VMAs', ...FORK_WAYS.flatMap((way) => [`${way}: requests`, `${way}: nodes`])],
      rows: counts.map((one) => [one.n, ...asked(one)]),
      opens,
    },
    {
      name: 'nodes',
      title: 'Nodes in the child’s tree',
      columns: ['VMAs', 'levels', 'dup', 'bulk', 'stores'],
      rows: counts.map(({ n, height, ways }) => [n, height, ...FORK_WAYS.map((way) => ways[way].nodes)]),
      opens,
    },
  ];
}

/** The review multiplied by VMAs + 2, and by 2,323 where 3,223 was meant. */
function corrected(): Ledger {
  const used = derived('normalised-review', 0);
  const rows = [published('normalised-review', 1), derived('normalised-review', 1)];
  rows.push(published('normalised-review', 2), derived('normalised-review', 2));
  const slip = used.find(({ x, y }) => y !== x + 2);
  return {
    name: 'corrected',
    title:
      'The review’s “VMAs per second”: it multiplied forks by VMAs + 2, and in one column by ' +
      `${figure(slip?.y ?? NaN)} where ${figure((slip?.x ?? NaN) + 2)} was meant. Corrected, both rows rise throughout`,
    columns: ['VMAs', 'factor', 'bulk, printed', 'bulk, corrected', 'dup, printed', 'dup, corrected'],
    rows: used.map(({ x, y }, k) => [x, y, ...rows.map((row) => row[k]?.y ?? null)]),
  };
}
