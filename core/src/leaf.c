// SPDX-License-Identifier: GPL-2.0-or-later
//
// Stores inside one leaf. See leaf.h.
//
// Notation: o and oe are the slots of the first and the last index of the store, x is the entry.

#include "leaf.h"

#include "check.h"
#include "defects.h"
#include "gaps.h"
#include "replace.h"
#include "trace.h"

#include <string.h>

#define MPL_FILE MPL_FILE_LEAF

static void write_slot(struct mpl_node *leaf, unsigned slot, uint64_t word)
{
	MPL_EVENT(slot_written, leaf, slot, 0, leaf->range.slot[slot], word);
	leaf->range.slot[slot] = word;
}

static void write_pivot(struct mpl_node *leaf, unsigned slot, uint64_t last)
{
	MPL_EVENT(pivot_written, leaf, slot, 0, leaf->range.pivot[slot], last);
	leaf->range.pivot[slot] = last;
}

// The decision has read the end of the leaf, and the stores below keep it up to date.
static void climb_gaps(const struct ma_state *mas)
{
	struct mpl_spot leaf;

	if (!(mas->tree->ma_flags & MT_FLAGS_ALLOC_RANGE))
		return;
	leaf = (struct mpl_spot){
		.node = mpl_node_at(mas->node_word),
		.kind = MPL_KIND_LEAF,
		.end = mas->end,
		.offset = mas->offset,
		.min = mas->min,
		.max = mas->max,
	};
	MPL_ASSERT(leaf.end == mpl_node_end(leaf.node, leaf.kind, leaf.max));
	mpl_gaps_climb(mas->tree, &leaf);
}

//     | a | b | c |   -->   | a | x | c |
void mpl_leaf_exact_fit(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;

	write_slot(mpl_node_at(mas->node_word), mas->offset, write->entry);
	if (!write->content != !write->entry)
		climb_gaps(mas);
}

// The slot count stays the same; only borders move.
//
//     oe = o+1, from the start of o       | b   | c   |   -->   | x      | c  |
//     oe = o+1, to the end of oe          | b   | c   |   -->   | b  | x      |
//     oe = o+2, inside o and oe           | b  | c | d  |   -->   | b | x   | d |     not in RCU mode
void mpl_leaf_slot_store(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	struct mpl_node *leaf = mpl_node_at(mas->node_word);
	unsigned offset = mas->offset;
	bool gap_may_change = !write->entry;

	for (unsigned slot = offset; slot <= write->offset_end; slot++)
		gap_may_change |= !leaf->range.slot[slot];
	if (mas->index == write->r_min) {
		write_slot(leaf, offset, write->entry);
		write_pivot(leaf, offset, mas->last);
	} else {
		write_slot(leaf, offset + 1, write->entry);
		write_pivot(leaf, offset, mas->index - 1);
		if (write->offset_end - offset == 2)
			write_pivot(leaf, offset + 1, mas->last);
		mas->offset++;
	}
	if (gap_may_change)
		climb_gaps(mas);
}

// The store lies in the last slot, e, and the leaf has room behind it.
//
//     to the end of e                     | a | b     |   -->   | a | b | x   |
//     from the start of e                 | a | b     |   -->   | a | x | b   |
//     inside e                            | a | b     |   -->   | a | b | x | b |
//
// The new end is written first, and with it the pivot in front of it; in a leaf that is full then, neither has a place.
void mpl_leaf_append(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	struct mpl_node *leaf = mpl_node_at(mas->node_word);
	unsigned end = mas->end;
	unsigned new_end = write->new_end;

	if (new_end < MPL_LEAF_PIVOTS) {
		write_pivot(leaf, new_end, mas->max);
		MPL_EVENT(end_written, leaf, new_end, 0, 0, 0);
		mpl_node_set_end(leaf, MPL_KIND_LEAF, new_end, 0);
	}
	if (mas->last == mas->max) {
		write_slot(leaf, new_end, write->entry);
		write_pivot(leaf, end, mas->index - 1);
		mas->offset = (uint8_t)new_end;
	} else {
		unsigned at = new_end - 1;

		write_slot(leaf, new_end, write->content);
		write_slot(leaf, at, write->entry);
		write_pivot(leaf, at, mas->last);
		if (at != end)
			write_pivot(leaf, end, mas->index - 1);
		mas->offset = (uint8_t)at;
	}
	mas->end = (uint8_t)new_end;
	if (!write->content || !write->entry)
		climb_gaps(mas);
}

