// SPDX-License-Identifier: GPL-2.0-or-later
//
// Pages: made present, unmapped, write-protected, moved, copied for a fork. See pages.h, and for the bits of an entry
// tables.h. Rules "VMA of a child", "freed tables" and "copied pages".
//
//     a page that is touched         private, anonymous      private, of a file       shared
//     reading, none present          zero page               the file's page          the file's page
//     writing, none present          anonymous page          anonymous page (copy)    the file's page, dirty
//     writing, zero or file's page   anonymous page          anonymous page (copy)    the file's page, dirty
//     writing, anonymous page        writable again, even if it is a copy after a fork
//
//     in a VMA of PFNMAP             special: memory of a device, with no page of the model behind it
//     in a VMA of DONTEXPAND         as of a file: [vdso]
//
// Shared anonymous memory is memory of a file without a name.

#include "pages.h"

#include "account.h"
#include "free.h"
#include "tables.h"

#include "../src/check.h"
#include "../src/trace.h"

#define MPL_FILE MPL_FILE_PAGES

// Changes to the counters of resident pages.
struct tally {
	int64_t anon;
	int64_t file;
};

static void tally_entry(struct tally *tally, uint16_t entry, int sign)
{
	if (!(entry & MPL_PTE_PRESENT) || entry & MPL_PTE_SPECIAL)
		return;
	if (entry & MPL_PTE_ANON)
		tally->anon += sign;
	else
		tally->file += sign;
}

static void tally_apply(const struct tally *tally, struct mpl_mm *mm)
{
	int64_t sum = tally->anon + tally->file;

	MPL_ASSERT((int64_t)mm->rss_anon + tally->anon >= 0);
	MPL_ASSERT((int64_t)mm->rss_file + tally->file >= 0);
	mm->rss_anon += (uint64_t)tally->anon;
	mm->rss_file += (uint64_t)tally->file;
	if (sum > 0)
		mpl_account_obtain(mm, MPL_OBJECT_RESIDENT, (uint64_t)sum);
	else if (sum < 0)
		mpl_account_return(mm, MPL_OBJECT_RESIDENT, (uint64_t)-sum);
}

// Replaces an entry.
static void set_entry(struct mpl_table *table, unsigned slot, uint16_t entry, struct tally *tally)
{
	uint16_t old = table->slots[slot];

	table->used = (uint16_t)(table->used + !!entry - !!old);
	table->slots[slot] = entry;
	tally_entry(tally, old, -1);
	tally_entry(tally, entry, 1);
}

// ---- Touching ----

// The new entry when its page is touched: the table at the top of this file.
static uint16_t touched(uint16_t entry, const struct mpl_vma *vma, bool write)
{
	bool shared = vma->flags & MPL_VMA_SHARED;

	if (vma->flags & MPL_VMA_PFNMAP)
		entry |= MPL_PTE_PRESENT | MPL_PTE_SPECIAL;
	else if (write && !shared)
		entry = MPL_PTE_PRESENT | MPL_PTE_ANON;
	else if (!(entry & MPL_PTE_PRESENT) && !shared && !vma->file && !(vma->flags & MPL_VMA_DONTEXPAND))
		entry = MPL_PTE_PRESENT | MPL_PTE_SPECIAL | MPL_PTE_ZERO;
	else if (!(entry & MPL_PTE_PRESENT))
		entry = MPL_PTE_PRESENT;
	return write ? entry | MPL_PTE_WRITABLE | MPL_PTE_DIRTY : entry;
}

// The kind of a page made present; the number is the event's.
static unsigned kind_of_new(uint16_t entry)
{
	if (entry & MPL_PTE_ZERO)
		return 0;
	if (entry & MPL_PTE_ANON)
		return 1;
	return entry & MPL_PTE_SPECIAL ? 3 : 2;
}

// The kind of entry that a write changes; the number is the event's.
enum { FOUND_ZERO, FOUND_FILE, FOUND_UNWRITABLE, FOUND_CLEAN, FOUND };

static unsigned kind_of_found(uint16_t old, uint16_t entry)
{
	if (old & MPL_PTE_ZERO)
		return FOUND_ZERO;
	if (entry & MPL_PTE_ANON && !(old & MPL_PTE_ANON))
		return FOUND_FILE;
	return old & MPL_PTE_WRITABLE ? FOUND_CLEAN : FOUND_UNWRITABLE;
}

int mpl_pages_reserve(struct mpl_mm *mm, uint64_t first, uint64_t last)
{
	mpl_tables_note();
	for (uint64_t at = first; at <= last; at = (at | (mpl_table_span(1) - 1)) + 1) {
		if (mpl_tables_make(mm, at))
			continue;
		mpl_tables_take_back(mm);
		return -MPL_ENOMEM;
	}
	return 0;
}

