// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two leaves and what lies between. See span.h.
//
//     leaves      | a b c d |   | e f g |   | h i j k |
//     store               x x x x x x x x x x x               from inside c to inside i
//     row           a b c x                     i j k         e, f, g and what is wholly covered goes with its nodes
//
// The right leaf is the one that covers last + 1, since NULL up to the end of a leaf must join the next range. From the
// row on, combine.c does the work.

#include "span.h"

#include "check.h"
#include "combine.h"
#include "leaf.h"
#include "root.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_SPAN

// The ends of the store: the slots of its first index and of the one behind its last.
struct ends {
	struct mpl_spot left;
	struct mpl_spot right;
};

static struct ends find_ends(const struct ma_state *mas)
{
	struct mpl_spot seen = mpl_walk_of_state(mas);
	struct ends ends = {seen, seen};

	mpl_walk_down(&ends.right, mas->last == MPL_INDEX_MAX ? mas->last : mas->last + 1);
	mpl_walk_down(&ends.left, mas->index);
	return ends;
}

// NULL joins the NULLs beside it. On the right that can only be the slot behind 'last', which 'right' stands on.
static void widen_null(struct ma_state *mas, struct ends *ends)
{
	struct mpl_spot *left = &ends->left;
	struct mpl_spot *right = &ends->right;
	uint64_t first = mpl_walk_first(left, left->offset);
	uint64_t index = mas->index;
	uint64_t end = mas->last;

	if (!mpl_walk_slot(left, left->offset)) {
		mas->index = first;
	} else if (mas->index == first && left->offset > 0 && !mpl_walk_slot(left, left->offset - 1)) {
		left->offset--;
		mas->index = mpl_walk_first(left, left->offset);
	}
	if (!mpl_walk_slot(right, right->offset)) {
		uint64_t last = mpl_walk_last(right, right->offset);

		if (last > mas->last)
			mas->last = last;
		right->offset++;
	}
	if (mas->index != index || mas->last != end)
		MPL_EVENT(null_widened, left->node, left->offset, 0, mas->index, mas->last);
}

static bool covers_all(const struct ma_state *mas)
{
	return mas->index == 0 && mas->last == MPL_INDEX_MAX;
}

bool mpl_span_store(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	struct mpl_combine combine;
	struct ends ends;

	write->content = 0;
	if (covers_all(mas))
		return mpl_root_new(write);
	ends = find_ends(mas);
	if (!write->entry) {
		widen_null(mas, &ends);
		if (covers_all(mas))
			return mpl_root_new(write);
	}
	combine.write = write;
	combine.left = ends.left;
	combine.right = ends.right;
	mpl_leaf_gather_head(&combine.row, &ends.left, write, mpl_walk_slot(&ends.left, ends.left.offset));
	if (ends.right.max > mas->last)
		mpl_deal_gather(&combine.row, &ends.right, ends.right.offset, ends.right.end + 1);
	MPL_EVENT(gathered, NULL, MPL_NO_SLOT, combine.row.count, combine.row.min, mpl_deal_last(&combine.row));
	return mpl_combine(&combine);
}
