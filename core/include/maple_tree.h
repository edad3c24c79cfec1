// SPDX-License-Identifier: GPL-2.0-or-later
//
// The maple tree: a map from ranges of 64-bit indexes to entries, kept in a B-tree of 256-byte nodes that behaves, node
// for node and request for request, like that of Linux 6.16. Names and shapes are Linux's, so that code written for
// <linux/maple_tree.h> can be compiled against this header; the rules are those of spec/03 section 1.
//
// Terms. An *index* is any of 0 ... 2^64-1. A *range* 'first' ... 'last' includes both ends. An *entry* is a word that
// the user stored; NULL means that nothing is stored. A *state* (struct ma_state) is a place in a tree plus the nodes
// that an operation holds in reserve.
//
// Errors are negative errno numbers: -EINVAL (-22), -EEXIST (-17), -EBUSY (-16), -ENOMEM (-12), and one of our own,
// -MPL_ERETRY (-1000), where the reference would never return. After any error the tree is as it was before the call.
//
// There is one thread: locks are not modelled, and where Linux takes or needs a lock nothing is done here.

#ifndef MAPLE_TREE_H
#define MAPLE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Words --------------------------------------------------------------------------------------------------------

// An entry is 64 bits wide on every host. Where a pointer is too, it is one; in a wasm32 module it is a number.
#if UINTPTR_MAX == UINT64_MAX
typedef void *mpl_entry;
#define MPL_ENTRY_WORD(entry) ((uint64_t)(uintptr_t)(entry))
#define MPL_WORD_ENTRY(word) ((mpl_entry)(uintptr_t)(word))
#else
typedef uint64_t mpl_entry;
#define MPL_ENTRY_WORD(entry) ((uint64_t)(entry))
#define MPL_WORD_ENTRY(word) ((mpl_entry)(word))
#endif

// The low two bits of a word tell its class (spec/01 section 1.2): x1 a value, 00 a pointer, 10 internal. Internal words
// below 4096 are reserved; the zero entry is one of them: it holds a range, and mtree_load() reads it as NULL.
#define MAPLE_RESERVED_RANGE 4096u
#define MPL_ZERO_WORD 0x406u
#define MPL_ADVANCED_MAX 1026u
#define XA_ZERO_ENTRY MPL_WORD_ENTRY(MPL_ZERO_WORD)

// The value entry of 'value', 0 ... 2^63-1.
static inline mpl_entry xa_mk_value(uint64_t value) { return MPL_WORD_ENTRY(value << 1 | 1); }
static inline bool xa_is_value(mpl_entry entry) { return MPL_ENTRY_WORD(entry) & 1; }
static inline uint64_t xa_to_value(mpl_entry entry) { return MPL_ENTRY_WORD(entry) >> 1; }
static inline mpl_entry xa_mk_internal(uint64_t number) { return MPL_WORD_ENTRY(number << 2 | 2); }
static inline bool xa_is_internal(mpl_entry entry) { return (MPL_ENTRY_WORD(entry) & 3) == 2; }
static inline uint64_t xa_to_internal(mpl_entry entry) { return MPL_ENTRY_WORD(entry) >> 2; }
static inline bool xa_is_zero(mpl_entry entry) { return MPL_ENTRY_WORD(entry) == MPL_ZERO_WORD; }
// Whether a root word names a node.
static inline bool xa_is_node(mpl_entry entry)
{
	return xa_is_internal(entry) && MPL_ENTRY_WORD(entry) > MAPLE_RESERVED_RANGE;
}
// An error number kept in a node word, and back: 0 if 'entry' holds none.
#define MA_ERROR(error) MPL_WORD_ENTRY((uint64_t)(int64_t)(error) << 2 | 2)
static inline bool xa_is_err(mpl_entry entry)
{
	return xa_is_internal(entry) && MPL_ENTRY_WORD(entry) >= ((uint64_t)(int64_t)-4095 << 2 | 2);
}
static inline int xa_err(mpl_entry entry)
{
	return xa_is_err(entry) ? (int)((int64_t)MPL_ENTRY_WORD(entry) >> 2) : 0;
}

// Whether an operation may wait for memory. What is refused is up to the slab (core/src/slab.h).
typedef unsigned int gfp_t;
#ifndef GFP_KERNEL
#define GFP_KERNEL 0x400u
#endif
#ifndef GFP_NOWAIT
#define GFP_NOWAIT 0u
#endif

// Error numbers, as Linux has them; those of a wasm32 C library differ.
#define MPL_ENOMEM 12
#define MPL_EBUSY 16
#define MPL_EEXIST 17
#define MPL_EINVAL 22
// The retry loop of a store was stopped at mpl_slab_requests_max() requests; the reference would go on for ever.
#define MPL_ERETRY 1000

// ---- The tree -----------------------------------------------------------------------------------------------------

