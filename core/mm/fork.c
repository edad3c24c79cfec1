// SPDX-License-Identifier: GPL-2.0-or-later
//
// Forks: three ways to fill the tree of VMAs of a child, which fail at the same points in the same order. Rules
// "VMA of a child", "fork", "marker" and "failure points".
//
//     dup      copy the tree; it holds the parent's VMAs; put the child's own into their places, one by one
//     bulk     request all nodes at once, then one store per VMA, which requests none
//     stores   one store per VMA, each requests its own nodes
//
// The tree of the child, made by dup, while the third VMA is treated; v is DONTCOPY, d the parent's, c the child's own:
//
//     1  d1  d2  v3  d4  d5     copied
//     2  c1  c2  v3  d4  d5     two are treated
//     3  c1  c2  --  d4  d5     NULL over v3: may request nodes
//     4  c1  c2  --  ##  d5     the fourth failed, undo by marker: the zero entry; what is behind it is the parent's
//        c1  c2  --  d4  d5     the fourth failed, undo by range: its first address is noted
//
// What can fail for one VMA, in this order, and what is freed at once; undo.c does the rest:
//
//     F4   NULL over DONTCOPY       nothing          F8   policy          the VMA, its charge
//     F5   signal                   nothing          F9   userfaultfd     the VMA with its policy, its charge
//     F6   charge                   nothing          F10  anon_vma        the VMA with all it has, its charge
//     F7   VMA object               its charge       F11  page tables     nothing: the VMA is in the tree, and counts
//
// A refused store of a VMA by 'stores' also counts as F4, the tree's failure; it frees the same as F10.

#include "account.h"
#include "fork.h"
#include "pages.h"
#include "sites.h"
#include "undo.h"
#include "vma.h"

#include "../src/check.h"
#include "../src/defects.h"
#include "../src/trace.h"

#include <string.h>

#define MPL_FILE MPL_FILE_FORK

#define FORK (&mpl_mm_state.fork)
#define RECORD (&mpl_mm_state.fork.record)

// Where a fork fails: which site, and with which error: rule "failure points".
static const struct point {
	enum mpl_site site;
	int error;
} points[] = {
	[1] = { MPL_SITE_MM, -MPL_ENOMEM },       [2] = { MPL_SITE_SIGNAL, -MPL_EINTR },
	[3] = { MPL_SITE_REQUEST, -MPL_ENOMEM },  [4] = { MPL_SITE_REQUEST, -MPL_ENOMEM },
	[5] = { MPL_SITE_SIGNAL, -MPL_EINTR },  [6] = { MPL_SITE_COMMIT, -MPL_ENOMEM },
	[7] = { MPL_SITE_VMA, -MPL_ENOMEM },      [8] = { MPL_SITE_POLICY, -MPL_ENOMEM },
	[9] = { MPL_SITE_UFFD, -MPL_ENOMEM },     [10] = { MPL_SITE_ANON, -MPL_ENOMEM },
	[11] = { MPL_SITE_PAGE, -MPL_ENOMEM },    [12] = { MPL_SITE_HOOK, -MPL_ENOMEM },
};

// A fork in progress.
struct way {
	enum mpl_fork_by by;
	struct mpl_mm *parent;
	struct mpl_mm *child;
	struct ma_state into; // In the child's tree.
	struct ma_state over; // In the parent's; with dup unused, since the child's tree has the parent's VMAs.
	struct mpl_vma *from; // The parent's VMA being copied.
};

// Notes where the fork failed.
static int failed(unsigned point, uint32_t vma)
{
	bool nodes = points[point].site == MPL_SITE_REQUEST && mpl_site_armed(MPL_SITE_NODE) < FORK->nodes_armed;

	RECORD->point = point;
	RECORD->site = nodes ? MPL_SITE_NODE : points[point].site;
	RECORD->error = points[point].error;
	RECORD->at = vma;
	MPL_EVENT(fork_failed, NULL, MPL_NO_SLOT, point, vma, (uint64_t)-points[point].error);
	return points[point].error;
}

static int failed_at(const struct way *way, unsigned point) { return failed(point, way->from->number); }

// ---- One VMA ----

// F4, or nothing to do: a VMA that a child does not get.
static int leave_out(struct way *way)
{
	struct mpl_vma *from = way->from;

	MPL_EVENT(vma_skipped, NULL, MPL_NO_SLOT, from->number, from->first, from->last);
	if (way->by == MPL_FORK_DUP) {
		int error;

		__mas_set_range(&way->into, from->first, from->last);
		error = mas_store_gfp(&way->into, MPL_WORD_ENTRY(0), GFP_KERNEL);
		if (error)
			return failed_at(way, 4);
	}
	mpl_vma_count_pages(way->child, from, -1);
	way->child->locked_vm = 0; // Nothing of a child is locked, so there is nothing to subtract from.
	return 0;
}

