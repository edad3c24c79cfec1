// SPDX-License-Identifier: GPL-2.0-or-later
//
// Random calls on a window of addresses, each held against the model of pages (mm_model.h), with random refusals: then
// nothing may have changed. The window crosses borders of page tables at every level; all around it is mapped, so that
// nothing gets out of it. A run is named by its seed (SEED=n) and the number of the call.

#include "mm_world.h"

#include "mm/sites.h"
#include "mm/vma.h"
#include "mm_model.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define WINDOW (UINT64_C(0x8000000) - 0x1f0) // Its page 0: 512 GiB less 0x1f0 pages.
#define END (MPL_TASK_BYTES / PAGE)
#define FENCE 99u // File of what is around the window.

static struct model model;
static uint64_t state; // Of the random numbers.
static uint64_t refusals;
static uint32_t armed; // Failures to come when the call began.

static uint32_t below(uint32_t bound) { return (uint32_t)harness_below(&state, bound); }

// ---- What is there must be what the model says ----

static void check_page(uint32_t i, const struct mpl_vma *vma)
{
	const struct model_page *page = &model.page[i];
	uint64_t address = (WINDOW + i) * PAGE;

	EXPECT_SAYS(page->mapped == (vma != NULL), "page %x: mapped %d", i, page->mapped);
	if (!vma || !page->mapped)
		return;
	EXPECT_SAYS(page->flags == vma->flags, "page %x: flags %x, wanted %x", i, vma->flags, page->flags);
	EXPECT_SAYS(page->file == vma->file, "page %x: file %u, wanted %u", i, vma->file, page->file);
	EXPECT_SAYS(vma->offset + (address - vma->first) == ((page->file ? 0 : WINDOW) + page->at) * PAGE,
	            "page %x: offset %" PRIx64 " of the VMA, wanted page %" PRIx64, i, vma->offset, page->at);
	EXPECT_SAYS(page->content != MODEL_ANON || vma->anon, "page %x: no anon_vma", i);
}

static bool check(void)
{
	uint64_t anon = 0, file = 0, tables = 0;
	uint64_t last[4] = {0, UINT64_MAX, UINT64_MAX, UINT64_MAX};

	for (uint32_t i = 0; i < MODEL_PAGES; i++) {
		check_page(i, mpl_mm_vma_at(world, (WINDOW + i) * PAGE));
		anon += model.page[i].content == MODEL_ANON;
		file += model.page[i].content == MODEL_FILE;
		for (unsigned level = 1; model.page[i].content != MODEL_NOTHING && level <= 3; level++) {
			uint64_t table = (WINDOW + i) >> 9 * level;

			tables += table != last[level];
			last[level] = table;
		}
	}
	EXPECT(world->rss_anon == anon);
	EXPECT(world->rss_file == file);
	EXPECT(world->tables >= tables);
	EXPECT(world->brk == (WINDOW + model.brk) * PAGE);
	return world_check();
}

// ---- Calls ----

static uint32_t some_flags(void)
{
	static const uint32_t kinds[] = {R, RW, RW, RW, R | X, RW | X, 0, R | SHARED, RW | SHARED, RW | MPL_VMA_NORESERVE};

	return kinds[below(sizeof(kinds) / sizeof(kinds[0]))];
}

static int do_map(uint32_t first, uint32_t n)
{
	uint32_t flags = below(40) ? some_flags() : RW | MPL_VMA_GROWS;
	uint32_t file = flags & MPL_VMA_GROWS ? 0 : below(3);
	uint64_t at = file ? first + 0x100 * below(2) : 0;
	int error = world_map_file(WINDOW + first, n, flags, file, at);

	if (!error)
		model_map(&model, first, n, flags, file, at);
	return error;
}

static int do_map_any(uint32_t n)
{
	uint32_t flags = some_flags();
	uint32_t room = model_room(&model, n);
	int64_t found = world_map_any(n, flags);

	if (found < 0)
		return room ? (int)found : 0;
	EXPECT_SAYS(found == (int64_t)(WINDOW + room), "found %" PRIx64 ", wanted %x", found - (int64_t)WINDOW, room);
	model_map(&model, room, n, flags, 0, 0);
	return 0;
}

static int do_unmap(uint32_t first, uint32_t n)
{
	int error = world_unmap(WINDOW + first, n);

	if (!error)
		model_unmap(&model, first, n);
	return error;
}

static uint32_t failures_armed(void)
{
	uint32_t sum = 0;

	for (unsigned site = 0; site < MPL_SITES; site++)
		sum += mpl_site_armed(site);
	return sum;
}

