// SPDX-License-Identifier: GPL-2.0-or-later
//
// The functions that move a state from range to range: what each does in each status.
//
// A state is in the tree, or it is not; a step starts only from a slot, so a state that is not on one is first walked
// to its index:
//
//                    walk                          step                          limit met
//     start, pause, none  -->  active on a slot  ------->  active on the next  ------------>  overflow
//                    |                           <-------                                     underflow
//                    '-->  root (single entry)
//                    '-->  none (nothing there)
//
// What a pair of functions does is a table by status; the functions below are these tables, row by row. The odd rows
// are Linux's: they are called R-Q1 to R-Q18, core/README.md explains each, and tests/core/test_iterate.c has a
// test for each. In three cases that crash Linux the code below goes on: a state that stopped at a limit before it
// was ever on a node begins again (R-Q1), and so do states whose fields are stale (S-Q12, S-Q13).

#include "check.h"
#include "neighbour.h"

#define MPL_FILE MPL_FILE_ITER

static uint64_t stop(struct ma_state *mas, enum maple_status why)
{
	mas->status = why;
	return 0;
}

// ---- What the tables share ----

// Overflow and underflow go on from their slot without a walk. If there is none the state counts as new (R-Q1): a limit
// was met before the first walk, or the tree has no nodes.
static bool on_slot(struct ma_state *mas)
{
	if (!mpl_walk_on_node(mas))
		return false;
	mas->status = ma_active;
	return true;
}

// On the single entry, or beside it.
static uint64_t to_root(struct ma_state *mas)
{
	__mas_set_range(mas, 0, 0);
	mas->status = ma_root;
	mas->node_word = 0;
	return mpl_node_is_root_word(mas->tree->root_word) ? 0 : mas->tree->root_word;
}

static uint64_t past_root(struct ma_state *mas)
{
	__mas_set_range(mas, 1, MPL_INDEX_MAX);
	return stop(mas, ma_none);
}

// Before a step: a state on an inner node, whose slots contain no entries, walks to its index first (S-Q13).
static void to_leaf(struct ma_state *mas)
{
	enum maple_status status = mas->status;

	if (!mpl_walk_on_node(mas) || mpl_neighbour_on_leaf(mas))
		return;
	mpl_neighbour_walk(mas);
	if (mas->status == ma_active)
		mas->status = status;
}

// The end of every public move.
static mpl_entry moved(const struct ma_state *mas, uint64_t entry)
{
	MPL_EVENT(visited, mpl_walk_on_node(mas) ? mpl_node_at(mas->node_word) : NULL,
	          mpl_walk_on_node(mas) ? mas->offset : MPL_NO_SLOT, mas->status, mas->index, mas->last);
	return MPL_WORD_ENTRY(entry);
}

mpl_entry mas_walk(struct ma_state *mas) { return moved(mas, mpl_neighbour_walk(mas)); }

void mas_pause(struct ma_state *mas)
{
	mas->status = ma_pause;
	mas->node_word = 0;
}

// ---- Next ----

static uint64_t next(struct ma_state *mas, uint64_t max, bool empty)
{
	enum maple_status before;
	uint64_t entry = 0;

	if (mas->last >= max)
		return stop(mas, ma_overflow);
	to_leaf(mas);
	before = mas->status;
	switch (before) {
	case ma_active:
		return mpl_neighbour_forward(mas, max, empty);
	case ma_overflow:
		if (!on_slot(mas))
			mpl_neighbour_walk(mas);
		break;
	case ma_none:
	case ma_pause:
	case ma_start:
		mpl_neighbour_walk(mas);
		break;
	case ma_underflow:
		entry = mpl_neighbour_walk(mas);
		break;
	case ma_root:
		break;
	case ma_error:
		return 0;
	}
	if (entry)
		return entry;
	if (mas->status == ma_active)
		return mpl_neighbour_forward(mas, max, empty);
	if (mas->status == ma_none)
		return 0;
	if (before == ma_none && mas->index == 0) { // R-Q3
		__mas_set_range(mas, 0, 0);
		return 0;
	}
	return past_root(mas);
}

mpl_entry mas_next(struct ma_state *mas, uint64_t max)
{
	uint64_t entry = mpl_neighbour_near_right(mas, max);

	return moved(mas, entry ? entry : next(mas, max, false));
}

mpl_entry mas_next_range(struct ma_state *mas, uint64_t max) { return moved(mas, next(mas, max, true)); }

// ---- Previous ----

static uint64_t prev(struct ma_state *mas, uint64_t min, bool empty)
{
	uint64_t entry = 0;

	if (mas->index <= min)
		return stop(mas, ma_underflow);
	to_leaf(mas);
	if (mas->status == ma_root && mpl_node_is_root_word(mas->tree->root_word))
		mas_reset(mas); // Linux takes the root node for the entry at 0 (S-Q12).
	switch (mas->status) {
	case ma_active:
		return mpl_neighbour_backward(mas, min, empty);
	case ma_underflow:
		if (!on_slot(mas))
			mpl_neighbour_walk(mas);
		break;
	case ma_start:
	case ma_none:
	case ma_pause:
		mpl_neighbour_walk(mas);
		break;
	case ma_overflow:
		entry = mpl_neighbour_walk(mas);
		break;
	case ma_root:
		break;
	case ma_error:
		return 0;
	}
	if (entry)
		return entry;
	if (mas->status == ma_active)
		return mpl_neighbour_backward(mas, min, empty);
	if (mas->status == ma_none && mas->index == 0)
		return 0;
	return to_root(mas); // Whatever 'min' is: R-Q2.
}

