// SPDX-License-Identifier: GPL-2.0-or-later
//
// NULL over a DONTCOPY VMA in a tree made by dup: what it asks for. rule "fork", its table and its sequences,
// on trees of that section; and the same in real forks.

#include "harness.h"

#include "mm/sites.h"
#include "mm/vma.h"
#include "src/slab.h"

#include <string.h>

enum layout { G1, C }; // [10i+10, 10i+15], and contiguous [10i+10, 10i+19].

static uint64_t first_of(unsigned i) { return 10 * (uint64_t)i + 10; }
static uint64_t last_of(enum layout layout, unsigned i) { return first_of(i) + (layout == G1 ? 5 : 9); }

static struct maple_tree parent_tree;
static struct maple_tree child_tree;

static void build(enum layout layout, unsigned n)
{
	mpl_slab_reset();
	mpl_mm_reset();
	mt_init_flags(&parent_tree, MT_FLAGS_ALLOC_RANGE);
	for (unsigned i = 0; i < n; i++)
		mtree_store_range(&parent_tree, first_of(i), last_of(layout, i), xa_mk_value(i), GFP_KERNEL);
}

static void copy(void)
{
	mt_init_flags(&child_tree, MT_FLAGS_ALLOC_RANGE);
	EXPECT(mtree_dup(&parent_tree, &child_tree, GFP_KERNEL) == 0);
}

// Stores NULL over what the state is on. The nodes asked for; those asked for in one bulk but for one single.
static uint32_t remove_here(struct ma_state *mas)
{
	const struct mpl_slab_counters *counters = mpl_slab_counters();

	mpl_slab_begin();
	mtree_lock(mas->tree);
	EXPECT(mas_store_gfp(mas, NULL, GFP_KERNEL) == 0);
	mtree_unlock(mas->tree);
	if (counters->op_nodes_requested > 1) {
		EXPECT(counters->op_requests == 2);
		EXPECT(mpl_slab_log()[0] == 1);
		EXPECT(mpl_slab_log()[1] == ((counters->op_nodes_requested - 1) | MPL_LOG_BULK));
	}
	return counters->op_nodes_requested;
}

// The rows: how many VMAs ask for 0, 7, 10 and 13 nodes.
static const struct row {
	enum layout layout;
	unsigned n;
	unsigned need_0, need_7, need_10, need_13;
} rows[] = {
	{ G1, 21, 19, 2, 0, 0 },   { G1, 121, 106, 0, 15, 0 }, { G1, 421, 369, 47, 5, 0 }, { G1, 821, 719, 0, 0, 102 },
	{ C, 21, 20, 1, 0, 0 },    { C, 121, 113, 8, 0, 0 },   { C, 421, 393, 25, 3, 0 },  { C, 821, 767, 49, 5, 0 },
};

TEST(a_null_over_one_vma_asks_for_nodes_only_where_a_leaf_would_end_in_it)
{
	for (unsigned r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		unsigned needs[16] = { 0 };

		build(rows[r].layout, rows[r].n);
		for (unsigned k = 0; k < rows[r].n; k++) {
			MA_STATE(mas, &child_tree, 0, 0);
			uint32_t need;

			copy();
			mas_set(&mas, first_of(k));
			mas_find(&mas, UINT64_MAX);
			need = remove_here(&mas);
			EXPECT(need < 16);
			needs[need % 16]++;
			mtree_destroy(&child_tree);
		}
		EXPECT_SAYS(needs[0] == rows[r].need_0 && needs[7] == rows[r].need_7 && needs[10] == rows[r].need_10 &&
		                    needs[13] == rows[r].need_13,
		            "row %u: 0: %u, 7: %u, 10: %u, 13: %u", r, needs[0], needs[7], needs[10], needs[13]);
	}
}

