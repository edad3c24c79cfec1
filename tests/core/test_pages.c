// SPDX-License-Identifier: GPL-2.0-or-later
//
// Page tables: what a touch makes, what is freed up to a ceiling, what a fork copies. Rules "freed
// tables" and "copied pages". Tables are written as text, level@base: "3@0 2@0 1@200000".

#include "harness.h"

#include "mm/free.h"
#include "mm/pages.h"
#include "mm/sites.h"
#include "mm/tables.h"
#include "src/slab.h"
#include "src/trace.h"
#include "src/records.h"

#include <stdio.h>
#include <string.h>

#define PAGE UINT64_C(0x1000)
#define P (UINT64_C(1) << 21)
#define M (UINT64_C(1) << 30)
#define U (UINT64_C(1) << 39)

static struct maple_tree trees[2];

static struct mpl_mm *space(unsigned which)
{
	if (which == 0) {
		mpl_slab_reset();
		mpl_mm_reset();
	}
	mt_init_flags(&trees[which], MT_FLAGS_ALLOC_RANGE);
	return mpl_mm_create(&trees[which]);
}

// A VMA of all that may be mapped, for touching; not in a tree.
static struct mpl_vma everywhere(uint32_t flags, uint32_t file)
{
	return (struct mpl_vma){ .first = 0, .last = MPL_TASK_BYTES - 1, .number = 1, .flags = flags, .file = file };
}

static void touch(struct mpl_mm *mm, uint64_t address)
{
	struct mpl_vma vma = everywhere(MPL_VMA_READ | MPL_VMA_WRITE, 0);

	EXPECT(mpl_pages_touch(mm, &vma, address, address + PAGE - 1, true) == 0);
}

static uint64_t held(enum mpl_object object)
{
	return mpl_mm_accounts()[object].obtained - mpl_mm_accounts()[object].returned;
}

static const char *told(const struct mpl_mm *mm)
{
	static char text[4096];
	struct mpl_table_record records[64];
	uint32_t count = mpl_mm_tables(mm, records, 64);
	size_t at = 0;

	text[0] = '\0';
	for (uint32_t i = 0; i < count && i < 64; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%u@%llx", i ? " " : "", records[i].level,
		                       (unsigned long long)records[i].base);
	EXPECT(count == mm->tables);
	EXPECT(held(MPL_OBJECT_TABLES) >= count); // Of all address spaces.
	return text;
}

#define EXPECT_TABLES(mm, wanted) expect_tables(__LINE__, mm, wanted)
static void expect_tables(int line, const struct mpl_mm *mm, const char *wanted)
{
	const char *found = told(mm);

	EXPECT_AT(line, strcmp(found, wanted) == 0, "found \"%s\", wanted \"%s\"", found, wanted);
}

static uint16_t entry_at(const struct mpl_mm *mm, uint64_t address)
{
	struct mpl_run run;

	return mpl_tables_next(mm, &address, address, &run) ? run.table->slots[run.first] : 0;
}

// ---- Touching ----

TEST(a_touch_makes_the_three_tables_above_a_page_and_only_those_missing)
{
	struct mpl_mm *mm = space(0);

	EXPECT_TABLES(mm, "");
	touch(mm, 0x7ffff7fb3000);
	EXPECT_TABLES(mm, "3@7f8000000000 2@7fffc0000000 1@7ffff7e00000");
	touch(mm, 0x7ffff7fb4000);
	EXPECT(mm->tables == 3);
	touch(mm, 0x7ffff7dc0000);
	EXPECT_TABLES(mm, "3@7f8000000000 2@7fffc0000000 1@7ffff7c00000 1@7ffff7e00000");
	touch(mm, 0x555555558000);
	EXPECT(mm->tables == 7);
	EXPECT(mm->rss_anon == 4);
	EXPECT(mpl_site_passed(MPL_SITE_PAGE) == 7);
}

