// SPDX-License-Identifier: GPL-2.0-or-later
//
// The frame around every operation. See operation.h.

#include "operation.h"

#include "decisions.h"
#include "photo.h"

#include "../src/decide.h"
#include "../src/destroy.h"
#include "../src/prealloc.h"
#include "../src/slab.h"
#include "../src/store.h"
#include "../src/trace.h"

#include <string.h>

struct mpl_step_record mpl_step;

static struct mpl_event_record events[MPL_EVENT_ROOM];
static const struct mpl_handle *opened;
static uint64_t handed_out_before;

static_assert(sizeof(mpl_step.store_counts) / sizeof(mpl_step.store_counts[0]) == wr_slot_store + 1,
              "one count for each store type");

#if MPL_EVENTS
static bool quiet;

// A state's position in a tree, and what it is about to do there.
static bool is_of_walk(unsigned kind)
{
	switch (kind) {
	case MPL_EVENT_descend:
	case MPL_EVENT_arrive:
	case MPL_EVENT_climb:
	case MPL_EVENT_sidestep:
	case MPL_EVENT_visited:
	case MPL_EVENT_type_chosen:
	case MPL_EVENT_null_widened: return true;
	default: return false;
	}
}

static void keep_event(const struct mpl_event_record *event)
{
	if (quiet && is_of_walk(event->kind))
		return;
	if (mpl_step.event_count < MPL_EVENT_ROOM)
		events[mpl_step.event_count] = *event;
	mpl_step.event_count++;
	mpl_photo_count_event();
}

static void listen(bool on)
{
	quiet = false;
	mpl_trace_hook = on ? keep_event : NULL;
}

void mpl_operation_quiet(void) { quiet = true; }
#else
static void listen(bool on) { (void)on; }
void mpl_operation_quiet(void) {}
#endif

// ---- Begin ----

static void begin(uint64_t first, uint64_t last)
{
	mpl_decided_operation();
	memset(&mpl_step, 0, sizeof(mpl_step));
	mpl_step.store_type = mpl_step.vacant_height = mpl_step.sufficient_height = -1;
	mpl_step.pre = mpl_step.pre_whole = mpl_step.pre_vacancy = -1;
	mpl_step.index = first;
	mpl_step.last = last;
	mpl_slab_begin();
	mpl_slab_destroy_by(mpl_destroy_subtree);
	mpl_decide_clear();
	mpl_prealloc_used = 0;
	memset(mpl_store_counts, 0, sizeof(mpl_step.store_counts));
	handed_out_before = mpl_slab_counters()->handed_out;
	listen(true);
}

static struct mpl_handle *refuse(int32_t ret)
{
	listen(false);
	mpl_step.ret = ret;
	mpl_step.live = mpl_slab_counters()->live;
	return NULL;
}

struct mpl_handle *mpl_operation_begin_on(struct mpl_handle *handle, uint64_t first, uint64_t last)
{
	if (opened) {
		mpl_step.ret = -MPL_EBUSY;
		return NULL;
	}
	begin(first, last);
	return handle ? handle : refuse(-MPL_EINVAL);
}

struct mpl_handle *mpl_operation_begin(uint32_t tree, uint64_t first, uint64_t last)
{
	struct mpl_handle *handle = mpl_operation_begin_on(mpl_forest_handle(tree), first, last);

	return handle && handle->corruptions ? refuse(-MPL_EBUSY) : handle;
}

// ---- End ----

int32_t mpl_operation_end(struct mpl_handle *handle, int32_t ret)
{
	const struct mpl_slab_counters *counters = mpl_slab_counters();

	mpl_slab_grace();
	listen(false);
	if (!handle->tree.root_word)
		handle->bulk_loaded = 0;
	mpl_step.ret = ret;
	mpl_step.store_type = mpl_last_decision.store_type;
	mpl_step.vacant_height = mpl_last_decision.vacant_height;
	mpl_step.sufficient_height = mpl_last_decision.sufficient_height;
	mpl_step.pre = mpl_last_decision.pre;
	mpl_step.pre_vacancy = mpl_last_decision.pre_by[MPL_RELEASE_6_16];
	mpl_step.pre_whole = mpl_last_decision.pre_by[MPL_RELEASE_6_16_WHOLE_HEIGHT];
	mpl_step.used = ret < 0 ? 0 : mpl_prealloc_used;
	mpl_step.request_count = counters->op_requests;
	mpl_step.requested_nodes = counters->op_nodes_requested;
	mpl_step.freed = counters->op_freed;
	mpl_step.deferred = counters->op_deferred;
	mpl_step.live = counters->live;
	mpl_step.height = mt_height(&handle->tree);
	mpl_step.next = handle->next;
	return ret;
}

int32_t mpl_operation_end_write(struct mpl_handle *handle, int32_t ret, uint64_t word)
{
	MA_STATE(mas, &handle->tree, mpl_step.index, mpl_step.index);

	mpl_operation_end(handle, ret);
	if (ret >= 0 && !word) {
		mas_walk(&mas);
		mpl_step.index = mas.index;
		mpl_step.last = mas.last;
	}
	return ret;
}

// ---- Operations of several calls ----

void mpl_operation_open(const struct mpl_handle *handle) { opened = handle; }
void mpl_operation_close(void) { opened = NULL; }

bool mpl_operation_is_open(const struct mpl_handle *handle) { return handle ? opened == handle : opened != NULL; }

void mpl_operation_reset(void)
{
	listen(false);
	mpl_decide_clear();
	mpl_photo_reset();
	mpl_decided_reset();
	opened = NULL;
	memset(&mpl_forest, 0, sizeof(mpl_forest));
	memset(&mpl_step, 0, sizeof(mpl_step));
}

const struct mpl_event_record *mpl_operation_events(void) { return events; }
uint32_t mpl_operation_handed_out(void)
{
	return (uint32_t)(mpl_slab_counters()->handed_out - handed_out_before);
}
