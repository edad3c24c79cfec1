// SPDX-License-Identifier: GPL-2.0-or-later
//
// What no recorded vector distinguishes, what is counted but not ordered in them, and where the
// core is safe although the reference is not.

#include "harness.h"
#include "sound.h"

#include "maple_tree.h"
#include "src/bulk.h"
#include "src/deal.h"
#include "src/decide.h"
#include "src/destroy.h"
#include "src/slab.h"
#include "src/prealloc.h"
#include "src/trace.h"
#include "src/records.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define M UINT64_MAX

static struct maple_tree tree;
static char log_text[8192];
static size_t log_length;

static void log_add(const char *name, uint32_t count)
{
	const char *gap = log_length && name[0] != '!' ? " " : "";

	if (count)
		log_length += (size_t)snprintf(log_text + log_length, sizeof(log_text) - log_length, "%s%s%" PRIu32, gap, name,
		                               count);
	else
		log_length += (size_t)snprintf(log_text + log_length, sizeof(log_text) - log_length, "%s%s", gap, name);
}

static void log_event(const struct mpl_event_record *record)
{
	switch ((enum mpl_event_kind)record->kind) {
	case MPL_EVENT_request_single: log_add("A1", 0); break;
	case MPL_EVENT_request_bulk: log_add("AB", record->count); break;
	case MPL_EVENT_refused: log_add("!", 0); break;
	case MPL_EVENT_free_single: log_add("F1", 0); break;
	case MPL_EVENT_free_bulk: log_add("FB", record->count); break;
	case MPL_EVENT_defer_node: log_add("R", 0); break;
	case MPL_EVENT_defer_subtree: log_add("RW", 0); break;
	case MPL_EVENT_grace: log_add("grace", 0); break;
	default: break;
	}
}

static void begin_log(void)
{
	mpl_slab_begin();
	mpl_decide_clear();
	log_length = 0;
	log_text[0] = 0;
	mpl_trace_hook = log_event;
}

static void expect_log(int line, const char *expected)
{
	EXPECT_AT(line, !strcmp(log_text, expected), "found    %s\n  expected %s", log_text, expected);
	begin_log();
}
#define EXPECT_LOG(expected) expect_log(__LINE__, expected)

static void fresh(unsigned flags)
{
	mpl_trace_hook = NULL;
	mpl_slab_fail_request(0, 0);
	mtree_destroy(&tree);
	mpl_slab_grace();
	EXPECT(mpl_slab_counters()->live == 0);
	mt_init_flags(&tree, flags);
}

static mpl_entry entry_of(uint64_t number) { return number ? xa_mk_value(number) : MPL_WORD_ENTRY(0); }

static int store(uint64_t first, uint64_t last, uint64_t number)
{
	int error = mtree_store_range(&tree, first, last, entry_of(number), GFP_KERNEL);

	mpl_slab_grace();
	return error;
}

static void store_s(unsigned k)
{
	for (unsigned i = 0; i < k; i++)
		store(10 * i, 10 * i + 9, i + 1);
}

// ---- The reserve: rule "reserve" ----

static void release(struct ma_state *mas, const char *expected)
{
	begin_log();
	mpl_prealloc_release(mas);
	EXPECT_LOG(expected);
	mpl_trace_hook = NULL;
}

TEST(a_request_from_an_empty_reserve)
{
	static const struct {
		unsigned count;
		const char *asked, *freed;
	} rows[] = {
		{1, "A1", "F1"},
		{2, "A1 AB1", "F1 F1"},
		{3, "A1 AB2", "FB1 F1 F1"},
		{7, "A1 AB6", "FB5 F1 F1"},
		{31, "A1 AB30", "FB29 F1 F1"},
		{32, "A1 AB30 AB1", "FB29 F1 F1 F1"},
		{33, "A1 AB30 AB2", "FB29 F1 FB1 F1 F1"},
		{62, "A1 AB30 AB30 AB1", "FB29 F1 FB29 F1 F1 F1"},
		{66, "A1 AB30 AB30 AB5", "FB29 F1 FB29 F1 FB4 F1 F1"},
	};

	fresh(0);
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		MA_STATE(mas, &tree, 0, 0);

		begin_log();
		EXPECT(mpl_prealloc_need(&mas, rows[i].count, MPL_REQUEST_SINGLE_AND_BULK, MPL_NOWAIT));
		EXPECT_LOG(rows[i].asked);
		EXPECT(mpl_prealloc_held(&mas) == rows[i].count);
		release(&mas, rows[i].freed);
	}
	EXPECT(mpl_slab_counters()->live == 0);
}

