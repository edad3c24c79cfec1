// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the core tells about itself. Printed by core/wasm/describe.c (`make -C core tables`); not to be edited.

/** Changes with everything below; mpl_abi() of a module that fits gives the same. */
export const ABI = 0xae70c3b5;

/** Offsets of the fields of struct mpl_step_record (core/wasm/records.h); BYTES is its size. */
export const STEP = {
  BYTES: 144,
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
} as const;

/** Offsets of the fields of struct mpl_finding (core/wasm/records.h); BYTES is its size. */
export const FINDING = {
  BYTES: 32,
  invariant: 0, // u32
  node: 4, // u32
  slot: 8, // i32
  excused: 12, // u32
  found: 16, // u64
  wanted: 24, // u64
} as const;

/** Offsets of the fields of struct mpl_place (core/wasm/records.h); BYTES is its size. */
export const PLACE = {
  BYTES: 8,
  id: 0, // u32
  state: 4, // u32
} as const;

/** Offsets of the fields of struct mpl_event_record (core/wasm/records.h); BYTES is its size. */
export const EVENT = {
  BYTES: 32,
  kind: 0, // u16
  file: 2, // u16
  line: 4, // u16
  slot: 6, // u16
  node: 8, // u32
  count: 12, // u32
  a: 16, // u64
  b: 24, // u64
} as const;

/** Offsets of the fields of struct mpl_decided_record (core/wasm/records.h); BYTES is its size. */
export const DECIDED = {
  BYTES: 112,
  first: 0, // u64
  last: 8, // u64
  word: 16, // u64
  min: 24, // u64
  max: 32, // u64
  lastPivot: 40, // u64
  tree: 48, // u32
  node: 52, // u32
  storeType: 56, // u32
  marks: 60, // u32
  slot: 64, // u32
  lastSlot: 68, // u32
  end: 72, // u32
  newEnd: 76, // u32
  height: 80, // u32
  passed: 84, // u32
  vacant: 88, // u32
  sufficient: 92, // u32
  needed: 96, // u32
  asked: 100, // u32
  used: 104, // u32
  event: 108, // u32
} as const;

/** Offsets of the fields of struct mpl_tree_record (core/wasm/records.h); BYTES is its size. */
export const TREE = {
  BYTES: 32,
  root: 0, // u64
  address: 8, // u64
  flags: 16, // u32
  bulkLoaded: 20, // u32
  next: 24, // u64
} as const;

/** Offsets of the fields of struct mpl_visit_record (core/wasm/records.h); BYTES is its size. */
export const VISIT = {
  BYTES: 56,
  index: 0, // u64
  last: 8, // u64
  word: 16, // u64
  status: 24, // i32
  node: 28, // u32
  slot: 32, // i32
  dead: 36, // u32
  min: 40, // u64
  max: 48, // u64
} as const;

/** Offsets of the fields of struct mpl_facts_record (core/wasm/records.h); BYTES is its size. */
export const FACTS = {
  BYTES: 16,
  height: 0, // u32
  nodes: 4, // u32
  leaves: 8, // u32
  entries: 12, // u32
} as const;

/** Offsets of the fields of struct mpl_range_record (core/wasm/records.h); BYTES is its size. */
export const RANGE = {
  BYTES: 24,
  first: 0, // u64
  last: 8, // u64
  word: 16, // u64
} as const;

/** Offsets of the fields of struct mpl_space_record (core/wasm/records.h); BYTES is its size. */
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

/** Offsets of the fields of struct mpl_vma (core/wasm/records.h); BYTES is its size. */
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

/** Offsets of the fields of struct mpl_table_record (core/wasm/records.h); BYTES is its size. */
export const TABLE = {
  BYTES: 16,
  base: 0, // u64
  level: 8, // u32
  used: 12, // u32
} as const;

/** Offsets of the fields of struct mpl_account (core/wasm/records.h); BYTES is its size. */
export const ACCOUNT = {
  BYTES: 16,
  obtained: 0, // u64
  returned: 8, // u64
} as const;

