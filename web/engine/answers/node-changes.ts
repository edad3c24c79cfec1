// SPDX-License-Identifier: GPL-2.0-or-later
//
// The steps that change a node, or make or free it. Found by replaying the steps; a node's place does not change while
// it lives, so only that place is compared.

import { placeNow, placeOfId } from '../core/heap';
import { PLACE_STATES } from '../generated/tables';
import type { Answering, Place } from '../time/answer-context';
import type { Core } from '../core/wasm';

/** Steps between two breaks: going on is less work than coming back to where one was. */
const STRETCH = 128;

export const nodeChanges: Answering<'nodeChanges'> = function* (place, { node, from, to }) {
  const { core, time, steps } = place;
  const [first, last] = [Math.max(1, from), Math.min(steps, to)];
  const born = birthOf(place, node);
  const changes: number[] = [];
  if (born === null || born > last) return changes;
  yield { done: 0, of: last - first + 1 };
  time.goTo(born);
  // A node freed within the step that allocated it is nowhere.
  const at = placeOfId(core, node);
  if (at === null) return born >= first ? [born] : [];
  if (born >= first) changes.push(born);
  const start = Math.max(first, born + 1);
  time.goTo(start - 1);
  let was = look(core, at, node);
  for (let step = start; step <= last && was !== null; step++) {
    time.goTo(step);
    const now = look(core, at, node);
    if (now === null || !same(was, now)) changes.push(step);
    was = now;
    if ((step - start) % STRETCH === STRETCH - 1) yield { done: step - first + 1, of: last - first + 1 };
  }
  return changes;
};

// The first step after which the newest node is no older than this one; null if the run has no such node.
function birthOf({ steps, newestBefore }: Place, node: number): number | null {
  let [low, high] = [1, steps + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (newestBefore(middle + 1) < node) low = middle + 1;
    else high = middle;
  }
  return low > steps ? null : low;
}

// State and bytes of the node at its place; null when it is no longer there.
function look(core: Core, place: number, node: number): Uint8Array | null {
  const now = placeNow(core, place);
  if (now === null || now.id !== node || now.state === PLACE_STATES.FREE) return null;
  const copy = new Uint8Array(now.bytes.length + 1);
  copy[0] = now.state;
  copy.set(now.bytes, 1);
  return copy;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
