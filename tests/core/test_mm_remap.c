// SPDX-License-Identifier: GPL-2.0-or-later
//
// mremap: smaller, larger, elsewhere, and what it joins there. core/mm/remap.c.

#include "mm_world.h"

#include "mm/sites.h"

#include <string.h>

// ---- In place ----

TEST(smaller_the_end_is_unmapped)
{
	world_row(8, RW);
	EXPECT(world_remap(0x10, 8, 3, 0, false) == 0x10);
	EXPECT_WORLD("2:10..12 rw-p");
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
	world_row(4, RW);
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

	world_row(4, RW);
	world_map(0x16, 4, R);
	world_note(&note);
	EXPECT(world_remap(0x10, 4, 7, 0, false) == -MPL_ENOMEM);
	EXPECT(world_remap(0x10, 2, 3, 0, false) == -MPL_ENOMEM);
	world_is_as(&note);
	EXPECT(world_remap(0x10, 4, 6, 0, false) == 0x10);
	world_end();
}

// ---- Elsewhere ----

TEST(moved_it_goes_to_the_highest_room_and_takes_its_pages_along)
{
	world_begin();
	world->mmap_base = 0x4000 * PAGE;
	world_map(0x10, 4, RW);
	world_map(0x14, 4, R);
	world_touch(0x11, 2, true);
	EXPECT(world_remap(0x10, 4, 6, 0, true) == 0x3ffa);
	EXPECT_WORLD("2:14..17 r--p; 3:3ffa..3fff rw-p @10 a1/1");
	EXPECT(world->rss_anon == 2);
	EXPECT_SAYS(world->tables == 4, "%u", world->tables); // The PTE table of before is that of VMA 2 too.
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 6);
	world_unmap(0x3ffb, 1);
	EXPECT(world->rss_anon == 1);
	world_end();
}

// Of what moves the charge goes along: growth is charged, what is cut off is given back, and nothing of equal size is.
TEST(moved_it_is_charged_for_its_growth_alone)
{
	const struct mpl_account *account = &mpl_mm_accounts()[MPL_OBJECT_COMMIT];
	static const struct {
		uint64_t new_count, charged, back;
		enum mpl_remap how;
	} rows[] = {
		{ 16, 12, 0, MPL_REMAP_MAY_MOVE },
		{ 4, 0, 0, MPL_REMAP_MAY_MOVE },
		{ 1, 0, 3, MPL_REMAP_MAY_MOVE },
		{ 4, 4, 0, MPL_REMAP_KEEP },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct world_note note;

		world_begin();
		world_map(0x10, 4, RW);
		world_map(0x14, 2, RW | X);
		world_note(&note);
		mpl_fail_site(MPL_SITE_COMMIT, 0, 1, 1);
		if (rows[i].charged) {
			EXPECT(world_remap(0x10, 4, rows[i].new_count, 0x200, rows[i].how) == -MPL_ENOMEM);
			world_is_as(&note);
		}
		EXPECT(world_remap(0x10, 4, rows[i].new_count, 0x200, rows[i].how) == 0x200);
		EXPECT(mpl_site_armed(MPL_SITE_COMMIT) == (rows[i].charged ? 0 : 1));
		mpl_fail_off();
		EXPECT_SAYS(account->obtained == 6 + rows[i].charged && account->returned == rows[i].back, "row %u", i);
		world_check();
		world_end();
	}
}

TEST(moved_a_part_is_cut_out_of_its_vma)
{
	world_begin();
	world->mmap_base = 0x4000 * PAGE;
	world_map_file(0x10, 8, R, 6, 0x30);
	EXPECT(world_remap(0x12, 2, 2, 0x100, true) == 0x100);
	EXPECT_WORLD("3:10..11 r--p f6+30; 4:14..17 r--p f6+34; 2:100..101 r--p f6+32");
	world_end();
}

TEST(moved_to_an_address_what_was_there_is_unmapped)
{
	world_row(4, RW);
	world_map(0x20, 8, R);
	world_touch(0x10, 4, true);
	world_touch(0x20, 8, false);
	EXPECT(world_remap(0x10, 4, 4, 0x22, true) == 0x22);
	EXPECT_WORLD("3:20..21 r--p; 5:22..25 rw-p @10 a1/1; 4:26..27 r--p");
	EXPECT(world->rss_anon == 4);
	world_end();
}

