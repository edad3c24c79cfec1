// SPDX-License-Identifier: GPL-2.0-or-later
//
// All address spaces together: the regions of memory that a snapshot of them contains, and their reset. See
// maple_mm.h.

#include "fork.h"
#include "sites.h"
#include "tables.h"
#include "vma.h"

#include "../src/check.h"

#include <string.h>

void *mpl_mm_region(enum mpl_mm_region region, uint32_t *bytes)
{
	switch (region) {
	case MPL_MM_STATE:
		*bytes = sizeof(mpl_mm_state);
		return &mpl_mm_state;
	case MPL_MM_VMAS:
		return mpl_vma_region(bytes);
	case MPL_MM_TABLES:
		return mpl_tables_region(bytes);
	case MPL_MM_REGIONS:
		break;
	}
	MPL_UNREACHABLE();
}

void mpl_mm_restored(void) { mpl_vma_restored(); }

void mpl_mm_reset(void)
{
	mpl_sites_reset();
	mpl_vma_reset();
	mpl_tables_reset();
	mpl_fork_reset();
	mpl_mm_state.account = (struct mpl_account_state){0};
	memset(mpl_mm_state.space, 0, sizeof(mpl_mm_state.space));
}
