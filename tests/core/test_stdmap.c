// SPDX-License-Identifier: GPL-2.0-or-later
//
// The std::map beside the red-black tree of the same ranges, and copies of both.

#include "harness.h"

#include "cachelines/redblack.h"
#include "cachelines/stdmap.h"
#include "maple_tree.h"

// Equal shapes: the same records at the same depth, with the same colours.
static bool same_tree(const struct mpl_rb_record *one, const struct mpl_rb_record *other)
{
	if (!one || !other)
		return one == other;
	return one != other && one->first == other->first && one->last == other->last && one->word == other->word &&
	       one->links.rbe_color == other->links.rbe_color &&
	       (!one->links.rbe_left || other->links.rbe_left->links.rbe_parent == other) &&
	       (!one->links.rbe_right || other->links.rbe_right->links.rbe_parent == other) &&
	       same_tree(one->links.rbe_left, other->links.rbe_left) &&
	       same_tree(one->links.rbe_right, other->links.rbe_right);
}

static void check_copies(void)
{
	EXPECT(!mpl_rb_copy() && !mpl_map_copy());
	EXPECT(same_tree(mpl_rb_root(), mpl_rb_copy_root()));
	EXPECT(mpl_rb_copy_iterate() == mpl_rb_iterate() && mpl_map_copy_iterate() == mpl_map_iterate());
	if (mpl_rb_root())
		EXPECT(mpl_rb_copy() && mpl_map_copy());
	mpl_rb_copy_drop();
	mpl_map_copy_drop();
}

TEST(contents_and_answers_are_those_of_the_red_black_tree)
{
	uint64_t state = harness_seed();

	mpl_rb_clear();
	mpl_map_clear();
	check_copies();
	for (unsigned i = 0; i < 6000 && !harness_failed(); i++) {
		uint64_t first = harness_below(&state, 4000), last = first + harness_below(&state, 12);
		uint64_t word = harness_random(&state) << 1 | 1;

		if (harness_below(&state, 10) < (i / 1500 % 2 ? 3 : 7))
			EXPECT(mpl_map_insert(first, last, word) == mpl_rb_insert(first, last, word));
		else
			EXPECT(mpl_map_erase(first) == mpl_rb_erase(first));
		EXPECT(mpl_map_load(last) == mpl_rb_load(last) && mpl_map_count() == mpl_rb_count());
		if (i % 50 == 0) {
			EXPECT(mpl_map_iterate() == mpl_rb_iterate());
			check_copies();
			EXPECT(mpl_map_count() == mpl_rb_count());
		}
	}
}

TEST(depths_are_those_of_a_balanced_binary_tree)
{
	mpl_map_clear();
	EXPECT(mpl_map_depth(MPL_RB_LEAST) == 0 && mpl_map_depth(MPL_RB_SUM) == 0 && mpl_map_iterate() == 0);
	for (uint64_t i = 0; i < 4096; i++)
		EXPECT(!mpl_map_insert(i * 2, i * 2, i + 1));
	EXPECT(mpl_map_depth(MPL_RB_LEAST) == 1);
	EXPECT(mpl_map_depth(MPL_RB_MOST) >= 13 && mpl_map_depth(MPL_RB_MOST) <= 24);
	EXPECT(mpl_map_depth(MPL_RB_SUM) >= 4096 * 10);
	mpl_map_clear();
	for (uint64_t i = 0; i < 3; i++)
		EXPECT(!mpl_map_insert(i, i, 1));
	EXPECT(mpl_map_depth(MPL_RB_SUM) == 5 && mpl_map_depth(MPL_RB_MOST) == 2);
}

TEST(what_is_refused_changes_nothing)
{
	mpl_rb_clear();
	mpl_map_clear();
	EXPECT(!mpl_map_insert(5, 9, 1));
	EXPECT(mpl_map_insert(9, 12, 2) == -MPL_EEXIST && mpl_map_insert(0, UINT64_MAX, 2) == -MPL_EEXIST);
	EXPECT(mpl_map_insert(20, 19, 2) == -MPL_EINVAL && mpl_map_insert(20, 20, 0) == -MPL_EINVAL);
	EXPECT(mpl_map_count() == 1 && mpl_map_load(9) == 1 && mpl_map_load(10) == 0 && mpl_map_erase(10) == 0);
	for (uint64_t i = 1; i < MPL_MAP_NODES_MAX; i++)
		mpl_map_insert(i * 100, i * 100, 1);
	EXPECT(mpl_map_count() == MPL_MAP_NODES_MAX);
	EXPECT(mpl_map_insert(1, 1, 1) == -MPL_ENOMEM && mpl_map_copy() == -MPL_ENOMEM);
	EXPECT(mpl_map_erase(5) == 1 && !mpl_map_insert(1, 1, 1));
	for (uint64_t i = 0; i < MPL_RB_RECORDS_MAX / 2 + 1; i++)
		mpl_rb_insert(i, i, 1);
	EXPECT(mpl_rb_copy() == -MPL_ENOMEM && !mpl_rb_copy_root());
	EXPECT(mpl_rb_erase(0) == 1 && !mpl_rb_copy());
	mpl_rb_copy_drop();
	mpl_rb_clear();
	mpl_map_clear();
}
