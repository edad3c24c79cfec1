// SPDX-License-Identifier: GPL-2.0-or-later
//
// Cutting: what is unmapped, or mapped over, is cut out of what is there. core/mm/cut.c and munmap.c.

#include "mm_world.h"

#include <string.h>

TEST(unmapping_the_whole_of_a_vma_removes_it)
{
	world_begin();
	EXPECT(world_map(0x10, 8, RW) == 0);
	EXPECT(world_unmap(0x10, 8) == 0);
	EXPECT_WORLD("");
	world_end();
}

TEST(unmapping_the_head_leaves_a_new_object_above)
{
	world_begin();
	world_map_file(0x10, 8, R, 3, 0x100);
	EXPECT(world_unmap(0x10, 3) == 0);
	EXPECT_WORLD("2:13..17 r--p f3+103");
	world_end();
}

TEST(unmapping_the_tail_leaves_a_new_object_below)
{
	world_begin();
	world_map_file(0x10, 8, R, 3, 0x100);
	EXPECT(world_unmap(0x15, 3) == 0);
	EXPECT_WORLD("2:10..14 r--p f3+100");
	EXPECT(world->numbers == 2);
	world_end();
}

TEST(unmapping_the_middle_leaves_two_new_objects)
{
	world_begin();
	world_map_file(0x10, 8, R, 3, 0x100);
	EXPECT(world_unmap(0x12, 2) == 0);
	EXPECT_WORLD("2:10..11 r--p f3+100; 3:14..17 r--p f3+104");
	world_end();
}

TEST(unmapping_across_several_cuts_the_outer_two)
{
	world_begin();
	world_map(0x10, 4, RW);
	world_map(0x14, 4, R);
	world_map(0x20, 4, RW);
	EXPECT(world_unmap(0x12, 0x10) == 0);
	EXPECT_WORLD("4:10..11 rw-p; 5:22..23 rw-p");
	world_end();
}

TEST(unmapping_where_nothing_is_changes_nothing_and_asks_for_nothing)
{
	struct world_note note;

	world_begin();
	world_map(0x10, 4, RW);
	world_note(&note);
	mpl_slab_begin();
	EXPECT(world_unmap(0x14, 0x100) == 0);
	EXPECT(world_unmap(1, 0xf) == 0);
	EXPECT(mpl_slab_counters()->op_requests == 0);
	world_is_as(&note);
	world_end();
}

TEST(a_cut_gives_both_parts_chain_policy_and_context)
{
	world_begin();
	world_map(0x10, 8, RW);
	world_advise(0x10, 8, MPL_POLICY);
	world_advise(0x10, 8, MPL_UFFD);
	world_touch(0x10, 1, true);
	EXPECT(world_unmap(0x12, 1) == 0);
	EXPECT_WORLD("2:10..11 rw-p a1/1 uf po; 3:13..17 rw-p a1/1 uf po");
	EXPECT(world_held(MPL_OBJECT_POLICIES) == 2);
	EXPECT(world_held(MPL_OBJECT_CHAINS) == 2);
	EXPECT(world_held(MPL_OBJECT_UFFDS) == 1 && world->uffd_vmas == 2);
	world_unmap(0x10, 2);
	EXPECT(world_held(MPL_OBJECT_UFFDS) == 1);
	world_advise(0x13, 5, MPL_UFFD_OFF);
	EXPECT(world_held(MPL_OBJECT_UFFDS) == 0);
	world_advise(0x13, 5, MPL_UFFD);
	world_map(0x10, 2, RW);
	EXPECT(world_held(MPL_OBJECT_ANON_VMAS) == 1);
	world_end();
}

