// SPDX-License-Identifier: GPL-2.0-or-later
//
// The registers of quirks and defects: N-Q, W, D1, and what is left of R-Q, all explained in core/README.md. One test
// each, named after all its names; those of iteration are in test_iterate.c, of readers in test_readers.c. quirks.txt
// lists them all, and quirks.py runs it. Where the reference crashes or loses something, the test is that this core
// does not.

#include "sound.h"
#include "worked.h"

#include "src/bulk.h"
#include "src/slab.h"
#include "src/prealloc.h"
#include "src/visit.h"

#include <string.h>

#define EXPECT_SOUND() SOUND_EXPECT(__LINE__, &tree, false)
#define EXPECT_SOUND_AFTER_BULK() SOUND_EXPECT(__LINE__, &tree, true)

static void bulk_store(struct ma_state *mas, uint64_t first, uint64_t last, uint64_t number)
{
	mas_set_range(mas, first, last);
	mas_store(mas, entry_of(number));
}

static void bulk_load(struct ma_state *mas, unsigned expected, unsigned entries)
{
	EXPECT(mas_expected_entries(mas, expected) == 0);
	for (unsigned i = 0; i < entries; i++)
		bulk_store(mas, 10 * i, 10 * i + 9, i + 1);
}

static int insert(uint64_t first, uint64_t last, uint64_t number)
{
	int error;

	begin_operation();
	error = mtree_insert_range(&tree, first, last, entry_of(number), GFP_KERNEL);
	end_operation();
	return error;
}

// A root leaf whose one slot is NULL.
static void one_null(unsigned flags)
{
	fresh(flags);
	store(0, M, 1);
	EXPECT(store(0, M, NONE) == 0);
	EXPECT_TREE("leaf[0..M] n=1 M:-");
}

// ---- Reproduced ----

TEST(quirk_N_Q1_W_10_null_over_a_root_leaf_of_one_slot_keeps_the_leaf)
{
	for (unsigned flags = 0; flags < 4; flags++) {
		one_null(flags);
		EXPECT(!mtree_empty(&tree) && mt_height(&tree) == 1);
		EXPECT(!mtree_load(&tree, 5));
		EXPECT(sound_findings(&tree, false, 39, true) == 1);
		EXPECT_SOUND();
		EXPECT(store(5, 6, 7) == 0);
		EXPECT_TREE("leaf[0..M] n=3 4:- 6:7 M:-");
	}
}

TEST(quirk_N_Q2_W_12_evening_out_leaves_a_stale_gap_offset)
{
	fresh(GAPS);
	MA_STATE(mas, &tree, 0, 0);

	EXPECT(mas_expected_entries(&mas, 40) == 0);
	for (unsigned i = 0; i < 15; i++)
		bulk_store(&mas, i < 9 ? 10 * i : i == 9 ? 96 : 10 * (i + 1), i < 9 ? 10 * i + 9 : 10 * (i + 1) + 9, i + 1);
	bulk_store(&mas, 160, M, 17);
	bulk_store(&mas, 115, 158, 99);
	EXPECT_TREE("arange[0..M] n=2 mgap=0 109(g6) M(g0)", "leaf[0..109] n=11",
	            "leaf[110..M] n=4 114:11 158:99 159:15 M:17");
	EXPECT(mas.mas_flags & MPL_STATE_REBALANCE);
	EXPECT(sound_findings(&tree, true, 28, true) == 0);
	mas_destroy(&mas);
	// The NULL of 6 has moved to the right leaf, the offset still names the left one.
	EXPECT_TREE("arange[0..M] n=2 mgap=0 89(g0) M(g6)", "leaf[0..89] n=9", "...");
	EXPECT(sound_findings(&tree, true, 28, true) == 1);
	EXPECT_SOUND_AFTER_BULK();
	EXPECT(sound_findings(&tree, false, 28, false) == 1);
}

TEST(quirk_N_Q3_W_7_one_node_in_hand_and_no_more_is_asked_for_up_to_the_bound)
{
	uint32_t usual = mpl_slab_requests_max();

	fresh_s(GAPS, 15);
	mpl_slab_set_requests_max(6);
	// As the reference as long as it goes: refused three times it succeeds.
	mpl_slab_fail_request(2, 3);
	EXPECT(store(150, 159, 16) == 0);
	EXPECT_DID(split_store, 3, "A1 AB2! AB2! AB2! AB2 F1");
	fresh_s(GAPS, 15);
	mpl_slab_fail_request(2, 1000);
	EXPECT(store(150, 159, 16) == -MPL_ERETRY);
	EXPECT_DID(split_store, 3, "A1 AB2! AB2! AB2! AB2! AB2! F1");
	EXPECT_TREE("leaf[0..M] n=16");
	mpl_slab_set_requests_max(usual);
	mpl_slab_fail_request(0, 0);
	EXPECT_SOUND();
}

