// SPDX-License-Identifier: GPL-2.0-or-later
//
// The table of trees: creates, looks up and drops them. Everything else in this folder depends on it.

#ifndef MPL_FOREST_H
#define MPL_FOREST_H

#include "calls.h"

#include "../include/maple_tree.h"

// One tree. Its number is its place in the table, from 1.
struct mpl_handle {
	struct maple_tree tree;
	uint64_t next; // Counter of the cyclic allocator.
	uint32_t in_use;
	uint32_t bulk_loaded; // A bulk load ended on it since it was last empty.
	uint32_t corruptions; // Fields overwritten; see corrupt.c.
	uint32_t readers;     // Parked on it, even when the handle is no longer in use; readers.c.
	uint32_t space;       // The address space whose VMAs it contains (core/include/maple_mm.h), 0 for none.
	uint32_t padding;
};

// All mutable state of trees. A snapshot contains the first 'used' handles.
struct mpl_forest {
	uint32_t used; // Handles ever in use.
	uint32_t padding;
	struct mpl_handle handle[MPL_TREES];
};

extern struct mpl_forest mpl_forest;

// The handle of a number; NULL if it is not in use.
struct mpl_handle *mpl_forest_handle(uint32_t tree);
uint32_t mpl_forest_number(const struct mpl_handle *handle);
// Releases the handle of an empty tree. It is reused only when no reader is parked on it.
void mpl_forest_drop(struct mpl_handle *handle);

#endif
