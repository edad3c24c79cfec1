// SPDX-License-Identifier: GPL-2.0-or-later
//
// Accesses, stacks that grow, and what the model keeps besides VMAs: numbers, objects, snapshots, limits.
// core/mm/touch.c, vma.c and space.c.

#include "mm_world.h"

#include "mm/sites.h"
#include "mm/vma.h"

#include <string.h>

#define GUARD (MPL_STACK_GUARD_BYTES / PAGE)

// ---- Touching ----

TEST(reading_makes_no_anon_vma_and_nothing_that_counts)
{
	world_begin();
	world_map(0x10, 4, RW);
	EXPECT(world_touch(0x10, 4, false) == 0);
	EXPECT(world->rss_anon == 0 && world->rss_file == 0);
	EXPECT(world->tables == 3);
	EXPECT_WORLD("1:10..13 rw-p");
	world_end();
}

TEST(the_first_private_write_makes_an_anon_vma_and_a_chain_element)
{
	world_begin();
	world_map(0x10, 4, RW);
	mpl_fail_site(MPL_SITE_ANON, 0, 2, 1);
	EXPECT(world_touch(0x10, 1, true) == -MPL_ENOMEM);
	EXPECT_WORLD("1:10..13 rw-p");
	EXPECT(world_touch(0x10, 1, true) == 0);
	EXPECT_WORLD("1:10..13 rw-p a1/1");
	mpl_fail_site(MPL_SITE_ANON, 0, 1, 1);
	EXPECT(world_touch(0x11, 1, true) == 0);
	EXPECT(world->rss_anon == 2);
	world_end();
}

TEST(shared_and_file_pages_count_as_pages_of_files)
{
	world_begin();
	world_map_file(0x10, 2, RW | SHARED, 3, 0);
	world_map_file(0x12, 2, RW, 4, 0);
	world_map(0x14, 2, RW | SHARED);
	EXPECT(world_touch(0x10, 6, false) == 0);
	EXPECT(world->rss_file == 6 && world->rss_anon == 0);
	EXPECT(world_touch(0x10, 6, true) == 0);
	EXPECT(world->rss_file == 4 && world->rss_anon == 2);
	EXPECT_WORLD("1:10..11 rw-s f3+0; 2:12..13 rw-p f4+0 a1/1; 3:14..15 rw-s");
	world_end();
}

TEST(an_address_without_a_vma_or_permission_faults_before_any_page_is_touched)
{
	struct world_note note;

	world_begin();
	world_map(0x10, 2, RW);
	world_map(0x12, 2, R);
	world_map(0x14, 2, 0);
	world_map(0x18, 2, RW);
	world_note(&note);
	EXPECT(world_touch(0x10, 3, true) == -MPL_EFAULT);
	EXPECT(world_touch(0x10, 5, false) == -MPL_EFAULT);
	EXPECT(world_touch(0x16, 3, false) == -MPL_EFAULT);
	EXPECT(world_touch(0x18, 3, true) == -MPL_EFAULT);
	EXPECT(world_touch(0x100, 1, false) == -MPL_EFAULT);
	EXPECT(mpl_mm_touch(world, 0x10001, 0x10fff, false) == -MPL_EINVAL);
	world_is_as(&note);
	world_end();
}

TEST(device_memory_is_touched_without_anon_vma)
{
	world_begin();
	world_map(0x10, 2, RW | MPL_VMA_PFNMAP);
	EXPECT(world_touch(0x10, 2, true) == 0);
	EXPECT(world->rss_anon == 0 && world->rss_file == 0);
	EXPECT_WORLD("1:10..11 rw-p pf");
	world_end();
}

TEST(tables_are_made_for_the_whole_range_or_not_at_all)
{
	struct world_note note;

	world_begin();
	world_map(0x1f0, 0x10, RW);
	world_map(0x200, 0x10, R);
	world_note(&note);
	for (uint32_t k = 1; k <= 4; k++) {
		mpl_fail_site(MPL_SITE_PAGE, 0, k, 1);
		EXPECT(world_touch(0x1f0, 0x20, false) == -MPL_ENOMEM);
		world_is_as(&note);
	}
	EXPECT(world_touch(0x1f0, 0x20, false) == 0);
	EXPECT(world->tables == 4);
	world_end();
}

