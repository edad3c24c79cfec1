// SPDX-License-Identifier: GPL-2.0-or-later
//
// A full node becomes two, or shares its slots with a sibling. See split.h.
//
// Level by level, beginning with the leaf and the store in it, a row of one slot too many (a leaf: or two) is dealt
// into a pair of new nodes:
//
//     push left       | s s s |  | n n n n n |        -->     | s s s n n |  | n n n |        the left sibling has room
//     push right      | n n n n n |  | s s s |        -->     | n n n |  | n n s s s |        the right one has
//     plain split     | n n n n n |                   -->     | n n n |  | n n |              neither has
//
// The pair stands in the row of the parent where one node (or two, after a push) stood before. After a push the parent
// keeps its count, so that row is the new parent, the *top*; after a plain split it may be too long and is dealt in its
// turn. When the root was cut, the row of its two halves is the new root.
//
// The top takes the place of the node it was made from, whose own parent changes in one slot only.

#include "split.h"

#include "check.h"
#include "defects.h"
#include "leaf.h"
#include "replace.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_SPLIT

// Two new nodes and the slots of the parent that they replace.
struct pair {
	struct mpl_item left;
	struct mpl_item right;
	uint64_t min;      // First index of the left one.
	unsigned slot;     // First slot in the parent that they replace ...
	unsigned replaced; // ... and how many.
	bool pushed;
};

// The most slots that a row and a sibling may have, both as counts less one, for a push to be worth while. Near the
// upper end of the index space stores tend to go on to the right, so some room is left there.
static unsigned push_limit(const struct mpl_spot *node)
{
	unsigned limit = 2 * mpl_node_capacity(node->kind) - 2;

	return limit - (node->kind == MPL_KIND_LEAF) - (node->max == MPL_INDEX_MAX);
}

static bool has_room(const struct mpl_row *row, const struct mpl_spot *node, const struct mpl_spot *sibling)
{
	MPL_WITH_DEFECT(slack_forgotten, if (node->kind == MPL_KIND_LEAF && sibling->max < node->min) return true;);
	return row->count - 1 + sibling->end < push_limit(node);
}

static void note_cut(const struct mpl_row *row, unsigned proposed, unsigned cut, enum mpl_cut_reason reason)
{
	MPL_EVENT(cut_chosen, NULL, cut, row->count, reason, proposed);
}

// If the left sibling has room: joins it to the row and chooses the cut, so that it is full but for one slot.
static bool try_push_left(struct mpl_row *row, const struct mpl_spot *node, const struct mpl_spot *parent,
                          struct pair *pair, unsigned *cut)
{
	unsigned proposed = mpl_node_capacity(node->kind) - 2;
	struct mpl_spot sibling;

	if (parent->offset == 0)
		return false;
	sibling = mpl_walk_child(parent, parent->offset - 1);
	if (!has_room(row, node, &sibling))
		return false;
	mpl_deal_gather_before(row, &sibling);
	MPL_EVENT(push, sibling.node, parent->offset - 1, row->count, 0, 0);
	*cut = mpl_deal_avoid_null(row, proposed);
	note_cut(row, proposed, *cut, MPL_CUT_PUSH_LEFT);
	pair->slot = parent->offset - 1;
	return true;
}

// The same for the right sibling.
static bool try_push_right(struct mpl_row *row, const struct mpl_spot *node, const struct mpl_spot *parent,
                           struct pair *pair, unsigned *cut)
{
	struct mpl_spot sibling;
	unsigned proposed;

	if (parent->offset == parent->end)
		return false;
	sibling = mpl_walk_child(parent, parent->offset + 1);
	if (!has_room(row, node, &sibling))
		return false;
	mpl_deal_gather(row, &sibling, 0, sibling.end + 1);
	MPL_EVENT(push, sibling.node, parent->offset + 1, row->count, 1, 0);
	proposed = row->count - mpl_node_capacity(node->kind);
	*cut = mpl_deal_avoid_null(row, proposed);
	note_cut(row, proposed, *cut, MPL_CUT_PUSH_RIGHT);
	pair->slot = parent->offset;
	return true;
}

