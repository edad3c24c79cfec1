// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which nodes stand in the place of which: what was split, merged, shared out anew, and what shares nothing.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overlapsOf, type Standing } from '../../../web/engine/time/overlaps';
import { seed } from './runs';

const leaves = (...bounds: (readonly [number, number])[]): Standing[] =>
  bounds.map(([min, max]) => ({ height: 0, min: BigInt(min), max: BigInt(max) }));

test('a split, a merge, and two that were redistributed', () => {
  expect(overlapsOf(leaves([0, 99]), leaves([0, 39], [40, 99]))).toEqual([{ a: [0], b: [0, 1] }]);
  expect(overlapsOf(leaves([0, 39], [40, 99]), leaves([0, 99]))).toEqual([{ a: [0, 1], b: [0] }]);
  expect(overlapsOf(leaves([0, 9], [10, 99]), leaves([0, 49], [50, 99]))).toEqual([
    { a: [0], b: [0] },
    { a: [1], b: [1] },
  ]);
  expect(overlapsOf(leaves([0, 49], [50, 99]), leaves([0, 30], [31, 80], [81, 99]))).toEqual([
    { a: [0], b: [0] },
    { a: [1], b: [1, 2] },
  ]);
});

test('what shares no index, or stands on another level, is beside nothing', () => {
  expect(overlapsOf(leaves([0, 9]), leaves([10, 19]))).toEqual([]);
  expect(overlapsOf(leaves([0, 9]), [{ height: 1, min: 0n, max: 9n }])).toEqual([]);
  expect(overlapsOf([], leaves([0, 9]))).toEqual([]);
});

test('a root with its leaves: each level for itself, in order', () => {
  const tree = (first: number): Standing[] => [
    { height: 1, min: 0n, max: 99n },
    ...leaves([0, first], [first + 1, 99]),
  ];
  expect(overlapsOf(tree(30), tree(60))).toEqual([
    { a: [0], b: [0] },
    { a: [1], b: [1] },
    { a: [2], b: [2] },
  ]);
  // One more level on top.
  expect(overlapsOf(leaves([0, 99]), [{ height: 1, min: 0n, max: 99n }, ...leaves([0, 9], [10, 99])])).toEqual([
    { a: [0], b: [1, 2] },
  ]);
});

test('for all leaves: each at most once, in order on both sides, and no overlapping two are left over', () => {
  const cuts = fc
    .uniqueArray(fc.integer({ min: 1, max: 98 }), { maxLength: 12 })
    .map((list) => [0, ...list.sort((x, y) => x - y), 99]);
  const some = fc
    .tuple(cuts, fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }))
    .map(([list, kept]) =>
      leaves(...list.slice(1).map((end, k) => [k === 0 ? 0 : list[k]! + 1, end] as const)).filter((_, k) => kept[k]),
    );
  fc.assert(
    fc.property(some, some, (a, b) => {
      const groups = overlapsOf(a, b);
      const [left, right] = [groups.flatMap((group) => group.a), groups.flatMap((group) => group.b)];
      for (const list of [left, right]) expect(list).toEqual([...new Set(list)].sort((x, y) => x - y));
      const meet = (one: Standing, other: Standing): boolean => one.min <= other.max && other.min <= one.max;
      for (const group of groups) for (const x of group.a) expect(group.b.some((y) => meet(a[x]!, b[y]!))).toBe(true);
      a.forEach((one, x) =>
        b.forEach((other, y) => expect(meet(one, other) && !left.includes(x) && !right.includes(y)).toBe(false)),
      );
    }),
    { seed, numRuns: 300 },
  );
});
