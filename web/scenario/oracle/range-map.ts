// SPDX-License-Identifier: GPL-2.0-or-later
//
// The naive range map: what a maple tree should hold, kept as a sorted list of ranges and nothing else. Knows no node,
// no tree and no core.
//
// A store over part of a range cuts it; equal neighbours stay two ranges, as they stay two slots. The list is kept in
// chunks, so that a change costs a search for the chunk and a shift inside it; in a chunk a range is three 64-bit
// words, so that a million ranges take some thirty megabytes. `hash` is the order-independent hash of
// core/src/census.h, kept up to date at each change.
//
// Invariant: no chunk is empty, and the ranges of all chunks ascend and do not meet.

import { index, MAX, type Index } from '../../base/index64';
import type { StoredRange } from '../../model/machine';

/** Ranges of a chunk, at most; a chunk has room for so many at first. */
const CHUNK_MAX = 256;
const CHUNK_FIRST = 8;
/** Words of a range: first, last, word. */
const FIELDS = 3;
const WORD = 0xffff_ffff_ffff_ffffn;

function fin(x: bigint): bigint {
  x ^= x >> 30n;
  x = (x * 0xbf58_476d_1ce4_e5b9n) & WORD;
  x ^= x >> 27n;
  x = (x * 0x94d0_49bb_1331_11ebn) & WORD;
  return x ^ (x >> 31n);
}

/** The part of one range in the hash of the contents: `mix` of core/src/census.h. */
export function mixRange({ first, last, word }: StoredRange): bigint {
  return fin(fin(fin(first ^ 0x9e37_79b9_7f4a_7c15n) ^ last) ^ word);
}

interface Chunk {
  /** First, last and word of each range, and room for more. */
  words: BigUint64Array;
  count: number;
  /** The longest gap between two neighbours inside the chunk, in indexes; −1n when it must be recomputed. */
  widest: bigint;
}

/** Where a range stands, or would stand. */
interface Place {
  readonly chunk: number;
  readonly offset: number;
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
      const chunk = this.chunks[c] as Chunk;
      for (let k = c === place.chunk ? place.offset : 0; k < chunk.count; k++) yield rangeAt(chunk, k);
    }
    return undefined;
  }

  /** All ranges that begin at `to` or below, descending. */
  *startingTo(to: Index): Generator<StoredRange, undefined> {
    const place = this.search(to);
    for (let c = Math.min(place.chunk, this.chunks.length - 1); c >= 0; c--) {
      const chunk = this.chunks[c] as Chunk;
      for (let k = c === place.chunk ? Math.min(place.offset, chunk.count - 1) : chunk.count - 1; k >= 0; k--) {
        if (firstOf(chunk, k) <= to) yield rangeAt(chunk, k);
      }
    }
    return undefined;
  }

  /** Stores `word` over first … last, whatever is there; 0n stores NULL. */
  store(first: Index, last: Index, word: Index): void {
    const place = this.search(first);
    const put: StoredRange[] = word === 0n ? [] : [{ first, last, word }];
    let gone = 0;
    for (const range of this.endingFrom(first)) {
      if (range.first > last) break;
      gone++;
      this.sum -= mixRange(range);
      if (range.first < first) put.unshift({ ...range, last: index(first - 1n) });
      if (range.last > last) put.push({ ...range, first: index(last + 1n) });
    }
    for (const range of put) this.sum += mixRange(range);
    this.sum &= WORD;
    this.total += put.length - gone;
    this.changes++;
    const at = this.remove(place, gone);
    if (put.length > 0) this.insert(at, put);
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
    this.chunks = other.chunks.map(({ words, count, widest }) => ({
      words: words.slice(0, FIELDS * count),
      count,
      widest,
    }));
    this.total = other.total;
    this.sum = other.sum;
  }

  /** First index of the lowest run of `size` NULL indexes within min … max, or null. */
  lowestGap(min: Index, max: Index, size: bigint): Index | null {
    let from: bigint = min;
    const place = this.search(min);
    for (let c = place.chunk; c < this.chunks.length; c++) {
      const chunk = this.chunks[c] as Chunk;
      for (let k = c === place.chunk ? place.offset : 0; k < chunk.count; k++) {
        const first = firstOf(chunk, k);
        if (first > from && lesser(first - 1n, max) - from + 1n >= size) return index(from);
        from = greater(from, lastOf(chunk, k) + 1n);
        if (from > max) return null;
        if (k === 0 && widestGap(chunk) < size) {
          from = greater(from, lastOf(chunk, chunk.count - 1) + 1n);
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
      for (let k = c === place.chunk ? Math.min(place.offset, chunk.count - 1) : chunk.count - 1; k >= 0; k--) {
        const [first, last] = [firstOf(chunk, k), lastOf(chunk, k)];
        if (first > max) continue;
        if (last < to && to - greater(last + 1n, min) + 1n >= size) return index(to - size + 1n);
        to = lesser(to, first - 1n);
        if (to < min) return null;
        if (k === chunk.count - 1 && widestGap(chunk) < size) {
          to = lesser(to, firstOf(chunk, 0) - 1n);
          break;
        }
      }
    }
    return to >= min && to - min + 1n >= size ? index(to - size + 1n) : null;
  }

  // The first range that ends at `at` or above; past the end when there is none.
  private search(at: Index): Place {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = this.chunks[middle] as Chunk;
      if (lastOf(chunk, chunk.count - 1) < at) low = middle + 1;
      else high = middle;
    }
    const chunk = this.chunks[low];
    if (chunk === undefined) return { chunk: low, offset: 0 };
    let offset = 0;
    let end = chunk.count;
    while (offset < end) {
      const middle = (offset + end) >> 1;
      if (lastOf(chunk, middle) < at) offset = middle + 1;
      else end = middle;
    }
    return { chunk: low, offset };
  }

  // Takes out so many ranges from a place on; where what comes next is then.
  private remove({ chunk, offset }: Place, count: number): Place {
    for (let left = count; left > 0;) {
      const from = this.chunks[chunk] as Chunk;
      const here = Math.min(left, from.count - offset);
      from.words.copyWithin(FIELDS * offset, FIELDS * (offset + here), FIELDS * from.count);
      from.count -= here;
      from.widest = -1n;
      left -= here;
      if (from.count === 0) this.chunks.splice(chunk, 1);
      else if (left > 0) chunk++;
      if (left > 0) offset = 0;
    }
    return { chunk, offset };
  }

  // Puts ranges in before what stands at a place.
  private insert(before: Place, put: readonly StoredRange[]): void {
    if (this.chunks.length === 0) this.chunks.push(newChunk());
    const { chunk, offset } = this.withRoom(this.inside(before), put.length);
    const into = this.chunks[chunk] as Chunk;
    into.words.copyWithin(FIELDS * (offset + put.length), FIELDS * offset, FIELDS * into.count);
    put.forEach(({ first, last, word }, k) => into.words.set([first, last, word], FIELDS * (offset + k)));
    into.count += put.length;
    into.widest = -1n;
  }

  // Behind all chunks is behind the last range of the last one.
  private inside(place: Place): Place {
    const last = this.chunks.length - 1;
    return place.chunk <= last ? place : { chunk: last, offset: (this.chunks[last] as Chunk).count };
  }

  // Makes room in a chunk for so many more. One that is full is shared out between two; behind its end begins a new
  // one, so that ranges that come in order fill their chunks.
  private withRoom({ chunk, offset }: Place, more: number): Place {
    const from = this.chunks[chunk] as Chunk;
    const needed = from.count + more;
    if (needed <= CHUNK_MAX) {
      if (FIELDS * needed > from.words.length) from.words = widened(from.words, Math.min(CHUNK_MAX, 2 * needed));
      return { chunk, offset };
    }
    const stay = offset === from.count ? from.count : from.count >> 1;
    const upper = newChunk(CHUNK_MAX);
    upper.words.set(from.words.subarray(FIELDS * stay, FIELDS * from.count));
    upper.count = from.count - stay;
    from.count = stay;
    from.widest = -1n;
    this.chunks.splice(chunk + 1, 0, upper);
    if (offset < stay) return this.withRoom({ chunk, offset }, more);
    return { chunk: chunk + 1, offset: offset - stay };
  }
}

