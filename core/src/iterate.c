// SPDX-License-Identifier: GPL-2.0-or-later
//
// Walking to an index, and from there to the range beside it. Spec/03 sections 3 and 4.
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
// What each function does in each status is a table of spec/03 section 4; the functions below are these tables, row by
// row, and cite them. The odd rows are the reference's: R-Q1 to R-Q18 name them, and tests/core/test_iterate.c has one
// test for each.
//
// Two things are done that the reference does not survive. A state that stopped at a limit before it ever was on a node
// begins anew (R-Q1). And a state whose node died and whose tree has no nodes any more ends its iteration (N-Q9).

#include "iterate.h"

#include "check.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_ITERATE

// ---- Walking ----

static uint64_t walk(struct ma_state *mas)
{
	uint64_t entry = mpl_walk_to_index(mas);

	if (mas->status == ma_root && mas->index != 0)
		mas->status = ma_none;
	mpl_walk_take_range(mas);
	return entry;
}

// The leaf of the state is dead: walks to 'index' in the tree as it is now. False if that tree has no nodes; the range
// is as it was then.
static bool walk_again(struct ma_state *mas, uint64_t index)
{
	uint64_t first = mas->index, last = mas->last;

	MPL_EVENT(dead_met, mpl_node_at(mas->node_word), mas->offset, 0, index, 0);
	mas->index = index;
	walk(mas);
	if (mas->status == ma_active)
		return true;
	__mas_set_range(mas, first, last);
	return false;
}

// ---- Crossing from leaf to leaf ----
//
//              | .  A  B |          up until there is a slot on that side,
//                  /    \           across,
//              | . x |   | y . |    down along that edge
//
// The range of the new leaf needs no more: one border is next to the old leaf, the other is the pivot beside the last
// way taken.

// Asks the memory for a child a few slots further on, or for all up to there if the parent is a new one. A word that
// names no node does no harm.
#define AHEAD 3

static void fetch_child(const struct mpl_node *parent, enum mpl_kind inner, unsigned slot)
{
	uint64_t address = mpl_node_slot(parent, inner, slot) & MPL_ADDRESS_MASK;

	for (unsigned i = 0; i < MPL_NODE_BYTES; i += 64)
		__builtin_prefetch((const void *)(uintptr_t)(address + i));
}

static void fetch_right(const struct mpl_node *parent, enum mpl_kind inner, unsigned slot)
{
	for (unsigned i = slot ? AHEAD : 1; i <= AHEAD && slot + i < mpl_node_capacity(inner); i++)
		fetch_child(parent, inner, slot + i);
}

static void fetch_left(const struct mpl_node *parent, enum mpl_kind inner, unsigned slot, unsigned end)
{
	for (unsigned i = slot < end ? AHEAD : 1; i <= AHEAD && i <= slot; i++)
		fetch_child(parent, inner, slot - i);
}

static void settle(struct ma_state *mas, uint64_t word, uint64_t min, uint64_t max)
{
	mas->node_word = word;
	mas->min = min;
	mas->max = max;
	mas->end = (uint8_t)mpl_node_end(mpl_node_at(word), MPL_KIND_LEAF, max);
}

// To the first slot of the leaf on the right. There is one: this leaf does not end at the last index.
static const struct mpl_node *cross_right(struct ma_state *mas)
{
	enum mpl_kind inner = mpl_walk_inner_kind(mas->tree);
	unsigned pivots = mpl_node_capacity(inner) - 1;
	const struct mpl_node *node = mpl_node_at(mas->node_word);
	uint64_t word, max;
	unsigned slot;

	do {
		MPL_ASSERT(!mpl_node_is_root(node));
		MPL_EVENT(climb, node, mpl_node_parent_slot(node), 0, 0, 0);
		slot = mpl_node_parent_slot(node);
		node = mpl_node_at(node->parent);
	} while (slot >= mpl_node_inner_end(node, inner));
	slot++;
	max = slot < pivots ? node->range.pivot[slot] : mpl_walk_upper(node, inner);
	MPL_EVENT(descend, node, slot, 0, mas->max + 1, max);
	word = mpl_node_slot(node, inner, slot);
	while (mpl_node_kind(word) != MPL_KIND_LEAF) {
		node = mpl_node_at(word);
		max = node->range.pivot[0];
		MPL_EVENT(descend, node, 0, 0, mas->max + 1, max);
		word = mpl_node_slot(node, inner, 0);
		slot = 0;
	}
	fetch_right(node, inner, slot);
	settle(mas, word, mas->max + 1, max);
	node = mpl_node_at(word);
	mas->offset = 0;
	mas->index = mas->min;
	mas->last = mpl_node_last(node, 0, mas->end, max);
	return node;
}

