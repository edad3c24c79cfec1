// SPDX-License-Identifier: GPL-2.0-or-later
//
// All nodes of the core's memory as words, bytes and a table of what is known of each place, for who reads many of them
// without an object or a big integer a node. Of no use after the core has gone on, as any view of its memory.
//
// A word of 64 bits is read as two halves, the low one first: comparing and shifting numbers takes a small part of the
// time that big integers take.

import { NODE } from '../../model/generated/node';
import { PLACE, PLACE_STATES, REGIONS } from '../generated/tables';
import { idOf } from './ids';
import type { Core } from './wasm';

export interface Source {
  readonly halves: Uint32Array;
  readonly words: BigUint64Array;
  readonly bytes: Uint8Array;
  /** The records of all places, PLACE_WORDS words each. */
  readonly table: Uint32Array;
  /** Places ever used. */
  readonly count: number;
}

export const NODE_HALVES = NODE.BYTES / 4;
export const NODE_WORDS = NODE.BYTES / 8;
/** The size of a record of the place table, and the index of its state, in 32-bit words. */
export const PLACE_WORDS = PLACE.BYTES / 4;
export const PLACE_STATE = PLACE.state / 4;
const PLACE_ID = PLACE.id / 4;
const HIGH = Number(NODE.BASE >> 32n);
const PLACES_REGION = REGIONS.indexOf('places');

/** Places of the slab ever used. */
export function placeCount(core: Core): number {
  return core.calls.mpl_region_bytes(PLACES_REGION) / PLACE.BYTES;
}

export function sourceOf(core: Core): Source {
  const { buffer } = core.calls.memory;
  const slab = core.calls.mpl_slab_base();
  const count = placeCount(core);
  return {
    halves: new Uint32Array(buffer, slab, NODE_HALVES * count),
    words: new BigUint64Array(buffer, slab, NODE_WORDS * count),
    bytes: new Uint8Array(buffer, slab, NODE.BYTES * count),
    table: new Uint32Array(buffer, core.calls.mpl_place_table(), PLACE_WORDS * count),
    count,
  };
}

/** The id of the node at a place, or of the last node that was there. */
export function placeId({ table }: Source, place: number): number {
  const at = PLACE_WORDS * place + PLACE_ID;
  return idOf(table[at]!, table[at + 1]!);
}

/**
 * Whether a child word, given as its halves, names a node that is out of the allocator: its place is then `low >>> 8`,
 * its kind `(low >>> 3) & 15`.
 */
export function leadsToNode({ table, count }: Source, low: number, high: number): boolean {
  const place = low >>> 8;
  const kind = (low >>> 3) & 15;
  return (
    (low & 7) === CHILD_MARK &&
    high === HIGH &&
    kind >= NODE.leaf.KIND &&
    kind <= NODE.arange.KIND &&
    place < count &&
    (table[PLACE_WORDS * place + PLACE_STATE]! & 0xff) !== PLACE_STATES.FREE
  );
}

// A child word's low bits: core/src/node.h.
const CHILD_MARK = 4;

/** Where the slots of a node at a place begin, among the halves. */
export function slotsAt(place: number, kind: number): number {
  return NODE_HALVES * place + (kind === NODE.arange.KIND ? NODE.arange.SLOT : NODE.leaf.SLOT) / 4;
}

/** Where its pivots begin. */
export function pivotsAt(place: number): number {
  return NODE_HALVES * place + NODE.PIVOTS / 4;
}

/**
 * Offset of the last used slot of the node at `place` (rule "data end"), whose range ends at the index with these
 * halves; never beyond the node, whatever is written in it.
 */
export function lastSlot(
  { halves, bytes }: Source,
  place: number,
  kind: number,
  maxLow: number,
  maxHigh: number,
): number {
  const at = NODE.BYTES * place;
  if (kind === NODE.arange.KIND) return Math.min(bytes[at + NODE.arange.END]!, NODE.arange.SLOTS - 1);
  const pivot = pivotsAt(place) + 2 * (NODE.leaf.SLOTS - 2);
  const [low, high] = [halves[pivot]!, halves[pivot + 1]!];
  if (low === 0 && high === 0) return Math.min(bytes[at + NODE.leaf.END]!, NODE.leaf.SLOTS - 1);
  return low === maxLow && high === maxHigh ? NODE.leaf.SLOTS - 2 : NODE.leaf.SLOTS - 1;
}

/** The same, of an index as a whole. */
export function lastSlotTo(source: Source, place: number, kind: number, max: bigint): number {
  return lastSlot(source, place, kind, Number(BigInt.asUintN(32, max)), Number(max >> 32n));
}

/** The same, where `met` marks the places of nodes that were met before: those do not count. */
export function leads(source: Source, low: number, high: number, met: Uint8Array): boolean {
  return leadsToNode(source, low, high) && met[low >>> 8] === 0;
}
