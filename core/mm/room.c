// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finding room: the tree's gap search, from above, and from below if that fails. See room.h.
//
//     MPL_MMAP_MIN                                      mmap_base                           MPL_TASK_BYTES
//     |     <-------- 1. highest room, searched down ----|  2. lowest room, searched up ------>  |
//
// Below a VMA that grows, the guard is kept free too. The tree does not know of guards: what it finds is looked at, and
// if it is too near, it moves down in its gap, or the search goes on behind that gap.
//
//     |-- lib --|                 found |--- stack, grows             too near
//     |-- lib --|   taken       | guard |--- stack, grows             moved down
//     taken     |-- lib --|     | guard |--- stack, grows             no room in that gap: the next one down

#include "room.h"

// Whether the VMA above first ... first + bytes - 1 needs these addresses free: it grows, and begins within the guard.
static const struct mpl_vma *too_near(const struct mpl_mm *mm, uint64_t first, uint64_t bytes)
{
	const struct mpl_vma *above = mpl_look_from(mm, first + bytes);

	if (!above || !(above->flags & MPL_VMA_GROWS) || above->first - (first + bytes) >= MPL_STACK_GUARD_BYTES)
		return NULL;
	return above;
}

// Moves down what was found so that it ends where the guard of 'above' begins; false if it does not fit there.
static bool keep_away(const struct mpl_vma *above, const struct mpl_vma *below, uint64_t bytes, uint64_t *first)
{
	uint64_t low = below ? below->last + 1 : MPL_MMAP_MIN;

	if (above->first < low + bytes + MPL_STACK_GUARD_BYTES)
		return false;
	*first = above->first - MPL_STACK_GUARD_BYTES - bytes;
	return true;
}

static int find_down(const struct mpl_mm *mm, uint64_t bytes, uint64_t *first)
{
	uint64_t end = mm->mmap_base;

	while (end > MPL_MMAP_MIN && end - MPL_MMAP_MIN >= bytes) {
		MA_STATE(mas, mm->tree, 0, 0);
		const struct mpl_vma *above, *below;

		if (mas_empty_area_rev(&mas, MPL_MMAP_MIN, end - 1, bytes))
			break;
		*first = mas.index;
		above = too_near(mm, *first, bytes);
		if (!above)
			return 0;
		below = mpl_look_below(mm, *first);
		if (keep_away(above, below, bytes, first))
			return 0;
		end = below ? below->first : 0;
	}
	return -MPL_ENOMEM;
}

static int find_up(const struct mpl_mm *mm, uint64_t bytes, uint64_t *first)
{
	uint64_t start = mm->mmap_base;

	while (start < MPL_TASK_BYTES && MPL_TASK_BYTES - start >= bytes) {
		MA_STATE(mas, mm->tree, 0, 0);
		const struct mpl_vma *above;

		if (mas_empty_area(&mas, start, MPL_TASK_BYTES - 1, bytes))
			break;
		above = too_near(mm, mas.index, bytes);
		if (!above) {
			*first = mas.index;
			return 0;
		}
		start = above->last + 1;
	}
	return -MPL_ENOMEM;
}

int mpl_room_find(const struct mpl_mm *mm, uint64_t bytes, uint64_t *first)
{
	return find_down(mm, bytes, first) ? find_up(mm, bytes, first) : 0;
}
