// SPDX-License-Identifier: GPL-2.0-or-later
//
// The public functions that need no state from the caller: they check arguments; other files do the work.

#include "check.h"
#include "destroy.h"
#include "replace.h"
#include "store.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_TREE

// Reads no count and no range on the way: the last used slot has a pivot, or there is none beyond the pivots.
mpl_entry mtree_load(struct maple_tree *mt, uint64_t index)
{
	uint64_t word = mt->root_word;
	enum mpl_kind kind;

	if (!mpl_node_is_root_word(word)) {
		if (index || word == MPL_ZERO_WORD)
			word = 0;
		return MPL_WORD_ENTRY(word);
	}
	do {
		struct mpl_node *node = mpl_node_at(word);
		unsigned slot;

		kind = mpl_node_kind(word);
		slot = mpl_node_seek(node, kind, index);
		word = mpl_node_slots(node, kind)[slot];
	} while (kind != MPL_KIND_LEAF);
	return MPL_WORD_ENTRY(word == MPL_ZERO_WORD ? 0 : word);
}

// Words that only the advanced interface may store.
static bool is_advanced(mpl_entry entry)
{
	return xa_is_internal(entry) && MPL_ENTRY_WORD(entry) <= MPL_ADVANCED_MAX;
}

int mtree_store_range(struct maple_tree *mt, uint64_t first, uint64_t last, mpl_entry entry, gfp_t gfp)
{
	MA_STATE(mas, mt, first, last);
	int error;

	if (is_advanced(entry) || first > last)
		return -MPL_EINVAL;
	mtree_lock(mt);
	error = mas_store_gfp(&mas, entry, gfp);
	mtree_unlock(mt);
	return error;
}

int mtree_store(struct maple_tree *mt, uint64_t index, mpl_entry entry, gfp_t gfp)
{
	return mtree_store_range(mt, index, index, entry, gfp);
}

int mtree_insert_range(struct maple_tree *mt, uint64_t first, uint64_t last, mpl_entry entry, gfp_t gfp)
{
	MA_STATE(mas, mt, first, last);
	struct mpl_write write;
	int error;

	mpl_store_begin(&write, &mas, entry);
	if (is_advanced(entry) || first > last)
		return -MPL_EINVAL;
	mtree_lock(mt);
	for (;;) {
		error = mpl_store_insert(&write);
		if (error != -MPL_ENOMEM)
			break;
		if (!mas_nomem(&mas, gfp)) {
			error = xa_err(mas.node);
			break;
		}
		__mas_set_range(&mas, first, last);
	}
	mas_destroy(&mas);
	mtree_unlock(mt);
	return error;
}

int mtree_insert(struct maple_tree *mt, uint64_t index, mpl_entry entry, gfp_t gfp)
{
	return mtree_insert_range(mt, index, index, entry, gfp);
}

mpl_entry mtree_erase(struct maple_tree *mt, uint64_t index)
{
	MA_STATE(mas, mt, index, index);
	mpl_entry entry;

	mtree_lock(mt);
	entry = mas_erase(&mas);
	mtree_unlock(mt);
	return entry;
}

void __mt_destroy(struct maple_tree *mt)
{
	uint64_t root = mt->root_word;

	mt->root_word = 0;
	MPL_EVENT(root_written, NULL, MPL_NO_SLOT, 0, root, 0);
	mpl_replace_height(mt, 0);
	if (mpl_node_is_root_word(root))
		mpl_destroy_drop(root, mpl_policy_freed(mpl_policies_of(mt), mt));
}

void mtree_destroy(struct maple_tree *mt)
{
	mtree_lock(mt);
	__mt_destroy(mt);
	mtree_unlock(mt);
}
