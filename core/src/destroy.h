// SPDX-License-Identifier: GPL-2.0-or-later
//
// The end of subtrees. Knows nodes, and no tree. Rule "destroyed subtree".

#ifndef MPL_DESTROY_H
#define MPL_DESTROY_H

#include "policy.h"
#include "walk.h"

// Marks one node dead: its parent word becomes its own address.
void mpl_destroy_mark(struct mpl_node *node);
// Frees all nodes of a subtree, at once. For each inner node, when everything below its children is freed, they go in
// one bulk call, the lowest and leftmost first; the top goes last, alone.
void mpl_destroy_subtree(struct mpl_node *top, enum mpl_kind kind);
// Frees a subtree that no link leads to any more: at once, or, if deferred, by marking it dead and freeing it after the
// grace period. 'word' names its top.
void mpl_destroy_drop(uint64_t word, enum mpl_freed freed);

#endif
