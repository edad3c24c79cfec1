// SPDX-License-Identifier: GPL-2.0-or-later
//
// Steps in a tree. See walk.h.

#include "walk.h"

#include "check.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_WALK

// What a node covers is not written in it. Climbing on, the first ancestor where the path does not run through slot 0
// gives its first index, and the first one whose path slot has a pivot gives its last; the last slot of a full
// node has none. Rule "limits of a node".
uint64_t mpl_walk_lower(const struct mpl_node *node)
{
	while (!mpl_node_is_root(node)) {
		unsigned slot = mpl_node_parent_slot(node);

		node = mpl_node_at(node->parent);
		if (slot > 0)
			return node->range.pivot[slot - 1] + 1;
	}
	return 0;
}

uint64_t mpl_walk_upper(const struct mpl_node *node, enum mpl_kind inner)
{
	unsigned pivots = mpl_node_capacity(inner) - 1;

	while (!mpl_node_is_root(node)) {
		unsigned slot = mpl_node_parent_slot(node);

		node = mpl_node_at(node->parent);
		if (slot < pivots)
			return node->range.pivot[slot];
	}
	return MPL_INDEX_MAX;
}

struct mpl_spot mpl_walk_parent(const struct mpl_spot *child, enum mpl_kind inner)
{
	const struct mpl_node *parent = mpl_node_at(child->node->parent);
	struct mpl_spot spot;

	MPL_ASSERT(!mpl_node_is_root(child->node));
	spot = mpl_walk_spot(mpl_node_word(mpl_node_address(parent), inner), mpl_walk_lower(parent),
	                     mpl_walk_upper(parent, inner));
	spot.offset = mpl_node_parent_slot(child->node);
	MPL_ASSERT(spot.offset <= spot.end);
	return spot;
}

void mpl_walk_down(struct mpl_spot *spot, uint64_t index)
{
	for (;;) {
		spot->offset = mpl_node_seek_between(spot->node, spot->kind, spot->offset, spot->end, index);
		if (spot->kind == MPL_KIND_LEAF)
			break;
		MPL_EVENT(descend, spot->node, spot->offset, 0, mpl_walk_first(spot, spot->offset),
		          mpl_walk_last(spot, spot->offset));
		*spot = mpl_walk_child(spot, spot->offset);
	}
	MPL_EVENT(arrive, spot->node, spot->offset, spot->end + 1, mpl_walk_first(spot, spot->offset),
	          mpl_walk_last(spot, spot->offset));
}

struct mpl_spot mpl_walk_of_state(const struct ma_state *mas)
{
	struct mpl_spot spot = mpl_walk_spot(mas->node_word, mas->min, mas->max);

	spot.offset = mas->offset;
	return spot;
}

void mpl_walk_settle(struct ma_state *mas, const struct mpl_spot *spot)
{
	mas->node_word = mpl_node_word(mpl_node_address(spot->node), spot->kind);
	mas->status = ma_active;
	mas->min = spot->min;
	mas->max = spot->max;
	mas->offset = (uint8_t)spot->offset;
	mas->end = (uint8_t)spot->end;
}

uint64_t mpl_walk_start(struct ma_state *mas)
{
	uint64_t root = mas->tree->root_word;

	mas->min = 0;
	mas->max = MPL_INDEX_MAX;
	mas->depth = 0;
	if (mpl_node_is_root_word(root)) {
		mas->status = ma_active;
		mas->node_word = root & ~(uint64_t)MPL_ROOT_MARK;
		mas->offset = 0;
		return 0;
	}
	mas->node_word = 0;
	mas->offset = MAPLE_NODE_SLOTS;
	if (!root) {
		mas->status = ma_none;
		return 0;
	}
	mas->status = ma_root;
	return mas->index == 0 ? root : 0;
}

uint64_t mpl_walk_to_index(struct ma_state *mas)
{
	uint64_t entry = mpl_walk_start(mas);
	struct mpl_spot spot;

	if (mas->status != ma_active)
		return entry;
	spot = mpl_walk_root(mas->tree);
	mpl_walk_down(&spot, mas->index);
	mpl_walk_settle(mas, &spot);
	return mpl_walk_slot(&spot, spot.offset);
}

void mpl_walk_take_range(struct ma_state *mas)
{
	struct mpl_spot spot;

	switch (mas->status) {
	case ma_active:
		spot = mpl_walk_of_state(mas);
		mas->index = mpl_walk_first(&spot, spot.offset);
		mas->last = mpl_walk_last(&spot, spot.offset);
		break;
	case ma_root:
		mas->index = mas->last = 0;
		break;
	default: // Index 0 of an empty tree is as free as the rest; a single entry occupies it.
		mas->index = mas->tree->root_word ? 1 : 0;
		mas->last = MPL_INDEX_MAX;
		break;
	}
}

bool mpl_walk_is_placed(const struct ma_state *mas)
{
	const struct mpl_node *node = mpl_node_at(mas->node_word);

	if (!mpl_walk_on_node(mas) || !mpl_node_is_root_word(mas->tree->root_word) || mpl_walk_is_dead(node))
		return false;
	return mas->offset <= mpl_node_end(node, mpl_node_kind(mas->node_word), mas->max);
}

void mpl_walk_fail(struct ma_state *mas, int error)
{
	mas->status = ma_error;
	mas->node = MA_ERROR(error);
}
