// SPDX-License-Identifier: GPL-2.0-or-later
//
// Accounts: what is obtained and given back, on whose account; and what calls report while they run. core/mm/account.c
// and the events of core/mm.

#include "mm_world.h"

#include "mm/account.h"
#include "src/trace.h"
#include "src/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- Accounts ----

TEST(what_one_space_does_is_on_its_own_account_while_it_is_watched)
{
	const struct mpl_account *account = mpl_fork_accounts();

	world_begin();
	world_map(0x10, 4, RW);
	mpl_account_watch(world);
	EXPECT(account[MPL_OBJECT_VMAS].obtained == 0);
	world_map_file(0x20, 4, RW, 3, 0);
	world_unmap(0x10, 4);
	EXPECT(account[MPL_OBJECT_VMAS].obtained == 1 && account[MPL_OBJECT_VMAS].returned == 1);
	EXPECT(account[MPL_OBJECT_COMMIT].obtained == 4 && account[MPL_OBJECT_COMMIT].returned == 4);
	EXPECT(account[MPL_OBJECT_FILES].obtained == 1);
	mpl_account_watch(NULL);
	world_map(0x40, 4, RW);
	EXPECT(account[MPL_OBJECT_VMAS].obtained == 1);
	EXPECT(mpl_mm_accounts()[MPL_OBJECT_VMAS].obtained == 3);
	world_check();
	world_end();
}

TEST(nodes_of_other_trees_are_on_no_account)
{
	DEFINE_MTREE(other);

	world_begin();
	for (uint64_t i = 0; i < 100; i++)
		mtree_store(&other, 3 * i, xa_mk_value(i), GFP_KERNEL);
	world_map(0x10, 4, RW);
	mtree_destroy(&other);
	world_map(0x20, 4, RW);
	world_check();
	world_end();
}

TEST(a_node_that_waits_for_a_reader_counts_as_given_back)
{
	uint32_t reader;

	world_begin();
	for (uint64_t i = 0; i < 40; i++)
		world_map(0x10 + 2 * i, 1, RW);
	mpl_slab_grace();
	reader = mpl_slab_enter();
	for (uint64_t i = 0; i < 40; i++)
		world_unmap(0x10 + 2 * i, 1);
	mpl_slab_grace();
	EXPECT(mpl_slab_waiting() > 0);
	world_check();
	mpl_slab_leave(reader);
	world_end();
}

TEST(a_refused_call_gives_back_on_the_account_what_it_obtained)
{
	const struct mpl_account *all = mpl_mm_accounts();

	world_begin();
	mpl_fail_site(MPL_SITE_VMA, 0, 1, 1);
	EXPECT(world_map(0x10, 4, RW) == -MPL_ENOMEM);
	EXPECT(all[MPL_OBJECT_COMMIT].obtained == 4 && all[MPL_OBJECT_COMMIT].returned == 4);
	EXPECT(all[MPL_OBJECT_VMAS].obtained == 0);
	mpl_fail_site(MPL_SITE_REQUEST, 0, 1, 1);
	EXPECT(world_map(0x10, 4, RW) == -MPL_ENOMEM);
	EXPECT(all[MPL_OBJECT_VMAS].obtained == 1 && all[MPL_OBJECT_VMAS].returned == 1);
	EXPECT(world->numbers == 0);
	world_check();
	world_end();
}

TEST(what_takes_the_place_of_charged_memory_is_charged_for_the_difference)
{
	const struct mpl_account *all = mpl_mm_accounts();

	world_begin();
	world_map(0x10, 4, RW);
	mpl_fail_site(MPL_SITE_COMMIT, 0, 1, 1);
	EXPECT(world_map(0x11, 2, RW | X) == 0);
	EXPECT(all[MPL_OBJECT_COMMIT].obtained == 4 && all[MPL_OBJECT_COMMIT].returned == 0);
	world_check();
	EXPECT(world_map(0x12, 4, RW) == -MPL_ENOMEM);
	EXPECT(world_map(0x12, 4, RW) == 0);
	EXPECT(all[MPL_OBJECT_COMMIT].obtained == 6 && all[MPL_OBJECT_COMMIT].returned == 0);
	EXPECT(world_map(0x10, 3, R) == 0);
	EXPECT(world_held(MPL_OBJECT_COMMIT) == 3);
	world_check();
	world_end();
}

// ---- Events ----

static char heard[4096];
static size_t heard_bytes;

// Keeps those of address spaces: name, count, and the range in pages.
static void hear(const struct mpl_event_record *record)
{
	if (record->kind < MPL_EVENT_vma_made)
		return;
	heard_bytes += (size_t)snprintf(heard + heard_bytes, sizeof(heard) - heard_bytes, "%s %u %" PRIx64 "..%" PRIx64 "\n",
	                                mpl_trace_name((enum mpl_event_kind)record->kind), record->count,
	                                record->a / PAGE, record->b / PAGE);
}

