// SPDX-License-Identifier: GPL-2.0-or-later
//
// New flags for a range: every case of core/mm/modify.c, for protect and advise. Names say which part of a VMA changes
// and which neighbour it joins.

#include "mm_world.h"

#include <string.h>

// Three VMAs of four pages: r-- 10..13, rw- 14..17, r-- 18..1b.
static void three(void)
{
	world_row(4, R, RW, R);
}

// ---- Cases without a join ----

TEST(whole_none_the_vma_gets_the_flags_and_the_tree_is_not_touched)
{
	three();
	mpl_slab_begin();
	EXPECT(world_protect(0x14, 4, X) == 0);
	EXPECT(mpl_slab_counters()->op_requests == 0);
	EXPECT_WORLD("1:10..13 r--p; 2:14..17 --xp; 3:18..1b r--p");
	world_end();
}

TEST(head_none_the_rest_is_a_new_object)
{
	three();
	EXPECT(world_protect(0x14, 1, X) == 0);
	EXPECT_WORLD("1:10..13 r--p; 2:14..14 --xp; 4:15..17 rw-p; 3:18..1b r--p");
	world_end();
}

TEST(tail_none_the_rest_is_a_new_object)
{
	three();
	EXPECT(world_protect(0x17, 1, X) == 0);
	EXPECT_WORLD("1:10..13 r--p; 4:14..16 rw-p; 2:17..17 --xp; 3:18..1b r--p");
	world_end();
}

TEST(middle_none_the_rests_are_new_objects_the_one_below_first)
{
	three();
	EXPECT(world_protect(0x15, 2, X) == 0);
	EXPECT_WORLD("1:10..13 r--p; 4:14..14 rw-p; 2:15..16 --xp; 5:17..17 rw-p; 3:18..1b r--p");
	world_end();
}

// ---- Cases with one ----

static void three_read_only(void)
{
	world_row(4, R, R | X, R);
}

TEST(whole_both_the_one_below_grows_over_the_two_above)
{
	three_read_only();
	EXPECT(world_protect(0x14, 4, R) == 0);
	EXPECT_WORLD("1:10..1b r--p");
	world_end();
}

TEST(whole_below_the_one_below_grows_over_it)
{
	three_read_only();
	world_unmap(0x18, 4);
	EXPECT(world_protect(0x14, 4, R) == 0);
	EXPECT_WORLD("1:10..17 r--p");
	world_end();
}

TEST(whole_above_the_one_above_grows_down_over_it)
{
	three_read_only();
	world_unmap(0x10, 4);
	EXPECT(world_protect(0x14, 4, R) == 0);
	EXPECT_WORLD("3:14..1b r--p");
	world_end();
}

TEST(head_below_the_border_moves_up_and_nothing_is_made)
{
	three_read_only();
	mpl_fail_site(MPL_SITE_VMA, 0, 1, 1);
	EXPECT(world_protect(0x14, 1, R) == 0);
	EXPECT_WORLD("1:10..14 r--p; 2:15..17 r-xp; 3:18..1b r--p");
	world_end();
}

TEST(tail_above_the_border_moves_down_and_nothing_is_made)
{
	three_read_only();
	mpl_fail_site(MPL_SITE_VMA, 0, 1, 1);
	EXPECT(world_protect(0x17, 1, R) == 0);
	EXPECT_WORLD("1:10..13 r--p; 2:14..16 r-xp; 3:17..1b r--p");
	world_end();
}

TEST(borders_of_file_mappings_take_the_offset_along)
{
	world_begin();
	world_map_file(0x10, 4, R, 2, 0x50);
	world_map_file(0x14, 4, R | X, 2, 0x54);
	world_map_file(0x18, 4, R, 2, 0x58);
	world_protect(0x14, 1, R);
	EXPECT_WORLD("1:10..14 r--p f2+50; 2:15..17 r-xp f2+55; 3:18..1b r--p f2+58");
	world_protect(0x17, 1, R);
	EXPECT_WORLD("1:10..14 r--p f2+50; 2:15..16 r-xp f2+55; 3:17..1b r--p f2+57");
	world_protect(0x15, 2, R);
	EXPECT_WORLD("1:10..1b r--p f2+50");
	world_end();
}

