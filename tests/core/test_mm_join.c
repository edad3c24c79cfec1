// SPDX-License-Identifier: GPL-2.0-or-later
//
// Joining: which ranges become one VMA, which object stays, and which do not. core/mm/join.c, for new mappings; what
// changes flags is in test_mm_modify.c.

#include "mm_world.h"

#include <string.h>

// ---- The four cases ----

TEST(none_a_mapping_apart_from_others_is_an_object_of_its_own)
{
	world_row(2, RW);
	world_map(0x20, 2, RW);
	world_map(0x18, 2, RW);
	EXPECT_WORLD("1:10..11 rw-p; 3:18..19 rw-p; 2:20..21 rw-p");
	world_end();
}

TEST(below_the_vma_below_grows_up)
{
	world_row(2, RW);
	world_map(0x12, 3, RW);
	EXPECT_WORLD("1:10..14 rw-p");
	EXPECT(world->numbers == 1);
	world_end();
}

TEST(above_the_vma_above_grows_down)
{
	world_begin();
	world_map(0x12, 3, RW);
	world_map(0x10, 2, RW);
	EXPECT_WORLD("1:10..14 rw-p");
	EXPECT(world->numbers == 1);
	world_end();
}

TEST(both_the_vma_below_grows_over_the_one_above)
{
	world_begin();
	world_map(0x14, 2, RW);
	world_map(0x10, 2, RW);
	world_map(0x12, 2, RW);
	EXPECT_WORLD("2:10..15 rw-p");
	EXPECT(world->numbers == 2);
	world_end();
}

TEST(a_join_makes_no_object_so_that_refusing_one_does_not_matter)
{
	world_row(2, R);
	mpl_fail_site(MPL_SITE_VMA, 0, 1, 1);
	EXPECT(world_map(0x12, 2, R) == 0);
	EXPECT(world_map(0x20, 2, R) == -MPL_ENOMEM);
	EXPECT_WORLD("1:10..13 r--p");
	world_end();
}

// ---- Files ----

TEST(parts_of_a_file_join_where_their_offsets_adjoin)
{
	world_begin();
	world_map_file(0x10, 2, R, 7, 0x100);
	world_map_file(0x12, 2, R, 7, 0x102);
	EXPECT_WORLD("1:10..13 r--p f7+100");
	world_map_file(0xe, 2, R, 7, 0xfe);
	EXPECT_WORLD("1:e..13 r--p f7+fe");
	world_end();
}

TEST(parts_of_a_file_that_do_not_adjoin_stay_two)
{
	world_begin();
	world_map_file(0x10, 2, R, 7, 0x100);
	world_map_file(0x12, 2, R, 7, 0x103);
	world_map_file(0xe, 2, R, 7, 0xff);
	EXPECT_WORLD("3:e..f r--p f7+ff; 1:10..11 r--p f7+100; 2:12..13 r--p f7+103");
	world_end();
}

TEST(different_files_and_files_beside_anonymous_memory_stay_two)
{
	world_begin();
	world_map_file(0x10, 2, R, 7, 0);
	world_map_file(0x12, 2, R, 8, 2);
	world_map(0x14, 2, R);
	EXPECT_WORLD("1:10..11 r--p f7+0; 2:12..13 r--p f8+2; 3:14..15 r--p");
	EXPECT(world_held(MPL_OBJECT_FILES) == 2);
	world_end();
}

TEST(a_file_reference_is_given_back_when_two_become_one)
{
	world_begin();
	world_map_file(0x10, 2, R, 7, 0);
	world_map_file(0x14, 2, R, 7, 4);
	EXPECT(world_held(MPL_OBJECT_FILES) == 2);
	world_map_file(0x12, 2, R, 7, 2);
	EXPECT(world_held(MPL_OBJECT_FILES) == 1);
	EXPECT_WORLD("1:10..15 r--p f7+0");
	world_end();
}

// ---- Flags ----

TEST(different_permissions_stay_two)
{
	world_row(2, R, RW, RW | SHARED);
	EXPECT_WORLD("1:10..11 r--p; 2:12..13 rw-p; 3:14..15 rw-s");
	world_end();
}

TEST(each_flag_that_differs_keeps_two_apart)
{
	static const enum mpl_advice advices[] = {MPL_DONTFORK, MPL_WIPEONFORK, MPL_POLICY, MPL_UFFD, MPL_LOCK};

	for (unsigned i = 0; i < sizeof(advices) / sizeof(advices[0]); i++) {
		world_begin();
		world_map(0x10, 2, R);
		EXPECT(world_advise(0x10, 2, advices[i]) == 0);
		world_map(0x12, 2, R);
		EXPECT(world->map_count == 2);
		world_check();
		world_end();
	}
}

