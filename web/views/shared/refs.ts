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

/** The methods of every picture of nodes, drawn whole or level by level. */
export interface NodesView {
  /** Everything in view; again after the person zoomed or panned. */
  fit(): void;
  /** Multiplies the zoom about the middle. */
  zoomBy(factor: number): void;
  /** Brings one node to the middle, at a size at which it can be read; `unlessRead`: not where it can be already. */
  focusNode(tree: string, node: number, unlessRead?: boolean): void;
  /** Remembers the camera; the returned function restores it. */
  hold(): () => void;
  /** Folds what is below a node, or shows it again. */
  fold(tree: string, node: number): void;
  /** Folds the lowest level that is shown (−1), or shows one more (1). */
  levelsBy(by: 1 | -1): void;
  destroy(): void;
}
