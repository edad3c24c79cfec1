// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finding room: the tree's gap search, from above, and from below if that fails. See unmapped_area.h.
//
//     MPL_MMAP_MIN                                      mmap_base                           MPL_TASK_BYTES
//     |     <-------- 1. highest room, searched down ----|  2. lowest room, searched up ------>  |
//
// Below a VMA that grows, the guard is kept free too. The tree does not know of guards: what it finds is looked at, and
// if it is too near, the search down begins again below the guard, and never comes back above; the search up goes on
// behind the VMA.
//
//     |-- lib --|                 found |--- stack, grows             too near
//     |-- lib --|       found   | guard |--- stack, grows             found below the guard
//       found   |   |--lib--|   | guard |--- stack, grows             no room in that gap: the next one down
//     found | guard   |--lib--|         |--- stack, grows             also that begins below the guard
//
// A place found in a gap other than the one below the stack may be at any distance.
//
// For huge pages, room is searched that is larger by 2 MiB, and the mapping begins on the border inside it. A gap that
// the mapping alone would fill is therefore passed over, even one that begins on a border; without a larger one, the
// second search places the mapping like any other. Linux 6.18 was seen to do so; test_mm_unmapped_area.c has the cases.
//
//     |- border -----------|- border -----------|- lib --|
//                 | room: bytes + 2 MiB         |
//                          |<== 2 MiB ==>|               the border above the room's start, never the start itself

#include "unmapped_area.h"

// Whether the VMA above first ... first + bytes - 1 needs these addresses free: it grows, and begins within the guard.
static const struct mpl_vma *too_near(const struct mpl_mm *mm, uint64_t first, uint64_t bytes)
{
	const struct mpl_vma *above = mpl_look_from(mm, first + bytes);

	if (!above || !(above->flags & MPL_VMA_GROWS) || above->first - (first + bytes) >= MPL_STACK_GUARD_BYTES)
		return NULL;
	return above;
}

static int find_down(const struct mpl_mm *mm, uint64_t bytes, uint64_t *first)
{
	uint64_t end = mm->mmap_base;

	while (end > MPL_MMAP_MIN && end - MPL_MMAP_MIN >= bytes) {
		MA_STATE(mas, mm->tree, 0, 0);
		const struct mpl_vma *above;

		if (mas_empty_area_rev(&mas, MPL_MMAP_MIN, end - 1, bytes))
			break;
		above = too_near(mm, mas.index, bytes);
		if (!above) {
			*first = mas.index;
			return 0;
		}
		end = above->first > MPL_STACK_GUARD_BYTES ? above->first - MPL_STACK_GUARD_BYTES : 0;
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

static int find(const struct mpl_mm *mm, uint64_t bytes, uint64_t *first)
{
	return find_down(mm, bytes, first) ? find_up(mm, bytes, first) : 0;
}

int mpl_unmapped_area(const struct mpl_mm *mm, uint64_t bytes, uint32_t flags, uint32_t file, uint64_t *first)
{
	bool huge = !file && !(flags & MPL_VMA_SHARED) && bytes % MPL_HUGE_BYTES == 0 && bytes <= MPL_TASK_BYTES;

	if (huge && !find(mm, bytes + MPL_HUGE_BYTES, first)) {
		*first = (*first + MPL_HUGE_BYTES) & ~(uint64_t)(MPL_HUGE_BYTES - 1);
		return 0;
	}
	return find(mm, bytes, first);
}
