// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finding a gap: the lowest, or the highest, 'size' free indexes in a window. Reads only. Floor 4. Spec/03 section 6.
//
// A slot is a *candidate* if something below it may be long enough: an inner slot by the gap kept for it, a leaf slot
// if it is NULL. Inner nodes that keep no gaps have no candidates. The search goes down into the first candidate, scans
// on when that turns out too short, and climbs when a node is exhausted:
//
//     upwards      root ->  . c . .        the window's part of a gap must be long enough (clipped in leaves only)
//                           |
//                         . . c .          slots left to right; climb, one slot to the right, go on
//
//     downwards    the mirror image, but for the quirks told below
//
// A state that is not fresh resumes from its place; the rules for that are the reference's, odd as they are.

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
	AT_EDGE,   // Climbed to the root along first children: nothing more in the tree.
};

// What was thought of a slot, for whoever watches.
enum verdict { TAKEN, TOO_SMALL, OCCUPIED, BEFORE_WINDOW, BEYOND_WINDOW, UNTRACKED };

static void tell(const struct mpl_spot *spot, enum verdict verdict, uint64_t length, const struct search *search)
{
	MPL_EVENT(gap_looked_at, spot->node, spot->offset, verdict, length, search->size);
	(void)spot, (void)verdict, (void)length, (void)search;
}

// The length kept for a slot: of a NULL in a leaf, of the longest gap below a slot of an arange node, else 0.
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

// The part of a leaf's gap that is in the window counts; of a gap further below only the length is known.
static enum verdict judge_up(const struct search *search, uint64_t first, uint64_t last, uint64_t *length)
{
	const struct mpl_spot *spot = &search->spot;

	*length = candidate(spot);
	if (first > search->max)
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

