// SPDX-License-Identifier: GPL-2.0-or-later
//
// Whether a range joins its neighbours, and how.
//
// The range is described by a 'piece': a struct mpl_vma that is no object, with range, flags, file, offset, anon_vma
// and chain of the new mapping.

#ifndef MPL_JOIN_H
#define MPL_JOIN_H

#include "change.h"

enum mpl_join { MPL_JOIN_NONE, MPL_JOIN_BELOW, MPL_JOIN_ABOVE, MPL_JOIN_BOTH };

// How a piece between two VMAs joins them; each may be NULL. They need not touch it.
enum mpl_join mpl_join_decide(const struct mpl_vma *piece, const struct mpl_vma *below, const struct mpl_vma *above);
// For the dry run, without counting: the VMA that would cover the piece. 'below' and 'above' as in the decision.
struct mpl_vma mpl_join_outcome(enum mpl_join how, const struct mpl_vma *piece, const struct mpl_vma *below,
                                const struct mpl_vma *above);
// Both, for a piece in whose range all will be cut out before.
enum mpl_join mpl_join_after_cut(const struct mpl_mm *mm, const struct mpl_vma *piece, struct mpl_vma *outcome);

// Joins 'piece' to its neighbours ('how' is not NONE): store, then ranges and counters. 0 or the error of the change's
// first store. 'grown' is the VMA that covers the piece then.
int mpl_join_run(struct mpl_change *change, enum mpl_join how, const struct mpl_vma *piece, struct mpl_vma *below,
                 struct mpl_vma *above, struct mpl_vma **grown);
// Makes the piece an object of its own, if it joins nothing, else joins it. What is there already has been cut out, and
// is the caller's to remove.
int mpl_join_place(struct mpl_change *change, enum mpl_join how, const struct mpl_vma *piece);

// 'vma' covers first ... last from now on, in its counters too; the tree is already up to date.
void mpl_join_resize(struct mpl_mm *mm, struct mpl_vma *vma, uint64_t first, uint64_t last);
// The neighbour whose anon_vma 'vma', which has none, takes at its first private write instead of a new one: it is the
// same memory except for its permissions, and its chain has one element. The one above comes first. NULL: none.
const struct mpl_vma *mpl_join_lender(const struct mpl_vma *vma, const struct mpl_vma *below,
                                      const struct mpl_vma *above);
// Frees 'vma', which now belongs to 'heir' as a whole; 'heir' also gets its anon_vma if it has none.
void mpl_join_absorb(struct mpl_mm *mm, struct mpl_vma *heir, struct mpl_vma *vma);

#endif
