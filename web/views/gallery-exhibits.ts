// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the gallery shows: views on pictures made from golden vectors.

import { h, render } from 'preact';
import { pictureChanges } from '../model/picture';
import type { SceneTree, StepBrief } from '../model/run';
import { briefOf, largeTree, parseGolden, pictureOf, stepsOf, still, type FixtureStep } from '../../tests/web/views/fixtures';
import { gapTrail, iterationTrail, parkedAt, parkedOnDead, restartTrail } from '../../tests/web/views/reading';
import { forkExhibits } from './gallery-forks';
import { AllocatorPanel } from './inspector/allocator-panel';
import { InvariantsPanel } from './inspector/invariants-panel';
import { NodePanel } from './inspector/node-panel';
import { ReadersPanel } from './inspector/readers-panel';
import { StepPanel } from './inspector/step-panel';
import { TrailPanel } from './inspector/trail-panel';
import { createStripView } from './strip/view';
import { createTimelineView } from './timeline/view';
import { createTreeView } from './tree/view';
import type { TreeViewData } from './tree/types';
import type { SlotRef } from './refs';

export type LoadGolden = (name: string) => Promise<string>;

export interface Exhibit {
  readonly name: string;
  readonly height: number;
  readonly width?: number;
  readonly mount: (stage: HTMLElement, load: LoadGolden) => Promise<void>;
}

const BASE: TreeViewData = { trees: [], labels: [], touched: null, trail: null, readers: [], waiting: 0, existing: [], selected: null, hovered: null, balance: null, table: false };

interface Case {
  readonly scenes: readonly SceneTree[];
  readonly more?: Partial<TreeViewData>;
  readonly after?: (view: ReturnType<typeof createTreeView>) => void;
}

function treeExhibit(name: string, height: number, make: (load: LoadGolden) => Promise<Case>): Exhibit {
  return {
    name,
    height,
    async mount(stage, load) {
      const { scenes, more, after } = await make(load);
      let data: TreeViewData = { ...BASE, trees: scenes, ...more };
      const view = createTreeView({
        host: stage,
        onSelect: (selected: SlotRef | null) => {
          data = { ...data, selected };
          view.update(data);
        },
      });
      view.update(data);
      if (after !== undefined) {
        await new Promise((done) => setTimeout(done, 100));
        after(view);
      }
    },
  };
}

async function steps(load: LoadGolden, name: string, kind: 'tree' | 'mm' = 'tree'): Promise<readonly FixtureStep[]> {
  return stepsOf(parseGolden(await load(name)), kind);
}

function at(list: readonly FixtureStep[], match: (step: FixtureStep) => boolean, nth = 0): FixtureStep {
  const found = list.filter(match)[nth] ?? list[list.length - 1];
  if (found === undefined) throw new Error('a vector without a dump');
  return found;
}

function oneStep(step: FixtureStep): Case {
  return { scenes: [step.scene], more: { touched: step.touched } };
}

/** Every step of a vector, with keys j and k (or `window.goTo(n)`) to go back and forth: for looking at motion. */
function walk(name: string, vector: string): Exhibit {
  return {
    name,
    height: 690,
    async mount(stage, load) {
      const list = await steps(load, vector);
      const view = createTreeView({ host: stage });
      let k = 0;
      const goTo = (to: number): void => {
        k = Math.max(0, Math.min(list.length - 1, to));
        const step = list[k];
        if (step !== undefined) view.update({ ...BASE, trees: [step.scene], touched: step.touched });
      };
      goTo(0);
      Object.assign(window, { goTo });
      document.addEventListener('keydown', (event) => {
        if (event.key === 'j') goTo(k - 1);
        if (event.key === 'k') goTo(k + 1);
      });
    },
  };
}

async function briefs(load: LoadGolden, name: string): Promise<readonly StepBrief[]> {
  return parseGolden(await load(name)).ops.map((op, k) => briefOf(op, k + 1, name));
}

