// SPDX-License-Identifier: GPL-2.0-or-later
//
// A leaf that is too small, and its sibling. See rebalance.h.
//
//     merge     | n n |  | s s s s s |        -->     | n n s s s s s |
//     share     | n n |  | s s s s s s s |    -->     | n n s s s |  | s s s s |
//
// Uses the right sibling if there is one under the same parent, else the left one. combine.c does the levels above.

#include "rebalance.h"

#include "check.h"
#include "combine.h"
#include "leaf.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_REBALANCE

bool mpl_rebalance_store(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	struct mpl_spot leaf = mpl_walk_of_state(mas);
	struct mpl_spot parent = mpl_walk_parent(&leaf, mpl_walk_inner_kind(mas->tree));
	struct mpl_combine combine;
	struct mpl_spot sibling;

	combine.write = write;
	combine.left = leaf;
	combine.right = leaf;
	mpl_leaf_gather(&combine.row, write);
	if (parent.offset < parent.end) {
		sibling = mpl_walk_child(&parent, parent.offset + 1);
		mpl_combine_take_right(&combine, &sibling);
		MPL_EVENT(pulled, sibling.node, MPL_NO_SLOT, combine.row.count, 1, 0);
	} else {
		sibling = mpl_walk_child(&parent, parent.offset - 1);
		mpl_combine_take_left(&combine, &sibling);
		MPL_EVENT(pulled, sibling.node, MPL_NO_SLOT, combine.row.count, 1, 1);
	}
	return mpl_combine(&combine);
}