// ---- Several VMAs ----

TEST(a_range_over_several_changes_each_and_joins_them_to_the_lowest)
{
	world_row(2, R, R | X, X, R | X);
	EXPECT(world_protect(0x12, 6, R) == 0);
	EXPECT_WORLD("1:10..17 r--p");
	world_end();
}

TEST(a_range_that_begins_and_ends_inside_cuts_only_where_nothing_joins)
{
	world_row(4, R | X, X, R | X);
	EXPECT(world_protect(0x12, 8, R) == 0);
	EXPECT_WORLD("4:10..11 r-xp; 1:12..19 r--p; 3:1a..1b r-xp");
	world_end();
}

TEST(vmas_that_have_the_flags_already_are_left_alone)
{
	three();
	world_advise(0x10, 4, MPL_DONTFORK);
	EXPECT(world_protect(0x10, 0xc, R) == 0);
	EXPECT_WORLD("1:10..13 r--p dc; 3:14..1b r--p");
	EXPECT(world->numbers == 3);
	world_end();
}

// ---- Errors that keep what came before: as a running kernel showed ----

TEST(mprotect_and_mlock_end_at_the_first_hole_and_keep_what_lies_below)
{
	struct world_note note;

	world_row(4, RW);
	world_map(0x16, 4, RW);
	EXPECT(world_protect(0x12, 6, R) == -MPL_ENOMEM);
	EXPECT(mpl_mm_kept_to() == 0x14 * PAGE);
	EXPECT_WORLD("3:10..11 rw-p; 1:12..13 r--p; 2:16..19 rw-p");
	world_note(&note);
	EXPECT(world_protect(0x15, 2, X) == -MPL_ENOMEM);
	EXPECT(mpl_mm_kept_to() == 0);
	EXPECT(world_advise(0x0f, 4, MPL_LOCK) == -MPL_ENOMEM);
	world_is_as(&note);
	EXPECT(world_advise(0x13, 5, MPL_LOCK) == -MPL_ENOMEM);
	EXPECT_WORLD("3:10..11 rw-p; 4:12..12 r--p; 1:13..13 r--p lo; 2:16..19 rw-p");
	EXPECT(world_advise(0x12, 5, MPL_UNLOCK) == -MPL_ENOMEM);
	EXPECT_WORLD("3:10..11 rw-p; 4:12..13 r--p; 2:16..19 rw-p");
	EXPECT(world_protect(0x12, 6, R) == -MPL_ENOMEM);
	EXPECT(mpl_mm_kept_to() == 0x14 * PAGE); // All of it was so before.
	world_end();
}

TEST(madvise_passes_holes_and_says_so_at_the_end)
{
	struct world_note note;

	world_row(4, RW);
	world_map(0x16, 4, RW);
	EXPECT(world_advise(0x12, 6, MPL_DONTFORK) == -MPL_ENOMEM);
	EXPECT(mpl_mm_kept_to() == 0x18 * PAGE);
	EXPECT_WORLD("3:10..11 rw-p; 1:12..13 rw-p dc; 2:16..17 rw-p dc; 4:18..19 rw-p");
	EXPECT(world_advise(0x0e, 3, MPL_DONTFORK) == -MPL_ENOMEM);
	EXPECT(world_advise(0x19, 9, MPL_DONTFORK) == -MPL_ENOMEM);
	EXPECT_WORLD("3:10..10 rw-p dc; 5:11..11 rw-p; 1:12..13 rw-p dc; 2:16..17 rw-p dc; 6:18..18 rw-p; 4:19..19 rw-p dc");
	world_note(&note);
	EXPECT(world_advise(0x20, 4, MPL_DONTFORK) == -MPL_ENOMEM);
	EXPECT(mpl_mm_kept_to() == 0);
	EXPECT(world_advise(0x10, 8, MPL_POLICY) == -MPL_ENOMEM);
	EXPECT(world_advise(0x10, 8, MPL_UFFD) == -MPL_ENOMEM);
	world_is_as(&note);
	world_end();
}