static void listen(bool on)
{
	heard_bytes = 0;
	heard[0] = '\0';
	mpl_trace_hook = on ? hear : NULL;
}

#define EXPECT_HEARD(wanted) EXPECT_SAYS(strcmp(heard, wanted) == 0, "heard\n%s", heard)

TEST(a_hole_is_told_cut_by_cut)
{
	world_begin();
	world_map(0x200, 8, RW);
	world_touch(0x202, 1, true);
	listen(true);
	world_unmap(0x202, 2);
	mpl_trace_hook = NULL;
	EXPECT_HEARD("vma_made 2 200..201\n"
	             "vma_changed 1 202..207\n"
	             "vma_made 3 204..207\n"
	             "vma_changed 1 202..203\n"
	             "vma_freed 1 202..203\n"
	             "pages_unmapped 1 202..203\n"
	             "free_range 0 202..204\n"
	             "free_limits 0 202..204\n"
	             "uncharged 2 0..0\n");
	world_end();
}

// What a touch does to pages and anon_vmas: kind by number, how many, and of an anon_vma its number and its chain.
static void hear_touch(const struct mpl_event_record *record)
{
	if (record->kind == MPL_EVENT_anon_obtained)
		heard_bytes += (size_t)snprintf(heard + heard_bytes, sizeof(heard) - heard_bytes, "anon %u: %u %u/%u\n",
		                                record->slot, record->count, (unsigned)record->a, (unsigned)record->b);
	else if (record->kind == MPL_EVENT_mapped_page || record->kind == MPL_EVENT_pages_written)
		heard_bytes += (size_t)snprintf(heard + heard_bytes, sizeof(heard) - heard_bytes, "%s %u: %u\n",
		                                record->kind == MPL_EVENT_mapped_page ? "new" : "written", record->slot,
		                                record->count);
}

static void touch_and_hear(uint64_t page, uint64_t count, bool write)
{
	listen(true);
	mpl_trace_hook = hear_touch;
	EXPECT(world_touch(page, count, write) == 0);
	mpl_trace_hook = NULL;
}

TEST(a_touch_tells_each_kind_of_page_that_it_changes_and_the_anon_vma)
{
	world_begin();
	world_map(0x200, 8, RW);
	touch_and_hear(0x200, 2, false);
	EXPECT_HEARD("new 0: 2\n");
	touch_and_hear(0x201, 2, true);
	EXPECT_HEARD("anon 0: 1 1/1\nnew 1: 1\nwritten 0: 1\n");
	touch_and_hear(0x201, 2, true);
	EXPECT_HEARD("");
	touch_and_hear(0x200, 3, false);
	EXPECT_HEARD("");
	world_protect(0x200, 3, R);
	world_protect(0x200, 3, RW);
	touch_and_hear(0x200, 3, true);
	EXPECT_HEARD("written 0: 1\nwritten 2: 2\n");
	world_map_file(0x400, 2, RW, 3, 0);
	touch_and_hear(0x400, 1, false);
	EXPECT_HEARD("new 2: 1\n");
	touch_and_hear(0x400, 1, true);
	EXPECT_HEARD("anon 0: 3 2/1\nwritten 1: 1\n");
	world_map(0x208, 2, RW | X);
	touch_and_hear(0x208, 1, true);
	EXPECT_HEARD("anon 1: 4 1/1\nnew 1: 1\n");
	world_load(0x500, 1, RW | SHARED | MPL_VMA_PFNMAP, 4, 0, 0);
	touch_and_hear(0x500, 1, false);
	EXPECT_HEARD("new 3: 1\n");
	touch_and_hear(0x500, 1, true);
	EXPECT_HEARD("written 2: 1\n");
	world_end();
}

TEST(a_join_is_told_as_the_change_of_who_grows)
{
	world_begin();
	world_map(0x10, 2, RW);
	world_map(0x14, 2, RW);
	listen(true);
	world_map(0x12, 2, RW);
	mpl_trace_hook = NULL;
	EXPECT_HEARD("charged 2 0..0\n"
	             "vma_freed 2 14..15\n"
	             "vma_changed 1 10..15\n");
	world_end();
}

TEST(a_refused_call_tells_what_it_gave_back)
{
	world_begin();
	mpl_fail_site(MPL_SITE_REQUEST, 0, 1, 1);
	listen(true);
	world_map(0x10, 2, RW);
	mpl_trace_hook = NULL;
	EXPECT_HEARD("charged 2 0..0\n"
	             "vma_made 1 10..11\n"
	             "vma_freed 1 10..11\n"
	             "uncharged 2 0..0\n");
	world_end();
}
