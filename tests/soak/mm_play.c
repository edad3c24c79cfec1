// SPDX-License-Identifier: GPL-2.0-or-later
//
// The core's address spaces against plain lists. See mm_play.h.
//
// A call in which an armed failure was met may give ENOMEM (a fork EINTR) and must have changed nothing then; it may as
// well have got over it. In any other case it returns what the list returns, and what the list keeps after an error
// stays.

#include "mm_play.h"

#include "mm/sites.h"
#include "mm_naive.h"
#include "sound.h"
#include "src/census.h"
#include "src/slab.h"
#include "src/records.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define FLAGS (MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU)
#define REQUESTS_MAX 16u

static struct maple_tree trees[MM_SPACES];
static struct mpl_mm *spaces[MM_SPACES];
static struct naive_mm lists[MM_SPACES], trial, trial_child;
static struct mm_play_counts counts;
static char wrong[400];

const char *mm_play_wrong(void) { return wrong; }
const struct mm_play_counts *mm_play_counts(void) { return &counts; }

static __attribute__((format(printf, 2, 3))) bool must(bool holds, const char *format, ...)
{
	va_list arguments;

	if (holds || wrong[0])
		return holds;
	va_start(arguments, format);
	vsnprintf(wrong, sizeof(wrong), format, arguments);
	va_end(arguments);
	return false;
}

void mm_play_begin(void)
{
	wrong[0] = 0;
	mpl_slab_reset();
	mpl_slab_begin();
	mpl_mm_reset();
	mpl_slab_set_requests_max(REQUESTS_MAX);
	memset(spaces, 0, sizeof(spaces));
	memset(lists, 0, sizeof(lists));
}

// ---- Comparing ----

// Which anon_vma of the core is which of the lists'.
static struct {
	uint32_t core, list;
} anons[MM_SPACES * NAIVE_VMAS];
static unsigned anon_count;

static bool same_anon(uint32_t core, uint32_t list)
{
	if (!core || !list)
		return core == list;
	for (unsigned i = 0; i < anon_count; i++) {
		if (anons[i].core == core || anons[i].list == list)
			return anons[i].core == core && anons[i].list == list;
	}
	anons[anon_count].core = core;
	anons[anon_count++].list = list;
	return true;
}

static void compare_vma(const struct mpl_vma *vma, const struct naive_vma *want)
{
	must(vma != NULL, "there is no VMA %u", want->number);
	if (!vma)
		return;
	must(vma->number == want->number && vma->first == want->first && vma->last == want->last,
	     "VMA %u %" PRIx64 "..%" PRIx64 ", wanted %u %" PRIx64 "..%" PRIx64, vma->number, vma->first, vma->last,
	     want->number, want->first, want->last);
	must(vma->flags == want->flags, "VMA %u: flags %x, wanted %x", vma->number, vma->flags, want->flags);
	must(vma->file == want->file && vma->offset == want->offset, "VMA %u: file %u at %" PRIx64 ", wanted %u at %" PRIx64,
	     vma->number, vma->file, vma->offset, want->file, want->offset);
	must(vma->chain == want->chain && same_anon(vma->anon, want->anon), "VMA %u: anon_vma %u, chain %u, wanted %u, %u",
	     vma->number, vma->anon, vma->chain, want->anon, want->chain);
}

static void compare_vmas(unsigned space)
{
	static struct mpl_range_record ranges[NAIVE_VMAS];
	const struct naive_mm *list = &lists[space];
	uint32_t found = mpl_census_ranges(trees[space].root_word, 0, ranges, NAIVE_VMAS);

	must(found == list->vmas && spaces[space]->map_count == list->vmas, "%u VMAs in the tree, map_count %u, wanted %u",
	     found, spaces[space]->map_count, list->vmas);
	for (unsigned i = 0; i < list->vmas && i < found; i++) {
		const struct naive_vma *want = &list->vma[i];

		must(ranges[i].first == want->first && ranges[i].last == want->last &&
		     ranges[i].word == 2 * (uint64_t)want->number + 1,
		     "entry %" PRIx64 "..%" PRIx64 " %" PRIu64 ", wanted %" PRIx64 "..%" PRIx64 " %u", ranges[i].first,
		     ranges[i].last, ranges[i].word >> 1, want->first, want->last, want->number);
		compare_vma(mpl_mm_vma(spaces[space], want->number), want);
	}
	counts.vmas_max = found > counts.vmas_max ? found : counts.vmas_max;
}

