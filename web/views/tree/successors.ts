// SPDX-License-Identifier: GPL-2.0-or-later
//
// The fates of the nodes that are gone after a step: destroyed with all nodes below them; out of reach, since a slot
// that led to them was overwritten on purpose; or replaced, and then which nodes cover their range now and where each
// slot went. As counts and as one sentence. Pure.
//
// Invariants: what the core says of a node's fate is believed before what its range suggests; a slot that lies in the
// written range survives nowhere, whatever the new nodes hold.

import type { NodePicture } from '../../model/picture';
import type { SceneTree } from '../../model/run';
import { counted } from '../../base/text';
import { listText } from '../shared/text';

export interface Successor {
  readonly id: number;
  /** Slots of the replaced node that it took over, whole or cut. */
  readonly slots: number;
}

/** The picture's text on a node that is gone. */
export interface Departure {
  readonly gone: NodePicture;
  /**
   * `destroyed`: with its subtree, since all of its range was overwritten or its tree came to an end (rule "order of
   * disposal"). `lost`: never freed, but nothing leads to it any more; only in a tree that was damaged on
   * purpose.
   */
  readonly fate: 'replaced' | 'destroyed' | 'lost';
  /**
   * Nodes of the same level, made in this step, that took over some of it; in index order. None of a destroyed node.
   */
  readonly successors: readonly Successor[];
  /** Slots that are found nowhere any more: overwritten or freed with it. */
  readonly lost: number;
  readonly sentence: string;
}

/** A range of indexes, both ends included. */
export interface Written {
  readonly first: bigint;
  readonly last: bigint;
}

/** The evidence for the fates: the picture after the step, its changes, and the core's own word on them. */
export type DepartureFacts = Pick<SceneTree, 'picture' | 'changes' | 'fates' | 'taken' | 'written' | 'findings'>;

/** One departure for every node that is gone, in the order of `changes.gone`. */
export function departures(facts: DepartureFacts): readonly Departure[] {
  return facts.changes.gone.map((gone) => {
    const fate = facts.fates.get(gone.id) ?? guessedFate(gone, facts);
    if (fate === 'lost') return lost(gone, facts);
    return fate === 'destroyed' ? destroyed(gone, facts) : replaced(gone, facts);
  });
}

// Where the core's events do not say: a node that lies inside the written range was destroyed, as was every node of a
// tree that has none any more.
function guessedFate(gone: NodePicture, { picture, written, findings }: DepartureFacts): Departure['fate'] {
  // Nobody gave it back, and the tree is broken: only a pointer that was written over leaves a node behind.
  if (written === null && picture.nodes.length > 0 && findings.some(({ excused }) => !excused)) return 'lost';
  if (picture.nodes.length === 0) return 'destroyed';
  return written !== null && gone.min >= written.first && gone.max <= written.last ? 'destroyed' : 'replaced';
}

function lost(gone: NodePicture, { changes }: DepartureFacts): Departure {
  const above = changes.gone.find(({ id }) => id === gone.parent?.id);
  const why = above === undefined ? 'the slot that led to it was overwritten' : `it is below #${above.id}`;
  return { gone, fate: 'lost', successors: [], lost: gone.end + 1, sentence: `#${gone.id} is out of reach: ${why}.` };
}

function destroyed(gone: NodePicture, { written }: DepartureFacts): Departure {
  const lost = gone.end + 1;
  const covered = written !== null && gone.min >= written.first && gone.max <= written.last;
  const reason = covered ? ': its whole range was overwritten' : '';
  return {
    gone,
    fate: 'destroyed',
    successors: [],
    lost,
    sentence: `#${gone.id} was destroyed with its ${counted(lost, 'slot')}${reason}.`,
  };
}

function replaced(gone: NodePicture, { picture, changes, taken, written }: DepartureFacts): Departure {
  const heirs = picture.nodes.filter(
    (node) => sameLayer(node, gone) && changes.now.has(node.id) && node.min <= gone.max && node.max >= gone.min,
  );
  const successors: Successor[] = [];
  const kept = new Set<number>();
  for (const heir of heirs) {
    const shared = sharedSlots(gone, heir, written);
    // Without a common slot only the node over exactly the same range is sure to stand in its place.
    const place =
      changes.now.get(heir.id) === 'new' && heir.min === gone.min && heir.max === gone.max && heir.depth === gone.depth;
    if (shared.length === 0 && !place) continue;
    successors.push({ id: heir.id, slots: shared.length });
    for (const slot of shared) kept.add(slot);
  }
  const lost = gone.end + 1 - kept.size;
  return { gone, fate: 'replaced', successors, lost, sentence: sentenceOf(gone, successors, lost, picture, taken) };
}

