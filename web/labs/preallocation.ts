// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lab: how many nodes a store preallocates, by the whole-height formula and with vacancy tracking, over one workload.

import { index } from '../base/index64';
import { shuffled, splitMix64 } from '../base/random';
import { TREE_FLAGS } from '../engine/generated/tables';
import type { Core } from '../engine/core/wasm';
import type { Bench } from '../measure/bench';
import { count, countScenario, lastDecision, newTally, nodesIn, type Tally } from '../measure/decisions';
import type { Chart, Lab, Ledger, NoScenario, Opens, Report, Values } from '../measure/lab';
import { histogramOf } from '../measure/published';
import { figure } from '../measure/tables';
import { numberOf, textOf } from '../measure/values';
import { parseVector } from '../replay/vector';
import { looksLikeTrace } from '../scenario/import/strace';
import { replayer } from '../replay/wasm';

export const lab: Lab = {
  name: 'preallocation',
  number: 2,
  title: 'Preallocation',
  question: 'How many nodes does Linux preallocate for one store?',
  figures: ['prealloc-calc', 'bulk-alloc-req'],
  parameters: [
    {
      name: 'work',
      label: 'Workload',
      kind: 'choice',
      value: 'shuffled',
      choices: [
        ['shuffled', 'Stores, shuffled'],
        ['ascending', 'Stores, ascending'],
        ['descending', 'Stores, descending'],
        ['storm', 'mmap storm, 4 processes'],
        ['processes', 'Recorded processes (golden)'],
        ['own', 'Your scenario or strace log'],
      ],
    },
    { name: 'n', label: 'Stores or calls', kind: 'number', value: 10_000, min: 10, max: 1_000_000 },
    { name: 'seed', label: 'Seed', kind: 'number', value: 7, min: 0, max: 999_999_999 },
    {
      name: 'beside',
      label: 'Published figure',
      kind: 'choice',
      value: 'calls',
      choices: [
        ['calls', 'Nodes requested per store'],
        ['requests', 'Nodes per bulk request'],
      ],
    },
    {
      name: 'script',
      label: 'Your scenario or strace log',
      kind: 'text',
      value: '',
      hint: 'A scenario, or a log of strace -f -e trace=memory,process',
    },
  ],
  small: { work: 'shuffled', n: 1000, seed: 7, beside: 'calls', script: '' },
  comparable: {
    yes:
      'The direction of the reduction: both sides use the same two formulas. This run gives the same numbers on ' +
      'every machine.',
    no:
      'The size of the reduction, and single rows. Both depend on the stores and on the height of the tree, and the ' +
      'published runs, the kernel’s own tests and stress-ng, use other stores and heights. Run several workloads: ' +
      'their reductions differ widely.',
  },
  run,
};

async function run(values: Values, bench: Bench): Promise<Report> {
  const beside = textOf(values, 'beside') === 'requests' ? REQUESTS : CALLS;
  const tally = newTally();
  const work = await tallyOf(values, bench, tally);
  // Like is compared with like: beside bulk requests stand the bulk requests of this run.
  const [asked = 0, askedWholeHeight = 0] = [tally.pre, tally.preWhole].map((all) => nodesIn(binned(all, beside)));
  const [published, publishedWhole] = [histogramOf(beside.id, 1), histogramOf(beside.id, 0)];
  const seed =
    `With vacancy tracking, the published counts show ${fewer(nodesIn(published), nodesIn(publishedWhole))} ` +
    `(${beside.where}).`;
  const here =
    askedWholeHeight === 0
      ? 'No store of this workload requested nodes.'
      : `Here: ${work.what} ask for ${fewer(asked, askedWholeHeight)}${beside.part} with vacancy tracking.${work.note}`;
  return {
    claim: { seed, here },
    charts: [
      chartOf(
        'without',
        'Without vacancy tracking (the whole-height formula)',
        beside,
        publishedWhole,
        tally.preWhole,
        true,
        work.opens,
      ),
      chartOf('with', 'With vacancy tracking (Linux 6.16)', beside, published, tally.pre, false, work.opens),
    ],
    ledgers: [ledgerOf(tally, work.opens), meansOf(beside, published, publishedWhole, tally, work.opens)],
    scenario: 'none' in work.opens ? null : work.opens,
    timing: null,
  };
}

function fewer(few: number, many: number): string {
  const change = (100 * (many - few)) / many;
  return change >= 0 ? `${change.toFixed(1)} % fewer nodes` : `${(-change).toFixed(1)} % more nodes`;
}

// ---- Workloads ----

const RECORDED: NoScenario = { none: 'none: many recordings (lab “Real maps” opens each)' };

interface Work {
  readonly what: string;
  readonly note: string;
  readonly opens: Opens | NoScenario;
}

