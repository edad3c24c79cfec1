// SPDX-License-Identifier: GPL-2.0-or-later
//
// The layout of one node: kinds, slots, pivots, gaps, tagged words. Knows no tree and no allocator.
//
// A leaf and a range node share one layout; an arange node (an inner node of a tree that tracks gaps) has its own.
//
//     leaf, range      0 parent | 8 pivot[0..14] | 128 slot[0..15]                                  256
//                                                            248 end, gap offset (overlay of slot[15])
//     arange           0 parent | 8 pivot[0..8]  |  80 slot[0..9] | 160 gap[0..9] | 240 end, gap offset
//
// Words, A being the address of a node and a multiple of 256:
//
//     child word       A + kind * 8 + 4          leaf ..0c   range ..14   arange ..1c
//     root word        child word + 2            leaf ..0e   range ..16   arange ..1e
//     parent word      A + slot * 8 + 6 | address of the tree + 1 for a root | own address for a dead node
//
// An address is the node's own on a 64-bit host. In a wasm32 module it is a number made up for it,
// MPL_NODE_BASE + 256 * place, so that the bytes of a node are the same whatever compiler made the module.

#ifndef MPL_NODE_H
#define MPL_NODE_H

#include "config.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mpl_kind {
	MPL_KIND_DENSE = 0, // Has a number, is never made.
	MPL_KIND_LEAF = 1,
	MPL_KIND_RANGE = 2,
	MPL_KIND_ARANGE = 3,
};

struct mpl_range_layout {
	uint64_t parent;                  // Parent word.
	uint64_t pivot[MPL_RANGE_PIVOTS]; // Last index of each slot, ascending.
	union {
		uint64_t slot[MPL_RANGE_SLOTS]; // Entries of a leaf, child words of a range node.
		struct {
			uint64_t slot_but_last[MPL_RANGE_SLOTS - 1];
			uint8_t end;       // Offset of the last used slot, while slot[15] is unused.
			uint8_t gapmeta;   // Always 0 in these kinds.
			uint8_t padding[6];
		};
	};
};

struct mpl_arange_layout {
	uint64_t parent;                   // Parent word.
	uint64_t pivot[MPL_ARANGE_PIVOTS]; // Last index of each slot, ascending.
	uint64_t slot[MPL_ARANGE_SLOTS];   // Child words.
	uint64_t gap[MPL_ARANGE_SLOTS];    // Longest run of NULL below each child, in indexes.
	uint8_t end;                       // Offset of the last used slot.
	uint8_t gapmeta;                   // Offset of a slot with the largest gap.
	uint8_t padding[14];
};

// The layout of a node while it is in the reserve of a state: see prealloc.h.
struct mpl_holder_layout {
	uint64_t total;                   // Nodes in the whole reserve; right in the head only.
	uint8_t count;                    // Nodes listed here.
	uint8_t padding[3];
	uint32_t pending;                 // Nodes requested and refused; in the head only.
	uint64_t listed[MPL_PREALLOC_SLOTS]; // Their addresses; the first one is the next holder.
};

struct mpl_node {
	union {
		uint64_t parent;
		uint64_t word[MPL_NODE_BYTES / 8];
		uint8_t byte[MPL_NODE_BYTES];
		struct mpl_range_layout range;
		struct mpl_arange_layout arange;
		struct mpl_holder_layout holder;
	};
};

static_assert(sizeof(struct mpl_node) == MPL_NODE_BYTES, "a node is 256 bytes on every host");
#ifndef MPL_TINY
static_assert(offsetof(struct mpl_range_layout, slot) == 128, "slots, leaf or range");
static_assert(offsetof(struct mpl_range_layout, end) == 248, "metadata, leaf");
static_assert(offsetof(struct mpl_arange_layout, slot) == 80, "slots, arange");
static_assert(offsetof(struct mpl_arange_layout, gap) == 160, "gaps, arange");
static_assert(offsetof(struct mpl_arange_layout, end) == 240, "metadata, arange");
#endif
static_assert(offsetof(struct mpl_holder_layout, listed) == 16, "a holder lists");

