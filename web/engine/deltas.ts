// SPDX-License-Identifier: GPL-2.0-or-later
//
// Copies of memory, whole or as what differs from the copy before, in granules of 32 bytes: four pivots or slots of a
// node. Floor 3: knows neither the core nor steps.
//
// Regions have any length; what is kept of them is filled up with zeros to whole granules.

import type { Snapshot } from './heap';

export const GRANULE = 32;
const WORDS = GRANULE / 4;

/** What one region has beyond the copy before. */
interface Part {
  /** Bytes of the region. */
  readonly length: number;
  /** The shortest that it was since the copy before: all beyond is zero but for the granules. */
  readonly least: number;
  /** Granules that differ, ascending, and their words one after the other. */
  readonly granules: Uint32Array;
  readonly words: Int32Array;
}

/** What differs from the copy before. */
export interface Delta {
  readonly parts: readonly Part[];
  readonly byteLength: number;
}

/** The latest copy, kept to find differences from. */
export interface Mirror {
  /** What memory has beyond the latest copy; from then on the mirror is as memory is. */
  readonly follow: (now: readonly Uint8Array[]) => Delta;
  readonly bytes: () => number;
}

export function mirrorOf(now: readonly Uint8Array[]): Mirror {
  const kept = now.map((region) => filledUp(region, granulesOf(region.length)));
  const found = new Found();
  return {
    follow: (regions) =>
      deltaOf(
        regions.map((region, k) => {
          const count = granulesOf(region.length);
          if (kept[k]!.length < WORDS * count) {
            // Memory grows; what is beyond its end is zero here and there.
            const more = new Int32Array(WORDS * Math.ceil(count * 1.25));
            more.set(kept[k]!);
            kept[k] = more;
          }
          return differences(kept[k]!, region, found);
        }),
      ),
    bytes: () => kept.reduce((sum, { byteLength }) => sum + byteLength, 0),
  };
}

/** Deltas that follow each other, upon a copy: the copy after the last of them. */
export function applied(base: Snapshot, deltas: readonly Delta[]): Snapshot {
  const last = deltas.at(-1);
  if (last === undefined) return base;
  const regions = last.parts.map(({ length }, k) => {
    const longest = deltas.reduce((most, { parts }) => Math.max(most, parts[k]!.length), Math.max(length, base.regions[k]!.length));
    const words = filledUp(base.regions[k]!, granulesOf(longest));
    for (const { parts } of deltas) write(words, parts[k]!);
    return new Uint8Array(words.buffer, 0, length);
  });
  return { regions, byteLength: regions.reduce((sum, { length }) => sum + length, 0) };
}

/** Two deltas that follow each other as one. */
export function joined(first: Delta, second: Delta): Delta {
  return deltaOf(second.parts.map((later, k) => joinedPart(first.parts[k]!, later)));
}

function deltaOf(parts: readonly Part[]): Delta {
  return { parts, byteLength: parts.reduce((sum, { granules, words }) => sum + granules.byteLength + words.byteLength, 0) };
}

const granulesOf = (bytes: number): number => Math.ceil(bytes / GRANULE);

function filledUp(region: Uint8Array, granules: number): Int32Array {
  const words = new Int32Array(WORDS * granules);
  new Uint8Array(words.buffer).set(region);
  return words;
}

// Collects differences; its room is used again, so that a delta costs what it holds.
class Found {
  granules = new Uint32Array(256);
  words = new Int32Array(256 * WORDS);
  count = 0;

  add(granule: number, from: Int32Array, at: number): void {
    if (this.count === this.granules.length) {
      const [granules, words] = [this.granules, this.words];
      this.granules = new Uint32Array(2 * granules.length);
      this.words = new Int32Array(2 * words.length);
      this.granules.set(granules);
      this.words.set(words);
    }
    this.granules[this.count] = granule;
    copy(from, at, this.words, WORDS * this.count);
    this.count++;
  }

  take(length: number, least: number): Part {
    const part = { length, least, granules: this.granules.slice(0, this.count), words: this.words.slice(0, WORDS * this.count) };
    this.count = 0;
    return part;
  }
}

// What a region has that the mirror has not; the mirror has it from then on.
function differences(mirror: Int32Array, region: Uint8Array, found: Found): Part {
  const whole = Math.floor(region.length / GRANULE);
  const now = region.byteOffset % 4 === 0 ? new Int32Array(region.buffer, region.byteOffset, WORDS * whole) : new Int32Array(region.slice(0, GRANULE * whole).buffer);
  for (let k = 0, end = WORDS * whole; k < end; k++) {
    if (mirror[k] === now[k]) continue;
    const granule = Math.floor(k / WORDS);
    found.add(granule, now, WORDS * granule);
    copy(now, WORDS * granule, mirror, WORDS * granule);
    k = WORDS * granule + WORDS - 1;
  }
  const tail = filledUp(region.subarray(GRANULE * whole), granulesOf(region.length) - whole);
  if (tail.some((word, k) => word !== mirror[WORDS * whole + k])) {
    found.add(whole, tail, 0);
    copy(tail, 0, mirror, WORDS * whole);
  }
  // What came beyond the end is told when the region grows again.
  mirror.fill(0, WORDS * granulesOf(region.length));
  return found.take(region.length, region.length);
}

function copy(from: Int32Array, at: number, to: Int32Array, into: number): void {
  for (let k = 0; k < WORDS; k++) to[into + k] = from[at + k]!;
}

function write(region: Int32Array, { granules, words, least }: Part): void {
  region.fill(0, WORDS * granulesOf(least));
  for (let k = 0; k < granules.length; k++) copy(words, WORDS * k, region, WORDS * granules[k]!);
}

// Both are ascending. What the first one has beyond the shortest of the second one was cut off.
function joinedPart(first: Part, later: Part): Part {
  const found = new Found();
  const cut = granulesOf(later.least);
  const mine = (k: number): number => ((first.granules[k] ?? cut) < cut ? first.granules[k]! : Infinity);
  const other = (k: number): number => later.granules[k] ?? Infinity;
  for (let a = 0, b = 0; mine(a) < Infinity || other(b) < Infinity; ) {
    if (other(b) <= mine(a)) {
      if (other(b) === mine(a)) a++;
      found.add(other(b), later.words, WORDS * b);
      b++;
    } else {
      found.add(mine(a), first.words, WORDS * a);
      a++;
    }
  }
  return found.take(later.length, Math.min(first.least, later.least));
}
