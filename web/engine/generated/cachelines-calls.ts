// SPDX-License-Identifier: GPL-2.0-or-later
//
// Facts about the core. Printed by core/tables/describe.c (`make -C core tables`); not to be edited.

/** The functions of core/cachelines: redblack.def, stdmap.def and cachelines.def. */
export interface CachelinesCalls {
  readonly mpl_rb_clear: () => void;
  readonly mpl_rb_insert: (first: bigint, last: bigint, word: bigint) => number;
  readonly mpl_rb_load: (index: bigint) => bigint;
  readonly mpl_rb_erase: (index: bigint) => bigint;
  readonly mpl_rb_iterate: () => bigint;
  readonly mpl_rb_count: () => number;
  readonly mpl_rb_depth: (of: number) => number;
  readonly mpl_map_clear: () => void;
  readonly mpl_map_insert: (first: bigint, last: bigint, word: bigint) => number;
  readonly mpl_map_load: (index: bigint) => bigint;
  readonly mpl_map_erase: (index: bigint) => bigint;
  readonly mpl_map_iterate: () => bigint;
  readonly mpl_map_count: () => number;
  readonly mpl_map_depth: (of: number) => number;
  readonly mpl_cachelines_cache: (line: number, ways: number, kib: number) => number;
  readonly mpl_cachelines_drop: () => void;
  readonly mpl_cachelines_load: (which: number, index: bigint) => bigint;
  readonly mpl_cachelines_insert: (which: number, first: bigint, last: bigint, word: bigint) => number;
  readonly mpl_cachelines_erase: (which: number, index: bigint) => bigint;
  readonly mpl_cachelines_iterate: (which: number) => bigint;
  readonly mpl_cachelines_copy: (which: number) => number;
  readonly mpl_cachelines_count: (of: number) => number;
}

/** What mpl_cachelines_count() gives, at the place of its numbers. */
export const CACHELINES_COUNTS = [
  'reads',
  'writes',
  'lines',
  'written',
  'misses',
] as const;

/** What mpl_rb_depth() gives, at the place of its numbers. */
export const RB_DEPTHS = [
  'least',
  'most',
  'sum',
] as const;

/**
 * Bytes of the red-black tree's records and of their links, of the std::map's nodes and of their places;
 * trees without a handle; and the limits of what can be counted.
 */
export const CACHELINES = {
  RECORD_BYTES: 192,
  LINK_BYTES: 32,
  MAP_NODE_BYTES: 56,
  MAP_PLACE_BYTES: 64,
  REDBLACK: 0,
  STDMAP: 4294967295,
  RECORDS_MAX: 131072,
  PLACES_MAX: 98048,
  LINE_MIN: 16,
  LINE_MAX: 256,
  WAYS_MAX: 64,
  CACHE_LINES_MAX: 131072,
} as const;
