// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timed loops. See workloads.h.

#include "workloads.h"

#include "../../core/include/maple_tree.h"
#include "../../core/src/slab.h"

#include <string.h>

#define STRIDE 16u
#define COPIES_MAX 64u
// Entries of all copies together; 64 times the 6421 that the bounds are given for.
#define COPIED_MAX 411000u

// Their nodes: a leaf holds three entries or more, but for a single leaf.
#define COPIED_NODES_MAX (COPIED_MAX / 3)
#define GRACE_EVERY 64u

// A node of the source and the same node of a duplicate.
struct pair {
	const struct mpl_node *from;
	struct mpl_node *to;
};

static struct maple_tree source;
static struct maple_tree copies[COPIES_MAX];
static uint32_t order[BENCH_ENTRIES_MAX];
static uint32_t workload;
static uint32_t size;
static uint64_t seed;
static struct pair pairs[COPIED_NODES_MAX];
static uint32_t pair_count;
static uint64_t seen; // A sum over what loads, iterations and erases met.

// ---- What the core and std::map share ----

uint32_t bench_copies(uint32_t n)
{
	uint32_t fit = COPIED_MAX / n;

	return fit > COPIES_MAX ? COPIES_MAX : fit ? fit : 1;
}

// SplitMix64.
uint64_t bench_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

const uint32_t *bench_order(uint32_t n, uint64_t state)
{
	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	for (uint32_t i = n; i > 1; i--) {
		uint32_t k = (uint32_t)(bench_random(&state) % i);
		uint32_t swapped = order[i - 1];

		order[i - 1] = order[k];
		order[k] = swapped;
	}
	return order;
}

uint64_t bench_first(uint32_t which, uint32_t i)
{
	return which == BENCH_CONTIGUOUS ? i : (uint64_t)i * STRIDE;
}

uint64_t bench_last(uint32_t which, uint32_t i)
{
	if (which == BENCH_CONTIGUOUS)
		return i;
	return (uint64_t)i * STRIDE + (which >= BENCH_DUP && i % 4 == 3 ? STRIDE : STRIDE / 2) - 1;
}

uint64_t bench_mix(uint64_t sum, uint64_t first, uint64_t last, uint64_t value)
{
	uint64_t state = sum ^ first * 3 ^ last * 5 ^ value * 7;

	return bench_random(&state);
}

// ---- Before ----

static int store(struct maple_tree *tree, uint32_t i)
{
	return mtree_store_range(tree, bench_first(workload, i), bench_last(workload, i), xa_mk_value(i), GFP_KERNEL);
}

static bool begins_empty(void)
{
	return workload == BENCH_ASCENDING || workload == BENCH_CONTIGUOUS || workload == BENCH_RANDOM_BUILD;
}

int32_t bench_use(uint32_t entries, uint32_t gaps)
{
	workload = BENCH_RANDOM_BUILD;
	mt_init_flags(&source, gaps ? MT_FLAGS_ALLOC_RANGE : 0);
	if (entries > BENCH_ENTRIES_MAX)
		return 1;
	bench_order(entries, 1);
	for (uint32_t i = 0; i < entries; i++) {
		if (store(&source, order[i]))
			return 1;
	}
	bench_order(entries, 2);
	for (uint32_t i = 0; i < entries; i++)
		mtree_erase(&source, bench_first(workload, order[i]));
	mtree_destroy(&source);
	return 0;
}

static bool in_rcu(uint32_t which) { return which == BENCH_RCU_DESTROY || which == BENCH_RCU_CHURN; }
static bool needs_gaps(uint32_t which) { return which == BENCH_CHURN || which == BENCH_RCU_CHURN; }

// Workloads whose timed part works on duplicates that are there before.
static bool begins_with_copies(void)
{
	return workload == BENCH_DESTROY || workload == BENCH_RCU_DESTROY || workload == BENCH_COPY_NODES;
}

// Pairs the nodes of 'from' with those of 'to', a duplicate, in the order of mtree_dup(). False if there are too many.
static bool pair_nodes(uint64_t from, uint64_t to)
{
	struct mpl_node *node = mpl_node_at(from);
	enum mpl_kind kind = mpl_node_kind(from);

	if (pair_count == COPIED_NODES_MAX)
		return false;
	pairs[pair_count++] = (struct pair){node, mpl_node_at(to)};
	for (unsigned slot = 0; kind != MPL_KIND_LEAF && slot <= mpl_node_inner_end(node, kind); slot++) {
		if (!pair_nodes(mpl_node_slot(node, kind, slot), mpl_node_slot(mpl_node_at(to), kind, slot)))
			return false;
	}
	return true;
}

