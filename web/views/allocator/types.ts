// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inputs and outputs of the allocator's views.

import type { Ledger, RequestFate, SlabMap } from '../../model/slab';

export interface SlabGridProps {
  readonly slab: SlabMap;
  /** Places that the run uses at most: the room is kept for them, so that nothing moves from step to step. */
  readonly most: number;
  /** Id of the node that is chosen, and of the one that is pointed at elsewhere. */
  readonly selected: number | null;
  readonly hovered: number | null;
  readonly onHover?: (id: number | null, tree: string | null) => void;
  readonly onSelect?: (id: number, tree: string | null) => void;
}

export interface CountsProps {
  readonly live: Uint32Array;
  readonly waiting: Uint32Array;
  readonly step: number;
  readonly onSeek?: (step: number) => void;
}

export interface LedgerProps {
  readonly ledger: Ledger;
  /** Line of the text of each step, from step 1. */
  readonly lines: ArrayLike<number>;
  readonly step: number;
  /** The outcome of a step's requests, in order: null if it cannot be known, undefined if it is not known yet. */
  readonly fates: (step: number) => readonly RequestFate[] | null | undefined;
  /** These steps are in view. */
  readonly onNeed?: (steps: readonly number[]) => void;
  readonly onSeek?: (step: number) => void;
  /** Another future is wanted, in which the request with this place in the ledger fails. */
  readonly onFail?: (request: number) => void;
}
