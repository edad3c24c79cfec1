// SPDX-License-Identifier: GPL-2.0-or-later
//
// Stands where d3-zoom imports d3-transition, which it needs for transitions only. Views move what
// they show themselves, so there is never one, and what makes one need not be fetched. Invariant: nobody here calls
// `transition()` of a selection.

import { selection } from 'd3-selection';

/** There is no transition that could be interrupted. */
export function interrupt(): void {
  // Nothing is under way.
}

// Zooming ends what is under way before it moves anything.
Object.assign(selection.prototype, {
  interrupt<Self>(this: Self): Self {
    return this;
  },
});
