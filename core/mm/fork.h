// SPDX-License-Identifier: GPL-2.0-or-later
//
// Forks. Their public functions are in maple_mm.h.

#ifndef MPL_FORK_H
#define MPL_FORK_H

// Resets: no fork is open, there is no record.
void mpl_fork_reset(void);

#endif
