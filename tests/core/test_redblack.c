// SPDX-License-Identifier: GPL-2.0-or-later
//
// The red-black tree: its invariants and contents after each of many random operations, beside a maple tree of the same
// ranges and the oracle; and what it refuses.

#include "harness.h"
#include "oracle.h"

#include "cachelines/fold.h"
#include "cachelines/redblack.h"
#include "maple_tree.h"
#include "src/slab.h"

#include <inttypes.h>

enum { BLACK, RED }; // As in tree.h.

static const struct mpl_rb_record *before; // In ascending order.
static uint32_t counted;

// Checks the subtree; its black height, 0 where something is wrong.
static unsigned black_height(const struct mpl_rb_record *at, const struct mpl_rb_record *parent)
{
	unsigned left, right;

	if (!at)
		return 1;
	EXPECT(at->links.rbe_parent == parent);
	EXPECT(at->links.rbe_color == RED || at->links.rbe_color == BLACK);
	if (at->links.rbe_color == RED)
		EXPECT(parent && parent->links.rbe_color == BLACK);
	left = black_height(at->links.rbe_left, at);
	EXPECT(at->first <= at->last && at->word);
	EXPECT(!before || before->last < at->first);
	before = at;
	counted++;
	right = black_height(at->links.rbe_right, at);
	EXPECT_SAYS(left == right, "black heights %u and %u", left, right);
	return left + (at->links.rbe_color == BLACK);
}

static void check(const struct oracle *oracle)
{
	uint64_t fold = 0;

	before = NULL;
	counted = 0;
	black_height(mpl_rb_root(), NULL);
	EXPECT(counted == mpl_rb_count() && counted == oracle->count);
	for (size_t i = 0; i < oracle->count; i++)
		fold = mpl_fold_range(fold, oracle->range[i].first, oracle->range[i].last, oracle->range[i].word);
	EXPECT(mpl_rb_iterate() == fold);
}

static uint64_t maple_fold(struct maple_tree *tree)
{
	uint64_t fold = 0;
	void *entry;

	MA_STATE(mas, tree, 0, 0);
	mas_for_each(&mas, entry, UINT64_MAX)
		fold = mpl_fold_range(fold, mas.index, mas.last, (uintptr_t)entry);
	return fold;
}

TEST(invariants_and_contents_hold_after_each_of_many_random_operations)
{
	static struct oracle oracle;
	uint64_t state = harness_seed();
	struct maple_tree tree;

	mpl_slab_reset();
	mt_init_flags(&tree, MT_FLAGS_ALLOC_RANGE);
	mpl_rb_clear();
	for (unsigned i = 0; i < 6000 && !harness_failed(); i++) {
		uint64_t first = harness_below(&state, 4000), last = first + harness_below(&state, 12);
		uint64_t word = harness_random(&state) << 1 | 1;
		// It grows to a few hundred ranges, then shrinks, and so on.
		bool grows = harness_below(&state, 10) < (i / 1500 % 2 ? 3 : 7);

		if (grows) {
			int maple = mtree_insert_range(&tree, first, last, (void *)(uintptr_t)word, GFP_KERNEL);

			EXPECT(mpl_rb_insert(first, last, word) == maple);
			if (!maple)
				oracle_store(&oracle, first, last, word);
		} else {
			uint64_t gone = oracle_erase(&oracle, first);

			EXPECT(mpl_rb_erase(first) == gone);
			EXPECT((uintptr_t)mtree_erase(&tree, first) == gone);
		}
		EXPECT(mpl_rb_load(last) == (uintptr_t)mtree_load(&tree, last));
		check(&oracle);
		if (i % 50 == 0)
			EXPECT(maple_fold(&tree) == mpl_rb_iterate());
	}
	mtree_destroy(&tree);
	oracle_clear(&oracle);
}

TEST(ascending_ranges_are_as_deep_as_two_logarithms_at_most)
{
	mpl_rb_clear();
	for (uint64_t i = 0; i < 4096; i++)
		EXPECT(!mpl_rb_insert(i * 2, i * 2, i + 1));
	EXPECT(mpl_rb_depth(MPL_RB_LEAST) == 1);
	EXPECT(mpl_rb_depth(MPL_RB_MOST) <= 24);
	EXPECT(mpl_rb_depth(MPL_RB_SUM) >= 4096 * 10);
}

TEST(places_are_given_out_again_the_newest_first)
{
	mpl_rb_clear();
	for (uint64_t i = 0; i < 4; i++)
		mpl_rb_insert(i, i, i + 1);
	mpl_rb_erase(1);
	mpl_rb_erase(2);
	mpl_rb_insert(10, 10, 10);
	EXPECT(mpl_rb_records[2].first == 10);
	mpl_rb_insert(11, 11, 11);
	EXPECT(mpl_rb_records[1].first == 11);
	mpl_rb_insert(12, 12, 12);
	EXPECT(mpl_rb_records[4].first == 12);
}

TEST(what_is_refused_changes_nothing)
{
	mpl_rb_clear();
	EXPECT(!mpl_rb_insert(5, 9, 1));
	EXPECT(mpl_rb_insert(9, 12, 2) == -MPL_EEXIST && mpl_rb_insert(0, UINT64_MAX, 2) == -MPL_EEXIST);
	EXPECT(mpl_rb_insert(20, 19, 2) == -MPL_EINVAL && mpl_rb_insert(20, 20, 0) == -MPL_EINVAL);
	EXPECT(mpl_rb_count() == 1 && mpl_rb_load(9) == 1 && mpl_rb_load(10) == 0 && mpl_rb_erase(10) == 0);
	for (uint64_t i = 1; i < MPL_RB_RECORDS_MAX; i++)
		mpl_rb_insert(i * 100, i * 100, 1);
	EXPECT(mpl_rb_count() == MPL_RB_RECORDS_MAX);
	EXPECT(mpl_rb_insert(1, 1, 1) == -MPL_ENOMEM && mpl_rb_count() == MPL_RB_RECORDS_MAX);
	EXPECT(mpl_rb_erase(5) == 1 && !mpl_rb_insert(1, 1, 1));
	mpl_rb_clear();
	EXPECT(mpl_rb_count() == 0 && !mpl_rb_root() && mpl_rb_iterate() == 0 && mpl_rb_depth(MPL_RB_MOST) == 0);
}