// The table at the head of pages.c.
TEST(what_a_touched_page_is_depends_on_the_vma_the_access_and_what_was_there)
{
	const uint32_t rw = MPL_VMA_READ | MPL_VMA_WRITE;
	const struct {
		uint32_t flags;
		uint32_t file;
		unsigned read, written; // Entries after a read, and after a write on top of it.
		unsigned resident_read, resident_written; // 16 * anonymous pages + file pages.
	} rows[] = {
		{ rw, 0, MPL_PTE_PRESENT | MPL_PTE_ZERO | MPL_PTE_SPECIAL,
		  MPL_PTE_PRESENT | MPL_PTE_ANON | MPL_PTE_WRITABLE | MPL_PTE_DIRTY, 0, 16 },
		{ rw, 3, MPL_PTE_PRESENT, MPL_PTE_PRESENT | MPL_PTE_ANON | MPL_PTE_WRITABLE | MPL_PTE_DIRTY, 1, 16 },
		{ rw | MPL_VMA_SHARED, 3, MPL_PTE_PRESENT, MPL_PTE_PRESENT | MPL_PTE_WRITABLE | MPL_PTE_DIRTY, 1, 1 },
		{ rw | MPL_VMA_SHARED, 0, MPL_PTE_PRESENT, MPL_PTE_PRESENT | MPL_PTE_WRITABLE | MPL_PTE_DIRTY, 1, 1 },
		{ rw | MPL_VMA_PFNMAP | MPL_VMA_SHARED, 3, MPL_PTE_PRESENT | MPL_PTE_SPECIAL,
		  MPL_PTE_PRESENT | MPL_PTE_SPECIAL | MPL_PTE_WRITABLE | MPL_PTE_DIRTY, 0, 0 },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct mpl_mm *mm = space(0);
		struct mpl_vma vma = everywhere(rows[i].flags, rows[i].file);

		EXPECT(mpl_pages_touch(mm, &vma, 5 * PAGE, 6 * PAGE - 1, false) == 0);
		EXPECT_SAYS(entry_at(mm, 5 * PAGE) == rows[i].read, "row %u: %x", i, entry_at(mm, 5 * PAGE));
		EXPECT(16 * mm->rss_anon + mm->rss_file == rows[i].resident_read);
		EXPECT(mpl_pages_touch(mm, &vma, 5 * PAGE, 6 * PAGE - 1, true) == 0);
		EXPECT_SAYS(entry_at(mm, 5 * PAGE) == rows[i].written, "row %u: %x", i, entry_at(mm, 5 * PAGE));
		EXPECT(16 * mm->rss_anon + mm->rss_file == rows[i].resident_written);
		EXPECT(mpl_pages_touch(mm, &vma, 5 * PAGE, 6 * PAGE - 1, false) == 0);
		EXPECT(entry_at(mm, 5 * PAGE) == rows[i].written);
	}
}

TEST(a_touch_that_gets_not_all_tables_leaves_none)
{
	for (unsigned k = 1; k <= 9; k++) {
		struct mpl_mm *mm = space(0);
		struct mpl_vma vma = everywhere(MPL_VMA_WRITE, 0);

		touch(mm, U + M);
		mpl_fail_site(MPL_SITE_PAGE, 0, k, 1);
		// From the last 2 MiB of one PUD to the first of the next: five tables are missing.
		EXPECT(mpl_pages_touch(mm, &vma, U - P, U + P - 1, true) == (k <= 5 ? -MPL_ENOMEM : 0));
		if (k <= 5)
			EXPECT_TABLES(mm, "3@8000000000 2@8040000000 1@8040000000");
		EXPECT(mm->rss_anon == (k <= 5 ? 1 : 1 + 1024));
		EXPECT(held(MPL_OBJECT_RESIDENT) == mm->rss_anon);
	}
}

