// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finding a gap: the lowest, or the highest, 'size' free indexes in a window. Reads only. Rule "gap search".
//
// A slot is a *candidate* if something below it may be long enough: an inner slot by the gap kept for it, a leaf slot
// if it is NULL. Inner nodes that keep no gaps have no candidates. The search goes down into the first candidate, scans
// on when that turns out too short, and climbs when a node is exhausted:
//
//     upwards      root ->  . c . .        the window's part of a gap must be long enough (clipped in leaves only)
//                           |
//                         . . c .          slots left to right; climb, one slot to the right, go on
//
//     downwards    the mirror image, but for the quirks named below
//
// A state that is not fresh goes on from its place, and two slots back, or in the next node, if it stands near an edge;
// rule "continued search". Its status stays; so does its 'end', unless something is found.

#include "check.h"
#include "trace.h"
#include "walk.h"

#define MPL_FILE MPL_FILE_SEARCH

struct search {
	struct mpl_spot spot;
	uint64_t min;  // The window.
	uint64_t max;
	uint64_t size; // Indexes wanted.
};

enum scan {
	FOUND,     // On a leaf slot that will do.
	DESCENDED, // Into the first slot (upwards) or the last one (downwards) of a child.
	EXHAUSTED, // Nothing more in this node.
	OUTSIDE,   // Nothing more in the window.
	AT_EDGE,   // Climbed to the root along first children: nothing more in the tree; the state stays there.
};

// The verdict on a slot, for events.
enum verdict { TAKEN, TOO_SMALL, OCCUPIED, BEFORE_WINDOW, BEYOND_WINDOW, UNTRACKED };

static void report(const struct mpl_spot *spot, enum verdict verdict, uint64_t length, const struct search *search)
{
	MPL_EVENT(gap_looked_at, spot->node, spot->offset, verdict, length, search->size);
}

// The gap of a slot: the length of a NULL in a leaf, the gap stored for a slot of an arange node, else 0.
static uint64_t candidate(const struct mpl_spot *spot)
{
	unsigned slot = spot->offset;

	switch (spot->kind) {
	case MPL_KIND_ARANGE:
		return spot->node->arange.gap[slot];
	case MPL_KIND_LEAF:
		return spot->node->range.slot[slot] ? 0 : mpl_walk_last(spot, slot) - mpl_walk_first(spot, slot) + 1;
	default:
		return 0;
	}
}

// Whether a slot has a candidate. The length of one NULL over all indexes is 0 modulo 2^64 (N-Q5).
static bool is_free(const struct mpl_spot *spot, uint64_t length)
{
	return spot->kind == MPL_KIND_LEAF ? !mpl_walk_slot(spot, spot->offset) : length != 0;
}

// Why a slot without one has none.
static enum verdict why_not(const struct mpl_spot *spot)
{
	return spot->kind == MPL_KIND_RANGE ? UNTRACKED : OCCUPIED;
}

// ---- Upwards ----

// The part of a leaf's gap that is in the window counts; of a gap further below only the length is known, and a search
// that goes on may meet one that lies behind the window.
static enum verdict judge_up(const struct search *search, uint64_t first, uint64_t last, uint64_t *length)
{
	const struct mpl_spot *spot = &search->spot;

	*length = candidate(spot);
	if (first > search->max && spot->kind == MPL_KIND_LEAF)
		return BEYOND_WINDOW;
	if (last < search->min)
		return BEFORE_WINDOW;
	if (!is_free(spot, *length))
		return why_not(spot);
	if (spot->kind == MPL_KIND_LEAF)
		*length = (last < search->max ? last : search->max) - (first > search->min ? first : search->min) + 1;
	return *length >= search->size ? TAKEN : TOO_SMALL;
}

static enum scan scan_up(struct search *search)
{
	struct mpl_spot *spot = &search->spot;
	unsigned from = spot->offset;

	for (; spot->offset <= spot->end; spot->offset++) {
		uint64_t last = mpl_walk_last(spot, spot->offset), length;
		enum verdict verdict = judge_up(search, mpl_walk_first(spot, spot->offset), last, &length);

		report(spot, verdict, length, search);
		if (verdict == TAKEN) {
			if (spot->kind == MPL_KIND_LEAF)
				return FOUND;
			*spot = mpl_walk_child(spot, spot->offset);
			return DESCENDED;
		}
		if (last >= search->max) {
			spot->offset = from;
			return OUTSIDE;
		}
	}
	return EXHAUSTED;
}

static void climb(struct mpl_spot *spot, enum mpl_kind inner)
{
	MPL_EVENT(climb, spot->node, mpl_node_parent_slot(spot->node), 0, 0, 0);
	*spot = mpl_walk_parent(spot, inner);
}

// Goes to the nearest ancestor with a slot to the right, and onto that slot.
static enum scan climb_up(struct mpl_spot *spot, enum mpl_kind inner)
{
	do {
		if (mpl_node_is_root(spot->node))
			return OUTSIDE;
		climb(spot, inner);
	} while (spot->offset >= spot->end);
	spot->offset++;
	return DESCENDED;
}

