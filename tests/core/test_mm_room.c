// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where mappings without an address go, the heap, and mremap. core/mm/room.c, heap.c and remap.c.

#include "mm_world.h"

#include <string.h>

#define GUARD (MPL_STACK_GUARD_BYTES / PAGE)

// ---- Room ----

TEST(the_first_mapping_ends_at_the_base_and_the_next_ones_below)
{
	uint64_t base = MPL_MMAP_BASE / PAGE;

	world_begin();
	EXPECT(world_map_any(4, R) == (int64_t)base - 4);
	EXPECT(world_map_any(2, RW) == (int64_t)base - 6);
	EXPECT(world_map_any(2, RW) == (int64_t)base - 8);
	EXPECT(world->map_count == 2);
	world_check();
	world_end();
}

TEST(the_highest_gap_that_is_large_enough_is_taken)
{
	world_begin();
	world->mmap_base = 0x100 * PAGE;
	world_map(0x20, 0x10, R);
	world_map(0x38, 0x10, R);
	world_map(0x4c, 0xb4, R);
	EXPECT(world_map_any(5, RW) == 0x33);
	EXPECT(world_map_any(4, RW) == 0x48);
	EXPECT(world_map_any(4, RW) == 0x1c);
	EXPECT_WORLD("6:1c..1f rw-p; 1:20..2f r--p; 4:33..37 rw-p; 2:38..47 r--p; 5:48..4b rw-p; 3:4c..ff r--p");
	world_end();
}

TEST(bytes_are_rounded_up_to_pages)
{
	uint64_t first = 0;

	world_begin();
	world->mmap_base = 0x100 * PAGE;
	EXPECT(mpl_mm_map_any(world, 1, R, 0, 0, &first) == 0);
	EXPECT(first == 0xff * PAGE);
	EXPECT(mpl_mm_map_any(world, PAGE + 1, RW, 0, 0, &first) == 0);
	EXPECT(first == 0xfd * PAGE);
	EXPECT(mpl_mm_map_any(world, 0, RW, 0, 0, &first) == -MPL_EINVAL);
	EXPECT(mpl_mm_map_any(world, PAGE, RW, 1, 1, &first) == -MPL_EINVAL);
	EXPECT(mpl_mm_map_any(world, UINT64_MAX, RW, 0, 0, &first) == -MPL_ENOMEM);
	EXPECT(first == 0xfd * PAGE);
	world_end();
}

TEST(without_room_below_the_base_the_lowest_above_it_is_taken)
{
	world_begin();
	world->mmap_base = 0x100 * PAGE;
	world_map(1, 0xff, R);
	world_map(0x102, 0x10, R);
	EXPECT(world_map_any(3, RW) == 0x112);
	EXPECT(world_map_any(2, RW) == 0x100);
	EXPECT_WORLD("1:1..ff r--p; 4:100..101 rw-p; 2:102..111 r--p; 3:112..114 rw-p");
	world_end();
}

TEST(page_0_is_never_found)
{
	world_begin();
	world->mmap_base = 4 * PAGE;
	world_map(4, MPL_TASK_BYTES / PAGE - 4, R);
	EXPECT(world_map_any(4, RW) == -MPL_ENOMEM);
	EXPECT(world_map_any(3, RW) == 1);
	EXPECT(world_map_any(1, RW) == -MPL_ENOMEM);
	world_check();
	world_end();
}

TEST(below_a_stack_its_guard_stays_free)
{
	world_begin();
	world->mmap_base = 0x1000 * PAGE;
	world_map(0xff0, 0x10, RW | MPL_VMA_GROWS);
	EXPECT(world_map_any(1, R) == 0xff0 - (int64_t)GUARD - 1);
	EXPECT(world_map_any(1, R) == 0xff0 - (int64_t)GUARD - 2);
	world_check();
	world_end();
}

TEST(a_gap_that_its_guard_fills_is_passed_over_downwards)
{
	world_begin();
	world->mmap_base = 0x1000 * PAGE;
	world_map(0xff0, 0x10, RW | MPL_VMA_GROWS);
	world_map(0xff0 - GUARD - 4, 4, R);
	EXPECT(world_map_any(1, X) == 0xff0 - (int64_t)GUARD - 5);
	world_check();
	world_end();
}

