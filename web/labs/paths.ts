// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lab: which of its paths stores take, what each costs in nodes, and what free slots in a node are good for.

import { index } from '../base/index64';
import { shuffled, splitMix64 } from '../base/random';
import { machineOver, type EngineMachine } from '../engine/core/machine';
import type { Core } from '../engine/core/wasm';
import { TREE } from '../engine/generated/tables';
import type { Bench } from '../measure/bench';
import type { Chart, Lab, Ledger, NoScenario, Opens, Report, Values } from '../measure/lab';
import { figureOf } from '../measure/published';
import { LAYOUT, SCENARIO_MOST, rangeOf, rangeWritten, shuffledLine } from '../measure/ranges';
import { figure } from '../measure/tables';
import { numberOf, textOf } from '../measure/values';
import type { Outcome, StoredRange, TreeHandle } from '../model/machine';
import { STORE_TYPES } from '../model/status';
import { dumpOf } from '../replay/nodes';
import { shapeOf } from './fill';

const WORKS = ['ascending', 'shuffled', 'brk', 'bulk'] as const;
type Work = (typeof WORKS)[number];
const NAMES: Readonly<Record<Work, string>> = {
  ascending: 'ascending',
  shuffled: 'shuffled',
  brk: 'growth by brk()',
  bulk: 'bulk load',
};
/** Toggles after the first one. */
const TOGGLES = 10;

export const lab: Lab = {
  name: 'paths',
  number: 3,
  title: 'Store paths and slack',
  question: 'Which paths do stores take, and what do free slots save?',
  figures: ['kernbench-2020'],
  parameters: [
    { name: 'n', label: 'Stores', kind: 'number', value: 10_000, min: 10, max: 300_000 },
    LAYOUT,
    {
      name: 'rcu',
      label: 'RCU mode',
      kind: 'choice',
      value: 'no',
      choices: [
        ['no', 'Off'],
        ['yes', 'On, as for VMAs in use'],
      ],
    },
    { name: 'seed', label: 'Seed', kind: 'number', value: 7, min: 0, max: 999_999_999 },
  ],
  small: { n: 500, layout: 'holes', rcu: 'no', seed: 7 },
  comparable: {
    yes:
      'Which path a store takes and how many nodes it requests: both are those of Linux 6.16. Bulk and normal ' +
      'builds hold the same ranges.',
    no:
      'The 2020 figures, which are times of an early version in another kernel: the tree of 2020 split and ' +
      'requested differently. Nodes are the cost that is counted here: a path that requests none writes the ' +
      'leaf in place, and that write has a cost, too.',
  },
  run,
};

export interface Tally {
  readonly work: Work;
  readonly types: ReadonlyMap<string, { stores: number; asked: number }>;
  readonly requests: number;
  readonly asked: number;
  readonly nodes: number;
  readonly height: number;
  /** Slots of leaves that are in use, in percent; NaN without a leaf. */
  readonly fill: number;
  /** Of stores that made the tree before those that are counted. */
  readonly before: number;
}

async function run(values: Values, bench: Bench): Promise<Report> {
  const n = numberOf(values, 'n');
  const tallies: Tally[] = [];
  for (const [k, work] of WORKS.entries()) {
    await bench.far(k, WORKS.length + 1, `workloads done, ${NAMES[work]} next`);
    tallies.push(tallyOf(machineOver(await bench.core('explore')), work, values));
  }
  const toggles = await toggled(bench, textOf(values, 'rcu') === 'yes');
  const of = (work: Work): Tally => tallies.find((one) => one.work === work) as Tally;
  const slower = /brk is about (\d+) %/.exec(figureOf('kernbench-2020').notes?.join(' ') ?? '')?.[1] ?? '–';
  const brk = of('brk');
  const [full, free] = [LEAF_MOST, LEAF_MOST - 1].map((slots) =>
    figure(toggles.find((one) => one.slots === slots && one.way === 'add')?.first ?? NaN),
  );
  return {
    claim: {
      seed: `brk() was about ${slower} % slower with the maple tree of 2020 than with the red-black tree.`,
      here:
        `Here: ${figure(n)} steps of brk() request ${figure(brk.asked)} nodes (counted, not timed). Adding ` +
        `an entry and removing it requests ${full} nodes at a full leaf, ${free} at one with a free slot.`,
    },
    charts: [sharesChart(tallies, values), togglesChart(toggles)],
    ledgers: [typesLedger(tallies), buildsLedger(tallies, values)],
    scenario: behind(values),
    timing: null,
  };
}

