// SPDX-License-Identifier: GPL-2.0-or-later
//
// Address spaces through the flat functions (core/wasm/memory.c): handles, records, forks in two calls, snapshots.

#include "harness.h"

#include "maple_tree.h"
#include "wasm/calls.h"

#include <stdlib.h>
#include <string.h>

#define PAGE UINT64_C(4096)
#define RW (MPL_VMA_READ | MPL_VMA_WRITE)

static uint64_t page(uint64_t k) { return k * PAGE; }
static uint64_t end(uint64_t k) { return (k + 1) * PAGE - 1; }

static uint32_t fresh(void)
{
	mpl_reset();
	return (uint32_t)mpl_space_new();
}

// 'count' VMAs of one page each, with a page between them.
static uint32_t filled(uint32_t count)
{
	uint32_t mm = fresh();

	for (uint32_t k = 0; k < count; k++)
		EXPECT(!mpl_space_load(mm, page(16 + 2 * k), end(16 + 2 * k), RW | MPL_VMA_ACCOUNT, 0, 0, 1));
	return mm;
}

static bool gave_everything_back(void)
{
	for (unsigned i = 0; i < MPL_OBJECTS; i++) {
		if (mpl_space_fork_accounts()[i].obtained != mpl_space_fork_accounts()[i].returned)
			return false;
	}
	return true;
}

TEST(a_call_tells_its_range_its_vma_and_its_stores)
{
	uint32_t mm = fresh();

	EXPECT(mm == 1);
	EXPECT(!mpl_space_map(mm, page(16), end(19), RW, 0, 0));
	EXPECT(mpl_record()->value == 1 && mpl_record()->index == page(16) && mpl_record()->last == end(19));
	EXPECT(!mpl_space_map_any(mm, 5, RW | MPL_VMA_SHARED, 3, page(2)));
	EXPECT(mpl_record()->value == 2 && mpl_record()->last == mpl_record()->index + PAGE - 1);
	EXPECT(!mpl_space_unmap(mm, page(17), end(17)));
	EXPECT(mpl_record()->store_counts[3] + mpl_record()->store_counts[8] == 3);
	EXPECT(mpl_space_vmas(mm, 0) == 3 && mpl_space_vma_buffer()[1].first == page(18));
	EXPECT(mpl_space_vmas(mm, page(18)) == 2);
	EXPECT(mpl_space_info(mm)->map_count == 3 && mpl_space_info(mm)->total_vm == 4);
	EXPECT(mpl_space_touch(mm, page(17), end(17), 0) == -14);
	EXPECT(!mpl_space_touch(mm, page(16), end(16), 1));
	EXPECT(mpl_space_tables(mm) == 3 && mpl_space_table_buffer()[0].level == 3);
	EXPECT(mpl_space_advise(mm, page(16), end(16), MPL_ADVICES) == -MPL_EINVAL);
}

TEST(what_is_no_address_space_is_refused)
{
	uint32_t mm = fresh(), tree = mpl_tree_new(MT_FLAGS_ALLOC_RANGE);

	EXPECT(mpl_space_map(tree, page(1), end(1), RW, 0, 0) == -MPL_EINVAL);
	EXPECT(mpl_space_fork(tree, 0, 0, 0) == -MPL_EINVAL && mpl_space_fork_record()->error == -MPL_EINVAL);
	EXPECT(mpl_space_fork_end() == -MPL_EINVAL);
	EXPECT(mpl_space_fork(mm, 3, 0, 0) == -MPL_EINVAL);
	EXPECT(mpl_space_exit(tree) == -MPL_EINVAL && mpl_space_exit(77) == -MPL_EINVAL);
	EXPECT(mpl_destroy(mm) == -MPL_EINVAL && mpl_tree_drop(mm) == -MPL_EINVAL);
	EXPECT(!mpl_space_info(tree) && !mpl_space_vmas(tree, 0) && !mpl_space_tables(tree));
	EXPECT(!mpl_space_exit(mm) && mpl_space_exit(mm) == -MPL_EINVAL);
}

