// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a process may have at most. Each answer was observed on a running kernel (6.18), there with 65,530 VMAs.

#include "mm_world.h"

static void limit(enum mpl_limit which, uint64_t value) { EXPECT(mpl_mm_limit(world, which, value) == 0); }

// Pages 10..17 rw-, and so many VMAs more.
static void crowd(uint32_t vmas)
{
	world_row(8, RW);
	for (uint32_t i = 0; i < vmas; i++)
		EXPECT(world_map(0x1000 + 2 * i, 1, R) == 0);
}

TEST(a_process_begins_with_65530_vmas_and_stacks_of_8_mib)
{
	world_begin();
	EXPECT(world->limit[MPL_LIMIT_VMAS] == 65530);
	EXPECT(world->limit[MPL_LIMIT_STACK] == 8u << 20);
	EXPECT(world->limit[MPL_LIMIT_AS] == MPL_UNLIMITED);
	EXPECT(mpl_mm_limit(world, MPL_LIMITS, 1) == -MPL_EINVAL);
	world_end();
}

TEST(mapping_goes_on_to_one_vma_above_the_limit_and_cutting_to_the_limit)
{
	crowd(8);
	limit(MPL_LIMIT_VMAS, 10);
	EXPECT(world_map(0x20, 1, RW) == 0);
	EXPECT(world->map_count == 10);
	EXPECT(world_map(0x24, 1, RW) == 0);
	EXPECT(world->map_count == 11);
	EXPECT(world_map(0x28, 1, RW) == -MPL_ENOMEM);
	EXPECT(world_map(0x21, 1, RW) == -MPL_ENOMEM); // Though it would join.
	EXPECT(world_map(0x12, 1, R) == -MPL_ENOMEM);
	EXPECT(world_unmap(0x12, 1) == -MPL_ENOMEM);
	EXPECT(world_protect(0x12, 1, R) == -MPL_ENOMEM);
	EXPECT(world_protect(0x10, 1, R) == -MPL_ENOMEM);
	EXPECT(mpl_mm_kept_to() == 0);
	EXPECT(world_unmap(0x10, 1) == 0);
	EXPECT(world_unmap(0x17, 1) == 0);
	world_end();
}

TEST(a_cut_out_of_the_middle_needs_room_for_two_vmas)
{
	crowd(7);
	limit(MPL_LIMIT_VMAS, 10);
	EXPECT(world_protect(0x12, 1, R) == 0);
	EXPECT(world->map_count == 10);
	world_end();
	crowd(8);
	limit(MPL_LIMIT_VMAS, 10);
	EXPECT(world_protect(0x12, 1, R) == -MPL_ENOMEM);
	EXPECT(world_protect(0x10, 1, R) == 0);
	world_end();
}

TEST(protecting_keeps_what_it_did_before_it_met_the_limit)
{
	world_row(4, RW, R, RW | SHARED);
	limit(MPL_LIMIT_VMAS, 2);
	EXPECT(world_protect(0x10, 10, X) == -MPL_ENOMEM);
	EXPECT(mpl_mm_kept_to() == 0x18 * PAGE);
	EXPECT_WORLD("1:10..17 --xp; 3:18..1b rw-s");
	world_end();
}

TEST(moving_needs_room_for_three_vmas_and_for_five_to_a_given_place)
{
	crowd(4);
	limit(MPL_LIMIT_VMAS, 10);
	EXPECT(world->map_count == 5);
	EXPECT(world_remap(0x10, 8, 8, 0x50, MPL_REMAP_MAY_MOVE) == -MPL_ENOMEM);
	EXPECT(world_remap(0x12, 1, 2, 0, MPL_REMAP_MAY_MOVE) > 0);
	EXPECT(world->map_count == 7);
	EXPECT(world_remap(0x10, 1, 2, 0, MPL_REMAP_MAY_MOVE) == -MPL_ENOMEM);
	EXPECT(world_remap(0x13, 5, 6, 0, MPL_REMAP_STAY) == 0x13);
	EXPECT(world_remap(0x13, 6, 5, 0, MPL_REMAP_STAY) == 0x13);
	world_end();
}

TEST(all_that_is_mapped_is_limited_and_a_refused_mapping_keeps_its_cuts)
{
	world_row(4, RW);
	limit(MPL_LIMIT_AS, 6 * PAGE + 100);
	EXPECT(world_map(0x20, 2, RW) == 0);
	EXPECT(world_map(0x30, 1, RW) == -MPL_ENOMEM);
	EXPECT(mpl_mm_kept_to() == 0);
	EXPECT(world_map(0x20, 2, R) == 0);
	EXPECT(world_map(0x10, 5, R) == -MPL_ENOMEM);
	EXPECT(mpl_mm_kept_to() == 0);
	EXPECT(world_map(0x12, 4, R) == -MPL_ENOMEM);
	EXPECT(mpl_mm_kept_to() == 0x12 * PAGE);
	EXPECT_WORLD("4:10..11 rw-p; 1:12..13 rw-p; 3:20..21 r--p");
	EXPECT(world_remap(0x20, 2, 3, 0, MPL_REMAP_MAY_MOVE) == -MPL_ENOMEM);
	EXPECT(world_remap(0x20, 2, 2, 0x70, MPL_REMAP_KEEP) == -MPL_ENOMEM);
	EXPECT(world_remap(0x20, 2, 2, 0x70, MPL_REMAP_MAY_MOVE) == 0x70);
	EXPECT(mpl_mm_brk_at(world, 0x100 * PAGE) == 0);
	EXPECT(mpl_mm_brk(world, 0x101 * PAGE) == -MPL_ENOMEM);
	world_end();
}

