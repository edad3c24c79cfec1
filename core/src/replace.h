// SPDX-License-Identifier: GPL-2.0-or-later
//
// The one place where links change: finished nodes in, old nodes out. Knows trees, and no kind of store. Rules
// "order of a replacement" and "order of disposal".
//
// Structural code keeps one rule: get every node first, build aside, link last. Up to the call of mpl_replace_top()
// nothing of the tree has changed.

#ifndef MPL_REPLACE_H
#define MPL_REPLACE_H

#include "decide.h"

// Sets the height kept in the flags of a tree.
void mpl_replace_height(struct maple_tree *tree, unsigned height);
// Writes the root word and the height; 'root' names a new root, whose parent word is set to the tree.
void mpl_replace_root(struct maple_tree *tree, uint64_t root, unsigned height);
// Replaces a leaf with a finished new one and frees the old one.
void mpl_replace_leaf(const struct mpl_write *write, struct mpl_node *old, struct mpl_node *leaf);
// Puts the finished node 'word', and with it all new nodes below it, in the place of 'old', the topmost node that it
// replaces: the tree's new height is 'height'. Old nodes that were taken apart go to the reserve or are deferred (enum
// mpl_freed); subtrees that lie wholly inside the state's range are destroyed. Then gaps climb, and the
// state is walked to the slot of its index.
void mpl_replace_top(const struct mpl_write *write, const struct mpl_spot *old, uint64_t word, unsigned height);

#endif
