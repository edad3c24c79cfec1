// SPDX-License-Identifier: GPL-2.0-or-later
//
// Copies of the core's memory at some steps. Floor 3: knows no tree. Bounded in bytes: when the copies outgrow the bound,
// every other one goes, and from then on they are taken half as often. So the way from a copy to any step stays short
// where trees are small, and memory stays bounded where they are large. The way is measured in calls, not in steps: after
// a bulk load of a million stores comes a copy.

import type { Snapshot } from './heap';

export interface Keyframe {
  readonly step: number;
  readonly snapshot: Snapshot;
}

export interface Keyframes {
  /** Takes a copy if one is due at this step, which came `calls` after the one offered before; steps ascend. */
  readonly offer: (step: number, calls: number, take: () => Snapshot) => void;
  /** The latest one at or before a step, null if there is none. */
  readonly before: (step: number) => Keyframe | null;
  readonly bytes: () => number;
  /** Calls from one to the next, at least. */
  readonly interval: () => number;
}

export function keyframes(bytesMax: number, firstInterval: number): Keyframes {
  let kept: Keyframe[] = [];
  let bytes = 0;
  let interval = firstInterval;
  let since = 0;
  const thin = (): void => {
    interval *= 2;
    kept = kept.filter((_, k) => k % 2 === 1);
    bytes = kept.reduce((sum, frame) => sum + frame.snapshot.byteLength, 0);
  };
  return {
    offer: (step, calls, take) => {
      since += calls;
      if (since < interval) return;
      since = 0;
      const snapshot = take();
      kept.push({ step, snapshot });
      bytes += snapshot.byteLength;
      while (bytes > bytesMax && kept.length > 1) thin();
    },
    before: (step) => {
      let [low, high] = [0, kept.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (kept[middle]!.step <= step) low = middle + 1;
        else high = middle;
      }
      return kept[low - 1] ?? null;
    },
    bytes: () => bytes,
    interval: () => interval,
  };
}