TEST(moved_and_smaller_only_the_first_pages_go_along)
{
	world_row(8, RW);
	world_touch(0x10, 8, true);
	EXPECT(world_remap(0x10, 8, 3, 0x40, true) == 0x40);
	EXPECT_WORLD("2:40..42 rw-p @10 a1/1");
	EXPECT(world->rss_anon == 3);
	world_end();
}

TEST(moved_inside_its_own_vma)
{
	world_begin();
	world_map_file(0x10, 0x20, R, 8, 0);
	EXPECT(world_remap(0x10, 4, 4, 0x20, true) == 0x20);
	EXPECT_WORLD("5:14..1f r--p f8+4; 4:20..23 r--p f8+0; 3:24..2f r--p f8+14");
	world_end();
}

TEST(moved_down_inside_its_own_vma)
{
	world_begin();
	world_map_file(0x10, 0x20, R, 8, 0);
	EXPECT(world_remap(0x20, 4, 4, 0x14, true) == 0x14);
	EXPECT_WORLD("2:10..13 r--p f8+0; 4:14..17 r--p f8+10; 5:18..1f r--p f8+8; 6:24..2f r--p f8+14");
	world_end();
}

TEST(moved_inside_its_own_vma_right_up_to_where_it_was)
{
	struct world_note note;

	world_begin();
	world_map_file(0x10, 0x10, R, 8, 0);
	world_note(&note);
	// Two cuts at the new place, the object, and one cut at the old place: behind the part, there is none in front.
	mpl_fail_site(MPL_SITE_VMA, 0, 4, 1);
	EXPECT(world_remap(0x18, 4, 4, 0x14, true) == -MPL_ENOMEM);
	world_is_as(&note);
	mpl_fail_site(MPL_SITE_VMA, 0, 5, 1);
	EXPECT(world_remap(0x18, 4, 4, 0x14, true) == 0x14);
	EXPECT_WORLD("2:10..13 r--p f8+0; 4:14..17 r--p f8+8; 5:1c..1f r--p f8+c");
	world_end();
}

// ---- What is moved joins ----

TEST(moved_memory_that_was_never_written_joins_equal_memory)
{
	world_row(2, RW);
	world_map(0x40, 2, RW);
	world_map(0x14, 2, RW);
	world_touch(0x14, 2, true);
	EXPECT(world_remap(0x40, 2, 2, 0x12, true) == 0x12);
	EXPECT_WORLD("1:10..15 rw-p a1/1");
	EXPECT(world->numbers == 3);
	world_end();
}

TEST(moved_memory_that_was_written_keeps_its_offset)
{
	world_row(4, RW);
	world_touch(0x10, 4, true);
	world_map(0x40, 2, RW);
	EXPECT(world_remap(0x10, 4, 4, 0x42, true) == 0x42);
	EXPECT_WORLD("2:40..41 rw-p; 3:42..45 rw-p @10 a1/1");
	world_map(0x46, 2, RW);
	EXPECT_WORLD("2:40..41 rw-p; 3:42..45 rw-p @10 a1/1; 4:46..47 rw-p");
	world_unmap(0x46, 2);
	EXPECT(world_remap(0x42, 4, 6, 0, false) == 0x42);
	EXPECT_WORLD("2:40..41 rw-p; 3:42..47 rw-p @10 a1/1");
	world_protect(0x44, 1, R);
	EXPECT_WORLD("2:40..41 rw-p; 5:42..43 rw-p @10 a1/1; 3:44..44 r--p @12 a1/1 ac; 6:45..47 rw-p @13 a1/1");
	world_protect(0x44, 1, RW);
	EXPECT_WORLD("2:40..41 rw-p; 5:42..47 rw-p @10 a1/1");
	EXPECT(world_remap(0x42, 6, 6, 0x10, true) == 0x10);
	world_map(0x16, 2, RW);
	EXPECT_WORLD("7:10..17 rw-p a1/1; 2:40..41 rw-p");
	world_end();
}

