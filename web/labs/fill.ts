// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lab: how full the leaves are, how high the tree is and what a range costs, by the order in which ranges came.

import { index } from '../base/index64';
import { shuffled, splitMix64 } from '../base/random';
import { machineOver, type EngineMachine } from '../engine/core/machine';
import type { Core } from '../engine/core/wasm';
import { TREE } from '../engine/generated/tables';
import { NODE } from '../model/generated/node';
import type { TreeHandle } from '../model/machine';
import type { Bench } from '../measure/bench';
import type { Chart, Lab, Ledger, NoScenario, Opens, Point, Report, Values } from '../measure/lab';
import { LAYOUT, SCENARIO_MOST, rangeOf, rangeWritten, shuffledLine } from '../measure/ranges';
import { figure } from '../measure/tables';
import { numberOf, textOf } from '../measure/values';
import { dumpOf } from '../replay/nodes';

const ORDERS = ['ascending', 'descending', 'shuffled', 'libraries'] as const;
type Order = (typeof ORDERS)[number];
const NAMES: Readonly<Record<Order, string>> = {
  ascending: 'ascending',
  descending: 'descending',
  shuffled: 'shuffled',
  libraries: 'in runs of five, like libraries',
};
/** Ranges that are stored one after the other, as the segments of a library are mapped. */
const RUN = 5;

export const lab: Lab = {
  name: 'fill',
  number: 7,
  title: 'Anatomy of fill',
  question: 'How full is a maple tree, and what does a range cost?',
  figures: ['complexity-claims'],
  parameters: [
    { name: 'n', label: 'Ranges, at most', kind: 'number', value: 10_000, min: 10, max: 300_000 },
    LAYOUT,
    {
      name: 'gaps',
      label: 'Inner nodes',
      kind: 'choice',
      value: 'yes',
      choices: [
        ['yes', 'Gaps tracked: 10 slots'],
        ['no', 'No gaps: 16 slots'],
      ],
    },
    { name: 'seed', label: 'Seed', kind: 'number', value: 7, min: 0, max: 999_999_999 },
  ],
  small: { n: 1000, layout: 'holes', gaps: 'yes', seed: 7 },
  comparable: {
    yes:
      'All of it with Linux 6.16: nodes, height and slots follow from the order of stores alone, and this core lays ' +
      'out its nodes as Linux does. A range counts its share of leaves and inner nodes.',
    no:
      'Full 16-way trees, as in the published estimate of (n − 1)/15 nodes. A gap takes a slot too, so a leaf of ' +
      '16 slots holds eight ranges with gaps between them. With gap tracking an inner node has 10 slots, not 16. ' +
      'The VMA objects themselves are not counted.',
  },
  run,
};

export interface Shape {
  readonly n: number;
  readonly height: number;
  readonly nodes: number;
  readonly leaves: number;
  /** Slots of leaves that are in use: ranges, and holes between, before and behind them. */
  readonly slots: number;
}

interface Grown {
  readonly order: Order;
  readonly shapes: readonly Shape[];
  readonly churned: Shape;
  /** At the greatest size, before and after the churn: slots in use of each leaf. */
  readonly leaves: readonly number[];
  readonly churnedLeaves: readonly number[];
}

