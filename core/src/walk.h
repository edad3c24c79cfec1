// SPDX-License-Identifier: GPL-2.0-or-later
//
// A place in a tree, and the steps from one to the next: down to a child, up to a parent. Reads only.
//
// The range of a node is not stored in it but follows from its ancestors. A *spot* is a node with the facts that its
// own bytes do not record.

#ifndef MPL_WALK_H
#define MPL_WALK_H

#include "../include/maple_tree.h"
#include "slab.h"

struct mpl_spot {
	struct mpl_node *node;
	enum mpl_kind kind;
	unsigned end;    // Offset of the last used slot.
	unsigned offset; // The slot of interest.
	uint64_t min;    // First index covered.
	uint64_t max;    // Last index covered.
};

// The number that stands for a tree in the parent word of its root. In a wasm32 module it is a made-up one, so that
// the bytes of nodes do not depend on where a compiler puts the tree.
static inline uint64_t mpl_walk_tree_address(const struct maple_tree *tree)
{
#if UINTPTR_MAX == UINT64_MAX
	return (uint64_t)(uintptr_t)tree;
#else
	return tree->ma_address;
#endif
}

// The kind of the inner nodes of a tree. Leaves are of one kind in all trees.
static inline enum mpl_kind mpl_walk_inner_kind(const struct maple_tree *tree)
{
	return tree->ma_flags & MT_FLAGS_ALLOC_RANGE ? MPL_KIND_ARANGE : MPL_KIND_RANGE;
}

// The spot of the node that 'word' names, standing on its first slot.
static inline struct mpl_spot mpl_walk_spot(uint64_t word, uint64_t min, uint64_t max)
{
	struct mpl_spot spot = {.node = mpl_node_at(word), .kind = mpl_node_kind(word), .min = min, .max = max};

	spot.end = mpl_node_end(spot.node, spot.kind, max);
	return spot;
}

// The root of a tree that has nodes.
static inline struct mpl_spot mpl_walk_root(const struct maple_tree *tree)
{
	return mpl_walk_spot(tree->root_word, 0, MPL_INDEX_MAX);
}

static inline uint64_t mpl_walk_slot(const struct mpl_spot *spot, unsigned slot)
{
	return mpl_node_slot(spot->node, spot->kind, slot);
}

// First and last index of a slot.
static inline uint64_t mpl_walk_first(const struct mpl_spot *spot, unsigned slot)
{
	return mpl_node_first(spot->node, slot, spot->min);
}

static inline uint64_t mpl_walk_last(const struct mpl_spot *spot, unsigned slot)
{
	return mpl_node_last(spot->node, slot, spot->end, spot->max);
}

// The child in a slot of an inner node.
static inline struct mpl_spot mpl_walk_child(const struct mpl_spot *spot, unsigned slot)
{
	return mpl_walk_spot(mpl_walk_slot(spot, slot), mpl_walk_first(spot, slot), mpl_walk_last(spot, slot));
}

// Whether a spot covers every index: only a root does.
static inline bool mpl_walk_covers_all(const struct mpl_spot *spot)
{
	return spot->min == 0 && spot->max == MPL_INDEX_MAX;
}

// Whether a node was replaced or dropped since a state came to stand on it: its parent word is its own address, or 0
// if its memory was returned to the system. The parent words of nodes in a tree have a low byte that is not 0.
static inline bool mpl_walk_is_dead(const struct mpl_node *node)
{
	return !(node->parent & ~MPL_ADDRESS_MASK);
}

// Whether a state stands on a node, dead or alive. An error number has other low bits than a node word.
static inline bool mpl_walk_on_node(const struct ma_state *mas)
{
	return (mas->node_word & 7) == MPL_CHILD_MARK;
}

// First and last index that an inner node covers, read from the nodes above it. 'inner' is its kind.
uint64_t mpl_walk_lower(const struct mpl_node *node);
uint64_t mpl_walk_upper(const struct mpl_node *node, enum mpl_kind inner);
// The parent of a node that is not the root, standing on the slot of that child. 'inner' is the tree's inner kind.
struct mpl_spot mpl_walk_parent(const struct mpl_spot *child, enum mpl_kind inner);
// Moves a spot down to the leaf slot that covers 'index', searching its own node from the current slot to the right.
void mpl_walk_down(struct mpl_spot *spot, uint64_t index);

// The spot that an active state stands on; and the other way round (index, last and depth are left alone).
struct mpl_spot mpl_walk_of_state(const struct ma_state *mas);
void mpl_walk_settle(struct ma_state *mas, const struct mpl_spot *spot);

// Puts a state at the root: active on the root node, or root (single entry), or none (empty). Returns the single entry
// if the state's index is 0. Rule "start of a write".
uint64_t mpl_walk_start(struct ma_state *mas);
// Takes a state from the root to the slot that covers its index, and returns what is stored there. The state's range is
// left alone; mpl_walk_take_range() sets it to that of the slot, or to what is known of a tree without nodes.
uint64_t mpl_walk_to_index(struct ma_state *mas);
void mpl_walk_take_range(struct ma_state *mas);

// Whether an active state's place may be trusted: its node is live and has the slot that the state stands on.
bool mpl_walk_is_placed(const struct ma_state *mas);

// Puts a state in error; its place is lost.
void mpl_walk_fail(struct ma_state *mas, int error);

#endif