// Compares what the call and the model say. -ENOMEM where a failure was met is a refusal, and the model goes back to
// 'before'.
static int agree(int error, int wanted, const struct model *before)
{
	bool met = failures_armed() < armed;

	if (error == wanted && (error != -MPL_ENOMEM || !met || mpl_mm_kept_to()))
		return 0;
	model = *before;
	EXPECT_SAYS(error == -MPL_ENOMEM && met, "error %d, wanted %d", error, wanted);
	return error;
}

static void tell_anon(uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n; i++) {
		const struct mpl_vma *vma = mpl_mm_vma_at(world, (WINDOW + i) * PAGE);

		model.page[i].anon = vma && vma->anon;
	}
}

static int do_protect(uint32_t first, uint32_t n)
{
	struct model before = model;
	uint32_t prot = some_flags() & (R | W | X);
	int error;

	tell_anon(first, n);
	error = world_protect(WINDOW + first, n, prot);

	return agree(error, model_protect(&model, first, n, prot), &before);
}

static enum model_holes holes_of(enum mpl_advice advice)
{
	if (advice >= MPL_POLICY && advice <= MPL_UFFD_OFF)
		return MODEL_HOLES_REFUSE;
	return advice >= MPL_LOCK && advice <= MPL_LOCK_ONFAULT ? MODEL_HOLES_END : MODEL_HOLES_PASS;
}

static int do_advise(uint32_t first, uint32_t n)
{
	static const struct {
		uint32_t clear, set;
	} rules[] = {
		[MPL_DONTFORK] = {0, MPL_VMA_DONTCOPY},
		[MPL_DOFORK] = {MPL_VMA_DONTCOPY, 0},
		[MPL_WIPEONFORK] = {0, MPL_VMA_WIPEONFORK},
		[MPL_KEEPONFORK] = {MPL_VMA_WIPEONFORK, 0},
		[MPL_POLICY] = {0, MPL_VMA_POLICY},
		[MPL_POLICY_OFF] = {MPL_VMA_POLICY, 0},
		[MPL_UFFD] = {0, MPL_VMA_UFFD},
		[MPL_UFFD_OFF] = {MPL_VMA_UFFD, 0},
		[MPL_LOCK] = {MPL_VMA_LOCKONFAULT, MPL_VMA_LOCKED},
		[MPL_UNLOCK] = {MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT, 0},
		[MPL_LOCK_ONFAULT] = {0, MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT},
		[MPL_HUGEPAGE] = {MPL_VMA_NOHUGEPAGE, MPL_VMA_HUGEPAGE},
		[MPL_NOHUGEPAGE] = {MPL_VMA_HUGEPAGE, MPL_VMA_NOHUGEPAGE},
		[MPL_DONTDUMP] = {0, MPL_VMA_DONTDUMP},
		[MPL_DODUMP] = {MPL_VMA_DONTDUMP, 0},
	};
	struct model before = model;
	enum mpl_advice advice = (enum mpl_advice)below(sizeof(rules) / sizeof(rules[0]));
	int error = world_advise(WINDOW + first, n, advice);
	int wanted = model_flags(&model, first, n, rules[advice].clear, rules[advice].set, advice == MPL_WIPEONFORK,
	                         holes_of(advice));

	if (!wanted && advice == MPL_LOCK && model_has_none(&model, first, n))
		wanted = -MPL_ENOMEM;
	return agree(error, wanted, &before);
}

static int do_touch(uint32_t first, uint32_t n)
{
	struct model before = model;
	bool write = below(2);
	int error = world_touch(WINDOW + first, n, write);

	return agree(error, model_touch(&model, first, n, write), &before);
}

static int do_brk(uint32_t end)
{
	struct model before = model;
	int error = mpl_mm_brk(world, (WINDOW + end) * PAGE);

	return agree(error, model_brk(&model, end), &before);
}

// In one VMA or not: that alone is asked of the address space itself.
static bool is_one(uint32_t first, uint32_t n)
{
	const struct mpl_vma *vma = mpl_mm_vma_at(world, (WINDOW + first) * PAGE);

	return vma && vma->last >= (WINDOW + first + n) * PAGE - 1;
}

static bool ends_there(uint32_t first, uint32_t n)
{
	return mpl_mm_vma_at(world, (WINDOW + first) * PAGE)->last == (WINDOW + first + n) * PAGE - 1;
}

static bool overlap(uint32_t first, uint32_t n, uint32_t other, uint32_t other_n)
{
	return first < other + other_n && other < first + n;
}

