// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which byte of a node belongs to which field, by the layout of core/src/node.h; of nodes in reserve by rule "reserve".
// Pure. Invariant: every one of the 256 bytes belongs to exactly one field.

import type { NodeKind, NodePicture } from '../../model/picture';

/** `reserve`: what a reserve writes into the nodes that it holds. `word`: eight bytes that mean nothing now. */
export type FieldKind = 'parent' | 'pivot' | 'slot' | 'gap' | 'meta' | 'padding' | 'reserve' | 'word';

export interface Field {
  readonly kind: FieldKind;
  readonly name: string;
  /** Slot that the field is about, or null. */
  readonly slot: number | null;
  readonly at: number;
  readonly size: number;
  /** False for fields after the node's end. */
  readonly used: boolean;
}

export function fieldsOf(node: Pick<NodePicture, 'kind' | 'end'>): readonly Field[] {
  return node.kind === 'arange' ? arangeFields(node.end) : rangeFields(node.kind, node.end);
}

const PARENT: Field = { kind: 'parent', name: 'parent word', slot: null, at: 0, size: 8, used: true };

function words(kind: FieldKind, count: number, at: number, used: (k: number) => boolean): readonly Field[] {
  return Array.from({ length: count }, (_, k) => ({
    kind,
    name: `${kind} ${k}`,
    slot: k,
    at: at + 8 * k,
    size: 8,
    used: used(k),
  }));
}

function rangeFields(_kind: NodeKind, end: number): readonly Field[] {
  const within = (k: number): boolean => k <= end;
  const fields = [PARENT, ...words('pivot', 15, 8, within)];
  if (end === 15) return [...fields, ...words('slot', 16, 128, within)];
  return [
    ...fields,
    ...words('slot', 15, 128, within),
    { kind: 'meta', name: 'metadata: end', slot: null, at: 248, size: 1, used: true },
    { kind: 'meta', name: 'metadata: gap', slot: null, at: 249, size: 1, used: true },
    { kind: 'padding', name: 'padding', slot: null, at: 250, size: 6, used: false },
  ];
}

function arangeFields(end: number): readonly Field[] {
  const within = (k: number): boolean => k <= end;
  return [
    PARENT,
    ...words('pivot', 9, 8, within),
    ...words('slot', 10, 80, within),
    ...words('gap', 10, 160, within),
    { kind: 'meta', name: 'metadata: end', slot: null, at: 240, size: 1, used: true },
    { kind: 'meta', name: 'metadata: gap', slot: null, at: 241, size: 1, used: true },
    { kind: 'padding', name: 'padding', slot: null, at: 242, size: 14, used: false },
  ];
}

const LISTED = 30;

/** A node that lists others of the reserve, `count` of them. The head of the chain has the numbers of the whole. */
export function holderFields(count: number): readonly Field[] {
  const field = (name: string, at: number, size: number): Field => ({
    kind: 'reserve',
    name,
    slot: null,
    at,
    size,
    used: true,
  });
  return [
    field('preallocated nodes', 0, 8),
    field('nodes listed here', 8, 1),
    { kind: 'padding', name: 'padding', slot: null, at: 9, size: 3, used: false },
    field('nodes still missing', 12, 4),
    ...Array.from({ length: LISTED }, (_, k): Field => ({
      kind: 'reserve',
      name: `listed ${k}`,
      slot: null,
      at: 16 + 8 * k,
      size: 8,
      used: k < count,
    })),
  ];
}

/** A node whose bytes mean nothing: what it was before stands there. */
export function wordFields(): readonly Field[] {
  return words('word', 32, 0, () => false).map((field) => ({ ...field, slot: null }));
}

/** The field of each byte. */
export function fieldByByte(fields: readonly Field[]): readonly Field[] {
  const list: Field[] = [];
  for (const field of fields) for (let k = 0; k < field.size; k++) list[field.at + k] = field;
  return list;
}

/** A field's number, little endian. */
export function fieldValue(field: Field, bytes: Uint8Array): bigint {
  let value = 0n;
  for (let k = field.size - 1; k >= 0; k--) value = (value << 8n) | BigInt(bytes[field.at + k] ?? 0);
  return value;
}
