// SPDX-License-Identifier: GPL-2.0-or-later
//
// Forks: what is public of them is in maple_mm.h.

#ifndef MPL_FORK_H
#define MPL_FORK_H

// No fork is open, no record is there.
void mpl_fork_reset(void);

#endif
