// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree copied out of the core as columns, with a hash of what each subtree holds: what two trees are compared by.
// Nodes stand in preorder. The hash is over range, kind, pivots, entries and gaps, and knows no address: subtrees of
// two runs that hold the same over the same range have the same one.

import { index, MAX } from '../../base/index64';
import type { TreeHandle } from '../../model/machine';
import { NODE } from '../../model/generated/node';
import { TREE } from '../generated/tables';
import { isNodeWord } from '../core/heap';
import { lastSlotTo, placeId, sourceOf, leads } from '../core/slab-view';
import type { Core } from '../core/wasm';
import type { IdColumn } from '../core/ids';

export interface TreeColumns {
  readonly count: number;
  readonly ids: IdColumn;
  /** As in memory, from 1. */
  readonly kinds: Uint8Array;
  readonly depths: Uint8Array;
  readonly mins: BigUint64Array;
  readonly maxs: BigUint64Array;
  readonly ends: Uint8Array;
  /** Nodes of the subtree, and entries that are not NULL in it. */
  readonly sizes: Uint32Array;
  readonly entries: Uint32Array;
  /** Levels below: 0 for a leaf. */
  readonly heights: Uint8Array;
  /** Hash of the node itself, and of its whole subtree: two halves each, at 2 × row. */
  readonly own: Uint32Array;
  readonly whole: Uint32Array;
  /** The nodes' bytes as 64-bit words, 32 a node; entry words are those that both sides have in common. */
  readonly words: BigUint64Array;
  /** The entry that the root pointer holds itself; null unless it does. */
  readonly single: bigint | null;
}

const HALVES = NODE.BYTES / 4;
export const WORDS = NODE.BYTES / 8;
const LEAF = NODE.leaf.KIND;
const ARANGE = NODE.arange.KIND;

/** Copies a tree. `relabel` gives each entry's word as both sides have it; null: as it is. */
export function readColumns(
  core: Core,
  tree: TreeHandle,
  nodeCount: number,
  relabel: ((word: bigint) => bigint) | null,
): TreeColumns {
  const info = core.calls.mpl_tree_info(tree);
  if (info === 0) throw new Error(`no tree has handle ${tree}`);
  const root = index(core.view().getBigUint64(info + TREE.root, true));
  const inTree = isNodeWord(root);
  const room = inTree ? nodeCount : 0;
  const columns = emptyColumns(room, inTree || root === 0n ? null : relabel === null ? root : relabel(root));
  if (!inTree) return columns;
  const source = sourceOf(core);
  const met = new Uint8Array(source.count);
  const halves = new Uint32Array(columns.words.buffer);
  let count = 0;
  const visit = (low: number, min: bigint, max: bigint, depth: number): number => {
    const row = count++;
    const place = low >>> 8;
    const kind = (low >>> 3) & 15;
    met[place] = 1;
    const end = lastSlotTo(source, place, kind, max);
    columns.words.set(source.words.subarray(WORDS * place, WORDS * (place + 1)), WORDS * row);
    columns.ids[row] = placeId(source, place);
    columns.kinds[row] = kind;
    columns.depths[row] = depth;
    columns.mins[row] = min;
    columns.maxs[row] = max;
    columns.ends[row] = end;
    if (kind === LEAF) {
      leafRow(columns, row, relabel);
      hashOwn(columns, halves, row);
      columns.whole[2 * row] = columns.own[2 * row]!;
      columns.whole[2 * row + 1] = columns.own[2 * row + 1]!;
      columns.sizes[row] = 1;
      return row;
    }
    hashOwn(columns, halves, row);
    inner(row, place, kind, end, depth);
    return row;
  };
  const inner = (row: number, place: number, kind: number, end: number, depth: number): void => {
    const slotHalf = HALVES * place + (kind === ARANGE ? NODE.arange.SLOT : NODE.range.SLOT) / 4;
    let [x, y] = [columns.own[2 * row]!, columns.own[2 * row + 1]!];
    let first = columns.mins[row]!;
    for (let slot = 0; slot <= end; slot++) {
      const last = slot < end ? source.words[WORDS * place + NODE.PIVOTS / 8 + slot]! : columns.maxs[row]!;
      const child = source.halves[slotHalf + 2 * slot]!;
      if (count < room && leads(source, child, source.halves[slotHalf + 2 * slot + 1]!, met)) {
        const below = visit(child, first, last, depth + 1);
        columns.entries[row] = columns.entries[row]! + columns.entries[below]!;
        columns.heights[row] = Math.max(columns.heights[row]!, columns.heights[below]! + 1);
        x = mix(x, columns.whole[2 * below]!, slot);
        y = mix(y, columns.whole[2 * below + 1]!, 31 - slot);
      } else [x, y] = [mix(x, child, 77), mix(y, child, 78)];
      first = BigInt.asUintN(64, last + 1n);
    }
    columns.whole[2 * row] = x;
    columns.whole[2 * row + 1] = y;
    columns.sizes[row] = count - row;
  };
  visit((Number(BigInt.asUintN(32, root)) & ~2) >>> 0, 0n, MAX, 0);
  return { ...columns, count };
}