// F5 to F10: the child's own VMA, in no tree yet. NULL if that failed, with everything freed.
static struct mpl_vma *make_own(struct way *way)
{
	const struct mpl_vma *from = way->from;
	uint64_t charge = from->flags & MPL_VMA_ACCOUNT ? mpl_vma_pages(from) : 0;
	uint32_t flags = from->flags & ~(uint32_t)(MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT);
	unsigned point = 0;
	struct mpl_vma *own;

	if (mpl_site_fails(MPL_SITE_SIGNAL)) {
		failed_at(way, 5);
		return NULL;
	}
	if (!mpl_vma_charge(way->child, charge)) {
		failed_at(way, 6);
		return NULL;
	}
	own = mpl_vma_new(way->child, from->first, from->last, flags, from->file, from->offset);
	if (!own)
		point = 7;
	else if (from->flags & MPL_VMA_POLICY && !mpl_vma_policy_new(own))
		point = 8;
	else if (from->flags & MPL_VMA_UFFD && !mpl_vma_uffd_new(own))
		point = 9;
	else if (!(from->flags & MPL_VMA_WIPEONFORK) && !mpl_vma_anon_fork(own, from))
		point = 10;
	if (!point)
		return own;
	failed_at(way, point);
	if (own)
		mpl_vma_free(own);
	mpl_vma_uncharge(way->child, charge);
	return NULL;
}

// Puts the child's own VMA into its tree. With dup it replaces the parent's over the same range, which requests
// no nodes; in a bulk load the nodes are already reserved.
static int put(struct way *way, const struct mpl_vma *own)
{
	struct ma_state *into = &way->into;
	mpl_entry entry = mpl_vma_entry(own);

	if (way->by == MPL_FORK_STORES) {
		mas_set_range(into, own->first, own->last);
		return mas_store_gfp(into, entry, GFP_KERNEL);
	}
	__mas_set_range(into, own->first, own->last);
	mas_store(into, entry);
	MPL_ASSERT(way->by == MPL_FORK_BULK || !mas_is_err(into));
	return mas_is_err(into) ? -MPL_ENOMEM : 0;
}

// One VMA of the parent's, all of it: 0, or the error.
static int treat(struct way *way)
{
	struct mpl_vma *from = way->from;
	struct mpl_vma *own;
	uint64_t charge;
	int error;

	MPL_EVENT(fork_vma, NULL, MPL_NO_SLOT, from->number, from->first, from->last);
	if (from->flags & MPL_VMA_DONTCOPY)
		return leave_out(way);
	own = make_own(way);
	if (!own)
		return RECORD->error;
	charge = own->flags & MPL_VMA_ACCOUNT ? mpl_vma_pages(own) : 0;
	error = put(way, own);
	if (error) {
		error = failed_at(way, 4);
		mpl_vma_free(own);
		mpl_vma_uncharge(way->child, charge);
		return error;
	}
	RECORD->charged += charge;
	way->child->map_count++;
	MPL_EVENT(vma_in, NULL, MPL_NO_SLOT, own->number, own->first, own->last);
	if (mpl_pages_copied(from) && mpl_pages_copy(way->child, way->parent, from, &RECORD->pages_copied))
		return failed_at(way, 11);
	return 0;
}

// ---- All of them ----

// The next VMA of the parent to copy, NULL at the end.
static struct mpl_vma *next_of_parent(struct way *way)
{
	mpl_entry entry = mas_find(way->by == MPL_FORK_DUP ? &way->into : &way->over, UINT64_MAX);

	return entry ? mpl_vma_at_entry(way->parent, entry) : NULL;
}

// The first VMA that the child did not get, which the undo needs: rules "undo" and "marker".
static void note_end(struct way *way, const struct mpl_vma *end)
{
	if (!end)
		return;
	RECORD->end_vma = end->number;
	if (way->by != MPL_FORK_DUP)
		return;
	if (RECORD->undo == MPL_UNDO_RANGE) {
		RECORD->tree_end = end->first;
		RECORD->ceiling = RECORD->wrong_ceiling ? end->first : 0;
		MPL_WITH_DEFECT(wrong_ceiling, RECORD->ceiling = end->first;);
		return;
	}
	MPL_WITH_DEFECT(marker_missing, return;);
	mas_set_range(&way->into, end->first, end->last);
	mas_store(&way->into, XA_ZERO_ENTRY);
	MPL_ASSERT(!mas_is_err(&way->into));
	MPL_EVENT(marker_set, NULL, MPL_NO_SLOT, end->number, end->first, end->last);
}

// F4 to F12.
static int treat_all(struct way *way)
{
	struct mpl_vma *end;
	int error = 0;

	while (!error && (way->from = next_of_parent(way))) {
		mpl_site_treat(way->from->number);
		error = treat(way);
	}
	mpl_site_treat(0);
	if (!error)
		return mpl_site_fails(MPL_SITE_HOOK) ? failed(12, 0) : 0;
	end = RECORD->point == 11 ? next_of_parent(way) : way->from;
	note_end(way, end);
	return error;
}

