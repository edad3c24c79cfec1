// SPDX-License-Identifier: GPL-2.0-or-later
//
// Loops over the trees for labs to time. See bench.h.

#include "bench.h"

#include "../cachelines/fold.h"
#include "../cachelines/redblack.h"
#include "../cachelines/stdmap.h"

#include "../include/maple_tree.h"
#include "../src/slab.h"

#define STRIDE 16u
#define WIDTH 8u

static struct maple_tree parent;
static struct maple_tree child;
static uint32_t entries; // Of the parent.

static struct maple_tree maple;
static struct maple_tree maple_copy;
static uint32_t ranges;                      // Of 'maple', of the red-black tree and of the std::map.
static uint32_t stored[MPL_RB_RECORDS_MAX];  // Number of the range whose record is at this place.
static uint64_t drawing[MPL_BENCH_WHICHES];  // State of the draws of places, of each tree.
static uint64_t sum;

// ---- Forks ----

static int store_entry(uint32_t layout, uint32_t i)
{
	uint64_t first = UINT64_C(10) * i + (layout == MPL_BENCH_HOLES ? 10 : 0);

	return mtree_store_range(&parent, first, first + (layout == MPL_BENCH_HOLES ? 5 : 9), xa_mk_value(i), GFP_KERNEL);
}

int32_t mpl_bench_build(uint32_t layout, uint32_t n)
{
	if (layout >= MPL_BENCH_LAYOUTS || n < 1 || n > MPL_BENCH_ENTRIES_MAX)
		return -MPL_EINVAL;
	mtree_destroy(&parent);
	mt_init_flags(&parent, MT_FLAGS_ALLOC_RANGE);
	mt_init_flags(&child, MT_FLAGS_ALLOC_RANGE);
	entries = 0;
	for (uint32_t i = 0; i < n; i++) {
		if (store_entry(layout, layout == MPL_BENCH_DOWNWARDS ? n - 1 - i : i)) {
			mtree_destroy(&parent);
			return -MPL_ENOMEM;
		}
	}
	entries = n;
	return 0;
}

// Every entry of a child is another one than its parent's: it is stored, though here with the same word.
static int fill_dup(void)
{
	MA_STATE(mas, &child, 0, 0);
	mpl_entry entry;

	if (mtree_dup(&parent, &child, GFP_KERNEL))
		return -MPL_ENOMEM;
	mas_for_each(&mas, entry, UINT64_MAX)
		mas_store(&mas, entry);
	return 0;
}

static int fill_bulk(void)
{
	MA_STATE(from, &parent, 0, 0);
	MA_STATE(into, &child, 0, 0);
	int error = mas_expected_entries(&into, entries);
	mpl_entry entry;

	if (error)
		return error;
	mas_for_each(&from, entry, UINT64_MAX) {
		__mas_set_range(&into, from.index, from.last);
		mas_store(&into, entry);
	}
	error = mas_is_err(&into) ? -MPL_ENOMEM : 0;
	mas_destroy(&into);
	return error;
}

static int fill_stores(void)
{
	MA_STATE(from, &parent, 0, 0);
	MA_STATE(into, &child, 0, 0);
	int error = 0;
	mpl_entry entry;

	mas_for_each(&from, entry, UINT64_MAX) {
		mas_set_range(&into, from.index, from.last);
		error = mas_store_gfp(&into, entry, GFP_KERNEL);
		if (error)
			break;
	}
	return error;
}

static int fill(uint32_t by)
{
	return by == MPL_BENCH_DUP ? fill_dup() : by == MPL_BENCH_BULK ? fill_bulk() : fill_stores();
}

uint32_t mpl_bench_fork(uint32_t by, uint32_t rounds)
{
	for (uint32_t i = 0; i < rounds; i++) {
		int error = fill(by);

		mtree_destroy(&child);
		if (error)
			return 0;
	}
	return rounds * entries;
}

uint32_t mpl_bench_child(uint32_t by)
{
	MA_STATE(from, &parent, 0, 0);
	MA_STATE(copy, &child, 0, 0);
	uint32_t before = mpl_slab_counters()->live, nodes = 0, met = 0;
	mpl_entry entry;

	if (!fill(by)) {
		nodes = mpl_slab_counters()->live - before;
		mas_for_each(&from, entry, UINT64_MAX) {
			if (mas_find(&copy, UINT64_MAX) != entry || copy.index != from.index || copy.last != from.last)
				break;
			met++;
		}
	}
	mtree_destroy(&child);
	return met == entries ? nodes : 0;
}

// ---- Maple tree, red-black tree and std::map ----

