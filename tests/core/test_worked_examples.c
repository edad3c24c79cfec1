// SPDX-License-Identifier: GPL-2.0-or-later
//
// Worked examples W1 to W26: layouts, requests, heights, and the order of the calls to the allocator. All expectations
// are the specification's, which recorded them from the reference; none comes from our own output. The notation is
// explained in worked.h.

#include "worked.h"

#include "src/slab.h"
#include "src/prealloc.h"

#include <string.h>

// ---- W1 to W4: one leaf ----

TEST(w1_root_forms)
{
	fresh(GAPS);
	store(0, 0, 7);
	EXPECT_SINGLE(7);
	EXPECT_DID(store_root, 0, "");
	store(5, 9, 1);
	EXPECT_TREE("leaf[0..M] n=4 0:7 4:- 9:1 M:-");
	EXPECT_DID(store_root, 1, "A1");
	store(0, 0, NONE);
	EXPECT_TREE("leaf[0..M] n=3 4:- 9:1 M:-");
	EXPECT_DID(node_store, 0, "");
	store(5, 9, NONE);
	EXPECT_EMPTY();
	EXPECT_DID(new_root, 1, "A1 F1 F1");

	store(0, 0, 7);
	store(1, 9, 1);
	EXPECT_TREE("leaf[0..M] n=3 0:7 9:1 M:-");

	fresh(GAPS);
	store(0, 0, 4);
	store(3, M, NONE);
	EXPECT_SINGLE(4);
	EXPECT_DID(store_root, 1, "A1 F1");
	store(0, 7, NONE);
	EXPECT_EMPTY();
	EXPECT_DID(store_root, 1, "A1 F1");
	store(5, 10, NONE);
	EXPECT_EMPTY();
	EXPECT_DID(store_root, 1, "A1 F1");
	store(5, M, 1);
	EXPECT_TREE("leaf[0..M] n=2 4:- M:1");
}

TEST(w1_an_entry_that_looks_like_a_node_gets_a_leaf)
{
	fresh(GAPS);
	begin_operation();
	EXPECT(mtree_store(&tree, 0, XA_ZERO_ENTRY, GFP_KERNEL) == 0);
	end_operation();
	EXPECT_TREE("leaf[0..M] n=2 0:x406 M:-");
	EXPECT_DID(store_root, 1, "A1");
}

TEST(w1_a_root_leaf_of_one_null_is_no_empty_tree)
{
	fresh(GAPS);
	store(0, M, 5);
	store(0, M, NONE);
	EXPECT_TREE("leaf[0..M] n=1 M:-");
	EXPECT_DID(exact_fit, 0, "");
	EXPECT(!mtree_empty(&tree));
	store(0, 4, NONE);
	EXPECT_DID(exact_fit, 0, "");
	store(3, 7, 2);
	EXPECT_TREE("leaf[0..M] n=3 2:- 7:2 M:-");
	EXPECT_DID(node_store, 0, "");
}

static void w2_start(unsigned flags)
{
	fresh_s(flags, 7);
	EXPECT_TREE("leaf[0..M] n=8 9:1 19:2 29:3 39:4 49:5 59:6 69:7 M:-");
}

TEST(w2_append)
{
	w2_start(GAPS);
	store(70, 79, 8);
	EXPECT_TREE("leaf[0..M] n=9 9:1 19:2 29:3 39:4 49:5 59:6 69:7 79:8 M:-");
	EXPECT_DID(append, 0, "");
	store(100, M, 9);
	EXPECT_TREE("leaf[0..M] n=10 9:1 19:2 29:3 39:4 49:5 59:6 69:7 79:8 99:- M:9");
	EXPECT_DID(append, 0, "");
	{
		MA_STATE(mas, &tree, 100, 100);

		begin_operation();
		EXPECT(mas_erase(&mas) == xa_mk_value(9));
		end_operation();
		EXPECT(mas.index == 80 && mas.last == M);
	}
	EXPECT_TREE("leaf[0..M] n=9 9:1 19:2 29:3 39:4 49:5 59:6 69:7 79:8 M:-");
	EXPECT_DID(node_store, 0, "");
	store(90, 95, 10);
	EXPECT_TREE("leaf[0..M] n=11 9:1 19:2 29:3 39:4 49:5 59:6 69:7 79:8 89:- 95:10 M:-");
	EXPECT_DID(append, 0, "");
}