// The numbers named in the table: which VMAs these are.
TEST(the_vmas_that_ask_for_nodes_are_the_last_of_their_leaves)
{
	const struct {
		enum layout layout;
		unsigned n, k;
		uint32_t need;
	} named[] = {
		{ G1, 21, 7, 7 },     { G1, 21, 15, 7 },    { G1, 21, 8, 0 },     { G1, 121, 7, 10 },
		{ G1, 121, 15, 10 },  { G1, 121, 23, 10 },  { G1, 121, 24, 0 },   { G1, 421, 71, 10 },
		{ G1, 421, 143, 10 }, { G1, 421, 215, 10 }, { G1, 421, 287, 10 }, { G1, 421, 359, 10 },
		{ C, 21, 7, 7 },      { C, 121, 13, 7 },    { C, 121, 28, 7 },    { C, 121, 43, 7 },
		{ C, 121, 112, 7 },   { C, 421, 133, 10 },  { C, 421, 268, 10 },  { C, 421, 358, 10 },
	};

	for (unsigned i = 0; i < sizeof(named) / sizeof(named[0]); i++) {
		MA_STATE(mas, &child_tree, 0, 0);
		uint32_t need;

		build(named[i].layout, named[i].n);
		copy();
		mas_set(&mas, first_of(named[i].k));
		mas_find(&mas, UINT64_MAX);
		need = remove_here(&mas);
		EXPECT_SAYS(need == named[i].need, "row %u: %u", i, need);
		mtree_destroy(&child_tree);
	}
}

// Removing every VMA in ascending order from G1 with n = 121.
static void remove_all(bool fresh, unsigned *needs)
{
	MA_STATE(mas, &child_tree, 0, 0);

	build(G1, 121);
	copy();
	for (unsigned i = 0; i < 121; i++) {
		if (fresh)
			mas_set_range(&mas, first_of(i), last_of(G1, i));
		else
			EXPECT(mas_find(&mas, UINT64_MAX) == xa_mk_value(i));
		needs[remove_here(&mas) % 16]++;
	}
	EXPECT(mtree_empty(&child_tree));
	mtree_destroy(&child_tree);
}

TEST(removing_all_by_one_state_asks_92_times_for_nothing_14_for_7_14_for_5_and_once_for_1)
{
	unsigned needs[16] = { 0 };

	remove_all(false, needs);
	EXPECT_SAYS(needs[0] == 92 && needs[7] == 14 && needs[5] == 14 && needs[1] == 1, "%u %u %u %u", needs[0],
	            needs[7], needs[5], needs[1]);
}

TEST(removing_all_by_fresh_states_asks_for_less)
{
	unsigned needs[16] = { 0 };

	remove_all(true, needs);
	EXPECT_SAYS(needs[0] == 92 && needs[3] == 14 && needs[5] == 2 && needs[7] == 12 && needs[1] == 1,
	            "%u %u %u %u %u", needs[0], needs[3], needs[5], needs[7], needs[1]);
}

// ---- In forks ----

// An address space of that layout, a page for each index, in RCU mode as Linux's are.
static struct mpl_mm *build_space(enum layout layout, unsigned n)
{
	struct mpl_mm *mm;

