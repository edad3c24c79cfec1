// SPDX-License-Identifier: GPL-2.0-or-later
//
// A search of trees: what is looked for, as the query box reads it, and what was found. Plain data.
//
// A query is about nodes, or, as soon as one word of it is, about slots: then a word about nodes speaks of the node
// that the slot is in. The words and what they mean stand in scenario/find/words.ts.

import type { Index } from '../base/index64';
import type { NodeChange, NodeKind } from './picture';
import type { VmaClass } from './vma';

export type Comparison = '<' | '<=' | '=' | '!=' | '>=' | '>';

/**
 * Numbers of a node. `fill` is in percent of its slots, `maxgap` its largest gap, `size` the indexes that it covers, up
 * to 2^64.
 */
export type NodeField =
  | 'id'
  | 'depth'
  | 'used'
  | 'free'
  | 'slots'
  | 'fill'
  | 'min'
  | 'max'
  | 'size'
  | 'nulls'
  | 'entries'
  | 'children'
  | 'maxgap';
/**
 * Numbers of a slot. `gap`: of a slot that holds NULL its length, of a child's slot the gap recorded for it; else there
 * is none.
 */
export type SlotField = 'slot' | 'first' | 'last' | 'length' | 'gap' | 'entry';

export type FindTerm =
  | { readonly kind: 'all' | 'any'; readonly of: readonly FindTerm[] }
  | { readonly kind: 'not'; readonly of: FindTerm }
  /** Every node. */
  | { readonly kind: 'node' }
  | { readonly kind: 'of-kind'; readonly is: NodeKind }
  | { readonly kind: 'inner' | 'root' }
  /** The step's change to the node; null: any. */
  | { readonly kind: 'change'; readonly is: NodeChange | null }
  | { readonly kind: 'in-tree'; readonly name: string }
  | { readonly kind: 'node-field'; readonly field: NodeField; readonly by: Comparison; readonly value: Index }
  | { readonly kind: 'slot-field'; readonly field: SlotField; readonly by: Comparison; readonly value: Index }
  /** The slot's range holds all of these indexes, or at least one of them. */
  | { readonly kind: 'covers' | 'overlaps'; readonly first: Index; readonly last: Index }
  /** The content of a leaf's slot: NULL, anything else, the zero entry. */
  | { readonly kind: 'null' | 'entry' | 'zero' }
  /** A label, or the path of a VMA, that has this in it, in small or capital letters. */
  | { readonly kind: 'text'; readonly text: string }
  /** A VMA: any, with permissions that begin so (`?` is any letter), or of a class. */
  | { readonly kind: 'vma'; readonly perms: string | null; readonly is: VmaClass | null };

export interface FindQuery {
  readonly about: 'nodes' | 'slots';
  readonly term: FindTerm;
}

/**
 * One result: a node (slot −1), or a slot of it, with the range that it covers. The entry of index 0 in the root
 * pointer of a tree without nodes is found as a slot: 0 of node 0, of kind 'root', as the pictures point at it.
 */
export interface FoundPlace {
  readonly tree: string;
  readonly node: number;
  readonly slot: number;
  readonly kind: NodeKind | 'root';
  readonly depth: number;
  readonly first: Index;
  readonly last: Index;
  /** Of a slot of a leaf, and of the root pointer: the entry word. Else null. */
  readonly word: Index | null;
  /** Slots in use, of the node. */
  readonly used: number;
}

export interface Found {
  readonly step: number;
  /** In order of the trees, then from the root down and from left to right; at most the number requested. */
  readonly places: readonly FoundPlace[];
  /** All of them, listed or not. */
  readonly count: number;
}

/** Whether a part of a query satisfies a test. */
export function anyTerm(term: FindTerm, test: (term: FindTerm) => boolean): boolean {
  if (test(term)) return true;
  if (term.kind === 'all' || term.kind === 'any') return term.of.some((one) => anyTerm(one, test));
  return term.kind === 'not' && anyTerm(term.of, test);
}

const OF_SLOTS: ReadonlySet<FindTerm['kind']> = new Set([
  'slot-field',
  'covers',
  'overlaps',
  'null',
  'entry',
  'zero',
  'text',
  'vma',
]);

/** Whether a query is about slots. */
export function speaksOfSlots(term: FindTerm): boolean {
  return anyTerm(term, ({ kind }) => OF_SLOTS.has(kind));
}
