// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a step did to each place of the slab, by comparing its bytes. Floor 3.

import { NODE } from './generated/tables';
import { placeCount } from './heap';
import type { Core } from './wasm';

/** What a step did to each place of the slab: 0 nothing, 1 only its parent word is another, 2 something else of it is. */
export interface PlaceChanges {
  readonly flags: Uint8Array;
  /** Id of the newest node before the step: later ones are new. */
  readonly newest: number;
}

/** A copy of the slab as far as it was ever used, to be compared with later; in `room`, where that is large enough. */
export function copySlab(core: Core, room: Uint32Array | null = null): Uint32Array {
  const now = new Uint32Array(core.calls.memory.buffer, core.calls.mpl_slab_base(), HALVES * placeCount(core));
  if (room === null || room.length < now.length) return now.slice();
  room.set(now);
  return room.subarray(0, now.length);
}

/** Compares the slab with an earlier copy of it. Places that came since have no flag: their nodes are new. */
export function placeChanges(core: Core, before: Uint32Array, newest: number): PlaceChanges {
  const count = placeCount(core);
  const now = new Uint32Array(core.calls.memory.buffer, core.calls.mpl_slab_base(), HALVES * count);
  const flags = new Uint8Array(count);
  const both = Math.min(now.length, before.length);
  for (let k = 0; k < both; k++) {
    if (now[k] === before[k]) continue;
    const place = k / HALVES | 0;
    const inParent = k % HALVES < PARENT_HALVES;
    flags[place] = inParent ? 1 : 2;
    // What is left of a node that is known to differ is passed over.
    if (!inParent) k = HALVES * (place + 1) - 1;
  }
  return { flags, newest };
}

const HALVES = NODE.BYTES / 4;
const PARENT_HALVES = 2;
