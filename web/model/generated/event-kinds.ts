// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the core tells about itself. Printed by core/wasm/describe.c (`make -C core tables`); not to be edited.

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
  { name: 'mapped_page', node: null, slot: 'as: 0 zero page, 1 page of its own, 2 page of a file, 3 memory of a device', count: 'pages', a: 'first address', b: 'last address', sentence: '{count} pages of {a} to {b} become present.' },
  { name: 'pages_written', node: null, slot: 'as it was: 0 zero page, 1 page of a file, 2 not writable, 3 clean', count: 'pages', a: 'first address', b: 'last address', sentence: 'A write changes {count} pages of {a} to {b} that were present.' },
  { name: 'anon_obtained', node: null, slot: '0 new, 1 of a neighbour', count: 'number of the VMA', a: 'number of the anon_vma', b: 'elements of its chain', sentence: 'VMA {count} has anon_vma {a} now, and a chain of {b}.' },
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