// Two slots back: the gap found before and the entry behind it may both have changed. Near the start of a leaf the
// rest of that leaf is given up instead (R-Q9).
static enum scan resume_up(struct mpl_spot *spot, enum mpl_kind inner)
{
	if (spot->offset >= 2) {
		spot->offset -= 2;
		return DESCENDED;
	}
	if (!mpl_node_is_root(spot->node))
		return climb_up(spot, inner);
	if (spot->offset >= spot->end)
		return OUTSIDE;
	spot->offset++;
	return DESCENDED;
}

static enum scan search_up(struct search *search, enum mpl_kind inner)
{
	enum scan step = DESCENDED;

	while (step == DESCENDED) {
		step = scan_up(search);
		if (step == EXHAUSTED)
			step = climb_up(&search->spot, inner);
	}
	return step;
}

// ---- Downwards ----

// The whole length of a gap counts, also in a leaf. The room up to the end of the window is taken modulo 2^64: a slot
// that begins at 0 has none of it if the window ends at the last index (R-Q7).
static enum verdict judge_down(const struct search *search, uint64_t first, uint64_t last, uint64_t *length)
{
	const struct mpl_spot *spot = &search->spot;

	*length = candidate(spot);
	if (first > search->max)
		return BEYOND_WINDOW;
	if (last < search->min)
		return BEFORE_WINDOW;
	if (!is_free(spot, *length))
		return why_not(spot);
	return *length && search->size <= *length && search->size <= search->max - first + 1 ? TAKEN : TOO_SMALL;
}

// Scans from the current slot to the left. Unless a slot is taken, the state stays where it was.
static enum scan scan_down(struct search *search)
{
	struct mpl_spot *spot = &search->spot;
	unsigned from = spot->offset;

	for (;;) {
		uint64_t last = mpl_walk_last(spot, spot->offset), length;
		enum verdict verdict = judge_down(search, mpl_walk_first(spot, spot->offset), last, &length);
		bool leaf = spot->kind == MPL_KIND_LEAF;
		unsigned step = 1;

		if (verdict == TAKEN && search->size - 1 > last - search->min)
			verdict = BEFORE_WINDOW; // And lower slots are even further outside.
		report(spot, verdict == BEFORE_WINDOW && last >= search->min ? TOO_SMALL : verdict, length, search);
		if (verdict == TAKEN) {
			if (leaf)
				return FOUND;
			*spot = mpl_walk_child(spot, spot->offset);
			spot->offset = spot->end;
			return DESCENDED;
		}
		if (leaf && verdict == TOO_SMALL && length)
			step = 2; // Beside a NULL is none.
		if (verdict == BEFORE_WINDOW || spot->offset < step) {
			spot->offset = from;
			return verdict == BEFORE_WINDOW || mpl_node_is_root(spot->node) ? OUTSIDE : EXHAUSTED;
		}
		spot->offset -= step;
	}
}

// Goes to the nearest ancestor with a slot to the left, and onto that slot. In a root, to the slot on the left of the
// one it stands on.
static enum scan climb_down(struct mpl_spot *spot, enum mpl_kind inner)
{
	if (!mpl_node_is_root(spot->node)) {
		do {
			climb(spot, inner);
		} while (spot->offset == 0 && !mpl_node_is_root(spot->node));
	}
	if (spot->offset == 0)
		return AT_EDGE;
	spot->offset--;
	return DESCENDED;
}

// Two slots back; near the start of a node, in the one before it, and two slots back there.
static enum scan resume_down(struct mpl_spot *spot, enum mpl_kind inner)
{
	if (spot->offset < 2 && climb_down(spot, inner) == AT_EDGE)
		return AT_EDGE;
	spot->offset = spot->offset >= 2 ? spot->offset - 2 : spot->end;
	return DESCENDED;
}

// 'seen' is the last node that was met, NULL for none. A step down into it gives it up, as one that is exhausted: so
// the first descent back into the leaf that a search began in does not scan it.
static enum scan search_down(struct search *search, enum mpl_kind inner, const struct mpl_node *seen)
{
	for (;;) {
		enum scan step = scan_down(search);

		if (step == FOUND || step == OUTSIDE)
			return step;
		if (step == DESCENDED && search->spot.node != seen) {
			seen = search->spot.node;
			continue;
		}
		seen = search->spot.node;
		if (climb_down(&search->spot, inner) == AT_EDGE)
			return AT_EDGE;
	}
}

// ---- Both ----

static bool window_is_bad(uint64_t min, uint64_t max, uint64_t size)
{
	return min > max || size == 0 || max - min < size - 1;
}

// The end of a search: the state goes where the search came to. With the status of a state that goes on, and only if
// something was found is 'end' read.
static void put(struct ma_state *mas, const struct mpl_spot *spot)
{
	mas->node_word = mpl_node_word(mpl_node_address(spot->node), spot->kind);
	mas->min = spot->min;
	mas->max = spot->max;
	mas->offset = (uint8_t)spot->offset;
}

