// SPDX-License-Identifier: GPL-2.0-or-later
//
// A cache that counts: sets of lines, the least recently used line of a set goes first. One level, physical addresses
// of its caller's making, no prefetching. It holds numbers of lines and no content.

#ifndef MPL_CACHE_H
#define MPL_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#define MPL_CACHE_LINE_MIN 16u
#define MPL_CACHE_LINE_MAX 256u
#define MPL_CACHE_WAYS_MAX 64u
#define MPL_CACHE_LINES_MAX (1u << 17)

// Lines of 'line' bytes (a power of 2), 'ways' lines a set, 'kib' KiB in all; empty. False, and as it was, if these do
// not make whole sets or are beyond the limits above.
bool mpl_cache_shape(uint32_t line, uint32_t ways, uint32_t kib);
// Empties it.
void mpl_cache_drop(void);
// Bytes of a line; 64 at the start (32 KiB, 8 ways).
uint32_t mpl_cache_line(void);
// The line with this number is used. True: it was not there, and is now.
bool mpl_cache_misses(uint64_t number);

#endif
