// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is not exported of decisions.c.

#ifndef MPL_DECISIONS_H
#define MPL_DECISIONS_H

// An operation begins.
void mpl_decided_operation(void);
// Nobody watches decisions any more.
void mpl_decided_reset(void);

#endif
