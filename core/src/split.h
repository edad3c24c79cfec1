// SPDX-License-Identifier: GPL-2.0-or-later
//
// A leaf that is too full for a store: shared with a sibling, or cut in two. Rule "split".

#ifndef MPL_SPLIT_H
#define MPL_SPLIT_H

#include "decide.h"

// Carries out a store of type split_store. False if the reserve ran out; the tree is as it was then.
bool mpl_split_store(struct mpl_write *write);

#endif