#define MT_FLAGS_ALLOC_RANGE 0x01u   // Gaps are tracked; fixed while the tree has nodes.
#define MT_FLAGS_USE_RCU 0x02u       // Old nodes are left readable until the end of a grace period.
#define MT_FLAGS_HEIGHT_OFFSET 2u
#define MT_FLAGS_HEIGHT_MASK 0x7Cu
#define MT_FLAGS_LOCK_MASK 0x300u
#define MT_FLAGS_LOCK_IRQ 0x100u
#define MT_FLAGS_LOCK_BH 0x200u
#define MT_FLAGS_LOCK_EXTERN 0x300u
#define MT_FLAGS_ALLOC_WRAPPED 0x800u // The cursor of the cyclic allocator ran over.
// Ours, an attribute like the others: stores ask for nodes as releases before 6.16 did, for every level up to the root
// (spec/02 section 4.3). The layouts that come out are the same.
#define MPL_FLAGS_WHOLE_HEIGHT 0x1000u
#define MAPLE_HEIGHT_MAX 31
#define MAPLE_NODE_SLOTS 31
#define MAPLE_NODE_MASK 255u

struct maple_tree {
#if UINTPTR_MAX != UINT64_MAX
	uint64_t ma_address; // Even; stands for the tree in its root's parent word. Its owner sets it, mt_init() does not.
#endif
	unsigned int ma_flags; // MT_FLAGS_*, and the height.
	union {
		mpl_entry ma_root;
		uint64_t root_word; // 0, an entry at index 0, or a root node (spec/01 section 1.3).
	};
};

#define MTREE_INIT(name, flags) { .ma_flags = (flags), .ma_root = MPL_WORD_ENTRY(0) }
#define DEFINE_MTREE(name) struct maple_tree name = MTREE_INIT(name, 0)

// Makes an empty tree of these flags. Nothing is freed.
static inline void mt_init_flags(struct maple_tree *mt, unsigned int flags)
{
	mt->ma_flags = flags;
	mt->root_word = 0;
}

static inline void mt_init(struct maple_tree *mt) { mt_init_flags(mt, 0); }
// Whether nothing at all is kept. A root leaf of one NULL range is something (spec/01 Q1).
static inline bool mtree_empty(const struct maple_tree *mt) { return mt->root_word == 0; }
// Levels of nodes: 0 for an empty tree and for a single entry at index 0, 1 for a root leaf.
static inline unsigned int mt_height(const struct maple_tree *mt)
{
	return (mt->ma_flags & MT_FLAGS_HEIGHT_MASK) >> MT_FLAGS_HEIGHT_OFFSET;
}
static inline bool mt_external_lock(const struct maple_tree *mt)
{
	return (mt->ma_flags & MT_FLAGS_LOCK_MASK) == MT_FLAGS_LOCK_EXTERN;
}
static inline bool mt_in_rcu(const struct maple_tree *mt) { return mt->ma_flags & MT_FLAGS_USE_RCU; }
static inline void mt_set_in_rcu(struct maple_tree *mt) { mt->ma_flags |= MT_FLAGS_USE_RCU; }
static inline void mt_clear_in_rcu(struct maple_tree *mt) { mt->ma_flags &= ~MT_FLAGS_USE_RCU; }

// ---- The simple interface (spec/03 section 1.3) -------------------------------------------------------------------

// The entry that covers 'index'; NULL for a gap and for the zero entry.
mpl_entry mtree_load(struct maple_tree *mt, uint64_t index);

// Stores 'entry' over 'first' ... 'last', whatever was there; NULL erases. -EINVAL if first > last or if the word is
// internal and at most 1026; -ENOMEM; -MPL_ERETRY.
int mtree_store_range(struct maple_tree *mt, uint64_t first, uint64_t last, mpl_entry entry, gfp_t gfp);
int mtree_store(struct maple_tree *mt, uint64_t index, mpl_entry entry, gfp_t gfp);

// The same, but only where all of the range is free: else -EEXIST (with the exception of spec/01 Q11).
int mtree_insert_range(struct maple_tree *mt, uint64_t first, uint64_t last, mpl_entry entry, gfp_t gfp);
int mtree_insert(struct maple_tree *mt, uint64_t index, mpl_entry entry, gfp_t gfp);

// Removes the whole range that covers 'index' and returns its entry, NULL if there is none. The entry is returned also
// when memory was short and it is still there (spec/01 Q4).
mpl_entry mtree_erase(struct maple_tree *mt, uint64_t index);

// Makes 'new_tree', which must be empty and have the attributes of 'mt', a copy of it, node for node. -EINVAL, -ENOMEM.
int mtree_dup(struct maple_tree *mt, struct maple_tree *new_tree, gfp_t gfp);
int __mt_dup(struct maple_tree *mt, struct maple_tree *new_tree, gfp_t gfp);

// Empties the tree; its attributes stay.
void mtree_destroy(struct maple_tree *mt);
void __mt_destroy(struct maple_tree *mt);

// ---- The advanced interface (spec/03 sections 1.4 to 1.6) ---------------------------------------------------------

