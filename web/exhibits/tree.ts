// SPDX-License-Identifier: GPL-2.0-or-later
//
// Exhibits of the tree picture and the address strip: trees of every form and size, motion stopped on its way, trees
// half-way through a step, ways of reading steps, readers, damage, rings, heights, kinds of child words, folded nodes.

import type { TreePicture } from '../model/picture';
import type { Scene } from '../model/run';
import type { Exhibit } from './exhibit';
import { atRest } from './rest';
import { DEEP, example, FAR, halfAt, ran, SIXTY, treeIn, TWO_ORDERS, type Ran } from './runs';
import { WHOLE_NODE, type SlotRef } from '../views/shared/refs';
import { trailOf } from '../views/shared/trail';
import { createStripView } from '../views/strip/view';
import type { StripViewData } from '../views/strip/types';
import type { TreeView, TreeViewData } from '../views/tree/types';
import { createTreeView } from '../views/tree/view';
import { EMPTY } from '../views/tree/view-data';

/** No tree, nothing beside it. */
export const BARE: TreeViewData = { ...EMPTY };

/** The scenes shown one after the other, and the action on the view then. */
interface Showing {
  readonly data: readonly Partial<TreeViewData>[];
  /** Milliseconds after which the motion to the last of `data` is stopped; missing: it is not waited for. */
  readonly stopAt?: number;
  readonly after?: (view: TreeView, stage: HTMLElement) => void;
}

function exhibit(name: string, text: string, make: (run: Ran) => Showing, height = 690): Exhibit {
  return {
    name,
    height,
    async mount(stage) {
      const run = await ran(text);
      const { data, stopAt, after } = make(run);
      const [first, ...rest] = data;
      let now: TreeViewData = { ...BARE, labels: run.summary.labels, ...first };
      const show = (next: Partial<TreeViewData>): void => {
        now = { ...now, ...next };
        view.update(now);
      };
      const view = createTreeView({
        host: stage,
        onSelect: (selected) => show({ selected }),
        onPointers: (pointers) => show({ pointers }),
      });
      show({});
      for (const next of rest) {
        await atRest(stage, REST_MS);
        show(next);
      }
      if (stopAt !== undefined) for (const motion of stage.getAnimations({ subtree: true })) stop(motion, stopAt);
      if (after === undefined) return;
      await atRest(stage, REST_MS);
      after(view, stage);
      await atRest(stage, REST_MS);
    },
  };
}

function stop(motion: Animation, at: number): void {
  motion.pause();
  motion.currentTime = at;
}

/** Longer than the view takes to measure its place, to draw and to move. */
const REST_MS = 400;

/** A step as the page shows it, but for one tree only unless it is of a pair. */
function shown(scene: Scene, more: Partial<TreeViewData> = {}): Partial<TreeViewData> {
  const { pair, focus, trees, readers, waiting, touched, step, decision } = scene;
  const names = pair === null ? [focus] : [pair.parent, pair.child];
  const drawn = trees.filter(({ picture }) => names.includes(picture.name));
  const heights =
    decision === null || decision === undefined || decision.place.kind === 'root pointer'
      ? null
      : { vacant: decision.vacant, sufficient: decision.sufficient };
  return {
    trees: drawn.length === 0 ? trees.slice(0, 1) : drawn,
    touched,
    trail: trailOf(scene),
    readers,
    waiting,
    existing: trees.map(({ picture }) => picture.name),
    step,
    heights,
    ...more,
  };
}

type StepOf = (run: Ran) => number;

function at(
  name: string,
  text: string,
  of: StepOf,
  more: Partial<TreeViewData> = {},
  after?: Showing['after'],
  height?: number,
): Exhibit {
  return exhibit(
    name,
    text,
    (run) => ({ data: [shown(run.at(of(run)), more)], ...(after === undefined ? {} : { after }) }),
    height,
  );
}

const last: StepOf = ({ summary }) => summary.steps.length;
const stored =
  (type: string, nth = 0): StepOf =>
  ({ stepOf }) =>
    stepOf(({ storeType }) => storeType === type, nth);
const called =
  (name: string, nth = 0): StepOf =>
  ({ stepOf }) =>
    stepOf(({ op }) => op === name, nth);
