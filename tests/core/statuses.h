// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the iteration functions do to a state, as a table of rules over a
// plain list of ranges. It knows no nodes; of a state it keeps whether it stands on a range.

#ifndef MPL_TEST_STATES_H
#define MPL_TEST_STATES_H

#include "maple_tree.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A tree, seen from outside.
enum shape { EMPTY, SINGLE, NODES };

struct states_range {
	uint64_t first, last, word;
};

struct states_tree {
	enum shape shape;
	struct states_range *range; // From 0 to MAX without holes; of a single entry: [0,0] and [1,MAX].
	size_t count;
};

struct states {
	enum maple_status status;
	uint64_t index, last;
	bool placed; // On the range that covers 'index', which then is [index,last] or was left at a limit.
	size_t place;
};

enum function { FIND, FIND_RANGE, NEXT, NEXT_RANGE, FIND_REV, FIND_RANGE_REV, PREV, PREV_RANGE, FUNCTIONS };

extern const char *const function_names[FUNCTIONS];
static inline bool function_is_forward(enum function function) { return function < FIND_REV; }

// Runs a function on the model: what it returns.
uint64_t states_move(struct states *state, const struct states_tree *tree, enum function function, uint64_t limit);
uint64_t states_walk(struct states *state, const struct states_tree *tree);
// The same function of the interface.
mpl_entry states_call(struct ma_state *mas, enum function function, uint64_t limit);
// Which range covers an index.
size_t states_cover(const struct states_tree *tree, uint64_t index);

#endif
