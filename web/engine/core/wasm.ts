// SPDX-License-Identifier: GPL-2.0-or-later
//
// Loads the core's module and gives its functions types. The same file in page, worker, tests and command line; where
// the bytes come from is the caller's matter. Knows no tree.
//
// The module grows its memory by itself, at any call that may need nodes; a view taken before is dead afterwards. So
// nobody keeps one: `view()` and `bytes()` give one that is alive.

import { ABI } from '../generated/tables';

/** The functions of core/wasm/exports.h. An i64 comes back signed: `index()` makes it what it is. */
export interface CoreExports {
  readonly memory: WebAssembly.Memory;
  readonly _initialize?: () => void;
  readonly mpl_abi: () => number;
  readonly mpl_reset: () => void;
  readonly mpl_tree_new: (flags: number) => number;
  readonly mpl_tree_drop: (tree: number) => number;
  readonly mpl_set_rcu: (tree: number, on: number) => number;
  readonly mpl_tree_info: (tree: number) => number;
  readonly mpl_store: (tree: number, first: bigint, last: bigint, word: bigint) => number;
  readonly mpl_insert: (tree: number, first: bigint, last: bigint, word: bigint) => number;
  readonly mpl_erase: (tree: number, at: bigint) => number;
  readonly mpl_load: (tree: number, at: bigint) => number;
  readonly mpl_walk: (tree: number, at: bigint) => number;
  readonly mpl_prealloc: (tree: number, first: bigint, last: bigint, word: bigint, walk: number) => number;
  readonly mpl_empty_area: (tree: number, min: bigint, max: bigint, size: bigint, rev: number) => number;
  readonly mpl_dup: (source: number, target: number) => number;
  readonly mpl_destroy: (tree: number) => number;
  readonly mpl_bulk_begin: (tree: number, expected: bigint) => number;
  readonly mpl_bulk_store: (first: bigint, last: bigint, word: bigint) => number;
  readonly mpl_bulk_end: () => number;
  readonly mpl_alloc: (tree: number, size: bigint, min: bigint, max: bigint, word: bigint, rev: number) => number;
  readonly mpl_cyclic: (tree: number, min: bigint, max: bigint, word: bigint) => number;
  readonly mpl_set_next: (tree: number, next: bigint) => number;
  readonly mpl_cursor_begin: (tree: number, at: bigint) => number;
  readonly mpl_cursor_move: (move: number, limit: bigint) => number;
  readonly mpl_cursor_end: () => number;
  readonly mpl_visit: () => number;
  readonly mpl_reader_open: (tree: number, at: bigint) => number;
  readonly mpl_reader_resume: (reader: number) => number;
  readonly mpl_reader_close: (reader: number) => number;
  readonly mpl_reader_info: (reader: number) => number;
  readonly mpl_reader_tree: (reader: number) => number;
  readonly mpl_state_open: (tree: number) => number;
  readonly mpl_state_close: (state: number) => number;
  readonly mpl_state_set: (state: number, how: number, first: bigint, last: bigint) => number;
  readonly mpl_state_resume: (state: number) => number;
  readonly mpl_state_prepare: (state: number, word: bigint) => number;
  readonly mpl_state_store: (state: number, word: bigint, prepared: number) => number;
  readonly mpl_state_search: (state: number, min: bigint, max: bigint, size: bigint, rev: number) => number;
  readonly mpl_state_info: (state: number) => number;
  readonly mpl_states_held: () => number;
  readonly mpl_corrupt: (tree: number, line: number, field: number, slot: number, value: bigint) => number;
  readonly mpl_waiting: () => number;
  readonly mpl_space_new: () => number;
  readonly mpl_space_load: (mm: number, first: bigint, last: bigint, flags: number, file: number, offset: bigint, chain: number) => number;
  readonly mpl_space_map: (mm: number, first: bigint, last: bigint, flags: number, file: number, offset: bigint) => number;
  readonly mpl_space_map_any: (mm: number, bytes: bigint, flags: number, file: number, offset: bigint) => number;
  readonly mpl_space_unmap: (mm: number, first: bigint, last: bigint) => number;
  readonly mpl_space_protect: (mm: number, first: bigint, last: bigint, prot: number) => number;
  readonly mpl_space_brk_at: (mm: number, start: bigint) => number;
  readonly mpl_space_brk: (mm: number, end: bigint) => number;
  readonly mpl_space_remap: (mm: number, first: bigint, bytes: bigint, newBytes: bigint, to: bigint, mayMove: number) => number;
  readonly mpl_space_touch: (mm: number, first: bigint, last: bigint, write: number) => number;
  readonly mpl_space_advise: (mm: number, first: bigint, last: bigint, advice: number) => number;
  readonly mpl_space_lock_all: (mm: number, how: number) => number;
  readonly mpl_space_limit: (mm: number, limit: number, value: bigint) => number;
  readonly mpl_space_exec: (mm: number) => number;
  readonly mpl_space_set_base: (mm: number, base: bigint) => number;
  readonly mpl_space_exit: (mm: number) => number;
  readonly mpl_space_fork: (parent: number, by: number, undo: number, wrongCeiling: number) => number;
  readonly mpl_space_fork_end: () => number;
  readonly mpl_space_fork_record: () => number;
  readonly mpl_space_fork_accounts: () => number;
  readonly mpl_space_accounts: () => number;
  readonly mpl_space_info: (mm: number) => number;
  readonly mpl_space_vmas: (mm: number, from: bigint) => number;
  readonly mpl_space_vma_buffer: () => number;
  readonly mpl_space_tables: (mm: number) => number;
  readonly mpl_space_table_buffer: () => number;
  readonly mpl_space_fail_site: (site: number, vma: number, k: number, n: number) => void;
  readonly mpl_space_fail_every: (k: number, n: number) => void;
  readonly mpl_space_fail_chance: (percent: number, seed: bigint, n: number) => void;
  readonly mpl_space_fail_off: () => void;
  readonly mpl_space_passed: (site: number) => number;
  readonly mpl_space_armed: (site: number) => number;
  readonly mpl_record: () => number;
  readonly mpl_requests: () => number;
  readonly mpl_requests_kept: () => number;
  readonly mpl_events: () => number;
  readonly mpl_fail_request: (k: number, n: number) => void;
  readonly mpl_fail_node: (k: bigint) => void;
  readonly mpl_set_limits: (nodes: number, requests: number) => void;
  readonly mpl_skip_ids: (handedOut: bigint) => void;
  readonly mpl_live: () => number;
  readonly mpl_sum: (tree: number) => bigint;
  readonly mpl_contents: (tree: number) => bigint;
  readonly mpl_facts: (tree: number) => number;
  readonly mpl_validate: (tree: number) => number;
  readonly mpl_findings: () => number;
  readonly mpl_sound: (tree: number) => number;
  readonly mpl_ranges: (tree: number, from: bigint, most: number) => number;
  readonly mpl_range_buffer: () => number;
  readonly mpl_slab_base: () => number;
  readonly mpl_place_table: () => number;
  readonly mpl_region: (region: number) => number;
  readonly mpl_region_bytes: (region: number) => number;
  readonly mpl_reserve: (places: number) => number;
  readonly mpl_restored: () => void;
  readonly mpl_photo_arm: (event: number, place: number) => void;
  readonly mpl_photo_heard: () => number;
  readonly mpl_photo_places: () => number;
  readonly mpl_photo_trees: () => number;
  readonly mpl_decided_begin: (from: number, photo: number) => void;
  readonly mpl_decided_end: () => void;
  readonly mpl_decided_count: () => number;
  readonly mpl_decided_types: () => number;
  readonly mpl_decided_records: () => number;
}