// Empties what is behind the new end of a leaf that had more slots.
static void clear_behind(struct mpl_node *leaf, unsigned new_end, unsigned end)
{
	for (unsigned slot = new_end + 1; slot <= end; slot++) {
		leaf->range.slot[slot] = 0;
		if (slot < MPL_LEAF_PIVOTS)
			leaf->range.pivot[slot] = 0;
	}
}

// Makes the store in 'leaf', which is as the state says: moves the tail to its new place, then writes what comes before
// it. Returns the slot of the entry.
//
//     | a | b      | c | d      | e |     -->     | a | b | x        | d | e |
//               index ...  last                   a rest of b stays if the store begins inside it, of d if it ends so
static unsigned rewrite_leaf(const struct mpl_write *write, struct mpl_node *leaf)
{
	const struct ma_state *mas = write->mas;
	uint64_t *pivot = leaf->range.pivot;
	uint64_t *slot = leaf->range.slot;
	unsigned tail = write->offset_end + (mas->last == write->end_piv);
	unsigned kept = mas->end + 1u - tail;
	unsigned at = mas->offset + (write->r_min < mas->index);

	MPL_ASSERT(at + kept == write->new_end);
	memmove(&slot[at + 1], &slot[tail], kept * sizeof(*slot));
	if (kept > 1)
		memmove(&pivot[at + 1], &pivot[tail], (kept - 1) * sizeof(*pivot));
	if (write->r_min < mas->index)
		pivot[at - 1] = mas->index - 1;
	slot[at] = write->entry;
	if (at < MPL_LEAF_PIVOTS)
		pivot[at] = mas->last;
	MPL_WITH_DEFECT(pivot_off_by_one, if (at < write->new_end) pivot[at]++;);
	if (write->new_end < MPL_LEAF_PIVOTS)
		pivot[write->new_end] = mas->max;
	clear_behind(leaf, write->new_end, mas->end);
	mpl_node_set_end(leaf, MPL_KIND_LEAF, write->new_end, 0);
	return at;
}

// The last leaf of a bulk load had enough slots before this store and extends to the end: no need to fill it up.
static void note_bulk(const struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	bool tail_to_the_end = mas->last < write->end_piv && write->r_max == MPL_INDEX_MAX;

	if ((mas->mas_flags & MPL_STATE_BULK) && tail_to_the_end && mas->end > MPL_LEAF_MIN &&
	    !mpl_node_is_root(mpl_node_at(mas->node_word)))
		mas->mas_flags &= (uint8_t)~MPL_STATE_REBALANCE;
}

bool mpl_leaf_node_store(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	struct mpl_node *leaf = mpl_node_at(mas->node_word);
	unsigned at;

	note_bulk(write);
	if (mt_in_rcu(mas->tree)) {
		struct mpl_node *fresh = mpl_prealloc_take(mas);

		if (!fresh)
			return false;
		*fresh = *leaf;
		fresh->parent = 0;
		at = rewrite_leaf(write, fresh);
		MPL_EVENT(node_built, fresh, write->new_end, MPL_KIND_LEAF, mas->min, mas->max);
		mpl_replace_leaf(write, leaf, fresh);
	} else {
		at = rewrite_leaf(write, leaf);
		MPL_EVENT(leaf_rewritten, leaf, at, write->new_end + 1, 0, 0);
	}
	mas->offset = (uint8_t)at;
	mas->end = (uint8_t)write->new_end;
	climb_gaps(mas);
	return true;
}

void mpl_leaf_gather_head(struct mpl_row *row, const struct mpl_spot *leaf, const struct mpl_write *write,
                          uint64_t content)
{
	const struct ma_state *mas = write->mas;

	mpl_deal_begin(row, MPL_KIND_LEAF, leaf->min);
	mpl_deal_gather(row, leaf, 0, leaf->offset);
	if (mpl_walk_first(leaf, leaf->offset) < mas->index)
		mpl_deal_add(row, mas->index - 1, content, 0);
	mpl_deal_add(row, mas->last, write->entry, 0);
}

void mpl_leaf_gather(struct mpl_row *row, struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	struct mpl_spot leaf = mpl_walk_of_state(mas);
	unsigned tail = write->offset_end;

	mpl_leaf_gather_head(row, &leaf, write, mpl_walk_slot(&leaf, leaf.offset));
	if (write->end_piv > mas->last) {
		mpl_deal_add(row, write->end_piv, mpl_walk_slot(&leaf, tail), 0);
		if (tail != mas->offset) // mas_store() returns this: rule "returned content".
			write->content = mpl_walk_slot(&leaf, tail);
	}
	mpl_deal_gather(row, &leaf, tail + 1, leaf.end + 1);
	MPL_EVENT(gathered, NULL, MPL_NO_SLOT, row->count, row->min, mpl_deal_last(row));
}
