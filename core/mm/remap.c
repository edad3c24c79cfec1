// SPDX-License-Identifier: GPL-2.0-or-later
//
// mremap: smaller, larger, elsewhere. See maple_mm.h.
//
//     smaller     |<====== V ======>|           the end is unmapped
//                 |<== V ==>|
//     in place    |<== V ==>|....|- C -|        the room behind V joins it, and C too if it fits (join.h: below, both)
//     moved       |-- V --|<= part =>|- V -|            |- B -|      what is at the new place is cut (munmap.h), the
//                 |-- V --|          |- V -|        |<= part, longer =>|   part placed there (join.h), and unmapped
//                                                                    where it was
//
// A part that moves takes its pages along. This is the last step that can be refused, after the nodes of the first
// store are reserved: the tables for the pages are made at the new place, then the pages move. If the old place is to
// stay, it is not unmapped but left empty, and without the anon_vma if all of its VMA has moved; nothing in it is
// locked.

#include "change.h"
#include "cut.h"
#include "munmap.h"
#include "join.h"
#include "limits.h"
#include "pages.h"
#include "unmapped_area.h"

enum { STIFF = MPL_VMA_SPECIAL }; // These cannot grow.

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
	piece.offset += mpl_vma_bytes(vma);
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
	bool keep;      // The old place stays.
	const struct mpl_munmap_range *hole; // What is at the new place.
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
	const struct mpl_clearing cleared = {move->to, move->end - 1, move->hole->floor, move->hole->ceiling};

	return mpl_pages_move(change->mm, move->first, move->to, moved_bytes(move), move->hole->any ? &cleared : NULL);
}

// The VMA at one end of the unmapped range, in the dry run: as the hole at the new place leaves it, or as the VMA that
// the part joins there covers it.
static struct mpl_vma source_then(const struct mpl_vma *vma, uint64_t at, const struct move *move,
                                  const struct mpl_vma *outcome)
{
	struct mpl_vma source = *vma;

	if (outcome->first <= at && at <= outcome->last)
		return *outcome;
	if (move->to > move->last && move->to <= vma->last)
		source.last = move->to - 1;
	if (move->end <= move->first && move->end > vma->first)
		source.first = move->end;
	return source;
}

// Adds the needs of unmapping it there. Behind the part, the range may end in another VMA, or in none.
static void need_at_source(struct mpl_change *change, const struct mpl_vma *vma, const struct move *move,
                           const struct mpl_vma *outcome)
{
	const struct mpl_vma *highest = mpl_look_at(change->mm, move->last);
	struct mpl_vma source = source_then(vma, move->first, move, outcome);

	change->stores++;
	if (source.first < move->first)
		mpl_cut_need(change, &source);
	if (!highest)
		return;
	source = source_then(highest, move->last, move, outcome);
	if (source.last > move->last)
		mpl_cut_need(change, &source);
}

// What the part needs at its new place: all that a cut gives a new object, or, if it joins what has no anon_vma yet, a
// chain for that beside its own.
static void need_at_target(struct mpl_change *change, enum mpl_join how, const struct mpl_vma *piece)
{
	const struct mpl_vma *below = piece->first ? mpl_look_at(change->mm, piece->first - 1) : NULL;
	const struct mpl_vma *above = mpl_look_at(change->mm, piece->last + 1);
	bool joins_below = how == MPL_JOIN_BELOW || how == MPL_JOIN_BOTH;
	bool joins_above = how == MPL_JOIN_ABOVE || how == MPL_JOIN_BOTH;

	if (how == MPL_JOIN_NONE) {
		mpl_cut_need(change, piece);
		return;
	}
	change->stores++;
	if (!(joins_below && below->anon) && !(joins_above && above->anon))
		change->chains += piece->chain;
}

static int unmap_source(struct mpl_change *change, const struct move *move)
{
	struct mpl_munmap_range hole;
	int error;

	mpl_munmap_plan(change->mm, &hole, move->first, move->last);
	// What lies behind the part, and does not move, may be charged where the part is not.
	if (mpl_look_at(change->mm, move->first)->flags & MPL_VMA_ACCOUNT)
		hole.charged -= moved_bytes(move) / MPL_PAGE_BYTES; // Charged at the new place.
	error = mpl_munmap_cut(change, &hole);
	if (!error)
		error = mpl_change_store(change, move->first, move->last, MPL_WORD_ENTRY(0));
	if (!error)
		mpl_munmap_drop(change->mm, &hole);
	return error;
}

// Leaves the old place of the moved part empty.
static void empty_source(struct mpl_mm *mm, const struct move *move)
{
	struct mpl_vma *source = mpl_look_at(mm, move->first);

	mpl_vma_count(mm, source, -1);
	source->flags &= ~(uint32_t)(MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT);
	mpl_vma_count(mm, source, 1);
	if (source->first == move->first && source->last == move->last)
		mpl_vma_anon_leave(source);
}

// The charge of what moves goes with it: only what is more at the new place is charged, or all where the old one stays.
static uint64_t more_to_charge(const struct mpl_vma *piece, const struct move *move)
{
	uint64_t moved = move->keep ? 0 : moved_bytes(move) / MPL_PAGE_BYTES;

	return piece->flags & MPL_VMA_ACCOUNT ? mpl_vma_pages(piece) - moved : 0;
}

// Stores the part at its new place.
static int place(struct mpl_change *change, enum mpl_join how, const struct mpl_vma *piece, const struct move *move)
{
	int error = mpl_join_place(change, how, piece);
	struct mpl_vma *there;

	if (error)
		return error;
	there = mpl_look_at(change->mm, move->to);
	if (!there->anon)
		mpl_vma_anon_share(there, mpl_look_at(change->mm, move->first));
	return 0;
}

