// SPDX-License-Identifier: GPL-2.0-or-later
//
// The parts of Linux that the maple tree's interface uses: allocation flags, error numbers, spinlocks, read-side
// critical sections, counters. Part of maple_tree.h. Contains only what callers of a maple tree need.
//
// There is one thread, so a lock excludes nobody. It is not a no-op either: it knows whether it is held. Misuse that
// would hang a kernel (taking it twice, waiting for a grace period inside a read-side section) or break it (releasing
// a lock that is not held, taking the lock of an externally locked tree) ends the program with a message that
// names the function. A lock that should have been taken and was not goes unnoticed. Callers with threads of their own
// must call from one thread at a time, whatever the tree: all trees share one allocator.

#ifndef MAPLE_TREE_LINUX_H
#define MAPLE_TREE_LINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Memory and errors --------------------------------------------------------------------------------------------

// Whether an operation may wait for memory. A store first requests without waiting, whatever its flags. If that is
// refused it retries with them; if they allow waiting, the tree's own lock is dropped meanwhile (rule "two attempts").
// No other bit is read, the values are our own, and the slab decides which requests it refuses (core/src/slab.h).
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
// The retry loop of a store was stopped after mpl_slab_requests_max() requests; Linux would go on for ever.
#define MPL_ERETRY 1000

// ---- Locks --------------------------------------------------------------------------------------------------------

typedef struct {
	unsigned int held; // 1 between spin_lock() and spin_unlock(), or MPL_LOCK_EXTERN.
} spinlock_t;

// The own lock of a tree that an external lock protects: it cannot be taken.
#define MPL_LOCK_EXTERN 2u

// Replaces a tree's own lock if its flags say that an external lock protects the tree.
typedef struct {
	unsigned int unused;
} lockdep_map_p;

// Ends the program with a message: 'what' went wrong in 'function'.
void mpl_linux_misused(const char *function, const char *what);
// The same for a lock that could not be taken or released because of its state 'held'.
void mpl_linux_lock_misused(const char *function, unsigned int held);

// The implementation of the functions and macros that take and release locks.
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

// A tree in RCU mode frees a node in two steps: it removes every link to the node, and when all readers that may still
// stand on it have left, the node is freed. Such readers are in a *read-side section*. Nodes wait until the outermost
// section ends, or until synchronize_rcu() or rcu_barrier() if there is none. Nothing else frees them.
void rcu_read_lock(void);
void rcu_read_unlock(void);
// Frees all waiting nodes. Forbidden inside a read-side section, where it would wait for itself.
void synchronize_rcu(void);
void rcu_barrier(void);
// Linux keeps two words in an object that waits for a grace period. Nothing here reads or writes them.
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
