// SPDX-License-Identifier: GPL-2.0-or-later
//
// Records of how stores were decided: a fork or a call on an address space makes many stores, and
// its events do not show each. Knows no step; decide.h explains the fields.
//
// A store may be decided more than once before it succeeds: the last decision counts.

#include "decisions.h"

#include "forest.h"
#include "photo.h"

#include "../src/decide.h"
#include "../src/policies.h"
#include "../src/prealloc.h"
#include "../src/slab.h"

#include <string.h>

static struct mpl_decided_record records[MPL_DECIDED_ROOM];
static uint32_t types[10];

static_assert(sizeof(types) / sizeof(types[0]) == wr_slot_store + 1, "one count for each store type");

static struct {
	uint32_t from;  // Number of the store in the first record.
	uint32_t photo; // Number of the store at which memory is copied.
	uint32_t count; // Stores so far.
	bool pending;   // The last store has not succeeded yet; it may be decided again.
	// About the last store:
	const struct maple_tree *tree;
	uint64_t first;
	uint64_t last;
	uint64_t word;
	enum store_type type;
	uint32_t requested_before; // Nodes that the operation had requested, and had used, before.
	uint32_t used_before;
} watch;

static struct mpl_decided_record *last_record(void)
{
	uint32_t at = watch.count - 1 - watch.from;

	return watch.count > watch.from && at < MPL_DECIDED_ROOM ? &records[at] : NULL;
}

static uint32_t number_of(const struct maple_tree *tree)
{
	for (uint32_t i = 0; i < mpl_forest.used; i++) {
		if (&mpl_forest.handle[i].tree == tree)
			return i + 1;
	}
	return 0;
}

static uint32_t marks_of(const struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	uint32_t marks = 0;

	if (mt_in_rcu(mas->tree))
		marks |= MPL_DECIDED_RCU;
	if (mas->mas_flags & MPL_STATE_BULK)
		marks |= MPL_DECIDED_BULK;
	if (write->widened)
		marks |= MPL_DECIDED_WIDENED;
	if (mas->store_type == wr_spanning_store)
		marks |= MPL_DECIDED_SPAN;
	return marks | (uint32_t)(write->policy - mpl_policies) << MPL_DECIDED_RELEASE_OFFSET;
}

static void fill(struct mpl_decided_record *record, const struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	bool walked = mas->store_type != wr_store_root;

	*record = (struct mpl_decided_record){
		.first = mas->index,
		.last = mas->last,
		.word = write->entry,
		.tree = number_of(mas->tree),
		.store_type = mas->store_type,
		.marks = marks_of(write),
		.height = mt_height(mas->tree),
		.vacant = write->vacant,
		.sufficient = write->sufficient,
		.needed = write->nodes_needed,
		.event = mpl_photo_events(),
	};
	if (!walked)
		return;
	record->node = mpl_slab_id(mpl_node_at(mas->node_word));
	record->slot = mas->offset;
	record->passed = mas->depth - write->start;
	record->min = write->r_min;
	record->max = write->r_max;
	if (mas->store_type == wr_spanning_store)
		return;
	record->last_pivot = write->end_piv;
	record->last_slot = write->offset_end;
	record->end = mas->end;
	record->new_end = write->new_end;
}

// Whether this is the last store again: a range of NULL may have been widened since.
static bool is_again(const struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;

	return watch.pending && watch.tree == mas->tree && watch.word == write->entry && mas->index <= watch.last &&
	       mas->last >= watch.first;
}

static void on_type_chosen(const struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	struct mpl_decided_record *record;

	if (is_again(write)) {
		types[watch.type]--;
	} else {
		watch.count++;
		watch.requested_before = mpl_slab_counters()->op_nodes_requested;
		watch.used_before = mpl_prealloc_used;
	}
	watch.pending = true;
	watch.tree = mas->tree;
	watch.first = mas->index;
	watch.last = mas->last;
	watch.word = write->entry;
	watch.type = mas->store_type;
	types[watch.type]++;
	record = last_record();
	if (record)
		fill(record, write);
	if (watch.count - 1 == watch.photo)
		mpl_photo_take();
}

// Notes what the last store has cost so far.
static void note_cost(void)
{
	struct mpl_decided_record *record = last_record();

	if (!watch.pending || !record)
		return;
	record->requested = (uint32_t)(mpl_slab_counters()->op_nodes_requested - watch.requested_before);
	record->used = (uint32_t)(mpl_prealloc_used - watch.used_before);
}

static void on_decision(const struct mpl_write *write, bool stored)
{
	struct mpl_decided_record *record;

	note_cost();
	if (!stored) {
		on_type_chosen(write);
		return;
	}
	record = last_record();
	if (record)
		record->marks |= MPL_DECIDED_STORED;
	watch.pending = false;
}

void mpl_decided_begin(uint32_t from, uint32_t photo)
{
	memset(&watch, 0, sizeof(watch));
	memset(types, 0, sizeof(types));
	watch.from = from;
	watch.photo = photo;
	mpl_decide_hook = on_decision;
}

// The slab's counts are still those of the operation before.
void mpl_decided_operation(void)
{
	note_cost();
	watch.pending = false;
}

void mpl_decided_end(void)
{
	mpl_decided_operation();
	mpl_decide_hook = NULL;
}

void mpl_decided_reset(void)
{
	mpl_decided_begin(0, UINT32_MAX);
	mpl_decide_hook = NULL;
}

uint32_t mpl_decided_count(void) { return watch.count; }
const uint32_t *mpl_decided_types(void) { return types; }
const struct mpl_decided_record *mpl_decided_records(void) { return records; }
