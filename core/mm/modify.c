// SPDX-License-Identifier: GPL-2.0-or-later
//
// New flags for a range: mprotect, and what madvise, mbind, userfaultfd and mlock set. See maple_mm.h.
//
// VMA by VMA, upwards. The part p of VMA V that is in the range:
//
//     V whole      |- A -|<= p =>|- C -|     joins A, C or both (join.h); V is removed. Else V gets the flags: no
//                                            store, but those of the VMAs above cannot be refused any more
//     V's head     |- A -|<= p =>|-- V --|   joins A: the border moves up. Else V is cut above p, and is p
//     V's tail     |-- V --|<= p =>|- C -|   joins C: the border moves down. Else V is cut below p, and is p
//     V's middle   |-- V --|<= p =>|-- V --| V is cut below and above p, and is p
//
// The range is processed twice: a dry run finds out what the change needs, then it is made. In the dry run the VMA
// below p is as the earlier steps would leave it. A neighbour that p joins above already has p's flags, so it
// would not change and is not processed again.
//
// A hole or a VMA that refuses the change ends the call with an error, and everything below stays changed, as in Linux:
//
//                     |-- V --|-- W --|......|-- X --|-- refuses --|-- Y --|
//     mprotect, mlock |===============|                                        ENOMEM at the hole
//     madvise         |===============|......|=======|                         EINVAL at the VMA that refuses
//     madvise         |===============|......|=======|                         ENOMEM at the end, if none refuses
//
// So does a VMA that would have to be cut when there are as many VMAs as the limit allows (limits.h), or would become
// more data than it allows: ENOMEM. (Linux makes the lower of two cuts if there is room for one; here it makes none.)
//
// A refused request, in contrast, leaves everything as it was: it is made before the first step.

#include "change.h"
#include "cut.h"
#include "join.h"
#include "limits.h"
#include "pages.h"
#include "../src/check.h"
#include "../src/trace.h"

#define MPL_FILE MPL_FILE_MODIFY

enum {
	PROT = MPL_VMA_READ | MPL_VMA_WRITE | MPL_VMA_EXEC,
	SPECIAL = MPL_VMA_SPECIAL,
	// A VMA with one of these is not charged again when it becomes writable.
	STAYS_SO = MPL_VMA_WRITE | MPL_VMA_ACCOUNT | MPL_VMA_SHARED | MPL_VMA_NORESERVE,
};

// The effect of a hole.
enum holes {
	HOLES_END,    // The call ends there: mprotect, mlock, munlock.
	HOLES_PASS,   // It goes on behind, and fails at the end: madvise.
	HOLES_IGNORE, // It goes on behind: mlockall.
	HOLES_REFUSE, // Nothing is changed: mbind, userfaultfd and mseal look at all of the range first.
};

// The effect of a sealed VMA.
enum seals {
	SEALS_PASS, // It changes like any other.
	SEALS_KEEP, // It refuses what would lose its content: where it is private, without a file, and not to be written.
	SEALS_END,  // It refuses.
};

// A change to make, and its range.
struct order {
	uint64_t first;
	uint64_t last;
	uint32_t clear; // Flags.
	uint32_t set;
	enum holes holes;
	bool alone;     // Only for private memory without a file.
	bool populates; // Makes pages present: -ENOMEM at the end where memory may not be accessed.
	uint32_t bars;  // A VMA with one of these flags refuses it,
	uint32_t skips; // or is left alone.
	enum seals seals;
};

// How far a call goes, and what it returns there.
struct reach {
	uint64_t end; // Behind the last VMA that it treats; 0: it treats none.
	int error;
};

// The totals that the limits check, after the previous steps.
struct tally {
	uint64_t vmas;
	uint64_t data; // Pages that have become data.
};

// One step: the change to one VMA.
struct step {
	struct mpl_vma piece; // The part that changes, with the flags that it gets.
	bool whole;           // It is all of its VMA,
	bool head;            // or begins where that does,
	bool tail;            // or ends where it does.
	enum mpl_join how;
	uint64_t charge;      // Pages charged,
	uint64_t uncharge;    // and uncharged.
};

