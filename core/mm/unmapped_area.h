// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where a mapping without an address goes.

#ifndef MPL_UNMAPPED_AREA_H
#define MPL_UNMAPPED_AREA_H

#include "change.h"

// Finds 'bytes' free bytes, whole pages: the highest below mmap_base, else the lowest above it. 0, with the first
// address in 'first', or -ENOMEM. Private memory without a file ('flags', 'file') whose size is a multiple of
// MPL_HUGE_BYTES begins on a border of that size, if there is a gap larger by MPL_HUGE_BYTES.
int mpl_unmapped_area(const struct mpl_mm *mm, uint64_t bytes, uint32_t flags, uint32_t file, uint64_t *first);

#endif
