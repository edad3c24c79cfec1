// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the tree picture makes of a step that is half-way, of folds, of the heights of a write, and of the words of
// children; and that no zoom draws more than it may.

import { describe, expect, it } from 'vitest';
import { index, MAX } from '../../../web/base/index64';
import { pictureChanges, type NodePicture, type TreePicture } from '../../../web/model/picture';
import type { HalfNode, SceneHalf } from '../../../web/model/run';
import { WHOLE_NODE } from '../../../web/views/shared/refs';
import { createFolds } from '../../../web/views/tree/fold';
import { scenesAt } from '../../../web/views/tree/halfway';
import { layoutTree } from '../../../web/views/tree/layout';
import { levelLine } from '../../../web/views/tree/levels';
import { roomOf, shelfFor, SIDE, TOP } from '../../../web/views/tree/room';
import { elementsOf, layoutNode } from '../../../web/views/tree/node-box';
import { isLoose, layWorld, nodesBelow } from '../../../web/views/tree/pane';
import { eventRef } from '../../../web/views/tree/drawing';
import { layShelf, shelfSentences } from '../../../web/views/tree/shelf';
import { childWord, parentWordText, rootWordText } from '../../../web/views/tree/word-bits';
import { largeTree, stepsOf, still, type FixtureStep } from './fixtures';
import { readGolden } from './golden-file';

const SPACE = { width: 900, height: 600 };
const steps = stepsOf(readGolden('tut-10-split-push-alloc'));
const at = steps.findIndex(({ report, scene }) => report.storeType === 'split_store' && scene.changes.gone.length > 1);
const [before, after] = [steps[at - 1]!, steps[at]!];
const three = (): TreePicture => stepsOf(readGolden('reads-h3-alloc')).at(-1)!.scene.picture;

function shelved(node: NodePicture, state: HalfNode['state']): HalfNode {
  return { id: node.id, place: node.place, state, picture: state === 'held' ? null : node, bytes: node.bytes };
}

function halfOf(picture: TreePicture | null, more: Partial<SceneHalf> = {}): SceneHalf {
  const trees = picture === null ? [] : [{ picture, changes: pictureChanges(before.scene.picture, picture) }];
  return {
    kind: 'half',
    event: 1,
    node: null,
    slot: null,
    trees,
    reserve: [],
    loose: [],
    omitted: 0,
    source: { file: '', line: 0, function: null },
    ...more,
  };
}

describe('a step that is half-way', () => {
  const scene = (step: FixtureStep): FixtureStep['scene'] => step.scene;

  it('draws the half-way tree in place of the one that the step changes, and no other', () => {
    const other = { ...still(three()), picture: { ...three(), name: 'other' } };
    const [first, second] = scenesAt([scene(after), other], halfOf(before.scene.picture));
    expect(first?.picture).toBe(before.scene.picture);
    expect(first?.changes.gone).toEqual([]);
    expect(second).toBe(other);
    expect(scenesAt([scene(after)], null)[0]).toBe(scene(after));
  });

  it('draws no node of a tree that is not there yet', () => {
    expect(scenesAt([scene(after)], halfOf(null))[0]?.picture).toMatchObject({ form: 'empty', nodes: [], entries: 0 });
  });

  it('leaves nodes where they are after the step', () => {
    const whole = layWorld([scene(after)], [], SPACE);
    const like = new Map(whole.panes.map(({ name, layout }) => [name, layout]));
    const lacking = { ...after.scene.picture, nodes: after.scene.picture.nodes.slice(0, -1) };
    const half = layWorld(scenesAt([scene(after)], halfOf(lacking)), [], SPACE, { like });
    for (const box of half.panes[0]!.layout.boxes.slice(1)) {
      const same = whole.panes[0]!.layout.byId.get(box.node.id)!;
      expect({ x: box.x, y: box.y, w: box.w }).toEqual({ x: same.x, y: same.y, w: same.w });
    }
  });

  it('tells a child that is not there, but not one that a large tree leaves out', () => {
    const [root, ...rest] = after.scene.picture.nodes;
    const picture = {
      ...after.scene.picture,
      nodes: [{ ...root!, children: root!.children.map((id, k) => (k === 1 ? 0 : id)) }, ...rest],
    };
    const pane = layWorld([still(picture)], [], SPACE).panes[0]!;
    expect(picture.nodes[0]!.children.map((_, slot) => isLoose(pane, picture.nodes[0]!, slot))).toEqual([false, true]);
    const part = layWorld([{ ...still(picture), partial: { nodes: 9, omitted: 6 } }], [], SPACE).panes[0]!;
    expect(isLoose(part, picture.nodes[0]!, 1)).toBe(false);
  });

  it('rings the node of the event, and its slot if it has that', () => {
    const world = layWorld([scene(after)], [], SPACE);
    const root = after.scene.picture.nodes[0]!;
    const tree = after.scene.picture.name;
    expect(eventRef(world, halfOf(null, { node: root.id, slot: 1 }))).toEqual({ tree, node: root.id, slot: 1 });
    expect(eventRef(world, halfOf(null, { node: root.id, slot: 15 }))).toEqual({
      tree,
      node: root.id,
      slot: WHOLE_NODE,
    });
    expect(eventRef(world, halfOf(null, { node: 12345, slot: 0 }))).toBeNull();
    expect(eventRef(world, null)).toBeNull();
  });
});