/** Offsets of the fields of struct mpl_fork_record (core/wasm/records.h); BYTES is its size. */
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

/** What a kind of event is called and what its fields mean (null: unused); `{node}` and so on in a sentence stand for fields. */
export interface EventKind {
  readonly name: string;
  readonly node: string | null;
  readonly slot: string | null;
  readonly count: string | null;
  readonly a: string | null;
  readonly b: string | null;
  readonly sentence: string;
}

/** Every kind of event, at the place of its number. */
export const EVENT_KINDS = [
  { name: 'descend', node: 'node left', slot: 'slot taken', count: null, a: 'first index of the child', b: 'last index of the child', sentence: 'From slot {slot} of node {node} down to the child that covers {a} to {b}.' },
  { name: 'arrive', node: 'leaf', slot: 'slot found', count: 'slots used', a: 'first index of the slot', b: 'last index of the slot', sentence: 'Arrived in leaf {node} at slot {slot}, which covers {a} to {b}.' },
  { name: 'climb', node: 'node left', slot: 'its slot in the parent', count: null, a: null, b: null, sentence: 'From node {node} up to its parent, where it is slot {slot}.' },
  { name: 'span_seen', node: 'node', slot: 'slot', count: null, a: 'last index to be written', b: 'last index of the slot', sentence: 'The range ends at {a}, slot {slot} of node {node} at {b}: the store spans nodes.' },
  { name: 'null_widened', node: 'leaf', slot: 'first slot', count: null, a: 'first index now', b: 'last index now', sentence: 'Free indexes beside it join: the range of NULL to be written is {a} to {b} now.' },
  { name: 'type_chosen', node: 'leaf', slot: 'slot', count: 'store type', a: 'nodes to ask for', b: 'vacant height * 256 + sufficient height', sentence: 'The store is of type {count} and may need {a} nodes.' },
  { name: 'retry', node: null, slot: null, count: 'nodes held', a: 'nodes still missing', b: null, sentence: 'Memory was refused with {a} nodes missing; {count} are held, and the operation starts again.' },
  { name: 'request_single', node: null, slot: null, count: '1', a: '1 if the asker may wait', b: 'number of the request', sentence: 'One node is requested.' },
  { name: 'request_bulk', node: null, slot: null, count: 'nodes', a: '1 if the asker may wait', b: 'number of the request', sentence: '{count} nodes are requested in bulk.' },
  { name: 'refused', node: null, slot: null, count: 'nodes', a: null, b: 'number of the request', sentence: 'The request for {count} nodes is refused.' },
  { name: 'node_out', node: 'node', slot: null, count: null, a: 'place in the slab', b: null, sentence: 'Node {node} is handed out.' },
  { name: 'free_single', node: 'node', slot: null, count: '1', a: null, b: null, sentence: 'Node {node} is freed.' },
  { name: 'free_bulk', node: 'first node', slot: null, count: 'nodes', a: null, b: null, sentence: '{count} nodes are freed in bulk.' },
  { name: 'defer_node', node: 'node', slot: null, count: '1', a: null, b: null, sentence: 'Node {node} will be freed when the grace period ends.' },
  { name: 'defer_subtree', node: 'top node', slot: null, count: 'nodes', a: 'kind', b: null, sentence: 'Node {node} and all below it, {count} nodes, will be freed when the grace period ends.' },
  { name: 'grace', node: null, slot: null, count: 'deferred calls', a: null, b: null, sentence: 'The grace period ends.' },
  { name: 'grace_waits', node: null, slot: null, count: 'deferred calls', a: 'nodes', b: 'readers that are in', sentence: '{a} nodes must be kept: a reader that was there before may still be looking at them.' },
  { name: 'stock_take', node: 'node', slot: null, count: 'nodes still held', a: null, b: null, sentence: 'Node {node} is taken from the reserve; {count} are left.' },
  { name: 'stock_give', node: 'node', slot: null, count: 'nodes held now', a: null, b: null, sentence: 'Node {node} is put into the reserve, which holds {count} now.' },
  { name: 'stock_release', node: null, slot: null, count: 'nodes', a: null, b: null, sentence: 'The {count} nodes left in reserve are given back.' },
  { name: 'gathered', node: null, slot: null, count: 'items', a: 'first index', b: 'last index', sentence: '{count} slots are gathered in a row that covers {a} to {b}.' },
  { name: 'cut_chosen', node: null, slot: 'last item of the left part', count: 'items in the row', a: 'why: 0 half, 1 third, 2 push left, 3 push right, 4 bulk', b: 'item proposed, before a NULL moved it', sentence: 'The row of {count} is cut after item {slot}.' },
  { name: 'node_built', node: 'node', slot: 'last used slot', count: 'kind', a: 'first index', b: 'last index', sentence: 'Node {node} is built to cover {a} to {b} with {slot} as its last slot.' },
  { name: 'slot_written', node: 'node', slot: 'slot', count: null, a: 'old word', b: 'new word', sentence: 'Slot {slot} of node {node} is written.' },
  { name: 'pivot_written', node: 'node', slot: 'slot', count: null, a: 'old pivot', b: 'new pivot', sentence: 'Pivot {slot} of node {node} becomes {b}.' },
  { name: 'end_written', node: 'node', slot: 'last used slot', count: null, a: null, b: null, sentence: 'Slot {slot} is the last used slot of node {node} now.' },
  { name: 'leaf_rewritten', node: 'leaf', slot: 'slot of the entry', count: 'slots used', a: null, b: null, sentence: 'Leaf {node} is written anew with {count} slots.' },
  { name: 'push', node: 'sibling', slot: 'its slot', count: 'items of both', a: '0 left, 1 right', b: null, sentence: 'The sibling in slot {slot} has room: the {count} slots of both are shared out between two.' },
  { name: 'pulled', node: 'neighbour', slot: null, count: 'items now', a: 'levels climbed to reach it', b: '0 right, 1 left', sentence: 'Too few slots: neighbour {node} is taken in, which makes {count}.' },
  { name: 'converged', node: 'node', slot: null, count: 'items', a: null, b: null, sentence: 'Both sides have met in node {node}: the {count} children in its range fit one node, and no node above is replaced.' },
  { name: 'linked', node: 'new node', slot: 'slot in the parent', count: null, a: 'id of the parent, 0 for the root', b: 'id of the old node', sentence: 'Node {node} takes the place of node {b}.' },
  { name: 'dead', node: 'node', slot: null, count: null, a: null, b: null, sentence: 'Node {node} is dead.' },
  { name: 'adopted', node: 'child', slot: 'slot', count: null, a: 'id of the old parent', b: 'id of the new parent', sentence: 'Node {node} belongs to slot {slot} of node {b} now.' },
  { name: 'subtree_dead', node: 'top node', slot: null, count: null, a: 'first index', b: 'last index', sentence: 'All below node {node} was overwritten, {a} to {b}.' },
  { name: 'height_changed', node: 'root', slot: null, count: 'new height', a: 'old height', b: null, sentence: 'The tree is {count} levels high now.' },
  { name: 'root_written', node: null, slot: null, count: null, a: 'old root word', b: 'new root word', sentence: 'The root word is written.' },
  { name: 'gap_written', node: 'node', slot: 'slot', count: 'gap offset now', a: 'old gap', b: 'new gap', sentence: 'The longest gap below slot {slot} of node {node} is {b} now.' },
  { name: 'gap_looked_at', node: 'node', slot: 'slot', count: 'verdict: 0 taken, 1 too small, 2 occupied, 3 before the window, 4 beyond the window, 5 untracked', a: 'gap there', b: 'size wanted', sentence: 'Slot {slot} of node {node} has {a} free of {b} wanted.' },
  { name: 'sidestep', node: 'leaf', slot: 'slot reached', count: '0 to the right, 1 to the left', a: 'first index', b: 'last index', sentence: 'One slot further: slot {slot} of leaf {node}, which covers {a} to {b}.' },
  { name: 'visited', node: 'leaf, 0 for none', slot: 'slot', count: 'status', a: 'first index', b: 'last index', sentence: 'The move ends at {a} to {b}.' },
  { name: 'dead_met', node: 'dead leaf', slot: 'slot stood on', count: null, a: 'index walked to', b: null, sentence: 'Node {node} was replaced in the meantime: the reader walks to {a} again.' },
  { name: 'reader_parked', node: 'leaf, 0 for none', slot: 'slot', count: 'reader', a: 'first index', b: 'last index', sentence: 'Reader {count} waits at {a} to {b}; what it may be looking at is kept.' },
  { name: 'reader_left', node: 'leaf, 0 for none', slot: null, count: 'reader', a: null, b: null, sentence: 'Reader {count} is done.' },
  { name: 'copied', node: 'new node', slot: 'last used slot', count: null, a: 'id of the source', b: null, sentence: 'Node {node} is a copy of node {a}.' },
  { name: 'bulk_evened', node: 'last leaf', slot: 'slots moved', count: 'slots used', a: 'id of its left sibling', b: null, sentence: 'The last leaf was too small: {slot} slots move over from its left sibling.' },
  { name: 'corrupted', node: 'node', slot: 'slot', count: 'field: 0 pivot, 1 slot, 2 gap, 3 end, 4 gapmeta, 5 parent', a: 'old value', b: 'new value', sentence: 'A field of node {node} is written over: {a} becomes {b}.' },
  { name: 'vma_made', node: null, slot: null, count: 'number of the VMA', a: 'first address', b: 'last address', sentence: 'VMA {count} is made for {a} to {b}.' },
  { name: 'vma_changed', node: null, slot: null, count: 'number of the VMA', a: 'first address now', b: 'last address now', sentence: 'VMA {count} covers {a} to {b} now.' },
  { name: 'vma_freed', node: null, slot: null, count: 'number of the VMA', a: 'first address', b: 'last address', sentence: 'VMA {count} is freed.' },
  { name: 'charged', node: null, slot: null, count: 'pages', a: 'pages', b: null, sentence: '{count} pages are charged to the commit account.' },
  { name: 'uncharged', node: null, slot: null, count: 'pages', a: 'pages', b: null, sentence: '{count} pages are given back to the commit account.' },
  { name: 'mapped_page', node: null, slot: null, count: 'pages', a: 'first address', b: 'last address', sentence: '{count} pages of {a} to {b} become present.' },
  { name: 'table_made', node: null, slot: null, count: 'level: 1 PTE, 2 PMD, 3 PUD', a: 'first address', b: null, sentence: 'A page table of level {count} is made for the addresses from {a} on.' },
  { name: 'table_freed', node: null, slot: null, count: 'level: 1 PTE, 2 PMD, 3 PUD', a: 'first address', b: null, sentence: 'The page table of level {count} for the addresses from {a} on is freed.' },
  { name: 'pages_unmapped', node: null, slot: null, count: 'pages', a: 'first address', b: 'last address', sentence: '{count} pages of {a} to {b} are no longer present.' },
  { name: 'pages_protected', node: null, slot: null, count: 'pages', a: 'first address', b: 'last address', sentence: '{count} pages of {a} to {b} are no longer writable.' },
  { name: 'pages_moved', node: null, slot: null, count: 'pages', a: 'first address before', b: 'first address now', sentence: '{count} pages move from {a} to {b}.' },
  { name: 'pages_copied', node: null, slot: null, count: 'page-table entries', a: 'first address', b: 'last address', sentence: '{count} page-table entries of {a} to {b} are copied for the child.' },
  { name: 'free_range', node: null, slot: null, count: null, a: 'first address', b: 'address behind the last, 0 for the top', sentence: 'Page tables from {a} up to {b} are to be freed.' },
  { name: 'free_limits', node: null, slot: null, count: null, a: 'floor', b: 'ceiling, 0 for the top', sentence: 'Tables that reach below {a} or beyond {b} stay; as a ceiling, 0 stands for the top.' },
  { name: 'site_failed', node: null, slot: 'site: 2 mm, 3 signal, 4 commit, 5 vma, 6 policy, 7 uffd, 8 anon, 9 page, 10 hook', count: 'which pass of it', a: 'number of the parent\'s VMA, 0 for none', b: null, sentence: 'Pass {count} of failure site {slot} fails.' },
  { name: 'fork_begins', node: null, slot: null, count: 'by: 0 dup, 1 bulk, 2 stores', a: 'undo: 0 marker, 1 range', b: '1 if the ceiling is to be wrong', sentence: 'A fork begins.' },
  { name: 'fork_vma', node: null, slot: null, count: 'number of the parent\'s VMA', a: 'first address', b: 'last address', sentence: 'The parent\'s VMA {count}, {a} to {b}, is treated.' },
  { name: 'vma_in', node: null, slot: null, count: 'number of the child\'s VMA', a: 'first address', b: 'last address', sentence: 'The child\'s own VMA {count}, {a} to {b}, is in its tree.' },
  { name: 'vma_skipped', node: null, slot: null, count: 'number of the parent\'s VMA', a: 'first address', b: 'last address', sentence: 'The parent\'s VMA {count}, {a} to {b}, is not copied: DONTCOPY.' },
  { name: 'marker_set', node: null, slot: null, count: 'number of the parent\'s VMA', a: 'first address', b: 'last address', sentence: 'The zero entry marks {a} to {b}, where the first VMA stands that was not duplicated: {count} of the parent.' },
  { name: 'fork_failed', node: null, slot: null, count: 'failure point F1 to F12', a: 'number of the parent\'s VMA, 0 for none', b: 'error number', sentence: 'The fork fails at point F{count}.' },
  { name: 'undo_begins', node: null, slot: null, count: 'number of the parent\'s VMA not duplicated, 0 for none', a: 'where the walk over the tree ends, 0 for the top', b: 'ceiling of the page tables, 0 for the top', sentence: 'What was duplicated below {a} is undone; the page tables are freed up to {b}. 0 stands for the top.' },
  { name: 'exit_begins', node: null, slot: null, count: 'VMAs', a: null, b: null, sentence: 'The address space with its {count} VMAs is torn down.' },
  { name: 'exit_ends', node: null, slot: null, count: 'VMAs removed', a: 'page tables left', b: 'pages given back to the commit account', sentence: '{count} VMAs were removed; {a} page tables are left.' },
] as const satisfies readonly EventKind[];