const pushed: StepOf = ({ stepWith }) =>
  stepWith(({ decision }) => decision?.levels.some((level) => level.pushed !== null) === true);
const threeWay: StepOf = ({ stepWith }) =>
  stepWith(
    ({ record, trees }) =>
      record?.storeType === 'split_store' &&
      trees.some(({ changes }) => [...changes.now.values()].filter((one) => one === 'new').length > 4),
  );

// Down to one of the nodes above the leaves.
function zoomed(name: string, text: string, more: Partial<TreeViewData> = {}): Exhibit {
  return exhibit(name, text, (run) => {
    const scene = run.at();
    const { name: tree, nodes, height } = treeIn(scene).picture;
    return {
      data: [shown(scene, more)],
      after: (view) => view.focusNode(tree, nodes.findLast(({ depth }) => depth === height - 2)?.id ?? 0),
    };
  });
}

// --- Motion, and trees half-way ---

function stopped(name: string, stopAt: number, text: string, of: StepOf): Exhibit {
  return exhibit(name, text, (run) => {
    const step = of(run);
    return { data: [shown(run.at(step - 1)), shown(run.at(step))], stopAt };
  });
}

function half(name: string, event: string, stopAt?: number): Exhibit {
  return exhibit(name, SIXTY, (run) => {
    const step = stored('split_store', 5)(run);
    const { scene, half: here } = halfAt(run, step, (one) => one.name === event);
    const before = run.at(step, here.event - 1).half;
    const data = { ...shown(scene), half: here };
    if (stopAt === undefined) return { data: [data] };
    return { data: [{ ...data, half: before?.kind === 'half' ? before : null }, data], stopAt };
  });
}

/** Every step of a text, with keys j and k (or `window.goTo(n)`) to go back and forth: for looking at motion. */
const walk: Exhibit = {
  name: 'walk',
  height: 690,
  async mount(stage) {
    const run = await ran(SIXTY);
    const view = createTreeView({ host: stage });
    let step = 0;
    const goTo = (to: number): void => {
      step = Math.max(0, Math.min(run.summary.steps.length, to));
      view.update({ ...BARE, labels: run.summary.labels, ...shown(run.at(step)) });
    };
    goTo(12);
    Object.assign(window, { goTo });
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'j' || key === 'k') goTo(step + (key === 'j' ? -1 : 1));
    });
  },
};

function ringsOf(picture: TreePicture, few: number): readonly SlotRef[] {
  const leaves = picture.nodes.filter(({ kind }) => kind === 'leaf');
  return leaves.flatMap((node, k): readonly SlotRef[] =>
    k % few === 0 ? [{ tree: picture.name, node: node.id, slot: k % (2 * few) === 0 ? 3 : WHOLE_NODE }] : [],
  );
}

function ringed(name: string, text: string, few: number): Exhibit {
  return exhibit(name, text, (run) => {
    const scene = run.at();
    return { data: [shown(scene, { rings: ringsOf(treeIn(scene).picture, few) })] };
  });
}

const SPOILT: Exhibit = exhibit('corrupt', example('corrupt'), (run) => {
  const scene = run.at(called('corrupt')(run));
  const event = scene.events.find(({ name }) => name === 'corrupted');
  const spoilt = { tree: treeIn(scene).picture.name, node: event?.node ?? 0, slot: event?.slot ?? 0, was: '13' };
  return { data: [shown(scene, { spoilt })] };
});

function strip(name: string, scale: StripViewData['scale'], text: string, of: StepOf): Exhibit {
  return {
    name,
    height: 58,
    async mount(stage) {
      const run = await ran(text);
      const scene = run.at(of(run));
      const tree = treeIn(scene);
      const leaf = tree.picture.nodes.find(({ kind }) => kind === 'leaf');
      const selected = leaf === undefined ? null : { tree: tree.picture.name, node: leaf.id, slot: 2 };
      const { touched, window: searched } = scene;
      createStripView({ host: stage }).update({
        tree,
        labels: run.summary.labels,
        touched,
        trail: trailOf(scene),
        window: searched === null ? null : { tree: tree.picture.name, ...searched },
        readers: scene.readers,
        selected,
        hovered: null,
        scale,
        nodeBoundaries: true,
      });
    },
  };
}

