// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lab: the trees of real processes, from their /proc/PID/maps.

import { machineOver, type EngineMachine } from '../engine/core/machine';
import type { Core } from '../engine/core/wasm';
import { TREE_FLAGS } from '../engine/generated/tables';
import { FORK_BY, FORK_UNDO } from '../model/generated/enums';
import { NODE } from '../model/generated/node';
import { timesAsLong, type Bench, type Timing } from '../measure/bench';
import type { Chart, Lab, Ledger, NoScenario, Opens, Point, Report, Values } from '../measure/lab';
import { published } from '../measure/published';
import { figure } from '../measure/tables';
import { textOf } from '../measure/values';
import type { TreeHandle } from '../model/machine';
import { parseVector } from '../replay/vector';
import { scriptOfVector } from '../replay/script';
import { replayer } from '../replay/wasm';
import { readScenario } from '../scenario/check/checker';
import { runScenario } from '../scenario/run/interpreter';
import { leafSlots, shapeOf } from './fill';

export const lab: Lab = {
  name: 'real',
  number: 8,
  title: 'Real maps',
  question: 'What do the trees of real processes look like?',
  figures: ['forks-v3'],
  parameters: [
    {
      name: 'maps',
      label: 'One or many /proc/PID/maps (nothing leaves this page)',
      kind: 'text',
      value: '',
      hint: 'Paste the text of a /proc/PID/maps, or choose files.',
      files: true,
    },
  ],
  small: { maps: '' },
  comparable: {
    yes:
      'VMAs, and for these VMAs the requests of a fork: a fork duplicates the tree as it is. The number of VMAs ' +
      'places a process on the published curves, which begin at 21.',
    no:
      'Nodes, height and fill of a map that is read from a file. The kernel’s own tree depends on the order of ' +
      'calls that made it; here each VMA is stored once, in ascending order. For the recorded processes the order ' +
      'is known, and the tree is the one that Linux had. The tree’s time is that of copying the tree and freeing ' +
      'the copy, in percent of a simulated fork and the exit of its child, both in the module that records events. ' +
      'A kernel’s fork does more than copy the tree.',
  },
  run,
};

interface Process {
  readonly name: string;
  readonly vmas: number;
  readonly nodes: number;
  readonly height: number;
  /** Of the slots of leaves, in percent. */
  readonly fill: number;
  /** Of one fork by duplication: requests to the allocator, and nodes requested. */
  readonly requests: number;
  readonly asked: number;
  /** Slots in use of each leaf, in ascending order. */
  readonly leaves: readonly number[];
  /** How many times the tree's part fits in one simulated fork and the exit of its child; null: not timed. */
  readonly share: Timing | null;
  readonly opens: Opens | NoScenario;
}

/** Maps one after the other, each behind a line `==> NAME <==` as head(1) writes it; a single one needs none. */
export function splitMaps(text: string): readonly { readonly name: string; readonly maps: string }[] {
  const parts = text.split(/^==> (.*) <==[ \t]*$/m);
  const [before = '', ...rest] = parts;
  const named = rest.flatMap((name, k) => (k % 2 === 0 ? [{ name, maps: (rest[k + 1] ?? '').trim() }] : []));
  return [...(before.trim() === '' ? [] : [{ name: 'pasted', maps: before.trim() }]), ...named];
}

async function run(values: Values, bench: Bench): Promise<Report> {
  const given = splitMaps(textOf(values, 'maps'));
  const here = given.length > 0 ? given : bench.processes();
  const processes: Process[] = [];
  const faults: string[] = [];
  if (here === null) {
    const names = (await bench.goldenNames()).filter((name) => name.startsWith('vma-'));
    for (const [k, name] of names.entries()) {
      await bench.far(k, names.length, 'recorded processes replayed');
      processes.push(recorded(await bench.core('explore'), name, await bench.golden(name)));
    }
  } else {
    for (const [k, { name, maps }] of here.entries()) {
      await bench.far(k, here.length, 'maps read');
      const read = mapped(await bench.core('explore'), name, maps);
      if (typeof read === 'string') faults.push(read);
      else processes.push(read);
    }
  }
  processes.sort((a, b) => b.vmas - a.vmas);
  let timed = 0;
  for (const [k, one] of processes.slice(0, TIMED_MOST).entries()) {
    if (here === null || 'none' in one.opens) break;
    await bench.far(k, Math.min(processes.length, TIMED_MOST), 'forks timed');
    processes[k] = { ...one, share: await shareOf(bench, one.opens.script) };
    timed++;
  }
  if (processes.length === 0) throw new Error(faults[0] ?? 'There is no map to read.');
  const what = given.length > 0 ? 'maps given' : here === null ? 'recorded processes' : 'processes of this machine';
  return { ...reportOf(processes, what, faults), timing: timed > 0 ? bench.timing() : null };
}

