// SPDX-License-Identifier: GPL-2.0-or-later
//
// The heap: one border that moves. See maple_mm.h.
//
//     |--- data ---|     |<------ heap ------>|......|1|--- something else ---|
//                        brk_start            brk -->  up to there: one page stays free
//
// mm->brk is kept to the byte; what is mapped ends at the next whole page. Growing is mapping private
// memory that may be written, which joins the heap there is, or any equal neighbour; shrinking is unmapping, and
// something must be mapped in the part that is unmapped.

#include "change.h"
#include "munmap.h"
#include "map.h"

enum { HEAP = MPL_VMA_READ | MPL_VMA_WRITE };

int mpl_mm_brk_at(struct mpl_mm *mm, uint64_t start)
{
	if (start % MPL_PAGE_BYTES || !start || start >= MPL_TASK_BYTES)
		return -MPL_EINVAL;
	if (mpl_look_at(mm, start))
		return -MPL_ENOMEM;
	mm->brk_start = start;
	mm->brk = start;
	return 0;
}

// Whether first ... end - 1 is free, one page more, and the guard of a VMA that grows.
static bool is_free(const struct mpl_mm *mm, uint64_t first, uint64_t end)
{
	const struct mpl_vma *above = mpl_look_from(mm, first);
	uint64_t guard = above && above->flags & MPL_VMA_GROWS ? MPL_STACK_GUARD_BYTES : 0;

	return !above || (above->first > end && above->first - end >= guard + MPL_PAGE_BYTES);
}

static int shrink(struct mpl_mm *mm, uint64_t from, uint64_t to)
{
	const struct mpl_vma *lowest = mpl_look_from(mm, from);

	return lowest && lowest->first < to ? mpl_unmap(mm, from, to - 1) : -MPL_ENOMEM;
}

// Where the kernel would refuse, brk() of the C library says ENOMEM.
static int grow(struct mpl_mm *mm, uint64_t from, uint64_t to)
{
	struct mpl_vma piece = mpl_map_piece(mm, from, to - 1, HEAP, 0, 0);

	return is_free(mm, from, to) && !mpl_map(mm, &piece) ? 0 : -MPL_ENOMEM;
}

int mpl_mm_brk(struct mpl_mm *mm, uint64_t end)
{
	uint64_t now = mpl_round_up(mm->brk);
	uint64_t then = mpl_round_up(end);
	int error = 0;

	mpl_change_keeps(0);
	if (!mm->brk_start || end < mm->brk_start)
		return -MPL_EINVAL;
	if (!then || (end > mm->brk && end - mm->brk_start > mm->limit[MPL_LIMIT_DATA]))
		return -MPL_ENOMEM;
	if (then > now)
		error = grow(mm, now, then);
	else if (then < now)
		error = shrink(mm, then, now);
	if (!error)
		mm->brk = end;
	return error;
}
