// SPDX-License-Identifier: GPL-2.0-or-later
//
// Moving a state from range to range: the primitive step that the iteration functions are made of. Floor 4. Reads only.
// Spec/03 section 3. The public functions of this file are declared in maple_tree.h.

#ifndef MPL_ITERATE_H
#define MPL_ITERATE_H

#include "walk.h"

// One step to the right from the slot that an active state stands on. 'empty': also onto slots that hold NULL. Returns
// the word of the slot reached. 0, and the status is overflow, if the slot stood on ends at 'max' or later: then the
// range is that of the slot looked at last.
uint64_t mpl_iterate_forward(struct ma_state *mas, uint64_t max, bool empty);
// One step to the left; 0 and underflow if the slot stood on begins at 'min' or before.
uint64_t mpl_iterate_backward(struct ma_state *mas, uint64_t min, bool empty);

#endif
