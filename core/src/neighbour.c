// SPDX-License-Identifier: GPL-2.0-or-later
//
// Walking to an index, and from there to the slot beside it. See neighbour.h.

#include "neighbour.h"

#include "check.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_NEIGHBOUR

// ---- Walking ----

uint64_t mpl_neighbour_walk(struct ma_state *mas)
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
	mpl_neighbour_walk(mas);
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

// The next leaves are prefetched. A native program prefetches a child a few slots further on, or all up to
// there if the parent is a new one, and waits for none of them. A WebAssembly module cannot prefetch, but it
// can wait once for many: at a new parent it reads a word of every line of all its children, side by side. A word that
// names no node does no harm: a module with checks, whose nodes may have been overwritten, reads nothing ahead.
#define LINE_BYTES 64u

// A module that counts the cache lines of a step (core/cachelines) reads none ahead.
#ifndef MPL_FETCH_AHEAD
#define MPL_FETCH_AHEAD 1
#endif

#if !MPL_FETCH_AHEAD

static void fetch_right(const struct mpl_node *parent, enum mpl_kind inner, unsigned slot) {}
static void fetch_left(const struct mpl_node *parent, enum mpl_kind inner, unsigned slot, unsigned end) {}

#elif !defined(__wasm__)

#define AHEAD 3

static void fetch_child(const struct mpl_node *parent, enum mpl_kind inner, unsigned slot)
{
	uint64_t address = mpl_node_slot(parent, inner, slot) & MPL_ADDRESS_MASK;

	for (unsigned i = 0; i < MPL_NODE_BYTES; i += LINE_BYTES)
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

#elif !MPL_CHECKS

static void fetch_children(const struct mpl_node *parent, enum mpl_kind inner)
{
	unsigned end = mpl_node_inner_end(parent, inner);

	for (unsigned slot = 0; slot <= end; slot++) {
		const volatile struct mpl_node *child = mpl_node_at(mpl_node_slot(parent, inner, slot));

		for (unsigned i = 0; i < MPL_NODE_BYTES; i += LINE_BYTES)
			(void)child->byte[i];
	}
}

static void fetch_right(const struct mpl_node *parent, enum mpl_kind inner, unsigned slot)
{
	if (!slot)
		fetch_children(parent, inner);
}

static void fetch_left(const struct mpl_node *parent, enum mpl_kind inner, unsigned slot, unsigned end)
{
	if (slot == end)
		fetch_children(parent, inner);
}

#else

static void fetch_right(const struct mpl_node *parent, enum mpl_kind inner, unsigned slot) {}
static void fetch_left(const struct mpl_node *parent, enum mpl_kind inner, unsigned slot, unsigned end) {}

#endif

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

// ---- The two steps ----

#if MPL_EVENTS
void mpl_neighbour_report(const struct ma_state *mas, unsigned slot, bool left)
{
	const struct mpl_node *leaf = mpl_node_at(mas->node_word);

	MPL_EVENT(sidestep, leaf, slot, left, mpl_node_first(leaf, slot, mas->min),
	          mpl_node_last(leaf, slot, mas->end, mas->max));
}
#endif

static uint64_t stop(struct ma_state *mas, enum maple_status why)
{
	mas->status = why;
	return 0;
}

// The limit is compared with the slot, not with the state's range, which its owner may have changed; only before the
// leaf is left does that count too.
uint64_t mpl_neighbour_forward(struct ma_state *mas, uint64_t max, bool empty)
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
			mas->last = mpl_neighbour_slot_last(mas, leaf);
		} else {
			if (mas->last >= max || mas->max >= max)
				return stop(mas, ma_overflow);
			leaf = cross_right(mas);
		}
		entry = leaf->range.slot[mas->offset];
		mpl_neighbour_report(mas, mas->offset, false);
	} while (!entry && !empty);
	return entry;
}

// Inside a leaf the new range ends where the state's range began, even if its owner changed that.
uint64_t mpl_neighbour_backward(struct ma_state *mas, uint64_t min, bool empty)
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
		mpl_neighbour_report(mas, mas->offset, true);
	} while (!entry && !empty);
	return entry;
}