// Private memory that becomes writable is charged from then on. It stays so, unless there can be no page to copy: it
// has no file and was never written.
static uint32_t flags_after(const struct order *order, const struct mpl_vma *vma)
{
	uint32_t after = vma->flags & order->skips ? vma->flags : (vma->flags & ~order->clear) | order->set;
	bool unwritten = !vma->file && !vma->anon && mpl_vma_is_private(vma);

	if (!(order->clear & MPL_VMA_WRITE) || after == vma->flags)
		return after;
	if (!(after & MPL_VMA_WRITE))
		return unwritten ? after & ~(uint32_t)MPL_VMA_ACCOUNT : after;
	return vma->flags & STAYS_SO ? after : after | MPL_VMA_ACCOUNT;
}

// Decides the step for 'vma' between its neighbours; false if its flags stay.
static bool decide(const struct order *order, const struct mpl_vma *vma, const struct mpl_vma *below,
                   const struct mpl_vma *above, struct step *step)
{
	struct mpl_vma *piece = &step->piece;

	*piece = *vma;
	piece->flags = flags_after(order, vma);
	if (piece->flags == vma->flags)
		return false;
	step->head = vma->first >= order->first;
	step->tail = vma->last <= order->last;
	step->whole = step->head && step->tail;
	if (!step->head) {
		piece->first = order->first;
		piece->offset += piece->first - vma->first;
	}
	if (!step->tail)
		piece->last = order->last;
	step->how = mpl_join_decide(piece, step->head ? below : NULL, step->tail ? above : NULL);
	step->charge = piece->flags & ~vma->flags & MPL_VMA_ACCOUNT ? mpl_vma_pages(piece) : 0;
	step->uncharge = vma->flags & ~piece->flags & MPL_VMA_ACCOUNT ? mpl_vma_pages(piece) : 0;
	return true;
}

// ---- The dry run ----

// Adds what a step needs.
static void need(struct mpl_change *change, const struct step *step, const struct mpl_vma *vma,
                 const struct mpl_vma *below, const struct mpl_vma *above)
{
	change->pages += step->charge;
	if (step->how == MPL_JOIN_NONE) {
		if (!step->head)
			mpl_cut_need(change, vma);
		if (!step->tail)
			mpl_cut_need(change, vma);
		change->policies += !!(step->piece.flags & ~vma->flags & MPL_VMA_POLICY);
		return;
	}
	change->stores++;
	// A VMA that grows over a part only, and has no anon_vma, gets a chain beside that of the rest.
	if (!step->whole && !(step->how == MPL_JOIN_ABOVE ? above : below)->anon)
		change->chains += vma->chain;
}

// The error with which a VMA refuses the change, or 0.
static int refusal(const struct order *order, const struct mpl_vma *vma)
{
	bool of_file = vma->file || !mpl_vma_is_private(vma);
	bool sealed = vma->flags & MPL_VMA_SEALED;

	if (sealed && (order->seals == SEALS_END || (order->seals == SEALS_KEEP && !of_file && !(vma->flags & MPL_VMA_WRITE))))
		return -MPL_EPERM;
	return vma->flags & order->bars || (order->alone && of_file) ? -MPL_EINVAL : 0;
}

// Whether the limits allow the step; if so, adds it to the tally.
static bool within_limits(const struct mpl_mm *mm, const struct step *step, const struct mpl_vma *vma,
                          struct tally *tally)
{
	uint64_t pages = mpl_vma_pages(&step->piece);
	uint64_t cuts = step->how == MPL_JOIN_NONE ? (uint64_t)!step->head + !step->tail : 0;

	if (mpl_vma_is_data(step->piece.flags) && !mpl_vma_is_data(vma->flags)) {
		if (!mpl_limit_data(mm, tally->data + pages))
			return false;
		tally->data += pages;
	}
	if (cuts && !mpl_limit_cuts(mm, tally->vmas + cuts - 1))
		return false;
	tally->vmas += cuts;
	if (step->how != MPL_JOIN_NONE && step->whole)
		tally->vmas -= step->how == MPL_JOIN_BOTH ? 2 : 1;
	return true;
}

// The VMA at 'at', or, where holes are passed, the next one in the range; NULL: the call ends here.
static const struct mpl_vma *next(const struct mpl_mm *mm, const struct order *order, uint64_t at, struct reach *reach)
{
	const struct mpl_vma *vma = mpl_look_at(mm, at);

	if (vma)
		return vma;
	if (order->holes != HOLES_IGNORE)
		reach->error = -MPL_ENOMEM;
	if (order->holes != HOLES_PASS && order->holes != HOLES_IGNORE)
		return NULL;
	vma = mpl_look_from(mm, at);
	return vma && vma->first <= order->last ? vma : NULL;
}