TEST(moved_parts_that_were_written_join_in_their_old_order)
{
	world_row(8, RW);
	world_touch(0x10, 8, true);
	EXPECT(world_remap(0x10, 4, 4, 0x40, true) == 0x40);
	EXPECT_WORLD("3:14..17 rw-p a1/1; 2:40..43 rw-p @10 a1/1");
	EXPECT(world_remap(0x14, 4, 4, 0x44, true) == 0x44);
	EXPECT_WORLD("2:40..47 rw-p @10 a1/1");
	EXPECT(world->numbers == 3);
	EXPECT(world->rss_anon == 8);
	world_end();
}

TEST(moved_parts_of_a_file_join_at_adjoining_offsets)
{
	world_begin();
	world_map_file(0x10, 4, R, 7, 0);
	world_map_file(0x40, 4, R, 7, 4);
	EXPECT(world_remap(0x40, 2, 2, 0x14, true) == 0x14);
	EXPECT_WORLD("1:10..15 r--p f7+0; 3:42..43 r--p f7+6");
	EXPECT(world_remap(0x42, 2, 2, 0x18, true) == 0x18);
	EXPECT_WORLD("1:10..15 r--p f7+0; 4:18..19 r--p f7+6");
	world_end();
}

TEST(who_is_joined_and_was_never_written_gets_the_anon_vma_and_the_chain_can_be_refused)
{
	struct world_note note;

	world_begin();
	world_map(0x12, 2, RW);
	world_touch(0x12, 2, true);
	EXPECT(world_remap(0x12, 2, 2, 0x40, true) == 0x40);
	world_map(0x10, 2, RW);
	world_note(&note);
	mpl_fail_site(MPL_SITE_ANON, 0, 1, 1);
	EXPECT(world_remap(0x40, 2, 2, 0x12, true) == -MPL_ENOMEM);
	world_is_as(&note);
	EXPECT(world_remap(0x40, 2, 2, 0x12, true) == 0x12);
	EXPECT_WORLD("3:10..13 rw-p a1/1");
	world_end();
}

TEST(moved_memory_that_joins_needs_no_object)
{
	world_row(2, R);
	world_map(0x40, 2, R);
	mpl_fail_site(MPL_SITE_VMA, 0, 1, 1);
	EXPECT(world_remap(0x40, 2, 2, 0x12, true) == 0x12);
	EXPECT_WORLD("1:10..13 r--p");
	world_end();
}

TEST(a_first_write_takes_no_anon_vma_where_the_offsets_do_not_adjoin)
{
	world_row(2, RW);
	world_touch(0x10, 2, true);
	EXPECT(world_remap(0x10, 2, 2, 0x40, true) == 0x40);
	world_map(0x42, 2, RW | X);
	world_touch(0x42, 1, true);
	EXPECT_WORLD("2:40..41 rw-p @10 a1/1; 3:42..43 rwxp a2/1");
	world_end();
}

// ---- Beside and inside itself ----

TEST(moved_directly_in_front_of_itself_it_grows_and_is_cut)
{
	world_row(4, R);
	EXPECT(world_remap(0x10, 2, 2, 0xe, true) == 0xe);
	EXPECT_WORLD("2:e..f r--p; 3:12..13 r--p");
	world_end();
}

TEST(moved_directly_behind_itself_it_grows_and_is_cut)
{
	struct world_note note;

	world_row(4, R);
	world_note(&note);
	mpl_fail_site(MPL_SITE_VMA, 0, 2, 1);
	EXPECT(world_remap(0x12, 2, 2, 0x14, true) == -MPL_ENOMEM);
	world_is_as(&note);
	mpl_fail_off();
	EXPECT(world_remap(0x12, 2, 2, 0x14, true) == 0x14);
	EXPECT_WORLD("2:10..11 r--p; 3:14..15 r--p");
	world_end();
}

TEST(moved_between_itself_and_another_all_become_one_before_it_is_cut)
{
	world_begin();
	world_map(0x14, 2, RW);
	world_touch(0x14, 2, true);
	world_map(0x10, 2, RW);
	EXPECT(world_remap(0x10, 2, 2, 0x12, true) == 0x12);
	EXPECT_WORLD("3:12..15 rw-p a1/1");
	world_end();
}

