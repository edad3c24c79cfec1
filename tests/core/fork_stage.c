// SPDX-License-Identifier: GPL-2.0-or-later
//
// The stage of simulated forks. See fork_stage.h.

#include "fork_stage.h"

#include "sound.h"
#include "src/census.h"
#include "src/dump.h"
#include "src/slab.h"
#include "src/trace.h"
#include "src/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FLAGS (MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU)
#define RULES 0x3fu
#define RULE_5 0x10u

struct stage_counts stage_counts;

static struct maple_tree parent_tree, child_tree;
static struct mpl_mm *parent;
static unsigned vmas; // Of the parent; their numbers are 1 ... 'vmas', in ascending order.

// What must be the same after a fork as before.
static struct mpl_mm parent_before;
static struct mpl_vma vma_before[STAGE_VMAS_MAX + 1]; // By number.
static uint64_t sum_before, out_before[MPL_OBJECTS];
static uint32_t live_before;

static char wrong[256];

const char *stage_wrong(void) { return wrong[0] ? wrong : NULL; }

#define MUST(condition, ...)                                                                                           \
	do {                                                                                                           \
		if (!(condition) && !wrong[0]) {                                                                       \
			int length_ = snprintf(wrong, sizeof(wrong), "%s:%d: %s: ", __FILE__, __LINE__, #condition);    \
			snprintf(wrong + length_, sizeof(wrong) - (size_t)length_, __VA_ARGS__);                       \
		}                                                                                                      \
	} while (0)

// ---- The parent ----

struct kind {
	uint32_t flags, file, chain;
	bool touched, written;
};

#define RW (MPL_VMA_READ | MPL_VMA_WRITE)
#define PRIVATE (RW | MPL_VMA_ACCOUNT)

// One VMA after the other, then from the start; 17 is prime to the steps of DONTCOPY.
static const struct kind kinds[] = {
	{PRIVATE, 0, 1, true, true},
	{MPL_VMA_READ | MPL_VMA_EXEC, 1, 0, true, false},
	{PRIVATE, 1, 1, true, true},
	{RW | MPL_VMA_SHARED, 2, 0, true, true},
	{PRIVATE | MPL_VMA_POLICY, 0, 1, true, true},
	{PRIVATE | MPL_VMA_LOCKED, 0, 1, true, true},
	{PRIVATE | MPL_VMA_WIPEONFORK, 0, 1, true, true},
	{PRIVATE | MPL_VMA_UFFD, 0, 2, true, true},
	{PRIVATE, 0, 0, false, false},
	{MPL_VMA_READ | MPL_VMA_PFNMAP, 3, 0, true, false},
	{PRIVATE | MPL_VMA_UFFD | MPL_VMA_POLICY, 0, 3, true, false},
	{RW | MPL_VMA_MIXEDMAP | MPL_VMA_SHARED, 4, 0, true, false},
	{PRIVATE | MPL_VMA_UFFD_WP, 0, 0, true, false},
	{PRIVATE | MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT, 2, 4, true, true},
	{MPL_VMA_READ, 0, 1, true, false},
	{PRIVATE | MPL_VMA_WIPEONFORK | MPL_VMA_POLICY, 0, 0, true, false},
	{PRIVATE, 0, 2, true, true},
};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static uint64_t out(enum mpl_object object)
{
	const struct mpl_account *account = &mpl_mm_accounts()[object];

	return account->obtained - account->returned;
}

static void remember(void)
{
	parent_before = *parent;
	for (uint32_t number = 1; number <= vmas; number++)
		vma_before[number] = *mpl_mm_vma(parent, number);
	sum_before = mpl_dump_sum(parent_tree.root_word);
	for (unsigned object = 0; object < MPL_OBJECTS; object++)
		out_before[object] = out(object);
	live_before = mpl_slab_counters()->live;
}

void stage_build(const struct stage_shape *shape)
{
	uint64_t unit = shape->unit * MPL_PAGE_BYTES;

	mpl_trace_hook = NULL;
	wrong[0] = 0;
	mpl_slab_reset();
	mpl_slab_begin();
	mpl_mm_reset();
	mt_init_flags(&parent_tree, FLAGS);
	parent = mpl_mm_create(&parent_tree);
	vmas = shape->vmas;
	for (unsigned i = 0; i < vmas; i++) {
		const struct kind *kind = &kinds[i % KINDS];
		uint64_t first = (10 * i + 10) * unit, last = (10 * i + (shape->contiguous ? 20 : 16)) * unit - 1;
		uint32_t flags = kind->flags;

		if (shape->dontcopy && i % shape->dontcopy == shape->dontcopy - 1)
			flags |= MPL_VMA_DONTCOPY;
		MUST(!mpl_mm_load(parent, first, last, flags, kind->file, kind->file ? first : 0, kind->chain), "VMA %u", i);
		if (kind->touched)
			MUST(!mpl_mm_touch(parent, first, first + MPL_PAGE_BYTES - 1, kind->written), "VMA %u", i);
		mpl_slab_grace();
	}
	MUST(parent->map_count == vmas, "%u VMAs", parent->map_count);
	remember();
}

static uint64_t pages(const struct mpl_vma *vma) { return (vma->last - vma->first + 1) / MPL_PAGE_BYTES; }

static bool copied(const struct mpl_vma *vma) { return !(vma->flags & MPL_VMA_DONTCOPY); }

// Whether a VMA before this one has made the child's context.
static bool has_context_before(uint32_t number)
{
	for (uint32_t i = 1; i < number; i++) {
		if (vma_before[i].flags & MPL_VMA_UFFD && copied(&vma_before[i]))
			return true;
	}
	return false;
}

uint32_t stage_passes(enum mpl_site site, uint32_t number)
{
	const struct mpl_vma *vma = &vma_before[number];

	if (site == MPL_SITE_PAGE || site == MPL_SITE_REQUEST || site == MPL_SITE_NODE)
		return UINT32_MAX;
	if (!number)
		return site == MPL_SITE_MM || site == MPL_SITE_SIGNAL || site == MPL_SITE_HOOK;
	if (!copied(vma))
		return 0;
	switch (site) {
	case MPL_SITE_SIGNAL: return 1;
	case MPL_SITE_COMMIT: return !!(vma->flags & MPL_VMA_ACCOUNT);
	case MPL_SITE_VMA: return 1;
	case MPL_SITE_POLICY: return !!(vma->flags & MPL_VMA_POLICY);
	case MPL_SITE_UFFD: return vma->flags & MPL_VMA_UFFD && !has_context_before(number);
	case MPL_SITE_ANON: return vma->anon && !(vma->flags & MPL_VMA_WIPEONFORK) ? vma->chain + 2 : 0;
	default: return 0;
	}
}

// ---- Listening to a fork ----

static struct {
	uint32_t treated;   // The parent's VMA; 0 before the first.
	unsigned requests;  // To the node allocator, since the last thing below.
	unsigned requests_of_treated, requests_of_marker, markers, put_in;
	uint64_t failed_for; // The VMA that the failing site was passed for.
	bool failed;
} heard;

static void hear(const struct mpl_event_record *record)
{
	switch ((enum mpl_event_kind)record->kind) {
	case MPL_EVENT_request_single:
	case MPL_EVENT_request_bulk: heard.requests++; break;
	case MPL_EVENT_fork_vma:
		heard.treated = record->count;
		heard.requests = 0;
		break;
	case MPL_EVENT_vma_in:
		heard.put_in++;
		heard.requests_of_treated += heard.requests;
		break;
	case MPL_EVENT_site_failed: heard.failed_for = record->a; break;
	case MPL_EVENT_fork_failed:
		heard.failed = true;
		heard.requests = 0;
		break;
	case MPL_EVENT_marker_set:
		heard.markers++;
		heard.requests_of_marker += heard.requests;
		break;
	default: break;
	}
}

// ---- What a fork must have done ----

// Whether child VMA 'mine' is what a fork makes of the parent's VMA.
static bool right_copy(const struct mpl_vma *mine, const struct mpl_vma *vma)
{
	bool wiped = vma->flags & MPL_VMA_WIPEONFORK;

	return mine && mine->first == vma->first && mine->last == vma->last && mine->file == vma->file &&
	       mine->offset == vma->offset && mine->flags == (vma->flags & ~(MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT)) &&
	       !!mine->anon == (vma->anon && !wiped) && mine->chain == (vma->anon && !wiped ? vma->chain + 1 : 0);
}

// The child after a fork that failed at the parent's VMA 'end' (the first not duplicated; 0: none is left) or went
// well.
static void check_child(const struct mpl_mm *child, const struct stage_way *way, uint32_t end)
{
	static struct mpl_range_record ranges[STAGE_VMAS_MAX + 1];
	uint32_t count = mpl_census_ranges(child_tree.root_word, 0, ranges, STAGE_VMAS_MAX + 1), at = 0, mapped = 0;
	uint64_t zero = MPL_ENTRY_WORD(XA_ZERO_ENTRY);

	for (uint32_t number = 1; number <= vmas; number++) {
		const struct mpl_vma *vma = &vma_before[number];
		const struct mpl_range_record *range = &ranges[at];

		if (end && number >= end && way->by != MPL_FORK_DUP)
			continue;
		if (!copied(vma) && !(end && number >= end))
			continue;
		MUST(at < count && range->first == vma->first && range->last == vma->last, "VMA %u is not in the tree", number);
		at++;
		if (end && number == end && way->undo == MPL_UNDO_MARKER)
			MUST(range->word == zero, "no marker at VMA %u", number);
		else if (end && number >= end)
			MUST(range->word == 2 * (uint64_t)number + 1, "the parent's VMA %u is not there", number);
		else
			MUST(right_copy(mpl_mm_vma(child, (uint32_t)(range->word >> 1)), vma), "copy of VMA %u", number);
		mapped += !(end && number >= end);
	}
	MUST(at == count, "%u ranges in the child's tree, %u expected", count, at);
	MUST(child->map_count == mapped, "map_count %u of %u", child->map_count, mapped);
}

// The counters of a child that was made.
static void check_counters(const struct mpl_mm *child)
{
	uint64_t total = 0, stack = 0;

	for (uint32_t number = 1; number <= vmas; number++) {
		if (copied(&vma_before[number]))
			total += pages(&vma_before[number]);
	}
	MUST(child->total_vm == total && child->stack_vm == stack, "%" PRIu64 " pages", child->total_vm);
	MUST(child->locked_vm == 0 && !child->unstable, "locked %" PRIu64, child->locked_vm);
	MUST(mt_in_rcu(&child_tree), "RCU mode is off");
	MUST(!sound_findings(&child_tree, true, 0, false), "the child's tree");
}

// Page tables that nothing frees with the wrong ceiling: those that reach to the first VMA not duplicated or beyond.
static uint32_t tables_beyond(const struct mpl_mm *child, uint32_t end)
{
	static struct mpl_table_record tables[4 * STAGE_VMAS_MAX];
	uint32_t found = mpl_mm_tables(child, tables, 4 * STAGE_VMAS_MAX), beyond = 0;

	for (uint32_t i = 0; i < found && end; i++)
		beyond += tables[i].base + (UINT64_C(4096) << 9 * tables[i].level) > vma_before[end].first;
	return beyond;
}

// Pages of the account that the child's VMAs before 'end' hold.
static uint64_t charged_before(uint32_t end)
{
	uint64_t sum = 0;

	for (uint32_t number = 1; number <= vmas && (!end || number < end); number++) {
		if (copied(&vma_before[number]) && vma_before[number].flags & MPL_VMA_ACCOUNT)
			sum += pages(&vma_before[number]);
	}
	return sum;
}

// F1 ... F12 of a failure that was met.
static uint32_t point_of(const struct stage_failure *failure)
{
	switch (failure->site) {
	case MPL_SITE_REQUEST:
	case MPL_SITE_NODE: return heard.treated ? 4 : 3;
	case MPL_SITE_MM: return 1;
	case MPL_SITE_SIGNAL: return heard.treated ? 5 : 2;
	case MPL_SITE_HOOK: return 12;
	default: return (uint32_t)failure->site - MPL_SITE_COMMIT + 6;
	}
}

// The first VMA not duplicated, of a failure at 'point'.
static uint32_t end_of(uint32_t point)
{
	if (point < 4 || point == 12)
		return 0;
	if (point == 11)
		return heard.treated < vmas ? heard.treated + 1 : 0;
	return heard.treated;
}

static void check_record(const struct mpl_fork_record *record, const struct stage_failure *failure, int error,
                         uint32_t lost)
{
	uint32_t point = point_of(failure), end = end_of(point);
	uint32_t rules = record->rules_checked & ~(lost ? RULE_5 : 0);
	uint64_t charged = point < 4 ? 0 : charged_before(end);

	MUST(error == (failure->site == MPL_SITE_SIGNAL ? -MPL_EINTR : -MPL_ENOMEM), "error %d", error);
	MUST(record->error == error && record->point == point && record->site == failure->site,
	     "error %d at F%u, site %u", record->error, record->point, record->site);
	MUST(record->at == (point < 4 || point == 12 ? 0 : heard.treated), "at VMA %u", record->at);
	MUST(failure->site <= MPL_SITE_NODE || heard.failed_for == record->at, "told to fail for VMA %" PRIu64,
	     heard.failed_for);
	MUST(record->end_vma == end, "VMA %u is the first not duplicated", record->end_vma);
	MUST(!failure->vma || heard.treated == failure->vma, "VMA %u is treated", heard.treated);
	MUST(record->rules == rules, "rules %x of %x, %u tables left", record->rules, record->rules_checked,
	     record->tables_left);
	MUST(record->removed == record->map_count && record->removed == heard.put_in, "%u of %u VMAs removed",
	     record->removed, record->map_count);
	MUST(record->charged == charged && record->uncharged == charged, "charged %" PRIu64 ", given back %" PRIu64,
	     record->charged, record->uncharged);
	MUST(record->tables_left == lost, "%u tables left, %u expected", record->tables_left, lost);
	stage_counts.by_point[point]++;
	stage_counts.by_site[failure->site]++;
	stage_counts.tables_left += lost;
}

static bool same_vma(const struct mpl_vma *a, const struct mpl_vma *b)
{
	return a->number == b->number && a->first == b->first && a->last == b->last && a->flags == b->flags &&
	       a->file == b->file && a->offset == b->offset && a->anon == b->anon && a->chain == b->chain;
}

// Everything is as it was before the fork; 'lost' page tables are missing.
static void check_parent(uint32_t lost)
{
	mpl_slab_grace();
	MUST(!memcmp(parent, &parent_before, sizeof(parent_before)), "the parent's counters");
	for (uint32_t number = 1; number <= vmas; number++) {
		const struct mpl_vma *vma = mpl_mm_vma(parent, number);

		MUST(vma && same_vma(vma, &vma_before[number]), "the parent's VMA %u", number);
	}
	MUST(mpl_dump_sum(parent_tree.root_word) == sum_before, "the parent's tree");
	for (unsigned object = 0; object < MPL_OBJECTS; object++) {
		uint64_t left = object == MPL_OBJECT_TABLES ? lost : 0;

		MUST(out(object) == out_before[object] + left, "%" PRIu64 " of object %u are out, not %" PRIu64, out(object),
		     object, out_before[object] + left);
		out_before[object] += left;
	}
	MUST(mpl_slab_counters()->live == live_before, "%u nodes are out", mpl_slab_counters()->live);
	MUST(mtree_empty(&child_tree), "the child's tree is not empty");
}

static void check_passes(const struct mpl_fork_record *record)
{
	for (unsigned site = MPL_SITE_MM; site < MPL_SITES; site++) {
		uint32_t passes = 0;

		for (uint32_t number = 0; number <= vmas && site != MPL_SITE_PAGE; number++)
			passes += stage_passes(site, number);
		MUST(site == MPL_SITE_PAGE || record->passes[site] == passes, "site %u: %u passes, %u expected", site,
		     record->passes[site], passes);
	}
}

// ---- A fork ----

static void check_heard(const struct stage_way *way, bool failed)
{
	const struct mpl_fork_record *record = mpl_fork_last();

	// In-place replacement and marker ask for nothing; nor do the stores of a bulk load.
	MUST(way->by == MPL_FORK_STORES || !heard.requests_of_treated, "%u requests for VMAs", heard.requests_of_treated);
	MUST(!heard.requests_of_marker, "%u requests for a marker", heard.requests_of_marker);
	MUST(heard.failed == failed, "%s", failed ? "no failure was told" : "a failure was told");
	if (way->by == MPL_FORK_DUP && failed)
		MUST(heard.markers == (way->undo == MPL_UNDO_MARKER && record->end_vma), "%u markers", heard.markers);
	stage_counts.markers += heard.markers;
	stage_counts.replaced += heard.put_in;
}

bool stage_fork(const struct stage_way *way, const struct stage_failure *failure)
{
	const struct mpl_fork_record *record = mpl_fork_last();
	struct mpl_mm *child;
	uint32_t lost = 0;
	int error;

	memset(&heard, 0, sizeof(heard));
	mpl_slab_begin();
	mt_init_flags(&child_tree, FLAGS);
	if (failure->site != MPL_SITES)
		mpl_fail_site(failure->site, failure->vma, failure->k, failure->n);
	mpl_trace_hook = hear;
	child = mpl_fork_begin(parent, &child_tree, way->by, way->undo, way->wrong_ceiling);
	mpl_trace_hook = NULL;
	if (heard.failed && child && record->point >= 4) {
		check_child(child, way, end_of(record->point));
		lost = way->wrong_ceiling ? tables_beyond(child, end_of(record->point)) : 0;
	}
	error = mpl_fork_end();
	mpl_fail_off();
	check_heard(way, error != 0);
	stage_counts.forks++;
	if (!error) {
		check_child(child, way, 0);
		check_counters(child);
		check_passes(record);
		MUST(failure->site == MPL_SITES || !heard.failed, "the failure was met and nothing failed");
		mpl_mm_exit(child);
		MUST(record->rules == record->rules_checked && record->tables_left == 0, "rules %x of %x of the exit",
		     record->rules, record->rules_checked);
	} else {
		MUST(failure->site != MPL_SITES, "error %d", error);
		check_record(record, failure, error, lost);
		stage_counts.failed++;
		stage_counts.removed += record->removed;
	}
	check_parent(lost);
	return error != 0;
}
