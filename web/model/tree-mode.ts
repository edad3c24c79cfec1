// SPDX-License-Identifier: GPL-2.0-or-later
//
// The attributes of a tree, fixed for its life but for RCU mode.

import { DEFAULT_RELEASE, goesByWholeHeight, impliedRelease, type Release } from './releases';

/** The attributes that a tree is made with. */
export interface TreeMode {
  /** Gaps are tracked (`MT_FLAGS_ALLOC_RANGE`). */
  readonly alloc: boolean;
  /** RCU mode (`MT_FLAGS_USE_RCU`). */
  readonly rcu: boolean;
  /** Whose policies it follows. */
  readonly release: Release;
}

/** The attributes of the tree in an address space. */
export const MM_MODE: TreeMode = { alloc: true, rcu: true, release: DEFAULT_RELEASE };

/** The same as a report has it. */
export interface ReportedMode {
  readonly alloc: boolean;
  readonly rcu: boolean;
  /** Whether it goes by the whole-height formula. */
  readonly wholeHeight: boolean;
  /** Where `wholeHeight` does not imply it (`impliedRelease`). */
  readonly release?: Release;
}

export function reportedMode({ alloc, rcu, release }: TreeMode): ReportedMode {
  const wholeHeight = goesByWholeHeight(release);
  return { alloc, rcu, wholeHeight, ...(impliedRelease(wholeHeight) === release ? {} : { release }) };
}
