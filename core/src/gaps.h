// SPDX-License-Identifier: GPL-2.0-or-later
//
// The longest run of NULL below a node, and how a change of it climbs to the root. Rule "gap update".
//
// Only trees with MT_FLAGS_ALLOC_RANGE keep gaps: their inner nodes store, for each child, the size of the longest gap
// below it, and the offset of a slot with the largest of these. A run of NULL never crosses from leaf to leaf, so the
// parent's gap is the largest of its children's gaps. The root's own gap is stored nowhere.

#ifndef MPL_GAPS_H
#define MPL_GAPS_H

#include "walk.h"

// The longest gap of a node in indexes; 0 if there is none (and for a gap of 2^64). An inner node's gaps are trusted.
uint64_t mpl_gaps_of(const struct mpl_spot *spot);
// The slot of the largest of 'count' gaps: of equal ones the highest, 'if_none' if all are 0.
unsigned mpl_gaps_largest(const uint64_t *gaps, unsigned count, unsigned if_none);
// Updates the ancestors of a node whose gap may have changed. Does nothing in a tree that keeps no gaps.
void mpl_gaps_climb(const struct maple_tree *tree, const struct mpl_spot *spot);

#endif
