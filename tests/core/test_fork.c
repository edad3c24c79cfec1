// SPDX-License-Identifier: GPL-2.0-or-later
//
// Forks of a small address space that has one of everything: each failure point in each way of forking and undoing.
// Rules "VMA of a child", "fork", "undo", "marker", "failure points" and "failed fork".

#include "harness.h"

#include "mm/account.h"
#include "mm/pages.h"
#include "mm/sites.h"
#include "mm/tables.h"
#include "mm/vma.h"
#include "src/census.h"
#include "src/slab.h"

#include <stdio.h>
#include <string.h>

#define PAGE UINT64_C(0x1000)

static struct maple_tree parent_tree;
static struct maple_tree child_tree;

// ---- The parent ----

#define RW (MPL_VMA_READ | MPL_VMA_WRITE)

// The pages that are touched are the first ones of each VMA.
static const struct plan {
	uint64_t first;
	unsigned pages;
	uint32_t flags;
	uint32_t file;
	unsigned touched;
} plans[] = {
	[1] = { 0x400000, 3, MPL_VMA_READ | MPL_VMA_EXEC, 1, 0 },                                  // Text.
	[2] = { 0x403000, 2, RW | MPL_VMA_ACCOUNT, 1, 1 },                                         // Data.
	[3] = { 0x500000, 8, RW | MPL_VMA_ACCOUNT | MPL_VMA_DONTCOPY, 0, 2 },
	[4] = { 0x900000, 4, RW | MPL_VMA_ACCOUNT | MPL_VMA_POLICY | MPL_VMA_UFFD, 0, 3 },
	[5] = { 0xa00000, 5, RW | MPL_VMA_ACCOUNT | MPL_VMA_WIPEONFORK, 0, 1 },
	[6] = { 0x7f0000000000, 6, RW | MPL_VMA_SHARED, 2, 0 },
	[7] = { 0x7ffffffde000, 7, RW | MPL_VMA_ACCOUNT | MPL_VMA_GROWS | MPL_VMA_LOCKED, 0, 2 },  // Stack.
};
#define VMAS 7u

static struct mpl_mm *build(void)
{
	struct mpl_mm *mm;

	mpl_slab_reset();
	mpl_mm_reset();
	mt_init_flags(&parent_tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	mm = mpl_mm_create(&parent_tree);
	for (unsigned i = 1; i <= VMAS; i++) {
		const struct plan *plan = &plans[i];
		uint64_t last = plan->first + plan->pages * PAGE - 1;
		struct mpl_vma *vma = mpl_vma_new(mm, plan->first, last, plan->flags, plan->file, 0);

		mtree_store_range(&parent_tree, plan->first, last, mpl_vma_entry(vma), GFP_KERNEL);
		mpl_vma_count(mm, vma, 1);
		if (plan->flags & MPL_VMA_POLICY)
			mpl_vma_policy_take(vma);
		if (plan->flags & MPL_VMA_UFFD)
			mpl_vma_uffd_take(vma);
		if (plan->flags & MPL_VMA_ACCOUNT)
			mpl_vma_charge(mm, plan->pages);
		if (plan->touched) {
			mpl_vma_anon_begin(vma, 1);
			mpl_pages_touch(mm, vma, plan->first, plan->first + plan->touched * PAGE - 1, true);
		}
	}
	mpl_account_nodes(mm);
	return mm;
}

// ---- What is to be as it was ----

struct whole {
	struct mpl_account all[MPL_OBJECTS];
	struct mpl_mm mm;
	struct mpl_census tree;
	struct mpl_vma vmas[VMAS + 1];
	uint32_t live;
};

static struct whole take(const struct mpl_mm *mm)
{
	struct whole whole;

