// SPDX-License-Identifier: GPL-2.0-or-later
//
// The only file that reads or writes the core's linear memory beyond its records: trees as raw nodes, events as raw
// records, snapshots. Floor 3. What the bytes mean is told in decode.ts, which needs no core.

import { index, type Index } from '../base/index64';
import type { TreeHandle } from '../model/machine';
import { EVENT, EVENT_KINDS, LIMITS, NODE, PLACE, PLACE_STATES, REGIONS, STEP, TREE } from './generated/tables';
import type { Core } from './wasm';

/** A tree as its nodes lie in memory: plain, transferable, complete without the core. */
export interface RawTree {
  readonly root: Index;
  readonly flags: number;
  /** Places of the nodes that are here, in preorder; node k's bytes are at 256 × k of `bytes`. */
  readonly places: Uint32Array;
  readonly ids: Uint32Array;
  readonly bytes: Uint8Array;
  /** Nodes that the tree has; more than are here if it is too large to be sent whole. */
  readonly nodeCount: number;
}

/** Which part of a large tree is wanted: whole levels from the top while they fit, then the paths to these indexes. */
export interface RawPart {
  readonly nodesMax: number;
  readonly indexes: readonly Index[];
}

/** The kind of node that a child or root word names, and its place. */
export function wordPlace(word: bigint): number {
  return Number(BigInt.asUintN(32, word - NODE.BASE)) >>> 8;
}

export function wordKind(word: bigint): number {
  return Number((word >> 3n) & 15n);
}

/** Whether a root word names a node: spec/01 section 1.3. */
export function isNodeWord(word: bigint): boolean {
  return (word & 3n) === 2n && word > 4096n;
}

/** Reads a tree. `part` matters only for trees that have more nodes than it allows. */
export function readTree(core: Core, tree: TreeHandle, nodeCount: number, part: RawPart): RawTree {
  const info = core.calls.mpl_tree_info(tree);
  if (info === 0) throw new Error(`no tree has handle ${tree}`);
  const view = core.view();
  const root = index(view.getBigUint64(info + TREE.root, true));
  const flags = view.getUint32(info + TREE.flags, true);
  const nodes = isNodeWord(root) ? collect(core, root, nodeCount <= part.nodesMax ? null : wantedPlaces(core, root, part)) : [];
  const places = Uint32Array.from(nodes);
  const ids = new Uint32Array(places.length);
  const bytes = new Uint8Array(NODE.BYTES * places.length);
  const memory = core.bytes();
  const slab = core.calls.mpl_slab_base();
  const table = core.calls.mpl_place_table();
  places.forEach((place, k) => {
    ids[k] = view.getUint32(table + PLACE.BYTES * place + PLACE.id, true);
    bytes.set(memory.subarray(slab + NODE.BYTES * place, slab + NODE.BYTES * (place + 1)), NODE.BYTES * k);
  });
  return { root, flags, places, ids, bytes, nodeCount };
}

/** Which of these nodes are still out of the allocator under the same id. */
export function stillLive(core: Core, raw: RawTree): number[] {
  const view = core.view();
  const table = core.calls.mpl_place_table();
  return [...raw.places].flatMap((place, k) => {
    const at = table + PLACE.BYTES * place;
    const live = (view.getUint32(at + PLACE.state, true) & 0xff) === PLACE_STATES.LIVE;
    return live && view.getUint32(at + PLACE.id, true) === raw.ids[k] ? [raw.ids[k] ?? 0] : [];
  });
}

// Preorder over the nodes at the places in `only`, over all if it is null.
function collect(core: Core, root: bigint, only: ReadonlySet<number> | null): number[] {
  const found: number[] = [];
  const visit = (word: bigint, max: bigint): void => {
    const place = wordPlace(word);
    if (only !== null && !only.has(place)) return;
    found.push(place);
    for (const child of childrenOf(core, word, max)) visit(child.word, child.max);
  };
  visit(root, BigInt.asUintN(64, -1n));
  return found;
}

