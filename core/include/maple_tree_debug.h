// SPDX-License-Identifier: GPL-2.0-or-later
//
// Inspecting and checking a tree: dumps as text, Linux's own validator, counting checks, and the allocator seen
// from outside. Part of maple_tree.h. Always present, as in a debug build of Linux.

#ifndef MAPLE_TREE_DEBUG_H
#define MAPLE_TREE_DEBUG_H

#include "maple_tree_linux.h"
#include "maple_tree_node.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Dumps --------------------------------------------------------------------------------------------------------

enum mt_dump_format { mt_dump_dec, mt_dump_hex };

// The tree as text, as Linux prints it: a line for the tree, then, deeper and deeper, one
// for each node with all its slots and pivots, gaps first, and one for each range of a leaf; bounds and pivots in
// decimal or in hex. core/src/debug_dump.c has an example. Equal runs print equal text, so no address of this process
// is shown: a node is shown at 0xffff888000000000 + 256 times its place in the slab (the number that a wasm32 module
// keeps in nodes as well), a tree at 0xffffc90000000000 + 64 times its number. Trees are numbered from 1 as they are
// first shown, 256 of them; any more share the last number. Entries are shown as they are. A dump trusts the links of
// the tree; for a damaged tree see core/src/validate.h.
void mt_dump(const struct maple_tree *mt, enum mt_dump_format format);
// Every field of a state, and of a store in progress.
void mas_dump(const struct ma_state *mas);
void mas_wr_dump(const struct ma_wr_state *wr_mas);

// Receives the text in pieces of 'bytes' characters, valid during the call. NULL, the initial value: standard
// output.
typedef void mpl_debug_sink(void *context, const char *text, size_t bytes);
void mpl_debug_set_sink(mpl_debug_sink *sink, void *context);

// ---- Checks -------------------------------------------------------------------------------------------------------

// How many checks were made, and how many of them passed. As in Linux, only a debug build sees these counters. The
// library's own are weak: a program without CONFIG_DEBUG_MAPLE_TREE may define variables of these names, and the checks
// then count in those.
#ifdef CONFIG_DEBUG_MAPLE_TREE
extern atomic_t maple_tree_tests_run;
extern atomic_t maple_tree_tests_passed;
#endif

// Called when MT_BUG_ON, MAS_BUG_ON or MAS_WR_BUG_ON has failed and printed. NULL, the initial value, ends the
// program. If the function returns, so does the check.
typedef void mpl_debug_stop(void);
void mpl_debug_set_stop(mpl_debug_stop *stop);

// One check: counts it, and if it failed prints the place and dumps the subject. Returns 'broken', unless 'bug'
// says that the program must stop.
bool mpl_debug_check_tree(const struct maple_tree *mt, bool broken, const char *function, int line, bool bug);
bool mpl_debug_check_state(const struct ma_state *mas, bool broken, const char *function, int line, bool bug);
bool mpl_debug_check_write(const struct ma_wr_state *wr_mas, bool broken, const char *function, int line, bool bug);

// Each counts a check, which passes if 'broken' is false. If it is true: prints the place and dumps its subject;
// the first three then stop, the others are true.
#define MT_BUG_ON(mt, broken) ((void)mpl_debug_check_tree(mt, (broken) ? true : false, __func__, __LINE__, true))
#define MAS_BUG_ON(mas, broken) ((void)mpl_debug_check_state(mas, (broken) ? true : false, __func__, __LINE__, true))
#define MAS_WR_BUG_ON(wr_mas, broken)                                                                                  \
	((void)mpl_debug_check_write(wr_mas, (broken) ? true : false, __func__, __LINE__, true))
#define MT_WARN_ON(mt, broken) mpl_debug_check_tree(mt, (broken) ? true : false, __func__, __LINE__, false)
#define MAS_WARN_ON(mas, broken) mpl_debug_check_state(mas, (broken) ? true : false, __func__, __LINE__, false)
#define MAS_WR_WARN_ON(wr_mas, broken)                                                                                 \
	mpl_debug_check_write(wr_mas, (broken) ? true : false, __func__, __LINE__, false)

// Checks the nodes of a tree, leaves first, as Linux does; each fault is reported as a failed
// MT_BUG_ON or MAS_WARN_ON. Checks no more than Linux does; core/src/validate.h checks everything and survives any
// damage.
void mt_validate(struct maple_tree *mt);

// ---- The allocator, seen from outside -----------------------------------------------------------------------------

// Of requests that may not wait, only those for the next 'objects' nodes are granted; before the first call, all are.
// (Linux's own userland build starts with none, which makes every first attempt of a store fail and every second one
// succeed: mt_set_non_kernel(0) gives the same.)
void mt_set_non_kernel(unsigned int objects);
// After a request for a single node that could not wait was refused by that budget, the next request for a single node
// first calls 'callback' once, with the value set by mt_set_private().
void mt_set_callback(void (*callback)(void *private_data));
void mt_set_private(void *private_data);

// Bytes and nodes allocated, including nodes that wait for a grace period.
unsigned long mt_get_alloc_size(void);
unsigned long mt_nr_allocated(void);
// Nodes handed out since the start or since mt_zero_nr_tallocated().
unsigned long mt_nr_tallocated(void);
void mt_zero_nr_tallocated(void);
// Returns the memory of freed nodes to the system, once no tree has a node any more; before, it does nothing. Freed
// nodes are kept for the next store until then.
void mt_cache_shrink(void);

#ifdef __cplusplus
}
#endif

#endif
