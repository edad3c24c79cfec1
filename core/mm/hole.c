// SPDX-License-Identifier: GPL-2.0-or-later
//
// Clearing a range. See hole.h. Spec/04 section 3.5 for the limits of the page tables.

#include "hole.h"

#include "cut.h"
#include "pages.h"
#include "../src/check.h"

// Pages of first ... last that are charged.
static uint64_t charged_pages(const struct mpl_mm *mm, uint64_t first, uint64_t last)
{
	MA_STATE(mas, mm->tree, first, first);
	uint64_t pages = 0;
	mpl_entry entry;

	mas_for_each(&mas, entry, last) {
		const struct mpl_vma *vma = mpl_vma_at_entry(mm, entry);
		uint64_t from = vma->first > first ? vma->first : first;
		uint64_t to = vma->last < last ? vma->last : last;

		if (vma->flags & MPL_VMA_ACCOUNT)
			pages += (to - from + 1) / MPL_PAGE_BYTES;
	}
	return pages;
}

void mpl_hole_plan(const struct mpl_mm *mm, struct mpl_hole *hole, uint64_t first, uint64_t last)
{
	const struct mpl_vma *lowest = mpl_look_from(mm, first);
	const struct mpl_vma *highest = mpl_look_at(mm, last);
	const struct mpl_vma *below = mpl_look_below(mm, first);
	const struct mpl_vma *above = mpl_look_from(mm, last + 1);

	*hole = (struct mpl_hole){
		.first = first,
		.last = last,
		.any = lowest && lowest->first <= last,
		.charged = charged_pages(mm, first, last),
		.cut_first = lowest && lowest->first < first,
		.cut_last = highest && highest->last > last,
	};
	hole->floor = hole->cut_first ? first : below ? below->last + 1 : 0;
	hole->ceiling = hole->cut_last ? last + 1 : above ? above->first : 0;
}

void mpl_hole_need(struct mpl_change *change, const struct mpl_hole *hole)
{
	if (hole->cut_first)
		mpl_cut_need(change, mpl_look_at(change->mm, hole->first));
	if (hole->cut_last)
		mpl_cut_need(change, mpl_look_at(change->mm, hole->last));
}

// Links the VMAs of the range, which are all inside it now, lowest first.
static void gather(const struct mpl_mm *mm, struct mpl_hole *hole)
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

int mpl_hole_cut(struct mpl_change *change, struct mpl_hole *hole)
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

// Pages and tables of 'first' ... 'last', which nothing else uses, but for the neighbours' tables.
static void drop_pages(struct mpl_mm *mm, const struct mpl_hole *hole, uint64_t first, uint64_t last)
{
	uint64_t floor = hole->floor;

	if (first < hole->kept)
		first = floor = hole->kept;
	if (first > last)
		return;
	mpl_pages_unmap(mm, first, last);
	mpl_pages_free_range(mm, first, last + 1, floor, hole->ceiling);
}

void mpl_hole_drop(struct mpl_mm *mm, const struct mpl_hole *hole)
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
	if (last)
		drop_pages(mm, hole, first, last);
	if (!hole->passes_on)
		mpl_vma_uncharge(mm, hole->charged);
}

int mpl_unmap(struct mpl_mm *mm, uint64_t first, uint64_t last)
{
	struct mpl_change change;
	struct mpl_hole hole;
	int error;

	mpl_hole_plan(mm, &hole, first, last);
	if (!hole.any)
		return 0;
	mpl_change_begin(&change, mm);
	mpl_hole_need(&change, &hole);
	change.stores++;
	error = mpl_change_ask(&change);
	if (!error)
		error = mpl_hole_cut(&change, &hole);
	if (!error)
		error = mpl_change_clear(&change, first, last);
	if (!error)
		mpl_hole_drop(mm, &hole);
	return mpl_change_end(&change, error);
}

int mpl_mm_unmap(struct mpl_mm *mm, uint64_t first, uint64_t last)
{
	return mpl_is_whole_pages(first, last) && last < MPL_TASK_BYTES ? mpl_unmap(mm, first, last) : -MPL_EINVAL;
}
