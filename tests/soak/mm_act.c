// SPDX-License-Identifier: GPL-2.0-or-later
//
// Calls on address spaces, drawn and printed. See mm_act.h.
//
// Addresses lie in a few windows of some pages, each over the border between two page tables of another level, so that
// ranges meet often and tables are shared, left and freed in every combination.

#include "mm_act.h"

#include <inttypes.h>
#include <stdio.h>

#define WINDOW_PAGES 24u
#define HEAP_START UINT64_C(0x3ffffc000) // Below a border of 1 GiB.
#define HEAP_PAGES 12u

static const uint64_t windows[] = {
	UINT64_C(0x10000),        // Away from all borders,
	UINT64_C(0x5ff000) - 0x9000, // before one of 2 MiB,
	UINT64_C(0x7fff8000),     // of 1 GiB,
	UINT64_C(0x7ffffff000),   // of 512 GiB,
	UINT64_C(0x80001f8000),   // another one of 2 MiB, in the same 512 GiB,
	MPL_MMAP_BASE - 0x20000,  // and where searches begin.
};
#define WINDOWS (sizeof(windows) / sizeof(windows[0]))

// SplitMix64.
uint64_t mm_act_below(uint64_t *dice, uint64_t bound)
{
	uint64_t x = *dice += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return (x ^ x >> 31) % bound;
}

static bool one_in(uint64_t *dice, unsigned many) { return mm_act_below(dice, many) == 0; }

static void draw_range(struct mm_act *act, uint64_t *dice, const struct mm_manner *manner)
{
	uint64_t at = mm_act_below(dice, one_in(dice, 3) ? WINDOWS : 2), window = windows[at];
	uint64_t page = mm_act_below(dice, at ? WINDOW_PAGES : manner->pages);
	uint64_t count = 1 + mm_act_below(dice, one_in(dice, 4) ? WINDOW_PAGES : 5);

	act->first = window + page * MPL_PAGE_BYTES;
	act->last = act->first + count * MPL_PAGE_BYTES - 1;
	// Sometimes over several windows: little is left then.
	if (one_in(dice, manner->pages > WINDOW_PAGES ? 2000 : 60))
		act->last = windows[WINDOWS - 2] + WINDOW_PAGES * MPL_PAGE_BYTES - 1;
}

static uint32_t draw_permissions(uint64_t *dice)
{
	static const uint32_t some[] = {MPL_VMA_READ, MPL_VMA_READ | MPL_VMA_WRITE, MPL_VMA_READ | MPL_VMA_WRITE,
	                                MPL_VMA_READ | MPL_VMA_WRITE, MPL_VMA_READ | MPL_VMA_EXEC, 0};

	return some[mm_act_below(dice, sizeof(some) / sizeof(some[0]))];
}

static void draw_mapping(struct mm_act *act, uint64_t *dice)
{
	act->flags = draw_permissions(dice);
	if (one_in(dice, 5))
		act->flags |= MPL_VMA_SHARED;
	if (one_in(dice, 3)) {
		act->file = 1 + (uint32_t)mm_act_below(dice, 2);
		// Such that neighbours fit together more often than not.
		act->offset = one_in(dice, 4) ? 0 : act->first & 0xfffff000;
	} else if (one_in(dice, 12)) {
		act->flags |= MPL_VMA_GROWS;
	}
}

// What only a text of maps has.
static void draw_load(struct mm_act *act, uint64_t *dice)
{
	static const uint32_t more[] = {MPL_VMA_PFNMAP, MPL_VMA_MIXEDMAP, MPL_VMA_UFFD_WP, MPL_VMA_POLICY, MPL_VMA_UFFD,
	                                MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT, MPL_VMA_ACCOUNT, MPL_VMA_DONTEXPAND};

	for (unsigned i = 0; i < sizeof(more) / sizeof(more[0]); i++)
		act->flags |= one_in(dice, 4) ? more[i] : 0;
	act->n = (uint32_t)mm_act_below(dice, 4);
}

static void draw_remap(struct mm_act *act, uint64_t *dice)
{
	uint64_t window = windows[mm_act_below(dice, WINDOWS)];

	act->offset = (1 + mm_act_below(dice, 12)) * MPL_PAGE_BYTES;
	if (one_in(dice, 2))
		act->to = window + mm_act_below(dice, WINDOW_PAGES) * MPL_PAGE_BYTES;
	if (one_in(dice, 2))
		act->last = act->first + (1 + mm_act_below(dice, 3)) * MPL_PAGE_BYTES - 1;
	else if (one_in(dice, 4)) // Mostly not one VMA: it may become smaller.
		act->last += mm_act_below(dice, 8) * MPL_PAGE_BYTES;
	if (act->how == MPL_REMAP_KEEP && !one_in(dice, 8))
		act->offset = act->last - act->first + 1;
}