TEST(w2_in_rcu_mode_a_leaf_is_replaced)
{
	w2_start(GAPS | RCU);
	store(70, 79, 8);
	EXPECT_DID(node_store, 1, "A1 R");
	store(100, M, 9);
	EXPECT_DID(node_store, 1, "A1 R");
	store(100, M, NONE);
	EXPECT_DID(node_store, 1, "A1 R");
	store(90, 95, 10);
	EXPECT_TREE("leaf[0..M] n=11 9:1 19:2 29:3 39:4 49:5 59:6 69:7 79:8 89:- 95:10 M:-");
	EXPECT_DID(node_store, 1, "A1 R");
}

static void w3_start(unsigned flags)
{
	fresh_s(flags, 8);
	store(90, 95, 10);
	EXPECT_TREE("leaf[0..M] n=11 9:1 19:2 29:3 39:4 49:5 59:6 69:7 79:8 89:- 95:10 M:-");
}

TEST(w3_slot_store)
{
	w3_start(GAPS);
	store(10, 24, 20);
	EXPECT_TREE("leaf[0..M] n=11 9:1 24:20 29:3 39:4");
	EXPECT_DID(slot_store, 0, "");
	store(15, 29, 21);
	EXPECT_TREE("leaf[0..M] n=11 9:1 14:20 29:21 39:4");
	EXPECT_DID(slot_store, 0, "");
	store(35, 54, 22);
	EXPECT_TREE("leaf[0..M] n=11 9:1 14:20 29:21 34:4 54:22 59:6");
	EXPECT_DID(slot_store, 0, "");
	store(32, 61, 23);
	EXPECT_TREE("leaf[0..M] n=10 9:1 14:20 29:21 31:4 61:23 69:7");
	EXPECT_DID(node_store, 0, "");
}

TEST(w3_in_rcu_mode_only_one_border_moves_in_place)
{
	w3_start(GAPS | RCU);
	store(10, 24, 20);
	EXPECT_DID(slot_store, 0, "");
	store(15, 29, 21);
	EXPECT_DID(slot_store, 0, "");
	store(35, 54, 22);
	EXPECT_TREE("leaf[0..M] n=11 9:1 14:20 29:21 34:4 54:22 59:6");
	EXPECT_DID(node_store, 1, "A1 R");
}

TEST(w4_null_is_widened_inside_a_leaf)
{
	fresh(GAPS);
	for (unsigned i = 0; i < 4; i++)
		store(20 * i, 20 * i + 9, i + 1);
	EXPECT_TREE("leaf[0..M] n=8 9:1 19:- 29:2 39:- 49:3 59:- 69:4 M:-");
	store(22, 27, NONE);
	EXPECT_TREE("leaf[0..M] n=10 9:1 19:- 21:2 27:- 29:2 39:- 49:3 59:- 69:4 M:-");
	EXPECT_DID(node_store, 0, "");
	store(18, 29, NONE);
	EXPECT_TREE("leaf[0..M] n=6 9:1 39:- 49:3 59:- 69:4 M:-");
	EXPECT_DID(node_store, 0, "");
	store(40, 65, NONE);
	EXPECT_TREE("leaf[0..M] n=4 9:1 65:- 69:4 M:-");
	EXPECT_DID(node_store, 0, "");
}

// ---- W5 to W10: splits and pushes ----

