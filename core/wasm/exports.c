// SPDX-License-Identifier: GPL-2.0-or-later
//
// The operations on trees, their records, and the contents of a tree. See calls.h. It knows the public interface of the
// tree, the allocator, and the readers of whole trees (dump, census, validator); it decides nothing about trees itself.
// Also compiled natively: the replay driver and the tests call the same functions as the page.

#include "exports.h"

#include "corrupt.h"
#include "operation.h"
#include "states.h"
#include "sums.h"

#include "../src/census.h"
#include "../src/decide.h"
#include "../src/slab.h"
#include "../src/validate.h"
#include "../src/walk.h"

#include <string.h>

// The open bulk load. None is open between operations.
static struct {
	struct mpl_handle *handle; // NULL: none.
	struct ma_state mas;
	uint64_t next; // Lowest first index allowed.
	bool full;     // The last index was loaded.
} bulk;

static struct mpl_facts_record facts;
static struct mpl_finding findings[MPL_FINDING_ROOM];
static struct mpl_range_record ranges[MPL_RANGE_ROOM];

// ---- Trees ----

int32_t mpl_tree_drop(uint32_t tree)
{
	struct mpl_handle *handle = mpl_forest_handle(tree);

	if (!handle || mpl_operation_is_open(handle) || handle->tree.root_word || handle->space)
		return -MPL_EINVAL;
	mpl_states_leave(tree);
	mpl_forest_drop(handle);
	return 0;
}

int32_t mpl_set_rcu(uint32_t tree, uint32_t on)
{
	struct mpl_handle *handle = mpl_forest_handle(tree);

	if (!handle || mpl_operation_is_open(handle))
		return -MPL_EINVAL;
	if (handle->corruptions || (!on && handle->readers))
		return -MPL_EBUSY;
	if (on)
		mt_set_in_rcu(&handle->tree);
	else
		mt_clear_in_rcu(&handle->tree);
	return 0;
}

int32_t mpl_set_next(uint32_t tree, uint64_t next)
{
	struct mpl_handle *handle = mpl_forest_handle(tree);

	if (!handle)
		return -MPL_EINVAL;
	handle->next = next;
	return 0;
}

// ---- Writes ----

int32_t mpl_store(uint32_t tree, uint64_t first, uint64_t last, uint64_t word)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, first, last);
	int32_t ret;

	if (!handle)
		return mpl_step.ret;
	ret = mtree_store_range(&handle->tree, first, last, MPL_WORD_ENTRY(word), GFP_KERNEL);
	return mpl_operation_end_write(handle, ret, word);
}

int32_t mpl_insert(uint32_t tree, uint64_t first, uint64_t last, uint64_t word)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, first, last);
	int32_t ret;

	if (!handle)
		return mpl_step.ret;
	ret = mtree_insert_range(&handle->tree, first, last, MPL_WORD_ENTRY(word), GFP_KERNEL);
	return mpl_operation_end_write(handle, ret, word);
}

int32_t mpl_erase(uint32_t tree, uint64_t index)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, index, index);

	if (!handle)
		return mpl_step.ret;
	// mtree_erase(), except that it keeps the error.
	MA_STATE(mas, &handle->tree, index, index);
	mpl_step.value = MPL_ENTRY_WORD(mas_erase(&mas));
	return mpl_operation_end_write(handle, mas_is_err(&mas) ? xa_err(mas.node) : 0, 0);
}

int32_t mpl_prealloc(uint32_t tree, uint64_t first, uint64_t last, uint64_t word, uint32_t walk)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, first, last);
	uint32_t live;
	int ret;

	if (!handle)
		return mpl_step.ret;
	if (first > last)
		return mpl_operation_end(handle, -MPL_EINVAL);
	MA_STATE(mas, &handle->tree, first, walk ? first : last);
	if (walk) {
		mas_walk(&mas);
		__mas_set_range(&mas, first, last);
	}
	live = mpl_slab_counters()->live;
	ret = mas_preallocate(&mas, MPL_WORD_ENTRY(word), GFP_KERNEL);
	if (ret)
		return mpl_operation_end(handle, ret);
	mpl_step.reserved = mpl_slab_counters()->live - live;
	mas_store_prealloc(&mas, MPL_WORD_ENTRY(word));
	return mpl_operation_end_write(handle, 0, word);
}

int32_t mpl_alloc(uint32_t tree, uint64_t size, uint64_t min, uint64_t max, uint64_t word, uint32_t rev)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, min, max);
	mpl_entry entry = MPL_WORD_ENTRY(word);
	uint64_t start = 0;
	int ret;

	if (!handle)
		return mpl_step.ret;
	ret = rev ? mtree_alloc_rrange(&handle->tree, &start, entry, size, min, max, GFP_KERNEL)
	          : mtree_alloc_range(&handle->tree, &start, entry, size, min, max, GFP_KERNEL);
	if (!ret) {
		mpl_step.index = start;
		mpl_step.last = start + size - 1;
	}
	return mpl_operation_end_write(handle, ret, word);
}