static void compare_tables(unsigned space)
{
	static struct mpl_table_record tables[2 * NAIVE_TABLES];
	const struct naive_mm *list = &lists[space];
	uint32_t found = mpl_mm_tables(spaces[space], tables, 2 * NAIVE_TABLES);

	must(found == list->tables && spaces[space]->tables == list->tables, "%u page tables, counted %u, wanted %u", found,
	     spaces[space]->tables, list->tables);
	for (unsigned i = 0; i < found && i < list->tables; i++) {
		bool there = false;

		for (unsigned k = 0; k < list->tables; k++)
			there |= list->table[k].base == tables[i].base && list->table[k].level == tables[i].level;
		must(there, "page table of level %u at %" PRIx64, tables[i].level, tables[i].base);
	}
}

static struct naive_counters compare_space(unsigned space)
{
	const struct naive_mm *list = &lists[space];
	const struct mpl_mm *mm = spaces[space];
	struct naive_counters sum = naive_count(list);

	compare_vmas(space);
	compare_tables(space);
	must(mm->total_vm == sum.total_vm && mm->data_vm == sum.data_vm && mm->exec_vm == sum.exec_vm &&
	     mm->stack_vm == sum.stack_vm && mm->locked_vm == sum.locked_vm,
	     "total %" PRIu64 " data %" PRIu64 " exec %" PRIu64 " stack %" PRIu64 " locked %" PRIu64 ", wanted %" PRIu64
	     " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, mm->total_vm, mm->data_vm, mm->exec_vm, mm->stack_vm,
	     mm->locked_vm, sum.total_vm, sum.data_vm, sum.exec_vm, sum.stack_vm, sum.locked_vm);
	must(mm->rss_anon == sum.rss_anon && mm->rss_file == sum.rss_file, "%" PRIu64 " anonymous pages and %" PRIu64
	     " of files, wanted %" PRIu64 " and %" PRIu64, mm->rss_anon, mm->rss_file, sum.rss_anon, sum.rss_file);
	must(mm->brk_start == list->brk_start && mm->brk == list->brk, "brk %" PRIx64 ", wanted %" PRIx64, mm->brk, list->brk);
	must(mm->numbers == list->numbers, "%u numbers are given, wanted %u", mm->numbers, list->numbers);
	must(!sound_findings(&trees[space], true, 0, false), "the tree breaks an invariant");
	must(mt_in_rcu(&trees[space]), "RCU mode is off");
	if (mt_height(&trees[space]) > counts.height_max)
		counts.height_max = mt_height(&trees[space]);
	return sum;
}

static void compare_accounts(const uint64_t *wanted)
{
	static const char *const names[] = {"nodes", "VMAs",   "anon_vmas", "chain elements",      "policies", "contexts",
	                                    "files", "tables", "pages charged", "resident pages", "address spaces"};

	for (unsigned object = 0; object < MPL_OBJECTS; object++) {
		const struct mpl_account *account = &mpl_mm_accounts()[object];

		must(account->obtained - account->returned == wanted[object], "%" PRIu64 " %s, wanted %" PRIu64,
		     account->obtained - account->returned, names[object], wanted[object]);
	}
}

static bool compare(void)
{
	uint64_t wanted[MPL_OBJECTS] = {0};

	anon_count = 0;
	mpl_slab_grace();
	for (unsigned space = 0; space < MM_SPACES && !wrong[0]; space++) {
		struct naive_counters sum;

		if (!spaces[space])
			continue;
		sum = compare_space(space);
		wanted[MPL_OBJECT_NODES] += sound_nodes(&trees[space]);
		wanted[MPL_OBJECT_VMAS] += lists[space].vmas;
		wanted[MPL_OBJECT_CHAINS] += sum.chains;
		wanted[MPL_OBJECT_POLICIES] += sum.policies;
		wanted[MPL_OBJECT_UFFDS] += sum.uffds;
		wanted[MPL_OBJECT_FILES] += sum.files;
		wanted[MPL_OBJECT_TABLES] += lists[space].tables;
		wanted[MPL_OBJECT_COMMIT] += sum.account;
		wanted[MPL_OBJECT_RESIDENT] += sum.rss_anon + sum.rss_file;
		wanted[MPL_OBJECT_MMS]++;
	}
	wanted[MPL_OBJECT_ANON_VMAS] = anon_count;
	must(mpl_slab_counters()->live == wanted[MPL_OBJECT_NODES], "%u nodes are out, %" PRIu64 " in trees",
	     mpl_slab_counters()->live, wanted[MPL_OBJECT_NODES]);
	if (!wrong[0])
		compare_accounts(wanted);
	return !wrong[0];
}

// ---- Doing ----

static uint32_t armed(void)
{
	uint32_t sum = 0;

	for (unsigned site = 0; site < MPL_SITES; site++)
		sum += mpl_site_armed(site);
	return sum;
}