function reportOf(processes: readonly Process[], what: string, faults: readonly string[]): Report {
  const middle = [...processes].sort((a, b) => a.vmas - b.vmas)[Math.floor((processes.length - 1) / 2)] as Process;
  const most = processes[0] as Process;
  const sizes = published('forks-v3', 0).map(({ x }) => x);
  const left = faults.length === 0 ? '' : ` ${figure(faults.length)} cannot be read: ${faults[0]}`;
  return {
    claim: {
      seed: `The published forks of series v3 have ${figure(sizes[0] ?? NaN)} to ${figure(sizes.at(-1) ?? NaN)} VMAs.`,
      here:
        `Here: ${figure(processes.length)} ${what}, median ${figure(middle.vmas)} VMAs in ${figure(middle.nodes)} ` +
        `nodes; the largest is ${most.name}, ${figure(most.vmas)} VMAs in ${figure(most.nodes)} nodes.${left}`,
    },
    charts: [
      chartOf('nodes', 'Nodes by VMAs, a dot a process', 'nodes', processes, ({ nodes }) => nodes, true),
      stripsOf(processes.slice(0, STRIPS_MOST)),
      chartOf('fill', 'Leaf slots in use', 'percent of slots', processes, ({ fill }) => fill, false),
    ],
    ledgers: [tableOf(processes)],
    scenario: 'none' in most.opens ? null : most.opens,
    timing: null,
  };
}

// ---- Processes ----

/** So many processes, the largest, are timed, and have a strip. */
const [TIMED_MOST, STRIPS_MOST] = [10, 12];

/** How many times as long a simulated fork and the exit of its child take as copying the tree and freeing the copy. */
async function shareOf(bench: Bench, script: string): Promise<Timing> {
  const core = await bench.core('explore');
  const { calls } = core;
  const { tree } = ran(machineOver(core), script);
  if (tree === undefined) throw new Error('a map that was read has a tree');
  const failed = (error: number): void => {
    if (error !== 0) throw new Error('The core has no memory for a fork.');
  };
  const rounds = (once: () => void) => (count: number) => {
    for (let k = 0; k < count; k++) once();
    return count;
  };
  const fork = rounds(() => {
    const child = calls.mpl_space_fork(tree, FORK_BY.indexOf('dup'), FORK_UNDO.indexOf('marker'), 0);
    failed(calls.mpl_space_fork_end());
    calls.mpl_space_exit(child);
  });
  const copy = rounds(() => {
    const made = calls.mpl_tree_new(TREE_FLAGS.ALLOC_RANGE | TREE_FLAGS.USE_RCU);
    failed(calls.mpl_dup(tree, made));
    calls.mpl_destroy(made);
    calls.mpl_tree_drop(made);
  });
  const [whole, part] = await bench.time([{ run: fork }, { run: copy }]);
  if (whole === undefined || part === undefined) throw new Error('two laps are timed');
  return timesAsLong(whole, part);
}

/** The tree of a map, and what its fork asks for; a sentence if it cannot be read. */
export function mapped(core: Core, name: string, maps: string): Process | string {
  const script = `maps process """\n${maps.trimEnd()}\n"""\n`;
  const read = readScenario(script);
  if (read.kind === 'refused') {
    const [first] = read.diagnostics;
    return `${name}, line ${(first?.line ?? 2) - 1}: ${first?.message}`;
  }
  const machine = machineOver(core);
  const { tree, stopped } = ran(machine, script);
  if (tree === undefined || stopped !== null) return `${name}: ${stopped ?? 'it has no VMA'}`;
  const { outcome } = machine.fork(tree, { by: 'dup', undo: 'marker', wrongCeiling: false });
  if (outcome.error !== null) return `${name}: its fork failed`;
  return shaped(core, tree, name, outcome.requests, { script: `${script}fork process as child\n` });
}

interface Ran {
  /** The last tree that was shown while the scenario ran. */
  readonly tree: TreeHandle | undefined;
  readonly stopped: string | null;
}

