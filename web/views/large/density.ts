// SPDX-License-Identifier: GPL-2.0-or-later
//
// Nodes too narrow to be told apart, as shares of each column of pixels: how much of their slots holds entries (or
// children), NULL, and nothing; and which columns hold a node that the step changed, however narrow it is. Pure.
//
// Invariants: shares of a column are between 0 and 1 and their sum is at most 1; each changed node marks a column.

import type { TreeOverview } from '../../model/overview';
import { SLOT_COUNT } from '../tree/node-box';
import type { Camera, Spans } from './rows';

export interface Density {
  /** One element a column of pixels. */
  readonly filled: Float32Array;
  readonly nulls: Float32Array;
  /** Of `filled`, the share of labels. */
  readonly labels: Float32Array;
  /** 0: nothing; else the number of the strongest change in the column (1 new, 2 rewritten, 3 adopted). */
  readonly changes: Uint8Array;
  /** No node is in the column. */
  readonly empty: Uint8Array;
}

const ROOM: readonly number[] = [SLOT_COUNT.leaf, SLOT_COUNT.range, SLOT_COUNT.arange];

/** Rows `from` … `to` − 1 of one level over `width` columns. */
export function densityOf(
  overview: TreeOverview,
  from: number,
  to: number,
  spans: Spans,
  camera: Camera,
  width: number,
): Density {
  const columns = Math.max(1, Math.ceil(width));
  const filled = new Float32Array(columns);
  const nulls = new Float32Array(columns);
  const labels = new Float32Array(columns);
  const room = new Float32Array(columns);
  const changes = new Uint8Array(columns);
  const empty = new Uint8Array(columns).fill(1);
  const { used, nulls: holes, labels: named, kinds, changes: changed } = overview;
  for (let row = from; row < to; row++) {
    const left = (spans.from[row]! - camera.x) * camera.k;
    const right = (spans.to[row]! - camera.x) * camera.k;
    const first = Math.max(0, Math.floor(left));
    // A node belongs to each column that it begins or lies in.
    const last = Math.min(columns - 1, Math.max(first, Math.ceil(right) - 1));
    if (right < 0 || first >= columns) continue;
    const slots = ROOM[kinds[row]!] ?? 16;
    const entries = used[row]! - holes[row]!;
    const change = changed[row]!;
    for (let column = first; column <= last; column++) {
      filled[column]! += entries;
      nulls[column]! += holes[row]!;
      labels[column]! += named[row]!;
      room[column]! += slots;
      empty[column] = 0;
      if (change !== 0 && (changes[column] === 0 || change < changes[column]!)) changes[column] = change;
    }
  }
  for (let column = 0; column < columns; column++) {
    const slots = room[column]!;
    if (slots === 0) continue;
    if (filled[column]! > 0) labels[column]! /= filled[column]!;
    filled[column]! /= slots;
    nulls[column]! /= slots;
  }
  return { filled, nulls, labels, changes, empty };
}