int32_t mpl_cyclic(uint32_t tree, uint64_t min, uint64_t max, uint64_t word)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, min, max);
	uint64_t start = 0;
	int ret;

	if (!handle)
		return mpl_step.ret;
	ret = mtree_alloc_cyclic(&handle->tree, &start, MPL_WORD_ENTRY(word), min, max, &handle->next, GFP_KERNEL);
	if (ret >= 0)
		mpl_step.index = mpl_step.last = start;
	return mpl_operation_end_write(handle, ret, word);
}

static int32_t destroy(uint32_t tree, bool with_states)
{
	struct mpl_handle *handle = mpl_operation_begin_on(mpl_forest_handle(tree), 0, MPL_INDEX_MAX);

	if (!handle)
		return mpl_step.ret;
	if (handle->space)
		return mpl_operation_end(handle, -MPL_EINVAL);
	if (with_states)
		mpl_states_leave(tree);
	mpl_corrupt_mend(handle);
	mtree_destroy(&handle->tree);
	return mpl_operation_end(handle, 0);
}

int32_t mpl_destroy(uint32_t tree) { return destroy(tree, true); }
int32_t mpl_destroy_under(uint32_t tree) { return destroy(tree, false); }

// The attribute set by the cyclic allocator belongs to its counter: what the target had of both does not matter.
int32_t mpl_dup(uint32_t source, uint32_t target)
{
	struct mpl_handle *from = mpl_operation_begin(source, 0, MPL_INDEX_MAX), *to = mpl_forest_handle(target);
	unsigned int flags;
	int ret;

	if (!from)
		return mpl_step.ret;
	if (!to)
		return mpl_operation_end(from, -MPL_EINVAL);
	flags = to->tree.ma_flags;
	to->tree.ma_flags &= ~MT_FLAGS_ALLOC_WRAPPED;
	to->tree.ma_flags |= from->tree.ma_flags & MT_FLAGS_ALLOC_WRAPPED;
	ret = mtree_dup(&from->tree, &to->tree, GFP_KERNEL);
	mpl_operation_end(from, ret);
	if (ret) {
		to->tree.ma_flags = flags;
		return ret;
	}
	mpl_step.copied = mpl_step.used = mpl_operation_handed_out();
	to->bulk_loaded = from->bulk_loaded;
	to->next = from->next;
	return 0;
}

// ---- Reads ----

int32_t mpl_load(uint32_t tree, uint64_t index)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, index, index);

	if (!handle)
		return mpl_step.ret;
	mpl_step.value = MPL_ENTRY_WORD(mtree_load(&handle->tree, index));
	return mpl_operation_end(handle, 0);
}

int32_t mpl_walk(uint32_t tree, uint64_t index)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, index, index);

	if (!handle)
		return mpl_step.ret;
	MA_STATE(mas, &handle->tree, index, index);
	mpl_step.value = MPL_ENTRY_WORD(mas_walk(&mas));
	mpl_step.index = mas.index;
	mpl_step.last = mas.last;
	mpl_step.status = (int32_t)mas.status;
	return mpl_operation_end(handle, 0);
}

int32_t mpl_empty_area(uint32_t tree, uint64_t min, uint64_t max, uint64_t size, uint32_t rev)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, min, max);
	int ret;

	if (!handle)
		return mpl_step.ret;
	MA_STATE(mas, &handle->tree, 0, 0);
	ret = rev ? mas_empty_area_rev(&mas, min, max, size) : mas_empty_area(&mas, min, max, size);
	if (!ret) {
		mpl_step.index = mas.index;
		mpl_step.last = mas.last;
	}
	return mpl_operation_end(handle, ret);
}

// ---- The bulk load ----

static int32_t bulk_close(int32_t ret)
{
	struct mpl_handle *handle = bulk.handle;

	mas_destroy(&bulk.mas);
	if (ret)
		mtree_destroy(&handle->tree);
	handle->bulk_loaded = 1;
	bulk.handle = NULL;
	mpl_operation_close();
	return mpl_operation_end(handle, ret);
}

int32_t mpl_bulk_begin(uint32_t tree, uint64_t expected)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, 0, MPL_INDEX_MAX);
	uint32_t live = mpl_slab_counters()->live;
	int ret;

	if (!handle)
		return mpl_step.ret;
	if (handle->tree.root_word || mt_in_rcu(&handle->tree))
		return mpl_operation_end(handle, -MPL_EINVAL);
	memset(&bulk, 0, sizeof(bulk));
	bulk.handle = handle;
	mpl_operation_open(handle);
	mas_init(&bulk.mas, &handle->tree, 0);
	ret = mas_expected_entries(&bulk.mas, expected);
	if (ret) {
		mas_reset(&bulk.mas);
		return bulk_close(ret);
	}
	mpl_step.reserved = mpl_slab_counters()->live - live;
	return 0;
}

