// SPDX-License-Identifier: GPL-2.0-or-later
//
// Raw nodes become pictures. Floor 3: pure; runs in the worker, in the page and in Node. The layout is spec/01 section 2,
// by way of the printed tables.

import { MAX, ZERO, type Index } from '../base/index64';
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

/** The nodes of a raw tree, seen as words of 64 and of 32 bits. Node k begins at k × 256 bytes. */
interface Source {
  readonly raw: RawTree;
  readonly words: BigUint64Array;
  readonly halves: Uint32Array;
  /** Where the node at a place of the slab stands here. */
  readonly at: ReadonlyMap<number, number>;
}

const WORDS = NODE.BYTES / 8;
const HALVES = NODE.BYTES / 4;

// What pictures were made from, so that the next one can be compared with it quickly.
const sources = new WeakMap<readonly NodePicture[], Source>();

function sourceOf(raw: RawTree): Source {
  const { buffer, byteOffset, byteLength } = raw.bytes;
  const at = new Map<number, number>();
  raw.places.forEach((place, k) => at.set(place, k));
  return { raw, at, words: new BigUint64Array(buffer, byteOffset, byteLength / 8), halves: new Uint32Array(buffer, byteOffset, byteLength / 4) };
}

function decodeNodes(raw: RawTree, before: TreePicture | null): NodePicture[] {
  const source = sourceOf(raw);
  const same = before === null ? () => null : unchangedFrom(before.nodes, source);
  const nodes: NodePicture[] = [];
  const visit = (place: number, kind: number, placed: Placed): void => {
    const at = nodes.length;
    if (raw.places[at] !== place) return;
    const node = same(at, placed) ?? decodeNode(source, at, kind, placed);
    nodes.push(node);
    if (node.kind === 'leaf') return;
    const from = HALVES * at + NODE[node.kind].SLOT / 4;
    for (let slot = 0, min = placed.min; slot <= node.end; slot++) {
      const max = node.lasts[slot]!;
      const half = source.halves[from + 2 * slot]!;
      visit(half >>> 8, (half >>> 3) & 15, { depth: placed.depth + 1, min, max, parent: { id: node.id, slot } });
      min = (max + 1n) as Index;
    }
  };
  visit(wordPlace(raw.root), wordKind(raw.root), { depth: 0, min: ZERO, max: MAX, parent: null });
  if (nodes.length !== raw.places.length) throw new Error('the nodes of a tree do not hang together');
  sources.set(nodes, source);
  return nodes;
}

type Placed = Pick<NodePicture, 'depth' | 'min' | 'max' | 'parent'>;

// Finds the node that stands in the same place of the earlier picture and looks the same, children included: another node
// may live at a child's place by now.
function unchangedFrom(nodes: readonly NodePicture[], now: Source): (at: number, placed: Placed) => NodePicture | null {
  const old = sources.get(nodes);
  if (old === undefined) return () => null;
  return (at, placed) => {
    const k = old.at.get(now.raw.places[at]!);
    const was = k === undefined ? undefined : nodes[k];
    if (k === undefined || was === undefined || was.id !== now.raw.ids[at]) return null;
    if (was.depth !== placed.depth || was.parent?.id !== placed.parent?.id || was.parent?.slot !== placed.parent?.slot) return null;
    for (let half = 0, x = HALVES * k, y = HALVES * at; half < HALVES; half++) if (old.halves[x + half] !== now.halves[y + half]) return null;
    if (was.min !== placed.min || was.max !== placed.max) return null;
    if (was.kind === 'leaf') return was;
    const from = HALVES * at + NODE[was.kind].SLOT / 4;
    return was.children.every((id, slot) => childId(now, from, slot) === id) ? was : null;
  };
}

// A child that is not here (a large tree sent in part) has no id: 0.
function childId({ raw, halves, at }: Source, from: number, slot: number): number {
  const k = at.get(halves[from + 2 * slot]! >>> 8);
  return k === undefined ? 0 : raw.ids[k]!;
}

function decodeNode(source: Source, at: number, number: number, placed: Placed): NodePicture {
  const { raw, words } = source;
  const id = raw.ids[at]!;
  const kind = KINDS[number];
  if (kind === undefined) throw new Error(`no kind of node has number ${number}`);
  const layout = NODE[kind];
  const bytes = raw.bytes.subarray(NODE.BYTES * at, NODE.BYTES * (at + 1));
  const end = endOf(new DataView(bytes.buffer, bytes.byteOffset, NODE.BYTES), 0, number, placed.max);
  if (end >= layout.SLOTS) throw new Error(`node ${id} says that its last slot is ${end}`);
  const run = (offset: number, count: number): Index[] => {
    const found: Index[] = [];
    for (let k = WORDS * at + offset / 8; found.length < count; k++) found.push(words[k] as Index);
    return found;
  };
  const slots = run(layout.SLOT, end + 1);
  const lasts = run(NODE.PIVOTS, end);
  lasts.push(placed.max);
  return {
    id,
    place: raw.places[at]!,
    kind,
    ...placed,
    end,
    lasts,
    slots,
    children: kind === 'leaf' ? [] : slots.map((_, slot) => childId(source, HALVES * at + layout.SLOT / 4, slot)),
    gaps: kind === 'arange' ? run(NODE.arange.GAP, end + 1) : null,
    gapmeta: kind === 'arange' ? bytes[NODE.arange.GAPMETA]! : null,
    bytes,
  };
}

const KINDS: readonly (NodeKind | undefined)[] = [undefined, 'leaf', 'range', 'arange'];
