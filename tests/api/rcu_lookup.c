// SPDX-License-Identifier: GPL-2.0-or-later
//
// A table of routes that is read without its lock. A writer replaces nodes instead of changing them, and what it
// replaced stays readable until the readers who may be on it have left their section. The program plays both parts in
// turn.

#include <linux/maple_tree.h>

#include <stdio.h>

// Interrupts take this lock too, which the flags of the tree say to Linux's lock checker.
static struct maple_tree routes = MTREE_INIT(routes, MT_FLAGS_USE_RCU | MT_FLAGS_LOCK_IRQ);

static int add(unsigned long first, unsigned long last, unsigned long hop)
{
	return mtree_store_range(&routes, first, last, xa_mk_value(hop), GFP_KERNEL);
}

static unsigned long look_up(unsigned long address)
{
	void *entry;

	rcu_read_lock();
	entry = mtree_load(&routes, address);
	rcu_read_unlock();
	return entry ? xa_to_value(entry) : 0;
}

// A reader halfway through the table while a writer makes one route of two and a bit.
static void read_while_written(void)
{
	MA_STATE(mas, &routes, 0x20, 0x20);
	unsigned long before = mt_nr_allocated();
	void *entry;

	rcu_read_lock();
	entry = mas_walk(&mas);
	printf("reader on %lx-%lx: hop %lu\n", mas.index, mas.last, xa_to_value(entry));

	add(0x1e, 0x37, 99);
	printf("meanwhile %lu more node is kept for it\n", mt_nr_allocated() - before);

	// Its node is dead, so the reader finds its way from the root again and goes on from there.
	entry = mas_next(&mas, ULONG_MAX);
	printf("reader on %lx-%lx: hop %lu\n", mas.index, mas.last, xa_to_value(entry));
	rcu_read_unlock();
	printf("when it has left, %lu\n", mt_nr_allocated() - before);
}

// Whole subtrees go at once, and wait as well.
static void drop_while_read(void)
{
	unsigned long nodes;

	for (unsigned long i = 0; i < 200; i++)
		add(0x1000 + 0x10 * i, 0x100f + 0x10 * i, i + 1);
	synchronize_rcu();
	nodes = mt_nr_allocated();
	rcu_read_lock();
	mtree_destroy(&routes);
	printf("destroyed: empty %d, nodes still there %d\n", mtree_empty(&routes), mt_nr_allocated() == nodes);
	rcu_read_unlock();
	printf("nodes left: %lu\n", mt_nr_allocated());
}

// Nobody reads a table that is being set up, so it is changed in place until it is ready.
static void set_up_in_place(void)
{
	unsigned long handed_out;

	mt_clear_in_rcu(&routes);
	add(0, 0xff, 1);
	mt_zero_nr_tallocated();
	for (unsigned long i = 1; i < 9; i++)
		add(0x100 * i, 0x100 * i + 0xff, i + 1);
	handed_out = mt_nr_tallocated();
	mt_set_in_rcu(&routes);
	mt_zero_nr_tallocated();
	for (unsigned long i = 9; i < 12; i++)
		add(0x100 * i, 0x100 * i + 0xff, i + 1);
	printf("in RCU mode: %d; nodes for 8 routes without it %lu, for 3 routes with it %lu\n", mt_in_rcu(&routes),
	       handed_out, mt_nr_tallocated());
	rcu_barrier();
	printf("bytes of nodes: %lu\n", mt_get_alloc_size());
}

int main(void)
{
	printf("lock flags %x of %x\n", routes.ma_flags & MT_FLAGS_LOCK_MASK, MT_FLAGS_LOCK_IRQ | MT_FLAGS_LOCK_BH);
	for (unsigned long i = 1; i < 5; i++)
		add(0x10 * i, 0x10 * i + 5, i);
	rcu_barrier();
	printf("route of 23: %lu, of 2a: %lu\n", look_up(0x23), look_up(0x2a));
	read_while_written();
	drop_while_read();
	set_up_in_place();
	mtree_destroy(&routes);
	rcu_barrier();
	mt_cache_shrink();
	printf("nodes left: %lu\n", mt_nr_allocated());
	return 0;
}