#if MPL_DEFECTS
// A right part that ends with this item loses what does not fit; its last index stays the same.
static void lose_overflow(struct mpl_row *row, unsigned final)
{
	if (row->count - 1 <= final)
		return;
	row->last[final] = mpl_deal_last(row);
	row->count = final + 1;
}
#endif

// Deals the row of 'node' into a pair; 'parent' is NULL for the root. False if the reserve ran out.
static bool make_pair(struct ma_state *mas, struct mpl_row *row, const struct mpl_spot *node,
                      const struct mpl_spot *parent, struct pair *pair)
{
	unsigned cut;

	pair->pushed = parent && (try_push_left(row, node, parent, pair, &cut) ||
	                          try_push_right(row, node, parent, pair, &cut));
	if (!pair->pushed) {
		cut = mpl_deal_cut(mas, row, false).at[0];
		pair->slot = parent ? parent->offset : 0;
	}
	MPL_WITH_DEFECT(slack_forgotten, lose_overflow(row, cut + mpl_node_capacity(row->kind)););
	pair->replaced = pair->pushed ? 2 : 1;
	pair->min = row->min;
	if (!mpl_deal_node(mas, row, 0, cut, &pair->left))
		return false;
	if (!mpl_deal_node(mas, row, cut + 1, row->count - 1, &pair->right)) {
		mpl_prealloc_put_back(mas, mpl_node_at(pair->left.word));
		return false;
	}
	return true;
}

// Gathers what the parent of a pair will be: for the root that was cut, the pair alone.
static void gather_parent(struct mpl_row *row, enum mpl_kind inner, const struct mpl_spot *parent,
                          const struct pair *pair)
{
	mpl_deal_begin(row, inner, parent ? parent->min : 0);
	if (parent)
		mpl_deal_gather(row, parent, 0, pair->slot);
	mpl_deal_add(row, pair->left.last, pair->left.word, pair->left.gap);
	mpl_deal_add(row, pair->right.last, pair->right.word, pair->right.gap);
	if (parent)
		mpl_deal_gather(row, parent, pair->slot + pair->replaced, parent->end + 1);
	MPL_EVENT(gathered, NULL, MPL_NO_SLOT, row->count, row->min, mpl_deal_last(row));
}

// Deals rows upwards until one fits into a node: leaves it in 'row', and in 'top' the old node it stands for. True in
// 'grown' if that is a root above the old one.
static bool split_upwards(struct ma_state *mas, struct mpl_row *row, struct mpl_spot *top, bool *grown)
{
	enum mpl_kind inner = mpl_walk_inner_kind(mas->tree);
	struct pair pair;

	*grown = false;
	do {
		struct mpl_spot parent;

		*grown = mpl_node_is_root(top->node);
		if (!*grown)
			parent = mpl_walk_parent(top, inner);
		if (!make_pair(mas, row, top, *grown ? NULL : &parent, &pair)) {
			mpl_deal_abandon(mas, row);
			return false;
		}
		gather_parent(row, inner, *grown ? NULL : &parent, &pair);
		if (!*grown)
			*top = parent;
	} while (!*grown && !pair.pushed && row->count > mpl_node_capacity(inner));
	return true;
}

// The end of the index space lies behind this store, in a leaf that was well filled: see leaf.c, note_bulk().
static void note_bulk(const struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	bool tail_to_the_end = write->end_piv > mas->last && write->end_piv == MPL_INDEX_MAX;

	if ((mas->mas_flags & MPL_STATE_BULK) && tail_to_the_end && mas->offset > MPL_LEAF_MIN &&
	    !mpl_node_is_root(mpl_node_at(mas->node_word)))
		mas->mas_flags &= (uint8_t)~MPL_STATE_REBALANCE;
}

bool mpl_split_store(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	struct mpl_spot top = mpl_walk_of_state(mas);
	struct mpl_item made;
	struct mpl_row row;
	bool grown;

	note_bulk(write);
	mpl_leaf_gather(&row, write);
	MPL_ASSERT(row.count > MPL_LEAF_SLOTS);
	if (!split_upwards(mas, &row, &top, &grown))
		return false;
	if (!mpl_deal_node(mas, &row, 0, row.count - 1, &made)) {
		mpl_deal_abandon(mas, &row);
		return false;
	}
	mpl_replace_top(write, &top, made.word, mt_height(mas->tree) + grown);
	return true;
}