async function run(values: Values, bench: Bench): Promise<Report> {
  const n = numberOf(values, 'n');
  const sizes = sizesUpTo(n);
  const grown: Grown[] = [];
  for (const [k, order] of ORDERS.entries()) {
    await bench.far(k, ORDERS.length, `orders done, ${order} next`);
    grown.push(grow(await bench.core('explore'), order, sizes, values));
  }
  const last = ({ shapes }: Grown): Shape => shapes.at(-1) as Shape;
  const [first, ...others] = [...grown].sort((a, b) => bytes(last(a)) - bytes(last(b)));
  const most = others.at(-1) as Grown;
  const estimate = Math.ceil((n - 1) / 15);
  return {
    claim: {
      seed: 'A full 16-way tree of n ranges has about (n − 1)/15 nodes (thread on fork, 2023).',
      here:
        `Here: ${figure(n)} ranges take ${figure(last(first as Grown).nodes)} nodes stored ` +
        `${NAMES[(first as Grown).order]}, and ${figure(last(most).nodes)} stored ${NAMES[most.order]}; the ` +
        `estimate is ${figure(estimate)}.`,
    },
    charts: [
      chartOf(
        'fill',
        'Leaf slots in use',
        'percent of 16 slots a leaf',
        grown,
        values,
        (one) => (100 * one.slots) / (16 * one.leaves),
        true,
      ),
      chartOf('bytes', 'Bytes of nodes per range', `${NODE.BYTES} bytes a node`, grown, values, bytes, false),
    ],
    ledgers: [
      {
        name: 'shapes',
        title: `Shape at ${figure(n)} ranges`,
        columns: ['order', 'levels', 'nodes', 'leaves', 'slots in use', 'leaf fill, %', 'bytes per range'],
        rows: grown.map((one) => [NAMES[one.order], ...cells(last(one))]),
        opens: grown.map(({ order }) => opensOf(order, n, values)),
      },
      {
        name: 'churned',
        title: `The same after ${figure(n)} erases, each followed by a store of the same range`,
        columns: ['order', 'levels', 'nodes', 'leaves', 'slots in use', 'leaf fill, %', 'bytes per range'],
        rows: grown.map((one) => [NAMES[one.order], ...cells(one.churned)]),
        opens: grown.map(({ order }) => churnedOpensOf(order, n, values)),
      },
      leavesLedger('leaves', `Leaves by slots in use, at ${figure(n)} ranges`, grown, ({ leaves }) => leaves),
      leavesLedger(
        'churned-leaves',
        'Leaves by slots in use, after the erases and stores',
        grown,
        (one) => one.churnedLeaves,
      ),
    ],
    scenario: n > SCENARIO_MOST ? null : { script: scriptOf('shuffled', n, values) ?? '' },
    timing: null,
  };
}

function bytes({ nodes, n }: Shape): number {
  return (NODE.BYTES * nodes) / n;
}

/** The fill after splits and merges: a row for each number of slots that a leaf can have in use. */
function leavesLedger(
  name: string,
  title: string,
  grown: readonly Grown[],
  of: (one: Grown) => readonly number[],
): Ledger {
  const counts = grown.map((one) => {
    const byUse = new Map<number, number>();
    for (const slots of of(one)) byUse.set(slots, (byUse.get(slots) ?? 0) + 1);
    return byUse;
  });
  const used = [...new Set(counts.flatMap((byUse) => [...byUse.keys()]))].sort((a, b) => b - a);
  return {
    name,
    title,
    columns: ['slots', ...ORDERS],
    rows: used.map((slots) => [slots, ...counts.map((byUse) => byUse.get(slots) ?? 0)]),
  };
}

function cells(shape: Shape): number[] {
  const { height, nodes, leaves, slots } = shape;
  return [height, nodes, leaves, slots, Number(((100 * slots) / (16 * leaves)).toFixed(1)), bytes(shape)];
}

/** 10, 20, 50, 100 … and n. */
function sizesUpTo(n: number): number[] {
  const sizes = [1, 2, 3, 4, 5, 6].flatMap((power) => [1, 2, 5].map((part) => part * 10 ** power));
  return [...sizes.filter((size) => size < n), n];
}

// ---- Growing ----

function numbersOf(order: Order, n: number, seed: number): Uint32Array {
  const random = splitMix64(BigInt(seed));
  if (order === 'shuffled') return shuffled(n, random);
  if (order === 'libraries') {
    const runs = Math.ceil(n / RUN);
    const numbers = [...shuffled(runs, random)].flatMap((run) => Array.from({ length: RUN }, (_, k) => RUN * run + k));
    return Uint32Array.from(numbers.filter((number) => number < n));
  }
  return Uint32Array.from({ length: n }, (_, k) => (order === 'descending' ? n - 1 - k : k));
}

function grow(core: Core, order: Order, sizes: readonly number[], values: Values): Grown {
  const machine = machineOver(core);
  const shapes: Shape[] = [];
  let last: Pick<Grown, 'churned' | 'leaves' | 'churnedLeaves'> | null = null;
  const [layout, alloc, seed] = [textOf(values, 'layout'), textOf(values, 'gaps') === 'yes', numberOf(values, 'seed')];
  for (const n of sizes) {
    const tree = machine.create({ alloc, rcu: false, release: '6_16' });
    if (tree === null) throw new Error('The core has no memory for another tree.');
    const store = (i: number): void => {
      const [first, last] = rangeOf(BigInt(i), layout);
      if (machine.store(tree, index(first), index(last), index(2n * BigInt(i) + 1n)).error !== null)
        throw new Error('The core has no memory for so many ranges.');
    };
    numbersOf(order, n, seed).forEach(store);
    shapes.push(shapeOf(machine, tree, n));
    if (n === sizes.at(-1)) {
      const leaves = leafSlots(core, tree);
      const random = splitMix64(BigInt(seed) + 1n);
      for (let k = 0; k < n; k++) {
        const i = Number(random.next() % BigInt(n));
        machine.erase(tree, index(rangeOf(BigInt(i), layout)[0]));
        store(i);
      }
      last = { leaves, churned: shapeOf(machine, tree, n), churnedLeaves: leafSlots(core, tree) };
    }
    machine.destroy(tree);
    machine.drop(tree);
  }
  if (last === null) throw new Error('no size is measured');
  return { order, shapes, ...last };
}