TEST(w5_root_leaf_splits)
{
	fresh_s(GAPS, 15);
	EXPECT_TREE("leaf[0..M] n=16");
	store(150, 159, 16);
	EXPECT_TREE("arange[0..M] n=2 mgap=1 89(g0) M(gBIG)", "leaf[0..89] n=9 9:1 19:2",
	            "leaf[90..M] n=8 99:10 109:11 119:12 129:13 139:14 149:15 159:16 M:-");
	EXPECT_DID(split_store, 3, "A1 AB2 F1");
	fresh_s(GAPS | RCU, 15);
	store(150, 159, 16);
	EXPECT_DID(split_store, 3, "A1 AB2 R");
}

TEST(w6_cut_moves_off_a_null)
{
	fresh(RANGE);
	for (unsigned i = 0; i < 7; i++)
		store(10 * i + 5, 10 * i + 13, i + 1);
	EXPECT_TREE("leaf[0..M] n=15 4:- 13:1 14:- 23:2");
	store(75, 83, 8);
	EXPECT_TREE("range[0..M] n=2 53 M",
	            "leaf[0..53] n=10 4:- 13:1 14:- 23:2 24:- 33:3 34:- 43:4 44:- 53:5",
	            "leaf[54..M] n=7 54:- 63:6 64:- 73:7 74:- 83:8 M:-");
}

TEST(w7_push_left)
{
	fresh_s(GAPS, 24);
	EXPECT_TREE("arange[0..M] n=2", "leaf[0..89] n=9", "leaf[90..M] n=16");
	store(240, 249, 25);
	EXPECT_TREE("arange[0..M] n=2", "leaf[0..149] n=15", "leaf[150..M] n=11");
	EXPECT_DID(split_store, 3, "A1 AB2 FB1 F1 F1");
	EXPECT_HEIGHTS(1, 0);
	fresh_s(GAPS | RCU, 24);
	store(240, 249, 25);
	EXPECT_DID(split_store, 3, "A1 AB2 R R R");
}

TEST(w8_push_right)
{
	fresh_s(GAPS, 40);
	EXPECT_TREE("arange[0..M] n=3", "leaf[0..149] n=15", "leaf[150..299] n=15", "leaf[300..M] n=11");
	store(205, 206, 60);
	EXPECT_TREE("arange[0..M] n=3 mgap=2 149(g0) 259(g0) M(gBIG)", "leaf[0..149] n=15",
	            "leaf[150..259] n=13 159:16 169:17 179:18 189:19 199:20 204:21 206:60 209:21 219:22 229:23 239:24 249:25 "
	            "259:26",
	            "leaf[260..M] n=15 269:27");
	EXPECT_DID(split_store, 3, "A1 AB2 FB1 F1 F1");
	EXPECT_HEIGHTS(1, 0);
}

TEST(w9_everything_full)
{
	fresh_s(GAPS, 150);
	EXPECT_TREE("arange[0..M] n=10", "...", "leaf[1350..M] n=16");
	store(1500, 1509, 151);
	EXPECT_TREE("arange[0..M] n=2 mgap=1 899(g0) M(gBIG)",
	            "arange[0..899] n=6 mgap=0 149(g0) 299(g0) 449(g0) 599(g0) 749(g0) 899(g0)", "...",
	            "arange[900..M] n=5 mgap=4 1049(g0) 1199(g0) 1349(g0) 1439(g0) M(gBIG)", "leaf[900..1049] n=15",
	            "leaf[1050..1199] n=15", "leaf[1200..1349] n=15", "leaf[1350..1439] n=9", "leaf[1440..M] n=8");
	EXPECT_DID(split_store, 5, "A1 AB4 F1 F1");
	EXPECT_HEIGHTS(0, 1);
	EXPECT(mt_height(&tree) == 3);
	fresh_s(GAPS | RCU, 150);
	store(1500, 1509, 151);
	EXPECT_DID(split_store, 5, "A1 AB4 R R");
}