TEST(an_anon_vma_goes_with_the_last_vma_that_has_it)
{
	world_begin();
	world_map(0x10, 8, RW);
	world_touch(0x10, 8, true);
	world_unmap(0x12, 1);
	world_unmap(0x10, 2);
	EXPECT_WORLD("3:13..17 rw-p a1/1");
	EXPECT(world_held(MPL_OBJECT_ANON_VMAS) == 1);
	world_unmap(0x13, 5);
	EXPECT(world_held(MPL_OBJECT_ANON_VMAS) == 0);
	EXPECT_WORLD("");
	world_end();
}

TEST(mapping_over_the_middle_leaves_three)
{
	world_begin();
	world_map(0x10, 8, R);
	EXPECT(world_map_file(0x12, 2, R, 5, 0) == 0);
	EXPECT_WORLD("2:10..11 r--p; 4:12..13 r--p f5+0; 3:14..17 r--p");
	world_end();
}

TEST(mapping_over_several_removes_those_inside)
{
	world_begin();
	world_map(0x10, 2, R);
	world_map(0x12, 2, RW);
	world_map(0x18, 2, R);
	world_map(0x1a, 4, RW);
	EXPECT(world_map(0x12, 0xa, X) == 0);
	EXPECT_WORLD("1:10..11 r--p; 6:12..1b --xp; 5:1c..1d rw-p");
	world_end();
}

TEST(mapping_the_same_over_the_middle_is_one_vma_again)
{
	world_begin();
	world_map(0x10, 8, R);
	EXPECT(world_map(0x12, 2, R) == 0);
	EXPECT_WORLD("2:10..17 r--p");
	EXPECT(world->numbers == 3);
	world_end();
}

TEST(what_is_mapped_over_takes_its_pages_with_it)
{
	world_begin();
	world_map(0x200, 0x10, RW);
	world_touch(0x200, 0x10, true);
	EXPECT(world->rss_anon == 0x10);
	world_map(0x204, 4, RW);
	EXPECT(world->rss_anon == 0xc);
	EXPECT(world->tables == 3);
	world_unmap(0x200, 0x10);
	EXPECT(world->rss_anon == 0);
	EXPECT(world->tables == 0);
	EXPECT_WORLD("");
	world_end();
}

TEST(unmapping_keeps_tables_that_a_neighbour_uses)
{
	world_begin();
	world_map(0x10, 2, RW);
	world_map(0x20, 2, R);
	world_touch(0x10, 2, true);
	world_touch(0x20, 2, false);
	world_unmap(0x10, 2);
	EXPECT(world->tables == 3);
	EXPECT(world->rss_anon == 0);
	world_unmap(0x20, 2);
	EXPECT(world->tables == 0);
	EXPECT_WORLD("");
	world_end();
}

TEST(ranges_that_are_no_whole_pages_or_beyond_the_end_are_refused)
{
	uint64_t end = MPL_TASK_BYTES;

	world_begin();
	EXPECT(mpl_mm_map(world, 1, PAGE - 1, R, 0, 0) == -MPL_EINVAL);
	EXPECT(mpl_mm_map(world, 0, PAGE, R, 0, 0) == -MPL_EINVAL);
	EXPECT(mpl_mm_map(world, PAGE, 0, R, 0, 0) == -MPL_EINVAL);
	EXPECT(mpl_mm_map(world, 0, PAGE - 1, R, 1, 1) == -MPL_EINVAL);
	EXPECT(mpl_mm_unmap(world, 1, PAGE - 1) == -MPL_EINVAL);
	EXPECT(mpl_mm_unmap(world, end, end + PAGE - 1) == -MPL_EINVAL);
	EXPECT(mpl_mm_map(world, end - PAGE, end + PAGE - 1, R, 0, 0) == -MPL_ENOMEM);
	EXPECT(mpl_mm_map(world, end - PAGE, end - 1, R, 0, 0) == 0);
	EXPECT(mpl_mm_map(world, 0, PAGE - 1, R, 0, 0) == 0);
	EXPECT_WORLD("2:0..0 r--p; 1:7fffffffe..7fffffffe r--p");
	world_end();
}
