// SPDX-License-Identifier: GPL-2.0-or-later
//
// The basis of a store's type: the numbers that the table of store types (rule "store type"), the two heights (rule
// "store request") and the cuts (6.5, 7.1) compare, as they were when the core decided. Types only.

import type { Index } from '../base/index64';
import type { NodeKind } from './picture';
import type { StoreType } from './status';
import type { Release } from './releases';

/** An inner node that the walk went through. */
export interface PassedNode {
  readonly node: number;
  readonly kind: NodeKind;
  /** From 1, the root. */
  readonly level: number;
  readonly used: number;
  readonly slots: number;
  /** It has room for one more child. */
  readonly vacant: boolean;
  /** It can lose a child: so many used slots it must have for that. */
  readonly sufficient: boolean;
  readonly enough: number;
}

/**
 * Where the walk ended. In the leaf the store begins in `slot`, which covers min..max, and ends in `lastSlot`, which
 * ends at `lastPivot`.
 */
export type StorePlace =
  /** There was no node to walk to. */
  | { readonly kind: 'root pointer' }
  /** It turned out to span, at a slot that ends at `ends`. */
  | { readonly kind: 'span'; readonly node: number; readonly slot: number; readonly ends: Index }
  | {
      readonly kind: 'leaf';
      readonly node: number;
      readonly slot: number;
      readonly lastSlot: number;
      readonly min: Index;
      readonly max: Index;
      readonly lastPivot: Index;
      /** Last used slot before, and what it is after the store. */
      readonly end: number;
      readonly newEnd: number;
      readonly isRoot: boolean;
    };

/**
 * A sibling that a row could be pushed to: together they must have less than `limit`, both counted as in rule "split".
 */
export interface PushTry {
  readonly side: 'left' | 'right';
  readonly node: number;
  /** Last item of the row, and last used slot of the sibling. */
  readonly row: number;
  readonly end: number;
  readonly limit: number;
  readonly fits: boolean;
}

export interface Cut {
  /** Last item of the left part. */
  readonly after: number;
  /** Items of the row that is cut. */
  readonly of: number;
  readonly why: 'half' | 'third' | 'push left' | 'push right' | 'bulk';
  /** The item proposed before a NULL moved it. */
  readonly proposed: number;
}

/** One level at which slots are gathered in a row and dealt out again. */
export interface DealtLevel {
  /** 0 for the leaves. */
  readonly up: number;
  readonly items: number;
  /** Only where a node is split. In the order of the tries; the last one fits, or none does. */
  readonly tries: readonly PushTry[];
  readonly pushed: { readonly side: 'left' | 'right'; readonly node: number; readonly items: number } | null;
  readonly cuts: readonly Cut[];
  readonly pulls: readonly { readonly side: 'left' | 'right'; readonly node: number; readonly items: number }[];
}

export interface StepDecision {
  /** The core's decision. */
  readonly type: StoreType;
  /** The range as it is written: NULL that joins the NULLs beside it included. */
  readonly first: Index;
  readonly last: Index;
  readonly widened: boolean;
  readonly rcu: boolean;
  /** Whether it is one of a bulk load, in which a leaf may stay small. */
  readonly bulk: boolean;
  /** Of the tree before. */
  readonly height: number;
  /** Nodes that it may need, by the formula that its tree goes by. */
  readonly needed: number;
  readonly vacant: number;
  readonly sufficient: number;
  readonly place: StorePlace;
  /** Inner nodes from where the walk of the store began; none where its state stood on the leaf already. */
  readonly passed: readonly PassedNode[];
  readonly levels: readonly DealtLevel[];
}

/** One of the stores that a step made or tried. */
export interface StepStore {
  /** From 0, in order. */
  readonly number: number;
  /** Name of its tree. */
  readonly tree: string;
  /** The range as it is written: NULL that joins the NULLs beside it included. */
  readonly first: Index;
  readonly last: Index;
  readonly word: Index;
  readonly type: StoreType;
  /**
   * Nodes that it may need by its tree's formula; that were requested on behalf of it, refused ones included; that went
   * into the tree.
   */
  readonly needed: number;
  readonly asked: number;
  readonly used: number;
  /** False where it failed, or was only tried. */
  readonly stored: boolean;
}

/** Stores of a step: some of them, and how many there are. */
export interface StepStores {
  readonly count: number;
  /** All of them by type, most frequent first. */
  readonly types: readonly { readonly type: StoreType; readonly count: number }[];
  readonly rows: readonly StepStore[];
  /** Entries that a bulk load was announced to have; null where the step has no bulk load. */
  readonly announced: number | null;
}

/** The decision of one of them. */
export interface StoreDecision {
  readonly store: StepStore;
  readonly decision: StepDecision;
  /** The release of its tree. */
  readonly release: Release;
  /** False where the step has more events than are kept, and those of this store were not: then no level is known. */
  readonly hasEvents: boolean;
}
