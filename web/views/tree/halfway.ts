// SPDX-License-Identifier: GPL-2.0-or-later
//
// A step stopped at one of its events, as the picture draws it: the half-way trees in place of those that the step
// changes, and the node and slot that the event is about. Pure.
//
// Invariant: a tree that the step does not change is drawn as it is after it.

import type { TreePicture } from '../../model/picture';
import type { HalfTree, SceneHalf, SceneTree } from '../../model/run';
import { WHOLE_NODE, type SlotRef } from '../refs';
import type { World } from './pane';

/** The trees to be drawn. Nodes that left a tree stand on the shelf, so the trees themselves tell of none. */
export function scenesAt(trees: readonly SceneTree[], half: SceneHalf | null): readonly SceneTree[] {
  if (half === null) return trees;
  return trees.map((tree) => {
    const there = half.trees.find(({ picture }) => picture.name === tree.picture.name);
    if (there !== undefined) return halfScene(tree, there);
    return isChanged(tree) ? halfScene(tree, { picture: nothingYet(tree.picture), changes: { now: new Map(), gone: [] } }) : tree;
  });
}

function halfScene(tree: SceneTree, { picture, changes, partial }: HalfTree): SceneTree {
  const { partial: _whole, ...rest } = tree;
  return { ...rest, picture, changes: { now: changes.now, gone: [] }, fates: new Map(), written: null, findings: [], ...(partial === undefined ? {} : { partial }) };
}

// The step made or changed it, and at the event there is no such tree.
function isChanged({ changes }: SceneTree): boolean {
  return changes.now.size > 0 || changes.gone.length > 0;
}

function nothingYet(picture: TreePicture): TreePicture {
  return { ...picture, height: 0, form: 'empty', single: null, nodes: [], entries: 0 };
}

/** What the event is about, where it is drawn in a tree; null if it is about nothing or stands on the shelf. */
export function eventRef(world: World, half: SceneHalf | null): SlotRef | null {
  const { node, slot } = half ?? { node: null, slot: null };
  if (node === null) return null;
  const pane = world.panes.find(({ layout }) => layout.byId.has(node));
  const box = pane?.layout.byId.get(node);
  if (pane === undefined || box === undefined) return null;
  return { tree: pane.name, node, slot: slot !== null && slot <= box.node.end ? slot : WHOLE_NODE };
}