TEST(unmapping_takes_the_pages_and_leaves_the_tables)
{
	struct mpl_mm *mm = space(0);
	struct mpl_vma file = everywhere(MPL_VMA_READ, 2);

	touch(mm, P - PAGE);
	touch(mm, P);
	EXPECT(mpl_pages_touch(mm, &file, P + PAGE, P + 3 * PAGE - 1, false) == 0);
	EXPECT(mm->rss_anon == 2);
	EXPECT(mm->rss_file == 2);
	mpl_pages_unmap(mm, 0, P + 2 * PAGE - 1);
	EXPECT(mm->rss_anon == 0);
	EXPECT(mm->rss_file == 1);
	EXPECT(mm->tables == 4);
	mpl_pages_unmap(mm, 0, MPL_TASK_BYTES - 1);
	EXPECT(mm->rss_file == 0);
	EXPECT_TABLES(mm, "3@0 2@0 1@0 1@200000");
}

TEST(moved_pages_keep_what_they_are_and_a_refused_table_leaves_them_where_they_were)
{
	for (unsigned k = 0; k <= 4; k++) {
		struct mpl_mm *mm = space(0);
		struct mpl_vma vma = everywhere(MPL_VMA_READ | MPL_VMA_WRITE, 0);
		int wanted = k && k <= 4 ? -MPL_ENOMEM : 0;
		uint16_t there;

		touch(mm, PAGE);
		EXPECT(mpl_pages_touch(mm, &vma, 3 * PAGE, 4 * PAGE - 1, false) == 0);
		if (k)
			mpl_fail_site(MPL_SITE_PAGE, 0, k, 1);
		// To the end of one PTE table and the beginning of the next.
		EXPECT(mpl_pages_move(mm, PAGE, U + P - PAGE, 3 * PAGE, NULL) == wanted);
		there = entry_at(mm, U + P - PAGE);
		EXPECT(!!there == !wanted);
		EXPECT(!!entry_at(mm, U + P + PAGE) == !wanted);
		EXPECT(entry_at(mm, U + P) == 0);
		EXPECT(!entry_at(mm, PAGE) == !wanted);
		EXPECT(mm->tables == (wanted ? 3 : 7));
		EXPECT(mm->rss_anon == 1);
	}
}

// ---- free_range: the steps ----

TEST(step_1_addr_is_rounded_down_and_up_over_the_floor)
{
	struct mpl_mm *mm = space(0);

	touch(mm, 4 * P);
	touch(mm, 5 * P);
	touch(mm, 6 * P);
	mpl_pages_unmap(mm, 0, 16 * P - 1);
	mpl_pages_free_range(mm, 4 * P + 5 * PAGE, 6 * P, 4 * P + PAGE, 0); // The floor is in the first table.
	EXPECT_TABLES(mm, "3@0 2@0 1@800000 1@c00000");
	mpl_pages_free_range(mm, 4 * P + 5 * PAGE, 6 * P, 4 * P, 0); // It is where the table begins: it goes.
	EXPECT_TABLES(mm, "3@0 2@0 1@c00000");
	mpl_pages_free_range(mm, 6 * P + PAGE, 7 * P, 6 * P + PAGE, 0); // Rounded up to the end: nothing is left.
	EXPECT_TABLES(mm, "3@0 2@0 1@c00000");
}

TEST(step_1_an_addr_that_is_rounded_up_to_0_is_behind_the_top)
{
	struct mpl_mm *mm = space(0);

	touch(mm, 0);
	mpl_pages_unmap(mm, 0, P - 1);
	mpl_pages_free_range(mm, 0 - PAGE, 0, 0 - PAGE, 0);
	EXPECT_TABLES(mm, "3@0 2@0 1@0");
}

