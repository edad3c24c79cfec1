// SPDX-License-Identifier: GPL-2.0-or-later
//
// The only file that reads or writes the core's linear memory beyond its records: trees as raw nodes, events as raw
// records, snapshots. Floor 3. What the bytes mean is told in decode.ts, which needs no core.

import { index, type Index } from '../base/index64';
import type { TreeHandle } from '../model/machine';
import { EVENT, EVENT_NAMES, LIMITS, NODE, PLACE, PLACE_STATES, REGIONS, STEP, TREE, type EventName } from './generated/tables';
import type { Core } from './wasm';

/** A tree as its nodes lie in memory: plain, transferable, complete without the core. */
export interface RawTree {
  readonly root: Index;
  readonly flags: number;
  /** Places of the nodes that are here, in preorder; node k's bytes are at 256 × k of `bytes`. */
  readonly places: Uint32Array;
  readonly ids: Uint32Array;
  /** Which of these nodes is the parent of node k (−1: none, k is the root), and the slot there. */
  readonly parents: Int32Array;
  readonly slots: Uint8Array;
  readonly bytes: Uint8Array;
  /** Nodes that the tree has; more than are here if it is too large to be sent whole. */
  readonly nodeCount: number;
}

/** Which part of a large tree is wanted: whole levels from the top while they fit, then the paths to these indexes. */
export interface RawPart {
  /** A tree of up to so many nodes is read whole. */
  readonly nodesMax: number;
  /** Nodes of the upper levels that are read of a larger one; as many unless told. */
  readonly partMax?: number;
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

/**
 * Reads a tree. `part` matters only for trees that have more nodes than it allows. A child word that names no node which is
 * out of the allocator, or one that has been met already, is not followed: in a corrupted tree that can be.
 */
export function readTree(core: Core, tree: TreeHandle, nodeCount: number, part: RawPart): RawTree {
  const info = core.calls.mpl_tree_info(tree);
  if (info === 0) throw new Error(`no tree has handle ${tree}`);
  const view = core.view();
  const root = index(view.getBigUint64(info + TREE.root, true));
  const flags = view.getUint32(info + TREE.flags, true);
  const whole = nodeCount <= part.nodesMax;
  const met = isNodeWord(root) ? collect(core, root, whole ? null : wantedPlaces(core, root, part)) : { places: [], parents: [], slots: [] };
  const places = Uint32Array.from(met.places);
  const ids = new Uint32Array(places.length);
  const bytes = new Uint8Array(NODE.BYTES * places.length);
  const memory = core.bytes();
  const slab = core.calls.mpl_slab_base();
  const table = core.calls.mpl_place_table();
  places.forEach((place, k) => {
    ids[k] = view.getUint32(table + PLACE.BYTES * place + PLACE.id, true);
    bytes.set(memory.subarray(slab + NODE.BYTES * place, slab + NODE.BYTES * (place + 1)), NODE.BYTES * k);
  });
  return { root, flags, places, ids, parents: Int32Array.from(met.parents), slots: Uint8Array.from(met.slots), bytes, nodeCount: whole ? places.length : nodeCount };
}

/** A node by itself, as it lies in memory. */
export interface RawNode {
  readonly id: number;
  readonly place: number;
  readonly bytes: Uint8Array;
}

/** The nodes with these ids that are out of the allocator, in a tree or not. */
export function readNodes(core: Core, ids: ReadonlySet<number>): ReadonlyMap<number, RawNode> {
  const found = new Map<number, RawNode>();
  const view = core.view();
  const table = core.calls.mpl_place_table();
  const slab = core.calls.mpl_slab_base();
  for (let place = 0, count = placeCount(core); place < count && found.size < ids.size; place++) {
    const at = table + PLACE.BYTES * place;
    const id = view.getUint32(at + PLACE.id, true);
    if (!ids.has(id) || (view.getUint32(at + PLACE.state, true) & 0xff) === PLACE_STATES.FREE) continue;
    found.set(id, { id, place, bytes: core.bytes().slice(slab + NODE.BYTES * place, slab + NODE.BYTES * (place + 1)) });
  }
  return found;
}

/** The place of the slab where the node with this id is out of the allocator; null if it is not. */
export function placeOfId(core: Core, id: number): number | null {
  const view = core.view();
  const table = core.calls.mpl_place_table();
  for (let place = 0, count = placeCount(core); place < count; place++) {
    const at = table + PLACE.BYTES * place;
    if (view.getUint32(at + PLACE.id, true) === id && (view.getUint32(at + PLACE.state, true) & 0xff) !== PLACE_STATES.FREE) return place;
  }
  return null;
}

/** What is at a place: which node, whether it lives, its bytes. A view of memory: of no use after the core has gone on. */
export interface PlaceNow {
  readonly id: number;
  readonly state: number;
  readonly bytes: Uint8Array;
}

export function placeNow(core: Core, place: number): PlaceNow | null {
  if (place >= placeCount(core)) return null;
  const view = core.view();
  const at = core.calls.mpl_place_table() + PLACE.BYTES * place;
  const from = core.calls.mpl_slab_base() + NODE.BYTES * place;
  return { id: view.getUint32(at + PLACE.id, true), state: view.getUint32(at + PLACE.state, true) & 0xff, bytes: core.bytes().subarray(from, from + NODE.BYTES) };
}

/** Places of the slab ever used. */
export function placeCount(core: Core): number {
  return core.calls.mpl_region_bytes(REGIONS.indexOf('places')) / PLACE.BYTES;
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

/** The places of all nodes that a tree leads to, in preorder. */
export function placesIn(core: Core, tree: TreeHandle): readonly number[] {
  const root = rootOf(core, tree);
  return isNodeWord(root) ? collect(core, root, null).places : [];
}

/** Slots of leaves that are not NULL. */
export function countEntries(core: Core, tree: TreeHandle): number {
  const met = new Set<number>();
  const count = (word: bigint, max: bigint): number => {
    const place = placeOf(core, word);
    if (place === null || met.has(place)) return 0;
    met.add(place);
    if (wordKind(word) !== NODE.leaf.KIND) return childrenOf(core, word, max).reduce((sum, child) => sum + count(child.word, child.max), 0);
    const view = core.view();
    const at = core.calls.mpl_slab_base() + NODE.BYTES * place;
    let entries = 0;
    for (let slot = endOf(view, at, NODE.leaf.KIND, max); slot >= 0; slot--) if (view.getBigUint64(at + NODE.leaf.SLOT + 8 * slot, true) !== 0n) entries++;
    return entries;
  };
  const root = rootOf(core, tree);
  return isNodeWord(root) ? count(root & ~ROOT_MARK, BigInt.asUintN(64, -1n)) : 0;
}

function rootOf(core: Core, tree: TreeHandle): bigint {
  const info = core.calls.mpl_tree_info(tree);
  if (info === 0) throw new Error(`no tree has handle ${tree}`);
  return core.view().getBigUint64(info + TREE.root, true);
}

// A child word's low bits, and what a root word has besides: spec/01 section 2.4.
const CHILD_MARK = 4n;
const ROOT_MARK = 2n;

interface Met {
  readonly places: number[];
  readonly parents: number[];
  readonly slots: number[];
}

// Preorder over the nodes at the places in `only`, over all if it is null; each node once, whatever points at it.
function collect(core: Core, root: bigint, only: ReadonlySet<number> | null): Met {
  const met: Met = { places: [], parents: [], slots: [] };
  const seen = new Set<number>();
  const visit = (word: bigint, max: bigint, parent: number, slot: number): void => {
    const place = placeOf(core, word);
    if (place === null || seen.has(place) || (only !== null && !only.has(place))) return;
    seen.add(place);
    const at = met.places.length;
    met.places.push(place);
    met.parents.push(parent);
    met.slots.push(slot);
    childrenOf(core, word, max).forEach((child, k) => visit(child.word, child.max, at, k));
  };
  visit(root & ~ROOT_MARK, BigInt.asUintN(64, -1n), -1, 0);
  return met;
}

// The place that a child word names; null if that is no node, or one that is free.
function placeOf(core: Core, word: bigint): number | null {
  if ((word & 7n) !== CHILD_MARK) return null;
  const offset = BigInt.asUintN(64, word - NODE.BASE) >> 8n;
  if (offset >= BigInt(placeCount(core))) return null;
  const kind = wordKind(word);
  if (kind !== NODE.leaf.KIND && kind !== NODE.range.KIND && kind !== NODE.arange.KIND) return null;
  const place = Number(offset);
  const state = core.view().getUint32(core.calls.mpl_place_table() + PLACE.BYTES * place + PLACE.state, true) & 0xff;
  return state === PLACE_STATES.FREE ? null : place;
}

// The places of whole levels from the top, then of the ways down to the wanted indexes.
function wantedPlaces(core: Core, root: bigint, part: RawPart): Set<number> {
  const max = BigInt.asUintN(64, -1n);
  const wanted = new Set<number>();
  const want = (word: bigint): boolean => {
    const place = placeOf(core, word);
    if (place !== null) wanted.add(place);
    return place !== null;
  };
  const top = root & ~ROOT_MARK;
  want(top);
  for (let level = [{ word: top, max }], depth = 1; depth < NODE.HEIGHT_MAX; depth++) {
    const next = level.flatMap(({ word, max: end }) => childrenOf(core, word, end)).filter(({ word }) => placeOf(core, word) !== null);
    if (next.length === 0 || wanted.size + next.length > (part.partMax ?? part.nodesMax)) break;
    for (const { word } of next) want(word);
    level = next;
  }
  for (const target of part.indexes) {
    let at: { word: bigint; max: bigint } | undefined = { word: top, max };
    for (let depth = 1; at !== undefined && want(at.word) && depth < NODE.HEIGHT_MAX; depth++) {
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

/** Offset of the last used slot of the node at `at` (spec/01 section 3.1); never beyond the node, whatever is written in it. */
export function endOf(view: DataView, at: number, kind: number, max: bigint): number {
  if (kind === NODE.arange.KIND) return Math.min(view.getUint8(at + NODE.arange.END), NODE.arange.SLOTS - 1);
  const layout = kind === NODE.leaf.KIND ? NODE.leaf : NODE.range;
  const pivot = view.getBigUint64(at + NODE.PIVOTS + 8 * (layout.SLOTS - 2), true);
  if (pivot === 0n) return Math.min(view.getUint8(at + layout.END), layout.SLOTS - 1);
  return pivot === max ? layout.SLOTS - 2 : layout.SLOTS - 1;
}

/** The events of the last operation: those that were kept, one after the other, and how many there were. */
export function readEvents(core: Core): { readonly records: Uint8Array; readonly count: number } {
  const count = core.view().getUint32(core.calls.mpl_record() + STEP.eventCount, true);
  const from = core.calls.mpl_events();
  const kept = Math.min(count, LIMITS.events);
  return { records: core.bytes().slice(from, from + EVENT.BYTES * kept), count };
}

/** Of the nodes that the last call was given, how many it has written to, as far as its events are kept. */
export function filledNodes(core: Core): number {
  const { records } = readEvents(core);
  const view = new DataView(records.buffer);
  const given = new Set<number>();
  const filled = new Set<number>();
  for (let at = 0; at < records.byteLength; at += EVENT.BYTES) {
    const node = view.getUint32(at + EVENT.node, true);
    const name = EVENT_NAMES[view.getUint16(at + EVENT.kind, true)]!;
    if (name === 'node_out') given.add(node);
    else if (FILLING.has(name) && given.has(node)) filled.add(node);
  }
  return filled.size;
}

const FILLING: ReadonlySet<EventName> = new Set<EventName>(['copied', 'node_built', 'leaf_rewritten', 'slot_written']);

/** A copy of all regions, in the order of REGIONS. */
export interface Snapshot {
  readonly regions: readonly Uint8Array[];
  readonly byteLength: number;
}

/** All regions as they are now: views of memory, of no use after the core has gone on. */
export function regionsNow(core: Core): readonly Uint8Array[] {
  const memory = core.bytes();
  return REGIONS.map((_, k) => {
    const from = core.calls.mpl_region(k);
    return memory.subarray(from, from + core.calls.mpl_region_bytes(k));
  });
}

/** Bytes of all nodes ever used, which is nearly all of a snapshot. */
export function slabBytes(core: Core): number {
  return NODE.BYTES * placeCount(core);
}

export function takeSnapshot(core: Core): Snapshot {
  const regions = regionsNow(core).map((region) => region.slice());
  return { regions, byteLength: regions.reduce((sum, region) => sum + region.length, 0) };
}

/** Brings a snapshot back. False if there is no memory for its nodes; nothing has changed then. */
export function restoreSnapshot(core: Core, snapshot: Snapshot): boolean {
  const places = (snapshot.regions[REGIONS.indexOf('places')]?.length ?? 0) / PLACE.BYTES;
  if (core.calls.mpl_reserve(places) === 0) return false;
  core.calls.mpl_reset();
  const memory = core.bytes();
  snapshot.regions.forEach((region, k) => memory.set(region, core.calls.mpl_region(k)));
  core.calls.mpl_restored();
  return true;
}