// To the last slot of the leaf on the left. There is one: this leaf does not begin at 0.
static const struct mpl_node *cross_left(struct ma_state *mas)
{
	enum mpl_kind inner = mpl_walk_inner_kind(mas->tree);
	const struct mpl_node *node = mpl_node_at(mas->node_word);
	uint64_t word, min, max = mas->min - 1;
	unsigned slot, end;

	do {
		MPL_ASSERT(!mpl_node_is_root(node));
		MPL_EVENT(climb, node, mpl_node_parent_slot(node), 0, 0, 0);
		slot = mpl_node_parent_slot(node);
		node = mpl_node_at(node->parent);
	} while (!slot);
	end = slot--;
	min = slot ? node->range.pivot[slot - 1] + 1 : mpl_walk_lower(node);
	MPL_EVENT(descend, node, slot, 0, min, max);
	word = mpl_node_slot(node, inner, slot);
	while (mpl_node_kind(word) != MPL_KIND_LEAF) {
		node = mpl_node_at(word);
		end = mpl_node_end(node, inner, max);
		min = mpl_node_first(node, end, min);
		MPL_EVENT(descend, node, end, 0, min, max);
		word = mpl_node_slot(node, inner, end);
		slot = end;
	}
	fetch_left(node, inner, slot, end);
	settle(mas, word, min, max);
	node = mpl_node_at(word);
	mas->offset = mas->end;
	mas->index = mpl_node_first(node, mas->end, min);
	mas->last = max;
	return node;
}

// ---- The step to an entry in the same leaf ----
//
// This is what iteration mostly does, so mas_next(), mas_find() and their mirror images try it first. It is part of the
// steps below, and leaves everything odd to them: 0, and nothing has changed, if the state is not on a live leaf, or the
// leaf or the limit ends before the next entry.

static inline uint64_t step_right(struct ma_state *mas, uint64_t max)
{
	const struct mpl_node *leaf = mpl_node_at(mas->node_word);
	unsigned slot = mas->offset, end = mas->end;
	uint64_t before, entry = 0;

	if (mas->status != ma_active || mas->last >= max || mpl_walk_is_dead(leaf))
		return 0;
	do {
		if (slot >= end)
			return 0;
		before = leaf->range.pivot[slot++];
		if (before >= max)
			return 0;
		entry = leaf->range.slot[slot];
	} while (!entry);
	mas->offset = (uint8_t)slot;
	mas->index = before + 1;
	mas->last = mpl_node_last(leaf, slot, end, mas->max);
	MPL_EVENT(sidestep, leaf, slot, 0, mas->index, mas->last);
	return entry;
}

static inline uint64_t step_left(struct ma_state *mas, uint64_t min)
{
	const struct mpl_node *leaf = mpl_node_at(mas->node_word);
	unsigned slot = mas->offset;
	uint64_t index = mas->index, last, entry = 0;

	if (mas->status != ma_active || index <= min || mpl_walk_is_dead(leaf))
		return 0;
	do {
		if (!slot || leaf->range.pivot[slot - 1] + 1 <= min)
			return 0;
		last = index - 1;
		index = mpl_node_first(leaf, --slot, mas->min);
		entry = leaf->range.slot[slot];
	} while (!entry);
	mas->offset = (uint8_t)slot;
	mas->index = index;
	mas->last = last;
	MPL_EVENT(sidestep, leaf, slot, 1, index, last);
	return entry;
}

// ---- The two steps ----

static uint64_t stop(struct ma_state *mas, enum maple_status why)
{
	mas->status = why;
	return 0;
}

// The limit is compared with the slot, not with the state's range, which its owner may have changed; only before the
// leaf is left that counts too.
static inline uint64_t forward(struct ma_state *mas, uint64_t max, bool empty)
{
	const struct mpl_node *leaf = mpl_node_at(mas->node_word);
	uint64_t entry;

	if (mpl_walk_is_dead(leaf)) {
		if (!walk_again(mas, mas->last))
			return stop(mas, ma_overflow);
		leaf = mpl_node_at(mas->node_word);
	}
	do {
		unsigned slot = mas->offset;

		if (slot < mas->end) {
			uint64_t last = leaf->range.pivot[slot];

			if (last >= max)
				return stop(mas, ma_overflow);
			slot++;
			mas->offset = (uint8_t)slot;
			mas->index = last + 1;
			mas->last = mpl_node_last(leaf, slot, mas->end, mas->max);
		} else {
			if (mas->last >= max || mas->max >= max)
				return stop(mas, ma_overflow);
			leaf = cross_right(mas);
		}
		entry = leaf->range.slot[mas->offset];
		MPL_EVENT(sidestep, leaf, mas->offset, 0, mas->index, mas->last);
	} while (!entry && !empty);
	return entry;
}

// Inside a leaf the new range ends where the state's range began, wherever its owner said that was.
static inline uint64_t backward(struct ma_state *mas, uint64_t min, bool empty)
{
	const struct mpl_node *leaf = mpl_node_at(mas->node_word);
	uint64_t entry;

	if (mpl_walk_is_dead(leaf)) {
		if (!walk_again(mas, mas->index))
			return stop(mas, ma_underflow);
		leaf = mpl_node_at(mas->node_word);
	}
	do {
		if (mpl_node_first(leaf, mas->offset, mas->min) <= min)
			return stop(mas, ma_underflow);
		if (mas->offset) {
			mas->offset--;
			mas->last = mas->index - 1;
			mas->index = mpl_node_first(leaf, mas->offset, mas->min);
		} else {
			leaf = cross_left(mas);
		}
		entry = leaf->range.slot[mas->offset];
		MPL_EVENT(sidestep, leaf, mas->offset, 1, mas->index, mas->last);
	} while (!entry && !empty);
	return entry;
}

