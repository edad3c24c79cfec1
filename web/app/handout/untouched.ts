// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inner nodes that a picture on paper can fold, because the step has nothing to do with what lies below them. Pure.

import type { SceneTree } from '../../model/run';
import type { TouchedRange } from '../../views/shared/refs';

export interface Untouched {
  /** Ids of inner nodes below the root, none below another one. */
  readonly nodes: readonly number[];
  /** Nodes below them. */
  readonly below: number;
}

/**
 * The largest subtrees that lie outside of `touched` and, with `changed`, have no node that the step made or rewrote.
 * A tree whose picture lacks nodes has none.
 */
export function untouchedBelow(
  { picture, changes, partial }: Pick<SceneTree, 'picture' | 'changes' | 'partial'>,
  touched: TouchedRange | null,
  changed: boolean,
): Untouched {
  const found: number[] = [];
  let below = 0;
  if (partial !== undefined || touched?.tree !== picture.name) return { nodes: found, below };
  const nodes = new Map(picture.nodes.map((node) => [node.id, node]));
  const size = (id: number): number => (nodes.get(id)?.children ?? []).reduce((sum, child) => sum + size(child), 1);
  const isApart = (id: number): boolean => {
    const node = nodes.get(id);
    if (node === undefined || (node.min <= touched.last && node.max >= touched.first)) return false;
    const change = changed ? changes.now.get(id) : undefined;
    return change !== 'new' && change !== 'rewritten' && node.children.every(isApart);
  };
  const visit = (id: number): void => {
    const children = nodes.get(id)?.children ?? [];
    if (children.length > 0 && isApart(id)) {
      found.push(id);
      below += size(id) - 1;
    } else children.forEach(visit);
  };
  (picture.nodes[0]?.children ?? []).forEach(visit);
  return { nodes: found, below };
}
