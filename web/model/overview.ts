// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree of any size in a few bytes a node: the places of its nodes, their fill, the step's changes. Plain columns that
// cross from the worker in one piece; single nodes are requested separately.
//
// Invariants: nodes stand level by level, from left to right; the children of a node follow each other without a hole.
// Node k is row k of every column.

import type { Index } from '../base/index64';
import type { NodeChange, NodeKind } from './picture';

/** Kinds by their number in `kinds`. */
export const OVERVIEW_KINDS: readonly NodeKind[] = ['leaf', 'range', 'arange'];
/** Changes by their number in `changes`; 0 is none. */
export const OVERVIEW_CHANGES: readonly (NodeChange | null)[] = [null, 'new', 'rewritten', 'adopted'];

export interface TreeOverview {
  readonly step: number;
  readonly tree: string;
  /** Row of the first node of each level, the root's first; behind the last level, the number of nodes. */
  readonly levels: Uint32Array;
  readonly ids: Float64Array;
  /** Row of the parent; −1 for the root. */
  readonly parents: Int32Array;
  /** Slot in the parent. */
  readonly slots: Uint8Array;
  readonly kinds: Uint8Array;
  /** Slots in use. */
  readonly used: Uint8Array;
  /** Of a leaf, those of them that hold NULL, and those that hold a label. */
  readonly nulls: Uint8Array;
  readonly labels: Uint8Array;
  /** The range that a node covers. */
  readonly mins: BigUint64Array;
  readonly maxs: BigUint64Array;
  /** Largest gap below, as the parent has it (the root: as it has it itself); 0 where gaps are not tracked. */
  readonly gaps: BigUint64Array;
  readonly changes: Uint8Array;
  /** Row of the first child; 0 for a node without children. */
  readonly firstChildren: Uint32Array;
  readonly childCounts: Uint8Array;
  /** Nodes without children stand in columns, in index order; a node stands over columns `from` … `to` − 1. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly columns: number;
}

/** Nodes as they lie in memory, 256 bytes each, one after the other; those that were not found are missing. */
export interface NodeBytes {
  readonly step: number;
  readonly tree: string;
  readonly ids: Float64Array;
  readonly places: Uint32Array;
  readonly bytes: Uint8Array;
}

const allNew = new WeakMap<TreeOverview, boolean>();

/** Whether the step made every node: then none stands out, and pictures say it once. */
export function isAllNew(overview: TreeOverview): boolean {
  const known = allNew.get(overview);
  if (known !== undefined) return known;
  const found = overview.changes.length > 1 && overview.changes.every((change) => OVERVIEW_CHANGES[change] === 'new');
  allNew.set(overview, found);
  return found;
}

/** The row of a node; −1 if it is not there. */
export function rowOf(overview: TreeOverview, id: number): number {
  return overview.ids.indexOf(id);
}

/** The rows of several nodes by id; those that are not there are missing. One pass over all nodes. */
export function rowsOf({ ids }: TreeOverview, wanted: { has(id: number): boolean }): ReadonlyMap<number, number> {
  const rows = new Map<number, number>();
  for (let row = 0; row < ids.length; row++) {
    const id = ids[row] ?? 0;
    if (wanted.has(id)) rows.set(id, row);
  }
  return rows;
}

/** The level of a row, 0 for the root. */
export function levelOf({ levels }: TreeOverview, row: number): number {
  let level = 0;
  while (row >= (levels[level + 1] ?? Infinity)) level++;
  return level;
}

/** The rows from the root to the lowest node that covers an index. */
export function pathOf(overview: TreeOverview, at: Index): readonly number[] {
  const { ids, maxs, firstChildren, childCounts } = overview;
  const path: number[] = [];
  if (ids.length === 0) return path;
  for (let row = 0; ;) {
    path.push(row);
    const first = firstChildren[row] ?? 0;
    const count = childCounts[row] ?? 0;
    if (count === 0) return path;
    let child = first;
    while (child < first + count - 1 && (maxs[child] ?? 0n) < at) child++;
    row = child;
  }
}
