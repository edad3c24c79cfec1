// SPDX-License-Identifier: GPL-2.0-or-later
//
// One call on an address space, a fork, an exit, or a failure armed: drawn at random, and printed as a statement of a
// scenario. Knows neither the core nor the list it is compared with.

#ifndef MPL_MM_ACT_H
#define MPL_MM_ACT_H

#include "maple_mm.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MM_SPACES 4u // At once, by the letters a ... d.

enum mm_act_kind {
	MM_MAP,
	MM_MAP_ANY,
	MM_UNMAP,
	MM_PROTECT,
	MM_BRK_AT,
	MM_BRK,
	MM_TOUCH,
	MM_ADVISE,
	MM_FORK,
	MM_EXIT,
	MM_NEW,
	MM_REMAP, // These two no statement does: they are printed as comments.
	MM_LOAD,
	MM_FAIL,
	MM_FAIL_EVERY,
	MM_FAIL_CHANCE,
	MM_ACT_KINDS,
};

struct mm_act {
	uint8_t kind;
	uint8_t space; // The address space; of a fork the parent.
	uint8_t other; // Of a fork the child.
	uint8_t by, undo;
	uint8_t site, advice;
	bool write;
	uint8_t how; // enum mpl_remap
	uint32_t flags, file;
	// What fails: for which VMA, which pass or by which chance in percent, how many. Of load: the chain.
	uint32_t vma, k, n;
	uint64_t first, last, offset;
	// Of brk: by how much, modulo 2^64; of remap the new place, its size being 'offset'; of a chance the seed.
	uint64_t to;
};

// One of 0 ... bound - 1, by dice that are the same everywhere.
uint64_t mm_act_below(uint64_t *dice, uint64_t bound);
// What the acts of a world are like.
struct mm_manner {
	unsigned pages;  // Of the first window: in many pages there are many VMAs.
	bool failures;   // Whether some arm failures.
	bool remap;      // Whether some are loads or calls of mremap, which no statement makes.
};
// One world's, by its number.
struct mm_manner mm_manner_of(uint64_t world);
// The next act of a world whose dice stand in 'dice'.
struct mm_act mm_act_draw(uint64_t *dice, const struct mm_manner *manner);
// Its statement; never more than 'room' bytes.
void mm_act_tell(const struct mm_act *act, char *text, size_t room);

#endif