// The places of whole levels from the top, then of the ways down to the wanted indexes.
function wantedPlaces(core: Core, root: bigint, part: RawPart): Set<number> {
  const wanted = new Set<number>([wordPlace(root)]);
  const max = BigInt.asUintN(64, -1n);
  for (let level = [{ word: root, max }]; ; ) {
    const next = level.flatMap(({ word, max: end }) => childrenOf(core, word, end));
    if (next.length === 0 || wanted.size + next.length > part.nodesMax) break;
    for (const { word } of next) wanted.add(wordPlace(word));
    level = next;
  }
  for (const target of part.indexes) {
    for (let at: { word: bigint; max: bigint } | undefined = { word: root, max }; at !== undefined; ) {
      wanted.add(wordPlace(at.word));
      at = childrenOf(core, at.word, at.max).find((child) => child.max >= target);
    }
  }
  return wanted;
}

function childrenOf(core: Core, word: bigint, max: bigint): { readonly word: bigint; readonly max: bigint }[] {
  const kind = wordKind(word);
  if (kind === NODE.leaf.KIND) return [];
  const layout = kind === NODE.range.KIND ? NODE.range : NODE.arange;
  const view = core.view();
  const at = core.calls.mpl_slab_base() + NODE.BYTES * wordPlace(word);
  const end = endOf(view, at, kind, max);
  return Array.from({ length: end + 1 }, (_, slot) => ({
    word: view.getBigUint64(at + layout.SLOT + 8 * slot, true),
    max: slot < end ? view.getBigUint64(at + NODE.PIVOTS + 8 * slot, true) : max,
  }));
}

/** Offset of the last used slot of the node at `at`: spec/01 section 3.1. */
export function endOf(view: DataView, at: number, kind: number, max: bigint): number {
  if (kind === NODE.arange.KIND) return view.getUint8(at + NODE.arange.END);
  const layout = kind === NODE.leaf.KIND ? NODE.leaf : NODE.range;
  const pivot = view.getBigUint64(at + NODE.PIVOTS + 8 * (layout.SLOTS - 2), true);
  if (pivot === 0n) return view.getUint8(at + layout.END);
  return pivot === max ? layout.SLOTS - 2 : layout.SLOTS - 1;
}

/** The events of the last operation: those that were kept, one after the other, and how many there were. */
export function readEvents(core: Core): { readonly records: Uint8Array; readonly count: number } {
  const count = core.view().getUint32(core.calls.mpl_record() + STEP.eventCount, true);
  const from = core.calls.mpl_events();
  const kept = Math.min(count, LIMITS.events);
  return { records: core.bytes().slice(from, from + EVENT.BYTES * kept), count };
}

/** How many of the nodes that the last operation was handed are still out: they went into a tree. */
export function nodesThatStayed(core: Core): number {
  const view = core.view();
  const kept = Math.min(view.getUint32(core.calls.mpl_record() + STEP.eventCount, true), LIMITS.events);
  const from = core.calls.mpl_events();
  const table = core.calls.mpl_place_table();
  let stayed = 0;
  for (let at = from; at < from + EVENT.BYTES * kept; at += EVENT.BYTES) {
    if (view.getUint16(at + EVENT.kind, true) !== NODE_OUT) continue;
    const place = table + PLACE.BYTES * Number(view.getBigUint64(at + EVENT.a, true));
    const same = view.getUint32(place + PLACE.id, true) === view.getUint32(at + EVENT.node, true);
    if (same && (view.getUint32(place + PLACE.state, true) & 0xff) === PLACE_STATES.LIVE) stayed++;
  }
  return stayed;
}

const NODE_OUT = EVENT_KINDS.findIndex((kind) => kind.name === 'node_out');

/** A copy of all regions, in the order of REGIONS. */
export interface Snapshot {
  readonly regions: readonly Uint8Array[];
  readonly byteLength: number;
}

export function takeSnapshot(core: Core): Snapshot {
  const memory = core.bytes();
  const regions = REGIONS.map((_, k) => {
    const from = core.calls.mpl_region(k);
    return memory.slice(from, from + core.calls.mpl_region_bytes(k));
  });
  return { regions, byteLength: regions.reduce((sum, region) => sum + region.length, 0) };
}

/** Brings a snapshot back. False if there is no memory for its nodes; nothing has changed then. */
export function restoreSnapshot(core: Core, snapshot: Snapshot): boolean {
  const places = (snapshot.regions[REGIONS.indexOf('places')]?.length ?? 0) / PLACE.BYTES;
  if (core.calls.mpl_reserve(places) === 0) return false;
  core.calls.mpl_reset();
  const memory = core.bytes();
  snapshot.regions.forEach((region, k) => memory.set(region, core.calls.mpl_region(k)));
  return true;
}