// ---- Stacks ----

TEST(a_stack_grows_down_to_the_page_touched)
{
	world_begin();
	world_map(0x1000, 4, RW | MPL_VMA_GROWS);
	EXPECT(world_touch(0xff8, 1, true) == 0);
	EXPECT_WORLD("1:ff8..1003 rw-p a1/1 gr");
	EXPECT(world->stack_vm == 12);
	EXPECT(world->rss_anon == 1);
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 12);
	EXPECT(world_touch(0xff4, 0x10, true) == 0);
	EXPECT_WORLD("1:ff4..1003 rw-p a1/1 gr");
	EXPECT(world->rss_anon == 16);
	world_end();
}

TEST(a_stack_gets_its_anon_vma_when_it_grows_also_by_a_read)
{
	world_begin();
	world_map(0x1000, 4, RW | MPL_VMA_GROWS);
	EXPECT(world_touch(0x1000, 1, false) == 0);
	EXPECT_WORLD("1:1000..1003 rw-p gr");
	mpl_fail_site(MPL_SITE_ANON, 0, 2, 1);
	EXPECT(world_touch(0xfff, 1, false) == -MPL_ENOMEM);
	EXPECT_WORLD("1:1000..1003 rw-p gr");
	mpl_fail_site(MPL_SITE_ANON, 0, 3, 1);
	EXPECT(world_touch(0xfff, 1, false) == 0);
	EXPECT_WORLD("1:fff..1003 rw-p a1/1 gr");
	EXPECT(world->rss_anon == 0);
	EXPECT(world_touch(0xffe, 1, true) == 0); // It has one.
	EXPECT_WORLD("1:ffe..1003 rw-p a1/1 gr");
	mpl_fail_off();
	world_end();
}

TEST(a_stack_that_grows_takes_the_anon_vma_of_what_is_above_and_not_of_what_it_comes_to_touch)
{
	world_begin();
	world_map(0xff0, 1, RW | MPL_VMA_GROWS);
	world_touch(0xff0, 1, true);
	world_map(0x1000, 4, RW | X | MPL_VMA_GROWS);
	EXPECT(world_touch(0xff1, 1, false) == 0);
	EXPECT_WORLD("1:ff0..ff0 rw-p a1/1 gr; 2:ff1..1003 rwxp a2/1 gr");
	world_map(0x2004, 4, RW | MPL_VMA_GROWS);
	world_touch(0x2004, 1, true);
	world_map(0x2000, 4, RW | X | MPL_VMA_GROWS);
	mpl_fail_site(MPL_SITE_ANON, 0, 2, 1);
	EXPECT(world_touch(0x1fff, 1, false) == 0);
	EXPECT_WORLD("1:ff0..ff0 rw-p a1/1 gr; 2:ff1..1003 rwxp a2/1 gr; 4:1fff..2003 rwxp a3/1 gr; 3:2004..2007 rw-p a3/1 "
	             "gr");
	mpl_fail_off();
	world_end();
}

TEST(a_stack_keeps_its_guard_and_its_limit)
{
	world_begin();
	world_map(0x1000, 4, RW | MPL_VMA_GROWS);
	world_map(0xff0 - GUARD, 1, R);
	EXPECT(world_touch(0xff0, 1, true) == -MPL_EFAULT);
	EXPECT(world_touch(0xff1, 1, true) == 0);
	world_unmap(0xff0 - GUARD, 1);
	EXPECT(world_touch(0x1004 - 0x801, 1, true) == -MPL_EFAULT);
	EXPECT(world_touch(0x1004 - 0x800, 1, true) == 0);
	EXPECT_WORLD("1:804..1003 rw-p a1/1 gr");
	world_end();
}

TEST(the_guard_holds_against_what_can_be_accessed_and_is_no_stack)
{
	world_begin();
	world_map(0xf00, 1, 0);
	world_map(0x1000, 4, RW | MPL_VMA_GROWS);
	EXPECT(world_touch(0xf01, 1, true) == 0);
	EXPECT_WORLD("1:f00..f00 ---p; 2:f01..1003 rw-p a1/1 gr");
	world_map(0x2000, 1, R | MPL_VMA_GROWS);
	world_map(0x2080, 4, RW | MPL_VMA_GROWS);
	EXPECT(world_touch(0x2001, 1, true) == 0);
	EXPECT_WORLD("1:f00..f00 ---p; 2:f01..1003 rw-p a1/1 gr; 3:2000..2000 r--p gr; 4:2001..2083 rw-p a2/1 gr");
	world_end();
}

