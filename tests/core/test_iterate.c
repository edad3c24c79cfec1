// SPDX-License-Identifier: GPL-2.0-or-later
//
// Iteration: where a state stands after a store, what mt_find() finds, who sees the zero entry, and the reference's
// oddities R-Q1 to R-Q18, one test each. The state tables of tests/core/statuses.h are tested whole in another file.

#include "harness.h"
#include "oracle.h"

#include "maple_tree.h"
#include "src/decide.h"
#include "src/slab.h"

#include <inttypes.h>
#include <string.h>

#define TOP UINT64_MAX

static struct maple_tree tree;
static struct ma_state mas;

static mpl_entry value(uint64_t number) { return xa_mk_value(number); }
static bool is(mpl_entry entry, uint64_t number) { return entry == value(number); }
static bool at(uint64_t index, uint64_t last) { return mas.index == index && mas.last == last; }

static void empty(unsigned flags)
{
	mpl_slab_reset();
	mt_init_flags(&tree, flags);
}

static void put(uint64_t first, uint64_t last, uint64_t number)
{
	EXPECT(!mtree_store_range(&tree, first, last, value(number), GFP_KERNEL));
}

// The tree of tests/core/worked_states.h: v1 = [1000,1500], v2 = [2000,2500], v3 = [3000,3500] (hex).
static void three(void)
{
	empty(0);
	for (uint64_t i = 1; i <= 3; i++)
		put(0x1000 * i, 0x1000 * i + 0x500, i);
}

// A single entry at index 0.
static void single(void)
{
	empty(0);
	put(0, 0, 7);
}

static void set(uint64_t index) { mas_init(&mas, &tree, index); }

// ---- The register of quirks, R-Q1 to R-Q18 ----

TEST(quirk_R_Q1_a_limit_met_before_the_first_walk_is_survived)
{
	three();
	set(10);
	EXPECT(!mas_next(&mas, 10));
	EXPECT(mas.status == ma_overflow && !mas.node_word);
	EXPECT(is(mas_next(&mas, TOP), 1));
	EXPECT(at(0x1000, 0x1500));

	set(0x2800);
	EXPECT(!mas_next(&mas, 0x2800));
	EXPECT(is(mas_find_rev(&mas, 0), 2));
	EXPECT(at(0x2000, 0x2500));

	set(0x2800);
	EXPECT(!mas_prev(&mas, 0x2800));
	EXPECT(mas.status == ma_underflow && !mas.node_word);
	EXPECT(is(mas_prev(&mas, 0), 2));

	set(0x2800);
	EXPECT(!mas_prev(&mas, 0x2800));
	EXPECT(is(mas_find_rev(&mas, 0), 2));
}

TEST(quirk_R_Q1_a_limit_met_on_a_single_entry_is_survived)
{
	single();
	set(0);
	EXPECT(is(mas_walk(&mas), 7));
	EXPECT(!mas_next(&mas, 0));
	EXPECT(mas.status == ma_overflow);
	EXPECT(!mas_next(&mas, 10));
	EXPECT(at(1, TOP) && mas.status == ma_none);

	set(5);
	EXPECT(!mas_walk(&mas));
	EXPECT(!mas_prev(&mas, 1));
	EXPECT(mas.status == ma_underflow);
	EXPECT(is(mas_prev(&mas, 0), 7));
	EXPECT(at(0, 0) && mas.status == ma_root);

	set(5);
	EXPECT(!mas_walk(&mas));
	EXPECT(!mas_next(&mas, TOP) && mas.status == ma_overflow);
	EXPECT(is(mas_find_rev(&mas, 0), 7));
	EXPECT(at(0, 0));
}

TEST(quirk_R_Q2_the_single_entry_is_offered_below_the_lower_limit)
{
	single();
	EXPECT(is(mt_prev(&tree, TOP, 0x1200), 7));
	set(0x2000);
	EXPECT(is(mas_prev(&mas, 0x1000), 7));
	EXPECT(at(0, 0) && mas.status == ma_root);
	set(0x2000);
	EXPECT(is(mas_find_rev(&mas, 0x1000), 7));
	set(0x2000);
	EXPECT(!mas_find_rev(&mas, 0x2001));
	EXPECT(mas.status == ma_start);
}

