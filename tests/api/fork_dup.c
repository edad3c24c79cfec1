// SPDX-License-Identifier: GPL-2.0-or-later
//
// A process forks: its map of areas is duplicated node for node, and then each area in the copy is replaced by a clone
// of its own. Memory may run out at every step, and then what was made is taken back: a zero entry marks how far it
// got.
//
// The same map built entry by entry, as a bulk load, for comparison.

#include <linux/maple_tree.h>

#include <stdio.h>
#include <stdlib.h>

#define AREAS 100

struct area {
	unsigned long first, last;
	int owner;
};

struct process {
	struct maple_tree map;
	int id;
};

static long areas_left; // How many areas may still be allocated; -1: no limit.
static long areas_out;  // How many are.

static struct area *area_new(unsigned long first, unsigned long last, int owner)
{
	struct area *area = areas_left ? malloc(sizeof(*area)) : NULL;

	if (!area)
		return NULL;
	if (areas_left > 0)
		areas_left--;
	areas_out++;
	*area = (struct area){first, last, owner};
	return area;
}

static void area_free(struct area *area)
{
	free(area);
	areas_out--;
}

static void process_init(struct process *process, int id)
{
	mt_init_flags(&process->map, MT_FLAGS_ALLOC_RANGE);
	process->id = id;
}

static void process_exit(struct process *process)
{
	MA_STATE(mas, &process->map, 0, 0);
	struct area *area;

	mas_lock(&mas);
	mas_for_each(&mas, area, ULONG_MAX) {
		if (xa_is_zero(area))
			break; // What follows still belongs to the parent.
		area_free(area);
	}
	__mt_destroy(&process->map);
	mas_unlock(&mas);
}

// Replaces each area in the copy by the child's own. On failure the rest of the copy is marked by one zero entry, which
// needs no memory: it takes the place of an entry.
static int clone_areas(struct process *child)
{
	MA_STATE(mas, &child->map, 0, 0);
	struct area *area, *clone;

	mas_for_each(&mas, area, ULONG_MAX) {
		clone = area_new(area->first, area->last, child->id);
		if (!clone) {
			mas_store(&mas, XA_ZERO_ENTRY);
			return -ENOMEM;
		}
		mas_store(&mas, clone);
	}
	return 0;
}

static int process_fork(struct process *parent, struct process *child)
{
	int ret;

	process_init(child, parent->id + 1);
	mtree_lock(&parent->map);
	mtree_lock_nested(&child->map, 1);
	ret = __mt_dup(&parent->map, &child->map, GFP_KERNEL);
	if (!ret)
		ret = clone_areas(child);
	mtree_unlock(&child->map);
	mtree_unlock(&parent->map);
	if (ret)
		process_exit(child);
	return ret;
}

// The same without duplication: the number of entries is announced, so that leaves come out full.
static int process_fork_slowly(struct process *parent, struct process *child)
{
	MA_STATE(from, &parent->map, 0, 0);
	MA_STATE(to, &child->map, 0, 0);
	struct area *area;
	int ret;

	process_init(child, parent->id + 1);
	mas_lock(&from);
	mas_lock_nested(&to, 1);
	ret = mas_expected_entries(&to, AREAS);
	while (!ret && (area = mas_find(&from, ULONG_MAX)) != NULL) {
		mas_set_range(&to, area->first, area->last);
		mas_store(&to, area_new(area->first, area->last, child->id));
		ret = mas_is_err(&to) ? xa_err(to.node) : 0;
	}
	mas_destroy(&to);
	mas_unlock(&to);
	mas_unlock(&from);
	return ret;
}

static void compare(struct process *parent, struct process *child)
{
	struct area *area, *clone;
	unsigned long index = 0, same = 0;

	mt_for_each(&parent->map, area, index, ULONG_MAX) {
		clone = mtree_load(&child->map, area->first);
		same += clone && clone != area && clone->last == area->last && clone->owner == child->id;
	}
	printf("  %lu areas of %d are cloned, height %u\n", same, AREAS, mt_height(&child->map));
}

// ---- Memory that may not wait ----

static unsigned calls;

// Somebody else uses the moment in which a store waits for memory and holds no lock.
static void somebody_else(void *map)
{
	calls++;
	mtree_store(map, 1, xa_mk_value(7), GFP_KERNEL);
}

static void without_waiting(struct process *parent)
{
	struct maple_tree copy;

	mt_init_flags(&copy, MT_FLAGS_ALLOC_RANGE);
	mt_on_stack(copy);
	mt_set_non_kernel(5);
	printf("a copy without waiting: %d", mtree_dup(&parent->map, &copy, GFP_NOWAIT));
	printf(", empty again: %d\n", mtree_empty(&copy));
	mt_set_non_kernel(1000);
	printf("with memory at hand: %d\n", mtree_dup(&parent->map, &copy, GFP_NOWAIT));
	printf("onto a tree that is not empty: %d\n", mtree_dup(&parent->map, &copy, GFP_KERNEL));
	mtree_destroy(&copy);

	mt_set_non_kernel(0);
	mt_set_private(&copy);
	mt_set_callback(somebody_else);
	printf("a store that had to wait: %d", mtree_store_range(&copy, 10, 19, xa_mk_value(1), GFP_KERNEL));
	printf(", somebody else's calls: %u, and its entry: %lu\n", calls, xa_to_value(mtree_load(&copy, 1)));
	mt_set_callback(NULL); // It would be called with the lock held now, by a request that may not wait.
	mtree_destroy(&copy);
	printf("one that may not: %d\n", mtree_insert(&copy, 5, xa_mk_value(1), GFP_NOWAIT));
	mt_set_non_kernel(UINT_MAX);
	mtree_destroy(&copy);
}

int main(void)
{
	struct process parent, child;

	areas_left = -1;
	process_init(&parent, 1);
	for (unsigned long i = 0; i < AREAS; i++)
		mtree_store_range(&parent.map, 100 * i, 100 * i + 49, area_new(100 * i, 100 * i + 49, 1), GFP_KERNEL);

	printf("fork: %d\n", process_fork(&parent, &child));
	compare(&parent, &child);
	process_exit(&child);

	printf("fork, entry by entry: %d\n", process_fork_slowly(&parent, &child));
	compare(&parent, &child);
	process_exit(&child);

	areas_left = 60;
	printf("fork with memory for 60 areas: %d\n", process_fork(&parent, &child));
	printf("  areas out: %ld, the child's map is empty: %d\n", areas_out, mtree_empty(&child.map));
	areas_left = -1;

	without_waiting(&parent);
	process_exit(&parent);
	printf("areas left: %ld, nodes left: %lu\n", areas_out, mt_nr_allocated());
	return 0;
}