TEST(quirk_N_Q4_W_8_a_failed_erase_returns_the_entry_that_is_still_there)
{
	fresh_s(GAPS | RCU, 7);
	mpl_slab_fail_request(1, 1000);
	begin_operation();
	EXPECT(mtree_erase(&tree, 65) == xa_mk_value(7));
	end_operation();
	{
		MA_STATE(mas, &tree, 65, 65);

		mpl_slab_fail_request(1, 1000);
		EXPECT(mas_erase(&mas) == xa_mk_value(7));
		EXPECT(mas_is_err(&mas) && xa_err(mas.node) == -MPL_ENOMEM);
	}
	mpl_slab_fail_request(0, 0);
	EXPECT(mtree_load(&tree, 65) == xa_mk_value(7));
	EXPECT_SOUND();
}

TEST(quirk_N_Q5_the_gap_of_a_root_leaf_of_one_null_has_no_size)
{
	static const uint64_t windows[][2] = {{0, M}, {0, 100}, {5, 100}, {5, M}};

	for (unsigned flags = 0; flags < 2; flags++) {
		one_null(flags);
		for (unsigned i = 0; i < 4; i++) {
			MA_STATE(mas, &tree, 0, 0);
			int error = mas_empty_area(&mas, windows[i][0], windows[i][1], 3);

			EXPECT(error == (i ? 0 : -MPL_EBUSY));
			EXPECT(error || (mas.index == windows[i][0] && mas.last == windows[i][0] + 2));
			mas_reset(&mas);
			EXPECT(mas_empty_area_rev(&mas, windows[i][0], windows[i][1], 3) == -MPL_EBUSY);
		}
	}
}

TEST(quirk_N_Q6_a_failed_bulk_estimate_leaves_the_state_in_error)
{
	fresh(0);
	MA_STATE(mas, &tree, 0, 0);

	mpl_slab_fail_request(2, 1);
	EXPECT(mas_expected_entries(&mas, 100) == -MPL_ENOMEM);
	EXPECT(mas_is_err(&mas));
	EXPECT(mpl_slab_counters()->live == 0);
	mas_reset(&mas);
	EXPECT(mas_expected_entries(&mas, 100) == 0);
	mas_destroy(&mas);
	EXPECT(mpl_slab_counters()->live == 0);
}

TEST(quirk_N_Q8_a_bulk_load_leaves_thin_nodes_at_the_right_edge)
{
	unsigned thin = 0;

	for (unsigned flags = 0; flags < 2; flags++) {
		for (unsigned entries = 15; entries < 400; entries++) {
			fresh(flags);
			MA_STATE(mas, &tree, 0, 0);

			bulk_load(&mas, entries, entries);
			mas_destroy(&mas);
			EXPECT_SOUND_AFTER_BULK();
			thin += sound_findings(&tree, true, 21, true);
			EXPECT(sound_findings(&tree, false, 21, false) == sound_findings(&tree, true, 21, true));
		}
	}
	EXPECT(thin > 0);
}

TEST(quirk_N_Q11_W_9_an_insert_over_everything_overwrites_a_root_leaf)
{
	fresh(GAPS);
	store(5, 10, 1);
	EXPECT(insert(0, M, 9) == 0);
	EXPECT_DID(new_root, 1, "A1 F1");
	EXPECT_TREE("leaf[0..M] n=1 M:9");
	// One slot, a single entry, more levels: refused as it should be.
	EXPECT(insert(0, M, 8) == -MPL_EEXIST);
	fresh(GAPS);
	store(0, 0, 3);
	EXPECT(insert(0, M, 9) == -MPL_EEXIST);
	fresh_s(GAPS, 40);
	EXPECT(insert(0, M, 9) == -MPL_EEXIST);
	EXPECT_SOUND();
}

TEST(quirk_W_11_some_nodes_are_asked_for_in_vain)
{
	fresh(0);
	EXPECT(store(5, 9, NONE) == 0);
	EXPECT_DID(store_root, 1, "A1 F1");
	EXPECT_EMPTY();
	store(0, 0, 3);
	EXPECT(store(5, 9, NONE) == 0);
	EXPECT_DID(store_root, 1, "A1 F1");
	EXPECT_SINGLE(3);
	fresh_s(0, 5);
	EXPECT(store(0, M, NONE) == 0);
	EXPECT_DID(new_root, 1, "A1 F1 F1");
	EXPECT_EMPTY();
	EXPECT_SOUND();
}

