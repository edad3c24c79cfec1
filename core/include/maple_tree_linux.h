// SPDX-License-Identifier: GPL-2.0-or-later
//
// What of Linux the interface of the maple tree mentions: allocation flags, error numbers, spinlocks, read-side
// critical sections, counters. Part of maple_tree.h. Only as much as callers of a maple tree need.
//
// There is one thread, so a lock keeps nobody out. It is not a no-op either: it knows whether it is held, and what
// would hang a kernel (taking it twice, waiting for a grace period inside a read-side section) or break one (releasing
// what is not held, taking the own lock of a tree that another lock protects) ends the program with a message that
// names the function. That a lock was *not* taken where one is needed goes unnoticed. Callers with threads of their own
// must let only one in at a time, whatever the tree: nodes of all trees come from one place.

#ifndef MAPLE_TREE_LINUX_H
#define MAPLE_TREE_LINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Memory and errors --------------------------------------------------------------------------------------------

// Whether an operation may wait for memory. A store first asks without waiting, whatever its flags; if that is refused
// it asks again with them, and if they allow waiting the tree's own lock is let go of meanwhile (rule "two attempts").
// Nothing else of them is looked at, the values are ours, and what is refused is up to the slab (core/src/slab.h).
typedef unsigned int gfp_t;

#define __GFP_DIRECT_RECLAIM 0x400u // May wait. The one that matters.
#define __GFP_KSWAPD_RECLAIM 0x800u
#define __GFP_RECLAIM (__GFP_DIRECT_RECLAIM | __GFP_KSWAPD_RECLAIM)
#define __GFP_IO 0x1u
#define __GFP_FS 0x2u
#define __GFP_HIGH 0x4u
#define __GFP_ZERO 0x8u
#define __GFP_NOWARN 0x10u
#define __GFP_NOFAIL 0x20u
#define __GFP_NORETRY 0x40u
#define __GFP_RETRY_MAYFAIL 0x80u
#define __GFP_ACCOUNT 0x100u

#define GFP_KERNEL (__GFP_RECLAIM | __GFP_IO | __GFP_FS)
#define GFP_KERNEL_ACCOUNT (GFP_KERNEL | __GFP_ACCOUNT)
#define GFP_NOFS (__GFP_RECLAIM | __GFP_IO)
#define GFP_NOIO __GFP_RECLAIM
#define GFP_ATOMIC (__GFP_HIGH | __GFP_KSWAPD_RECLAIM) // May not wait, and neither may the next.
#define GFP_NOWAIT (__GFP_KSWAPD_RECLAIM | __GFP_NOWARN)

static inline bool gfpflags_allow_blocking(gfp_t gfp) { return gfp & __GFP_DIRECT_RECLAIM; }

// Error numbers, as Linux has them; those of a wasm32 C library differ.
#define MPL_ENOMEM 12
#define MPL_EBUSY 16
#define MPL_EEXIST 17
#define MPL_EINVAL 22
// The retry loop of a store was stopped at mpl_slab_requests_max() requests; the reference would go on for ever.
#define MPL_ERETRY 1000

// ---- Locks --------------------------------------------------------------------------------------------------------

typedef struct {
	unsigned int held; // 1 between spin_lock() and spin_unlock(), or MPL_LOCK_EXTERN.
} spinlock_t;

// In a tree whose flags say that another lock protects it: its own cannot be taken.
#define MPL_LOCK_EXTERN 2u

// In the place of a tree's own lock, if its flags say that another lock protects it.
typedef struct {
	unsigned int unused;
} lockdep_map_p;

// Ends the program: 'function' is where, 'what' says what was wrong.
void mpl_linux_misused(const char *function, const char *what);
// The same about a lock that could not be taken, or not be released, because of 'held'.
void mpl_linux_lock_misused(const char *function, unsigned int held);

// What is behind the functions and macros that take and release locks.
static inline void mpl_spin_lock(spinlock_t *lock, const char *function)
{
	if (lock->held)
		mpl_linux_lock_misused(function, lock->held);
	lock->held = 1;
}
static inline void mpl_spin_unlock(spinlock_t *lock, const char *function)
{
	if (lock->held != 1)
		mpl_linux_lock_misused(function, lock->held);
	lock->held = 0;
}

static inline void spin_lock_init(spinlock_t *lock) { lock->held = 0; }
static inline void spin_lock(spinlock_t *lock) { mpl_spin_lock(lock, "spin_lock"); }
static inline void spin_unlock(spinlock_t *lock) { mpl_spin_unlock(lock, "spin_unlock"); }
static inline bool spin_is_locked(const spinlock_t *lock) { return lock->held == 1; }
#define spin_lock_nested(lock, subclass) ((void)(subclass), spin_lock(lock))

// ---- Read-copy-update ---------------------------------------------------------------------------------------------

// A tree in RCU mode lets go of a node in two steps: no link leads to it any more, and when all who may still stand on
// it have left it is freed. Those who may are in a *read-side section*, and nodes wait until the outermost one ends, or
// until synchronize_rcu() or rcu_barrier() if there is none. Nothing else frees them.
void rcu_read_lock(void);
void rcu_read_unlock(void);
// Frees all nodes that wait. Not inside a read-side section: it would wait for itself.
void synchronize_rcu(void);
void rcu_barrier(void);
// What Linux keeps in an object that waits for a grace period: two words. Nothing here reads or writes it.
struct rcu_head {
	uint64_t next;
	uint64_t func;
};

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
