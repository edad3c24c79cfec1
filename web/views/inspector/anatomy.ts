// SPDX-License-Identifier: GPL-2.0-or-later
//
// The meaning of the bits in a node's fields: the parent word, child words and entries taken apart (core/src/node.h),
// and the plain numbers of the other fields. Pure.
//
// Invariant: the parts of a field cover each of its bits exactly once, the highest first.

import { ZERO_ENTRY_WORD } from '../../model/entry';
import type { NodeKind } from '../../model/picture';
import { groupedCount, groupedHex } from '../shared/text';
import { fieldValue, type Field } from './fields';

/** A run of bits of a field. */
export interface Part {
  readonly high: number;
  readonly low: number;
  /** The bits as a number. */
  readonly value: bigint;
  /** How the number is written: a few bits as bits, more as hex. */
  readonly shown: string;
  readonly meaning: string;
  /** The node that these bits lead to; 0 for none. */
  readonly node: number;
}

/** The targets of a node's words. */
export interface Around {
  readonly state: 'tree' | 'dead' | 'held' | 'other';
  readonly kind: NodeKind | null;
  /** Id of the node at an address; 0 if none is known there. */
  readonly idAt: (address: bigint) => number;
  /** An entry in words. */
  readonly entry: (word: bigint) => string;
}

const ADDRESS_BITS = ~0xffn;
const KIND_NAMES: readonly string[] = ['dense', 'leaf', 'range', 'arange'];

/** The parts of a field, the highest bits first. */
export function partsOf(field: Field, bytes: Uint8Array, around: Around): readonly Part[] {
  const word = fieldValue(field, bytes);
  const whole = (meaning: string, node = 0): readonly Part[] => [part(word, 8 * field.size - 1, 0, meaning, node)];
  switch (field.kind) {
    case 'parent':
      return parentParts(word, around);
    case 'slot':
      if (!field.used) return whole('0: this slot is not in use');
      return around.kind === 'leaf' ? entryParts(word, around) : childParts(word, around);
    case 'pivot':
      return whole(field.used ? `last index of slot ${field.slot ?? 0}` : 'not used');
    case 'gap':
      return whole(
        field.used ? `longest NULL range below child ${field.slot ?? 0}: ${groupedCount(word)} indexes` : 'not used',
      );
    case 'meta':
      return whole(metaText(field, word, around.kind));
    case 'padding':
      return whole('always 0');
    case 'reserve':
      return reserveParts(field, word, whole, around);
    case 'word':
      return whole('left over; not read');
  }
}

function metaText({ name }: Field, word: bigint, kind: NodeKind | null): string {
  if (name === 'metadata: end') return `the last used slot is ${word}`;
  return kind === 'arange'
    ? `slot ${word} has the longest gap, as recorded`
    : 'always 0 here: only arange nodes record gaps';
}

// ---- Words ----

function parentParts(word: bigint, { state, idAt }: Around): readonly Part[] {
  const address = word & ADDRESS_BITS;
  if (state === 'dead' && (word & 0xffn) === 0n) {
    return [part(word, 63, 8, 'its own address: dead', idAt(address)), part(word, 7, 0, 'always 0 in a dead node')];
  }
  if ((word & 1n) === 1n)
    return [
      part(word, 63, 1, 'address of the tree, without its last bit'),
      part(word, 0, 0, 'root mark: it is the root'),
    ];
  const id = idAt(address);
  return [
    part(word, 63, 8, id === 0 ? 'address of the parent' : `the parent, #${id}`, id),
    part(word, 7, 3, `in its slot ${(word >> 3n) & 31n}`, id),
    part(word, 2, 1, ((word >> 1n) & 3n) === 3n ? 'parent’s type: 64-bit node' : 'parent’s type: none that exists'),
    part(word, 0, 0, 'not the root'),
  ];
}