TEST(neighbours_that_differ_in_access_share_an_anon_vma_and_become_one_again)
{
	world_begin();
	world_map(0x10, 2, RW);
	world_map(0x12, 2, RW | X);
	world_map(0x14, 2, RW);
	world_touch(0x10, 1, true);
	mpl_fail_site(MPL_SITE_ANON, 0, 2, 1);
	EXPECT(world_touch(0x12, 1, true) == 0);
	EXPECT(mpl_site_armed(MPL_SITE_ANON) == 1);
	mpl_fail_off();
	EXPECT_WORLD("1:10..11 rw-p a1/1; 2:12..13 rwxp a1/1; 3:14..15 rw-p");
	EXPECT(world_held(MPL_OBJECT_ANON_VMAS) == 1);
	EXPECT(world_held(MPL_OBJECT_CHAINS) == 2);
	world_protect(0x12, 2, RW);
	EXPECT_WORLD("1:10..15 rw-p a1/1");
	world_end();
}

TEST(an_anon_vma_is_not_shared_by_other_flags_a_longer_chain_or_across_a_hole)
{
	world_begin();
	world_load(0x10, 2, RW | MPL_VMA_ACCOUNT, 0, 0, 2);
	world_map(0x12, 2, RW | X);
	world_map(0x14, 2, RW | X | MPL_VMA_NORESERVE);
	world_map(0x17, 2, RW);
	EXPECT(world_touch(0x12, 4, true) == 0);
	EXPECT(world_touch(0x17, 1, true) == 0);
	EXPECT_WORLD("1:10..11 rw-p a1/2; 2:12..13 rwxp a2/1; 3:14..15 rwxp a3/1 no nr; 4:17..18 rw-p a4/1");
	world_end();
}

TEST(a_first_write_across_several_makes_one_anon_vma_for_all)
{
	struct world_note note;

	world_begin();
	world_map_file(0x10, 2, RW, 3, 0);
	world_map_file(0x12, 2, RW | X, 3, 2);
	world_map_file(0x14, 2, RW, 3, 4);
	world_map_file(0x16, 2, RW | X, 3, 9);
	world_note(&note);
	for (uint32_t k = 1; k <= 6; k++) {
		mpl_fail_site(MPL_SITE_ANON, 0, k, 1);
		EXPECT(world_touch(0x10, 8, true) == -MPL_ENOMEM);
		world_is_as(&note);
	}
	mpl_fail_site(MPL_SITE_ANON, 0, 7, 1);
	EXPECT(world_touch(0x10, 8, true) == 0);
	mpl_fail_off();
	EXPECT_WORLD("1:10..11 rw-p f3+0 a1/1; 2:12..13 rwxp f3+2 a1/1; 3:14..15 rw-p f3+4 a1/1; 4:16..17 rwxp f3+9 a2/1");
	world_end();
}

TEST(only_what_grows_grows_and_only_downwards)
{
	world_begin();
	world_map(0x1000, 4, RW);
	EXPECT(world_touch(0xfff, 1, true) == -MPL_EFAULT);
	world_map(0x2000, 4, RW | MPL_VMA_GROWS);
	EXPECT(world_touch(0x2004, 1, true) == -MPL_EFAULT);
	EXPECT(world_touch(0x1fff, 6, true) == -MPL_EFAULT);
	EXPECT_WORLD("1:1000..1003 rw-p; 2:2000..2003 rw-p gr");
	world_end();
}

TEST(a_stack_that_gets_no_memory_stays_as_it_is)
{
	struct world_note note;

	world_begin();
	world_map(0x1000, 4, RW | MPL_VMA_GROWS);
	world_note(&note);
	mpl_fail_site(MPL_SITE_COMMIT, 0, 1, 1);
	EXPECT(world_touch(0xff8, 1, true) == -MPL_ENOMEM);
	world_is_as(&note);
	mpl_fail_site(MPL_SITE_PAGE, 0, 2, 1);
	EXPECT(world_touch(0xff8, 1, true) == -MPL_ENOMEM);
	world_is_as(&note);
	mpl_fail_site(MPL_SITE_REQUEST, 0, 1, 1);
	EXPECT(world_touch(0xff8, 1, true) == -MPL_ENOMEM);
	world_is_as(&note);
	EXPECT(world_touch(0xff8, 1, true) == 0);
	world_end();
}

