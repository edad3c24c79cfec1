// SPDX-License-Identifier: GPL-2.0-or-later
//
// The table of trees and the operations on it. See exports.h. It knows the public interface of the tree, the allocator,
// the last decision, and the readers (dump, census, validator); it decides nothing about trees itself. Also compiled
// natively: the replay driver and the tests go through the same functions as the page.

#include "exports.h"

#include "../include/maple_tree.h"
#include "../src/census.h"
#include "../src/decide.h"
#include "../src/dump.h"
#include "../src/slab.h"
#include "../src/trace.h"
#include "../src/validate.h"
#include "../src/walk.h"

#include <string.h>

#define EINVAL 22
#define EBUSY 16

struct entry {
	struct maple_tree tree;
	uint32_t in_use;
	uint32_t bulk_loaded;
};

// Everything about trees that changes. A snapshot holds the first 'used' entries.
struct forest {
	uint32_t used; // Entries ever in use.
	uint32_t padding;
	struct entry entry[MPL_TREES];
};

static struct forest forest;

// The bulk load under way. None is open between operations.
static struct {
	struct entry *entry; // NULL: none.
	struct ma_state mas;
	uint64_t next; // Lowest first index allowed.
	bool full;     // The last index was loaded.
} bulk;

static struct mpl_step_record record;
static struct mpl_tree_record info;
static struct mpl_facts_record facts;
static struct mpl_event_record events[MPL_EVENT_ROOM];
static struct mpl_finding findings[MPL_FINDING_ROOM];
static struct mpl_range_record ranges[MPL_RANGE_ROOM];
static uint32_t handed_out_before;

static_assert(sizeof(record.store_counts) / sizeof(record.store_counts[0]) == wr_slot_store + 1,
              "one count for each store type");

// ---- Beginning and ending an operation ----

#if MPL_EVENTS
static void keep_event(const struct mpl_event_record *event)
{
	if (record.event_count < MPL_EVENT_ROOM)
		events[record.event_count] = *event;
	record.event_count++;
}

static void listen(bool on) { mpl_trace_hook = on ? keep_event : NULL; }
#else
static void listen(bool on) { (void)on; }
#endif

static struct entry *entry_of(uint32_t tree)
{
	if (!tree || tree > forest.used || !forest.entry[tree - 1].in_use)
		return NULL;
	return &forest.entry[tree - 1];
}

static void begin(void)
{
	memset(&record, 0, sizeof(record));
	record.store_type = record.vacant_height = record.sufficient_height = record.pre = record.pre_whole = -1;
	mpl_slab_begin();
	mpl_decide_clear();
	handed_out_before = mpl_slab_counters()->handed_out;
	listen(true);
}

// Begins an operation on 'tree' and returns its entry; NULL, and the operation is over, if it cannot be.
static struct entry *begin_on(uint32_t tree, uint64_t first, uint64_t last)
{
	struct entry *entry = entry_of(tree);

	if (bulk.entry) {
		record.ret = -EBUSY;
		return NULL;
	}
	begin();
	record.index = first;
	record.last = last;
	if (!entry) {
		record.ret = -EINVAL;
		record.live = mpl_slab_counters()->live;
		listen(false);
	}
	return entry;
}

static int32_t finish(struct entry *entry, int32_t ret)
{
	const struct mpl_slab_counters *counters = mpl_slab_counters();

	mpl_slab_grace();
	listen(false);
	if (!entry->tree.root_word)
		entry->bulk_loaded = 0;
	record.ret = ret;
	record.store_type = mpl_last_decision.store_type;
	record.vacant_height = mpl_last_decision.vacant_height;
	record.sufficient_height = mpl_last_decision.sufficient_height;
	record.pre = mpl_last_decision.pre;
	record.pre_whole = mpl_last_decision.pre_whole;
	record.request_count = counters->op_requests;
	record.requested_nodes = counters->op_nodes_asked;
	record.freed = counters->op_freed;
	record.deferred = counters->op_deferred;
	record.live = counters->live;
	record.height = mt_height(&entry->tree);
	return ret;
}