TEST(w10_push_at_an_inner_level)
{
	fresh_s(GAPS, 240);
	EXPECT_TREE("arange[0..M] n=2", "arange[0..899] n=6", "...", "arange[900..M] n=10", "...");
	store(2400, 2409, 241);
	EXPECT_TREE("arange[0..M] n=2", "arange[0..1349] n=9", "...", "arange[1350..M] n=8", "...");
	EXPECT_DID(split_store, 5, "A1 AB4 FB2 F1 F1");
	EXPECT_HEIGHTS(1, 2);
}

// ---- W11 and W12: rebalance ----

TEST(w11_rebalance_collapses_the_root)
{
	fresh_s(GAPS, 16);
	store(95, 129, 99);
	EXPECT_TREE("leaf[0..M] n=15 9:1 19:2 29:3 39:4 49:5 59:6 69:7 79:8 89:9 94:10 129:99 139:14 149:15 159:16 M:-");
	EXPECT_DID(rebalance, 5, "A1 AB4 FB5 F1 F1");
	EXPECT_HEIGHTS(1, 0);
	EXPECT(mt_height(&tree) == 1);
	fresh_s(GAPS | RCU, 16);
	store(95, 129, 99);
	EXPECT_DID(rebalance, 5, "A1 AB4 R R R FB2 F1 F1");
}

TEST(w12_rebalance_into_two_leaves)
{
	fresh_s(GAPS, 40);
	store(155, 259, 99);
	EXPECT_TREE("arange[0..M] n=3", "leaf[0..149] n=15", "leaf[150..329] n=9", "leaf[330..M] n=8");
	EXPECT_DID(rebalance, 5, "A1 AB4 FB3 F1 F1");
}

TEST(w12_four_root_children_need_less)
{
	fresh_s(GAPS, 55);
	store(155, 249, 99);
	EXPECT_DID(node_store, 0, "");
	store(260, 269, NONE);
	EXPECT_DID(exact_fit, 0, "");
	store(250, 259, NONE);
	EXPECT_TREE("arange[0..M] n=4 mgap=3 149(g0) 349(g20) 449(g0) M(gBIG)", "leaf[0..149] n=15",
	            "leaf[150..349] n=11 154:16 249:99 269:- 279:28", "leaf[350..449] n=10", "...");
	EXPECT_DID(rebalance, 3, "A1 AB2 FB1 F1 F1");
	EXPECT_HEIGHTS(1, 1);
}

TEST(w12_a_leaf_wholly_overwritten_is_destroyed)
{
	fresh_s(GAPS, 40);
	store(150, 299, 99);
	EXPECT_TREE("arange[0..M] n=2", "leaf[0..149] n=15", "leaf[150..M] n=12 299:99");
	EXPECT_DID(rebalance, 5, "A1 AB4 F1 FB3 F1 F1");
	fresh_s(GAPS | RCU, 40);
	store(150, 299, 99);
	EXPECT_DID(rebalance, 5, "A1 AB4 R R RW FB1 F1 F1");
}

// ---- W13 to W20: stores that span ----

TEST(w13_null_up_to_the_end_of_a_leaf)
{
	fresh_s(GAPS, 40);
	store(140, 149, NONE);
	EXPECT_TREE("arange[0..M] n=3 mgap=2 159(g10) 299(g0) M(gBIG)",
	            "leaf[0..159] n=16 9:1 19:2 29:3 39:4 49:5 59:6 69:7 79:8 89:9 99:10 109:11 119:12 129:13 139:14 149:- "
	            "159:16",
	            "leaf[160..299] n=14", "leaf[300..M] n=11");
	EXPECT_DID(spanning_store, 7, "A1 AB6 FB5 F1 F1");
	EXPECT_HEIGHTS(0, 0);
}