TEST(what_refuses_an_advice_ends_it_there)
{
	world_row(2, RW);
	world_map(0x14, 2, RW);
	world_map(0x16, 2, RW | SHARED);
	world_map(0x18, 2, RW);
	EXPECT(world_advise(0x10, 10, MPL_WIPEONFORK) == -MPL_EINVAL);
	EXPECT(mpl_mm_kept_to() == 0x16 * PAGE);
	EXPECT_WORLD("1:10..11 rw-p wf; 2:14..15 rw-p wf; 3:16..17 rw-s; 4:18..19 rw-p");
	world_end();
}

TEST(mlock_of_memory_without_access_locks_all_and_says_ENOMEM)
{
	world_row(2, 0, RW);
	EXPECT(world_advise(0x10, 4, MPL_LOCK) == -MPL_ENOMEM);
	EXPECT(mpl_mm_kept_to() == 0x14 * PAGE);
	EXPECT_WORLD("1:10..11 ---p lo; 2:12..13 rw-p lo");
	EXPECT(world_advise(0x10, 4, MPL_LOCK_ONFAULT) == 0);
	EXPECT_WORLD("1:10..11 ---p lo lf; 2:12..13 rw-p lo lf");
	EXPECT(world_advise(0x11, 1, MPL_LOCK) == -MPL_ENOMEM);
	EXPECT_WORLD("3:10..10 ---p lo lf; 1:11..11 ---p lo; 2:12..13 rw-p lo lf");
	EXPECT(world_advise(0x10, 4, MPL_UNLOCK) == 0);
	world_end();
}

TEST(a_refused_request_changes_nothing_also_of_a_call_that_would_have_failed)
{
	struct world_note note;

	world_row(4, RW);
	world_map(0x16, 4, RW);
	world_note(&note);
	mpl_fail_site(MPL_SITE_VMA, 0, 1, 1);
	EXPECT(world_protect(0x12, 6, R) == -MPL_ENOMEM);
	EXPECT(mpl_mm_kept_to() == 0);
	world_is_as(&note);
	mpl_fail_off();
	world_end();
}

// ---- Charges and counters ----

TEST(memory_that_was_never_written_is_charged_only_while_it_may_be)
{
	world_row(4, R);
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 0);
	world_protect(0x10, 2, RW);
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 2);
	world_protect(0x10, 2, R);
	EXPECT_WORLD("2:10..13 r--p");
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 0);
	world_protect(0x11, 2, RW);
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 2);
	world_protect(0x11, 2, R);
	EXPECT_WORLD("3:10..13 r--p");
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 0);
	world_end();
}

TEST(what_is_not_to_be_reserved_is_never_charged)
{
	world_row(4, RW | MPL_VMA_NORESERVE, MPL_VMA_NORESERVE);
	world_map(0x18, 2, RW);
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 2);
	EXPECT(world_protect(0x14, 4, RW) == 0);
	EXPECT_WORLD("1:10..17 rw-p no nr; 3:18..19 rw-p");
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 2);
	world_end();
}

TEST(what_was_written_or_has_a_file_stays_charged)
{
	world_row(4, RW);
	world_touch(0x10, 1, true);
	world_map_file(0x20, 4, RW, 3, 0);
	world_map(0x30, 4, RW);
	world_touch(0x30, 1, false);
	world_protect(0x10, 4, R);
	world_protect(0x20, 4, R);
	world_protect(0x30, 4, R);
	EXPECT_WORLD("1:10..13 r--p a1/1 ac; 2:20..23 r--p f3+0 ac; 3:30..33 r--p");
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 8);
	world_protect(0x10, 4, R);
	world_protect(0x10, 4, 0);
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 8);
	world_end();
}

TEST(shared_memory_is_not_charged)
{
	world_begin();
	world_map_file(0x10, 4, R | SHARED, 3, 0);
	world_protect(0x10, 4, RW);
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 0);
	EXPECT_WORLD("1:10..13 rw-s f3+0");
	world_end();
}

TEST(a_charge_that_is_refused_changes_nothing)
{
	struct world_note note;

	world_row(4, R);
	world_note(&note);
	mpl_fail_site(MPL_SITE_COMMIT, 0, 1, 1);
	EXPECT(world_protect(0x11, 2, RW) == -MPL_ENOMEM);
	world_is_as(&note);
	EXPECT(world_protect(0x11, 2, RW) == 0);
	EXPECT_WORLD("2:10..10 r--p; 1:11..12 rw-p; 3:13..13 r--p");
	world_end();
}