// ---- Stores ----

function made(machine: EngineMachine, rcu: boolean): TreeHandle {
  const tree = machine.create({ alloc: true, rcu, release: '6_16' });
  if (tree === null) throw new Error('The core has no memory for another tree.');
  return tree;
}

export function tallyOf(machine: EngineMachine, work: Work, values: Values): Tally {
  const [n, layout, rcu] = [numberOf(values, 'n'), textOf(values, 'layout'), textOf(values, 'rcu') === 'yes'];
  // A bulk load is made before a tree is in RCU mode.
  const tree = made(machine, rcu && work !== 'bulk');
  const types = new Map<string, { stores: number; asked: number }>();
  let [requests, asked, before] = [0, 0, 0];
  const count = (type: string, stores: number, nodes: number): void => {
    const known = types.get(type) ?? { stores: 0, asked: 0 };
    types.set(type, { stores: known.stores + stores, asked: known.asked + nodes });
  };
  const add = (outcome: Outcome): void => {
    if (outcome.error !== null) throw new Error('The core has no memory for so many ranges.');
    const nodes = outcome.requests.reduce((sum, size) => sum + size, 0);
    [requests, asked] = [requests + outcome.requests.length, asked + nodes];
    if (outcome.storeCounts === null) count(outcome.storeType ?? 'none', 1, nodes);
    else for (const [type, stores] of Object.entries(outcome.storeCounts)) count(type, stores, 0);
  };
  const range = (i: bigint) => {
    const [first, last] = rangeOf(i, layout);
    return { first: index(first), last: index(last), word: index(2n * i + 1n) };
  };
  if (work === 'bulk') {
    add(
      machine.bulk(
        tree,
        n,
        Array.from({ length: n }, (_, k) => range(BigInt(k))),
      ),
    );
  } else if (work === 'brk') {
    for (const { first, last, word } of neighbours()) machine.store(tree, first, last, word);
    before = machine.facts(tree).nodes;
    for (let k = 1n; k <= BigInt(n); k++) add(machine.store(tree, HEAP, index(HEAP + 4096n * k - 1n), index(9n)));
  } else {
    const order = work === 'shuffled' ? shuffled(n, splitMix64(BigInt(numberOf(values, 'seed')))) : null;
    for (let k = 0; k < n; k++) {
      const { first, last, word } = range(BigInt(order?.[k] ?? k));
      add(machine.store(tree, first, last, word));
    }
  }
  const { nodes, height, leaves, slots } = shapeOf(machine, tree, n);
  machine.destroy(tree);
  machine.drop(tree);
  return { work, types, requests, asked, nodes, height, fill: (100 * slots) / (16 * leaves), before };
}

const HEAP = index(0x1000_0000n);
const [BELOW, ABOVE] = [3, 17];

/** The neighbours of a growing heap: a program below, libraries above. */
function neighbours(): readonly StoredRange[] {
  return Array.from({ length: BELOW + ABOVE }, (_, k) => {
    const at = k < BELOW ? 0x400_000n + 0x1000n * BigInt(k) : 0x7fff_0000_0000n + 0x3000n * BigInt(k);
    return { first: index(at), last: index(at + 0xfffn), word: index(2n * BigInt(k) + 11n) };
  });
}

// ---- Slack ----

export interface Toggled {
  /** Slots in use of the leaf. */
  readonly slots: number;
  readonly way: 'add' | 'remove';
  /** Nodes requested by one change and its opposite: the first time, and on average afterwards. */
  readonly first: number;
  readonly after: number;
  readonly opens: Opens;
}

const RANGES = 315;
const [LEAF_LEAST, LEAF_MOST] = [7, 16];
/** Slots of a leaf that contiguous ranges in ascending order leave behind. */
const LEAF_BUILT = 15;

