// SPDX-License-Identifier: GPL-2.0-or-later
//
// Ranges in a red-black tree. See redblack.h.

#include "redblack.h"

#include "fold.h"

#include "../include/maple_tree_linux.h"

// From libuv's package or from Node's; the Makefile puts it beside the objects.
#include <uv/tree.h>

RB_HEAD(mpl_rb_tree, mpl_rb_record);

alignas(256) struct mpl_rb_record mpl_rb_records[MPL_RB_RECORDS_MAX];

static struct mpl_rb_tree tree = RB_INITIALIZER(&tree);
static uint32_t free_places[MPL_RB_RECORDS_MAX];
static uint32_t free_count;
static uint32_t used; // Places ever given out.

// Ranges that overlap count as equal, so that a lookup is a search for a range of one index.
static int compare(const struct mpl_rb_record *one, const struct mpl_rb_record *other)
{
	if (one->last < other->first)
		return -1;
	return one->first > other->last;
}

RB_GENERATE_STATIC(mpl_rb_tree, mpl_rb_record, links, compare)

const struct mpl_rb_record *mpl_rb_root(void) { return RB_ROOT(&tree); }

void mpl_rb_clear(void)
{
	RB_INIT(&tree);
	free_count = used = 0;
}

int32_t mpl_rb_insert(uint64_t first, uint64_t last, uint64_t word)
{
	struct mpl_rb_record *record;
	uint32_t place;

	if (first > last || !word)
		return -MPL_EINVAL;
	if (!free_count && used == MPL_RB_RECORDS_MAX)
		return -MPL_ENOMEM;
	place = free_count ? free_places[free_count - 1] : used;
	record = &mpl_rb_records[place];
	record->first = first;
	record->last = last;
	record->word = word;
	if (RB_INSERT(mpl_rb_tree, &tree, record))
		return -MPL_EEXIST;
	if (free_count)
		free_count--;
	else
		used++;
	return 0;
}

static struct mpl_rb_record *find(uint64_t index)
{
	struct mpl_rb_record wanted;

	wanted.first = wanted.last = index;
	return RB_FIND(mpl_rb_tree, &tree, &wanted);
}

uint64_t mpl_rb_load(uint64_t index)
{
	const struct mpl_rb_record *record = find(index);

	return record ? record->word : 0;
}

uint64_t mpl_rb_erase(uint64_t index)
{
	struct mpl_rb_record *record = find(index);

	if (!record)
		return 0;
	RB_REMOVE(mpl_rb_tree, &tree, record);
	free_places[free_count++] = (uint32_t)(record - mpl_rb_records);
	return record->word;
}

uint64_t mpl_rb_iterate(void)
{
	const struct mpl_rb_record *record;
	uint64_t fold = 0;

	for (record = RB_MIN(mpl_rb_tree, &tree); record;
	     record = RB_NEXT(mpl_rb_tree, &tree, (struct mpl_rb_record *)record))
		fold = mpl_fold_range(fold, record->first, record->last, record->word);
	return fold;
}

uint32_t mpl_rb_count(void) { return used - free_count; }

uint32_t mpl_rb_depth(uint32_t of)
{
	uint32_t least = 0, most = 0, sum = 0;
	struct mpl_rb_record *record;

	RB_FOREACH(record, mpl_rb_tree, &tree) {
		uint32_t depth = 0;

		for (const struct mpl_rb_record *at = record; at; at = RB_PARENT(at, links))
			depth++;
		least = least && least < depth ? least : depth;
		most = most > depth ? most : depth;
		sum += depth;
	}
	return of == MPL_RB_LEAST ? least : of == MPL_RB_MOST ? most : sum;
}
