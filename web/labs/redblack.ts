// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lab: the same ranges in a maple tree and in a red-black tree: lines of cache, counted; time, beside.

import { index } from '../base/index64';
import { shuffled, splitMix64 } from '../base/random';
import { comparedWithRedBlack } from '../engine/answers/redblack';
import { machineOver } from '../engine/core/machine';
import type { Core } from '../engine/core/wasm';
import { timesAsLong, type Bench, type Timing } from '../measure/bench';
import type { Chart, Lab, Ledger, NoScenario, Opens, Report, Values } from '../measure/lab';
import { figureOf } from '../measure/published';
import { figure } from '../measure/tables';
import { timeTrees, TREE_LOOPS, type TreeLoop, type TreeName } from '../measure/timed';
import { numberOf, textOf } from '../measure/values';
import type { CountedTree, FillOrder, RedBlackComparison } from '../model/redblack';
import type { TreeHandle } from '../model/machine';

const SCENARIO_MOST = 50_000;
const LOOPS: Readonly<Record<TreeLoop, string>> = {
  load: 'look up',
  iterate: 'iterate, a range',
  change: 'erase and insert',
};

export const lab: Lab = {
  name: 'redblack',
  number: 4,
  title: 'Why not a red-black tree',
  question: 'What does a lookup cost in a maple tree and in a red-black tree?',
  figures: ['kernbench-2020'],
  parameters: [
    { name: 'n', label: 'Ranges', kind: 'number', value: 6421, min: 2, max: 100_000 },
    {
      name: 'order',
      label: 'Red-black tree filled',
      kind: 'choice',
      value: 'shuffled',
      choices: [
        ['shuffled', 'In shuffled order'],
        ['ascending', 'In ascending order'],
      ],
    },
    { name: 'seed', label: 'Seed', kind: 'number', value: 7, min: 1, max: 999_999_999 },
    { name: 'line', label: 'Cache line, bytes', kind: 'number', value: 64, min: 16, max: 256 },
    { name: 'ways', label: 'Ways', kind: 'number', value: 8, min: 1, max: 64 },
    { name: 'kib', label: 'Cache, KiB', kind: 'number', value: 32, min: 1, max: 2048 },
  ],
  small: { n: 500, order: 'shuffled', seed: 7, line: 64, ways: 8, kib: 32 },
  native: 'all three loops',
  comparable: {
    yes:
      'Lines, misses, depth and bytes. They are counted while the code runs, and a test compares the counts with a ' +
      'Valgrind trace of the same code. Both trees hold the same ranges. A timed lookup or step reads the record it ' +
      'finds in either tree. Times are the same loops in one module, in turns.',
    no:
      'The published build times: they are whole kernels at work. Linux kept a cache of recent lookups beside its ' +
      'red-black tree, which is not modelled here; the links stand in records of 192 bytes. Every round looks ' +
      'up in the same order: with few ranges a processor may come to predict it, so the ratio depends on the number ' +
      'of ranges. Here nobody else uses the cache, and no lock or grace period is in a time. Lookups ' +
      'and changes both count: no single row decides.',
  },
  run,
};

async function run(values: Values, bench: Bench): Promise<Report> {
  const [n, seed] = [numberOf(values, 'n'), numberOf(values, 'seed')];
  const core = await bench.core('explore');
  const tree = filled(core, n, seed);
  const compared = await counted(core, await bench.core('lines'), tree, values, bench);
  const times: (readonly [TreeLoop, Readonly<Record<TreeName, Timing>>])[] = [];
  for (const loop of TREE_LOOPS) {
    await bench.far(times.length, TREE_LOOPS.length, `loops timed, “${LOOPS[loop]}” next`);
    times.push([loop, await timeTrees(bench, n, seed, loop)]);
  }
  const { maple, redBlack } = compared;
  const ratio = timesAsLong(times[0]?.[1]['red-black'] as Timing, times[0]?.[1].maple as Timing);
  const [low, high] = [ratio.low, ratio.high].map((one) => one.toFixed(2));
  const spread = low === high ? '' : ` (middle half of the repeats: ${low} to ${high})`;
  const script = n > SCENARIO_MOST ? null : { script: scriptOf(n, seed) };
  const opens = script ?? { none: `none: over ${figure(SCENARIO_MOST)} ranges` };
  return {
    claim: {
      seed:
        `With the maple tree a kernel build spent ${changeOfSystemTime()} system time (2020, VMAs in a red-black ` +
        'tree before).',
      here:
        `Here: a lookup among ${figure(n)} ranges touches ${maple.lookup.lines.mean.toFixed(1)} lines of cache in ` +
        `the maple tree, ${redBlack.lookup.lines.mean.toFixed(1)} in the red-black tree. In time, a lookup ` +
        `in the red-black tree takes ${ratio.ns.toFixed(2)} times as long as in the maple tree${spread}.`,
    },
    charts: [linesChart(compared, opens), timeChart(times, opens)],
    ledgers: [shapeLedger(compared), linesLedger(compared)],
    scenario: script,
    timing: bench.timing(),
  };
}

function changeOfSystemTime(): string {
  const { derived } = figureOf('kernbench-2020');
  const row = derived?.find(({ name }) => name === 'mean system s');
  const [before, after] = [Number(row?.['rb_tree']), Number(row?.['maple'])];
  const percent = 100 * (after / before - 1);
  return `${Math.abs(percent).toFixed(2)} % ${percent < 0 ? 'less' : 'more'}`;
}

