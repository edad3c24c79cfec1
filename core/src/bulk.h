// SPDX-License-Identifier: GPL-2.0-or-later
//
// A bulk load: many ascending stores from one preallocation, into a tree that nobody else reads. Rule "bulk load".
//
// The reserve is filled once, from an estimate. While it lasts, no store requests memory, cuts leave most slots on the
// left (deal.c), and a leaf may become too small. The end rebalances the last leaf if a cut left it so.

#ifndef MPL_BULK_H
#define MPL_BULK_H

#include "prealloc.h"
#include "walk.h"

// The nodes that a load of 'count' entries is expected to need; 'count' is below MPL_BULK_ENTRIES_MAX.
#define MPL_BULK_ENTRIES_MAX (UINT64_C(1) << 30)
uint64_t mpl_bulk_estimate(const struct maple_tree *tree, uint64_t count);

// Fills the leaf at the state's index from its left sibling, if it is too small. In place: needs no node. The state
// must be reset before its next use.
void mpl_bulk_even_out(struct ma_state *mas);

#endif
