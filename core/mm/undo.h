// SPDX-License-Identifier: GPL-2.0-or-later
//
// Undoing a failed fork. The exit of an address space, which takes the same paths, is public (maple_mm.h).

#ifndef MPL_UNDO_H
#define MPL_UNDO_H

#include "state.h"

// Tears down the child of a failed fork as far as the record says it came, and forgets it; fills in the fields of the
// record about the undo, and the rules. 'child' NULL: there is none.
void mpl_undo_fork(struct mpl_mm *child, struct mpl_fork_record *record);
// Forgets the page tables that an earlier undo leaked and that were kept for inspection.
void mpl_undo_forget(void);

#endif
