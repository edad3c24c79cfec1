// SPDX-License-Identifier: GPL-2.0-or-later
//
// Whether a range joins its neighbours, and how.
//
// The range is described by a 'piece': a struct mpl_vma that is no object, with range, flags, file, offset, anon_vma
// and chain of what is to be there.

#ifndef MPL_JOIN_H
#define MPL_JOIN_H

#include "change.h"

enum mpl_join { MPL_JOIN_NONE, MPL_JOIN_BELOW, MPL_JOIN_ABOVE, MPL_JOIN_BOTH };

// What becomes of a piece between two VMAs; each may be NULL. They need not touch it.
enum mpl_join mpl_join_decide(const struct mpl_vma *piece, const struct mpl_vma *below, const struct mpl_vma *above);
// On paper, where nothing is counted: what covers the piece then. 'below' and 'above' as they were decided upon.
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

// 'vma' covers first ... last from now on, in its counters too; the tree says so already.
void mpl_join_resize(struct mpl_mm *mm, struct mpl_vma *vma, uint64_t first, uint64_t last);
// Whose anon_vma 'vma', which has none, takes at its first private write instead of a new one: that of a neighbour that
// is the same memory but for what it permits, and whose chain has one element; the one above first. NULL: of nobody.
const struct mpl_vma *mpl_join_lender(const struct mpl_vma *vma, const struct mpl_vma *below,
                                      const struct mpl_vma *above);
// 'vma' is no more: all of it belongs to 'heir' now, which also gets its anon_vma if it has none.
void mpl_join_absorb(struct mpl_mm *mm, struct mpl_vma *heir, struct mpl_vma *vma);

#endif
