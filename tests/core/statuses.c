// SPDX-License-Identifier: GPL-2.0-or-later
//
// See states.h. A function is a row of the table for each status: a limit that may end it at once, a change of the
// range, and how it goes on.

#include "statuses.h"

const char *const function_names[FUNCTIONS] = {"find",     "find_range",     "next", "next_range",
                                               "find_rev", "find_range_rev", "prev", "prev_range"};

enum family { F_FIND, F_NEXT, F_FIND_REV, F_PREV, FAMILIES };

enum guard { NO_GUARD, LAST_AT_MAX, INDEX_AT_MAX, INDEX_AT_MIN };
enum change { NO_CHANGE, LAST_PLUS_ONE, INDEX_IS_LAST, INDEX_MINUS_ONE, LAST_IS_INDEX };
enum onward {
	NOTHING,  // NULL, as it is.
	STEP,     // From where it stands; if it never stood anywhere, as from start (Q1).
	WALK,     // To the index, and on from there.
	OFFER,    // To the index; what is there is the result, else on from there.
	GO,       // The same, unless the index is beyond the limit.
	AFTER,    // On as after a walk.
};

#define KEEP ((enum maple_status)99)

struct row {
	enum guard guard;
	enum maple_status stopped; // Status when the guard ends it.
	enum change change;
	enum onward onward;
};

static const struct row table[FAMILIES][8] = {
	[F_NEXT] = {
		[ma_active] = {LAST_AT_MAX, ma_overflow, NO_CHANGE, STEP},
		[ma_start] = {LAST_AT_MAX, ma_overflow, NO_CHANGE, WALK},
		[ma_root] = {LAST_AT_MAX, ma_overflow, NO_CHANGE, AFTER},
		[ma_none] = {LAST_AT_MAX, ma_overflow, NO_CHANGE, WALK},
		[ma_pause] = {LAST_AT_MAX, ma_overflow, NO_CHANGE, WALK},
		[ma_overflow] = {LAST_AT_MAX, ma_overflow, NO_CHANGE, STEP},
		[ma_underflow] = {LAST_AT_MAX, ma_overflow, NO_CHANGE, OFFER},
		[ma_error] = {LAST_AT_MAX, ma_overflow, NO_CHANGE, NOTHING},
	},
	[F_PREV] = {
		[ma_active] = {INDEX_AT_MIN, ma_underflow, NO_CHANGE, STEP},
		[ma_start] = {INDEX_AT_MIN, ma_underflow, NO_CHANGE, WALK},
		[ma_root] = {INDEX_AT_MIN, ma_underflow, NO_CHANGE, AFTER},
		[ma_none] = {INDEX_AT_MIN, ma_underflow, NO_CHANGE, WALK},
		[ma_pause] = {INDEX_AT_MIN, ma_underflow, NO_CHANGE, WALK},
		[ma_overflow] = {INDEX_AT_MIN, ma_underflow, NO_CHANGE, OFFER},
		[ma_underflow] = {INDEX_AT_MIN, ma_underflow, NO_CHANGE, STEP},
		[ma_error] = {INDEX_AT_MIN, ma_underflow, NO_CHANGE, NOTHING},
	},
	[F_FIND] = {
		[ma_active] = {LAST_AT_MAX, KEEP, NO_CHANGE, STEP},
		[ma_start] = {NO_GUARD, KEEP, NO_CHANGE, GO},
		[ma_root] = {NO_GUARD, KEEP, NO_CHANGE, AFTER},
		[ma_none] = {LAST_AT_MAX, KEEP, INDEX_IS_LAST, GO},
		[ma_pause] = {LAST_AT_MAX, KEEP, LAST_PLUS_ONE, GO},
		[ma_overflow] = {LAST_AT_MAX, KEEP, NO_CHANGE, OFFER},
		[ma_underflow] = {INDEX_AT_MAX, ma_overflow, NO_CHANGE, OFFER},
		[ma_error] = {NO_GUARD, KEEP, NO_CHANGE, NOTHING},
	},
	[F_FIND_REV] = {
		[ma_active] = {NO_GUARD, KEEP, NO_CHANGE, STEP},
		[ma_start] = {NO_GUARD, KEEP, NO_CHANGE, GO},
		[ma_root] = {NO_GUARD, ma_none, NO_CHANGE, NOTHING},
		[ma_none] = {INDEX_AT_MIN, KEEP, LAST_IS_INDEX, GO},
		[ma_pause] = {INDEX_AT_MIN, ma_underflow, INDEX_MINUS_ONE, GO},
		[ma_overflow] = {INDEX_AT_MIN, ma_underflow, NO_CHANGE, STEP},
		[ma_underflow] = {INDEX_AT_MIN, KEEP, NO_CHANGE, STEP},
		[ma_error] = {NO_GUARD, KEEP, NO_CHANGE, NOTHING},
	},
};

