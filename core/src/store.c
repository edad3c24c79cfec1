// SPDX-License-Identifier: GPL-2.0-or-later
//
// The steps of one store, and the states that carry them. See store.h.
//
//     decide  --->  need  --->  run  --->  release
//        ^            | refused
//        +-- retry ---+
//
// Before 'run' nothing of the tree has changed; after it, nothing can fail.

#include "store.h"

#include "bulk.h"
#include "check.h"
#include "leaf.h"
#include "prealloc.h"
#include "root.h"
#include "span.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_STORE

static bool run_type(struct mpl_write *write)
{
	switch (write->mas->store_type) {
	case wr_exact_fit:
		mpl_leaf_exact_fit(write);
		return true;
	case wr_slot_store:
		mpl_leaf_slot_store(write);
		return true;
	case wr_append:
		mpl_leaf_append(write);
		return true;
	case wr_node_store:
		return mpl_leaf_node_store(write);
	case wr_split_store:
		return write->policy->split(write);
	case wr_rebalance:
		return write->policy->rebalance(write);
	case wr_spanning_store:
		return mpl_span_store(write);
	case wr_new_root:
		return mpl_root_new(write);
	case wr_store_root:
		return mpl_root_store(write);
	case wr_invalid:
		break;
	}
	MPL_UNREACHABLE();
}

uint32_t mpl_store_counts[wr_slot_store + 1];

// For reports, like the decisions (decide.c).
static void count_store(const struct mpl_write *write, enum store_type type)
{
#if MPL_EVENTS
	mpl_store_counts[type]++;
	mpl_decide_stored(write);
#else
	(void)write;
	(void)type;
#endif
}

bool mpl_store_run(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	enum store_type type = mas->store_type;
	uint8_t flags = mas->mas_flags;

	if (run_type(write)) {
		count_store(write, type);
		return true;
	}
	mas->mas_flags = flags;
	if (flags & MPL_STATE_AT_USE) {
		mas->mas_flags &= (uint8_t)~MPL_STATE_PREALLOC;
		mpl_prealloc_miss(mas);
	}
	mpl_walk_fail(mas, -MPL_ENOMEM);
	return false;
}

// Decides, and for reports notes how many nodes every release would request.
static inline void decide(struct mpl_write *write, enum mpl_purpose purpose)
{
	mpl_decide(write, purpose);
#if MPL_EVENTS
	for (unsigned i = 0; i < MPL_RELEASES; i++)
		mpl_last_decision.pre_by[i] = (int)mpl_policies[i].store_request(write);
#endif
}

// Fills the reserve for a store that was decided on, or leaves that to its nodes. A state with nodes that
// mas_preallocate() obtained requests no more (prealloc.c). Where another store needs more, Linux crashes
// (S-Q6): the reserve counts as any other then.
static inline bool provide(const struct mpl_write *write)
{
	const struct mpl_policy *policy = write->policy;
	struct ma_state *mas = write->mas;
	unsigned needed = write->nodes_needed;

	if (!needed && !mas->prealloc_word)
		return true;
	if (policy->time == MPL_REQUEST_AT_USE) {
		mas->mas_flags |= MPL_STATE_AT_USE;
		needed = 0;
	}
	if (mpl_prealloc_held(mas) < needed)
		mas->mas_flags &= (uint8_t)~MPL_STATE_PREALLOC;
	if (mpl_prealloc_need(mas, needed, policy->shape, MPL_NOWAIT))
		return true;
	mpl_walk_fail(mas, -MPL_ENOMEM);
	return false;
}

// One attempt of a store; false if it was refused nodes and may retry. If a filled reserve was too small, the store
// ends with the state in error.
static inline bool attempt(struct mpl_write *write)
{
	decide(write, MPL_TO_STORE);
	if (!provide(write))
		return false;
	return mpl_store_run(write) || write->policy->time == MPL_REQUEST_BEFORE_WRITE;
}

