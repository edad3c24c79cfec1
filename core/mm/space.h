// SPDX-License-Identifier: GPL-2.0-or-later
//
// The table of address spaces: creates and forgets them. Its public functions are in maple_mm.h.

#ifndef MPL_SPACE_H
#define MPL_SPACE_H

#include "state.h"

// Forgets an address space whose tree is empty and whose VMAs are gone: the last step of exit. Its top table goes too.
void mpl_space_forget(struct mpl_mm *mm);

#endif