TEST(quirk_W_13_R_Q20_a_store_over_several_leaves_returns_nothing_of_use)
{
	fresh_s(GAPS, 40);
	MA_STATE(mas, &tree, 125, 205);

	EXPECT(!mas_store(&mas, entry_of(99)));
	EXPECT(mas.store_type == wr_spanning_store);
	mas_set_range(&mas, 15, 16);
	EXPECT(mas_store(&mas, entry_of(98)) == entry_of(2));
	EXPECT_SOUND();
}

TEST(quirk_W_14_more_may_be_asked_for_than_can_be_used)
{
	// Two leaves below the root, one too thin: 5 asked for, 1 used.
	fresh_s(GAPS, 16);
	EXPECT_TREE("arange[0..M] n=2", "...");
	for (uint64_t i = 0; i < 9 && mpl_last_decision.store_type != wr_rebalance; i++)
		store(0, 10 * i + 9, 50);
	EXPECT_DID(rebalance, 5, "A1 AB4 FB5 F1 F1");
	// A state that stands on a leaf has not seen the levels above it.
	fresh_s(GAPS, 40);
	{
		MA_STATE(mas, &tree, 205, 205);

		mas_walk(&mas);
		__mas_set_range(&mas, 205, 206);
		begin_operation();
		EXPECT(mas_preallocate(&mas, entry_of(60), GFP_KERNEL) == 0);
		end_operation();
		EXPECT(mpl_last_decision.pre == 5);
		EXPECT_HEIGHTS(0, 0);
		mas_destroy(&mas);
	}
	EXPECT_SOUND();
}

TEST(quirk_R_Q19_inserting_null_fails_where_something_is_and_changes_nothing)
{
	fresh_s(GAPS, 20);
	store(300, 309, 7);
	EXPECT(mtree_insert(&tree, 55, entry_of(NONE), GFP_KERNEL) == -MPL_EEXIST);
	EXPECT(mtree_load(&tree, 55) == entry_of(6));
	EXPECT(insert(250, 260, NONE) == 0);
	EXPECT(insert(295, 300, NONE) == -MPL_EEXIST);
	EXPECT(mtree_load(&tree, 300) == entry_of(7));
	EXPECT_SOUND();
}

// ---- Guarded ----

// Range nodes of this many slots whose children are of this kind: the root, or those below it.
static unsigned range_nodes(unsigned slots, enum mpl_kind below, bool at_root)
{
	const struct mpl_visit_node *at;
	struct mpl_visit visit;
	unsigned count = 0;

	mpl_visit_begin(&visit, tree.root_word);
	while ((at = mpl_visit_next(&visit)))
		count += at->kind == MPL_KIND_RANGE && at->end + 1 == slots && (at->min == 0 && at->max == M) == at_root &&
		         mpl_node_kind(mpl_visit_slot(at, 0)) == below;
	return count;
}

TEST(quirk_N_Q7_W_3_D1_full_range_nodes_are_freed_whole_in_rcu_mode)
{
	unsigned full = 0;

	// (a) a root of 16 children.
	for (unsigned k = 225; k < 260; k++) {
		fresh_s(RCU, k);
		full += range_nodes(16, MPL_KIND_LEAF, true);
		mtree_destroy(&tree);
		mpl_slab_grace();
		EXPECT(mpl_slab_counters()->live == 0);
	}
	EXPECT(full > 0);
	// (b) nodes of 15 children further down; and 16, as tops of what a store drops.
	fresh_s(RCU, 8000);
	EXPECT(mt_height(&tree) == 4);
	EXPECT(range_nodes(15, MPL_KIND_RANGE, false) > 0);
	EXPECT(store(3, 60000, 1) == 0);
	EXPECT_SOUND();
	mtree_destroy(&tree);
	mpl_slab_grace();
	EXPECT(mpl_slab_counters()->live == 0);
}

TEST(quirk_N_Q10_W_1_a_bulk_load_in_rcu_mode_is_refused)
{
	for (unsigned flags = RCU; flags <= (RCU | GAPS); flags++) {
		fresh(flags);
		MA_STATE(mas, &tree, 0, 0);

		EXPECT(mas_expected_entries(&mas, 10) == -MPL_EINVAL);
		EXPECT(mpl_slab_counters()->live == 0);
		mas_destroy(&mas);
		EXPECT(!(mas.mas_flags & MPL_STATE_BULK));
		EXPECT_EMPTY();
	}
}

