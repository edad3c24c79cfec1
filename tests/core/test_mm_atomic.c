// SPDX-License-Identifier: GPL-2.0-or-later
//
// All or nothing: each call, with every pass of every site refused in turn, and each request for nodes, and each node.
// After each refusal everything is as it was; at the first pass that does not come, the call has succeeded. Rule
// "failed fork", for calls.

#include "mm_world.h"

#include "mm/sites.h"

#include <stdio.h>
#include <string.h>

#define FAR 0x3ff00 // Pages: another 1 GiB than what is near.

// ---- Scenes, each of several levels of nodes so that stores ask for some ----

static void crowd(void)
{
	for (uint64_t i = 0; i < 60; i++)
		world_map_file(0x1000 + 4 * i, 2, i % 3 ? R : RW, 9, 100 * i);
}

static void plain(void)
{
	crowd();
	world->mmap_base = 0x4000 * PAGE;
	world_map(0x10, 0x10, RW);
	world_advise(0x10, 0x10, MPL_POLICY);
	world_touch(0x10, 0x10, true);
	world_map(0x20, 0x10, R);
	world_map_file(0x30, 0x10, R, 4, 0x10);
	world_map_file(0x40, 0x10, R | X, 4, 0x20);
	world_touch(0x30, 4, false);
}

static void with_heap(void)
{
	plain();
	mpl_mm_brk_at(world, 0x80 * PAGE);
	mpl_mm_brk(world, 0x90 * PAGE);
	world_touch(0x80, 0x10, true);
}

static void with_stack(void)
{
	plain();
	world_map(0x20000, 0x10, RW | MPL_VMA_GROWS);
}

// ---- Calls ----

static int map_apart(void) { return world_map(0x60, 4, RW); }
static int map_over_the_middle(void) { return world_map_file(0x14, 4, RW, 5, 0); }
static int map_over_several(void) { return world_map(0x18, 0x30, RW); }
static int map_over_a_crowd(void) { return world_map(0x1005, 200, R); }
static int map_joined(void) { return world_map_file(0x50, 8, R | X, 4, 0x30); }
static int map_somewhere(void) { return (int)world_map_any(8, RW) > 0 ? 0 : -MPL_ENOMEM; }
static int unmap_middle(void) { return world_unmap(0x14, 4); }
static int unmap_several(void) { return world_unmap(0x14, 0x30); }
static int unmap_crowd(void) { return world_unmap(0x1001, 200); }
static int protect_middle(void) { return world_protect(0x14, 4, R); }
static int protect_border(void) { return world_protect(0x3c, 4, R | X); }
static int protect_several(void) { return world_protect(0x14, 0x34, RW); }
static int protect_whole_and_part(void) { return world_protect(0x20, 0x14, RW | X); }
static int advise_middle(void) { return world_advise(0x24, 4, MPL_POLICY); }
static int advise_several(void) { return world_advise(0x14, 0x34, MPL_DONTFORK); }
static int advise_off(void) { return world_advise(0x12, 4, MPL_POLICY_OFF); }
static int heap_grows(void) { return mpl_mm_brk(world, 0x98 * PAGE); }
static int heap_begins(void) { return mpl_mm_brk_at(world, 0x80 * PAGE) ? -1 : mpl_mm_brk(world, 0x90 * PAGE); }
static int heap_goes(void) { return mpl_mm_brk(world, 0x80 * PAGE); }
static int heap_shrinks(void) { return mpl_mm_brk(world, 0x88 * PAGE); }
static int remap_in_place(void) { return (int)world_remap(0x48, 8, 0x10, 0, false) > 0 ? 0 : -MPL_ENOMEM; }
static int remap_moved(void) { return (int)world_remap(0x14, 8, 0x10, 0, true) > 0 ? 0 : -MPL_ENOMEM; }
static int remap_over_others(void) { return (int)world_remap(0x14, 4, 6, 0x2e, true) > 0 ? 0 : -MPL_ENOMEM; }
static int remap_far(void) { return (int)world_remap(0x10, 0x10, 0x10, FAR, true) > 0 ? 0 : -MPL_ENOMEM; }
static int remap_kept(void) { return (int)world_remap(0x10, 0x10, 0x10, FAR, MPL_REMAP_KEEP) > 0 ? 0 : -MPL_ENOMEM; }
static int remap_smaller(void) { return (int)world_remap(0x10, 0x10, 4, 0, false) > 0 ? 0 : -MPL_ENOMEM; }
static int unmap_whole(void) { return world_unmap(0x1004, 6); }
static int read_stack(void) { return world_touch(0x1ff00, 0x10, false); }
static int touch_unwritten(void) { return world_protect(0x20, 0x10, RW) ? -1 : world_touch(0x20, 0x10, true); }
static int touch_several(void) { return world_touch(0x20, 0x30, false); }
static int touch_stack(void) { return world_touch(0x1ff00, 0x110, true); }
static int load_another(void) { return world_load(0x40000, 4, RW | MPL_VMA_ACCOUNT | MPL_VMA_POLICY, 3, 0, 2); }

