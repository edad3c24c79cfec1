// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lab: every failure of a fork, one after the other, by each way to fill the child and each way to undo it.

import { machineOver, type EngineMachine } from '../engine/core/machine';
import type { Core } from '../engine/core/wasm';
import type { Bench } from '../measure/bench';
import type { Chart, Lab, Ledger, Opens, Report, Values } from '../measure/lab';
import { figureOf } from '../measure/published';
import { figure } from '../measure/tables';
import { numberOf, textOf } from '../measure/values';
import { SITES, type ForkHow, type Site } from '../model/memory';
import type { SweepReport } from '../model/sweep';
import type { TreeHandle } from '../model/machine';
import { readScenario } from '../scenario/check/checker';
import { runScenario } from '../scenario/run/interpreter';

interface Design {
  readonly name: string;
  readonly how: ForkHow;
  /** How the scenario says it. */
  readonly words: string;
}

const DESIGNS: readonly Design[] = [
  {
    name: 'marker (6.16)',
    how: { by: 'dup', undo: 'marker', wrongCeiling: false },
    words: 'by dup undo marker',
  },
  {
    name: 'range, own ceiling (v3)',
    how: { by: 'dup', undo: 'range', wrongCeiling: false },
    words: 'by dup undo range',
  },
  {
    name: 'range, wrong ceiling',
    how: { by: 'dup', undo: 'range', wrongCeiling: true },
    words: 'by dup undo range ceiling wrong',
  },
  { name: 'bulk load', how: { by: 'bulk', undo: 'marker', wrongCeiling: false }, words: 'by bulk' },
  { name: 'one store per VMA', how: { by: 'stores', undo: 'marker', wrongCeiling: false }, words: 'by stores' },
];
const UNDO_DESIGNS = DESIGNS.slice(0, 3);
const PAGE_TABLE_BYTES = 4096;

export const lab: Lab = {
  name: 'failure',
  number: 6,
  title: 'Failure',
  question: 'What is left when a fork fails?',
  figures: ['pgtables-bug'],
  parameters: [
    {
      name: 'work',
      label: 'Process',
      kind: 'choice',
      value: 'program',
      choices: [
        ['program', 'A program with libc, 9 VMAs'],
        ['many', 'Many VMAs, one of them DONTFORK'],
        ['own', 'Your scenario, with sweeps'],
      ],
    },
    { name: 'n', label: 'VMAs, of many', kind: 'number', value: 60, min: 2, max: 200 },
    {
      name: 'script',
      label: 'Your scenario',
      kind: 'text',
      value: '',
      hint: 'A scenario with a sweep, such as: sweep vma { fork a as b }',
    },
  ],
  small: { work: 'program', n: 10, script: '' },
  comparable: {
    yes:
      'Which failure leaks which page tables: the rules for freeing them are those of the mail threads, and the ' +
      'reported 12,288 bytes are one table of each of three levels. Failure points, their order, and what each undo ' +
      'frees follow Linux 6.16.',
    no:
      'How likely a failure is. Here each pass of each failure point fails once. The reported test injected errors ' +
      'with a chance of about one half, and its addresses are not known: how much is left depends on the addresses.',
  },
  run,
};

const PROGRAM = `mm app
map 0x555555554000..+16K rx file "/bin/app"
map 0x555555558000..+4K rw file "/bin/app" at 16K
map 0x55555555a000..+132K rw
map 0x555600000000..+64K rw
map 0x7ffff7dc0000..0x7ffff7fb2fff rx file "libc.so.6"
map 0x7ffff7fb3000..0x7ffff7fb8fff rw file "libc.so.6" at 0x1f3000
map 0x7ffff7fbb000..+4K rw
map 0x7ffff7fc0000..+8K rx file "ld.so"
map 0x7ffffffde000..+132K rw grows
touch 0x555555558000
touch 0x55555555a000
touch 0x7ffff7fb3000
`;

function manyScript(n: number): string {
  return `mm app
repeat ${n} as i { map 64K + i*64K..+48K rw }
repeat ${n} as i { touch 64K + i*64K }
advise ${64 * Math.ceil(n / 2)}K..+48K dontfork
`;
}