async function tallyOf(values: Values, bench: Bench, tally: Tally): Promise<Work> {
  const [work, n, seed] = [textOf(values, 'work'), numberOf(values, 'n'), numberOf(values, 'seed')];
  switch (work) {
    case 'processes':
      return recorded(bench, tally);
    case 'storm':
    case 'own': {
      const own = ownScript(textOf(values, 'script'));
      const { script, above } = work === 'own' ? own : { script: stormScript(n, seed), above: 0 };
      const counted = await countScenario(await bench.core('explore'), script, tally, (steps) =>
        bench.far(steps, work === 'own' ? steps : n, 'calls made'),
      );
      if (counted.kind === 'refused')
        throw new Error(`The scenario cannot run. Line ${counted.line - above}: ${counted.message}`);
      const left = counted.leftOut === 0 ? '' : ` ${figure(counted.leftOut)} stores of long calls are not counted.`;
      return {
        what: `these ${figure(tally.stores)} stores`,
        note: left + (counted.failed === null ? '' : ` The run stopped: ${counted.failed}`),
        opens: { script },
      };
    }
    default: {
      const order = orderOf(work, n, seed);
      await storeAll(await bench.core('explore'), order, tally, bench);
      return { what: `these ${figure(n)} stores`, note: '', opens: { script: orderScript(work, n, seed) } };
    }
  }
}

/** A scenario as given, or one of the log of strace that was given; and how many lines stand above it. */
function ownScript(text: string): { readonly script: string; readonly above: number } {
  if (text.includes('"""') || !text.split('\n').some(looksLikeTrace)) return { script: text, above: 0 };
  return { script: `trace process """\n${text.trimEnd()}\n"""\n`, above: 1 };
}

function orderOf(work: string, n: number, seed: number): Uint32Array {
  if (work === 'shuffled') return shuffled(n, splitMix64(BigInt(seed)));
  return Uint32Array.from({ length: n }, (_, k) => (work === 'descending' ? n - 1 - k : k));
}

function orderScript(work: string, n: number, seed: number): string {
  const at = work === 'descending' ? `(${n - 1} - i)` : 'i';
  const head = work === 'shuffled' ? `for i in shuffle(0..${n - 1}, ${seed})` : `repeat ${n} as i`;
  return `tree t alloc\n${head} { store ${at}*16..+8 = ${at} }\n`;
}

const TURN = 20_000;

async function storeAll(core: Core, order: Uint32Array, tally: Tally, bench: Bench): Promise<void> {
  const tree = core.calls.mpl_tree_new(TREE_FLAGS.ALLOC_RANGE);
  for (let k = 0; k < order.length; k++) {
    const at = BigInt(order[k] ?? 0);
    if (core.calls.mpl_store(tree, index(16n * at), index(16n * at + 7n), index(2n * at + 1n)) !== 0)
      throw new Error('The core has no memory for so many stores.');
    const decision = lastDecision(core);
    if (decision !== null) count(tally, decision);
    if (k % TURN === 0) await bench.far(k, order.length, 'stores made');
  }
}

/**
 * In the manner of `stress-ng --mmap 4`: four processes, each of which maps a region, unmaps its pages in random order,
 * maps them again in random order, protects every other one, and unmaps everything.
 */
export function stormScript(calls: number, seed: number): string {
  const pages = Math.max(2, Math.floor((calls / 4 - 2) / 2.5));
  const one = (k: number): string => `mm p${k}
map 1G..+${pages}*4K rw
for i in shuffle(0..${pages - 1}, ${seed + 2 * k}) { unmap 1G + i*4K..+4K }
for i in shuffle(0..${pages - 1}, ${seed + 2 * k + 1}) { map 1G + i*4K..+4K rw }
repeat ${Math.floor(pages / 2)} as i { protect 1G + i*8K..+4K r }
unmap 1G..+${pages}*4K
`;
  return [1, 2, 3, 4].map(one).join('');
}

/** The recorded processes: every decision of the golden vectors `vma-*`. */
async function recorded(bench: Bench, tally: Tally): Promise<Work> {
  const names = (await bench.goldenNames()).filter((name) => name.startsWith('vma-'));
  for (const [k, name] of names.entries()) {
    await bench.far(k, names.length, 'recorded processes replayed');
    tallyVector(await bench.core('explore'), await bench.golden(name), tally);
  }
  return {
    what: `the ${figure(tally.stores)} stores of ${names.length} recorded processes`,
    note: '',
    opens: RECORDED,
  };
}

/** Counts the decisions of one recorded file, replayed on a core. */
export function tallyVector(core: Core, text: string, tally: Tally): void {
  const { header, operations } = parseVector(text);
  const replay = replayer(core.calls, header);
  for (const operation of operations) {
    const observed = replay({ operation, sum: false, dump: false, findings: false });
    // A bulk load is many stores, and its record has the last of them.
    if (operation.op !== 'bulk' && observed.storeType >= 0)
      count(tally, { pre: observed.pre, preWhole: observed.preWhole, used: observed.used });
  }
}

