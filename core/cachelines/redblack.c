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
static struct mpl_rb_tree copy = RB_INITIALIZER(&copy);
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
const struct mpl_rb_record *mpl_rb_copy_root(void) { return RB_ROOT(&copy); }

void mpl_rb_clear(void)
{
	RB_INIT(&tree);
	RB_INIT(&copy);
	free_count = used = 0;
}

// Whoever takes one has looked for room.
static uint32_t take_place(void) { return free_count ? free_places[--free_count] : used++; }

int32_t mpl_rb_insert(uint64_t first, uint64_t last, uint64_t word)
{
	struct mpl_rb_record *record;

	if (first > last || !word)
		return -MPL_EINVAL;
	if (!free_count && used == MPL_RB_RECORDS_MAX)
		return -MPL_ENOMEM;
	record = &mpl_rb_records[free_count ? free_places[free_count - 1] : used];
	record->first = first;
	record->last = last;
	record->word = word;
	if (RB_INSERT(mpl_rb_tree, &tree, record))
		return -MPL_EEXIST;
	take_place();
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

static uint64_t folded(struct mpl_rb_tree *of)
{
	const struct mpl_rb_record *record;
	uint64_t fold = 0;

	for (record = RB_MIN(mpl_rb_tree, of); record;
	     record = RB_NEXT(mpl_rb_tree, of, (struct mpl_rb_record *)record))
		fold = mpl_fold_range(fold, record->first, record->last, record->word);
	return fold;
}

uint64_t mpl_rb_iterate(void) { return folded(&tree); }

// ---- A copy: downwards from the root, each record as it is met; no comparison, no rotation ----

static struct mpl_rb_record *copied(const struct mpl_rb_record *from, struct mpl_rb_record *parent)
{
	struct mpl_rb_record *record = &mpl_rb_records[take_place()];

	record->first = from->first;
	record->last = from->last;
	record->word = from->word;
	RB_LEFT(record, links) = RB_RIGHT(record, links) = NULL;
	RB_PARENT(record, links) = parent;
	RB_COLOR(record, links) = RB_COLOR(from, links);
	return record;
}

int32_t mpl_rb_copy(void)
{
	const struct mpl_rb_record *from = RB_ROOT(&tree);
	struct mpl_rb_record *into;

	if (RB_ROOT(&copy) || mpl_rb_count() > free_count + (MPL_RB_RECORDS_MAX - used))
		return -MPL_ENOMEM;
	if (!from)
		return 0;
	RB_ROOT(&copy) = into = copied(from, NULL);
	while (into) {
		if (RB_LEFT(from, links) && !RB_LEFT(into, links)) {
			from = RB_LEFT(from, links);
			into = RB_LEFT(into, links) = copied(from, into);
		} else if (RB_RIGHT(from, links) && !RB_RIGHT(into, links)) {
			from = RB_RIGHT(from, links);
			into = RB_RIGHT(into, links) = copied(from, into);
		} else {
			from = RB_PARENT(from, links);
			into = RB_PARENT(into, links);
		}
	}
	return 0;
}

void mpl_rb_copy_drop(void)
{
	struct mpl_rb_record *record;

	RB_FOREACH(record, mpl_rb_tree, &copy)
		free_places[free_count++] = (uint32_t)(record - mpl_rb_records);
	RB_INIT(&copy);
}

uint64_t mpl_rb_copy_iterate(void) { return folded(&copy); }

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
