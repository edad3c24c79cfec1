// SPDX-License-Identifier: GPL-2.0-or-later
//
// The functions of exports.c that are not exported.

#ifndef MPL_EXPORTS_H
#define MPL_EXPORTS_H

// Resets: no bulk load is open.
void mpl_bulk_reset(void);

#endif
