// SPDX-License-Identifier: GPL-2.0-or-later
//
// Why an answer is wrong, as data, read off the scenes around the step and what the store was decided by. Pure. It
// never names the right answer: a reader may try again. words.ts makes the sentences.

import type { Index } from '../base/index64';
import type { StepDecision } from '../model/decision';
import type { NodePicture } from '../model/picture';
import type { Scene, SceneTree } from '../model/run';
import type { StoreType } from '../model/status';
import { grade } from './answers';
import type { Answer } from './lesson';
import type { Prediction, Question } from './predict';
import { leavesOf } from './truth';
import { firstNumberIn } from './vary';

/** Of a store type: which of its conditions does not hold. */
export type TypeBecause =
  | { readonly kind: 'has nodes'; readonly type: StoreType }
  | { readonly kind: 'no node'; readonly type: StoreType }
  | { readonly kind: 'ends in its leaf' }
  | { readonly kind: 'ends elsewhere'; readonly type: StoreType; readonly leafEnds: Index }
  | { readonly kind: 'slot is not the range'; readonly slot: number; readonly min: Index; readonly max: Index }
  | { readonly kind: 'not all indexes' }
  | { readonly kind: 'root may be thin' }
  | { readonly kind: 'not thin'; readonly used: number; readonly least: number }
  | { readonly kind: 'fits'; readonly used: number; readonly slots: number }
  | { readonly kind: 'not the last slot'; readonly slot: number; readonly last: number }
  | { readonly kind: 'not in place with readers' }
  | { readonly kind: 'other slot count'; readonly was: number; readonly is: number }
  /** Its own condition holds, but one that is asked before it does too. */
  | { readonly kind: 'asked before'; readonly type: StoreType; readonly used: number | null };

export type Because =
  | TypeBecause
  // Of a place.
  | { readonly kind: 'which leaf' }
  | { readonly kind: 'no such leaf'; readonly leaves: number }
  | { readonly kind: 'no such slot'; readonly leaf: number; readonly leaves: number; readonly used: number }
  | {
      readonly kind: 'covers';
      readonly leaf: number;
      readonly leaves: number;
      /** Null: the whole leaf. */
      readonly slot: number | null;
      readonly min: Index;
      readonly max: Index;
      readonly sought: Index;
    }
  // Of a border.
  | { readonly kind: 'inside a slot'; readonly index: Index; readonly min: Index; readonly max: Index }
  | { readonly kind: 'ends free'; readonly index: Index }
  | { readonly kind: 'uneven'; readonly left: number; readonly right: number }
  | { readonly kind: 'other leaf' }
  // Of a number or a value.
  | { readonly kind: 'as before' }
  | { readonly kind: 'too low' }
  | { readonly kind: 'too high' }
  | { readonly kind: 'requests'; readonly than: 'more' | 'fewer' }
  | { readonly kind: 'sizes' };

/** Null where the answer is right, or where nothing more can be said than that it is wrong. */
export function becauseOf(question: Question, answer: Answer, { before, after, line }: Prediction): Because | null {
  const { ask, truth, was } = question;
  if (grade(answer, truth)) return null;
  switch (answer.kind) {
    case 'type':
      return after.decision === undefined || after.decision === null ? null : typeBecause(answer.type, after.decision);
    case 'slot':
    case 'leaf':
      return placeBecause(answer, before, after, line);
    case 'number':
      if (was !== null && grade(answer, was)) return { kind: 'as before' };
      if (truth.kind !== 'number') return null;
      if (ask.kind === 'cut') return cutBecause(answer.value as Index, truth.value as Index, after);
      return { kind: answer.value < truth.value ? 'too low' : 'too high' };
    case 'list':
      return truth.kind === 'list' ? listBecause(answer.values, truth.values) : null;
    case 'word':
      return was !== null && grade(answer, was) ? { kind: 'as before' } : null;
    case 'yes or no':
      return null;
  }
}

function listBecause(told: readonly number[], right: readonly number[]): Because {
  if (told.length === right.length) return { kind: 'sizes' };
  return { kind: 'requests', than: right.length > told.length ? 'more' : 'fewer' };
}

// ---- Types ----

const LEAF_LEAST = 7;
const LEAF_SLOTS = 16;

