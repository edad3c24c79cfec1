// SPDX-License-Identifier: GPL-2.0-or-later
//
// The root word. See root.h.
//
//     empty            0
//     single entry     the entry itself, for index 0; all other indexes are NULL
//     nodes            a root leaf, or an inner root
//
// A single entry may not have the low bits 10, since it would be taken for a node; it gets a root leaf. A tree with
// nodes never becomes a single entry again.

#include "root.h"

#include "check.h"
#include "destroy.h"
#include "replace.h"
#include "prealloc.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_ROOT

static void set_root_word(struct maple_tree *tree, uint64_t word)
{
	MPL_EVENT(root_written, NULL, MPL_NO_SLOT, 0, tree->root_word, word);
	tree->root_word = word;
	mpl_replace_height(tree, 0);
}

static void add(struct mpl_node *leaf, unsigned *count, uint64_t last, uint64_t word)
{
	leaf->range.pivot[*count] = last;
	leaf->range.slot[(*count)++] = word;
}

// Makes a finished leaf the root, and puts the state on it. The state's 'end' stays what it was, and of new_root its
// 'offset', 'min' and 'max' too: Linux does the same, and the next step trusts them (rule "first store").
static void plant(struct ma_state *mas, struct mpl_node *leaf, unsigned count)
{
	mpl_node_set_end(leaf, MPL_KIND_LEAF, count - 1, 0);
	MPL_EVENT(node_built, leaf, count - 1, MPL_KIND_LEAF, 0, MPL_INDEX_MAX);
	mas->node_word = mpl_node_word(mpl_node_address(leaf), MPL_KIND_LEAF);
	mpl_replace_root(mas->tree, mas->node_word, 1);
	mas->status = ma_active;
}

//     single c at 0, store x at 5..9     | 0:c | 4:- | 9:x | max:- |
//     empty, store x at 5..9             | 4:- | 9:x | max:- |
//     either, store x at 0..9            | 9:x | max:- |
static bool first_leaf(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	uint64_t single = mas->tree->root_word;
	struct mpl_node *leaf = mpl_prealloc_take(mas);
	unsigned count = 0;
	unsigned offset;

	if (!leaf)
		return false;
	if (mas->index > 0 && single)
		add(leaf, &count, 0, single);
	if (mas->index > 1 || (mas->index == 1 && !single))
		add(leaf, &count, mas->index - 1, 0);
	offset = count;
	add(leaf, &count, mas->last, write->entry);
	if (mas->last < MPL_INDEX_MAX)
		add(leaf, &count, MPL_INDEX_MAX, 0);
	plant(mas, leaf, count);
	mas->min = 0;
	mas->max = MPL_INDEX_MAX;
	mas->offset = (uint8_t)offset;
	return true;
}

bool mpl_root_store(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;

	MPL_ASSERT(!mpl_node_is_root_word(mas->tree->root_word));
	if (!write->entry) {
		if (mas->index == 0)
			set_root_word(mas->tree, 0);
		return true;
	}
	if (mas->index == 0 && mas->last == 0 && (write->entry & 3) != 2) {
		set_root_word(mas->tree, write->entry);
		mas_reset(mas);
		return true;
	}
	return first_leaf(write);
}

bool mpl_root_new(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	uint64_t old = mas->tree->root_word;

	if (write->entry) {
		struct mpl_node *leaf = mpl_prealloc_take(mas);
		unsigned count = 0;

		if (!leaf)
			return false;
		add(leaf, &count, MPL_INDEX_MAX, write->entry);
		plant(mas, leaf, count);
	} else {
		set_root_word(mas->tree, 0);
		mas_reset(mas);
	}
	mpl_destroy_drop(old, mpl_policy_freed(write->policy, mas->tree));
	return true;
}
