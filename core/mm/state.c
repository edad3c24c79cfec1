// SPDX-License-Identifier: GPL-2.0-or-later
//
// The one variable of state.h.

#include "state.h"

struct mpl_mm_state mpl_mm_state;
