// SPDX-License-Identifier: GPL-2.0-or-later
//
// Clearing a range. See munmap.h. Rule "freed tables" has the limits of the page tables.

#include "munmap.h"

#include "cut.h"
#include "free.h"
#include "limits.h"
#include "pages.h"
#include "../src/check.h"

// Adds up the contents of the range.
static void survey(const struct mpl_mm *mm, struct mpl_munmap_range *hole)
{
	MA_STATE(mas, mm->tree, hole->first, hole->first);
	mpl_entry entry;

	mas_for_each(&mas, entry, hole->last) {
		const struct mpl_vma *vma = mpl_vma_at_entry(mm, entry);
		uint64_t from = vma->first > hole->first ? vma->first : hole->first;
		uint64_t to = vma->last < hole->last ? vma->last : hole->last;
		uint64_t pages = (to - from + 1) / MPL_PAGE_BYTES;

		hole->mapped += pages;
		hole->charged += vma->flags & MPL_VMA_ACCOUNT ? pages : 0;
		hole->sealed |= (vma->flags & MPL_VMA_SEALED) != 0;
	}
}

void mpl_munmap_plan(const struct mpl_mm *mm, struct mpl_munmap_range *hole, uint64_t first, uint64_t last)
{
	const struct mpl_vma *lowest = mpl_look_from(mm, first);
	const struct mpl_vma *highest = mpl_look_at(mm, last);
	const struct mpl_vma *below = mpl_look_below(mm, first);
	const struct mpl_vma *above = mpl_look_from(mm, last + 1);

	*hole = (struct mpl_munmap_range){
		.first = first,
		.last = last,
		.any = lowest && lowest->first <= last,
		.cut_first = lowest && lowest->first < first,
		.cut_last = highest && highest->last > last,
	};
	survey(mm, hole);
	hole->inside = hole->cut_first && hole->cut_last && lowest == highest;
	hole->sealed_first = hole->any && lowest->flags & MPL_VMA_SEALED;
	hole->floor = hole->cut_first ? first : below ? below->last + 1 : 0;
	hole->ceiling = hole->cut_last ? last + 1 : above ? above->first : 0;
}

int mpl_munmap_refuse(struct mpl_mm *mm, const struct mpl_munmap_range *hole, bool both, int error)
{
	struct mpl_munmap_range cuts = {.first = hole->first, .last = hole->last};
	struct mpl_change change;
	int refused;

	cuts.cut_first = hole->cut_first && !hole->sealed_first;
	cuts.cut_last = hole->cut_last && both;
	if (!cuts.cut_first && !cuts.cut_last)
		return error;
	mpl_change_begin(&change, mm);
	mpl_munmap_need(&change, &cuts);
	refused = mpl_change_ask(&change);
	if (!refused)
		refused = mpl_munmap_cut(&change, &cuts);
	if (mpl_change_end(&change, refused))
		return refused;
	mpl_change_keeps(hole->first);
	return error;
}

int mpl_munmap_check(struct mpl_mm *mm, const struct mpl_munmap_range *hole)
{
	if (hole->sealed)
		return mpl_munmap_refuse(mm, hole, false, -MPL_EPERM);
	return hole->inside && !mpl_limit_cuts(mm, mm->map_count) ? -MPL_ENOMEM : 0;
}

void mpl_munmap_need(struct mpl_change *change, const struct mpl_munmap_range *hole)
{
	if (hole->cut_first)
		mpl_cut_need(change, mpl_look_at(change->mm, hole->first));
	if (hole->cut_last)
		mpl_cut_need(change, mpl_look_at(change->mm, hole->last));
}

// Links the VMAs of the range, which are all inside it now, lowest first.
static void gather(const struct mpl_mm *mm, struct mpl_munmap_range *hole)
{
	MA_STATE(mas, mm->tree, hole->first, hole->first);
	uint32_t *link = &hole->removed;
	mpl_entry entry;

	mas_for_each(&mas, entry, hole->last) {
		struct mpl_vma *vma = mpl_vma_at_entry(mm, entry);

		MPL_ASSERT(hole->first <= vma->first);
		MPL_ASSERT(vma->last <= hole->last);
		*link = vma->number;
		link = &vma->link;
	}
	*link = 0;
}

int mpl_munmap_cut(struct mpl_change *change, struct mpl_munmap_range *hole)
{
	int error = 0;

	if (hole->cut_first)
		error = mpl_cut_below(change, mpl_look_at(change->mm, hole->first), hole->first);
	if (!error && hole->cut_last)
		error = mpl_cut_above(change, mpl_look_at(change->mm, hole->last), hole->last + 1);
	if (!error && hole->any)
		gather(change->mm, hole);
	return error;
}

void mpl_munmap_drop(struct mpl_mm *mm, const struct mpl_munmap_range *hole)
{
	uint32_t number = hole->removed;
	uint64_t first = number ? mpl_vma_of(mm, number)->first : 0;
	uint64_t last = 0;

	while (number) {
		struct mpl_vma *vma = mpl_vma_of(mm, number);

		last = vma->last;
		number = vma->link;
		mpl_vma_count(mm, vma, -1);
		mpl_vma_free(vma);
	}
	if (last && !hole->pages_gone) {
		mpl_pages_unmap(mm, first, last);
		mpl_pages_free_range(mm, first, last + 1, hole->floor, hole->ceiling);
	}
	if (!hole->passes_on)
		mpl_vma_uncharge(mm, hole->charged);
}

// Clears what is mapped in the hole.
static int clear(struct mpl_mm *mm, struct mpl_munmap_range *hole)
{
	struct mpl_change change;
	int error;

	mpl_change_begin(&change, mm);
	mpl_munmap_need(&change, hole);
	change.stores++;
	error = mpl_change_ask(&change);
	if (!error)
		error = mpl_munmap_cut(&change, hole);
	if (!error)
		error = mpl_change_clear(&change, hole->first, hole->last);
	if (!error)
		mpl_munmap_drop(mm, hole);
	return mpl_change_end(&change, error);
}

int mpl_unmap(struct mpl_mm *mm, uint64_t first, uint64_t last)
{
	struct mpl_munmap_range hole;
	int error;

	mpl_munmap_plan(mm, &hole, first, last);
	if (!hole.any)
		return 0;
	error = mpl_munmap_check(mm, &hole);
	return error ? error : clear(mm, &hole);
}

int mpl_mm_unmap(struct mpl_mm *mm, uint64_t first, uint64_t last)
{
	mpl_change_keeps(0);
	return mpl_is_whole_pages(first, last) && last < MPL_TASK_BYTES ? mpl_unmap(mm, first, last) : -MPL_EINVAL;
}

int mpl_mm_exec(struct mpl_mm *mm)
{
	struct mpl_munmap_range hole;
	int error = 0;

	mpl_change_keeps(0);
	mpl_munmap_plan(mm, &hole, 0, MPL_TASK_BYTES - 1);
	if (hole.any)
		error = clear(mm, &hole);
	if (!error)
		mm->locks_new = 0;
	return error;
}
