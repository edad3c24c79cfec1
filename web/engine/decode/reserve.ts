// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which nodes a state holds in reserve, as the events show it: what was requested and not yet taken, and what was put
// back. Pure. A copy of a tree requests nodes too, but straight into the slots of the copy; they are in no reserve.

import type { CoreEvent } from '../../model/event';

/**
 * Ids of the nodes in reserve right after event `at` of one operation's `events`, ascending. Those that were freed
 * to the allocator in bulk are still among them: events name only the first, the place table knows.
 */
export function reserveAt(events: readonly CoreEvent[], at: number): number[] {
  const held = new Set<number>();
  let copying = false;
  for (let k = 0; k <= at; k++) {
    const event = events[k];
    if (event === undefined) break;
    const { name, node } = event;
    if (name === 'request_single') copying = isRootOfCopy(events, k);
    else if (name === 'request_bulk') copying = events[k - 1]?.name === 'copied';
    else if (name === 'node_out' && !copying) held.add(node);
    else if (name === 'prealloc_return') held.add(node);
    else if (name === 'prealloc_take') held.delete(node);
  }
  return [...held].sort((a, b) => a - b);
}

// One node is requested and granted, and becomes a copy.
function isRootOfCopy(events: readonly CoreEvent[], k: number): boolean {
  const [out, copied] = [events[k + 1], events[k + 2]];
  return out?.name === 'node_out' && copied?.name === 'copied' && copied.node === out.node;
}