/**
 * Toggles an entry of a leaf in the middle of a tree that has each number of slots in use, adding or removing first.
 */
export async function toggled(bench: Bench, rcu: boolean): Promise<Toggled[]> {
  const all: Toggled[] = [];
  for (let slots = LEAF_LEAST; slots <= LEAF_MOST; slots++)
    for (const way of ['add', 'remove'] as const) all.push(toggle(await bench.core('explore'), rcu, slots, way));
  return all;
}

function toggle(core: Core, rcu: boolean, slots: number, way: Toggled['way']): Toggled {
  const machine = machineOver(core);
  const tree = made(machine, rcu);
  const lines: string[] = [];
  const store = (first: number, last: number, value: number): number => {
    lines.push(`store ${first}..${last} = ${value}`);
    const { requests } = machine.store(tree, index(BigInt(first)), index(BigInt(last)), index(2n * BigInt(value) + 1n));
    return requests.reduce((sum, size) => sum + size, 0);
  };
  for (let i = 0; i < RANGES; i++) store(10 * i, 10 * i + 9, i);
  lines.splice(0, RANGES, `tree t alloc${rcu ? ' rcu' : ''}`, `repeat ${RANGES} as i { store 10*i..+10 = i }`);
  const start = middleLeaf(core, tree);
  // A range of more than one takes slots away; a part of one takes a slot more.
  if (slots > LEAF_BUILT) store(start, start + 3, 1000);
  for (let k = 1; k <= LEAF_BUILT - slots; k++) store(start, start + 10 * k + 9, 1000);
  const used = slotsAt(core, tree, start);
  if (used !== slots) throw new Error(`a leaf has ${used} slots in use, and not ${slots}`);
  // The last ranges of the leaf but one: ranges of ten before and after.
  const at = start + 10 * (LEAF_BUILT - 3);
  const part = (): number => store(at, at + 3, 2000);
  const whole = (): number => store(at, at + 9, 2001);
  const pair = (): number => store(at, at + 19, 2002);
  const one = (): number => store(at + 10, at + 19, 2003);
  const both = (): number => (way === 'add' ? part() + whole() : pair() + one());
  const first = both();
  let after = 0;
  for (let k = 0; k < TOGGLES; k++) after += both();
  return { slots, way, first, after: after / TOGGLES, opens: { script: `${lines.join('\n')}\n` } };
}

interface Leaf {
  readonly first: number;
  readonly slots: number;
}

function leavesOf(core: Core, tree: TreeHandle): readonly Leaf[] {
  const root = core.view().getBigUint64(core.calls.mpl_tree_info(tree) + TREE.root, true);
  return dumpOf(core.calls.memory, core.calls.mpl_slab_base(), root).flatMap((line) => {
    const [, first, end] = /^\d+ leaf ([0-9a-f]+)-[0-9a-f]+ end=(\d+)/.exec(line) ?? [];
    return first === undefined ? [] : [{ first: Number(`0x${first}`), slots: Number(end) + 1 }];
  });
}

function middleLeaf(core: Core, tree: TreeHandle): number {
  const leaves = leavesOf(core, tree);
  const leaf = leaves[Math.floor(leaves.length / 2)];
  if (leaf?.slots !== LEAF_BUILT) throw new Error('the leaf in the middle is another one than expected');
  return leaf.first;
}

function slotsAt(core: Core, tree: TreeHandle, first: number): number {
  return leavesOf(core, tree).find((leaf) => leaf.first === first)?.slots ?? 0;
}

// ---- What is shown ----

function scriptOf(work: Work, values: Values): string | null {
  const n = numberOf(values, 'n');
  if (n > SCENARIO_MOST) return null;
  const range = (at: string): string => rangeWritten(at, values);
  const rcu = textOf(values, 'rcu') === 'yes' && work !== 'bulk' ? ' rcu' : '';
  const head = `tree t alloc${rcu}\n`;
  if (work === 'shuffled') return head + shuffledLine(n, values);
  if (work === 'brk')
    return [
      `${head}repeat ${BELOW} as k { store 0x400000 + k*4K..+4K = k + 5 }`,
      `repeat ${ABOVE} as k { store 0x7fff00000000 + (k + ${BELOW})*12K..+4K = k + ${5 + BELOW} }`,
      `repeat ${n} as i { store 0x${HEAP.toString(16)}..+(i + 1)*4K = 4 }`,
      '',
    ].join('\n');
  if (work === 'bulk') return `${head}bulk ${n} {\n  repeat ${n} as i { store ${range('i')} = i }\n}\n`;
  return `${head}repeat ${n} as i { store ${range('i')} = i }\n`;
}

