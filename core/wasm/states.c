// SPDX-License-Identifier: GPL-2.0-or-later
//
// States kept from one operation to the next, as a caller of mas_next() or mas_preallocate() keeps one in a
// variable. See calls.h.
//
//     open -> set, move, prepare, store, search ... -> close
//
// A state does not notice other writes, so its node may have been freed by the time it is used again. Linux
// would then read freed memory. A state here remembers the id of its node; when that node is no longer in use, the
// state first forgets its place and reports that ('lost').

#include "states.h"

#include "operation.h"
#include "readers.h"

#include "../src/prealloc.h"
#include "../src/slab.h"
#include "../src/walk.h"

#include <string.h>

struct state {
	struct ma_state mas;
	uint64_t word; // The result of its last move.
	uint64_t node; // Id of the node it stood on after its last use, 0 for none.
	uint32_t tree; // 0: no state.
	uint32_t lost; // Its last use found that node gone.
};

// A snapshot contains the first 'used' states.
static struct {
	uint32_t used; // Numbers ever in use.
	uint32_t padding;
	struct state state[MPL_STATES];
} table;

static struct mpl_state_record info;

static struct state *state_of(uint32_t number)
{
	if (!number || number > table.used || !table.state[number - 1].tree)
		return NULL;
	return &table.state[number - 1];
}

// ---- Where it stands ----

// The node that a state stands on, if that node has not been replaced since.
static const struct mpl_node *node_of(const struct state *state)
{
	const struct mpl_node *node;

	if (!mpl_walk_on_node(&state->mas) || !mpl_slab_holds(state->mas.node_word))
		return NULL;
	node = mpl_node_at(state->mas.node_word);
	return mpl_slab_id(node) == state->node && !mpl_walk_is_dead(node) ? node : NULL;
}

static void remember(struct state *state)
{
	bool placed = mpl_walk_on_node(&state->mas) && mpl_slab_holds(state->mas.node_word);

	state->node = placed ? mpl_slab_id(mpl_node_at(state->mas.node_word)) : 0;
}

// Call this before using a state: without its node it has no place.
static void find_again(struct state *state)
{
	state->lost = mpl_walk_on_node(&state->mas) && !node_of(state);
	if (state->lost)
		mas_reset(&state->mas);
}

const struct mpl_state_record *mpl_state_info(uint32_t number)
{
	const struct state *state = state_of(number);
	const struct mpl_node *node;

	if (!state)
		return NULL;
	node = node_of(state);
	info = (struct mpl_state_record){
		.index = state->mas.index,
		.last = state->mas.last,
		.min = state->mas.min,
		.max = state->mas.max,
		.status = (int32_t)state->mas.status,
		.node = state->node,
		.offset = state->mas.offset,
		.end = state->mas.end,
		.real_end = -1,
		.held = (uint32_t)mpl_prealloc_held(&state->mas),
		.store_type = (int32_t)state->mas.store_type,
		.gone = state->node && !node,
		.lost = state->lost,
		.tree = state->tree,
	};
	if (node) {
		enum mpl_kind kind = mpl_node_kind(state->mas.node_word);

		info.inner = kind != MPL_KIND_LEAF;
		info.real_end = (int32_t)mpl_node_end(node, kind, state->mas.max);
	}
	return &info;
}

// ---- One use is one operation ----

static struct mpl_handle *begin(struct state *state)
{
	struct mpl_handle *handle;

	if (!state)
		return mpl_operation_begin_on(NULL, 0, 0);
	handle = mpl_operation_begin(state->tree, state->mas.index, state->mas.last);
	if (handle)
		find_again(state);
	return handle;
}

static void report(struct state *state)
{
	remember(state);
	mpl_step.status = (int32_t)state->mas.status;
}

static int32_t end(struct state *state, struct mpl_handle *handle, int32_t ret)
{
	mpl_step.index = state->mas.index;
	mpl_step.last = state->mas.last;
	report(state);
	return mpl_operation_end(handle, ret);
}

int32_t mpl_state_open(uint32_t tree)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, 0, 0);
	uint32_t at = 0;

	if (!handle)
		return mpl_step.ret;
	while (at < table.used && table.state[at].tree)
		at++;
	if (at == MPL_STATES)
		return mpl_operation_end(handle, -MPL_ENOMEM);
	if (at == table.used)
		table.used++;
	memset(&table.state[at], 0, sizeof(table.state[at]));
	table.state[at].tree = tree;
	mas_init(&table.state[at].mas, &handle->tree, 0);
	return end(&table.state[at], handle, (int32_t)at + 1);
}

static void let_go(struct state *state)
{
	mas_destroy(&state->mas);
	memset(state, 0, sizeof(*state));
}

int32_t mpl_state_close(uint32_t number)
{
	struct state *state = state_of(number);
	// Also on a corrupted tree: the preallocated nodes are not part of it.
	struct mpl_handle *handle = mpl_operation_begin_on(state ? mpl_forest_handle(state->tree) : NULL, 0, 0);

	if (!handle)
		return mpl_step.ret;
	mpl_step.index = state->mas.index;
	mpl_step.last = state->mas.last;
	let_go(state);
	return mpl_operation_end(handle, 0);
}