int mpl_pages_touch(struct mpl_mm *mm, const struct mpl_vma *vma, uint64_t first, uint64_t last, bool write)
{
	struct tally tally = { 0, 0 };
	struct mpl_run run;
	uint32_t found[FOUND] = { 0 };
	uint32_t count = 0;

	MPL_ASSERT(vma->first <= first);
	MPL_ASSERT(last <= vma->last);
	if (mpl_pages_reserve(mm, first, last))
		return -MPL_ENOMEM;
	for (uint64_t at = first; mpl_tables_next(mm, &at, last, &run);) {
		for (unsigned slot = run.first; slot <= run.last; slot++) {
			uint16_t old = run.table->slots[slot];
			uint16_t entry = touched(old, vma, write);

			if (!old)
				count++;
			else if (old != entry)
				found[kind_of_found(old, entry)]++;
			set_entry(run.table, slot, entry, &tally);
		}
	}
	tally_apply(&tally, mm);
	if (count)
		MPL_EVENT(mapped_page, NULL, kind_of_new(touched(0, vma, write)), count, first, last);
	for (unsigned kind = 0; kind < FOUND; kind++) {
		if (found[kind])
			MPL_EVENT(pages_written, NULL, kind, found[kind], first, last);
	}
	return 0;
}

// ---- Taking out, protecting, moving ----

void mpl_pages_unmap(struct mpl_mm *mm, uint64_t first, uint64_t last)
{
	struct tally tally = { 0, 0 };
	struct mpl_run run;
	uint32_t count = 0;

	for (uint64_t at = first; mpl_tables_next(mm, &at, last, &run);) {
		for (unsigned slot = run.first; slot <= run.last; slot++) {
			count += !!run.table->slots[slot];
			set_entry(run.table, slot, 0, &tally);
		}
	}
	tally_apply(&tally, mm);
	if (count)
		MPL_EVENT(pages_unmapped, NULL, MPL_NO_SLOT, count, first, last);
}

void mpl_pages_discard(struct mpl_mm *mm, uint64_t first, uint64_t last)
{
	struct mpl_run run;

	mpl_pages_unmap(mm, first, last);
	for (uint64_t at = first; mpl_tables_next(mm, &at, last, &run);) {
		if (run.first == 0 && run.last == MPL_TABLE_SLOTS - 1)
			mpl_tables_free(mm, mpl_tables_at(run.table->parent)->slots[run.table->slot]);
	}
}

void mpl_pages_protect(struct mpl_mm *mm, uint64_t first, uint64_t last)
{
	struct mpl_run run;
	uint32_t count = 0;

	for (uint64_t at = first; mpl_tables_next(mm, &at, last, &run);) {
		for (unsigned slot = run.first; slot <= run.last; slot++) {
			count += !!(run.table->slots[slot] & MPL_PTE_WRITABLE);
			run.table->slots[slot] &= (uint16_t)~MPL_PTE_WRITABLE;
		}
	}
	if (count)
		MPL_EVENT(pages_protected, NULL, MPL_NO_SLOT, count, first, last);
}

// Whether a piece is all that its table maps, and comes to lie where a table maps just that: the table itself moves.
static bool moves_whole(const struct mpl_run *run, uint64_t there)
{
	return run->first == 0 && run->last == MPL_TABLE_SLOTS - 1 && there % mpl_table_span(1) == 0;
}

// Makes the tables that pages from a piece of a table need at the new place, be there pages or not: all of them, where
// there is a PTE table here; where there is a PMD table at least, the PUD table, as Linux looks at that first. False:
// refused.
static bool make_there(struct mpl_mm *mm, const struct mpl_run *run, uint64_t there, uint64_t last)
{
	if (run->table->level > 2)
		return true;
	if (run->table->level == 2)
		return mpl_tables_make_down(mm, there, 3) && mpl_tables_make_down(mm, last, 3);
	if (moves_whole(run, there))
		return mpl_tables_make_down(mm, there, 2);
	return mpl_tables_make(mm, there) && mpl_tables_make(mm, last);
}

// Moves the pages of a piece; how many.
static uint32_t move_run(struct mpl_mm *mm, const struct mpl_run *run, uint64_t there, struct tally *tally)
{
	bool whole = moves_whole(run, there);
	uint32_t count = 0;

	if (whole && !mpl_tables_find(mm, there, 1)) {
		for (unsigned slot = 0; slot < MPL_TABLE_SLOTS; slot++)
			count += !!run->table->slots[slot];
		mpl_tables_move(run->table, mpl_tables_find(mm, there, 2), there);
		return count;
	}
	for (unsigned slot = run->first; slot <= run->last; slot++, there += MPL_PAGE_BYTES) {
		uint16_t entry = run->table->slots[slot];

		if (!entry)
			continue;
		set_entry(run->table, slot, 0, tally);
		set_entry(mpl_tables_find(mm, there, 1), mpl_table_slot(there, 1), entry, tally);
		count++;
	}
	if (whole)
		mpl_tables_free(mm, mpl_tables_at(run->table->parent)->slots[run->table->slot]);
	return count;
}