static const struct call {
	const char *name;
	void (*scene)(void);
	int (*call)(void);
} calls[] = {
	{"map apart", plain, map_apart},
	{"map over the middle", plain, map_over_the_middle},
	{"map over several", plain, map_over_several},
	{"map over a crowd", plain, map_over_a_crowd},
	{"map joined", plain, map_joined},
	{"map somewhere", plain, map_somewhere},
	{"unmap middle", plain, unmap_middle},
	{"unmap several", plain, unmap_several},
	{"unmap crowd", plain, unmap_crowd},
	{"unmap whole VMAs", plain, unmap_whole},
	{"protect middle", plain, protect_middle},
	{"protect border", plain, protect_border},
	{"protect several", plain, protect_several},
	{"protect a whole VMA and a part", plain, protect_whole_and_part},
	{"advise middle", plain, advise_middle},
	{"advise several", plain, advise_several},
	{"advise off", plain, advise_off},
	{"heap grows", with_heap, heap_grows},
	{"heap shrinks", with_heap, heap_shrinks},
	{"remap in place", plain, remap_in_place},
	{"remap moved", plain, remap_moved},
	{"remap over others", plain, remap_over_others},
	{"remap far", plain, remap_far},
	{"remap smaller", plain, remap_smaller},
	{"remap kept", plain, remap_kept},
	{"touch several", plain, touch_several},
	{"touch stack", with_stack, touch_stack},
	{"read stack", with_stack, read_stack},
	{"load another", plain, load_another},
};

// ---- Refusing ----

static unsigned refused[MPL_SITES];

static void arm(enum mpl_site site, uint32_t k, uint32_t times) { mpl_fail_site(site, 0, k, times); }

// Refuses pass 1, 2, 3 ... of one site until the call succeeds, and once more to see that it then does the same.
static void refuse_each(const struct call *call, enum mpl_site site, uint32_t times, const char *wanted)
{
	static struct world_note note;

	for (uint32_t k = 1; !harness_failed(); k++) {
		int error;

		world_note(&note);
		arm(site, k, times);
		error = call->call();
		mpl_fail_off();
		if (!error) {
			EXPECT_SAYS(strcmp(world_told(), wanted) == 0, "%s, site %u: found  %s\n  wanted %s", call->name, site,
			            world_told(), wanted);
			return;
		}
		refused[site]++;
		EXPECT_SAYS(error == -MPL_ENOMEM, "%s, pass %u of site %u: error %d", call->name, k, site, error);
		if (!world_is_as(&note))
			printf("  %s, pass %u of site %u\n", call->name, k, site);
		mpl_slab_grace();
	}
}

static void set_scene(const struct call *call)
{
	world_begin();
	call->scene();
	mpl_slab_grace();
}