	memset(&whole, 0, sizeof(whole));
	memcpy(whole.all, mpl_mm_accounts(), sizeof(whole.all));
	whole.mm = *mm;
	whole.tree = mpl_census_take(mm->tree->root_word);
	for (unsigned i = 1; i <= VMAS; i++) {
		whole.vmas[i] = *mpl_mm_vma(mm, i);
		whole.vmas[i].anon_held = 0; // Of its place in the pool, not of the VMA.
	}
	whole.live = mpl_slab_counters()->live - mpl_slab_waiting();
	return whole;
}

static void expect_same(const char *what, const struct whole *before, const struct mpl_mm *mm)
{
	struct whole now = take(mm);

	for (unsigned i = 0; i < MPL_OBJECTS; i++) {
		uint64_t held = before->all[i].obtained - before->all[i].returned;

		EXPECT_SAYS(now.all[i].obtained - now.all[i].returned == held, "%s, object %u", what, i);
	}
	EXPECT_SAYS(memcmp(&now.mm, &before->mm, sizeof(now.mm)) == 0, "%s", what);
	EXPECT_SAYS(memcmp(&now.tree, &before->tree, sizeof(now.tree)) == 0, "%s", what);
	EXPECT_SAYS(memcmp(now.vmas, before->vmas, sizeof(now.vmas)) == 0, "%s", what);
	EXPECT_SAYS(now.live == before->live, "%s", what);
}

// ---- Ways and rows ----

static const struct way {
	const char *name;
	enum mpl_fork_by by;
	enum mpl_fork_undo undo;
	bool wrong_ceiling;
} ways[] = {
	{ "dup, marker", MPL_FORK_DUP, MPL_UNDO_MARKER, false },
	{ "dup, range", MPL_FORK_DUP, MPL_UNDO_RANGE, false },
	{ "dup, range, wrong ceiling", MPL_FORK_DUP, MPL_UNDO_RANGE, true },
	{ "bulk", MPL_FORK_BULK, MPL_UNDO_MARKER, false },
	{ "stores", MPL_FORK_STORES, MPL_UNDO_MARKER, false },
};
#define WAYS (sizeof(ways) / sizeof(ways[0]))

// What is armed, and what the record says then. Pages charged: VMA 2 has 2, 4 has 4, 5 has 5, 7 has 7.
static const struct row {
	unsigned point;
	enum mpl_site site;
	uint32_t vma, k;
	uint32_t at, end;
	uint32_t map_count;
	uint64_t charged;
} rows[] = {
	{ 1, MPL_SITE_MM, 0, 1, 0, 0, 0, 0 },
	{ 2, MPL_SITE_SIGNAL, 0, 1, 0, 0, 0, 0 },
	{ 3, MPL_SITE_REQUEST, 0, 1, 0, 0, 0, 0 },
	{ 5, MPL_SITE_SIGNAL, 1, 1, 1, 1, 0, 0 },
	{ 5, MPL_SITE_SIGNAL, 4, 1, 4, 4, 2, 2 },
	{ 5, MPL_SITE_SIGNAL, 7, 1, 7, 7, 5, 11 },
	{ 6, MPL_SITE_COMMIT, 2, 1, 2, 2, 1, 0 },
	{ 6, MPL_SITE_COMMIT, 4, 1, 4, 4, 2, 2 },
	{ 6, MPL_SITE_COMMIT, 0, 3, 5, 5, 3, 6 },
	{ 7, MPL_SITE_VMA, 1, 1, 1, 1, 0, 0 },
	{ 7, MPL_SITE_VMA, 4, 1, 4, 4, 2, 2 },
	{ 7, MPL_SITE_VMA, 0, 5, 6, 6, 4, 11 },
	{ 8, MPL_SITE_POLICY, 0, 1, 4, 4, 2, 2 },
	{ 9, MPL_SITE_UFFD, 4, 1, 4, 4, 2, 2 },
	{ 10, MPL_SITE_ANON, 2, 1, 2, 2, 1, 0 },
	{ 10, MPL_SITE_ANON, 4, 1, 4, 4, 2, 2 },
	{ 10, MPL_SITE_ANON, 4, 2, 4, 4, 2, 2 },
	{ 10, MPL_SITE_ANON, 4, 3, 4, 4, 2, 2 },
	{ 10, MPL_SITE_ANON, 0, 9, 7, 7, 5, 11 }, // Three passes each of VMAs 2, 4 and 7.
	{ 11, MPL_SITE_PAGE, 2, 1, 2, 3, 2, 2 },
	{ 11, MPL_SITE_PAGE, 2, 3, 2, 3, 2, 2 },
	{ 11, MPL_SITE_PAGE, 4, 1, 4, 5, 3, 6 },
	{ 11, MPL_SITE_PAGE, 7, 1, 7, 0, 6, 18 },
	{ 11, MPL_SITE_PAGE, 0, 7, 7, 0, 6, 18 },
	{ 12, MPL_SITE_HOOK, 0, 1, 0, 0, 6, 18 },
};
#define ROWS (sizeof(rows) / sizeof(rows[0]))

static int error_of(unsigned point) { return point == 2 || point == 5 ? -MPL_EINTR : -MPL_ENOMEM; }

static struct mpl_mm *fork_now(struct mpl_mm *parent, const struct way *way)
{
	mt_init_flags(&child_tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	return mpl_fork_begin(parent, &child_tree, way->by, way->undo, way->wrong_ceiling);
}

// What the child's tree says at the first address of a VMA of the parent's.
static mpl_entry entry_of(unsigned vma)
{
	MA_STATE(mas, &child_tree, plans[vma].first, plans[vma].first);

	return mas_walk(&mas);
}

// The child's own VMAs stand in front of the end, numbered from 1; DONTCOPY is a hole; at the end the marker, or what
// was copied from the parent, as behind it. In a tree that was not copied, nothing.
static void expect_half(const char *what, const struct way *way, const struct row *row, const struct mpl_mm *child)
{
	unsigned end = row->point < 4 ? 1 : row->end ? row->end : VMAS + 1;
	unsigned own = 0;

	for (unsigned i = 1; i <= VMAS; i++) {
		mpl_entry entry = entry_of(i);
		mpl_entry wanted;

		if (i < end)
			wanted = i == 3 ? NULL : xa_mk_value(++own);
		else if (way->by != MPL_FORK_DUP || row->point < 4)
			wanted = NULL;
		else
			wanted = i == end && way->undo == MPL_UNDO_MARKER ? XA_ZERO_ENTRY : xa_mk_value(i);
		EXPECT_SAYS(entry == wanted, "%s, VMA %u: %llx", what, i, (unsigned long long)MPL_ENTRY_WORD(entry));
	}
	EXPECT_SAYS(own == row->map_count, "%s", what);
	EXPECT_SAYS(child->unstable == (row->point > 3), "%s", what);
	EXPECT_SAYS(!mt_in_rcu(&child_tree) || row->point < 3, "%s", what);
}

static void expect_record(const char *what, const struct way *way, const struct row *row)
{
	const struct mpl_fork_record *record = mpl_fork_last();
	bool range = way->by == MPL_FORK_DUP && way->undo == MPL_UNDO_RANGE && row->end;
	uint64_t tree_end = range ? plans[row->end].first : 0;

	EXPECT_SAYS(record->error == error_of(row->point), "%s: %d", what, record->error);
	EXPECT_SAYS(record->point == row->point, "%s: F%u", what, record->point);
	EXPECT_SAYS(record->site == row->site, "%s: site %u", what, record->site);
	EXPECT_SAYS(record->at == row->at, "%s: at %u", what, record->at);
	EXPECT_SAYS(record->end_vma == row->end, "%s: end %u", what, record->end_vma);
	EXPECT_SAYS(record->map_count == row->map_count, "%s: %u VMAs", what, record->map_count);
	EXPECT_SAYS(record->charged == row->charged, "%s: %u charged", what, (unsigned)record->charged);
	EXPECT_SAYS(record->tree_end == tree_end, "%s", what);
	EXPECT_SAYS(record->ceiling == (way->wrong_ceiling ? tree_end : 0), "%s", what);
	EXPECT_SAYS(record->by == way->by && record->undo == way->undo, "%s", what);
	EXPECT_SAYS(record->wrong_ceiling == way->wrong_ceiling, "%s", what);
}

// What a fork was granted at its sites, and nothing else, is on the account of the child: one object a pass, the last
// of which was refused. So what an undoing forgets is missing there.
static void expect_account(const char *what, const struct row *row)
{
	static const enum mpl_site sites[] = { MPL_SITE_MM, MPL_SITE_VMA, MPL_SITE_POLICY, MPL_SITE_UFFD, MPL_SITE_ANON,
		                               MPL_SITE_PAGE };
	static const enum mpl_object objects[] = { MPL_OBJECT_MMS, MPL_OBJECT_VMAS, MPL_OBJECT_POLICIES, MPL_OBJECT_UFFDS,
		                                   MPL_OBJECT_CHAINS, MPL_OBJECT_TABLES };
	const struct mpl_account *account = mpl_fork_accounts();

	for (unsigned i = 0; i < sizeof(sites) / sizeof(sites[0]); i++) {
		uint32_t granted = mpl_fork_last()->passes[sites[i]] - (row->site == sites[i]);
		uint64_t obtained = account[objects[i]].obtained;

		if (sites[i] == MPL_SITE_ANON) {
			EXPECT_SAYS(account[MPL_OBJECT_ANON_VMAS].obtained == (granted + 1) / 3, "%s, %u passes of anon", what, granted);
			obtained += account[MPL_OBJECT_ANON_VMAS].obtained;
		}
		EXPECT_SAYS(obtained == granted, "%s, site %u: %u granted", what, sites[i], granted);
	}
}

TEST(every_failure_point_in_every_way_is_told_as_it_was_and_undone)
{
	for (unsigned w = 0; w < WAYS; w++) {
		for (unsigned r = 0; r < ROWS; r++) {
			struct mpl_mm *parent = build();
			struct whole before = take(parent);
			const struct mpl_fork_record *record = mpl_fork_last();
			struct mpl_mm *child;
			uint32_t left = 0;
			char what[64];

			if (ways[w].by == MPL_FORK_STORES && rows[r].point == 3)
				continue;
			snprintf(what, sizeof(what), "%s, row %u, F%u", ways[w].name, r, rows[r].point);
			mpl_fail_site(rows[r].site, rows[r].vma, rows[r].k, 1);
			child = fork_now(parent, &ways[w]);
			EXPECT_SAYS(!child == (rows[r].point == 1), "%s", what);
			expect_record(what, &ways[w], &rows[r]);
			if (child)
				expect_half(what, &ways[w], &rows[r], child);
			EXPECT_SAYS(mpl_fork_end() == error_of(rows[r].point), "%s", what);
			expect_record(what, &ways[w], &rows[r]);
			EXPECT_SAYS(mpl_site_armed(rows[r].site) == 0, "%s", what);
			EXPECT_SAYS(mtree_empty(&child_tree), "%s", what);
			EXPECT_SAYS(mpl_mm_at(2) == NULL, "%s", what);
			EXPECT_SAYS(record->removed == record->map_count, "%s: %u removed", what, record->removed);
			EXPECT_SAYS(record->uncharged == record->charged, "%s", what);
			if (ways[w].wrong_ceiling)
				left = record->tables_left;
			EXPECT_SAYS(record->tables_left == left, "%s: %u tables left", what, record->tables_left);
			EXPECT_SAYS(record->rules == (left ? 0x0fu : 0x1fu), "%s: rules %x", what, record->rules);
			EXPECT_SAYS(record->rules_checked == 0x1f, "%s", what);
			expect_account(what, &rows[r]);
			before.all[MPL_OBJECT_TABLES].obtained += left;
			expect_same(what, &before, parent);
		}
	}
}

// The last page in front of the end shares 2 MiB with it, or 512 GiB, or nothing.
TEST(a_wrong_ceiling_leaves_the_tables_that_reach_beyond_it)
{
	const struct {
		enum mpl_site site;
		uint32_t vma;
		uint32_t left;
	} cases[] = {
		{ MPL_SITE_SIGNAL, 4, 2 },   // VMA 2 in 4xxxxx, VMA 4 in 9xxxxx: another 2 MiB.
		{ MPL_SITE_PAGE, 2, 0 },     // Not one table was made.
		{ MPL_SITE_SIGNAL, 5, 2 },   // 9xxxxx and axxxxx.
		{ MPL_SITE_SIGNAL, 6, 0 },   // Another 512 GiB.
		{ MPL_SITE_SIGNAL, 7, 0 },   // The pages of VMA 4 are in another group than VMA 6, which has none.
		{ MPL_SITE_HOOK, 0, 0 },     // Nothing is left out: the ceiling is the top.
	};

	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct mpl_mm *parent = build();
		const struct mpl_fork_record *record = mpl_fork_last();
		struct mpl_table_record tables[8];

		mpl_fail_site(cases[i].site, cases[i].vma, 1, 1);
		fork_now(parent, &ways[2]);
		mpl_fork_end();
		EXPECT_SAYS(record->tables_left == cases[i].left, "case %u: %u", i, record->tables_left);
		EXPECT(mpl_fork_tables_left(tables, 8) == cases[i].left);
		EXPECT(record->rules == (cases[i].left ? 0x0fu : 0x1fu));
		EXPECT(mpl_fork_accounts()[MPL_OBJECT_TABLES].obtained ==
		       mpl_fork_accounts()[MPL_OBJECT_TABLES].returned + cases[i].left);
		if (cases[i].left == 2) {
			EXPECT(tables[0].level == 3);
			EXPECT(tables[1].level == 2 && tables[1].base == 0 && tables[1].used == 0);
		}
		fork_now(parent, &ways[0]);
		EXPECT(mpl_fork_tables_left(tables, 8) == 0);
		EXPECT(mpl_fork_end() == 0);
	}
}

// ---- Success ----

static void expect_child(const struct way *way, const struct mpl_mm *parent, const struct mpl_mm *child)
{
	const char *what = way->name;
	unsigned own = 0;

	for (unsigned i = 1; i <= VMAS; i++) {
		const struct mpl_vma *from = mpl_mm_vma(parent, i);
		const struct mpl_vma *vma = mpl_mm_vma_at(child, from->first);
		uint32_t lost = MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT;
		bool wiped = from->flags & MPL_VMA_WIPEONFORK;

		EXPECT_SAYS(!vma == (i == 3), "%s, VMA %u", what, i);
		if (!vma)
			continue;
		EXPECT_SAYS(vma->number == ++own, "%s, VMA %u", what, i);
		EXPECT_SAYS(vma->first == from->first && vma->last == from->last, "%s, VMA %u", what, i);
		EXPECT_SAYS(vma->flags == (from->flags & ~lost), "%s, VMA %u", what, i);
		EXPECT_SAYS(vma->file == from->file && vma->space == child->space, "%s, VMA %u", what, i);
		EXPECT_SAYS(!vma->anon == (!from->anon || wiped), "%s, VMA %u", what, i);
		EXPECT_SAYS(vma->chain == (vma->anon ? from->chain + 1 : 0), "%s, VMA %u", what, i);
		EXPECT_SAYS(!vma->anon || vma->anon != from->anon, "%s, VMA %u", what, i);
	}
	EXPECT_SAYS(child->map_count == VMAS - 1, "%s", what);
	EXPECT_SAYS(child->total_vm == parent->total_vm - 8, "%s", what);
	EXPECT_SAYS(child->data_vm == parent->data_vm - 8, "%s", what);
	EXPECT_SAYS(child->exec_vm == parent->exec_vm && child->stack_vm == parent->stack_vm, "%s", what);
	EXPECT_SAYS(child->locked_vm == 0 && parent->locked_vm == 7, "%s", what);
	EXPECT_SAYS(child->rss_anon == 1 + 3 + 2, "%s: %u", what, (unsigned)child->rss_anon);
	EXPECT_SAYS(child->rss_file == 0, "%s", what);
	EXPECT_SAYS(child->tables == 7, "%s: %u", what, child->tables);
	EXPECT_SAYS(!child->unstable, "%s", what);
}

// smaps: "VmFlags: rd wr mr mw me dc lo ac", then a fork: the locked VMA is left out, and nothing of the child is
// locked.
TEST(a_locked_vma_that_is_not_copied_leaves_the_child_no_locked_page)
{
	for (unsigned w = 0; w < WAYS; w++) {
		struct mpl_mm *parent = build();
		struct mpl_vma *left_out = mpl_vma_of(parent, 3);
		struct mpl_mm *child;

		mpl_vma_count(parent, left_out, -1);
		left_out->flags |= MPL_VMA_LOCKED;
		mpl_vma_count(parent, left_out, 1);
		EXPECT_SAYS(parent->locked_vm == 8 + 7, "%s", ways[w].name);
		child = fork_now(parent, &ways[w]);
		EXPECT_SAYS(child && child->locked_vm == 0, "%s", ways[w].name);
		EXPECT_SAYS(parent->locked_vm == 8 + 7, "%s", ways[w].name);
		EXPECT(mpl_fork_end() == 0);
	}
}

TEST(a_child_has_its_own_vmas_and_the_pages_it_could_not_fault_in_again)
{
	for (unsigned w = 0; w < WAYS; w++) {
		struct mpl_mm *parent = build();
		struct whole before = take(parent);
		const struct mpl_fork_record *record = mpl_fork_last();
		struct mpl_mm *child = fork_now(parent, &ways[w]);

		EXPECT(child != NULL);
		EXPECT(!mt_in_rcu(&child_tree));
		EXPECT(mpl_fork_end() == 0);
		EXPECT(mt_in_rcu(&child_tree));
		mt_validate(&child_tree);
		expect_child(&ways[w], parent, child);
		EXPECT(record->point == 0);
		EXPECT(record->charged == 18);
		EXPECT(record->pages_copied == 6);
		EXPECT(record->rules_checked == 0);
		EXPECT(mpl_fork_accounts()[MPL_OBJECT_NODES].obtained >= 1);
		EXPECT(record->copied_nodes == (ways[w].by == MPL_FORK_DUP ? 1 : 0));
		EXPECT(record->passes[MPL_SITE_SIGNAL] == 7); // Once before the copy, then all but DONTCOPY.
		EXPECT(record->passes[MPL_SITE_COMMIT] == 4);
		EXPECT(record->passes[MPL_SITE_VMA] == 6);
		EXPECT(record->passes[MPL_SITE_POLICY] == 1 && record->passes[MPL_SITE_UFFD] == 1);
		EXPECT(record->passes[MPL_SITE_ANON] == 9);
		EXPECT(record->passes[MPL_SITE_PAGE] == 7);
		EXPECT(record->passes[MPL_SITE_HOOK] == 1 && record->passes[MPL_SITE_MM] == 1);
		mpl_mm_exit(child);
		EXPECT(record->removed == 6);
		EXPECT(record->rules == 0x1f);
		EXPECT(record->charged == 18 && record->uncharged == 18);
		for (unsigned i = 0; i < MPL_OBJECTS; i++)
			EXPECT_SAYS(mpl_fork_accounts()[i].obtained == mpl_fork_accounts()[i].returned, "object %u", i);
		expect_same(ways[w].name, &before, parent);
		mpl_mm_exit(parent);
		EXPECT(record->removed == 7);
		EXPECT(record->rules == 0x1f);
		for (unsigned i = 0; i < MPL_OBJECTS; i++)
			EXPECT_SAYS(mpl_mm_accounts()[i].obtained == mpl_mm_accounts()[i].returned, "object %u", i);
		rcu_barrier();
		EXPECT(mpl_slab_counters()->live == 0);
	}
}

// As Linux does: [vvar], whose tables the neighbours made, gave most programs' children 8 to 12 KiB more.
TEST(a_table_without_a_page_is_copied_as_well)
{
	for (unsigned w = 0; w < WAYS; w++) {
		struct mpl_mm *parent = build();
		struct mpl_mm *child;

		mpl_pages_unmap(parent, 0x900000, 0x903fff);
		child = fork_now(parent, &ways[w]);
		EXPECT(mpl_fork_end() == 0);
		EXPECT(mpl_fork_last()->pages_copied == 3);
		EXPECT(mpl_fork_last()->passes[MPL_SITE_PAGE] == 7);
		EXPECT(mpl_tables_find(child, 0x900000, 1) != NULL);
		mpl_mm_exit(child);
		// The table of 1 GiB is there also where the one of 2 MiB has gone.
		mpl_pages_discard(parent, 0x800000, 0x9fffff);
		child = fork_now(parent, &ways[w]);
		EXPECT(mpl_fork_end() == 0);
		EXPECT(mpl_fork_last()->passes[MPL_SITE_PAGE] == 6);
		EXPECT(!mpl_tables_find(child, 0x900000, 1) && mpl_tables_find(child, 0x900000, 2));
		mpl_mm_exit(child);
		mpl_mm_exit(parent);
		rcu_barrier();
		EXPECT(mpl_slab_counters()->live == 0);
	}
}

// Of a parent that is a child itself: two elements, an anon_vma and an element, of VMAs 2, 4 and 7.
TEST(each_object_of_a_chain_that_is_refused_half_way_is_obtained_and_given_back)
{
	const struct mpl_account *account = mpl_fork_accounts();
	static struct maple_tree grandchild_tree;

	for (uint32_t k = 1; k <= 12; k++) {
		for (unsigned w = 0; w < WAYS; w++) {
			struct mpl_mm *parent = build();
			struct mpl_mm *child = fork_now(parent, &ways[w]);
			uint32_t anons = k / 4;

			EXPECT(mpl_fork_end() == 0);
			mpl_fail_site(MPL_SITE_ANON, 0, k, 1);
			mt_init_flags(&grandchild_tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
			mpl_fork_begin(child, &grandchild_tree, ways[w].by, ways[w].undo, ways[w].wrong_ceiling);
			EXPECT(mpl_fork_end() == -MPL_ENOMEM);
			EXPECT(mpl_fork_last()->point == 10);
			EXPECT_SAYS(account[MPL_OBJECT_ANON_VMAS].obtained == anons, "pass %u", k);
			EXPECT_SAYS(account[MPL_OBJECT_ANON_VMAS].returned == anons, "pass %u", k);
			EXPECT_SAYS(account[MPL_OBJECT_CHAINS].obtained == k - 1 - anons, "pass %u", k);
			EXPECT_SAYS(account[MPL_OBJECT_CHAINS].returned == k - 1 - anons, "pass %u", k);
		}
	}
}

TEST(a_child_forks_in_its_turn_and_chains_grow)
{
	struct mpl_mm *parent = build();
	static struct maple_tree grandchild_tree;
	struct mpl_mm *child;
	struct mpl_mm *grandchild;

	child = fork_now(parent, &ways[0]);
	EXPECT(mpl_fork_end() == 0);
	mt_init_flags(&grandchild_tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	grandchild = mpl_fork_begin(child, &grandchild_tree, MPL_FORK_DUP, MPL_UNDO_MARKER, false);
	EXPECT(mpl_fork_end() == 0);
	EXPECT(mpl_mm_vma_at(parent, plans[4].first)->chain == 1);
	EXPECT(mpl_mm_vma_at(child, plans[4].first)->chain == 2);
	EXPECT(mpl_mm_vma_at(grandchild, plans[4].first)->chain == 3);
	EXPECT(mpl_fork_last()->passes[MPL_SITE_ANON] == 12); // Two elements, an anon_vma, an element; three VMAs.
	mpl_mm_exit(parent);
	mpl_mm_exit(grandchild);
	EXPECT(mpl_fork_last()->rules == 0x1f);
	mpl_mm_exit(child);
	EXPECT(mpl_fork_last()->rules == 0x1f);
	for (unsigned i = 0; i < MPL_OBJECTS; i++)
		EXPECT_SAYS(mpl_mm_accounts()[i].obtained == mpl_mm_accounts()[i].returned, "object %u", i);
}

TEST(the_hook_belongs_to_no_vma)
{
	for (unsigned vma = 1; vma <= VMAS; vma++) {
		struct mpl_mm *parent = build();

		mpl_fail_site(MPL_SITE_HOOK, vma, 1, 1);
		mpl_fail_site(MPL_SITE_MM, vma, 1, 1);
		fork_now(parent, &ways[0]);
		EXPECT(mpl_fork_end() == 0);
		EXPECT(mpl_site_armed(MPL_SITE_HOOK) == 1);
	}
}

TEST(the_top_table_of_a_child_that_failed_is_used_again)
{
	struct mpl_mm *parent = build();
	uint32_t before;
	uint32_t after;

	mpl_tables_region(&before);
	for (unsigned i = 0; i < 5; i++) {
		mpl_fail_site(MPL_SITE_SIGNAL, 4, 1, 1);
		fork_now(parent, &ways[2]);
		mpl_fork_end();
		EXPECT(mpl_fork_last()->tables_left == 2);
	}
	mpl_tables_region(&after);
	EXPECT((after - before) / sizeof(struct mpl_table) == 5 * 2 + 2); // The five PUDs and PMDs; one PTE, one top.
}

// ---- The rules ----

// Each thing that could go wrong is made to, behind the fork's back; the rules that do not hold then.
TEST(each_rule_notices_what_it_is_for)
{
	static const struct {
		enum mpl_object object; // Obtained once more than it is given back.
		uint32_t broken;
	} leaks[] = {
		{ MPL_OBJECT_COMMIT, 0x02 }, { MPL_OBJECT_NODES, 0x04 },     { MPL_OBJECT_VMAS, 0x08 },
		{ MPL_OBJECT_CHAINS, 0x08 }, { MPL_OBJECT_ANON_VMAS, 0x08 }, { MPL_OBJECT_POLICIES, 0x08 },
		{ MPL_OBJECT_UFFDS, 0x08 },  { MPL_OBJECT_FILES, 0x08 },
	};
	const unsigned count = sizeof(leaks) / sizeof(leaks[0]);

	for (unsigned i = 0; i < count + 5; i++) {
		struct mpl_mm *parent = build();
		struct mpl_mm *child;
		uint32_t broken = i < count ? leaks[i].broken : 0;

		mpl_fail_site(MPL_SITE_VMA, 5, 1, 1);
		child = fork_now(parent, &ways[0]);
		if (i < count)
			mpl_account_obtain(child, leaks[i].object, 1);
		if (i == count)
			mpl_mm_state.fork.record.map_count++, broken = 0x01;
		if (i == count + 1)
			mpl_mm_state.fork.record.charged++, broken = 0x02;
		if (i == count + 2)
			child->rss_anon++, broken = 0x10;
		if (i == count + 3)
			child->rss_file++, broken = 0x10;
		if (i == count + 4)
			child->tables++, broken = 0x10;
		mpl_fork_end();
		EXPECT_SAYS(mpl_fork_last()->rules == (0x1f & ~broken), "case %u: %x", i, mpl_fork_last()->rules);
		EXPECT(mpl_fork_last()->rules_checked == 0x1f);
	}
}

TEST(an_account_is_closed_when_its_address_space_is_gone)
{
	struct mpl_mm *parent = build();
	static struct maple_tree other;
	struct mpl_account before[MPL_OBJECTS];

	fork_now(parent, &ways[0]);
	mpl_fork_end();
	mpl_mm_exit(mpl_mm_at(2));
	memcpy(before, mpl_fork_accounts(), sizeof(before));
	mt_init_flags(&other, MT_FLAGS_ALLOC_RANGE);
	EXPECT(mpl_mm_create(&other)->space == 2);
	EXPECT(mpl_mm_load(mpl_mm_at(2), 0, PAGE - 1, RW, 1, 0, 0) == 0);
	EXPECT(memcmp(before, mpl_fork_accounts(), sizeof(before)) == 0);
}

// ---- The node allocator ----

// The copy of a tree of one node makes one request; bulk asks for all at once; each store for what it needs.
TEST(refused_requests_end_a_fork_before_or_within_its_vmas)
{
	for (unsigned w = 0; w < WAYS; w++) {
		for (uint32_t k = 1; k < 40; k++) {
			struct mpl_mm *parent = build();
			struct whole before = take(parent);
			struct mpl_mm *child;

			mpl_fail_site(MPL_SITE_REQUEST, 0, k, 2);
			child = fork_now(parent, &ways[w]);
			if (!mpl_fork_last()->error) {
				mpl_fork_end();
				mpl_mm_exit(child);
				expect_same(ways[w].name, &before, parent);
				EXPECT(k > 1);
				break;
			}
			EXPECT(mpl_fork_last()->point == (ways[w].by == MPL_FORK_STORES ? 4 : 3));
			EXPECT(mpl_fork_end() == -MPL_ENOMEM);
			EXPECT(mpl_fork_last()->rules == 0x1f);
			expect_same(ways[w].name, &before, parent);
		}
	}
}

TEST(a_first_vma_at_address_0_that_fails_leaves_only_the_tree_to_destroy)
{
	for (unsigned w = 0; w < 3; w++) {
		struct mpl_mm *parent;
		struct mpl_vma *vma;

		mpl_slab_reset();
		mpl_mm_reset();
		mt_init_flags(&parent_tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
		parent = mpl_mm_create(&parent_tree);
		for (unsigned i = 0; i < 3; i++) {
			vma = mpl_vma_new(parent, 2 * i * PAGE, (2 * i + 1) * PAGE - 1, MPL_VMA_READ, 0, 0);
			mtree_store_range(&parent_tree, vma->first, vma->last, mpl_vma_entry(vma), GFP_KERNEL);
			mpl_vma_count(parent, vma, 1);
		}
		mpl_fail_site(MPL_SITE_VMA, 1, 1, 1);
		fork_now(parent, &ways[w]);
		EXPECT(mpl_fork_last()->end_vma == 1);
		EXPECT(mpl_fork_last()->tree_end == 0);
		EXPECT(mpl_fork_end() == -MPL_ENOMEM);
		EXPECT(mpl_fork_last()->removed == 0);
		EXPECT(mpl_fork_last()->rules == 0x1f);
		EXPECT(mtree_empty(&child_tree));
	}
}

TEST(an_empty_address_space_forks_and_exits)
{
	for (unsigned w = 0; w < WAYS; w++) {
		struct mpl_mm *parent;
		struct mpl_mm *child;

		mpl_slab_reset();
		mpl_mm_reset();
		mt_init_flags(&parent_tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
		parent = mpl_mm_create(&parent_tree);
		child = fork_now(parent, &ways[w]);
		EXPECT(mpl_fork_end() == 0);
		EXPECT(child->map_count == 0);
		mpl_mm_exit(child);
		EXPECT(mpl_fork_last()->rules == 0x1f);
		mpl_mm_exit(parent);
		EXPECT(mpl_slab_counters()->live == 0);
	}
}
