// SPDX-License-Identifier: GPL-2.0-or-later
//
// A fixed sequence of counted operations on a maple tree (two kinds), a red-black tree and a std::map of the same
// ranges, for cachelines.py. First the addresses that a trace of this program needs, then a row for each operation:
//
//     kind tree first last word lines written misses : numbers of the lines used, in order
//
// 'tree' is 0 for the red-black tree and 4294967295 for the std::map. Behind a number that was written stands 'w'. Each
// of the four begins with an empty cache: LINE WAYS KIB are the arguments, or it is the usual one.
// The same source is linked with code that counts, and with the same code without the compiler's calls, whose counts
// are 0: that one is traced. It begins when it has read a character, or there is none.

#include "cachelines/cachelines.h"
#include "cachelines/redblack.h"
#include "cachelines/stdmap.h"
#include "shuffle.h"
#include "src/ground.h"
#include "wasm/calls.h"

#include "maple_tree.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define RANGES 300u
#define SHARE 100u
#define USED_MAX 65536u

// In order: a line as often as it was used, but for uses that follow one another.
static struct {
	uint64_t number;
	int written;
} used[USED_MAX];
static unsigned used_count;

static void keep(uint64_t number, int written)
{
	if (used_count && used[used_count - 1].number == number) {
		used[used_count - 1].written |= written;
		return;
	}
	if (used_count == USED_MAX)
		abort();
	used[used_count].number = number;
	used[used_count++].written = written;
}

static void row(const char *kind, uint32_t which, uint64_t first, uint64_t last, uint64_t word)
{
	printf("%s %" PRIu32 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu32 " %" PRIu32 " %" PRIu32 " :", kind, which, first,
	       last, word, mpl_cachelines_count(MPL_CACHELINES_LINES), mpl_cachelines_count(MPL_CACHELINES_WRITTEN),
	       mpl_cachelines_count(MPL_CACHELINES_MISSES));
	for (unsigned i = 0; i < used_count; i++)
		printf(" %" PRIu64 "%s", used[i].number, used[i].written ? "w" : "");
	printf("\n");
	used_count = 0;
}

static void insert(uint32_t which, uint64_t number)
{
	uint64_t first = number * 0x3000 + 0x1000, last = first + 0xfff + (number % 3) * 0x800, word = number * 2 + 1;

	mpl_cachelines_insert(which, first, last, word);
	row("insert", which, first, last, word);
}

static void load(uint32_t which, uint64_t index)
{
	mpl_cachelines_load(which, index);
	row("load", which, index, index, 0);
}

static void erase(uint32_t which, uint64_t number)
{
	uint64_t index = number * 0x3000 + 0x1000;

	mpl_cachelines_erase(which, index);
	row("erase", which, index, index, 0);
}

static void iterate(uint32_t which)
{
	mpl_cachelines_iterate(which);
	row("iterate", which, 0, UINT64_MAX, 0);
}

static void copy(uint32_t which)
{
	if (mpl_cachelines_copy(which))
		abort();
	row("copy", which, 0, UINT64_MAX, 0);
}

static void sequence(uint32_t which)
{
	uint64_t order[RANGES], state = SHUFFLE_SEED;

	mpl_cachelines_drop();
	shuffle_fill(order, RANGES, &state);
	for (unsigned i = 0; i < RANGES; i++)
		insert(which, order[i]);
	for (unsigned i = 0; i < SHARE; i++)
		load(which, shuffle_draw(&state, RANGES) * 0x3000 + 0x1000 + shuffle_draw(&state, 0x2000));
	iterate(which);
	for (unsigned i = 0; i < SHARE; i++)
		erase(which, order[i]);
	for (unsigned i = 0; i < SHARE; i += 2)
		insert(which, order[i]);
	iterate(which);
	copy(which);
}

int main(int argc, char **argv)
{
	uint32_t plain, gaps;

	if (argc == 4 && mpl_cachelines_cache((uint32_t)atoi(argv[1]), (uint32_t)atoi(argv[2]), (uint32_t)atoi(argv[3])))
		return 2;

	mpl_reset();
	mpl_cachelines_listener = keep;
	mpl_ground_reach(1);
	plain = mpl_tree_new(0);
	gaps = mpl_tree_new(MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	printf("nodes %" PRIxPTR " records %" PRIxPTR " map %" PRIxPTR " mark %" PRIxPTR "\n",
	       (uintptr_t)mpl_ground_node(0), (uintptr_t)mpl_rb_records, (uintptr_t)mpl_map_places,
	       (uintptr_t)&mpl_cachelines_mark);
	fflush(stdout);
	getchar(); // Who traces this has read the addresses now.
	sequence(MPL_CACHELINES_REDBLACK);
	sequence(MPL_CACHELINES_STDMAP);
	sequence(plain);
	sequence(gaps);
	return 0;
}
