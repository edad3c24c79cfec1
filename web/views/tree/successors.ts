// SPDX-License-Identifier: GPL-2.0-or-later
//
// What became of the nodes that a step replaced: which nodes now cover their range, and where each slot went. Told as
// counts and as one sentence. Pure; judged from the two pictures alone.

import type { NodePicture, PictureChanges, TreePicture } from '../../model/picture';
import { listText, plural } from '../shared/text';

export interface Successor {
  readonly id: number;
  /** Slots of the replaced node that it took over unchanged. */
  readonly slots: number;
}

export interface Replacement {
  readonly gone: NodePicture;
  /** Nodes of the same level, made in this step, that cover part of its range; in index order. */
  readonly successors: readonly Successor[];
  /** Slots that are found nowhere any more: overwritten or freed with it. */
  readonly lost: number;
  readonly sentence: string;
}

/** One replacement for every node that is gone, in the order of `changes.gone`. */
export function replacements(after: TreePicture, changes: PictureChanges): readonly Replacement[] {
  return changes.gone.map((gone) => replacementOf(gone, after, changes));
}

function replacementOf(gone: NodePicture, after: TreePicture, changes: PictureChanges): Replacement {
  const heirs = after.nodes.filter(
    (node) => sameLayer(node, gone) && changes.now.has(node.id) && node.min <= gone.max && node.max >= gone.min,
  );
  const successors: Successor[] = [];
  const kept = new Set<number>();
  for (const heir of heirs) {
    const shared = sharedSlots(gone, heir);
    // Without a common slot only the node over exactly the same range is sure to stand in its place.
    const place = changes.now.get(heir.id) === 'new' && heir.min === gone.min && heir.max === gone.max && heir.depth === gone.depth;
    if (shared.length === 0 && !place) continue;
    successors.push({ id: heir.id, slots: shared.length });
    for (const slot of shared) kept.add(slot);
  }
  const lost = gone.end + 1 - kept.size;
  return { gone, successors, lost, sentence: sentenceOf(gone, successors, lost) };
}

// Leaves are replaced by leaves; of inner nodes the level is told by what they hold, which the height may have moved.
function sameLayer(a: NodePicture, b: NodePicture): boolean {
  return (a.kind === 'leaf') === (b.kind === 'leaf');
}

function sharedSlots(gone: NodePicture, heir: NodePicture): readonly number[] {
  const shared: number[] = [];
  let from = 0;
  for (let slot = 0; slot <= gone.end; slot++) {
    const found = findSlot(gone, slot, heir, from);
    if (found < 0) continue;
    shared.push(slot);
    from = found;
  }
  return shared;
}

// The same child, or the same entry over a range that meets the old one; NULL ranges count like entries.
function findSlot(gone: NodePicture, slot: number, heir: NodePicture, from: number): number {
  for (let k = from; k <= heir.end; k++) {
    if (gone.kind !== 'leaf') {
      if (heir.children[k] === gone.children[slot]) return k;
    } else if (heir.slots[k] === gone.slots[slot] && meets(gone, slot, heir, k)) return k;
  }
  return -1;
}

function meets(a: NodePicture, i: number, b: NodePicture, k: number): boolean {
  return firstOf(a, i) <= lastOf(b, k) && firstOf(b, k) <= lastOf(a, i);
}

function firstOf(node: NodePicture, slot: number): bigint {
  const before = slot === 0 ? undefined : node.lasts[slot - 1];
  return before === undefined ? node.min : before + 1n;
}

function lastOf(node: NodePicture, slot: number): bigint {
  return node.lasts[slot] ?? node.max;
}

function sentenceOf(gone: NodePicture, successors: readonly Successor[], lost: number): string {
  const count = plural(gone.end + 1, 'slot');
  const takers = successors.filter((heir) => heir.slots > 0);
  if (takers.length === 0) {
    const heir = successors[0];
    return heir === undefined ? `#${gone.id} is gone with its ${count}.` : `#${gone.id} was replaced by #${heir.id}; none of its ${count} stayed.`;
  }
  const only = takers[0];
  if (takers.length === 1 && only !== undefined && lost === 0) {
    return `#${gone.id} was replaced by #${only.id}, which keeps ${gone.end === 0 ? 'its slot' : `all ${count}`}.`;
  }
  const moves = takers.map((heir, k) => `${k === 0 ? plural(heir.slots, 'slot') : heir.slots} to #${heir.id}`);
  const rest = lost === 0 ? '' : lost === 1 ? '; one is no more' : `; ${lost} are no more`;
  return `#${gone.id} was replaced: ${listText(moves)}${rest}.`;
}