TEST(moved_inside_itself_it_becomes_one_before_it_is_cut)
{
	world_row(0x20, R);
	EXPECT(world_remap(0x10, 4, 4, 0x20, true) == 0x20);
	EXPECT_WORLD("4:14..2f r--p");
	EXPECT(world_remap(0x20, 4, 4, 0x18, true) == 0x18);
	EXPECT_WORLD("7:14..1f r--p; 8:24..2f r--p");
	world_end();
}

// ---- The old place stays ----

TEST(kept_the_pages_the_anon_vma_and_the_offset_go_to_the_new_place)
{
	world_row(4, RW);
	world_touch(0x10, 2, true);
	world_advise(0x10, 4, MPL_LOCK);
	EXPECT(world_remap(0x10, 4, 4, 0x200, MPL_REMAP_KEEP) == 0x200);
	EXPECT_WORLD("1:10..13 rw-p; 2:200..203 rw-p @10 a1/1 lo");
	EXPECT(world->rss_anon == 2);
	EXPECT(world->locked_vm == 4);
	EXPECT(world->total_vm == 8);
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 8);
	EXPECT(world_held(MPL_OBJECT_CHAINS) == 1);
	EXPECT(world->tables == 4);
	world_touch(0x10, 1, true); // The old place begins anew.
	EXPECT_WORLD("1:10..13 rw-p a2/1; 2:200..203 rw-p @10 a1/1 lo");
	world_unmap(0x10, 4);
	EXPECT(world->rss_anon == 2);
	world_end();
}

TEST(kept_a_part_leaves_the_rest_its_anon_vma)
{
	world_row(4, RW);
	world_touch(0x10, 4, true);
	world->mmap_base = 0x200 * PAGE;
	EXPECT(world_remap(0x11, 3, 3, 0, MPL_REMAP_KEEP) == 0x1fd);
	EXPECT_WORLD("1:10..13 rw-p a1/1; 2:1fd..1ff rw-p @11 a1/1");
	EXPECT(world->rss_anon == 4);
	EXPECT(world_remap(0x10, 3, 3, 0x20, MPL_REMAP_KEEP) == 0x20);
	EXPECT_WORLD("1:10..13 rw-p a1/1; 3:20..22 rw-p @10 a1/1; 2:1fd..1ff rw-p @11 a1/1");
	EXPECT(world->rss_anon == 4);
	world_end();
}

TEST(kept_it_cuts_and_joins_at_the_new_place)
{
	world_begin();
	world_map(0x10, 4, RW);
	world_map(0x20, 4, RW);
	world_map(0x24, 8, R);
	world_touch(0x24, 8, false);
	EXPECT(world_remap(0x10, 4, 4, 0x24, MPL_REMAP_KEEP) == 0x24);
	EXPECT_WORLD("1:10..13 rw-p; 2:20..27 rw-p; 4:28..2b r--p");
	EXPECT(world_remap(0x10, 4, 4, 0x14, MPL_REMAP_KEEP) == 0x14);
	EXPECT_WORLD("1:10..17 rw-p; 2:20..27 rw-p; 4:28..2b r--p");
	world_end();
}

TEST(kept_its_size_stays_and_device_memory_is_refused)
{
	struct world_note note;

	world_row(4, RW);
	world_map(0x20, 4, R | MPL_VMA_PFNMAP);
	world_note(&note);
	EXPECT(world_remap(0x10, 4, 5, 0x40, MPL_REMAP_KEEP) == -MPL_EINVAL);
	EXPECT(world_remap(0x10, 4, 3, 0x40, MPL_REMAP_KEEP) == -MPL_EINVAL);
	EXPECT(world_remap(0x20, 4, 4, 0x40, MPL_REMAP_KEEP) == -MPL_EINVAL);
	EXPECT(world_remap(0x10, 5, 5, 0x40, MPL_REMAP_KEEP) == -MPL_EFAULT);
	mpl_fail_site(MPL_SITE_VMA, 0, 1, 1);
	EXPECT(world_remap(0x10, 4, 4, 0x40, MPL_REMAP_KEEP) == -MPL_ENOMEM);
	world_is_as(&note);
	world_end();
}

