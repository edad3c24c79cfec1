// SPDX-License-Identifier: GPL-2.0-or-later
//
// A table of locked byte ranges of a file, and long walks over it that let go of the tree's lock now and then. What the
// walk stands on may be gone when it comes back: mas_pause() makes it go on behind the range it saw last.

#include <linux/maple_tree.h>

#include <stdio.h>

static DEFINE_MTREE(table);

// Counts of what happened, under a lock of their own that is taken inside the table's.
static spinlock_t counts_lock;
static unsigned taken_count;
static atomic_t turns;

// Who holds a range: a number, kept in the entry itself.
static void *owner(unsigned long number) { return xa_mk_value(number); }

static const char *text_of(enum maple_status status)
{
	switch (status) {
	case ma_active: return "active";
	case ma_start: return "start";
	case ma_root: return "root";
	case ma_none: return "none";
	case ma_pause: return "pause";
	case ma_overflow: return "overflow";
	case ma_underflow: return "underflow";
	case ma_error: return "error";
	}
	return "?";
}

// ---- Taking and leaving ranges ----

// Stores without a helper: try, and while memory is short, wait for it.
static int take(unsigned long first, unsigned long last, unsigned long number)
{
	MA_STATE(mas, &table, first, last);
	void *before;

	mas_lock(&mas);
	do {
		mas_set_range(&mas, first, last);
		before = mas_store(&mas, owner(number));
	} while (mas_nomem(&mas, GFP_KERNEL));
	spin_lock_nested(&counts_lock, 1);
	taken_count++;
	spin_unlock(&counts_lock);
	mas_unlock(&mas);
	if (mas_is_err(&mas))
		return xa_err(mas.node);
	return xa_is_value(before) ? (int)xa_to_value(before) : 0;
}

static void leave(unsigned long index)
{
	MA_STATE(mas, &table, index, index);
	void *entry;

	mtree_lock(&table);
	entry = mas_erase(&mas);
	printf("left %lu: owner %lu, now free %lu-%lu\n", index, xa_to_value(entry), mas.index, mas.last);
	mtree_unlock(&table);
}

// ---- Walks ----

// Visits all ranges, three at a time under the lock. In between, somebody else works on the table.
static void walk_in_turns(void (*meanwhile)(void))
{
	MA_STATE(mas, &table, 0, 0);
	unsigned seen = 0;
	void *entry;

	mtree_lock(&table);
	mas_for_each(&mas, entry, ULONG_MAX) {
		printf("  %lu-%lu: %lu\n", mas.index, mas.last, xa_to_value(entry));
		if (++seen % 3)
			continue;
		mas_pause(&mas);
		mtree_unlock(&table);
		atomic_inc(&turns);
		meanwhile();
		mtree_lock(&table);
	}
	printf("  end: %s\n", text_of(mas.status));
	mtree_unlock(&table);
}

static void shrink_and_grow(void)
{
	if (atomic_read(&turns) == 1) {
		leave(30);              // In front of the walk: it will not be seen,
		take(0, 4, 77);         // behind it: neither,
		take(45, 48, 78);       // and this one will.
	}
}

// Each step of a walk over ranges and gaps, forwards to a limit and back.
static void walk_with_limits(void)
{
	MA_STATE(mas, &table, 12, 12);
	void *entry;

	mtree_lock_nested(&table, 1);
	for (entry = mas_find_range(&mas, 40); mas_is_active(&mas); entry = mas_next_range(&mas, 40))
		printf("  %lu-%lu %s\n", mas.index, mas.last, entry ? "held" : "free");
	printf("  stopped: %s\n", text_of(mas.status));
	for (entry = mas_find_range_rev(&mas, 15); mas_is_active(&mas); entry = mas_prev_range(&mas, 15))
		printf("  %lu-%lu %s\n", mas.index, mas.last, entry ? "held" : "free");
	printf("  stopped: %s\n", text_of(mas.status));
	mtree_unlock(&table);
}

// The nearest held ranges on both sides of an index.
static void neighbours(unsigned long index)
{
	MA_STATE(mas, &table, index, index);
	void *below, *above;

	mas_lock_nested(&mas, 1);
	below = mas_find_rev(&mas, 0);
	printf("%lu: held below by %lu", index, below ? xa_to_value(below) : 0);
	mas_reset(&mas);
	mas_set(&mas, index);
	above = mas_find(&mas, ULONG_MAX);
	printf(", at or above by %lu\n", above ? xa_to_value(above) : 0);
	mas_unlock(&mas);

	above = mt_next(&table, index, ULONG_MAX);
	below = mt_prev(&table, index, 0);
	printf("%lu: the next is %lu, the one before %lu\n", index, above ? xa_to_value(above) : 0,
	       below ? xa_to_value(below) : 0);
}

// Trees too small to have nodes have statuses of their own.
static void small_tables(void)
{
	MA_STATE(mas, &table, 5, 5);

	mas_walk(&mas);
	printf("empty: %s %lu-%lx\n", text_of(mas.status), mas.index, mas.last);
	mtree_store(&table, 0, owner(1), GFP_KERNEL);
	mas_init(&mas, &table, 0);
	mas_walk(&mas);
	printf("one entry at 0: %s %lu-%lu\n", text_of(mas.status), mas.index, mas.last);
	mas.status = ma_error;
	mas.node = MA_ERROR(-EBUSY);
	printf("a state in error: %d, %d\n", mas_is_err(&mas), xa_err(mas.node));
	mas_reset(&mas);
	printf("reset: %s\n", text_of(mas.status));
}

int main(void)
{
	spin_lock_init(&counts_lock);
	atomic_set(&turns, 0);
	small_tables();
	for (unsigned long i = 1; i < 8; i++)
		take(10 * i, 10 * i + 4, i);
	printf("taken from owner %d\n", take(12, 13, 9));
	printf("in turns\n");
	walk_in_turns(shrink_and_grow);
	printf("limits\n");
	walk_with_limits();
	neighbours(33);
	mtree_destroy(&table);
	spin_lock(&counts_lock);
	printf("%u ranges were taken, a lock is held: %d %d\n", taken_count, spin_is_locked(&counts_lock),
	       spin_is_locked(&table.ma_lock));
	spin_unlock(&counts_lock);
	printf("nodes left: %lu\n", mt_nr_allocated());
	return 0;
}
