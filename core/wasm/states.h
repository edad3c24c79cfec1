// SPDX-License-Identifier: GPL-2.0-or-later
//
// The functions of states.c that are not exported.

#ifndef MPL_STATES_H
#define MPL_STATES_H

#include <stdint.h>

// Drops all states of a tree and frees their preallocated nodes.
void mpl_states_leave(uint32_t tree);

void *mpl_states_table(uint32_t *bytes);
void mpl_states_reset(void);

#endif
