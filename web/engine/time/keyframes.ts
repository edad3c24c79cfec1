// SPDX-License-Identifier: GPL-2.0-or-later
//
// Copies of the core's memory at some steps. Knows no tree. Pages that two copies share are kept once
// (snapshot-pages.ts), so there can be many. Bounded in bytes: when the copies outgrow the bound, every other one is
// dropped, and from then on copies are taken half as often. So the way from a copy to any step stays short, and memory
// stays bounded. The bound is never less than a few times the core's memory: a bound that hardly holds one copy would
// drop them one after the other, until none is left to start from. The way is measured in calls, not in steps: a bulk
// load of a million stores is followed by a copy. Copies of large memory are taken less often: comparing it takes
// longer than some calls.

import { pagePool, type Copy } from './snapshot-pages';

export interface Keyframe {
  readonly step: number;
  /** Bytes of each region then. */
  readonly lengths: readonly number[];
  /** Writes all regions, over memory of those lengths. */
  readonly write: (into: readonly Uint8Array[]) => void;
}

/** The source of a copy. */
export interface Memory {
  readonly bytes: () => number;
  /** All regions as they are now; of no use after the core has gone on. */
  readonly regions: () => readonly Uint8Array[];
}

export interface Keyframes {
  /** Takes a copy if one is due at this step, which came `calls` after the one offered before; steps ascend. */
  readonly offer: (step: number, calls: number, memory: Memory) => void;
  /** The latest one at or before a step, null if there is none. */
  readonly before: (step: number) => Keyframe | null;
  /** The step of that one, 0 if there is none. */
  readonly stepBefore: (step: number) => number;
  readonly bytes: () => number;
  /** Calls from one to the next, at least, for memory of so many bytes. */
  readonly interval: (memoryBytes: number) => number;
}

interface Frame {
  readonly step: number;
  readonly copy: Copy;
}

/** Comparing so many bytes is about the work of one call. */
const BYTES_A_CALL = 8192;
/** All copies may take so many times what the core's memory takes: the latest one, and what differs from it. */
const COPIES = 2;

export function keyframes(bytesMax: number, firstInterval: number): Keyframes {
  const pool = pagePool();
  let kept: Frame[] = [];
  let scale = 1;
  let since = 0;

  const interval = (memoryBytes: number): number =>
    scale * Math.max(firstInterval, Math.ceil(memoryBytes / BYTES_A_CALL));
  const thin = (): void => {
    scale *= 2;
    // The last one stays: the next one is compared with it.
    kept = kept.filter((_, k) => k % 2 === (kept.length - 1) % 2);
    pool.keep(kept.map(({ copy }) => copy));
  };
  const find = (step: number): number => {
    let [low, high] = [0, kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (kept[middle]!.step <= step) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  return {
    offer: (step, calls, memory) => {
      since += calls;
      if (since < firstInterval) return;
      const bytes = memory.bytes();
      if (since < interval(bytes)) return;
      since = 0;
      kept.push({ step, copy: pool.copy(memory.regions(), kept.at(-1)?.copy ?? null) });
      while (pool.bytes() > Math.max(bytesMax, COPIES * bytes) && kept.length > 1) thin();
    },
    before: (step) => {
      const frame = kept[find(step)];
      if (frame === undefined) return null;
      const { copy } = frame;
      return {
        step: frame.step,
        lengths: copy.regions.map(({ length }) => length),
        write: (into) => pool.write(copy, into),
      };
    },
    stepBefore: (step) => kept[find(step)]?.step ?? 0,
    bytes: pool.bytes,
    interval,
  };
}