TEST(quirk_R_Q3_next_from_none_at_0_stays_on_the_single_entry_without_returning_it)
{
	single();
	set(0);
	mas.status = ma_none;
	EXPECT(!mas_next(&mas, TOP));
	EXPECT(at(0, 0) && mas.status == ma_root);
}

TEST(quirk_R_Q4_find_rev_on_an_empty_tree_leaves_status_root)
{
	empty(0);
	set(5);
	EXPECT(!mas_find_rev(&mas, 0));
	EXPECT(at(0, 0) && mas.status == ma_root);
	EXPECT(!mas_find(&mas, TOP));
	EXPECT(at(1, TOP) && mas.status == ma_none);
}

TEST(quirk_R_Q5_find_returns_the_entry_just_stored_at_0)
{
	empty(0);
	set(0);
	EXPECT(!mas_store_gfp(&mas, value(3), GFP_KERNEL));
	EXPECT(mas.status == ma_start && at(0, 0));
	EXPECT(is(mas_find(&mas, TOP), 3));
	EXPECT(at(0, 0));
}

TEST(quirk_R_Q6_find_rev_below_its_limit_stays_active)
{
	three();
	set(0x2000);
	mas_walk(&mas);
	EXPECT(!mas_find_rev(&mas, 0x2100));
	EXPECT(mas.status == ma_active && at(0x2000, 0x2500));
}

TEST(quirk_R_Q7_the_gap_at_0_is_invisible_from_above_if_the_window_ends_at_the_top)
{
	empty(MT_FLAGS_ALLOC_RANGE);
	put(0x100, TOP, 1);
	set(0);
	EXPECT(mas_empty_area_rev(&mas, 0, TOP, 1) == -MPL_EBUSY);
	mas_reset(&mas);
	EXPECT(!mas_empty_area_rev(&mas, 0, TOP - 1, 1));
	EXPECT(at(0xff, 0xff));
	// With more than one level, all that is in the root's first child.
	empty(MT_FLAGS_ALLOC_RANGE);
	put(0, TOP, 1);
	for (uint64_t i = 1; i < 40; i++)
		put(10 * i, 10 * i + 4, i);
	EXPECT(mt_height(&tree) == 2);
	EXPECT(!mtree_store_range(&tree, 12, 13, MPL_WORD_ENTRY(0), GFP_KERNEL));
	set(0);
	EXPECT(mas_empty_area_rev(&mas, 0, TOP, 1) == -MPL_EBUSY);
	mas_reset(&mas);
	EXPECT(!mas_empty_area_rev(&mas, 0, TOP - 1, 1));
	EXPECT(at(13, 13));
	mas_reset(&mas);
	EXPECT(!mas_empty_area(&mas, 0, TOP, 1));
	EXPECT(at(12, 12));
}

TEST(quirk_R_Q8_without_gap_tracking_only_a_root_leaf_is_searched)
{
	three();
	set(0);
	EXPECT(!mas_empty_area(&mas, 0, TOP, 0x1000));
	EXPECT(at(0, 0xfff));
	for (uint64_t i = 4; i < 60; i++)
		put(0x1000 * i, 0x1000 * i + 0x500, i);
	EXPECT(mt_height(&tree) == 2);
	mas_reset(&mas);
	EXPECT(mas_empty_area(&mas, 0, TOP, 1) == -MPL_EBUSY);
	mas_reset(&mas);
	EXPECT(mas_empty_area_rev(&mas, 0, TOP - 1, 1) == -MPL_EBUSY);
}

TEST(quirk_R_Q9_a_search_resumed_near_the_start_of_a_leaf_skips_the_rest_of_it)
{
	static const uint64_t wanted[] = {1, 15, 31, 47, 63, 79, 95, 105, 3, 5, 7, 9};
	uint64_t next = 0, start;

	empty(MT_FLAGS_ALLOC_RANGE);
	for (uint64_t i = 0; i < 60; i++)
		put(2 * i, 2 * i, i);
	set(0);
	for (unsigned i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		int ret = mas_alloc_cyclic(&mas, &start, value(100), 0, 118, &next, GFP_KERNEL);

		EXPECT_SAYS(start == wanted[i] && ret == (wanted[i] == 3), "call %u: %d, %" PRIu64, i, ret, start);
	}
}

