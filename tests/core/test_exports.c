// SPDX-License-Identifier: GPL-2.0-or-later
//
// The flat functions: handles, what the record says, the bulk load as one operation, limits, snapshots.

#include "harness.h"

#include "maple_tree.h"
#include "wasm/calls.h"

#include <stdlib.h>
#include <string.h>

#define EMPTY_SUM UINT64_C(0x5486f28aa0c38cac) // tests/golden/FORMAT.md

static uint32_t fresh(uint32_t flags)
{
	mpl_reset();
	return mpl_tree_new(flags);
}

static void fill(uint32_t tree, unsigned count)
{
	for (uint64_t i = 0; i < count; i++)
		EXPECT(mpl_store(tree, 20 * i, 20 * i + 9, 2 * i + 1) == 0);
}

TEST(handles_are_given_lowest_first_until_there_are_no_more)
{
	EXPECT(fresh(0) == 1);
	for (uint32_t i = 2; i <= MPL_TREES; i++)
		EXPECT(mpl_tree_new(1) == i);
	EXPECT(mpl_tree_new(1) == 0);
	EXPECT(mpl_tree_drop(700) == 0);
	EXPECT(mpl_tree_drop(700) == -22);
	EXPECT(mpl_tree_new(3) == 700);
	EXPECT(mpl_tree_new(4) == 0);
}

TEST(a_bad_handle_is_refused_everywhere)
{
	static const uint32_t bad[] = {0, 2, 1025, UINT32_MAX};

	fresh(0);
	for (unsigned i = 0; i < 4; i++) {
		EXPECT(mpl_store(bad[i], 0, 0, 3) == -22);
		EXPECT(mpl_record()->ret == -22);
		EXPECT(mpl_erase(bad[i], 0) == -22);
		EXPECT(mpl_load(bad[i], 0) == -22);
		EXPECT(mpl_walk(bad[i], 0) == -22);
		EXPECT(mpl_insert(bad[i], 0, 0, 3) == -22);
		EXPECT(mpl_prealloc(bad[i], 0, 0, 3, 0) == -22);
		EXPECT(mpl_empty_area(bad[i], 0, 9, 1, 0) == -22);
		EXPECT(mpl_destroy(bad[i]) == -22);
		EXPECT(mpl_dup(bad[i], 1) == -22);
		EXPECT(mpl_dup(1, bad[i]) == -22);
		EXPECT(mpl_bulk_begin(bad[i], 4) == -22);
		EXPECT(mpl_set_rcu(bad[i], 1) == -22);
		EXPECT(mpl_tree_drop(bad[i]) == -22);
		EXPECT(mpl_validate(bad[i]) == 0);
		EXPECT(!mpl_sound(bad[i]));
		EXPECT(mpl_sum(bad[i]) == 0);
		EXPECT(!mpl_tree_info(bad[i]));
		EXPECT(!mpl_facts(bad[i]));
		EXPECT(mpl_ranges(bad[i], 0, MPL_RANGE_ROOM) == 0);
	}
	EXPECT(mpl_live() == 0);
}

TEST(a_tree_that_is_not_empty_cannot_be_dropped)
{
	uint32_t tree = fresh(1);

	mpl_store(tree, 0, 0, 3);
	EXPECT(mpl_tree_drop(tree) == -22);
	mpl_destroy(tree);
	EXPECT(mpl_tree_drop(tree) == 0);
}

TEST(a_backward_range_is_refused_by_every_write)
{
	uint32_t tree = fresh(1);

	fill(tree, 3);
	EXPECT(mpl_store(tree, 9, 8, 3) == -22);
	EXPECT(mpl_insert(tree, 9, 8, 3) == -22);
	EXPECT(mpl_prealloc(tree, 9, 8, 3, 0) == -22);
	EXPECT(mpl_record()->request_count == 0);
	EXPECT(mpl_bulk_begin(tree, 1) == -22);
}