/** Slots in use of each leaf, in ascending order of its indexes. */
export function leafSlots(core: Core, tree: TreeHandle): number[] {
  const root = core.view().getBigUint64(core.calls.mpl_tree_info(tree) + TREE.root, true);
  return dumpOf(core.calls.memory, core.calls.mpl_slab_base(), root).flatMap((line) => {
    const end = /^\d+ leaf \S+ end=(\d+)/.exec(line)?.[1];
    return end === undefined ? [] : [Number(end) + 1];
  });
}

/** A hole is one slot: NULL ranges are never neighbours. */
export function shapeOf(machine: EngineMachine, tree: TreeHandle, n: number): Shape {
  const { height, nodes, leaves } = machine.facts(tree);
  let [slots, behind] = [1, 0n]; // The hole up to the last index.
  for (const { first, last } of machine.ranges(tree)) {
    slots += first > behind ? 2 : 1;
    behind = last + 1n;
  }
  return { n, height, nodes, leaves, slots };
}

// ---- What is shown ----

function scriptOf(order: Order, n: number, values: Values): string | null {
  const range = (at: string): string => rangeWritten(at, values);
  const head = `tree t${textOf(values, 'gaps') === 'yes' ? ' alloc' : ''}\n`;
  if (order === 'shuffled') return head + shuffledLine(n, values);
  if (order === 'libraries') {
    if (n % RUN !== 0) return null;
    const inner = `repeat ${RUN} as k { store ${range(`(${RUN}*i + k)`)} = ${RUN}*i + k }`;
    return `${head}for i in shuffle(0..${n / RUN - 1}, ${numberOf(values, 'seed')}) { ${inner} }\n`;
  }
  const at = order === 'descending' ? `(${n - 1} - i)` : 'i';
  return `${head}repeat ${n} as i { store ${range(at)} = ${at} }\n`;
}

export function opensOf(order: Order, n: number, values: Values): Opens | NoScenario {
  if (n > SCENARIO_MOST) return { none: `none: over ${figure(SCENARIO_MOST)} ranges` };
  const script = scriptOf(order, n, values);
  return script === null ? { none: `none: the last run is not of ${RUN}` } : { script };
}

/** Three statements a range: so many ranges are offered after their churn. */
const CHURNED_MOST = Math.floor(SCENARIO_MOST / 3);

/** The same draws as grow() makes. */
function churnedOpensOf(order: Order, n: number, values: Values): Opens | NoScenario {
  if (n > CHURNED_MOST) return { none: `none: over ${figure(CHURNED_MOST)} ranges` };
  const opens = opensOf(order, n, values);
  if ('none' in opens) return opens;
  const first = textOf(values, 'layout') === 'holes' ? '10*i + 10' : '10*i';
  const store = `store ${rangeWritten('i', values)} = i`;
  const head = `seed ${numberOf(values, 'seed') + 1}\nrepeat ${n} {\n`;
  return { script: `${opens.script}${head}  let i = rand(${n})\n  erase ${first}\n  ${store}\n}\n` };
}

function chartOf(
  name: string,
  title: string,
  note: string,
  grown: readonly Grown[],
  values: Values,
  of: (shape: Shape) => number,
  cover: boolean,
): Chart {
  const point = (order: Order, shape: Shape): Point => {
    return { x: shape.n, y: of(shape), opens: opensOf(order, shape.n, values) };
  };
  return {
    name,
    title,
    note,
    x: { label: 'ranges', scale: 'log' },
    y: cover
      ? { label: 'slots in use', scale: 'linear', percent: true }
      : { label: 'bytes per range', scale: 'linear' },
    series: grown.map(({ order, shapes }) => ({
      name: NAMES[order],
      from: 'here',
      look: 'line',
      points: shapes.map((shape) => point(order, shape)),
    })),
    ...(cover ? { cover: true } : {}),
  };
}