TEST(quirk_R_Q10_a_limit_overwrites_the_status_error)
{
	three();
	set(0);
	mas.status = ma_error;
	mas.node = MA_ERROR(-MPL_ENOMEM);
	EXPECT(!mas_next(&mas, TOP));
	EXPECT(mas.status == ma_error);
	EXPECT(!mas_next(&mas, 0));
	EXPECT(mas.status == ma_overflow && xa_err(mas.node) == -MPL_ENOMEM);
	// What is in the node is no node: going on begins anew.
	EXPECT(is(mas_next(&mas, TOP), 1));

	set(0x2000);
	mas.status = ma_error;
	mas.node = MA_ERROR(-MPL_EBUSY);
	EXPECT(!mas_prev_range(&mas, 0x2000));
	EXPECT(mas.status == ma_underflow && xa_err(mas.node) == -MPL_EBUSY);
	EXPECT(is(mas_prev(&mas, 0), 1));

	// And a gap search does not take it for a place either.
	empty(MT_FLAGS_ALLOC_RANGE);
	put(5, 9, 1);
	set(0);
	mas.status = ma_error;
	mas.node = MA_ERROR(-MPL_EBUSY);
	EXPECT(!mas_next(&mas, 0));
	EXPECT(!mas_empty_area(&mas, 0, 100, 10));
	EXPECT(at(10, 19));
}

TEST(quirk_R_Q11_find_range_at_the_top_stays_active)
{
	three();
	set(0x3000);
	EXPECT(is(mas_find_range(&mas, TOP), 3));
	for (unsigned i = 0; i < 3; i++) {
		EXPECT(!mas_find_range(&mas, TOP));
		EXPECT(mas.status == ma_active && at(0x3501, TOP));
	}
	EXPECT(!mas_next_range(&mas, TOP));
	EXPECT(mas.status == ma_overflow);
}

TEST(quirk_R_Q12_find_from_underflow_at_its_limit_gives_overflow)
{
	three();
	set(0x2000);
	mas_walk(&mas);
	EXPECT(!mas_prev(&mas, 0x2000));
	EXPECT(mas.status == ma_underflow);
	EXPECT(!mas_find(&mas, 0x2000));
	EXPECT(mas.status == ma_overflow && at(0x2000, 0x2500));
}

TEST(quirk_R_Q13_an_insert_over_everything_replaces_a_root_leaf)
{
	three();
	EXPECT(!mtree_insert_range(&tree, 0, TOP, value(9), GFP_KERNEL));
	EXPECT(is(mtree_load(&tree, 0x2000), 9));
	EXPECT(mtree_insert_range(&tree, 0, TOP, value(8), GFP_KERNEL) == -MPL_EEXIST);
	three();
	for (uint64_t i = 4; i < 60; i++)
		put(0x1000 * i, 0x1000 * i + 0x500, i);
	EXPECT(mtree_insert_range(&tree, 0, TOP, value(9), GFP_KERNEL) == -MPL_EEXIST);
	single();
	EXPECT(mtree_insert_range(&tree, 0, TOP, value(9), GFP_KERNEL) == -MPL_EEXIST);
}

TEST(quirk_R_Q14_null_over_an_entry_that_is_everything_leaves_a_node)
{
	empty(0);
	put(0, TOP, 1);
	EXPECT(!mtree_store_range(&tree, 0, TOP, MPL_WORD_ENTRY(0), GFP_KERNEL));
	EXPECT(!mtree_empty(&tree));
	EXPECT(mt_height(&tree) == 1);
	EXPECT(!mtree_load(&tree, 5));
	set(0);
	EXPECT(!mas_find(&mas, TOP));
	EXPECT(at(0, TOP) && mas.status == ma_active);
}

TEST(quirk_R_Q15_allocating_null_tells_the_start_of_the_gap)
{
	uint64_t start = 99;

	empty(MT_FLAGS_ALLOC_RANGE);
	put(0, 9, 1);
	put(50, 59, 2);
	EXPECT(!mtree_alloc_range(&tree, &start, MPL_WORD_ENTRY(0), 3, 20, 40, GFP_KERNEL));
	EXPECT(start == 10);
	EXPECT(!mtree_load(&tree, 20));
	EXPECT(!mtree_alloc_rrange(&tree, &start, MPL_WORD_ENTRY(0), 3, 20, 40, GFP_KERNEL));
	EXPECT(start == 10);
}

