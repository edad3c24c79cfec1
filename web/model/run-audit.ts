// SPDX-License-Identifier: GPL-2.0-or-later
//
// The result of checking every step of a run: state by state, independent of the run's own checks. Types only.

import type { Found } from './trouble';

export type BreachFound =
  | Found
  /** The layout's sum, and the sum that the run recorded. */
  | { readonly code: 'sum'; readonly held: string; readonly wanted: string }
  /** Nodes that the step counted out of the allocator, and those that there are. */
  | { readonly code: 'counted'; readonly held: number; readonly wanted: number };

/** Something that is not as it must be after a step. It is reported once, at the first step that shows it. */
export interface Breach {
  readonly step: number;
  /** Line of that step in the text. */
  readonly line: number;
  /** Null: it is about everything together. */
  readonly tree: string | null;
  /**
   * invariant: the validator found one broken. contents: the tree holds something else than the plain range map. nodes:
   * nodes are out of the allocator that no tree reaches, or the step counted others. held: VMAs, page tables or address
   * spaces are held by nobody. sum: the layout is another than the run recorded.
   */
  readonly kind: 'invariant' | 'contents' | 'nodes' | 'held' | 'sum';
  /** Number of the invariant (core/README.md, "Invariants"); null for every other kind. */
  readonly invariant: number | null;
  /** `breachText` of words/breach.ts makes the sentence. */
  readonly found: BreachFound;
}

export interface RunAudit {
  /** The number of steps checked: all of them. */
  readonly steps: number;
  /** In order of steps; empty when every step is sound. */
  readonly breaches: readonly Breach[];
}
