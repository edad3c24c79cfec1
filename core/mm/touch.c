// SPDX-License-Identifier: GPL-2.0-or-later
//
// A program's accesses, as far as VMAs are concerned: permission, growth of a stack, anon_vma. pages.h does
// the pages.
//
//     |- A -|   guard    first          |<--- stack --->|
//               at least |<------------>|                   the stack grows down to 'first': one store
//
// A stack that grows gets its anon_vma then, also by a read, and while it is still as short as it was: of what it comes
// to touch below, it takes none.
//
// The guard applies to memory that can be accessed and is not a stack; any other memory below may be adjacent.
//
// All that can be refused comes before the first page: the charge of what a stack grows by, anon_vmas, the nodes of the
// store, and the page tables of the whole range.

#include "change.h"
#include "join.h"
#include "limits.h"
#include "pages.h"

#include "../src/check.h"
#include "../src/trace.h"

#define MPL_FILE MPL_FILE_TOUCH

struct touch {
	uint64_t first;
	uint64_t last;
	bool write;
};

// ---- Whether ----

static bool may(const struct mpl_vma *vma, bool write)
{
	const uint32_t any = MPL_VMA_READ | MPL_VMA_WRITE | MPL_VMA_EXEC;

	return vma->flags & (write ? (uint32_t)MPL_VMA_WRITE : any);
}

static bool wants_guard(const struct mpl_vma *below)
{
	return below && may(below, false) && !(below->flags & MPL_VMA_GROWS);
}

// Whether the VMA that begins above 'first' can grow down to it.
static bool can_grow(const struct mpl_mm *mm, const struct mpl_vma *vma, uint64_t first)
{
	const struct mpl_vma *below = mpl_look_below(mm, first);

	const uint64_t more = (vma->first - first) / MPL_PAGE_BYTES;

	if (!(vma->flags & MPL_VMA_GROWS) || vma->last - first >= mm->limit[MPL_LIMIT_STACK])
		return false;
	if (!mpl_limit_grows(mm, vma->flags, more) || (vma->flags & MPL_VMA_LOCKED && !mpl_limit_locks(mm, more)))
		return false;
	if (vma->first - first > vma->offset) // There is nothing below the beginning.
		return false;
	return first >= MPL_MMAP_MIN && (!wants_guard(below) || first - (below->last + 1) >= MPL_STACK_GUARD_BYTES);
}

// Whether a private page of it, written to, needs an anon_vma that is not there yet.
static bool needs_anon(const struct mpl_vma *vma, bool write)
{
	return write && mpl_vma_is_private(vma) && !vma->anon && !(vma->flags & MPL_VMA_PFNMAP);
}

// How many objects the anon_vma of 'vma' needs; 'below' is that neighbour, as it will be then.
static uint32_t anon_need(const struct mpl_mm *mm, const struct mpl_vma *vma, const struct mpl_vma *below)
{
	return mpl_join_lender(vma, below, mpl_look_at(mm, vma->last + 1)) ? 1 : 2;
}

// Checks the range and adds up what it needs. 'stack' is the VMA that has to grow, NULL if none has.
static int plan(struct mpl_change *change, const struct touch *touch, struct mpl_vma **stack)
{
	const struct mpl_mm *mm = change->mm;
	struct mpl_vma *vma = mpl_look_from(mm, touch->first);
	const struct mpl_vma *lowest = vma && vma->first ? mpl_look_below(mm, vma->first) : NULL;
	struct mpl_vma below = {0};
	uint64_t at = touch->first;

	*stack = NULL;
	if (lowest)
		below = *lowest;
	if (vma && vma->first > at) {
		if (!can_grow(mm, vma, at))
			return -MPL_EFAULT;
		change->stores = 1;
		change->pages = vma->flags & MPL_VMA_ACCOUNT ? (vma->first - at) / MPL_PAGE_BYTES : 0;
		*stack = vma;
		at = vma->first;
	}
	for (;;) {
		bool gets_anon;

		if (!vma || !may(vma, touch->write))
			return -MPL_EFAULT;
		gets_anon = vma == *stack ? !vma->anon : needs_anon(vma, touch->write);
		if (gets_anon)
			change->chains += anon_need(mm, vma, &below);
		if (vma->last >= touch->last)
			return 0;
		below = *vma;
		below.chain = gets_anon ? 1 : vma->chain;
		vma = mpl_look_at(mm, vma->last + 1);
	}
}

// ---- Doing it ----

static int make_tables(struct mpl_change *change, const void *context)
{
	const struct touch *touch = context;

	return mpl_pages_reserve(change->mm, touch->first, touch->last);
}

static void begin_anon(const struct mpl_mm *mm, struct mpl_vma *vma)
{
	const struct mpl_vma *below = vma->first ? mpl_look_at(mm, vma->first - 1) : NULL;
	const struct mpl_vma *lender = mpl_join_lender(vma, below, mpl_look_at(mm, vma->last + 1));

	if (lender)
		mpl_vma_anon_share(vma, lender);
	else
		mpl_vma_anon_begin(vma, 1);
	MPL_EVENT(anon_obtained, NULL, lender != NULL, vma->number, vma->anon, vma->chain);
}

static int grow_stack(struct mpl_change *change, const struct touch *touch, struct mpl_vma *stack)
{
	int error;

	change->ready = make_tables;
	change->context = touch;
	error = mpl_change_store(change, touch->first, stack->last, mpl_vma_entry(stack));
	if (error)
		return error;
	if (!stack->anon)
		begin_anon(change->mm, stack);
	mpl_join_resize(change->mm, stack, touch->first, stack->last);
	return 0;
}

// Makes the pages present, VMA by VMA; their tables are there.
static void touch_pages(struct mpl_mm *mm, const struct touch *touch)
{
	for (uint64_t at = touch->first; at <= touch->last;) {
		struct mpl_vma *vma = mpl_look_at(mm, at);
		uint64_t last = vma->last < touch->last ? vma->last : touch->last;
		int error;

		if (needs_anon(vma, touch->write))
			begin_anon(mm, vma);
		error = mpl_pages_touch(mm, vma, at, last, touch->write);
		MPL_ASSERT(!error);
		(void)error;
		at = last + 1;
	}
}

int mpl_mm_touch(struct mpl_mm *mm, uint64_t first, uint64_t last, bool write)
{
	const struct touch touch = {.first = first, .last = last, .write = write};
	struct mpl_change change;
	struct mpl_vma *stack;
	int error;

	if (!mpl_is_whole_pages(first, last))
		return -MPL_EINVAL;
	mpl_change_begin(&change, mm);
	error = plan(&change, &touch, &stack);
	if (!error)
		error = mpl_change_ask(&change);
	if (!error)
		error = stack ? grow_stack(&change, &touch, stack) : make_tables(&change, &touch);
	if (!error)
		touch_pages(mm, &touch);
	return mpl_change_end(&change, error);
}
