// SPDX-License-Identifier: GPL-2.0-or-later
//
// The maple tree: a map from ranges of 64-bit indexes to entries, kept in a B-tree of 256-byte nodes that behaves, node
// for node and request for request, like that of Linux 6.16. Names and shapes are Linux's, so that code written for
// <linux/maple_tree.h> can be compiled against this header.
//
// "Spec/NN" cites the description of Linux's behaviour that a rule was taken from. It is provenance only: that
// description is not distributed, and everything in it that matters is said here. R-Q, N-Q and W name quirks of Linux;
// core/README.md explains each of them, under "Quirks and defects, by name".
//
// Terms. An *index* is any of 0 ... 2^64-1. A *range* 'first' ... 'last' includes both ends. An *entry* is a word that
// the user stored; NULL means that nothing is stored. A *state* (struct ma_state) is a place in a tree plus the nodes
// reserved for an operation.
//
// Errors are negative errno numbers: -EINVAL (-22), -EEXIST (-17), -EBUSY (-16), -ENOMEM (-12), and one of our own,
// -MPL_ERETRY (-1000), where Linux would never return: only if requests are refused on purpose, as by
// mt_set_non_kernel(). A full slab is -ENOMEM. After any error the tree is as it was before the call.
//
// State of the whole module, shared by all trees: the slab that nodes come from, with the budget set by
// mt_set_non_kernel() and the queue of nodes that wait for a grace period; read-side sections; the sink of dumps; and
// the counts of checks (maple_tree_debug.h). Everything else is in the caller's trees and states. There is one
// thread.
//
// This header includes four others: entries (maple_tree_entry.h), the parts of Linux that the interface uses
// (maple_tree_linux.h: locks, allocation flags; there is one thread), node layouts (maple_tree_node.h), dumps and
// checks (maple_tree_debug.h). "Lock W" means that in Linux the caller holds the tree's write lock; "R", the write lock
// or a read-side section; "self", that the function takes the tree's own lock: a caller that already holds it would
// hang.

#ifndef MAPLE_TREE_H
#define MAPLE_TREE_H

#include "maple_tree_debug.h"
#include "maple_tree_entry.h"
#include "maple_tree_linux.h"
#include "maple_tree_node.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- The tree -----------------------------------------------------------------------------------------------------

#define MT_FLAGS_ALLOC_RANGE 0x01u   // Gaps are tracked; fixed while the tree has nodes.
#define MT_FLAGS_USE_RCU 0x02u       // Replaced nodes stay readable until the end of a grace period.
#define MT_FLAGS_HEIGHT_OFFSET 2u
#define MT_FLAGS_HEIGHT_MASK 0x7Cu
#define MT_FLAGS_LOCK_MASK 0x300u
#define MT_FLAGS_LOCK_IRQ 0x100u
#define MT_FLAGS_LOCK_BH 0x200u
#define MT_FLAGS_LOCK_EXTERN 0x300u
#define MT_FLAGS_ALLOC_WRAPPED 0x800u // The cursor of the cyclic allocator wrapped.
// Ours, an attribute like the others: the release of Linux whose policies the tree goes by, as its number. 0 is 6.16; 1
// is 6.16 with stores that request nodes as earlier releases did, for every level up to the root, and the same layouts.
#define MPL_FLAGS_RELEASE(number) ((unsigned int)(number) << MPL_FLAGS_RELEASE_OFFSET)
#define MPL_FLAGS_RELEASE_OFFSET 12u
#define MPL_FLAGS_RELEASE_MASK 0xF000u
#define MAPLE_HEIGHT_MAX 31

struct maple_tree {
	union {
		spinlock_t ma_lock;
		lockdep_map_p ma_external_lock;
	};
	unsigned int ma_flags; // MT_FLAGS_*, and the height.
	union {
		mpl_entry ma_root;
		uint64_t root_word; // 0, an entry at index 0, or a root node: its address, kind * 8 and the bits 110.
	};
#if UINTPTR_MAX != UINT64_MAX
	uint64_t ma_address; // Even; stands for the tree in its root's parent word. Its owner sets it, mt_init() does not.
#endif
};

