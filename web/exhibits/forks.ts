// SPDX-License-Identifier: GPL-2.0-or-later
//
// Exhibits of forks, address spaces and sweeps.

import { h, render, type ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { markTexts } from '../engine/scene/event-texts';
import type { Scene } from '../model/run';
import { BalanceSheet } from '../views/fork/balance-sheet';
import { Comparison } from '../views/fork/comparison';
import { Duplication } from '../views/fork/duplication';
import { PageTables } from '../views/fork/page-tables';
import { SpaceFacts } from '../views/fork/space-facts';
import type { DuplicationProps, TablesUndone } from '../views/fork/types';
import { VmaTable } from '../views/fork/vma-table';
import type { Exhibit } from './exhibit';
import { example, forked, ran, treeIn, type Ran } from './runs';
import { SweepRunning, SweepView } from '../views/sweep/view';

function exhibit(name: string, height: number, make: () => Promise<ComponentChild>, width?: number): Exhibit {
  return {
    name,
    height,
    ...(width === undefined ? {} : { width }),
    async mount(stage) {
      stage.style.overflow = 'auto';
      render(await make(), stage);
    },
  };
}

function forkOf(scene: Scene): NonNullable<Scene['fork']> {
  if (scene.fork === null) throw new Error(`step ${scene.step} is no fork`);
  return scene.fork;
}

interface PlayedProps {
  readonly scene: Scene;
  readonly at: number;
  readonly table?: boolean;
}

// `window.goTo(part)` shows a moment, 0 … 1 of all marks.
function Played({ scene, at, table = false }: PlayedProps) {
  const fork = forkOf(scene);
  const [cursor, setCursor] = useState(Math.round(at * fork.marks.length));
  const [playing, setPlaying] = useState(false);
  Object.assign(window, { goTo: (part: number) => setCursor(Math.round(part * fork.marks.length)) });
  const named = (name: string | null): ReturnType<typeof treeIn> | null =>
    scene.trees.find(({ picture }) => picture.name === name) ?? null;
  const props: DuplicationProps = {
    fork,
    texts: markTexts(scene),
    parent: named(fork.parent),
    child: named(fork.child),
    cursor,
    playing,
    onCursor: setCursor,
    onPlay: setPlaying,
    onEvent: () => undefined,
    table,
  };
  return h(Duplication, props);
}

/** The n-th fork of a text, at a part of its marks. */
function played(
  name: string,
  text: string,
  at: number,
  more: { readonly op?: string; readonly nth?: number; readonly width?: number; readonly table?: boolean } = {},
): Exhibit {
  const make = async (): Promise<ComponentChild> => {
    const run = await ran(text);
    return h(Played, {
      scene: run.at(run.stepOf(({ op }) => op === (more.op ?? 'fork'), more.nth ?? 0)),
      at,
      table: more.table ?? false,
    });
  };
  return exhibit(name, 620, make, more.width);
}

const [VMA, DONTCOPY, CEILING] = [example('fork-vma'), example('fork-dontcopy'), example('ceiling')];
/** The map of `fork-vma`, up to the note in front of the failure. */
const CAT = VMA.slice(0, VMA.lastIndexOf('note ', VMA.indexOf('\nfail ')));
const SHELL = `${CAT}fork cat as child
touch 0x555555560000..+0x3000 write
exit child`;
const MIDDLE = forked(900, 'fail vma at vma 630');
const FAR = forked(7000, 'fail vma at vma 5600');

async function forkAt(text: string, nth: number): Promise<{ readonly run: Ran; readonly scene: Scene }> {
  const run = await ran(text);
  return { run, scene: run.at(run.stepOf(({ op }) => op === 'fork', nth)) };
}

/** The page tables of a child that was undone. */
function undone(name: string, nth: number, height: number, width?: number): Exhibit {
  const make = async (): Promise<ComponentChild> => {
    const fork = forkOf((await forkAt(CEILING, nth)).scene);
    if (fork.partial === null || fork.record === null) throw new Error('the fork did not fail');
    const { undo, wrongCeiling, treeEnd, ceiling } = fork.record;
    const back: TablesUndone = { undo, wrongCeiling, treeEnd, ceiling, left: fork.partial.tablesLeft };
    return h(PageTables, { name: fork.child, tables: fork.partial.tables, vmas: fork.partial.vmas, undone: back });
  };
  return exhibit(name, height, make, width);
}

function account(name: string, text: string, nth: number, op = 'fork'): Exhibit {
  const make = async (): Promise<ComponentChild> => {
    const run = await ran(text);
    const fork = forkOf(run.at(run.stepOf((brief) => brief.op === op, nth)));
    return h(BalanceSheet, {
      balance: fork.balance,
      title: `Account of ${fork.child}`,
      settled: fork.record === null || fork.record.error !== null,
    });
  };
  return exhibit(name, 520, make, 312);
}

function ways(name: string, height: number, width?: number): Exhibit {
  const make = async (): Promise<ComponentChild> => {
    const { run, scene } = await forkAt(VMA, 0);
    return h(Comparison, {
      columns: run.ask('forkColumns', { step: scene.step, ways: 'all' }),
      own: 0,
      busy: false,
      onCompare: () => undefined,
    });
  };
  return exhibit(name, height, make, width);
}

async function space(
  text: string,
): Promise<{ readonly tree: ReturnType<typeof treeIn>; readonly mm: NonNullable<ReturnType<typeof treeIn>['mm']> }> {
  const tree = treeIn((await ran(text)).at());
  if (tree.mm === null) throw new Error('no address space');
  return { tree, mm: tree.mm };
}

function vmas(name: string, text: string, width?: number): Exhibit {
  const make = async (): Promise<ComponentChild> => {
    const { tree, mm } = await space(text);
    return h(VmaTable, {
      name: tree.picture.name,
      vmas: tree.vmas ?? [],
      records: mm.records,
      selected: tree.vmas?.[4]?.number ?? 0,
    });
  };
  return exhibit(name, 440, make, width);
}

const SWEEP =
  'mm app\nrepeat 90 as i { map 64K + i*64K..+48K rw }\nadvise 512K..+48K dontfork\nsweep { fork app as child }';
const EVERY_VMA = 'mm app\nrepeat 300 as i { map 64K + i*64K..+48K rw }\nsweep vma { fork app as child }';
const LEFT =
  `${CEILING.slice(0, CEILING.indexOf('note "'))}sweep vma { fork app as child undo range ceiling ` + 'wrong }';

function sweep(
  name: string,
  texts: readonly string[],
  height: number,
  more: { readonly width?: number; readonly table?: boolean; readonly open?: number } = {},
): Exhibit {
  const make = async (): Promise<ComponentChild> => {
    const all = await Promise.all(texts.map(ran));
    return h(SweepView, {
      sweeps: all.flatMap(({ summary }) => summary.sweeps.map(({ report }) => report)),
      open: more.open === undefined ? null : { sweep: 0, k: more.open },
      onOpen: () => undefined,
      table: more.table ?? false,
    });
  };
  return exhibit(name, height, make, more.width);
}

export const forkExhibits: readonly Exhibit[] = [
  played('dup-small', forked(34), 0.35),
  played('dup-shell', SHELL, 0.6),
  played('dup-holes', DONTCOPY, 1),
  played('dup-holes-refused', DONTCOPY, 0.8, { nth: 1 }),
  played('dup-marker', VMA, 0.56),
  played('dup-marker-undone', VMA, 1),
  played('dup-range', VMA, 0.92, { nth: 1 }),
  played('dup-refused', forked(60, 'fail request 2'), 1),
  played('dup-middle', MIDDLE, 0.7),
  played('dup-middle-narrow', forked(900), 0.3, { width: 390 }),
  played('dup-shell-narrow', VMA, 0.7, { width: 390 }),
  played('dup-large', FAR, 0.5),
  played('dup-stores', forked(34, '', ' by stores'), 0.5),
  played('dup-bulk', forked(34, '', ' by bulk'), 0.5),
  played('dup-table', VMA, 0.5, { table: true }),
  played('dup-exit', SHELL, 0.6, { op: 'exit' }),
  played('dup-empty', 'mm app\nfork app as child', 0),
  undone('tables-wrong', 0, 330),
  undone('tables-right', 1, 330),
  exhibit(
    'tables-plain',
    300,
    async () => {
      const { tree, mm } = await space(CEILING);
      return h(PageTables, { name: tree.picture.name, tables: mm.tables, vmas: tree.vmas ?? [], undone: null });
    },
    312,
  ),
  undone('tables-narrow', 0, 420, 390),
  account('balance', VMA, 0),
  account('balance-lost', CEILING, 0),
  account('balance-living', SHELL, 0),
  account('balance-exit', SHELL, 0, 'exit'),
  ways('ways', 680),
  ways('ways-narrow', 680, 390),
  exhibit('ways-ask', 90, () =>
    Promise.resolve(h(Comparison, { columns: null, own: -1, busy: false, onCompare: () => undefined })),
  ),
  exhibit(
    'space',
    400,
    async () => {
      const { tree, mm } = await space(VMA);
      return h(SpaceFacts, { name: tree.picture.name, facts: mm.facts, commit: 34 });
    },
    312,
  ),
  vmas('vma-table', VMA),
  vmas('vma-table-many', FAR, 312),
  sweep('sweep', [SWEEP], 300, { open: 12 }),
  sweep('sweep-left', [LEFT, SWEEP], 420),
  sweep('sweep-vmas', [EVERY_VMA], 320),
  sweep('sweep-narrow', [EVERY_VMA], 440, { width: 390 }),
  sweep('sweep-table', [LEFT], 440, { table: true }),
  exhibit('sweep-running', 60, () =>
    Promise.resolve(h(SweepRunning, { progress: { done: 1_204, of: 3_408 }, onCancel: () => undefined })),
  ),
];