size_t states_cover(const struct states_tree *tree, uint64_t index)
{
	size_t low = 0, high = tree->count - 1;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (tree->range[middle].last < index)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void take(struct states *state, uint64_t index, uint64_t last, enum maple_status status)
{
	state->index = index;
	state->last = last;
	state->status = status;
}

static uint64_t stand_on(struct states *state, const struct states_tree *tree, size_t place)
{
	state->placed = true;
	state->place = place;
	take(state, tree->range[place].first, tree->range[place].last, ma_active);
	return tree->range[place].word;
}

uint64_t states_walk(struct states *state, const struct states_tree *tree)
{
	if (tree->shape == NODES)
		return stand_on(state, tree, states_cover(tree, state->index));
	state->placed = false;
	if (tree->shape == EMPTY) {
		take(state, 0, UINT64_MAX, ma_none);
		return 0;
	}
	if (state->index) {
		take(state, 1, UINT64_MAX, ma_none);
		return 0;
	}
	take(state, 0, 0, ma_root);
	return tree->range[0].word;
}

// ---- One call ----

struct call {
	const struct states_tree *tree;
	struct states *state;
	enum family family;
	bool gaps_too; // The _range forms stop at gaps.
	uint64_t limit;
	enum maple_status entered; // The status at entry.
};

// FWD and BWD of section 3.
static uint64_t step_over(const struct call *call)
{
	struct states *state = call->state;
	bool forward = call->family == F_FIND || call->family == F_NEXT;

	state->status = ma_active;
	for (;;) {
		const struct states_range *at = &call->tree->range[state->place];
		uint64_t word;

		if (forward ? at->last >= call->limit : at->first <= call->limit) {
			state->status = forward ? ma_overflow : ma_underflow;
			return 0;
		}
		word = stand_on(state, call->tree, forward ? state->place + 1 : state->place - 1);
		if (word || call->gaps_too)
			return word;
	}
}

static uint64_t step(const struct call *call)
{
	uint64_t word;

	if (call->family == F_FIND_REV && call->state->index < call->limit) {
		call->state->status = ma_active;
		return 0;
	}
	word = step_over(call);
	if (call->family == F_FIND && !call->gaps_too)
		call->state->status = ma_active;
	return word;
}

// What is done on a tree without nodes, once the state is at its root or at nothing.
static uint64_t after_without_nodes(const struct call *call)
{
	struct states *state = call->state;
	uint64_t root = call->tree->shape == SINGLE ? call->tree->range[0].word : 0;

	switch (call->family) {
	case F_FIND:
		if (state->status == ma_root)
			take(state, 1, UINT64_MAX, ma_none);
		return 0;
	case F_NEXT:
		if (state->status == ma_root && call->entered == ma_none && !state->index)
			take(state, 0, 0, ma_root);
		else if (state->status == ma_root)
			take(state, 1, UINT64_MAX, ma_none);
		return 0;
	case F_PREV:
		if (state->status == ma_none && !state->index)
			return 0;
		take(state, 0, 0, ma_root);
		return root;
	default:
		take(state, 0, 0, ma_root);
		return root;
	}
}

static uint64_t after(const struct call *call)
{
	if (call->state->status != ma_active)
		return after_without_nodes(call);
	if (call->family == F_FIND && call->state->index == call->limit)
		return 0;
	return step(call);
}

static bool guarded(const struct call *call, enum guard guard)
{
	return (guard == LAST_AT_MAX && call->state->last >= call->limit) ||
	       (guard == INDEX_AT_MAX && call->state->index >= call->limit) ||
	       (guard == INDEX_AT_MIN && call->state->index <= call->limit);
}

static void change(struct states *state, enum change change)
{
	if (change == LAST_PLUS_ONE)
		state->index = ++state->last;
	else if (change == INDEX_IS_LAST)
		state->index = state->last;
	else if (change == INDEX_MINUS_ONE)
		state->last = --state->index;
	else if (change == LAST_IS_INDEX)
		state->last = state->index;
}

static bool beyond(const struct call *call)
{
	return call->family == F_FIND ? call->state->index > call->limit : call->state->index < call->limit;
}

static uint64_t go_on(struct call *call, enum onward onward)
{
	struct states *state = call->state;
	uint64_t word;

	switch (onward) {
	case NOTHING:
		return 0;
	case STEP:
		return step(call);
	case AFTER:
		return after(call);
	case GO:
		if (beyond(call)) {
			state->status = ma_start;
			state->placed = false;
			return 0;
		}
		break;
	case WALK:
	case OFFER:
		break;
	}
	word = states_walk(state, call->tree);
	return word && onward != WALK ? word : after(call);
}

uint64_t states_move(struct states *state, const struct states_tree *tree, enum function function, uint64_t limit)
{
	struct call call = {tree, state, (enum family)(function / 2), function % 2, limit, state->status};
	const struct row *row = &table[call.family][state->status];

	if (guarded(&call, row->guard)) {
		if (row->stopped != KEEP)
			state->status = row->stopped;
		return 0;
	}
	if (row->onward == STEP && !state->placed) {
		call.entered = ma_start;
		row = &table[call.family][ma_start];
	}
	if (row->onward == NOTHING && row->stopped != KEEP && row->guard == NO_GUARD)
		state->status = row->stopped;
	change(state, row->change);
	return go_on(&call, row->onward);
}

mpl_entry states_call(struct ma_state *mas, enum function function, uint64_t limit)
{
	static mpl_entry (*const calls[FUNCTIONS])(struct ma_state *, uint64_t) = {
		[FIND] = mas_find,         [FIND_RANGE] = mas_find_range,
		[NEXT] = mas_next,         [NEXT_RANGE] = mas_next_range,
		[FIND_REV] = mas_find_rev, [FIND_RANGE_REV] = mas_find_range_rev,
		[PREV] = mas_prev,         [PREV_RANGE] = mas_prev_range,
	};

	return calls[function](mas, limit);
}