// ---- Stacks ----

TEST(a_written_stack_that_was_moved_up_grows_no_further_than_its_offset)
{
	world_begin();
	world_map(3, 2, RW | MPL_VMA_GROWS);
	world_touch(3, 2, true);
	EXPECT(world_remap(3, 2, 2, 0x1000, true) == 0x1000);
	EXPECT_WORLD("2:1000..1001 rw-p @3 a1/1 gr");
	EXPECT(world_touch(0xffc, 1, true) == -MPL_EFAULT);
	EXPECT(world_touch(0xffd, 1, true) == 0);
	EXPECT_WORLD("2:ffd..1001 rw-p @0 a1/1 gr");
	EXPECT(world_touch(0xffc, 1, true) == -MPL_EFAULT);
	world_end();
}

// ---- Page tables that move, as a running kernel counts them ----

TEST(the_new_place_has_a_table_wherever_the_old_one_has_one_also_without_a_page)
{
	world_begin();
	world_map(0x100, 0x40, RW);
	EXPECT(world_touch(0x120, 1, true) == 0);
	EXPECT(world->tables == 3);
	EXPECT(world_remap(0x130, 1, 1, 0x4000000, MPL_REMAP_KEEP) == 0x4000000);
	EXPECT(world->tables == 5); // The new place lies in other 1 GiB and 2 MiB.
	EXPECT(world_remap(0x100, 0x10, 0x10, 0x3ff, MPL_REMAP_STAY) == 0x3ff);
	EXPECT(world->tables == 7); // One on each side of 2 MiB.
	EXPECT(world_remap(0x400, 4, 4, 0x800, MPL_REMAP_STAY) == 0x800);
	EXPECT(world->tables == 8);
	// Without a table of 2 MiB here, but one of 1 GiB: one of 512 GiB there.
	world_map(0xa00, 1, R);
	EXPECT(world_remap(0xa00, 1, 1, 0x8000000, MPL_REMAP_STAY) == 0x8000000);
	EXPECT(world->tables == 9);
	world_end();
}

TEST(a_table_all_of_which_moves_to_the_like_place_moves_itself)
{
	world_begin();
	world_map(0x200, 0x400, RW);
	EXPECT(world_touch(0x200, 0x300, true) == 0);
	EXPECT(world->tables == 4);
	mpl_fail_site(MPL_SITE_PAGE, 0, 1, 1); // None is made, so none is refused.
	EXPECT(world_remap(0x200, 0x400, 0x400, 0x1000, MPL_REMAP_KEEP) == 0x1000);
	mpl_fail_off();
	EXPECT(world->tables == 4);
	EXPECT(world->rss_anon == 0x300);
	EXPECT(world_remap(0x1000, 0x200, 0x200, 0x2010, MPL_REMAP_KEEP) == 0x2010);
	EXPECT(world->tables == 6); // Not the like place: two new ones, and the old one stays.
	world_end();
}

// ---- Smaller, over holes and several VMAs ----

TEST(a_range_that_becomes_smaller_over_a_hole_loses_its_tail)
{
	world_begin();
	world_map(0x10000, 4, RW);
	EXPECT(world_remap(0x10000, 8, 4, 0, false) == 0x10000);
	EXPECT_WORLD("1:10000..10003 rw-p");
	EXPECT(world_remap(0x10000, 8, 8, 0, false) == 0x10000); // The size it has: nothing is looked at.
	EXPECT_WORLD("1:10000..10003 rw-p");
	world_end();
}

TEST(a_range_that_becomes_smaller_over_several_VMAs_loses_its_tail)
{
	world_begin();
	world_map(0x10, 4, RW);
	world_map(0x14, 1, R);
	world_map(0x15, 3, RW);
	EXPECT(world_remap(0x10, 8, 2, 0, false) == 0x10);
	EXPECT_WORLD("4:10..11 rw-p");
	world_end();
}