// The same for an operation that wrote 'word' over the range in the record. What a NULL was widened to is the range
// that now covers it.
static int32_t finish_write(struct entry *entry, int32_t ret, uint64_t word)
{
	MA_STATE(mas, &entry->tree, record.index, record.index);

	finish(entry, ret);
	if (!ret && !word) {
		mas_walk(&mas);
		record.index = mas.index;
		record.last = mas.last;
	}
	return ret;
}

// ---- The module ----

void mpl_reset(void)
{
	listen(false);
	mpl_slab_reset();
	mpl_decide_clear();
	memset(&forest, 0, sizeof(forest));
	memset(&bulk, 0, sizeof(bulk));
	memset(&record, 0, sizeof(record));
}

// ---- Trees ----

uint32_t mpl_tree_new(uint32_t flags)
{
	uint32_t at = 0;

	if (flags & ~(MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU))
		return 0;
	while (at < forest.used && forest.entry[at].in_use)
		at++;
	if (at == MPL_TREES)
		return 0;
	if (at == forest.used)
		forest.used++;
	memset(&forest.entry[at], 0, sizeof(forest.entry[at]));
	forest.entry[at].in_use = 1;
	mt_init_flags(&forest.entry[at].tree, flags);
#if UINTPTR_MAX != UINT64_MAX
	forest.entry[at].tree.ma_address = MPL_TREE_BASE + (uint64_t)(at + 1) * MPL_TREE_BYTES;
#endif
	return at + 1;
}

int32_t mpl_tree_drop(uint32_t tree)
{
	struct entry *entry = entry_of(tree);

	if (!entry || entry == bulk.entry || entry->tree.root_word)
		return -EINVAL;
	entry->in_use = 0;
	return 0;
}

int32_t mpl_set_rcu(uint32_t tree, uint32_t on)
{
	struct entry *entry = entry_of(tree);

	if (!entry || entry == bulk.entry)
		return -EINVAL;
	if (on)
		mt_set_in_rcu(&entry->tree);
	else
		mt_clear_in_rcu(&entry->tree);
	return 0;
}

const struct mpl_tree_record *mpl_tree_info(uint32_t tree)
{
	struct entry *entry = entry_of(tree);

	if (!entry)
		return NULL;
	info.root = entry->tree.root_word;
	info.address = mpl_walk_tree_address(&entry->tree);
	info.flags = entry->tree.ma_flags;
	info.bulk_loaded = entry->bulk_loaded;
	return &info;
}

// ---- Writes ----

int32_t mpl_store(uint32_t tree, uint64_t first, uint64_t last, uint64_t word)
{
	struct entry *entry = begin_on(tree, first, last);

	if (!entry)
		return record.ret;
	return finish_write(entry, mtree_store_range(&entry->tree, first, last, MPL_WORD_ENTRY(word), GFP_KERNEL), word);
}

int32_t mpl_insert(uint32_t tree, uint64_t first, uint64_t last, uint64_t word)
{
	struct entry *entry = begin_on(tree, first, last);

	if (!entry)
		return record.ret;
	return finish_write(entry, mtree_insert_range(&entry->tree, first, last, MPL_WORD_ENTRY(word), GFP_KERNEL), word);
}

int32_t mpl_erase(uint32_t tree, uint64_t index)
{
	struct entry *entry = begin_on(tree, index, index);

	if (!entry)
		return record.ret;
	// mtree_erase(), but for the error, which it loses.
	MA_STATE(mas, &entry->tree, index, index);
	record.value = MPL_ENTRY_WORD(mas_erase(&mas));
	return finish_write(entry, mas_is_err(&mas) ? xa_err(mas.node) : 0, 0);
}

int32_t mpl_prealloc(uint32_t tree, uint64_t first, uint64_t last, uint64_t word, uint32_t walk)
{
	struct entry *entry = begin_on(tree, first, last);
	uint32_t live;
	int ret;

	if (!entry)
		return record.ret;
	if (first > last)
		return finish(entry, -EINVAL);
	MA_STATE(mas, &entry->tree, first, walk ? first : last);
	if (walk) {
		mas_walk(&mas);
		__mas_set_range(&mas, first, last);
	}
	live = mpl_slab_counters()->live;
	ret = mas_preallocate(&mas, MPL_WORD_ENTRY(word), GFP_KERNEL);
	if (ret)
		return finish(entry, ret);
	record.reserved = mpl_slab_counters()->live - live;
	mas_store_prealloc(&mas, MPL_WORD_ENTRY(word));
	return finish_write(entry, 0, word);
}

