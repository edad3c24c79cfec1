// SPDX-License-Identifier: GPL-2.0-or-later
//
// The functions of photo.c that are not exported.

#ifndef MPL_PHOTO_H
#define MPL_PHOTO_H

// Counts one more event, and makes the copy if this is the requested one.
void mpl_photo_count_event(void);
// Disarms, and forgets the copy.
void mpl_photo_reset(void);
// Makes the copy now, for callers that wait for something other than an event.
void mpl_photo_take(void);

#endif