// ---- What is shown ----

interface Beside {
  readonly id: string;
  readonly where: string;
  /** Which nodes are meant, if not all that a store asks for. */
  readonly part: string;
  readonly x: string;
  readonly y: string;
  /** The class of a need of so many nodes; null: none. */
  readonly bin: (nodes: number) => number | null;
}

const CALLS: Beside = {
  id: 'prealloc-calc',
  where: 'the kernel’s own tests',
  part: '',
  x: 'nodes requested by one store',
  y: 'share of the stores that need nodes',
  bin: (nodes) => (nodes === 0 ? null : nodes),
};
/** A need of k nodes, with nothing in hand, is one single request and one bulk request for the other k − 1. */
const REQUESTS: Beside = {
  id: 'bulk-alloc-req',
  where: 'bulk requests of stress-ng --mmap 4',
  part: ' in bulk requests',
  x: 'nodes in one bulk request',
  y: 'share of the bulk requests',
  bin: (nodes) => (nodes < 2 ? null : nodes - 1),
};

function binned(tally: ReadonlyMap<number, number>, { bin }: Beside): ReadonlyMap<number, number> {
  return new Map(
    [...tally].flatMap(([nodes, times]) => (bin(nodes) === null ? [] : [[bin(nodes) ?? 0, times] as const])),
  );
}

function total(histogram: ReadonlyMap<number, number>): number {
  return [...histogram.values()].reduce((sum, times) => sum + times, 0);
}

function mean(histogram: ReadonlyMap<number, number>): number {
  return nodesIn(histogram) / total(histogram);
}

function chartOf(
  name: string,
  title: string,
  beside: Beside,
  published: ReadonlyMap<number, number>,
  tally: ReadonlyMap<number, number>,
  cover: boolean,
  opens: Opens | NoScenario,
): Chart {
  const here = binned(tally, beside);
  const bins = [...new Set([...published.keys(), ...here.keys()])]
    .filter((bin) => (published.get(bin) ?? 0) + (here.get(bin) ?? 0) > 0)
    .sort((a, b) => a - b);
  const share = (of: ReadonlyMap<number, number>) =>
    bins.filter((bin) => of.has(bin)).map((bin) => ({ x: bin, y: (100 * (of.get(bin) ?? 0)) / total(of) }));
  return {
    name,
    title,
    note: `mean ${mean(published).toFixed(2)} published, ${total(here) === 0 ? '–' : mean(here).toFixed(2)} this run`,
    x: { label: beside.x, scale: 'band' },
    y: { label: beside.y, scale: 'linear', percent: true },
    series: [
      {
        name: 'this run',
        from: 'here',
        look: 'bars',
        points: share(here).map((point) => ({ ...point, opens })),
      },
      { name: 'published, 21 Feb 2025', from: 'published', look: 'line', points: share(published) },
    ],
    ...(cover ? { cover: true } : {}),
  };
}

function ledgerOf({ pre, preWhole, used, stores }: Tally, opens: Opens | NoScenario): Ledger {
  const row = (name: string, histogram: ReadonlyMap<number, number>) => [
    name,
    stores,
    stores - (histogram.get(0) ?? 0),
    nodesIn(histogram),
    used,
    nodesIn(histogram) - used,
  ];
  return {
    name: 'ledger',
    title: 'Nodes requested, used, freed',
    columns: ['formula', 'stores', 'that need nodes', 'requested', 'used', 'freed'],
    rows: [row('whole height', preWhole), row('vacancy', pre)],
    opens: [opens, opens],
  };
}

function meansOf(
  beside: Beside,
  published: ReadonlyMap<number, number>,
  publishedWhole: ReadonlyMap<number, number>,
  tally: Tally,
  opens: Opens | NoScenario,
): Ledger {
  const [here, hereWhole] = [binned(tally.pre, beside), binned(tally.preWhole, beside)];
  const bins = [...new Set([...published.keys(), ...publishedWhole.keys(), ...here.keys(), ...hereWhole.keys()])].sort(
    (a, b) => a - b,
  );
  return {
    name: 'counts',
    title: beside === CALLS ? 'Stores that need nodes, by formula' : 'Bulk requests, by formula',
    columns: [beside.x, 'whole height, published', 'whole height, this run', 'vacancy, published', 'vacancy, this run'],
    rows: bins.map((bin) => [
      bin,
      ...[publishedWhole, hereWhole, published, here].map((histogram) => histogram.get(bin) ?? 0),
    ]),
    opens: bins.map((bin) => (here.has(bin) || hereWhole.has(bin) ? opens : { none: 'none: published only' })),
  };
}
