// SPDX-License-Identifier: GPL-2.0-or-later
//
// A cache that counts. See cache.h.

#include "cache.h"

static uint32_t line_bytes = 64, way_count = 8, set_count = 64;

// The lines of set s are at way_count * s and up, the one used last in front. 0: nothing; otherwise number + 1.
static uint64_t held[MPL_CACHE_LINES_MAX];

bool mpl_cache_shape(uint32_t line, uint32_t ways, uint32_t kib)
{
	uint64_t lines;

	if (line < MPL_CACHE_LINE_MIN || line > MPL_CACHE_LINE_MAX || (line & (line - 1)))
		return false;
	lines = (uint64_t)kib * 1024 / line;
	if (!ways || ways > MPL_CACHE_WAYS_MAX || !lines || lines > MPL_CACHE_LINES_MAX || lines % ways)
		return false;
	line_bytes = line;
	way_count = ways;
	set_count = (uint32_t)lines / ways;
	mpl_cache_drop();
	return true;
}

void mpl_cache_drop(void)
{
	for (uint32_t i = 0; i < way_count * set_count; i++)
		held[i] = 0;
}

uint32_t mpl_cache_line(void) { return line_bytes; }

bool mpl_cache_misses(uint64_t number)
{
	uint64_t *set = &held[number % set_count * way_count];
	uint64_t wanted = number + 1, moved = wanted;

	for (uint32_t way = 0; way < way_count; way++) {
		uint64_t found = set[way];

		set[way] = moved;
		if (found == wanted)
			return false;
		moved = found;
	}
	return true;
}
