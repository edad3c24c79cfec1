// SPDX-License-Identifier: GPL-2.0-or-later
//
// The only file that reads or writes the core's linear memory beyond its records: trees as raw nodes, events as raw
// records, snapshots. decode.ts, which needs no core, says what the bytes mean.

import { index, type Index } from '../../base/index64';
import type { TreeHandle } from '../../model/machine';
import { EVENT, LIMITS, PLACE, PLACE_STATES, REGIONS, STEP, TREE } from '../generated/tables';
import { EVENT_NAMES, type EventName } from '../../model/generated/events';
import { NODE } from '../../model/generated/node';
import {
  lastSlot,
  leadsToNode,
  NODE_HALVES,
  NODE_WORDS,
  pivotsAt,
  placeCount,
  placeId,
  slotsAt,
  sourceOf,
  type Source,
} from './slab-view';
import type { Core } from './wasm';
import { idAt, type IdColumn } from './ids';

export { placeCount };

/** A tree as its nodes lie in memory: plain, transferable, complete without the core. */
export interface RawTree {
  readonly root: Index;
  readonly flags: number;
  /** Places of the nodes that are here, in preorder; node k's bytes are at 256 × k of `bytes`. */
  readonly places: Uint32Array;
  readonly ids: IdColumn;
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
  /** Nodes of the upper levels to read of a larger tree; by default as many. */
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

/** Whether a root word names a node: rule "root forms". */
export function isNodeWord(word: bigint): boolean {
  return (word & 3n) === 2n && word > 4096n;
}

/**
 * Reads a tree. `part` matters only for trees that have more nodes than it allows. A child word that names no node
 * which is out of the allocator, or one that has been met already, is not followed: in a corrupted tree that can be.
 */
export function readTree(core: Core, tree: TreeHandle, nodeCount: number, part: RawPart): RawTree {
  const info = core.calls.mpl_tree_info(tree);
  if (info === 0) throw new Error(`no tree has handle ${tree}`);
  const view = core.view();
  const root = index(view.getBigUint64(info + TREE.root, true));
  const flags = view.getUint32(info + TREE.flags, true);
  const whole = nodeCount <= part.nodesMax;
  const source = sourceOf(core);
  const met = isNodeWord(root) ? collect(source, root, whole ? null : wantedPlaces(source, root, part)) : NOTHING_MET;
  const places = Uint32Array.from(met.places);
  const ids = new Float64Array(places.length);
  const bytes = new Uint8Array(NODE.BYTES * places.length);
  const halves = new Uint32Array(bytes.buffer);
  for (let k = 0; k < places.length; k++) {
    const place = places[k]!;
    ids[k] = placeId(source, place);
    for (let from = NODE_HALVES * place, at = NODE_HALVES * k, end = at + NODE_HALVES; at < end; from++, at++)
      halves[at] = source.halves[from]!;
  }
  return {
    root,
    flags,
    places,
    ids,
    parents: Int32Array.from(met.parents),
    slots: Uint8Array.from(met.slots),
    bytes,
    nodeCount: whole ? places.length : nodeCount,
  };
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
    const id = idAt(view, at + PLACE.id);
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
    if (idAt(view, at + PLACE.id) === id && (view.getUint32(at + PLACE.state, true) & 0xff) !== PLACE_STATES.FREE)
      return place;
  }
  return null;
}

/**
 * The content of a place: its node, whether it lives, its bytes. A view of memory, invalid after the core's next call.
 */
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
  return {
    id: idAt(view, at + PLACE.id),
    state: view.getUint32(at + PLACE.state, true) & 0xff,
    bytes: core.bytes().subarray(from, from + NODE.BYTES),
  };
}

/** Which of these nodes are still out of the allocator under the same id. */
export function stillLive(core: Core, raw: RawTree): number[] {
  const view = core.view();
  const table = core.calls.mpl_place_table();
  return [...raw.places].flatMap((place, k) => {
    const at = table + PLACE.BYTES * place;
    const live = (view.getUint32(at + PLACE.state, true) & 0xff) === PLACE_STATES.LIVE;
    return live && idAt(view, at + PLACE.id) === raw.ids[k] ? [raw.ids[k] ?? 0] : [];
  });
}

/** The places of all nodes that a tree leads to, in preorder. */
export function placesIn(core: Core, tree: TreeHandle): readonly number[] {
  const root = rootOf(core, tree);
  return isNodeWord(root) ? collect(sourceOf(core), root, null).places : [];
}