TEST(w14_over_whole_leaves)
{
	fresh_s(GAPS, 60);
	EXPECT_TREE("arange[0..M] n=4", "leaf[0..149] n=15", "leaf[150..299] n=15", "leaf[300..449] n=15",
	            "leaf[450..M] n=16");
	store(95, 504, 99);
	EXPECT_TREE("arange[0..M] n=2 mgap=1 504(g0) M(gBIG)",
	            "leaf[0..504] n=11 9:1 19:2 29:3 39:4 49:5 59:6 69:7 79:8 89:9 94:10 504:99", "leaf[505..M] n=11 509:51");
	EXPECT_DID(spanning_store, 7, "A1 AB6 F1 F1 FB5 F1 F1");
	fresh_s(GAPS | RCU, 60);
	store(95, 504, 99);
	EXPECT_DID(spanning_store, 7, "A1 AB6 R R R RW RW FB2 F1 F1");
}

static void w15_start(unsigned k)
{
	fresh_s(GAPS, k);
	store(0, 4, 50);
	EXPECT_DID(node_store, 0, "");
	store(150, 154, 51);
	EXPECT_DID(node_store, 0, "");
}

TEST(w15_three_leaves_from_two)
{
	w15_start(40);
	store(145, 152, 99);
	EXPECT_TREE("arange[0..M] n=4", "leaf[0..99] n=11", "leaf[100..179] n=10", "leaf[180..299] n=12",
	            "leaf[300..M] n=11");
	EXPECT_DID(spanning_store, 7, "A1 AB6 FB4 F1 F1");
}

TEST(w15_three_leaves_into_a_full_parent)
{
	w15_start(150);
	store(145, 152, 99);
	EXPECT_TREE("arange[0..M] n=2", "arange[0..749] n=6", "leaf[0..99] n=11", "leaf[100..179] n=10",
	            "leaf[180..299] n=12", "...", "arange[750..M] n=5", "...");
	EXPECT_DID(spanning_store, 7, "A1 AB6 FB2 F1 F1");
	EXPECT(mt_height(&tree) == 3);
}

TEST(w16_convergence_below_the_root)
{
	fresh_s(GAPS, 151);
	store(155, 455, 99);
	EXPECT_TREE("arange[0..M] n=2", "arange[0..899] n=5 mgap=0 149(g0) 519(g0) 599(g0) 749(g0) 899(g0)",
	            "leaf[0..149] n=15", "leaf[150..519] n=9 154:16 455:99 459:46 469:47", "leaf[520..599] n=8", "...",
	            "arange[900..M] n=5", "...");
	EXPECT_DID(spanning_store, 10, "A1 AB9 F1 FB8 F1 F1");
	EXPECT_HEIGHTS(1, 0);
	fresh_s(GAPS | RCU, 151);
	store(155, 455, 99);
	EXPECT_DID(spanning_store, 10, "A1 AB9 R R R RW FB5 F1 F1");
}

TEST(w17_boundaries_in_different_parents)
{
	fresh_s(GAPS, 151);
	store(805, 935, 99);
	EXPECT_TREE("arange[0..M] n=2", "arange[0..959] n=6", "...", "leaf[750..959] n=10", "arange[960..M] n=5",
	            "leaf[960..1049] n=9", "...");
	EXPECT_DID(spanning_store, 10, "A1 AB9 FB8 F1 F1");
	EXPECT(mt_height(&tree) == 3);
}

TEST(w18_pull_and_height_loss)
{
	fresh_s(GAPS, 151);
	store(155, 655, 99);
	EXPECT_TREE("arange[0..M] n=8 mgap=7 149(g0) 749(g0) 899(g0) 1049(g0) 1199(g0) 1349(g0) 1439(g0) M(gBIG)",
	            "leaf[0..149] n=15", "leaf[150..749] n=12 154:16 655:99 659:66", "...");
	EXPECT_DID(spanning_store, 10, "A1 AB9 F1 F1 FB11 F1 F1");
	EXPECT(mt_height(&tree) == 2);
}

