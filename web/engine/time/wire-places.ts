// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where parked readers and kept states stand, as they cross to the page; and which nodes have all their children.

import type { Machine } from '../../model/machine';
import { NODE } from '../../model/generated/node';
import { TREE_FLAGS } from '../generated/tables';
import { readNodes, type RawTree } from '../core/heap';
import type { Core } from '../core/wasm';
import type { WireReader, WireState } from '../decode/wire';
import type { KeptReader, KeptState } from './steps-kept';

export function wireReaders(core: Core, machine: Machine, readers: readonly KeptReader[]): WireReader[] {
  const places = readers.map(({ handle }) => machine.readerPlace(handle));
  const nodes = readNodes(core, new Set(places.map(({ node }) => node).filter((id) => id !== 0)));
  return readers.map(({ name, handle, tree, since }, k) => ({
    name,
    number: handle,
    tree,
    since,
    place: places[k]!,
    node: nodes.get(places[k]!.node) ?? null,
  }));
}

// A node of an earlier life of its place is none.
export function wireStates(core: Core, machine: Machine, states: readonly KeptState[]): WireState[] {
  const all = states.map(({ handle }) => machine.stateFields(handle));
  const nodes = readNodes(core, new Set(all.flatMap(({ node, gone }) => (node === 0 || gone ? [] : [node]))));
  return states.map(({ name, tree, since }, k) => ({
    name,
    tree,
    since,
    fields: all[k]!,
    node: nodes.get(all[k]!.node) ?? null,
  }));
}

// Counted by their children, so a tree that is not here as a whole may lack some in its lowest levels.
export function widestNodes({ flags, parents, ids }: RawTree): number[] {
  if ((flags & TREE_FLAGS.USE_RCU) === 0 || (flags & TREE_FLAGS.ALLOC_RANGE) !== 0) return [];
  const children = new Map<number, number>();
  for (const parent of parents) children.set(parent, (children.get(parent) ?? 0) + 1);
  return [...children]
    .filter(([parent, count]) => parent >= 0 && count === NODE.range.SLOTS)
    .map(([parent]) => ids[parent]!);
}
