// SPDX-License-Identifier: GPL-2.0-or-later
//
// The functions of corrupt.c that are not exported.

#ifndef MPL_CORRUPT_H
#define MPL_CORRUPT_H

#include "forest.h"

// Restores every field of a tree that was overwritten.
void mpl_corrupt_mend(struct mpl_handle *handle);

void *mpl_corrupt_table(uint32_t *bytes);
void mpl_corrupt_reset(void);

#endif
