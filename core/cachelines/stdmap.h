// SPDX-License-Identifier: GPL-2.0-or-later
//
// The second rival: the same ranges in a std::map, as a program that keeps ranges would most likely do. It is not
// intrusive: a node holds the range and a word that leads to the record, as a maple tree's slot does. It is the
// std::map of libc++ as Emscripten brings it, in WebAssembly and natively, so both run the same code.
//
// A node has a fixed place in an array, numbered from 0, aligned to a line of 64 bytes. A place is as large as what
// malloc() of glibc would take for a node: the node and 8 bytes of its own. Links are 64 bits wide on every host. The
// place freed last is given out first. One map at a time, and a copy of it.

#ifndef MPL_STDMAP_H
#define MPL_STDMAP_H

#include <stdint.h>

#define MPL_MAP_NODE_BYTES 56u
#define MPL_MAP_PLACE_BYTES 64u
#define MPL_MAP_NODES_MAX (1u << 17)

#ifdef __cplusplus
extern "C" {
#endif

// The places, MPL_MAP_NODES_MAX of them, aligned to 256 bytes.
extern unsigned char mpl_map_places[];

// Copies the map: 0, or -ENOMEM, and there is no copy. mpl_map_copy_drop() frees it; before it no other copy is made.
int32_t mpl_map_copy(void);
void mpl_map_copy_drop(void);
// mpl_map_iterate() over the copy.
uint64_t mpl_map_copy_iterate(void);
// mpl_map_iterate() with the words of the red-black tree's records: word 2k + 1 stands for the record at place k.
uint64_t mpl_map_iterate_records(void);

// The functions.
#define MPL_CALL(result, name, ...) result name(__VA_ARGS__);
#include "stdmap.def"
#undef MPL_CALL

#ifdef __cplusplus
}
#endif

#endif
