// SPDX-License-Identifier: GPL-2.0-or-later
//
// mremap: smaller, larger, elsewhere. See maple_mm.h.
//
//     smaller     |<====== V ======>|           the end is unmapped
//                 |<== V ==>|
//     in place    |<== V ==>|....|- C -|        the room behind V joins it, and C too if it fits (join.h: below, both)
//     moved       |-- V --|<= part =>|- V -|            |- B -|      what is at the new place is cut out (hole.h);
//                 |-- V --|          |- V -|        |<= part, longer =>|   then the part is unmapped where it was
//
// A part that is moved takes its pages along. Of what can be refused that comes last, after the nodes of the first
// store are there: then the tables for the pages are made at the new place, and the pages move.

#include "change.h"
#include "cut.h"
#include "hole.h"
#include "join.h"
#include "pages.h"
#include "room.h"

enum { STIFF = MPL_VMA_PFNMAP | MPL_VMA_MIXEDMAP }; // These cannot grow.

// ---- In place ----

static bool has_room(const struct mpl_mm *mm, const struct mpl_vma *vma, uint64_t end)
{
	const struct mpl_vma *above = mpl_look_from(mm, vma->last + 1);

	return end <= MPL_TASK_BYTES && (!above || above->first >= end);
}

// Lets 'vma' end before 'end'. The room behind it is taken as a piece of its own kind.
static int grow(struct mpl_mm *mm, const struct mpl_vma *vma, uint64_t end)
{
	struct mpl_vma piece = *vma;
	struct mpl_change change;
	int error;

	piece.first = vma->last + 1;
	piece.last = end - 1;
	piece.offset += piece.file ? mpl_vma_bytes(vma) : 0;
	mpl_change_begin(&change, mm);
	change.stores = 1;
	change.pages = piece.flags & MPL_VMA_ACCOUNT ? mpl_vma_pages(&piece) : 0;
	error = mpl_change_ask(&change);
	if (!error)
		error = mpl_join_place(&change, mpl_join_decide(&piece, vma, mpl_look_at(mm, end)), &piece);
	return mpl_change_end(&change, error);
}

// ---- Elsewhere ----

struct move {
	uint64_t first; // What is moved,
	uint64_t last;
	uint64_t to;    // where,
	uint64_t end;   // and where it ends there (exclusive).
};

static uint64_t moved_bytes(const struct move *move)
{
	uint64_t old = move->last - move->first + 1;
	uint64_t new = move->end - move->to;

	return old < new ? old : new;
}

static int move_pages(struct mpl_change *change, const void *context)
{
	const struct move *move = context;

	return mpl_pages_move(change->mm, move->first, move->to, moved_bytes(move));
}

// What unmapping the part where it was needs: cuts of its VMA, as the hole at the new place leaves that.
static void need_at_source(struct mpl_change *change, const struct mpl_vma *vma, const struct move *move)
{
	uint64_t first = vma->first;
	uint64_t last = vma->last;

	if (move->to > move->last && move->to <= last)
		last = move->to - 1;
	if (move->end <= move->first && move->end > first)
		first = move->end;
	change->stores++;
	if (first < move->first)
		mpl_cut_need(change, vma);
	if (last > move->last)
		mpl_cut_need(change, vma);
}

static int unmap_source(struct mpl_change *change, const struct move *move)
{
	struct mpl_hole hole;
	int error;

	mpl_hole_plan(change->mm, &hole, move->first, move->last);
	error = mpl_hole_cut(change, &hole);
	if (!error)
		error = mpl_change_store(change, move->first, move->last, MPL_WORD_ENTRY(0));
	if (!error)
		mpl_hole_drop(change->mm, &hole);
	return error;
}

static int move_to(struct mpl_mm *mm, const struct mpl_vma *vma, const struct move *move)
{
	struct mpl_vma piece = *vma;
	struct mpl_change change;
	struct mpl_hole hole;
	int error;

	piece.offset += piece.file ? move->first - vma->first : 0;
	piece.first = move->to;
	piece.last = move->end - 1;
	mpl_change_begin(&change, mm);
	change.ready = move_pages;
	change.context = move;
	mpl_hole_plan(mm, &hole, piece.first, piece.last);
	hole.kept = move->to + moved_bytes(move);
	mpl_hole_need(&change, &hole);
	mpl_cut_need(&change, vma); // A new object with all that a cut gives one.
	need_at_source(&change, vma, move);
	change.pages = piece.flags & MPL_VMA_ACCOUNT ? mpl_vma_pages(&piece) : 0;
	error = mpl_change_ask(&change);
	if (!error)
		error = mpl_hole_cut(&change, &hole);
	if (!error)
		error = mpl_join_place(&change, MPL_JOIN_NONE, &piece);
	if (!error) {
		mpl_hole_drop(mm, &hole);
		error = unmap_source(&change, move);
	}
	return mpl_change_end(&change, error);
}

// ---- Which of them ----

static int remap_in_place(struct mpl_mm *mm, const struct mpl_vma *vma, const struct move *move)
{
	if (move->end <= move->last)
		return mpl_unmap(mm, move->end, move->last);
	return move->end == move->last + 1 ? 0 : grow(mm, vma, move->end);
}

// Whether it can stay where it is, ending before move->end.
static bool can_stay(const struct mpl_mm *mm, const struct mpl_vma *vma, const struct move *move)
{
	return move->end <= move->last + 1 || (vma->last == move->last && has_room(mm, vma, move->end));
}

static bool is_misplaced(const struct move *move)
{
	return move->to % MPL_PAGE_BYTES || move->end > MPL_TASK_BYTES || move->end < move->to ||
	       (move->to <= move->last && move->first < move->end);
}

int mpl_mm_remap(struct mpl_mm *mm, uint64_t first, uint64_t bytes, uint64_t new_bytes, uint64_t to, bool may_move,
                 uint64_t *now)
{
	uint64_t old = mpl_round_up(bytes);
	uint64_t new = mpl_round_up(new_bytes);
	struct move move = {.first = first, .last = first + old - 1, .to = to ? to : first};
	const struct mpl_vma *vma;
	int error;

	move.end = move.to + new;
	if (first % MPL_PAGE_BYTES || !old || !new || (to && is_misplaced(&move)))
		return -MPL_EINVAL;
	vma = mpl_look_at(mm, first);
	if (!vma || move.last < first || vma->last < move.last || (new > old && vma->flags & STIFF))
		return -MPL_EFAULT;
	if (!to && can_stay(mm, vma, &move)) {
		error = remap_in_place(mm, vma, &move);
	} else {
		if (!to && (!may_move || mpl_room_find(mm, new, &move.to)))
			return -MPL_ENOMEM;
		move.end = move.to + new;
		error = move_to(mm, vma, &move);
	}
	if (!error)
		*now = move.to;
	return error;
}