TEST(w18_a_right_cousin_is_pulled)
{
	fresh_s(GAPS, 151);
	store(0, 899, 99);
	EXPECT_TREE("arange[0..M] n=5", "leaf[0..1049] n=16 899:99 909:91", "...");
	EXPECT_DID(spanning_store, 10, "A1 AB9 FB6 F1 FB9 F1 F1");
	EXPECT(mt_height(&tree) == 2);

	fresh_s(GAPS, 151);
	store(0, 899, NONE);
	EXPECT_TREE("arange[0..M] n=5", "leaf[0..1049] n=16 899:- 909:91", "...");
	EXPECT_HEIGHTS(0, 0);
}

TEST(w18_two_levels_are_lost)
{
	fresh_s(GAPS, 151);
	store(5, M, 99);
	EXPECT_TREE("leaf[0..M] n=2 4:1 M:99");
	EXPECT_DID(spanning_store, 10, "A1 AB9 FB5 F1 F1 F1 F1 F1 F1 FB10 F1 F1");
	EXPECT(mt_height(&tree) == 1);
}

TEST(w19_pull_right_then_left)
{
	fresh_s(GAPS, 60);
	store(155, 444, 99);
	EXPECT_TREE("arange[0..M] n=3", "leaf[0..149] n=15", "leaf[150..519] n=10 154:16 444:99 449:45", "leaf[520..M] n=9");

	fresh_s(GAPS, 60);
	store(305, M, 99);
	EXPECT_TREE("arange[0..M] n=3 mgap=0 149(g0) 239(g0) M(g0)", "leaf[0..149] n=15", "leaf[150..239] n=9",
	            "leaf[240..M] n=8 249:25 259:26 269:27 279:28 289:29 299:30 304:31 M:99");
	EXPECT_DID(spanning_store, 7, "A1 AB6 F1 FB5 F1 F1");
}

TEST(w20_pull_at_an_inner_level)
{
	fresh_s(GAPS, 316);
	EXPECT_TREE("arange[0..M] n=3", "arange[0..1349] n=9", "...", "arange[1350..2249] n=6", "...",
	            "arange[2250..M] n=7", "...");
	store(1355, 1794, 99);
	EXPECT_TREE("arange[0..M] n=3", "arange[0..1349] n=9", "...", "arange[1350..2549] n=6 mgap=0",
	            "leaf[1350..1859] n=9 1354:136 1794:99 1799:180", "leaf[1860..1949] n=9", "...",
	            "arange[2550..M] n=5 mgap=4", "...");
	EXPECT_DID(spanning_store, 10, "A1 AB9 F1 FB9 F1 F1");
	EXPECT_HEIGHTS(1, 0);
	fresh_s(GAPS | RCU, 316);
	store(1355, 1794, 99);
	EXPECT_DID(spanning_store, 10, "A1 AB9 R R R R R R RW FB3 F1 F1");
}

// ---- W21 and W22 ----

TEST(w21_the_gap_offset_has_a_history)
{
	fresh_s(GAPS, 40);
	store(400, M, 41);
	EXPECT_TREE("arange[0..M] n=3 mgap=2 149(g0) 299(g0) M(g0)", "...");
	store(102, 105, NONE);
	EXPECT_TREE("arange[0..M] n=4 mgap=1 89(g0) 149(g4) 299(g0) M(g0)", "...");
	EXPECT_DID(split_store, 3, "A1 AB2 F1 F1");
	store(312, 315, NONE);
	EXPECT_TREE("arange[0..M] n=4 mgap=1 89(g0) 149(g4) 299(g0) M(g4)", "...");
	EXPECT_DID(node_store, 0, "");
	store(312, 315, 9);
	EXPECT_TREE("arange[0..M] n=4 mgap=1 89(g0) 149(g4) 299(g0) M(g0)", "...");
	EXPECT_DID(exact_fit, 0, "");
	store(102, 105, 9);
	EXPECT_TREE("arange[0..M] n=4 mgap=3 89(g0) 149(g0) 299(g0) M(g0)", "...");
}

