// SPDX-License-Identifier: GPL-2.0-or-later
//
// Facts about the core. Printed by core/tables/describe.c (`make -C core tables`); not to be edited.

/** Changes with everything below; mpl_abi() of a module that fits gives the same. */
export const ABI = 0xcd54457d;

/** Offsets of the fields of struct mpl_step_record (core/src/records.h); BYTES is its size. */
export const STEP = {
  BYTES: 152,
  ret: 0, // i32
  storeType: 4, // i32
  vacantHeight: 8, // i32
  sufficientHeight: 12, // i32
  pre: 16, // i32
  preWhole: 20, // i32
  requestCount: 24, // u32
  requestedNodes: 28, // u32
  freed: 32, // u32
  deferred: 36, // u32
  live: 40, // u32
  reserved: 44, // u32
  copied: 48, // u32
  height: 52, // u32
  value: 56, // u64
  index: 64, // u64
  last: 72, // u64
  storeCounts: 80, // u32x10
  status: 120, // i32
  eventCount: 124, // u32
  preVacancy: 128, // i32
  used: 132, // u32
  next: 136, // u64
  keptTo: 144, // u64
} as const;

/** Offsets of the fields of struct mpl_finding (core/src/records.h); BYTES is its size. */
export const FINDING = {
  BYTES: 40,
  invariant: 8, // u32
  node: 0, // u64
  slot: 12, // i32
  excused: 16, // u32
  found: 24, // u64
  wanted: 32, // u64
} as const;

/** Offsets of the fields of struct mpl_place (core/src/records.h); BYTES is its size. */
export const PLACE = {
  BYTES: 16,
  id: 0, // u32x2
  state: 8, // u32
} as const;

/** Offsets of the fields of struct mpl_event_record (core/src/records.h); BYTES is its size. */
export const EVENT = {
  BYTES: 40,
  kind: 0, // u16
  file: 2, // u16
  line: 4, // u16
  slot: 6, // u16
  node: 8, // u64
  count: 32, // u32
  a: 16, // u64
  b: 24, // u64
} as const;

/** Offsets of the fields of struct mpl_decided_record (core/src/records.h); BYTES is its size. */
export const DECIDED = {
  BYTES: 120,
  first: 0, // u64
  last: 8, // u64
  word: 16, // u64
  min: 24, // u64
  max: 32, // u64
  lastPivot: 40, // u64
  tree: 56, // u32
  node: 48, // u64
  storeType: 60, // u32
  marks: 64, // u32
  slot: 68, // u32
  lastSlot: 72, // u32
  end: 76, // u32
  newEnd: 80, // u32
  height: 84, // u32
  passed: 88, // u32
  vacant: 92, // u32
  sufficient: 96, // u32
  needed: 100, // u32
  requested: 104, // u32
  used: 108, // u32
  event: 112, // u32
} as const;

/** Offsets of the fields of struct mpl_tree_record (core/src/records.h); BYTES is its size. */
export const TREE = {
  BYTES: 32,
  root: 0, // u64
  address: 8, // u64
  flags: 16, // u32
  bulkLoaded: 20, // u32
  next: 24, // u64
} as const;

/** Offsets of the fields of struct mpl_visit_record (core/src/records.h); BYTES is its size. */
export const VISIT = {
  BYTES: 64,
  index: 0, // u64
  last: 8, // u64
  word: 16, // u64
  status: 48, // i32
  node: 24, // u64
  slot: 52, // i32
  dead: 56, // u32
  min: 32, // u64
  max: 40, // u64
} as const;

/** Offsets of the fields of struct mpl_state_record (core/src/records.h); BYTES is its size. */
export const STATE = {
  BYTES: 80,
  index: 0, // u64
  last: 8, // u64
  min: 16, // u64
  max: 24, // u64
  status: 40, // i32
  node: 32, // u64
  offset: 44, // u32
  end: 48, // u32
  realEnd: 52, // i32
  held: 56, // u32
  storeType: 60, // i32
  inner: 64, // u32
  gone: 68, // u32
  lost: 72, // u32
  tree: 76, // u32
} as const;

/** Offsets of the fields of struct mpl_facts_record (core/src/records.h); BYTES is its size. */
export const FACTS = {
  BYTES: 16,
  height: 0, // u32
  nodes: 4, // u32
  leaves: 8, // u32
  entries: 12, // u32
} as const;

/** Offsets of the fields of struct mpl_range_record (core/src/records.h); BYTES is its size. */
export const RANGE = {
  BYTES: 24,
  first: 0, // u64
  last: 8, // u64
  word: 16, // u64
} as const;