TEST(the_range_written_includes_what_a_null_was_widened_to)
{
	uint32_t tree = fresh(1);

	fill(tree, 5);
	EXPECT(mpl_store(tree, 42, 44, 0) == 0);
	EXPECT(mpl_record()->index == 42);
	EXPECT(mpl_erase(tree, 61) == 0);
	EXPECT(mpl_record()->value == 7);
	EXPECT(mpl_record()->index == 50);
	EXPECT(mpl_record()->last == 79);
	EXPECT(mpl_store(tree, 3, 5, 9) == 0);
	EXPECT(mpl_record()->index == 3);
	EXPECT(mpl_record()->last == 5);
}

TEST(a_preallocation_tells_what_was_held_in_reserve)
{
	uint32_t tree = fresh(1);

	for (uint64_t i = 0; i < 15; i++)
		mpl_store(tree, 10 * i, 10 * i + 9, 2 * i + 1);
	EXPECT(mpl_prealloc(tree, 33, 34, 99, 0) == 0);
	EXPECT(mpl_record()->reserved == mpl_record()->requested_nodes);
	EXPECT(mpl_record()->reserved == (uint32_t)mpl_record()->pre);
	EXPECT(mpl_record()->reserved > 0);
}

TEST(a_bulk_load_is_one_operation)
{
	uint32_t tree = fresh(1);

	EXPECT(mpl_bulk_begin(tree, 100) == 0);
	EXPECT(mpl_store(tree, 0, 0, 3) == -16);
	EXPECT(mpl_tree_drop(tree) == -22);
	EXPECT(mpl_set_rcu(tree, 1) == -22);
	for (uint64_t i = 0; i < 100; i++)
		EXPECT(mpl_bulk_store(20 * i, 20 * i + 9, 2 * i + 1) == 0);
	EXPECT(mpl_bulk_end() == 0);
	EXPECT(mpl_bulk_end() == -22);
	EXPECT(mpl_bulk_store(1, 1, 1) == -22);
	EXPECT(mpl_record()->ret == 0);
	EXPECT(mpl_facts(tree)->entries == 100);
	EXPECT(mpl_facts(tree)->nodes == mpl_live());
	EXPECT(mpl_tree_info(tree)->bulk_loaded == 1);
	mpl_destroy(tree);
	EXPECT(mpl_tree_info(tree)->bulk_loaded == 0);
}

// How a bulk load ends whose entry 'bad' is 'first' ... 'last' instead.
static int32_t load_with(uint32_t tree, uint64_t expected, unsigned bad, uint64_t first, uint64_t last)
{
	int32_t ret = mpl_bulk_begin(tree, expected);

	for (unsigned i = 0; !ret && i < 200; i++)
		ret = i == bad ? mpl_bulk_store(first, last, 3) : mpl_bulk_store(20 * i, 20 * i + 9, 3);
	return ret ? ret : mpl_bulk_end();
}

TEST(a_bulk_load_that_goes_wrong_leaves_an_empty_tree_and_no_node)
{
	uint32_t tree = fresh(1);
	uint32_t requests;

	EXPECT(load_with(tree, 200, 100, 1980, 1989) == -22);
	EXPECT(load_with(tree, 200, 100, 2005, 2001) == -22);
	EXPECT(load_with(tree, 200, 100, 1989, 2001) == -22);
	EXPECT(load_with(tree, 200, 100, 2000, UINT64_MAX) == -22);
	EXPECT(mpl_live() == 0);
	EXPECT(mpl_sum(tree) == EMPTY_SUM);
	EXPECT(mpl_record()->ret == -22);
	EXPECT(mpl_record()->live == 0);
	// More entries than were expected: the reserve runs dry.
	EXPECT(load_with(tree, 1, 500, 0, 0) == -12);
	EXPECT(mpl_live() == 0);
	EXPECT(mpl_sum(tree) == EMPTY_SUM);
	EXPECT(load_with(tree, 200, 500, 0, 0) == 0);
	requests = mpl_record()->request_count;
	EXPECT(requests > 1);
	mpl_destroy(tree);
	for (uint32_t k = 1; k <= requests; k++) {
		mpl_fail_request(k, 1);
		EXPECT(load_with(tree, 200, 500, 0, 0) == -12);
		EXPECT(mpl_live() == 0);
	}
}

