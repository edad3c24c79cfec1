// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is not exported of states.c.

#ifndef MPL_STATES_H
#define MPL_STATES_H

#include <stdint.h>

// Lets go of all states of a tree, and of what they hold.
void mpl_states_leave(uint32_t tree);

void *mpl_states_table(uint32_t *bytes);
void mpl_states_reset(void);

#endif
