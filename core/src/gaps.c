// SPDX-License-Identifier: GPL-2.0-or-later
//
// Gaps and their way up. See gaps.h.

#include "gaps.h"

#include "defects.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_GAPS

// An append in front of a long gap, as in every store of an ascending load, reads one slot: a last gap that is
// longer than everything in front of it is the answer.
static uint64_t gap_of_leaf(const struct mpl_spot *leaf)
{
	const struct mpl_range_layout *range = &leaf->node->range;
	uint64_t before = leaf->min - 1;
	uint64_t longest = 0;
	uint64_t gap;

	if (leaf->end && !range->slot[leaf->end]) {
		longest = leaf->max - range->pivot[leaf->end - 1];
		if (longest > range->pivot[leaf->end - 1] - leaf->min)
			return longest;
	}
	for (unsigned slot = 0; slot < leaf->end; slot++) {
		gap = range->slot[slot] ? 0 : range->pivot[slot] - before;
		before = range->pivot[slot];
		longest = gap > longest ? gap : longest;
	}
	gap = range->slot[leaf->end] ? 0 : leaf->max - before;
	return gap > longest ? gap : longest;
}

uint64_t mpl_gaps_of(const struct mpl_spot *spot)
{
	if (spot->kind == MPL_KIND_LEAF)
		return gap_of_leaf(spot);
	return spot->node->arange.gap[spot->node->arange.gapmeta];
}

unsigned mpl_gaps_largest(const uint64_t *gaps, unsigned count, unsigned if_none)
{
	unsigned largest = if_none;
	uint64_t longest = 0;

	for (unsigned slot = count; slot-- > 0;) {
		if (gaps[slot] > longest) {
			longest = gaps[slot];
			largest = slot;
		}
	}
	return largest;
}

// Whether the gap of the last slot is longer than all indexes in front of that slot, so that it stays the largest
// whatever they contain: true of every store of an ascending load. If it is as long, the last slot wins as well.
static bool exceeds_all_before(const struct mpl_node *node, unsigned slot, uint64_t gap)
{
	return slot == node->arange.end && slot && gap > node->arange.pivot[slot - 1];
}

// Writes the gap of one slot. Returns whether the parent of 'node' needs an update with '*gap', then the node's own.
//
//     gap offset g, slot s       gap[s] becomes ...
//     s == g                     larger: g stays, climbs     smaller: look for the largest again, climbs
//     s != g                     above gap[g]: g becomes s, climbs     otherwise: nothing more to do
static bool set_gap(struct mpl_node *node, unsigned slot, uint64_t *gap)
{
	uint64_t *gaps = mpl_node_gaps(node);
	unsigned largest = node->arange.gapmeta;
	uint64_t before = gaps[largest];
	uint64_t replaced = gaps[slot];
	bool climbs = *gap != before;

	gaps[slot] = *gap;
	if (climbs && slot != largest) {
		if (*gap < before)
			climbs = false;
		else
			largest = slot;
	} else if (climbs && *gap < before && !exceeds_all_before(node, slot, *gap)) {
		largest = mpl_gaps_largest(gaps, node->arange.end + 1u, node->arange.end);
	}
	node->arange.gapmeta = (uint8_t)largest;
	MPL_EVENT(gap_written, node, slot, largest, replaced, *gap);
	*gap = gaps[largest];
	return climbs;
}

void mpl_gaps_climb(const struct maple_tree *tree, const struct mpl_spot *spot)
{
	const struct mpl_node *node = spot->node;
	uint64_t gap;

	if (!(tree->ma_flags & MT_FLAGS_ALLOC_RANGE) || mpl_node_is_root(node))
		return;
	gap = mpl_gaps_of(spot);
	if (mpl_node_at(node->parent)->arange.gap[mpl_node_parent_slot(node)] == gap)
		return;
	MPL_WITH_DEFECT(gap_not_raised, if (gap > mpl_node_at(node->parent)->arange.gap[mpl_node_parent_slot(node)]) return;);
	do {
		struct mpl_node *parent = mpl_node_at(node->parent);

		if (!set_gap(parent, mpl_node_parent_slot(node), &gap))
			break;
		node = parent;
	} while (!mpl_node_is_root(node));
}
