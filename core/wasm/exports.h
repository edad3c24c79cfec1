// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is not exported of exports.c.

#ifndef MPL_EXPORTS_H
#define MPL_EXPORTS_H

// No bulk load is under way.
void mpl_bulk_reset(void);

#endif
