// SPDX-License-Identifier: GPL-2.0-or-later
//
// A store with a reserve that was made for another one: it is done if the nodes are enough, and if they run out, at
// whatever step, the tree is as it was and every node is in the tree or back (quirk W-5). Random, the same in every
// run.

#include "harness.h"

#include "maple_tree.h"
#include "src/census.h"
#include "src/dump.h"
#include "src/slab.h"
#include "src/validate.h"
#include "src/records.h"

#define M UINT64_MAX

static struct maple_tree tree;
static uint64_t dice;

static uint64_t roll(uint64_t bound) { return harness_below(&dice, bound); }

static void expect_sound(void)
{
	static struct mpl_finding found[1];
	struct mpl_validate_tree subject = {tree.root_word, (uint64_t)(uintptr_t)&tree, tree.ma_flags, false};

	EXPECT(mpl_census_take(tree.root_word).nodes == mpl_slab_counters()->live);
	EXPECT_SAYS(mpl_validate_tree(&subject, found, 1) == 0, "I%u", found[0].invariant);
}

// Stores over 'width' indexes or less with what a store over a few would need. 1: done, 0: the nodes ran out.
static unsigned store_with_another_reserve(uint64_t span, uint64_t width)
{
	MA_STATE(mas, &tree, 0, 0);
	uint64_t first = roll(span), last = first + roll(roll(2) ? 4 : 200), sum;
	mpl_entry entry = roll(3) ? xa_mk_value(roll(99)) : NULL;
	uint64_t handed_out;
	unsigned done;
	bool held;

	mas_set_range(&mas, first, last);
	EXPECT(!mas_preallocate(&mas, entry, GFP_KERNEL));
	sum = mpl_dump_sum(tree.root_word);
	handed_out = mpl_slab_counters()->handed_out;
	held = mas.prealloc_word;
	first = roll(span);
	mas_set_range(&mas, first, first + roll(width));
	// What was prepared does not fit, so more nodes are asked for (S-Q6); here none are to be had.
	mpl_slab_limit(mpl_slab_counters()->live);
	mas_store_prealloc(&mas, roll(3) ? entry : xa_mk_value(roll(99)));
	mpl_slab_limit(0);
	EXPECT(!held || mpl_slab_counters()->handed_out == handed_out);
	done = mpl_dump_sum(tree.root_word) != sum;
	EXPECT(done || mas_is_err(&mas) || mas.prealloc_word == 0);
	mas_destroy(&mas);
	mpl_slab_grace();
	expect_sound();
	return done;
}

TEST(quirk_W_5_whenever_a_reserve_runs_out_nothing_has_happened_and_every_node_is_back)
{
	static const unsigned modes[] = {0, MT_FLAGS_ALLOC_RANGE, MT_FLAGS_USE_RCU, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU};
	unsigned done = 0, rounds = 0;

	dice = 616;
	for (unsigned mode = 0; mode < 4; mode++) {
		for (unsigned size = 20; size <= 1500; size *= 4) {
			mpl_slab_reset();
			mpl_slab_begin();
			mt_init_flags(&tree, modes[mode]);
			for (uint64_t i = 0; i < size; i++)
				EXPECT(!mtree_store_range(&tree, 10 * i, 10 * i + roll(10), xa_mk_value(i), GFP_KERNEL));
			for (unsigned round = 0; round < 250; round++, rounds++)
				done += store_with_another_reserve(10 * size, roll(3) ? 30 : 400);
			mtree_destroy(&tree);
			mpl_slab_grace();
			EXPECT(mpl_slab_counters()->live == 0);
		}
	}
	EXPECT_SAYS(done > rounds / 4 && done < rounds, "%u of %u", done, rounds);
}
