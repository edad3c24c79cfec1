// SPDX-License-Identifier: GPL-2.0-or-later
//
// What made_up.def names besides the functions of core/src. Included in front of every source of that build.

#ifndef MPL_MADE_UP_H
#define MPL_MADE_UP_H

#include "../../core/src/policy.h"

// One node more than any store of that height needs.
mpl_formula made_up_preallocation;
// Writes a leaf anew wherever 6.16 would write it in place, but for an exact fit.
mpl_type_order made_up_order;
// As 6.16, and counts its calls.
mpl_structural_store made_up_split;
// Joins a thin leaf with its left sibling, or with the right one if there is none.
mpl_structural_store made_up_rebalance;

#endif