// Whether all of the range is mapped.
static bool covers(const struct mpl_mm *mm, uint64_t first, uint64_t last)
{
	const struct mpl_vma *vma = mpl_look_at(mm, first);

	while (vma && vma->last < last)
		vma = mpl_look_at(mm, vma->last + 1);
	return vma;
}

// Goes through the range, up to where the call ends.
static struct reach plan(struct mpl_change *change, const struct order *order)
{
	const struct mpl_mm *mm = change->mm;
	const struct mpl_vma *found = order->first ? mpl_look_at(mm, order->first - 1) : NULL;
	struct mpl_vma below = found ? *found : (struct mpl_vma){0};
	struct tally tally = {.vmas = mm->map_count};
	struct reach reach = {0};
	bool locks_none = false;

	for (uint64_t at = order->first; at <= order->last; at = reach.end > below.last ? reach.end : below.last + 1) {
		const struct mpl_vma *vma = next(mm, order, at, &reach);
		const struct mpl_vma *above;
		bool adjoins, changes;
		struct step step;
		int error;

		if (!vma)
			break;
		adjoins = below.last && below.last + 1 == vma->first;
		above = mpl_look_at(mm, vma->last + 1);
		error = refusal(order, vma);
		changes = !error && decide(order, vma, adjoins ? &below : NULL, above, &step);
		if (changes && !within_limits(mm, &step, vma, &tally))
			error = -MPL_ENOMEM;
		if (error) {
			reach.error = error;
			break;
		}
		locks_none |= !(vma->flags & (PROT | SPECIAL));
		reach.end = vma->last < order->last ? vma->last + 1 : order->last + 1;
		if (changes) {
			need(change, &step, vma, &below, above);
			below = mpl_join_outcome(step.how, &step.piece, &below, above);
		} else {
			below = *vma;
		}
	}
	if (!reach.error && order->populates && locks_none)
		reach.error = -MPL_ENOMEM;
	return reach;
}

// ---- The change ----

// Sets the flags of an object. Flags that stand for an object obtain it, or free it.
static void set_flags(struct mpl_mm *mm, struct mpl_vma *vma, uint32_t flags)
{
	const uint32_t held = MPL_VMA_POLICY | MPL_VMA_UFFD;
	uint32_t gone = vma->flags & ~flags;
	uint32_t come = flags & ~vma->flags;

	mpl_vma_count(mm, vma, -1);
	if (gone & MPL_VMA_POLICY)
		mpl_vma_policy_drop(vma);
	if (gone & MPL_VMA_UFFD)
		mpl_vma_uffd_drop(vma);
	if (come & MPL_VMA_POLICY)
		mpl_vma_policy_take(vma);
	if (come & MPL_VMA_UFFD)
		mpl_vma_uffd_take(vma);
	vma->flags = (vma->flags & held) | (flags & ~held);
	mpl_vma_count(mm, vma, 1);
	MPL_EVENT(vma_changed, NULL, MPL_NO_SLOT, vma->number, vma->first, vma->last);
}

// The part has joined 'heir': its VMA loses it.
static void give_up(struct mpl_mm *mm, const struct step *step, struct mpl_vma *vma, struct mpl_vma *heir)
{
	if (step->whole) {
		mpl_join_absorb(mm, heir, vma);
		return;
	}
	if (!heir->anon)
		mpl_vma_anon_share(heir, vma);
	if (step->head)
		mpl_join_resize(mm, vma, step->piece.last + 1, vma->last);
	else
		mpl_join_resize(mm, vma, vma->first, step->piece.first - 1);
}

// Cuts the part out of its VMA, whose object it keeps.
static int cut_out(struct mpl_change *change, const struct step *step, struct mpl_vma *vma)
{
	int error = 0;

	if (!step->head)
		error = mpl_cut_below(change, vma, step->piece.first);
	if (!error && !step->tail)
		error = mpl_cut_above(change, vma, step->piece.last + 1);
	return error;
}

// Does one step; 'next' is the address behind what it changed.
static int take_step(struct mpl_change *change, const struct step *step, struct mpl_vma *vma, struct mpl_vma *below,
                     struct mpl_vma *above, uint64_t *next)
{
	struct mpl_mm *mm = change->mm;
	bool protects = vma->flags & ~step->piece.flags & MPL_VMA_WRITE;
	struct mpl_vma *heir;
	int error;