TEST(every_call_does_all_or_nothing_whatever_is_refused)
{
	static char wanted[1 << 16];

	for (unsigned i = 0; i < sizeof(calls) / sizeof(calls[0]) && !harness_failed(); i++) {
		set_scene(&calls[i]);
		EXPECT_SAYS(calls[i].call() == 0, "%s", calls[i].name);
		strcpy(wanted, world_told());
		world_check();
		world_end();
		for (enum mpl_site site = 0; site < MPL_SITES && !harness_failed(); site++) {
			for (uint32_t times = 1; times <= 2; times++) {
				set_scene(&calls[i]);
				refuse_each(&calls[i], site, times, wanted);
				world_check();
				world_end();
			}
		}
	}
	EXPECT(refused[MPL_SITE_REQUEST] > 20);
	EXPECT(refused[MPL_SITE_NODE] > 20);
	EXPECT(refused[MPL_SITE_COMMIT] > 10);
	EXPECT(refused[MPL_SITE_VMA] > 20);
	EXPECT(refused[MPL_SITE_POLICY] > 5);
	EXPECT(refused[MPL_SITE_ANON] > 5);
	EXPECT(refused[MPL_SITE_PAGE] > 5);
}

// Two calls in one: the second one alone is refused.
TEST(a_first_write_and_a_first_heap_do_all_or_nothing)
{
	static const struct call pairs[] = {{"write", plain, touch_unwritten}, {"heap", plain, heap_begins}};
	struct world_note note;

	for (unsigned i = 0; i < 2; i++) {
		set_scene(&pairs[i]);
		if (i == 0)
			world_protect(0x20, 0x10, RW);
		else
			mpl_mm_brk_at(world, 0x80 * PAGE);
		mpl_slab_grace();
		world_note(&note);
		for (enum mpl_site site = 0; site < MPL_SITES; site++) {
			int error;

			arm(site, 1, 1);
			error = i == 0 ? world_touch(0x20, 0x10, true) : mpl_mm_brk(world, 0x90 * PAGE);
			mpl_fail_off();
			if (!error)
				break;
			world_is_as(&note);
			mpl_slab_grace();
		}
		world_end();
	}
}

TEST(after_the_first_store_nothing_is_refused_and_no_refusal_is_used_up)
{
	set_scene(&calls[7]);
	mpl_slab_begin();
	mpl_fail_site(MPL_SITE_REQUEST, 0, 3, 1);
	EXPECT(unmap_several() == 0); // Three stores, of which the first makes two requests at most.
	EXPECT(mpl_slab_counters()->op_requests >= 3);
	EXPECT(world_map(0x60, 1, X) == 0 || world_map(0x60, 1, X) == 0);
	world_check();
	world_end();
}

TEST(a_limit_of_nodes_refuses_the_first_store_and_no_later_one)
{
	struct world_note note;

	set_scene(&calls[7]);
	world_note(&note);
	mpl_slab_limit(mpl_slab_counters()->live);
	EXPECT(unmap_several() == -MPL_ENOMEM);
	world_is_as(&note);
	mpl_slab_limit(mpl_slab_counters()->live + 3);
	EXPECT(unmap_several() == 0);
	mpl_slab_limit(0);
	world_check();
	world_end();
}

// munmap of whole VMAs asks as plain stores do, twice; what begins with a cut asks once.
TEST(an_unmap_without_a_cut_asks_again_for_what_was_refused)
{
	static const struct {
		void (*scene)(void);
		int (*call)(void);
		uint32_t refusals; // That it takes.
	} cases[] = {{plain, unmap_whole, 2}, {plain, unmap_middle, 1}, {with_heap, heap_goes, 2},
	             {with_heap, heap_shrinks, 1}};
	struct world_note note;

	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		world_begin();
		cases[i].scene();
		world_note(&note);
		arm(MPL_SITE_REQUEST, 1, cases[i].refusals);
		EXPECT_SAYS(cases[i].call() == -MPL_ENOMEM, "case %u", i);
		EXPECT(mpl_site_armed(MPL_SITE_REQUEST) == 0);
		world_is_as(&note);
		if (cases[i].refusals > 1) {
			arm(MPL_SITE_REQUEST, 1, 1);
			EXPECT(cases[i].call() == 0);
			EXPECT(mpl_site_armed(MPL_SITE_REQUEST) == 0);
			world_check();
		}
		mpl_fail_off();
		world_end();
	}
}
