// SPDX-License-Identifier: GPL-2.0-or-later
//
// How many nodes a store may need at most: one function for each formula that a release uses (struct mpl_policy).

#ifndef MPL_FORMULA_H
#define MPL_FORMULA_H

#include "policy.h"

// Of 6.16: levels above the deepest node that can absorb the change stay as they are. Rule "store request".
mpl_formula mpl_formula_vacancy;
// Of releases before it: every level up to the root. Rule "whole height".
mpl_formula mpl_formula_whole_height;

#endif