static int move_to(struct mpl_mm *mm, const struct mpl_vma *vma, struct move *move)
{
	struct mpl_vma piece = *vma;
	struct mpl_vma outcome;
	struct mpl_change change;
	struct mpl_munmap_range hole;
	enum mpl_join how;
	int error;

	// No page of it shows where it was as long as none was written.
	piece.offset = piece.file || piece.anon ? vma->offset + (move->first - vma->first) : move->to;
	piece.first = move->to;
	piece.last = move->end - 1;
	how = mpl_join_after_cut(mm, &piece, &outcome);
	mpl_munmap_plan(mm, &hole, piece.first, piece.last);
	error = mpl_munmap_check(mm, &hole);
	if (error)
		return error;
	mpl_change_begin(&change, mm);
	change.ready = move_pages;
	change.context = move;
	hole.pages_gone = true;
	move->hole = &hole;
	mpl_munmap_need(&change, &hole);
	need_at_target(&change, how, &piece);
	if (!move->keep)
		need_at_source(&change, vma, move, &outcome);
	change.pages = more_to_charge(&piece, move);
	error = mpl_change_ask(&change);
	if (!error)
		error = mpl_munmap_cut(&change, &hole);
	if (!error)
		error = place(&change, how, &piece, move);
	if (!error) {
		mpl_munmap_drop(mm, &hole);
		if (move->keep)
			empty_source(mm, move);
		else
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
	       (move->to < move->last + 1 && move->first < move->end);
}

// Whether the range, which goes on behind its VMA over a hole or over other VMAs, may do so: it becomes smaller, or
// stays where it is with the size it has, and what moves is in its VMA. What stays in place is not looked at.
static int spans(const struct mpl_vma *vma, const struct move *move, uint64_t new)
{
	uint64_t old = move->last - move->first + 1;

	if (new > old || move->keep || (move->to != move->first && vma->last < move->first + new - 1))
		return -MPL_EFAULT;
	return move->last < move->first || move->last >= MPL_TASK_BYTES ? -MPL_EINVAL : 0;
}

static bool is_sealed(const struct mpl_mm *mm, uint64_t first, uint64_t last)
{
	MA_STATE(mas, mm->tree, first, first);
	mpl_entry entry;

	mas_for_each(&mas, entry, last) {
		if (mpl_vma_at_entry(mm, entry)->flags & MPL_VMA_SEALED)
			return true;
	}
	return false;
}

// Whether the limits leave room for what the VMA becomes larger by, or for what KEEP leaves behind.
static int whether_allowed(const struct mpl_mm *mm, const struct mpl_vma *vma, uint64_t old, uint64_t new, bool keep)
{
	uint64_t more = (keep ? old : new - old) / MPL_PAGE_BYTES;

	if (new <= old && !keep)
		return 0;
	if (vma->flags & MPL_VMA_LOCKED && !keep && !mpl_limit_locks(mm, more))
		return -MPL_EAGAIN;
	return mpl_limit_grows(mm, vma->flags, more) ? 0 : -MPL_ENOMEM;
}

// Bytes rounded up to pages; all that is more than can be mapped counts as one page more than that.
static uint64_t whole(uint64_t bytes)
{
	return bytes > MPL_TASK_BYTES ? MPL_TASK_BYTES + MPL_PAGE_BYTES : mpl_round_up(bytes);
}

int mpl_mm_remap(struct mpl_mm *mm, uint64_t first, uint64_t bytes, uint64_t new_bytes, uint64_t to,
                 enum mpl_remap how, uint64_t *now)
{
	// May run over the top, as in Linux: what is mapped at 'first' is looked at before that.
	uint64_t old = (bytes + MPL_PAGE_BYTES - 1) / MPL_PAGE_BYTES * MPL_PAGE_BYTES;
	uint64_t new = whole(new_bytes);
	struct move move = {.first = first, .last = first + old - 1, .to = to ? to : first, .keep = how == MPL_REMAP_KEEP};
	const struct mpl_vma *vma;
	int error;

	mpl_change_keeps(0);
	move.end = move.to + new;
	if (first % MPL_PAGE_BYTES || !old || !new || (to && is_misplaced(&move)) || (move.keep && old != new))
		return -MPL_EINVAL;
	vma = mpl_look_at(mm, first);
	if (!vma)
		return -MPL_EFAULT;
	if (vma->flags & MPL_VMA_SEALED)
		return -MPL_EPERM;
	if (vma->last < move.last || move.last < first) {
		error = spans(vma, &move, new);
		if (error)
			return error;
	}
	if (new > old && vma->flags & STIFF)
		return -MPL_EFAULT;
	if (move.keep && vma->flags & STIFF)
		return -MPL_EINVAL;
	if (to && is_sealed(mm, first, move.last))
		return -MPL_EPERM;
	if ((to || move.keep) && !mpl_limit_moves(mm, true))
		return -MPL_ENOMEM;
	error = whether_allowed(mm, vma, old, new, move.keep);
	if (error)
		return error;
	if (!to && !move.keep && can_stay(mm, vma, &move)) {
		error = remap_in_place(mm, vma, &move);
	} else {
		if (!to && (how == MPL_REMAP_STAY || mpl_unmapped_area(mm, new, vma->flags, vma->file, &move.to)))
			return -MPL_ENOMEM;
		if (!mpl_limit_moves(mm, false))
			return -MPL_ENOMEM;
		move.end = move.to + new;
		error = move_to(mm, vma, &move);
	}
	if (!error)
		*now = move.to;
	return error;
}
