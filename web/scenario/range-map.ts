// SPDX-License-Identifier: GPL-2.0-or-later
//
// The naive range map: what a maple tree should hold, kept as a sorted list of ranges and nothing else. Floor 2: knows
// no node, no tree and no core.
//
// A store over part of a range cuts it; equal neighbours stay two ranges, as they stay two slots. The list is kept in
// chunks, so that a change costs a search for the chunk and a shift inside it. `hash` is the order-independent hash of
// core/src/census.h, kept up to date at each change.

import { index, MAX, type Index } from '../base/index64';
import type { StoredRange } from '../model/machine';

const CHUNK_MAX = 128;
const WORD = 0xffff_ffff_ffff_ffffn;

function fin(x: bigint): bigint {
  x ^= x >> 30n;
  x = (x * 0xbf58_476d_1ce4_e5b9n) & WORD;
  x ^= x >> 27n;
  x = (x * 0x94d0_49bb_1331_11ebn) & WORD;
  return x ^ (x >> 31n);
}

/** What one range adds to the hash of the contents: `mix` of core/src/census.h. */
export function mixRange({ first, last, word }: StoredRange): bigint {
  return fin(fin(fin(first ^ 0x9e37_79b9_7f4a_7c15n) ^ last) ^ word);
}

interface Chunk {
  readonly ranges: StoredRange[];
  /** The longest gap between two neighbours inside the chunk, in indexes; −1n when it must be found anew. */
  widest: bigint;
}

/** A range map over all indexes; an index that no range holds is NULL. */
export class RangeMap {
  private chunks: Chunk[] = [];
  private total = 0;
  private sum = 0n;
  private changes = 0;

  /** Another number after each change. */
  get version(): number {
    return this.changes;
  }

  /** Ranges stored. */
  get count(): number {
    return this.total;
  }

  /** Hash of the contents, modulo 2^64. */
  get hash(): Index {
    return index(this.sum);
  }

  /** The range that holds `at`, or null. */
  at(at: Index): StoredRange | null {
    const range = this.endingFrom(at).next().value;
    return range !== undefined && range.first <= at ? range : null;
  }

  /** Whether nothing is stored at any index of first … last. */
  isEmpty(first: Index, last: Index): boolean {
    const range = this.endingFrom(first).next().value;
    return range === undefined || range.first > last;
  }

  /** All ranges that end at `from` or above, ascending. */
  *endingFrom(from: Index): Generator<StoredRange, undefined> {
    const place = this.search(from);
    for (let c = place.chunk; c < this.chunks.length; c++) {
      const { ranges } = this.chunks[c] as Chunk;
      for (let k = c === place.chunk ? place.offset : 0; k < ranges.length; k++) yield ranges[k] as StoredRange;
    }
    return undefined;
  }

  /** All ranges that begin at `to` or below, descending. */
  *startingTo(to: Index): Generator<StoredRange, undefined> {
    const place = this.search(to);
    for (let c = Math.min(place.chunk, this.chunks.length - 1); c >= 0; c--) {
      const { ranges } = this.chunks[c] as Chunk;
      for (let k = c === place.chunk ? Math.min(place.offset, ranges.length - 1) : ranges.length - 1; k >= 0; k--) {
        const range = ranges[k] as StoredRange;
        if (range.first <= to) yield range;
      }
    }
    return undefined;
  }

  /** Stores `word` over first … last, whatever is there; 0n stores NULL. */
  store(first: Index, last: Index, word: Index): void {
    const put: StoredRange[] = [];
    const place = this.search(first);
    let gone = 0;
    for (const range of this.endingFrom(first)) {
      if (range.first > last) break;
      gone++;
      if (range.first < first) put.push({ first: range.first, last: index(first - 1n), word: range.word });
      if (range.last > last) put.push({ first: index(last + 1n), last: range.last, word: range.word });
    }
    if (word !== 0n) put.push({ first, last, word });
    put.sort((a, b) => (a.first < b.first ? -1 : 1));
    this.splice(place, gone, put);
  }

  clear(): void {
    this.changes++;
    this.chunks = [];
    this.total = 0;
    this.sum = 0n;
  }

  /** Holds from here on what another map holds now. */
  take(other: RangeMap): void {
    this.changes++;
    this.chunks = other.chunks.map(({ ranges, widest }) => ({ ranges: [...ranges], widest }));
    this.total = other.total;
    this.sum = other.sum;
  }

  /** First index of the lowest run of `size` NULL indexes within min … max, or null. */
  lowestGap(min: Index, max: Index, size: bigint): Index | null {
    let from: bigint = min;
    const place = this.search(min);
    for (let c = place.chunk; c < this.chunks.length; c++) {
      const chunk = this.chunks[c] as Chunk;
      for (let k = c === place.chunk ? place.offset : 0; k < chunk.ranges.length; k++) {
        const range = chunk.ranges[k] as StoredRange;
        if (range.first > from && lesser(range.first - 1n, max) - from + 1n >= size) return index(from);
        from = greater(from, range.last + 1n);
        if (from > max) return null;
        if (k === 0 && widestGap(chunk) < size) {
          from = greater(from, (chunk.ranges.at(-1) as StoredRange).last + 1n);
          break;
        }
      }
    }
    return max - from + 1n >= size ? index(from) : null;
  }

