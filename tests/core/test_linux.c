// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the public interface promises of Linux besides the tree: locks and read-side sections notice misuse, memory that
// may not wait has a budget, and a program that never says where operations begin is not worn out by long use.

#include "harness.h"

#include "maple_tree.h"
#include "src/slab.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct maple_tree tree;

static void fresh(unsigned flags)
{
	mpl_slab_reset();
	mt_init_flags(&tree, flags);
}

static char said[512]; // What the last program said before it ended.

// Whether the program would be ended by 'misuse'.
static bool ends(void (*misuse)(void))
{
	int status = 0, ways[2];
	ssize_t bytes;
	pid_t child;

	if (pipe(ways))
		return false;
	fflush(stdout);
	child = fork();
	if (!child) {
		if (dup2(ways[1], STDERR_FILENO) < 0)
			_exit(2);
		signal(SIGABRT, SIG_DFL);
		misuse();
		_exit(0);
	}
	waitpid(child, &status, 0);
	close(ways[1]);
	bytes = read(ways[0], said, sizeof(said) - 1);
	said[bytes > 0 ? bytes : 0] = 0;
	close(ways[0]);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static bool says(const char *what) { return strstr(said, what); }

static void nothing_wrong(void)
{
	mtree_lock(&tree);
	mtree_unlock(&tree);
	rcu_read_lock();
	rcu_read_lock();
	rcu_read_unlock();
	rcu_read_unlock();
	synchronize_rcu();
}

static void lock_twice(void)
{
	mtree_lock(&tree);
	mtree_lock(&tree);
}

static void unlock_free(void) { mtree_unlock(&tree); }

static void store_locked(void)
{
	mtree_lock(&tree);
	mtree_store(&tree, 1, xa_mk_value(1), GFP_KERNEL);
}

static void insert_locked(void)
{
	mtree_lock(&tree);
	mtree_insert(&tree, 1, xa_mk_value(1), GFP_KERNEL);
}

static void erase_locked(void)
{
	mtree_lock(&tree);
	mtree_erase(&tree, 1);
}

static void alloc_locked(void)
{
	unsigned long start;

	mtree_lock(&tree);
	mtree_alloc_range(&tree, &start, xa_mk_value(1), 1, 0, 9, GFP_KERNEL);
}

static void cyclic_locked(void)
{
	unsigned long start, next = 0;

	mtree_lock(&tree);
	mtree_alloc_cyclic(&tree, &start, xa_mk_value(1), 0, 9, &next, GFP_KERNEL);
}

static void dup_locked(void)
{
	struct maple_tree copy = MTREE_INIT(copy, MT_FLAGS_ALLOC_RANGE);

	mtree_lock(&tree);
	mtree_dup(&tree, &copy, GFP_KERNEL);
}

static void destroy_locked(void)
{
	mtree_lock(&tree);
	mtree_destroy(&tree);
}

static void rcu_mode_locked(void)
{
	mtree_lock(&tree);
	mt_set_in_rcu(&tree);
}

static void leave_nothing(void) { rcu_read_unlock(); }

static void wait_for_oneself(void)
{
	rcu_read_lock();
	synchronize_rcu();
}

TEST(what_would_hang_or_break_a_kernel_ends_the_program)
{
	fresh(MT_FLAGS_ALLOC_RANGE);
	EXPECT(!ends(nothing_wrong));
	EXPECT(ends(lock_twice));
	EXPECT(ends(unlock_free));
	EXPECT(ends(leave_nothing));
	EXPECT(ends(wait_for_oneself));
}

TEST(functions_that_lock_by_themselves_are_not_for_those_who_hold_the_lock)
{
	fresh(MT_FLAGS_ALLOC_RANGE);
	EXPECT(ends(store_locked));
	EXPECT(ends(insert_locked));
	EXPECT(ends(erase_locked));
	EXPECT(ends(alloc_locked));
	EXPECT(ends(cyclic_locked));
	EXPECT(ends(dup_locked));
	EXPECT(ends(destroy_locked));
	EXPECT(ends(rcu_mode_locked));
	mtree_lock(&tree);
	EXPECT(mtree_load(&tree, 1) == NULL);
	mtree_unlock(&tree);
}

// The same functions, but not with the lock held.
static void store_it(void) { mtree_store(&tree, 1, xa_mk_value(1), GFP_KERNEL); }
static void insert_it(void) { mtree_insert(&tree, 1, xa_mk_value(1), GFP_KERNEL); }
static void erase_it(void) { mtree_erase(&tree, 1); }
static void destroy_it(void) { mtree_destroy(&tree); }
static void lock_it(void) { mtree_lock(&tree); }
static void unlock_it(void) { mtree_unlock(&tree); }

static void alloc_it(void)
{
	unsigned long start;

	mtree_alloc_range(&tree, &start, xa_mk_value(1), 1, 0, 9, GFP_KERNEL);
}

static void dup_it(void)
{
	struct maple_tree copy = MTREE_INIT(copy, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_LOCK_EXTERN);

	mtree_dup(&tree, &copy, GFP_KERNEL);
}

TEST(functions_that_lock_by_themselves_are_not_for_trees_that_another_lock_protects)
{
	static void (*const misuse[])(void) = {store_it, insert_it, erase_it, destroy_it,
	                                       lock_it,  unlock_it, alloc_it, dup_it};

	for (unsigned i = 0; i < sizeof(misuse) / sizeof(misuse[0]); i++) {
		fresh(MT_FLAGS_ALLOC_RANGE | MT_FLAGS_LOCK_EXTERN);
		EXPECT(ends(misuse[i]) && says("MT_FLAGS_LOCK_EXTERN"));
		tree = (struct maple_tree)MTREE_INIT_EXT(tree, MT_FLAGS_LOCK_EXTERN | MT_FLAGS_ALLOC_RANGE, nothing);
		EXPECT(ends(misuse[i]) && says("MT_FLAGS_LOCK_EXTERN"));
		fresh(MT_FLAGS_ALLOC_RANGE | MT_FLAGS_LOCK_IRQ);
		EXPECT(misuse[i] == unlock_it || misuse[i] == dup_it || !ends(misuse[i]));
	}
	// Those that leave the lock to the caller work, in want of memory too; so does RCU mode.
	fresh(MT_FLAGS_ALLOC_RANGE | MT_FLAGS_LOCK_EXTERN);
	{
		MA_STATE(mas, &tree, 1, 1);

		EXPECT(!spin_is_locked(&tree.ma_lock));
		mpl_slab_fail_request(1, 1);
		EXPECT(mas_store_gfp(&mas, xa_mk_value(1), GFP_KERNEL) == 0);
		mt_set_in_rcu(&tree);
		EXPECT(mt_in_rcu(&tree));
		__mt_destroy(&tree);
		rcu_barrier();
		EXPECT(mt_nr_allocated() == 0);
	}
}

TEST(the_message_names_the_function)
{
	fresh(MT_FLAGS_ALLOC_RANGE);
	EXPECT(ends(store_locked) && says("mtree_store_range(): a spinlock that is held is taken again"));
	EXPECT(ends(lock_twice) && says("lock_twice(): a spinlock that is held is taken again"));
	EXPECT(ends(unlock_free) && says("unlock_free(): a spinlock that is not held is released"));
	EXPECT(ends(rcu_mode_locked) && says("mt_set_in_rcu(): "));
	EXPECT(ends(wait_for_oneself) && says("synchronize_rcu(): "));
	EXPECT(ends(leave_nothing) && says("rcu_read_unlock(): "));
	fresh(MT_FLAGS_LOCK_EXTERN);
	EXPECT(ends(erase_it) && says("mtree_erase(): "));
}

TEST(locks_are_free_after_every_outcome)
{
	struct maple_tree copy = MTREE_INIT(copy, MT_FLAGS_ALLOC_RANGE);
	unsigned long start, next = 0;

	fresh(MT_FLAGS_ALLOC_RANGE);
	EXPECT(mtree_store_range(&tree, 5, 4, NULL, GFP_KERNEL) == -MPL_EINVAL);
	mpl_slab_fail_request(1, 2);
	EXPECT(mtree_store(&tree, 5, xa_mk_value(1), GFP_KERNEL) == -MPL_ENOMEM);
	EXPECT(mtree_store(&tree, 5, xa_mk_value(1), GFP_KERNEL) == 0);
	EXPECT(mtree_insert(&tree, 5, xa_mk_value(1), GFP_KERNEL) == -MPL_EEXIST);
	EXPECT(mtree_alloc_range(&tree, &start, xa_mk_value(1), 5, 1, 4, GFP_KERNEL) == -MPL_EINVAL);
	EXPECT(mtree_alloc_rrange(&tree, &start, xa_mk_value(1), 5, 1, 8, GFP_KERNEL) == -MPL_EBUSY);
	EXPECT(mtree_alloc_cyclic(&tree, &start, xa_mk_value(1), 5, 5, &next, GFP_KERNEL) == -MPL_EBUSY);
	EXPECT(mtree_dup(&tree, &tree, GFP_KERNEL) == -MPL_EINVAL);
	EXPECT(mtree_dup(&tree, &copy, GFP_KERNEL) == 0);
	EXPECT(mtree_dup(&tree, &copy, GFP_KERNEL) == -MPL_EINVAL);
	mt_set_in_rcu(&tree);
	mt_clear_in_rcu(&tree);
	EXPECT(mtree_erase(&tree, 5) == xa_mk_value(1));
	EXPECT(!spin_is_locked(&tree.ma_lock) && !spin_is_locked(&copy.ma_lock));
	mtree_destroy(&tree);
	mtree_destroy(&copy);
	EXPECT(!spin_is_locked(&tree.ma_lock) && !spin_is_locked(&copy.ma_lock));
	EXPECT(mt_nr_allocated() == 0);
}

TEST(a_read_side_section_keeps_what_was_dropped_in_it_until_the_outermost_ends)
{
	fresh(MT_FLAGS_USE_RCU);
	mtree_store(&tree, 5, xa_mk_value(1), GFP_KERNEL);
	rcu_read_lock();
	rcu_read_lock();
	mtree_store(&tree, 7, xa_mk_value(2), GFP_KERNEL);
	EXPECT(mt_nr_allocated() == 2);
	rcu_read_unlock();
	EXPECT(mt_nr_allocated() == 2);
	rcu_read_unlock();
	EXPECT(mt_nr_allocated() == 1);
	mtree_destroy(&tree);
	EXPECT(mt_nr_allocated() == 1);
	rcu_barrier();
	EXPECT(mt_nr_allocated() == 0);
}

// ---- Memory that may not wait ----

static unsigned calls;
static bool held;

static void look(void *context)
{
	calls++;
	held = spin_is_locked(&((struct maple_tree *)context)->ma_lock);
}

TEST(without_a_budget_nothing_is_refused_and_with_one_of_0_every_first_attempt_is)
{
	fresh(0);
	mpl_slab_begin();
	mtree_store(&tree, 5, xa_mk_value(1), GFP_NOWAIT);
	EXPECT(mpl_slab_counters()->op_requests == 1);
	mtree_destroy(&tree);
	mt_set_non_kernel(0);
	mpl_slab_begin();
	EXPECT(mtree_store(&tree, 5, xa_mk_value(1), GFP_NOWAIT) == -MPL_ENOMEM);
	EXPECT(mtree_store(&tree, 5, xa_mk_value(1), GFP_KERNEL) == 0);
	EXPECT(mpl_slab_counters()->op_requests == 4);
	fresh(0);
}

TEST(a_budget_is_spent_by_nodes_and_a_bulk_that_goes_beyond_it_spends_what_is_left)
{
	DEFINE_MTREE(other);

	fresh(0);
	for (uint64_t i = 0; i < 15; i++)
		mtree_store(&tree, i, xa_mk_value(i), GFP_KERNEL);
	mt_set_non_kernel(2);
	// A split asks for one node, then for two: the second request is refused, the retry may wait.
	mpl_slab_begin();
	mtree_store(&tree, 20, xa_mk_value(1), GFP_KERNEL);
	mtree_store(&tree, 17, xa_mk_value(1), GFP_NOWAIT);
	EXPECT(mt_height(&tree) == 2);
	EXPECT(mpl_slab_log()[0] == 1 && mpl_slab_log()[1] == (2 | MPL_LOG_BULK | MPL_LOG_REFUSED));
	EXPECT(mpl_slab_log()[2] == (2 | MPL_LOG_BULK));
	// The first of the two was there to be had, and came back; the budget did not.
	EXPECT(mtree_store(&other, 5, xa_mk_value(1), GFP_NOWAIT) == -MPL_ENOMEM);
	fresh(0);
}

TEST(a_callback_comes_once_while_the_lock_is_free)
{
	fresh(0);
	calls = 0;
	held = true;
	mt_set_non_kernel(0);
	mt_set_private(&tree);
	mt_set_callback(look);
	EXPECT(mtree_store(&tree, 5, xa_mk_value(1), GFP_KERNEL) == 0);
	EXPECT(calls == 1 && !held);
	mt_set_callback(NULL);
	mtree_destroy(&tree);
	mtree_store(&tree, 5, xa_mk_value(1), GFP_KERNEL);
	EXPECT(calls == 1);
	fresh(0);
}

// The bound on retries is for one operation. Without mpl_slab_begin() the requests of a long life add up, and must not
// be taken for those of one.
TEST(a_program_that_begins_no_operations_is_not_worn_out)
{
	fresh(MT_FLAGS_USE_RCU);
	mpl_slab_set_requests_max(50);
	mtree_store(&tree, 5, xa_mk_value(1), GFP_KERNEL);
	for (uint64_t i = 0; i < 200; i++) {
		struct maple_tree copy = MTREE_INIT(copy, MT_FLAGS_USE_RCU);

		mtree_store(&tree, 7, xa_mk_value(i), GFP_KERNEL);
		mtree_store(&tree, 7, NULL, GFP_KERNEL);
		EXPECT(mtree_dup(&tree, &copy, GFP_KERNEL) == 0);
		mtree_destroy(&copy);
		synchronize_rcu();
	}
	mpl_slab_fail_request(1, 1);
	EXPECT(mtree_store(&tree, 9, xa_mk_value(1), GFP_KERNEL) == 0);
	fresh(0);
}
