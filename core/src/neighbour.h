// SPDX-License-Identifier: GPL-2.0-or-later
//
// Moving a state to the slot beside its own. Reads only.
//
//     leaf   | v 9 | - 19 | w 24 | - 29 |        from w, forward: 25..29, or if empty slots do not count, on into the
//                      <-- w -->                 leaf on the right; backward: 10..19, or v
//
// A state that stands on a *dead* leaf, one that was replaced since, first walks anew: to the last index of its range
// if it goes forward, to the first if backward (rule "dead leaf").

#ifndef MPL_NEIGHBOUR_H
#define MPL_NEIGHBOUR_H

#include "trace.h"
#include "walk.h"

// Walks to the state's index, wherever it was, and sets its range. Returns the word found there.
uint64_t mpl_neighbour_walk(struct ma_state *mas);

// One step to the right from the slot that an active state stands on. 'empty': also onto slots that hold NULL. Returns
// the word of the slot reached. 0, and the status is overflow, if the current slot ends at 'max' or later: then the
// range is that of the slot read last. The same, with no node to stand on, if the state's leaf is dead and its
// tree has no nodes any more (N-Q9).
uint64_t mpl_neighbour_forward(struct ma_state *mas, uint64_t max, bool empty);
// One step to the left; 0 and underflow if the current slot begins at 'min' or before.
uint64_t mpl_neighbour_backward(struct ma_state *mas, uint64_t min, bool empty);

// Reports that a step led to a slot of the state's leaf.
#if MPL_EVENTS
void mpl_neighbour_report(const struct ma_state *mas, unsigned slot, bool left);
#else
static inline void mpl_neighbour_report(const struct ma_state *mas, unsigned slot, bool left)
{
	(void)mas, (void)slot, (void)left;
}
#endif

// ---- A state's fields about its leaf ----

// A prepared spanning store, and some failed searches, leave a state on an inner node, whose slots contain no entries.
static inline bool mpl_neighbour_on_leaf(const struct ma_state *mas)
{
	return mpl_node_kind(mas->node_word) == MPL_KIND_LEAF;
}

// The last index of the slot that a state came to. Its 'end' is a field, not always the end of its leaf: where the
// field is too small, the slot has a pivot all the same (S-Q9); where it is too large, the pivot is the leaf's last
// index.
static inline uint64_t mpl_neighbour_slot_last(const struct ma_state *mas, const struct mpl_node *leaf)
{
	if (mas->offset < mas->end || mas->offset < mpl_node_end(leaf, MPL_KIND_LEAF, mas->max))
		return leaf->range.pivot[mas->offset];
	return mas->max;
}

// ---- The step to an entry in the same leaf ----
//
// Iteration does this most of the time, so it is tried first, inlined. It is a part of the two steps above and leaves
// special cases to them: 0, and nothing has changed, if the state is not on a live leaf, or the leaf or the limit ends
// before the next entry.

static inline uint64_t mpl_neighbour_near_right(struct ma_state *mas, uint64_t max)
{
	const struct mpl_node *leaf = mpl_node_at(mas->node_word);
	unsigned slot = mas->offset, end = mas->end;
	uint64_t before, entry = 0;

	if (mas->status != ma_active || mas->last >= max || !mpl_neighbour_on_leaf(mas) || mpl_walk_is_dead(leaf))
		return 0;
	do {
		if (slot >= end)
			return 0;
		before = leaf->range.pivot[slot++];
		if (before >= max)
			return 0;
		entry = leaf->range.slot[slot];
	} while (!entry);
	for (unsigned i = mas->offset + 1; i <= slot; i++)
		mpl_neighbour_report(mas, i, false);
	mas->offset = (uint8_t)slot;
	mas->index = before + 1;
	mas->last = mpl_neighbour_slot_last(mas, leaf);
	return entry;
}

static inline uint64_t mpl_neighbour_near_left(struct ma_state *mas, uint64_t min)
{
	const struct mpl_node *leaf = mpl_node_at(mas->node_word);
	unsigned slot = mas->offset;
	uint64_t index = mas->index, last, entry = 0;

	if (mas->status != ma_active || index <= min || !mpl_neighbour_on_leaf(mas) || mpl_walk_is_dead(leaf))
		return 0;
	do {
		if (!slot || leaf->range.pivot[slot - 1] + 1 <= min)
			return 0;
		last = index - 1;
		index = mpl_node_first(leaf, --slot, mas->min);
		entry = leaf->range.slot[slot];
	} while (!entry);
	for (unsigned i = mas->offset; i > slot; i--)
		mpl_neighbour_report(mas, i - 1, true);
	mas->offset = (uint8_t)slot;
	mas->index = index;
	mas->last = last;
	return entry;
}

#endif