	if (step->how == MPL_JOIN_NONE) {
		error = step->whole ? mpl_change_start(change) : cut_out(change, step, vma);
		if (error)
			return error;
		set_flags(mm, vma, step->piece.flags);
		*next = vma->last + 1;
	} else {
		error = mpl_join_run(change, step->how, &step->piece, below, above, &heir);
		if (error)
			return error;
		give_up(mm, step, vma, heir);
		*next = heir->last + 1;
	}
	if (protects)
		mpl_pages_protect(mm, step->piece.first, step->piece.last);
	mpl_vma_uncharge(mm, step->uncharge);
	return 0;
}

static int run(struct mpl_change *change, const struct order *order, uint64_t end)
{
	const struct mpl_mm *mm = change->mm;
	int error = 0;

	for (uint64_t at = order->first; !error && at < end;) {
		struct mpl_vma *vma = mpl_look_from(mm, at);
		struct mpl_vma *below = vma->first ? mpl_look_at(mm, vma->first - 1) : NULL;
		struct mpl_vma *above = mpl_look_at(mm, vma->last + 1);
		struct step step;

		if (decide(order, vma, below, above, &step))
			error = take_step(change, &step, vma, below, above, &at);
		else
			at = vma->last + 1;
	}
	return error;
}

// 'end' becomes the address behind what was treated, 0 for nothing.
static int modify(struct mpl_mm *mm, const struct order *order, uint64_t *end)
{
	struct mpl_change change;
	struct reach reach;
	int error;

	*end = 0;
	if (!mpl_is_whole_pages(order->first, order->last))
		return -MPL_EINVAL;
	if (order->holes == HOLES_REFUSE && !covers(mm, order->first, order->last))
		return -MPL_ENOMEM;
	mpl_change_begin(&change, mm);
	reach = plan(&change, order);
	error = mpl_change_ask(&change);
	if (!error)
		error = run(&change, order, reach.end);
	error = mpl_change_end(&change, error);
	if (error)
		return error;
	*end = reach.end;
	mpl_change_keeps(reach.error ? reach.end : 0);
	return reach.error;
}

// ---- Orders ----

int mpl_mm_protect(struct mpl_mm *mm, uint64_t first, uint64_t last, uint32_t prot)
{
	const struct order order = {.first = first, .last = last, .clear = PROT, .set = prot, .seals = SEALS_END};
	uint64_t end;

	mpl_change_keeps(0);
	return prot & ~(uint32_t)PROT ? -MPL_EINVAL : modify(mm, &order, &end);
}

// VMA by VMA, since a table that two of them share stays.
static void discard(struct mpl_mm *mm, uint64_t first, uint64_t end)
{
	for (uint64_t at = first; at < end;) {
		const struct mpl_vma *vma = mpl_look_from(mm, at);
		uint64_t last = vma->last < end - 1 ? vma->last : end - 1;

		mpl_pages_discard(mm, vma->first > at ? vma->first : at, last);
		at = last + 1;
	}
}

static enum holes holes_of(enum mpl_advice advice)
{
	switch (advice) {
	case MPL_POLICY:
	case MPL_POLICY_OFF:
	case MPL_UFFD:
	case MPL_UFFD_OFF:
	case MPL_SEAL:
		return HOLES_REFUSE;
	case MPL_LOCK:
	case MPL_UNLOCK:
	case MPL_LOCK_ONFAULT:
		return HOLES_END;
	default:
		return HOLES_PASS;
	}
}

// Whether this much may be locked. The part of the range that is locked already counts once.
static int whether_lockable(const struct mpl_mm *mm, uint64_t first, uint64_t last)
{
	MA_STATE(mas, mm->tree, first, first);
	uint64_t pages = (last - first + 1) / MPL_PAGE_BYTES;
	mpl_entry entry;

	if (!mm->limit[MPL_LIMIT_MEMLOCK])
		return -MPL_EPERM;
	if (mm->limit[MPL_LIMIT_MEMLOCK] == MPL_UNLIMITED || !mpl_is_whole_pages(first, last))
		return 0;
	mas_for_each(&mas, entry, last) {
		const struct mpl_vma *vma = mpl_vma_at_entry(mm, entry);
		uint64_t from = vma->first > first ? vma->first : first;
		uint64_t to = vma->last < last ? vma->last : last;

		pages -= vma->flags & MPL_VMA_LOCKED ? (to - from + 1) / MPL_PAGE_BYTES : 0;
	}
	return mpl_limit_locks(mm, pages) ? 0 : -MPL_ENOMEM;
}

