// SPDX-License-Identifier: GPL-2.0-or-later
//
// A maple tree beside a red-black tree, and a std::map, of the same ranges: shape, memory, and lines of cache, as
// counted. Types only, but for the cache that is taken unless another is named.
//
// Lines are those of nodes (maple, std::map) and of records (red-black). None counts the root word. A lookup in the
// red-black tree ends on the record itself; one in the others ends on a word that leads to it, so whoever then reads
// the record touches one line more. `RedBlackComparison.recordLines` is that line.

/** A cache of one level: bytes of a line (a power of 2, 16 to 256), lines a set (1 to 64), KiB in all. */
export interface CacheShape {
  readonly line: number;
  readonly ways: number;
  readonly kib: number;
}

/** The first-level data cache of most 64-bit processors. */
export const CACHE_SHAPE: CacheShape = { line: 64, ways: 8, kib: 32 };

/**
 * How the red-black tree is filled: in ascending order, or shuffled by the seed. The maple tree is as the run made it.
 */
export type FillOrder = 'ascending' | 'shuffled';

export interface Spread {
  readonly mean: number;
  readonly most: number;
}

/** The cost of the operations of one kind. */
export interface LinesUsed {
  /** Different lines read or written by one operation. */
  readonly lines: Spread;
  /** Different lines written by one operation; 0 for lookups. */
  readonly written: Spread;
  /** Misses of one operation that finds the cache empty. */
  readonly cold: Spread;
  /** Misses of one operation right after the same operations were made once: the second time round. */
  readonly warm: Spread;
}

export interface CountedTree {
  /** Nodes on the way from the root to a stored range, both ends included; over all ranges. */
  readonly depth: { readonly least: number; readonly mean: number; readonly most: number };
  /** Nodes of 256 bytes, or records. */
  readonly nodes: number;
  /** Bytes that the tree takes for a range: nodes and what their allocator adds, or the links inside the record. */
  readonly bytesPerRange: number;
  readonly lookup: LinesUsed;
  /** An erase of a range, and the insert of the same range again; as many of each. */
  readonly erase: LinesUsed;
  readonly insert: LinesUsed;
  /** One iteration over all ranges, in an empty cache. */
  readonly iterate: LinesOfOne;
  /**
   * One copy of the whole tree, in an empty cache; null: it would not lie within what can be counted, or the tree's
   * release makes none.
   */
  readonly copy: LinesOfOne | null;
}

/** The cost of one operation on all ranges. */
export interface LinesOfOne {
  readonly lines: number;
  readonly written: number;
  readonly misses: number;
}

export interface RedBlackComparison {
  readonly kind: 'compared';
  readonly ranges: number;
  readonly cache: CacheShape;
  readonly order: FillOrder;
  readonly seed: number;
  /** Lookups that were counted: each range once in a shuffled order, or so many picked by the seed. */
  readonly lookups: number;
  /** Erases, and as many inserts, that were counted. */
  readonly changes: number;
  readonly maple: CountedTree;
  readonly redBlack: CountedTree;
  /** Null unless requested. */
  readonly stdMap: CountedTree | null;
  /** Bytes of a record, and of the links in it. */
  readonly record: { readonly bytes: number; readonly links: number };
  /** Bytes of a node of the std::map, and of the place that it takes. */
  readonly mapNode: { readonly bytes: number; readonly place: number };
  /** Lines that the maple tree's caller touches besides, if he reads the record he looked up. */
  readonly recordLines: number;
}

/** Why there is no comparison. */
export type NotCompared =
  /** No tree has this name after the step. */
  | { readonly kind: 'missing' }
  /** Nothing is stored in it. */
  | { readonly kind: 'empty' }
  /** It was written over, so its lookups cannot be trusted. */
  | { readonly kind: 'damaged' }
  /** More ranges, or more memory of nodes, than can be counted: `most` ranges, or `places` nodes ever out at once. */
  | { readonly kind: 'too large'; readonly most: number; readonly places: number }
  /** The cache has no whole sets, or is too large. */
  | { readonly kind: 'no such cache' };

export interface RedBlackQuestion {
  readonly step: number;
  readonly tree: string;
  /** CACHE_SHAPE by default. */
  readonly cache?: CacheShape;
  /** Shuffled by default. */
  readonly order?: FillOrder;
  /** 1 by default. */
  readonly seed?: number;
  /** Most lookups; 10,000 by default. */
  readonly lookups?: number;
  /** Whether a std::map is counted too. */
  readonly stdMap?: boolean;
}
