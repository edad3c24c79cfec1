// SPDX-License-Identifier: GPL-2.0-or-later
//
// One act of a random run: an operation of the core with all its arguments. Acts are made from bytes (decode.h), done
// against the core and the oracle (play.h), shortened (shrink.c), and printed as the text of a scenario. Plain data; it
// knows neither core nor oracle.

#ifndef MPL_ACT_H
#define MPL_ACT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define ACT_TREES 4u
#define ACT_READERS 8u

// What the arguments mean is said beside each kind; 'tree' is the tree it is done on, 0 ... ACT_TREES - 1.
enum act_kind {
	ACT_TREE,         // A new tree; count: flags (ACT_FLAG_*).
	ACT_STORE,        // first, last, word.
	ACT_INSERT,       // first, last, word.
	ACT_PREALLOC,     // first, last, word; count: 1 with a walk before.
	ACT_ERASE,        // first.
	ACT_LOAD,         // first; last: the limit of mt_find() and its like, tried besides.
	ACT_GAP,          // first, last: the window; word: the size; count: 1 from the top.
	ACT_ALLOC,        // first, last: the window; word: the size; count: 1 from the top. Stores value 1.
	ACT_CYCLIC,       // first, last: the window. Stores value 2.
	ACT_DUP,          // other: the new tree.
	ACT_DESTROY,      // The tree is gone afterwards.
	ACT_BULK,         // first; count: entries; last: expected; word: step in the low, width - 1 in the high half.
	ACT_FILL,         // The same by stores, whatever is there; word and count as for ACT_BULK.
	ACT_RCU,          // count: 1 on, 0 off.
	ACT_FAIL_REQUEST, // first: which; last: how many.
	ACT_FAIL_NODE,    // first: which.
	ACT_ITERATE,      // first: from where; count: moves; word: up to 16 moves of four bits; last: the limit.
	ACT_READ,         // first: from where; other: the reader.
	ACT_RESUME,       // other: the reader; count: moves, up unless word has others as for ACT_ITERATE.
	ACT_RELEASE,      // other: the reader.
	ACT_KINDS,
};

#define ACT_FLAG_ALLOC 1u
#define ACT_FLAG_RCU 2u
#define ACT_FLAG_WHOLE 0x1000u

struct act {
	uint8_t kind;
	uint8_t tree;
	uint8_t other;
	uint32_t count;
	uint64_t first;
	uint64_t last;
	uint64_t word;
};

// The 'at'th of the moves of an ACT_ITERATE: enum mpl_move.
unsigned act_move(const struct act *act, unsigned at);
// The limit of that move: 'last', except that 0 limits no move up and the last index no move down.
uint64_t act_limit(const struct act *act, unsigned move);
// One line of numbers, and back; false if the line is none.
void act_write(FILE *file, const struct act *act);
bool act_read(const char *line, struct act *act);
// The statement that does it, on a line of its own; as a comment where the language has no such statement.
void act_tell(FILE *file, const struct act *act);
// How many statements that are.
unsigned act_statements(const struct act *act);
// The store that an ACT_FILL or ACT_BULK makes as the 'at'th.
struct act act_part(const struct act *act, uint32_t at);
// Whether all its stores lie below the end of the index space.
bool act_parts_fit(const struct act *act);

#endif