// Was: the pages that moved were taken off the charge of the tail, though only the tail was charged.
TEST(a_range_that_moves_and_becomes_smaller_gives_back_what_its_tail_was_charged)
{
	world_row(2, R, RW);
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 2);
	EXPECT(world_remap(0x10, 4, 1, 0x20, MPL_REMAP_STAY) == 0x20);
	EXPECT_WORLD("3:20..20 r--p");
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 0);
	world_end();
}

TEST(what_stays_in_place_may_have_a_hole)
{
	world_begin();
	world_map(0x10, 2, RW);
	world_map(0x14, 4, R);
	EXPECT(world_remap(0x10, 8, 5, 0, false) == 0x10);
	EXPECT_WORLD("1:10..11 rw-p; 3:14..14 r--p");
	world_end();
}

TEST(what_moves_to_a_place_and_becomes_smaller_is_in_one_VMA)
{
	struct world_note note;

	world_begin();
	world_map(0x10, 4, RW);
	world_map(0x14, 1, R);
	world_map(0x15, 3, RW);
	world_note(&note);
	EXPECT(world_remap(0x10, 8, 5, 0x100, true) == -MPL_EFAULT);
	EXPECT(world_remap(0x10, 8, 9, 0, true) == -MPL_EFAULT);
	EXPECT(world_remap(0x10, MPL_TASK_BYTES / PAGE, 2, 0, true) == -MPL_EINVAL);
	// To the very top and over it: as Linux does, what is mapped at the beginning is looked at first.
	EXPECT(world_remap(0x10, -UINT64_C(0x10) % (UINT64_MAX / PAGE + 1), 2, 0x100, true) == -MPL_EINVAL);
	EXPECT(world_remap(0x40, -UINT64_C(0x40) % (UINT64_MAX / PAGE + 1), 2, 0x100, true) == -MPL_EFAULT);
	EXPECT(world_remap(0x40, UINT64_C(8) << 48, 2, 0, true) == -MPL_EFAULT);
	world_is_as(&note);
	EXPECT(world_remap(0x10, 8, 4, 0x100, true) == 0x100);
	EXPECT_WORLD("4:100..103 rw-p");
	world_end();
}

// ---- Page tables ----

// As where a running kernel moved 8 KiB that nobody had touched onto memory that somebody had.
TEST(the_tables_of_what_was_at_the_new_place_go_where_nothing_moves)
{
	world_begin();
	world_map(0x10000, 2, RW);
	world_map(0x20000, 2, RW);
	EXPECT(world_touch(0x10000, 1, true) == 0);
	EXPECT(world->tables == 3);
	EXPECT(world_remap(0x20000, 2, 3, 0x10000, MPL_REMAP_MAY_MOVE) == 0x10000);
	EXPECT(world->tables == 2); // PUD and PMD are those of both places.
	EXPECT(world->rss_anon == 0);
	world_end();
}

TEST(the_tables_that_what_moves_needs_stay_and_the_others_go)
{
	world_begin();
	world_map(0x10000, 0x600, RW); // Three PTE tables.
	world_map(0x20000, 0x600, RW);
	EXPECT(world_touch(0x10000, 0x600, true) == 0);
	EXPECT(world_touch(0x20280, 1, true) == 0); // In the middle one of three.
	EXPECT(world->tables == 6);
	EXPECT(world_remap(0x20000, 0x400, 0x400, 0x10200, MPL_REMAP_MAY_MOVE) == 0x10200);
	EXPECT(world->rss_anon == 0x201);
	EXPECT(world->tables == 4); // Of the three at the new place, that of 10200 is gone; the page is at 10480.
	world_end();
}

// ---- Refusals ----

TEST(what_cannot_be_remapped_is_refused)
{
	struct world_note note;

	world_row(4, RW, R);
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
	EXPECT(world_remap(0x10, 4, UINT64_MAX / PAGE, 0, true) == -MPL_ENOMEM);
	EXPECT(world_remap(0x10, 4, UINT64_MAX / PAGE, 0x40, true) == -MPL_EINVAL);
	EXPECT(world_remap(0x10, UINT64_MAX / PAGE, 4, 0, true) == -MPL_EINVAL);
	world_is_as(&note);
	world_end();
}
