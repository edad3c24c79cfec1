// SPDX-License-Identifier: GPL-2.0-or-later
//
// Immutable pictures of trees, decoded from node memory by the engine and drawn by the views.

import type { Index } from '../base/index64';
import type { TreeMode } from './tree-mode';

export type NodeKind = 'leaf' | 'range' | 'arange';

/** One node at one step. */
export interface NodePicture {
  /** Allocation number since the start, from 1; never reused. */
  readonly id: number;
  /** Its place in the slab; its address is 0xffff888000000000 + 256 × place. */
  readonly place: number;
  readonly kind: NodeKind;
  /** 0 for the root. */
  readonly depth: number;
  /** The range it covers, known from its ancestors; in a corrupted tree `min` may be above `max`. */
  readonly min: Index;
  readonly max: Index;
  /** Offset of the last used slot. */
  readonly end: number;
  /** Last index of each used slot 0 … end; the last one equals `max` (implied when the node is full). */
  readonly lasts: readonly Index[];
  /** Leaf: entry words of slots 0 … end. Inner node: child words. */
  readonly slots: readonly Index[];
  /**
   * Inner node: ids of the children in slots 0 … end; empty for a leaf. 0: a child that is not in the picture, because
   * the tree is too large, or because it was corrupted and the word in `slots` names no node, or one that stands
   * elsewhere.
   */
  readonly children: readonly number[];
  /** arange: gaps of slots 0 … end, and the offset that the metadata names; null otherwise. */
  readonly gaps: readonly Index[] | null;
  readonly gapmeta: number | null;
  /** Id of the parent and the slot in it; null for the root. */
  readonly parent: { readonly id: number; readonly slot: number } | null;
  /** The 256 raw bytes. */
  readonly bytes: Uint8Array;
}

export type RootForm = 'empty' | 'single' | 'node';

/** One tree at one step. */
export interface TreePicture {
  readonly name: string;
  /** 'tree', or 'mm' for an address space. */
  readonly kind: 'tree' | 'mm';
  readonly mode: TreeMode;
  /** `ma_flags` as they are, with the height and marks that are no mode. */
  readonly flags: number;
  readonly height: number;
  readonly form: RootForm;
  /** The entry word in the root pointer when `form` is 'single', else null. */
  readonly single: Index | null;
  /** Preorder: a node, then its children from left to right. Empty unless `form` is 'node'. */
  readonly nodes: readonly NodePicture[];
  /** Ranges that hold a non-NULL entry. */
  readonly entries: number;
}

/**
 * How a node came to look as it does: made in this step, rewritten in place, or only given another parent or slot.
 */
export type NodeChange = 'new' | 'rewritten' | 'adopted';

/** The change of each node in one step: of the nodes now, and of those that are gone. */
export interface PictureChanges {
  /** Node id → change; a node that is missing here is unchanged. */
  readonly now: ReadonlyMap<number, NodeChange>;
  /** Nodes of the step before that are no longer in the tree. */
  readonly gone: readonly NodePicture[];
}

/** Compares two pictures of one tree, by node id and bytes. `before` is null when the tree was just made. */
export function pictureChanges(before: TreePicture | null, after: TreePicture): PictureChanges {
  const now = new Map<number, NodeChange>();
  const old = new Map((before?.nodes ?? []).map((node) => [node.id, node]));
  for (const node of after.nodes) {
    const was = old.get(node.id);
    if (was === undefined) now.set(node.id, 'new');
    else if (was !== node && !sameFrom(8, was.bytes, node.bytes)) now.set(node.id, 'rewritten');
    else if (was !== node && !sameFrom(0, was.bytes, node.bytes)) now.set(node.id, 'adopted');
    old.delete(node.id);
  }
  return { now, gone: [...old.values()] };
}

// Bytes 0 to 7 are the parent word.
function sameFrom(first: number, a: Uint8Array, b: Uint8Array): boolean {
  for (let k = first; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