static bool pair_copies(void)
{
	pair_count = 0;
	for (uint32_t i = 0; i < bench_copies(size); i++) {
		if (!pair_nodes(source.root_word, copies[i].root_word))
			return false;
	}
	return true;
}

static uint32_t run_dup(void);

int32_t bench_prepare(uint32_t which, uint32_t gaps, uint32_t n)
{
	unsigned flags = (gaps ? MT_FLAGS_ALLOC_RANGE : 0) | (in_rcu(which) ? MT_FLAGS_USE_RCU : 0);

	if (which >= BENCH_WORKLOADS || n < 1 || n > BENCH_ENTRIES_MAX || (needs_gaps(which) && !gaps))
		return 1;
	workload = which;
	size = n;
	seed = 1;
	seen = 0;
	mt_init_flags(&source, flags);
	for (uint32_t i = 0; i < COPIES_MAX; i++)
		mt_init_flags(&copies[i], flags);
	if (which == BENCH_RANDOM_BUILD || which == BENCH_ERASE)
		bench_order(n, 3);
	for (uint32_t i = 0; i < n && !begins_empty(); i++) {
		if (store(&source, i))
			return 1;
	}
	mpl_slab_grace(); // In RCU mode the build has left nodes that wait.
	if (begins_with_copies() && !run_dup())
		return 1;
	return which == BENCH_COPY_NODES && !pair_copies();
}

// ---- The timed part ----

static uint32_t run_ascending(void)
{
	for (uint32_t i = 0; i < size; i++) {
		if (store(&source, i))
			return 0;
	}
	return size;
}

static uint32_t run_random_build(void)
{
	for (uint32_t i = 0; i < size; i++) {
		if (store(&source, order[i]))
			return 0;
	}
	return size;
}

// A random index below that of entry 'size', without a division.
static uint64_t random_index(uint64_t word)
{
	return (word >> 32) * ((uint64_t)size * STRIDE) >> 32;
}

static uint32_t run_random_store(void)
{
	for (uint32_t i = 0; i < size; i++) {
		uint64_t word = bench_random(&seed);
		uint64_t first = random_index(word);

		if (mtree_store_range(&source, first, first + word % 8, xa_mk_value(i), GFP_KERNEL))
			return 0;
	}
	return size;
}

static uint32_t run_load(void)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < size; i++)
		sum += MPL_ENTRY_WORD(mtree_load(&source, random_index(bench_random(&seed))));
	seen = sum;
	return size;
}

static uint32_t run_iterate(void)
{
	MA_STATE(mas, &source, 0, 0);
	mpl_entry entry;
	uint64_t sum = 0;

	mas_for_each(&mas, entry, UINT64_MAX)
		sum += MPL_ENTRY_WORD(entry);
	seen = sum;
	return size;
}

static uint32_t run_erase(void)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < size; i++)
		sum += MPL_ENTRY_WORD(mtree_erase(&source, bench_first(workload, order[i])));
	seen = sum;
	return size;
}

static uint32_t run_dup(void)
{
	for (uint32_t i = 0; i < bench_copies(size); i++) {
		if (mtree_dup(&source, &copies[i], GFP_KERNEL))
			return 0;
	}
	return bench_copies(size) * size;
}

static int bulk_copy(struct maple_tree *tree)
{
	MA_STATE(from, &source, 0, 0);
	MA_STATE(to, tree, 0, 0);
	int error = mas_expected_entries(&to, size);
	mpl_entry entry;

	if (error)
		return error;
	mas_for_each(&from, entry, UINT64_MAX) {
		mas_set_range(&to, from.index, from.last);
		mas_store(&to, entry);
		if (mas_is_err(&to))
			break;
	}
	error = mas_is_err(&to);
	mas_destroy(&to);
	return error;
}

static uint32_t run_bulk(void)
{
	for (uint32_t i = 0; i < bench_copies(size); i++) {
		if (bulk_copy(&copies[i]))
			return 0;
	}
	return bench_copies(size) * size;
}

static uint32_t run_stores(void)
{
	for (uint32_t i = 0; i < bench_copies(size); i++) {
		MA_STATE(from, &source, 0, 0);
		mpl_entry entry;

		mas_for_each(&from, entry, UINT64_MAX) {
			if (mtree_store_range(&copies[i], from.index, from.last, entry, GFP_KERNEL))
				return 0;
		}
	}
	return bench_copies(size) * size;
}