TEST(and_upwards)
{
	world_begin();
	world->mmap_base = 0x100 * PAGE;
	world_map(1, 0xff, R);
	world_map(0x100 + GUARD, 0x10, RW | MPL_VMA_GROWS);
	EXPECT(world_map_any(1, X) == 0x110 + (int64_t)GUARD);
	world_unmap(0x100 + GUARD, 1);
	EXPECT(world_map_any(1, X) == 0x100);
	world_check();
	world_end();
}

// ---- The heap ----

static int brk_to(uint64_t page) { return mpl_mm_brk(world, page * PAGE); }

TEST(the_heap_grows_as_one_vma_and_shrinks_again)
{
	world_begin();
	EXPECT(brk_to(0x10) == -MPL_EINVAL);
	EXPECT(mpl_mm_brk_at(world, 0x10 * PAGE) == 0);
	EXPECT(brk_to(0x14) == 0);
	EXPECT_WORLD("1:10..13 rw-p");
	EXPECT(brk_to(0x18) == 0);
	EXPECT_WORLD("1:10..17 rw-p");
	EXPECT(brk_to(0x11) == 0);
	EXPECT_WORLD("1:10..10 rw-p");
	EXPECT(brk_to(0xf) == -MPL_EINVAL);
	EXPECT(brk_to(0x10) == 0);
	EXPECT_WORLD("");
	EXPECT(world->brk_start == 0x10 * PAGE && world->brk == 0x10 * PAGE);
	world_end();
}

TEST(the_break_is_kept_to_the_byte_and_the_memory_in_pages)
{
	world_begin();
	mpl_mm_brk_at(world, 0x10 * PAGE);
	EXPECT(mpl_mm_brk(world, 0x10 * PAGE + 1) == 0);
	EXPECT_WORLD("1:10..10 rw-p");
	EXPECT(world->brk == 0x10 * PAGE + 1);
	mpl_fail_site(MPL_SITE_COMMIT, 0, 1, 1);
	EXPECT(mpl_mm_brk(world, 0x11 * PAGE) == 0);
	EXPECT(mpl_mm_brk(world, 0x11 * PAGE + 1) == -MPL_ENOMEM);
	EXPECT(world->brk == 0x11 * PAGE);
	EXPECT_WORLD("1:10..10 rw-p");
	world_end();
}

TEST(the_heap_stops_at_what_is_in_the_way)
{
	world_begin();
	mpl_mm_brk_at(world, 0x10 * PAGE);
	world_map(0x20, 1, R);
	EXPECT(brk_to(0x21) == -MPL_ENOMEM);
	EXPECT(brk_to(0x20) == -MPL_ENOMEM);
	EXPECT(brk_to(0x1f) == 0);
	EXPECT(mpl_mm_brk(world, 0x1f * PAGE + 1) == -MPL_ENOMEM);
	EXPECT(brk_to(MPL_TASK_BYTES / PAGE + 1) == -MPL_ENOMEM);
	EXPECT(mpl_mm_brk_at(world, 0x20 * PAGE) == -MPL_ENOMEM);
	EXPECT(mpl_mm_brk_at(world, 0x30 * PAGE + 1) == -MPL_EINVAL);
	EXPECT_WORLD("2:10..1e rw-p; 1:20..20 r--p");
	world_end();
}

TEST(the_heap_keeps_away_from_a_stack)
{
	world_begin();
	mpl_mm_brk_at(world, 0x10 * PAGE);
	world_map(0x10 + 9 + GUARD, 1, RW | MPL_VMA_GROWS);
	EXPECT(brk_to(0x19) == -MPL_ENOMEM);
	EXPECT(brk_to(0x18) == 0);
	world_end();
}

