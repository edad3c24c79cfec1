// SPDX-License-Identifier: GPL-2.0-or-later
//
// Builds, copies, thins out and destroys the trees of the tables for self-check (tests/core/figures.txt) and prints
// what it saw, one cell per line, in the notation of figures.txt; figures.py compares.
//
//     figures [ENTRIES]    trees of up to so many entries

#include "maple_tree.h"
#include "src/decide.h"
#include "src/slab.h"
#include "src/trace.h"
#include "src/visit.h"
#include "src/records.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZES 9u
#define NEEDS_MAX 64u
#define SLOTS_MAX 17u

static const unsigned sizes[SIZES] = {21, 121, 221, 421, 821, 1621, 3221, 6421, 12821};

// How the entries lie: entry i covers 10i + first ... 10i + last.
static const struct layout {
	const char *name;
	unsigned first, last;
} layouts[] = {{"G0", 0, 5}, {"G1", 10, 15}, {"C", 0, 9}, {"C1", 10, 19}};
enum { G0, G1, C, C1 };

static const struct flags {
	const char *name;
	unsigned bits;
} flag_sets[] = {{"gaps", MT_FLAGS_ALLOC_RANGE}, {"plain", 0}, {"rcu", MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU}};
enum { GAPS, PLAIN, RCU };

static struct maple_tree tree;
static char row[64]; // What a cell's line begins with.

static __attribute__((format(printf, 2, 3))) void cell(const char *name, const char *format, ...)
{
	va_list arguments;

	printf("%s | %s | ", row, name);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
}

// What the last operation freed, in the order of the calls: 0 a single node, else the nodes of a bulk.
static uint32_t frees[4096];
static unsigned free_calls;

static void hear(const struct mpl_event_record *record)
{
	if (record->kind != MPL_EVENT_free_single && record->kind != MPL_EVENT_free_bulk)
		return;
	if (free_calls == sizeof(frees) / sizeof(frees[0]))
		abort();
	frees[free_calls++] = record->kind == MPL_EVENT_free_bulk ? record->count : 0;
}

static void begin(void)
{
	mpl_slab_begin();
	free_calls = 0;
}

static void tell_frees(const char *name)
{
	printf("%s | %s |", row, name);
	for (unsigned i = 0; i < free_calls; i++) {
		if (frees[i])
			printf(" %" PRIu32, frees[i]);
		else
			printf(" single");
	}
	putchar('\n');
}

// ---- Building ----

// What the stores of a build asked for and were.
static struct {
	unsigned needs[NEEDS_MAX];
	unsigned kinds[wr_slot_store + 1];
	uint32_t deferred;
	char asking[1 << 17];
	size_t asking_length;
} seen;

static void see(unsigned i)
{
	const struct mpl_slab_counters *counters = mpl_slab_counters();
	uint32_t need = counters->op_nodes_requested, requests = counters->op_requests;

	// A need of k is a single and bulk(k - 1).
	if (need >= NEEDS_MAX || requests != (need > 1 ? 2 : need) || (requests && (mpl_slab_log()[0] & MPL_LOG_BULK))) {
		printf("store %u asks for %u nodes by %u requests\n", i, need, requests);
		exit(1);
	}
	seen.needs[need]++;
	seen.kinds[mpl_last_decision.store_type]++;
	seen.deferred += counters->op_deferred;
	if (need)
		seen.asking_length += (size_t)sprintf(seen.asking + seen.asking_length, " %u:%u", i, need);
}

static void see_nothing_yet(void)
{
	for (unsigned i = 0; i < NEEDS_MAX; i++)
		seen.needs[i] = 0;
	for (unsigned i = 0; i <= wr_slot_store; i++)
		seen.kinds[i] = 0;
	seen.deferred = 0;
	seen.asking_length = 0;
	seen.asking[0] = 0;
}

static void fresh(unsigned flags)
{
	mpl_slab_reset();
	mt_init_flags(&tree, flags);
	see_nothing_yet();
}

static void build_normally(const struct layout *layout, unsigned entries)
{
	for (unsigned i = 0; i < entries; i++) {
		MA_STATE(mas, &tree, 10 * i + layout->first, 10 * i + layout->last);

		begin();
		if (mas_store_gfp(&mas, xa_mk_value(i), GFP_KERNEL))
			abort();
		mpl_slab_grace();
		see(i);
	}
}