TEST(quirk_R_Q16_the_wrapped_attribute_survives_the_end_of_the_tree)
{
	uint64_t next = TOP, start;

	empty(MT_FLAGS_ALLOC_RANGE);
	EXPECT(!mtree_alloc_cyclic(&tree, &start, value(1), TOP, TOP, &next, GFP_KERNEL));
	EXPECT(start == TOP && next == 0);
	EXPECT(tree.ma_flags & MT_FLAGS_ALLOC_WRAPPED);
	EXPECT(mtree_alloc_cyclic(&tree, &start, value(1), TOP, TOP, &next, GFP_KERNEL) == -MPL_EBUSY);
	EXPECT(tree.ma_flags & MT_FLAGS_ALLOC_WRAPPED);
	mtree_destroy(&tree);
	EXPECT(tree.ma_flags & MT_FLAGS_ALLOC_WRAPPED);
	EXPECT(mtree_alloc_cyclic(&tree, &start, value(1), 5, 9, &next, GFP_KERNEL) == 1);
	EXPECT(start == 5 && !(tree.ma_flags & MT_FLAGS_ALLOC_WRAPPED));
}

TEST(quirk_R_Q17_a_walk_begins_at_the_root_whatever_the_status)
{
	three();
	for (int status = ma_active; status <= ma_error; status++) {
		set(0x3200);
		mas_walk(&mas);
		mas.status = (enum maple_status)status;
		if (status == ma_error)
			mas.node = MA_ERROR(-MPL_ENOMEM);
		__mas_set_range(&mas, 0x1200, 0x1200);
		EXPECT(is(mas_walk(&mas), 1));
		EXPECT(at(0x1000, 0x1500) && mas.status == ma_active);
	}
}

TEST(quirk_R_Q18_find_does_not_tell_the_limit_from_success)
{
	three();
	set(0x2000);
	mas_walk(&mas);
	EXPECT(!mas_find(&mas, 0x2800));
	EXPECT(mas.status == ma_active && at(0x2501, 0x2fff));
	// Later, with a larger limit, it goes on from there.
	EXPECT(is(mas_find(&mas, TOP), 3));
}

// ---- Position after a store ----

static const char *const type_names[] = {"invalid",     "new_root",  "store_root", "exact_fit",  "spanning_store",
                                         "split_store", "rebalance", "append",     "node_store", "slot_store"};

// The range behind 'last' as the model has it; its word.
static uint64_t behind(const struct oracle *oracle, uint64_t last, uint64_t *first, uint64_t *end)
{
	uint64_t word = oracle_walk(oracle, last + 1, first, end);

	while (!word && *end != TOP)
		word = oracle_walk(oracle, *end + 1, first, end);
	return word;
}

// After a store through the state, find and next go on with the first entry behind what was stored.
static void expect_goes_on(const struct oracle *oracle, uint64_t last)
{
	uint64_t first, end, word = 0;
	struct ma_state copy = mas;

	if (last != TOP)
		word = behind(oracle, last, &first, &end);
	for (unsigned which = 0; which < 2; which++) {
		uint64_t found = MPL_ENTRY_WORD(which ? mas_find(&mas, TOP) : mas_next(&mas, TOP));

		EXPECT_SAYS(found == word, "%s after %s: %" PRIx64 ", wanted %" PRIx64, which ? "find" : "next",
		            type_names[mpl_last_decision.store_type], found, word);
		if (found)
			EXPECT(at(first, end));
		mas = copy;
	}
}

static void store_and_go_on(struct oracle *oracle, unsigned *seen, uint64_t first, uint64_t last, uint64_t number)
{
	uint64_t from, to;

	set(first);
	mas.last = last;
	EXPECT(!mas_store_gfp(&mas, number ? value(number) : MPL_WORD_ENTRY(0), GFP_KERNEL));
	oracle_store(oracle, first, last, number ? MPL_ENTRY_WORD(value(number)) : 0);
	seen[mpl_last_decision.store_type]++;
	if (mas.status == ma_active)
		expect_goes_on(oracle, mas.last);
	if (!number && mas.status == ma_active) {
		// A NULL joins its neighbours, and the state shows it all.
		EXPECT(!oracle_walk(oracle, first, &from, &to));
		EXPECT(at(from, to));
	}
}

