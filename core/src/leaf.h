// SPDX-License-Identifier: GPL-2.0-or-later
//
// Stores that stay inside one leaf, and, for those that do not, the row of a leaf with a store in it. Rules
// "in one leaf" and "row of a leaf".

#ifndef MPL_LEAF_H
#define MPL_LEAF_H

#include "deal.h"
#include "decide.h"

// The four stores of one leaf; the state ends on the slot of the entry. Only the last one needs a node, and only in RCU
// mode: false if the reserve is empty then, nothing changed.
void mpl_leaf_exact_fit(struct mpl_write *write);
void mpl_leaf_slot_store(struct mpl_write *write);
void mpl_leaf_append(struct mpl_write *write);
bool mpl_leaf_node_store(struct mpl_write *write);

// Gathers what stands before the store in its leaf, and the store itself. 'leaf' stands on the slot of 'index', whose
// word is 'content'.
void mpl_leaf_gather_head(struct mpl_row *row, const struct mpl_spot *leaf, const struct mpl_write *write,
                          uint64_t content);
// Gathers the leaf as it would be after the store: possibly more than fits into a leaf, or less than its minimum.
void mpl_leaf_gather(struct mpl_row *row, struct mpl_write *write);

#endif
