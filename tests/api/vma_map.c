// SPDX-License-Identifier: GPL-2.0-or-later
//
// An address space: what a process has mapped where, and the four calls that change it. The tree tracks gaps, so that a
// place for a new mapping is found quickly, and is protected by a lock of the address space, not by its own.
//
// A change takes its memory first (mas_preallocate), so that there is a moment after which nothing can fail.

#include <linux/maple_tree.h>

#include <stdio.h>

#define PAGE 0x1000ul
#define TASK_MIN 0x10000ul
#define TASK_MAX 0x7ffffffff000ul

struct vma {
	unsigned long start; // First byte.
	unsigned long end;   // First byte behind.
	char access;         // 'r', 'w' or 'x'.
	bool used;
};

struct address_space {
	struct maple_tree tree;
	int mmap_lock; // Stands for a semaphore.
	struct vma pool[64];
};

static struct address_space space = {
	.tree = MTREE_INIT_EXT(space.tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_LOCK_EXTERN, space.mmap_lock),
};

static struct vma *vma_new(unsigned long start, unsigned long end, char access)
{
	for (size_t i = 0; i < sizeof(space.pool) / sizeof(space.pool[0]); i++) {
		if (!space.pool[i].used) {
			space.pool[i] = (struct vma){start, end, access, true};
			return &space.pool[i];
		}
	}
	return NULL;
}

// Stores 'vma', or NULL, over a range for which the caller is sure to find memory.
static int write_range(unsigned long start, unsigned long end, struct vma *vma)
{
	MA_STATE(mas, &space.tree, start, end - 1);

	if (mas_preallocate(&mas, vma, GFP_KERNEL))
		return -ENOMEM;
	mas_store_prealloc(&mas, vma);
	return 0;
}

// Makes 'address' the border of two mappings, if it is inside of one.
static int split_at(unsigned long address)
{
	MA_STATE(mas, &space.tree, address, address);
	struct vma *vma = mas_walk(&mas), *tail;

	if (!vma || vma->start == address)
		return 0;
	tail = vma_new(address, vma->end, vma->access);
	if (!tail)
		return -ENOMEM;
	__mas_set_range(&mas, address, vma->end - 1);
	if (mas_store_gfp(&mas, tail, GFP_KERNEL)) {
		tail->used = false;
		return -ENOMEM;
	}
	vma->end = address;
	return 0;
}

// ---- The calls ----

// munmap: nothing is mapped in 'start' ... 'end' - 1 afterwards.
static int unmap(unsigned long start, unsigned long end)
{
	MA_STATE(mas, &space.tree, start, start);
	struct vma *vma;

	if (split_at(start) || split_at(end))
		return -ENOMEM;
	mas_for_each(&mas, vma, end - 1)
		vma->used = false;
	return write_range(start, end, NULL);
}

// mmap: at 'hint' if that is free, else as high up as possible.
static unsigned long map(unsigned long hint, unsigned long bytes, char access)
{
	MA_STATE(mas, &space.tree, 0, 0);
	struct vma *vma;

	if (!hint || mas_empty_area(&mas, hint, hint + bytes - 1, bytes)) {
		mas_reset(&mas);
		if (mas_empty_area_rev(&mas, TASK_MIN, TASK_MAX - 1, bytes))
			return 0;
		mas_set_range(&mas, mas.last - bytes + 1, mas.last);
	}
	vma = vma_new(mas.index, mas.index + bytes, access);
	if (!vma || write_range(vma->start, vma->end, vma))
		return 0;
	return vma->start;
}

// mprotect, for a range that is mapped.
static int protect(unsigned long start, unsigned long end, char access)
{
	MA_STATE(mas, &space.tree, start, start);
	struct vma *vma;

	if (split_at(start) || split_at(end))
		return -ENOMEM;
	mas_for_each(&mas, vma, end - 1)
		vma->access = access;
	return 0;
}

// A stack grows down by as much as its lower neighbour leaves, less a guard page.
static int expand_down(unsigned long stack, unsigned long bytes)
{
	MA_STATE(mas, &space.tree, stack, stack);
	struct vma *vma = mas_walk(&mas);
	struct vma *below = mas_prev(&mas, 0);

	if (!vma || (below && below->end + PAGE > vma->start - bytes))
		return -ENOMEM;
	if (write_range(vma->start - bytes, vma->end, vma))
		return -ENOMEM;
	vma->start -= bytes;
	return 0;
}

// ---- What is seen ----

static void show(const char *title)
{
	MA_STATE(mas, &space.tree, 0, 0);
	struct vma *vma;

	printf("%s\n", title);
	mas_for_each(&mas, vma, ULONG_MAX)
		printf("  %012lx-%012lx %c\n", vma->start, vma->end, vma->access);
}

// The first mapping that ends above 'address', and what lies on both sides of it.
static void show_around(unsigned long address)
{
	MA_STATE(mas, &space.tree, address, address);
	struct vma *vma = mas_find(&mas, ULONG_MAX), *other;

	printf("%lx: found %lx", address, vma ? vma->start : 0);
	other = mas_next_range(&mas, ULONG_MAX);
	printf(", behind it %s %lx-%lx", other ? "a mapping" : "a gap", mas.index, mas.last);
	mas_prev_range(&mas, 0);
	other = mas_prev_range(&mas, 0);
	printf(", before it %s %lx-%lx", other ? "a mapping" : "a gap", mas.index, mas.last);
	other = mas_next(&mas, ULONG_MAX);
	printf(", and again %lx\n", other ? other->start : 0);
}

static unsigned long bytes_below(unsigned long address)
{
	MA_STATE(mas, &space.tree, address, address);
	unsigned long bytes = 0;
	struct vma *vma;

	mas_for_each_rev(&mas, vma, 0)
		bytes += vma->end - vma->start;
	return bytes;
}

int main(void)
{
	lockdep_map_p *lock_map = &space.tree.ma_external_lock; // In the place of the tree's own lock.
	unsigned long heap, stack;

	maple_tree_init();
	mt_set_external_lock(&space.tree, &space.mmap_lock);
	if ((void *)lock_map != (void *)&space.tree || !mt_external_lock(&space.tree))
		return 1;
	if (!mt_lock_is_held(&space.tree) || !mt_write_lock_is_held(&space.tree))
		return 1;

	map(0x400000, 0x8000, 'x');
	heap = map(0x600000, 0x21000, 'w');
	for (unsigned i = 0; i < 12; i++)
		map(0, (i % 3 + 1) * PAGE, i % 2 ? 'r' : 'w');
	stack = map(0, 0x21000, 'w');
	show("mapped");

	protect(heap + 0x10000, heap + 0x18000, 'r');
	unmap(heap + 0x1000, heap + 0x3000);
	unmap(TASK_MAX - 0x9000, TASK_MAX - 0x4000);
	printf("the stack grows: %d\n", expand_down(stack, 0x2000));
	printf("and by too much: %d\n", expand_down(stack, stack - heap));
	printf("taken again: %lx\n", map(0x601000, 0x2000, 'r'));
	show("after");
	show_around(heap + 0x20000);
	printf("%lu KiB, height %u\n", bytes_below(ULONG_MAX) / 1024, mt_height(&space.tree));

	__mt_destroy(&space.tree);
	printf("empty: %d, nodes left: %lu\n", mtree_empty(&space.tree), mt_nr_allocated());
	return 0;
}