int32_t mpl_state_set(uint32_t number, uint32_t how, uint64_t first, uint64_t last)
{
	struct state *state = state_of(number);
	struct mpl_handle *handle = begin(state);

	if (!handle)
		return mpl_step.ret;
	if (how > MPL_STATE_PAUSE || first > last)
		return end(state, handle, -MPL_EINVAL);
	if (how == MPL_STATE_SET)
		mas_set_range(&state->mas, first, last);
	else if (how == MPL_STATE_AIM) {
		state->mas.index = first;
		state->mas.last = last;
	} else if (how == MPL_STATE_RESET)
		mas_reset(&state->mas);
	else
		mas_pause(&state->mas);
	return end(state, handle, 0);
}

// An iteration with a state ended.
static void note_moved(struct ma_state *mas, uint64_t word)
{
	for (uint32_t i = 0; i < table.used; i++) {
		if (mas != &table.state[i].mas)
			continue;
		table.state[i].word = word;
		remember(&table.state[i]);
	}
}

int32_t mpl_state_resume(uint32_t number)
{
	struct state *state = state_of(number);
	struct mpl_handle *handle = begin(state);

	if (!handle)
		return mpl_step.ret;
	mpl_cursor_on(handle, &state->mas, state->word, note_moved);
	return 0;
}

int32_t mpl_state_prepare(uint32_t number, uint64_t word)
{
	struct state *state = state_of(number);
	struct mpl_handle *handle = begin(state);
	int ret;

	if (!handle)
		return mpl_step.ret;
	ret = mas_preallocate(&state->mas, MPL_WORD_ENTRY(word), GFP_KERNEL);
	mpl_step.reserved = (uint32_t)mpl_prealloc_held(&state->mas);
	return end(state, handle, ret);
}

int32_t mpl_state_store(uint32_t number, uint64_t word, uint32_t prepared)
{
	struct state *state = state_of(number);
	struct mpl_handle *handle = begin(state);
	enum store_type type;
	int ret = 0;

	if (!handle)
		return mpl_step.ret;
	if (state->mas.index > state->mas.last)
		return end(state, handle, -MPL_EINVAL);
	mpl_step.reserved = (uint32_t)mpl_prealloc_held(&state->mas);
	type = state->mas.store_type;
	if (prepared) {
		mas_store_prealloc(&state->mas, MPL_WORD_ENTRY(word));
		ret = mas_is_err(&state->mas) ? xa_err(state->mas.node) : 0;
	} else
		ret = mas_store_gfp(&state->mas, MPL_WORD_ENTRY(word), GFP_KERNEL);
	report(state);
	mpl_operation_end_write(handle, ret, word);
	// A prepared store is not decided again if it still fits.
	if (prepared && !ret && mpl_step.store_type <= wr_invalid)
		mpl_step.store_type = (int32_t)type;
	return ret;
}

int32_t mpl_state_search(uint32_t number, uint64_t min, uint64_t max, uint64_t size, uint32_t rev)
{
	struct state *state = state_of(number);
	struct mpl_handle *handle = begin(state);
	int ret;

	if (!handle)
		return mpl_step.ret;
	ret = rev ? mas_empty_area_rev(&state->mas, min, max, size) : mas_empty_area(&state->mas, min, max, size);
	return end(state, handle, ret);
}

int32_t mpl_state_erase(uint32_t number)
{
	struct state *state = state_of(number);
	struct mpl_handle *handle = begin(state);

	if (!handle)
		return mpl_step.ret;
	mpl_step.value = MPL_ENTRY_WORD(mas_erase(&state->mas));
	return end(state, handle, mas_is_err(&state->mas) ? xa_err(state->mas.node) : 0);
}

int32_t mpl_state_cyclic(uint32_t number, uint64_t min, uint64_t max, uint64_t word)
{
	struct state *state = state_of(number);
	struct mpl_handle *handle = begin(state);
	uint64_t start = 0;
	int ret;

	if (!handle)
		return mpl_step.ret;
	ret = mas_alloc_cyclic(&state->mas, &start, MPL_WORD_ENTRY(word), min, max, &handle->next, GFP_KERNEL);
	end(state, handle, ret);
	if (ret >= 0)
		mpl_step.index = mpl_step.last = start;
	return ret;
}

int32_t mpl_state_release(uint32_t number)
{
	struct state *state = state_of(number);
	struct mpl_handle *handle = begin(state);

	if (!handle)
		return mpl_step.ret;
	mas_destroy(&state->mas);
	return end(state, handle, 0);
}

// ---- For the other files ----

uint32_t mpl_states_held(void)
{
	uint32_t held = 0;

	for (uint32_t i = 0; i < table.used; i++)
		held += table.state[i].tree ? (uint32_t)mpl_prealloc_held(&table.state[i].mas) : 0;
	return held;
}

void mpl_states_leave(uint32_t tree)
{
	for (uint32_t i = 0; i < table.used; i++)
		if (table.state[i].tree == tree)
			let_go(&table.state[i]);
}

void *mpl_states_table(uint32_t *bytes)
{
	*bytes = (uint32_t)(offsetof(__typeof__(table), state) + table.used * sizeof(struct state));
	return &table;
}

void mpl_states_reset(void) { memset(&table, 0, sizeof(table)); }