function newChunk(room = CHUNK_FIRST): Chunk {
  return { words: new BigUint64Array(FIELDS * room), count: 0, widest: -1n };
}

function widened(words: BigUint64Array, room: number): BigUint64Array {
  const wide = new BigUint64Array(FIELDS * room);
  wide.set(words);
  return wide;
}

function firstOf(chunk: Chunk, k: number): Index {
  return chunk.words[FIELDS * k] as Index;
}

function lastOf(chunk: Chunk, k: number): Index {
  return chunk.words[FIELDS * k + 1] as Index;
}

function rangeAt(chunk: Chunk, k: number): StoredRange {
  return { first: firstOf(chunk, k), last: lastOf(chunk, k), word: chunk.words[FIELDS * k + 2] as Index };
}

function widestGap(chunk: Chunk): bigint {
  if (chunk.widest < 0n) {
    chunk.widest = 0n;
    for (let k = 1; k < chunk.count; k++) {
      const gap = firstOf(chunk, k) - lastOf(chunk, k - 1) - 1n;
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

/** The first place where a tree and the range map differ: the range of each, null after the end of its list. */
export interface RangeDifference {
  readonly held: StoredRange | null;
  readonly wanted: StoredRange | null;
}

/** The first difference between two ascending lists of ranges; null if they are equal. */
export function firstDifference(
  held: Iterable<StoredRange>,
  wanted: Iterable<StoredRange>,
  last: Index = MAX,
): RangeDifference | null {
  const a = held[Symbol.iterator]();
  const b = wanted[Symbol.iterator]();
  for (;;) {
    const x = upTo(a.next(), last);
    const y = upTo(b.next(), last);
    if (x === null && y === null) return null;
    if (x !== null && y !== null && x.first === y.first && x.last === y.last && x.word === y.word) continue;
    return { held: x, wanted: y };
  }
}

function upTo(next: IteratorResult<StoredRange, unknown>, last: Index): StoredRange | null {
  return next.done === true || next.value.first > last ? null : next.value;
}
