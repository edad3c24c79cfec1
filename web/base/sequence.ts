// SPDX-License-Identifier: GPL-2.0-or-later
//
// Immutable sequences: changing one makes another that shares every chunk in which nothing changed. So a copy costs
// nothing, a change costs one chunk, and two versions of a long sequence are compared without reading most of it.
// Knows nothing of what the elements are.
//
// Invariant: no chunk is empty or longer than CHUNK_MAX.

const CHUNK_MAX = 256;
/** A chunk that a change leaves shorter is joined with its neighbour. */
const CHUNK_MIN = 32;

type Chunk<T> = readonly T[];

/** A sequence that never changes. */
export class Sequence<T> implements Iterable<T> {
  readonly chunks: readonly Chunk<T>[];
  readonly length: number;
  // Where each chunk begins.
  private readonly starts: Uint32Array;

  private constructor(chunks: readonly Chunk<T>[]) {
    this.chunks = chunks;
    this.starts = new Uint32Array(chunks.length);
    let length = 0;
    for (let c = 0; c < chunks.length; c++) {
      this.starts[c] = length;
      length += (chunks[c] as Chunk<T>).length;
    }
    this.length = length;
  }

  static of<T>(elements: readonly T[] = []): Sequence<T> {
    return new Sequence(chunked(elements, false));
  }

  /** The element at a place; undefined outside of the sequence. */
  at(place: number): T | undefined {
    if (place < 0 || place >= this.length) return undefined;
    const c = this.chunkOf(place);
    return this.chunks[c]?.[place - (this.starts[c] ?? 0)];
  }

  /** The first place whose element is not `before` what is sought; all that are before stand in front of the others. */
  firstNot(before: (element: T) => boolean): number {
    let [low, high] = [0, this.chunks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = this.chunks[middle] as Chunk<T>;
      if (before(chunk[chunk.length - 1] as T)) low = middle + 1;
      else high = middle;
    }
    const chunk = this.chunks[low];
    if (chunk === undefined) return this.length;
    let [from, to] = [0, chunk.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (before(chunk[middle] as T)) from = middle + 1;
      else to = middle;
    }
    return (this.starts[low] ?? 0) + from;
  }

  /** The elements from place `from` up to, but without, place `to`. */
  slice(from: number, to: number): T[] {
    const found: T[] = [];
    for (let at = Math.max(0, from), end = Math.min(to, this.length); at < end;) {
      const c = this.chunkOf(at);
      const start = this.starts[c] ?? 0;
      const part = (this.chunks[c] as Chunk<T>).slice(at - start, end - start);
      for (const one of part) found.push(one);
      at += part.length;
    }
    return found;
  }

  /** A sequence with `put` in place of the `gone` elements from place `at` on. */
  spliced(at: number, gone: number, put: readonly T[]): Sequence<T> {
    if (this.length === 0) return Sequence.of(put);
    const first = this.chunkOf(Math.min(at, this.length - 1));
    const end = Math.min(at + gone, this.length);
    let last = gone === 0 ? first : this.chunkOf(Math.max(at, end - 1));
    const lastChunk = this.chunks[last] as Chunk<T>;
    let middle = [
      ...(this.chunks[first] as Chunk<T>).slice(0, at - (this.starts[first] ?? 0)),
      ...put,
      ...lastChunk.slice(end - (this.starts[last] ?? 0)),
    ];
    const next = this.chunks[last + 1];
    if (middle.length < CHUNK_MIN && next !== undefined && middle.length + next.length <= CHUNK_MAX) {
      middle = [...middle, ...next];
      last++;
    }
    // A sequence that grows at its end has full chunks.
    const behind = this.chunks.slice(last + 1);
    const made = chunked(middle, at < this.length);
    return new Sequence([...this.chunks.slice(0, first), ...made, ...behind]);
  }