export type EventName = (typeof EVENT_KINDS)[number]['name'];

/** The sources that events come from, at the place of their numbers. */
export const SOURCES = [
  'core/src/slab.c',
  'core/src/stock.c',
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
  'core/src/iterate.c',
  'core/src/moves.c',
  'core/wasm/readers.c',
  'core/wasm/corrupt.c',
  'core/mm/vma.c',
  'core/mm/cut.c',
  'core/mm/join.c',
  'core/mm/modify.c',
  'core/mm/sites.c',
  'core/mm/tables.c',
  'core/mm/pages.c',
  'core/mm/free.c',
  'core/mm/fork.c',
  'core/mm/undo.c',
] as const;

/** The layout of a node: byte offsets, counts, minima (compared with the offset of the last used slot). */
export const NODE = {
  BYTES: 256,
  PARENT: 0,
  PIVOTS: 8,
  leaf: { KIND: 1, SLOTS: 16, MIN: 6, SLOT: 128, END: 248, GAPMETA: 249 },
  range: { KIND: 2, SLOTS: 16, MIN: 6, SLOT: 128, END: 248, GAPMETA: 249 },
  arange: { KIND: 3, SLOTS: 10, MIN: 4, SLOT: 80, GAP: 160, END: 240, GAPMETA: 241 },
  /** Address of the node at place 0; each place is BYTES further. */
  BASE: 0xffff888000000000n,
  HEIGHT_MAX: 31,
} as const;

