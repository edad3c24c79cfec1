// SPDX-License-Identifier: GPL-2.0-or-later
//
// The bug that was reported of an undo by range whose page tables end where the first VMA begins that was not
// duplicated, as forks of a process: rule "freed tables". The process is made and used by the calls alone.

#include "harness.h"

#include "maple_mm.h"

#define PAGE UINT64_C(0x1000)
#define P (UINT64_C(1) << 21)
#define M (UINT64_C(1) << 30)
#define U (UINT64_C(1) << 39)

static struct maple_tree parent_tree;
static struct maple_tree child_tree;

// VMA number 8 of 21, a gap before each, is the last entry of its leaf: taking it out of a copied tree asks for nodes,
// so there is a way to fail at it. The one before it has the last page that is copied; data and heap, far below, two
// more.
#define DONTFORK_NUMBER 8u

static struct mpl_mm *build(uint64_t library, uint64_t library_end, uint64_t library_page, uint64_t dontfork)
{
	const uint32_t rw = MPL_VMA_READ | MPL_VMA_WRITE | MPL_VMA_ACCOUNT;
	struct mpl_mm *mm;
	uint64_t at = 0x555555000000;

	mpl_mm_reset();
	mpl_fail_off();
	mt_init_flags(&parent_tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	mm = mpl_mm_create(&parent_tree);
	for (unsigned i = 1; i <= 4; i++, at += 2 * PAGE)
		EXPECT(mpl_mm_load(mm, at, at + PAGE - 1, MPL_VMA_READ, 1, i * PAGE, 0) == 0);
	EXPECT(mpl_mm_load(mm, 0x555555554000, 0x555555558fff, rw, 1, 0, 0) == 0);
	EXPECT(mpl_mm_load(mm, 0x55555555a000, 0x55555557afff, rw | MPL_VMA_HEAP, 0, 0, 0) == 0);
	EXPECT(mpl_mm_load(mm, library, library_end - 1, rw, 2, 0, 0) == 0);
	EXPECT(mpl_mm_load(mm, dontfork, dontfork + PAGE - 1, rw | MPL_VMA_DONTCOPY, 0, 0, 0) == 0);
	at = dontfork + 2 * PAGE;
	for (unsigned i = 9; i <= 21; i++, at += 2 * PAGE)
		EXPECT(mpl_mm_load(mm, at, at + PAGE - 1, MPL_VMA_READ, 3, i * PAGE, 0) == 0);
	EXPECT(mpl_mm_touch(mm, 0x555555558000, 0x555555558fff, true) == 0);
	EXPECT(mpl_mm_touch(mm, 0x55555555a000, 0x55555555afff, true) == 0);
	EXPECT(mpl_mm_touch(mm, library_page, library_page + PAGE - 1, true) == 0);
	return mm;
}

static void fork_and_fail(struct mpl_mm *parent, enum mpl_fork_undo undo, bool wrong_ceiling)
{
	struct mpl_mm *child;

	mt_init_flags(&child_tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	mpl_fail_site(MPL_SITE_REQUEST, DONTFORK_NUMBER, 1, 2);
	child = mpl_fork_begin(parent, &child_tree, MPL_FORK_DUP, undo, wrong_ceiling);
	EXPECT(child != NULL);
	EXPECT(mpl_fork_last()->point == 4);
	EXPECT(mpl_fork_last()->end_vma == DONTFORK_NUMBER);
	EXPECT(mpl_fork_last()->map_count == 7);
	EXPECT(child->rss_anon == 3);
	EXPECT(mpl_fork_end() == -MPL_ENOMEM);
	EXPECT(mpl_fork_last()->removed == 7);
}

TEST(the_worked_scenario_leaves_12288_bytes_with_the_wrong_ceiling_only)
{
	const struct {
		enum mpl_fork_undo undo;
		bool wrong;
		uint32_t bytes, rules;
	} ways[] = {
		{ MPL_UNDO_RANGE, true, 12288, 0x0f },
		{ MPL_UNDO_RANGE, false, 0, 0x1f },
		{ MPL_UNDO_MARKER, false, 0, 0x1f },
	};

	for (unsigned i = 0; i < 3; i++) {
		struct mpl_mm *parent = build(0x7ffff7dc0000, 0x7ffff7fb9000, 0x7ffff7fb3000, 0x7ffff7fbb000);
		struct mpl_table_record left[4] = { { 0 } };

		EXPECT(parent->tables * MPL_PAGE_BYTES == 24576);
		fork_and_fail(parent, ways[i].undo, ways[i].wrong);
		EXPECT(mpl_fork_last()->tables_left * MPL_PAGE_BYTES == ways[i].bytes);
		EXPECT(mpl_fork_last()->rules == ways[i].rules);
		EXPECT(mpl_fork_tables_left(left, 4) == ways[i].bytes / MPL_PAGE_BYTES);
		if (ways[i].wrong) {
			EXPECT(left[0].level == 3 && left[0].base == 0x7f8000000000);
			EXPECT(left[1].level == 2 && left[1].base == 0x7fffc0000000);
			EXPECT(left[2].level == 1 && left[2].base == 0x7ffff7e00000 && left[2].used == 0);
		}
		mpl_mm_exit(parent);
		EXPECT(mpl_fork_last()->rules == 0x1f);
		EXPECT(mpl_mm_accounts()[MPL_OBJECT_TABLES].obtained - mpl_mm_accounts()[MPL_OBJECT_TABLES].returned ==
		       ways[i].bytes / MPL_PAGE_BYTES);
	}
}

// The rows of the general rule.
TEST(how_much_is_left_goes_by_what_the_first_vma_left_out_shares_with_the_last_page)
{
	const uint64_t library = 0x7e0040400000;
	const struct {
		uint64_t dontfork;
		uint32_t bytes;
	} rows[] = {
		{ library + 6 * PAGE, 12288 },
		{ library + P, 8192 },
		{ library + 300 * P, 8192 },
		{ library + M, 4096 },
		{ library + U - 2 * M, 4096 },
		{ library + U, 0 },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct mpl_mm *parent = build(library, library + 4 * PAGE, library + PAGE, rows[i].dontfork);

		fork_and_fail(parent, MPL_UNDO_RANGE, true);
		EXPECT_SAYS(mpl_fork_last()->tables_left * MPL_PAGE_BYTES == rows[i].bytes, "row %u: %u", i,
		            mpl_fork_last()->tables_left * MPL_PAGE_BYTES);
		fork_and_fail(parent, MPL_UNDO_RANGE, false);
		EXPECT(mpl_fork_last()->tables_left == 0);
		mpl_mm_exit(parent);
	}
}

TEST(after_a_fork_both_write_to_copies_of_their_own)
{
	struct mpl_mm *parent = build(0x7ffff7dc0000, 0x7ffff7fb9000, 0x7ffff7fb3000, 0x7ffff7fbb000);
	struct mpl_mm *child;

	mt_init_flags(&child_tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	child = mpl_fork_begin(parent, &child_tree, MPL_FORK_DUP, MPL_UNDO_MARKER, false);
	EXPECT(mpl_fork_end() == 0);
	EXPECT(child->rss_anon == 3 && parent->rss_anon == 3);
	EXPECT(mpl_mm_touch(child, 0x555555558000, 0x555555558fff, true) == 0);
	EXPECT(mpl_mm_touch(child, 0x555555557000, 0x555555557fff, true) == 0);
	EXPECT(mpl_mm_touch(child, 0x7ffff7fbb000, 0x7ffff7fbbfff, true) == -14); // Not copied: DONTCOPY.
	EXPECT(child->rss_anon == 4 && parent->rss_anon == 3);
	EXPECT(mpl_mm_unmap(child, 0x555555554000, 0x55555557afff) == 0);
	EXPECT(child->rss_anon == 1 && child->tables == 5); // VMAs 1 to 4 are in the same 1 GiB.
	EXPECT(parent->tables == 6);
	mpl_mm_exit(parent);
	EXPECT(mpl_fork_last()->rules == 0x1f);
	mpl_mm_exit(child);
	EXPECT(mpl_fork_last()->rules == 0x1f);
	for (unsigned i = 0; i < MPL_OBJECTS; i++)
		EXPECT_SAYS(mpl_mm_accounts()[i].obtained == mpl_mm_accounts()[i].returned, "object %u", i);
}