static void check_record(void)
{
	const struct mpl_fork_record *record = mpl_fork_last();

	must(record->rules == record->rules_checked, "rules %x of %x hold", record->rules, record->rules_checked);
	must(record->tables_left == 0, "%u page tables are left", record->tables_left);
	must(!record->error || record->removed == record->map_count, "%u of %u VMAs are removed", record->removed,
	     record->map_count);
}

static int do_fork(const struct mm_act *act)
{
	struct mpl_mm *child;
	int error;

	mt_init_flags(&trees[act->other], FLAGS);
	child = mpl_fork_begin(spaces[act->space], &trees[act->other], act->by, act->undo, false);
	error = mpl_fork_end();
	check_record();
	must(!error || mtree_empty(&trees[act->other]), "the child's tree is not empty");
	spaces[act->other] = error ? NULL : child;
	return error;
}

static int do_new(unsigned space)
{
	mt_init_flags(&trees[space], FLAGS);
	spaces[space] = mpl_mm_create(&trees[space]);
	return spaces[space] ? 0 : -MPL_ENOMEM;
}

static int do_exit(unsigned space)
{
	mpl_mm_exit(spaces[space]);
	check_record();
	must(mtree_empty(&trees[space]), "the tree is not empty after an exit");
	spaces[space] = NULL;
	return 0;
}

// ---- What is passed is what is obtained ----

// So far, of what can be refused besides nodes.
static struct passing {
	uint64_t passed[MPL_SITES], obtained[MPL_OBJECTS], returned_chains;
} before_act;

static struct passing passing_now(void)
{
	struct passing now;

	for (unsigned site = 0; site < MPL_SITES; site++)
		now.passed[site] = mpl_site_passed(site);
	for (unsigned object = 0; object < MPL_OBJECTS; object++)
		now.obtained[object] = mpl_mm_accounts()[object].obtained;
	now.returned_chains = mpl_mm_accounts()[MPL_OBJECT_CHAINS].returned;
	return now;
}

// After a call that went well, and in which nothing was refused.
static void check_passing(const struct mm_act *act)
{
	static const struct {
		enum mpl_site site;
		enum mpl_object object;
	} pairs[] = {{MPL_SITE_MM, MPL_OBJECT_MMS}, {MPL_SITE_VMA, MPL_OBJECT_VMAS}, {MPL_SITE_POLICY, MPL_OBJECT_POLICIES},
	             {MPL_SITE_PAGE, MPL_OBJECT_TABLES}};
	struct passing now = passing_now();
	uint64_t anons_passed = now.passed[MPL_SITE_ANON] - before_act.passed[MPL_SITE_ANON];
	uint64_t chains = now.obtained[MPL_OBJECT_CHAINS] + now.obtained[MPL_OBJECT_ANON_VMAS] -
	                  before_act.obtained[MPL_OBJECT_CHAINS] - before_act.obtained[MPL_OBJECT_ANON_VMAS];
	uint64_t returned = now.returned_chains - before_act.returned_chains;
	uint64_t charged = now.obtained[MPL_OBJECT_COMMIT] - before_act.obtained[MPL_OBJECT_COMMIT];

	for (unsigned i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		uint64_t passes = now.passed[pairs[i].site] - before_act.passed[pairs[i].site];
		uint64_t objects = now.obtained[pairs[i].object] - before_act.obtained[pairs[i].object];

		must(passes == objects, "%" PRIu64 " passes of site %u for %" PRIu64 " objects", passes, pairs[i].site, objects);
	}
	// A VMA that is absorbed hands its chain over: that cannot be refused.
	must(anons_passed <= chains && chains <= anons_passed + returned, "%" PRIu64 " passes of anon for %" PRIu64 " objects",
	     anons_passed, chains);
	if (act->kind != MM_FORK)
		must(now.passed[MPL_SITE_COMMIT] - before_act.passed[MPL_SITE_COMMIT] == !!charged, "%" PRIu64
		     " pages charged", charged);
}

// ---- By both ----

// By the core. Where a call chose the place, that is written to 'place'.
static int do_act(const struct mm_act *act, uint64_t *place)
{
	struct mpl_mm *mm = spaces[act->space];
	uint64_t bytes = act->last - act->first + 1;

	switch ((enum mm_act_kind)act->kind) {
	case MM_LOAD: return mpl_mm_load(mm, act->first, act->last, act->flags, act->file, act->offset, act->n);
	case MM_MAP: return mpl_mm_map(mm, act->first, act->last, act->flags, act->file, act->offset);
	case MM_MAP_ANY: return mpl_mm_map_any(mm, bytes, act->flags, act->file, act->offset, place);
	case MM_UNMAP: return mpl_mm_unmap(mm, act->first, act->last);
	case MM_PROTECT: return mpl_mm_protect(mm, act->first, act->last, act->flags & 7u);
	case MM_BRK_AT: return mpl_mm_brk_at(mm, act->first);
	case MM_BRK: return mpl_mm_brk(mm, mm->brk + act->to);
	case MM_TOUCH: return mpl_mm_touch(mm, act->first, act->last, act->write);
	case MM_ADVISE: return mpl_mm_advise(mm, act->first, act->last, act->advice);
	case MM_REMAP: return mpl_mm_remap(mm, act->first, bytes, act->offset, act->to, act->how, place);
	case MM_FORK: return do_fork(act);
	case MM_NEW: return do_new(act->space);
	case MM_EXIT: return do_exit(act->space);
	case MM_FAIL: mpl_fail_site(act->site, act->vma, act->k, act->n); return 0;
	case MM_FAIL_EVERY: mpl_fail_every(act->k, act->n); return 0;
	case MM_FAIL_CHANCE: mpl_fail_chance(act->k, act->to, act->n); return 0;
	default: return 0;
	}
}