TEST(a_bulk_load_needs_an_empty_tree_and_no_rcu_mode)
{
	uint32_t tree = fresh(1), other = mpl_tree_new(3);

	fill(tree, 40);
	EXPECT(mpl_bulk_begin(tree, 4) == -22);
	EXPECT(mpl_bulk_begin(other, 4) == -22);
	EXPECT(mpl_facts(tree)->entries == 40);
	EXPECT(mpl_store(other, 1, 2, 3) == 0);
}

TEST(a_duplicate_has_the_same_bytes_to_show_and_goes_its_own_way)
{
	uint32_t tree = fresh(1), copy = mpl_tree_new(1), other = mpl_tree_new(0);
	uint64_t sum;

	fill(tree, 400);
	sum = mpl_sum(tree);
	EXPECT(mpl_dup(tree, other) == -22);
	EXPECT(mpl_dup(tree, copy) == 0);
	EXPECT(mpl_record()->copied == mpl_facts(tree)->nodes);
	EXPECT(mpl_live() == 2 * mpl_facts(tree)->nodes);
	EXPECT(mpl_sum(copy) == sum);
	EXPECT(mpl_dup(tree, copy) == -22);
	EXPECT(mpl_dup(tree, tree) == -22);
	EXPECT(mpl_store(copy, 1000, 5000, 7) == 0);
	EXPECT(mpl_sum(tree) == sum);
	EXPECT(mpl_validate(tree) == 0);
	EXPECT(mpl_validate(copy) == 0);
	mpl_destroy(tree);
	mpl_destroy(copy);
	EXPECT(mpl_live() == 0);
}

TEST(a_duplicate_refused_at_any_node_leaves_nothing_behind)
{
	uint32_t tree = fresh(1), copy = mpl_tree_new(1), nodes;

	fill(tree, 400);
	nodes = mpl_live();
	for (uint64_t k = 1; k <= nodes; k++) {
		mpl_fail_node(k);
		EXPECT(mpl_dup(tree, copy) == -12);
		EXPECT(mpl_live() == nodes);
		EXPECT(mpl_sum(copy) == EMPTY_SUM);
	}
	mpl_fail_node(nodes + 1);
	EXPECT(mpl_dup(tree, copy) == 0);
}

TEST(endless_refusal_ends_at_the_bound_with_eretry)
{
	uint32_t tree = fresh(1);
	uint64_t sum;

	for (uint64_t i = 0; i < 15; i++)
		mpl_store(tree, 10 * i, 10 * i + 9, 2 * i + 1);
	sum = mpl_sum(tree);
	mpl_set_limits(0, 50);
	mpl_fail_request(2, UINT32_MAX);
	EXPECT(mpl_store(tree, 33, 34, 99) == -MPL_ERETRY);
	EXPECT(mpl_record()->request_count <= 51);
	EXPECT(mpl_sum(tree) == sum);
	EXPECT(mpl_live() == mpl_facts(tree)->nodes);
	mpl_fail_request(0, 0);
	EXPECT(mpl_store(tree, 33, 34, 99) == 0);
	EXPECT(mpl_load(tree, 34) == 0);
	EXPECT(mpl_record()->value == 99);
}

TEST(a_node_limit_is_enforced_and_can_be_lifted)
{
	uint32_t tree = fresh(1);
	uint64_t i = 0;

	mpl_set_limits(20, 100);
	while (mpl_store(tree, 20 * i, 20 * i + 9, 3) == 0)
		i++;
	EXPECT(mpl_live() <= 20);
	EXPECT(mpl_live() == mpl_facts(tree)->nodes);
	EXPECT(mpl_validate(tree) == 0);
	mpl_set_limits(0, 0);
	EXPECT(mpl_store(tree, 20 * i, 20 * i + 9, 3) == 0);
}