// The initial lock of a tree with these flags: free, or unusable because an external lock protects the tree.
#define MPL_LOCK_INIT(flags) (((flags) & MT_FLAGS_LOCK_MASK) == MT_FLAGS_LOCK_EXTERN ? MPL_LOCK_EXTERN : 0u)
#if UINTPTR_MAX != UINT64_MAX
#define MTREE_INIT(name, flags) {{{MPL_LOCK_INIT(flags)}}, (flags), {MPL_WORD_ENTRY(0)}, 0}
#else
#define MTREE_INIT(name, flags) {{{MPL_LOCK_INIT(flags)}}, (flags), {MPL_WORD_ENTRY(0)}}
#endif
#define MTREE_INIT_EXT(name, flags, lock) MTREE_INIT(name, flags)
#define DEFINE_MTREE(name) struct maple_tree name = MTREE_INIT(name, 0)

// Creates the cache that nodes come from. Does nothing here, where it always exists; Linux requires one call.
void maple_tree_init(void);

// Whether an external lock protects the tree.
static inline bool mt_external_lock(const struct maple_tree *mt)
{
	return (mt->ma_flags & MT_FLAGS_LOCK_MASK) == MT_FLAGS_LOCK_EXTERN;
}
// Initialises an empty, unlocked tree with these flags. Frees nothing.
static inline void mt_init_flags(struct maple_tree *mt, unsigned int flags)
{
	mt->ma_flags = flags;
	mt->ma_lock.held = MPL_LOCK_INIT(flags);
	mt->root_word = 0;
}
static inline void mt_init(struct maple_tree *mt) { mt_init_flags(mt, 0); }

// Whether the tree is empty. A root leaf whose only range is NULL is not empty; it is what remains
// when NULL is stored over an entry that covered all indexes (N-Q1).
static inline bool mtree_empty(const struct maple_tree *mt) { return mt->root_word == 0; }
// Levels of nodes: 0 for an empty tree and for a single entry at index 0, 1 for a root leaf.
static inline unsigned int mt_height(const struct maple_tree *mt)
{
	return (mt->ma_flags & MT_FLAGS_HEIGHT_MASK) >> MT_FLAGS_HEIGHT_OFFSET;
}

// The tree's own lock. Misuse ends the program with the name of the function that this stands in.
#define mtree_lock(mt) mpl_spin_lock(&(mt)->ma_lock, __func__)
#define mtree_lock_nested(mt, subclass) ((void)(subclass), mtree_lock(mt))
#define mtree_unlock(mt) mpl_spin_unlock(&(mt)->ma_lock, __func__)

// For Linux's lock checker, which does not exist here: these do nothing, or are true.
#define mt_set_external_lock(mt, lock) ((void)(mt), (void)(lock))
#define mt_on_stack(mt) ((void)(mt))
#define mt_lock_is_held(mt) ((void)(mt), 1)
#define mt_write_lock_is_held(mt) ((void)(mt), 1)

// RCU mode, on and off at any time. Lock: self, unless the lock is external.
static inline bool mt_in_rcu(const struct maple_tree *mt) { return mt->ma_flags & MT_FLAGS_USE_RCU; }
static inline void mpl_set_rcu_flag(struct maple_tree *mt, unsigned int flag, const char *function)
{
	if ((mt->ma_flags & MT_FLAGS_USE_RCU) == flag)
		return;
	if (!mt_external_lock(mt))
		mpl_spin_lock(&mt->ma_lock, function);
	mt->ma_flags ^= MT_FLAGS_USE_RCU;
	if (!mt_external_lock(mt))
		mpl_spin_unlock(&mt->ma_lock, function);
}
static inline void mt_set_in_rcu(struct maple_tree *mt) { mpl_set_rcu_flag(mt, MT_FLAGS_USE_RCU, __func__); }
static inline void mt_clear_in_rcu(struct maple_tree *mt) { mpl_set_rcu_flag(mt, 0, __func__); }

// ---- The simple interface: lock self, but for the loads ------------------------------------------------------------

// The entry that covers 'index'; NULL for a gap and for the zero entry.
mpl_entry mtree_load(struct maple_tree *mt, uint64_t index);

