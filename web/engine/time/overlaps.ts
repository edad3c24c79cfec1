// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which nodes that one tree alone has stand where nodes stood that the other tree alone has: on one level, over ranges
// that overlap. Pure. A node that was split has several in its place, and several that were merged have one.
//
// Invariant: the result ascends on both sides, so it can be reported in index order, a node before the nodes below it.

/** Nodes in preorder, of one side. */
export interface Standing {
  readonly height: number;
  readonly min: bigint;
  readonly max: bigint;
}

/**
 * Places in the two lists that belong together: one with one, or several that follow each other with one or several.
 */
export interface Overlap {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

interface Both {
  readonly x: number;
  readonly y: number;
  /** Indexes that both have, less one. */
  readonly shared: bigint;
}

/** Each node of a list belongs to one group at most. */
export function overlapsOf(a: readonly Standing[], b: readonly Standing[]): readonly Overlap[] {
  if (a.length === 0 || b.length === 0) return [];
  const all = overlapping(a, b);
  const partner = new Int32Array(a.length).fill(-1);
  for (const { x, y } of oneToOne(all)) partner[x] = y;
  const pairs = ascending(partner);
  const [nearestA, nearestB] = [nearest(all, 'x', 'y'), nearest(all, 'y', 'x')];
  return pairs.map(([x, y], k): Overlap => {
    const [beforeX, beforeY] = pairs[k - 1] ?? [-1, -1];
    const [afterX, afterY] = pairs[k + 1] ?? [a.length, b.length];
    return {
      a: besides(x, beforeX + 1, afterX, (one) => nearestA.get(one) === y),
      b: besides(y, beforeY + 1, afterY, (one) => nearestB.get(one) === x),
    };
  });
}

// The node at `at` with those right before and after it that stand over the same node of the other side.
function besides(at: number, from: number, until: number, belongs: (one: number) => boolean): number[] {
  let [first, last] = [at, at];
  while (first > from && belongs(first - 1)) first--;
  while (last + 1 < until && belongs(last + 1)) last++;
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}

// Level by level: the nodes of one are apart from each other, so two fingers meet each overlap once.
function overlapping(a: readonly Standing[], b: readonly Standing[]): Both[] {
  const [left, right] = [byHeight(a), byHeight(b)];
  const found: Both[] = [];
  for (const [height, xs] of left) {
    const ys = right.get(height) ?? [];
    for (let [i, j] = [0, 0]; i < xs.length && j < ys.length;) {
      const [x, y] = [xs[i]!, ys[j]!];
      const [one, other] = [a[x]!, b[y]!];
      const first = one.min > other.min ? one.min : other.min;
      const last = one.max < other.max ? one.max : other.max;
      if (first <= last) found.push({ x, y, shared: last - first });
      if (one.max < other.max) i++;
      else j++;
    }
  }
  return found;
}

function byHeight(list: readonly Standing[]): ReadonlyMap<number, number[]> {
  const levels = new Map<number, number[]>();
  list.forEach(({ height }, place) => {
    const level = levels.get(height);
    if (level === undefined) levels.set(height, [place]);
    else level.push(place);
  });
  return levels;
}

// The largest overlap first, of equal ones the first in index order.
function oneToOne(all: readonly Both[]): Both[] {
  const [takenA, takenB] = [new Set<number>(), new Set<number>()];
  const pairs: Both[] = [];
  for (const both of [...all].sort((one, other) =>
    one.shared === other.shared ? one.x - other.x || one.y - other.y : one.shared > other.shared ? -1 : 1,
  )) {
    if (takenA.has(both.x) || takenB.has(both.y)) continue;
    takenA.add(both.x);
    takenB.add(both.y);
    pairs.push(both);
  }
  return pairs;
}

// For each node of one side, that of the other with which it has most in common.
function nearest(all: readonly Both[], of: 'x' | 'y', to: 'x' | 'y'): ReadonlyMap<number, number> {
  const best = new Map<number, Both>();
  for (const both of all) if (both.shared > (best.get(both[of])?.shared ?? -1n)) best.set(both[of], both);
  return new Map([...best].map(([place, both]) => [place, both[to]]));
}

/**
 * The longest run of pairs that ascends on both sides; `partner`: for each node of one side that of the other, −1 for
 * none.
 */
export function ascending(partner: Int32Array): (readonly [number, number])[] {
  const ends: number[] = [];
  const before = new Int32Array(partner.length).fill(-1);
  for (let row = 0; row < partner.length; row++) {
    if (partner[row] === -1) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (partner[ends[middle]!]! < partner[row]!) low = middle + 1;
      else high = middle;
    }
    before[row] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = row;
  }
  const pairs: (readonly [number, number])[] = [];
  for (let row = ends.at(-1) ?? -1; row >= 0; row = before[row]!) pairs.push([row, partner[row]!]);
  return pairs.reverse();
}