TEST(step_2_a_ceiling_in_the_first_two_mebibytes_stops_everything)
{
	struct mpl_mm *mm = space(0);

	touch(mm, 0);
	mpl_pages_unmap(mm, 0, P - 1);
	mpl_pages_free_range(mm, 0, 4 * PAGE, 0, 5 * PAGE);
	EXPECT_TABLES(mm, "3@0 2@0 1@0");
	mpl_pages_free_range(mm, 0, 4 * PAGE, 0, P); // Above it: the PTE table goes, what reaches beyond it stays.
	EXPECT_TABLES(mm, "3@0 2@0");
	mpl_pages_free_range(mm, 0, 4 * PAGE, 0, 0); // The top.
	EXPECT_TABLES(mm, "");
}

TEST(step_3_an_end_beyond_the_rounded_ceiling_is_drawn_back)
{
	struct mpl_mm *mm = space(0);

	touch(mm, 2 * P);
	touch(mm, 3 * P);
	mpl_pages_unmap(mm, 0, 16 * P - 1);
	mpl_pages_free_range(mm, 2 * P, 3 * P + PAGE, 0, 3 * P + 2 * PAGE);
	EXPECT_TABLES(mm, "3@0 2@0 1@600000");
	mpl_pages_free_range(mm, 3 * P, 3 * P + PAGE, 0, 4 * P - PAGE); // Step 4: addr is behind the end.
	EXPECT_TABLES(mm, "3@0 2@0 1@600000");
	mpl_pages_free_range(mm, 3 * P, 3 * P + PAGE, 0, 4 * P);
	EXPECT_TABLES(mm, "3@0 2@0");
}

TEST(step_6_a_pmd_table_goes_if_all_it_maps_is_between_floor_and_ceiling)
{
	const struct {
		uint64_t floor, ceiling;
		const char *left;
	} rows[] = {
		{ 0, 0, "" },
		{ M, 0, "3@0" },
		{ M + P, 0, "3@0 2@40000000" },
		{ 0, 2 * M, "3@0" },
		{ 0, 2 * M - P, "3@0 2@40000000" },
		{ M, 2 * M + PAGE, "3@0" },
		{ M - PAGE, 3 * M, "3@0" },
		{ 0, U, "" },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct mpl_mm *mm = space(0);
		uint64_t page = M + 7 * P;

		touch(mm, page);
		mpl_pages_unmap(mm, page, page + PAGE - 1);
		mpl_pages_free_range(mm, page, page + PAGE, rows[i].floor, rows[i].ceiling);
		EXPECT_SAYS(strcmp(told(mm), rows[i].left) == 0, "row %u: %s", i, told(mm));
	}
}

TEST(a_table_whose_last_address_is_just_below_the_ceiling_goes)
{
	struct mpl_mm *mm = space(0);

	touch(mm, U - PAGE);
	mpl_pages_unmap(mm, 0, U - 1);
	mpl_pages_free_range(mm, U - PAGE, U, 0, U);
	EXPECT_TABLES(mm, "");
	touch(mm, M - PAGE);
	mpl_pages_unmap(mm, 0, M - 1);
	mpl_pages_free_range(mm, M - P, M, 0, M);
	EXPECT_TABLES(mm, "3@0");
}

TEST(step_7_a_pud_table_likewise)
{
	const struct {
		uint64_t floor, ceiling;
		bool goes;
	} rows[] = {
		{ 0, 0, true },      { U, 0, true },          { U + M, 0, false },
		{ 0, 2 * U, true },  { 0, 2 * U - M, false }, { U, 2 * U + P, true },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct mpl_mm *mm = space(0);
		uint64_t page = U + 7 * M + 3 * P;

		touch(mm, page);
		mpl_pages_unmap(mm, 0, 2 * U);
		mpl_pages_free_range(mm, page, page + PAGE, rows[i].floor, rows[i].ceiling);
		EXPECT_SAYS(strcmp(told(mm), rows[i].goes ? "" : "3@8000000000") == 0, "row %u: %s", i, told(mm));
	}
}

