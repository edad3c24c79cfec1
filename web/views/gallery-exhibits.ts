// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the gallery shows: views on pictures made from golden vectors.

import { pictureChanges } from '../model/picture';
import type { SceneTree } from '../model/run';
import { largeTree, parseGolden, pictureOf, stepsOf, still, type FixtureStep } from '../../tests/web/views/fixtures';
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

const BASE: TreeViewData = { trees: [], labels: [], touched: null, selected: null, hovered: null, balance: null, table: false };

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

export const exhibits: readonly Exhibit[] = [
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