  /** First index of the highest run of `size` NULL indexes within min … max, or null. */
  highestGap(min: Index, max: Index, size: bigint): Index | null {
    let to: bigint = max;
    const place = this.search(max);
    for (let c = Math.min(place.chunk, this.chunks.length - 1); c >= 0; c--) {
      const chunk = this.chunks[c] as Chunk;
      const start = c === place.chunk ? Math.min(place.offset, chunk.ranges.length - 1) : chunk.ranges.length - 1;
      for (let k = start; k >= 0; k--) {
        const range = chunk.ranges[k] as StoredRange;
        if (range.first > max) continue;
        if (range.last < to && to - greater(range.last + 1n, min) + 1n >= size) return index(to - size + 1n);
        to = lesser(to, range.first - 1n);
        if (to < min) return null;
        if (k === chunk.ranges.length - 1 && widestGap(chunk) < size) {
          to = lesser(to, (chunk.ranges[0] as StoredRange).first - 1n);
          break;
        }
      }
    }
    return to >= min && to - min + 1n >= size ? index(to - size + 1n) : null;
  }

  // The first range that ends at `at` or above; past the end when there is none.
  private search(at: Index): { chunk: number; offset: number } {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (((this.chunks[middle] as Chunk).ranges.at(-1) as StoredRange).last < at) low = middle + 1;
      else high = middle;
    }
    const ranges = this.chunks[low]?.ranges ?? [];
    let offset = 0;
    let end = ranges.length;
    while (offset < end) {
      const middle = (offset + end) >> 1;
      if ((ranges[middle] as StoredRange).last < at) offset = middle + 1;
      else end = middle;
    }
    return { chunk: low, offset };
  }

  private splice(place: { chunk: number; offset: number }, gone: number, put: readonly StoredRange[]): void {
    this.changes++;
    this.total += put.length - gone;
    let { chunk, offset } = place;
    for (let left = gone; left > 0; ) {
      const { ranges } = this.chunks[chunk] as Chunk;
      const removed = ranges.splice(offset, left);
      for (const range of removed) this.sum -= mixRange(range);
      (this.chunks[chunk] as Chunk).widest = -1n;
      left -= removed.length;
      if (ranges.length === 0) this.chunks.splice(chunk, 1);
      else if (left > 0) chunk++;
      if (left > 0) offset = 0;
    }
    for (const range of put) this.sum += mixRange(range);
    this.sum &= WORD;
    if (put.length > 0) this.insert(chunk, offset, put);
  }

  private insert(at: number, offset: number, put: readonly StoredRange[]): void {
    if (this.chunks.length === 0) this.chunks.push({ ranges: [], widest: -1n });
    const chunk = Math.min(at, this.chunks.length - 1);
    const target = this.chunks[chunk] as Chunk;
    target.ranges.splice(chunk === at ? offset : target.ranges.length, 0, ...put);
    target.widest = -1n;
    if (target.ranges.length > CHUNK_MAX) {
      const upper = target.ranges.splice(target.ranges.length >> 1);
      this.chunks.splice(chunk + 1, 0, { ranges: upper, widest: -1n });
    }
  }
}

function widestGap(chunk: Chunk): bigint {
  if (chunk.widest < 0n) {
    chunk.widest = 0n;
    for (let k = 1; k < chunk.ranges.length; k++) {
      const gap = (chunk.ranges[k] as StoredRange).first - (chunk.ranges[k - 1] as StoredRange).last - 1n;
      if (gap > chunk.widest) chunk.widest = gap;
    }
  }
  return chunk.widest;
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function greater(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** Where two lists of ranges differ first, told in words; null if they are equal. Both ascending. */
export function firstDifference(held: Iterable<StoredRange>, wanted: Iterable<StoredRange>, last: Index = MAX): string | null {
  const a = held[Symbol.iterator]();
  const b = wanted[Symbol.iterator]();
  for (;;) {
    const x = upTo(a.next(), last);
    const y = upTo(b.next(), last);
    if (x === null && y === null) return null;
    if (x !== null && y !== null && x.first === y.first && x.last === y.last && x.word === y.word) continue;
    return `the tree holds ${rangeText(x)} where the range map holds ${rangeText(y)}`;
  }
}

function upTo(next: IteratorResult<StoredRange, unknown>, last: Index): StoredRange | null {
  return next.done === true || next.value.first > last ? null : next.value;
}

function rangeText(range: StoredRange | null): string {
  if (range === null) return 'nothing more';
  return `[0x${range.first.toString(16)}..0x${range.last.toString(16)} word 0x${range.word.toString(16)}]`;
}