TEST(quirk_W_2_evening_out_beside_a_full_and_beside_a_thin_leaf_moves_nothing_wrong)
{
	for (unsigned thin = 0; thin < 2; thin++) {
		fresh(GAPS);
		MA_STATE(mas, &tree, 0, 0);

		bulk_load(&mas, 60, 16);
		EXPECT_TREE("arange[0..M] n=2", "leaf[0..109] n=11", "leaf[110..M] n=6");
		if (thin)
			bulk_store(&mas, 5, 85, 99);
		for (unsigned i = 0; i < 5 && !thin; i++)
			bulk_store(&mas, 10 * i, 10 * i + 4, 50 + i);
		bulk_store(&mas, 115, 158, 99);
		EXPECT(mas.mas_flags & MPL_STATE_REBALANCE);
		mas_destroy(&mas);
		EXPECT_SOUND_AFTER_BULK();
		EXPECT(mtree_load(&tree, 88) == entry_of(9));
		EXPECT(mtree_load(&tree, 107) == entry_of(11));
		EXPECT(mtree_load(&tree, 112) == entry_of(12));
		EXPECT(mtree_load(&tree, 150) == entry_of(99));
		EXPECT(mtree_load(&tree, 159) == entry_of(16));
		EXPECT(!mtree_load(&tree, 160));
	}
}

TEST(quirk_W_4_too_much_in_a_bulk_load_fails_with_enomem_and_a_valid_tree)
{
	for (unsigned flags = 0; flags < 2; flags++) {
		unsigned stored = 0;

		// More than announced.
		fresh(flags);
		MA_STATE(mas, &tree, 0, 0);

		EXPECT(mas_expected_entries(&mas, 10) == 0);
		for (; stored < 1000 && !mas_is_err(&mas); stored++)
			bulk_store(&mas, 10 * stored, 10 * stored + 5, stored + 1);
		EXPECT(xa_err(mas.node) == -MPL_ENOMEM && stored > 10);
		mas_destroy(&mas);
		EXPECT_SOUND_AFTER_BULK();
		EXPECT(mtree_load(&tree, 10 * (stored - 2)) == entry_of(stored - 1));
		EXPECT(!mtree_load(&tree, 10 * (stored - 1)));

		// More than a bulk cut can deal out.
		fresh(flags);
		mas_init(&mas, &tree, 0);
		bulk_load(&mas, 400, 200);
		for (unsigned border = 15; border < 180 && !mas_is_err(&mas); border += 15)
			bulk_store(&mas, 10 * border - 3, 10 * border + 3, 999);
		EXPECT(mas_is_err(&mas) && xa_err(mas.node) == -MPL_ENOMEM);
		mas_destroy(&mas);
		EXPECT_SOUND_AFTER_BULK();
	}
}

TEST(quirk_W_5_another_store_than_the_one_prepared_for_is_survived)
{
	for (unsigned flags = 0; flags < 4; flags++) {
		static const uint64_t others[][2] = {{205, 206}, {15, 500}, {0, M}, {203, 203}};

		for (unsigned i = 0; i < 4; i++) {
			fresh_s(flags, 60);
			MA_STATE(mas, &tree, 20, 29);

			// An exact fit needs no node; the others do.
			EXPECT(mas_preallocate(&mas, entry_of(60), GFP_KERNEL) == 0);
			mas_set_range(&mas, others[i][0], others[i][1]);
			mas_store_prealloc(&mas, entry_of(77));
			mas_destroy(&mas);
			mpl_slab_grace();
			EXPECT_SOUND();
			EXPECT(mtree_load(&tree, 25) == entry_of(3) || mtree_load(&tree, 25) == entry_of(77));
		}
	}
}

TEST(quirk_W_6_a_range_that_ends_before_it_begins_is_refused)
{
	fresh_s(GAPS, 20);
	MA_STATE(mas, &tree, 50, 40);

	EXPECT(!mas_store(&mas, entry_of(9)));
	EXPECT(mas_is_err(&mas) && xa_err(mas.node) == -MPL_EINVAL);
	mas_destroy(&mas);
	mas_set_range(&mas, 50, 40);
	EXPECT(mas_store_gfp(&mas, entry_of(9), GFP_KERNEL) == -MPL_EINVAL);
	mas_set_range(&mas, 50, 40);
	EXPECT(mas_preallocate(&mas, entry_of(9), GFP_KERNEL) == -MPL_EINVAL);
	mas_destroy(&mas);
	EXPECT(mtree_load(&tree, 45) == entry_of(5));
	EXPECT_SOUND();
}
