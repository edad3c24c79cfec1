// SPDX-License-Identifier: GPL-2.0-or-later
//
// The internals, for code that reads nodes or makes its own checks: the layouts of src/node.h
// under Linux's names, and the state of a store in progress. Part of maple_tree.h; storing and reading need none of
// it.
//
// The library's own view of the same bytes is core/src/node.h; core/src/debug.c asserts that the two agree.

#ifndef MAPLE_TREE_NODE_H
#define MAPLE_TREE_NODE_H

#include "maple_tree_entry.h"
#include "maple_tree_linux.h"

#define MAPLE_NODE_SLOTS 31
#define MAPLE_RANGE64_SLOTS 16
#define MAPLE_ARANGE64_SLOTS 10
#define MAPLE_ALLOC_SLOTS 30
// A node is 256 bytes long and aligned to 256: these bits of a word carry more than its address.
// Wide enough for an address: ~MAPLE_NODE_MASK keeps its upper half.
#define MAPLE_NODE_MASK 255UL

struct maple_tree;
struct ma_state;

enum maple_type {
	maple_dense,     // Numbered, never made.
	maple_leaf_64,   // Every leaf.
	maple_range_64,  // Inner node of a tree that does not track gaps.
	maple_arange_64, // Inner node of a tree that does.
};

struct maple_metadata {
	unsigned char end; // Offset of the last used slot.
	unsigned char gap; // Offset of a slot with the largest gap; 0 in leaves and range nodes.
};

// A leaf or a range node: slot i covers pivot[i-1]+1 ... pivot[i].
struct maple_range_64 {
	mpl_entry parent; // Address of the parent + 8 * own slot + 6; address of the tree + 1 for a root.
	uint64_t pivot[MAPLE_RANGE64_SLOTS - 1];
	union {
		mpl_entry slot[MAPLE_RANGE64_SLOTS]; // Entries of a leaf, child words of a range node.
		struct {
			mpl_entry pad[MAPLE_RANGE64_SLOTS - 1];
			struct maple_metadata meta; // While the 16th slot is not used.
		};
	};
};

struct maple_arange_64 {
	mpl_entry parent;
	uint64_t pivot[MAPLE_ARANGE64_SLOTS - 1];
	mpl_entry slot[MAPLE_ARANGE64_SLOTS];
	uint64_t gap[MAPLE_ARANGE64_SLOTS]; // Longest run of NULL below each child, in indexes.
	struct maple_metadata meta;
};

// Words that name a node, each behind a type of its own so that code can tell them apart; never defined.
struct maple_enode; // The address with the type of the node in its low bits, as in child slots and states.
struct maple_pnode; // The address of the parent with the slot in its low bits: the first word of a node.

// A node on a list of nodes to be freed: the link is its second word.
struct maple_topiary {
	mpl_entry parent;
	struct maple_enode *next;
};

struct maple_node;

// A node that lists the nodes preallocated by a state.
struct maple_alloc {
	uint64_t total; // Nodes in the whole reserve; in the first of them only.
	unsigned char node_count;
	unsigned int request_count;                 // Nodes requested and refused.
	mpl_entry slot[MAPLE_ALLOC_SLOTS]; // Their addresses; the first may list more.
};

// One node. Its views share the 256 bytes; which one is valid follows from the word that names the node.
struct maple_node {
	union {
		struct {
			mpl_entry parent;
			mpl_entry slot[MAPLE_NODE_SLOTS];
		};
		// While the node waits for a grace period in Linux. The library keeps its own queue and writes none of these.
		struct {
			mpl_entry pad; // The parent word stays readable.
			struct rcu_head rcu;
			unsigned char parent_slot;
			enum maple_type type;
			unsigned char slot_len;
			unsigned int ma_flags;
		};
		struct maple_range_64 mr64;
		struct maple_arange_64 ma64;
		struct maple_alloc alloc;
	};
};

// A store in progress. No public function returns one; mas_wr_dump() and the checks of maple_tree_debug.h take one.
struct ma_wr_state {
	struct ma_state *mas;
	struct maple_node *node;         // The node that 'mas' stands on.
	uint64_t r_min;                  // First index of the slot of 'mas'.
	uint64_t r_max;                  // Last index of it.
	enum maple_type type;            // Of 'node'.
	unsigned char offset_end;        // The slot that the store ends in.
	uint64_t *pivots;                // Of 'node'.
	uint64_t end_piv;                // Last index of slot 'offset_end'.
	mpl_entry *slots;                // Of 'node'.
	mpl_entry entry;                 // To be stored.
	mpl_entry content;               // Content of the first slot that the store touches.
	unsigned char vacant_height;     // 1 + depth of the deepest node passed with room for a child; 0 if none.
	unsigned char sufficient_height; // 1 + depth of the deepest node passed that could lose one; 0 if none.
};

#define MA_WR_STATE(name, ma_state, wr_entry)                                                                          \
	struct ma_wr_state name = {(ma_state), NULL, 0, 0, maple_dense, 0, NULL, 0, NULL, (wr_entry), MPL_WORD_ENTRY(0), \
	                           0, 0}

// A list of nodes to be freed, first to last; each names the next one in its second word.
struct ma_topiary {
	mpl_entry head;
	mpl_entry tail;
	struct maple_tree *mtree;
};

#define MA_TOPIARY(name, tree) struct ma_topiary name = {MPL_WORD_ENTRY(0), MPL_WORD_ENTRY(0), (tree)}

#endif
