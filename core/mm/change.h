// SPDX-License-Identifier: GPL-2.0-or-later
//
// One call's change of an address space. Looks up VMAs, requests what a change needs, and makes the tree's stores. It
// does not know the purpose of a change.
//
// A call first finds out everything it needs, then requests it, then stores. The first store may be refused; with it
// the tree begins to change, and later ones cannot be refused.
//
//     begin | plan: needs add up | ask | store ... store | take, count, free | end
//                                   ^     ^
//                                   refused: nothing has changed, the charge is undone, the call fails
//
// VMA objects change after their store; a new object is made just before it, since the store needs its
// number.

#ifndef MPL_CHANGE_H
#define MPL_CHANGE_H

#include "vma.h"

struct mpl_change {
	struct mpl_mm *mm;
	// Needs: objects, elements of chains, copies of policies, pages of the commit charge, most stores.
	uint32_t vmas;
	uint32_t chains;
	uint32_t policies;
	uint32_t stores;
	uint64_t pages;
	bool charged;
	bool started; // Something has changed: from here on nothing is refused.
	// Called once the nodes of the first store are reserved, and before it; NULL for nothing. 0 or an error.
	int (*ready)(struct mpl_change *change, const void *context);
	const void *context;
};

void mpl_change_begin(struct mpl_change *change, struct mpl_mm *mm);
// Passes the sites of everything that is needed, and charges the pages. 0, or -ENOMEM with nothing changed.
int mpl_change_ask(struct mpl_change *change);
// Stores 'entry' over first ... last: walks there, prepares the store, and does it. Only the first may fail.
int mpl_change_store(struct mpl_change *change, uint64_t first, uint64_t last, mpl_entry entry);
// Stores NULL over first ... last, for munmap: requests nodes as mas_store_gfp() does, and a second time if that was
// refused. Only the first store of a change may fail.
int mpl_change_clear(struct mpl_change *change, uint64_t first, uint64_t last);
// Call this before a change that is not a store, if stores are still to come: from here on none of them can be refused.
// 0, or -ENOMEM with nothing changed.
int mpl_change_start(struct mpl_change *change);
// Stores the object 'vma' that was taken last in the tree. If that is refused, frees it and its number.
int mpl_change_store_new(struct mpl_change *change, struct mpl_vma *vma);
// Ends the change; after an error, undoes the charge. Returns 'error'.
int mpl_change_end(struct mpl_change *change, int error);
// The part that a call keeps although it returns an error ends before 'address'; 0: nothing. Every call begins with
// 0.
void mpl_change_keeps(uint64_t address);

// ---- Looking up ----

// The VMA that covers 'address'; the first that ends there or above; the last that begins below. NULL: none.
struct mpl_vma *mpl_look_at(const struct mpl_mm *mm, uint64_t address);
struct mpl_vma *mpl_look_from(const struct mpl_mm *mm, uint64_t address);
struct mpl_vma *mpl_look_below(const struct mpl_mm *mm, uint64_t address);

// ---- Addresses ----

static inline bool mpl_is_whole_pages(uint64_t first, uint64_t last)
{
	return first <= last && first % MPL_PAGE_BYTES == 0 && last % MPL_PAGE_BYTES == MPL_PAGE_BYTES - 1;
}
// Bytes, rounded up to pages; 0 if that is more than can be mapped at all.
static inline uint64_t mpl_round_up(uint64_t bytes)
{
	return bytes > MPL_TASK_BYTES ? 0 : (bytes + MPL_PAGE_BYTES - 1) & ~(uint64_t)(MPL_PAGE_BYTES - 1);
}

#endif
