// SPDX-License-Identifier: GPL-2.0-or-later
//
// How views point at things: a slot of a node of a tree. Hover and selection travel between views as such references,
// so a slot selected in the strip is selected in the tree, the table and the bytes. Knows no picture.

import type { Index } from '../../base/index64';

/** A slot by tree name, node id and offset; slot −1 is the node as a whole. */
export interface SlotRef {
  readonly tree: string;
  readonly node: number;
  readonly slot: number;
}

/** The slot number that means the node as a whole. */
export const WHOLE_NODE = -1;

/** A range of one tree's index space, both ends included. */
export interface TouchedRange {
  readonly tree: string;
  readonly first: Index;
  readonly last: Index;
}

export function sameRef(a: SlotRef | null, b: SlotRef | null): boolean {
  if (a === null || b === null) return a === b;
  return a.tree === b.tree && a.node === b.node && a.slot === b.slot;
}