TEST(counters_follow_permissions)
{
	world_row(8, R);
	EXPECT(world->data_vm == 0 && world->exec_vm == 0);
	world_protect(0x10, 4, RW);
	EXPECT(world->data_vm == 4);
	world_protect(0x12, 4, R | X);
	EXPECT(world->data_vm == 2 && world->exec_vm == 4);
	EXPECT(world->total_vm == 8);
	world_advise(0x10, 3, MPL_LOCK);
	EXPECT(world->locked_vm == 3);
	world_advise(0x10, 8, MPL_UNLOCK);
	EXPECT(world->locked_vm == 0);
	world_check();
	world_end();
}

TEST(pages_lose_write_permission_with_their_vma)
{
	world_row(4, RW);
	world_touch(0x10, 4, true);
	world_protect(0x10, 4, R);
	EXPECT(world_touch(0x10, 1, true) == -MPL_EFAULT);
	EXPECT(world_touch(0x10, 1, false) == 0);
	EXPECT(world->rss_anon == 4);
	world_check();
	world_end();
}

// ---- anon_vmas at borders that move ----

TEST(who_grows_over_a_part_that_was_written_gets_a_chain_of_its_own)
{
	world_begin();
	world_map(0x14, 4, RW);
	world_touch(0x14, 4, true);
	world_protect(0x14, 4, RW | X);
	world_map(0x10, 4, RW);
	EXPECT_WORLD("2:10..13 rw-p; 1:14..17 rwxp a1/1");
	EXPECT(world_protect(0x14, 2, RW) == 0);
	EXPECT_WORLD("2:10..15 rw-p a1/1; 1:16..17 rwxp a1/1");
	EXPECT(world_held(MPL_OBJECT_CHAINS) == 2);
	EXPECT(world_protect(0x16, 2, RW) == 0);
	EXPECT_WORLD("2:10..17 rw-p a1/1");
	EXPECT(world_held(MPL_OBJECT_CHAINS) == 1);
	world_end();
}

TEST(that_chain_can_be_refused)
{
	struct world_note note;

	world_row(4, RW, RW | X);
	world_touch(0x10, 4, true);
	world_note(&note);
	mpl_fail_site(MPL_SITE_ANON, 0, 1, 1);
	EXPECT(world_protect(0x13, 1, RW | X) == -MPL_ENOMEM);
	world_is_as(&note);
	EXPECT(world_protect(0x13, 1, RW | X) == 0);
	EXPECT_WORLD("1:10..12 rw-p a1/1; 2:13..17 rwxp a1/1");
	world_end();
}

// ---- Advice ----

TEST(each_advice_sets_its_flag_and_its_opposite_takes_it_back)
{
	static const struct {
		enum mpl_advice on, off;
		const char *text;
	} pairs[] = {
		{MPL_DONTFORK, MPL_DOFORK, "2:10..11 rw-p; 1:12..12 rw-p dc; 3:13..13 rw-p"},
		{MPL_WIPEONFORK, MPL_KEEPONFORK, "2:10..11 rw-p; 1:12..12 rw-p wf; 3:13..13 rw-p"},
		{MPL_POLICY, MPL_POLICY_OFF, "2:10..11 rw-p; 1:12..12 rw-p po; 3:13..13 rw-p"},
		{MPL_UFFD, MPL_UFFD_OFF, "2:10..11 rw-p; 1:12..12 rw-p uf; 3:13..13 rw-p"},
		{MPL_LOCK, MPL_UNLOCK, "2:10..11 rw-p; 1:12..12 rw-p lo; 3:13..13 rw-p"},
		{MPL_LOCK_ONFAULT, MPL_UNLOCK, "2:10..11 rw-p; 1:12..12 rw-p lo lf; 3:13..13 rw-p"},
		{MPL_DONTDUMP, MPL_DODUMP, "2:10..11 rw-p; 1:12..12 rw-p dd; 3:13..13 rw-p"},
		{MPL_MERGEABLE, MPL_UNMERGEABLE, "2:10..11 rw-p; 1:12..12 rw-p mg; 3:13..13 rw-p"},
	};

	for (unsigned i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		world_begin();
		world_map(0x10, 4, RW);
		EXPECT(world_advise(0x12, 1, pairs[i].on) == 0);
		EXPECT_WORLD(pairs[i].text);
		EXPECT(world_advise(0x10, 4, pairs[i].off) == 0);
		EXPECT_WORLD("2:10..13 rw-p");
		world_end();
	}
}