// Entries as both sides have them, and counted.
function leafRow(columns: TreeColumns, row: number, relabel: ((word: bigint) => bigint) | null): void {
  const at = WORDS * row + NODE.leaf.SLOT / 8;
  let entries = 0;
  for (let slot = 0; slot <= columns.ends[row]!; slot++) {
    const word = columns.words[at + slot]!;
    if (word !== 0n) entries++;
    if (relabel !== null && word !== 0n) columns.words[at + slot] = relabel(word);
  }
  columns.entries[row] = entries;
}

// Over what the node says itself: bounds, kind, used pivots, entries or gaps.
function hashOwn(columns: TreeColumns, halves: Uint32Array, row: number): void {
  const kind = columns.kinds[row]!;
  const end = columns.ends[row]!;
  let [x, y] = [mix(0x9e3779b9, kind, end), mix(0x85ebca6b, end, kind)];
  const take = (from: number, count: number): void => {
    const start = HALVES * row + from / 4;
    for (let k = 0; k < 2 * count; k++) {
      const half = halves[start + k]!;
      x = mix(x, half, k);
      y = mix(y, half, k + 17);
    }
  };
  for (const bound of [columns.mins[row]!, columns.maxs[row]!]) {
    const [low, high] = [Number(bound & 0xffff_ffffn), Number(bound >> 32n)];
    x = mix(mix(x, low, 1), high, 2);
    y = mix(mix(y, high, 3), low, 4);
  }
  take(NODE.PIVOTS, end);
  if (kind === LEAF) take(NODE.leaf.SLOT, end + 1);
  if (kind === ARANGE) take(NODE.arange.GAP, end + 1);
  columns.own[2 * row] = x;
  columns.own[2 * row + 1] = y;
}

function mix(hash: number, value: number, salt: number): number {
  let k = Math.imul(value + Math.imul(salt, 0x2545f491), 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  let h = hash ^ Math.imul(k, 0x1b873593);
  h = (h << 13) | (h >>> 19);
  h = Math.imul(h, 5) + 0xe6546b64;
  return (h ^ (h >>> 16)) >>> 0;
}

function emptyColumns(count: number, single: bigint | null): TreeColumns {
  return {
    count: 0,
    ids: new Float64Array(count),
    kinds: new Uint8Array(count),
    depths: new Uint8Array(count),
    mins: new BigUint64Array(count),
    maxs: new BigUint64Array(count),
    ends: new Uint8Array(count),
    sizes: new Uint32Array(count),
    entries: new Uint32Array(count),
    heights: new Uint8Array(count),
    own: new Uint32Array(2 * count),
    whole: new Uint32Array(2 * count),
    words: new BigUint64Array(WORDS * count),
    single,
  };
}