uint64_t mpl_iterate_forward(struct ma_state *mas, uint64_t max, bool empty) { return forward(mas, max, empty); }
uint64_t mpl_iterate_backward(struct ma_state *mas, uint64_t min, bool empty) { return backward(mas, min, empty); }

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

// The end of every public move.
static mpl_entry moved(const struct ma_state *mas, uint64_t entry)
{
	MPL_EVENT(visited, mpl_walk_on_node(mas) ? mpl_node_at(mas->node_word) : NULL,
	          mpl_walk_on_node(mas) ? mas->offset : MPL_NO_SLOT, mas->status, mas->index, mas->last);
	return MPL_WORD_ENTRY(entry);
}

mpl_entry mas_walk(struct ma_state *mas) { return moved(mas, walk(mas)); }

void mas_pause(struct ma_state *mas)
{
	mas->status = ma_pause;
	mas->node_word = 0;
}

// ---- Next: spec/03 table 4.1 ----

static uint64_t next(struct ma_state *mas, uint64_t max, bool empty)
{
	enum maple_status before = mas->status;
	uint64_t entry = 0;

	if (mas->last >= max)
		return stop(mas, ma_overflow);
	switch (before) {
	case ma_active:
		return forward(mas, max, empty);
	case ma_overflow:
		if (!on_slot(mas))
			walk(mas);
		break;
	case ma_none:
	case ma_pause:
	case ma_start:
		walk(mas);
		break;
	case ma_underflow:
		entry = walk(mas);
		break;
	case ma_root:
		break;
	case ma_error:
		return 0;
	}
	if (entry)
		return entry;
	if (mas->status == ma_active)
		return forward(mas, max, empty);
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
	uint64_t entry = step_right(mas, max);

	return moved(mas, entry ? entry : next(mas, max, false));
}

mpl_entry mas_next_range(struct ma_state *mas, uint64_t max) { return moved(mas, next(mas, max, true)); }

// ---- Previous: table 4.2 ----

static uint64_t prev(struct ma_state *mas, uint64_t min, bool empty)
{
	uint64_t entry = 0;

	if (mas->index <= min)
		return stop(mas, ma_underflow);
	switch (mas->status) {
	case ma_active:
		return backward(mas, min, empty);
	case ma_underflow:
		if (!on_slot(mas))
			walk(mas);
		break;
	case ma_start:
	case ma_none:
	case ma_pause:
		walk(mas);
		break;
	case ma_overflow:
		entry = walk(mas);
		break;
	case ma_root:
		break;
	case ma_error:
		return 0;
	}
	if (entry)
		return entry;
	if (mas->status == ma_active)
		return backward(mas, min, empty);
	if (mas->status == ma_none && mas->index == 0)
		return 0;
	return to_root(mas); // Whatever 'min' is: R-Q2.
}

mpl_entry mas_prev(struct ma_state *mas, uint64_t min)
{
	uint64_t entry = step_left(mas, min);

	return moved(mas, entry ? entry : prev(mas, min, false));
}

mpl_entry mas_prev_range(struct ma_state *mas, uint64_t min) { return moved(mas, prev(mas, min, true)); }

// ---- Find: table 4.3 ----

// mas_find() never lets the limit be seen (R-Q18). A state that lost its tree keeps the status: it stands nowhere.
static inline uint64_t find_step(struct ma_state *mas, uint64_t max, bool empty)
{
	uint64_t entry = forward(mas, max, empty);

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
	entry = walk(mas);
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
	return mas->last < max ? find_step(mas, max, empty) : 0;
}

mpl_entry mas_find(struct ma_state *mas, uint64_t max)
{
	uint64_t entry = step_right(mas, max);

	return moved(mas, entry ? entry : find(mas, max, false));
}

mpl_entry mas_find_range(struct ma_state *mas, uint64_t max) { return moved(mas, find(mas, max, true)); }

// ---- Find backwards: table 4.4 ----

static uint64_t find_rev_begin(struct ma_state *mas, uint64_t min, bool empty)
{
	uint64_t entry;

	if (mas->index < min) {
		mas_reset(mas);
		return 0;
	}
	entry = walk(mas);
	if (entry)
		return entry;
	if (mas->status == ma_none)
		return to_root(mas); // R-Q2; of an empty tree, too: R-Q4.
	return mas->index < min ? 0 : backward(mas, min, empty);
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
	return mas->index < min ? 0 : backward(mas, min, empty); // R-Q6
}

mpl_entry mas_find_rev(struct ma_state *mas, uint64_t min)
{
	uint64_t entry = step_left(mas, min);

	return moved(mas, entry ? entry : find_rev(mas, min, false));
}

mpl_entry mas_find_range_rev(struct ma_state *mas, uint64_t min) { return moved(mas, find_rev(mas, min, true)); }
