// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lab: the same ranges in a maple tree, in a red-black tree and in a std::map: lines of cache, counted; time, beside.

import { must } from '../base/assert';
import { index } from '../base/index64';
import { shuffled, splitMix64 } from '../base/random';
import { comparedWithRedBlack } from '../engine/answers/redblack';
import { machineOver } from '../engine/core/machine';
import type { Core } from '../engine/core/wasm';
import { timesAsLong, type Bench, type Timing } from '../measure/bench';
import type { Cell, Chart, Lab, Ledger, NoScenario, Opens, Report, Values } from '../measure/lab';
import { figureOf } from '../measure/published';
import { figure } from '../measure/tables';
import { timeTrees, TREE_LOOPS, TREES, type TreeLoop, type TreeName } from '../measure/loops';
import { numberOf, textOf } from '../measure/values';
import type { CountedTree, FillOrder, RedBlackComparison } from '../model/redblack';
import type { TreeHandle } from '../model/machine';

const SCENARIO_MOST = 50_000;
const LOOPS: Readonly<Record<TreeLoop, string>> = {
  load: 'look up',
  iterate: 'iterate',
  change: 'change',
  copy: 'copy',
};

export const lab: Lab = {
  name: 'redblack',
  number: 4,
  title: 'Why not a red-black tree',
  question: 'What does a lookup cost in a maple tree, in a red-black tree and in a std::map?',
  figures: ['kernbench-2020'],
  parameters: [
    { name: 'n', label: 'Ranges', kind: 'number', value: 6421, min: 2, max: 100_000 },
    {
      name: 'order',
      label: 'The other two filled',
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
  native: 'all four loops',
  comparable: {
    yes:
      'Lines, misses, depth and bytes. Lines and misses of nodes and records are counted while the code runs; tests ' +
      'compare them with a Valgrind trace, and misses with cachegrind. Cachegrind sees all data of a program, so it ' +
      'counts at most 4 % more for lookups, and for changes of the two rivals. All three hold the same ranges, and ' +
      'their nodes or records come from an array: no time is one of malloc(). A timed lookup or step reads the ' +
      'record it finds in each. Times are the same loops in one module, in turns. Each timed lookup or change is of ' +
      'a range drawn at random, so that no processor can learn the order; drawing it is in the time of each tree.',
    no:
      'The published build times: they are whole kernels at work. Lines without the record: the links of the ' +
      'red-black tree lie in the record that a lookup or an iteration finds, so its lines include the record’s. The ' +
      'other two find a word that leads to the record; reading it costs them a line more. Linux kept a cache of ' +
      'recent lookups beside its red-black tree, a list of VMAs, which made iteration cheaper, and the largest gap ' +
      'below each VMA, which made changes dearer. None of the three is modelled here; the maple tree tracks its ' +
      'gaps. A change of the maple tree also uses free lists and working memory outside its nodes. They are not ' +
      'counted: with them, cachegrind counts up to twice the misses. The links stand in records of 192 bytes. The ' +
      'copy of the red-black tree has to make new records, the other copies lead to the old ones; a fork makes new ' +
      'records with every tree. The std::map is libc++’s, natively too; its nodes begin on a line, which malloc() ' +
      'does not ensure. Nothing else uses the cache; no time includes a lock or grace period. Lookups and changes ' +
      'both count: no single row decides.',
  },
  run,
};

type Compared = RedBlackComparison & { readonly stdMap: CountedTree };

async function run(values: Values, bench: Bench): Promise<Report> {
  const [n, seed] = [numberOf(values, 'n'), numberOf(values, 'seed')];
  const core = await bench.core('explore');
  const tree = filled(core, n, seed);
  const compared = await counted(core, await bench.core('cachelines'), tree, values, bench);
  const times: (readonly [TreeLoop, Readonly<Record<TreeName, Timing>>])[] = [];
  const loops = TREE_LOOPS.filter((loop) => loop !== 'copy' || compared.redBlack.copy !== null);
  for (const loop of loops) {
    await bench.far(times.length, loops.length, `loops timed, “${LOOPS[loop]}” next`);
    times.push([loop, await timeTrees(bench, n, seed, loop)]);
  }
  const { maple, redBlack, stdMap } = compared;
  const ratio = timesAsLong(times[0]?.[1]['red-black'] as Timing, times[0]?.[1].maple as Timing);
  const [low, high] = [ratio.low, ratio.high].map((one) => one.toFixed(2));
  const spread = low === high ? '' : ` (middle half of the repeats: ${low} to ${high})`;
  const script = n > SCENARIO_MOST ? null : { script: scriptOf(n, seed) };
  const opens = script ?? { none: `none: over ${figure(SCENARIO_MOST)} ranges` };
  return {
    claim: {
      seed:
        `With the maple tree a kernel build took ${changeOf('elapsed')} time, ${changeOf('system')} system time and ` +
        `${changeOf('user')} user time (2020, means of three builds; VMAs in a red-black tree before).`,
      here:
        `Here: a lookup among ${figure(n)} ranges touches ${maple.lookup.lines.mean.toFixed(1)} lines of cache in ` +
        `the maple tree, ${stdMap.lookup.lines.mean.toFixed(1)} in the std::map, and ` +
        `${redBlack.lookup.lines.mean.toFixed(1)} in the red-black tree, the record’s line included. It takes ` +
        `${ratio.ns.toFixed(2)} times as long in the red-black tree as in the maple tree${spread}.`,
    },
    charts: [linesChart(compared, opens), timeChart(times, opens)],
    ledgers: [shapeLedger(compared), linesLedger(compared)],
    scenario: script,
    timing: bench.timing(),
  };
}

function changeOf(kind: 'elapsed' | 'system' | 'user'): string {
  const { derived } = figureOf('kernbench-2020');
  const row = derived?.find(({ name }) => name === `mean ${kind} s`);
  const [before, after] = [Number(row?.['rb_tree']), Number(row?.['maple'])];
  const percent = 100 * (after / before - 1);
  return `${Math.abs(percent).toFixed(2)} % ${percent < 0 ? 'less' : 'more'}`;
}

/** A maple tree of n ranges, 8 wide with 8 free behind, stored in shuffled order. */
export function filled(core: Core, n: number, seed: number): TreeHandle {
  const machine = machineOver(core);
  const tree = machine.create({ alloc: true, rcu: false, release: '6_16' });
  if (tree === null) throw new Error('The core has no memory for another tree.');
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

async function counted(core: Core, lines: Core, tree: TreeHandle, values: Values, bench: Bench): Promise<Compared> {
  const cache = { line: numberOf(values, 'line'), ways: numberOf(values, 'ways'), kib: numberOf(values, 'kib') };
  const order = textOf(values, 'order') as FillOrder;
  const asked = { cache, order, seed: numberOf(values, 'seed'), stdMap: true };
  const steps = comparedWithRedBlack(core, lines, tree, asked);
  for (;;) {
    const next = steps.next();
    if (next.done !== true) {
      await bench.far(next.value.done, next.value.of ?? 1, 'operations counted');
      continue;
    }
    if (next.value.kind === 'compared') return { ...next.value, stdMap: must(next.value.stdMap, 'a std::map') };
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
const ALL = [
  ['maple tree', ({ maple }: Compared) => maple],
  ['red-black tree', ({ redBlack }: Compared) => redBlack],
  ['std::map', ({ stdMap }: Compared) => stdMap],
] as const;
const NAMES: readonly string[] = ALL.map(([name]) => name);

function linesChart(compared: Compared, opens: Opens | NoScenario): Chart {
  return {
    name: 'lines',
    title: 'Cache lines that one operation touches',
    note: `mean, lines of ${compared.cache.line} bytes; the red-black tree’s include the record`,
    x: { label: 'operation', scale: 'band' },
    y: { label: 'lines', scale: 'linear' },
    series: ALL.map(([name, of]) => ({
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
    note: 'change: erase and insert; iterate, copy: for each range',
    x: { label: 'operation', scale: 'band' },
    y: { label: 'nanoseconds', scale: 'log' },
    series: TREES.map((which, k) => ({
      name: must(NAMES[k], 'a name'),
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

function shapeLedger(compared: Compared): Ledger {
  const row = (title: string, of: (tree: CountedTree) => number | null): readonly Cell[] => [
    title,
    ...ALL.map(([, tree]) => of(tree(compared))),
  ];
  const { bytes, place } = compared.mapNode;
  return {
    name: 'shape',
    title:
      `Shape, ${figure(compared.ranges)} ranges. Bytes: nodes of 256 in the maple tree, links of ` +
      `${compared.record.links} in a record of the red-black tree, a node of ${bytes} in the std::map with the ` +
      `${place - bytes} that malloc() adds`,
    columns: ['', ...NAMES],
    rows: [
      row('nodes, records', (tree) => tree.nodes),
      row('depth, mean', (tree) => tree.depth.mean),
      row('depth, most', (tree) => tree.depth.most),
      row('bytes of the tree per range', (tree) => tree.bytesPerRange),
      row('lines of one iteration', (tree) => tree.iterate.lines),
      row('misses of one iteration', (tree) => tree.iterate.misses),
      row('lines of one copy', (tree) => tree.copy?.lines ?? null),
      row('lines written by one copy', (tree) => tree.copy?.written ?? null),
      row('misses of one copy', (tree) => tree.copy?.misses ?? null),
    ],
  };
}

function linesLedger(compared: Compared): Ledger {
  const { line, ways, kib } = compared.cache;
  return {
    name: 'lines',
    title:
      `Lines and misses, mean of ${figure(compared.lookups)} lookups (cache of ${kib} KiB, ${ways} ways, lines of ` +
      `${line} bytes)`,
    columns: ['operation', ...NAMES],
    rows: OPERATIONS.flatMap(([name, used]) =>
      (
        [
          ['lines', 'lines'],
          ['lines written', 'written'],
          ['misses, cold', 'cold'],
          ['misses, warm', 'warm'],
        ] as const
      ).map(([title, field]) => [`${name}: ${title}`, ...ALL.map(([, of]) => used(of(compared))[field].mean)]),
    ),
  };
}
