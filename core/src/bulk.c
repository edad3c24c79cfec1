// SPDX-License-Identifier: GPL-2.0-or-later
//
// The estimate before a bulk load, and the rebalancing after it. See bulk.h.
//
//     left sibling  | a b c d e f g h i j k |   last leaf  | x y |
//                   | a b c d e f g h i |                  | j k x y |
//
// The left one keeps 9 slots, or 10 if the 9th is NULL.
//
// Only stores that overwrite during the load leave the last leaf that small.

#include "bulk.h"

#include "check.h"
#include "gaps.h"
#include "trace.h"

#include <string.h>

#define MPL_FILE MPL_FILE_BULK

// A leaf is expected to use 14 of 16 slots, half of them for gaps; only one level of inner nodes is counted.
#define EXPECTED_IN_LEAF (MPL_LEAF_SLOTS - 2)
#define EXPECTED_IN_RANGE (MPL_RANGE_SLOTS - 2)
#define EXPECTED_IN_ARANGE (MPL_ARANGE_SLOTS - 2)
#define EXPECTED_MORE 3

// The last leaf is rebalanced if it has fewer slots than this.
#define THIN_COUNT (MPL_LEAF_MIN - 1)

uint64_t mpl_bulk_estimate(const struct maple_tree *tree, uint64_t count)
{
	bool gaps = tree->ma_flags & MT_FLAGS_ALLOC_RANGE;
	uint64_t in_inner = gaps ? EXPECTED_IN_ARANGE : EXPECTED_IN_RANGE;
	uint64_t ranges = 2 * count + 1;
	uint64_t leaves = (ranges + EXPECTED_IN_LEAF - 1) / EXPECTED_IN_LEAF;

	return leaves + (leaves + in_inner - 1) / in_inner + EXPECTED_MORE;
}

// Moves the slots behind 'keep' of 'left' to the front of 'leaf', its right neighbour.
static void move_slots(struct mpl_spot *left, struct mpl_spot *leaf, unsigned keep)
{
	struct mpl_range_layout *from = &left->node->range;
	struct mpl_node grown = {.parent = leaf->node->parent};
	unsigned moved = left->end - keep;
	unsigned count = leaf->end + 1;

	memcpy(grown.range.pivot, &from->pivot[keep + 1], (moved - 1) * sizeof(uint64_t));
	grown.range.pivot[moved - 1] = left->max;
	memcpy(&grown.range.pivot[moved], leaf->node->range.pivot, count * sizeof(uint64_t));
	memcpy(grown.range.slot, &from->slot[keep + 1], moved * sizeof(uint64_t));
	memcpy(&grown.range.slot[moved], leaf->node->range.slot, count * sizeof(uint64_t));
	leaf->end += moved;
	leaf->min = from->pivot[keep] + 1;
	mpl_node_set_end(&grown, MPL_KIND_LEAF, leaf->end, 0);
	*leaf->node = grown;

	memset(&from->pivot[keep + 1], 0, (MPL_LEAF_PIVOTS - keep - 1) * sizeof(uint64_t));
	memset(&from->slot[keep + 1], 0, (MPL_LEAF_SLOTS - keep - 1) * sizeof(uint64_t));
	left->end = keep;
	left->max = from->pivot[keep];
	mpl_node_set_end(left->node, MPL_KIND_LEAF, keep, 0);
}

// Updates the border and the two gaps in the parent. Its gap offset is not recomputed, even if the largest gap
// has moved: Linux does the same (N-Q2).
static void update_parent(const struct maple_tree *tree, const struct mpl_spot *parent, const struct mpl_spot *left,
                        const struct mpl_spot *leaf)
{
	mpl_node_pivots(parent->node)[parent->offset - 1] = left->max;
	if (!(tree->ma_flags & MT_FLAGS_ALLOC_RANGE))
		return;
	mpl_node_gaps(parent->node)[parent->offset - 1] = mpl_gaps_of(left);
	mpl_node_gaps(parent->node)[parent->offset] = mpl_gaps_of(leaf);
	mpl_gaps_climb(tree, parent);
}

void mpl_bulk_even_out(struct ma_state *mas)
{
	struct mpl_spot leaf, parent, left;
	unsigned keep = MPL_LEAF_SLOTS / 2;

	mpl_walk_to_index(mas);
	if (mas->status != ma_active || mt_in_rcu(mas->tree))
		return;
	leaf = mpl_walk_of_state(mas);
	if (leaf.end + 1 >= THIN_COUNT || mpl_node_is_root(leaf.node))
		return;
	parent = mpl_walk_parent(&leaf, mpl_walk_inner_kind(mas->tree));
	if (parent.offset == 0)
		return;
	left = mpl_walk_child(&parent, parent.offset - 1);
	if (keep < left.end && !mpl_walk_slot(&left, keep))
		keep++;
	if (left.end <= keep)
		return;
	MPL_EVENT(bulk_evened, leaf.node, left.end - keep, leaf.end + 1 + left.end - keep, mpl_slab_id(left.node), 0);
	move_slots(&left, &leaf, keep);
	update_parent(mas->tree, &parent, &left, &leaf);
	mpl_walk_settle(mas, &parent);
}