	mpl_slab_reset();
	mpl_mm_reset();
	mt_init_flags(&parent_tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	mm = mpl_mm_create(&parent_tree);
	for (unsigned i = 0; i < n; i++) {
		struct mpl_vma *vma = mpl_vma_new(mm, first_of(i) * MPL_PAGE_BYTES,
		                                  (last_of(layout, i) + 1) * MPL_PAGE_BYTES - 1, MPL_VMA_READ, 0, 0);

		mtree_store_range(&parent_tree, vma->first, vma->last, mpl_vma_entry(vma), GFP_KERNEL);
		mpl_vma_count(mm, vma, 1);
	}
	return mm;
}

static struct mpl_mm *fork_now(struct mpl_mm *parent)
{
	mt_init_flags(&child_tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	mpl_slab_begin();
	return mpl_fork_begin(parent, &child_tree, MPL_FORK_DUP, MPL_UNDO_MARKER, false);
}

TEST(a_fork_with_one_dontcopy_asks_for_the_copy_and_for_what_the_table_says)
{
	for (unsigned r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		unsigned needs[16] = { 0 };
		struct mpl_mm *parent;

		if (rows[r].n > 121)
			continue;
		parent = build_space(rows[r].layout, rows[r].n);
		for (unsigned k = 1; k <= rows[r].n; k++) {
			struct mpl_vma *vma = mpl_vma_of(parent, k);
			struct mpl_mm *child;

			vma->flags |= MPL_VMA_DONTCOPY;
			child = fork_now(parent);
			needs[(mpl_slab_counters()->op_nodes_requested - mpl_fork_last()->copied_nodes) % 16]++;
			EXPECT(mpl_fork_end() == 0);
			EXPECT(child->map_count == rows[r].n - 1);
			EXPECT(child->total_vm == parent->total_vm - mpl_vma_pages(vma));
			EXPECT(mpl_mm_vma_at(child, vma->first) == NULL);
			mpl_mm_exit(child);
			vma->flags &= ~(uint32_t)MPL_VMA_DONTCOPY;
		}
		EXPECT_SAYS(needs[0] == rows[r].need_0 && needs[7] == rows[r].need_7 && needs[10] == rows[r].need_10,
		            "row %u: 0: %u, 7: %u, 10: %u", r, needs[0], needs[7], needs[10]);
	}
}

// Both attempts have to be refused: the first may not wait, the second may (rule "two attempts").
TEST(a_refused_null_store_is_point_f4_and_leaves_the_marker_where_the_vma_was)
{
	for (unsigned k = 1; k <= 21; k++) {
		struct mpl_mm *parent = build_space(G1, 21);
		struct mpl_vma *vma = mpl_vma_of(parent, k);
		const struct mpl_fork_record *record = mpl_fork_last();
		bool asks = k == 8 || k == 16; // Counted from 1 here.
		struct mpl_mm *child;
		MA_STATE(mas, &child_tree, 0, 0);

		vma->flags |= MPL_VMA_DONTCOPY;
		mpl_fail_site(MPL_SITE_REQUEST, k, 1, 2);
		child = fork_now(parent);
		EXPECT(record->point == (asks ? 4u : 0u));
		EXPECT(record->at == (asks ? k : 0));
		EXPECT(record->end_vma == (asks ? k : 0));
		EXPECT(record->site == (asks ? MPL_SITE_REQUEST : 0));
		EXPECT(record->map_count == (asks ? k - 1 : 20));
		mas_set(&mas, vma->first);
		EXPECT(mas_walk(&mas) == (asks ? XA_ZERO_ENTRY : NULL));
		EXPECT(mpl_fork_end() == (asks ? -MPL_ENOMEM : 0));
		if (!asks) {
			mpl_mm_exit(child);
			continue;
		}
		EXPECT(record->removed == k - 1);
		EXPECT(record->rules == 0x1f);
		EXPECT(mpl_site_armed(MPL_SITE_REQUEST) == 0);
		EXPECT(mpl_mm_at(2) == NULL);
	}
}

TEST(one_refusal_is_not_enough_since_the_store_asks_again)
{
	struct mpl_mm *parent = build_space(G1, 21);

	mpl_vma_of(parent, 8)->flags |= MPL_VMA_DONTCOPY;
	mpl_fail_site(MPL_SITE_REQUEST, 8, 1, 1);
	EXPECT(fork_now(parent) != NULL);
	EXPECT(mpl_fork_end() == 0);
	EXPECT(mpl_fork_last()->point == 0);
	EXPECT(mpl_site_armed(MPL_SITE_REQUEST) == 0);
}

TEST(a_refused_node_is_told_as_that_site)
{
	struct mpl_mm *parent = build_space(G1, 21);

	mpl_vma_of(parent, 8)->flags |= MPL_VMA_DONTCOPY;
	mpl_fail_site(MPL_SITE_NODE, 8, 1, 2);
	fork_now(parent);
	EXPECT(mpl_fork_last()->site == MPL_SITE_NODE);
	EXPECT(mpl_fork_end() == -MPL_ENOMEM);
	EXPECT(mpl_fork_last()->point == 4);
	EXPECT(mpl_fork_last()->rules == 0x1f);
}
