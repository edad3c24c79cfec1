// SPDX-License-Identifier: GPL-2.0-or-later
//
// Freeing page tables. Rule "freed tables".

#ifndef MPL_FREE_H
#define MPL_FREE_H

#include "state.h"

// Frees the tables of 'addr' ... 'end' - 1 that nothing else needs: tables below 'floor' or reaching beyond 'ceiling'
// stay. 'ceiling' or 'end' 0: the top.
void mpl_pages_free_range(struct mpl_mm *mm, uint64_t addr, uint64_t end, uint64_t floor, uint64_t ceiling);
// The same, but tables of level 'kept' and above stay.
void mpl_pages_free_lower(struct mpl_mm *mm, uint64_t addr, uint64_t end, uint64_t floor, uint64_t ceiling,
                          unsigned kept);
// The same for all VMAs in the tree that begin below 'limit' (0: all), up to the first zero entry, group by group.
void mpl_pages_free_tables(struct mpl_mm *mm, uint64_t limit, uint64_t floor, uint64_t ceiling);

#endif
