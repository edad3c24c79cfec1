// SPDX-License-Identifier: GPL-2.0-or-later
//
// One address space for tests of calls. See mm_world.h.

#include "mm_world.h"

#include "mm/vma.h"
#include "src/dump.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct mpl_mm *world;
static struct maple_tree tree;

void world_begin(void)
{
	mpl_slab_reset();
	mpl_mm_reset();
	mt_init_flags(&tree, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	world = mpl_mm_create(&tree);
	EXPECT(world != NULL);
}

void world_begin_row(uint64_t pages, const uint32_t *flags, size_t count)
{
	world_begin();
	for (size_t i = 0; i < count; i++)
		EXPECT(world_map(0x10 + i * pages, pages, flags[i]) == 0);
}

void world_end(void)
{
	mpl_fail_off();
	mpl_mm_exit(world);
	mpl_slab_grace();
	for (unsigned i = 0; i < MPL_OBJECTS; i++)
		EXPECT_SAYS(world_held(i) == 0, "object %u: %" PRIu64 " are left", i, world_held(i));
	EXPECT(mpl_slab_counters()->live == 0);
	EXPECT(mtree_empty(&tree));
	world = NULL;
}

// ---- Calls in pages ----

static uint64_t first_of(uint64_t page) { return page * PAGE; }
static uint64_t last_of(uint64_t page, uint64_t count) { return (page + count) * PAGE - 1; }

int world_map_file(uint64_t page, uint64_t count, uint32_t flags, uint32_t file, uint64_t at)
{
	return mpl_mm_map(world, first_of(page), last_of(page, count), flags, file, at * PAGE);
}

int world_map(uint64_t page, uint64_t count, uint32_t flags) { return world_map_file(page, count, flags, 0, 0); }

int world_load(uint64_t page, uint64_t count, uint32_t flags, uint32_t file, uint64_t at, uint32_t chain)
{
	return mpl_mm_load(world, first_of(page), last_of(page, count), flags, file, at * PAGE, chain);
}

int world_unmap(uint64_t page, uint64_t count) { return mpl_mm_unmap(world, first_of(page), last_of(page, count)); }

int world_protect(uint64_t page, uint64_t count, uint32_t prot)
{
	return mpl_mm_protect(world, first_of(page), last_of(page, count), prot);
}

int world_advise(uint64_t page, uint64_t count, enum mpl_advice advice)
{
	return mpl_mm_advise(world, first_of(page), last_of(page, count), advice);
}

int world_touch(uint64_t page, uint64_t count, bool write)
{
	return mpl_mm_touch(world, first_of(page), last_of(page, count), write);
}

int64_t world_map_any(uint64_t count, uint32_t flags)
{
	uint64_t first = 0;
	int error = mpl_mm_map_any(world, count * PAGE, flags, 0, 0, &first);

	return error ? error : (int64_t)(first / PAGE);
}

int64_t world_remap(uint64_t page, uint64_t count, uint64_t new_count, uint64_t to, enum mpl_remap how)
{
	uint64_t now = 0;
	int error = mpl_mm_remap(world, page * PAGE, count * PAGE, new_count * PAGE, to * PAGE, how, &now);

	return error ? error : (int64_t)(now / PAGE);
}

// ---- Text ----

struct text {
	char *to;
	size_t room;
	size_t at;
};

__attribute__((format(printf, 2, 3))) static void tell(struct text *text, const char *format, ...)
{
	va_list arguments;

	if (text->at >= text->room)
		return;
	va_start(arguments, format);
	text->at += (size_t)vsnprintf(text->to + text->at, text->room - text->at, format, arguments);
	va_end(arguments);
}

static void tell_vma(struct text *text, const struct mpl_vma *vma)
{
	static const struct {
		uint32_t flag;
		const char *word;
	} words[] = {
		{MPL_VMA_GROWS, "gr"},       {MPL_VMA_DONTCOPY, "dc"}, {MPL_VMA_WIPEONFORK, "wf"}, {MPL_VMA_LOCKED, "lo"},
		{MPL_VMA_LOCKONFAULT, "lf"}, {MPL_VMA_PFNMAP, "pf"},   {MPL_VMA_MIXEDMAP, "mm"},   {MPL_VMA_UFFD_WP, "uw"},
		{MPL_VMA_UFFD, "uf"},        {MPL_VMA_POLICY, "po"},   {MPL_VMA_NORESERVE, "no"},
		{MPL_VMA_HUGEPAGE, "hg"},    {MPL_VMA_NOHUGEPAGE, "nh"}, {MPL_VMA_DONTDUMP, "dd"}, {MPL_VMA_MERGEABLE, "mg"},
		{MPL_VMA_SEALED, "sl"},
	};

	tell(text, "%s%u:%" PRIx64 "..%" PRIx64 " %c%c%c%c", text->at ? "; " : "", vma->number, vma->first / PAGE,
	     vma->last / PAGE, vma->flags & R ? 'r' : '-', vma->flags & W ? 'w' : '-', vma->flags & X ? 'x' : '-',
	     vma->flags & SHARED ? 's' : 'p');
	if (vma->file)
		tell(text, " f%u+%" PRIx64, vma->file, vma->offset / PAGE);
	else if (vma->offset != vma->first)
		tell(text, " @%" PRIx64, vma->offset / PAGE);
	if (vma->anon)
		tell(text, " a%u/%u", vma->anon, vma->chain);
	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (vma->flags & words[i].flag)
			tell(text, " %s", words[i].word);
	}
	if (!(vma->flags & MPL_VMA_ACCOUNT) != ((vma->flags & (W | SHARED)) != W))
		tell(text, vma->flags & MPL_VMA_ACCOUNT ? " ac" : " nr");
}

