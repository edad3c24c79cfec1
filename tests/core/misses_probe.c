// SPDX-License-Identifier: GPL-2.0-or-later
//
// One tree and a number of operations on it, for misses.py:
//
//     misses_probe LINE WAYS KIB TREE OPERATION RANGES WARM COUNT
//
// TREE is maple, redblack or stdmap; OPERATION is load, or change (an erase and an insert of the same range). The tree
// holds RANGES ranges, stored in shuffled order. WARM operations on ranges drawn at random warm the cache, and COUNT
// more are counted. Prints the number of their misses in the cache of core/cachelines. Linked without the compiler's
// calls, nothing is counted and 0 is printed: that program is run under Valgrind's cachegrind.

#include "cachelines/cachelines.h"
#include "shuffle.h"
#include "wasm/calls.h"

#include "maple_tree.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = SHUFFLE_SEED;

static void insert(uint32_t which, uint64_t number)
{
	if (mpl_cachelines_insert(which, 16 * number, 16 * number + 7, 2 * number + 1))
		abort();
}

static void fill(uint32_t which, uint64_t ranges)
{
	uint64_t *order = malloc(ranges * sizeof(*order));

	if (!order)
		abort();
	shuffle_fill(order, ranges, &state);
	for (uint64_t i = 0; i < ranges; i++)
		insert(which, order[i]);
	free(order);
}

static uint64_t operate(uint32_t which, bool change, uint64_t ranges, uint64_t count)
{
	uint64_t misses = 0;

	for (uint64_t i = 0; i < count; i++) {
		uint64_t number = shuffle_draw(&state, ranges);

		if (change) {
			if (mpl_cachelines_erase(which, 16 * number) != 2 * number + 1)
				abort();
			misses += mpl_cachelines_count(MPL_CACHELINES_MISSES);
			insert(which, number);
		} else if (mpl_cachelines_load(which, 16 * number) != 2 * number + 1) {
			abort();
		}
		misses += mpl_cachelines_count(MPL_CACHELINES_MISSES);
	}
	return misses;
}

int main(int argc, char **argv)
{
	uint32_t shape[3], which;
	uint64_t ranges;
	bool change;

	if (argc != 9)
		return 2;
	for (int i = 0; i < 3; i++)
		shape[i] = (uint32_t)strtoul(argv[1 + i], NULL, 10);
	if (mpl_cachelines_cache(shape[0], shape[1], shape[2]))
		return 2;
	mpl_reset();
	which = !strcmp(argv[4], "redblack") ? MPL_CACHELINES_REDBLACK
	        : !strcmp(argv[4], "stdmap") ? MPL_CACHELINES_STDMAP
	                                     : mpl_tree_new(MT_FLAGS_ALLOC_RANGE);
	change = !strcmp(argv[5], "change");
	ranges = strtoull(argv[6], NULL, 10);
	fill(which, ranges);
	operate(which, change, ranges, strtoull(argv[7], NULL, 10));
	printf("%" PRIu64 "\n", operate(which, change, ranges, strtoull(argv[8], NULL, 10)));
	return 0;
}
