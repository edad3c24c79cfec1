// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a picture on paper folds: whole subtrees that the step has nothing to do with; what it touched stays drawn.

import { expect, it } from 'vitest';
import { untouchedBelow, type Untouched } from '../../../web/app/handout/untouched';
import type { SceneTree } from '../../../web/model/run';
import { runText, sceneAt } from '../engine/runs';

const FULL = 'tree t alloc\nrepeat 200 as i { store i*10..+5 = i }\n';

async function foldedAfter(
  line: string,
  changed = true,
): Promise<Untouched & { readonly tree: SceneTree; readonly leavesDrawn: number }> {
  const run = await runText(FULL + line);
  const { trees, touched } = sceneAt(run, run.summary().steps.length);
  const tree = trees[0]!;
  const found = untouchedBelow(tree, touched, changed);
  const inner = tree.picture.nodes.filter(({ id, children }) => children.length > 0 && !found.nodes.includes(id));
  const drawn = new Set(inner.flatMap(({ children }) => children));
  const leavesDrawn = tree.picture.nodes.filter(({ id, children }) => children.length === 0 && drawn.has(id)).length;
  return { ...found, tree, leavesDrawn };
}

it('folds every inner node but the one on the way to what a step wrote', async () => {
  const { tree, nodes, below, leavesDrawn } = await foldedAfter('store 7..8 = "x"');
  expect(tree.picture.height).toBe(3);
  const inner = tree.picture.nodes.filter(({ depth }) => depth === 1);
  expect(nodes).toEqual(inner.slice(1).map(({ id }) => id));
  const leaves = tree.picture.nodes.filter(({ depth }) => depth === 2).length;
  expect(below + leavesDrawn).toBe(leaves);
  expect(leavesDrawn).toBe(inner[0]!.children.length);
});

it('draws whatever a step made or rewrote, and of a question only the range that its line names', async () => {
  const told = await foldedAfter('store 0..1500 = "wide"');
  for (const id of told.nodes) {
    const changes = (below: number): readonly (string | undefined)[] => [
      told.tree.changes.now.get(below),
      ...(told.tree.picture.nodes.find((node) => node.id === below)?.children ?? []).flatMap(changes),
    ];
    expect(changes(id)).not.toContain('new');
    expect(changes(id)).not.toContain('rewritten');
  }
  const [asked, known] = [
    await foldedAfter('store 1995..1996 = "x"', false),
    await foldedAfter('store 1995..1996 = "x"'),
  ];
  expect(asked.nodes.length).toBeGreaterThanOrEqual(known.nodes.length);
  expect(asked.nodes.length).toBeGreaterThan(0);
});

it('folds nothing where the step touched no index of this tree', async () => {
  const { nodes, below } = await foldedAfter('tree other');
  expect([nodes, below]).toEqual([[], 0]);
});