// ---- Words ----

#define MPL_ADDRESS_MASK (~(uint64_t)(MPL_NODE_BYTES - 1))
#define MPL_ROOT_MARK 2u
#define MPL_CHILD_MARK 4u
#define MPL_PARENT_MARK 6u
#define MPL_PARENT_IS_TREE 1u

// The word that names a node of this kind in a slot of its parent, and in a state.
static inline uint64_t mpl_node_word(uint64_t address, enum mpl_kind kind)
{
	return address | (uint64_t)kind << 3 | MPL_CHILD_MARK;
}

static inline enum mpl_kind mpl_node_kind(uint64_t word) { return (enum mpl_kind)(word >> 3 & 15); }

// Whether a root word names a node. The other words with low bits 10 are reserved entries, and never kept there.
static inline bool mpl_node_is_root_word(uint64_t word) { return (word & 3) == 2 && word > 4096; }

// The parent word of the child in slot 'slot' of the node at 'address'.
static inline uint64_t mpl_node_parent_word(uint64_t address, unsigned slot)
{
	return address | (uint64_t)slot << 3 | MPL_PARENT_MARK;
}

static inline bool mpl_node_is_root(const struct mpl_node *node) { return node->parent & MPL_PARENT_IS_TREE; }

// The slot of its parent that contains a node, which must not be the root.
static inline unsigned mpl_node_parent_slot(const struct mpl_node *node) { return node->parent >> 3 & 31; }

// ---- Capacities ----

// Slots of a node of this kind; it has one pivot less.
static inline unsigned mpl_node_capacity(enum mpl_kind kind)
{
	return kind == MPL_KIND_ARANGE ? MPL_ARANGE_SLOTS : MPL_RANGE_SLOTS;
}

// The minimum of this kind. It is compared with an end in some places, with a count in others: rule "minimum".
static inline unsigned mpl_node_minimum(enum mpl_kind kind)
{
	return kind == MPL_KIND_ARANGE ? MPL_ARANGE_MIN : MPL_RANGE_MIN;
}

static_assert(MPL_LEAF_SLOTS == MPL_RANGE_SLOTS, "a leaf and a range node share one layout");
static_assert(MPL_LEAF_MIN == MPL_RANGE_MIN, "a leaf and a range node share one layout");

// ---- Fields ----

static inline uint64_t *mpl_node_pivots(struct mpl_node *node) { return node->range.pivot; }
static inline uint64_t *mpl_node_gaps(struct mpl_node *node) { return node->arange.gap; }

static inline uint64_t *mpl_node_slots(struct mpl_node *node, enum mpl_kind kind)
{
	return kind == MPL_KIND_ARANGE ? node->arange.slot : node->range.slot;
}

static_assert(offsetof(struct mpl_range_layout, pivot) == offsetof(struct mpl_arange_layout, pivot),
              "pivots stand in one place");

// The offset of the last used slot of a node whose last index is 'max'. A full leaf or range node has no room for its
// metadata, an almost full one has metadata and a 15th pivot: rule "data end".
static inline unsigned mpl_node_end(const struct mpl_node *node, enum mpl_kind kind, uint64_t max)
{
	uint64_t pivot;

	if (kind == MPL_KIND_ARANGE)
		return node->arange.end;
	pivot = node->range.pivot[MPL_RANGE_PIVOTS - 1];
	if (!pivot)
		return node->range.end;
	return pivot == max ? MPL_RANGE_SLOTS - 2 : MPL_RANGE_SLOTS - 1;
}