static void build_in_bulk(const struct layout *layout, unsigned entries)
{
	MA_STATE(mas, &tree, 0, 0);
	uint32_t requests, last;

	begin();
	if (mas_expected_entries(&mas, entries) || mpl_slab_log()[0] != 1)
		abort();
	requests = mpl_slab_counters()->op_requests;
	last = mpl_slab_log()[requests - 1];
	cell("total", "%" PRIu32, mpl_slab_counters()->op_nodes_requested);
	cell("bulks", "%" PRIu32 " (%" PRIu32 ")", requests - 1, last & ~MPL_LOG_BULK);
	for (unsigned i = 0; i < entries; i++) {
		mas.index = 10 * i + layout->first;
		mas.last = 10 * i + layout->last;
		begin();
		mas_store(&mas, xa_mk_value(i));
		if (mas_is_err(&mas))
			abort();
		see(i);
	}
	begin();
	mas_destroy(&mas);
	cell("unused", "%" PRIu32, mpl_slab_counters()->op_freed);
	tell_frees("unused frees");
}

// ---- Telling ----

static void tell_counts(const char *name, const unsigned *count, unsigned from, unsigned end)
{
	const char *gap = "";

	printf("%s | %s | ", row, name);
	for (unsigned i = from; i < end; i++) {
		if (count[i]) {
			printf("%s%ux%u", gap, i, count[i]);
			gap = " ";
		}
	}
	putchar('\n');
}

static void tell_stores(void)
{
	const unsigned *kinds = seen.kinds;
	unsigned all = 0, root = kinds[wr_store_root], node = kinds[wr_node_store];

	for (unsigned i = 0; i <= wr_slot_store; i++)
		all += kinds[i];
	cell("needless", "%u", seen.needs[0]);
	tell_counts("needs", seen.needs, 1, NEEDS_MAX);
	cell("asking", "%s", seen.asking + (seen.asking_length != 0));
	cell("kinds", "root %u node %u append %u split %u other %u", root, node, kinds[wr_append], kinds[wr_split_store],
	     all - root - node - kinds[wr_append] - kinds[wr_split_store]);
	cell("objects", "%" PRIu64, mpl_slab_counters()->handed_out);
	cell("deferred", "%" PRIu32, seen.deferred);
}

// The least number of used slots a node may have that is not the root.
static unsigned least(enum mpl_kind kind) { return kind == MPL_KIND_ARANGE ? 5 : 7; }

static void tell_shape(void)
{
	unsigned nodes[MPL_HEIGHT_MAX + 1] = {0}, thin[MPL_HEIGHT_MAX + 1] = {0}, fill[MPL_HEIGHT_MAX + 1][SLOTS_MAX] = {{0}};
	unsigned height = mt_height(&tree), all = 0, all_thin = 0;
	const struct mpl_visit_node *at;
	struct mpl_visit visit;

	mpl_visit_begin(&visit, tree.root_word);
	while ((at = mpl_visit_next(&visit))) {
		unsigned used = at->end + 1, below = at->depth && used < least(at->kind);

		nodes[at->depth]++;
		fill[at->depth][used]++;
		thin[at->depth] += below;
		all_thin += below;
		all++;
	}
	cell("height", "%u", height);
	cell("nodes", "%u", all);
	printf("%s | levels |", row);
	for (unsigned depth = 0; depth < height; depth++)
		printf(" %u", nodes[depth]);
	printf("\n%s | fill |", row);
	for (unsigned depth = 0; depth < height; depth++) {
		for (unsigned used = 1; used < SLOTS_MAX; used++) {
			if (fill[depth][used])
				printf(" %ux%u", used, fill[depth][used]);
		}
		printf("%s", depth + 1 < height ? ";" : "\n");
	}
	if (!all_thin) {
		cell("thin", "-");
		return;
	}
	printf("%s | thin | ", row);
	for (unsigned depth = 0; depth < height; depth++)
		printf("%u%s", thin[depth], depth + 1 < height ? "/" : "\n");
}

