// SPDX-License-Identifier: GPL-2.0-or-later
//
// Rows of items. See deal.h.

#include "deal.h"

#include "check.h"
#include "gaps.h"
#include "trace.h"

#include <string.h>

#define MPL_FILE MPL_FILE_DEAL

static void put_items(struct mpl_row *row, unsigned at, const struct mpl_spot *spot, unsigned from, unsigned count)
{
	const uint64_t *pivots = mpl_node_pivots(spot->node);
	const uint64_t *slots = mpl_node_slots(spot->node, spot->kind);

	MPL_ASSERT(from + count <= spot->end + 1);
	memcpy(&row->last[at], &pivots[from], count * sizeof(*pivots));
	memcpy(&row->slot[at], &slots[from], count * sizeof(*slots));
	if (spot->kind == MPL_KIND_ARANGE)
		memcpy(&row->gap[at], &mpl_node_gaps(spot->node)[from], count * sizeof(*pivots));
	if (from + count == spot->end + 1) // The last pivot of a full node is its own last index.
		row->last[at + count - 1] = spot->max;
}

void mpl_deal_gather(struct mpl_row *row, const struct mpl_spot *spot, unsigned from, unsigned to)
{
	if (from >= to)
		return;
	MPL_ASSERT(row->kind == spot->kind);
	MPL_ASSERT(row->count + to - from <= MPL_ROW_ITEMS);
	put_items(row, row->count, spot, from, to - from);
	row->count += to - from;
}

void mpl_deal_gather_before(struct mpl_row *row, const struct mpl_spot *spot)
{
	unsigned count = spot->end + 1;

	MPL_ASSERT(row->kind == spot->kind);
	MPL_ASSERT(row->min == spot->max + 1);
	MPL_ASSERT(row->count + count <= MPL_ROW_ITEMS);
	memmove(&row->last[count], row->last, row->count * sizeof(row->last[0]));
	memmove(&row->slot[count], row->slot, row->count * sizeof(row->slot[0]));
	if (row->kind == MPL_KIND_ARANGE)
		memmove(&row->gap[count], row->gap, row->count * sizeof(row->gap[0]));
	put_items(row, 0, spot, 0, count);
	row->count += count;
	row->min = spot->min;
}

// Two NULLs are never neighbours, so one step is enough. To the right if the left part has room for it and the right
// one stays above the minimum without it.
unsigned mpl_deal_avoid_null(const struct mpl_row *row, unsigned cut)
{
	unsigned final = row->count - 1;

	if (row->kind != MPL_KIND_LEAF || row->slot[cut])
		return cut;
	if (cut < mpl_node_capacity(row->kind) - 1 && final - cut > mpl_node_minimum(row->kind))
		return cut + 1;
	return cut - 1;
}

// A bulk load goes on at the right end, so the right part gets the minimum and the left part the rest.
static struct mpl_cuts cut_for_bulk(struct ma_state *mas, const struct mpl_row *row)
{
	struct mpl_cuts cuts = {.count = 1};
	unsigned proposed = row->count - 1 - mpl_node_minimum(row->kind);

	cuts.at[0] = proposed;
	if (row->kind == MPL_KIND_LEAF) {
		if (!row->slot[proposed])
			cuts.at[0]--;
		mas->mas_flags |= MPL_STATE_REBALANCE;
	}
	MPL_EVENT(cut_chosen, NULL, cuts.at[0], row->count, MPL_CUT_BULK, proposed);
	return cuts;
}

struct mpl_cuts mpl_deal_cut(struct ma_state *mas, const struct mpl_row *row, bool three_parts_allowed)
{
	unsigned final = row->count - 1;
	unsigned both = 2 * mpl_node_capacity(row->kind);
	struct mpl_cuts cuts = {.count = 1};

	if (mas->mas_flags & MPL_STATE_BULK)
		return cut_for_bulk(mas, row);
	if (three_parts_allowed && (final >= both || (!row->slot[final / 2] && final >= both - 1))) {
		unsigned third = final / 3;

		cuts.count = 2;
		cuts.at[0] = mpl_deal_avoid_null(row, third);
		cuts.at[1] = mpl_deal_avoid_null(row, 2 * third);
		MPL_EVENT(cut_chosen, NULL, cuts.at[0], row->count, MPL_CUT_THIRD, third);
		MPL_EVENT(cut_chosen, NULL, cuts.at[1], row->count, MPL_CUT_THIRD, 2 * third);
	} else {
		cuts.at[0] = mpl_deal_avoid_null(row, final / 2);
		MPL_EVENT(cut_chosen, NULL, cuts.at[0], row->count, MPL_CUT_HALF, final / 2);
	}
	return cuts;
}

// The node comes from the reserve all zero, so unused slots, pivots, gaps and padding stay 0.
static void write_items(struct mpl_node *node, const struct mpl_row *row, unsigned from, unsigned count)
{
	unsigned capacity = mpl_node_capacity(row->kind);
	unsigned pivots = count < capacity ? count : capacity - 1;
	unsigned gap_slot = 0;

	memcpy(mpl_node_pivots(node), &row->last[from], pivots * sizeof(row->last[0]));
	memcpy(mpl_node_slots(node, row->kind), &row->slot[from], count * sizeof(row->slot[0]));
	if (row->kind == MPL_KIND_ARANGE) {
		memcpy(mpl_node_gaps(node), &row->gap[from], count * sizeof(row->gap[0]));
		gap_slot = mpl_gaps_largest(&row->gap[from], count, 0);
	}
	mpl_node_set_end(node, row->kind, count - 1, gap_slot);
}

bool mpl_deal_node(struct ma_state *mas, const struct mpl_row *row, unsigned from, unsigned to, struct mpl_item *made)
{
	unsigned count = to - from + 1;
	struct mpl_spot spot = {.kind = row->kind, .end = count - 1};

	MPL_ASSERT(from <= to);
	MPL_ASSERT(to < row->count);
	if (count > mpl_node_capacity(row->kind))
		return false;
	spot.node = mpl_prealloc_take(mas);
	if (!spot.node)
		return false;
	write_items(spot.node, row, from, count);
	spot.min = from ? row->last[from - 1] + 1 : row->min;
	spot.max = row->last[to];
	made->last = spot.max;
	made->word = mpl_node_word(mpl_node_address(spot.node), row->kind);
	made->gap = mas->tree->ma_flags & MT_FLAGS_ALLOC_RANGE ? mpl_gaps_of(&spot) : 0;
	MPL_EVENT(node_built, spot.node, spot.end, spot.kind, spot.min, spot.max);
	return true;
}

// A node without a parent word is new; a node with one belongs to the tree, which still uses it.
static void give_back_new(struct ma_state *mas, uint64_t word)
{
	struct mpl_node *node = mpl_node_at(word);
	enum mpl_kind kind = mpl_node_kind(word);

	if (node->parent)
		return;
	if (kind != MPL_KIND_LEAF) {
		const uint64_t *slots = mpl_node_slots(node, kind);
		unsigned end = mpl_node_inner_end(node, kind);

		for (unsigned slot = 0; slot <= end; slot++)
			give_back_new(mas, slots[slot]);
	}
	mpl_prealloc_put_back(mas, node);
}

void mpl_deal_abandon(struct ma_state *mas, const struct mpl_row *row)
{
	for (unsigned i = 0; row->kind != MPL_KIND_LEAF && i < row->count; i++)
		give_back_new(mas, row->slot[i]);
}
