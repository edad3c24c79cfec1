// SPDX-License-Identifier: GPL-2.0-or-later
//
// The end of an address space: the exit path, the undo of a failed fork, and the rules that hold afterwards. Rules
// "undo", "marker" and "failed fork".
//
//     the child's tree         passed to the undo             VMAs walked over
//     c1  c2  --  ##  d5       nothing                        c1 c2, up to the zero entry: the exit path itself
//     c1  c2  --  d4  d5       tree_end: where d4 begins      c1 c2, up to tree_end; then the exit path of an empty one
//     c1  c2                   nothing (bulk, stores)         all there is: the exit path
//
// In each case three walks, one after the other: pages are unmapped, page tables freed, VMAs removed. What stands
// behind the zero entry or behind tree_end belongs to the parent, and no walk reads it.

#include "undo.h"

#include "account.h"
#include "free.h"
#include "pages.h"
#include "space.h"
#include "tables.h"
#include "vma.h"

#include "../src/census.h"
#include "../src/check.h"
#include "../src/defects.h"
#include "../src/trace.h"

#include <string.h>

#define MPL_FILE MPL_FILE_UNDO

#define FORK (&mpl_mm_state.fork)

// ---- The three walks ----

// The next VMA that begins below 'limit' (0: any); NULL at the end, which the zero entry is as well.
static struct mpl_vma *next_vma(const struct mpl_mm *mm, struct ma_state *mas, uint64_t limit)
{
	mpl_entry entry = mas_find(mas, limit - 1);
	struct mpl_vma *vma;

	if (!entry || xa_is_zero(entry))
		return NULL;
	vma = mpl_vma_at_entry(mm, entry);
	// Where the end was not marked, the owner of the objects is not checked.
	MPL_WITH_DEFECT(marker_missing, if (!vma) vma = mpl_vma_at_entry(mpl_mm_at(FORK->parent), entry););
	MPL_ASSERT(vma);
	MPL_ASSERT(vma->first == mas->index);
	MPL_ASSERT(vma->last == mas->last);
	return vma;
}

static void unmap_all(struct mpl_mm *mm, uint64_t limit)
{
	MA_STATE(mas, mm->tree, 0, 0);

	for (const struct mpl_vma *vma; (vma = next_vma(mm, &mas, limit));)
		mpl_pages_unmap(mm, vma->first, vma->last);
}

static void remove_all(struct mpl_mm *mm, uint64_t limit, struct mpl_fork_record *record)
{
	MA_STATE(mas, mm->tree, 0, 0);
	uint64_t charged = 0;

	for (struct mpl_vma *vma; (vma = next_vma(mm, &mas, limit));) {
		if (vma->flags & MPL_VMA_ACCOUNT)
			charged += mpl_vma_pages(vma);
		mpl_vma_free(vma);
		mm->map_count--;
		record->removed++;
	}
	mpl_vma_uncharge(mm, charged);
	record->uncharged += charged;
}

static void tear_down(struct mpl_mm *mm, uint64_t limit, uint64_t ceiling, struct mpl_fork_record *record)
{
	unmap_all(mm, limit);
	mpl_pages_free_tables(mm, limit, 0, ceiling);
	remove_all(mm, limit, record);
}

static void destroy_tree(struct mpl_mm *mm)
{
	mpl_account_nodes(NULL);
	__mt_destroy(mm->tree);
	mpl_account_nodes(mm);
}

// ---- Undoing and leaving ----

// undo_dup_mmap: rule "undo". If the first VMA not duplicated begins at address 0, tree_end does not mean the top.
static void undo_range(struct mpl_mm *mm, struct mpl_fork_record *record)
{
	MPL_EVENT(undo_begins, NULL, MPL_NO_SLOT, record->end_vma, record->tree_end, record->ceiling);
	if (!record->end_vma || record->tree_end)
		tear_down(mm, record->tree_end, record->ceiling, record);
	destroy_tree(mm);
}

// Rule "marker".
static void exit_path(struct mpl_mm *mm, struct mpl_fork_record *record)
{
	MA_STATE(mas, mm->tree, 0, 0);
	mpl_entry first = mas_find(&mas, UINT64_MAX);

	MPL_EVENT(exit_begins, NULL, MPL_NO_SLOT, mm->map_count, 0, 0);
	if (first && !xa_is_zero(first))
		tear_down(mm, 0, 0, record);
	destroy_tree(mm);
	record->tables_left = mm->tables;
	MPL_EVENT(exit_ends, NULL, MPL_NO_SLOT, record->removed, mm->tables, record->uncharged);
}

