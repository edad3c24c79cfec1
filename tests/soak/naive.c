// SPDX-License-Identifier: GPL-2.0-or-later
//
// See naive.h. Its rows have the numbers of tests/core/statuses.h.

#include "naive.h"

bool naive_is_forward(enum naive_move move)
{
	return move == NAIVE_NEXT || move == NAIVE_FIND || move == NAIVE_NEXT_RANGE || move == NAIVE_FIND_RANGE;
}

void naive_start(struct naive *naive, uint64_t index)
{
	naive->status = ma_start;
	naive->placed = naive->dead = false;
	naive->index = naive->last = index;
}

static uint64_t set(struct naive *naive, uint64_t index, uint64_t last, enum maple_status status)
{
	naive->index = index;
	naive->last = last;
	naive->status = status;
	naive->placed = false;
	return 0;
}

static uint64_t end_with(struct naive *naive, enum maple_status status)
{
	naive->status = status;
	return 0;
}

static uint64_t root_entry(const struct naive *naive) { return oracle_at(naive->oracle, 0); }

// ---- The three moves of section 3 ----

static uint64_t walk(struct naive *naive)
{
	uint64_t word;

	if (naive->shape == NAIVE_EMPTY)
		return set(naive, 0, UINT64_MAX, ma_none);
	if (naive->shape == NAIVE_POINT && naive->index)
		return set(naive, 1, UINT64_MAX, ma_none);
	if (naive->shape == NAIVE_POINT) {
		set(naive, 0, 0, ma_root);
		return root_entry(naive);
	}
	word = oracle_walk(naive->oracle, naive->index, &naive->index, &naive->last);
	naive->status = ma_active;
	naive->placed = true;
	naive->dead = false;
	return word;
}

// From a dead leaf: to the last index seen on the way up, to the first on the way down.
static void walk_again(struct naive *naive, uint64_t index)
{
	if (naive->dead)
		oracle_walk(naive->oracle, index, &naive->index, &naive->last);
	naive->dead = false;
}

static uint64_t forward(struct naive *naive, uint64_t max, bool empty)
{
	walk_again(naive, naive->last);
	while (naive->last < max) {
		uint64_t word = oracle_walk(naive->oracle, naive->last + 1, &naive->index, &naive->last);

		if (word || empty)
			return word;
	}
	return end_with(naive, ma_overflow);
}

static uint64_t backward(struct naive *naive, uint64_t min, bool empty)
{
	walk_again(naive, naive->index);
	while (naive->index > min) {
		uint64_t word = oracle_walk(naive->oracle, naive->index - 1, &naive->index, &naive->last);

		if (word || empty)
			return word;
	}
	return end_with(naive, ma_underflow);
}

// ---- 4.1 and 4.2 ----

static uint64_t next(struct naive *naive, uint64_t max, bool empty)
{
	enum maple_status entry = naive->status;
	uint64_t word;

	if (naive->last >= max)
		return end_with(naive, ma_overflow);
	// Q1: no place without a walk; taken for a start.
	if (entry == ma_overflow)
		entry = naive->placed ? ma_active : ma_start;
	naive->status = entry;
	if (entry == ma_underflow) {
		word = walk(naive);
		if (word)
			return word;
	} else if (entry != ma_active && entry != ma_root) {
		walk(naive);
	}
	if (naive->status == ma_active)
		return forward(naive, max, empty);
	if (naive->status == ma_root)
		return entry == ma_none ? set(naive, 0, 0, ma_root) : set(naive, 1, UINT64_MAX, ma_none);
	return 0;
}

static uint64_t prev(struct naive *naive, uint64_t min, bool empty)
{
	enum maple_status entry = naive->status;
	uint64_t word;

	if (naive->index <= min)
		return end_with(naive, ma_underflow);
	if (entry == ma_underflow)
		entry = naive->placed ? ma_active : ma_start;
	naive->status = entry;
	if (entry == ma_overflow) {
		word = walk(naive);
		if (word)
			return word;
	} else if (entry != ma_active && entry != ma_root) {
		walk(naive);
	}
	if (naive->status == ma_active)
		return backward(naive, min, empty);
	if (naive->status == ma_root || naive->index) {
		set(naive, 0, 0, ma_root);
		return root_entry(naive);
	}
	return 0;
}

