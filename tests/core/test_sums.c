// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sums that are found with what earlier sums left behind: the same value as the sum of the whole text, and little text.

#include "harness.h"

#include "maple_tree.h"
#include "src/dump.h"
#include "src/slab.h"
#include "wasm/sums.h"

#include <inttypes.h>
#include <string.h>

static uint64_t state;

static uint64_t chance(uint64_t below)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (state >> 33) % below;
}

static void fresh(struct maple_tree *tree, unsigned flags)
{
	state = 1;
	mpl_slab_reset();
	mt_init_flags(tree, flags);
}

static void store(struct maple_tree *tree, uint64_t first, uint64_t last, uint64_t value)
{
	EXPECT(!mtree_store_range(tree, first, last, value ? xa_mk_value(value) : NULL, GFP_KERNEL));
}

TEST(a_sum_is_that_of_the_text_after_every_one_of_many_random_stores)
{
	static const unsigned flags[] = {0, MT_FLAGS_ALLOC_RANGE, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU};

	for (unsigned kind = 0; kind < 3; kind++) {
		struct maple_tree tree;

		fresh(&tree, flags[kind]);
		for (unsigned i = 0; i < 3000; i++) {
			uint64_t first = chance(20000);

			store(&tree, first, first + chance(i % 50 ? 30 : 2000), i % 5 ? i : 0);
			EXPECT_SAYS(mpl_sums_of(tree.root_word) == mpl_dump_sum(tree.root_word), "flags %x, store %u", flags[kind], i);
			if (i % 64 == 0)
				mpl_slab_grace();
		}
		mtree_destroy(&tree);
		EXPECT(mpl_sums_of(tree.root_word) == mpl_dump_sum(tree.root_word));
	}
}

TEST(two_trees_that_take_turns_at_the_same_places_have_their_own_sums)
{
	struct maple_tree tree;
	uint64_t sums[2];

	for (unsigned turn = 0; turn < 6; turn++) {
		fresh(&tree, turn % 2 ? MT_FLAGS_ALLOC_RANGE : 0);
		for (uint64_t i = 0; i < 300; i++)
			store(&tree, 10 * i, 10 * i + 5 + turn % 2, i + 1);
		if (turn >= 2)
			EXPECT(mpl_sums_of(tree.root_word) == sums[turn % 2]);
		sums[turn % 2] = mpl_dump_sum(tree.root_word);
		EXPECT(mpl_sums_of(tree.root_word) == sums[turn % 2]);
	}
	EXPECT(sums[0] != sums[1]);
}

TEST(every_byte_that_a_line_shows_is_noticed_when_it_is_written_over)
{
	struct maple_tree tree;
	unsigned changed = 0;

	fresh(&tree, MT_FLAGS_ALLOC_RANGE);
	for (uint64_t i = 0; i < 300; i++)
		store(&tree, 10 * i, 10 * i + 5, i + 1);
	for (uint32_t place = 0; place < mpl_slab_counters()->places; place++) {
		unsigned char *bytes = (unsigned char *)mpl_ground_node(place);

		for (unsigned at = 8; bytes && at < MPL_NODE_BYTES; at += 7) {
			uint64_t before = mpl_sums_of(tree.root_word);

			bytes[at] ^= 1;
			EXPECT_SAYS(mpl_sums_of(tree.root_word) == mpl_dump_sum(tree.root_word), "place %u, byte %u", place, at);
			changed += mpl_sums_of(tree.root_word) != before;
			bytes[at] ^= 1;
			EXPECT(mpl_sums_of(tree.root_word) == before);
		}
	}
	EXPECT(changed > 100);
}

// Lines per sum while a tree of 'count' ranges is appended to.
static double lines_per_append(uint64_t count)
{
	struct maple_tree tree;
	uint64_t before = mpl_sums_lines_written();

	fresh(&tree, 0);
	for (uint64_t i = 0; i < count; i++) {
		store(&tree, 10 * i, 10 * i + 5, i + 1);
		mpl_sums_of(tree.root_word);
	}
	return (double)(mpl_sums_lines_written() - before) / (double)count;
}

TEST(a_sum_after_an_append_writes_as_few_lines_in_a_large_tree_as_in_a_small_one)
{
	double few = lines_per_append(500), many = lines_per_append(4000);

	EXPECT_SAYS(few > 0 && few < 20, "%.1f lines", few);
	EXPECT_SAYS(many < 2 * few, "%.1f lines, %.1f in the small tree", many, few);
}

TEST(a_sum_after_a_random_store_writes_a_small_share_of_the_lines)
{
	struct maple_tree tree;
	uint64_t lines, nodes = 0;

	fresh(&tree, 0);
	for (uint64_t i = 0; i < 5000; i++)
		store(&tree, 10 * i, 10 * i + 5, i + 1);
	lines = mpl_sums_lines_written();
	for (unsigned i = 0; i < 5000; i++) {
		uint64_t at = 10 * chance(5000);

		store(&tree, at, at + 5, i + 1);
		mpl_sums_of(tree.root_word);
		nodes += mpl_slab_counters()->live;
	}
	lines = mpl_sums_lines_written() - lines;
	EXPECT_SAYS(lines < nodes / 10, "%" PRIu64 " lines of %" PRIu64, lines, nodes);
}
