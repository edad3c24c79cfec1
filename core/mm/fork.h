// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the exit path and the reset need of forks. Floor 8; the rest of forks is public (maple_mm.h).

#ifndef MPL_FORK_H
#define MPL_FORK_H

#include "state.h"

// No fork is open, no record is there.
void mpl_fork_reset(void);

#endif