async function run(values: Values, bench: Bench): Promise<Report> {
  const core = await bench.core('explore');
  if (textOf(values, 'work') === 'own') return ownReport(core, textOf(values, 'script'));
  const script = textOf(values, 'work') === 'many' ? manyScript(numberOf(values, 'n')) : PROGRAM;
  const machine = machineOver(core);
  const parent = built(machine, script);
  const results: Failed[] = [];
  for (const [k, design] of DESIGNS.entries()) {
    await bench.far(k, DESIGNS.length, `designs swept, ${design.name} next`);
    for (const site of SITES) results.push(...sweep(machine, parent, design, site));
  }
  const most = (design: Design): number =>
    Math.max(0, ...results.filter((one) => one.design === design).map(({ tables }) => PAGE_TABLE_BYTES * tables));
  const failures = results.filter(({ design }) => design === UNDO_DESIGNS[2]).length;
  const [marker, range, wrong] = UNDO_DESIGNS.map((design) => figure(most(design)));
  const reported = figureOf('pgtables-bug').values?.[0]?.value ?? NaN;
  return {
    claim: {
      seed: `An undo with the wrong ceiling left ${figure(reported)} bytes of page tables (2023-10-07).`,
      here:
        `Here: each of ${figure(failures)} failures of a duplicating fork is undone in three ways. The wrong ` +
        `ceiling leaves up to ${wrong} bytes, the range with its own ceiling ${range}, the marker of 6.16 ${marker}.`,
    },
    charts: [leftChart(results, script, reported), pointsChart(results, script)],
    ledgers: [matrixOf(results), workOf(results)],
    scenario: { script: sweepScript(script, UNDO_DESIGNS[2] as Design, 'vma') },
    timing: null,
  };
}

function built(machine: EngineMachine, script: string): TreeHandle {
  const read = readScenario(script);
  if (read.kind === 'refused') throw new Error(read.diagnostics[0]?.message);
  let mm: TreeHandle | undefined;
  for (const item of runScenario(read.program, machine, { sums: 'few' })) {
    if (item.kind === 'step') mm = item.trees[0]?.handle;
    if (item.kind === 'end' && item.stopped !== null) throw new Error(item.stopped.message);
  }
  if (mm === undefined) throw new Error('The core has no memory for an address space.');
  return mm;
}

// ---- Sweeping ----

export interface Failed {
  readonly design: Design;
  readonly site: Site;
  readonly k: number;
  readonly outcome: 'completed' | 'undone' | 'leak';
  /** The parent's VMA that was treated; 0 for none. */
  readonly vma: number;
  /** VMAs that the child had, all of which are removed. */
  readonly removed: number;
  /** Objects of all kinds that were obtained before the failure. */
  readonly obtained: number;
  /** Page tables that are left. */
  readonly tables: number;
}

/** Every pass of one site fails, one run each, until a run passes none that fails. */
function sweep(machine: EngineMachine, parent: TreeHandle, design: Design, site: Site): Failed[] {
  const failed: Failed[] = [];
  for (let k = 1; ; k++) {
    const saved = machine.save();
    machine.failSite(site, 0, k, 1);
    const { outcome, record, balance } = machine.fork(parent, design.how);
    const fired = machine.armed(site) === 0;
    machine.restore(saved);
    if (!fired) return failed;
    const left = balance.rows.some(({ held }) => held !== 0) || record.tablesLeft > 0;
    failed.push({
      design,
      site,
      k,
      outcome: outcome.error === null ? 'completed' : left ? 'leak' : 'undone',
      vma: record.at,
      removed: record.removed,
      obtained: balance.rows.reduce((sum, { obtained }) => sum + obtained, 0),
      tables: record.tablesLeft,
    });
  }
}

// ---- What is shown ----

/** Page tables left by the VMA whose object is refused. */
function leftChart(results: readonly Failed[], script: string, reported: number): Chart {
  const vmas = (design: Design): Failed[] => results.filter((one) => one.design === design && one.site === 'vma');
  const opens = ({ words }: Design, vma: number): Opens => ({
    script: `${script}fail vma at vma ${vma}\nfork app as child ${words}\n`,
  });
  const all = vmas(UNDO_DESIGNS[0] as Design).map(({ vma }) => vma);
  return {
    name: 'left',
    title: 'Page tables left, by the VMA at which the fork fails',
    note: 'the VMA’s object is refused',
    x: { label: 'VMA that fails', scale: 'band' },
    y: { label: 'bytes left', scale: 'linear' },
    series: [
      ...[...UNDO_DESIGNS].reverse().map((design) => ({
        name: design.name,
        from: 'here' as const,
        look: design.how.wrongCeiling ? ('bars' as const) : ('dots' as const),
        points: vmas(design).map(({ vma, tables }) => ({
          x: vma,
          y: PAGE_TABLE_BYTES * tables,
          opens: opens(design, vma),
        })),
      })),
      {
        name: 'reported, VMA not known',
        from: 'published',
        look: 'line',
        points: all.map((vma) => ({ x: vma, y: reported })),
        dashed: true,
      },
    ],
    cover: true,
  };
}

function sweepScript(script: string, { words }: Design, site: Site): string {
  return `${script}sweep ${site} { fork app as child ${words} }\n`;
}

function pointsChart(results: readonly Failed[], script: string): Chart {
  const shown = DESIGNS.filter((design) => design.how.undo === 'marker');
  const sites = SITES.filter((site) => results.some((one) => one.site === site));
  return {
    name: 'points',
    title: 'Failures that a fork can meet, by way to fill the child',
    note: 'passes of each failure point in one fork',
    x: { label: 'failure point', scale: 'band' },
    y: { label: 'passes', scale: 'linear' },
    series: shown.map((design) => ({
      name: design.how.by === 'dup' ? 'duplication' : design.name,
      from: 'here',
      look: 'dots',
      points: sites.map((site) => ({
        x: site,
        y: results.filter((one) => one.design === design && one.site === site).length,
        opens: { script: sweepScript(script, design, site) },
      })),
    })),
  };
}