static bool is_occupied(const struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	bool walked = mas->store_type != wr_new_root && mas->store_type != wr_store_root;

	if (mas->store_type == wr_spanning_store)
		return true;
	return walked && (mpl_node_at(mas->node_word)->range.slot[mas->offset] || mas->last > write->r_max);
}

int mpl_store_insert(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;

	if (mas->status == ma_start && mpl_walk_start(mas))
		return -MPL_EEXIST;
	decide(write, MPL_TO_STORE);
	if (write->policy->insert == MPL_INSERT_LOOKS_FIRST && is_occupied(write))
		return -MPL_EEXIST;
	if (!provide(write))
		return -MPL_ENOMEM;
	if (is_occupied(write))
		return -MPL_EEXIST;
	return mpl_store_run(write) ? 0 : -MPL_ENOMEM;
}

static bool covers_all(const struct ma_state *mas)
{
	return mas->index == 0 && mas->last == MPL_INDEX_MAX;
}

// Requests the pending nodes. A caller that may wait drops the tree's lock meanwhile, so the tree may change.
static void ask_again(struct ma_state *mas, gfp_t gfp)
{
	bool may_wait = gfpflags_allow_blocking(gfp);
	bool unlock = may_wait && !mt_external_lock(mas->tree) && spin_is_locked(&mas->tree->ma_lock);

	if (unlock)
		mas_unlock(mas);
	mpl_prealloc_fill(mas, mpl_policies_of(mas->tree)->shape, may_wait ? MPL_MAY_WAIT : MPL_NOWAIT);
	if (unlock)
		mas_lock(mas);
}

// A range that ends before it begins is refused; Linux damages the tree (W-6).
static bool is_backwards(struct ma_state *mas)
{
	if (mas->index <= mas->last)
		return false;
	mpl_walk_fail(mas, -MPL_EINVAL);
	return true;
}

// Linux goes on as long as one node is reserved; here a bound, or the end of memory, ends the loop with nothing
// changed.
bool mas_nomem(struct ma_state *mas, gfp_t gfp)
{
	if (mas->status != ma_error || xa_err(mas->node) != -MPL_ENOMEM)
		return false;
	if (mpl_slab_worn_out()) {
		mpl_walk_fail(mas, -MPL_ERETRY);
		return false;
	}
	ask_again(mas, gfp);
	if (!mpl_prealloc_held(mas))
		return false;
	if (mpl_prealloc_pending(mas) && mpl_slab_is_full())
		return false;
	MPL_EVENT(retry, NULL, MPL_NO_SLOT, (uint32_t)mpl_prealloc_held(mas), mpl_prealloc_pending(mas), 0);
	mas_reset(mas);
	return true;
}

int mas_store_gfp(struct ma_state *mas, mpl_entry entry, gfp_t gfp)
{
	struct mpl_write write;
	uint64_t index = mas->index;
	uint64_t last = mas->last;
	int error = 0;

	mpl_store_begin(&write, mas, entry);
	while (!is_backwards(mas)) {
		if (attempt(&write) || !mas_nomem(mas, gfp))
			break;
		if (!write.entry)
			__mas_set_range(mas, index, last);
	}
	if (mas_is_err(mas))
		error = xa_err(mas->node);
	mas_destroy(mas);
	return error;
}

mpl_entry mas_store(struct ma_state *mas, mpl_entry entry)
{
	struct mpl_write write;
	bool prealloc = mas->mas_flags & MPL_STATE_PREALLOC;

	mpl_store_begin(&write, mas, entry);
	if (is_backwards(mas))
		return MPL_WORD_ENTRY(0);
	decide(&write, MPL_TO_STORE);
	if (!prealloc && !provide(&write))
		return MPL_WORD_ENTRY(0);
	if (!mpl_store_run(&write))
		return MPL_WORD_ENTRY(0);
	if (!prealloc)
		mas_destroy(mas);
	return MPL_WORD_ENTRY(write.content);
}

