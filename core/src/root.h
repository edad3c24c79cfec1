// SPDX-License-Identifier: GPL-2.0-or-later
//
// Stores into a tree without nodes, and stores that replace the whole content of a tree. Rule "root
// forms".

#ifndef MPL_ROOT_H
#define MPL_ROOT_H

#include "decide.h"

// Both: false if a node is needed and the reserve is empty; nothing has changed then.
//
// The tree is empty or holds a single entry at index 0.
bool mpl_root_store(struct mpl_write *write);
// The store covers every index of a tree that has nodes.
bool mpl_root_new(struct mpl_write *write);

#endif