/** Result codes; ERETRY is ours. */
export const ERRORS = { ENOMEM: -12, EBUSY: -16, EEXIST: -17, EINVAL: -22, ERETRY: -1000 } as const;

/** enum store_type, at the place of its numbers. */
export const STORE_TYPE_NAMES = [
  'invalid',
  'new_root',
  'store_root',
  'exact_fit',
  'spanning_store',
  'split_store',
  'rebalance',
  'append',
  'node_store',
  'slot_store',
] as const;

/** enum maple_status, at the place of its numbers. */
export const STATUS_NAMES = [
  'active',
  'start',
  'root',
  'none',
  'pause',
  'overflow',
  'underflow',
  'error',
] as const;

/** enum mpl_move, at the place of its numbers. */
export const MOVE_NAMES = [
  'walk',
  'next',
  'prev',
  'find',
  'find_rev',
  'next_range',
  'prev_range',
  'find_range',
  'find_range_rev',
  'pause',
  'reset',
  'set',
] as const;

/** enum mpl_field, at the place of its numbers. */
export const CORRUPT_FIELDS = ['pivot', 'slot', 'gap', 'end', 'gapmeta', 'parent'] as const;

/** What a gap search thought of a slot, at the place of the verdict in the event gap_looked_at. */
export const GAP_VERDICTS = [
  'taken',
  'too small',
  'occupied',
  'before the window',
  'beyond the window',
  'untracked',
] as const;