static void expect_prepared(struct ma_state *mas, int request, const char *log)
{
	begin_operation();
	EXPECT(mas_preallocate(mas, xa_mk_value(60), GFP_KERNEL) == 0);
	end_operation();
	EXPECT(mpl_last_decision.pre == request);
	EXPECT(!strcmp(log_text, log));
}

TEST(w22_the_request_depends_on_where_the_walk_starts)
{
	fresh_s(GAPS, 40);
	{
		MA_STATE(mas, &tree, 205, 206);

		expect_prepared(&mas, 3, "A1 AB2");
		EXPECT_DID(split_store, 3, "A1 AB2");
		expect_prepared(&mas, 5, "AB2");
		mas_destroy(&mas);
	}
	{
		MA_STATE(mas, &tree, 205, 205);

		mas_walk(&mas);
		__mas_set_range(&mas, 205, 206);
		expect_prepared(&mas, 5, "A1 AB4");
		mas_destroy(&mas);
	}
	{
		MA_STATE(mas, &tree, 15, 15);

		mas_walk(&mas);
		__mas_set_range(&mas, 15, 500);
		expect_prepared(&mas, 7, "A1 AB6");
		EXPECT_DID(spanning_store, 7, "A1 AB6");
		mas_destroy(&mas);
	}
}

// ---- W23 and W24: bulk loads ----

static void bulk_store(struct ma_state *mas, uint64_t first, uint64_t last, uint64_t number)
{
	mas_set_range(mas, first, last);
	mas_store(mas, entry_of(number));
	EXPECT(!mas_is_err(mas));
}

TEST(w23_bulk_load_of_36)
{
	fresh(GAPS);
	MA_STATE(mas, &tree, 0, 0);

	begin_operation();
	EXPECT(mas_expected_entries(&mas, 36) == 0);
	EXPECT(!strcmp(log_text, "A1 AB9"));
	begin_operation();
	for (unsigned i = 0; i < 36; i++) {
		bulk_store(&mas, 10 * i, 10 * i + 9, i + 1);
		if (i + 1 == 16) {
			EXPECT_TREE("arange[0..M] n=2", "leaf[0..109] n=11", "leaf[110..M] n=6");
			EXPECT(mpl_prealloc_held(&mas) == 7);
			EXPECT(mas.mas_flags == (MPL_STATE_BULK | MPL_STATE_REBALANCE | MPL_STATE_PREALLOC));
		}
		if (i + 1 == 26)
			EXPECT_TREE("arange[0..M] n=2", "leaf[0..109] n=11", "leaf[110..M] n=16");
		if (i + 1 == 27)
			EXPECT_TREE("arange[0..M] n=2", "leaf[0..149] n=15", "leaf[150..M] n=13");
		if (i + 1 == 30)
			EXPECT_TREE("arange[0..M] n=2", "leaf[0..149] n=15", "leaf[150..M] n=16");
		if (i + 1 == 31)
			EXPECT_TREE("arange[0..M] n=3", "leaf[0..149] n=15", "leaf[150..259] n=11", "leaf[260..M] n=6");
	}
	EXPECT_TREE("arange[0..M] n=3", "leaf[0..149] n=15", "leaf[150..259] n=11", "leaf[260..M] n=11");
	EXPECT(!strcmp(log_text, ""));
	mas_destroy(&mas);
	EXPECT(!strcmp(log_text, "FB4 F1 F1"));
	end_operation();
}

TEST(w24_the_last_leaf_is_evened_out)
{
	fresh(GAPS);
	MA_STATE(mas, &tree, 0, 0);

	begin_operation();
	EXPECT(mas_expected_entries(&mas, 16) == 0);
	for (unsigned i = 0; i < 16; i++)
		bulk_store(&mas, 10 * i, 10 * i + 9, i + 1);
	bulk_store(&mas, 115, 158, 99);
	EXPECT(mas.store_type == wr_node_store);
	EXPECT_TREE("arange[0..M] n=2", "leaf[0..109] n=11", "leaf[110..M] n=4 114:12 158:99 159:16 M:-");
	mas_destroy(&mas);
	end_operation();
	EXPECT_TREE("arange[0..M] n=2", "leaf[0..89] n=9", "leaf[90..M] n=6 99:10 109:11 114:12 158:99 159:16 M:-");
}