function matrixOf(results: readonly Failed[]): Ledger {
  const count = (design: Design, outcome: Failed['outcome']): number =>
    results.filter((one) => one.design === design && one.outcome === outcome).length;
  return {
    name: 'matrix',
    title: 'Outcomes: every failure point fails once',
    columns: ['design', 'failures', 'completed nevertheless', 'undone completely', 'something left'],
    rows: DESIGNS.map((design) => [
      design.name,
      results.filter((one) => one.design === design).length,
      count(design, 'completed'),
      count(design, 'undone'),
      count(design, 'leak'),
    ]),
  };
}

function workOf(results: readonly Failed[]): Ledger {
  const mean = (design: Design, of: (one: Failed) => number): number => {
    const own = results.filter((one) => one.design === design && one.outcome !== 'completed');
    return own.reduce((sum, one) => sum + of(one), 0) / own.length;
  };
  return {
    name: 'work',
    title: 'Work undone: mean of the failed forks',
    columns: ['design', 'VMAs removed', 'objects allocated before'],
    rows: DESIGNS.map((design) => [
      design.name,
      mean(design, ({ removed }) => removed),
      mean(design, ({ obtained }) => obtained),
    ]),
  };
}

// ---- A scenario of one's own ----

/** The VMAs of the child that a failed fork had made before. A failure outside a fork has no child. */
function ownWork(sweeps: readonly SweepReport[], label: (one: SweepReport) => string): Ledger {
  const forks = (one: SweepReport): number[] =>
    one.runs.flatMap(({ failed, point, mapCount }) => (failed && point !== null ? [mapCount] : []));
  return {
    name: 'work',
    title: 'Work undone: VMAs of the child when its fork failed',
    columns: ['sweep', 'failed forks', 'VMAs, mean', 'VMAs, most'],
    rows: sweeps.map((one) => {
      const counts = forks(one);
      const sum = counts.reduce((total, vmas) => total + vmas, 0);
      return [
        label(one),
        counts.length,
        ...(counts.length === 0 ? [null, null] : [sum / counts.length, Math.max(...counts)]),
      ];
    }),
  };
}

const OUTCOMES = ['completed', 'undone', 'differs', 'leak', 'broken'] as const;

function ownReport(core: Core, script: string): Report {
  const read = readScenario(script);
  if (read.kind === 'refused') {
    const [first] = read.diagnostics;
    throw new Error(`The scenario cannot run. Line ${first?.line}: ${first?.message}`);
  }
  const sweeps: SweepReport[] = [];
  let stopped = '';
  for (const item of runScenario(read.program, machineOver(core), { sums: 'few' })) {
    if (item.kind === 'step' && item.sweep !== undefined) sweeps.push(item.sweep);
    if (item.kind === 'end' && item.stopped !== null) stopped = ` The run stopped: ${item.stopped.message}`;
  }
  if (sweeps.length === 0)
    throw new Error(
      `The scenario has no sweep. Put statements between “sweep vma {” and “}” to fail each pass in turn.${stopped}`,
    );
  const runs = sweeps.flatMap((one) => one.runs.filter(({ failed }) => failed));
  const whole = runs.filter(({ outcome }) => outcome === 'undone' || outcome === 'completed').length;
  const label = ({ site, line }: SweepReport): string => `${site}, line ${line}`;
  const count = (one: SweepReport, outcome: string): number =>
    one.runs.filter((each) => each.failed && each.outcome === outcome).length;
  return {
    claim: {
      seed: 'A failure leaves everything as it was.',
      here: `Here: it does in ${figure(whole)} of ${figure(runs.length)} failures.${stopped}`,
    },
    charts: [
      {
        name: 'outcomes',
        title: 'Outcomes of each sweep',
        note: `${figure(runs.length)} failures`,
        x: { label: 'sweep', scale: 'band' },
        y: { label: 'runs', scale: 'linear' },
        series: OUTCOMES.filter((outcome) => runs.some((one) => one.outcome === outcome)).map((outcome) => ({
          name: outcome,
          from: 'here',
          look: 'dots',
          points: sweeps.map((one) => ({ x: label(one), y: count(one, outcome), opens: { script } })),
        })),
        cover: true,
      },
    ],
    ledgers: [
      {
        name: 'matrix',
        title: 'Outcome matrix',
        columns: ['sweep', ...OUTCOMES],
        rows: sweeps.map((one) => [label(one), ...OUTCOMES.map((outcome) => count(one, outcome))]),
      },
      ownWork(sweeps, label),
    ],
    scenario: { script },
    timing: null,
  };
}
