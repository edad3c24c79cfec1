// SPDX-License-Identifier: GPL-2.0-or-later
//
// Taking back what a failed fork did. The exit of an address space, which goes the same ways, is public (maple_mm.h).

#ifndef MPL_UNDO_H
#define MPL_UNDO_H

#include "state.h"

// Tears down the child of a failed fork as far as the record says it came, and forgets it; fills in what the record
// says of that, and the rules. 'child' NULL: there is none.
void mpl_undo_fork(struct mpl_mm *child, struct mpl_fork_record *record);
// Lets go of the page tables that an earlier undo left behind and that were kept to be looked at.
void mpl_undo_forget(void);

#endif
