// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree that is pictured in part, with further nodes put where they belong. Pure.

import type { NodePicture } from '../../../model/picture';
import type { SceneTree } from '../../../model/run';

/** The tree with these nodes added to its picture; known nodes stay as they are. */
export function withNodes(tree: SceneTree, more: readonly NodePicture[]): SceneTree {
  const there = new Set(tree.picture.nodes.map(({ id }) => id));
  const added = more.filter(({ id }) => !there.has(id));
  if (added.length === 0) return tree;
  const children = new Map(
    added.flatMap(({ id, parent }) => (parent === null ? [] : [[`${parent.id} ${parent.slot}`, id] as const])),
  );
  const linked = tree.picture.nodes.map((node) =>
    node.children.some((child, slot) => child === 0 && children.has(`${node.id} ${slot}`))
      ? { ...node, children: node.children.map((child, slot) => child || (children.get(`${node.id} ${slot}`) ?? 0)) }
      : node,
  );
  const nodes = [...linked, ...added].sort((a, b) => (a.min < b.min ? -1 : a.min > b.min ? 1 : a.depth - b.depth));
  return { ...tree, picture: { ...tree.picture, nodes } };
}