TEST(huge_pages_and_no_huge_pages_replace_each_other)
{
	world_row(3, RW);
	EXPECT(world_advise(0x11, 1, MPL_HUGEPAGE) == 0);
	EXPECT_WORLD("2:10..10 rw-p; 1:11..11 rw-p hg; 3:12..12 rw-p");
	EXPECT(world_advise(0x11, 2, MPL_NOHUGEPAGE) == 0);
	EXPECT_WORLD("2:10..10 rw-p; 1:11..12 rw-p nh");
	EXPECT(world_advise(0x10, 3, MPL_HUGEPAGE) == 0);
	EXPECT_WORLD("2:10..12 rw-p hg");
	world_end();
}

TEST(locking_replaces_locking_on_fault)
{
	world_row(3, RW);
	EXPECT(world_advise(0x10, 3, MPL_LOCK_ONFAULT) == 0);
	EXPECT(world_advise(0x11, 1, MPL_LOCK) == 0);
	EXPECT_WORLD("2:10..10 rw-p lo lf; 1:11..11 rw-p lo; 3:12..12 rw-p lo lf");
	EXPECT(world_advise(0x10, 3, MPL_LOCK_ONFAULT) == 0);
	EXPECT_WORLD("2:10..12 rw-p lo lf");
	world_end();
}

TEST(special_and_shared_memory_refuses_or_ignores_advice_of_pages)
{
	world_begin();
	world_map(0x10, 1, RW | SHARED);
	world_map(0x11, 1, R | MPL_VMA_PFNMAP);
	EXPECT(world_advise(0x10, 2, MPL_MERGEABLE) == 0);
	EXPECT_WORLD("1:10..10 rw-s; 2:11..11 r--p pf");
	EXPECT(world_advise(0x11, 1, MPL_HUGEPAGE) == -MPL_EINVAL);
	EXPECT(world_advise(0x11, 1, MPL_NOHUGEPAGE) == -MPL_EINVAL);
	EXPECT(world_advise(0x11, 1, MPL_DODUMP) == -MPL_EINVAL);
	EXPECT(world_advise(0x10, 2, MPL_DONTDUMP) == 0);
	EXPECT_WORLD("1:10..10 rw-s dd; 2:11..11 r--p pf dd");
	world_end();
}

TEST(memory_of_a_device_is_never_locked)
{
	world_begin();
	world_map(0x10, 1, RW);
	world_map(0x11, 1, R | MPL_VMA_PFNMAP);
	EXPECT(world_advise(0x10, 2, MPL_LOCK) == 0);
	EXPECT_WORLD("1:10..10 rw-p lo; 2:11..11 r--p pf");
	EXPECT(world_advise(0x10, 2, MPL_LOCK_ONFAULT) == 0);
	EXPECT_WORLD("1:10..10 rw-p lo lf; 2:11..11 r--p pf");
	world_end();
}

TEST(memory_of_the_kernel_as_vdso_is_never_locked_and_its_pages_count_as_those_of_a_file)
{
	world_begin();
	world_load(0x10, 2, R | X | MPL_VMA_DONTEXPAND, 0, 0, 0);
	EXPECT(world_touch(0x10, 1, false) == 0);
	EXPECT(world->rss_file == 1);
	EXPECT(world_advise(0x10, 2, MPL_LOCK) == 0);
	EXPECT(world->locked_vm == 0);
	EXPECT(world_remap(0x10, 2, 4, 0, MPL_REMAP_MAY_MOVE) == -MPL_EFAULT);
	EXPECT(world_remap(0x10, 2, 2, 0x40, MPL_REMAP_KEEP) == -MPL_EINVAL);
	EXPECT(world_remap(0x10, 2, 2, 0x40, MPL_REMAP_STAY) == 0x40);
	EXPECT(world->rss_file == 1);
	world_end();
}