static uint32_t run_destroy(void)
{
	for (uint32_t i = 0; i < bench_copies(size); i++)
		mtree_destroy(&copies[i]);
	return bench_copies(size) * size;
}

static uint32_t run_rcu_destroy(void)
{
	uint32_t count = run_destroy();

	mpl_slab_grace();
	return count;
}

static uint32_t run_for_each(void)
{
	uint64_t index = 0;
	uint64_t sum = 0;
	mpl_entry entry;

	mt_for_each(&source, entry, index, UINT64_MAX)
		sum += MPL_ENTRY_WORD(entry);
	seen = sum;
	return size;
}

// The duplicates are no trees afterwards: their nodes name those of the source.
static uint32_t run_copy_nodes(void)
{
	for (uint32_t i = 0; i < pair_count; i++)
		memcpy(pairs[i].to, pairs[i].from, sizeof(struct mpl_node));
	return bench_copies(size) * size;
}

// Where no hole is wide enough, nothing is allocated.
static bool churn_once(uint32_t i)
{
	uint64_t word = bench_random(&seed);
	uint64_t first;
	int error;

	mtree_erase(&source, random_index(word));
	error = mtree_alloc_rrange(&source, &first, xa_mk_value(i), word % STRIDE + 1, 0, (uint64_t)size * STRIDE - 1,
	                           GFP_KERNEL);
	return !error || error == -MPL_EBUSY;
}

static uint32_t run_churn(void)
{
	for (uint32_t i = 0; i < size; i++) {
		if (!churn_once(i))
			return 0;
		if (i % GRACE_EVERY == GRACE_EVERY - 1)
			mpl_slab_grace();
	}
	mpl_slab_grace();
	return size;
}

uint32_t bench_run(void)
{
	static uint32_t (*const runs[BENCH_WORKLOADS])(void) = {
		[BENCH_ASCENDING] = run_ascending,       [BENCH_CONTIGUOUS] = run_ascending,
		[BENCH_RANDOM_STORE] = run_random_store, [BENCH_RANDOM_BUILD] = run_random_build,
		[BENCH_LOAD] = run_load,                 [BENCH_ITERATE] = run_iterate,
		[BENCH_ERASE] = run_erase,               [BENCH_DUP] = run_dup,
		[BENCH_BULK] = run_bulk,                 [BENCH_STORES] = run_stores,
		[BENCH_DESTROY] = run_destroy,           [BENCH_RCU_DESTROY] = run_rcu_destroy,
		[BENCH_FOR_EACH] = run_for_each,         [BENCH_COPY_NODES] = run_copy_nodes,
		[BENCH_CHURN] = run_churn,               [BENCH_RCU_CHURN] = run_churn,
	};

	return runs[workload]();
}

// ---- After ----

static uint64_t contents(struct maple_tree *tree)
{
	uint64_t sum = 0;
	uint64_t index = 0;

	do {
		MA_STATE(mas, tree, index, index);
		mpl_entry entry = mas_walk(&mas);

		if (MPL_ENTRY_WORD(entry))
			sum = bench_mix(sum, mas.index, mas.last, xa_to_value(entry));
		index = mas.last + 1;
	} while (index);
	return sum;
}

uint64_t bench_sum(void)
{
	switch (workload) {
	case BENCH_LOAD:
	case BENCH_ITERATE:
	case BENCH_FOR_EACH:
		return seen;
	case BENCH_ERASE:
		return bench_mix(contents(&source), 0, 0, seen);
	case BENCH_DUP:
	case BENCH_BULK:
	case BENCH_STORES:
	case BENCH_DESTROY:
	case BENCH_RCU_DESTROY:
	case BENCH_COPY_NODES:
		return contents(&copies[bench_copies(size) - 1]);
	default:
		return contents(&source);
	}
}

uint32_t bench_nodes(void) { return mpl_slab_counters()->live; }

// Frees what run_copy_nodes() has made of the duplicates, node by node.
static void free_copied_nodes(void)
{
	for (uint32_t i = 0; i < pair_count; i++)
		mpl_slab_free_one(pairs[i].to);
	for (uint32_t i = 0; i < COPIES_MAX; i++)
		mt_init_flags(&copies[i], 0);
}

uint32_t bench_finish(void)
{
	if (workload == BENCH_COPY_NODES)
		free_copied_nodes();
	mtree_destroy(&source);
	for (uint32_t i = 0; i < COPIES_MAX; i++)
		mtree_destroy(&copies[i]);
	mpl_slab_grace();
	return mpl_slab_counters()->live;
}
