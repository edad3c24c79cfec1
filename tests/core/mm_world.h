// SPDX-License-Identifier: GPL-2.0-or-later
//
// One address space for tests of calls. Ranges are given in pages: world_map(0x10, 4, RW) maps pages 0x10 ... 0x13.
// What is there is written as text, VMA by VMA, in the order of addresses:
//
//     1:10..13 rw-p; 2:14..1f r--p f7+2 dc; 5:20..20 rw-p a1/1
//
// number, first and last page, permissions; then the file and the page in it, or, if that is another than where it is,
// the page where memory without a file was made (@10); the anon_vma and the length of its chain, and the flags that
// permissions do not show.

#ifndef MPL_TEST_MM_WORLD_H
#define MPL_TEST_MM_WORLD_H

#include "harness.h"

#include "maple_mm.h"
#include "src/slab.h"

#define PAGE UINT64_C(0x1000)
#define R MPL_VMA_READ
#define W MPL_VMA_WRITE
#define X MPL_VMA_EXEC
#define RW (R | W)
#define SHARED MPL_VMA_SHARED

extern struct mpl_mm *world;

// A new empty address space, everything else forgotten.
void world_begin(void);
// A new address space with VMAs of 'pages' pages side by side, from page 0x10 on, one for each of the flags.
#define world_row(pages, ...)                                                                                          \
	world_begin_row(pages, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
void world_begin_row(uint64_t pages, const uint32_t *flags, size_t count);
// Tears it down: every object must be given back, every node too.
void world_end(void);

// The calls, in pages. 'file' 0: none; 'at' is the page in the file.
int world_map(uint64_t page, uint64_t count, uint32_t flags);
int world_map_file(uint64_t page, uint64_t count, uint32_t flags, uint32_t file, uint64_t at);
int world_load(uint64_t page, uint64_t count, uint32_t flags, uint32_t file, uint64_t at, uint32_t chain);
int world_unmap(uint64_t page, uint64_t count);
int world_protect(uint64_t page, uint64_t count, uint32_t prot);
int world_advise(uint64_t page, uint64_t count, enum mpl_advice advice);
int world_touch(uint64_t page, uint64_t count, bool write);
// The page found, or a negative error.
int64_t world_map_any(uint64_t count, uint32_t flags);
int64_t world_remap(uint64_t page, uint64_t count, uint64_t new_count, uint64_t to, enum mpl_remap how);

// What is there.
const char *world_told(void);
// How much of a kind is out: obtained less returned, all address spaces.
uint64_t world_held(enum mpl_object object);

// Whether tree, objects, counters and accounts agree with each other; false after an expectation failed.
bool world_check(void);

// Everything that an error must leave as it was.
struct world_note {
	char told[16384];
	struct mpl_mm mm;
	uint64_t sum;
	uint64_t held[MPL_OBJECTS];
	uint32_t nodes;
};
void world_note(struct world_note *note);
bool world_is_as(const struct world_note *note);

// The text after the call, and all in order.
#define EXPECT_WORLD(wanted)                                                                                           \
	do {                                                                                                           \
		EXPECT_SAYS(strcmp(world_told(), wanted) == 0, "found  %s\n  wanted %s", world_told(), wanted);        \
		world_check();                                                                                         \
	} while (0)

#endif
