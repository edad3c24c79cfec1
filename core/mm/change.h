// SPDX-License-Identifier: GPL-2.0-or-later
//
// One call's change of an address space. Looks up VMAs, asks for what a change needs, and makes the tree's stores. What
// a change is for, it does not know.
//
// A call first finds out all that it needs, then asks for it, then stores. The first store may be refused; with it the
// tree begins to change, and those after it cannot be.
//
//     begin | plan: needs add up | ask | store ... store | take, count, give back | end
//                                   ^     ^
//                                   refused: nothing has changed, the charge is given back, the call fails
//
// VMA objects change after the store that says so; a new object is made just before it, since the store needs its
// number.

#ifndef MPL_CHANGE_H
#define MPL_CHANGE_H

#include "vma.h"

struct mpl_change {
	struct mpl_mm *mm;
	// What it needs: objects, elements of chains, copies of policies, pages of the commit account, stores at most.
	uint32_t vmas;
	uint32_t chains;
	uint32_t policies;
	uint32_t stores;
	uint64_t pages;
	bool charged;
	bool started; // Something has changed: from here on nothing is refused.
	// What must succeed once the nodes of the first store are held, and before it; NULL for nothing. 0 or an error.
	int (*ready)(struct mpl_change *change, const void *context);
	const void *context;
};

void mpl_change_begin(struct mpl_change *change, struct mpl_mm *mm);
// Passes the sites of all that is needed, and charges the pages. 0, or -ENOMEM with nothing changed.
int mpl_change_ask(struct mpl_change *change);
// Stores 'entry' over first ... last: walks there, prepares the store, and does it. Only the first may fail.
int mpl_change_store(struct mpl_change *change, uint64_t first, uint64_t last, mpl_entry entry);
// Stores NULL over first ... last, for munmap: asks for nodes as mas_store_gfp() does, and a second time if that was
// refused. Only the first store of a change may fail.
int mpl_change_clear(struct mpl_change *change, uint64_t first, uint64_t last);
// To be called before something changes that is no store, with stores still to come: from here on none of them can be
// refused. 0, or -ENOMEM with nothing changed.
int mpl_change_start(struct mpl_change *change);
// Makes the object 'vma' that was taken last stand in the tree. If that is refused, it and its number are given back.
int mpl_change_store_new(struct mpl_change *change, struct mpl_vma *vma);
// Ends the change; after an error, gives the charge back. Returns 'error'.
int mpl_change_end(struct mpl_change *change, int error);
// What a call that returns an error keeps all the same ends before 'address'; 0: nothing. Every call begins by saying
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
