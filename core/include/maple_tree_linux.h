// SPDX-License-Identifier: GPL-2.0-or-later
//
// What of Linux the interface of the maple tree mentions: allocation flags, error numbers, spinlocks, read-side critical
// sections, counters. Part of maple_tree.h. Only as much as callers of a maple tree need.
//
// There is one thread, so a lock keeps nobody out. It is not a no-op either: it knows whether it is held, and what would
// hang a kernel (taking it twice, waiting for a grace period inside a read-side section) or break one (releasing what is
// not held) ends the program with a message. Callers with threads of their own must let only one in at a time, whatever
// the tree: nodes of all trees come from one place.

#ifndef MAPLE_TREE_LINUX_H
#define MAPLE_TREE_LINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Memory and errors --------------------------------------------------------------------------------------------

// Whether an operation may wait for memory (spec/03 section 1.8). What is refused is up to the slab (core/src/slab.h).
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

// ---- Locks --------------------------------------------------------------------------------------------------------

typedef struct {
	unsigned int held; // 1 between spin_lock() and spin_unlock().
} spinlock_t;

// In the place of a tree's own lock, if its flags say that another lock protects it. Nothing is kept here.
typedef struct {
	unsigned int unused;
} lockdep_map_p;

// Ends the program: 'what' says what was wrong.
void mpl_linux_misused(const char *what);

static inline void spin_lock_init(spinlock_t *lock) { lock->held = 0; }
static inline void spin_lock(spinlock_t *lock)
{
	if (lock->held)
		mpl_linux_misused("a spinlock that is held is taken again; this would never return");
	lock->held = 1;
}
static inline void spin_unlock(spinlock_t *lock)
{
	if (!lock->held)
		mpl_linux_misused("a spinlock that is not held is released");
	lock->held = 0;
}
static inline bool spin_is_locked(const spinlock_t *lock) { return lock->held; }
#define spin_lock_nested(lock, subclass) ((void)(subclass), spin_lock(lock))

// ---- Read-copy-update ---------------------------------------------------------------------------------------------

// A tree in RCU mode lets go of a node in two steps: no link leads to it any more, and when all who may still stand on it
// have left it is freed. Those who may are in a *read-side section*, and nodes wait until the outermost one ends, or
// until synchronize_rcu() or rcu_barrier() if there is none. Nothing else frees them.
void rcu_read_lock(void);
void rcu_read_unlock(void);
// Frees all nodes that wait. Not inside a read-side section: it would wait for itself.
void synchronize_rcu(void);
void rcu_barrier(void);

// ---- Counters -----------------------------------------------------------------------------------------------------

typedef struct {
	int counter;
} atomic_t;

static inline int atomic_read(const atomic_t *value) { return value->counter; }
static inline void atomic_set(atomic_t *value, int to) { value->counter = to; }
static inline void atomic_inc(atomic_t *value) { value->counter++; }

#ifdef __cplusplus
}
#endif

#endif