// F3: the requests to the node allocator before any VMA is copied.
static int begin_tree(struct way *way)
{
	uint32_t before = mpl_site_passed(MPL_SITE_NODE);
	int error = 0;

	if (way->by == MPL_FORK_DUP) {
		error = __mt_dup(way->parent->tree, way->child->tree, GFP_KERNEL);
		MPL_ASSERT(error != -MPL_EINVAL);
		RECORD->copied_nodes = error ? 0 : mpl_site_passed(MPL_SITE_NODE) - before;
	}
	mt_clear_in_rcu(way->child->tree);
	if (way->by == MPL_FORK_BULK)
		error = mas_expected_entries(&way->into, way->parent->map_count);
	return error ? failed(3, 0) : 0;
}

// F2 to F12. Nothing else reads the child's tree, so RCU mode is off until it is complete.
static int fill(struct way *way)
{
	struct maple_tree *tree = way->child->tree;
	bool own_lock = !mt_external_lock(tree);
	int error;

	if (mpl_site_fails(MPL_SITE_SIGNAL))
		return failed(2, 0);
	error = begin_tree(way);
	if (own_lock)
		mtree_lock(tree);
	if (!error) {
		error = treat_all(way);
		way->child->unstable = !!error;
	}
	if (way->by == MPL_FORK_BULK)
		mas_destroy(&way->into);
	mpl_account_nodes(way->child);
	if (own_lock)
		mtree_unlock(tree);
	return error;
}

// The child begins with the parent's counters, and none of its VMAs and pages.
static void inherit(struct mpl_mm *child, const struct mpl_mm *parent)
{
	child->mmap_base = parent->mmap_base;
	child->brk_start = parent->brk_start;
	child->brk = parent->brk;
	child->total_vm = parent->total_vm;
	child->data_vm = parent->data_vm;
	child->exec_vm = parent->exec_vm;
	child->stack_vm = parent->stack_vm;
	for (unsigned i = 0; i < MPL_LIMITS; i++)
		child->limit[i] = parent->limit[i];
}

// ---- Beginning and ending ----

static void begin_record(enum mpl_fork_by by, enum mpl_fork_undo undo, bool wrong_ceiling)
{
	mpl_undo_forget();
	memset(FORK, 0, sizeof(*FORK));
	RECORD->by = by;
	RECORD->undo = undo;
	RECORD->wrong_ceiling = wrong_ceiling;
	FORK->open = 1;
	FORK->nodes_armed = mpl_site_armed(MPL_SITE_NODE);
	for (enum mpl_site site = MPL_SITE_REQUEST; site < MPL_SITES; site++)
		FORK->passed_before[site] = mpl_site_passed(site);
	MPL_EVENT(fork_begins, NULL, MPL_NO_SLOT, by, undo, wrong_ceiling);
}

static void end_record(const struct mpl_mm *child)
{
	RECORD->map_count = child ? child->map_count : 0;
	for (enum mpl_site site = MPL_SITE_REQUEST; site < MPL_SITES; site++)
		RECORD->passes[site] = mpl_site_passed(site) - FORK->passed_before[site];
}

struct mpl_mm *mpl_fork_begin(struct mpl_mm *parent, struct maple_tree *tree, enum mpl_fork_by by,
                              enum mpl_fork_undo undo, bool wrong_ceiling)
{
	struct way way = { .by = by, .parent = parent };

	MPL_ASSERT(!FORK->open);
	begin_record(by, undo, wrong_ceiling);
	mpl_account_nodes(NULL);
	way.child = mpl_mm_create(tree);
	FORK->parent = parent->space;
	if (!way.child) {
		mpl_account_watch(parent); // There is no child: the account is empty.
		mpl_account_watch(NULL);
		failed(1, 0);
	} else {
		FORK->child = way.child->space;
		mpl_account_watch(way.child);
		mpl_account_hold(MPL_OBJECT_MMS, 1);
		inherit(way.child, parent);
		mas_init(&way.into, tree, 0);
		mas_init(&way.over, parent->tree, 0);
		fill(&way);
	}
	end_record(way.child);
	return way.child;
}

int mpl_fork_end(void)
{
	struct mpl_mm *child = FORK->child ? mpl_mm_at(FORK->child) : NULL;

	MPL_ASSERT(FORK->open);
	if (RECORD->error)
		mpl_undo_fork(child, RECORD);
	else if (mt_in_rcu(mpl_mm_at(FORK->parent)->tree))
		mt_set_in_rcu(child->tree);
	mpl_account_watch(NULL);
	FORK->open = 0;
	return RECORD->error;
}

const struct mpl_fork_record *mpl_fork_last(void) { return RECORD; }

void mpl_fork_reset(void) { memset(FORK, 0, sizeof(*FORK)); }
