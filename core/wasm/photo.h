// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is not exported of photo.c.

#ifndef MPL_PHOTO_H
#define MPL_PHOTO_H

// One event more has been kept: takes the photograph if it is the one.
void mpl_photo_hear(void);
// Forgets what was armed and taken.
void mpl_photo_reset(void);
// Takes it now, for those who wait for something else than an event.
void mpl_photo_take(void);

#endif