TEST(a_reserve_is_topped_up)
{
	static const struct {
		unsigned held, count;
		const char *asked;
	} rows[] = {
		{4, 10, "AB6"},
		{31, 33, "A1 AB1"},
		{31, 65, "A1 AB29 AB4"},
		{10, 10, ""},
		{10, 3, ""},
	};

	fresh(0);
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		MA_STATE(mas, &tree, 0, 0);

		EXPECT(mpl_prealloc_need(&mas, rows[i].held, MPL_REQUEST_SINGLE_AND_BULK, MPL_NOWAIT));
		begin_log();
		EXPECT(mpl_prealloc_need(&mas, rows[i].count, MPL_REQUEST_SINGLE_AND_BULK, MPL_NOWAIT));
		EXPECT_LOG(rows[i].asked);
		mpl_trace_hook = NULL;
		EXPECT(mpl_prealloc_held(&mas) == (rows[i].held > rows[i].count ? rows[i].held : rows[i].count));
		mpl_prealloc_release(&mas);
	}
	EXPECT(mpl_slab_counters()->live == 0);
}

TEST(what_was_given_back_last_is_taken_first)
{
	MA_STATE(mas, &tree, 0, 0);
	struct mpl_node *node[70];

	fresh(0);
	EXPECT(mpl_prealloc_need(&mas, 70, MPL_REQUEST_SINGLE_AND_BULK, MPL_NOWAIT));
	for (unsigned i = 0; i < 70; i++)
		node[i] = mpl_prealloc_take(&mas);
	EXPECT(mpl_prealloc_held(&mas) == 0);
	EXPECT(!mpl_prealloc_take(&mas));
	for (unsigned i = 0; i < 70; i++)
		mpl_prealloc_give(&mas, node[i]);
	EXPECT(mpl_prealloc_held(&mas) == 70);
	EXPECT(mpl_prealloc_take(&mas) == node[69]);
	mpl_prealloc_give(&mas, node[69]);
	mpl_prealloc_release(&mas);
	EXPECT(mpl_slab_counters()->live == 0);
}

TEST(a_refused_bulk_request_stays_pending)
{
	MA_STATE(mas, &tree, 0, 0);

	fresh(0);
	mpl_slab_fail_request(2, 1);
	EXPECT(!mpl_prealloc_need(&mas, 7, MPL_REQUEST_SINGLE_AND_BULK, MPL_NOWAIT));
	EXPECT(mpl_prealloc_held(&mas) == 1);
	EXPECT(mpl_prealloc_pending(&mas) == 6);
	begin_log();
	EXPECT(mpl_prealloc_fill(&mas, MPL_REQUEST_SINGLE_AND_BULK, MPL_MAY_WAIT));
	EXPECT_LOG("AB6");
	EXPECT(mpl_prealloc_pending(&mas) == 0);
	release(&mas, "FB5 F1 F1");

	mpl_slab_fail_request(1, 1);
	EXPECT(!mpl_prealloc_need(&mas, 7, MPL_REQUEST_SINGLE_AND_BULK, MPL_NOWAIT));
	EXPECT(mpl_prealloc_held(&mas) == 0);
	EXPECT(mpl_prealloc_pending(&mas) == 7);
	mpl_prealloc_release(&mas);
	EXPECT(mpl_prealloc_pending(&mas) == 0);
}

// ---- Cuts: rule "cut" ----

static struct mpl_row row_of(enum mpl_kind kind, unsigned count, unsigned null_at)
{
	struct mpl_row row;

	mpl_deal_begin(&row, kind, 0);
	for (unsigned i = 0; i < count; i++)
		mpl_deal_add(&row, 10 * i + 9, i == null_at ? 0 : 2 * i + 1, 0);
	return row;
}