// ---- Objects ----

TEST(a_vma_is_found_by_number_and_by_address)
{
	world_begin();
	world_map(0x10, 2, R);
	world_map(0x20, 2, RW);
	EXPECT(mpl_mm_vma(world, 2) == mpl_mm_vma_at(world, 0x21 * PAGE + 5));
	EXPECT(mpl_mm_vma(world, 2)->first == 0x20 * PAGE);
	EXPECT(mpl_mm_vma(world, 3) == NULL);
	EXPECT(mpl_mm_vma(world, 0) == NULL);
	EXPECT(mpl_mm_vma_at(world, 0x12 * PAGE) == NULL);
	world_unmap(0x20, 2);
	EXPECT(mpl_mm_vma(world, 2) == NULL);
	world_end();
}

TEST(numbers_are_found_whatever_was_freed_in_between)
{
	uint64_t random = harness_seed();

	world_begin();
	for (unsigned i = 0; i < 600; i++)
		world_map(2 * i + 2, 1, RW);
	for (unsigned i = 0; i < 400; i++)
		world_unmap(2 * harness_below(&random, 600) + 2, 1);
	for (unsigned i = 0; i < 600; i++) {
		const struct mpl_vma *vma = mpl_mm_vma_at(world, (2 * i + 2) * PAGE);

		EXPECT(!vma == !mpl_mm_vma(world, i + 1));
		EXPECT(!vma || vma == mpl_mm_vma(world, i + 1));
	}
	world_check();
	world_end();
}

TEST(numbers_of_many_spaces_do_not_get_in_each_others_way)
{
	enum { SPACES = 100, EACH = 1000 };
	static struct maple_tree trees[SPACES];
	static struct mpl_mm *mms[SPACES];

	world_begin();
	for (unsigned i = 0; i < SPACES; i++) {
		mt_init_flags(&trees[i], MT_FLAGS_ALLOC_RANGE);
		mms[i] = mpl_mm_create(&trees[i]);
		for (uint64_t k = 0; k < EACH; k++)
			mpl_mm_load(mms[i], 2 * k * PAGE, (2 * k + 1) * PAGE - 1, R, 0, 0, 0);
	}
	for (unsigned i = 0; i < SPACES; i++) {
		for (uint64_t k = 0; k < EACH; k += 2)
			mpl_mm_unmap(mms[i], 2 * k * PAGE, (2 * k + 1) * PAGE - 1);
	}
	mpl_mm_restored();
	for (unsigned i = 0; i < SPACES; i++) {
		for (uint32_t k = 0; k < EACH; k++) {
			const struct mpl_vma *vma = mpl_mm_vma(mms[i], k + 1);

			EXPECT(!vma == (k % 2 == 0));
			EXPECT(!vma || (vma->space == mms[i]->space && vma->first == 2 * k * PAGE));
		}
		mpl_mm_exit(mms[i]);
	}
	world_end();
}

TEST(there_are_so_many_objects_and_then_no_more)
{
	uint32_t bytes;

	world_begin();
	EXPECT(mpl_mm_limit(world, MPL_LIMIT_VMAS, MPL_UNLIMITED) == 0);
	for (uint64_t i = 0; i < MPL_VMAS_MAX; i++)
		EXPECT(world_map(2 * i + 2, 1, R) == 0);
	EXPECT(world->map_count == MPL_VMAS_MAX);
	EXPECT(world_map(2 * MPL_VMAS_MAX + 2, 1, R) == -MPL_ENOMEM);
	EXPECT(world_map(2 * MPL_VMAS_MAX + 1, 1, R) == 0);
	EXPECT(world_unmap(2, 1) == 0);
	EXPECT(world_map(1, 1, R) == 0);
	mpl_mm_region(MPL_MM_VMAS, &bytes);
	EXPECT(bytes == MPL_VMAS_MAX * sizeof(struct mpl_vma));
	world_end();
}

