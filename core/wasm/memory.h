// SPDX-License-Identifier: GPL-2.0-or-later
//
// The functions of memory.c that are not exported.

#ifndef MPL_MEMORY_H
#define MPL_MEMORY_H

void mpl_memory_reset(void);

#endif
