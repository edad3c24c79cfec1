// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sealed memory, and mlockall. What each call returns and leaves behind was observed on a running kernel (6.18).

#include "mm_world.h"

// A VMA rw- of four pages from 10 on, and one r-- of as many behind it, sealed.
static void half_sealed(void)
{
	world_row(4, RW, R);
	EXPECT(world_advise(0x14, 4, MPL_SEAL) == 0);
}

TEST(sealing_cuts_as_new_flags_do_and_a_hole_refuses_it)
{
	world_row(4, RW, R);
	EXPECT(world_advise(0x12, 4, MPL_SEAL) == 0);
	EXPECT_WORLD("3:10..11 rw-p; 1:12..13 rw-p sl; 2:14..15 r--p sl; 4:16..17 r--p");
	EXPECT(world_advise(0x16, 4, MPL_SEAL) == -MPL_ENOMEM);
	EXPECT(mpl_mm_kept_to() == 0);
	EXPECT(world_advise(0x10, 8, MPL_SEAL) == 0);
	EXPECT_WORLD("1:10..13 rw-p sl; 2:14..17 r--p sl");
	world_end();
}

TEST(what_would_unmap_sealed_memory_keeps_the_cut_at_its_first_address)
{
	half_sealed();
	EXPECT(world_unmap(0x12, 4) == -MPL_EPERM);
	EXPECT(mpl_mm_kept_to() == 0x12 * PAGE);
	EXPECT_WORLD("3:10..11 rw-p; 1:12..13 rw-p; 2:14..17 r--p sl");
	EXPECT(world_unmap(0x12, 4) == -MPL_EPERM);
	EXPECT(mpl_mm_kept_to() == 0);
	EXPECT(world_map(0x11, 4, X) == -MPL_EPERM);
	EXPECT(mpl_mm_kept_to() == 0x11 * PAGE);
	EXPECT_WORLD("4:10..10 rw-p; 3:11..11 rw-p; 1:12..13 rw-p; 2:14..17 r--p sl");
	EXPECT(world_unmap(0x15, 1) == -MPL_EPERM); // Sealed memory itself is not cut.
	EXPECT(mpl_mm_kept_to() == 0);
	EXPECT(world_unmap(0x10, 4) == 0);
	EXPECT_WORLD("2:14..17 r--p sl");
	world_end();
}

TEST(protecting_ends_at_sealed_memory_even_if_nothing_would_change)
{
	half_sealed();
	EXPECT(world_protect(0x14, 4, R) == -MPL_EPERM);
	EXPECT(mpl_mm_kept_to() == 0);
	EXPECT(world_protect(0x12, 4, X) == -MPL_EPERM);
	EXPECT(mpl_mm_kept_to() == 0x14 * PAGE);
	EXPECT_WORLD("3:10..11 rw-p; 1:12..13 --xp; 2:14..17 r--p sl");
	world_end();
}

TEST(sealed_memory_is_neither_moved_nor_resized_nor_moved_onto)
{
	half_sealed();
	EXPECT(world_remap(0x14, 4, 4, 0, MPL_REMAP_STAY) == -MPL_EPERM);
	EXPECT(world_remap(0x14, 4, 2, 0, MPL_REMAP_STAY) == -MPL_EPERM);
	EXPECT(world_remap(0x14, 4, 8, 0, MPL_REMAP_MAY_MOVE) == -MPL_EPERM);
	EXPECT(world_remap(0x14, 4, 4, 0x30, MPL_REMAP_MAY_MOVE) == -MPL_EPERM);
	EXPECT(world_remap(0x10, 4, 4, 0x16, MPL_REMAP_MAY_MOVE) == -MPL_EPERM);
	EXPECT(world_remap(0x10, 8, 4, 0, MPL_REMAP_STAY) == -MPL_EPERM);
	EXPECT(mpl_mm_kept_to() == 0);
	EXPECT_WORLD("1:10..13 rw-p; 2:14..17 r--p sl");
	EXPECT(world_remap(0x10, 8, 2, 0, MPL_REMAP_STAY) == -MPL_EPERM);
	EXPECT(mpl_mm_kept_to() == 0x12 * PAGE);
	EXPECT_WORLD("3:10..11 rw-p; 1:12..13 rw-p; 2:14..17 r--p sl");
	world_end();
}

