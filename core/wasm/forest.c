// SPDX-License-Identifier: GPL-2.0-or-later
//
// The table of trees. See forest.h.

#include "forest.h"

#include "../src/policy.h"
#include "../src/walk.h"

#include <string.h>

struct mpl_forest mpl_forest;

static struct mpl_tree_record info;

struct mpl_handle *mpl_forest_handle(uint32_t tree)
{
	if (!tree || tree > mpl_forest.used || !mpl_forest.handle[tree - 1].in_use)
		return NULL;
	return &mpl_forest.handle[tree - 1];
}

uint32_t mpl_forest_number(const struct mpl_handle *handle)
{
	return (uint32_t)(handle - mpl_forest.handle) + 1;
}

uint32_t mpl_tree_new(uint32_t flags)
{
	uint32_t at = 0;

	if (flags & ~(MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU | MPL_FLAGS_RELEASE_MASK))
		return 0;
	if ((flags & MPL_FLAGS_RELEASE_MASK) >= MPL_FLAGS_RELEASE(MPL_RELEASES))
		return 0;
	while (at < mpl_forest.used && (mpl_forest.handle[at].in_use || mpl_forest.handle[at].readers))
		at++;
	if (at == MPL_TREES)
		return 0;
	if (at == mpl_forest.used)
		mpl_forest.used++;
	memset(&mpl_forest.handle[at], 0, sizeof(mpl_forest.handle[at]));
	mpl_forest.handle[at].in_use = 1;
	mt_init_flags(&mpl_forest.handle[at].tree, flags);
#if UINTPTR_MAX != UINT64_MAX
	mpl_forest.handle[at].tree.ma_address = MPL_TREE_BASE + (uint64_t)(at + 1) * MPL_TREE_BYTES;
#endif
	return at + 1;
}

void mpl_forest_drop(struct mpl_handle *handle) { handle->in_use = 0; }

const struct mpl_tree_record *mpl_tree_info(uint32_t tree)
{
	struct mpl_handle *handle = mpl_forest_handle(tree);

	if (!handle)
		return NULL;
	info.root = handle->tree.root_word;
	info.address = mpl_walk_tree_address(&handle->tree);
	info.flags = handle->tree.ma_flags;
	info.bulk_loaded = handle->bulk_loaded;
	info.next = handle->next;
	return &info;
}
