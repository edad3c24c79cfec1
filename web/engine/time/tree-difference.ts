// SPDX-License-Identifier: GPL-2.0-or-later
//
// The differences between two trees that were copied as columns. Pure. Nodes are matched by id if both are of one run
// and one tree; else, or if that finds none, by kind, level and range. Of matches that cross each other the longest
// ascending run counts. A subtree that is alike on both sides is one row. A node on one side only is a row beside the
// nodes it overlaps (overlaps.ts). The contents of damaged nodes are not guessed.

import { index, MAX, type Index } from '../../base/index64';
import type {
  ComparedNode,
  ComparedRow,
  ComparedSlot,
  ContentsDifference,
  DamagedNode,
  TreeComparison,
} from '../../model/comparison';
import { OVERVIEW_KINDS } from '../../model/overview';
import { NODE } from '../../model/generated/node';
import { ascending, overlapsOf, type Standing } from './overlaps';
import { WORDS, type TreeColumns } from './tree-columns';

const LEAF = NODE.leaf.KIND;
const ROWS_MOST = 600;
const RANGES_MOST = 100;

export type Differences = Pick<
  TreeComparison,
  'rows' | 'equalNodes' | 'differences' | 'beside' | 'omitted' | 'contents'
>;

/** The meaning of entries, as words that both sides share. */
export interface Meanings {
  readonly a: (word: bigint) => bigint;
  readonly b: (word: bigint) => bigint;
}

/**
 * Compares; `byId`: ids mean the same node on both sides. `meanings`: contents are compared by them; null: by the
 * words.
 */
export function differencesOf(a: TreeColumns, b: TreeColumns, byId: boolean, meanings: Meanings | null): Differences {
  const rows: ComparedRow[] = [];
  let [equalNodes, differences, omitted] = [0, 0, 0];
  const put = (row: () => ComparedRow, differs: boolean): void => {
    if (differs) differences++;
    if (rows.length < ROWS_MOST) rows.push(row());
    else if (differs) omitted++;
  };
  const beside = { rows: 0, a: 0, b: 0 };
  const [heldA, heldB] = [holderOf(a), holderOf(b)];
  const lone = (from: TreeColumns, at: number, there: (slot: PlainSlot) => boolean): ComparedNode =>
    nodeOf(from, at, (slot) => slot.word !== null && !there(slot));
  let [x, y] = [0, 0];
  const alone = (untilA: number, untilB: number): void => {
    while (x < untilA || y < untilB) {
      const first =
        y >= untilB ||
        (x < untilA && (a.mins[x]! < b.mins[y]! || (a.mins[x] === b.mins[y] && a.depths[x]! <= b.depths[y]!)));
      const at = first ? x++ : y++;
      put(
        () =>
          first
            ? { kind: 'only-a', a: lone(a, at, heldB), b: null }
            : { kind: 'only-b', a: null, b: lone(b, at, heldA) },
        true,
      );
    }
  };
  const between = (untilA: number, untilB: number): void => {
    const [startA, startB] = [x, y];
    for (const group of overlapsOf(standing(a, x, untilA), standing(b, y, untilB))) {
      const [rowsA, rowsB] = [group.a.map((at) => startA + at), group.b.map((at) => startB + at)];
      alone(rowsA[0]!, rowsB[0]!);
      put(() => {
        const [inA, inB] = [inOneOf(a, rowsA, heldA), inOneOf(b, rowsB, heldB)];
        return {
          kind: 'beside',
          a: rowsA.map((at) => nodeOf(a, at, (slot) => !inB(slot))),
          b: rowsB.map((at) => nodeOf(b, at, (slot) => !inA(slot))),
        };
      }, true);
      beside.rows++;
      beside.a += rowsA.length;
      beside.b += rowsB.length;
      [x, y] = [x + rowsA.length, y + rowsB.length];
    }
    alone(untilA, untilB);
  };
  for (const [rowA, rowB] of matches(a, b, byId)) {
    if (rowA < x || rowB < y) continue;
    between(rowA, rowB);
    if (sameHash(a.whole, rowA, b.whole, rowB)) {
      equalNodes += a.sizes[rowA]!;
      putEqual(rows, a, rowA, put);
      [x, y] = [rowA + a.sizes[rowA]!, rowB + b.sizes[rowB]!];
      continue;
    }
    const same = sameHash(a.own, rowA, b.own, rowB);
    if (same) equalNodes++;
    const kind = same ? 'same' : byId && a.ids[rowA] !== b.ids[rowB] ? 'replaced' : 'changed';
    put(
      () => ({
        kind,
        a: nodeOf(a, rowA, same ? null : notIn(slotsOf(b, rowB))),
        b: nodeOf(b, rowB, same ? null : notIn(slotsOf(a, rowA))),
      }),
      !same,
    );
    [x, y] = [rowA + 1, rowB + 1];
  }
  between(a.count, b.count);
  return { rows, equalNodes, differences, beside, omitted, contents: contentsOf(a, b, meanings) };
}