	for (; spot->offset <= spot->end; spot->offset++) {
		uint64_t last = mpl_walk_last(spot, spot->offset), length;
		enum verdict verdict = judge_up(search, mpl_walk_first(spot, spot->offset), last, &length);

		tell(spot, verdict, length, search);
		if (verdict == TAKEN) {
			if (spot->kind == MPL_KIND_LEAF)
				return FOUND;
			*spot = mpl_walk_child(spot, spot->offset);
			return DESCENDED;
		}
		if (last >= search->max)
			return OUTSIDE;
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

// Two slots back: the gap found before and the entry behind it may both be another's now. Near the start of a leaf the
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

static enum scan search_up(struct search *search, enum mpl_kind inner, enum scan step)
{
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

static enum scan scan_down(struct search *search)
{
	struct mpl_spot *spot = &search->spot;

	for (;;) {
		uint64_t last = mpl_walk_last(spot, spot->offset), length;
		enum verdict verdict = judge_down(search, mpl_walk_first(spot, spot->offset), last, &length);
		bool leaf = spot->kind == MPL_KIND_LEAF;
		unsigned step = 1;

		if (verdict == TAKEN && search->size - 1 > last - search->min) {
			tell(spot, TOO_SMALL, length, search);
			return OUTSIDE; // And what lies lower is even further outside.
		}
		tell(spot, verdict, length, search);
		if (verdict == TAKEN) {
			if (leaf)
				return FOUND;
			*spot = mpl_walk_child(spot, spot->offset);
			spot->offset = spot->end;
			return DESCENDED;
		}
		if (verdict == BEFORE_WINDOW)
			return OUTSIDE;
		if (leaf && verdict == TOO_SMALL)
			step = 2; // Beside a NULL is none.
		if (spot->offset < step)
			return EXHAUSTED;
		spot->offset -= step;
	}
}

// Goes to the nearest ancestor with a slot to the left, and onto that slot. A root gives up a slot of its own.
static enum scan climb_down(struct mpl_spot *spot, enum mpl_kind inner)
{
	do {
		if (!mpl_node_is_root(spot->node))
			climb(spot, inner);
	} while (spot->offset == 0 && !mpl_node_is_root(spot->node));
	if (spot->offset == 0)
		return AT_EDGE;
	spot->offset--;
	return DESCENDED;
}

// Two slots back, as upwards; below the second slot after going back once already.
static enum scan resume_down(struct mpl_spot *spot, enum mpl_kind inner)
{
	if (spot->offset < 2) {
		enum scan step = climb_down(spot, inner);

		if (step != DESCENDED)
			return step;
	}
	spot->offset = spot->offset >= 2 ? spot->offset - 2 : spot->end;
	return DESCENDED;
}

// A node is given up when it is met a second time. 'seen' is the one met last: where the search began, NULL for none.
static enum scan search_down(struct search *search, enum mpl_kind inner, const struct mpl_node *seen)
{
	struct mpl_spot *spot = &search->spot;

	for (;;) {
		enum scan step = scan_down(search);
		bool again = spot->node == seen;

		if (step == EXHAUSTED && mpl_node_is_root(spot->node))
			return OUTSIDE;
		if (step != EXHAUSTED && step != DESCENDED)
			return step;
		seen = spot->node;
		if (step == DESCENDED && !again)
			continue;
		step = climb_down(spot, inner);
		if (step != DESCENDED)
			return step;
	}
}

// ---- Both ----

static bool window_is_bad(uint64_t min, uint64_t max, uint64_t size)
{
	return min > max || size == 0 || max - min < size - 1;
}

// ---- Where a search begins ----

// What a state that is not fresh is good for. Spec/07 section 4.1.
enum beginning {
	FRESH,    // Nothing is known: from the root.
	GO_ON,    // From the node and slot where it stands.
	NO_NODES, // The tree had no nodes, and has none.
	REFUSED,  // Nothing to go on from: -EBUSY.
};

// A state that found no nodes believes so from then on. It goes on from a slot that is none, upwards 31, 29, 27 ..., and
// where these are used up Linux reads through NULL (S-Q1): then nothing is found here. A belief that would give what is not
// free is dropped (S-Q10): the tree has nodes by now, or index 0 ('found' is the first index it would give) is taken.
static enum beginning begin_nodeless(struct ma_state *mas, uint64_t found, bool down)
{
	uint64_t root = mas->tree->root_word;

	if (mpl_node_is_root_word(root) || (root && mas->status == ma_none && found == 0))
		return FRESH;
	if (mas->offset < 2)
		return REFUSED;
	if (!down)
		mas->offset -= 2;
	return NO_NODES;
}

static enum beginning begin(struct ma_state *mas, uint64_t found, bool down)
{
	enum beginning how = FRESH;

	switch (mas->status) {
	case ma_active:
	case ma_overflow:
	case ma_underflow:
		if (mpl_walk_on_node(mas) && mpl_node_is_root_word(mas->tree->root_word))
			return GO_ON;
		break;
	case ma_none:
	case ma_root:
		how = begin_nodeless(mas, found, down);
		break;
	case ma_start:
		break;
	case ma_pause:
	case ma_error:
		return REFUSED;
	}
	if (how == FRESH) {
		mpl_walk_start(mas);
		how = mas->status == ma_active ? FRESH : NO_NODES;
	}
	return how;
}

// A tree without nodes: all is free but index 0, which a single entry holds.
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

// Where the state stands from now on; its status stays what it was.
static void stand(struct ma_state *mas, const struct mpl_spot *spot)
{
	enum maple_status status = mas->status;

	mpl_walk_settle(mas, spot);
	mas->status = status;
}

// Nothing was found. Downwards a search that came to the very first slot of the root leaves its state there; all others
// leave it in error.
static int give_up(struct ma_state *mas, const struct search *search, enum scan step)
{
	if (step == AT_EDGE)
		stand(mas, &search->spot);
	else
		mpl_walk_fail(mas, -MPL_EBUSY);
	return -MPL_EBUSY;
}

// Writes the end of a search into the state.
static int conclude(struct ma_state *mas, const struct search *search, enum scan step, bool down)
{
	const struct mpl_spot *spot = &search->spot;
	uint64_t bound;

	if (step != FOUND) {
		__mas_set_range(mas, search->min, search->max);
		return give_up(mas, search, step);
	}
	stand(mas, spot);
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

// A search that is asked for again after it failed. Upwards an error is passed on while the slot it left has two before
// it; downwards likewise, and where it has not Linux reads through an error number (S-Q1).
static int search_in_error(struct ma_state *mas, uint64_t min, uint64_t max)
{
	if (mas->offset < 2)
		return -MPL_EBUSY;
	mas->offset -= 2;
	__mas_set_range(mas, min, max);
	return xa_err(mas->node);
}

static int empty_area(struct ma_state *mas, uint64_t min, uint64_t max, uint64_t size, bool down)
{
	enum mpl_kind inner = mpl_walk_inner_kind(mas->tree);
	struct search search = {.min = min, .max = max, .size = size};
	const struct mpl_node *seen = NULL;
	enum scan step = DESCENDED;

	if (window_is_bad(min, max, size))
		return -MPL_EINVAL;
	if (mas->status == ma_error)
		return search_in_error(mas, min, max);
	switch (begin(mas, down ? max - size + 1 : min, down)) {
	case REFUSED:
		return -MPL_EBUSY;
	case NO_NODES:
		return search_no_nodes(mas, min, max, size, down);
	case GO_ON:
		search.spot = mpl_walk_of_state(mas);
		seen = search.spot.node;
		step = down ? resume_down(&search.spot, inner) : resume_up(&search.spot, inner);
		if (step != DESCENDED)
			return give_up(mas, &search, step);
		break;
	case FRESH:
		search.spot = mpl_walk_root(mas->tree);
		if (down)
			search.spot.offset = search.spot.end;
		break;
	}
	step = down ? search_down(&search, inner, seen) : search_up(&search, inner, step);
	return conclude(mas, &search, step, down);
}

int mas_empty_area(struct ma_state *mas, uint64_t min, uint64_t max, uint64_t size)
{
	return empty_area(mas, min, max, size, false);
}

int mas_empty_area_rev(struct ma_state *mas, uint64_t min, uint64_t max, uint64_t size)
{
	return empty_area(mas, min, max, size, true);
}
