// SPDX-License-Identifier: GPL-2.0-or-later
//
// Forks simulated: parents of 1 ... 121 VMAs in two layouts, none, each or every second, third, fourth VMA DONTCOPY,
// and in each way of forking every place that can fail: before the first VMA, each pass of each site for each VMA, each
// request and each node, after the last one. After each fork everything is compared with what was before
// (fork_stage.c), and a fork that goes well follows. One way of forking in one layout is one test.

#include "fork_cases.h"
#include "fork_stage.h"
#include "src/slab.h"

#include <inttypes.h>
#include <stdio.h>

#define NO_FAILURE ((struct stage_failure){MPL_SITES, 0, 0, 0})
#define K_MAX 100000u
#define REQUESTS_MAX 12u // Of one store, before it gives up.

static const struct stage_way ways[] = {
	{"dup, undone to the marker", MPL_FORK_DUP, MPL_UNDO_MARKER, false},
	{"dup, undone by range", MPL_FORK_DUP, MPL_UNDO_RANGE, false},
	{"dup, undone by range, wrong ceiling", MPL_FORK_DUP, MPL_UNDO_RANGE, true},
	{"bulk load", MPL_FORK_BULK, MPL_UNDO_MARKER, false},
	{"store by store", MPL_FORK_STORES, MPL_UNDO_MARKER, false},
};
#define WAYS (sizeof(ways) / sizeof(ways[0]))

// Pages of a unit: several VMAs in one page table, one or two in each, in each of the next level, in each of the top
// one.
static const uint64_t units[] = {1, 64, UINT64_C(1) << 15, UINT64_C(1) << 23};
#define UNITS 4u

static bool told(const struct stage_shape *shape, const struct stage_way *way, const struct stage_failure *failure)
{
	if (!stage_wrong())
		return false;
	printf("%u VMAs, %s, every %u. DONTCOPY, unit %" PRIu64 ", %s, site %u, VMA %u, pass %u:\n  %s\n", shape->vmas,
	       shape->contiguous ? "contiguous" : "apart", shape->dontcopy, shape->unit, way->name, failure->site,
	       failure->vma, failure->k, stage_wrong());
	return true;
}

// A store asks again when it is refused, so it takes more than one refusal to make it fail.
static uint32_t failures_in_a_row(enum mpl_site site, uint32_t vma)
{
	return vma && (site == MPL_SITE_REQUEST || site == MPL_SITE_NODE) ? 2 * REQUESTS_MAX : 1;
}

// Every pass of a site for one VMA (0: for all). False if something was wrong.
static bool fail_each(const struct stage_shape *shape, const struct stage_way *way, enum mpl_site site, uint32_t vma)
{
	uint32_t passes = stage_passes(site, vma);

	for (uint32_t k = 1; k <= passes && k < K_MAX; k++) {
		struct stage_failure failure = {site, vma, k, failures_in_a_row(site, vma)};
		bool met = stage_fork(way, &failure), known = passes != UINT32_MAX;

		if (told(shape, way, &failure))
			return false;
		if (!met && known) {
			printf("site %u, VMA %u: pass %u does not fail\n", site, vma, k);
			return false;
		}
		if (!met)
			break;
	}
	return true;
}

static bool run_shape(const struct stage_shape *shape, const struct stage_way *way)
{
	struct stage_failure none = NO_FAILURE;

	stage_build(shape);
	mpl_slab_set_requests_max(REQUESTS_MAX);
	stage_fork(way, &none);
	if (told(shape, way, &none))
		return false;
	for (enum mpl_site site = MPL_SITE_REQUEST; site < MPL_SITES; site++) {
		if (!fail_each(shape, way, site, 0))
			return false;
		for (uint32_t vma = 1; vma <= shape->vmas && site != MPL_SITE_MM && site != MPL_SITE_HOOK; vma++) {
			if (!fail_each(shape, way, site, vma))
				return false;
		}
		stage_fork(way, &none);
		if (told(shape, way, &none))
			return false;
	}
	return true;
}

static bool wanted(unsigned vmas, unsigned dontcopy, enum fork_cases_which which)
{
	static const unsigned some[] = {1, 2, 3, 8, 16, 4, 7, 13, 21, 34};

	for (unsigned i = 0; i < (which == FORK_CASES_FEW ? 5 : sizeof(some) / sizeof(some[0])); i++) {
		if (some[i] == vmas)
			return true;
	}
	return which == FORK_CASES_ALL || (which == FORK_CASES_SOME && vmas == 121 && dontcopy == 3);
}

// With all sizes of VMAs if they are few and all is wanted, else with one.
static bool run_units(const struct stage_way *way, struct stage_shape shape, enum fork_cases_which which)
{
	for (unsigned unit = 0; unit < UNITS; unit++) {
		shape.unit = units[unit];
		if (unit != (shape.vmas + shape.dontcopy) % UNITS && (which != FORK_CASES_ALL || shape.vmas > 34))
			continue;
		if (!run_shape(&shape, way))
			return false;
	}
	return true;
}

// All of them take long: a line for each number of VMAs, as soon as it is through.
static void tell_progress(const struct stage_way *way, bool contiguous, unsigned vmas)
{
	printf("%s, %s: up to %u VMAs, %" PRIu64 " forks so far\n", way->name, contiguous ? "contiguous" : "apart", vmas,
	       stage_counts.forks);
	fflush(stdout);
}

static bool run_way(const struct stage_way *way, bool contiguous, enum fork_cases_which which)
{
	for (unsigned vmas = 1; vmas <= 121; vmas++) {
		for (unsigned dontcopy = 0; dontcopy <= 4; dontcopy++) {
			struct stage_shape shape = {.vmas = vmas, .contiguous = contiguous, .dontcopy = dontcopy};

			if (wanted(vmas, dontcopy, which) && !run_units(way, shape, which))
				return false;
		}
		if (which == FORK_CASES_ALL)
			tell_progress(way, contiguous, vmas);
	}
	return true;
}

unsigned fork_cases(enum fork_cases_which which)
{
	unsigned failed = 0;

	for (unsigned way = 0; way < WAYS; way++) {
		for (unsigned contiguous = 0; contiguous < 2; contiguous++)
			failed += !run_way(&ways[way], contiguous, which);
	}
	return failed;
}
