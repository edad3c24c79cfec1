// SPDX-License-Identifier: GPL-2.0-or-later
//
// A store that crosses nodes. Rule "span".

#ifndef MPL_SPAN_H
#define MPL_SPAN_H

#include "decide.h"

// Carries out a store of type spanning_store; the state is on the node where the span was seen. False if the reserve
// ran out; the tree is as it was then.
bool mpl_span_store(struct mpl_write *write);

#endif