function strip(name: string, scale: 'packed' | 'linear', make: (load: LoadGolden) => Promise<FixtureStep>): Exhibit {
  return {
    name,
    height: 58,
    async mount(stage, load) {
      const step = await make(load);
      const view = createStripView({ host: stage });
      const leaf = step.scene.picture.nodes.find((n) => n.kind === 'leaf');
      const selected = leaf === undefined ? null : { tree: step.scene.picture.name, node: leaf.id, slot: 2 };
      view.update({ tree: step.scene, labels: [], touched: step.touched, trail: null, window: null, readers: [], selected, hovered: null, scale, nodeBoundaries: true });
    },
  };
}

function timeline(name: string, make: (load: LoadGolden) => Promise<readonly StepBrief[]>, current: number): Exhibit {
  return {
    name,
    height: 92,
    async mount(stage, load) {
      const list = await make(load);
      let at = Math.min(current, list.length);
      const marks = [
        { step: Math.floor(list.length * 0.7), kind: 'expect-held' as const },
        { step: Math.floor(list.length * 0.8), kind: 'note' as const },
      ];
      const view = createTimelineView({
        host: stage,
        onSeek: (step) => {
          at = step;
          show();
        },
      });
      const show = (): void => view.update({ steps: list, current: at, marks, hovered: null });
      show();
    },
  };
}

function panels(name: string, make: (load: LoadGolden) => Promise<FixtureStep>): Exhibit {
  return {
    name,
    height: 1500,
    width: 312,
    async mount(stage, load) {
      const { scene, report, brief, touched } = await make(load);
      stage.style.overflow = 'auto';
      stage.style.background = 'var(--panel)';
      const node = scene.picture.nodes.find((n) => scene.changes.now.get(n.id) === 'new' && n.kind === 'leaf') ?? scene.picture.nodes[0] ?? null;
      const why = 'The leaf is full at 16 and the write needs 17 slots, so it is split. The left neighbour has no room to push to.';
      const finding = { invariant: 12, node: node?.id ?? 1, slot: 3, excused: false, found: 0x1f3n, wanted: 0x1f4n } as unknown as SceneTree['findings'][number];
      const excused = { ...finding, invariant: 21, excused: true };
      const { alloc } = scene.picture.mode;
      const judged = { trees: [{ name: scene.picture.name, findings: [finding, excused], height: scene.picture.height, alloc }], balance: 0, troubles: [] };
      render(
        h('div', null, [
          h(StepPanel, { step: 12, record: report, brief, why, touched, labels: [], wholeHeight: false, alloc, notes: ['What a teacher says to it.'], trees: [scene], waiting: 0, evidence: judged }),
          h(NodePanel, { tree: scene, node, dead: false, labels: [], selected: null, hovered: { tree: scene.picture.name, node: node?.id ?? 0, slot: 2 } }),
          h(InvariantsPanel, { ...judged, corrupted: [] }),
          h(AllocatorPanel, { live: report.live, waiting: 0, balance: 0, trees: [scene], record: report, brief }),
        ]),
        stage,
      );
    },
  };
}

function reading(name: string, make: (load: LoadGolden) => Promise<FixtureStep>): Exhibit {
  return {
    name,
    height: 1100,
    width: 312,
    async mount(stage, load) {
      const { scene } = await make(load);
      stage.style.overflow = 'auto';
      stage.style.background = 'var(--panel)';
      const common = { tree: scene, window: null, labels: [], selected: null };
      const { picture } = scene;
      const readers = [parkedAt(picture, 'scan', 3), parkedOnDead(picture.nodes[1]!, picture.name, 'a_long_name', 9)];
      render(
        h('div', null, [
          h(TrailPanel, { ...common, trail: iterationTrail(picture, 5, 100) }),
          h(TrailPanel, { ...common, trail: gapTrail(picture, 0x7000n, 0x10000n) }),
          h(ReadersPanel, { readers, waiting: 3 }),
        ]),
        stage,
      );
    },
  };
}

function manySteps(count: number): readonly StepBrief[] {
  const types = ['append', 'node_store', 'slot_store', 'append', 'split_store', 'append', 'rebalance'];
  return Array.from({ length: count }, (_, k): StepBrief => {
    const storeType = types[(k * 7 + (k >> 5)) % types.length] ?? null;
    const big = storeType === 'split_store' || storeType === 'rebalance';
    const asked = big ? 3 + 2 * (k % 3) : 0;
    const refused = k % 9973 === 5000;
    return {
      line: k + 1, op: 'store', tree: 't', error: refused ? 'ENOMEM' : null, storeType, asked, used: big ? 3 : 0, freed: big ? 2 : 0,
      preWhole: big ? 7 : 0, refused, live: 5, gutter: '',
    };
  });
}