static void draw_failure(struct mm_act *act, uint64_t *dice)
{
	uint64_t form = mm_act_below(dice, 12);

	act->n = 1 + (uint32_t)mm_act_below(dice, 3);
	act->kind = form == 0 ? MM_FAIL_EVERY : form == 1 ? MM_FAIL_CHANCE : MM_FAIL;
	act->k = 1 + (uint32_t)mm_act_below(dice, one_in(dice, 2) ? 3 : 12);
	if (act->kind == MM_FAIL_CHANCE) {
		act->k *= 8;
		act->to = mm_act_below(dice, 1000);
	}
	act->site = (uint8_t)mm_act_below(dice, MPL_SITES);
	if (act->site == MPL_SITE_NODE)
		act->n = 1;
	else if (one_in(dice, 5))
		act->vma = 1 + (uint32_t)mm_act_below(dice, 10);
}

// What no call takes, or just so: no whole pages, the first and the last addresses, nothing at all.
static void spoil(struct mm_act *act, uint64_t *dice)
{
	static const uint64_t borders[] = {0, MPL_PAGE_BYTES, MPL_MMAP_MIN, MPL_TASK_BYTES - MPL_PAGE_BYTES, MPL_TASK_BYTES,
	                                   MPL_TASK_BYTES + MPL_PAGE_BYTES, UINT64_C(0xfffffffffffff000)};
	uint64_t border = borders[mm_act_below(dice, sizeof(borders) / sizeof(borders[0]))];

	if (act->kind == MM_REMAP && one_in(dice, 2)) {
		act->to = border - (one_in(dice, 2) ? act->offset : 0);
		act->to += one_in(dice, 3) ? 1 + mm_act_below(dice, 4095) : 0;
		return;
	}
	switch (mm_act_below(dice, 6)) {
	case 0: act->first += 1 + mm_act_below(dice, 4095); break;
	case 1: act->last -= 1 + mm_act_below(dice, 4095); break;
	case 2: act->offset += 1; break;
	case 3: act->first = border; break;
	case 4: act->last = border - 1; break;
	default: act->first = border, act->last = border + 2 * MPL_PAGE_BYTES - 1; break;
	}
}

struct mm_manner mm_manner_of(uint64_t world)
{
	return (struct mm_manner){.pages = world % 8 ? WINDOW_PAGES : 900, .failures = world % 3 != 0, .remap = world % 2};
}

struct mm_act mm_act_draw(uint64_t *dice, const struct mm_manner *manner)
{
	static const uint8_t often[] = {
		MM_MAP, MM_MAP, MM_MAP, MM_MAP, MM_MAP, MM_MAP, MM_MAP_ANY, MM_UNMAP, MM_UNMAP, MM_PROTECT, MM_PROTECT,
		MM_PROTECT, MM_BRK_AT, MM_BRK, MM_BRK, MM_TOUCH, MM_TOUCH, MM_TOUCH, MM_TOUCH, MM_ADVISE, MM_ADVISE,
		MM_ADVISE, MM_FORK, MM_FORK, MM_FORK, MM_EXIT, MM_REMAP, MM_REMAP, MM_LOAD,
	};
	struct mm_act act = {.kind = often[mm_act_below(dice, sizeof(often))]};

	if (manner->failures && one_in(dice, 4)) {
		draw_failure(&act, dice);
		return act;
	}
	act.space = (uint8_t)mm_act_below(dice, one_in(dice, 2) ? MM_SPACES : 1);
	act.other = (uint8_t)mm_act_below(dice, MM_SPACES);
	if ((act.kind == MM_REMAP || act.kind == MM_LOAD) && !manner->remap)
		act.kind = MM_MAP;
	// Where there is room for much, little is taken away.
	if (manner->pages > WINDOW_PAGES &&
	    ((act.kind == MM_EXIT && !one_in(dice, 20)) || (act.kind == MM_UNMAP && !one_in(dice, 3))))
		act.kind = MM_MAP;
	draw_range(&act, dice, manner);
	draw_mapping(&act, dice);
	if (act.kind == MM_TOUCH && act.last - act.first > WINDOW_PAGES * MPL_PAGE_BYTES)
		act.last = act.first + WINDOW_PAGES * MPL_PAGE_BYTES - 1;
	// Around the size of a huge page, whose border it may get.
	if (act.kind == MM_MAP_ANY && one_in(dice, 6))
		act.last = act.first + (511 + mm_act_below(dice, 3)) * MPL_PAGE_BYTES - 1;
	act.write = mm_act_below(dice, 3) > 0;
	// Sealed memory would soon end all else; the plain list of VMAs and `npm run reality` check it.
	act.advice = (uint8_t)mm_act_below(dice, MPL_SEAL);
	act.by = (uint8_t)(one_in(dice, 2) ? MPL_FORK_DUP : mm_act_below(dice, 3));
	act.undo = (uint8_t)(act.by == MPL_FORK_DUP ? mm_act_below(dice, 2) : MPL_UNDO_MARKER);
	act.how = (uint8_t)mm_act_below(dice, MPL_REMAP_KEEP + 1);
	if (act.kind == MM_BRK_AT)
		act.first = HEAP_START;
	if (act.kind == MM_BRK)
		act.to = mm_act_below(dice, HEAP_PAGES * MPL_PAGE_BYTES) - HEAP_PAGES / 3 * MPL_PAGE_BYTES;
	if (act.kind == MM_REMAP)
		draw_remap(&act, dice);
	if (act.kind == MM_LOAD)
		draw_load(&act, dice);
	if (one_in(dice, act.kind == MM_REMAP ? 20 : 80))
		spoil(&act, dice);
	return act;
}