// Subtrees that are alike and follow each other at one depth are one row.
function putEqual(
  rows: ComparedRow[],
  a: TreeColumns,
  row: number,
  put: (row: () => ComparedRow, differs: boolean) => void,
): void {
  const [nodes, entries, depth, first, last] = [
    a.sizes[row]!,
    a.entries[row]!,
    a.depths[row]!,
    index(a.mins[row]!),
    index(a.maxs[row]!),
  ];
  const before = rows.at(-1);
  if (before?.kind === 'equal' && before.depth === depth && before.last + 1n === first)
    rows[rows.length - 1] = { ...before, nodes: before.nodes + nodes, entries: before.entries + entries, last };
  else put(() => ({ kind: 'equal', depth, nodes, entries, first, last }), false);
}

function sameHash(a: Uint32Array, rowA: number, b: Uint32Array, rowB: number): boolean {
  return a[2 * rowA] === b[2 * rowB] && a[2 * rowA + 1] === b[2 * rowB + 1];
}

// ---- Which node is which ----

function matches(a: TreeColumns, b: TreeColumns, byId: boolean): (readonly [number, number])[] {
  const partner = new Int32Array(a.count).fill(-1);
  const taken = new Uint8Array(b.count);
  const pair = (rowA: number, rowB: number | undefined): void => {
    if (rowB === undefined || taken[rowB] === 1 || partner[rowA] !== -1) return;
    partner[rowA] = rowB;
    taken[rowB] = 1;
  };
  if (byId) {
    const rows = new Map<number, number>();
    for (let row = 0; row < b.count; row++) rows.set(b.ids[row]!, row);
    for (let row = 0; row < a.count; row++) pair(row, rows.get(a.ids[row]!));
  }
  const key = (of: TreeColumns, row: number): string =>
    `${of.kinds[row]} ${of.heights[row]} ${of.mins[row]} ${of.maxs[row]}`;
  const ranges = new Map<string, number>();
  for (let row = 0; row < b.count; row++) if (taken[row] === 0) ranges.set(key(b, row), row);
  for (let row = 0; row < a.count; row++) if (partner[row] === -1) pair(row, ranges.get(key(a, row)));
  return ascending(partner);
}

// ---- One node ----

interface PlainSlot {
  readonly first: Index;
  readonly last: Index;
  readonly word: Index | null;
  /** The fields that must be equal on the other side. */
  readonly says: string;
}

function slotsOf(of: TreeColumns, row: number): PlainSlot[] {
  const kind = of.kinds[row]!;
  const end = of.ends[row]!;
  const slots: PlainSlot[] = [];
  let first = of.mins[row]!;
  for (let slot = 0; slot <= end; slot++) {
    const last = slot < end ? of.words[WORDS * row + NODE.PIVOTS / 8 + slot]! : of.maxs[row]!;
    const word = kind === LEAF ? index(of.words[WORDS * row + NODE.leaf.SLOT / 8 + slot]!) : null;
    const gap = kind === NODE.arange.KIND ? of.words[WORDS * row + NODE.arange.GAP / 8 + slot]! : 0n;
    slots.push({ first: index(first), last: index(last), word, says: `${first} ${last} ${word ?? ''} ${gap}` });
    first = BigInt.asUintN(64, last + 1n);
  }
  return slots;
}

// `differs` null: no slot does.
function nodeOf(of: TreeColumns, row: number, differs: ((slot: PlainSlot) => boolean) | null): ComparedNode {
  const kind = OVERVIEW_KINDS[of.kinds[row]! - 1] ?? 'leaf';
  const slots = slotsOf(of, row).map((slot): ComparedSlot => ({
    first: slot.first,
    last: slot.last,
    word: slot.word,
    differs: differs?.(slot) ?? false,
  }));
  return {
    id: of.ids[row]!,
    kind,
    depth: of.depths[row]!,
    min: index(of.mins[row]!),
    max: index(of.maxs[row]!),
    slots,
    room: NODE[kind].SLOTS,
  };
}

function notIn(other: readonly PlainSlot[]): (slot: PlainSlot) => boolean {
  const there = new Set(other.map(({ says }) => says));
  return ({ says }) => !there.has(says);
}

function standing(of: TreeColumns, from: number, until: number): Standing[] {
  return Array.from({ length: until - from }, (_, k) => ({
    height: of.heights[from + k]!,
    min: of.mins[from + k]!,
    max: of.maxs[from + k]!,
  }));
}

