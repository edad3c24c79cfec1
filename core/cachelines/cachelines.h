// SPDX-License-Identifier: GPL-2.0-or-later
//
// What an operation reads and writes of a tree's nodes, counted while it runs. The compiler itself calls us at every
// load and store that is left after optimising (-fsanitize-coverage=trace-loads,trace-stores, for src/ and the
// rivals; copies of blocks go through our own memcpy()), so what is counted is what the code does, not a model of it. A
// native test compares the lines with a trace by Valgrind of the code without these calls.
//
// Counted is the memory of nodes of the maple tree, of records of the red-black tree, or of nodes of the std::map; not
// the root word, the stack, or what the allocators keep for themselves. The address of a byte is its distance from the
// first node or record, so
// counts are the same on every host. What a processor fetches ahead is not counted.

#ifndef MPL_CACHELINES_H
#define MPL_CACHELINES_H

#include <stdint.h>

// A slab of more places than this is not counted. The spare ones are for what one operation may add.
#define MPL_CACHELINES_PLACES_MAX 98304u
#define MPL_CACHELINES_PLACES_SPARE 256u

// Trees that have no handle.
#define MPL_CACHELINES_REDBLACK 0u
#define MPL_CACHELINES_STDMAP UINT32_MAX

enum mpl_cachelines_of {
	MPL_CACHELINES_READS,   // Loads by the code, of 1 to 8 bytes; a block that is copied counts once.
	MPL_CACHELINES_WRITES,  // Stores likewise.
	MPL_CACHELINES_LINES,   // Different lines read or written.
	MPL_CACHELINES_WRITTEN, // Different lines written.
	MPL_CACHELINES_MISSES,  // Lines that were not in the cache when they were used.
	MPL_CACHELINES_COUNTS,
};

#define MPL_CALL(result, name, ...) result name(__VA_ARGS__);
#include "cachelines.def"
#undef MPL_CALL

// For tests: called for each line as it is used, 'number' from the first node or record on; NULL: nothing is called.
extern void (*mpl_cachelines_listener)(uint64_t number, int written);
// The number of the counted operation under way, from 1; 0 outside. Written before and behind each, so that a trace of
// this program by another can be cut into operations.
extern volatile uint32_t mpl_cachelines_mark;

#endif
