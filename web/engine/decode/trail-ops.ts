// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which steps read their way: what tells it (trail.ts) is fetched with the first of them.

const READING: ReadonlySet<string> = new Set([
  'walk', 'next', 'prev', 'find', 'find_rev', 'next_range', 'prev_range', 'read', 'resume', 'gap', 'search', 'alloc', 'cyclic',
]);

/** Iterations, readers, searches. */
export function readsItsWay(op: string): boolean {
  return READING.has(op);
}