TEST(a_range_is_cut_at_all_three_sizes)
{
	struct mpl_mm *mm = space(0);
	const uint64_t pages[] = { 0, P, M - PAGE, M, 3 * M + P, U - PAGE, U, U + M, 2 * U - PAGE, 5 * U };

	for (unsigned i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
		touch(mm, pages[i]);
	mpl_pages_unmap(mm, 0, MPL_TASK_BYTES - 1);
	mpl_pages_free_range(mm, P, 2 * U, P, 5 * U);
	EXPECT_TABLES(mm, "3@0 2@0 1@0 3@28000000000 2@28000000000 1@28000000000");
	mpl_pages_free_range(mm, 0, 0, 0, 0); // Up to the top.
	EXPECT_TABLES(mm, "");
}

// ---- free_pgtables ----

static void put_vma(struct mpl_mm *mm, uint32_t number, uint64_t first, uint64_t end)
{
	EXPECT(mtree_store_range(mm->tree, first, end - 1, xa_mk_value(number), GFP_KERNEL) == 0);
}

// The worked scenario of section 3.5: a child after a failed fork at the DONTFORK page.
static struct mpl_mm *worked_scenario(void)
{
	struct mpl_mm *mm = space(0);

	put_vma(mm, 1, 0x555555554000, 0x555555559000);
	put_vma(mm, 2, 0x55555555a000, 0x55555557b000);
	put_vma(mm, 3, 0x7ffff7dc0000, 0x7ffff7fb9000);
	put_vma(mm, 4, 0x7ffff7fbb000, 0x7ffff7fbc000);
	touch(mm, 0x555555558000);
	touch(mm, 0x55555555a000);
	touch(mm, 0x7ffff7fb3000);
	EXPECT(mm->tables * MPL_PAGE_BYTES == 24576);
	mpl_pages_unmap(mm, 0, 0x7ffff7fbb000 - 1);
	return mm;
}

TEST(the_wrong_ceiling_leaves_12288_bytes_and_the_right_one_none)
{
	struct mpl_mm *mm = worked_scenario();

	mpl_pages_free_tables(mm, 0x7ffff7fbb000, 0, 0x7ffff7fbb000);
	EXPECT(mm->tables * MPL_PAGE_BYTES == 12288);
	EXPECT_TABLES(mm, "3@7f8000000000 2@7fffc0000000 1@7ffff7e00000");
	mm = worked_scenario();
	mpl_pages_free_tables(mm, 0x7ffff7fbb000, 0, 0);
	EXPECT(mm->tables == 0);
}

TEST(the_zero_entry_ends_the_list_and_the_last_group_reaches_to_the_ceiling)
{
	struct mpl_mm *mm = worked_scenario();

	EXPECT(mtree_store_range(mm->tree, 0x7ffff7fbb000, 0x7ffff7fbbfff, XA_ZERO_ENTRY, GFP_KERNEL) == 0);
	mpl_pages_free_tables(mm, 0, 0, 0);
	EXPECT(mm->tables == 0);
}

// "General rule for the wrong ceiling", and its four rows.
TEST(what_a_wrong_ceiling_leaves_depends_on_what_it_shares_with_the_last_page)
{
	const uint64_t page = U + 5 * M + 7 * P;
	const struct {
		uint64_t next; // Where the first VMA begins that was not duplicated.
		uint32_t bytes;
	} rows[] = {
		{ page + PAGE, 12288 },     { page + P - PAGE, 12288 }, { page + P, 8192 }, { page + 50 * P, 8192 },
		{ U + 6 * M, 4096 },        { U + 200 * M, 4096 },      { 2 * U, 0 },       { 9 * U + PAGE, 0 },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct mpl_mm *mm = space(0);

		put_vma(mm, 1, page, page + PAGE);
		put_vma(mm, 2, rows[i].next, rows[i].next + PAGE);
		touch(mm, page);
		mpl_pages_unmap(mm, page, page + PAGE - 1);
		mpl_pages_free_tables(mm, rows[i].next, 0, rows[i].next);
		EXPECT_SAYS(mm->tables * MPL_PAGE_BYTES == rows[i].bytes, "row %u: %s", i, told(mm));
	}
}

// What free_range is called with, as the events show it: "addr-end floor-ceiling", one after the other.
static char calls[256];

static void note_call(const struct mpl_event_record *record)
{
	size_t at = strlen(calls);

	if (record->kind == MPL_EVENT_free_range || record->kind == MPL_EVENT_free_limits)
		snprintf(calls + at, sizeof(calls) - at, "%s%llx-%llx", at ? " " : "", (unsigned long long)record->a,
		         (unsigned long long)record->b);
}

// Two VMAs are one group if the second begins at most 2 MiB behind the end of the first.
TEST(vmas_at_most_two_mebibytes_apart_are_freed_in_one_go)
{
	const struct {
		uint64_t gap; // Between the first and the second.
		uint64_t limit, ceiling;
		const char *calls;
	} rows[] = {
		{ 0, 0, 0, "400000-402000 0-900000 900000-901000 0-0" },
		{ P, 0, 0, "400000-602000 0-900000 900000-901000 0-0" },
		{ P + PAGE, 0, 0, "400000-401000 0-602000 602000-603000 0-900000 900000-901000 0-0" },
		{ P, 0x900000, 0x900000, "400000-602000 0-900000" },
		{ P + PAGE, 0x602000, 0, "400000-401000 0-0" },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct mpl_mm *mm = space(0);
		uint64_t second = 2 * P + PAGE + rows[i].gap;

		put_vma(mm, 1, 2 * P, 2 * P + PAGE);
		put_vma(mm, 2, second, second + PAGE);
		put_vma(mm, 3, 0x900000, 0x901000);
		calls[0] = '\0';
		mpl_trace_hook = note_call;
		mpl_pages_free_tables(mm, rows[i].limit, 0, rows[i].ceiling);
		mpl_trace_hook = NULL;
		EXPECT_SAYS(strcmp(calls, rows[i].calls) == 0, "row %u: %s", i, calls);
	}
}

// ---- Copying ----

TEST(only_what_the_child_could_not_fault_in_again_is_copied)
{
	const struct {
		uint32_t flags;
		uint32_t anon;
		bool copied;
	} rows[] = {
		{ MPL_VMA_WRITE, 0, false },
		{ MPL_VMA_WRITE, 1, true },
		{ MPL_VMA_WRITE | MPL_VMA_WIPEONFORK, 1, false },
		{ MPL_VMA_PFNMAP, 0, true },
		{ MPL_VMA_MIXEDMAP, 0, true },
		{ MPL_VMA_UFFD_WP, 0, true },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct mpl_vma vma = { .flags = rows[i].flags, .anon = rows[i].anon };

		EXPECT_SAYS(mpl_pages_copied(&vma) == rows[i].copied, "row %u", i);
	}
}

static unsigned found_clean;

static void hear_clean(const struct mpl_event_record *record)
{
	if (record->kind == MPL_EVENT_pages_written && record->slot == 3)
		found_clean += record->count;
}

// Section 4.1: present pages count up, private ones are writable in neither, shared ones are clean in the child.
TEST(a_copied_page_is_shared_until_it_is_written)
{
	const uint32_t rw = MPL_VMA_READ | MPL_VMA_WRITE;
	const unsigned anon = MPL_PTE_PRESENT | MPL_PTE_ANON | MPL_PTE_DIRTY;
	struct mpl_mm *parent = space(0);
	struct mpl_mm *child = space(1);
	struct mpl_vma private = { .first = 0, .last = P - 1, .flags = rw, .anon = 1 };
	struct mpl_vma shared = { .first = P, .last = 2 * P - 1, .flags = rw | MPL_VMA_SHARED | MPL_VMA_UFFD_WP };
	uint64_t copied = 0;

	EXPECT(mpl_pages_touch(parent, &private, PAGE, 2 * PAGE - 1, true) == 0);
	EXPECT(mpl_pages_touch(parent, &private, 3 * PAGE, 4 * PAGE - 1, false) == 0);
	EXPECT(mpl_pages_touch(parent, &shared, P, P + PAGE - 1, true) == 0);
	EXPECT(mpl_pages_copy(child, parent, &private, &copied) == 0);
	EXPECT(copied == 2);
	EXPECT(child->tables == 3);
	EXPECT(mpl_pages_copy(child, parent, &shared, &copied) == 0);
	EXPECT(copied == 3);
	EXPECT(child->tables == 4);
	EXPECT(entry_at(parent, PAGE) == anon);
	EXPECT(entry_at(child, PAGE) == anon);
	EXPECT(entry_at(child, 3 * PAGE) == entry_at(parent, 3 * PAGE));
	EXPECT(entry_at(parent, P) == (MPL_PTE_PRESENT | MPL_PTE_WRITABLE | MPL_PTE_DIRTY));
	EXPECT(entry_at(child, P) == (MPL_PTE_PRESENT | MPL_PTE_WRITABLE));
	EXPECT(child->rss_anon == 1);
	EXPECT(child->rss_file == 1);
	EXPECT(mpl_pages_touch(child, &private, PAGE, 2 * PAGE - 1, true) == 0);
	EXPECT(entry_at(child, PAGE) == (anon | MPL_PTE_WRITABLE));
	EXPECT(entry_at(parent, PAGE) == anon);
	EXPECT(child->rss_anon == 1);
	found_clean = 0;
	mpl_trace_hook = hear_clean;
	EXPECT(mpl_pages_touch(child, &shared, P, P + PAGE - 1, true) == 0);
	mpl_trace_hook = NULL;
	EXPECT(found_clean == 1);
	EXPECT(entry_at(child, P) == (MPL_PTE_PRESENT | MPL_PTE_WRITABLE | MPL_PTE_DIRTY));
}

TEST(a_copy_that_gets_no_table_keeps_what_it_has)
{
	struct mpl_mm *parent = space(0);
	struct mpl_mm *child = space(1);
	struct mpl_vma vma = { .first = 0, .last = 4 * P - 1, .flags = MPL_VMA_WRITE, .anon = 1 };
	uint64_t copied = 0;

	EXPECT(mpl_pages_touch(parent, &vma, P - PAGE, P + PAGE - 1, true) == 0);
	mpl_fail_site(MPL_SITE_PAGE, 0, 4, 1);
	EXPECT(mpl_pages_copy(child, parent, &vma, &copied) == -MPL_ENOMEM);
	EXPECT(copied == 1);
	EXPECT_TABLES(child, "3@0 2@0 1@0");
	EXPECT(child->rss_anon == 1);
	EXPECT(parent->rss_anon == 2);
}

// ---- The pool ----

TEST(places_of_freed_tables_are_used_again_and_the_pool_has_an_end)
{
	struct mpl_mm *mm = space(0);
	struct mpl_vma vma = everywhere(MPL_VMA_WRITE, 0);
	uint32_t bytes;
	uint32_t before;

	touch(mm, 0);
	mpl_tables_region(&before);
	for (unsigned i = 0; i < 10; i++) {
		mpl_pages_unmap(mm, 0, P - 1);
		mpl_pages_free_range(mm, 0, P, 0, 0);
		touch(mm, 0);
	}
	mpl_tables_region(&bytes);
	EXPECT(bytes == before);
	EXPECT(mpl_pages_touch(mm, &vma, 0, (MPL_TABLES_MAX + 1) * P - 1, false) == -MPL_ENOMEM);
	EXPECT_TABLES(mm, "3@0 2@0 1@0");
	EXPECT(mm->rss_anon == 1);
}
