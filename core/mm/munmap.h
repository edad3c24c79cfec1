// SPDX-License-Identifier: GPL-2.0-or-later
//
// Unmapping a range, for munmap and for new mappings over it.
//
//     |--- A ---|   |- B -|   |--- C ---|        A and C go across the borders of the range
//          |<------- range ------->|
//     plan      finds A, C and the neighbours
//     cut       |-A1-|-A--|   |- B -|   |-C--|--C2--|           at most two stores: of A1, then of C2, new objects
//     gather    A, B, C in a list: the store that follows overwrites their entries
//     (the caller stores NULL, or something new, over the range)
//     drop      objects, counters, pages, page tables and charges of A, B and C go

#ifndef MPL_MUNMAP_H
#define MPL_MUNMAP_H

#include "change.h"

struct mpl_munmap_range {
	uint64_t first;     // The range.
	uint64_t last;
	bool any;           // Something is mapped in it.
	bool cut_first;     // A VMA goes across its first address,
	bool cut_last;      // and across its last.
	bool inside;        // Both are the same VMA.
	bool sealed;        // A VMA of the range is sealed;
	bool sealed_first;  // the lowest is.
	uint64_t floor;     // Where the VMA below ends, 0 if there is none: page tables below are still used.
	uint64_t ceiling;   // Where the VMA above begins, 0 if there is none.
	bool pages_gone;    // Its pages and page tables are cleared already.
	uint64_t mapped;    // Pages of the range that are mapped,
	uint64_t charged;   // and of these, that are charged.
	bool passes_on;     // The new mapping takes over their charge, which is not undone.
	uint32_t removed;   // The list: number of the first, then by 'link'.
};

// Fills in the plan; changes nothing.
void mpl_munmap_plan(const struct mpl_mm *mm, struct mpl_munmap_range *hole, uint64_t first, uint64_t last);
// Whether the range may be cleared: 0; -EPERM if something in it is sealed, and as in Linux the cut at its first
// address stays; -ENOMEM if it would be a hole in a VMA, and there is one VMA too many for that.
int mpl_munmap_check(struct mpl_mm *mm, const struct mpl_munmap_range *hole);
// Ends a call with 'error' before the range is cleared, and keeps the cut at its first address; with 'both' that behind
// its last one too.
int mpl_munmap_refuse(struct mpl_mm *mm, const struct mpl_munmap_range *hole, bool both, int error);
// Adds the needs of the cuts.
void mpl_munmap_need(struct mpl_change *change, const struct mpl_munmap_range *hole);
// Cuts, and lists the VMAs to remove. 0 or the error of the change's first store.
int mpl_munmap_cut(struct mpl_change *change, struct mpl_munmap_range *hole);
// Removes the listed VMAs, once no entry of the tree leads there.
void mpl_munmap_drop(struct mpl_mm *mm, const struct mpl_munmap_range *hole);

// munmap of a range of whole pages.
int mpl_unmap(struct mpl_mm *mm, uint64_t first, uint64_t last);

#endif
