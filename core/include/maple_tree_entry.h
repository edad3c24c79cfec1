// SPDX-License-Identifier: GPL-2.0-or-later
//
// Entries: what a tree maps ranges to, and how a number is kept in one. Part of maple_tree.h.
//
//     low two bits   x1   a value: a number of 63 bits, kept by the user in place of a pointer
//                    00   a pointer, or NULL: nothing is stored
//                    10   internal: below 4096 reserved words, such as the zero entry; above, a node or an error number

#ifndef MAPLE_TREE_ENTRY_H
#define MAPLE_TREE_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// An entry is 64 bits wide on every host. Where a pointer is too, it is one; in a wasm32 module it is a number.
#if UINTPTR_MAX == UINT64_MAX
typedef void *mpl_entry;
typedef const void *mpl_const_entry; // For code that only reads the word.
#define MPL_ENTRY_WORD(entry) ((uint64_t)(uintptr_t)(entry))
#define MPL_WORD_ENTRY(word) ((mpl_entry)(uintptr_t)(word))
#else
typedef uint64_t mpl_entry;
typedef uint64_t mpl_const_entry;
#define MPL_ENTRY_WORD(entry) ((uint64_t)(entry))
#define MPL_WORD_ENTRY(word) ((mpl_entry)(word))
#endif

// Internal words below this are reserved: they may be stored (from 1030 on) and not allocated.
#define MAPLE_RESERVED_RANGE 4096u
// Internal words up to this are refused by mtree_store_range() and mtree_insert_range().
#define MPL_ADVANCED_MAX 1026u
// Reserves a range without an entry: mtree_load() and mt_find() read it as NULL, everything else sees it.
#define MPL_ZERO_WORD 0x406u
#define XA_ZERO_ENTRY MPL_WORD_ENTRY(MPL_ZERO_WORD)

// The value entry of 'value', 0 ... 2^63-1, and back.
static inline mpl_entry xa_mk_value(uint64_t value) { return MPL_WORD_ENTRY(value << 1 | 1); }
static inline bool xa_is_value(mpl_const_entry entry) { return MPL_ENTRY_WORD(entry) & 1; }
static inline uint64_t xa_to_value(mpl_const_entry entry) { return MPL_ENTRY_WORD(entry) >> 1; }

// The internal entry of 'number', and back.
static inline mpl_entry xa_mk_internal(uint64_t number) { return MPL_WORD_ENTRY(number << 2 | 2); }
static inline bool xa_is_internal(mpl_const_entry entry) { return (MPL_ENTRY_WORD(entry) & 3) == 2; }
static inline uint64_t xa_to_internal(mpl_const_entry entry) { return MPL_ENTRY_WORD(entry) >> 2; }
static inline bool xa_is_zero(mpl_const_entry entry) { return MPL_ENTRY_WORD(entry) == MPL_ZERO_WORD; }

// Whether a root word names a node.
static inline bool xa_is_node(mpl_const_entry entry)
{
	return xa_is_internal(entry) && MPL_ENTRY_WORD(entry) > MAPLE_RESERVED_RANGE;
}

// A negative error number kept in the node word of a state, and back: 0 if 'entry' is none.
#define MA_ERROR(error) MPL_WORD_ENTRY((uint64_t)(int64_t)(error) << 2 | 2)
static inline bool xa_is_err(mpl_const_entry entry)
{
	return xa_is_internal(entry) && MPL_ENTRY_WORD(entry) >= ((uint64_t)(int64_t)-4095 << 2 | 2);
}
static inline int xa_err(mpl_const_entry entry)
{
	return xa_is_err(entry) ? (int)((int64_t)MPL_ENTRY_WORD(entry) >> 2) : 0;
}

#ifdef __cplusplus
}
#endif

#endif
