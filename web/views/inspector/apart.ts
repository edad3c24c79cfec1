// SPDX-License-Identifier: GPL-2.0-or-later
//
// Nodes that are in no tree: dead ones that wait for readers, those in reserve half-way through a step, and places that
// are free. Which of those in reserve list the others is found from what they hold. Pure.

import type { NodePicture } from '../../model/picture';

export interface ApartNode {
  readonly id: number;
  readonly place: number;
  /** As a HalfNode has it; 'free': it has been freed; 'large': in a tree that is too large to be pictured whole. */
  readonly state: 'held' | 'made' | 'cut off' | 'dead' | 'free' | 'large';
  /** With kind and range, as far as they are known. */
  readonly picture: NodePicture | null;
  readonly bytes: Uint8Array;
}

export const APART_WORDS: Readonly<Record<ApartNode['state'], string>> = {
  held: 'preallocated: granted, and not taken yet',
  made: 'taken, and not linked into a tree yet',
  'cut off': 'no tree leads to it any more',
  dead: 'dead: it waits until no reader can be on it',
  free: 'free: returned to the allocator',
  large: 'in a tree that is drawn only in part',
};

/** Address of place 0. */
export const NODE_BASE = 0xffff_8880_0000_0000n;

export function addressOf(place: number): bigint {
  return NODE_BASE + 256n * BigInt(place);
}

const LISTED_MOST = 30;

/**
 * The nodes of a reserve that list others, by id, with how many each lists: the chain from its head on. Empty if none
 * holds together.
 */
export function holdersOf(reserve: readonly ApartNode[]): ReadonlyMap<number, number> {
  const byAddress = new Map(reserve.map((node) => [addressOf(node.place), node]));
  for (const head of reserve) {
    const chain = chainFrom(head, byAddress);
    if (chain !== null) return chain;
  }
  return new Map();
}

// The head knows how many nodes there are, and its chain leads to each of them once.
function chainFrom(head: ApartNode, nodes: ReadonlyMap<bigint, ApartNode>): ReadonlyMap<number, number> | null {
  if (word(head, 0) !== BigInt(nodes.size)) return null;
  const chain = new Map<number, number>();
  const met = new Set<ApartNode>([head]);
  for (let holder: ApartNode | null = head; holder !== null;) {
    const count: number = holder.bytes[8] ?? 0;
    if (count > LISTED_MOST) return null;
    chain.set(holder.id, count);
    let next: ApartNode | null = null;
    for (let k = 0; k < count; k++) {
      const listed = nodes.get(word(holder, 16 + 8 * k) & ~0xffn);
      if (listed === undefined || met.has(listed)) return null;
      met.add(listed);
      if (k === 0) next = listed;
    }
    holder = next;
  }
  return met.size === nodes.size ? chain : null;
}

function word({ bytes }: ApartNode, at: number): bigint {
  let value = 0n;
  for (let k = 7; k >= 0; k--) value = (value << 8n) | BigInt(bytes[at + k] ?? 0);
  return value;
}