// By the lists: 'trial' becomes what the space's list must be, 'trial_child' the child's.
static int want_act(const struct mm_act *act, uint64_t *place)
{
	uint64_t bytes = act->last - act->first + 1;

	trial = lists[act->space];
	switch ((enum mm_act_kind)act->kind) {
	case MM_LOAD: return naive_load(&trial, act->first, act->last, act->flags, act->file, act->offset, act->n);
	case MM_MAP: return naive_map(&trial, act->first, act->last, act->flags, act->file, act->offset);
	case MM_MAP_ANY: return naive_map_any(&trial, bytes, act->flags, act->file, act->offset, place);
	case MM_UNMAP: return naive_unmap(&trial, act->first, act->last);
	case MM_PROTECT: return naive_protect(&trial, act->first, act->last, act->flags & 7u);
	case MM_BRK_AT: return naive_brk_at(&trial, act->first);
	case MM_BRK: return naive_brk(&trial, trial.brk + act->to);
	case MM_TOUCH: return naive_touch(&trial, act->first, act->last, act->write);
	case MM_ADVISE: return naive_advise(&trial, act->first, act->last, act->advice);
	case MM_REMAP: return naive_remap(&trial, act->first, bytes, act->offset, act->to, act->how, place);
	case MM_FORK: naive_fork(&trial_child, &trial); return 0;
	case MM_NEW: naive_new(&trial); return 0;
	case MM_EXIT: trial.used = false; return 0;
	default: return 0;
	}
}

static void take_trial(const struct mm_act *act)
{
	if (act->kind >= MM_FAIL)
		return;
	lists[act->space] = trial;
	if (act->kind == MM_FORK)
		lists[act->other] = trial_child;
}

// Whether what it did before an error stays.
static bool keeps_a_part(const struct mm_act *act) { return act->kind == MM_PROTECT || act->kind == MM_ADVISE; }

// The act as it can be done.
static void resolve(struct mm_act *act)
{
	if (act->kind >= MM_FAIL)
		return;
	if (!spaces[act->space])
		act->kind = MM_NEW;
	else if (act->kind == MM_NEW)
		act->kind = MM_EXIT;
	for (unsigned i = 0; i < MM_SPACES && act->kind == MM_FORK && spaces[act->other]; i++)
		act->other = (uint8_t)((act->other + 1) % MM_SPACES);
	if (act->kind == MM_FORK && spaces[act->other]) {
		act->kind = MM_EXIT;
		act->space = MM_SPACES - 1;
	}
}

bool mm_play(struct mm_act *act)
{
	uint64_t place = 0, wanted_place = 0;
	uint32_t before;
	int got, want;
	bool met;

	resolve(act);
	mpl_slab_begin();
	before = armed();
	before_act = passing_now();
	want = want_act(act, &wanted_place);
	got = do_act(act, &place);
	met = act->kind < MM_FAIL && armed() < before;
	counts.acts++;
	counts.by_kind[act->kind]++;
	if (met && got != want && (got == -MPL_ENOMEM || (got == -MPL_EINTR && act->kind == MM_FORK))) {
		counts.refused_by_failure++;
	} else {
		must(got == want, "returned %d, wanted %d", got, want);
		must(got || place == wanted_place, "placed at %" PRIx64 ", wanted %" PRIx64, place, wanted_place);
		counts.succeeded += !got;
		counts.refused_by_rule += !!got;
		counts.survived_failure += met;
		if (!got && !met)
			check_passing(act);
		if (!want || (keeps_a_part(act) && (!met || mpl_mm_kept_to())))
			take_trial(act);
	}
	return !wrong[0] && compare();
}

bool mm_play_end(void)
{
	mpl_fail_off();
	for (unsigned space = 0; space < MM_SPACES && !wrong[0]; space++) {
		if (spaces[space])
			do_exit(space);
	}
	return !wrong[0] && compare();
}