TEST(there_are_so_many_address_spaces_and_a_place_is_used_again)
{
	static struct maple_tree trees[MPL_SPACES + 1];
	struct mpl_mm *mms[MPL_SPACES + 1];

	world_begin();
	for (unsigned i = 0; i <= MPL_SPACES; i++) {
		mt_init_flags(&trees[i], MT_FLAGS_ALLOC_RANGE);
		mms[i] = mpl_mm_create(&trees[i]);
	}
	EXPECT(mms[MPL_SPACES - 2] != NULL);
	EXPECT(mms[MPL_SPACES - 1] == NULL);
	EXPECT(mpl_mm_at(world->space) == world);
	EXPECT(mpl_mm_at(0) == NULL && mpl_mm_at(MPL_SPACES + 1) == NULL);
	for (unsigned i = 0; i < MPL_SPACES - 1; i++)
		mpl_mm_exit(mms[i]);
	EXPECT(mpl_mm_at(2) == NULL);
	world_end();
}

TEST(a_new_address_space_can_be_refused)
{
	static struct maple_tree other;

	world_begin();
	mt_init_flags(&other, MT_FLAGS_ALLOC_RANGE);
	mpl_fail_site(MPL_SITE_MM, 0, 1, 1);
	EXPECT(mpl_mm_create(&other) == NULL);
	EXPECT(world_held(MPL_OBJECT_MMS) == 1);
	world_end();
}

// ---- Snapshots ----

TEST(a_snapshot_brings_everything_back_and_what_comes_after_is_the_same_again)
{
	static char saved[MPL_MM_REGIONS][1 << 20];
	static char text[1 << 14];
	uint32_t bytes[MPL_MM_REGIONS];
	struct mpl_mm before;

	world_begin();
	world_map(0x10, 8, RW);
	world_touch(0x10, 8, true);
	world_map(0x20, 8, R);
	before = *world;
	for (enum mpl_mm_region i = 0; i < MPL_MM_REGIONS; i++) {
		const void *from = mpl_mm_region(i, &bytes[i]);

		EXPECT(bytes[i] <= sizeof(saved[i]));
		memcpy(saved[i], from, bytes[i]);
	}
	// Changes that leave the tree as it is, so that its nodes need not be saved here.
	world_protect(0x20, 8, RW);
	world_touch(0x20, 4, true);
	strcpy(text, world_told());
	for (enum mpl_mm_region i = 0; i < MPL_MM_REGIONS; i++) {
		uint32_t now;

		memcpy(mpl_mm_region(i, &now), saved[i], bytes[i]);
	}
	mpl_mm_restored();
	EXPECT_WORLD("1:10..17 rw-p a1/1; 2:20..27 r--p");
	EXPECT(memcmp(&before, world, sizeof(before)) == 0);
	world_protect(0x20, 8, RW);
	world_touch(0x20, 4, true);
	EXPECT(strcmp(text, world_told()) == 0);
	world_check();
	world_end();
}

// ---- Forks use the pieces one by one ----

TEST(the_anon_vma_of_a_child_takes_an_element_for_each_of_the_parent_and_two_objects_more)
{
	struct mpl_vma *parent, *child;

	world_begin();
	world_load(0x10, 2, R, 0, 0, 3);
	parent = mpl_vma_of(world, 1);
	child = mpl_vma_new(world, 0x40 * PAGE, 0x41 * PAGE - 1, R | MPL_VMA_POLICY, 0, 0);
	EXPECT(child->flags == R);
	for (uint32_t k = 1; k <= 5; k++) {
		mpl_fail_site(MPL_SITE_ANON, 0, k, 1);
		EXPECT(!mpl_vma_anon_fork(child, parent));
		EXPECT(!child->anon && world_held(MPL_OBJECT_CHAINS) == 3 && world_held(MPL_OBJECT_ANON_VMAS) == 1);
	}
	mpl_fail_site(MPL_SITE_ANON, 0, 6, 1);
	EXPECT(mpl_vma_anon_fork(child, parent));
	EXPECT(child->chain == 4 && child->anon != parent->anon);
	EXPECT(mpl_vma_policy_new(child) && mpl_vma_uffd_new(child));
	mpl_vma_free(child);
	world_check();
	world_end();
}