// ---- 4.3 ----

static uint64_t step(struct naive *naive, uint64_t max, bool empty)
{
	uint64_t word = forward(naive, max, empty);

	if (!empty)
		naive->status = ma_active;
	return word;
}

static uint64_t find_on(struct naive *naive, uint64_t max, bool empty, bool compare)
{
	uint64_t word;

	if (compare && naive->index > max) {
		naive->placed = false;
		return end_with(naive, ma_start);
	}
	word = walk(naive);
	if (word)
		return word;
	if (naive->status == ma_root)
		return set(naive, 1, UINT64_MAX, ma_none);
	if (naive->status == ma_none || naive->index == max)
		return 0;
	return step(naive, max, empty);
}

static uint64_t find(struct naive *naive, uint64_t max, bool empty)
{
	switch (naive->status) {
	case ma_active:
		return naive->last < max ? step(naive, max, empty) : 0;
	case ma_pause:
		if (naive->last >= max)
			return 0;
		naive->index = ++naive->last;
		return find_on(naive, max, empty, true);
	case ma_none:
		if (naive->last >= max)
			return 0;
		naive->index = naive->last;
		return find_on(naive, max, empty, true);
	case ma_underflow:
		if (naive->index >= max)
			return end_with(naive, ma_overflow);
		return find_on(naive, max, empty, false);
	case ma_overflow:
		return naive->last >= max ? 0 : find_on(naive, max, empty, false);
	case ma_root:
		return set(naive, 1, UINT64_MAX, ma_none);
	default:
		return find_on(naive, max, empty, true);
	}
}

// ---- 4.4 ----

static uint64_t act_rev(struct naive *naive, uint64_t min, bool empty)
{
	naive->status = ma_active;
	return naive->index < min ? 0 : backward(naive, min, empty);
}

static uint64_t find_rev_on(struct naive *naive, uint64_t min, bool empty)
{
	uint64_t word;

	if (naive->index < min) {
		naive->placed = false;
		return end_with(naive, ma_start);
	}
	word = walk(naive);
	if (word)
		return word;
	if (naive->status == ma_none) {
		set(naive, 0, 0, ma_root);
		return root_entry(naive);
	}
	return act_rev(naive, min, empty);
}

static uint64_t find_rev(struct naive *naive, uint64_t min, bool empty)
{
	switch (naive->status) {
	case ma_active:
		return act_rev(naive, min, empty);
	case ma_pause:
		if (naive->index <= min)
			return end_with(naive, ma_underflow);
		naive->last = --naive->index;
		return find_rev_on(naive, min, empty);
	case ma_none:
		if (naive->index <= min)
			return 0;
		naive->last = naive->index;
		return find_rev_on(naive, min, empty);
	case ma_overflow:
		if (naive->index <= min)
			return end_with(naive, ma_underflow);
		return naive->placed ? act_rev(naive, min, empty) : find_rev_on(naive, min, empty);
	case ma_underflow:
		if (naive->index <= min)
			return 0;
		return naive->placed ? act_rev(naive, min, empty) : find_rev_on(naive, min, empty);
	case ma_root:
		return end_with(naive, ma_none);
	default:
		return find_rev_on(naive, min, empty);
	}
}

uint64_t naive_go(struct naive *naive, enum naive_move move, uint64_t limit)
{
	switch (move) {
	case NAIVE_WALK:
		return walk(naive);
	case NAIVE_NEXT:
	case NAIVE_NEXT_RANGE:
		return next(naive, limit, move == NAIVE_NEXT_RANGE);
	case NAIVE_PREV:
	case NAIVE_PREV_RANGE:
		return prev(naive, limit, move == NAIVE_PREV_RANGE);
	case NAIVE_FIND:
	case NAIVE_FIND_RANGE:
		return find(naive, limit, move == NAIVE_FIND_RANGE);
	case NAIVE_FIND_REV:
	case NAIVE_FIND_RANGE_REV:
		return find_rev(naive, limit, move == NAIVE_FIND_RANGE_REV);
	case NAIVE_PAUSE:
		naive->placed = false;
		return end_with(naive, ma_pause);
	case NAIVE_SET:
		naive_start(naive, limit);
		return 0;
	default:
		naive->placed = false;
		return end_with(naive, ma_start);
	}
}
