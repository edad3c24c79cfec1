// SPDX-License-Identifier: GPL-2.0-or-later
//
// Dump, sum, census: what is read out of a tree. Expected texts and sums are those of tests/golden/FORMAT.md ("Checking
// by hand") and of the vectors named.

#include "harness.h"

#include "maple_tree.h"
#include "src/census.h"
#include "src/dump.h"
#include "src/slab.h"
#include "src/records.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char text[8192];

static void keep(void *context, const char *line, size_t bytes)
{
	(void)context;
	strncat(text, line, bytes);
	strcat(text, "|");
}

static const char *dump_of(const struct maple_tree *tree)
{
	text[0] = 0;
	mpl_dump_lines(tree->root_word, keep, NULL);
	return text;
}

static void fresh(struct maple_tree *tree, unsigned flags)
{
	mpl_slab_reset();
	mt_init_flags(tree, flags);
}

TEST(an_empty_tree_has_the_sum_that_the_format_tells)
{
	struct maple_tree tree;

	fresh(&tree, 0);
	EXPECT(!strcmp(dump_of(&tree), "empty|"));
	EXPECT(mpl_dump_sum(tree.root_word) == UINT64_C(0x5486f28aa0c38cac));
}

TEST(the_example_of_the_format_has_its_line_and_its_sum)
{
	struct maple_tree tree;

	fresh(&tree, MT_FLAGS_ALLOC_RANGE);
	EXPECT(!mtree_store_range(&tree, 10, 19, xa_mk_value(1), GFP_KERNEL));
	EXPECT(!strcmp(dump_of(&tree), "0 leaf 0-ffffffffffffffff end=2 p=9,13 s=.,v1,.|"));
	EXPECT(mpl_dump_sum(tree.root_word) == UINT64_C(0xa95c0f4e89d7983d));
}

TEST(entries_of_all_classes_are_told_apart)
{
	struct maple_tree tree;

	fresh(&tree, 0);
	EXPECT(!mtree_store_range(&tree, 0, 0, xa_mk_value(5), GFP_KERNEL));
	EXPECT(!strcmp(dump_of(&tree), "single v5|"));
	EXPECT(!mtree_store_range(&tree, 1, 1, XA_ZERO_ENTRY, GFP_KERNEL));
	EXPECT(!mtree_store_range(&tree, 2, 2, MPL_WORD_ENTRY(0x1000), GFP_KERNEL));
	EXPECT(!mtree_store_range(&tree, 3, 3, xa_mk_value((UINT64_C(1) << 63) - 1), GFP_KERNEL));
	EXPECT(!strcmp(dump_of(&tree), "0 leaf 0-ffffffffffffffff end=4 p=0,1,2,3 s=v5,z,p1000,v9223372036854775807,.|"));
}

TEST(the_hash_of_the_contents_is_the_sum_of_what_each_range_gives)
{
	struct maple_tree tree;
	uint64_t wanted = mpl_census_mix(0, 9, 3) + mpl_census_mix(10, 19, 3) + mpl_census_mix(40, UINT64_MAX, 5);

	// Worked out from the rule in census.h by another program.
	EXPECT(mpl_census_mix(10, 19, 3) == UINT64_C(0x70381d7612c497f3));
	EXPECT(mpl_census_mix(0, UINT64_MAX, 1) == UINT64_C(0x62494358f6357a6));
	fresh(&tree, MT_FLAGS_ALLOC_RANGE);
	EXPECT(mpl_census_take(tree.root_word).contents == 0);
	mtree_store_range(&tree, 40, UINT64_MAX, MPL_WORD_ENTRY(5), GFP_KERNEL);
	mtree_store_range(&tree, 10, 19, MPL_WORD_ENTRY(3), GFP_KERNEL);
	mtree_store_range(&tree, 0, 9, MPL_WORD_ENTRY(3), GFP_KERNEL);
	EXPECT(mpl_census_take(tree.root_word).contents == wanted);
	EXPECT(wanted != mpl_census_mix(0, 19, 3) + mpl_census_mix(40, UINT64_MAX, 5));
}

TEST(a_census_counts_nodes_leaves_entries_and_levels)
{
	struct maple_tree tree;
	struct mpl_census census;

	fresh(&tree, 0);
	for (uint64_t i = 0; i < 121; i++)
		EXPECT(!mtree_store_range(&tree, 20 * i, 20 * i + 9, xa_mk_value(i), GFP_KERNEL));
	census = mpl_census_take(tree.root_word);
	EXPECT(census.entries == 121);
	EXPECT(census.levels == mt_height(&tree));
	EXPECT(census.nodes == mpl_slab_counters()->live);
	EXPECT(census.leaves < census.nodes);
}

TEST(ranges_come_in_order_from_any_index_on_and_in_pieces_of_any_size)
{
	struct maple_tree tree;
	struct mpl_range_record ranges[7];

	fresh(&tree, MT_FLAGS_ALLOC_RANGE);
	for (uint64_t i = 0; i < 500; i++)
		mtree_store_range(&tree, 20 * i + 5, 20 * i + 9, xa_mk_value(i), GFP_KERNEL);
	for (uint64_t from = 0; from < 10050; from += 3) {
		uint64_t next = from <= 9 ? 0 : (from - 10) / 20 + 1;
		uint32_t left = next < 500 ? (uint32_t)(500 - next) : 0;
		uint32_t count = mpl_census_ranges(tree.root_word, from, ranges, 7);

		EXPECT_SAYS(count == (left < 7 ? left : 7), "from %" PRIu64 ": %u", from, count);
		for (uint32_t i = 0; i < count; i++) {
			EXPECT(ranges[i].first == 20 * (next + i) + 5);
			EXPECT(ranges[i].last == 20 * (next + i) + 9);
			EXPECT(ranges[i].word == 2 * (next + i) + 1);
		}
	}
}

TEST(the_ranges_of_a_single_entry_and_of_an_empty_tree)
{
	struct maple_tree tree;
	struct mpl_range_record ranges[2];

	fresh(&tree, 0);
	EXPECT(mpl_census_ranges(tree.root_word, 0, ranges, 2) == 0);
	mtree_store_range(&tree, 0, 0, xa_mk_value(7), GFP_KERNEL);
	EXPECT(mpl_census_ranges(tree.root_word, 0, ranges, 2) == 1);
	EXPECT(ranges[0].last == 0);
	EXPECT(ranges[0].word == 15);
	EXPECT(mpl_census_ranges(tree.root_word, 1, ranges, 2) == 0);
}

TEST(a_reserved_word_names_no_root_node)
{
	for (uint64_t word = 2; word < 4096; word += 4) {
		struct mpl_range_record range;
		struct mpl_census census = mpl_census_take(word);

		EXPECT(census.entries == 1 && census.nodes == 0 && census.contents == mpl_census_mix(0, 0, word));
		EXPECT(mpl_census_ranges(word, 0, &range, 1) == 1 && range.word == word);
	}
}
