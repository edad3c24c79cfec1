// SPDX-License-Identifier: GPL-2.0-or-later
//
// A second opinion on a tree: the structural invariants, by their numbers in core/README.md. Built on the layout of a
// node (node.h) and on what the allocator knows (slab.h) alone. It shares no code with what reads or writes trees,
// decodes every node by itself, and survives any bytes it meets: wild pointers, cycles, wrong kinds, wrong counts.
//
//     checked here      I1 ... I30, I35; hints I37, I39
//     elsewhere         I31 and I36 by parity and the oracle, I32 and I33 by the counters of the allocator, I34 and I38
//                       by the tests of the write path
//
// Order: what can be reached, then each node from the top down, then the leaves from left to
// right, then gaps from the bottom up.

#ifndef MPL_VALIDATE_H
#define MPL_VALIDATE_H

#include <stdbool.h>
#include <stdint.h>

struct mpl_finding;

// The state of a tree outside its nodes.
struct mpl_validate_tree {
	uint64_t root_word;
	uint64_t address; // The tree's address in the root's parent word, before bit 0 is set.
	unsigned flags;   // MT_FLAGS_*, the height included.
	bool bulk_loaded; // Whether a bulk load has ended on it since it was last empty: then N-Q2 and N-Q8 are excused.
};

// Writes the first 'room' findings and returns how many there are. 0: the tree is sound. A finding is excused if it is
// one of the hints, or if a correct bulk load may leave it.
uint32_t mpl_validate_tree(const struct mpl_validate_tree *tree, struct mpl_finding *findings, uint32_t room);

// Counts of a tree's contents; entries are slots that are not NULL.
struct mpl_validate_counts {
	uint32_t nodes, leaves, entries;
};

// Whether a tree that has nodes has no finding, not even an excused one. If so, counts its contents on the same tour.
bool mpl_validate_sound(const struct mpl_validate_tree *tree, struct mpl_validate_counts *counts);

#endif
