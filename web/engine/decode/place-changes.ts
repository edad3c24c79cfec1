// SPDX-License-Identifier: GPL-2.0-or-later
//
// A step's changes to each place of the slab, by comparing its bytes.

import { NODE } from '../../model/generated/node';
import { placeCount } from '../core/heap';
import type { Core } from '../core/wasm';

/** A step's change to each place of the slab: 0 none, 1 only its parent word, 2 other bytes. */
export interface PlaceChanges {
  readonly flags: Uint8Array;
  /** Id of the newest node before the step: later ones are new. */
  readonly newest: number;
}

/** A copy of the slab as far as it was ever used, to be compared with later; in `room`, where that is large enough. */
export function copySlab(core: Core, room: Int32Array | null = null): Int32Array {
  const now = new Int32Array(core.calls.memory.buffer, core.calls.mpl_slab_base(), HALVES * placeCount(core));
  if (room === null || room.length < now.length) return now.slice();
  room.set(now);
  return room.subarray(0, now.length);
}

/** Compares the slab with an earlier copy of it. Places that came since have no flag: their nodes are new. */
export function placeChanges(core: Core, before: Int32Array, newest: number): PlaceChanges {
  const count = placeCount(core);
  const now = new Int32Array(core.calls.memory.buffer, core.calls.mpl_slab_base(), HALVES * count);
  const flags = new Uint8Array(count);
  const both = Math.min(now.length, before.length);
  for (let from = 0; from < both; from += HALVES) {
    // A node whose halves are all the same gives 0: eight of them a turn is several times as fast as to look at each.
    let differ = 0;
    for (let k = from; k < from + HALVES; k += 8) {
      differ |=
        (now[k]! ^ before[k]!) |
        (now[k + 1]! ^ before[k + 1]!) |
        (now[k + 2]! ^ before[k + 2]!) |
        (now[k + 3]! ^ before[k + 3]!) |
        (now[k + 4]! ^ before[k + 4]!) |
        (now[k + 5]! ^ before[k + 5]!) |
        (now[k + 6]! ^ before[k + 6]!) |
        (now[k + 7]! ^ before[k + 7]!);
    }
    if (differ !== 0) flags[from / HALVES] = onlyParent(now, before, from) ? 1 : 2;
  }
  return { flags, newest };
}

function onlyParent(now: Int32Array, before: Int32Array, from: number): boolean {
  for (let k = from + PARENT_HALVES; k < from + HALVES; k++) if (now[k] !== before[k]) return false;
  return true;
}

const HALVES = NODE.BYTES / 4;
const PARENT_HALVES = 2;