static void tell_world(char *to, size_t room)
{
	MA_STATE(mas, world->tree, 0, 0);
	struct text text = {to, room, 0};
	mpl_entry entry;

	*to = '\0';
	mas_for_each(&mas, entry, UINT64_MAX)
		tell_vma(&text, mpl_vma_at_entry(world, entry));
}

const char *world_told(void)
{
	static char text[1 << 16];

	tell_world(text, sizeof(text));
	return text;
}

// ---- Whether all is in order ----

uint64_t world_held(enum mpl_object object)
{
	return mpl_mm_accounts()[object].obtained - mpl_mm_accounts()[object].returned;
}

struct sums {
	uint64_t held[MPL_OBJECTS];
	struct mpl_mm mm;
};

// Adds what one VMA stands for.
static void add_vma(struct sums *sums, const struct mpl_vma *vma, uint8_t *anons)
{
	uint64_t pages = mpl_vma_pages(vma);

	sums->mm.map_count++;
	sums->mm.total_vm += pages;
	sums->mm.locked_vm += vma->flags & MPL_VMA_LOCKED ? pages : 0;
	if (vma->flags & MPL_VMA_GROWS)
		sums->mm.stack_vm += pages;
	else if (vma->flags & W)
		sums->mm.data_vm += vma->flags & SHARED ? 0 : pages;
	else if (vma->flags & X)
		sums->mm.exec_vm += pages;
	sums->held[MPL_OBJECT_VMAS]++;
	sums->held[MPL_OBJECT_FILES] += vma->file != 0;
	sums->held[MPL_OBJECT_POLICIES] += !!(vma->flags & MPL_VMA_POLICY);
	sums->held[MPL_OBJECT_UFFDS] |= !!(vma->flags & MPL_VMA_UFFD);
	sums->mm.uffd_vmas += !!(vma->flags & MPL_VMA_UFFD);
	sums->held[MPL_OBJECT_COMMIT] += vma->flags & MPL_VMA_ACCOUNT ? pages : 0;
	sums->held[MPL_OBJECT_CHAINS] += vma->chain;
	EXPECT(!vma->anon == !vma->chain);
	if (vma->anon && !anons[vma->anon]) {
		anons[vma->anon] = 1;
		sums->held[MPL_OBJECT_ANON_VMAS]++;
	}
}

// Adds up all VMAs in the tree; each must be an object of this space, and stand where it says.
static void add_up(struct sums *sums)
{
	static uint8_t anons[MPL_VMAS_MAX + 1];
	MA_STATE(mas, world->tree, 0, 0);
	mpl_entry entry;

	memset(anons, 0, sizeof(anons));
	mas_for_each(&mas, entry, UINT64_MAX) {
		const struct mpl_vma *vma = mpl_vma_at_entry(world, entry);

		EXPECT(vma != NULL);
		EXPECT_SAYS(vma->first == mas.index && vma->last == mas.last,
		            "VMA %u says %" PRIx64 "..%" PRIx64 ", the tree %" PRIx64 "..%" PRIx64, vma->number, vma->first,
		            vma->last, mas.index, mas.last);
		add_vma(sums, vma, anons);
	}
}

bool world_check(void)
{
	struct sums sums = {.held = {[MPL_OBJECT_MMS] = 1}};

	mt_validate(world->tree);
	add_up(&sums);
	EXPECT(sums.mm.map_count == world->map_count);
	EXPECT(sums.mm.total_vm == world->total_vm);
	EXPECT(sums.mm.data_vm == world->data_vm);
	EXPECT(sums.mm.exec_vm == world->exec_vm);
	EXPECT(sums.mm.stack_vm == world->stack_vm);
	EXPECT(sums.mm.locked_vm == world->locked_vm);
	sums.held[MPL_OBJECT_NODES] = mpl_slab_counters()->live - mpl_slab_waiting();
	sums.held[MPL_OBJECT_TABLES] = world->tables;
	sums.held[MPL_OBJECT_RESIDENT] = world->rss_anon + world->rss_file;
	for (unsigned i = 0; i < MPL_OBJECTS; i++)
		EXPECT_SAYS(sums.held[i] == world_held(i), "object %u: %" PRIu64 " there, %" PRIu64 " on the account", i,
		            sums.held[i], world_held(i));
	return !harness_failed();
}

// ---- As it was ----

void world_note(struct world_note *note)
{
	memset(note, 0, sizeof(*note));
	tell_world(note->told, sizeof(note->told));
	note->mm = *world;
	note->sum = mpl_dump_sum(world->tree->root_word);
	note->nodes = mpl_slab_counters()->live - mpl_slab_waiting();
	for (unsigned i = 0; i < MPL_OBJECTS; i++)
		note->held[i] = world_held(i);
}

bool world_is_as(const struct world_note *note)
{
	static struct world_note now;

	world_note(&now);
	EXPECT_SAYS(strcmp(now.told, note->told) == 0, "found  %s\n  wanted %s", now.told, note->told);
	EXPECT(memcmp(&now.mm, &note->mm, sizeof(now.mm)) == 0);
	EXPECT(now.sum == note->sum);
	EXPECT(now.nodes == note->nodes);
	EXPECT(memcmp(now.held, note->held, sizeof(now.held)) == 0);
	return world_check();
}
