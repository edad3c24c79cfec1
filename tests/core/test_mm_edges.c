// SPDX-License-Identifier: GPL-2.0-or-later
//
// What random worlds (tests/soak/mm_*) seldom meet: mremap of the lowest addresses, and of pages in two page tables,
// each table refused; and a plan that goes wrong unless it looks at what its own steps will have made.

#include "harness.h"

#include "maple_mm.h"
#include "src/slab.h"

#define PAGE ((uint64_t)MPL_PAGE_BYTES)
#define RW (MPL_VMA_READ | MPL_VMA_WRITE)
#define TABLE_BYTES (UINT64_C(2) << 20)

static struct maple_tree tree;

static struct mpl_mm *fresh(void)
{
	mpl_slab_reset();
	mpl_slab_begin();
	mpl_mm_reset();
	mt_init_flags(&tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	return mpl_mm_create(&tree);
}

TEST(all_pages_of_a_range_move_however_low_it_is)
{
	for (uint64_t first = PAGE; first <= 8 * PAGE; first += PAGE) {
		struct mpl_mm *mm = fresh();
		uint64_t now;

		EXPECT(!mpl_mm_map(mm, first, first + 6 * PAGE - 1, RW, 0, 0));
		EXPECT(!mpl_mm_touch(mm, first, first + 6 * PAGE - 1, true));
		EXPECT(!mpl_mm_remap(mm, first, 6 * PAGE, 6 * PAGE, 100 * PAGE, true, &now));
		EXPECT(now == 100 * PAGE && mm->rss_anon == 6 && mm->map_count == 1);
		EXPECT(!mpl_mm_unmap(mm, 102 * PAGE, 104 * PAGE - 1));
		EXPECT(mm->rss_anon == 4);
		mpl_mm_exit(mm);
	}
}

// From the border between two tables to the border between two others, of another gigabyte: a table of level 2 and two
// of level 1 are to be made there.
TEST(each_table_that_a_move_needs_may_be_refused_and_nothing_has_moved)
{
	uint64_t from = 3 * TABLE_BYTES - 2 * PAGE, to = 515 * TABLE_BYTES - 2 * PAGE, now = 0;
	struct mpl_mm *mm = fresh();
	uint32_t k = 0;
	int error;

	EXPECT(!mpl_mm_map(mm, from, from + 4 * PAGE - 1, RW, 0, 0));
	EXPECT(!mpl_mm_touch(mm, from, from + 4 * PAGE - 1, true));
	EXPECT(mm->tables == 4);
	do {
		mpl_fail_site(MPL_SITE_PAGE, 0, ++k, 1);
		error = mpl_mm_remap(mm, from, 4 * PAGE, 4 * PAGE, to, true, &now);
		if (!error)
			break;
		EXPECT(error == -MPL_ENOMEM && mm->tables == 4 && mm->rss_anon == 4 && mm->map_count == 1);
		EXPECT(mpl_mm_vma(mm, 1)->first == from && mm->numbers == 1);
	} while (k < 10);
	EXPECT_SAYS(k == 4, "pass %u", k);
	EXPECT(now == to && mm->tables == 4 && mm->rss_anon == 4 && mpl_mm_vma_at(mm, to)->number == 2);
	mpl_fail_off();
	EXPECT(!mpl_mm_unmap(mm, to, to + 2 * PAGE - 1));
	EXPECT(mm->rss_anon == 2 && mm->tables == 3);
	mpl_mm_exit(mm);
}

// The first VMA joins the one above, which gets its anon_vma: so the part of the third, which has another, does not
// join that one too, but is cut out, and needs an object for it.
TEST(what_a_call_will_need_is_told_from_the_vmas_as_they_will_be)
{
	struct mpl_mm *mm = fresh();

	EXPECT(!mpl_mm_map(mm, 12 * PAGE, 14 * PAGE - 1, RW, 0, 0));
	EXPECT(!mpl_mm_map(mm, 10 * PAGE, 12 * PAGE - 1, RW | MPL_VMA_EXEC, 0, 0));
	EXPECT(!mpl_mm_map(mm, 14 * PAGE, 18 * PAGE - 1, RW | MPL_VMA_EXEC, 0, 0));
	EXPECT(!mpl_mm_touch(mm, 10 * PAGE, 12 * PAGE - 1, true));
	EXPECT(!mpl_mm_touch(mm, 14 * PAGE, 18 * PAGE - 1, true));
	mpl_fail_site(MPL_SITE_VMA, 0, 1, 1);
	EXPECT(mpl_mm_protect(mm, 10 * PAGE, 16 * PAGE - 1, RW) == -MPL_ENOMEM);
	EXPECT(mm->map_count == 3 && mm->numbers == 3 && mpl_mm_vma_at(mm, 10 * PAGE)->flags & MPL_VMA_EXEC);
	EXPECT(!mpl_mm_protect(mm, 10 * PAGE, 16 * PAGE - 1, RW));
	EXPECT(mm->map_count == 3 && mm->numbers == 4 && mpl_mm_vma_at(mm, 10 * PAGE)->last == 14 * PAGE - 1);
	mpl_mm_exit(mm);
}
