// SPDX-License-Identifier: GPL-2.0-or-later
//
// From two boundaries to one top. See combine.h.
//
// One round deals with one level. The row of the level becomes one to three new nodes; these, with what is left of the
// parents on either side, are the row of the next level:
//
//     parents         | a b c d |   | e f g h |
//     boundaries            L           R                L is child c, R is child f; d and e lie between
//     dealt                 | x |  | y |                 the row of this level, in new nodes
//     next row          a b   x      y    g h            L and R climb to the parents
//
// The next step depends on the length of the next row, where m is the minimum of its kind and S its slots:
//
//     > m and > S     another round: the row will be cut
//     > m and <= S    done if L and R have met (*converged*): nothing above needs to change; else another round
//     <= m            done if L is the root; else one neighbour is *pulled* in, and another round
//
// Done means that the row becomes the top, in the place of L. A single new node that covers every index becomes the
// root at once, and the tree has lost height.

#include "combine.h"

#include "check.h"
#include "replace.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_COMBINE

// The new nodes of one level.
struct dealt {
	unsigned count;
	struct mpl_item node[3];
};

enum outcome { NEXT_ROUND, TOP_FOUND };

void mpl_combine_take_right(struct mpl_combine *combine, const struct mpl_spot *neighbour)
{
	mpl_deal_gather(&combine->row, neighbour, 0, neighbour->end + 1);
	combine->right = *neighbour;
}

void mpl_combine_take_left(struct mpl_combine *combine, const struct mpl_spot *neighbour)
{
	mpl_deal_gather_before(&combine->row, neighbour);
	combine->left = *neighbour;
}

// Goes down 'levels' levels along the first, or the last, children.
static struct mpl_spot edge_below(struct mpl_spot spot, unsigned levels, bool last)
{
	while (levels-- > 0)
		spot = mpl_walk_child(&spot, last ? spot.end : 0);
	return spot;
}

// Adds one neighbour of the boundaries' level: the nearest by height of the common ancestor, and of two at the same
// height the right one. So a left sibling comes before a right cousin.
static void pull(struct mpl_combine *combine)
{
	enum mpl_kind inner = mpl_walk_inner_kind(combine->write->mas->tree);
	struct mpl_spot left = combine->left;
	struct mpl_spot right = combine->right;

	for (unsigned climbed = 0; !mpl_node_is_root(right.node); climbed++) {
		left = mpl_walk_parent(&left, inner);
		right = mpl_walk_parent(&right, inner);
		if (right.offset < right.end) {
			struct mpl_spot cousin = edge_below(mpl_walk_child(&right, right.offset + 1), climbed, false);

			mpl_combine_take_right(combine, &cousin);
			MPL_EVENT(pulled, cousin.node, MPL_NO_SLOT, combine->row.count, climbed + 1, 0);
			return;
		}
		if (left.offset > 0) {
			struct mpl_spot cousin = edge_below(mpl_walk_child(&left, left.offset - 1), climbed, true);

			mpl_combine_take_left(combine, &cousin);
			MPL_EVENT(pulled, cousin.node, MPL_NO_SLOT, combine->row.count, climbed + 1, 1);
			return;
		}
	}
}

// Deals the row into new nodes. On failure those of this level go back; the row still names those of the level below.
static bool deal_row(struct mpl_combine *combine, struct dealt *dealt)
{
	struct mpl_row *row = &combine->row;
	struct mpl_cuts cuts = {.count = 0};
	unsigned from = 0;

	if (row->count > mpl_node_capacity(row->kind))
		cuts = mpl_deal_cut(combine->write->mas, row, true);
	combine->rounds++;
	for (dealt->count = 0; dealt->count <= cuts.count; dealt->count++) {
		unsigned to = dealt->count < cuts.count ? cuts.at[dealt->count] : row->count - 1;

		if (!mpl_deal_node(combine->write->mas, row, from, to, &dealt->node[dealt->count])) {
			while (dealt->count-- > 0)
				mpl_prealloc_put_back(combine->write->mas, mpl_node_at(dealt->node[dealt->count].word));
			return false;
		}
		from = to + 1;
	}
	return true;
}

// Moves both boundaries to their parents and gathers the next row. A boundary that is the root stays, and then all of
// it lies inside what was dealt.
static void ascend(struct mpl_combine *combine, const struct dealt *dealt)
{
	enum mpl_kind inner = mpl_walk_inner_kind(combine->write->mas->tree);
	bool left_was_root = mpl_node_is_root(combine->left.node);
	bool right_was_root = mpl_node_is_root(combine->right.node);
	struct mpl_row *row = &combine->row;

	if (!left_was_root)
		combine->left = mpl_walk_parent(&combine->left, inner);
	if (!right_was_root)
		combine->right = mpl_walk_parent(&combine->right, inner);
	mpl_deal_begin(row, inner, combine->left.min);
	if (!left_was_root)
		mpl_deal_gather(row, &combine->left, 0, combine->left.offset);
	for (unsigned i = 0; i < dealt->count; i++)
		mpl_deal_add(row, dealt->node[i].last, dealt->node[i].word, dealt->node[i].gap);
	if (!right_was_root)
		mpl_deal_gather(row, &combine->right, combine->right.offset + 1, combine->right.end + 1);
	MPL_EVENT(gathered, NULL, MPL_NO_SLOT, row->count, row->min, mpl_deal_last(row));
}

static enum outcome judge(struct mpl_combine *combine)
{
	const struct mpl_row *row = &combine->row;

	if (row->count > mpl_node_minimum(row->kind)) {
		if (row->count > mpl_node_capacity(row->kind) || combine->left.node != combine->right.node)
			return NEXT_ROUND;
		MPL_EVENT(converged, combine->left.node, MPL_NO_SLOT, row->count, 0, 0);
		return TOP_FOUND;
	}
	if (mpl_walk_covers_all(&combine->left))
		return TOP_FOUND;
	pull(combine);
	return NEXT_ROUND;
}

// The row becomes the top, in the place of the left boundary. If that is the root, its height is what the rounds made.
static bool finish(struct mpl_combine *combine)
{
	struct ma_state *mas = combine->write->mas;
	unsigned height = mpl_node_is_root(combine->left.node) ? combine->rounds + 1 : mt_height(mas->tree);
	struct mpl_item top;

	if (!mpl_deal_node(mas, &combine->row, 0, combine->row.count - 1, &top)) {
		mpl_deal_abandon(mas, &combine->row);
		return false;
	}
	mpl_replace_top(combine->write, &combine->left, top.word, height);
	return true;
}

bool mpl_combine(struct mpl_combine *combine)
{
	struct ma_state *mas = combine->write->mas;
	struct dealt dealt;

	combine->rounds = 0;
	MPL_ASSERT(combine->row.min == combine->left.min);
	MPL_ASSERT(mpl_deal_last(&combine->row) == combine->right.max);
	if (combine->row.count <= MPL_LEAF_MIN)
		pull(combine); // A row that covers every index has no neighbour, and nothing is pulled.
	do {
		if (!deal_row(combine, &dealt)) {
			mpl_deal_abandon(mas, &combine->row);
			return false;
		}
		if (dealt.count == 1 && combine->left.min == 0 && combine->right.max == MPL_INDEX_MAX) {
			struct mpl_spot root = mpl_walk_root(mas->tree);

			mpl_replace_top(combine->write, &root, dealt.node[0].word, combine->rounds);
			mas->depth = 0;
			return true;
		}
		ascend(combine, &dealt);
	} while (judge(combine) == NEXT_ROUND);
	if (!finish(combine))
		return false;
	mas->depth = 0;
	return true;
}