/** The number of nodes. Leaves are counted without being read. */
export function countNodes(core: Core, tree: TreeHandle): number {
  const root = rootOf(core, tree);
  if (!isNodeWord(root)) return 0;
  const source = sourceOf(core);
  const { halves } = source;
  const seen = new Uint8Array(source.count);
  const [low, high] = rootHalves(root);
  if (!leadsToNode(source, low, high)) return 0;
  let count = 1;
  seen[low >>> 8] = 1;
  const visit = (word: number, maxLow: number, maxHigh: number): void => {
    const [place, kind] = [word >>> 8, (word >>> 3) & 15];
    if (kind === NODE.leaf.KIND) return;
    const end = lastSlot(source, place, kind, maxLow, maxHigh);
    const [slots, pivots] = [slotsAt(place, kind), pivotsAt(place)];
    for (let slot = 0; slot <= end; slot++) {
      const child = halves[slots + 2 * slot]!;
      if (!leadsToNode(source, child, halves[slots + 2 * slot + 1]!) || seen[child >>> 8] !== 0) continue;
      seen[child >>> 8] = 1;
      count++;
      visit(
        child,
        slot < end ? halves[pivots + 2 * slot]! : maxLow,
        slot < end ? halves[pivots + 2 * slot + 1]! : maxHigh,
      );
    }
  };
  visit(low, ALL_ONES, ALL_ONES);
  return count;
}

/** Slots of leaves that are not NULL. */
export function countEntries(core: Core, tree: TreeHandle): number {
  const root = rootOf(core, tree);
  if (!isNodeWord(root)) return 0;
  const source = sourceOf(core);
  let entries = 0;
  walk(source, root, null, (place, kind, end) => {
    if (kind !== NODE.leaf.KIND) return;
    const { halves } = source;
    for (let at = slotsAt(place, kind), last = at + 2 * end; at <= last; at += 2)
      if (halves[at] !== 0 || halves[at + 1] !== 0) entries++;
  });
  return entries;
}

function rootOf(core: Core, tree: TreeHandle): bigint {
  const info = core.calls.mpl_tree_info(tree);
  if (info === 0) throw new Error(`no tree has handle ${tree}`);
  return core.view().getBigUint64(info + TREE.root, true);
}

// The bits of a root word besides those of a child word: core/src/node.h.
const ROOT_MARK = 2;
const ALL_ONES = 0xffff_ffff;

interface Met {
  readonly places: number[];
  readonly parents: number[];
  readonly slots: number[];
}

const NOTHING_MET: Met = { places: [], parents: [], slots: [] };

// Preorder over the nodes at the places marked in `only`, over all if it is null; each node once, whatever points at
// it.
function collect(source: Source, root: bigint, only: Uint8Array | null): Met {
  const met: Met = { places: [], parents: [], slots: [] };
  walk(source, root, only, (place, _kind, _end, parent, slot) => {
    met.places.push(place);
    met.parents.push(parent);
    met.slots.push(slot);
  });
  return met;
}

// The same. Of each node: place, kind and last slot, which of the earlier nodes is its parent, and the
// slot there.
function walk(
  source: Source,
  root: bigint,
  only: Uint8Array | null,
  tell: (place: number, kind: number, end: number, parent: number, slot: number) => void,
): void {
  const { halves } = source;
  const seen = new Uint8Array(source.count);
  let next = 0;
  const visit = (low: number, maxLow: number, maxHigh: number, parent: number, from: number): void => {
    const place = low >>> 8;
    const kind = (low >>> 3) & 15;
    seen[place] = 1;
    const end = lastSlot(source, place, kind, maxLow, maxHigh);
    const at = next++;
    tell(place, kind, end, parent, from);
    if (kind === NODE.leaf.KIND) return;
    const [slots, pivots] = [slotsAt(place, kind), pivotsAt(place)];
    for (let slot = 0; slot <= end; slot++) {
      const child = halves[slots + 2 * slot]!;
      if (
        !leadsToNode(source, child, halves[slots + 2 * slot + 1]!) ||
        seen[child >>> 8] !== 0 ||
        (only !== null && only[child >>> 8] === 0)
      )
        continue;
      const inner = slot < end;
      visit(
        child,
        inner ? halves[pivots + 2 * slot]! : maxLow,
        inner ? halves[pivots + 2 * slot + 1]! : maxHigh,
        at,
        slot,
      );
    }
  };
  const [low, high] = rootHalves(root);
  if (leadsToNode(source, low, high) && (only === null || only[low >>> 8] !== 0)) visit(low, ALL_ONES, ALL_ONES, -1, 0);
}

// The child word that a root word has in it.
function rootHalves(root: bigint): readonly [number, number] {
  return [(Number(BigInt.asUintN(32, root)) & ~ROOT_MARK) >>> 0, Number(root >> 32n)];
}

// Marks the places of whole levels from the top, then of the ways down to the wanted indexes.
function wantedPlaces(source: Source, root: bigint, part: RawPart): Uint8Array {
  const wanted = new Uint8Array(source.count);
  const [low, high] = rootHalves(root);
  if (!leadsToNode(source, low, high)) return wanted;
  const most = part.partMax ?? part.nodesMax;
  wanted[low >>> 8] = 1;
  let count = 1;
  for (let level: Level = [low, ALL_ONES, ALL_ONES], depth = 1; depth < NODE.HEIGHT_MAX; depth++) {
    const next = levelBelow(source, level, most - count);
    if (next === null || next.length === 0) break;
    for (let k = 0; k < next.length; k += 3) {
      if (wanted[next[k]! >>> 8] === 0) count++;
      wanted[next[k]! >>> 8] = 1;
    }
    level = next;
  }
  for (const target of part.indexes) wantWay(source, wanted, low, target);
  return wanted;
}

