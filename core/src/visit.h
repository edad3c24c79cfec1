// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every node of a tree once: a node, then its children from left to right. Reads only, knows the tree by its root word
// alone, and keeps its place in a structure of its own, so that a visit can stop anywhere.
//
// Safe on trees that are not sound: a child word that names no node is passed over, and a visit meets no more nodes
// than are allocated, even if they form a cycle. The validator reports what is wrong.

#ifndef MPL_VISIT_H
#define MPL_VISIT_H

#include "slab.h"

// A node, with the facts that its own bytes do not record.
struct mpl_visit_node {
	const struct mpl_node *node;
	enum mpl_kind kind;
	unsigned depth; // 0 for the root.
	unsigned end;   // Offset of the last used slot.
	uint64_t min;   // First index covered.
	uint64_t max;   // Last index covered.
	unsigned next;  // The slot to go down into next; the visit's own.
};

struct mpl_visit {
	uint64_t root; // Child word of the root, 0 if there is none or it was visited.
	unsigned levels;
	uint32_t left; // Nodes it may still meet.
	struct mpl_visit_node level[MPL_HEIGHT_MAX + 1];
};

// Before the first node of the tree with this root word. A tree without nodes has none to visit.
void mpl_visit_begin(struct mpl_visit *visit, uint64_t root_word);
// The next node; NULL after the last one.
const struct mpl_visit_node *mpl_visit_next(struct mpl_visit *visit);
// Before the leaf that covers 'index', which mpl_visit_next() then returns; its ancestors are passed over.
void mpl_visit_seek(struct mpl_visit *visit, uint64_t root_word, uint64_t index);

// Slot, first and last index of a slot of the node visited.
static inline uint64_t mpl_visit_slot(const struct mpl_visit_node *at, unsigned slot)
{
	return at->kind == MPL_KIND_ARANGE ? at->node->arange.slot[slot] : at->node->range.slot[slot];
}
static inline uint64_t mpl_visit_first(const struct mpl_visit_node *at, unsigned slot)
{
	return mpl_node_first(at->node, slot, at->min);
}
static inline uint64_t mpl_visit_last(const struct mpl_visit_node *at, unsigned slot)
{
	return mpl_node_last(at->node, slot, at->end, at->max);
}

#endif