TEST(advice_that_loses_content_is_refused_where_sealed_memory_is_private_and_read_only)
{
	half_sealed();
	EXPECT(world_advise(0x10, 8, MPL_DONTNEED) == -MPL_EPERM);
	EXPECT(mpl_mm_kept_to() == 0x14 * PAGE);
	EXPECT(world_advise(0x14, 4, MPL_FREE) == -MPL_EPERM);
	EXPECT(world_advise(0x14, 4, MPL_DONTFORK) == -MPL_EPERM);
	EXPECT(world_advise(0x14, 4, MPL_WIPEONFORK) == -MPL_EPERM);
	EXPECT(world_advise(0x14, 4, MPL_DOFORK) == 0);
	EXPECT(world_advise(0x14, 4, MPL_HUGEPAGE) == 0);
	EXPECT(world_advise(0x14, 4, MPL_LOCK) == 0);
	EXPECT_WORLD("1:10..13 rw-p; 2:14..17 r--p lo hg sl");
	EXPECT(world_advise(0x10, 4, MPL_SEAL) == 0);
	EXPECT(world_advise(0x10, 4, MPL_DONTNEED) == 0);
	EXPECT(world_advise(0x10, 4, MPL_DONTFORK) == 0);
	world_map_file(0x20, 1, R | SHARED, 4, 0);
	EXPECT(world_advise(0x20, 1, MPL_SEAL) == 0);
	EXPECT(world_advise(0x20, 1, MPL_DONTNEED) == 0);
	world_end();
}

TEST(a_sealed_stack_grows)
{
	world_begin();
	EXPECT(world_map(0x5000, 4, RW | MPL_VMA_GROWS) == 0);
	EXPECT(world_advise(0x5000, 4, MPL_SEAL) == 0);
	EXPECT(world_touch(0x4ffe, 2, true) == 0);
	EXPECT_WORLD("1:4ffe..5003 rw-p a1/1 gr sl");
	world_end();
}

// ---- mlockall ----

TEST(locking_all_makes_one_of_what_locks_kept_apart)
{
	world_row(4, RW);
	EXPECT(world_advise(0x11, 1, MPL_LOCK) == 0);
	world_map(0x20, 1, 0);
	EXPECT(mpl_mm_lock_all(world, MPL_LOCK_CURRENT) == 0);
	EXPECT_WORLD("1:10..13 rw-p lo; 4:20..20 ---p lo");
	EXPECT(mpl_mm_lock_all(world, MPL_LOCK_CURRENT | MPL_LOCK_FAULTED) == 0);
	EXPECT_WORLD("1:10..13 rw-p lo lf; 4:20..20 ---p lo lf");
	EXPECT(mpl_mm_lock_all(world, 0) == 0);
	EXPECT_WORLD("1:10..13 rw-p; 4:20..20 ---p");
	EXPECT(mpl_mm_lock_all(world, MPL_LOCK_FAULTED) == -MPL_EINVAL);
	EXPECT(mpl_mm_lock_all(world, 8) == -MPL_EINVAL);
	world_end();
}

TEST(new_mappings_are_locked_until_a_call_without_future)
{
	world_row(4, RW);
	EXPECT(mpl_mm_lock_all(world, MPL_LOCK_FUTURE) == 0);
	world_map(0x16, 2, RW);
	EXPECT(mpl_mm_lock_all(world, MPL_LOCK_FUTURE | MPL_LOCK_FAULTED) == 0);
	world_map(0x20, 2, RW);
	world_map(0x30, 1, R | MPL_VMA_DONTEXPAND);
	EXPECT(world_remap(0x10, 4, 6, 0x50, MPL_REMAP_MAY_MOVE) == 0x50);
	EXPECT_WORLD("2:16..17 rw-p lo; 3:20..21 rw-p lo lf; 4:30..30 r--p; 5:50..55 rw-p");
	EXPECT(mpl_mm_lock_all(world, MPL_LOCK_CURRENT) == 0);
	world_map(0x60, 1, RW);
	EXPECT_WORLD("2:16..17 rw-p lo; 3:20..21 rw-p lo; 4:30..30 r--p; 5:50..55 rw-p lo; 6:60..60 rw-p");
	world_end();
}