TEST(a_cut_moves_off_a_null_to_the_side_that_can_take_it)
{
	struct mpl_row row = row_of(MPL_KIND_LEAF, 17, 8);

	EXPECT(mpl_deal_avoid_null(&row, 8) == 9);
	EXPECT(mpl_deal_avoid_null(&row, 7) == 7);
	row = row_of(MPL_KIND_LEAF, 31, 15); // 15 is no longer below the last slot of a leaf.
	EXPECT(mpl_deal_avoid_null(&row, 15) == 14);
	row = row_of(MPL_KIND_LEAF, 21, 14); // 20 - 14 is not above the minimum.
	EXPECT(mpl_deal_avoid_null(&row, 14) == 13);
	row = row_of(MPL_KIND_LEAF, 22, 14);
	EXPECT(mpl_deal_avoid_null(&row, 14) == 15);
}

TEST(cuts_of_the_table)
{
	static const struct {
		enum mpl_kind kind;
		unsigned count, null_at, cuts, first, second;
		bool bulk;
	} rows[] = {
		{MPL_KIND_LEAF, 17, 99, 1, 8, 0, false},    {MPL_KIND_LEAF, 17, 8, 1, 9, 0, false},
		{MPL_KIND_LEAF, 18, 99, 1, 8, 0, false},    {MPL_KIND_LEAF, 18, 8, 1, 9, 0, false},
		{MPL_KIND_LEAF, 31, 15, 1, 14, 0, false},   {MPL_KIND_LEAF, 32, 99, 1, 15, 0, false},
		{MPL_KIND_LEAF, 32, 15, 2, 10, 20, false},  {MPL_KIND_LEAF, 33, 99, 2, 10, 20, false},
		{MPL_KIND_LEAF, 33, 10, 2, 11, 20, false},  {MPL_KIND_LEAF, 33, 20, 2, 10, 19, false},
		{MPL_KIND_RANGE, 17, 99, 1, 8, 0, false},   {MPL_KIND_RANGE, 33, 99, 2, 10, 20, false},
		{MPL_KIND_ARANGE, 11, 99, 1, 5, 0, false},  {MPL_KIND_ARANGE, 21, 99, 2, 6, 12, false},
		{MPL_KIND_LEAF, 17, 99, 1, 10, 0, true},    {MPL_KIND_LEAF, 18, 99, 1, 11, 0, true},
		{MPL_KIND_LEAF, 17, 10, 1, 9, 0, true},     {MPL_KIND_LEAF, 18, 11, 1, 10, 0, true},
		{MPL_KIND_RANGE, 17, 99, 1, 10, 0, true},   {MPL_KIND_ARANGE, 11, 99, 1, 6, 0, true},
	};

	fresh(0);
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct mpl_row row = row_of(rows[i].kind, rows[i].count, rows[i].null_at);
		MA_STATE(mas, &tree, 0, 0);
		struct mpl_cuts cuts;

		mas.mas_flags = rows[i].bulk ? MPL_STATE_BULK : 0;
		cuts = mpl_deal_cut(&mas, &row, true);
		EXPECT_AT(__LINE__, cuts.count == rows[i].cuts && cuts.at[0] == rows[i].first &&
		          (cuts.count < 2 || cuts.at[1] == rows[i].second),
		          "row %u: %u cuts, %u %u", i, cuts.count, cuts.at[0], cuts.count > 1 ? cuts.at[1] : 0);
		EXPECT(!!(mas.mas_flags & MPL_STATE_REBALANCE) == (rows[i].bulk && rows[i].kind == MPL_KIND_LEAF));
	}
}

// ---- Destruction: rule "destroyed subtree" ----

