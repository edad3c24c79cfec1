// SPDX-License-Identifier: GPL-2.0-or-later
//
// Copies of the core's memory at some steps. Floor 3: knows no tree. Most are kept as what differs from the copy before;
// a whole one comes again when putting it together would take long. Bounded in bytes: when the
// copies outgrow the bound, every other one goes, and from then on they are taken half as often. So the way from a copy to
// any step stays short, and memory stays bounded. The bound is never less than a few times the core's memory: one that
// hardly holds a single copy would make them go one after the other, at great cost, until none is left to go from. The way is measured in calls, not in steps: after a bulk load of a
// million stores comes a copy. Of large memory copies are rarer: comparing it takes longer than some calls.

import { applied, joined, mirrorOf, type Delta, type Mirror } from './deltas';
import type { Snapshot } from './heap';

export interface Keyframe {
  readonly step: number;
  readonly snapshot: Snapshot;
}

/** What a copy is taken from. */
export interface Memory {
  readonly bytes: number;
  /** All regions as they are now; of no use after the core has gone on. */
  readonly regions: () => readonly Uint8Array[];
}

export interface Keyframes {
  /** Takes a copy if one is due at this step, which came `calls` after the one offered before; steps ascend. */
  readonly offer: (step: number, calls: number, memory: Memory) => void;
  /** No more will be offered. */
  readonly close: () => void;
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
  readonly copy: { readonly kind: 'whole'; readonly snapshot: Snapshot } | { readonly kind: 'delta'; readonly delta: Delta };
}

/** Deltas may take so many times what a whole copy takes, before one comes. */
const CHAIN = 2;
/** Comparing so many bytes is about the work of one call. */
const BYTES_A_CALL = 8192;
/** All copies may take so many times what the core's memory takes: the latest one, a whole one, and what differs. */
const COPIES = 3;

export function keyframes(bytesMax: number, firstInterval: number): Keyframes {
  let kept: Frame[] = [];
  let bytes = 0;
  let mirror: Mirror | null = null;
  let scale = 1;
  let since = 0;
  // What deltas since the last whole copy take.
  let chain = 0;
  /** The one used last: who goes back and forth in one place does not put it together each time. */
  let lately: Keyframe | null = null;

  const interval = (memoryBytes: number): number => scale * Math.max(firstInterval, Math.ceil(memoryBytes / BYTES_A_CALL));
  const held = (): number => bytes + (mirror?.bytes() ?? 0);
  const thin = (): void => {
    scale *= 2;
    const fewer: Frame[] = [];
    let gone: Frame | null = null;
    kept.forEach((frame, k) => {
      // The last one stays: the next delta is from there.
      const stays = k % 2 === (kept.length - 1) % 2;
      const whole = gone === null ? frame : upon(gone, frame);
      if (stays) fewer.push(whole);
      gone = stays ? null : whole;
    });
    kept = chained(fewer);
    bytes = kept.reduce((sum, frame) => sum + sizeOf(frame), 0);
    const lastWhole = kept.findLastIndex(({ copy }) => copy.kind === 'whole');
    chain = kept.slice(lastWhole + 1).reduce((sum, frame) => sum + sizeOf(frame), 0);
    lately = null;
  };
  const take = (step: number, regions: readonly Uint8Array[]): void => {
    const size = regions.reduce((sum, { length }) => sum + length, 0);
    const delta = mirror?.follow(regions) ?? null;
    mirror ??= mirrorOf(regions);
    if (delta === null || kept.length === 0 || chain + delta.byteLength >= CHAIN * size) {
      kept.push({ step, copy: { kind: 'whole', snapshot: { regions: regions.map((region) => region.slice()), byteLength: size } } });
      chain = 0;
      bytes += size;
    } else {
      kept.push({ step, copy: { kind: 'delta', delta } });
      chain += delta.byteLength;
      bytes += delta.byteLength;
    }
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
  const snapshotAt = (k: number): Snapshot => {
    const deltas: Delta[] = [];
    for (let at = k; ; at--) {
      const { copy } = kept[at]!;
      if (copy.kind === 'whole') return applied(copy.snapshot, deltas.reverse());
      deltas.push(copy.delta);
    }
  };
  return {
    offer: (step, calls, memory) => {
      since += calls;
      if (since < firstInterval || since < interval(memory.bytes)) return;
      since = 0;
      take(step, memory.regions());
      while (held() > Math.max(bytesMax, COPIES * memory.bytes) && kept.length > 1) thin();
    },
    close: () => {
      mirror = null;
    },
    before: (step) => {
      const k = find(step);
      const frame = kept[k];
      if (frame === undefined) return null;
      if (lately?.step !== frame.step) lately = { step: frame.step, snapshot: snapshotAt(k) };
      return lately;
    },
    stepBefore: (step) => kept[find(step)]?.step ?? 0,
    bytes: () => held() + (lately?.snapshot.byteLength ?? 0),
    interval,
  };
}

function sizeOf({ copy }: Frame): number {
  return copy.kind === 'whole' ? copy.snapshot.byteLength : copy.delta.byteLength;
}

// The second of two frames, when the first one goes.
function upon(gone: Frame, next: Frame): Frame {
  if (next.copy.kind === 'whole') return next;
  const { step, copy } = next;
  if (gone.copy.kind === 'whole') return { step, copy: { kind: 'whole', snapshot: applied(gone.copy.snapshot, [copy.delta]) } };
  return { step, copy: { kind: 'delta', delta: joined(gone.copy.delta, copy.delta) } };
}

// With fewer copies some that are whole need not be.
function chained(frames: readonly Frame[]): Frame[] {
  const chained: Frame[] = [];
  let base: Snapshot | null = null;
  let since: Delta[] = [];
  for (const frame of frames) {
    const { step, copy } = frame;
    if (copy.kind === 'delta') {
      chained.push(frame);
      since.push(copy.delta);
      continue;
    }
    const length = since.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const delta: Delta | null = base === null || length >= CHAIN * copy.snapshot.byteLength ? null : mirrorOf(applied(base, since).regions).follow(copy.snapshot.regions);
    if (delta === null || length + delta.byteLength >= CHAIN * copy.snapshot.byteLength) {
      chained.push(frame);
      [base, since] = [copy.snapshot, []];
    } else {
      chained.push({ step, copy: { kind: 'delta', delta } });
      since.push(delta);
    }
  }
  return chained;
}
