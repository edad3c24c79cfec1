// SPDX-License-Identifier: GPL-2.0-or-later
//
// Counts objects obtained and freed, kind by kind: in total, and for one address space that is
// watched, the child of a fork or one that is torn down. Knows no VMA and no tree; reads node counts from the slab.
//
//     watch(child)      fork fails, is undone       watch(NULL)
//          |-- obtain, free, obtain, free ...     --|            the account can still be read

#ifndef MPL_ACCOUNT_H
#define MPL_ACCOUNT_H

#include "state.h"

// 'mm' has obtained, or freed, 'n' objects (pages, references).
void mpl_account_obtain(const struct mpl_mm *mm, enum mpl_object object, uint64_t n);
void mpl_account_return(const struct mpl_mm *mm, enum mpl_object object, uint64_t n);

// Nodes: adds all that were allocated and freed since the last call of this function to the account of 'mm'; NULL if
// they belong to no address space. So code that changes a tree calls it with NULL before and with 'mm' after. A
// deferred node counts as freed.
void mpl_account_nodes(const struct mpl_mm *mm);

// Restarts the account for one address space. NULL: stops it; it can still be read.
void mpl_account_watch(const struct mpl_mm *mm);
// Objects that the watched one had when its account began: they count as obtained there.
void mpl_account_hold(enum mpl_object object, uint64_t n);

#endif