// Stores 'entry' over 'first' ... 'last', whatever was there; NULL erases. -EINVAL if first > last or if the word is
// internal and at most 1026; -ENOMEM; -MPL_ERETRY.
int mtree_store_range(struct maple_tree *mt, uint64_t first, uint64_t last, mpl_entry entry, gfp_t gfp);
int mtree_store(struct maple_tree *mt, uint64_t index, mpl_entry entry, gfp_t gfp);

// The same, but only if the whole range is free; -EEXIST otherwise. One exception: an insert over 0 ... M overwrites a
// tree whose root is a leaf of several ranges (N-Q11).
int mtree_insert_range(struct maple_tree *mt, uint64_t first, uint64_t last, mpl_entry entry, gfp_t gfp);
int mtree_insert(struct maple_tree *mt, uint64_t index, mpl_entry entry, gfp_t gfp);

// Removes the whole range that covers 'index' and returns its entry, NULL if there is none. The entry is returned even
// if memory ran out and it is still stored (N-Q4).
mpl_entry mtree_erase(struct maple_tree *mt, uint64_t index);

// Finds the lowest (rrange: highest) 'size' free indexes in 'min' ... 'max', stores 'entry' over them and writes the
// first of them to 'startp'. -EINVAL on a tree without MT_FLAGS_ALLOC_RANGE, for a reserved entry and for an impossible
// window; -EBUSY if nothing fits; -ENOMEM. 'startp' is written on success only.
int mtree_alloc_range(struct maple_tree *mt, uint64_t *startp, mpl_entry entry, uint64_t size, uint64_t min,
                      uint64_t max, gfp_t gfp);
int mtree_alloc_rrange(struct maple_tree *mt, uint64_t *startp, mpl_entry entry, uint64_t size, uint64_t min,
                       uint64_t max, gfp_t gfp);
// Stores 'entry' at the lowest free index from 'next' on, and if there is none up to 'hi', from 'lo' on; 'next' is set
// behind it, 0 behind the last index there is, which MT_FLAGS_ALLOC_WRAPPED then notes: the next success returns that
// it wrapped. 0, or 1 if the search wrapped; errors as above, 'next' then unchanged. Rule "cyclic".
int mtree_alloc_cyclic(struct maple_tree *mt, uint64_t *startp, mpl_entry entry, uint64_t lo, uint64_t hi,
                       uint64_t *next, gfp_t gfp);

// The first entry that covers an index of 'index' ... 'max', NULL if there is none; 'index' is then set behind its
// range (0 behind the last index). The zero entry is passed over. mt_find_after() goes on: NULL if 'index' is 0.
mpl_entry mt_find(struct maple_tree *mt, uint64_t *index, uint64_t max);
mpl_entry mt_find_after(struct maple_tree *mt, uint64_t *index, uint64_t max);
// The next entry behind the range of 'index' that begins up to 'max'; the one before it that ends from 'min' on.
mpl_entry mt_next(struct maple_tree *mt, uint64_t index, uint64_t max);
mpl_entry mt_prev(struct maple_tree *mt, uint64_t index, uint64_t min);

// A loop over the entries of 'index' ... 'max'; 'index' is a variable and moves on.
#define mt_for_each(mt, entry, index, max)                                                                             \
	for ((entry) = mt_find(mt, &(index), max); entry; (entry) = mt_find_after(mt, &(index), max))

// Makes 'new_tree', which must be empty and have the attributes of 'mt', a copy of it, node for node. -EINVAL, -ENOMEM.
int mtree_dup(struct maple_tree *mt, struct maple_tree *new_tree, gfp_t gfp);
// The same; lock W on both trees.
int __mt_dup(struct maple_tree *mt, struct maple_tree *new_tree, gfp_t gfp);

// Empties the tree; its attributes stay.
void mtree_destroy(struct maple_tree *mt);
// The same; lock W.
void __mt_destroy(struct maple_tree *mt);

// ---- The fields of a state ----------------------------------------------------------------------------------------