mpl_entry mas_prev(struct ma_state *mas, uint64_t min)
{
	uint64_t entry = mpl_neighbour_near_left(mas, min);

	return moved(mas, entry ? entry : prev(mas, min, false));
}

mpl_entry mas_prev_range(struct ma_state *mas, uint64_t min) { return moved(mas, prev(mas, min, true)); }

// ---- Find ----

// mas_find() never reports the limit (R-Q18). A state that lost its tree keeps the status: it stands nowhere.
static inline uint64_t find_step(struct ma_state *mas, uint64_t max, bool empty)
{
	uint64_t entry = mpl_neighbour_forward(mas, max, empty);

	if (!empty && mpl_walk_on_node(mas))
		mas->status = ma_active;
	return entry;
}

// Everything but the first row: the state is not on a slot, or has to walk first.
static uint64_t find_begin(struct ma_state *mas, uint64_t max, bool empty)
{
	uint64_t entry;

	switch (mas->status) {
	case ma_error:
		return 0;
	case ma_pause:
		if (mas->last >= max)
			return 0;
		mas_set(mas, mas->last + 1);
		break;
	case ma_none:
		if (mas->last >= max)
			return 0;
		mas->index = mas->last;
		break;
	case ma_underflow:
		if (mas->index >= max)
			return stop(mas, ma_overflow); // R-Q12
		break;
	case ma_overflow:
		if (mas->last >= max)
			return 0;
		break;
	case ma_root:
		return past_root(mas);
	default:
		break;
	}
	if ((mas->status == ma_start || mas->status == ma_none) && mas->index > max) {
		mas_reset(mas);
		return 0;
	}
	entry = mpl_neighbour_walk(mas);
	if (entry)
		return entry;
	if (mas->status == ma_root)
		return past_root(mas);
	if (mas->status == ma_none || mas->index == max)
		return 0;
	return find_step(mas, max, empty);
}

static uint64_t find(struct ma_state *mas, uint64_t max, bool empty)
{
	if (mas->status != ma_active)
		return find_begin(mas, max, empty);
	if (mas->last >= max)
		return 0;
	to_leaf(mas);
	return mas->status == ma_active && mas->last < max ? find_step(mas, max, empty) : 0;
}

mpl_entry mas_find(struct ma_state *mas, uint64_t max)
{
	uint64_t entry = mpl_neighbour_near_right(mas, max);

	return moved(mas, entry ? entry : find(mas, max, false));
}

mpl_entry mas_find_range(struct ma_state *mas, uint64_t max) { return moved(mas, find(mas, max, true)); }

// ---- Find backwards ----

static uint64_t find_rev_begin(struct ma_state *mas, uint64_t min, bool empty)
{
	uint64_t entry;

	if (mas->index < min) {
		mas_reset(mas);
		return 0;
	}
	entry = mpl_neighbour_walk(mas);
	if (entry)
		return entry;
	if (mas->status == ma_none)
		return to_root(mas); // R-Q2; of an empty tree, too: R-Q4.
	return mas->index < min ? 0 : mpl_neighbour_backward(mas, min, empty);
}

static uint64_t find_rev(struct ma_state *mas, uint64_t min, bool empty)
{
	switch (mas->status) {
	case ma_active:
		break;
	case ma_start:
		return find_rev_begin(mas, min, empty);
	case ma_pause:
		if (mas->index <= min)
			return stop(mas, ma_underflow);
		mas_set(mas, mas->index - 1);
		return find_rev_begin(mas, min, empty);
	case ma_none:
		if (mas->index <= min)
			return 0;
		mas->last = mas->index;
		return find_rev_begin(mas, min, empty);
	case ma_overflow:
	case ma_underflow:
		if (mas->index <= min)
			return stop(mas, ma_underflow);
		if (!on_slot(mas))
			return find_rev_begin(mas, min, empty);
		break;
	case ma_root:
		return stop(mas, ma_none);
	case ma_error:
		return 0;
	}
	if (mas->index < min)
		return 0; // R-Q6
	to_leaf(mas);
	return mas->status == ma_active && mas->index >= min ? mpl_neighbour_backward(mas, min, empty) : 0;
}

mpl_entry mas_find_rev(struct ma_state *mas, uint64_t min)
{
	uint64_t entry = mpl_neighbour_near_left(mas, min);

	return moved(mas, entry ? entry : find_rev(mas, min, false));
}

mpl_entry mas_find_range_rev(struct ma_state *mas, uint64_t min) { return moved(mas, find_rev(mas, min, true)); }