/** The target of a node's parent word: the tree, or a node and its slot; id 0: no known node. */
export type NamedParent = 'tree' | { readonly id: number; readonly slot: number };

export function namedParent(bytes: Uint8Array, idAt: Around['idAt']): NamedParent {
  const word = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  return (word & 1n) === 1n ? 'tree' : { id: idAt(word & ADDRESS_BITS), slot: Number((word >> 3n) & 31n) };
}

/** The target in words, if another place leads to the node (null: the tree does); else null. */
export function otherParent(
  bytes: Uint8Array,
  held: { readonly id: number; readonly slot: number } | null,
  idAt: Around['idAt'],
): string | null {
  const named = namedParent(bytes, idAt);
  if (named === 'tree') return held === null ? null : 'the tree';
  if (held !== null && named.id === held.id && named.slot === held.slot) return null;
  return `${named.id === 0 ? 'no existing node' : `#${named.id}`}, slot ${named.slot}`;
}

function childParts(word: bigint, { idAt }: Around): readonly Part[] {
  const id = idAt(word & ADDRESS_BITS);
  const type = Number((word >> 3n) & 15n);
  return [
    part(word, 63, 8, id === 0 ? 'address of the child' : `the child, #${id}`, id),
    part(word, 7, 7, 'always 0'),
    part(word, 6, 3, `type ${type}: ${KIND_NAMES[type] ?? 'none that exists'}`),
    part(word, 2, 2, 'always 1'),
    part(word, 1, 0, (word & 2n) === 0n ? 'no root mark' : 'root mark'),
  ];
}

function entryParts(word: bigint, { entry }: Around): readonly Part[] {
  if (word === 0n) return [part(word, 63, 0, 'NULL: nothing is stored in this range')];
  if ((word & 1n) === 1n) return [part(word, 63, 1, entry(word)), part(word, 0, 0, '1: a value entry, no pointer')];
  if ((word & 3n) === 2n) {
    const what =
      word === ZERO_ENTRY_WORD
        ? 'zero entry: keeps the range, reads as NULL'
        : word < 4096n
          ? `internal entry ${word >> 2n}`
          : 'a tagged pointer';
    return [part(word, 63, 2, what), part(word, 1, 0, '10: an internal entry, or a tagged pointer')];
  }
  return [part(word, 63, 2, 'a pointer, without its two last bits'), part(word, 1, 0, '00: a plain pointer')];
}

function reserveParts(
  { name, used, at }: Field,
  word: bigint,
  whole: (meaning: string, node?: number) => readonly Part[],
  { idAt }: Around,
): readonly Part[] {
  if (at < 16)
    return whole(
      name === 'nodes listed here'
        ? `${word} nodes are listed here`
        : `${name}; right in the first node of the chain only`,
    );
  if (!used) return whole('not used');
  const id = idAt(word & ADDRESS_BITS);
  return whole(
    `address of ${id === 0 ? 'a preallocated node' : `preallocated node #${id}`}` +
      (at === 16 ? ', which lists the next ones' : ''),
    id,
  );
}

function part(word: bigint, high: number, low: number, meaning: string, node = 0): Part {
  const value = (word >> BigInt(low)) & ((1n << BigInt(high - low + 1)) - 1n);
  const bits = high - low + 1;
  return {
    high,
    low,
    value,
    shown:
      bits <= 5
        ? value.toString(2).padStart(bits, '0')
        : groupedHex(value).replace('max', 'ffff\u00a0ffff\u00a0ffff\u00a0ffff'),
    meaning,
    node,
  };
}

/** The bytes of a field that hold some of a part's bits. */
export function bytesOf(field: Field, { high, low }: Part): { readonly first: number; readonly last: number } {
  return { first: field.at + (low >> 3), last: field.at + (high >> 3) };
}

/** "bits 63–8", "bit 0". */
export function bitsText({ high, low }: Part): string {
  return high === low ? `bit ${low}` : `bits ${high}–${low}`;
}
