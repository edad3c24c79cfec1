// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where mappings without an address go, and the heap. core/mm/unmapped_area.c and heap.c.

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

// Sizes and places as seen on Linux 6.18, but for the base.
TEST(a_multiple_of_2_MiB_begins_on_a_border)
{
	uint64_t first = 0;

	world_begin();
	EXPECT(world_map_any(1, RW) == 0x7ffff7ffe);
	EXPECT(world_map_any(0x200, RW) == 0x7ffff7c00);
	EXPECT(world_map_any(0x400, RW) == 0x7ffff7800);
	EXPECT(world_map_any(0x201, RW) == 0x7ffff75ff); // Not a multiple.
	EXPECT(mpl_mm_map_any(world, (2 << 20) - 1, R, 0, 0, &first) == 0);
	EXPECT(first == UINT64_C(0x7ffff7200000)); // Rounded up to pages, it is one.
	world_end();
}

TEST(files_and_shared_memory_begin_anywhere)
{
	uint64_t first = 0;

	world_begin();
	world_map_any(1, RW);
	EXPECT(world_map_any(0x200, RW | MPL_VMA_SHARED) == 0x7ffff7dfe);
	EXPECT(mpl_mm_map_any(world, 2 << 20, R, 1, 0, &first) == 0);
	EXPECT(first == UINT64_C(0x7ffff7bfe000));
	world_end();
}

TEST(a_gap_without_2_MiB_to_spare_is_passed_over)
{
	world_begin();
	world->mmap_base = 0x1000 * PAGE;
	world_map(0x1000, MPL_TASK_BYTES / PAGE - 0x1000, R);
	world_map(0xa00, 0x400, R); // Between the two, 2 MiB on a border.
	world_map(0x1, 0x100, R);
	EXPECT(world_map_any(0x200, RW) == 0x800);
	EXPECT(world_map_any(0x400, RW) == 0x400);
	EXPECT(world_map_any(0x200, RW) == 0xe00); // No gap is larger any more: placed like any other.
	world_end();
}

TEST(what_moves_of_its_own_accord_begins_on_a_border_too)
{
	world_begin();
	world_map_any(1, R);
	world_map(0x10, 0x100, RW);
	world_map(0x110, 1, R);
	EXPECT(world_remap(0x10, 0x100, 0x200, 0, true) == 0x7ffff7c00);
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

TEST(below_the_guard_of_what_was_too_near_nothing_above_is_looked_at_again)
{
	world_begin();
	world->mmap_base = 0x1000 * PAGE;
	world_map(0xff0, 0x10, RW | MPL_VMA_GROWS);
	world_map(0xfe0, 3, R);
	EXPECT(world_map_any(0xe, X) == 0xfe0 - 0xe); // The gap below the stack is too small to be found.
	EXPECT(world_map_any(0xd, RW) == 0xff0 - (int64_t)GUARD - 0xd);
	EXPECT(world_map_any(0xd, RW) == 0xff0 - 2 * ((int64_t)0xd) - (int64_t)GUARD);
	world_check();
	world_end();
}

TEST(a_stack_whose_guard_reaches_below_everything_leaves_no_room_below_it)
{
	world_begin();
	world->mmap_base = 0x1000 * PAGE;
	world_map(GUARD, 0x1000 - GUARD, RW | MPL_VMA_GROWS);
	EXPECT(world_map_any(1, R) == 0x1000);
	world_unmap(GUARD, 2);
	EXPECT(world_map_any(1, R) == 1);
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
	EXPECT_WORLD("2:10..10 rw-p");
	EXPECT(brk_to(0xf) == -MPL_EINVAL);
	EXPECT(brk_to(0x10) == 0);
	EXPECT_WORLD("");
	EXPECT(world->brk_start == 0x10 * PAGE && world->brk == 0x10 * PAGE);
	world_end();
}

TEST(the_heap_shrinks_only_if_something_is_mapped_in_what_it_gives_up)
{
	world_begin();
	mpl_mm_brk_at(world, 0x10 * PAGE);
	EXPECT(brk_to(0x18) == 0);
	world_unmap(0x14, 4);
	EXPECT(brk_to(0x16) == -MPL_ENOMEM);
	EXPECT(brk_to(0x14) == -MPL_ENOMEM);
	EXPECT(world->brk == 0x18 * PAGE);
	EXPECT(mpl_mm_brk(world, 0x18 * PAGE - 1) == 0); // The same page.
	world_map(0x18, 1, R);
	EXPECT(brk_to(0x14) == -MPL_ENOMEM);
	EXPECT(brk_to(0x13) == 0);
	EXPECT(world->brk == 0x13 * PAGE);
	world_unmap(0x10, 4);
	EXPECT(brk_to(0x10) == -MPL_ENOMEM);
	world_check();
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
	EXPECT_WORLD("2:e..f rw-p; 3:12..13 rw-p");
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
