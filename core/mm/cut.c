// SPDX-License-Identifier: GPL-2.0-or-later
//
// Cutting a VMA in two. See cut.h.
//
//     before          |<------------ A ------------>|          number 3, offset 0
//                            at
//     below, store    |<- B ->|                              one store, of the new object's part: it shortens A's range
//            after    |<- B ->|<-------- A -------->|         numbers 9 and 3, offset of A: at - first
//     above, store            |<-------- B -------->|         the same from the other side
//            after    |<- A ->|<-------- B -------->|         numbers 3 and 9, offset of B: at - first
//
// Both parts have the same flags and file, the same anon_vma with a chain as long, and each a policy and a context of
// its own, if there was one. No page moves, none is charged. Which of the two stores it is makes no difference to the
// tree but the entries: either divides one slot, so it is of the same type, asks for as many nodes (the new end
// and the height are the same: rules "store type" and "store request"), and leaves the same layout.

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

// A new object gets first ... last, which is one end of 'vma'; the rest of that is keep_first ... keep_last.
static int cut(struct mpl_change *change, struct mpl_vma *vma, uint64_t first, uint64_t last, uint64_t keep_first,
               uint64_t keep_last)
{
	struct mpl_mm *mm = change->mm;
	struct mpl_vma *part;
	int error;

	MPL_ASSERT(first <= last);
	MPL_ASSERT(keep_first <= keep_last);
	part = mpl_vma_take(mm, first, last, vma->flags, vma->file, vma->offset + (first - vma->first));
	mpl_cut_share(part, vma);
	error = mpl_change_store_new(change, part);
	if (error)
		return error;
	mpl_vma_count(mm, vma, -1);
	vma->offset += keep_first - vma->first;
	vma->first = keep_first;
	vma->last = keep_last;
	mpl_vma_count(mm, vma, 1);
	mpl_vma_count(mm, part, 1);
	MPL_EVENT(vma_changed, NULL, MPL_NO_SLOT, vma->number, vma->first, vma->last);
	return 0;
}

int mpl_cut_below(struct mpl_change *change, struct mpl_vma *vma, uint64_t at)
{
	return cut(change, vma, vma->first, at - 1, at, vma->last);
}

int mpl_cut_above(struct mpl_change *change, struct mpl_vma *vma, uint64_t at)
{
	return cut(change, vma, at, vma->last, vma->first, at - 1);
}
