// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is not exported of corrupt.c.

#ifndef MPL_CORRUPT_H
#define MPL_CORRUPT_H

#include "forest.h"

// Puts right all that was written over in a tree.
void mpl_corrupt_mend(struct mpl_handle *handle);

void *mpl_corrupt_table(uint32_t *bytes);
void mpl_corrupt_reset(void);

#endif