int32_t mpl_destroy(uint32_t tree)
{
	struct entry *entry = begin_on(tree, 0, MPL_INDEX_MAX);

	if (!entry)
		return record.ret;
	mtree_destroy(&entry->tree);
	return finish(entry, 0);
}

int32_t mpl_dup(uint32_t source, uint32_t target)
{
	struct entry *from = begin_on(source, 0, MPL_INDEX_MAX), *to = entry_of(target);
	int ret;

	if (!from)
		return record.ret;
	if (!to)
		return finish(from, -EINVAL);
	ret = mtree_dup(&from->tree, &to->tree, GFP_KERNEL);
	finish(from, ret);
	if (!ret) {
		record.copied = mpl_slab_counters()->handed_out - handed_out_before;
		to->bulk_loaded = from->bulk_loaded;
	}
	return ret;
}

// ---- Reads ----

int32_t mpl_load(uint32_t tree, uint64_t index)
{
	struct entry *entry = begin_on(tree, index, index);

	if (!entry)
		return record.ret;
	record.value = MPL_ENTRY_WORD(mtree_load(&entry->tree, index));
	return finish(entry, 0);
}

int32_t mpl_walk(uint32_t tree, uint64_t index)
{
	struct entry *entry = begin_on(tree, index, index);

	if (!entry)
		return record.ret;
	MA_STATE(mas, &entry->tree, index, index);
	record.value = MPL_ENTRY_WORD(mas_walk(&mas));
	record.index = mas.index;
	record.last = mas.last;
	record.status = (int32_t)mas.status;
	return finish(entry, 0);
}

int32_t mpl_empty_area(uint32_t tree, uint64_t min, uint64_t max, uint64_t size, uint32_t rev)
{
	struct entry *entry = begin_on(tree, min, max);
	int ret;

	if (!entry)
		return record.ret;
	MA_STATE(mas, &entry->tree, 0, 0);
	ret = rev ? mas_empty_area_rev(&mas, min, max, size) : mas_empty_area(&mas, min, max, size);
	if (!ret) {
		record.index = mas.index;
		record.last = mas.last;
	}
	return finish(entry, ret);
}

// ---- The bulk load ----

static int32_t bulk_close(int32_t ret)
{
	struct entry *entry = bulk.entry;

	mas_destroy(&bulk.mas);
	if (ret)
		mtree_destroy(&entry->tree);
	entry->bulk_loaded = 1;
	bulk.entry = NULL;
	return finish(entry, ret);
}

int32_t mpl_bulk_begin(uint32_t tree, uint64_t expected)
{
	struct entry *entry = begin_on(tree, 0, MPL_INDEX_MAX);
	uint32_t live = mpl_slab_counters()->live;
	int ret;

	if (!entry)
		return record.ret;
	if (entry->tree.root_word || mt_in_rcu(&entry->tree))
		return finish(entry, -EINVAL);
	memset(&bulk, 0, sizeof(bulk));
	bulk.entry = entry;
	mas_init(&bulk.mas, &entry->tree, 0);
	ret = mas_expected_entries(&bulk.mas, expected);
	if (ret) {
		mas_reset(&bulk.mas);
		return bulk_close(ret);
	}
	record.reserved = mpl_slab_counters()->live - live;
	return 0;
}

int32_t mpl_bulk_store(uint64_t first, uint64_t last, uint64_t word)
{
	if (!bulk.entry)
		return -EINVAL;
	if (first > last || first < bulk.next || bulk.full)
		return bulk_close(-EINVAL);
	bulk.next = last + 1;
	bulk.full = last == MPL_INDEX_MAX;
	__mas_set_range(&bulk.mas, first, last);
	mpl_decide_clear();
	mas_store(&bulk.mas, MPL_WORD_ENTRY(word));
	if (mpl_last_decision.store_type > 0)
		record.store_counts[mpl_last_decision.store_type]++;
	return mas_is_err(&bulk.mas) ? bulk_close(xa_err(bulk.mas.node)) : 0;
}

