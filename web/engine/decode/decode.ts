// SPDX-License-Identifier: GPL-2.0-or-later
//
// Raw nodes become pictures. Pure; runs in the worker, in the page and in Node. The layout is core/src/node.h, by way
// of the printed tables.

import { index, MAX, ZERO, type Index } from '../../base/index64';
import type { NodeKind, NodePicture, TreePicture } from '../../model/picture';
import { releaseNumbered } from '../../model/releases';
import { NODE } from '../../model/generated/node';
import { TREE_FLAGS } from '../generated/tables';
import { endOf, isNodeWord, wordKind, type RawNode, type RawTree } from '../core/heap';

/** The data of a picture besides its nodes. */
export interface TreeTitle {
  readonly name: string;
  readonly kind: 'tree' | 'mm';
  /** Counted by the core; used when not all nodes are here, else counted from the nodes. */
  readonly entries: number;
}

/**
 * The picture of a tree. Nodes that look the same in `before` (an earlier picture of the same tree, or null) are the
 * very same objects. Bytes are shown as they are. A child word that leads to no node, or to a node that another word
 * has led to, has id 0 in `children`: only a corrupted tree has such words.
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
    mode: {
      alloc: (raw.flags & TREE_FLAGS.ALLOC_RANGE) !== 0,
      rcu: (raw.flags & TREE_FLAGS.USE_RCU) !== 0,
      release: releaseNumbered((raw.flags & TREE_FLAGS.RELEASE_MASK) >> TREE_FLAGS.RELEASE_SHIFT),
    },
    flags: raw.flags,
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
  /** Which node is here for a place of the slab. */
  readonly at: ReadonlyMap<number, number>;
  /** Which node is here for slot s of node k, at SLOTS × k + s: −1 for none. */
  readonly below: Int32Array;
}

const SLOTS = NODE.leaf.SLOTS;

const WORDS = NODE.BYTES / 8;
const HALVES = NODE.BYTES / 4;

// The source of each picture, for a fast comparison with the next one.
const sources = new WeakMap<readonly NodePicture[], Source>();

function sourceOf(raw: RawTree): Source {
  const { buffer, byteOffset, byteLength } = raw.bytes;
  const at = new Map<number, number>();
  const below = new Int32Array(SLOTS * raw.places.length).fill(-1);
  raw.places.forEach((place, k) => {
    at.set(place, k);
    if (k > 0) below[SLOTS * raw.parents[k]! + raw.slots[k]!] = k;
  });
  return {
    raw,
    at,
    below,
    words: new BigUint64Array(buffer, byteOffset, byteLength / 8),
    halves: new Uint32Array(buffer, byteOffset, byteLength / 4),
  };
}

function decodeNodes(raw: RawTree, before: TreePicture | null): NodePicture[] {
  const source = sourceOf(raw);
  const same = before === null ? (): null => null : unchangedFrom(before.nodes, source);
  const nodes: NodePicture[] = [];
  const visit = (at: number, kind: number, placed: Placed): void => {
    const node = same(at, kind, placed) ?? decodeNode(source, at, kind, placed);
    nodes.push(node);
    if (node.kind === 'leaf') return;
    const from = HALVES * at + NODE[node.kind].SLOT / 4;
    for (let slot = 0, min = placed.min; slot <= node.end; slot++) {
      const max = node.lasts[slot]!;
      const child = source.below[SLOTS * at + slot]!;
      if (child >= 0)
        visit(child, (source.halves[from + 2 * slot]! >>> 3) & 15, {
          depth: placed.depth + 1,
          min,
          max,
          parent: { id: node.id, slot },
        });
      min = index(max + 1n);
    }
  };
  if (raw.places.length > 0) visit(0, wordKind(raw.root), { depth: 0, min: ZERO, max: MAX, parent: null });
  if (nodes.length !== raw.places.length) throw new Error('the nodes of a tree do not hang together');
  sources.set(nodes, source);
  return nodes;
}

type Placed = Pick<NodePicture, 'depth' | 'min' | 'max' | 'parent'>;

// Finds the node that stands in the same place of the earlier picture and looks the same, children included: another
// node may live at a child's place by now.
function unchangedFrom(
  nodes: readonly NodePicture[],
  now: Source,
): (at: number, kind: number, placed: Placed) => NodePicture | null {
  const old = sources.get(nodes);
  if (old === undefined) return () => null;
  return (at, kind, placed) => {
    const k = old.at.get(now.raw.places[at]!);
    const was = k === undefined ? undefined : nodes[k];
    if (k === undefined || was === undefined || was.id !== now.raw.ids[at] || was.kind !== KINDS[kind]) return null;
    if (was.depth !== placed.depth || was.parent?.id !== placed.parent?.id || was.parent?.slot !== placed.parent?.slot)
      return null;
    for (let half = 0, x = HALVES * k, y = HALVES * at; half < HALVES; half++)
      if (old.halves[x + half] !== now.halves[y + half]) return null;
    if (was.min !== placed.min || was.max !== placed.max) return null;
    if (was.kind === 'leaf') return was;
    return was.children.every((id, slot) => childId(now, at, slot) === id) ? was : null;
  };
}

// A child that is not here (of a large tree sent in part, or behind a wild pointer) has no id: 0.
function childId({ raw, below }: Source, at: number, slot: number): number {
  const k = below[SLOTS * at + slot]!;
  return k < 0 ? 0 : raw.ids[k]!;
}

/** A leaf by itself, which may be in no tree any more. */
export function decodeLeaf(node: RawNode, range: Pick<NodePicture, 'min' | 'max'>): NodePicture {
  return decodeAlone(node, NODE.leaf.KIND, range);
}

/** A node by itself, of the kind with this number. No child of it is here. */
export function decodeAlone(node: RawNode, kind: number, range: Pick<NodePicture, 'min' | 'max'>): NodePicture {
  const raw: RawTree = {
    root: ZERO,
    flags: 0,
    places: Uint32Array.of(node.place),
    ids: Float64Array.of(node.id),
    parents: Int32Array.of(-1),
    slots: new Uint8Array(1),
    bytes: node.bytes,
    nodeCount: 1,
  };
  return decodeNode(sourceOf(raw), 0, kind, { depth: 0, min: range.min, max: range.max, parent: null });
}

function decodeNode(source: Source, at: number, number: number, placed: Placed): NodePicture {
  const { raw, words } = source;
  const id = raw.ids[at]!;
  const kind = KINDS[number];
  if (kind === undefined) throw new Error(`no kind of node has number ${number}`);
  const layout = NODE[kind];
  const bytes = raw.bytes.subarray(NODE.BYTES * at, NODE.BYTES * (at + 1));
  const end = endOf(new DataView(bytes.buffer, bytes.byteOffset, NODE.BYTES), 0, number, placed.max);
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
    children: kind === 'leaf' ? [] : slots.map((_, slot) => childId(source, at, slot)),
    gaps: kind === 'arange' ? run(NODE.arange.GAP, end + 1) : null,
    gapmeta: kind === 'arange' ? bytes[NODE.arange.GAPMETA]! : null,
    bytes,
  };
}

const KINDS: readonly (NodeKind | undefined)[] = [undefined, 'leaf', 'range', 'arange'];
