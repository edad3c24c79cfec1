// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls that a run made on its trees, one by one and with every expression evaluated: what a program in another
// language needs to make them again.

import type { Index } from '../base/index64';
import type { Move, StoredRange } from './machine';
import type { TreeMode } from './tree-mode';
import type { ErrorName } from './status';

interface CallPlace {
  /** The step that made it, and its line in the text. */
  readonly step: number;
  readonly line: number;
  /** The tree that it was made on, by name; `of` distinguishes two trees of one name. Empty for a call on none. */
  readonly tree: string;
  /** Handle of that tree: equal for the same tree, used again after it is gone. 0 for a call on none. */
  readonly of: number;
  /** The step's error, if this is its only call. */
  readonly error: ErrorName | null;
}

export interface CallRecords {
  readonly calls: readonly CallRecord[];
  readonly omitted: number;
}

/** A call on a kept state. */
export type StateCall =
  | { readonly what: 'open' | 'close' | 'reset' | 'pause' }
  | { readonly what: 'set' | 'aim'; readonly first: Index; readonly last: Index }
  | { readonly what: 'move'; readonly move: Move; readonly limit: Index; readonly count: number }
  | { readonly what: 'prepare' | 'store' | 'store-prepared'; readonly word: Index }
  | { readonly what: 'search'; readonly min: Index; readonly max: Index; readonly size: Index; readonly top: boolean };

export type CallRecord = CallPlace &
  (
    | { readonly kind: 'create'; readonly mode: TreeMode }
    | { readonly kind: 'set-rcu'; readonly on: boolean }
    | { readonly kind: 'store' | 'insert'; readonly first: Index; readonly last: Index; readonly word: Index }
    | { readonly kind: 'prealloc'; readonly first: Index; readonly last: Index; readonly word: Index }
    | { readonly kind: 'erase' | 'load'; readonly at: Index }
    | { readonly kind: 'bulk'; readonly expected: number; readonly stores: readonly StoredRange[] }
    | { readonly kind: 'gap'; readonly size: Index; readonly min: Index; readonly max: Index; readonly top: boolean }
    | {
        readonly kind: 'alloc';
        readonly size: Index;
        readonly min: Index;
        readonly max: Index;
        readonly word: Index;
        readonly top: boolean;
      }
    | { readonly kind: 'cyclic'; readonly min: Index; readonly max: Index; readonly word: Index }
    | {
        readonly kind: 'iterate';
        readonly move: Move;
        readonly at: Index;
        readonly limit: Index;
        readonly count: number;
      }
    | { readonly kind: 'dup'; readonly to: string; readonly toOf: number }
    | { readonly kind: 'destroy' }
    /** On a kept state: `state` is its number, given again after it is gone. `lost`: its node was gone before. */
    | { readonly kind: 'state'; readonly state: number; readonly lost: boolean; readonly call: StateCall }
    /** Of a reader, whose place lasts from step to step: what it reads changes no tree. */
    | { readonly kind: 'reader'; readonly statement: string; readonly what: string }
    /**
     * No call of the public interface, or one whose course the interface cannot ask for: the statement that makes it,
     * and all of it.
     */
    | { readonly kind: 'other'; readonly statement: string; readonly what: string }
  );
