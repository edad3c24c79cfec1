// SPDX-License-Identifier: GPL-2.0-or-later
//
// Exhibits of the inspector: steps, nodes and their bits, nodes beside the trees, ways of reading steps,
// the allocator's account, rules broken, and what is known of a whole run.

import { h, render, type ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { briefAt, kindAt, stepsLike, type Scene } from '../model/run';
import '../views/allocator/style.css';
import { CountsChart, SizeHistogram } from '../views/allocator/counts-chart';
import { LedgerTable } from '../views/allocator/ledger-table';
import { SlabGrid } from '../views/allocator/slab-grid';
import { WritePaths } from '../views/allocator/write-paths';
import type { Exhibit } from './exhibit';
import { DEEP, example, halfAt, LARGE, ran, SIXTY, treeIn, type Ran } from './runs';
import '../views/inspector/decision.css';
import { AllocatorPanel } from '../views/inspector/allocator-panel';
import { addressOf, holdersOf } from '../views/inspector/apart';
import { differencesAt } from '../views/inspector/broken';
import { DecisionPanel } from '../views/inspector/decision-panel';
import { InvariantsPanel } from '../views/inspector/invariants-panel';
import { NodePanel } from '../views/inspector/node-panel';
import { ReadersPanel } from '../views/inspector/readers-panel';
import { StatesPanel } from '../views/inspector/states-panel';
import { StepPanel } from '../views/inspector/step-panel';
import { StoresPanel } from '../views/inspector/stores-panel';
import { TrailPanel } from '../views/inspector/trail-panel';
import { WholeRun } from '../views/inspector/whole-run';
import type { SlotRef } from '../views/shared/refs';
import { trailOf } from '../views/shared/trail';

function column(name: string, height: number, text: string, make: (run: Ran) => ComponentChild, width = 312): Exhibit {
  return {
    name,
    height,
    width,
    async mount(stage) {
      stage.style.overflow = 'auto';
      stage.style.background = 'var(--panel)';
      render(make(await ran(text)), stage);
    },
  };
}

// --- Nodes ---

// Hover goes round as on the page.
function Node({
  scene,
  kind,
  labels,
}: {
  readonly scene: Scene;
  readonly kind: 'leaf' | 'arange' | 'range';
  readonly labels: readonly string[];
}) {
  const tree = treeIn(scene);
  const [hovered, setHovered] = useState<SlotRef | null>(null);
  const [selected, setSelected] = useState<SlotRef | null>(null);
  const { nodes } = tree.picture;
  const node = nodes.find(({ id }) => id === selected?.node) ?? nodes.find((one) => one.kind === kind) ?? null;
  const ids = new Map(nodes.map(({ id, place }) => [addressOf(place), id]));
  return h(NodePanel, {
    tree,
    node,
    dead: false,
    apart: null,
    listed: null,
    idAt: (address: bigint) => ids.get(address) ?? 0,
    labels,
    selected,
    hovered,
    onHover: setHovered,
    onSelect: setSelected,
  });
}

function node(name: string, text: string, kind: 'leaf' | 'arange' | 'range', step?: (run: Ran) => number): Exhibit {
  return column(name, 1000, text, (run) => h(Node, { scene: run.at(step?.(run)), kind, labels: run.summary.labels }));
}

const corrupted = ({ stepOf }: Ran): number => stepOf(({ op }) => op === 'corrupt');
const splits = ({ stepOf }: Ran): number => stepOf(({ storeType }) => storeType === 'split_store', 5);

function reserve(run: Ran): ComponentChild {
  const { scene, half } = halfAt(run, splits(run), ({ name }) => name === 'gathered');
  const holders = holdersOf(half.reserve);
  const held = half.reserve.find(({ id }) => holders.has(id)) ?? half.reserve[0] ?? null;
  return h(NodePanel, {
    tree: treeIn(scene),
    node: null,
    dead: false,
    apart: held,
    listed: held === null ? null : (holders.get(held.id) ?? null),
    idAt: () => 0,
    labels: [],
    selected: null,
    hovered: null,
  });
}

function dead(run: Ran): ComponentChild {
  const scene = run.at(run.stepWith(({ readers }) => readers.some((reader) => reader.dead)));
  const found = scene.readers.find((reader) => reader.dead)?.node ?? null;
  return h(NodePanel, {
    tree: treeIn(scene),
    node: found,
    dead: true,
    apart: null,
    listed: null,
    idAt: () => 0,
    labels: run.summary.labels,
    selected: null,
    hovered: null,
  });
}

// --- Steps ---

function step(name: string, height: number, text: string, of: (run: Ran) => number): Exhibit {
  return column(name, height, text, (run) => {
    const scene = run.at(of(run));
    const { record, trees, waiting, held, balance, live, why, touched, window, readers } = scene;
    const { labels, steps } = run.summary;
    const brief = briefAt(steps, scene.step) ?? null;
    const about = trees.find(({ picture }) => picture.name === record?.tree) ?? null;
    const evidence = {
      trees: trees.map(({ picture, findings }) => ({
        name: picture.name,
        findings,
        height: picture.height,
        alloc: picture.mode.alloc,
      })),
      balance,
      troubles: differencesAt(run.summary, scene.step),
    };
    const trail = trailOf(scene);
    return h('div', null, [
      h(StepPanel, {
        step: scene.step,
        record,
        brief,
        why,
        touched,
        labels,
        release: '6_16',
        alloc: about?.picture.mode.alloc ?? null,
        notes: run.summary.notes.filter((note) => note.step === scene.step).map((note) => note.text),
        noteLines: 0,
        trees,
        waiting,
        evidence,
      }),
      trail === null ? null : h(TrailPanel, { trail, tree: about, window, labels, selected: null }),
      h(ReadersPanel, { readers, waiting }),
      h(InvariantsPanel, {
        ...evidence,
        corrupted: stepsLike(steps, ({ op }) => op === 'corrupt').flatMap((at) => {
          const { tree, line } = briefAt(steps, at)!;
          return at <= scene.step && tree !== null ? [{ tree, lines: [line] }] : [];
        }),
      }),
      h(AllocatorPanel, { live, waiting, held, balance, trees }),
    ]);
  });
}

const op =
  (name: string, nth = 0) =>
  (run: Ran): number =>
    run.stepOf((brief) => brief.op === name, nth);

// --- The allocator, the whole run ---

function Account({ run, at }: { readonly run: Ran; readonly at: number }) {
  const [now, setStep] = useState(at);
  const [chosen, setChosen] = useState<number | null>(12);
  const slab = run.ask('slab', { step: now });
  const [ledger] = useState(() => run.ask('ledger', {}));
  const [fates] = useState(() => new Map<number, ReturnType<typeof fatesOf>>());
  const fatesOf = (of: number) => run.ask('requestFates', { steps: [of] })[0]?.fates ?? null;
  const known = (of: number) => {
    if (!fates.has(of)) fates.set(of, fatesOf(of));
    return fates.get(of) ?? null;
  };
  return h('div', null, [
    h(
      'section',
      { class: 'ms-panel' },
      h(SlabGrid, { slab, most: slab.ids.length, selected: chosen, hovered: null, onSelect: setChosen }),
    ),
    h(CountsChart, { live: ledger.live, waiting: ledger.waiting, step: now, onSeek: setStep }),
    h(SizeHistogram, { ledger }),
    h(LedgerTable, {
      ledger,
      lines: run.summary.steps.lines,
      step: now,
      fates: known,
      onSeek: setStep,
    }),
  ]);
}

function wholeRun(run: Ran): ComponentChild {
  const at = corrupted(run);
  return h(WholeRun, {
    broken: true,
    corrupts: true,
    steps: run.summary.steps.length,
    asking: null,
    breaches: run.ask('audit', {}).breaches.slice(0, 3),
    began: run.ask('firstBad', { step: at }),
  });
}

function decision(name: string, text: string, of: (run: Ran) => number): Exhibit {
  return column(name, 800, text, (run) => {
    const scene = run.at(of(run));
    if (scene.decision === null || scene.decision === undefined) throw new Error('the step decided nothing');
    return h(DecisionPanel, {
      decision: scene.decision,
      tree: scene.record?.tree ?? '',
      release: '6_16',
      used: kindAt(run.summary.steps, scene.step)?.used ?? null,
    });
  });
}

/** The stores of a step that makes several, page by page. */
function Stores({ run, at }: { readonly run: Ran; readonly at: number }) {
  const [from, onPage] = useState(1);
  const [chosen, onChoose] = useState(1);
  const { record, trees } = run.at(at);
  if (record === null) throw new Error('there is nothing to tell of step 0');
  const stores = run.ask('stores', { step: at, from, most: 12 });
  const about = trees.find(({ picture }) => picture.name === record.tree);
  return h(StoresPanel, {
    record,
    stores,
    used: kindAt(run.summary.steps, at)?.used ?? null,
    from,
    chosen,
    gaps: about?.picture.mode.alloc ?? true,
    ofSpace: about?.picture.kind === 'mm',
    labels: run.summary.labels,
    onChoose,
    onPage,
  });
}

export const inspectorExhibits: readonly Exhibit[] = [
  node('node-leaf', example('fork-vma'), 'leaf'),
  node('node-arange', SIXTY, 'arange'),
  node('node-range', DEEP, 'range'),
  node('node-corrupt', example('corrupt'), 'leaf', corrupted),
  column('node-dead', 1000, example('reader'), dead),
  column('node-reserve', 700, SIXTY, reserve),
  decision('decision', SIXTY, splits),
  decision('decision-spanning', example('spanning'), (run) =>
    run.stepOf(({ storeType }) => storeType === 'spanning_store'),
  ),
  column('stores', 700, example('strace'), (run) => h(Stores, { run, at: 6 })),
  column('stores-bulk', 700, DEEP, (run) => h(Stores, { run, at: 2 })),
  step('step-split', 1500, SIXTY, splits),
  step('step-failure', 1500, example('copy-fails'), (run) => run.stepOf(({ error }) => error !== null)),
  step('step-map', 1500, example('strace'), () => 6),
  step('step-corrupt', 1500, example('corrupt'), corrupted),
  step('step-gap', 1500, example('gaps'), op('gap')),
  step('step-reader', 1500, example('reader'), op('resume', 1)),
  column('states', 300, example('moved-state'), (run) => h(StatesPanel, { states: run.at(op('next')(run)).readers })),
  step('step-iterate', 1500, example('reader'), op('find')),
  column('allocator', 1100, example('policy'), (run) => h(Account, { run, at: 120 })),
  column('allocator-large', 1100, LARGE, (run) => h(Account, { run, at: run.summary.steps.length })),
  column('whole-run', 300, example('corrupt'), wholeRun),
  column('write-paths', 380, SIXTY, (run) =>
    h(WritePaths, { paths: run.ask('writePaths', {}), now: run.at().record?.storeType ?? null, search: null }),
  ),
];
