// SPDX-License-Identifier: GPL-2.0-or-later
//
// The fates of the nodes that a step took out of a tree, from the core's own events. Pure. Two nodes may hold equal
// entries by chance, so their contents prove nothing: a node that was disposed of by itself was replaced, one that went
// with a subtree, or with its whole tree, was destroyed (rule "order of disposal").

import type { NodePicture, TreePicture } from '../../model/picture';
import type { NodeFate } from '../../model/run';
import type { CoreEvent } from '../../model/event';

/**
 * The fates of `gone`, nodes of `before`. `events`: all of the step, none dropped. A node that no event accounts for is
 * left out.
 */
export function nodeFates(
  before: TreePicture | null,
  gone: readonly NodePicture[],
  events: readonly CoreEvent[],
): ReadonlyMap<number, NodeFate> {
  const fates = new Map<number, NodeFate>();
  if (before === null || gone.length === 0) return fates;
  const { alone, tops } = disposals(events);
  const parents = new Map(before.nodes.map((node) => [node.id, node.parent?.id ?? null]));
  const inside = (id: number): boolean => {
    for (let at: number | null = id; at !== null; at = parents.get(at) ?? null) if (tops.has(at)) return true;
    return false;
  };
  for (const { id } of gone) {
    if (alone.has(id)) fates.set(id, 'replaced');
    else if (inside(id)) fates.set(id, 'destroyed');
  }
  return fates;
}

/** Node → the node that took its place, where one did: of several changes in a step, each. */
export function placesTaken(events: readonly CoreEvent[]): ReadonlyMap<number, number> {
  return new Map(events.flatMap(({ name, node, b }) => (name === 'linked' ? [[Number(b), node]] : [])));
}

// Nodes freed one by one, and tops of subtrees freed as a whole: deferred as such in RCU mode, otherwise freed one by
// one last of all. A node of the reserve is freed too, but has been put there before.
function disposals(events: readonly CoreEvent[]): {
  readonly alone: ReadonlySet<number>;
  readonly tops: ReadonlySet<number>;
} {
  const alone = new Set<number>();
  const tops = new Set<number>();
  for (const { name, node } of events) {
    if (name === 'prealloc_return' || name === 'defer_node') alone.add(node);
    else if (name === 'defer_subtree') tops.add(node);
    else if (name === 'free_single' && !alone.has(node)) tops.add(node);
  }
  return { alone, tops };
}
