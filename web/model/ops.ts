// SPDX-License-Identifier: GPL-2.0-or-later
//
// The traits of each operation. Each statement has those of its own in its module (scenario/statements); sets of
// operations anywhere else derive from them.

import { OPS } from './generated/ops';

/** A trait that is left out is false or absent. */
export interface OpTraits {
  /** The letter under its bar on the timeline, unless the type of its store has one. */
  readonly letter?: string;
  /** The kind of name that the operation takes: a plain tree, an address space, a parked reader, a kept state. */
  readonly takes?: 'tree' | 'space' | 'reader' | 'state';
  /** Makes a new tree or address space. */
  readonly makes?: true;
  /** How many stores it makes: exactly one, or as many as needed. */
  readonly stores?: 'one' | 'many';
  /** Changes no tree. */
  readonly reads?: true;
  /** Makes no store and needs no node. */
  readonly needsNoNode?: true;
  /** Walks from node to node: iterations, readers, searches. */
  readonly walks?: true;
  /** Goes from higher to lower indexes. */
  readonly goesDown?: true;
  /** Looks for free indexes. */
  readonly searches?: true;
  /** One call on an address space, or several from a log. */
  readonly isCall?: true;
  /** Changes the flags of what is mapped and unmaps nothing. */
  readonly setsFlags?: true;
  /** Concerns an address space as a whole: its account reports the effect. */
  readonly hasAccount?: true;
  /** Copies, fills or frees a whole tree. */
  readonly isStructural?: true;
  /** Uses a kept state when a name stands in place of its index. */
  readonly goesByState?: true;
  /** Moves a kept state and does nothing else. */
  readonly placesState?: true;
  /** Also runs on a damaged tree. */
  readonly isForDamaged?: true;
  readonly hasNoResult?: true;
}

export { OPS };

/** The operation of a step, as its report names it. */
export type Op = keyof typeof OPS;

export function traitsOf(op: Op): OpTraits {
  return OPS[op];
}

/** The operations that have a trait, in the order of the table. */
export function opsWith(has: (traits: OpTraits) => boolean): ReadonlySet<string> {
  return new Set(Object.entries<OpTraits>(OPS).flatMap(([op, traits]) => (has(traits) ? [op] : [])));
}
