// SPDX-License-Identifier: GPL-2.0-or-later
//
// The cache that counts: what is held, what goes first, which shapes there are.

#include "harness.h"

#include "cachelines/cache.h"

// Lines 0 ... count - 1 in turn, and how many of them were not there.
static unsigned misses(unsigned count)
{
	unsigned missed = 0;

	for (unsigned i = 0; i < count; i++)
		missed += mpl_cache_misses(i);
	return missed;
}

TEST(what_fits_is_missed_once)
{
	EXPECT(mpl_cache_shape(64, 8, 32));
	EXPECT(misses(512) == 512);
	EXPECT(misses(512) == 0);
	mpl_cache_drop();
	EXPECT(misses(512) == 512);
}

TEST(one_line_too_many_in_turn_misses_always_in_its_set_alone)
{
	EXPECT(mpl_cache_shape(64, 8, 32));
	EXPECT(misses(513) == 513);
	// Set 0 has nine lines for eight ways, the other 63 sets have eight.
	EXPECT(misses(513) == 9);
}

TEST(the_line_used_longest_ago_goes_first)
{
	EXPECT(mpl_cache_shape(64, 2, 1)); // Eight sets of two.
	EXPECT(mpl_cache_misses(0) && mpl_cache_misses(8));
	EXPECT(!mpl_cache_misses(0));
	EXPECT(mpl_cache_misses(16));
	EXPECT(!mpl_cache_misses(0));
	EXPECT(mpl_cache_misses(8));
	EXPECT(mpl_cache_misses(16));
}

TEST(a_shape_that_makes_no_whole_sets_is_refused_and_changes_nothing)
{
	static const uint32_t refused[][3] = {{48, 8, 32}, {8, 8, 32},   {512, 8, 32},     {64, 0, 32},
	                                      {64, 7, 32}, {64, 65, 65}, {64, 8, 0},       {16, 8, 4096},
	                                      {64, 64, 1}, {0, 8, 32},   {64, 8, UINT32_MAX}};

	EXPECT(mpl_cache_shape(32, 4, 16));
	EXPECT(mpl_cache_misses(5));
	for (unsigned i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		EXPECT_SAYS(!mpl_cache_shape(refused[i][0], refused[i][1], refused[i][2]), "shape %u", i);
	EXPECT(mpl_cache_line() == 32);
	EXPECT(!mpl_cache_misses(5));
}