TEST(the_heap_joins_equal_memory_beside_it)
{
	world_begin();
	world_map(0xe, 2, RW);
	mpl_mm_brk_at(world, 0x10 * PAGE);
	EXPECT(brk_to(0x12) == 0);
	EXPECT_WORLD("1:e..11 rw-p");
	world_map(0x12, 2, RW);
	EXPECT_WORLD("1:e..13 rw-p");
	EXPECT(brk_to(0x10) == 0);
	EXPECT_WORLD("1:e..f rw-p; 3:12..13 rw-p");
	world_end();
}

TEST(a_heap_that_maps_tells_goes_on_from_its_end)
{
	world_begin();
	world_load(0x10, 4, RW | MPL_VMA_ACCOUNT | MPL_VMA_HEAP, 0, 0, 1);
	EXPECT(brk_to(0x16) == 0);
	EXPECT_WORLD("1:10..15 rw-p a1/1");
	world_end();
}

// ---- mremap ----

TEST(smaller_the_end_is_unmapped)
{
	world_begin();
	world_map(0x10, 8, RW);
	EXPECT(world_remap(0x10, 8, 3, 0, false) == 0x10);
	EXPECT_WORLD("1:10..12 rw-p");
	EXPECT(world_remap(0x10, 3, 3, 0, true) == 0x10);
	world_end();
}

TEST(in_place_it_grows_into_the_room_behind)
{
	world_begin();
	world_map_file(0x10, 4, RW, 3, 0x20);
	EXPECT(world_remap(0x10, 4, 8, 0, false) == 0x10);
	EXPECT_WORLD("1:10..17 rw-p f3+20");
	EXPECT(world_remap(0x12, 6, 7, 0, false) == 0x12);
	EXPECT_WORLD("1:10..18 rw-p f3+20");
	EXPECT(world->numbers == 1);
	world_end();
}

TEST(in_place_it_joins_the_vma_behind_if_that_fits)
{
	world_begin();
	world_map(0x10, 4, RW);
	world_map(0x18, 4, RW);
	world_touch(0x10, 4, true);
	EXPECT(world_remap(0x10, 4, 8, 0, false) == 0x10);
	EXPECT_WORLD("1:10..1b rw-p a1/1");
	world_end();
}

TEST(in_place_a_long_chain_is_no_obstacle)
{
	world_begin();
	world_load(0x10, 4, RW | MPL_VMA_ACCOUNT, 0, 0, 3);
	EXPECT(world_remap(0x10, 4, 8, 0, false) == 0x10);
	EXPECT_WORLD("1:10..17 rw-p a1/3");
	world_end();
}

TEST(in_place_there_must_be_room)
{
	struct world_note note;

	world_begin();
	world_map(0x10, 4, RW);
	world_map(0x16, 4, R);
	world_note(&note);
	EXPECT(world_remap(0x10, 4, 7, 0, false) == -MPL_ENOMEM);
	EXPECT(world_remap(0x10, 2, 3, 0, false) == -MPL_ENOMEM);
	world_is_as(&note);
	EXPECT(world_remap(0x10, 4, 6, 0, false) == 0x10);
	world_end();
}

TEST(moved_it_goes_to_the_highest_room_and_takes_its_pages_along)
{
	world_begin();
	world->mmap_base = 0x4000 * PAGE;
	world_map(0x10, 4, RW);
	world_map(0x14, 4, R);
	world_touch(0x11, 2, true);
	EXPECT(world_remap(0x10, 4, 6, 0, true) == 0x3ffa);
	EXPECT_WORLD("2:14..17 r--p; 3:3ffa..3fff rw-p a1/1");
	EXPECT(world->rss_anon == 2);
	EXPECT(world->tables == 4); // The PTE table of before is that of VMA 2 too.
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 6);
	world_unmap(0x3ffb, 1);
	EXPECT(world->rss_anon == 1);
	world_end();
}

TEST(moved_a_part_is_cut_out_of_its_vma)
{
	world_begin();
	world->mmap_base = 0x4000 * PAGE;
	world_map_file(0x10, 8, R, 6, 0x30);
	EXPECT(world_remap(0x12, 2, 2, 0x100, true) == 0x100);
	EXPECT_WORLD("1:10..11 r--p f6+30; 4:14..17 r--p f6+34; 2:100..101 r--p f6+32");
	world_end();
}

