// SPDX-License-Identifier: GPL-2.0-or-later
//
// Joining: fewer and longer VMAs. See join.h.
//
// The piece p comes to lie, or gets other flags, between A and C:
//
//     none     |-- A --|<- p ->|-- C --|      |-- A --|-- B --|-- C --|      p is an object of its own
//     below    |== A ==|<= p =>|-- C --|      |====== A ======|-- C --|      A grows up
//     above    |-- A --|<= p =>|== C ==|      |-- A --|====== C ======|      C grows down, its offset with it
//     both     |== A ==|<= p =>|== C ==|      |========== A ==========|      A grows over both, C is removed
//
// Each is one store, over all that the VMA which grows covers then. Two anon_vmas do not become one: at most one of
// those who join has one, or all have the same. And one whose chain has grown (it was forked from) does not pass it on.

#include "join.h"

#include "cut.h"
#include "../src/check.h"
#include "../src/trace.h"

#define MPL_FILE MPL_FILE_JOIN

// ---- Whether ----

static bool anon_fits(const struct mpl_vma *a, const struct mpl_vma *b)
{
	if (!a->anon || !b->anon)
		return a->chain <= 1 && b->chain <= 1;
	return a->anon == b->anon;
}

// Whether they touch and are the same memory, but for what 'apart' has of their flags.
static bool akin(const struct mpl_vma *lower, const struct mpl_vma *upper, uint32_t apart)
{
	if (lower->last + 1 != upper->first || lower->file != upper->file || (lower->flags ^ upper->flags) & ~apart)
		return false;
	return lower->offset + mpl_vma_bytes(lower) == upper->offset;
}

static bool fits(const struct mpl_vma *lower, const struct mpl_vma *upper)
{
	if (!akin(lower, upper, 0) || lower->flags & MPL_VMA_SPECIAL)
		return false;
	return anon_fits(lower, upper);
}

const struct mpl_vma *mpl_join_lender(const struct mpl_vma *vma, const struct mpl_vma *below,
                                      const struct mpl_vma *above)
{
	const uint32_t access = MPL_VMA_READ | MPL_VMA_WRITE | MPL_VMA_EXEC;

	if (above && above->chain == 1 && akin(vma, above, access))
		return above;
	return below && below->chain == 1 && akin(below, vma, access) ? below : NULL;
}

enum mpl_join mpl_join_decide(const struct mpl_vma *piece, const struct mpl_vma *below, const struct mpl_vma *above)
{
	bool joins_below = below && fits(below, piece);
	bool joins_above = above && fits(piece, above);

	if (joins_below)
		return joins_above && anon_fits(below, above) ? MPL_JOIN_BOTH : MPL_JOIN_BELOW;
	return joins_above ? MPL_JOIN_ABOVE : MPL_JOIN_NONE;
}

static void inherit_anon(struct mpl_vma *to, const struct mpl_vma *other)
{
	if (to->anon)
		return;
	to->anon = other->anon;
	to->chain = other->chain;
}

struct mpl_vma mpl_join_outcome(enum mpl_join how, const struct mpl_vma *piece, const struct mpl_vma *below,
                                const struct mpl_vma *above)
{
	struct mpl_vma vma = *piece;

	if (how == MPL_JOIN_BELOW || how == MPL_JOIN_BOTH) {
		vma = *below;
		inherit_anon(&vma, piece);
		vma.last = piece->last;
	}
	if (how == MPL_JOIN_BOTH) {
		inherit_anon(&vma, above);
		vma.last = above->last;
	}
	if (how == MPL_JOIN_ABOVE) {
		vma = *above;
		inherit_anon(&vma, piece);
		vma.offset = piece->offset;
		vma.first = piece->first;
	}
	return vma;
}

enum mpl_join mpl_join_after_cut(const struct mpl_mm *mm, const struct mpl_vma *piece, struct mpl_vma *outcome)
{
	const struct mpl_vma *below = piece->first ? mpl_look_at(mm, piece->first - 1) : NULL;
	const struct mpl_vma *above = mpl_look_at(mm, piece->last + 1);
	struct mpl_vma left = {0}, right = {0};
	enum mpl_join how;

	if (below) {
		left = *below;
		left.last = piece->first - 1;
	}
	if (above) {
		right = *above;
		right.offset += piece->last + 1 - right.first;
		right.first = piece->last + 1;
	}
	how = mpl_join_decide(piece, below ? &left : NULL, above ? &right : NULL);
	*outcome = mpl_join_outcome(how, piece, &left, &right);
	return how;
}

// ---- How ----

void mpl_join_resize(struct mpl_mm *mm, struct mpl_vma *vma, uint64_t first, uint64_t last)
{
	mpl_vma_count(mm, vma, -1);
	vma->offset += first - vma->first;
	vma->first = first;
	vma->last = last;
	mpl_vma_count(mm, vma, 1);
	MPL_EVENT(vma_changed, NULL, MPL_NO_SLOT, vma->number, first, last);
}

void mpl_join_absorb(struct mpl_mm *mm, struct mpl_vma *heir, struct mpl_vma *vma)
{
	if (!heir->anon)
		mpl_vma_anon_share(heir, vma);
	mpl_vma_count(mm, vma, -1);
	mpl_vma_free(vma);
}

int mpl_join_run(struct mpl_change *change, enum mpl_join how, const struct mpl_vma *piece, struct mpl_vma *below,
                 struct mpl_vma *above, struct mpl_vma **grown)
{
	struct mpl_vma *vma = how == MPL_JOIN_ABOVE ? above : below;
	uint64_t first = how == MPL_JOIN_ABOVE ? piece->first : below->first;
	uint64_t last = how == MPL_JOIN_BELOW ? piece->last : above->last;
	int error = mpl_change_store(change, first, last, mpl_vma_entry(vma));

	MPL_ASSERT(how != MPL_JOIN_NONE);
	if (error)
		return error;
	if (how == MPL_JOIN_BOTH)
		mpl_join_absorb(change->mm, below, above);
	mpl_join_resize(change->mm, vma, first, last);
	*grown = vma;
	return 0;
}

int mpl_join_place(struct mpl_change *change, enum mpl_join how, const struct mpl_vma *piece)
{
	struct mpl_mm *mm = change->mm;
	struct mpl_vma *vma;
	int error;

	if (how != MPL_JOIN_NONE) {
		struct mpl_vma *below = piece->first ? mpl_look_at(mm, piece->first - 1) : NULL;

		return mpl_join_run(change, how, piece, below, mpl_look_at(mm, piece->last + 1), &vma);
	}
	vma = mpl_vma_take(mm, piece->first, piece->last, piece->flags, piece->file, piece->offset);
	mpl_cut_share(vma, piece);
	error = mpl_change_store_new(change, vma);
	if (!error)
		mpl_vma_count(mm, vma, 1);
	return error;
}
