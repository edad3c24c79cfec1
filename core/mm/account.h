// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is obtained and what is given back, kind by kind: once for everything, and once for one address space that is
// watched, the child of a fork or one that is torn down. Knows no VMA and no tree; nodes it reads off the slab.
//
//     watch(child)      fork fails, is undone       watch(NULL)
//          |-- obtain, return, obtain, return ... --|            the account stays to be read

#ifndef MPL_ACCOUNT_H
#define MPL_ACCOUNT_H

#include "state.h"

// 'n' objects (pages, references) more, or fewer, that 'mm' holds.
void mpl_account_obtain(const struct mpl_mm *mm, enum mpl_object object, uint64_t n);
void mpl_account_return(const struct mpl_mm *mm, enum mpl_object object, uint64_t n);

// Nodes: all that the slab handed out and got back since the last call of this function, on the account of 'mm'; NULL
// if they are nobody's here. So whoever changes a tree calls it with NULL before and with 'mm' after. A deferred node
// counts as given back.
void mpl_account_nodes(const struct mpl_mm *mm);

// Begins the account of one address space anew. NULL: it goes on no further, and stays to be read.
void mpl_account_watch(const struct mpl_mm *mm);
// What the watched one held already when its account began: it counts as obtained there.
void mpl_account_hold(enum mpl_object object, uint64_t n);

#endif
