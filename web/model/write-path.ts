// SPDX-License-Identifier: GPL-2.0-or-later
//
// The ways that writes go: which a run has taken, and a scenario that takes a wanted one. Types only.

import type { StoreType } from './status';

/** One of the nine store types in a run. */
export interface WritePath {
  readonly type: StoreType;
  /** Stores that went that way. */
  readonly count: number;
  /** The first step with such a store; null if there is none. */
  readonly first: number | null;
}

/** A scenario whose last step takes a type, found by search; null texts: none was found. */
export interface StoreTypeExample {
  readonly text: string | null;
  /** Steps of the text. */
  readonly steps: number;
  /** Calls that were made to find it. */
  readonly calls: number;
}
