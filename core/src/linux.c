// SPDX-License-Identifier: GPL-2.0-or-later
//
// The parts of Linux in the public interface besides the tree: locks and read-side sections that detect misuse, and
// the hooks of Linux's own userland tests. Knows the allocator and no tree.
//
// These sections ignore the readers that the exported functions park (wasm/calls.h): a program uses one or
// the other.

#include "../include/maple_tree.h"
#include "slab.h"

#if !defined(__wasm__)
#include <stdio.h>
#include <stdlib.h>
#endif

static unsigned int sections; // Read-side sections open, one inside the other.

// ---- Misuse ----

void mpl_linux_misused(const char *function, const char *what)
{
#if defined(__wasm__)
	(void)function;
	(void)what;
	__builtin_trap();
#else
	fprintf(stderr, "maple tree misused: %s(): %s\n", function, what);
	abort();
#endif
}

void mpl_linux_lock_misused(const char *function, unsigned int held)
{
	if (held == MPL_LOCK_EXTERN)
		mpl_linux_misused(function, "the tree's flags say that another lock protects it (MT_FLAGS_LOCK_EXTERN), so its "
		                            "own cannot be used: lock yours and call the mas_ or __mt_ form");
	else if (held)
		mpl_linux_misused(function, "a spinlock that is held is taken again; this would never return");
	else
		mpl_linux_misused(function, "a spinlock that is not held is released");
}

// ---- Read-copy-update ----

void rcu_read_lock(void) { sections++; }

void rcu_read_unlock(void)
{
	if (!sections)
		mpl_linux_misused(__func__, "a read-side section is left that was not entered");
	if (--sections == 0)
		mpl_slab_grace();
}

static void wait(const char *function)
{
	if (sections)
		mpl_linux_misused(function, "a grace period is waited for inside a read-side section; this would never return");
	mpl_slab_grace();
}

void synchronize_rcu(void) { wait(__func__); }
void rcu_barrier(void) { wait(__func__); }

// ---- The allocator ----

static uint64_t counted_from; // Nodes handed out before mt_zero_nr_tallocated().

void maple_tree_init(void) {}
void mt_cache_shrink(void) { mpl_slab_shrink(); }

unsigned long mt_nr_allocated(void) { return mpl_slab_counters()->live; }
unsigned long mt_get_alloc_size(void) { return mt_nr_allocated() * MPL_NODE_BYTES; }
unsigned long mt_nr_tallocated(void) { return (unsigned long)(mpl_slab_counters()->handed_out - counted_from); }
void mt_set_non_kernel(unsigned int objects) { mpl_slab_budget(objects); }
void mt_set_callback(void (*callback)(void *private_data)) { mpl_slab_alarm(callback); }
void mt_set_private(void *private_data) { mpl_slab_alarm_context(private_data); }
void mt_zero_nr_tallocated(void) { counted_from = mpl_slab_counters()->handed_out; }
