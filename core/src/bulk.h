// SPDX-License-Identifier: GPL-2.0-or-later
//
// A bulk load: many ascending stores from one reserve, into a tree that nobody else sees. Rule "bulk load".
//
// The reserve is filled once, from an estimate. While it lasts no store asks for memory, cuts leave most to the left
// (deal.c), and a leaf may become thin. The end evens out the last leaf, if a cut left it so.

#ifndef MPL_BULK_H
#define MPL_BULK_H

#include "prealloc.h"
#include "walk.h"

// The nodes that a load of 'count' entries is expected to need; 'count' is below MPL_BULK_ENTRIES_MAX.
#define MPL_BULK_ENTRIES_MAX (UINT64_C(1) << 30)
uint64_t mpl_bulk_estimate(const struct maple_tree *tree, uint64_t count);

// Fills up the leaf at the state's index from its left sibling, if it is too thin. In place: needs no node. The state
// must be reset before it is used again.
void mpl_bulk_even_out(struct ma_state *mas);

#endif
