// SPDX-License-Identifier: GPL-2.0-or-later
//
// The table of address spaces, and look-ups in one. See space.h and maple_mm.h.

#include "space.h"

#include "account.h"
#include "limits.h"
#include "sites.h"
#include "tables.h"
#include "vma.h"
#include "../src/check.h"

#define SPACES (mpl_mm_state.space)

// ---- Places ----

static struct mpl_mm *free_place(void)
{
	for (unsigned i = 0; i < MPL_SPACES; i++) {
		if (!SPACES[i].tree)
			return &SPACES[i];
	}
	return NULL;
}

struct mpl_mm *mpl_mm_create(struct maple_tree *tree)
{
	struct mpl_mm *mm = free_place();

	MPL_ASSERT(mtree_empty(tree));
	MPL_ASSERT(tree->ma_flags & MT_FLAGS_ALLOC_RANGE);
	if (mpl_site_fails(MPL_SITE_MM) || !mm)
		return NULL;
	*mm = (struct mpl_mm){
		.tree = tree,
		.mmap_base = MPL_MMAP_BASE,
		.space = (uint32_t)(mm - SPACES) + 1,
	};
	mpl_limits_begin(mm);
	if (!mpl_tables_begin(mm)) {
		mm->tree = NULL;
		return NULL;
	}
	mpl_account_obtain(mm, MPL_OBJECT_MMS, 1);
	return mm;
}

void mpl_space_forget(struct mpl_mm *mm)
{
	MPL_ASSERT(mtree_empty(mm->tree));
	mpl_tables_end(mm);
	mpl_account_return(mm, MPL_OBJECT_MMS, 1);
	*mm = (struct mpl_mm){0};
}

struct mpl_mm *mpl_mm_at(uint32_t space)
{
	return space && space <= MPL_SPACES && SPACES[space - 1].tree ? &SPACES[space - 1] : NULL;
}

// ---- Looking up ----

const struct mpl_vma *mpl_mm_vma(const struct mpl_mm *mm, uint32_t number) { return mpl_vma_of(mm, number); }

// In the child of a fork that is not finished the entry may be a number of the parent's. An object of the child that
// has the same number covers other addresses: it is the child's own only where its entry is.
const struct mpl_vma *mpl_mm_vma_at(const struct mpl_mm *mm, uint64_t address)
{
	const struct mpl_vma *vma = mpl_vma_at_entry(mm, mtree_load(mm->tree, address));

	return vma && vma->first <= address && address <= vma->last ? vma : NULL;
}