describe('the shelf', () => {
  const leaf = after.scene.picture.nodes.find(({ kind }) => kind === 'leaf')!;
  const many = (count: number, state: HalfNode['state']): HalfNode[] =>
    Array.from({ length: count }, (_, k) => ({ ...shelved(leaf, state), id: 100 + k }));

  it.each([320, 700, 1400])(
    'fits a width of %d, counts what it does not show, and shows what the event is about',
    (width) => {
      const half = halfOf(null, {
        node: 100,
        reserve: many(17, 'held'),
        loose: [...many(6, 'made'), shelved(leaf, 'dead')],
        omitted: 3,
      });
      const { groups, more, omitted } = layShelf(half, width);
      expect(omitted).toBe(3);
      expect(groups.map(({ state }) => state)).toEqual(['held', 'made', 'dead']);
      expect(groups.map(({ count }) => count)).toEqual([17, 6, 1]);
      const drawn = groups.reduce((sum, { nodes }) => sum + nodes.length, 0);
      expect(drawn + more).toBe(17 + 7);
      expect(groups[1]!.nodes.some(({ id }) => id === 100)).toBe(true);
      const cards = groups.slice(1).flatMap(({ nodes, card }) => nodes.map(() => card + 14));
      if (width > 320) expect(cards.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(width);
    },
  );
});

describe('nodes of one state on the shelf', () => {
  const leaf = after.scene.picture.nodes.find(({ kind }) => kind === 'leaf')!;
  const made = (id: number, min: bigint, max: bigint, state: HalfNode['state'] = 'made'): HalfNode => ({
    ...shelved({ ...leaf, min: index(min), max: index(max) }, state),
    id,
  });
  const taken: HalfNode = { ...made(1, 0n, 0n), picture: null };
  // Numbers against the order of the ranges, as a reserve gives them.
  const loose = [
    taken,
    made(20, 0x4an, 0x79n),
    made(21, 0n, MAX),
    made(22, 0n, 0x49n),
    made(23, 0x7an, MAX),
    made(30, 0x10n, 0x1fn, 'dead'),
    made(31, 0n, 0xfn, 'dead'),
  ];
  const order = [22, 20, 23, 21, 1, 31, 30];

  it('stand in the order of their ranges, a parent after its children, and what is not written yet last', () => {
    const half = halfOf(null, { loose });
    for (const low of [false, true])
      expect(layShelf(half, 1600, low).groups.flatMap(({ nodes }) => nodes.map(({ id }) => id))).toEqual(order);
    expect(shelfSentences(half).map((one) => Number(/^#(\d+)/.exec(one)?.[1]))).toEqual(order);
  });

  it('are equal in nothing but what they cover, where the number decides', () => {
    const twins = [made(9, 5n, 8n), made(4, 5n, 8n)];
    expect(layShelf(halfOf(null, { loose: twins }), 900).groups[0]!.nodes.map(({ id }) => id)).toEqual([4, 9]);
  });
});

describe('a shelf without room for nodes', () => {
  const leaf = after.scene.picture.nodes.find(({ kind }) => kind === 'leaf')!;
  const many = (count: number, state: HalfNode['state']): HalfNode[] =>
    Array.from({ length: count }, (_, k) => ({ ...shelved(leaf, state), id: 100 + k }));

  it.each([320, 358, 900])(
    'has chips that fit a width of %d, of each state, and of what the event is about',
    (width) => {
      const half = halfOf(null, {
        node: 116,
        reserve: many(17, 'held'),
        loose: [
          { ...shelved(leaf, 'made'), id: 9 },
          { ...shelved(leaf, 'dead'), id: 8 },
        ],
      });
      const { groups } = layShelf(half, width, true);
      expect(groups.map(({ state, count }) => [state, count])).toEqual([
        ['held', 17],
        ['made', 1],
        ['dead', 1],
      ]);
      expect(groups[0]!.nodes.at(-1)!.id).toBe(116);
      expect(
        groups.flatMap(({ nodes, card }) => nodes.map(() => card)).reduce((sum, one) => sum + one, 0),
      ).toBeLessThanOrEqual(width - 2 * SIDE);
    },
  );
});

describe('the room of a step that is half-way', () => {
  const wants = { balance: false, pair: false, departures: true, kept: false };

  it('has a shelf for the highest node that may stand there', () => {
    expect(shelfFor([still(three())])).toBe('gaps');
    expect(shelfFor([still({ ...three(), nodes: [] })])).toBe('plain');
    const heights = (['plain', 'gaps'] as const).map((half) => roomOf({ width: 762, height: 453 }, { ...wants, half }));
    expect(heights.map(({ ghosts }) => ghosts)).toEqual(['drawn', 'drawn']);
    expect(heights[0]!.dock).toBeLessThan(heights[1]!.dock);
  });

  it('is the shelf’s, not the legend’s, where a line is short', () => {
    const room = roomOf({ width: 390, height: 290 }, { ...wants, half: 'gaps' });
    expect([room.legend, room.ghosts]).toEqual([0, 'drawn']);
    expect(room.top + room.height + room.arrows + room.dock).toBeLessThanOrEqual(290);
    expect(roomOf({ width: 390, height: 290 }, wants).legend).toBeGreaterThan(0);
  });
});

describe('the shelf in words', () => {
  it('has a sentence a node, says what the event is about, and what is not listed', () => {
    const leaf = after.scene.picture.nodes.find(({ kind }) => kind === 'leaf')!;
    const told = shelfSentences(
      halfOf(null, {
        node: leaf.id,
        reserve: [{ ...shelved(leaf, 'held'), id: 99 }],
        loose: [shelved(leaf, 'made')],
        omitted: 2,
      }),
    );
    expect(told).toHaveLength(3);
    expect(told[0]).toBe('#99 is preallocated.');
    expect(told[1]).toMatch(
      new RegExp(
        `^#${leaf.id} is made, not linked yet: leaf, .*${leaf.end + 1} slots of 16 used; the event is about it\\.$`,
      ),
    );
    expect(told[2]).toBe('And 2 more.');
    expect(shelfSentences(halfOf(null))).toEqual(['None.']);
  });
});

describe('folds', () => {
  it('show so many levels, count what they hide, and keep to a node that takes the place of another', () => {
    const picture = three();
    const folds = createFolds();
    folds.follow([still(picture)]);
    expect(folds.levels()).toEqual({ shown: 3, all: 3 });
    folds.showLevels(2);
    expect(folds.levels()).toEqual({ shown: 2, all: 3 });
    const world = layWorld([still(picture)], [], SPACE, { folded: folds.folded });
    const pane = world.panes[0]!;
    expect(pane.layout.boxes.every(({ depth }) => depth < 2)).toBe(true);
    const below = pane.layout.boxes
      .filter(({ depth }) => depth === 1)
      .reduce((sum, { node }) => sum + nodesBelow(pane, node), 0);
    expect(pane.layout.boxes.length + below).toBe(picture.nodes.length);
    const renamed = {
      ...picture,
      nodes: picture.nodes.map((node) => ({
        ...node,
        id: node.id + 1000,
        children: node.children.map((id) => id + 1000),
      })),
    };
    folds.follow([still(renamed)]);
    expect(folds.levels()).toEqual({ shown: 2, all: 3 });
    folds.toggle(picture.name, renamed.nodes.find(({ depth }) => depth === 1)!.id);
    expect(folds.levels()).toEqual({ shown: 3, all: 3 });
    folds.toggle(picture.name, renamed.nodes.find(({ kind }) => kind === 'leaf')!.id);
    expect([...folds.folded.get(picture.name)!]).toHaveLength(
      renamed.nodes.filter(({ depth }) => depth === 1).length - 1,
    );
  });
});

describe('the heights of a write', () => {
  const tree = still(three());
  const touched = { tree: tree.picture.name, first: tree.picture.nodes[0]!.min, last: tree.picture.nodes[0]!.min };
  const wide = 900;

  it('stand in one line, which says that they belong to the tree before the step', () => {
    expect(levelLine({ heights: { vacant: 2, sufficient: 1 }, touched, trees: [tree] }, wide)?.text).toBe(
      'before the step: vacant height 2 · sufficient height 1',
    );
    expect(levelLine({ heights: { vacant: 1, sufficient: 1 }, touched, trees: [tree] }, wide)?.text).toBe(
      'before the step: vacant and sufficient height 1',
    );
  });

  it('keep away from the edge, within the room over the tree', () => {
    const line = levelLine({ heights: { vacant: 1, sufficient: 0 }, touched, trees: [tree] }, wide)!;
    expect(line.x).toBe(SIDE);
    expect(line.y).toBeGreaterThan(11);
    expect(line.y).toBeLessThan(TOP - 4);
  });

  it('are there for writes of the one tree that is shown, where there is room', () => {
    const heights = { vacant: 1, sufficient: 1 };
    expect(levelLine({ heights: null, touched, trees: [tree] }, wide)).toBeNull();
    expect(levelLine({ heights, touched, trees: [tree, tree] }, wide)).toBeNull();
    expect(levelLine({ heights, touched: { ...touched, tree: 'another' }, trees: [tree] }, wide)).toBeNull();
    expect(levelLine({ heights, touched, trees: [tree] }, 360)).toBeNull();
  });
});

describe('what words say', () => {
  it('is as core/src/node.h has it', () => {
    expect(childWord(0xffff_8880_0000_010cn)).toEqual({ name: 'leaf', bits: '…0c' });
    expect(childWord(0xffff_8880_0000_0114n)).toEqual({ name: 'range', bits: '…14' });
    expect(childWord(0xffff_8880_0000_011cn)).toEqual({ name: 'arange', bits: '…1c' });
    expect(childWord(0xffff_8880_0000_0104n).name).toBe('?');
    const picture = three();
    expect(rootWordText(picture.nodes[0]!)).toBe('…1e');
    for (const node of picture.nodes) {
      const said = parentWordText(node);
      expect(said).toContain(node.parent === null ? 'root of its tree' : `slot ${node.parent.slot} of its parent`);
    }
  });
});

describe('what is drawn', () => {
  it('is counted at least as high as it is', () => {
    for (const picture of [three(), after.scene.picture, largeTree(300)]) {
      const { boxes } = layoutTree(picture, SPACE);
      for (const { node, metrics } of boxes) {
        const inside = layoutNode(node, metrics);
        // Frame, head with its words and fill, unused slots, handle; a cell with its letter or two tags; pivots and
        // ticks; bars.
        const parts = 3 + 6 + (node.kind === 'leaf' ? 0 : 4) + inside.used.length * (node.kind === 'leaf' ? 2 : 3);
        expect(elementsOf(node, 'plain')).toBeGreaterThanOrEqual(parts + inside.gaps.length);
        expect(elementsOf(node, 'full')).toBeGreaterThanOrEqual(parts + inside.gaps.length + inside.pivots.length + 2);
        expect(elementsOf(node, 'far')).toBe(0);
      }
    }
  });
});