/** Flags of a tree. */
export const TREE_FLAGS = {
  ALLOC_RANGE: 1,
  USE_RCU: 2,
  HEIGHT_SHIFT: 2,
  HEIGHT_MASK: 124,
  ALLOC_WRAPPED: 0x800,
  WHOLE_HEIGHT: 0x1000,
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
  WHOLE_HEIGHT: 32,
} as const;

/** Marks in the request log. */
export const REQUEST_MARKS = { BULK: 0x40000000, REFUSED: 0x80000000 } as const;

/** The zero entry. */
export const ZERO_WORD = 0x406n;

/** The regions of memory that a snapshot holds, at the place of their numbers. */
export const REGIONS = ['slab', 'places', 'nodes', 'trees', 'readers', 'corruptions', 'spaces', 'vmas', 'tables'] as const;

/** How much there is room for. */
export const LIMITS = {
  trees: 1024,
  readers: 64,
  corruptions: 64,
  places: 2097152,
  events: 65536,
  decided: 64,
  requests: 16384,
  findings: 256,
  ranges: 4096,
  requestsMax: 10000,
  vmas: 1024,
  spaces: 256,
} as const;

/** enum mpl_site, at the place of its numbers. */
export const SITE_NAMES = [
  'request',
  'node',
  'mm',
  'signal',
  'commit',
  'vma',
  'policy',
  'uffd',
  'anon',
  'page',
  'hook',
] as const;