TEST(events_beyond_the_buffer_are_counted)
{
	uint32_t tree = fresh(1);

	EXPECT(mpl_bulk_begin(tree, 5000) == 0);
	for (uint64_t i = 0; i < 5000; i++)
		mpl_bulk_store(2 * i, 2 * i, 3);
	mpl_bulk_end();
	EXPECT(mpl_record()->event_count > MPL_EVENT_ROOM);
	EXPECT(mpl_store(tree, 4, 4, 5) == 0);
	EXPECT(mpl_record()->event_count < 20);
	EXPECT(mpl_record()->event_count > 0);
}

TEST(decisions_are_kept_from_a_number_on_and_a_store_made_again_is_one)
{
	const struct mpl_decided_record *records = mpl_decided_records();
	uint32_t tree = fresh(3);

	fill(tree, 40);
	mpl_decided_begin(1, UINT32_MAX);
	EXPECT(mpl_store(tree, 1000, 1009, 3) == 0);
	mpl_fail_request(1, 1);
	EXPECT(mpl_store(tree, 3, 4, 5) == 0);
	EXPECT(mpl_record()->request_count > 1);
	mpl_fail_request(1, 99);
	EXPECT(mpl_store(tree, 103, 104, 7) < 0);
	EXPECT(mpl_store(tree, 103, 103, 7) < 0);
	mpl_fail_request(0, 0);
	mpl_decided_end();
	EXPECT(mpl_erase(tree, 20) == 0);
	EXPECT(mpl_decided_count() == 4);
	// The second: decided on twice, and the sum of what was asked for in both.
	EXPECT(records[0].first == 3 && records[0].last == 4 && records[0].word == 5 && records[0].tree == tree);
	EXPECT(records[0].marks & MPL_DECIDED_STORED && records[0].marks & MPL_DECIDED_RCU);
	EXPECT(records[0].requested > records[0].needed && records[0].used > 0);
	// The third and the fourth meet, and are two operations.
	EXPECT(records[1].first == 103 && records[1].last == 104 && !(records[1].marks & MPL_DECIDED_STORED));
	EXPECT(records[2].last == 103 && records[2].used == 0 && records[2].requested > 0);
	for (uint32_t type = 0, sum = 0; type < 10; type++) {
		sum += mpl_decided_types()[type];
		EXPECT(type < 9 || sum == 4);
	}
	mpl_reset();
	EXPECT(mpl_decided_count() == 0);
}

TEST(regions_hold_everything_that_changes)
{
	uint32_t tree = fresh(1);

	for (uint32_t i = 0; i < 4; i++)
		EXPECT(mpl_region(i) != NULL || i == MPL_REGION_NODES);
	EXPECT(mpl_region(MPL_REGIONS) == NULL);
	EXPECT(mpl_region_bytes(MPL_REGIONS) == 0);
	fill(tree, 400);
	EXPECT(mpl_region_bytes(2) >= 256 * mpl_live());
	EXPECT(mpl_region_bytes(1) / sizeof(struct mpl_place) == mpl_region_bytes(2) / 256);
	EXPECT(mpl_reserve(1000));
	EXPECT(!mpl_reserve(UINT32_MAX));
}

TEST(equal_runs_have_equal_records_ids_and_sums)
{
	uint64_t sum[2];
	struct mpl_step_record last[2];

	for (unsigned run = 0; run < 2; run++) {
		uint32_t tree = fresh(3);
		uint64_t seed = harness_seed();

		for (unsigned i = 0; i < 2000; i++) {
			uint64_t first = harness_below(&seed, 5000);

			mpl_store(tree, first, first + harness_below(&seed, 100), 2 * harness_below(&seed, 3) + 1);
		}
		sum[run] = mpl_sum(tree);
		last[run] = *mpl_record();
	}
	EXPECT(sum[0] == sum[1]);
	EXPECT(!memcmp(&last[0], &last[1], sizeof(last[0])));
}