// Leaves are replaced by leaves; what inner nodes hold shows their level, which the height may have moved.
function sameLayer(a: NodePicture, b: NodePicture): boolean {
  return (a.kind === 'leaf') === (b.kind === 'leaf');
}

function sharedSlots(gone: NodePicture, heir: NodePicture, written: Written | null): readonly number[] {
  const shared: number[] = [];
  for (let slot = 0; slot <= gone.end; slot++) {
    const found =
      gone.kind === 'leaf'
        ? remains(gone, slot, written).some((rest) => holds(heir, rest))
        : hasChild(gone, slot, heir);
    if (found) shared.push(slot);
  }
  return shared;
}

interface Rest extends Written {
  readonly word: bigint;
}

// The remainder of a leaf's slot after the write: all of it, the part before the written range, the part after it, or
// nothing.
function remains(leaf: NodePicture, slot: number, written: Written | null): readonly Rest[] {
  const word = leaf.slots[slot] ?? 0n;
  const before = slot === 0 ? undefined : leaf.lasts[slot - 1];
  const first = before === undefined ? leaf.min : before + 1n;
  const last = leaf.lasts[slot] ?? leaf.max;
  if (written === null || last < written.first || first > written.last) return [{ first, last, word }];
  const rests: Rest[] = [];
  if (first < written.first) rests.push({ first, last: written.first - 1n, word });
  if (last > written.last) rests.push({ first: written.last + 1n, last, word });
  return rests;
}

// The leaf has a slot with the same entry that meets the rest. NULL ranges count like entries.
function holds(heir: NodePicture, rest: Rest): boolean {
  let first: bigint = heir.min;
  for (const [k, last] of heir.lasts.entries()) {
    if (first <= rest.last && last >= rest.first && heir.slots[k] === rest.word) return true;
    first = last + 1n;
  }
  return false;
}

// The same child by number; by its word where a large tree's picture leaves the child out (number 0).
function hasChild(gone: NodePicture, slot: number, heir: NodePicture): boolean {
  const id = gone.children[slot] ?? 0;
  if (id !== 0) return heir.children.includes(id);
  const word = gone.slots[slot];
  return word !== undefined && heir.slots.some((other, k) => (heir.children[k] ?? 0) === 0 && other === word);
}

// Nodes that stood there for a part of the step come in between.
function byText(gone: number, heir: number, taken: DepartureFacts['taken']): string {
  let [between, at] = ['', taken?.get(gone)];
  for (; at !== undefined && at !== heir; at = taken?.get(at)) between += `#${at}, and that by `;
  return `${at === heir ? between : ''}#${heir}`;
}

function sentenceOf(
  gone: NodePicture,
  successors: readonly Successor[],
  lost: number,
  { nodes }: SceneTree['picture'],
  taken: DepartureFacts['taken'],
): string {
  const count = counted(gone.end + 1, 'slot');
  const takers = successors.filter((heir) => heir.slots > 0);
  const heir = takers[0] ?? successors[0];
  // A root that is no leaf, and for which no other stands: one leaf is the whole tree now.
  if (heir === undefined)
    return (
      `#${gone.id} is gone: ` +
      `${gone.parent === null && nodes.length === 1 ? 'the tree has fewer levels' : `none of its ${count} stayed`}.`
    );
  if (takers.length < 2) {
    return (
      `#${gone.id} was replaced by ${byText(gone.id, heir.id, taken)}, which has ` +
      `${lost === 0 ? 'all' : heir.slots || 'none'} of its ${count}${lostText(gone, lost)}.`
    );
  }
  const moves = takers.map((heir, k) => `${heir.slots}${k === 0 ? ' went' : ''} to #${heir.id}`);
  return `#${gone.id} was replaced: of its ${count} ${listText(moves)}${lostText(gone, lost)}.`;
}

function lostText(gone: NodePicture, lost: number): string {
  if (lost === 0) return '';
  if (gone.kind === 'leaf') return lost === 1 ? '; one is gone' : `; ${lost} are gone`;
  return lost === 1 ? '; one led to a node that is gone' : `; ${lost} led to nodes that are gone`;
}

/** How many are gone in which way: `2 more replaced, 1 destroyed`. Empty for none. */
export function restText(rest: readonly Pick<Departure, 'fate'>[]): string {
  const count = (fate: Departure['fate']): number => rest.filter((one) => one.fate === fate).length;
  const parts = (
    [
      ['replaced', count('replaced')],
      ['destroyed', count('destroyed')],
      ['out of reach', count('lost')],
    ] as const
  ).filter(([, n]) => n > 0);
  return parts.map(([word, n], k) => `${n}${k === 0 ? ' more' : ''} ${word}`).join(', ');
}
