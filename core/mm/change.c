// SPDX-License-Identifier: GPL-2.0-or-later
//
// Requesting, storing, looking up. See change.h.
//
// A store uses a state that has walked to its first index, as Linux's VMA iterator does. It then requests nodes up
// to the root (quirk W-14), and all of them before anything is written.

#include "change.h"

#include "account.h"
#include "sites.h"
#include "../src/check.h"
#include "../src/slab.h"

void mpl_change_begin(struct mpl_change *change, struct mpl_mm *mm)
{
	*change = (struct mpl_change){.mm = mm};
	mpl_account_nodes(NULL);
}

static bool ask_policies(uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (mpl_site_fails(MPL_SITE_POLICY))
			return false;
	}
	return true;
}

int mpl_change_ask(struct mpl_change *change)
{
	if (!mpl_vma_charge(change->mm, change->pages))
		return -MPL_ENOMEM;
	change->charged = true;
	if (!mpl_vma_ask(change->vmas) || !ask_policies(change->policies) || !mpl_vma_anon_ask(change->chains))
		return -MPL_ENOMEM;
	return 0;
}

int mpl_change_end(struct mpl_change *change, int error)
{
	MPL_ASSERT(!error || !change->started);
	if (error && change->charged)
		mpl_vma_uncharge(change->mm, change->pages);
	mpl_slab_no_fail(false);
	mpl_account_nodes(change->mm);
	return error;
}

void mpl_change_keeps(uint64_t address) { mpl_mm_state.change.kept_to = address; }
uint64_t mpl_mm_kept_to(void) { return mpl_mm_state.change.kept_to; }

// ---- Stores ----

// The most nodes that all stores of the change can need: each at most three times the height and one, and the tree
// may grow by a level.
static uint32_t nodes_at_most(const struct mpl_change *change)
{
	return change->stores * (3 * (mt_height(change->mm->tree) + 1) + 1);
}

// Everything that may be refused before the first store: memory for all stores, this one's nodes, the caller's part.
static int prepare(struct mpl_change *change, struct ma_state *mas, mpl_entry entry)
{
	int error;

	if (!change->started && !mpl_slab_has_room(nodes_at_most(change)))
		return -MPL_ENOMEM;
	error = mas_preallocate(mas, entry, GFP_KERNEL);
	if (error || change->started || !change->ready)
		return error;
	error = change->ready(change, change->context);
	if (error)
		mas_destroy(mas);
	return error;
}

int mpl_change_start(struct mpl_change *change)
{
	if (!change->started && !mpl_slab_has_room(nodes_at_most(change)))
		return -MPL_ENOMEM;
	change->started = true;
	mpl_slab_no_fail(true);
	return 0;
}

int mpl_change_store(struct mpl_change *change, uint64_t first, uint64_t last, mpl_entry entry)
{
	MA_STATE(mas, change->mm->tree, first, first);
	int error;

	mas_walk(&mas);
	__mas_set_range(&mas, first, last);
	error = prepare(change, &mas, entry);
	MPL_ASSERT(!error || !change->started);
	if (error)
		return error;
	mas_store_prealloc(&mas, entry);
	change->started = true;
	mpl_slab_no_fail(true);
	return 0;
}

int mpl_change_clear(struct mpl_change *change, uint64_t first, uint64_t last)
{
	MA_STATE(mas, change->mm->tree, first, first);
	int error = 0;

	MPL_ASSERT(!change->ready);
	if (!change->started && !mpl_slab_has_room(nodes_at_most(change)))
		return -MPL_ENOMEM;
	mas_walk(&mas);
	__mas_set_range(&mas, first, last);
	error = mas_store_gfp(&mas, MPL_WORD_ENTRY(0), GFP_KERNEL);
	MPL_ASSERT(!error || !change->started);
	if (error)
		return error;
	change->started = true;
	mpl_slab_no_fail(true);
	return 0;
}

int mpl_change_store_new(struct mpl_change *change, struct mpl_vma *vma)
{
	int error = mpl_change_store(change, vma->first, vma->last, mpl_vma_entry(vma));

	if (error) {
		MPL_ASSERT(vma->number == change->mm->numbers);
		mpl_vma_free(vma);
		change->mm->numbers--;
	}
	return error;
}

// ---- Looking up ----

struct mpl_vma *mpl_look_at(const struct mpl_mm *mm, uint64_t address)
{
	return mpl_vma_at_entry(mm, mtree_load(mm->tree, address));
}

struct mpl_vma *mpl_look_from(const struct mpl_mm *mm, uint64_t address)
{
	MA_STATE(mas, mm->tree, address, address);

	return mpl_vma_at_entry(mm, mas_find(&mas, MPL_TASK_BYTES - 1));
}

struct mpl_vma *mpl_look_below(const struct mpl_mm *mm, uint64_t address)
{
	MA_STATE(mas, mm->tree, address, address);

	return mpl_vma_at_entry(mm, mas_prev(&mas, 0));
}
