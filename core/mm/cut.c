// SPDX-License-Identifier: GPL-2.0-or-later
//
// Cutting a VMA in two. See cut.h.
//
//     before   |<------------ A ------------>|                  number 3, offset 0
//                           at
//     store                 |<----- B ------>|                  one store, of the part above; it shortens A's range too
//     after    |<--- A ---->|<----- B ------>|                  numbers 3 and 9, offset of B: at - first
//
// Both parts have the same flags and file, the same anon_vma with a chain as long, and each a policy and a context of
// its own, if there was one. No page moves, none is charged.

#include "cut.h"

#include "../src/trace.h"
#include "../src/check.h"

#define MPL_FILE MPL_FILE_CUT

void mpl_cut_need(struct mpl_change *change, const struct mpl_vma *vma)
{
	change->vmas++;
	change->stores++;
	change->chains += vma->chain;
	change->policies += !!(vma->flags & MPL_VMA_POLICY);
}

void mpl_cut_share(struct mpl_vma *to, const struct mpl_vma *from)
{
	mpl_vma_anon_share(to, from);
	if (from->flags & MPL_VMA_POLICY)
		mpl_vma_policy_take(to);
	if (from->flags & MPL_VMA_UFFD)
		mpl_vma_uffd_take(to);
}

int mpl_cut(struct mpl_change *change, struct mpl_vma *vma, uint64_t at)
{
	struct mpl_mm *mm = change->mm;
	struct mpl_vma *above;
	int error;

	MPL_ASSERT(vma->first < at);
	MPL_ASSERT(at <= vma->last);
	above = mpl_vma_take(mm, at, vma->last, vma->flags, vma->file, vma->offset + (at - vma->first));
	mpl_cut_share(above, vma);
	error = mpl_change_store_new(change, above);
	if (error)
		return error;
	mpl_vma_count(mm, vma, -1);
	vma->last = at - 1;
	mpl_vma_count(mm, vma, 1);
	mpl_vma_count(mm, above, 1);
	MPL_EVENT(vma_changed, NULL, MPL_NO_SLOT, vma->number, vma->first, vma->last);
	return 0;
}
