// SPDX-License-Identifier: GPL-2.0-or-later
//
// Raw nodes become pictures. Floor 3: pure; runs in the worker, in the page and in Node. The layout is spec/01 section 2,
// by way of the printed tables.

import { index, MAX, ZERO, type Index } from '../base/index64';
import type { NodeKind, NodePicture, TreePicture } from '../model/picture';
import { NODE, TREE_FLAGS } from './generated/tables';
import { endOf, isNodeWord, wordKind, wordPlace, type RawTree } from './heap';

/** What a picture says besides its nodes. */
export interface TreeTitle {
  readonly name: string;
  readonly kind: 'tree' | 'mm';
  /** Counted by the core; used when not all nodes are here, else counted from the nodes. */
  readonly entries: number;
}

/**
 * The picture of a tree. Nodes that look the same in `before` (an earlier picture of the same tree, or null) are the very
 * same objects. Throws on bytes that no core makes.
 */
export function decodeTree(raw: RawTree, title: TreeTitle, before: TreePicture | null): TreePicture {
  const height = (raw.flags & TREE_FLAGS.HEIGHT_MASK) >> TREE_FLAGS.HEIGHT_SHIFT;
  const inTree = isNodeWord(raw.root);
  const nodes = inTree ? decodeNodes(raw, before) : [];
  const form = raw.root === 0n ? 'empty' : inTree ? 'node' : 'single';
  const whole = nodes.length === raw.nodeCount;
  return {
    name: title.name,
    kind: title.kind,
    mode: { alloc: (raw.flags & TREE_FLAGS.ALLOC_RANGE) !== 0, rcu: (raw.flags & TREE_FLAGS.USE_RCU) !== 0 },
    height,
    form,
    single: form === 'single' ? raw.root : null,
    nodes,
    entries: form === 'single' ? 1 : whole ? countEntries(nodes) : title.entries,
  };
}

function countEntries(nodes: readonly NodePicture[]): number {
  let entries = 0;
  for (const node of nodes) {
    if (node.kind === 'leaf') for (const word of node.slots) if (word !== 0n) entries++;
  }
  return entries;
}

function decodeNodes(raw: RawTree, before: TreePicture | null): NodePicture[] {
  const old = new Map((before?.nodes ?? []).map((node) => [node.id, node]));
  const idAt = new Map(Array.from(raw.places, (place, k) => [place, raw.ids[k]!]));
  const view = new DataView(raw.bytes.buffer, raw.bytes.byteOffset, raw.bytes.byteLength);
  const nodes: NodePicture[] = [];
  const visit = (word: bigint, depth: number, min: Index, max: Index, parent: NodePicture['parent']): void => {
    const at = nodes.length;
    if (raw.places[at] !== wordPlace(word)) return;
    const bytes = raw.bytes.subarray(NODE.BYTES * at, NODE.BYTES * (at + 1));
    const id = raw.ids[at]!;
    const was = old.get(id);
    const unchanged =
      was?.min === min && was.max === max && was.depth === depth && was.parent?.id === parent?.id && sameBytes(was.bytes, bytes);
    const node = unchanged ? was : decodeNode(view, NODE.BYTES * at, { id, place: raw.places[at], depth, min, max, parent, bytes }, word, idAt);
    nodes.push(node);
    if (node.kind === 'leaf') return;
    node.slots.forEach((child, slot) => {
      const first = slot === 0 ? min : index(node.lasts[slot - 1]! + 1n);
      visit(child, depth + 1, first, node.lasts[slot]!, { id, slot });
    });
  };
  visit(raw.root, 0, ZERO, MAX, null);
  if (nodes.length !== raw.places.length) throw new Error('the nodes of a tree do not hang together');
  return nodes;
}

type Placed = Pick<NodePicture, 'id' | 'place' | 'depth' | 'min' | 'max' | 'parent' | 'bytes'>;

function decodeNode(view: DataView, at: number, placed: Placed, word: bigint, idAt: ReadonlyMap<number, number>): NodePicture {
  const number = wordKind(word);
  const kind = KINDS[number];
  if (kind === undefined) throw new Error(`no kind of node has number ${number}`);
  const layout = NODE[kind];
  const end = endOf(view, at, number, placed.max);
  if (end >= layout.SLOTS) throw new Error(`node ${placed.id} says that its last slot is ${end}`);
  const words = (offset: number, count: number): Index[] =>
    Array.from({ length: count }, (_, k) => index(view.getBigUint64(at + offset + 8 * k, true)));
  const slots = words(layout.SLOT, end + 1);
  return {
    ...placed,
    kind,
    end,
    lasts: [...words(NODE.PIVOTS, end), placed.max],
    slots,
    // A child that is not here (a large tree sent in part) has no id: 0.
    children: kind === 'leaf' ? [] : slots.map((child) => idAt.get(wordPlace(child)) ?? 0),
    gaps: kind === 'arange' ? words(NODE.arange.GAP, end + 1) : null,
    gapmeta: kind === 'arange' ? view.getUint8(at + NODE.arange.GAPMETA) : null,
  };
}

const KINDS: readonly (NodeKind | undefined)[] = [undefined, 'leaf', 'range', 'arange'];

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  for (let k = 0; k < NODE.BYTES; k++) if (a[k] !== b[k]) return false;
  return true;
}
