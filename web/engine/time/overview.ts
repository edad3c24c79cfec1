// SPDX-License-Identifier: GPL-2.0-or-later
//
// Columns over all nodes of a tree, read from the core's memory without an object a node. Words that name no allocated
// node, or one already visited, are not followed; heap.ts does the same.

import { index } from '../../base/index64';
import { VALUE_MAX, valueWord } from '../../model/entry';
import type { TreeHandle } from '../../model/machine';
import type { TreeOverview } from '../../model/overview';
import { NODE } from '../../model/generated/node';
import { TREE } from '../generated/tables';
import { isNodeWord } from '../core/heap';
import type { PlaceChanges } from '../decode/place-changes';
import {
  lastSlot,
  leadsToNode,
  NODE_HALVES,
  pivotsAt,
  placeId,
  slotsAt,
  sourceOf,
  type Source,
} from '../core/slab-view';
import type { Core } from '../core/wasm';

const MAX = 0xffff_ffff_ffff_ffffn;
/** Numbers of changes in a TreeOverview. */
const [NEW, REWRITTEN, ADOPTED] = [1, 2, 3];
// The word of the first label.
const LABEL_WORD = valueWord(VALUE_MAX + 1n);
const LABEL_HIGH = Number(LABEL_WORD >> 32n);
const LABEL_LOW = Number(BigInt.asUintN(32, LABEL_WORD));

type Columns = { -readonly [K in keyof TreeOverview]: TreeOverview[K] };

/** Reads the overview of a tree that has `nodeCount` nodes at most. */
export function readOverview(
  core: Core,
  tree: TreeHandle,
  title: Pick<TreeOverview, 'step' | 'tree'>,
  nodeCount: number,
  changes: PlaceChanges | null,
): TreeOverview {
  const info = core.calls.mpl_tree_info(tree);
  if (info === 0) throw new Error(`no tree has handle ${tree}`);
  const root = index(core.view().getBigUint64(info + TREE.root, true));
  const columns = emptyColumns(title, isNodeWord(root) ? nodeCount : 0);
  if (!isNodeWord(root)) return columns;
  const source = sourceOf(core);
  const rootLow = Number(BigInt.asUintN(32, root));
  const places = new Uint32Array(nodeCount);
  const levels = [0];
  places[0] = rootLow >>> 8;
  columns.kinds[0] = (rootLow >>> 3) & 15;
  columns.maxs[0] = MAX;
  columns.parents[0] = -1;
  const met = new Uint8Array(source.count);
  const halves: Halves = { mins: halvesOf(columns.mins), maxs: halvesOf(columns.maxs), gaps: halvesOf(columns.gaps) };
  met[places[0]] = 1;
  let count = 1;
  for (let row = 0, levelEnd = 1; row < count; row++) {
    if (row === levelEnd) {
      levels.push(row);
      levelEnd = count;
    }
    count = readRow(source, columns, halves, places, row, count, met);
  }
  levels.push(count);
  columns.levels = Uint32Array.from(levels);
  for (let row = 0; row < count; row++) columns.ids[row] = placeId(source, places[row]!);
  if (changes !== null) markChanges(columns, places, count, changes);
  columns.columns = spread(columns, count);
  return count === nodeCount ? columns : cutTo(columns, count);
}

// A column of 64-bit indexes, by halves.
const halvesOf = (column: BigUint64Array): Uint32Array => new Uint32Array(column.buffer);

interface Halves {
  readonly mins: Uint32Array;
  readonly maxs: Uint32Array;
  readonly gaps: Uint32Array;
}