// The conditions of the rule "store type", each by itself; which of them fires first, the core has decided.
function typeBecause(type: StoreType, decision: StepDecision): Because | null {
  const { place, first, last, rcu } = decision;
  const before: Because = {
    kind: 'asked before',
    type: decision.type,
    used: place.kind === 'leaf' ? place.newEnd + 1 : null,
  };
  if (place.kind === 'root pointer') return type === 'store_root' ? before : { kind: 'no node', type };
  if (type === 'store_root') return { kind: 'has nodes', type };
  if (type === 'new_root') return first === 0n && last === (1n << 64n) - 1n ? before : { kind: 'not all indexes' };
  if (place.kind === 'span')
    return type === 'spanning_store' ? before : { kind: 'ends elsewhere', type, leafEnds: place.ends };
  const used = place.newEnd + 1;
  switch (type) {
    case 'spanning_store':
      return { kind: 'ends in its leaf' };
    case 'exact_fit':
      if (place.min === first && place.max === last) return before;
      return { kind: 'slot is not the range', slot: place.slot, min: place.min, max: place.max };
    case 'rebalance':
      if (used >= LEAF_LEAST) return { kind: 'not thin', used, least: LEAF_LEAST };
      return place.isRoot ? { kind: 'root may be thin' } : before;
    case 'split_store':
      return used <= LEAF_SLOTS ? { kind: 'fits', used, slots: LEAF_SLOTS } : before;
    case 'append':
      if (place.slot !== place.end) return { kind: 'not the last slot', slot: place.slot, last: place.end };
      return rcu ? { kind: 'not in place with readers' } : before;
    case 'slot_store':
      if (place.newEnd !== place.end) return { kind: 'other slot count', was: place.end + 1, is: used };
      return rcu && place.lastSlot - place.slot !== 1 ? { kind: 'not in place with readers' } : before;
    case 'node_store':
      return before;
  }
}

// ---- Places ----

function placeBecause(
  answer: Extract<Answer, { kind: 'slot' | 'leaf' }>,
  before: Scene,
  after: Scene,
  line: string,
): Because | null {
  const { touched } = after;
  const leaves = treeLeaves(before, touched?.tree);
  if (touched === null || leaves === null) return null;
  if (answer.leaf === null && leaves.length > 1) return { kind: 'which leaf' };
  const number = answer.leaf ?? 1;
  const leaf = leaves[number - 1];
  if (leaf === undefined) return { kind: 'no such leaf', leaves: leaves.length };
  // A lookup is about one index, and its range is that of the slot where it ends.
  const asked = firstNumberIn(line);
  const isIn = asked !== null && touched.first <= asked && asked <= touched.last;
  const here = { leaf: number, leaves: leaves.length, sought: isIn ? asked : touched.first };
  if (answer.kind === 'leaf' || touched.first < leaf.min || touched.first > leaf.max)
    return { kind: 'covers', ...here, slot: null, min: leaf.min, max: leaf.max };
  const range = slotRange(leaf, answer.slot);
  if (range === null) return { kind: 'no such slot', leaf: number, leaves: leaves.length, used: leaf.lasts.length };
  return { kind: 'covers', ...here, slot: answer.slot, ...range };
}

function treeLeaves({ trees }: Scene, name: string | null | undefined): readonly NodePicture[] | null {
  const tree: SceneTree | undefined = trees.find(({ picture }) => picture.name === name);
  return tree === undefined ? null : leavesOf(tree);
}

function slotRange({ min, lasts }: NodePicture, slot: number): { readonly min: Index; readonly max: Index } | null {
  const max = lasts[slot];
  if (max === undefined) return null;
  const last = slot === 0 ? null : lasts[slot - 1];
  return { min: last === null || last === undefined ? min : ((last + 1n) as Index), max };
}

// What a border at this index would mean for the two leaves that the step made.
function cutBecause(index: Index, right: Index, after: Scene): Because | null {
  const leaves = treeLeaves(after, after.record?.tree);
  const at = leaves?.findIndex(({ max }) => max === right) ?? -1;
  const pair = at < 0 ? [] : (leaves?.slice(at, at + 2) ?? []);
  if (pair.length < 2) return null;
  const slots = pair.flatMap((leaf) =>
    leaf.lasts.map((max, k) => ({ min: slotRange(leaf, k)?.min ?? leaf.min, max, isFree: leaf.slots[k] === 0n })),
  );
  const slot = slots.findIndex(({ min, max }) => min <= index && index <= max);
  const found = slots[slot];
  if (found === undefined) return { kind: 'other leaf' };
  if (found.max !== index) return { kind: 'inside a slot', index, min: found.min, max: found.max };
  if (found.isFree) return { kind: 'ends free', index };
  return { kind: 'uneven', left: slot + 1, right: slots.length - slot - 1 };
}