int32_t mpl_bulk_store(uint64_t first, uint64_t last, uint64_t word)
{
	if (!bulk.handle)
		return -MPL_EINVAL;
	if (first > last || first < bulk.next || bulk.full)
		return bulk_close(-MPL_EINVAL);
	bulk.next = last + 1;
	bulk.full = last == MPL_INDEX_MAX;
	__mas_set_range(&bulk.mas, first, last);
	mpl_decide_clear();
	mas_store(&bulk.mas, MPL_WORD_ENTRY(word));
	if (mpl_last_decision.store_type > 0)
		mpl_step.store_counts[mpl_last_decision.store_type]++;
	return mas_is_err(&bulk.mas) ? bulk_close(xa_err(bulk.mas.node)) : 0;
}

void mpl_bulk_reset(void) { memset(&bulk, 0, sizeof(bulk)); }

int32_t mpl_bulk_end(void) { return bulk.handle ? bulk_close(0) : -MPL_EINVAL; }

// ---- What the last operation did; failure and limits ----

const struct mpl_step_record *mpl_record(void) { return &mpl_step; }
const uint32_t *mpl_requests(void) { return mpl_slab_log(); }
const struct mpl_event_record *mpl_events(void) { return mpl_operation_events(); }

uint32_t mpl_requests_kept(void)
{
	return mpl_step.request_count < mpl_slab_log_capacity() ? mpl_step.request_count : mpl_slab_log_capacity();
}

uint32_t mpl_waiting(void) { return mpl_slab_waiting(); }
void mpl_fail_request(uint32_t k, uint32_t n) { mpl_slab_fail_request(k, n); }
void mpl_fail_node(uint64_t k) { mpl_slab_fail_node(k); }
uint32_t mpl_live(void) { return mpl_slab_counters()->live; }

void mpl_skip_ids(uint64_t handed_out) { mpl_slab_skip_ids(handed_out); }

void mpl_set_limits(uint32_t nodes, uint32_t requests)
{
	mpl_slab_limit(nodes);
	mpl_slab_set_requests_max(requests ? requests : MPL_REQUESTS_MAX);
}

// ---- The contents of a tree ----

uint64_t mpl_sum(uint32_t tree)
{
	struct mpl_handle *handle = mpl_forest_handle(tree);

	return handle ? mpl_sums_of(handle->tree.root_word) : 0;
}

uint64_t mpl_contents(uint32_t tree)
{
	struct mpl_handle *handle = mpl_forest_handle(tree);

	return handle ? mpl_census_take(handle->tree.root_word).contents : 0;
}

const struct mpl_facts_record *mpl_facts(uint32_t tree)
{
	struct mpl_handle *handle = mpl_forest_handle(tree);
	struct mpl_census census;

	if (!handle)
		return NULL;
	census = mpl_census_count(handle->tree.root_word);
	facts = (struct mpl_facts_record){mt_height(&handle->tree), census.nodes, census.leaves, census.entries};
	return &facts;
}

static struct mpl_validate_tree to_validate(const struct mpl_tree_record *about)
{
	return (struct mpl_validate_tree){about->root, about->address, about->flags, about->bulk_loaded};
}

uint32_t mpl_validate(uint32_t tree)
{
	const struct mpl_tree_record *about = mpl_tree_info(tree);
	struct mpl_validate_tree subject;

	if (!about)
		return 0;
	subject = to_validate(about);
	return mpl_validate_tree(&subject, findings, MPL_FINDING_ROOM);
}

const struct mpl_facts_record *mpl_sound(uint32_t tree)
{
	const struct mpl_tree_record *about = mpl_tree_info(tree);
	struct mpl_validate_counts counts;
	struct mpl_validate_tree subject;

	if (!about)
		return NULL;
	subject = to_validate(about);
	if (!mpl_validate_sound(&subject, &counts))
		return NULL;
	facts = (struct mpl_facts_record){mt_height(&mpl_forest_handle(tree)->tree), counts.nodes, counts.leaves,
	                                  counts.entries};
	return &facts;
}

const struct mpl_finding *mpl_findings(void) { return findings; }

uint32_t mpl_ranges(uint32_t tree, uint64_t from, uint32_t most)
{
	struct mpl_handle *handle = mpl_forest_handle(tree);
	uint32_t room = most < MPL_RANGE_ROOM ? most : MPL_RANGE_ROOM;

	return handle ? mpl_census_ranges(handle->tree.root_word, from, ranges, room) : 0;
}

const struct mpl_range_record *mpl_range_buffer(void) { return ranges; }