/** One instance of the core, at its start: no tree, no node. Instances share nothing. */
export interface Core {
  readonly calls: CoreExports;
  /** The memory as it is now, little endian by the caller's word; good until the next call. */
  readonly view: () => DataView;
  readonly bytes: () => Uint8Array;
  /** Another instance of the same module, at once: for workers and Node, where that may take a moment. */
  readonly again: () => Core;
}

export type Loaded = { readonly kind: 'core'; readonly core: Core } | { readonly kind: 'failed'; readonly message: string };

/** A compiled module; instantiate it as often as wanted. */
export async function compileCore(bytes: BufferSource): Promise<{ readonly kind: 'module'; readonly module: WebAssembly.Module } | { readonly kind: 'failed'; readonly message: string }> {
  try {
    return { kind: 'module', module: await WebAssembly.compile(bytes) };
  } catch (error) {
    return { kind: 'failed', message: `The core's WebAssembly could not be compiled: ${String(error)}` };
  }
}

/** A fresh instance. */
export async function startCore(module: WebAssembly.Module): Promise<Loaded> {
  try {
    const instance = await WebAssembly.instantiate(module, {});
    return wrap(module, instance.exports as unknown as CoreExports);
  } catch (error) {
    return { kind: 'failed', message: `The core could not be started: ${String(error)}` };
  }
}

function wrap(module: WebAssembly.Module, calls: CoreExports): Loaded {
  calls._initialize?.();
  const abi = calls.mpl_abi() >>> 0;
  if (abi !== ABI) {
    return { kind: 'failed', message: `The core and the page do not fit together (${abi.toString(16)}, not ${ABI.toString(16)}): build both again, or reload the page.` };
  }
  calls.mpl_reset();
  let view = new DataView(calls.memory.buffer);
  let bytes = new Uint8Array(calls.memory.buffer);
  return {
    kind: 'core',
    core: {
      calls,
      view: () => (view.buffer === calls.memory.buffer ? view : (view = new DataView(calls.memory.buffer))),
      again: () => {
        const loaded = wrap(module, new WebAssembly.Instance(module, {}).exports as unknown as CoreExports);
        if (loaded.kind === 'failed') throw new Error(loaded.message);
        return loaded.core;
      },
      bytes: () => (bytes.buffer === calls.memory.buffer ? bytes : (bytes = new Uint8Array(calls.memory.buffer))),
    },
  };
}