// SplitMix64.
static uint64_t random_word(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static void shuffle(uint32_t *order, uint32_t n, uint64_t *state)
{
	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	for (uint32_t i = n; i > 1; i--) {
		uint32_t k = (uint32_t)(random_word(state) % i);
		uint32_t swapped = order[i - 1];

		order[i - 1] = order[k];
		order[k] = swapped;
	}
}

static uint64_t first_of(uint32_t place) { return (uint64_t)stored[place] * STRIDE; }

static int insert_maple(uint32_t place)
{
	return mtree_insert_range(&maple, first_of(place), first_of(place) + WIDTH - 1, xa_mk_value(place), GFP_KERNEL);
}

static int insert_redblack(uint32_t place)
{
	return mpl_rb_insert(first_of(place), first_of(place) + WIDTH - 1, UINT64_C(2) * place + 1);
}

static int insert_map(uint32_t place)
{
	return mpl_map_insert(first_of(place), first_of(place) + WIDTH - 1, UINT64_C(2) * place + 1);
}

int32_t mpl_bench_trees(uint32_t n, uint32_t seed)
{
	uint64_t state = seed;

	if (n < 1 || n > MPL_RB_RECORDS_MAX)
		return -MPL_EINVAL;
	mtree_destroy(&maple);
	mt_init_flags(&maple, MT_FLAGS_ALLOC_RANGE);
	mt_init_flags(&maple_copy, MT_FLAGS_ALLOC_RANGE);
	mpl_rb_clear();
	mpl_map_clear();
	shuffle(stored, n, &state);
	for (unsigned which = 0; which < MPL_BENCH_WHICHES; which++)
		drawing[which] = state;
	ranges = n;
	sum = 0;
	for (uint32_t place = 0; place < n; place++) {
		if (insert_maple(place) || insert_redblack(place) || insert_map(place))
			return -MPL_ENOMEM;
	}
	return 0;
}

// What the record of a word says; a user of the tree reads it, so a lookup in each tree does.
static uint64_t recorded(uint64_t word) { return word ? mpl_rb_records[word >> 1].word : 0; }
static uint64_t word_of(mpl_entry entry) { return entry ? mpl_rb_records[xa_to_value(entry)].word : 0; }

static uint64_t load(uint32_t which, uint32_t place)
{
	uint64_t index = first_of(place) + WIDTH / 2;

	if (which == MPL_BENCH_MAPLE)
		return word_of(mtree_load(&maple, index));
	return which == MPL_BENCH_REDBLACK ? mpl_rb_load(index) : recorded(mpl_map_load(index));
}

// An erased record goes back to its place: of the red-black tree the place freed last is given out first.
static bool change(uint32_t which, uint32_t place)
{
	if (which == MPL_BENCH_MAPLE)
		return mtree_erase(&maple, first_of(place)) && !insert_maple(place);
	if (which == MPL_BENCH_REDBLACK)
		return mpl_rb_erase(first_of(place)) && !insert_redblack(place);
	return mpl_map_erase(first_of(place)) && !insert_map(place);
}

static uint64_t iterate(uint32_t which)
{
	MA_STATE(mas, &maple, 0, 0);
	uint64_t fold = 0;
	mpl_entry entry;

	if (which == MPL_BENCH_REDBLACK)
		return mpl_rb_iterate();
	if (which == MPL_BENCH_STDMAP)
		return mpl_map_iterate_records();
	mas_for_each(&mas, entry, UINT64_MAX)
		fold = mpl_fold_range(fold, mas.index, mas.last, word_of(entry));
	return fold;
}

static bool copy(uint32_t which)
{
	int error;

	if (which == MPL_BENCH_MAPLE) {
		error = mtree_dup(&maple, &maple_copy, GFP_KERNEL);
		mtree_destroy(&maple_copy);
	} else if (which == MPL_BENCH_REDBLACK) {
		error = mpl_rb_copy();
		mpl_rb_copy_drop();
	} else {
		error = mpl_map_copy();
		mpl_map_copy_drop();
	}
	return !error;
}

// Each place is drawn anew: an order that came again would be learnt by the processor's prediction of branches, and by
// that of one tree better than by that of another. No division, and no memory: drawing one takes a nanosecond or so.
static uint32_t drawn(uint32_t which) { return (uint32_t)((random_word(&drawing[which]) >> 32) * ranges >> 32); }

static bool as_many_as_ranges(uint32_t which, uint32_t what)
{
	for (uint32_t i = 0; i < ranges; i++) {
		uint32_t place = drawn(which);

		if (what == MPL_BENCH_CHANGE && !change(which, place))
			return false;
		if (what == MPL_BENCH_LOAD)
			sum += load(which, place);
	}
	return true;
}

uint32_t mpl_bench_tree(uint32_t which, uint32_t what, uint32_t rounds)
{
	if (which >= MPL_BENCH_WHICHES)
		return 0;
	for (uint32_t i = 0; i < rounds; i++) {
		if (what == MPL_BENCH_ITERATE)
			sum += iterate(which);
		else if (what == MPL_BENCH_COPY ? !copy(which) : !as_many_as_ranges(which, what))
			return 0;
	}
	return rounds * ranges;
}

uint64_t mpl_bench_sum(void) { return sum; }

uint32_t mpl_bench_end(void)
{
	mtree_destroy(&parent);
	mtree_destroy(&child);
	mtree_destroy(&maple);
	mtree_destroy(&maple_copy);
	mpl_rb_clear();
	mpl_map_clear();
	entries = ranges = 0;
	return mpl_slab_counters()->live;
}
