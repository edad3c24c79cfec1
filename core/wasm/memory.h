// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is not exported of memory.c.

#ifndef MPL_MEMORY_H
#define MPL_MEMORY_H

void mpl_memory_reset(void);

#endif
