// SPDX-License-Identifier: GPL-2.0-or-later
//
// The states of iteration over a list of ranges: tests/core/statuses.h read anew, row by row, with no tree in sight.

#ifndef MPL_NAIVE_H
#define MPL_NAIVE_H

#include "maple_tree.h"
#include "oracle.h"

// What the tree is made of now: nothing, one entry at index 0, or nodes.
enum naive_shape { NAIVE_EMPTY, NAIVE_POINT, NAIVE_NODES };

struct naive {
	const struct oracle *oracle;
	enum naive_shape shape;
	enum maple_status status;
	bool placed; // On a slot of a leaf, whatever the status.
	bool dead;   // That leaf is dead: a step from it walks again first.
	uint64_t index;
	uint64_t last;
};

// In the order of core/wasm/calls.h; from pause on they return nothing.
enum naive_move {
	NAIVE_WALK, NAIVE_NEXT, NAIVE_PREV, NAIVE_FIND, NAIVE_FIND_REV, NAIVE_NEXT_RANGE, NAIVE_PREV_RANGE, NAIVE_FIND_RANGE,
	NAIVE_FIND_RANGE_REV, NAIVE_PAUSE, NAIVE_RESET, NAIVE_SET, NAIVE_MOVES,
};

bool naive_is_forward(enum naive_move move);
void naive_start(struct naive *naive, uint64_t index);
// Makes the move; what it returns. 'limit' is the index for NAIVE_SET.
uint64_t naive_go(struct naive *naive, enum naive_move move, uint64_t limit);

#endif
