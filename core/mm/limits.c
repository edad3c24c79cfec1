// SPDX-License-Identifier: GPL-2.0-or-later
//
// Limits. See limits.h.

#include "limits.h"

#include "vma.h"

enum { MOVES_SPARE = 3, PLACED_SPARE = 5 };

void mpl_limits_begin(struct mpl_mm *mm)
{
	for (unsigned i = 0; i < MPL_LIMITS; i++)
		mm->limit[i] = MPL_UNLIMITED;
	mm->limit[MPL_LIMIT_VMAS] = MPL_MAP_COUNT_MAX;
	mm->limit[MPL_LIMIT_STACK] = MPL_STACK_BYTES_MAX;
}

int mpl_mm_limit(struct mpl_mm *mm, enum mpl_limit limit, uint64_t value)
{
	if ((unsigned)limit >= MPL_LIMITS)
		return -MPL_EINVAL;
	mm->limit[limit] = value;
	return 0;
}

// Whether 'used' and 'more' pages are within a limit, which is given in bytes.
static bool within(const struct mpl_mm *mm, enum mpl_limit limit, uint64_t used, uint64_t more)
{
	return mm->limit[limit] == MPL_UNLIMITED || used + more <= mm->limit[limit] / MPL_PAGE_BYTES;
}

bool mpl_limit_maps(const struct mpl_mm *mm) { return mm->map_count <= mm->limit[MPL_LIMIT_VMAS]; }
bool mpl_limit_cuts(const struct mpl_mm *mm, uint64_t vmas) { return vmas < mm->limit[MPL_LIMIT_VMAS]; }

bool mpl_limit_moves(const struct mpl_mm *mm, bool placed)
{
	uint64_t limit = mm->limit[MPL_LIMIT_VMAS];

	return limit == MPL_UNLIMITED || (uint64_t)mm->map_count + (placed ? PLACED_SPARE : MOVES_SPARE) < limit;
}

bool mpl_limit_grows(const struct mpl_mm *mm, uint32_t flags, uint64_t pages)
{
	return within(mm, MPL_LIMIT_AS, mm->total_vm, pages) && (!mpl_vma_is_data(flags) || mpl_limit_data(mm, pages));
}

bool mpl_limit_data(const struct mpl_mm *mm, uint64_t pages) { return within(mm, MPL_LIMIT_DATA, mm->data_vm, pages); }

bool mpl_limit_locks(const struct mpl_mm *mm, uint64_t pages)
{
	return within(mm, MPL_LIMIT_MEMLOCK, mm->locked_vm, pages);
}