TEST(data_is_limited_where_it_is_mapped_and_where_it_becomes_writable)
{
	world_row(4, R);
	limit(MPL_LIMIT_DATA, 2 * PAGE);
	EXPECT(world_map(0x20, 2, RW) == 0);
	EXPECT(world_map(0x30, 1, RW) == -MPL_ENOMEM);
	EXPECT(world_map(0x30, 1, R) == 0);
	EXPECT(world_map(0x40, 1, RW | SHARED) == 0);
	EXPECT(world_protect(0x10, 1, RW) == -MPL_ENOMEM);
	EXPECT(world_protect(0x20, 1, RW | X) == 0);
	EXPECT(mpl_mm_brk_at(world, 0x100 * PAGE) == 0);
	EXPECT(mpl_mm_brk(world, 0x100 * PAGE + 1) == -MPL_ENOMEM);
	EXPECT_WORLD("1:10..13 r--p; 2:20..20 rwxp; 5:21..21 rw-p; 3:30..30 r--p; 4:40..40 rw-s");
	world_end();
}

TEST(locked_memory_is_limited_and_counts_once)
{
	world_row(8, RW);
	limit(MPL_LIMIT_MEMLOCK, 4 * PAGE + 100);
	EXPECT(world_advise(0x10, 5, MPL_LOCK) == -MPL_ENOMEM);
	EXPECT(world_advise(0x10, 4, MPL_LOCK) == 0);
	EXPECT(world_advise(0x10, 4, MPL_LOCK) == 0);
	EXPECT(world_advise(0x12, 4, MPL_LOCK) == -MPL_ENOMEM);
	EXPECT(world_advise(0x11, 3, MPL_LOCK_ONFAULT) == 0);
	EXPECT(world_map(0x30, 1, RW | MPL_VMA_LOCKED) == -MPL_EAGAIN);
	EXPECT(mpl_mm_lock_all(world, MPL_LOCK_CURRENT) == -MPL_ENOMEM);
	EXPECT(mpl_mm_lock_all(world, MPL_LOCK_FUTURE) == 0);
	EXPECT(world_map(0x30, 1, RW) == -MPL_EAGAIN);
	EXPECT(world_remap(0x11, 3, 4, 0, MPL_REMAP_MAY_MOVE) == -MPL_EAGAIN);
	EXPECT(mpl_mm_brk_at(world, 0x100 * PAGE) == 0);
	EXPECT(mpl_mm_brk(world, 0x101 * PAGE) == -MPL_ENOMEM);
	limit(MPL_LIMIT_MEMLOCK, 0);
	EXPECT(world_advise(0x10, 8, MPL_UNLOCK) == 0);
	EXPECT(world_advise(0x10, 1, MPL_LOCK) == -MPL_EPERM);
	EXPECT(mpl_mm_lock_all(world, MPL_LOCK_CURRENT) == -MPL_EPERM);
	EXPECT(world_map(0x30, 1, RW | MPL_VMA_LOCKED) == -MPL_EPERM);
	EXPECT(mpl_mm_lock_all(world, 0) == 0);
	EXPECT_WORLD("3:10..17 rw-p");
	world_end();
}

TEST(a_stack_grows_as_far_as_its_limits_let_it)
{
	world_begin();
	EXPECT(world_map(0x5000, 4, RW | MPL_VMA_GROWS) == 0);
	limit(MPL_LIMIT_STACK, 6 * PAGE);
	EXPECT(world_touch(0x4ffd, 1, true) == -MPL_EFAULT);
	EXPECT(world_touch(0x4ffe, 1, true) == 0);
	limit(MPL_LIMIT_STACK, MPL_UNLIMITED);
	limit(MPL_LIMIT_AS, 7 * PAGE);
	EXPECT(world_touch(0x4ffc, 1, true) == -MPL_EFAULT);
	EXPECT(world_touch(0x4ffd, 1, true) == 0);
	limit(MPL_LIMIT_AS, MPL_UNLIMITED);
	EXPECT(world_advise(0x4ffd, 7, MPL_LOCK) == 0);
	limit(MPL_LIMIT_MEMLOCK, 7 * PAGE);
	EXPECT(world_touch(0x4ffc, 1, true) == -MPL_EFAULT);
	world_end();
}

TEST(a_child_has_the_limits_of_its_parent)
{
	struct maple_tree tree = MTREE_INIT(tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	struct mpl_mm *child;

	world_row(1, RW);
	limit(MPL_LIMIT_DATA, 5 * PAGE);
	EXPECT(mpl_mm_lock_all(world, MPL_LOCK_FUTURE) == 0);
	child = mpl_fork_begin(world, &tree, MPL_FORK_DUP, MPL_UNDO_MARKER, false);
	EXPECT(mpl_fork_end() == 0);
	EXPECT(child->limit[MPL_LIMIT_DATA] == 5 * PAGE);
	EXPECT(child->locks_new == 0);
	mpl_mm_exit(child);
	world_end();
}