export const exhibits: readonly Exhibit[] = [
  ...forkExhibits,
  walk('walk', 'tut-10-split-push-alloc'),
  walk('walk-rebalance', 'tut-11-rebalance-right-alloc'),
  strip('strip', 'packed', async (load) => at(await steps(load, 'vma-loader', 'mm'), (s) => s.scene.picture.entries >= 38)),
  strip('strip-linear', 'linear', async (load) => at(await steps(load, 'vma-loader', 'mm'), (s) => s.scene.picture.entries >= 38)),
  strip('strip-many', 'packed', async (load) => at(await steps(load, 'vma-many', 'mm'), () => false)),
  strip('strip-values', 'packed', async (load) => at(await steps(load, 'tut-10-split-push-alloc'), () => false)),
  timeline('timeline', (load) => briefs(load, 'tut-10-split-push-alloc'), 20),
  timeline('timeline-failures', (load) => briefs(load, 'tut-26-failure'), 12),
  timeline('timeline-1500', (load) => briefs(load, 'vma-loader'), 700),
  timeline('timeline-2m', () => Promise.resolve(manySteps(2_000_000)), 1_234_567),
  panels('panels', async (load) => at(await steps(load, 'tut-10-split-push-alloc'), (s) => s.report.storeType === 'split_store', 2)),
  panels('panels-failure', async (load) => at(await steps(load, 'tut-26-failure'), (s) => s.report.error !== null)),
  panels('panels-vma', async (load) => at(await steps(load, 'vma-loader', 'mm'), (s) => s.scene.picture.entries >= 38)),
  treeExhibit('empty', 560, () => Promise.resolve({ scenes: [still(pictureOf(['empty'], { next: 1 }, { name: 't' }))] })),
  treeExhibit('single', 560, () => Promise.resolve({ scenes: [still(pictureOf(['single v5'], { next: 1 }, { name: 't' }))] })),
  treeExhibit('leaf', 560, async (load) => {
    const list = await steps(load, 'tut-09-split-root-alloc');
    return oneStep(at(list, (s) => s.scene.picture.nodes.length === 1, 12));
  }),
  treeExhibit('first-split', 620, async (load) =>
    oneStep(at(await steps(load, 'tut-09-split-root-alloc'), (s) => s.report.storeType === 'split_store')),
  ),
  treeExhibit('split', 690, async (load) =>
    oneStep(at(await steps(load, 'tut-10-split-push-alloc'), (s) => s.report.storeType === 'split_store', 2)),
  ),
  treeExhibit('rebalance', 690, async (load) =>
    oneStep(at(await steps(load, 'tut-11-rebalance-right-alloc'), (s) => s.report.storeType === 'rebalance')),
  ),
  treeExhibit('spanning', 690, async (load) =>
    oneStep(at(await steps(load, 'tut-13-spanning-range'), (s) => s.report.storeType === 'spanning_store')),
  ),
  treeExhibit('zero', 500, async (load) => {
    const list = await steps(load, 'tut-23-zero-entry');
    return oneStep(at(list, () => false));
  }),
  treeExhibit('vma-42', 690, async (load) => {
    const list = await steps(load, 'vma-loader', 'mm');
    return { scenes: [still(at(list, (s) => s.scene.picture.entries >= 38).scene.picture)] };
  }),
  treeExhibit('vma-many', 690, async (load) => {
    const list = await steps(load, 'vma-many', 'mm');
    return { scenes: [still(at(list, () => false).scene.picture)] };
  }),
  treeExhibit('vma-many-zoomed', 690, async (load) => {
    const list = await steps(load, 'vma-many', 'mm');
    const { picture } = at(list, () => false).scene;
    const node = picture.nodes.find((n) => n.depth === 1 && n.min > 0n);
    return { scenes: [still(picture)], after: (view) => view.focusNode(picture.name, node?.id ?? 1) };
  }),
  treeExhibit('three-levels', 690, async (load) => oneStep(at(await steps(load, 'reads-h3-alloc'), () => false))),
  treeExhibit('four-levels', 690, async (load) => oneStep(at(await steps(load, 'reads-h4-range'), () => false))),
  treeExhibit('large', 690, () => Promise.resolve({ scenes: [still(largeTree(60_000))] })),
  treeExhibit('iterate', 690, async (load) => {
    const { picture } = at(await steps(load, 'tut-10-split-push-alloc'), (s) => s.report.storeType === 'split_store', 2).scene;
    return { scenes: [still(picture)], more: { trail: iterationTrail(picture, 5, 17), readers: [parkedAt(picture, 'r', 21)] } };
  }),
  treeExhibit('iterate-back', 690, async (load) => {
    const { picture } = at(await steps(load, 'vma-loader', 'mm'), (s) => s.scene.picture.entries >= 38).scene;
    return { scenes: [still(picture)], more: { trail: iterationTrail(picture, 36, -30) } };
  }),
  treeExhibit('iterate-many', 690, async (load) => {
    const { picture } = at(await steps(load, 'vma-many', 'mm'), () => false).scene;
    return { scenes: [still(picture)], more: { trail: iterationTrail(picture, 30, 1000) } };
  }),
  treeExhibit('iterate-large', 690, () => {
    const picture = largeTree(20_000);
    return Promise.resolve({ scenes: [still(picture)], more: { trail: iterationTrail(picture, 300, 1000) } });
  }),
  treeExhibit('gap', 690, async (load) => {
    const { picture } = at(await steps(load, 'vma-loader', 'mm'), (s) => s.scene.picture.entries >= 38).scene;
    return { scenes: [still(picture)], more: { trail: gapTrail(picture, 0x7000n, 0x10000n) } };
  }),
  treeExhibit('gap-tree', 690, async (load) => {
    const { picture } = at(await steps(load, 'tut-16-gaps'), () => false).scene;
    return { scenes: [still(picture)], more: { trail: gapTrail(picture, 40n, 0n) } };
  }),
  treeExhibit('readers', 690, async (load) => {
    const step = at(await steps(load, 'tut-10-split-push-alloc'), (s) => s.report.storeType === 'split_store', 2);
    const { picture } = step.scene;
    const readers = [parkedAt(picture, 'scan', 3), parkedAt(picture, 'maps', 4), parkedOnDead(step.scene.changes.gone.find((n) => n.kind === 'leaf') ?? picture.nodes[1]!, picture.name, 'old', 9)];
    return { scenes: [step.scene], more: { touched: step.touched, readers, existing: [picture.name] } };
  }),
  treeExhibit('restart', 690, async (load) => {
    const { picture } = at(await steps(load, 'tut-10-split-push-alloc'), (s) => s.report.storeType === 'split_store', 2).scene;
    return { scenes: [still(picture)], more: { trail: restartTrail(picture, 5, 4), readers: [parkedAt(picture, 'r', 9)] } };
  }),
  reading('reading', async (load) => at(await steps(load, 'vma-loader', 'mm'), (s) => s.scene.picture.entries >= 38)),
  treeExhibit('fork', 690, async (load) => {
    const list = await steps(load, 'vma-loader', 'mm');
    const parent = at(list, (s) => s.scene.picture.entries >= 38).scene.picture;
    const child = {
      ...parent,
      name: 'child',
      nodes: parent.nodes.map((n) => ({
        ...n,
        id: n.id + 100,
        children: n.children.map((id) => id + 100),
        parent: n.parent === null ? null : { ...n.parent, id: n.parent.id + 100 },
      })),
    };
    return {
      scenes: [still({ ...parent, name: 'bash' }), { ...still(child), changes: pictureChanges(null, child) }],
      more: { balance: `The copy has ${child.nodes.length} nodes, the parent ${parent.nodes.length}; both hold ${parent.entries} entries.` },
    };
  }),
  treeExhibit('table', 690, async (load) => {
    const list = await steps(load, 'tut-10-split-push-alloc');
    return { scenes: [at(list, (s) => s.report.storeType === 'split_store', 2).scene], more: { table: true } };
  }),
];
