// SPDX-License-Identifier: GPL-2.0-or-later
//
// A leaf that would be too small after a store: balanced with a sibling, or merged with it. Rule "rebalance".

#ifndef MPL_REBALANCE_H
#define MPL_REBALANCE_H

#include "decide.h"

// Carries out a store of type rebalance. False if the reserve ran out; the tree is as it was then.
bool mpl_rebalance_store(struct mpl_write *write);

#endif