// Copies the tree, prints what that requested, and destroys both.
static void tell_copy(void)
{
	uint32_t requests, nodes = 0;
	struct maple_tree copy;

	mt_init_flags(&copy, tree.ma_flags & ~MT_FLAGS_HEIGHT_MASK);
	begin();
	if (mtree_dup(&tree, &copy, GFP_KERNEL) || mpl_slab_log()[0] != 1)
		abort();
	requests = mpl_slab_counters()->op_requests;
	printf("%s | requests |", row);
	for (unsigned i = 0; i < requests; i++) {
		uint32_t one = mpl_slab_log()[i];

		nodes += one & ~MPL_LOG_BULK;
		if (i)
			printf(" %" PRIu32, one & ~MPL_LOG_BULK);
	}
	putchar('\n');
	cell("dup", "%" PRIu32 " %" PRIu32, requests - 1, nodes);
	begin();
	mtree_destroy(&copy);
	mpl_slab_grace();
	tell_frees("destroyed");
	mtree_destroy(&tree);
	mpl_slab_grace();
	cell("left behind", "%" PRIu32, mpl_slab_counters()->live);
}

// ---- Section 3.4: entries removed from a copy ----

static void copy_to(struct maple_tree *copy)
{
	mt_init_flags(copy, tree.ma_flags & ~MT_FLAGS_HEIGHT_MASK);
	if (mtree_dup(&tree, copy, GFP_KERNEL))
		abort();
}

static unsigned need_to_remove(struct ma_state *mas)
{
	begin();
	if (mas_store_gfp(mas, MPL_WORD_ENTRY(0), GFP_KERNEL))
		abort();
	return mpl_slab_counters()->op_nodes_requested;
}

// Each entry alone, by a state that has come to it from entry to entry, as a fork does.
static void remove_one_each(unsigned entries)
{
	unsigned needs[NEEDS_MAX] = {0};

	for (unsigned k = 0; k < entries; k++) {
		MA_STATE(mas, &tree, 0, 0);
		struct maple_tree copy;
		char name[32];
		unsigned need;

		copy_to(&copy);
		mas.tree = &copy;
		for (unsigned i = 0; i <= k; i++)
			mas_find(&mas, UINT64_MAX);
		need = need_to_remove(&mas);
		needs[need]++;
		if (need) {
			sprintf(name, "removal of %u", k);
			cell(name, "%u", need);
		}
		mtree_destroy(&copy);
	}
	tell_counts("removals", needs, 0, NEEDS_MAX);
}

static void remove_all(unsigned entries, const struct layout *layout, bool fresh_states)
{
	unsigned needs[NEEDS_MAX] = {0}, need = 0;
	struct maple_tree copy;

	copy_to(&copy);
	MA_STATE(mas, &copy, 0, 0);

	for (unsigned k = 0; k < entries; k++) {
		if (fresh_states)
			mas_set_range(&mas, 10 * k + layout->first, 10 * k + layout->last);
		else
			mas_find(&mas, UINT64_MAX);
		need = need_to_remove(&mas);
		needs[need]++;
	}
	tell_counts(fresh_states ? "removing all, fresh states" : "removing all, one state", needs, 0, NEEDS_MAX);
	if (!fresh_states)
		cell("removing all, last", "%u", need);
	cell("left behind", "%u", !mtree_empty(&copy));
}

static void one_row(const struct layout *layout, bool bulk, const struct flags *flags, unsigned entries)
{
	snprintf(row, sizeof(row), "%s %s %s %u", layout->name, bulk ? "bulk" : "normal", flags->name, entries);
	fresh(flags->bits);
	(bulk ? build_in_bulk : build_normally)(layout, entries);
	tell_stores();
	tell_shape();
	if (!bulk && flags == &flag_sets[GAPS] && (layout == &layouts[G1] || layout == &layouts[C1]) && entries <= 821 &&
	    entries != 221) {
		remove_one_each(entries);
		if (layout == &layouts[G1] && entries == 121) {
			remove_all(entries, layout, false);
			remove_all(entries, layout, true);
		}
	}
	tell_copy();
}

int main(int argc, char **argv)
{
	unsigned most = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : sizes[SIZES - 1];

	mpl_trace_hook = hear;
	for (unsigned i = 0; i < SIZES && sizes[i] <= most; i++) {
		for (unsigned layout = G0; layout <= C1; layout++) {
			one_row(&layouts[layout], false, &flag_sets[GAPS], sizes[i]);
			if (layout == C1)
				continue;
			one_row(&layouts[layout], true, &flag_sets[GAPS], sizes[i]);
			one_row(&layouts[layout], false, &flag_sets[PLAIN], sizes[i]);
			one_row(&layouts[layout], true, &flag_sets[PLAIN], sizes[i]);
			one_row(&layouts[layout], false, &flag_sets[RCU], sizes[i]);
		}
	}
	return 0;
}