enum maple_status {
	ma_active,    // On slot 'offset' of the leaf 'node'.
	ma_start,     // Not yet in the tree.
	ma_root,      // On the single entry at index 0.
	ma_none,      // Nothing there.
	ma_pause,     // Left by mas_pause().
	ma_overflow,  // Stopped at the upper limit.
	ma_underflow, // Stopped at the lower limit.
	ma_error,     // 'node' contains an error number.
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
	uint64_t index; // First index of the range requested, found or stored.
	uint64_t last;  // Last index of it.
	union {
		mpl_entry node;
		uint64_t node_word; // Child word of the node the state is on, or an error number.
	};
	uint64_t min; // First index that 'node' covers.
	uint64_t max; // Last index that 'node' covers.
	union {
		uint64_t prealloc_word; // The preallocated nodes (core/src/prealloc.h).
#if UINTPTR_MAX == UINT64_MAX
		struct maple_alloc *alloc; // The same as a pointer; an odd word counts refused nodes and points nowhere.
#else
		mpl_entry alloc;
#endif
	};
	enum maple_status status;
	uint8_t depth;              // Downward steps of the write walk.
	uint8_t offset;             // Slot of interest in 'node'.
	uint8_t mas_flags;          // Bulk load 1, rebalance pending 2, preallocated 4.
	uint8_t end;                // Offset of the last used slot of 'node'.
	enum store_type store_type; // The last type chosen.
};

// ---- States --------------------------------------------------------------------------------------------------------

// A state with the range 'first' ... 'end' that is not yet in the tree.
#define MPL_STATE_INIT(mt, first, end)                                                                                 \
	{                                                                                                              \
		(mt), (first), (end), {MPL_WORD_ENTRY(0)}, 0, UINT64_MAX, {0}, ma_start, 0, 0, 0, 0,   \
		wr_invalid                                                                                             \
	}
#define MA_STATE(name, mt, first, end) struct ma_state name = MPL_STATE_INIT(mt, first, end)