// The same for an inner node whose last index is not known. Its 16th word is a child, or metadata below 256.
static inline unsigned mpl_node_inner_end(const struct mpl_node *node, enum mpl_kind kind)
{
	if (kind == MPL_KIND_ARANGE)
		return node->arange.end;
	if (!node->range.pivot[MPL_RANGE_PIVOTS - 1])
		return node->range.end;
	return node->range.slot[MPL_RANGE_SLOTS - 1] < MPL_NODE_BYTES ? MPL_RANGE_SLOTS - 2 : MPL_RANGE_SLOTS - 1;
}

// The word in slot 'slot'.
static inline uint64_t mpl_node_slot(const struct mpl_node *node, enum mpl_kind kind, unsigned slot)
{
	return kind == MPL_KIND_ARANGE ? node->arange.slot[slot] : node->range.slot[slot];
}

// The last index of slot 'slot', in a node with 'end' as its last used slot.
static inline uint64_t mpl_node_last(const struct mpl_node *node, unsigned slot, unsigned end, uint64_t max)
{
	return slot < end ? node->range.pivot[slot] : max;
}

// The first index of slot 'slot'.
static inline uint64_t mpl_node_first(const struct mpl_node *node, unsigned slot, uint64_t min)
{
	return slot ? node->range.pivot[slot - 1] + 1 : min;
}

// The slot of a node with 'end' as its last used slot that covers 'index', seen from slot 'from' to the right.
static inline unsigned mpl_node_find(const struct mpl_node *node, unsigned from, unsigned end, uint64_t index)
{
	while (from < end && index > node->range.pivot[from])
		from++;
	return from;
}

// The slot that covers 'index', in a node that does, found without a branch on the node's content: a mispredicted
// branch costs more than all comparisons together. Some pivots in the middle give the group of slots, those inside the
// group give the slot:
//
//     pivots       0  1  2 (3) 4  5  6 (7) 8  9 10(11)12 13 14      of a leaf or range node
//                  0  1 (2) 3  4 (5) 6  7  8                        of an arange node
//
// An unused pivot is 0 and must not count as below 'index'. One less than it wraps to the largest number, so pivots are
// compared less one; but the first of a group, which is used if the group was reached and can be a true 0.
static inline unsigned mpl_node_seek(const struct mpl_node *node, enum mpl_kind kind, uint64_t index)
{
	const uint64_t *pivot = node->range.pivot;
	uint64_t before = index - (index != 0);
	unsigned slot;

#ifdef MPL_TINY
	slot = pivot[0] < index;
	for (unsigned i = 1; i < mpl_node_capacity(kind) - 1; i++)
		slot += pivot[i] - 1 < before;
	return slot;
#endif
	if (kind == MPL_KIND_ARANGE)
		slot = 3u * ((pivot[2] - 1 < before) + (pivot[5] - 1 < before));
	else
		slot = 4u * ((pivot[3] - 1 < before) + (pivot[7] - 1 < before) + (pivot[11] - 1 < before));
	return slot + (pivot[slot] < index) + (pivot[slot + 1] - 1 < before) + (pivot[slot + 2] - 1 < before);
}

// The same for a walk that goes on from a state: never left of slot 'from', nor behind slot 'end', even if 'index' is.
static inline unsigned mpl_node_seek_between(const struct mpl_node *node, enum mpl_kind kind, unsigned from,
                                             unsigned end, uint64_t index)
{
	unsigned slot = mpl_node_seek(node, kind, index);

	slot = slot < end ? slot : end;
	return slot > from ? slot : from;
}

// Writes the metadata, if the node has room for it: a leaf or range node with 16 used slots has none.
static inline void mpl_node_set_end(struct mpl_node *node, enum mpl_kind kind, unsigned end, unsigned gap_slot)
{
	if (kind == MPL_KIND_ARANGE) {
		node->arange.end = (uint8_t)end;
		node->arange.gapmeta = (uint8_t)gap_slot;
	} else if (end < MPL_RANGE_SLOTS - 1) {
		node->range.slot[MPL_RANGE_SLOTS - 1] = 0;
		node->range.end = (uint8_t)end;
	}
}

#endif