// Child words' low halves, each with the last index that the child covers: low half, high half.
type Level = readonly number[];

// The nodes below those of a level; null if they are more than `most`.
function levelBelow(source: Source, level: Level, most: number): Level | null {
  const { halves } = source;
  const next: number[] = [];
  for (let k = 0; k < level.length; k += 3) {
    const [place, kind] = [level[k]! >>> 8, (level[k]! >>> 3) & 15];
    if (kind === NODE.leaf.KIND) continue;
    const end = lastSlot(source, place, kind, level[k + 1]!, level[k + 2]!);
    const [slots, pivots] = [slotsAt(place, kind), pivotsAt(place)];
    for (let slot = 0; slot <= end; slot++) {
      const child = halves[slots + 2 * slot]!;
      if (!leadsToNode(source, child, halves[slots + 2 * slot + 1]!)) continue;
      if (next.length === 3 * most) return null;
      next.push(
        child,
        slot < end ? halves[pivots + 2 * slot]! : level[k + 1]!,
        slot < end ? halves[pivots + 2 * slot + 1]! : level[k + 2]!,
      );
    }
  }
  return next;
}

// The nodes on the way to an index, and those beside them that are no leaves.
function wantWay(source: Source, wanted: Uint8Array, root: number, target: Index): void {
  const { halves, words } = source;
  let [low, maxLow, maxHigh] = [root, ALL_ONES, ALL_ONES];
  for (let depth = 1; depth < NODE.HEIGHT_MAX; depth++) {
    const [place, kind] = [low >>> 8, (low >>> 3) & 15];
    wanted[place] = 1;
    if (kind === NODE.leaf.KIND) return;
    const end = lastSlot(source, place, kind, maxLow, maxHigh);
    const pivot = NODE_WORDS * place + NODE.PIVOTS / 8;
    let slot = 0;
    while (slot < end && words[pivot + slot]! < target) slot++;
    const at = slotsAt(place, kind) + 2 * slot;
    // Inner nodes beside it too: what its neighbours have room for decides how a level is split.
    for (const beside of [slot > 0 ? at - 2 : at, slot < end ? at + 2 : at]) {
      const child = halves[beside]!;
      if (leadsToNode(source, child, halves[beside + 1]!) && ((child >>> 3) & 15) !== NODE.leaf.KIND)
        wanted[child >>> 8] = 1;
    }
    if (!leadsToNode(source, halves[at]!, halves[at + 1]!)) return;
    low = halves[at]!;
    if (slot === end) continue;
    maxLow = halves[pivotsAt(place) + 2 * slot]!;
    maxHigh = halves[pivotsAt(place) + 2 * slot + 1]!;
  }
}

/**
 * Offset of the last used slot of the node at `at` (rule "data end"); never beyond the node, whatever is written in it.
 */
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
    const node = idAt(view, at + EVENT.node);
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

/** Bytes of all nodes ever used. */
export function slabBytes(core: Core): number {
  return NODE.BYTES * placeCount(core);
}

/** Bytes of all regions, which is what a snapshot takes. */
export function snapshotBytes(core: Core): number {
  let bytes = 0;
  for (let k = 0; k < REGIONS.length; k++) bytes += core.calls.mpl_region_bytes(k);
  return bytes;
}

export function takeSnapshot(core: Core): Snapshot {
  const regions = regionsNow(core).map((region) => region.slice());
  return { regions, byteLength: regions.reduce((sum, region) => sum + region.length, 0) };
}

/** Brings a snapshot back. False if there is no memory for its nodes; nothing has changed then. */
export function restoreSnapshot(core: Core, { regions }: Snapshot): boolean {
  return restoreRegions(
    core,
    regions.map(({ length }) => length),
    (into) => regions.forEach((region, k) => into[k]!.set(region)),
  );
}

/** The same of regions that `write` fills, which have these lengths. */
export function restoreRegions(
  core: Core,
  lengths: readonly number[],
  write: (into: readonly Uint8Array[]) => void,
): boolean {
  const places = (lengths[REGIONS.indexOf('places')] ?? 0) / PLACE.BYTES;
  if (core.calls.mpl_reserve(places) === 0) return false;
  core.calls.mpl_reset();
  const memory = core.bytes();
  write(
    lengths.map((length, k) => {
      const from = core.calls.mpl_region(k);
      return memory.subarray(from, from + length);
    }),
  );
  core.calls.mpl_restored();
  return true;
}