int mpl_mm_advise(struct mpl_mm *mm, uint64_t first, uint64_t last, enum mpl_advice advice)
{
	static const struct order orders[] = {
		[MPL_DONTFORK] = {.set = MPL_VMA_DONTCOPY, .seals = SEALS_KEEP},
		[MPL_DOFORK] = {.clear = MPL_VMA_DONTCOPY},
		[MPL_WIPEONFORK] = {.set = MPL_VMA_WIPEONFORK, .alone = true, .seals = SEALS_KEEP},
		[MPL_KEEPONFORK] = {.clear = MPL_VMA_WIPEONFORK},
		[MPL_POLICY] = {.set = MPL_VMA_POLICY},
		[MPL_POLICY_OFF] = {.clear = MPL_VMA_POLICY},
		[MPL_UFFD] = {.set = MPL_VMA_UFFD},
		[MPL_UFFD_OFF] = {.clear = MPL_VMA_UFFD},
		[MPL_LOCK] = {.clear = MPL_VMA_LOCKONFAULT, .set = MPL_VMA_LOCKED, .skips = SPECIAL, .populates = true},
		[MPL_UNLOCK] = {.clear = MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT},
		[MPL_LOCK_ONFAULT] = {.set = MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT, .skips = SPECIAL},
		[MPL_HUGEPAGE] = {.clear = MPL_VMA_NOHUGEPAGE, .set = MPL_VMA_HUGEPAGE, .bars = SPECIAL},
		[MPL_NOHUGEPAGE] = {.clear = MPL_VMA_HUGEPAGE, .set = MPL_VMA_NOHUGEPAGE, .bars = SPECIAL},
		[MPL_DONTDUMP] = {.set = MPL_VMA_DONTDUMP},
		[MPL_DODUMP] = {.clear = MPL_VMA_DONTDUMP, .bars = SPECIAL},
		[MPL_MERGEABLE] = {.set = MPL_VMA_MERGEABLE, .skips = SPECIAL | MPL_VMA_SHARED},
		[MPL_UNMERGEABLE] = {.clear = MPL_VMA_MERGEABLE},
		[MPL_DONTNEED] = {.bars = MPL_VMA_LOCKED | MPL_VMA_PFNMAP, .seals = SEALS_KEEP},
		[MPL_FREE] = {.bars = MPL_VMA_LOCKED | SPECIAL, .alone = true, .seals = SEALS_KEEP},
		[MPL_SEAL] = {.set = MPL_VMA_SEALED},
	};
	struct order order;
	uint64_t end;
	int error;

	mpl_change_keeps(0);
	if ((unsigned)advice >= sizeof(orders) / sizeof(orders[0]))
		return -MPL_EINVAL;
	order = orders[advice];
	order.first = first;
	order.last = last;
	order.holes = holes_of(advice);
	error = order.set & MPL_VMA_LOCKED ? whether_lockable(mm, first, last) : 0;
	if (error)
		return error;
	error = modify(mm, &order, &end);
	if (advice == MPL_DONTNEED)
		discard(mm, first, end);
	return error;
}

int mpl_mm_lock_all(struct mpl_mm *mm, uint32_t how)
{
	const uint32_t both = MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT;
	uint32_t locks = how & MPL_LOCK_FAULTED ? both : MPL_VMA_LOCKED;
	struct order order = {.last = MPL_TASK_BYTES - 1, .clear = both, .holes = HOLES_IGNORE};
	uint64_t limit = mm->limit[MPL_LIMIT_MEMLOCK];
	uint64_t end;
	int error = 0;

	mpl_change_keeps(0);
	if (how == MPL_LOCK_FAULTED || how & ~(uint32_t)(MPL_LOCK_CURRENT | MPL_LOCK_FUTURE | MPL_LOCK_FAULTED))
		return -MPL_EINVAL;
	if (how) {
		order.set = locks;
		order.skips = SPECIAL;
		if (!limit)
			return -MPL_EPERM;
	}
	if (how & MPL_LOCK_CURRENT && limit != MPL_UNLIMITED && mm->total_vm > limit / MPL_PAGE_BYTES)
		return -MPL_ENOMEM;
	if (!how || how & MPL_LOCK_CURRENT)
		error = modify(mm, &order, &end);
	if (!error)
		mm->locks_new = how & MPL_LOCK_FUTURE ? locks : 0;
	return error;
}