TEST(a_tree_is_freed_lowest_and_leftmost_first)
{
	fresh(MT_FLAGS_ALLOC_RANGE);
	store_s(150);
	begin_log();
	mtree_destroy(&tree);
	EXPECT_LOG("FB10 F1");

	fresh(MT_FLAGS_ALLOC_RANGE);
	store_s(151);
	begin_log();
	mtree_destroy(&tree);
	EXPECT_LOG("FB6 FB5 FB2 F1");

	fresh(MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	store_s(151);
	begin_log();
	mtree_destroy(&tree);
	EXPECT_LOG("RW");
	mpl_slab_grace();
	EXPECT_LOG("grace FB6 FB5 FB2 F1");
}

static void store_300_with_holes(void)
{
	for (unsigned i = 0; i < 300; i++)
		store(10 * i, 10 * i + 5, i + 1);
}

TEST(a_wide_store_frees_path_nodes_and_subtrees)
{
	fresh(0);
	store_300_with_holes();
	begin_log();
	EXPECT(mtree_store_range(&tree, 103, 2007, xa_mk_value(1), GFP_KERNEL) == 0);
	EXPECT_LOG("A1 AB9 FB9 F1 F1 F1 F1 F1 F1 F1 F1 F1 F1 F1 F1 F1 F1 F1 FB10 F1 F1");
	mpl_trace_hook = NULL;

	fresh(MT_FLAGS_USE_RCU);
	store_300_with_holes();
	begin_log();
	EXPECT(mtree_store_range(&tree, 103, 2007, xa_mk_value(1), GFP_KERNEL) == 0);
	EXPECT_LOG("A1 AB9 R R R R R RW RW RW RW RW RW RW RW RW RW RW RW RW RW RW FB5 F1 F1");
	mpl_slab_grace();
	EXPECT_LOG("grace F1 F1 F1 F1 F1 FB9 F1 F1 F1 F1 F1 F1 F1 F1 F1 F1 F1 F1 F1 F1 F1");
	mpl_trace_hook = NULL;
}

// Guard: the reference takes the 16th child of a dropped full range node for metadata.
TEST(a_full_range_node_is_freed_whole_in_rcu_mode)
{
	for (unsigned k = 1; k < 400; k++) {
		fresh(MT_FLAGS_USE_RCU);
		store_s(k);
		mtree_destroy(&tree);
		mpl_slab_grace();
		EXPECT(mpl_slab_counters()->live == 0);
	}
}

// ---- Duplication: rule "duplicate" ----

TEST(a_failed_duplication_frees_its_groups_in_reverse_order)
{
	struct maple_tree copy;

	fresh(MT_FLAGS_ALLOC_RANGE);
	for (unsigned i = 0; i < 821; i++)
		store(10 * i + 5, 10 * i + 9, i + 1);
	for (unsigned fail = 1; fail <= 16; fail++) {
		mt_init_flags(&copy, MT_FLAGS_ALLOC_RANGE);
		mpl_slab_fail_request(fail, 1);
		begin_log();
		EXPECT(mtree_dup(&tree, &copy, GFP_KERNEL) == -MPL_ENOMEM);
		EXPECT(mtree_empty(&copy));
		EXPECT(mpl_slab_counters()->live == sound_nodes(&tree));
		if (fail == 5)
			EXPECT_AT(__LINE__, strstr(log_text, "! FB9 FB6 FB2 F1"), "found %s", log_text);
	}
	mpl_trace_hook = NULL;
}

// ---- Bulk loads: rule "bulk load" and W-1 ----

TEST(estimates_of_a_bulk_load)
{
	static const uint64_t rows[][3] = {{0, 5, 5},     {1, 5, 5},      {6, 5, 5},         {7, 6, 6},
	                                   {14, 7, 7},    {50, 12, 12},   {100, 20, 20},     {500, 81, 84},
	                                   {1000, 157, 164}, {5000, 770, 808}, {65536, 10035, 10537}};

	fresh(0);
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		mt_init_flags(&tree, 0);
		EXPECT(mpl_bulk_estimate(&tree, rows[i][0]) == rows[i][1]);
		mt_init_flags(&tree, MT_FLAGS_ALLOC_RANGE);
		EXPECT(mpl_bulk_estimate(&tree, rows[i][0]) == rows[i][2]);
	}
}

static void bulk_store(struct ma_state *mas, uint64_t first, uint64_t last, uint64_t number)
{
	mas_set_range(mas, first, last);
	mas_store(mas, entry_of(number));
}

TEST(a_bulk_load_in_rcu_mode_is_refused)
{
	fresh(MT_FLAGS_USE_RCU);
	MA_STATE(mas, &tree, 0, 0);

	EXPECT(mas_expected_entries(&mas, 10) == -MPL_EINVAL);
	EXPECT(mpl_slab_counters()->live == 0);
	mas_destroy(&mas);
}

