// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the gallery shows of forks, address spaces and sweeps.

import { h, render, type ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { ZERO } from '../base/index64';
import type { SceneFork } from '../model/memory';
import type { TreePicture } from '../model/picture';
import type { SceneTree } from '../model/run';
import { largeTree, parseGolden, pictureOf, still, stepsOf, vmasOf } from '../../tests/web/views/fixtures';
import { balanceOf, childOf, columns, FACTS, forkOf, recordsOf, sweepOf, vmaSlots, WORKED } from '../../tests/web/views/forks';
import { BalanceSheet } from './fork/balance-sheet';
import { Comparison } from './fork/comparison';
import { Duplication } from './fork/duplication';
import { PageTables } from './fork/page-tables';
import { SpaceFacts } from './fork/space-facts';
import { VmaTable } from './fork/vma-table';
import { SweepRunning, SweepView } from './sweep/view';
import type { Exhibit, LoadGolden } from './gallery-exhibits';

function exhibit(name: string, height: number, make: (load: LoadGolden) => Promise<ComponentChild>, width?: number): Exhibit {
  return {
    name,
    height,
    ...(width === undefined ? {} : { width }),
    async mount(stage, load) {
      stage.style.overflow = 'auto';
      render(await make(load), stage);
    },
  };
}

interface PlayedProps {
  readonly fork: SceneFork;
  readonly parent: SceneTree | null;
  readonly child: SceneTree | null;
  readonly at: number;
  readonly table?: boolean;
}

// `window.goTo(part)` shows a moment, 0 … 1 of all marks.
function Played({ fork, parent, child, at, table = false }: PlayedProps) {
  const [cursor, setCursor] = useState(Math.round(at * fork.marks.length));
  const [playing, setPlaying] = useState(false);
  Object.assign(window, { goTo: (part: number) => setCursor(Math.round(part * fork.marks.length)) });
  return h(Duplication, { fork, parent, child, cursor, playing, onCursor: setCursor, onPlay: setPlaying, onEvent: () => undefined, table });
}

async function picture(load: LoadGolden, name: string, entries: number): Promise<TreePicture> {
  const list = stepsOf(parseGolden(await load(name)), 'mm');
  const found = list.find(({ scene }) => scene.picture.entries >= entries) ?? list[list.length - 1];
  if (found === undefined) throw new Error('a vector without a dump');
  return found.scene.picture;
}

type How = Parameters<typeof forkOf>[1];

function played(name: string, make: (load: LoadGolden) => Promise<TreePicture>, how: (p: TreePicture) => How, at: number, more: { width?: number; table?: boolean } = {}): Exhibit {
  return exhibit(
    name,
    620,
    async (load) => {
      const parent = await make(load);
      const fork = forkOf(parent, how(parent));
      const child = fork.record?.error === null ? still(childOf(parent)) : null;
      return h(Played, { fork, parent: still(parent), child, at, table: more.table ?? false });
    },
    more.width,
  );
}

const small = (): Promise<TreePicture> => Promise.resolve(largeMm(34));
const shell = (load: LoadGolden): Promise<TreePicture> => picture(load, 'vma-loader', 38);
const middle = (): Promise<TreePicture> => Promise.resolve(largeMm(900));
const large = (): Promise<TreePicture> => Promise.resolve(largeMm(7000));

function largeMm(entries: number): TreePicture {
  return { ...largeTree(entries, 'bash'), kind: 'mm' };
}

function numberAt(p: TreePicture, part: number): number {
  const slots = vmaSlots(p);
  return slots[Math.floor(part * slots.length)]?.vma ?? 0;
}

const holesOf = (p: TreePicture): readonly number[] => vmaSlots(p).flatMap(({ vma }, k) => (k % 9 === 4 ? [vma] : []));

const TABLES = { name: 'child', tables: WORKED.tables, vmas: WORKED.vmas };

export const forkExhibits: readonly Exhibit[] = [
  played('dup-small', small, () => ({}), 0.35),
  played('dup-shell', shell, () => ({}), 0.6),
  played('dup-shell-holes', shell, (p) => ({ holes: holesOf(p) }), 1),
  played('dup-shell-marker', shell, (p) => ({ holes: holesOf(p), fails: numberAt(p, 0.55) }), 0.75),
  played('dup-shell-range', shell, (p) => ({ fails: numberAt(p, 0.55), undo: 'range' }), 0.92),
  played('dup-refused', shell, () => ({ refused: 2 }), 1),
  played('dup-middle', middle, (p) => ({ fails: numberAt(p, 0.7) }), 0.7),
  played('dup-middle-narrow', middle, () => ({}), 0.3, { width: 390 }),
  played('dup-shell-narrow', shell, (p) => ({ fails: numberAt(p, 0.55) }), 0.7, { width: 390 }),
  played('dup-large', large, (p) => ({ fails: numberAt(p, 0.8) }), 0.5),
  played('dup-stores', shell, () => ({ by: 'stores' }), 0.5),
  played('dup-table', shell, () => ({}), 0.5, { table: true }),
  exhibit('dup-exit', 520, async (load) => {
    const child = await shell(load);
    const failed = forkOf(child, { fails: numberAt(child, 0.999) });
    const from = failed.marks.findIndex(({ kind }) => kind === 'unmapped');
    const fork = { ...failed, record: null, parent: null, marks: failed.marks.slice(from), partial: { picture: child, vmas: vmasOf(child), tables: [], tablesLeft: [] } };
    return h(Played, { fork, parent: null, child: null, at: 0.6 });
  }),
  exhibit('tables-wrong', 330, () =>
    Promise.resolve(h(PageTables, { ...TABLES, undone: { undo: 'range', wrongCeiling: true, treeEnd: WORKED.end, ceiling: WORKED.end, left: WORKED.tables.slice(3) } })),
  ),
  exhibit('tables-right', 330, () => Promise.resolve(h(PageTables, { ...TABLES, undone: { undo: 'range', wrongCeiling: false, treeEnd: WORKED.end, ceiling: ZERO, left: [] } }))),
  exhibit('tables-plain', 300, () => Promise.resolve(h(PageTables, { ...TABLES, undone: null })), 312),
  exhibit('tables-narrow', 420, () =>
    Promise.resolve(h(PageTables, { ...TABLES, undone: { undo: 'range', wrongCeiling: true, treeEnd: WORKED.end, ceiling: WORKED.end, left: WORKED.tables.slice(3) } })), 390),
  exhibit('balance', 470, () => Promise.resolve(h(BalanceSheet, { balance: balanceOf(0), title: 'Account of child', settled: true })), 312),
  exhibit('balance-lost', 520, () => Promise.resolve(h(BalanceSheet, { balance: balanceOf(0, 3), title: 'Account of child', settled: true })), 312),
  exhibit('balance-living', 470, () => Promise.resolve(h(BalanceSheet, { balance: balanceOf(121), title: 'Account of child', settled: false })), 312),
  exhibit('compare', 680, () => Promise.resolve(h(Comparison, { columns: columns(), own: 0, busy: false, onCompare: () => undefined }))),
  exhibit('compare-narrow', 680, () => Promise.resolve(h(Comparison, { columns: columns(), own: 0, busy: false, onCompare: () => undefined })), 390),
  exhibit('compare-ask', 90, () => Promise.resolve(h(Comparison, { columns: null, own: -1, busy: false, onCompare: () => undefined }))),
  exhibit('space', 400, () => Promise.resolve(h(SpaceFacts, { name: 'bash', facts: FACTS, commit: 1_022 })), 312),
  exhibit('vmas', 440, async (load) => {
    const vmas = vmasOf(await shell(load));
    return h(VmaTable, { name: 'bash', vmas, records: recordsOf(vmas), selected: vmas[4]?.number ?? 0 });
  }),
  exhibit('vmas-many', 440, () => {
    const vmas = vmasOf(largeMm(7000));
    return Promise.resolve(h(VmaTable, { name: 'bash', vmas, records: recordsOf(vmas), selected: 0 }));
  }, 312),
  exhibit('sweep', 300, () => Promise.resolve(h(SweepView, { sweeps: [sweepOf('request', 92)], open: { sweep: 0, k: 12 }, onOpen: () => undefined }))),
  exhibit('sweep-trouble', 420, () => Promise.resolve(h(SweepView, { sweeps: [sweepOf('vma', 822, true), sweepOf('anon', 300, false, 12)], open: null, onOpen: () => undefined }))),
  exhibit('sweep-thousands', 320, () => Promise.resolve(h(SweepView, { sweeps: [sweepOf('vma', 24_000, true)], open: null, onOpen: () => undefined }))),
  exhibit('sweep-narrow', 440, () => Promise.resolve(h(SweepView, { sweeps: [sweepOf('vma', 822, true)], open: null, onOpen: () => undefined })), 390),
  exhibit('sweep-table', 440, () => Promise.resolve(h(SweepView, { sweeps: [sweepOf('vma', 822, true)], open: null, onOpen: () => undefined, table: true }))),
  exhibit('sweep-running', 60, () => Promise.resolve(h(SweepRunning, { progress: { done: 1_204, of: 3_408 }, onCancel: () => undefined }))),
  exhibit('dup-empty', 200, () => {
    const parent = pictureOf(['empty'], { next: 1 }, { name: 'none', kind: 'mm' });
    const base = forkOf(largeMm(20));
    return Promise.resolve(h(Played, { fork: { ...base, marks: [] }, parent: still(parent), child: still(parent), at: 0 }));
  }),
];