static int find_nothing(struct ma_state *mas, const struct search *search, enum scan step)
{
	put(mas, &search->spot);
	if (step != AT_EDGE)
		mpl_walk_fail(mas, -MPL_EBUSY);
	return -MPL_EBUSY;
}

static int conclude(struct ma_state *mas, const struct search *search, enum scan step, bool down)
{
	const struct mpl_spot *spot = &search->spot;
	uint64_t bound;

	__mas_set_range(mas, search->min, search->max);
	if (step != FOUND)
		return find_nothing(mas, search, step);
	put(mas, spot);
	mas->end = (uint8_t)spot->end;
	if (down) {
		bound = mpl_walk_last(spot, spot->offset);
		mas->last = bound < search->max ? bound : search->max;
		mas->index = mas->last - search->size + 1;
	} else {
		bound = mpl_walk_first(spot, spot->offset);
		mas->index = bound > search->min ? bound : search->min;
		mas->last = mas->index + search->size - 1;
	}
	return 0;
}

// Where a search begins.
enum begin {
	AT_ROOT,     // In the root, which is to be searched as a whole.
	AT_PLACE,    // Where the state stands.
	AT_NO_NODE,  // The tree has none, or had none when the state came to it.
	AT_NOTHING,  // Nowhere: -EBUSY, and nothing changes. Linux crashes (S-Q1).
	AT_FAILURE,  // In an earlier failure, which is repeated.
};

static enum begin begin_at_root(struct ma_state *mas)
{
	mpl_walk_start(mas);
	return mas->status == ma_active ? AT_ROOT : AT_NO_NODE;
}

// A state that knows of no node. Linux trusts it whatever the tree is now (S-Q10); here it begins again.
static enum begin begin_without_node(struct ma_state *mas, uint64_t first, bool down)
{
	uint64_t root = mas->tree->root_word;

	if (mpl_node_is_root_word(root) || (root && mas->status == ma_none && first == 0))
		return begin_at_root(mas);
	if (mas->offset < 2)
		return AT_NOTHING;
	if (!down)
		mas->offset -= 2;
	return AT_NO_NODE;
}

// 'first': where a tree without nodes would have the range.
static enum begin begin(struct ma_state *mas, uint64_t first, bool down)
{
	switch (mas->status) {
	case ma_start:
		return begin_at_root(mas);
	case ma_none:
	case ma_root:
		return begin_without_node(mas, first, down);
	case ma_pause:
		return AT_NOTHING;
	case ma_error:
		return mas->offset < 2 ? AT_NOTHING : AT_FAILURE;
	default:
		return mpl_walk_is_placed(mas) ? AT_PLACE : begin_at_root(mas);
	}
}

// A tree without nodes: everything is free except index 0, if a single entry is stored there.
static int search_no_nodes(struct ma_state *mas, uint64_t min, uint64_t max, uint64_t size, bool down)
{
	if (mas->status == ma_root && min == 0) {
		min = 1;
		if (window_is_bad(min, max, size))
			return -MPL_EBUSY;
	}
	if (down)
		__mas_set_range(mas, max - size + 1, max);
	else
		__mas_set_range(mas, min, min + size - 1);
	return 0;
}

static int search_nodes(struct ma_state *mas, struct search *search, bool goes_on, bool down)
{
	enum mpl_kind inner = mpl_walk_inner_kind(mas->tree);
	const struct mpl_node *seen = goes_on ? mpl_node_at(mas->node_word) : NULL;
	struct mpl_spot *spot = &search->spot;
	enum scan step = DESCENDED;

	*spot = mpl_walk_of_state(mas);
	if (goes_on)
		step = down ? resume_down(spot, inner) : resume_up(spot, inner);
	else if (down)
		spot->offset = spot->end;
	if (step != DESCENDED)
		return find_nothing(mas, search, step);
	step = down ? search_down(search, inner, seen) : search_up(search, inner);
	return conclude(mas, search, step, down);
}

static int search_area(struct ma_state *mas, uint64_t min, uint64_t max, uint64_t size, bool down)
{
	struct search search = {.min = min, .max = max, .size = size};

	if (window_is_bad(min, max, size))
		return -MPL_EINVAL;
	switch (begin(mas, down ? max - size + 1 : min, down)) {
	case AT_ROOT:
		return search_nodes(mas, &search, false, down);
	case AT_PLACE:
		return search_nodes(mas, &search, true, down);
	case AT_NO_NODE:
		return search_no_nodes(mas, min, max, size, down);
	case AT_NOTHING:
		return -MPL_EBUSY;
	case AT_FAILURE:
		mas->offset -= 2;
		__mas_set_range(mas, min, max);
		return xa_err(mas->node);
	}
	MPL_UNREACHABLE();
}

int mas_empty_area(struct ma_state *mas, uint64_t min, uint64_t max, uint64_t size)
{
	return search_area(mas, min, max, size, false);
}

int mas_empty_area_rev(struct ma_state *mas, uint64_t min, uint64_t max, uint64_t size)
{
	return search_area(mas, min, max, size, true);
}