enum maple_status {
	ma_active,    // On slot 'offset' of the leaf 'node'.
	ma_start,     // Not yet in the tree.
	ma_root,      // On the single entry at index 0.
	ma_none,      // Nothing there.
	ma_pause,     // Left by mas_pause().
	ma_overflow,  // Stopped at the upper limit.
	ma_underflow, // Stopped at the lower limit.
	ma_error,     // 'node' holds an error number.
};

enum store_type {
	wr_invalid,
	wr_new_root,
	wr_store_root,
	wr_exact_fit,
	wr_spanning_store,
	wr_split_store,
	wr_rebalance,
	wr_append,
	wr_node_store,
	wr_slot_store,
};

struct ma_state {
	struct maple_tree *tree;
	uint64_t index; // First index of the range asked for, found or stored.
	uint64_t last;  // Last index of it.
	union {
		mpl_entry node;
		uint64_t node_word; // Child word of the node the state is on, or an error number.
	};
	uint64_t min; // First index that 'node' covers.
	uint64_t max; // Last index that 'node' covers.
	union {
		mpl_entry alloc;
		uint64_t stock_word; // The nodes held in reserve (core/src/stock.h).
	};
	enum maple_status status;
	uint8_t depth;              // Downward steps of the write walk.
	uint8_t offset;             // Slot of interest in 'node'.
	uint8_t mas_flags;          // Bulk load 1, rebalance pending 2, preallocated 4.
	uint8_t end;                // Offset of the last used slot of 'node'.
	enum store_type store_type; // What the last decision was.
};

#define MPL_STATE_INIT(mt, first, end_index)                                                                          \
	{                                                                                                              \
		.tree = (mt), .index = (first), .last = (end_index), .min = 0, .max = UINT64_MAX, .status = ma_start,  \
		.store_type = wr_invalid                                                                               \
	}
#define MA_STATE(name, mt, first, end_index) struct ma_state name = MPL_STATE_INIT(mt, first, end_index)

static inline void mas_init(struct ma_state *mas, struct maple_tree *tree, uint64_t index)
{
	struct ma_state fresh = MPL_STATE_INIT(tree, index, index);

	*mas = fresh;
}
// Forgets the place, keeps the range and the nodes in reserve.
static inline void mas_reset(struct ma_state *mas)
{
	mas->status = ma_start;
	mas->node_word = 0;
}
// Changes the range without leaving the place.
static inline void __mas_set_range(struct ma_state *mas, uint64_t first, uint64_t last)
{
	mas->index = first;
	mas->last = last;
}
static inline void mas_set_range(struct ma_state *mas, uint64_t first, uint64_t last)
{
	mas_reset(mas);
	__mas_set_range(mas, first, last);
}
static inline void mas_set(struct ma_state *mas, uint64_t index) { mas_set_range(mas, index, index); }
static inline bool mas_is_err(const struct ma_state *mas) { return mas->status == ma_error; }
static inline bool mas_is_active(const struct ma_state *mas) { return mas->status == ma_active; }

// Goes to 'index' from the root; returns what is stored there and sets the range to that of its slot.
mpl_entry mas_walk(struct ma_state *mas);

// Stores 'entry' over the state's range and returns what was stored at its start (unspecified after a store that
// crosses nodes). Asks for memory once, without waiting; on failure the state is in error: see mas_nomem().
mpl_entry mas_store(struct ma_state *mas, mpl_entry entry);
// The same, asking again with 'gfp'. 0, -ENOMEM or -MPL_ERETRY.
int mas_store_gfp(struct ma_state *mas, mpl_entry entry, gfp_t gfp);
// If the state failed for want of memory: asks once more for what is missing. True if at least one node is held now and
// the store should be tried again.
bool mas_nomem(struct ma_state *mas, gfp_t gfp);

// Takes in reserve the nodes that storing 'entry' over the state's range may need. 0 or -ENOMEM, nothing held then.
int mas_preallocate(struct ma_state *mas, mpl_entry entry, gfp_t gfp);
// The store that was prepared: same range, NULL or not as before. Cannot fail; what is left over is given back.
void mas_store_prealloc(struct ma_state *mas, mpl_entry entry);

// Begins a bulk load of 'count' ascending entries by mas_store(); mas_destroy() ends it. 0, -ENOMEM, or -EINVAL in RCU
// mode (spec/01 Q10).
int mas_expected_entries(struct ma_state *mas, uint64_t count);

// Removes the range that covers the state's index. Returns and fails like mtree_erase(), the error being in the state.
mpl_entry mas_erase(struct ma_state *mas);

// Ends a bulk load, gives back the nodes in reserve. The place is kept. Harmless on any state.
void mas_destroy(struct ma_state *mas);

// Finds the lowest (rev: highest) 'size' free indexes in 'min' ... 'max' and sets the state's range to them. A state
// that is not reset goes on from where it is (spec/03 section 6.2). 0, -EINVAL, -EBUSY.
int mas_empty_area(struct ma_state *mas, uint64_t min, uint64_t max, uint64_t size);
int mas_empty_area_rev(struct ma_state *mas, uint64_t min, uint64_t max, uint64_t size);

#ifdef __cplusplus
}
#endif

#endif
