// SPDX-License-Identifier: GPL-2.0-or-later
//
// A step stopped at one of its events, as the picture draws it: the half-way trees in place of those that the step
// changes. Pure.
//
// Invariant: a tree that the step does not change is drawn as it is after it.

import type { TreePicture } from '../../model/picture';
import type { HalfTree, SceneHalf, SceneTree } from '../../model/run';

/** The trees to be drawn. Nodes that left a tree stand on the shelf, so the trees themselves have none. */
export function scenesAt(trees: readonly SceneTree[], half: SceneHalf | null): readonly SceneTree[] {
  if (half === null) return trees;
  return trees.map((tree) => {
    const there = half.trees.find(({ picture }) => picture.name === tree.picture.name);
    if (there !== undefined) return halfScene(tree, there);
    return isChanged(tree)
      ? halfScene(tree, { picture: nothingYet(tree.picture), changes: { now: new Map(), gone: [] } })
      : tree;
  });
}

function halfScene(tree: SceneTree, { picture, changes, partial }: HalfTree): SceneTree {
  const { partial: _whole, ...rest } = tree;
  return {
    ...rest,
    picture,
    changes: { now: changes.now, gone: [] },
    fates: new Map(),
    written: null,
    findings: [],
    ...(partial === undefined ? {} : { partial }),
  };
}

// The step made or changed it, and at the event there is no such tree.
function isChanged({ changes }: SceneTree): boolean {
  return changes.now.size > 0 || changes.gone.length > 0;
}

function nothingYet(picture: TreePicture): TreePicture {
  return { ...picture, height: 0, form: 'empty', single: null, nodes: [], entries: 0 };
}