TEST(after_any_store_a_state_goes_on_with_the_range_behind_it)
{
	static struct oracle oracle;
	uint64_t seed = harness_seed();

	for (unsigned flags = 0; flags < 4; flags++) {
		unsigned seen[10] = {0};

		empty(flags);
		oracle_clear(&oracle);
		for (unsigned i = 0; i < 6000; i++) {
			uint64_t first = harness_below(&seed, 4000), width = harness_below(&seed, i % 20 ? 12 : 800);
			bool all = !harness_below(&seed, 700);

			store_and_go_on(&oracle, seen, all ? 0 : first, all ? TOP : first + width, harness_below(&seed, 4) ? i + 1 : 0);
			if (all && mas.status == ma_active) {
				store_and_go_on(&oracle, seen, first, first + width, i + 2);
				store_and_go_on(&oracle, seen, 0, TOP, i + 3);
			}
			if (i % 8 == 0) {
				uint64_t from, to;

				oracle_walk(&oracle, first, &from, &to);
				store_and_go_on(&oracle, seen, from, to, i + 1);
			}
			mpl_slab_grace();
		}
		for (unsigned type = wr_new_root; type <= wr_slot_store; type++) {
			// In RCU mode nothing is appended in place.
			bool impossible = type == wr_append && flags & MT_FLAGS_USE_RCU;

			EXPECT_SAYS(impossible || seen[type], "%s with flags %u", type_names[type], flags);
		}
		mtree_destroy(&tree);
	}
}

TEST(the_status_after_a_store_into_a_tree_without_nodes)
{
	empty(0);
	set(0);
	EXPECT(!mas_store_gfp(&mas, MPL_WORD_ENTRY(0), GFP_KERNEL));
	EXPECT(mas.status == ma_none);
	single();
	set(3);
	EXPECT(!mas_store_gfp(&mas, MPL_WORD_ENTRY(0), GFP_KERNEL));
	EXPECT(mas.status == ma_root);
	three();
	set(0);
	mas.last = TOP;
	EXPECT(!mas_store_gfp(&mas, MPL_WORD_ENTRY(0), GFP_KERNEL));
	EXPECT(mas.status == ma_start);
	EXPECT(mtree_empty(&tree));
}

TEST(a_null_between_gaps_shows_the_gap_that_it_joined)
{
	empty(0);
	put(0x10, 0x15, 1);
	put(0x20, 0x25, 2);
	put(0x30, 0x35, 3);
	set(0x20);
	mas.last = 0x25;
	EXPECT(!mas_store_gfp(&mas, MPL_WORD_ENTRY(0), GFP_KERNEL));
	EXPECT(at(0x16, 0x2f));
}

TEST(erasing_what_is_not_there_tells_the_gap)
{
	three();
	set(0x1800);
	EXPECT(!mas_erase(&mas));
	EXPECT(at(0x1501, 0x1fff) && mas.status == ma_active);
	empty(0);
	set(5);
	EXPECT(!mas_erase(&mas));
	EXPECT(at(5, 5) && mas.status == ma_none);
	single();
	set(5);
	EXPECT(!mas_erase(&mas));
	EXPECT(at(5, 5) && mas.status == ma_root);
}

TEST(a_loop_may_erase_and_overwrite_what_it_is_on)
{
	for (unsigned flags = 0; flags < 4; flags++) {
		mpl_entry entry;
		unsigned met = 0;

		empty(flags);
		for (uint64_t i = 0; i < 300; i++)
			put(10 * i, 10 * i + 4, i);
		set(0);
		mas_for_each(&mas, entry, TOP)
		{
			EXPECT(is(entry, met));
			if (met % 3 == 0)
				EXPECT(!mas_store_gfp(&mas, MPL_WORD_ENTRY(0), GFP_KERNEL));
			else if (met % 3 == 1)
				EXPECT(!mas_store_gfp(&mas, value(1000 + met), GFP_KERNEL));
			met++;
			if (met % 7 == 0)
				mas_pause(&mas);
			mpl_slab_grace();
		}
		EXPECT(met == 300);
		for (uint64_t i = 0; i < 300; i++)
			EXPECT(mtree_load(&tree, 10 * i) ==
			       (i % 3 == 0 ? MPL_WORD_ENTRY(0) : i % 3 == 1 ? value(1000 + i) : value(i)));
	}
}