// ---- Telling ----

static const char *permissions(uint32_t flags)
{
	static const char *const names[] = {"none", "r", "w", "rw", "x", "rx", "wx", "rwx"};

	return names[flags & (MPL_VMA_READ | MPL_VMA_WRITE | MPL_VMA_EXEC)];
}

static void tell_map(const struct mm_act *act, char *text, size_t room)
{
	char place[64], file[64] = "";

	if (act->kind == MM_MAP)
		snprintf(place, sizeof(place), "0x%" PRIx64 "..0x%" PRIx64, act->first, act->last);
	else
		snprintf(place, sizeof(place), "any 0x%" PRIx64, act->last - act->first + 1);
	if (act->file)
		snprintf(file, sizeof(file), " file \"f%u\" at 0x%" PRIx64, act->file, act->offset);
	snprintf(text, room, "map %s %s%s%s%s in %c", place, permissions(act->flags),
	         act->flags & MPL_VMA_SHARED ? " shared" : "", act->flags & MPL_VMA_GROWS ? " grows" : "", file,
	         'a' + act->space);
}

static void tell_fork(const struct mm_act *act, char *text, size_t room)
{
	static const char *const by[] = {"dup", "bulk", "stores"};
	const char *undo = act->by != MPL_FORK_DUP ? "" : act->undo == MPL_UNDO_RANGE ? " undo range" : " undo marker";

	snprintf(text, room, "fork %c as %c by %s%s", 'a' + act->space, 'a' + act->other, by[act->by], undo);
}

static void tell_failure(const struct mm_act *act, char *text, size_t room)
{
	static const char *const sites[] = {"request", "node", "mm",   "signal", "commit", "vma",
	                                    "policy",  "uffd", "anon", "page",   "hook"};
	char vma[32] = "";

	if (act->kind == MM_FAIL_EVERY)
		snprintf(text, room, "fail every %u times %u", act->k, act->n);
	else if (act->kind == MM_FAIL_CHANCE)
		snprintf(text, room, "fail chance %u%% seed %" PRIu64 " times %u", act->k, act->to, act->n);
	if (act->kind != MM_FAIL)
		return;
	if (act->vma)
		snprintf(vma, sizeof(vma), " at vma %u", act->vma);
	snprintf(text, room, "fail %s%s %u times %u", sites[act->site], vma, act->k, act->n);
}

void mm_act_tell(const struct mm_act *act, char *text, size_t room)
{
	static const char *const advices[] = {"dontfork", "dofork",     "wipeonfork", "keeponfork", "policy",
	                                      "policy off", "uffd",       "uffd off",   "lock",       "lock off",
	                                      "lock onfault", "hugepage", "nohugepage", "dontdump", "dodump",
	                                      "mergeable", "unmergeable", "dontneed", "free"};
	static const char *const ways[] = {"", ", may move", ", the old place stays"};
	char range[64];

	snprintf(range, sizeof(range), "0x%" PRIx64 "..0x%" PRIx64, act->first, act->last);
	switch ((enum mm_act_kind)act->kind) {
	case MM_MAP:
	case MM_MAP_ANY: tell_map(act, text, room); break;
	case MM_LOAD:
		snprintf(text, room, "# load %s flags 0x%x file %u chain %u in %c", range, act->flags, act->file, act->n,
		         'a' + act->space);
		break;
	case MM_UNMAP: snprintf(text, room, "unmap %s in %c", range, 'a' + act->space); break;
	case MM_PROTECT:
		snprintf(text, room, "protect %s %s in %c", range, permissions(act->flags), 'a' + act->space);
		break;
	case MM_BRK_AT: snprintf(text, room, "brk at 0x%" PRIx64 " in %c", act->first, 'a' + act->space); break;
	case MM_BRK:
		snprintf(text, room, "brk %c 0x%" PRIx64 " in %c", act->to >> 63 ? '-' : '+', act->to >> 63 ? -act->to : act->to,
		         'a' + act->space);
		break;
	case MM_TOUCH:
		snprintf(text, room, "touch %s %s in %c", range, act->write ? "write" : "read", 'a' + act->space);
		break;
	case MM_ADVISE: snprintf(text, room, "advise %s %s in %c", range, advices[act->advice], 'a' + act->space); break;
	case MM_FORK: tell_fork(act, text, room); break;
	case MM_EXIT: snprintf(text, room, "exit %c", 'a' + act->space); break;
	case MM_NEW: snprintf(text, room, "mm %c", 'a' + act->space); break;
	case MM_REMAP:
		snprintf(text, room, "# mremap %s to 0x%" PRIx64 ", 0x%" PRIx64 " bytes%s, in %c", range, act->to, act->offset,
		         ways[act->how], 'a' + act->space);
		break;
	default: tell_failure(act, text, room); break;
	}
}