// Fills the row's own columns and puts its children, of which the next free row is `count`, behind all others.
function readRow(
  source: Source,
  columns: Columns,
  { mins, maxs, gaps }: Halves,
  places: Uint32Array,
  row: number,
  count: number,
  met: Uint8Array,
): number {
  const place = places[row]!;
  const kind = columns.kinds[row]!;
  const { halves, bytes } = source;
  const [maxLow, maxHigh] = [maxs[2 * row]!, maxs[2 * row + 1]!];
  const end = lastSlot(source, place, kind, maxLow, maxHigh);
  columns.used[row] = end + 1;
  // Kinds count from 1 in memory.
  columns.kinds[row] = kind - 1;
  const slots = slotsAt(place, kind);
  if (kind === NODE.leaf.KIND) {
    countLeaf(halves, slots, end, columns, row);
    return count;
  }
  const pivots = pivotsAt(place);
  const gap = kind === NODE.arange.KIND ? NODE_HALVES * place + NODE.arange.GAP / 4 : -1;
  if (row === 0 && gap >= 0)
    copyIndex(halves, gap + 2 * Math.min(end, bytes[NODE.BYTES * place + NODE.arange.GAPMETA]!), gaps, 0);
  columns.firstChildren[row] = count;
  let [minLow, minHigh] = [mins[2 * row]!, mins[2 * row + 1]!];
  let next = count;
  for (let slot = 0; slot <= end && next < places.length; slot++) {
    const lastLow = slot < end ? halves[pivots + 2 * slot]! : maxLow;
    const lastHigh = slot < end ? halves[pivots + 2 * slot + 1]! : maxHigh;
    const low = halves[slots + 2 * slot]!;
    const child = low >>> 8;
    if (leadsToNode(source, low, halves[slots + 2 * slot + 1]!) && met[child] === 0) {
      met[child] = 1;
      places[next] = child;
      columns.kinds[next] = (low >>> 3) & 15;
      columns.parents[next] = row;
      columns.slots[next] = slot;
      [mins[2 * next], mins[2 * next + 1]] = [minLow, minHigh];
      [maxs[2 * next], maxs[2 * next + 1]] = [lastLow, lastHigh];
      if (gap >= 0) copyIndex(halves, gap + 2 * slot, gaps, 2 * next);
      next++;
    }
    // The index after the last one, which wraps as 64 bits do.
    minLow = (lastLow + 1) >>> 0;
    minHigh = minLow === 0 ? (lastHigh + 1) >>> 0 : lastHigh;
  }
  columns.childCounts[row] = next - count;
  return next;
}

function copyIndex(from: Uint32Array, at: number, to: Uint32Array, into: number): void {
  to[into] = from[at]!;
  to[into + 1] = from[at + 1]!;
}

function countLeaf(halves: Uint32Array, slots: number, end: number, columns: Columns, row: number): void {
  let [nulls, labels] = [0, 0];
  for (let at = slots, last = slots + 2 * end; at <= last; at += 2) {
    const low = halves[at]!;
    const high = halves[at + 1]!;
    if (high > LABEL_HIGH || (high === LABEL_HIGH && low >= LABEL_LOW)) labels++;
    else if (high === 0 && low === 0) nulls++;
  }
  columns.nulls[row] = nulls;
  columns.labels[row] = labels;
}

function markChanges(columns: Columns, places: Uint32Array, count: number, { flags, newest }: PlaceChanges): void {
  for (let row = 0; row < count; row++) {
    const flag = flags[places[row]!] ?? 0;
    columns.changes[row] = columns.ids[row]! > newest ? NEW : flag === 2 ? REWRITTEN : flag === 1 ? ADOPTED : 0;
  }
}

// Columns from below, then where they begin from above. Gives their number.
function spread(columns: Columns, count: number): number {
  const widths = columns.to;
  for (let row = count - 1; row >= 0; row--) {
    if (columns.childCounts[row] === 0) widths[row] = 1;
    const parent = columns.parents[row]!;
    if (parent >= 0) widths[parent] = widths[parent]! + widths[row]!;
  }
  const all = widths[0]!;
  for (let row = 0; row < count; row++) {
    let at = columns.from[row]!;
    const first = columns.firstChildren[row]!;
    for (let child = first; child < first + columns.childCounts[row]!; child++) {
      columns.from[child] = at;
      at += widths[child]!;
    }
    widths[row] = columns.from[row]! + widths[row]!;
  }
  return all;
}

function emptyColumns(title: Pick<TreeOverview, 'step' | 'tree'>, count: number): Columns {
  return {
    ...title,
    levels: Uint32Array.of(0),
    ids: new Float64Array(count),
    parents: new Int32Array(count),
    slots: new Uint8Array(count),
    kinds: new Uint8Array(count),
    used: new Uint8Array(count),
    nulls: new Uint8Array(count),
    labels: new Uint8Array(count),
    mins: new BigUint64Array(count),
    maxs: new BigUint64Array(count),
    gaps: new BigUint64Array(count),
    changes: new Uint8Array(count),
    firstChildren: new Uint32Array(count),
    childCounts: new Uint8Array(count),
    from: new Uint32Array(count),
    to: new Uint32Array(count),
    columns: 0,
  };
}

function cutTo(columns: Columns, count: number): Columns {
  const cut = <A extends { slice(from: number, to: number): A }>(column: A): A => column.slice(0, count);
  return {
    ...columns,
    ids: cut(columns.ids),
    parents: cut(columns.parents),
    slots: cut(columns.slots),
    kinds: cut(columns.kinds),
    used: cut(columns.used),
    nulls: cut(columns.nulls),
    labels: cut(columns.labels),
    mins: cut(columns.mins),
    maxs: cut(columns.maxs),
    gaps: cut(columns.gaps),
    changes: cut(columns.changes),
    firstChildren: cut(columns.firstChildren),
    childCounts: cut(columns.childCounts),
    from: cut(columns.from),
    to: cut(columns.to),
  };
}
