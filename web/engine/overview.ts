// SPDX-License-Identifier: GPL-2.0-or-later
//
// Columns over all nodes of a tree, read from the core's memory without an object a node. Floor 3. What is not followed
// is what heap.ts does not follow either: a word that names no node that is out of the allocator, or one met before.

import { index } from '../base/index64';
import { VALUE_MAX, valueWord } from '../model/entry';
import type { TreeHandle } from '../model/machine';
import type { TreeOverview } from '../model/overview';
import { NODE, PLACE, PLACE_STATES, TREE } from './generated/tables';
import { isNodeWord, placeCount } from './heap';
import type { PlaceChanges } from './place-changes';
import type { Core } from './wasm';

const HALVES = NODE.BYTES / 4;
const WORDS = NODE.BYTES / 8;
const HIGH = Number(NODE.BASE >> 32n);
const MAX = 0xffff_ffff_ffff_ffffn;
/** Numbers of changes in a TreeOverview. */
const [NEW, REWRITTEN, ADOPTED] = [1, 2, 3];
// The word of the first label.
const LABEL_WORD = valueWord(VALUE_MAX + 1n);
const LABEL_HIGH = Number(LABEL_WORD >> 32n);
const LABEL_LOW = Number(BigInt.asUintN(32, LABEL_WORD));

type Columns = { -readonly [K in keyof TreeOverview]: TreeOverview[K] };

/** Reads the overview of a tree that has `nodeCount` nodes at most. */
export function readOverview(core: Core, tree: TreeHandle, title: Pick<TreeOverview, 'step' | 'tree'>, nodeCount: number, changes: PlaceChanges | null): TreeOverview {
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
  met[places[0]] = 1;
  let count = 1;
  for (let row = 0, levelEnd = 1; row < count; row++) {
    if (row === levelEnd) {
      levels.push(row);
      levelEnd = count;
    }
    count = readRow(source, columns, places, row, count, met);
  }
  levels.push(count);
  columns.levels = Uint32Array.from(levels);
  for (let row = 0; row < count; row++) columns.ids[row] = source.table[2 * places[row]!]!;
  if (changes !== null) markChanges(columns, places, count, changes);
  columns.columns = spread(columns, count);
  return count === nodeCount ? columns : cutTo(columns, count);
}

export interface Source {
  readonly halves: Uint32Array;
  readonly words: BigUint64Array;
  readonly bytes: Uint8Array;
  /** Id and state of each place, one after the other. */
  readonly table: Uint32Array;
  /** Places ever used. */
  readonly count: number;
}

export function sourceOf(core: Core): Source {
  const { buffer } = core.calls.memory;
  const slab = core.calls.mpl_slab_base();
  const count = placeCount(core);
  return {
    halves: new Uint32Array(buffer, slab, HALVES * count),
    words: new BigUint64Array(buffer, slab, WORDS * count),
    bytes: new Uint8Array(buffer, slab, NODE.BYTES * count),
    table: new Uint32Array(buffer, core.calls.mpl_place_table(), (PLACE.BYTES / 4) * count),
    count,
  };
}

// Fills the row's own columns and puts its children, of which the next free row is `count`, behind all others.
function readRow(source: Source, columns: Columns, places: Uint32Array, row: number, count: number, met: Uint8Array): number {
  const place = places[row]!;
  const kind = columns.kinds[row]!;
  const layout = kind === NODE.leaf.KIND ? NODE.leaf : kind === NODE.range.KIND ? NODE.range : NODE.arange;
  const { halves, words, bytes, table } = source;
  const max = columns.maxs[row]!;
  const end = lastSlot(source, place, kind, max);
  columns.used[row] = end + 1;
  // Kinds count from 1 in memory.
  columns.kinds[row] = kind - 1;
  const slotHalf = HALVES * place + layout.SLOT / 4;
  if (kind === NODE.leaf.KIND) {
    let [nulls, labels] = [0, 0];
    for (let slot = 0; slot <= end; slot++) {
      const high = halves[slotHalf + 2 * slot + 1]!;
      const low = halves[slotHalf + 2 * slot]!;
      if (high > LABEL_HIGH || (high === LABEL_HIGH && low >= LABEL_LOW)) labels++;
      else if (high === 0 && low === 0) nulls++;
    }
    columns.nulls[row] = nulls;
    columns.labels[row] = labels;
    return count;
  }
  const pivots = WORDS * place + NODE.PIVOTS / 8;
  const gaps = kind === NODE.arange.KIND ? WORDS * place + NODE.arange.GAP / 8 : -1;
  if (row === 0 && gaps >= 0) columns.gaps[0] = words[gaps + Math.min(end, bytes[NODE.BYTES * place + NODE.arange.GAPMETA]!)]!;
  columns.firstChildren[row] = count;
  let min = columns.mins[row]!;
  let next = count;
  for (let slot = 0; slot <= end && next < places.length; slot++) {
    const last = slot < end ? words[pivots + slot]! : max;
    const low = halves[slotHalf + 2 * slot]!;
    const child = low >>> 8;
    const childKind = (low >>> 3) & 15;
    const followed = (low & 7) === 4 && halves[slotHalf + 2 * slot + 1] === HIGH && childKind >= 1 && childKind <= 3 && child < source.count && met[child] === 0 && (table[2 * child + 1]! & 0xff) !== PLACE_STATES.FREE;
    if (followed) {
      met[child] = 1;
      places[next] = child;
      columns.kinds[next] = childKind;
      columns.parents[next] = row;
      columns.slots[next] = slot;
      columns.mins[next] = min;
      columns.maxs[next] = last;
      if (gaps >= 0) columns.gaps[next] = words[gaps + slot]!;
      next++;
    }
    min = BigInt.asUintN(64, last + 1n);
  }
  columns.childCounts[row] = next - count;
  return next;
}

// As heap.ts's endOf.
export function lastSlot({ words, bytes }: Source, place: number, kind: number, max: bigint): number {
  const at = NODE.BYTES * place;
  if (kind === NODE.arange.KIND) return Math.min(bytes[at + NODE.arange.END]!, NODE.arange.SLOTS - 1);
  const pivot = words[WORDS * place + NODE.PIVOTS / 8 + NODE.leaf.SLOTS - 2]!;
  if (pivot === 0n) return Math.min(bytes[at + NODE.leaf.END]!, NODE.leaf.SLOTS - 1);
  return pivot === max ? NODE.leaf.SLOTS - 2 : NODE.leaf.SLOTS - 1;
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
    ids: new Uint32Array(count),
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