static inline void mas_init(struct ma_state *mas, struct maple_tree *tree, uint64_t addr)
{
	MA_STATE(fresh, tree, addr, addr);

	*mas = fresh;
}
// Forgets the place; keeps the range and the preallocated nodes.
static inline void mas_reset(struct ma_state *mas)
{
	mas->status = ma_start;
	mas->node_word = 0;
}
// Changes the range without leaving the place; 'first' is to be in the range as it was, or in front of it. Code
// compiled with CONFIG_DEBUG_MAPLE_TREE is warned if it is not.
static inline void __mas_set_range(struct ma_state *mas, uint64_t first, uint64_t last)
{
#ifdef CONFIG_DEBUG_MAPLE_TREE
	MAS_WARN_ON(mas, mas->status == ma_active && (mas->index > first || mas->last < first));
#endif
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
// Call this before dropping the lock. Forgets the place and keeps the range, so that the next move continues behind it.
void mas_pause(struct ma_state *mas);

// The lock of a state's tree.
#define mas_lock(mas) mtree_lock((mas)->tree)
#define mas_lock_nested(mas, subclass) mtree_lock_nested((mas)->tree, subclass)
#define mas_unlock(mas) mtree_unlock((mas)->tree)

// If the state ran out of memory: requests the missing nodes once more. True if at least one node is reserved now and
// the store should be tried again. Lock W.
bool mas_nomem(struct ma_state *mas, gfp_t gfp);
// Ends a bulk load and frees the preallocated nodes. The place is kept. Harmless on any state.
void mas_destroy(struct ma_state *mas);

// ---- Reading with a state: lock R, W for the gap searches -----------------------------------------------------------
// Each sets the state's range to that of what it found and returns the entry, or NULL and the reason in the status:
//
//     ma_active     the state is on a range of NULL: mas_walk() and the forms with _range return those as well. Also
//                   when mas_find() came to its limit, which looks like success (R-Q18), and when
//                   mas_find_rev() began in front of its limit (R-Q6)
//     ma_overflow   'max' is reached: the range that the state is on ends there or behind, and the next one was not
//                   looked at
//     ma_underflow  'min' is reached, likewise downwards
//     ma_none       there is no node to stand on, and nothing at the index: the tree is empty (range 0 ... M), or has a
//                   single entry at 0 and this is beyond it (range 1 ... M)
//     ma_root       on that single entry (range 0 ... 0)
//     ma_start      mas_find() or mas_find_rev() of a new state whose index is beyond the limit: nothing was read
//     ma_pause      mas_find() after mas_pause(), with nothing left up to the limit
//     ma_error      the state was in error and stays so
//
// A limit is where a range found may begin ('max') or end ('min'); the range itself may go beyond. With a wider limit
// the next call goes on from where this one stopped. mas_next() and mas_prev() that turn round then, and mas_find() at
// any limit, are first given what covers the state's index, if that is an entry. In ma_root, and with a range that ends
// at M, a state does not notice later stores: call mas_set() first.

// Goes to 'index' from the root; returns what is stored there and sets the range to that of its slot.
mpl_entry mas_walk(struct ma_state *mas);

// The next entry that begins up to 'max', the one before that ends from 'min' on, seen from the range that covers the
// index, also if the state has not walked yet. The forms with _range do not pass over ranges of NULL.
mpl_entry mas_next(struct ma_state *mas, uint64_t max);
mpl_entry mas_next_range(struct ma_state *mas, uint64_t max);
mpl_entry mas_prev(struct ma_state *mas, uint64_t min);
mpl_entry mas_prev_range(struct ma_state *mas, uint64_t min);
// The same, but a state that has not walked yet is first given what covers its index, if that is an entry; after
// mas_pause() they go on behind (rev: in front of) the range of the state.
mpl_entry mas_find(struct ma_state *mas, uint64_t max);
mpl_entry mas_find_range(struct ma_state *mas, uint64_t max);
mpl_entry mas_find_rev(struct ma_state *mas, uint64_t min);
mpl_entry mas_find_range_rev(struct ma_state *mas, uint64_t min);

// Loops over entries. The body may store over the range it is on, with the same state; to drop the lock it calls
// mas_pause() first.
#define mas_for_each(mas, entry, max) while (MPL_ENTRY_WORD((entry) = mas_find(mas, max)) != 0)
#define mas_for_each_rev(mas, entry, min) while (MPL_ENTRY_WORD((entry) = mas_find_rev(mas, min)) != 0)

// Finds the lowest (rev: highest) 'size' free indexes in 'min' ... 'max' and sets the state's range to them; it is then
// on the leaf that contains them, ready to store there. Reset the state before a search: one that is not reset goes on
// from where it is, up to two slots back, and may miss what is free (R-Q9, rule "continued search"). 0; -EINVAL for a
// size of 0 or beyond the window, the state then untouched; -EBUSY if nothing fits, also always on a tree of several
// levels without MT_FLAGS_ALLOC_RANGE (R-Q8).
int mas_empty_area(struct ma_state *mas, uint64_t min, uint64_t max, uint64_t size);
int mas_empty_area_rev(struct ma_state *mas, uint64_t min, uint64_t max, uint64_t size);

// ---- Writing with a state: lock W ----------------------------------------------------------------------------------

// Stores 'entry' over the state's range and returns what was stored at its start (unspecified after a store that
// crosses nodes). Requests memory once, without waiting; on failure the state is in error: see mas_nomem().
mpl_entry mas_store(struct ma_state *mas, mpl_entry entry);
// The same, but retries with 'gfp'. 0, -ENOMEM or -MPL_ERETRY.
int mas_store_gfp(struct ma_state *mas, mpl_entry entry, gfp_t gfp);

// Preallocates the nodes that storing 'entry' over the state's range may need. 0, or -ENOMEM with nothing reserved.
int mas_preallocate(struct ma_state *mas, mpl_entry entry, gfp_t gfp);
// The prepared store, over the same range and with NULL or an entry as before. Cannot fail; unused nodes are freed.
void mas_store_prealloc(struct ma_state *mas, mpl_entry entry);

// mtree_alloc_cyclic() without its checks, with a state that is used as it stands.
int mas_alloc_cyclic(struct ma_state *mas, uint64_t *startp, mpl_entry entry, uint64_t lo, uint64_t hi, uint64_t *next,
                     gfp_t gfp);

// Begins a bulk load of 'count' ascending entries by mas_store(); mas_destroy() ends it. 0, -ENOMEM, or -EINVAL in RCU
// mode, which uses up the reserve of a load (N-Q10).
int mas_expected_entries(struct ma_state *mas, uint64_t count);

// Removes the range that covers the state's index. Returns and fails like mtree_erase(), the error being in the state.
mpl_entry mas_erase(struct ma_state *mas);

#ifdef __cplusplus
}
#endif

#endif
