// SPDX-License-Identifier: GPL-2.0-or-later
//
// The slab after a step: what is at each place, and one node by itself. Read from the place table and the trees as they
// lie in memory.

import { SLAB_STATES, type SlabMap, type SlabNode, type SlabState } from '../../model/slab';
import { NODE } from '../../model/generated/node';
import { PLACE, PLACE_STATES } from '../generated/tables';
import { placeCount, placesIn } from '../core/heap';
import type { Answering, Place } from '../time/answer-context';
import { idAt } from '../core/ids';

const [FREE, TREE, DEAD, BESIDE] = (['free', 'tree', 'dead', 'beside'] as const).map((name: SlabState) =>
  SLAB_STATES.indexOf(name),
) as [number, number, number, number];

export const slab: Answering<'slab'> = function* (place, { step }) {
  yield { done: 0, of: null };
  return slabAt(place, step);
};

export const slabNode: Answering<'slabNode'> = function* (place, { step, id }) {
  yield { done: 0, of: null };
  const map = slabAt(place, step);
  const at = map.ids.indexOf(id);
  if (id === 0 || at < 0) return null;
  const { core } = place;
  const from = core.calls.mpl_slab_base() + NODE.BYTES * at;
  const node: SlabNode = {
    id,
    place: at,
    state: SLAB_STATES[map.states[at] ?? FREE] ?? 'free',
    tree: map.trees[(map.owners[at] ?? 0) - 1] ?? null,
    bytes: core.bytes().slice(from, from + NODE.BYTES),
  };
  return node;
};

/** All places; the core stands at the step afterwards. */
export function slabAt({ core, time, treesAt }: Place, step: number): SlabMap {
  time.goTo(step);
  const count = placeCount(core);
  const map = {
    ids: new Float64Array(count),
    states: new Uint8Array(count),
    owners: new Uint16Array(count),
    trees: [] as string[],
  };
  const view = core.view();
  const table = core.calls.mpl_place_table();
  for (let k = 0; k < count; k++) {
    const at = table + PLACE.BYTES * k;
    const state = view.getUint32(at + PLACE.state, true) & 0xff;
    map.ids[k] = idAt(view, at + PLACE.id);
    map.states[k] = state === PLACE_STATES.FREE ? FREE : state === PLACE_STATES.DEFERRED ? DEAD : BESIDE;
  }
  for (const { name, handle } of treesAt(step)) {
    map.trees.push(name);
    for (const k of placesIn(core, handle)) {
      // A corrupted word may lead to a node that is not the tree's.
      if (map.states[k] !== BESIDE) continue;
      map.states[k] = TREE;
      map.owners[k] = map.trees.length;
    }
  }
  // Of a subtree that waits, the allocator knows the top alone; all below it are marked dead (core/src/node.h).
  const slab = core.calls.mpl_slab_base();
  for (let k = 0; k < count; k++) {
    if (
      map.states[k] === BESIDE &&
      (view.getBigUint64(slab + NODE.BYTES * k, true) & ~0xffn) === NODE.BASE + BigInt(NODE.BYTES * k)
    )
      map.states[k] = DEAD;
  }
  return map;
}
