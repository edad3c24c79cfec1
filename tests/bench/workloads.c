// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timed loops. See workloads.h.

#include "workloads.h"

#include "../../core/include/maple_tree.h"
#include "../../core/src/slab.h"

#define STRIDE 16u
#define COPIES 64u

static struct maple_tree source;
static struct maple_tree copies[COPIES];
static uint32_t workload;
static uint32_t size;
static uint64_t seed;
// What loads found, so that no compiler leaves them out.
static volatile uint64_t seen;

// SplitMix64.
static uint64_t random_word(void)
{
	uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static int store_even(struct maple_tree *tree, uint32_t i)
{
	uint64_t first = (uint64_t)i * STRIDE;

	return mtree_store_range(tree, first, first + STRIDE / 2 - 1, xa_mk_value(i), GFP_KERNEL);
}

// Entry 'i' of the trees that are copied.
static uint64_t copied_last(uint32_t i) { return (uint64_t)i * STRIDE + (i % 4 == 3 ? STRIDE : STRIDE / 2) - 1; }

static int store_copied(struct maple_tree *tree, uint32_t i)
{
	return mtree_store_range(tree, (uint64_t)i * STRIDE, copied_last(i), xa_mk_value(i), GFP_KERNEL);
}

int32_t bench_prepare(uint32_t which, uint32_t n)
{
	workload = which;
	size = n;
	seed = 1;
	mt_init_flags(&source, workload >= BENCH_DUP ? MT_FLAGS_ALLOC_RANGE : 0);
	for (uint32_t i = 0; i < COPIES; i++)
		mt_init_flags(&copies[i], MT_FLAGS_ALLOC_RANGE);
	if (workload == BENCH_ASCENDING)
		return 0;
	for (uint32_t i = 0; i < n; i++) {
		if (workload >= BENCH_DUP ? store_copied(&source, i) : store_even(&source, i))
			return 1;
	}
	return 0;
}

static uint32_t run_ascending(void)
{
	for (uint32_t i = 0; i < size; i++) {
		if (store_even(&source, i))
			return 0;
	}
	return size;
}

static uint32_t run_random(void)
{
	for (uint32_t i = 0; i < size; i++) {
		uint64_t word = random_word();
		uint64_t first = (word >> 8) % ((uint64_t)size * STRIDE);

		if (mtree_store_range(&source, first, first + word % 8, xa_mk_value(i), GFP_KERNEL))
			return 0;
	}
	return size;
}

static uint32_t run_loads(void)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < size; i++)
		sum += MPL_ENTRY_WORD(mtree_load(&source, random_word() % ((uint64_t)size * STRIDE)));
	seen = sum;
	return size;
}

static uint32_t run_dup(void)
{
	for (uint32_t i = 0; i < COPIES; i++) {
		if (mtree_dup(&source, &copies[i], GFP_KERNEL))
			return 0;
	}
	return COPIES * size;
}

static int bulk_copy(struct maple_tree *tree)
{
	MA_STATE(mas, tree, 0, 0);
	int error = mas_expected_entries(&mas, size);

	for (uint32_t i = 0; i < size && !error; i++) {
		mas_set_range(&mas, (uint64_t)i * STRIDE, copied_last(i));
		mas_store(&mas, xa_mk_value(i));
		error = mas_is_err(&mas);
	}
	mas_destroy(&mas);
	return error;
}

static uint32_t run_bulk(void)
{
	for (uint32_t i = 0; i < COPIES; i++) {
		if (bulk_copy(&copies[i]))
			return 0;
	}
	return COPIES * size;
}

static uint32_t run_stores(void)
{
	for (uint32_t i = 0; i < COPIES; i++) {
		for (uint32_t k = 0; k < size; k++) {
			if (store_copied(&copies[i], k))
				return 0;
		}
	}
	return COPIES * size;
}

uint32_t bench_run(void)
{
	static uint32_t (*const runs[BENCH_WORKLOADS])(void) = {
		[BENCH_ASCENDING] = run_ascending,
		[BENCH_RANDOM] = run_random,
		[BENCH_LOADS] = run_loads,
		[BENCH_DUP] = run_dup,
		[BENCH_BULK] = run_bulk,
		[BENCH_STORES] = run_stores,
	};

	return workload < BENCH_WORKLOADS ? runs[workload]() : 0;
}

uint32_t bench_finish(void)
{
	mtree_destroy(&source);
	for (uint32_t i = 0; i < COPIES; i++)
		mtree_destroy(&copies[i]);
	mpl_slab_grace();
	return mpl_slab_counters()->live;
}