int mas_preallocate(struct ma_state *mas, mpl_entry entry, gfp_t gfp)
{
	struct mpl_write write;
	enum mpl_wait wait = gfpflags_allow_blocking(gfp) ? MPL_MAY_WAIT : MPL_NOWAIT;

	mpl_store_begin(&write, mas, entry);
	if (is_backwards(mas))
		return -MPL_EINVAL;
	decide(&write, MPL_TO_PREALLOCATE);
	if (write.nodes_needed) {
		mas->mas_flags &= (uint8_t)~MPL_STATE_PREALLOC;
		if (!mpl_prealloc_need(mas, write.nodes_needed, write.policy->shape, wait)) {
			mas_destroy(mas);
			mas_reset(mas);
			return -MPL_ENOMEM;
		}
	}
	mas->mas_flags |= MPL_STATE_PREALLOC;
	return 0;
}

// The prepared type does not fit the place (rule "prepared store"): a new decision from the root, and what is missing
// without waiting.
static void store_anew(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;

	if (is_backwards(mas))
		return;
	mas->mas_flags &= (uint8_t)~MPL_STATE_PREALLOC;
	mas_reset(mas);
	attempt(write);
}

void mas_store_prealloc(struct ma_state *mas, mpl_entry entry)
{
	struct mpl_write write;
	bool at_limit = mas->status == ma_overflow || mas->status == ma_underflow;
	enum maple_status status = mas->status;

	mpl_store_begin(&write, mas, entry);
	if (mpl_decide_again(&write)) {
		mpl_store_run(&write);
		// A limit that was met stays met, unless the store itself made the leaf.
		if (at_limit && mas->status == ma_active && mas->store_type != wr_store_root && !covers_all(mas))
			mas->status = status;
	} else {
		store_anew(&write);
	}
	mas_destroy(mas);
}

// Returns the entry found, even if memory then ran out and it could not be removed.
mpl_entry mas_erase(struct ma_state *mas)
{
	struct mpl_write write;
	uint64_t index = mas->index;
	uint64_t found;

	mpl_store_begin(&write, mas, MPL_WORD_ENTRY(0));
	do {
		__mas_set_range(mas, index, mas->last);
		found = mpl_walk_to_index(mas);
		if (mas->status == ma_active || found)
			mpl_walk_take_range(mas);
		if (!found)
			break;
		mas_reset(mas);
	} while (!attempt(&write) && mas_nomem(mas, GFP_KERNEL));
	mas_destroy(mas);
	return MPL_WORD_ENTRY(found);
}

// A failed load leaves the state in error although its place is restored, as in Linux (N-Q6).
int mas_expected_entries(struct ma_state *mas, uint64_t count)
{
	const struct mpl_policy *policy = mpl_policies_of(mas->tree);
	uint64_t node_word = mas->node_word;

	if (mt_in_rcu(mas->tree) || !(policy->calls & MPL_HAS_BULK_LOAD))
		return -MPL_EINVAL;
	mas->mas_flags |= MPL_STATE_BULK;
	if (count < MPL_BULK_ENTRIES_MAX &&
	    mpl_prealloc_need(mas, mpl_bulk_estimate(mas->tree, count), policy->shape, MPL_MAY_WAIT)) {
		mas->mas_flags |= MPL_STATE_PREALLOC;
		return 0;
	}
	mas_destroy(mas);
	mas->status = ma_error;
	mas->node_word = node_word;
	return -MPL_ENOMEM;
}

void mas_destroy(struct ma_state *mas)
{
	if (mas->mas_flags & MPL_STATE_REBALANCE) {
		enum maple_status status = mas->status;
		uint64_t node_word = mas->node_word;

		mpl_bulk_even_out(mas);
		if (status == ma_error) {
			mas->status = status;
			mas->node_word = node_word;
		}
	}
	mas->mas_flags = 0;
	if (mas->prealloc_word)
		mpl_prealloc_release(mas);
	mpl_slab_settle();
}
