// SPDX-License-Identifier: GPL-2.0-or-later
//
// Facts about the core. Printed by core/tables/describe.c (`make -C core tables`); not to be edited.

/** What a kind of event is called and what its fields mean (null: unused). */
export interface EventKind {
  readonly name: string;
  readonly node: string | null;
  readonly slot: string | null;
  readonly count: string | null;
  readonly a: string | null;
  readonly b: string | null;
}

/** Every kind of event, at the place of its number. */
export const EVENT_KINDS = [
  { name: 'descend', node: 'node left', slot: 'slot taken', count: null, a: 'first index of the child', b: 'last index of the child', },
  { name: 'arrive', node: 'leaf', slot: 'slot found', count: 'slots used', a: 'first index of the slot', b: 'last index of the slot', },
  { name: 'climb', node: 'node left', slot: 'its slot in the parent', count: null, a: null, b: null, },
  { name: 'span_seen', node: 'node', slot: 'slot', count: null, a: 'last index to be written', b: 'last index of the slot', },
  { name: 'null_widened', node: 'leaf', slot: 'first slot', count: null, a: 'first index now', b: 'last index now', },
  { name: 'type_chosen', node: 'leaf', slot: 'slot', count: 'store type', a: 'nodes to request', b: 'vacant height * 256 + sufficient height', },
  { name: 'retry', node: null, slot: null, count: 'nodes held', a: 'nodes still missing', b: null, },
  { name: 'request_single', node: null, slot: null, count: '1', a: '1 if the caller may wait', b: 'number of the request', },
  { name: 'request_bulk', node: null, slot: null, count: 'nodes', a: '1 if the caller may wait', b: 'number of the request', },
  { name: 'refused', node: null, slot: null, count: 'nodes', a: null, b: 'number of the request', },
  { name: 'node_out', node: 'node', slot: null, count: null, a: 'place in the slab', b: null, },
  { name: 'free_single', node: 'node', slot: null, count: '1', a: null, b: null, },
  { name: 'free_bulk', node: 'first node', slot: null, count: 'nodes', a: null, b: null, },
  { name: 'defer_node', node: 'node', slot: null, count: '1', a: null, b: null, },
  { name: 'defer_subtree', node: 'top node', slot: null, count: 'nodes', a: 'kind', b: null, },
  { name: 'grace', node: null, slot: null, count: 'deferred calls', a: null, b: null, },
  { name: 'grace_waits', node: null, slot: null, count: 'deferred calls', a: 'nodes', b: 'readers that are in', },
  { name: 'prealloc_take', node: 'node', slot: null, count: 'nodes still held', a: null, b: null, },
  { name: 'prealloc_return', node: 'node', slot: null, count: 'nodes held now', a: null, b: null, },
  { name: 'prealloc_free', node: null, slot: null, count: 'nodes', a: null, b: null, },
  { name: 'gathered', node: null, slot: null, count: 'items', a: 'first index', b: 'last index', },
  { name: 'cut_chosen', node: null, slot: 'last item of the left part', count: 'items in the row', a: 'why: 0 half, 1 third, 2 push left, 3 push right, 4 bulk', b: 'item proposed, before a NULL moved it', },
  { name: 'node_built', node: 'node', slot: 'last used slot', count: 'kind', a: 'first index', b: 'last index', },
  { name: 'slot_written', node: 'node', slot: 'slot', count: null, a: 'old word', b: 'new word', },
  { name: 'pivot_written', node: 'node', slot: 'slot', count: null, a: 'old pivot', b: 'new pivot', },
  { name: 'end_written', node: 'node', slot: 'last used slot', count: null, a: null, b: null, },
  { name: 'leaf_rewritten', node: 'leaf', slot: 'slot of the entry', count: 'slots used', a: null, b: null, },
  { name: 'push', node: 'sibling', slot: 'its slot', count: 'items of both', a: '0 left, 1 right', b: null, },
  { name: 'pulled', node: 'neighbour', slot: null, count: 'items now', a: 'levels climbed to reach it', b: '0 right, 1 left', },
  { name: 'converged', node: 'node', slot: null, count: 'items', a: null, b: null, },
  { name: 'linked', node: 'new node', slot: 'slot in the parent', count: null, a: 'id of the parent, 0 for the root', b: 'id of the old node', },
  { name: 'dead', node: 'node', slot: null, count: null, a: null, b: null, },
  { name: 'adopted', node: 'child', slot: 'slot', count: null, a: 'id of the old parent', b: 'id of the new parent', },
  { name: 'subtree_dead', node: 'top node', slot: null, count: null, a: 'first index', b: 'last index', },
  { name: 'height_changed', node: 'root', slot: null, count: 'new height', a: 'old height', b: null, },
  { name: 'root_written', node: null, slot: null, count: null, a: 'old root word', b: 'new root word', },
  { name: 'gap_written', node: 'node', slot: 'slot', count: 'gap offset now', a: 'old gap', b: 'new gap', },
  { name: 'gap_looked_at', node: 'node', slot: 'slot', count: 'verdict: 0 taken, 1 too small, 2 occupied, 3 before the window, 4 beyond the window, 5 untracked', a: 'gap there', b: 'size wanted', },
  { name: 'sidestep', node: 'leaf', slot: 'slot reached', count: '0 to the right, 1 to the left', a: 'first index', b: 'last index', },
  { name: 'visited', node: 'leaf, 0 for none', slot: 'slot', count: 'status', a: 'first index', b: 'last index', },
  { name: 'dead_met', node: 'dead leaf', slot: 'slot stood on', count: null, a: 'index walked to', b: null, },
  { name: 'reader_parked', node: 'leaf, 0 for none', slot: 'slot', count: 'reader', a: 'first index', b: 'last index', },
  { name: 'reader_left', node: 'leaf, 0 for none', slot: null, count: 'reader', a: null, b: null, },
  { name: 'copied', node: 'new node', slot: 'last used slot', count: null, a: 'id of the source', b: null, },
  { name: 'bulk_evened', node: 'last leaf', slot: 'slots moved', count: 'slots used', a: 'id of its left sibling', b: null, },
  { name: 'corrupted', node: 'node', slot: 'slot', count: 'field: 0 pivot, 1 slot, 2 gap, 3 end, 4 gapmeta, 5 parent', a: 'old value', b: 'new value', },
  { name: 'vma_made', node: null, slot: null, count: 'number of the VMA', a: 'first address', b: 'last address', },
  { name: 'vma_changed', node: null, slot: null, count: 'number of the VMA', a: 'first address now', b: 'last address now', },
  { name: 'vma_freed', node: null, slot: null, count: 'number of the VMA', a: 'first address', b: 'last address', },
  { name: 'charged', node: null, slot: null, count: 'pages', a: 'pages', b: null, },
  { name: 'uncharged', node: null, slot: null, count: 'pages', a: 'pages', b: null, },
  { name: 'mapped_page', node: null, slot: 'as: 0 zero page, 1 page of its own, 2 page of a file, 3 memory of a device', count: 'pages', a: 'first address', b: 'last address', },
  { name: 'pages_written', node: null, slot: 'as it was: 0 zero page, 1 page of a file, 2 not writable, 3 clean', count: 'pages', a: 'first address', b: 'last address', },
  { name: 'anon_obtained', node: null, slot: '0 new, 1 of a neighbour', count: 'number of the VMA', a: 'number of the anon_vma', b: 'elements of its chain', },
  { name: 'table_made', node: null, slot: null, count: 'level: 1 PTE, 2 PMD, 3 PUD', a: 'first address', b: null, },
  { name: 'table_freed', node: null, slot: null, count: 'level: 1 PTE, 2 PMD, 3 PUD', a: 'first address', b: null, },
  { name: 'pages_unmapped', node: null, slot: null, count: 'pages', a: 'first address', b: 'last address', },
  { name: 'pages_protected', node: null, slot: null, count: 'pages', a: 'first address', b: 'last address', },
  { name: 'pages_moved', node: null, slot: null, count: 'pages', a: 'first address before', b: 'first address now', },
  { name: 'pages_copied', node: null, slot: null, count: 'page-table entries', a: 'first address', b: 'last address', },
  { name: 'free_range', node: null, slot: null, count: null, a: 'first address', b: 'address behind the last, 0 for the top', },
  { name: 'free_limits', node: null, slot: null, count: null, a: 'floor', b: 'ceiling, 0 for the top', },
  { name: 'site_failed', node: null, slot: 'site: 2 mm, 3 signal, 4 commit, 5 vma, 6 policy, 7 uffd, 8 anon, 9 page, 10 hook', count: 'which pass of it', a: 'number of the parent\'s VMA, 0 for none', b: null, },
  { name: 'fork_begins', node: null, slot: null, count: 'by: 0 dup, 1 bulk, 2 stores', a: 'undo: 0 marker, 1 range', b: '1 if the ceiling is to be wrong', },
  { name: 'fork_vma', node: null, slot: null, count: 'number of the parent\'s VMA', a: 'first address', b: 'last address', },
  { name: 'vma_in', node: null, slot: null, count: 'number of the child\'s VMA', a: 'first address', b: 'last address', },
  { name: 'vma_skipped', node: null, slot: null, count: 'number of the parent\'s VMA', a: 'first address', b: 'last address', },
  { name: 'marker_set', node: null, slot: null, count: 'number of the parent\'s VMA', a: 'first address', b: 'last address', },
  { name: 'fork_failed', node: null, slot: null, count: 'failure point F1 to F12', a: 'number of the parent\'s VMA, 0 for none', b: 'error number', },
  { name: 'undo_begins', node: null, slot: null, count: 'number of the parent\'s VMA not duplicated, 0 for none', a: 'where the walk over the tree ends, 0 for the top', b: 'ceiling of the page tables, 0 for the top', },
  { name: 'exit_begins', node: null, slot: null, count: 'VMAs', a: null, b: null, },
  { name: 'exit_ends', node: null, slot: null, count: 'VMAs removed', a: 'page tables left', b: 'pages taken off the commit charge', },
] as const satisfies readonly EventKind[];