// An entry that only moved to another leaf has not changed; a child has its place in these nodes or in none.
function inOneOf(
  of: TreeColumns,
  rows: readonly number[],
  held: (slot: PlainSlot) => boolean,
): (slot: PlainSlot) => boolean {
  const missing = notIn(rows.flatMap((row) => slotsOf(of, row)));
  return (slot) => (slot.word === null ? !missing(slot) : held(slot));
}

// Whether a leaf of the tree has a slot with this range and entry. Leaves stand in index order, but in a damaged tree.
function holderOf(of: TreeColumns): (slot: PlainSlot) => boolean {
  let leaves: Uint32Array | null = null;
  let all: ReadonlySet<string> | null = null;
  return (slot) => {
    const { first, says } = slot;
    leaves ??= Uint32Array.from({ length: of.count }, (_, row) => row).filter((row) => of.kinds[row] === LEAF);
    if (all === null && isDamaged(of))
      all = new Set([...leaves].flatMap((row) => slotsOf(of, row).map((one) => one.says)));
    if (all !== null) return all.has(says);
    let [low, high] = [0, leaves.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (of.maxs[leaves[middle]!]! < first) low = middle + 1;
      else high = middle;
    }
    const row = leaves[low];
    return row !== undefined && slotsOf(of, row).some((one) => one.says === says);
  };
}

// ---- What the two hold, however it is laid out ----

function contentsOf(a: TreeColumns, b: TreeColumns, meanings: Meanings | null): TreeComparison['contents'] {
  const ranges: ContentsDifference[] = [];
  const damaged: DamagedNode[] = [];
  let count = 0;
  // The current difference, as long as both sides keep their contents.
  const open = { on: false, first: 0n, last: 0n, a: 0n, b: 0n };
  const close = (): void => {
    if (!open.on) return;
    count++;
    if (ranges.length < RANGES_MOST)
      ranges.push({ first: index(open.first), last: index(open.last), a: index(open.a), b: index(open.b) });
    open.on = false;
  };
  const same = (one: bigint, other: bigint): boolean =>
    meanings === null ? one === other : meanings.a(one) === meanings.b(other);
  const broken =
    (side: 'a' | 'b') =>
    (node: number): void =>
      void damaged.push({ side, node });
  const [left, right] = [entriesOf(a, broken('a')), entriesOf(b, broken('b'))];
  let [one, other] = [left.next().value, right.next().value];
  for (let at = 0n; one !== undefined && other !== undefined;) {
    const last: bigint = one.last < other.last ? one.last : other.last;
    if (one.word === null || other.word === null || same(one.word, other.word)) close();
    else if (open.on && open.a === one.word && open.b === other.word) open.last = last;
    else {
      close();
      Object.assign(open, { on: true, first: at, last, a: one.word, b: other.word });
    }
    at = last + 1n;
    if (one.last === last) one = left.next().value;
    if (other.last === last) other = right.next().value;
  }
  close();
  return { count, ranges, damaged };
}

interface Held {
  readonly last: bigint;
  /** Null: a damaged node does not say it. */
  readonly word: bigint | null;
}

// All ranges from index 0 to the largest one. Of a sound node the children or slots take its range without a break, so
// each range begins right after the one before.
function* entriesOf(of: TreeColumns, broken: (node: number) => void): Generator<Held, undefined> {
  if (of.count === 0) {
    if (of.single !== null) yield { last: 0n, word: of.single };
    yield { last: MAX, word: 0n };
    return;
  }
  for (let row = 0; row < of.count; row++) {
    if (!isSound(of, row)) {
      broken(of.ids[row]!);
      yield { last: of.maxs[row]!, word: null };
      row += of.sizes[row]! - 1;
      continue;
    }
    if (of.kinds[row] !== LEAF) continue;
    const end = of.ends[row]!;
    for (let slot = 0; slot <= end; slot++) {
      const last = slot < end ? of.words[WORDS * row + NODE.PIVOTS / 8 + slot]! : of.maxs[row]!;
      yield { last, word: of.words[WORDS * row + NODE.leaf.SLOT / 8 + slot]! };
    }
  }
}

function isDamaged(of: TreeColumns): boolean {
  for (let row = 0; row < of.count; row++) if (!isSound(of, row)) return true;
  return false;
}

// Pivots ascend within the node's range, and each slot of an inner node leads to a node that was copied.
function isSound(of: TreeColumns, row: number): boolean {
  const end = of.ends[row]!;
  const max = of.maxs[row]!;
  let first = of.mins[row]!;
  for (let slot = 0; slot < end; slot++) {
    const last = of.words[WORDS * row + NODE.PIVOTS / 8 + slot]!;
    if (last < first || last >= max) return false;
    first = last + 1n;
  }
  if (of.kinds[row] === LEAF) return true;
  let children = 0;
  for (let below = row + 1; below < row + of.sizes[row]!; below += of.sizes[below]!) children++;
  return children === end + 1;
}