TEST(memory_of_devices_joins_nothing)
{
	static const uint32_t kinds[] = {MPL_VMA_PFNMAP, MPL_VMA_MIXEDMAP};

	for (unsigned i = 0; i < 2; i++) {
		world_begin();
		world_map(0x10, 2, R | kinds[i]);
		world_map(0x12, 2, R | kinds[i]);
		EXPECT(world->map_count == 2);
		world_check();
		world_end();
	}
}

TEST(a_mapping_does_not_take_the_flags_that_calls_of_their_own_give)
{
	world_row(2, R | MPL_VMA_HEAP | MPL_VMA_POLICY | MPL_VMA_UFFD | MPL_VMA_ACCOUNT);
	EXPECT_WORLD("1:10..11 r--p");
	world_end();
}

// ---- anon_vmas ----

TEST(a_new_mapping_joins_one_that_was_written)
{
	world_row(2, RW);
	world_touch(0x10, 1, true);
	world_map(0x12, 2, RW);
	EXPECT_WORLD("1:10..13 rw-p a1/1");
	world_map(0xe, 2, RW);
	EXPECT_WORLD("1:e..13 rw-p a1/1");
	world_end();
}

TEST(two_that_were_written_apart_are_not_joined_by_what_comes_between)
{
	world_row(2, RW);
	world_map(0x14, 2, RW);
	world_touch(0x10, 1, true);
	world_touch(0x14, 1, true);
	world_map(0x12, 2, RW);
	EXPECT_WORLD("1:10..13 rw-p a1/1; 2:14..15 rw-p a2/1");
	world_end();
}

TEST(the_anon_vma_of_the_one_above_goes_over_to_the_one_below)
{
	world_row(2, RW);
	world_map(0x14, 2, RW);
	world_touch(0x14, 1, true);
	world_map(0x12, 2, RW);
	EXPECT_WORLD("1:10..15 rw-p a1/1");
	EXPECT(world_held(MPL_OBJECT_ANON_VMAS) == 1);
	EXPECT(world_held(MPL_OBJECT_CHAINS) == 1);
	world_end();
}

TEST(a_chain_of_more_than_one_element_is_not_passed_on)
{
	world_begin();
	world_load(0x10, 2, RW | MPL_VMA_ACCOUNT, 0, 0, 2);
	world_map(0x12, 2, RW);
	world_map(0xe, 2, RW);
	EXPECT_WORLD("3:e..f rw-p; 1:10..11 rw-p a1/2; 2:12..13 rw-p");
	world_end();
}

TEST(parts_of_one_vma_have_one_anon_vma_and_become_one_again)
{
	world_row(6, RW);
	world_touch(0x10, 6, true);
	world_protect(0x12, 2, R);
	EXPECT_WORLD("2:10..11 rw-p a1/1; 1:12..13 r--p a1/1 ac; 3:14..15 rw-p a1/1");
	world_protect(0x12, 2, RW);
	EXPECT_WORLD("2:10..15 rw-p a1/1");
	world_end();
}

// ---- Loading ----

TEST(what_maps_tells_is_never_joined)
{
	world_begin();
	EXPECT(world_load(0x10, 2, R, 4, 0, 0) == 0);
	EXPECT(world_load(0x12, 2, R, 4, 2, 0) == 0);
	EXPECT(world_load(0x14, 2, RW | MPL_VMA_ACCOUNT | MPL_VMA_POLICY | MPL_VMA_UFFD, 4, 4, 1) == 0);
	EXPECT_WORLD("1:10..11 r--p f4+0; 2:12..13 r--p f4+2; 3:14..15 rw-p f4+4 a1/1 uf po");
	world_end();
}

TEST(what_maps_tells_must_ascend)
{
	world_begin();
	EXPECT(world_load(0x10, 2, R, 0, 0, 0) == 0);
	EXPECT(world_load(0x11, 2, R, 0, 0, 0) == -MPL_EINVAL);
	EXPECT(world_load(0x8, 2, R, 0, 0, 0) == -MPL_EINVAL);
	EXPECT(mpl_mm_load(world, MPL_TASK_BYTES, MPL_TASK_BYTES + PAGE - 1, R, 0, 0, 0) == -MPL_EINVAL);
	EXPECT(mpl_mm_load(world, 0x12001, 0x12fff, R, 0, 0, 0) == -MPL_EINVAL);
	EXPECT_WORLD("1:10..11 r--p");
	world_end();
}
