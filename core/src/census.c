// SPDX-License-Identifier: GPL-2.0-or-later
//
// Counts and ranges, gathered from the leaves. See census.h.

#include "census.h"

#include "records.h"
#include "visit.h"

static uint64_t fin(uint64_t x)
{
	x ^= x >> 30;
	x *= UINT64_C(0xbf58476d1ce4e5b9);
	x ^= x >> 27;
	x *= UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

uint64_t mpl_census_mix(uint64_t first, uint64_t last, uint64_t word)
{
	return fin(fin(fin(first ^ UINT64_C(0x9e3779b97f4a7c15)) ^ last) ^ word);
}

enum hashing { WITHOUT_HASH, WITH_HASH };

static void count_leaf(struct mpl_census *census, const struct mpl_visit_node *at, enum hashing hashing)
{
	census->leaves++;
	for (unsigned i = 0; i <= at->end; i++) {
		uint64_t word = mpl_visit_slot(at, i);

		if (!word)
			continue;
		census->entries++;
		if (hashing == WITH_HASH)
			census->contents += mpl_census_mix(mpl_visit_first(at, i), mpl_visit_last(at, i), word);
	}
}

static struct mpl_census take(uint64_t root_word, enum hashing hashing)
{
	struct mpl_census census = {0};
	struct mpl_visit visit;
	const struct mpl_visit_node *at;

	if (root_word && !mpl_node_is_root_word(root_word)) {
		census.entries = 1;
		census.contents = hashing == WITH_HASH ? mpl_census_mix(0, 0, root_word) : 0;
		return census;
	}
	mpl_visit_begin(&visit, root_word);
	while ((at = mpl_visit_next(&visit))) {
		census.nodes++;
		if (at->depth >= census.levels)
			census.levels = at->depth + 1;
		if (at->kind == MPL_KIND_LEAF)
			count_leaf(&census, at, hashing);
	}
	return census;
}

struct mpl_census mpl_census_take(uint64_t root_word) { return take(root_word, WITH_HASH); }
struct mpl_census mpl_census_count(uint64_t root_word) { return take(root_word, WITHOUT_HASH); }

uint32_t mpl_census_ranges(uint64_t root_word, uint64_t from, struct mpl_range_record *ranges, uint32_t room)
{
	struct mpl_visit visit;
	const struct mpl_visit_node *at;
	uint32_t count = 0;

	if (root_word && !mpl_node_is_root_word(root_word)) {
		if (from || !room)
			return 0;
		ranges[0] = (struct mpl_range_record){0, 0, root_word};
		return 1;
	}
	mpl_visit_seek(&visit, root_word, from);
	while ((at = mpl_visit_next(&visit))) {
		if (at->kind != MPL_KIND_LEAF)
			continue;
		for (unsigned i = 0; i <= at->end; i++) {
			uint64_t word = mpl_visit_slot(at, i), last = mpl_visit_last(at, i);

			// In a sound tree the first index never exceeds the last.
			if (!word || last < from || mpl_visit_first(at, i) > last)
				continue;
			if (count == room)
				return count;
			ranges[count++] = (struct mpl_range_record){mpl_visit_first(at, i), last, word};
			if (last == MPL_INDEX_MAX)
				return count;
			from = last + 1;
		}
	}
	return count;
}
