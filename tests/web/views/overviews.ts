// SPDX-License-Identifier: GPL-2.0-or-later
//
// The overview of a pictured tree, made from the picture alone: for tests.

import { OVERVIEW_CHANGES, OVERVIEW_KINDS, type TreeOverview } from '../../../web/model/overview';
import type { NodeChange, NodePicture, TreePicture } from '../../../web/model/picture';
import { entryValue } from '../../../web/model/entry';

export function overviewOf(
  tree: TreePicture,
  changes: ReadonlyMap<number, NodeChange> = new Map(),
  step = 1,
): TreeOverview {
  const depth = Math.max(-1, ...tree.nodes.map((node) => node.depth));
  const nodes = Array.from({ length: depth + 1 }, (_, level) =>
    tree.nodes.filter((node) => node.depth === level),
  ).flat();
  const rows = new Map(nodes.map(({ id }, row) => [id, row]));
  const leaves = tree.nodes.filter(({ kind }) => kind === 'leaf');
  const column = new Map(leaves.map(({ id }, k) => [id, k]));
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  const edge = (node: NodePicture, side: 0 | -1): number => {
    const child = node.kind === 'leaf' ? undefined : byId.get(node.children.at(side) ?? 0);
    return child === undefined ? (column.get(node.id) ?? 0) : edge(child, side);
  };
  const gapOf = (node: NodePicture): bigint => {
    if (node.parent === null) return node.gaps?.[node.gapmeta ?? 0] ?? 0n;
    return byId.get(node.parent.id)?.gaps?.[node.parent.slot] ?? 0n;
  };
  const bytes = (of: (node: NodePicture) => number): Uint8Array => Uint8Array.from(nodes, of);
  return {
    step,
    tree: tree.name,
    levels: Uint32Array.from({ length: depth + 2 }, (_, level) => nodes.filter((node) => node.depth < level).length),
    ids: Float64Array.from(nodes, ({ id }) => id),
    parents: Int32Array.from(nodes, ({ parent }) => (parent === null ? -1 : (rows.get(parent.id) ?? -1))),
    slots: bytes(({ parent }) => parent?.slot ?? 0),
    kinds: bytes(({ kind }) => OVERVIEW_KINDS.indexOf(kind)),
    used: bytes(({ end }) => end + 1),
    nulls: bytes(({ kind, slots }) => (kind === 'leaf' ? slots.filter((word) => word === 0n).length : 0)),
    labels: bytes(({ kind, slots }) =>
      kind === 'leaf' ? slots.filter((word) => word !== 0n && typeof entryValue(word, ['a']) === 'object').length : 0,
    ),
    mins: BigUint64Array.from(nodes, ({ min }) => min),
    maxs: BigUint64Array.from(nodes, ({ max }) => max),
    gaps: BigUint64Array.from(nodes, gapOf),
    changes: bytes(({ id }) => OVERVIEW_CHANGES.indexOf(changes.get(id) ?? null)),
    firstChildren: Uint32Array.from(nodes, ({ children }) => rows.get(children[0] ?? 0) ?? 0),
    childCounts: bytes(({ children }) => children.length),
    from: Uint32Array.from(nodes, (node) => edge(node, 0)),
    to: Uint32Array.from(nodes, (node) => edge(node, -1) + 1),
    columns: leaves.length,
  };
}
