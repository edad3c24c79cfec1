// SPDX-License-Identifier: GPL-2.0-or-later
//
// Cutting a VMA in two.

#ifndef MPL_CUT_H
#define MPL_CUT_H

#include "change.h"

// Adds the needs of a cut of 'vma'.
void mpl_cut_need(struct mpl_change *change, const struct mpl_vma *vma);
// Cuts before address 'at', which is inside: a new object gets the part below, or above, and 'vma' keeps the other,
// which the call is about. 0 or the error of the change's first store.
int mpl_cut_below(struct mpl_change *change, struct mpl_vma *vma, uint64_t at);
int mpl_cut_above(struct mpl_change *change, struct mpl_vma *vma, uint64_t at);
// Gives 'to', a new object, everything that 'from' has besides its file: anon_vma, policy, userfaultfd context.
void mpl_cut_share(struct mpl_vma *to, const struct mpl_vma *from);

#endif
