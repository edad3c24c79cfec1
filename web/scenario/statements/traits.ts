// SPDX-License-Identifier: GPL-2.0-or-later

// Traits that several operations have together.

import type { OpTraits } from '../../model/ops';

export const CALL: OpTraits = { takes: 'space', stores: 'many', isCall: true };
export const WALK: OpTraits = { reads: true, needsNoNode: true, walks: true, goesByState: true };
export const SPACE: OpTraits = { hasAccount: true, hasNoResult: true };
export const PLACES: OpTraits = {
  letter: 'm',
  reads: true,
  needsNoNode: true,
  placesState: true,
  hasNoResult: true,
};
