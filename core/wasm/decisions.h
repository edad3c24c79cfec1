// SPDX-License-Identifier: GPL-2.0-or-later
//
// The functions of decisions.c that are not exported.

#ifndef MPL_DECISIONS_H
#define MPL_DECISIONS_H

// An operation begins.
void mpl_decided_operation(void);
// Stops recording decisions.
void mpl_decided_reset(void);

#endif
