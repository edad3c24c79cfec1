// SPDX-License-Identifier: GPL-2.0-or-later
//
// Copies of the core's memory at some steps. Floor 3: knows no tree. Bounded in bytes: when the copies outgrow the bound,
// every other one goes, and from then on they are taken half as often. So the way from a copy to any step stays short
// where trees are small, and memory stays bounded where they are large.

import type { Snapshot } from './heap';

export interface Keyframe {
  readonly step: number;
  readonly snapshot: Snapshot;
}

export interface Keyframes {
  /** Takes a copy if one is due at this step; steps come in ascending order. */
  readonly offer: (step: number, take: () => Snapshot) => void;
  /** The latest one at or before a step, null if there is none. */
  readonly before: (step: number) => Keyframe | null;
  readonly bytes: () => number;
  /** Steps from one to the next. */
  readonly interval: () => number;
}

export function keyframes(bytesMax: number, firstInterval: number): Keyframes {
  let kept: Keyframe[] = [];
  let bytes = 0;
  let interval = firstInterval;
  const thin = (): void => {
    interval *= 2;
    kept = kept.filter((frame) => frame.step % interval === 0);
    bytes = kept.reduce((sum, frame) => sum + frame.snapshot.byteLength, 0);
  };
  return {
    offer: (step, take) => {
      if (step % interval !== 0) return;
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