/** Offsets of the fields of struct mpl_space_record (core/src/records.h); BYTES is its size. */
export const SPACE = {
  BYTES: 88,
  mmapBase: 0, // u64
  brkStart: 8, // u64
  brk: 16, // u64
  totalVm: 24, // u64
  dataVm: 32, // u64
  execVm: 40, // u64
  stackVm: 48, // u64
  lockedVm: 56, // u64
  rssAnon: 64, // u64
  rssFile: 72, // u64
  mapCount: 80, // u32
  tables: 84, // u32
} as const;

/** Offsets of the fields of struct mpl_vma (core/src/records.h); BYTES is its size. */
export const VMA = {
  BYTES: 56,
  first: 0, // u64
  last: 8, // u64
  offset: 16, // u64
  number: 24, // u32
  flags: 28, // u32
  file: 32, // u32
  anon: 36, // u32
  chain: 40, // u32
  space: 44, // u32
} as const;

/** Offsets of the fields of struct mpl_table_record (core/src/records.h); BYTES is its size. */
export const TABLE = {
  BYTES: 16,
  base: 0, // u64
  level: 8, // u32
  used: 12, // u32
} as const;

/** Offsets of the fields of struct mpl_account (core/src/records.h); BYTES is its size. */
export const ACCOUNT = {
  BYTES: 16,
  obtained: 0, // u64
  returned: 8, // u64
} as const;

/** Offsets of the fields of struct mpl_fork_record (core/src/records.h); BYTES is its size. */
export const FORK = {
  BYTES: 144,
  error: 0, // i32
  point: 4, // u32
  site: 8, // u32
  at: 12, // u32
  endVma: 16, // u32
  by: 20, // u32
  undo: 24, // u32
  wrongCeiling: 28, // u32
  treeEnd: 32, // u64
  ceiling: 40, // u64
  mapCount: 48, // u32
  removed: 52, // u32
  tablesLeft: 56, // u32
  rules: 60, // u32
  rulesChecked: 64, // u32
  copiedNodes: 68, // u32
  pagesCopied: 72, // u64
  charged: 80, // u64
  uncharged: 88, // u64
  passes: 96, // u32x11
} as const;

/** The sources that events come from, at the place of their numbers. */
export const SOURCES = [
  'core/src/slab.c',
  'core/src/prealloc.c',
  'core/src/walk.c',
  'core/src/gaps.c',
  'core/src/deal.c',
  'core/src/destroy.c',
  'core/src/replace.c',
  'core/src/decide.c',
  'core/src/leaf.c',
  'core/src/root.c',
  'core/src/split.c',
  'core/src/combine.c',
  'core/src/rebalance.c',
  'core/src/span.c',
  'core/src/bulk.c',
  'core/src/store.c',
  'core/src/search.c',
  'core/src/dup.c',
  'core/src/tree.c',
  'core/src/neighbour.c',
  'core/src/iter.c',
  'core/wasm/readers.c',
  'core/wasm/corrupt.c',
  'core/mm/vma.c',
  'core/mm/cut.c',
  'core/mm/join.c',
  'core/mm/modify.c',
  'core/mm/sites.c',
  'core/mm/tables.c',
  'core/mm/pages.c',
  'core/mm/touch.c',
  'core/mm/free.c',
  'core/mm/fork.c',
  'core/mm/undo.c',
] as const;

/** Flags of a tree. */
export const TREE_FLAGS = {
  ALLOC_RANGE: 1,
  USE_RCU: 2,
  HEIGHT_SHIFT: 2,
  HEIGHT_MASK: 124,
  ALLOC_WRAPPED: 0x800,
  RELEASE_SHIFT: 12,
  RELEASE_MASK: 0xf000,
} as const;

/** The low byte of a place's state. */
export const PLACE_STATES = { FREE: 0, LIVE: 1, DEFERRED: 2 } as const;

/** Marks of a decision. */
export const DECIDED_MARKS = {
  RCU: 1,
  BULK: 2,
  STORED: 4,
  WIDENED: 8,
  SPAN: 16,
  RELEASE_SHIFT: 8,
} as const;

/** Marks in the request log. */
export const REQUEST_MARKS = { BULK: 0x40000000, REFUSED: 0x80000000 } as const;

/** The zero entry. */
export const ZERO_WORD = 0x406n;

/** The regions of memory that a snapshot contains, at the place of its numbers. */
export const REGIONS = [
  'slab',
  'places',
  'nodes',
  'trees',
  'readers',
  'corruptions',
  'states',
  'spaces',
  'vmas',
  'tables',
] as const;

/** Capacities. */
export const LIMITS = {
  trees: 1024,
  readers: 64,
  corruptions: 64,
  states: 64,
  places: 2097152,
  events: 65536,
  decided: 64,
  requests: 262144,
  findings: 256,
  ranges: 4096,
  requestsMax: 10000,
  vmas: 1024,
  spaces: 256,
} as const;