// ---- Without a state, and the zero entry ----

// What mt_find() must find, by the model: the word, and the index that it leaves.
static uint64_t model_find(const struct oracle *oracle, uint64_t *index, uint64_t max)
{
	uint64_t first, last, word = oracle_walk(oracle, *index, &first, &last);

	if (*index > max)
		return 0;
	while ((!word || word == MPL_ZERO_WORD) && last < max)
		word = oracle_walk(oracle, last + 1, &first, &last);
	if (!word || word == MPL_ZERO_WORD)
		return 0;
	*index = last + 1;
	return word;
}

TEST(mt_find_finds_what_the_model_finds)
{
	static struct oracle oracle;
	uint64_t seed = harness_seed();

	for (unsigned round = 0; round < 60; round++) {
		bool top = round % 3 == 0;

		empty((unsigned)round & 3);
		oracle_clear(&oracle);
		for (uint64_t i = 0; i < round * 4; i++) {
			uint64_t first = harness_below(&seed, 600), last = first + harness_below(&seed, 6);
			mpl_entry entry = harness_below(&seed, 3) ? value(i) : XA_ZERO_ENTRY;

			if (top) {
				first = TOP - first;
				last = last - (TOP - first) > first ? TOP : first;
			}
			EXPECT(!mtree_store_range(&tree, first, last, entry, GFP_KERNEL));
			oracle_store(&oracle, first, last, MPL_ENTRY_WORD(entry));
		}
		for (unsigned i = 0; i < 400; i++) {
			uint64_t index = harness_below(&seed, 640), max = harness_below(&seed, 640), mine, theirs;

			if (top) {
				index = TOP - index;
				max = TOP - max;
			}
			mine = theirs = index;
			EXPECT(MPL_ENTRY_WORD(mt_find(&tree, &mine, max)) == model_find(&oracle, &theirs, max));
			EXPECT(mine == theirs);
			mine = theirs = index;
			EXPECT(MPL_ENTRY_WORD(mt_find_after(&tree, &mine, max)) == (index ? model_find(&oracle, &theirs, max) : 0));
			EXPECT(mine == theirs);
		}
		mpl_slab_grace();
	}
}

TEST(mt_for_each_meets_each_entry_once_and_ends_behind_the_last_index)
{
	uint64_t index = 0, before = 0;
	mpl_entry entry;
	unsigned met = 0;

	empty(0);
	for (uint64_t i = 0; i < 100; i++)
		put(10 * i, 10 * i + 3, i);
	put(TOP - 5, TOP, 100);
	EXPECT(!mtree_store_range(&tree, 505, 507, XA_ZERO_ENTRY, GFP_KERNEL));
	mt_for_each(&tree, entry, index, TOP)
	{
		EXPECT(is(entry, met));
		EXPECT(index > before || !index);
		before = index;
		met++;
	}
	EXPECT(met == 101);
	EXPECT(index == 0);
	EXPECT(!mt_find_after(&tree, &index, TOP));
}

TEST(mt_find_on_a_single_entry)
{
	uint64_t index = 0;

	single();
	EXPECT(is(mt_find(&tree, &index, 0), 7));
	EXPECT(index == 1);
	EXPECT(!mt_find(&tree, &index, TOP));
	EXPECT(index == 1);
	empty(0);
	EXPECT(!mt_find(&tree, &index, TOP));
}

TEST(mt_find_returns_an_entry_that_goes_on_beyond_its_limit)
{
	uint64_t index = 0x1100;

	three();
	EXPECT(is(mt_find(&tree, &index, 0x1200), 1));
	EXPECT(index == 0x1501);
	EXPECT(!mt_find(&tree, &index, 0x1fff));
	EXPECT(index == 0x1501);
	EXPECT(is(mt_find(&tree, &index, 0x2000), 2));
	index = 5;
	EXPECT(!mt_find(&tree, &index, 4));
}