TEST(a_fork_that_is_open_can_be_read_and_refuses_the_rest)
{
	uint32_t mm = filled(21), live = mpl_live();
	int32_t child;

	mpl_space_fail_site(MPL_SITE_VMA, 0, 5, 1);
	child = mpl_space_fork(mm, MPL_FORK_DUP, MPL_UNDO_MARKER, 0);
	EXPECT(child > 0 && mpl_space_fork_record()->point == 7);
	EXPECT(mpl_space_vmas((uint32_t)child, 0) == 4 && mpl_facts((uint32_t)child)->entries == 21);
	EXPECT(mpl_space_unmap(mm, page(16), end(16)) == -MPL_EBUSY);
	EXPECT(mpl_space_fork_end() == -MPL_ENOMEM);
	EXPECT(!mpl_space_info((uint32_t)child) && mpl_live() == live && gave_everything_back());
	EXPECT(mpl_space_fork_record()->rules == 0x3f && mpl_space_fork_record()->rules_checked == 0x3f);
	EXPECT(mpl_space_fork(mm, MPL_FORK_DUP, MPL_UNDO_MARKER, 0) == child && !mpl_space_fork_end());
	EXPECT(mpl_record()->copied == 4 && mpl_record()->used == 4);
}

TEST(a_fork_without_a_child_is_ended_all_the_same)
{
	uint32_t mm = filled(3);

	mpl_space_fail_site(MPL_SITE_MM, 0, 1, 1);
	EXPECT(mpl_space_fork(mm, MPL_FORK_BULK, MPL_UNDO_MARKER, 0) == -MPL_ENOMEM);
	EXPECT(mpl_space_fork_end() == -MPL_ENOMEM && mpl_space_fork_record()->point == 1 && gave_everything_back());
	EXPECT(!mpl_space_unmap(mm, page(16), end(16)));
}

TEST(a_parent_that_changes_meanwhile_is_noticed)
{
	uint32_t mm = filled(8);

	EXPECT(mpl_space_fork(mm, MPL_FORK_DUP, MPL_UNDO_MARKER, 0) > 0);
	((struct mpl_vma *)(uintptr_t)mpl_mm_vma(mpl_mm_at(1), 3))->flags ^= MPL_VMA_DONTCOPY;
	EXPECT(!mpl_space_fork_end());
	EXPECT(mpl_space_fork_record()->rules_checked == 0x20 && mpl_space_fork_record()->rules == 0);
}

// ---- Snapshots ----

struct copy {
	void *bytes[MPL_REGIONS];
	uint32_t size[MPL_REGIONS];
};

static void take(struct copy *copy)
{
	for (uint32_t i = 0; i < MPL_REGIONS; i++) {
		// Of nodes there is no region on this host.
		copy->size[i] = mpl_region(i) ? mpl_region_bytes(i) : 0;
		copy->bytes[i] = malloc(copy->size[i] ? copy->size[i] : 1);
		if (copy->size[i])
			memcpy(copy->bytes[i], mpl_region(i), copy->size[i]);
	}
}

TEST(the_regions_of_address_spaces_change_with_them_and_shrink_with_a_reset)
{
	uint32_t mm = filled(30);
	struct copy one, two;

	take(&one);
	EXPECT(!mpl_space_touch(mm, page(16), end(16), 1));
	EXPECT(!mpl_space_advise(mm, page(16), end(16), MPL_LOCK));
	take(&two);
	for (uint32_t i = MPL_REGION_SPACES; i < MPL_REGIONS; i++)
		EXPECT(one.size[i] != two.size[i] || memcmp(one.bytes[i], two.bytes[i], one.size[i]));
	// Back to before: nodes did not change, so that the regions of the model are enough.
	for (uint32_t i = MPL_REGION_SPACES; i < MPL_REGIONS; i++)
		memcpy(mpl_region(i), one.bytes[i], one.size[i]);
	mpl_restored();
	EXPECT(!mpl_space_tables(mm) && !mpl_space_info(mm)->locked_vm && mpl_space_vmas(mm, 0) == 30);
	EXPECT(!mpl_space_touch(mm, page(16), end(16), 1) && mpl_space_tables(mm) == 3);
	EXPECT(!mpl_space_exit(mm) && gave_everything_back() && !mpl_live());
	mpl_reset();
	EXPECT(mpl_region_bytes(MPL_REGION_VMAS) < one.size[MPL_REGION_VMAS]);
	for (uint32_t i = 0; i < MPL_REGIONS; i++) {
		free(one.bytes[i]);
		free(two.bytes[i]);
	}
}