// Whether there is a PMD table without a PTE table below it: its PUD table is looked for at the new place.
static bool needs_pud(const struct mpl_mm *mm, uint64_t from, uint64_t last)
{
	struct mpl_run run;

	for (uint64_t at = from; mpl_tables_next_end(mm, &at, last, &run);) {
		if (run.table->level == 2)
			return true;
	}
	return false;
}

// Clears what was there, but for the tables that the pages from 'from' need: those stay that a piece of a PTE table
// goes to, with those above them.
//
//     there    |<-------------- cleared --------------->|
//     pieces       |= needed =|        |= needed =|
//     freed    |==|            |======|            |====|    each between its neighbours, as floor and ceiling
static void clear_there(struct mpl_mm *mm, uint64_t from, uint64_t bytes, const struct mpl_clearing *cleared)
{
	uint64_t shift = cleared->first - from;
	uint64_t floor = cleared->floor, done = cleared->first;
	unsigned kept = needs_pud(mm, from, from + bytes - 1) ? 3 : MPL_TOP_LEVEL;
	struct mpl_run run;

	mpl_pages_unmap(mm, cleared->first, cleared->last);
	for (uint64_t at = from; mpl_tables_next(mm, &at, from + bytes - 1, &run);) {
		uint64_t needed = run.base + shift;

		if (needed > done)
			mpl_pages_free_lower(mm, done, needed, floor, needed, kept);
		floor = done = at + shift;
	}
	if (done <= cleared->last)
		mpl_pages_free_lower(mm, done, cleared->last + 1, floor, cleared->ceiling, kept);
}

// First the tables that are missing there, all of them, then the pages: only the former can fail.
int mpl_pages_move(struct mpl_mm *mm, uint64_t from, uint64_t to, uint64_t bytes, const struct mpl_clearing *cleared)
{
	uint64_t last = from + bytes - 1;
	struct tally tally = { 0, 0 };
	struct mpl_run run;
	uint32_t count = 0;

	mpl_tables_note();
	for (uint64_t at = from; mpl_tables_next_end(mm, &at, last, &run);) {
		if (make_there(mm, &run, run.base - from + to, at - 1 - from + to))
			continue;
		mpl_tables_take_back(mm);
		return -MPL_ENOMEM;
	}
	if (cleared)
		clear_there(mm, from, bytes, cleared);
	for (uint64_t at = from; mpl_tables_next(mm, &at, last, &run);)
		count += move_run(mm, &run, run.base - from + to, &tally);
	tally_apply(&tally, mm); // The same pages are resident as before.
	if (count)
		MPL_EVENT(pages_moved, NULL, MPL_NO_SLOT, count, from, to);
	return 0;
}

// ---- Copying for a fork: rule "copied pages" ----

bool mpl_pages_copied(const struct mpl_vma *vma)
{
	if (vma->flags & MPL_VMA_WIPEONFORK)
		return false;
	return vma->anon || vma->flags & (MPL_VMA_PFNMAP | MPL_VMA_MIXEDMAP | MPL_VMA_UFFD_WP);
}

// The child's copy of a parent's entry, which changes too. From here on a private page is read-only for both, so the
// first write by either faults; a shared page is not dirty in the child.
static uint16_t copied_entry(uint16_t *parents, const struct mpl_vma *vma)
{
	if (vma->flags & MPL_VMA_SHARED)
		return *parents & (uint16_t)~MPL_PTE_DIRTY;
	*parents &= (uint16_t)~MPL_PTE_WRITABLE;
	return *parents;
}

// The child gets each table that the parent has there, also one with no page.
int mpl_pages_copy(struct mpl_mm *child, struct mpl_mm *parent, const struct mpl_vma *vma, uint64_t *copied)
{
	struct tally tally = { 0, 0 };
	uint32_t count = 0;
	struct mpl_run run;
	int error = 0;

	for (uint64_t at = vma->first; !error && mpl_tables_next_end(parent, &at, vma->last, &run);) {
		struct mpl_table *table = mpl_tables_make_down(child, run.base, run.table->level);

		if (!table)
			error = -MPL_ENOMEM;
		for (unsigned slot = run.first; table && table->level == 1 && slot <= run.last; slot++) {
			if (!run.table->slots[slot])
				continue;
			set_entry(table, slot, copied_entry(&run.table->slots[slot], vma), &tally);
			count++;
		}
	}
	tally_apply(&tally, child);
	*copied += count;
	if (count)
		MPL_EVENT(pages_copied, NULL, MPL_NO_SLOT, count, vma->first, vma->last);
	return error;
}