export function opensOf(work: Work, values: Values): Opens | NoScenario {
  const script = scriptOf(work, values);
  return script === null ? { none: `none: over ${figure(SCENARIO_MOST)} stores` } : { script };
}

function behind(values: Values): Opens | null {
  const opens = opensOf('shuffled', values);
  return 'none' in opens ? null : opens;
}

function shown(tallies: readonly Tally[]): readonly string[] {
  return STORE_TYPES.filter((type) => tallies.some(({ types }) => types.has(type)));
}

function sharesChart(tallies: readonly Tally[], values: Values): Chart {
  const types = shown(tallies);
  return {
    name: 'shares',
    title: 'Share of each path',
    note: `${figure(numberOf(values, 'n'))} stores each`,
    x: { label: 'path', scale: 'band' },
    y: { label: 'share of stores', scale: 'linear', percent: true },
    series: tallies.map((one) => {
      const all = [...one.types.values()].reduce((sum, { stores }) => sum + stores, 0);
      const opens = opensOf(one.work, values);
      return {
        name: NAMES[one.work],
        from: 'here',
        look: 'dots',
        points: types.map((type) => ({
          x: type,
          y: (100 * (one.types.get(type)?.stores ?? 0)) / all,
          opens,
        })),
      };
    }),
    cover: true,
  };
}

function togglesChart(toggles: readonly Toggled[]): Chart {
  const series = (name: string, way: Toggled['way'], of: (one: Toggled) => number, look: 'dots' | 'line') => ({
    name,
    from: 'here' as const,
    look,
    points: toggles.filter((one) => one.way === way).map((one) => ({ x: one.slots, y: of(one), opens: one.opens })),
  });
  return {
    name: 'slack',
    title: 'One entry added and removed again, by slots in use of its leaf',
    note: 'nodes requested by both changes; a leaf has 16 slots and at least 7 in use',
    x: { label: 'slots in use before', scale: 'band' },
    y: { label: 'nodes requested', scale: 'linear' },
    series: [
      series('added first: the first time', 'add', ({ first }) => first, 'dots'),
      series('removed first: the first time', 'remove', ({ first }) => first, 'dots'),
      series(`added first: mean of ${TOGGLES} more`, 'add', ({ after }) => after, 'line'),
      series(`removed first: mean of ${TOGGLES} more`, 'remove', ({ after }) => after, 'line'),
    ],
  };
}

function typesLedger(tallies: readonly Tally[]): Ledger {
  return {
    name: 'types',
    title: 'Stores by path, and nodes that they requested (a bulk load requests its nodes before its stores)',
    columns: ['path', ...tallies.flatMap(({ work }) => [NAMES[work], `${NAMES[work]}: nodes`])],
    rows: shown(tallies).map((type) => [
      type,
      ...tallies.flatMap(({ work, types }) => [
        types.get(type)?.stores ?? 0,
        work === 'bulk' ? null : (types.get(type)?.asked ?? 0),
      ]),
    ]),
  };
}

function buildsLedger(tallies: readonly Tally[], values: Values): Ledger {
  return {
    name: 'builds',
    title: 'Cost in all (a bulk load requests its nodes in advance and frees those left over)',
    columns: ['stores', 'requests', 'nodes requested', 'nodes in the tree', 'levels', 'leaf fill, %', 'nodes before'],
    rows: tallies.map(({ work, requests, asked, nodes, height, fill, before }) => [
      NAMES[work],
      requests,
      asked,
      nodes,
      height,
      Number(fill.toFixed(1)),
      before,
    ]),
    opens: tallies.map(({ work }) => opensOf(work, values)),
  };
}