const SHELL = example('fork-vma');
const MANY = 'mm app\nrepeat 300 as i { map 64K + i*64K..+48K rw }';
const ZERO = 'tree t\nrepeat 9 as i { store i*10..+3 = i }\nstore 45..49 = zero';
const LABELS =
  'tree t alloc\nstore 0x1000..0x1fff = "a label that is far too long for its slot"\nstore 0x2000 = "b"\nstore ' +
  '0x3000..0xffff = 0x7fffffff\nstore 0xffffffffffff0000..max = "the end"';
const DEFER =
  'tree t alloc rcu\nrepeat 24 as i { store i*10..+5 = i }\nread t at 100 as r\nstore 101..103 = 7\nstore 141..143 = 8';

export const treeExhibits: readonly Exhibit[] = [
  at('empty', 'tree t', last),
  at('single', 'tree t\nstore 0 = 5', last),
  at('one-entry', 'tree t alloc\nstore 0x40..0x4f = 5', last),
  at('leaf', SIXTY, () => 6),
  at('full-leaf', SIXTY, (run) => stored('split_store')(run) - 1),
  at('labels', LABELS, last),
  at('zero', ZERO, last),
  at('first-split', SIXTY, stored('split_store')),
  at('split', SIXTY, stored('split_store', 6)),
  at('push', example('policy'), pushed),
  at('three-way', example('policy'), threeWay),
  at('rebalance', SIXTY, stored('rebalance')),
  at('spanning', SIXTY, last),
  at('spanning-levels', example('spanning'), stored('spanning_store')),
  at('vmas', SHELL, called('touch')),
  at('vmas-many', MANY, last),
  zoomed('vmas-many-zoomed', MANY),
  at('three-levels', example('policy'), last),
  at('four-levels', DEEP, last),
  at('far', FAR, last),
  at('table', SIXTY, stored('split_store', 5), { table: true }),
  at('fork', example('fork-bulk'), called('fork')),
  at('dup', example('copy-fails'), called('dup')),
  at('dup-fails', example('copy-fails'), called('dup', 1)),
  at('orders', TWO_ORDERS, last),
  SPOILT,
  at('corrupt-stopped', example('corrupt'), called('load')),
  at('gap', example('gaps'), called('gap')),
  at('gap-map', `${MANY}\nmap any 64K rw`, last),
  at('iterate', example('reader'), called('find')),
  at('iterate-many', `${DEEP}\nnext 0 count 1000`, last),
  at('readers', example('reader'), called('resume')),
  at('readers-dead', example('reader'), called('store', 40)),
  at('restart', example('reader'), called('resume', 1)),
  at('deferred', DEFER, last),
  walk,
  stopped('motion-split', 150, SIXTY, stored('split_store')),
  stopped('motion-push', 170, example('policy'), pushed),
  stopped('motion-rebalance', 170, SIXTY, stored('rebalance')),
  stopped('motion-append', 170, SIXTY, stored('append')),
  half('half-built', 'node_built'),
  half('half-linking', 'root_written'),
  half('half-dead', 'dead'),
  half('half-motion', 'linked', 170),
  ringed('rings', SIXTY, 2),
  ringed('rings-far', FAR, 23),
  at('pointers', SHELL, last, { pointers: true }),
  zoomed('pointers-deep', DEEP, { pointers: true }),
  at('fold', DEEP, last, {}, (view) => view.levelsBy(-1)),
  at('fold-far', FAR, last, {}, (view) => view.levelsBy(-1)),
  exhibit('fold-one', example('policy'), (run) => {
    const scene = run.at();
    const { name, nodes } = treeIn(scene).picture;
    return {
      data: [shown(scene)],
      after: (view) => view.fold(name, nodes.findLast(({ depth }) => depth === 1)?.id ?? 1),
    };
  }),
  strip('strip', 'packed', SHELL, called('touch')),
  strip('strip-linear', 'linear', SHELL, called('touch')),
  strip('strip-many', 'packed', MANY, last),
  strip('strip-values', 'packed', SIXTY, last),
  strip('strip-search', 'packed', example('gaps'), called('gap')),
  strip('strip-empty', 'packed', 'tree t', last),
];