TEST(the_zero_entry_is_seen_by_states_and_by_nobody_without_one)
{
	uint64_t index = 5;

	empty(MT_FLAGS_ALLOC_RANGE);
	EXPECT(!mtree_store_range(&tree, 10, 19, XA_ZERO_ENTRY, GFP_KERNEL));
	EXPECT(!mtree_load(&tree, 15));
	EXPECT(!mt_find(&tree, &index, TOP));
	EXPECT(index == 5);
	EXPECT(!mt_find_after(&tree, &index, TOP));
	EXPECT(mt_next(&tree, 5, TOP) == XA_ZERO_ENTRY);
	EXPECT(mt_prev(&tree, 50, 0) == XA_ZERO_ENTRY);
	set(15);
	EXPECT(mas_walk(&mas) == XA_ZERO_ENTRY);
	set(5);
	EXPECT(mas_find(&mas, TOP) == XA_ZERO_ENTRY);
	set(5);
	EXPECT(mas_next(&mas, TOP) == XA_ZERO_ENTRY);
	set(50);
	EXPECT(mas_prev(&mas, 0) == XA_ZERO_ENTRY);
	set(50);
	EXPECT(mas_find_rev(&mas, 0) == XA_ZERO_ENTRY);
	EXPECT(mtree_insert(&tree, 12, value(1), GFP_KERNEL) == -MPL_EEXIST);
	set(0);
	EXPECT(mas_empty_area(&mas, 10, 18, 1) == -MPL_EBUSY);
	set(12);
	mas.last = 12;
	EXPECT(mas_store(&mas, value(3)) == XA_ZERO_ENTRY);
	EXPECT(mtree_erase(&tree, 10) == XA_ZERO_ENTRY);
	set(15);
	EXPECT(mas_erase(&mas) == XA_ZERO_ENTRY);
}

TEST(a_reserved_word_may_be_stored_but_not_allocated)
{
	uint64_t start = 77, next = 0;

	empty(MT_FLAGS_ALLOC_RANGE);
	EXPECT(!mtree_store(&tree, 5, MPL_WORD_ENTRY(1034), GFP_KERNEL));
	EXPECT(mtree_alloc_range(&tree, &start, XA_ZERO_ENTRY, 1, 0, 9, GFP_KERNEL) == -MPL_EINVAL);
	EXPECT(mtree_alloc_rrange(&tree, &start, MPL_WORD_ENTRY(4094), 1, 0, 9, GFP_KERNEL) == -MPL_EINVAL);
	EXPECT(mtree_alloc_cyclic(&tree, &start, MPL_WORD_ENTRY(1030), 0, 9, &next, GFP_KERNEL) == -MPL_EINVAL);
	EXPECT(start == 77 && next == 0);
	EXPECT(!mtree_alloc_range(&tree, &start, MPL_WORD_ENTRY(4098), 1, 0, 9, GFP_KERNEL));
	EXPECT(start == 0);
	empty(0);
	EXPECT(mtree_alloc_range(&tree, &start, value(1), 1, 0, 9, GFP_KERNEL) == -MPL_EINVAL);
	EXPECT(mtree_alloc_cyclic(&tree, &start, value(1), 0, 9, &next, GFP_KERNEL) == -MPL_EINVAL);
}

// ---- Resumed searches, rule "continued search" ----

TEST(a_search_repeated_without_a_reset_gives_what_the_specification_works_out)
{
	static const uint64_t down[][3] = {{896, 899, 4}, {886, 889, 2}, {876, 879, 0}};

	empty(MT_FLAGS_ALLOC_RANGE);
	for (uint64_t i = 0; i < 100; i++)
		put(10 * i, 10 * i + 5, i);
	set(0);
	for (unsigned i = 0; i < 4; i++) {
		EXPECT(!mas_empty_area(&mas, 100, 900, 4));
		EXPECT(at(106, 109) && mas.offset == 6);
	}
	set(0);
	for (unsigned i = 0; i < 3; i++) {
		EXPECT(!mas_empty_area_rev(&mas, 100, 900, 4));
		EXPECT_SAYS(at(down[i][0], down[i][1]) && mas.offset == down[i][2], "%" PRIu64 " at %u", mas.index, mas.offset);
	}
}