/** enum mpl_object, at the place of its numbers. */
export const OBJECT_NAMES = [
  'nodes',
  'vmas',
  'anon_vmas',
  'chains',
  'policies',
  'uffds',
  'files',
  'tables',
  'commit',
  'resident',
  'mms',
] as const;

/** enum mpl_advice, at the place of its numbers. */
export const ADVICE_NAMES = [
  'dontfork',
  'dofork',
  'wipeonfork',
  'keeponfork',
  'policy',
  'policy off',
  'uffd',
  'uffd off',
  'lock',
  'unlock',
] as const;

/** enum mpl_fork_by and enum mpl_fork_undo, at the place of their numbers. */
export const FORK_BY = ['dup', 'bulk', 'stores'] as const;
export const FORK_UNDO = ['marker', 'range'] as const;

/** enum mpl_vma_flags. */
export const VMA_BITS = {
  READ: 0x1,
  WRITE: 0x2,
  EXEC: 0x4,
  SHARED: 0x8,
  GROWS: 0x10,
  DONTCOPY: 0x20,
  WIPEONFORK: 0x40,
  LOCKED: 0x80,
  LOCKONFAULT: 0x100,
  ACCOUNT: 0x200,
  PFNMAP: 0x400,
  MIXEDMAP: 0x800,
  UFFD_WP: 0x1000,
  UFFD: 0x2000,
  POLICY: 0x4000,
  HEAP: 0x8000,
  NORESERVE: 0x10000,
} as const;