function ran(machine: EngineMachine, script: string): Ran {
  const read = readScenario(script);
  if (read.kind === 'refused') throw new Error(read.diagnostics[0]?.message);
  let [tree, stopped]: [TreeHandle | undefined, string | null] = [undefined, null];
  for (const item of runScenario(read.program, machine, { sums: 'few' })) {
    if (item.kind === 'step') tree = item.trees[0]?.handle;
    if (item.kind === 'end') stopped = item.stopped?.message ?? null;
  }
  return { tree, stopped };
}

/** The tree that a recorded process had at its end, replayed call by call. */
function recorded(core: Core, name: string, text: string): Process {
  const vector = parseVector(text);
  const { header, operations } = vector;
  const replay = replayer(core.calls, header);
  for (const operation of operations) replay({ operation, sum: false, dump: false, findings: false });
  const machine = machineOver(core);
  // Forks of the recording have taken the handles of the trees that they copied.
  const tree = [1, 2, 3, 4]
    .map((handle) => handle as TreeHandle)
    .find((handle) => core.calls.mpl_facts(handle) !== 0 && machine.facts(handle).entries > 0);
  if (tree === undefined) throw new Error(`${name} ends without a tree`);
  const copy = machine.create({ alloc: header.mode === 'alloc', rcu: header.rcu, release: '6_16' });
  if (copy === null) throw new Error('The core has no memory for another tree.');
  // The flag of RCU mode may have been switched while recording; a copy needs the same.
  machine.setRcu(tree, header.rcu);
  const { requests, error } = machine.dup(tree, copy);
  if (error !== null) throw new Error(`${name} cannot be copied: ${error}`);
  return shaped(core, tree, name.replace(/\.jsonl.*$/, ''), requests, scriptOfVector(vector));
}

function shaped(
  core: Core,
  tree: TreeHandle,
  name: string,
  requests: readonly number[],
  opens: Opens | NoScenario,
): Process {
  const machine = machineOver(core);
  const { entries } = machine.facts(tree);
  const { nodes, height, leaves, slots } = shapeOf(machine, tree, entries);
  return {
    name,
    vmas: entries,
    nodes,
    height,
    fill: leaves === 0 ? NaN : (100 * slots) / (16 * leaves),
    requests: requests.length,
    asked: requests.reduce((sum, size) => sum + size, 0),
    leaves: leafSlots(core, tree),
    share: null,
    opens,
  };
}

// ---- What is shown ----

function chartOf(
  name: string,
  title: string,
  label: string,
  processes: readonly Process[],
  of: (one: Process) => number,
  cover: boolean,
): Chart {
  return {
    name,
    title,
    note: `${figure(processes.length)} processes`,
    x: { label: 'VMAs', scale: 'log' },
    y: { label, scale: 'linear' },
    series: [
      {
        name: 'process',
        from: 'here',
        look: 'dots',
        points: processes.map((one) => ({ x: one.vmas, y: of(one), opens: one.opens })),
      },
    ],
    ...(cover ? { cover: true } : {}),
  };
}

/** A strip a process: its leaves in ascending order. */
function stripsOf(processes: readonly Process[]): Chart {
  return {
    name: 'strips',
    title: 'Leaves of each tree, lowest addresses on the left',
    note: `slots in use, of 16; the ${figure(processes.length)} largest`,
    x: { label: 'leaf', scale: 'band' },
    y: { label: 'slots in use', scale: 'linear' },
    series: processes.map(({ name, leaves, opens }) => ({
      name,
      from: 'here',
      look: 'cells',
      points: leaves.map((slots, k): Point => ({ x: k + 1, y: slots, opens })),
    })),
  };
}

const TREE_SHARE = 'fork: tree’s time, %';

function tableOf(processes: readonly Process[]): Ledger {
  return {
    name: 'processes',
    title: 'Processes (a click on a head sorts)',
    columns: [
      'process',
      'VMAs',
      'nodes',
      'levels',
      'leaf fill, %',
      'bytes per VMA',
      'fork: requests',
      'fork: nodes',
      TREE_SHARE,
    ],
    rows: processes.map(({ name, vmas, nodes, height, fill, requests, asked, share }) => [
      name,
      vmas,
      nodes,
      height,
      Number(fill.toFixed(1)),
      (NODE.BYTES * nodes) / vmas,
      requests,
      asked,
      share === null ? null : Number((100 / share.ns).toFixed(1)),
    ]),
    opens: processes.map(({ opens }) => opens),
  };
}
