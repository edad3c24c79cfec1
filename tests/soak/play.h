// SPDX-License-Identifier: GPL-2.0-or-later
//
// Does acts on a few trees of the core and on the oracle alike. After each act its result, what it did to the allocator
// and the ranges at and around the place touched are compared. The first difference goes to standard error and ends
// the program.

#ifndef MPL_PLAY_H
#define MPL_PLAY_H

#include "act.h"
#include "oracle.h"

struct play_tree {
	uint32_t handle; // 0: there is none.
	uint32_t flags;
	uint64_t next; // Of the cyclic allocator.
	bool wrapped;  // It ran over.
	uint32_t writes; // Made on it so far.
	struct oracle oracle;
};

// Starts anew: no tree, nothing armed.
void play_begin(void);
// Does an act, unless its trees are not there (or there already), the reference would break its own contract
// (N-Q11), or it has no meaning. Whether it was done.
bool play_do(const struct act *act);
// Everything about every tree: invariants, all ranges, nodes accounted for.
void play_check(void);
// Ends readers, destroys trees; no node may be left.
void play_end(void);

const struct play_tree *play_tree_at(unsigned at);
bool play_reader_is_open(unsigned at);
// Nodes out of the allocator.
uint32_t play_nodes(void);
// What was checked so far, over all worlds.
struct play_counts {
	uint64_t done;    // Acts.
	uint64_t refused; // Of these, ended by a refused request.
	uint64_t checks;  // Calls of play_check().
	uint64_t stale;   // Moves of readers whose node was replaced meanwhile.
	uint64_t by_kind[ACT_KINDS];
	uint32_t height_max;
};
const struct play_counts *play_counts(void);

#endif