// ---- W25 and W26 ----

TEST(w25_failing_memory)
{
	static const char full[] = "leaf[0..M] n=16";

	fresh_s(GAPS, 15);
	mpl_slab_fail_request(1, 1000);
	EXPECT(store(150, 159, 16) == -MPL_ENOMEM);
	EXPECT_DID(split_store, 3, "A1! A1!");
	EXPECT_TREE(full);

	mpl_slab_fail_request(1, 1);
	EXPECT(store(150, 159, 16) == 0);
	EXPECT_DID(split_store, 3, "A1! A1 AB2 F1");

	fresh_s(GAPS, 15);
	{
		MA_STATE(mas, &tree, 150, 159);

		mpl_slab_fail_request(2, 1000);
		begin_operation();
		EXPECT(mas_preallocate(&mas, xa_mk_value(16), GFP_KERNEL) == -MPL_ENOMEM);
		end_operation();
		EXPECT_DID(split_store, 3, "A1 AB2! F1");
		EXPECT(mas.status == ma_start && mpl_prealloc_held(&mas) == 0);
		EXPECT_TREE(full);
	}
}

TEST(w25_one_node_and_no_more_ends_with_eretry)
{
	uint32_t usual = mpl_slab_requests_max();

	fresh_s(GAPS, 15);
	mpl_slab_set_requests_max(6);
	mpl_slab_fail_request(2, 1000);
	EXPECT(store(150, 159, 16) == -MPL_ERETRY);
	EXPECT_DID(split_store, 3, "A1 AB2! AB2! AB2! AB2! AB2! F1");
	EXPECT_TREE("leaf[0..M] n=16");
	mpl_slab_set_requests_max(usual);
}

TEST(w25_a_failed_erase_returns_the_entry)
{
	fresh_s(GAPS | RCU, 7);
	mpl_slab_fail_request(1, 1000);
	begin_operation();
	EXPECT(mtree_erase(&tree, 65) == xa_mk_value(7));
	end_operation();
	EXPECT_TREE("leaf[0..M] n=8 9:1 19:2 29:3 39:4 49:5 59:6 69:7 M:-");
}

static int insert(uint64_t first, uint64_t last, uint64_t number)
{
	int error;

	begin_operation();
	error = mtree_insert_range(&tree, first, last, entry_of(number), GFP_KERNEL);
	end_operation();
	return error;
}

TEST(w26_insertion)
{
	fresh_s(GAPS, 15);
	EXPECT(insert(5, 6, 9) == -MPL_EEXIST);
	EXPECT_DID(split_store, 3, "A1 AB2 FB1 F1 F1");
	EXPECT(insert(160, M, 9) == 0);
	EXPECT_TREE("arange[0..M] n=2", "leaf[0..89] n=9",
	            "leaf[90..M] n=8 99:10 109:11 119:12 129:13 139:14 149:15 159:- M:9");

	fresh(GAPS);
	store(5, 10, 1);
	EXPECT_TREE("leaf[0..M] n=3 4:- 10:1 M:-");
	EXPECT(insert(0, M, 9) == 0);
	EXPECT_TREE("leaf[0..M] n=1 M:9");

	fresh(GAPS);
	store(0, 0, 3);
	EXPECT(insert(0, M, 9) == -MPL_EEXIST);
	EXPECT(!strcmp(log_text, ""));
	EXPECT(mpl_last_decision.store_type == -1);
	EXPECT(insert(5, M, 9) == 0);
	EXPECT_TREE("leaf[0..M] n=3 0:3 4:- M:9");
}
