// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lab: the trees of real processes, from their /proc/PID/maps.

import { machineOver } from '../engine/core/machine';
import type { Core } from '../engine/core/wasm';
import { NODE } from '../model/generated/node';
import type { Bench } from '../measure/bench';
import type { Chart, Lab, Ledger, Opens, Report, Values } from '../measure/lab';
import { published } from '../measure/published';
import { figure } from '../measure/tables';
import { textOf } from '../measure/values';
import type { TreeHandle } from '../model/machine';
import { parseVector } from '../replay/vector';
import { replayer } from '../replay/wasm';
import { readScenario } from '../scenario/check/checker';
import { runScenario } from '../scenario/run/interpreter';
import { shapeOf } from './fill';

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
      'VMAs, and for these VMAs what a fork asks for: a fork duplicates the tree as it is. The number of VMAs ' +
      'places a process on the published curves, which begin at 21.',
    no:
      'Nodes, height and fill of a map that is read from a file. The kernel’s own tree depends on the order of ' +
      'calls that made it; here each VMA is stored once, in ascending order. For the recorded processes the order ' +
      'is known, and the tree is the one that Linux had.',
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
  /** Of one fork by duplication: requests to the allocator, and nodes asked for. */
  readonly requests: number;
  readonly asked: number;
  readonly opens: Opens | null;
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
  if (processes.length === 0) throw new Error(faults[0] ?? 'There is no map to read.');
  processes.sort((a, b) => b.vmas - a.vmas);
  const what = given.length > 0 ? 'maps given' : here === null ? 'recorded processes' : 'processes of this machine';
  return reportOf(processes, what, faults);
}

function reportOf(processes: readonly Process[], what: string, faults: readonly string[]): Report {
  const middle = [...processes].sort((a, b) => a.vmas - b.vmas)[Math.floor((processes.length - 1) / 2)] as Process;
  const most = processes[0] as Process;
  const sizes = published('forks-v3', 0).map(({ x }) => x);
  const left = faults.length === 0 ? '' : ` ${figure(faults.length)} cannot be read: ${faults[0]}`;
  return {
    claim: {
      seed: `The published forks have ${figure(sizes[0] ?? NaN)} to ${figure(sizes.at(-1) ?? NaN)} VMAs.`,
      here:
        `Here: ${figure(processes.length)} ${what}, median ${figure(middle.vmas)} VMAs in ${figure(middle.nodes)} ` +
        `nodes; the largest is ${most.name}, ${figure(most.vmas)} VMAs in ${figure(most.nodes)} nodes.${left}`,
    },
    charts: [
      chartOf('nodes', 'Nodes by VMAs, a dot a process', 'nodes', processes, ({ nodes }) => nodes, true),
      chartOf('fill', 'Leaf slots in use', 'percent of slots', processes, ({ fill }) => fill, false),
    ],
    ledgers: [tableOf(processes)],
    scenario: most.opens,
    timing: null,
  };
}

// ---- Processes ----

/** The tree of a map, and what its fork asks for; a sentence if it cannot be read. */
export function mapped(core: Core, name: string, maps: string): Process | string {
  const script = `maps process """\n${maps.trimEnd()}\n"""\nfork process as child\n`;
  const read = readScenario(script);
  if (read.kind === 'refused') {
    const [first] = read.diagnostics;
    return `${name}, line ${(first?.line ?? 2) - 1}: ${first?.message}`;
  }
  const machine = machineOver(core);
  let [requests, stopped]: [readonly number[], string | null] = [[], null];
  let tree: TreeHandle | undefined;
  for (const item of runScenario(read.program, machine, { sums: 'few' })) {
    if (item.kind === 'step') tree = item.trees[0]?.handle;
    if (item.kind === 'step' && item.report.op === 'fork') requests = item.report.requests;
    if (item.kind === 'end') stopped = item.stopped?.message ?? null;
  }
  if (tree === undefined || stopped !== null) return `${name}: ${stopped ?? 'it has no VMA'}`;
  return shaped(machine, tree, name, requests, { script });
}

/** The tree that a recorded process had at its end, replayed call by call. */
function recorded(core: Core, name: string, text: string): Process {
  const { header, operations } = parseVector(text);
  const replay = replayer(core.calls, header);
  for (const operation of operations) replay({ operation, sum: false, dump: false, findings: false });
  const machine = machineOver(core);
  // Forks of the recording have taken the handles of the trees that they copied.
  const tree = [1, 2, 3, 4]
    .map((handle) => handle as TreeHandle)
    .find((handle) => core.calls.mpl_facts(handle) !== 0 && machine.facts(handle).entries > 0);
  if (tree === undefined) throw new Error(`${name} ends without a tree`);
  const copy = machine.create({ alloc: header.mode === 'alloc', rcu: header.rcu, release: '6_16' });
  if (copy === null) throw new Error('The core has no room for a tree.');
  // The flag of RCU mode may have been switched while recording; a copy needs the same.
  machine.setRcu(tree, header.rcu);
  const { requests, error } = machine.dup(tree, copy);
  if (error !== null) throw new Error(`${name} cannot be copied: ${error}`);
  return shaped(machine, tree, name.replace(/\.jsonl.*$/, ''), requests, null);
}

function shaped(
  machine: ReturnType<typeof machineOver>,
  tree: TreeHandle,
  name: string,
  requests: readonly number[],
  opens: Opens | null,
): Process {
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
        points: processes.map((one) => ({
          x: one.vmas,
          y: of(one),
          ...(one.opens === null ? {} : { opens: one.opens }),
        })),
      },
    ],
    ...(cover ? { cover: true } : {}),
  };
}

function tableOf(processes: readonly Process[]): Ledger {
  return {
    name: 'processes',
    title: 'Processes (a click on a head sorts)',
    columns: ['process', 'VMAs', 'nodes', 'levels', 'leaf fill, %', 'bytes per VMA', 'fork: requests', 'fork: nodes'],
    rows: processes.map(({ name, vmas, nodes, height, fill, requests, asked }) => [
      name,
      vmas,
      nodes,
      height,
      Number(fill.toFixed(1)),
      (NODE.BYTES * nodes) / vmas,
      requests,
      asked,
    ]),
    opens: processes.map(({ opens }) => opens),
  };
}
