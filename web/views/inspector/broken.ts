// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which invariants are broken at a step, by number: what the page tells at once. Their names and words are in
// invariants.ts, fetched where they are read. Pure.

import type { Evidence } from './invariants';

/** Those that the validator does not watch: the allocator, the oracle, the tests do. */
const LOST_NODES = 32;
const CONTENTS = 36;
const OTHERS: ReadonlySet<number> = new Set([31, LOST_NODES, 33, 34, CONTENTS, 38]);

/** Ascending; the same as `judge` finds broken. */
export function brokenNumbers({ trees, balance, troubles }: Evidence): readonly number[] {
  const found = trees.flatMap(({ findings }) => findings.filter(({ excused, invariant }) => !excused && !OTHERS.has(invariant)).map(({ invariant }) => invariant));
  if (balance !== 0) found.push(LOST_NODES);
  if (troubles.length > 0) found.push(CONTENTS);
  return [...new Set(found)].sort((a, b) => a - b);
}