  toArray(): T[] {
    return this.slice(0, this.length);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const chunk of this.chunks) yield* chunk;
  }

  /** Where chunk `c` begins; the length for the chunk behind the last. */
  startOf(c: number): number {
    return this.starts[c] ?? this.length;
  }

  private chunkOf(place: number): number {
    let [low, high] = [0, this.chunks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function chunked<T>(elements: readonly T[], even: boolean): Chunk<T>[] {
  if (elements.length <= CHUNK_MAX) return elements.length === 0 ? [] : [elements];
  const size = even ? Math.ceil(elements.length / Math.ceil(elements.length / CHUNK_MAX)) : CHUNK_MAX;
  const chunks: Chunk<T>[] = [];
  for (let at = 0; at < elements.length; at += size) chunks.push(elements.slice(at, at + size));
  return chunks;
}

/**
 * One place where two sequences differ, by identity: `before` stood at place `at` of the first, `after` of the second.
 */
export interface Difference<T> {
  readonly at: number;
  readonly before: readonly T[];
  readonly after: readonly T[];
}

/** Where two sequences differ, ascending. Chunks that both share are not read. */
export function differencesOf<T>(before: Sequence<T>, after: Sequence<T>): Difference<T>[] {
  if (before === after) return [];
  const [a, b] = [before.chunks, after.chunks];
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  while (same < shorter && a[same] === b[same]) same++;
  let behind = 0;
  while (behind < shorter - same && a[a.length - 1 - behind] === b[b.length - 1 - behind]) behind++;
  const [left, right] = [a.slice(same, a.length - behind), b.slice(same, b.length - behind)];
  // Most changes touch one chunk.
  if (left.length <= 1 && right.length <= 1) {
    const one = differenceOf(left[0] ?? [], right[0] ?? []);
    return one.before.length + one.after.length === 0 ? [] : [{ ...one, at: after.startOf(same) + one.at }];
  }
  const places = new Map(left.map((chunk, k) => [chunk, k]));
  const found: Difference<T>[] = [];
  let at = 0;
  for (let c = 0; c < same; c++) at += (a[c] as Chunk<T>).length;
  let [doneLeft, doneRight] = [0, 0];
  const compareUpTo = (toLeft: number, toRight: number): void => {
    const [x, y] = [elementsOf(left, doneLeft, toLeft), elementsOf(right, doneRight, toRight)];
    const one = differenceOf(x, y);
    if (one.before.length + one.after.length > 0) found.push({ ...one, at: at + one.at });
    at += x.length;
  };
  for (const [k, chunk] of right.entries()) {
    const place = places.get(chunk);
    if (place === undefined || place < doneLeft) continue;
    compareUpTo(place, k);
    at += chunk.length;
    [doneLeft, doneRight] = [place + 1, k + 1];
  }
  compareUpTo(left.length, right.length);
  return found;
}

// One chunk is most often all there is, and is not copied.
function elementsOf<T>(chunks: readonly Chunk<T>[], from: number, to: number): readonly T[] {
  const only = chunks[from];
  if (to - from === 1 && only !== undefined) return only;
  const all: T[] = [];
  for (let c = from; c < to; c++) for (const one of chunks[c] as Chunk<T>) all.push(one);
  return all;
}

/** The part in which two arrays differ; the same elements stand in front of it and behind it. */
function differenceOf<T>(before: readonly T[], after: readonly T[]): Difference<T> {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at++;
  let behind = 0;
  while (behind < shorter - at && before[before.length - 1 - behind] === after[after.length - 1 - behind]) behind++;
  return { at, before: before.slice(at, before.length - behind), after: after.slice(at, after.length - behind) };
}

// ---- A sequence at each moment of its history ----

/** A sequence at one moment: whole, or as what differs from the moment before. */
export interface Version<T> {
  readonly from: Version<T> | null;
  readonly changes: readonly Difference<T>[];
  /** Versions since one that is kept whole. */
  readonly distance: number;
  /** Null unless it is kept whole, or the newest. */
  whole: Sequence<T> | null;
}

/** So many versions may have to be gone through to find a sequence again. */
const DISTANCE_MAX = 256;

/** The version that follows `from`; null: there is no history. The same version if nothing has changed. */
export function nextVersion<T>(from: Version<T> | null, now: Sequence<T>): Version<T> {
  const whole: Version<T> = { from: null, changes: [], distance: 0, whole: now };
  if (from === null) return whole;
  const changes = differencesOf(versionAt(from), now);
  if (changes.length === 0) return from;
  if (from.distance > 0) from.whole = null;
  if (from.distance >= DISTANCE_MAX || changes.reduce((sum, { after }) => sum + after.length, 0) > now.length / 2)
    return whole;
  return { from, changes, distance: from.distance + 1, whole: now };
}

/** The sequence at a version. */
export function versionAt<T>(version: Version<T>): Sequence<T> {
  const later: (readonly Difference<T>[])[] = [];
  let one = version;
  while (one.whole === null && one.from !== null) {
    later.push(one.changes);
    one = one.from;
  }
  let found = one.whole ?? Sequence.of<T>();
  // Within a version from the end on, so that the places in front stay what they were.
  for (const changes of later.reverse())
    for (const { at, before, after } of [...changes].reverse()) found = found.spliced(at, before.length, after);
  return found;
}