// Nothing is locked any more in the VMA there.
static void unlock_around(uint32_t first)
{
	const struct mpl_vma *vma = mpl_mm_vma_at(world, (WINDOW + first) * PAGE);
	uint32_t from = (uint32_t)(vma->first / PAGE - WINDOW);
	uint32_t n = (uint32_t)((vma->last - vma->first + 1) / PAGE);

	EXPECT(!model_flags(&model, from, n, MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT, 0, false, MODEL_HOLES_END));
}

static int do_remap(uint32_t first, uint32_t n)
{
	bool keep = !below(4);
	uint32_t new_n = keep && below(8) ? n : 1 + below(40);
	uint32_t to = below(2) ? below(MODEL_PAGES - 40) + 1 : 0;
	bool may_move = below(4);
	bool one = is_one(first, n);
	// Behind its VMA too, if it becomes smaller and what moves is in one.
	bool begins = mpl_mm_vma_at(world, (WINDOW + first) * PAGE);
	bool spans = !one && !keep && new_n <= n && begins && (!to || is_one(first, new_n));
	bool grows = one && new_n > n && ends_there(first, n) && model_is_free(&model, first + n, new_n - n);
	bool stays = !to && !keep && (spans || (one && new_n <= n) || grows);
	uint32_t room = to ? to : stays ? first : may_move || keep ? model_room(&model, new_n) : 0;
	int64_t now;

	tell_anon(first, n);
	now = world_remap(WINDOW + first, n, new_n, to ? WINDOW + to : 0,
	                  keep ? MPL_REMAP_KEEP : may_move ? MPL_REMAP_MAY_MOVE : MPL_REMAP_STAY);
	if ((to && overlap(first, n, to, new_n)) || (keep && n != new_n)) {
		EXPECT(now == -MPL_EINVAL);
		return 0;
	}
	if (!one && !spans) {
		EXPECT(now == -MPL_EFAULT);
		return 0;
	}
	if (now < 0) {
		EXPECT(now == -MPL_ENOMEM);
		return room ? (int)now : 0;
	}
	EXPECT_SAYS(now == (int64_t)(WINDOW + room), "now at %" PRIx64 ", wanted %x", now - (int64_t)WINDOW, room);
	model_move(&model, first, n, room, new_n, keep);
	if (keep)
		unlock_around(first);
	return 0;
}

static int some_call(void)
{
	uint32_t n = 1 + below(below(8) ? 12 : 80);
	uint32_t first = 1 + below(MODEL_PAGES - n - 1);

	switch (below(16)) {
	case 0:
	case 1:
	case 2:
		return do_map(first, n);
	case 3:
		return do_map_any(n);
	case 4:
	case 5:
		return do_unmap(first, n);
	case 6:
	case 7:
	case 8:
		return do_protect(first, n);
	case 9:
	case 10:
		return do_advise(first, n);
	case 11:
	case 12:
	case 13:
		return do_touch(first, n);
	case 14:
		return do_brk(8 + below(200));
	default:
		return do_remap(first, n);
	}
}

static void arm_something(void)
{
	if (below(2))
		mpl_fail_site((enum mpl_site)below(MPL_SITES), 0, 1 + below(2), 1 + below(2));
}

static void begin(void)
{
	world_begin();
	memset(&model, 0, sizeof(model));
	world_load(0, WINDOW, R, FENCE, 0, 0);
	world_load(WINDOW + MODEL_PAGES, END - WINDOW - MODEL_PAGES, R, FENCE, 0, 0);
	model.base = 700;
	model.brk = 8;
	world->mmap_base = (WINDOW + model.base) * PAGE;
	mpl_mm_brk_at(world, (WINDOW + model.brk) * PAGE);
}

static void run(unsigned calls)
{
	static struct world_note note;

	begin();
	for (unsigned i = 0; i < calls && !harness_failed(); i++) {
		int error;

		world_note(&note);
		arm_something();
		armed = failures_armed();
		error = some_call();
		mpl_fail_off();
		if (error) {
			refusals++;
			EXPECT_SAYS(error == -MPL_ENOMEM, "error %d", error);
			world_is_as(&note);
		}
		if (!check())
			printf("  call %u\n", i);
		mpl_slab_grace();
	}
	model_unmap(&model, 0, MODEL_PAGES);
	model.brk = (uint32_t)(world->brk / PAGE - WINDOW);
	EXPECT(world_unmap(0, END) == 0);
	EXPECT(world->tables == 0);
	check();
	world_end();
}

TEST(random_calls_do_to_pages_what_the_model_says_and_refused_ones_nothing)
{
	state = harness_seed();
	refusals = 0;
	for (unsigned i = 0; i < 20 && !harness_failed(); i++)
		run(500);
	EXPECT_SAYS(refusals > 200, "%" PRIu64 " refusals", refusals);
}