TEST(moved_to_an_address_what_was_there_is_unmapped)
{
	world_begin();
	world_map(0x10, 4, RW);
	world_map(0x20, 8, R);
	world_touch(0x10, 4, true);
	world_touch(0x20, 8, false);
	EXPECT(world_remap(0x10, 4, 4, 0x22, true) == 0x22);
	EXPECT_WORLD("2:20..21 r--p; 5:22..25 rw-p a1/1; 4:26..27 r--p");
	EXPECT(world->rss_anon == 4);
	world_end();
}

TEST(moved_and_smaller_only_the_first_pages_go_along)
{
	world_begin();
	world_map(0x10, 8, RW);
	world_touch(0x10, 8, true);
	EXPECT(world_remap(0x10, 8, 3, 0x40, true) == 0x40);
	EXPECT_WORLD("2:40..42 rw-p a1/1");
	EXPECT(world->rss_anon == 3);
	world_end();
}

TEST(moved_inside_its_own_vma)
{
	world_begin();
	world_map(0x10, 0x20, R);
	EXPECT(world_remap(0x10, 4, 4, 0x20, true) == 0x20);
	EXPECT_WORLD("5:14..1f r--p; 4:20..23 r--p; 3:24..2f r--p");
	world_end();
}

TEST(moved_down_inside_its_own_vma)
{
	world_begin();
	world_map_file(0x10, 0x20, R, 8, 0);
	EXPECT(world_remap(0x20, 4, 4, 0x14, true) == 0x14);
	EXPECT_WORLD("1:10..13 r--p f8+0; 4:14..17 r--p f8+10; 3:18..1f r--p f8+8; 6:24..2f r--p f8+14");
	world_end();
}

TEST(moved_inside_its_own_vma_right_up_to_where_it_was)
{
	struct world_note note;

	world_begin();
	world_map(0x10, 0x10, R);
	world_note(&note);
	// Two cuts at the new place, the object, and one cut at the old place: behind the part, there is none in front.
	mpl_fail_site(MPL_SITE_VMA, 0, 4, 1);
	EXPECT(world_remap(0x18, 4, 4, 0x14, true) == -MPL_ENOMEM);
	world_is_as(&note);
	mpl_fail_site(MPL_SITE_VMA, 0, 5, 1);
	EXPECT(world_remap(0x18, 4, 4, 0x14, true) == 0x14);
	EXPECT_WORLD("1:10..13 r--p; 4:14..17 r--p; 5:1c..1f r--p");
	world_end();
}

TEST(moved_directly_in_front_of_itself_it_stays_two)
{
	world_begin();
	world_map(0x10, 4, R);
	EXPECT(world_remap(0x10, 2, 2, 0xe, true) == 0xe);
	EXPECT_WORLD("2:e..f r--p; 3:12..13 r--p");
	world_end();
}

TEST(what_cannot_be_remapped_is_refused)
{
	struct world_note note;

	world_begin();
	world_map(0x10, 4, RW);
	world_map(0x14, 4, R);
	world_map(0x20, 4, R | MPL_VMA_PFNMAP);
	world_note(&note);
	EXPECT(world_remap(0x10, 5, 9, 0, true) == -MPL_EFAULT);
	EXPECT(world_remap(0x30, 1, 2, 0, true) == -MPL_EFAULT);
	EXPECT(world_remap(0x20, 4, 5, 0, true) == -MPL_EFAULT);
	EXPECT(world_remap(0x10, 0, 5, 0, true) == -MPL_EINVAL);
	EXPECT(world_remap(0x10, 4, 0, 0, true) == -MPL_EINVAL);
	EXPECT(world_remap(0x10, 4, 4, 0x12, true) == -MPL_EINVAL);
	EXPECT(world_remap(0x10, 4, 4, 0xe, true) == -MPL_EINVAL);
	EXPECT(world_remap(0x10, 4, 4, MPL_TASK_BYTES / PAGE - 2, true) == -MPL_EINVAL);
	EXPECT(world_remap(0x10, 4, MPL_TASK_BYTES / PAGE, 0, true) == -MPL_ENOMEM);
	world_is_as(&note);
	world_end();
}
