// SPDX-License-Identifier: GPL-2.0-or-later
//
// The functions of readers.c that are not exported: iterations with another file's state, and the table for snapshots.

#ifndef MPL_READERS_H
#define MPL_READERS_H

#include "forest.h"

// Called when an iteration ends, with its state and the result of its last move.
typedef void mpl_cursor_ended(struct ma_state *mas, uint64_t word);

// Opens an iteration with a state whose last move returned 'word'.
void mpl_cursor_on(struct mpl_handle *handle, struct ma_state *mas, uint64_t word, mpl_cursor_ended *ended);

void *mpl_readers_table(uint32_t *bytes);
void mpl_readers_reset(void);

#endif
