// SPDX-License-Identifier: GPL-2.0-or-later
//
// The layout of one node: kinds, slots, pivots, gaps, tagged words. Floor 1: knows no tree and no allocator.
//
// A leaf and a range node share one layout; an arange node (an inner node of a tree that tracks gaps) has its own.
//
//     leaf, range      0 parent | 8 pivot[0..14] | 128 slot[0..15]                                  256
//                                                            248 end, gap offset (overlay of slot[15])
//     arange           0 parent | 8 pivot[0..8]  |  80 slot[0..9] | 160 gap[0..9] | 240 end, gap offset
//
// Words (spec/01 sections 2.4 and 2.5), A being the address of a node and a multiple of 256:
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
	MPL_KIND_DENSE = 0, // Numbered, never made.
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
	uint8_t gapmeta;                   // Offset of a slot that holds the largest gap.
	uint8_t padding[14];
};

struct mpl_node {
	union {
		uint64_t parent;
		uint64_t word[MPL_NODE_BYTES / 8];
		uint8_t byte[MPL_NODE_BYTES];
		struct mpl_range_layout range;
		struct mpl_arange_layout arange;
	};
};

static_assert(sizeof(struct mpl_node) == MPL_NODE_BYTES, "a node is 256 bytes on every host");
static_assert(offsetof(struct mpl_range_layout, slot) == 128, "spec/01 section 2.2");
static_assert(offsetof(struct mpl_range_layout, end) == 248, "spec/01 section 2.2");
static_assert(offsetof(struct mpl_arange_layout, slot) == 80, "spec/01 section 2.3");
static_assert(offsetof(struct mpl_arange_layout, gap) == 160, "spec/01 section 2.3");
static_assert(offsetof(struct mpl_arange_layout, end) == 240, "spec/01 section 2.3");

#endif