// ---- The six parts of rule "failed fork"; core/wasm/memory.c checks the sixth, which compares trees ----

static bool balanced(enum mpl_object object)
{
	const struct mpl_account *account = &mpl_fork_accounts()[object];

	return account->obtained == account->returned;
}

static void check_rules(const struct mpl_mm *mm, struct mpl_fork_record *record)
{
	bool held[] = {
		record->removed == record->map_count,
		record->charged == record->uncharged && balanced(MPL_OBJECT_COMMIT),
		balanced(MPL_OBJECT_NODES),
		balanced(MPL_OBJECT_VMAS) && balanced(MPL_OBJECT_ANON_VMAS) && balanced(MPL_OBJECT_CHAINS) &&
			balanced(MPL_OBJECT_POLICIES) && balanced(MPL_OBJECT_UFFDS) && balanced(MPL_OBJECT_FILES),
		!mm || (!mm->tables && !mm->rss_anon && !mm->rss_file),
	};

	for (unsigned i = 0; i < sizeof(held) / sizeof(held[0]); i++) {
		record->rules_checked |= 1u << i;
		record->rules |= held[i] ? 1u << i : 0;
	}
}

// Remaining tables are leaked; their top is kept so that they can be inspected.
static void forget(struct mpl_mm *mm)
{
	FORK->left = mpl_tables_end(mm);
	mpl_space_forget(mm);
}

void mpl_undo_fork(struct mpl_mm *child, struct mpl_fork_record *record)
{
	bool was_filled = record->point > 3;

	if (child && record->by == MPL_FORK_DUP && record->undo == MPL_UNDO_RANGE && was_filled)
		undo_range(child, record);
	if (child)
		exit_path(child, record);
	check_rules(child, record);
	if (child)
		forget(child);
}

void mpl_undo_forget(void)
{
	if (FORK->left)
		mpl_tables_forget(FORK->left);
	FORK->left = 0;
}

uint32_t mpl_fork_tables_left(struct mpl_table_record *tables, uint32_t room)
{
	return FORK->left ? mpl_tables_below(FORK->left, tables, room) : 0;
}

// ---- Exit ----

// An anon_vma counts once, however many VMAs use it; each has a bit here.
static bool is_first(uint32_t anon, uint32_t *seen)
{
	uint32_t bit = UINT32_C(1) << anon % 32;
	bool first = !(seen[anon / 32] & bit);

	seen[anon / 32] |= bit;
	return first;
}

// The account of an exit begins with the objects found in the address space, so that it shows whether all were freed.
static void hold_all(struct mpl_mm *mm, struct mpl_fork_record *record)
{
	static uint32_t seen[MPL_VMAS_MAX / 32 + 1];
	MA_STATE(mas, mm->tree, 0, 0);

	memset(seen, 0, sizeof(seen));
	for (const struct mpl_vma *vma; (vma = next_vma(mm, &mas, 0));) {
		mpl_account_hold(MPL_OBJECT_VMAS, 1);
		mpl_account_hold(MPL_OBJECT_FILES, vma->file != 0);
		mpl_account_hold(MPL_OBJECT_CHAINS, vma->chain);
		mpl_account_hold(MPL_OBJECT_ANON_VMAS, vma->anon && is_first(vma->anon, seen));
		mpl_account_hold(MPL_OBJECT_POLICIES, !!(vma->flags & MPL_VMA_POLICY));
		if (vma->flags & MPL_VMA_ACCOUNT)
			record->charged += mpl_vma_pages(vma);
	}
	mpl_account_hold(MPL_OBJECT_UFFDS, mm->uffd_vmas > 0);
	mpl_account_hold(MPL_OBJECT_COMMIT, record->charged);
	mpl_account_hold(MPL_OBJECT_NODES, mpl_census_take(mm->tree->root_word).nodes);
	mpl_account_hold(MPL_OBJECT_TABLES, mm->tables);
	mpl_account_hold(MPL_OBJECT_RESIDENT, mm->rss_anon + mm->rss_file);
	mpl_account_hold(MPL_OBJECT_MMS, 1);
}

void mpl_mm_exit(struct mpl_mm *mm)
{
	struct mpl_fork_record *record = &FORK->record;

	MPL_ASSERT(!FORK->open);
	mpl_undo_forget();
	memset(FORK, 0, sizeof(*FORK));
	record->map_count = mm->map_count;
	mpl_account_watch(mm);
	hold_all(mm, record);
	exit_path(mm, record);
	check_rules(mm, record);
	forget(mm);
	mpl_account_watch(NULL);
}