TEST(a_refused_bulk_load_holds_nothing)
{
	fresh(0);
	MA_STATE(mas, &tree, 0, 0);

	mpl_slab_fail_request(2, 1);
	EXPECT(mas_expected_entries(&mas, 100) == -MPL_ENOMEM);
	EXPECT(mas_is_err(&mas));
	EXPECT(mpl_slab_counters()->live == 0);
	EXPECT(mas.mas_flags == 0);
	EXPECT(mas_expected_entries(&mas, UINT64_MAX) == -MPL_ENOMEM);
	EXPECT(mpl_slab_counters()->live == 0);
}

TEST(a_bulk_load_of_more_than_announced_fails_with_a_valid_tree)
{
	for (unsigned mode = 0; mode < 2; mode++) {
		unsigned stored = 0;

		fresh(mode ? MT_FLAGS_ALLOC_RANGE : 0);
		MA_STATE(mas, &tree, 0, 0);

		EXPECT(mas_expected_entries(&mas, 10) == 0);
		for (; stored < 1000 && !mas_is_err(&mas); stored++) {
			uint64_t held = mpl_prealloc_held(&mas);
			unsigned in_tree = sound_nodes(&tree);

			bulk_store(&mas, 10 * stored, 10 * stored + 5, stored + 1);
			EXPECT(sound_nodes(&tree) + mpl_prealloc_held(&mas) == in_tree + held);
		}
		EXPECT(xa_err(mas.node) == -MPL_ENOMEM);
		stored--; // The last one was refused.
		mas_destroy(&mas);
		EXPECT(stored > 10);
		EXPECT(sound_findings(&tree, true, 0, false) == 0);
		EXPECT(mpl_slab_counters()->live == sound_nodes(&tree));
		for (unsigned i = 0; i < stored; i++)
			EXPECT(mtree_load(&tree, 10 * i) == xa_mk_value(i + 1));
		EXPECT(!mtree_load(&tree, 10 * stored));
	}
}

TEST(a_bulk_cut_that_does_not_fit_fails_with_a_valid_tree)
{
	fresh(0);
	MA_STATE(mas, &tree, 0, 0);

	EXPECT(mas_expected_entries(&mas, 400) == 0);
	for (unsigned i = 0; i < 200; i++)
		bulk_store(&mas, 10 * i, 10 * i + 9, i + 1);
	EXPECT(!mas_is_err(&mas));
	// Two well filled leaves, and a store that spans their border: more than a bulk cut can deal out.
	for (unsigned border = 15; border < 180 && !mas_is_err(&mas); border += 15) {
		unsigned nodes = sound_nodes(&tree);

		bulk_store(&mas, 10 * border - 3, 10 * border + 3, 999);
		if (mas_is_err(&mas))
			EXPECT(sound_nodes(&tree) == nodes);
	}
	EXPECT(mas_is_err(&mas));
	EXPECT(xa_err(mas.node) == -MPL_ENOMEM);
	mas_destroy(&mas);
	EXPECT(sound_findings(&tree, true, 0, false) == 0);
	EXPECT(mpl_slab_counters()->live == sound_nodes(&tree));
}

// Row 6 of the table of store types: in a bulk load a leaf that is not the root may become thin.
TEST(a_bulk_store_leaves_a_thin_leaf_where_others_would_rebalance)
{
	fresh(MT_FLAGS_ALLOC_RANGE);
	MA_STATE(mas, &tree, 0, 0);

	EXPECT(mas_expected_entries(&mas, 60) == 0);
	for (unsigned i = 0; i < 60; i++)
		bulk_store(&mas, 10 * i, 10 * i + 9, i + 1);
	bulk_store(&mas, 5, 129, 99);
	EXPECT(mas.store_type == wr_node_store);
	mas_destroy(&mas);
	EXPECT(store(5, 128, 98) == 0);
	EXPECT(mpl_last_decision.store_type == wr_rebalance);
	EXPECT(sound_findings(&tree, true, 0, false) == 0);
}