TEST(pages_that_are_not_needed_go_and_so_do_whole_tables)
{
	world_begin();
	world_map(0x200, 0x600, RW);
	EXPECT(world_touch(0x200, 0x600, true) == 0);
	EXPECT(world->rss_anon == 0x600);
	EXPECT(world->tables == 5);
	EXPECT(world_advise(0x300, 0x300, MPL_DONTNEED) == 0);
	EXPECT(world->rss_anon == 0x300);
	EXPECT(world->tables == 4);
	EXPECT_WORLD("1:200..7ff rw-p a1/1");
	EXPECT(world_touch(0x400, 1, true) == 0);
	EXPECT(world->tables == 5);
	EXPECT(world_advise(0x200, 0x600, MPL_FREE) == 0);
	EXPECT(world->rss_anon == 0x301);
	EXPECT(world_protect(0x500, 0x80, R) == 0);
	EXPECT(world_advise(0x200, 0x600, MPL_DONTNEED) == 0);
	EXPECT(world->rss_anon == 0);
	EXPECT(world->tables == 3);
	world_end();
}

TEST(locked_memory_keeps_its_pages)
{
	struct world_note note;

	world_row(4, RW);
	EXPECT(world_touch(0x10, 4, true) == 0);
	EXPECT(world_advise(0x12, 1, MPL_LOCK) == 0);
	world_map_file(0x14, 1, RW, 4, 0);
	world_note(&note);
	EXPECT(world_advise(0x12, 2, MPL_DONTNEED) == -MPL_EINVAL);
	EXPECT(world_advise(0x10, 4, MPL_FREE) == -MPL_EINVAL);
	EXPECT(world_advise(0x14, 1, MPL_FREE) == -MPL_EINVAL);
	world_is_as(&note);
	EXPECT(world_advise(0x10, 4, MPL_DONTNEED) == -MPL_EINVAL);
	EXPECT(mpl_mm_kept_to() == 0x12 * PAGE);
	EXPECT(world->rss_anon == 2);
	EXPECT(world_advise(0x13, 3, MPL_DONTNEED) == -MPL_ENOMEM);
	EXPECT(world->rss_anon == 1);
	world_end();
}

TEST(only_private_anonymous_memory_can_be_wiped_on_fork)
{
	struct world_note note;

	world_row(2, RW);
	world_map_file(0x12, 2, RW, 4, 0);
	world_map(0x14, 2, RW | SHARED);
	world_note(&note);
	EXPECT(world_advise(0x12, 2, MPL_WIPEONFORK) == -MPL_EINVAL);
	EXPECT(world_advise(0x14, 1, MPL_WIPEONFORK) == -MPL_EINVAL);
	world_is_as(&note);
	EXPECT(world_advise(0x10, 2, MPL_WIPEONFORK) == 0);
	world_end();
}

TEST(a_policy_is_copied_with_each_cut_and_each_copy_can_be_refused)
{
	struct world_note note;

	world_row(4, RW);
	world_advise(0x10, 4, MPL_POLICY);
	world_note(&note);
	for (uint32_t k = 1; k <= 2; k++) {
		mpl_fail_site(MPL_SITE_POLICY, 0, k, 1);
		EXPECT(world_protect(0x11, 2, R) == -MPL_ENOMEM);
		world_is_as(&note);
	}
	EXPECT(world_protect(0x11, 2, R) == 0);
	EXPECT_WORLD("2:10..10 rw-p po; 1:11..12 r--p po; 3:13..13 rw-p po");
	world_end();
}

TEST(permissions_that_do_not_exist_and_advice_that_does_not_are_refused)
{
	world_row(4, RW);
	EXPECT(world_protect(0x10, 4, MPL_VMA_GROWS) == -MPL_EINVAL);
	EXPECT(world_advise(0x10, 4, (enum mpl_advice)99) == -MPL_EINVAL);
	EXPECT(mpl_mm_protect(world, 0x10001, 0x10fff, R) == -MPL_EINVAL);
	EXPECT_WORLD("1:10..13 rw-p");
	world_end();
}