/** A maple tree of n ranges, 8 wide with 8 free behind, stored in shuffled order. */
export function filled(core: Core, n: number, seed: number): TreeHandle {
  const machine = machineOver(core);
  const tree = machine.create({ alloc: true, rcu: false, release: '6_16' });
  if (tree === null) throw new Error('The core has no room for a tree.');
  for (const k of shuffled(n, splitMix64(BigInt(seed)))) {
    const first = 16n * BigInt(k);
    if (machine.store(tree, index(first), index(first + 7n), index(2n * BigInt(k) + 1n)).error !== null)
      throw new Error('The core has no memory for so many ranges.');
  }
  return tree;
}

function scriptOf(n: number, seed: number): string {
  return `tree t alloc\nfor i in shuffle(0..${n - 1}, ${seed}) { store i*16..+8 = i }\n`;
}

async function counted(
  core: Core,
  lines: Core,
  tree: TreeHandle,
  values: Values,
  bench: Bench,
): Promise<RedBlackComparison> {
  const cache = { line: numberOf(values, 'line'), ways: numberOf(values, 'ways'), kib: numberOf(values, 'kib') };
  const asked = { cache, order: textOf(values, 'order') as FillOrder, seed: numberOf(values, 'seed') };
  const steps = comparedWithRedBlack(core, lines, tree, asked);
  for (;;) {
    const next = steps.next();
    if (next.done !== true) {
      await bench.far(next.value.done, next.value.of ?? 1, 'operations counted');
      continue;
    }
    if (next.value.kind === 'compared') return next.value;
    if (next.value.kind === 'no such cache')
      throw new Error(
        'A cache has lines of 16, 32, 64, 128 or 256 bytes, 1 to 64 ways and whole sets: change line, ways or KiB.',
      );
    throw new Error('Lines are not counted for so many ranges: set fewer.');
  }
}

// ---- What is shown ----

const OPERATIONS = [
  ['look up', (tree: CountedTree) => tree.lookup],
  ['insert', (tree: CountedTree) => tree.insert],
  ['erase', (tree: CountedTree) => tree.erase],
] as const;
const BOTH = [
  ['maple tree', ({ maple }: RedBlackComparison) => maple],
  ['red-black tree', ({ redBlack }: RedBlackComparison) => redBlack],
] as const;

function linesChart(compared: RedBlackComparison, opens: Opens | NoScenario): Chart {
  return {
    name: 'lines',
    title: 'Lines of cache that one operation touches',
    note: `mean; lines of ${compared.cache.line} bytes`,
    x: { label: 'operation', scale: 'band' },
    y: { label: 'lines', scale: 'linear' },
    series: BOTH.map(([name, of]) => ({
      name,
      from: 'here',
      look: 'dots',
      points: OPERATIONS.map(([x, used]) => ({
        x,
        y: used(of(compared)).lines.mean,
        opens,
      })),
    })),
    cover: true,
  };
}

function timeChart(
  times: readonly (readonly [TreeLoop, Readonly<Record<TreeName, Timing>>])[],
  opens: Opens | NoScenario,
): Chart {
  return {
    name: 'time',
    title: 'Time of one operation',
    note: 'median and quartiles',
    x: { label: 'operation', scale: 'band' },
    y: { label: 'nanoseconds', scale: 'log' },
    series: (
      [
        ['maple tree', 'maple'],
        ['red-black tree', 'red-black'],
      ] as const
    ).map(([name, which]) => ({
      name,
      from: 'here',
      look: 'dots',
      points: times.map(([loop, { [which]: time }]) => ({
        x: LOOPS[loop],
        y: time.ns,
        low: time.low,
        high: time.high,
        opens,
      })),
    })),
  };
}

function shapeLedger(compared: RedBlackComparison): Ledger {
  return {
    name: 'shape',
    title: `Shape, ${figure(compared.ranges)} ranges`,
    columns: ['', 'maple tree', 'red-black tree'],
    rows: [
      ['nodes, records', ...BOTH.map(([, of]) => of(compared).nodes)],
      ['depth, mean', ...BOTH.map(([, of]) => of(compared).depth.mean)],
      ['depth, most', ...BOTH.map(([, of]) => of(compared).depth.most)],
      ['bytes of the tree per range', ...BOTH.map(([, of]) => of(compared).bytesPerRange)],
      ['lines of one iteration', ...BOTH.map(([, of]) => of(compared).iterate.lines)],
      ['misses of one iteration', ...BOTH.map(([, of]) => of(compared).iterate.misses)],
    ],
  };
}

function linesLedger(compared: RedBlackComparison): Ledger {
  const { line, ways, kib } = compared.cache;
  return {
    name: 'lines',
    title:
      `Lines and misses, mean of ${figure(compared.lookups)} lookups (cache of ${kib} KiB, ${ways} ways, lines of ` +
      `${line} bytes)`,
    columns: ['operation', 'maple tree', 'red-black tree'],
    rows: OPERATIONS.flatMap(([name, used]) =>
      (
        [
          ['lines', 'lines'],
          ['lines written', 'written'],
          ['misses, cold', 'cold'],
          ['misses, warm', 'warm'],
        ] as const
      ).map(([title, field]) => [`${name}: ${title}`, ...BOTH.map(([, of]) => used(of(compared))[field].mean)]),
    ),
  };
}