// Evening out beside a left sibling that the reference cannot handle: one of 16 slots, and one with nothing to spare.
TEST(the_end_of_a_bulk_load_meets_an_unusual_left_sibling)
{
	for (unsigned left_thin = 0; left_thin < 2; left_thin++) {
		fresh(MT_FLAGS_ALLOC_RANGE);
		MA_STATE(mas, &tree, 0, 0);

		EXPECT(mas_expected_entries(&mas, 60) == 0);
		for (unsigned i = 0; i < 16; i++)
			bulk_store(&mas, 10 * i, 10 * i + 9, i + 1);
		// leaf[0..109] n=11, leaf[110..M] n=6
		if (left_thin)
			bulk_store(&mas, 5, 85, 99);
		else
			for (unsigned i = 0; i < 5; i++)
				bulk_store(&mas, 10 * i, 10 * i + 4, 50 + i);
		bulk_store(&mas, 115, 158, 99);
		EXPECT(mas.mas_flags & MPL_STATE_REBALANCE);
		mas_destroy(&mas);
		EXPECT(sound_findings(&tree, true, 0, false) == 0);
		EXPECT(mtree_load(&tree, 112) == xa_mk_value(12));
		EXPECT(mtree_load(&tree, 150) == xa_mk_value(99));
		EXPECT(mtree_load(&tree, 159) == xa_mk_value(16));
		EXPECT(!mtree_load(&tree, 160));
		EXPECT(mtree_load(&tree, 107) == xa_mk_value(11));
		EXPECT(mtree_load(&tree, 88) == xa_mk_value(9));
		EXPECT(mpl_slab_counters()->live == sound_nodes(&tree));
	}
}

// ---- States and retries ----

TEST(after_a_store_the_state_is_on_the_slot_of_the_entry)
{
	static const struct {
		uint64_t first, last, number;
	} stores[] = {{5, 7, 0}, {5, 7, 9}, {140, 149, 0}, {155, 655, 8}, {205, 206, 60}, {800, 2000, 7}, {12, 18, 3},
	              {10, 12, 3}};

	for (unsigned flags = 0; flags < 4; flags++) {
		fresh(flags);
		store_s(151);
		for (unsigned i = 0; i < sizeof(stores) / sizeof(stores[0]); i++) {
			MA_STATE(mas, &tree, stores[i].first, stores[i].last);
			MA_STATE(walked, &tree, stores[i].first, stores[i].first);

			EXPECT(mas_store_gfp(&mas, entry_of(stores[i].number), GFP_KERNEL) == 0);
			mpl_slab_grace();
			EXPECT(mas_walk(&walked) == entry_of(stores[i].number));
			EXPECT(mas.index == walked.index);
			EXPECT(mas.last == walked.last);
			EXPECT(mas.status == ma_active);
			EXPECT(mas.node_word == walked.node_word);
			EXPECT(mas.offset == walked.offset);
			EXPECT(mas.end == walked.end);
			EXPECT(mas.min == walked.min);
			EXPECT(mas.max == walked.max);
		}
		EXPECT(sound_findings(&tree, false, 0, false) == 0);
	}
}

TEST(a_null_store_is_retried_with_the_range_asked_for)
{
	fresh(MT_FLAGS_USE_RCU);
	store_s(12);
	EXPECT(store(45, 49, 0) == 0);
	{
		MA_STATE(mas, &tree, 50, 54);

		mpl_slab_fail_request(1, 1);
		EXPECT(mas_store_gfp(&mas, entry_of(0), GFP_KERNEL) == 0);
		mpl_slab_grace();
		EXPECT(mas.index == 45);
		EXPECT(mas.last == 54);
	}
	EXPECT(!mtree_load(&tree, 54));
	EXPECT(mtree_load(&tree, 55) == xa_mk_value(6));
	EXPECT(mtree_load(&tree, 44) == xa_mk_value(5));
}

TEST(a_search_resumes_from_its_place)
{
	fresh(MT_FLAGS_ALLOC_RANGE);
	for (unsigned i = 0; i < 100; i++)
		store(10 * i, 10 * i + 5, i + 1);
	MA_STATE(mas, &tree, 0, 0);

	for (unsigned i = 0; i < 3; i++) {
		EXPECT(mas_empty_area(&mas, 100, 900, 4) == 0);
		EXPECT(mas.index == 106);
		EXPECT(mas.last == 109);
		EXPECT(mas.offset == 6);
	}
	mas_reset(&mas);
	for (unsigned i = 0; i < 3; i++) {
		EXPECT(mas_empty_area_rev(&mas, 100, 900, 4) == 0);
		EXPECT(mas.index == 896 - 10 * i);
		EXPECT(mas.last == 899 - 10 * i);
		EXPECT(mas.offset == 4 - 2 * i);
	}
}