int32_t mpl_bulk_end(void) { return bulk.entry ? bulk_close(0) : -EINVAL; }

// ---- What the last operation did; failure and limits ----

const struct mpl_step_record *mpl_record(void) { return &record; }
const uint32_t *mpl_requests(void) { return mpl_slab_log(); }
const struct mpl_event_record *mpl_events(void) { return events; }

uint32_t mpl_requests_kept(void)
{
	return record.request_count < mpl_slab_log_capacity() ? record.request_count : mpl_slab_log_capacity();
}

void mpl_fail_request(uint32_t k, uint32_t n) { mpl_slab_fail_request(k, n); }
void mpl_fail_node(uint64_t k) { mpl_slab_fail_node(k); }
uint32_t mpl_live(void) { return mpl_slab_counters()->live; }

void mpl_set_limits(uint32_t nodes, uint32_t requests)
{
	mpl_slab_limit(nodes);
	mpl_slab_set_requests_max(requests ? requests : MPL_REQUESTS_MAX);
}

// ---- What a tree holds ----

uint64_t mpl_sum(uint32_t tree)
{
	struct entry *entry = entry_of(tree);

	return entry ? mpl_dump_sum(entry->tree.root_word) : 0;
}

uint64_t mpl_contents(uint32_t tree)
{
	struct entry *entry = entry_of(tree);

	return entry ? mpl_census_take(entry->tree.root_word).contents : 0;
}

const struct mpl_facts_record *mpl_facts(uint32_t tree)
{
	struct entry *entry = entry_of(tree);
	struct mpl_census census;

	if (!entry)
		return NULL;
	census = mpl_census_take(entry->tree.root_word);
	facts = (struct mpl_facts_record){mt_height(&entry->tree), census.nodes, census.leaves, census.entries};
	return &facts;
}

uint32_t mpl_validate(uint32_t tree)
{
	const struct mpl_tree_record *about = mpl_tree_info(tree);
	struct mpl_validate_tree subject;

	if (!about)
		return 0;
	subject = (struct mpl_validate_tree){about->root, about->address, about->flags, about->bulk_loaded};
	return mpl_validate_tree(&subject, findings, MPL_FINDING_ROOM);
}

const struct mpl_finding *mpl_findings(void) { return findings; }

uint32_t mpl_ranges(uint32_t tree, uint64_t from)
{
	struct entry *entry = entry_of(tree);

	return entry ? mpl_census_ranges(entry->tree.root_word, from, ranges, MPL_RANGE_ROOM) : 0;
}

const struct mpl_range_record *mpl_range_buffer(void) { return ranges; }

// ---- Memory ----

const void *mpl_slab_base(void) { return mpl_ground_node(0); }
const struct mpl_place *mpl_place_table(void) { return mpl_slab_places(); }

void *mpl_region(uint32_t region)
{
	uint32_t bytes;

	switch (region) {
	case MPL_REGION_SLAB:
		return mpl_slab_state(&bytes);
	case MPL_REGION_PLACES:
		return (void *)(uintptr_t)mpl_slab_places();
	case MPL_REGION_NODES:
		return mpl_ground_node(0);
	case MPL_REGION_TREES:
		return &forest;
	default:
		return NULL;
	}
}

uint32_t mpl_region_bytes(uint32_t region)
{
	uint32_t bytes = 0;

	switch (region) {
	case MPL_REGION_SLAB:
		mpl_slab_state(&bytes);
		return bytes;
	case MPL_REGION_PLACES:
		return mpl_slab_counters()->places * (uint32_t)sizeof(struct mpl_place);
	case MPL_REGION_NODES:
		return mpl_slab_counters()->places * (uint32_t)sizeof(struct mpl_node);
	case MPL_REGION_TREES:
		return (uint32_t)(offsetof(struct forest, entry) + forest.used * sizeof(struct entry));
	default:
		return 0;
	}
}

uint32_t mpl_reserve(uint32_t places) { return places <= MPL_PLACES_MAX && mpl_ground_reach(places); }
