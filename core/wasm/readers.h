// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is not exported of readers.c: iterations with a state of another file, and the table for snapshots.

#ifndef MPL_READERS_H
#define MPL_READERS_H

#include "forest.h"

// Told when an iteration ends: its state, and what its last move returned.
typedef void mpl_cursor_ended(struct ma_state *mas, uint64_t word);

// Opens an iteration with a state whose last move returned 'word'.
void mpl_cursor_on(struct mpl_handle *handle, struct ma_state *mas, uint64_t word, mpl_cursor_ended *ended);

void *mpl_readers_table(uint32_t *bytes);
void mpl_readers_reset(void);

#endif