TEST(a_search_resumed_in_error_returns_an_error)
{
	empty(MT_FLAGS_ALLOC_RANGE);
	put(0, TOP, 1);
	set(0);
	EXPECT(mas_empty_area(&mas, 0, 99, 1) == -MPL_EBUSY);
	EXPECT(mas.status == ma_error && at(0, 99));
	EXPECT(mas_empty_area(&mas, 0, 99, 1) == -MPL_EBUSY);
	EXPECT(mas_empty_area_rev(&mas, 0, 99, 1) == -MPL_EBUSY);
	mas.node = MA_ERROR(-MPL_ENOMEM);
	mas.offset = 5;
	EXPECT(mas_empty_area(&mas, 0, 99, 1) == -MPL_ENOMEM);
	EXPECT(mas_empty_area_rev(&mas, 0, 99, 1) == -MPL_ENOMEM);
	EXPECT(mas_empty_area(&mas, 9, 0, 1) == -MPL_EINVAL);
	EXPECT(mas_empty_area_rev(&mas, 0, 9, 0) == -MPL_EINVAL);
	EXPECT(mas_empty_area(&mas, 0, 9, 11) == -MPL_EINVAL);
}

TEST(resumed_searches_in_both_directions_return_free_windows_only)
{
	static struct oracle oracle;
	uint64_t seed = harness_seed();

	for (unsigned round = 0; round < 200; round++) {
		empty(MT_FLAGS_ALLOC_RANGE);
		oracle_clear(&oracle);
		for (uint64_t i = 0; i < 400; i++) {
			uint64_t first = harness_below(&seed, 3000), last = first + harness_below(&seed, 5);

			put(first, last, i);
			oracle_store(&oracle, first, last, MPL_ENTRY_WORD(value(i)));
		}
		set(0);
		for (unsigned i = 0; i < 30; i++) {
			uint64_t size = 1 + harness_below(&seed, 4), min = harness_below(&seed, 100), max = 2500;
			int ret = i % 2 ? mas_empty_area(&mas, min, max, size) : mas_empty_area_rev(&mas, min, max, size);

			if (ret) {
				EXPECT(ret == -MPL_EBUSY);
				mas_reset(&mas);
				continue;
			}
			EXPECT(mas.last - mas.index + 1 == size);
			EXPECT(!oracle_taken(&oracle, mas.index, mas.last));
			EXPECT(mas.index >= min && mas.last <= max);
		}
	}
}

// ---- Cyclic allocation, the tables of rule "cyclic" ----

static void cyclic(uint64_t lo, uint64_t hi, uint64_t *next, int ret, uint64_t start, uint64_t after)
{
	uint64_t got = start;

	EXPECT(mtree_alloc_cyclic(&tree, &got, value(1), lo, hi, next, GFP_KERNEL) == ret);
	EXPECT_SAYS(got == start && *next == after, "%" PRIx64 ", next %" PRIx64, got, *next);
}

TEST(the_cyclic_allocator_hands_out_what_the_table_says)
{
	uint64_t next = 0;

	empty(MT_FLAGS_ALLOC_RANGE);
	for (uint64_t i = 2; i < 6; i++)
		cyclic(2, 5, &next, 0, i, i + 1);
	cyclic(2, 5, &next, -MPL_EBUSY, 0, 6);
	mtree_erase(&tree, 3);
	cyclic(2, 5, &next, 1, 3, 4);
	mtree_erase(&tree, 5);
	cyclic(2, 5, &next, 0, 5, 6);
	mtree_erase(&tree, 2);
	cyclic(2, 5, &next, 1, 2, 3);
	cyclic(5, 2, &next, -MPL_EINVAL, 0, 3);

	empty(MT_FLAGS_ALLOC_RANGE);
	next = TOP - 1;
	cyclic(2, TOP, &next, 0, TOP - 1, TOP);
	cyclic(2, TOP, &next, 0, TOP, 0);
	EXPECT(tree.ma_flags & MT_FLAGS_ALLOC_WRAPPED);
	cyclic(2, TOP, &next, 1, 2, 3);
	EXPECT(!(tree.ma_flags & MT_FLAGS_ALLOC_WRAPPED));
	cyclic(2, TOP, &next, 0, 3, 4);
}
