// SPDX-License-Identifier: GPL-2.0-or-later
//
// Address spaces as plain lists. See mm_naive.h.

#include "mm_naive.h"

#include "maple_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE ((uint64_t)MPL_PAGE_BYTES)
#define PROT (MPL_VMA_READ | MPL_VMA_WRITE | MPL_VMA_EXEC)

static uint32_t anons; // Numbers of anon_vmas given.

static void full(const char *what)
{
	fprintf(stderr, "no room for more %s\n", what);
	abort();
}

void naive_new(struct naive_mm *mm)
{
	memset(mm, 0, sizeof(*mm));
	mm->used = true;
}

// ---- The list of VMAs ----

static bool overlaps(const struct naive_vma *vma, uint64_t first, uint64_t last)
{
	return vma->first <= last && vma->last >= first;
}

// The place of the first VMA that ends at 'address' or behind.
static unsigned place_of(const struct naive_mm *mm, uint64_t address)
{
	unsigned at = 0;

	while (at < mm->vmas && mm->vma[at].last < address)
		at++;
	return at;
}

static void put(struct naive_mm *mm, unsigned at, const struct naive_vma *vma)
{
	if (mm->vmas == NAIVE_VMAS)
		full("VMAs");
	memmove(&mm->vma[at + 1], &mm->vma[at], (mm->vmas - at) * sizeof(*vma));
	mm->vma[at] = *vma;
	mm->vmas++;
}

static void take(struct naive_mm *mm, unsigned at)
{
	mm->vmas--;
	memmove(&mm->vma[at], &mm->vma[at + 1], (mm->vmas - at) * sizeof(mm->vma[0]));
}

// Makes 'address' the first one of a VMA if it lies inside of one: the upper part, or else the lower one, is a new VMA.
static void split(struct naive_mm *mm, uint64_t address, bool new_above)
{
	unsigned at = place_of(mm, address);
	struct naive_vma *low = &mm->vma[at], up;

	if (at == mm->vmas || low->first >= address)
		return;
	up = *low;
	up.first = address;
	up.offset += address - low->first;
	low->last = address - 1;
	*(new_above ? &up.number : &low->number) = ++mm->numbers;
	put(mm, at + 1, &up);
}

// The range is that of VMAs of its own, which keep their numbers; what they lose is new.
static void isolate(struct naive_mm *mm, uint64_t first, uint64_t last)
{
	split(mm, first, false);
	split(mm, last + 1, true);
}

static bool anons_fit(const struct naive_vma *a, const struct naive_vma *b)
{
	if (a->anon == b->anon)
		return true;
	return (!a->anon && b->chain <= 1) || (!b->anon && a->chain <= 1);
}

// Whether two that need not be in the list are one, by Linux's rules.
static bool fit(const struct naive_vma *a, const struct naive_vma *b)
{
	if (a->last + 1 != b->first || a->flags != b->flags || a->file != b->file)
		return false;
	if (a->flags & NAIVE_SPECIAL)
		return false;
	return a->offset + (b->first - a->first) == b->offset && anons_fit(a, b);
}

static void inherit_anon(struct naive_vma *to, const struct naive_vma *from)
{
	if (to->anon)
		return;
	to->anon = from->anon;
	to->chain = from->chain;
}

// The piece lies between the VMAs at 'below' and 'above' (-1, or beyond the end: none), where nothing else is: joins it
// to one of them or to both. False if it fits none.
static bool join(struct naive_mm *mm, const struct naive_vma *piece, int below, unsigned above)
{
	struct naive_vma *a = below >= 0 && fit(&mm->vma[below], piece) ? &mm->vma[below] : NULL;
	struct naive_vma *b = above < mm->vmas && fit(piece, &mm->vma[above]) ? &mm->vma[above] : NULL;

	if (a) {
		bool both = b && anons_fit(a, b);

		a->last = both ? b->last : piece->last;
		inherit_anon(a, piece);
		if (both) {
			inherit_anon(a, b);
			take(mm, above);
		}
	} else if (b) {
		b->first = piece->first;
		b->offset = piece->offset;
		inherit_anon(b, piece);
	}
	return a || b;
}

// ---- Pages and tables ----

static const struct naive_vma *vma_at(const struct naive_mm *mm, uint64_t address)
{
	unsigned at = place_of(mm, address);

	return at < mm->vmas && mm->vma[at].first <= address ? &mm->vma[at] : NULL;
}

static uint64_t span(unsigned level) { return UINT64_C(1) << (12 + 9 * level); }

static bool has_table(const struct naive_mm *mm, unsigned level, uint64_t base)
{
	for (unsigned i = 0; i < mm->tables; i++) {
		if (mm->table[i].level == level && mm->table[i].base == base)
			return true;
	}
	return false;
}

static void make_tables(struct naive_mm *mm, uint64_t address, unsigned lowest)
{
	for (unsigned level = 3; level >= lowest; level--) {
		uint64_t base = address & ~(span(level) - 1);

		if (has_table(mm, level, base))
			continue;
		if (mm->tables == NAIVE_TABLES)
			full("page tables");
		mm->table[mm->tables++] = (struct naive_table){base, level};
	}
}

// Tables that serve no VMA any more are gone.
static void prune_tables(struct naive_mm *mm)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < mm->tables; i++) {
		struct naive_table table = mm->table[i];
		unsigned at = place_of(mm, table.base);

		if (at < mm->vmas && overlaps(&mm->vma[at], table.base, table.base + span(table.level) - 1))
			mm->table[kept++] = table;
	}
	mm->tables = kept;
}

static unsigned page_place(const struct naive_mm *mm, uint64_t address)
{
	unsigned at = 0, end = mm->pages;

	while (at < end) {
		unsigned middle = (at + end) / 2;

		if (mm->page[middle].address < address)
			at = middle + 1;
		else
			end = middle;
	}
	return at;
}

static struct naive_page *page_at(struct naive_mm *mm, uint64_t address)
{
	unsigned at = page_place(mm, address);

	return at < mm->pages && mm->page[at].address == address ? &mm->page[at] : NULL;
}

static void put_page(struct naive_mm *mm, uint64_t address, enum naive_kind kind)
{
	unsigned at = page_place(mm, address);

	if (mm->pages == NAIVE_PAGES)
		full("pages");
	memmove(&mm->page[at + 1], &mm->page[at], (mm->pages - at) * sizeof(mm->page[0]));
	mm->page[at] = (struct naive_page){address, kind};
	mm->pages++;
	make_tables(mm, address, 1);
}

static void take_pages(struct naive_mm *mm, uint64_t first, uint64_t last)
{
	unsigned from = page_place(mm, first), end = page_place(mm, last);

	memmove(&mm->page[from], &mm->page[end], (mm->pages - end) * sizeof(mm->page[0]));
	mm->pages -= end - from;
}

static bool whole_pages(uint64_t first, uint64_t last)
{
	return first <= last && first % PAGE == 0 && (last + 1) % PAGE == 0;
}

// ---- Mapping ----

static void remove_range(struct naive_mm *mm, uint64_t first, uint64_t last)
{
	isolate(mm, first, last);
	while (place_of(mm, first) < mm->vmas && overlaps(&mm->vma[place_of(mm, first)], first, last))
		take(mm, place_of(mm, first));
	take_pages(mm, first, last);
	prune_tables(mm);
}

static uint32_t accounted(uint32_t flags)
{
	const uint32_t spared = MPL_VMA_SHARED | MPL_VMA_NORESERVE;

	return flags & MPL_VMA_WRITE && !(flags & spared) ? flags | MPL_VMA_ACCOUNT : flags;
}

// Puts a mapping where nothing is.
static void insert(struct naive_mm *mm, const struct naive_vma *piece)
{
	unsigned at = place_of(mm, piece->first);
	struct naive_vma vma = *piece;

	if (join(mm, piece, (int)at - 1, at))
		return;
	vma.number = ++mm->numbers;
	put(mm, at, &vma);
}

static struct naive_vma piece_of(uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset)
{
	return (struct naive_vma){.first = first, .last = last, .flags = flags, .file = file, .offset = file ? offset : first};
}

int naive_load(struct naive_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset,
               uint32_t chain)
{
	struct naive_vma vma = piece_of(first, last, flags, file, offset);

	if (!whole_pages(first, last) || last >= MPL_TASK_BYTES || place_of(mm, first) < mm->vmas)
		return -MPL_EINVAL;
	vma.number = ++mm->numbers;
	vma.anon = chain ? ++anons : 0;
	vma.chain = chain;
	put(mm, mm->vmas, &vma);
	return 0;
}

int naive_map(struct naive_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset)
{
	struct naive_vma piece = piece_of(first, last, accounted(flags), file, offset);

	if (!whole_pages(first, last) || offset % PAGE)
		return -MPL_EINVAL;
	if (last >= MPL_TASK_BYTES)
		return -MPL_ENOMEM;
	remove_range(mm, first, last);
	insert(mm, &piece);
	return 0;
}

// Whether the range is free, and far enough below what grows.
static bool room_at(const struct naive_mm *mm, uint64_t first, uint64_t last)
{
	unsigned at = place_of(mm, first);

	if (at == mm->vmas)
		return true;
	if (mm->vma[at].first <= last)
		return false;
	return !(mm->vma[at].flags & MPL_VMA_GROWS) || mm->vma[at].first - last > MPL_STACK_GUARD_BYTES;
}

// The lowest room from where searches begin upwards.
static bool find_room_above(const struct naive_mm *mm, uint64_t bytes, uint64_t *first)
{
	for (unsigned below = 0; below <= mm->vmas; below++) {
		*first = below ? mm->vma[below - 1].last + 1 : MPL_MMAP_BASE;
		if (*first < MPL_MMAP_BASE || bytes > MPL_TASK_BYTES - *first)
			continue;
		if (room_at(mm, *first, *first + bytes - 1))
			return true;
	}
	return false;
}

// The highest room, gap by gap from above: it ends where searches begin, or below a VMA. If that grows and is too near,
// nothing is looked at any more from its guard upwards.
static bool find_room(const struct naive_mm *mm, uint64_t bytes, uint64_t *first)
{
	uint64_t high = MPL_MMAP_BASE;

	for (unsigned above = mm->vmas + 1; above-- > 0;) {
		const struct naive_vma *vma = above < mm->vmas ? &mm->vma[above] : NULL;
		uint64_t low = above ? mm->vma[above - 1].last + 1 : MPL_MMAP_MIN;
		uint64_t end = vma && vma->first < high ? vma->first : high;

		if (end < low || end - low < bytes)
			continue;
		if (vma && vma->flags & MPL_VMA_GROWS && vma->first - end < MPL_STACK_GUARD_BYTES)
			end = high = vma->first < MPL_STACK_GUARD_BYTES ? 0 : vma->first - MPL_STACK_GUARD_BYTES;
		if (end < low || end - low < bytes)
			continue;
		*first = end - bytes;
		return true;
	}
	return find_room_above(mm, bytes, first);
}

// Plain private memory that huge pages fill is put on their border, as low in a larger room as the border allows.
static bool find_place(const struct naive_mm *mm, uint64_t bytes, bool plain, uint64_t *first)
{
	const uint64_t huge = UINT64_C(2) << 20;

	if (!plain || bytes % huge || !find_room(mm, bytes + huge, first))
		return find_room(mm, bytes, first);
	*first = (*first / huge + 1) * huge;
	return true;
}

int naive_map_any(struct naive_mm *mm, uint64_t bytes, uint32_t flags, uint32_t file, uint64_t offset, uint64_t *first)
{
	// Otherwise the sums below would go round: `map any 0xffff80800821c000 rx grows in a`.
	if (bytes > MPL_TASK_BYTES)
		return -MPL_ENOMEM;
	bytes = (bytes + PAGE - 1) / PAGE * PAGE;
	if (!find_place(mm, bytes, !file && !(flags & MPL_VMA_SHARED), first))
		return -MPL_ENOMEM;
	return naive_map(mm, *first, *first + bytes - 1, flags, file, offset);
}

int naive_unmap(struct naive_mm *mm, uint64_t first, uint64_t last)
{
	if (!whole_pages(first, last) || last >= MPL_TASK_BYTES)
		return -MPL_EINVAL;
	remove_range(mm, first, last);
	return 0;
}

// ---- Changing flags ----

static bool all_mapped(const struct naive_mm *mm, uint64_t first, uint64_t last)
{
	for (uint64_t at = first;;) {
		const struct naive_vma *vma = vma_at(mm, at);

		if (!vma)
			return false;
		if (vma->last >= last)
			return true;
		at = vma->last + 1;
	}
}

// The part first ... last of the VMA at this place gets these flags.
static void modify(struct naive_mm *mm, unsigned at, uint64_t first, uint64_t last, uint32_t flags)
{
	struct naive_vma whole = mm->vma[at], piece = whole, left = whole;
	bool from_first = first == whole.first, to_last = last == whole.last;

	piece.first = first;
	piece.last = last;
	piece.flags = flags;
	piece.offset += first - whole.first;
	// Joined from the outside, with the VMA out of the way.
	take(mm, at);
	if (join(mm, &piece, from_first ? (int)at - 1 : -1, to_last ? at : UINT32_MAX)) {
		if (from_first && to_last)
			return;
		if (from_first) {
			left.first = last + 1;
			left.offset += left.first - whole.first;
		} else {
			left.last = first - 1;
		}
		put(mm, place_of(mm, left.first), &left);
		return;
	}
	put(mm, at, &whole);
	isolate(mm, first, last);
	mm->vma[place_of(mm, first)].flags = flags;
}

// What a call makes of a VMA's flags.
typedef uint32_t changed_flags(const struct naive_vma *vma, uint32_t argument);

// Changes the part of the VMA at 'at' that is in the range; the address behind it.
static uint64_t modify_one(struct naive_mm *mm, uint64_t at, uint64_t last, changed_flags *change, uint32_t argument)
{
	unsigned place = place_of(mm, at);
	struct naive_vma vma = mm->vma[place];
	uint64_t end = vma.last < last ? vma.last : last;
	uint32_t flags = change(&vma, argument);

	if (flags != vma.flags)
		modify(mm, place, at, end, flags);
	return end + 1;
}

// What could be written to before stays as it is accounted for, but for plain memory without an anon_vma.
static uint32_t protected_flags(const struct naive_vma *vma, uint32_t prot)
{
	uint32_t flags = (vma->flags & ~(uint32_t)PROT) | prot;

	if ((vma->flags & PROT) == prot)
		return vma->flags;
	if (prot & MPL_VMA_WRITE)
		return vma->flags & MPL_VMA_WRITE ? flags : accounted(flags);
	if (!vma->file && !(flags & MPL_VMA_SHARED) && !vma->anon)
		flags &= ~(uint32_t)MPL_VMA_ACCOUNT;
	return flags;
}

int naive_protect(struct naive_mm *mm, uint64_t first, uint64_t last, uint32_t prot)
{
	if (!whole_pages(first, last))
		return -MPL_EINVAL;
	for (uint64_t at = first; at <= last; at = modify_one(mm, at, last, protected_flags, prot & PROT)) {
		if (!vma_at(mm, at))
			return -MPL_ENOMEM;
	}
	return 0;
}

// Frees the pages, and each table whose 2 MiB lie whole in the range and in one VMA.
static void drop_pages(struct naive_mm *mm, uint64_t first, uint64_t last)
{
	unsigned kept = 0;

	take_pages(mm, first, last);
	for (unsigned i = 0; i < mm->tables; i++) {
		uint64_t base = mm->table[i].base, top = base + span(mm->table[i].level) - 1;
		const struct naive_vma *vma = vma_at(mm, base);

		if (mm->table[i].level > 1 || base < first || top > last || !vma || vma->last < top)
			mm->table[kept++] = mm->table[i];
	}
	mm->tables = kept;
}

int naive_advise(struct naive_mm *mm, uint64_t first, uint64_t last, enum mpl_advice advice)
{
	bool lock = advice == MPL_LOCK || advice == MPL_LOCK_ONFAULT || advice == MPL_UNLOCK;
	bool first_all = advice >= MPL_POLICY && advice <= MPL_UFFD_OFF, holes = false, dead = false;
	uint64_t next;

	if (!whole_pages(first, last))
		return -MPL_EINVAL;
	if (first_all && !all_mapped(mm, first, last))
		return -MPL_ENOMEM;
	for (uint64_t at = first; at <= last; at = next) {
		if (!vma_at(mm, at)) { // A hole: the end, or on with what is behind it.
			unsigned place = place_of(mm, at);

			if (lock || place == mm->vmas || mm->vma[place].first > last)
				return -MPL_ENOMEM;
			holes = true;
			next = mm->vma[place].first;
			continue;
		}
		if (naive_refuses(vma_at(mm, at), advice))
			return -MPL_EINVAL;
		// Pages that may not be accessed cannot be brought in to be locked.
		dead |= !(vma_at(mm, at)->flags & (PROT | NAIVE_SPECIAL));
		next = modify_one(mm, at, last, naive_advised_flags, (uint32_t)advice);
		if (advice == MPL_DONTNEED)
			drop_pages(mm, at, next - 1);
	}
	return holes || (advice == MPL_LOCK && dead) ? -MPL_ENOMEM : 0;
}

// ---- The heap ----

int naive_brk_at(struct naive_mm *mm, uint64_t start)
{
	if (start % PAGE || !start || start >= MPL_TASK_BYTES)
		return -MPL_EINVAL;
	if (vma_at(mm, start))
		return -MPL_ENOMEM;
	mm->brk_start = mm->brk = start;
	return 0;
}

int naive_brk(struct naive_mm *mm, uint64_t end)
{
	uint64_t new_end = (end + PAGE - 1) / PAGE * PAGE, old_end = (mm->brk + PAGE - 1) / PAGE * PAGE;

	if (!mm->brk_start || end < mm->brk_start)
		return -MPL_EINVAL;
	if (new_end < old_end) { // Some of the heap must be there.
		if (place_of(mm, new_end) == mm->vmas || mm->vma[place_of(mm, new_end)].first >= old_end)
			return -MPL_ENOMEM;
		remove_range(mm, new_end, old_end - 1);
	}
	if (new_end > old_end) {
		struct naive_vma piece = piece_of(old_end, new_end - 1, accounted(MPL_VMA_READ | MPL_VMA_WRITE), 0, 0);

		// One page more stays free.
		if (!room_at(mm, old_end, new_end + PAGE - 1))
			return -MPL_ENOMEM;
		insert(mm, &piece);
	}
	mm->brk = end;
	return 0;
}

// ---- Touching ----

// Whether two neighbours could be one if they had the same permissions, so that one anon_vma serves both.
static bool related(const struct naive_vma *a, const struct naive_vma *b)
{
	if (a->last + 1 != b->first || a->file != b->file || (a->flags | PROT) != (b->flags | PROT))
		return false;
	return b->offset - a->offset == b->first - a->first;
}

static void first_write(struct naive_mm *mm, unsigned at)
{
	struct naive_vma *vma = &mm->vma[at];

	vma->chain = 1;
	if (at + 1 < mm->vmas && vma[1].chain == 1 && related(vma, &vma[1]))
		vma->anon = vma[1].anon;
	else if (at && vma[-1].chain == 1 && related(&vma[-1], vma))
		vma->anon = vma[-1].anon;
	else
		vma->anon = ++anons;
}

// A VMA that grows comes down to 'first', if there is nothing else and not too little room.
static void grow_down(struct naive_mm *mm, uint64_t first)
{
	unsigned at = place_of(mm, first);
	struct naive_vma *vma = &mm->vma[at];

	if (at == mm->vmas || vma->first <= first || !(vma->flags & MPL_VMA_GROWS))
		return;
	if (vma->last + 1 - first > MPL_STACK_BYTES_MAX || vma->first - first > vma->offset)
		return;
	// No-access memory and another stack may be as near as they like.
	if (at && (vma - 1)->flags & PROT && !((vma - 1)->flags & MPL_VMA_GROWS) &&
	    first - (vma - 1)->last <= MPL_STACK_GUARD_BYTES)
		return;
	// It is made ready for pages while it is as it was, whoever touches it.
	if (!vma->anon)
		first_write(mm, at);
	vma->offset -= vma->first - first;
	vma->first = first;
}

static enum naive_kind touched_kind(const struct naive_vma *vma, const struct naive_page *page, bool write)
{
	bool shared = vma->flags & MPL_VMA_SHARED;

	if (vma->flags & MPL_VMA_PFNMAP)
		return NAIVE_DEVICE;
	if (write && !shared)
		return NAIVE_ANON;
	if (page)
		return page->kind;
	return shared || vma->file || vma->flags & MPL_VMA_DONTEXPAND ? NAIVE_FILE : NAIVE_ZERO;
}

static bool may_touch(const struct naive_vma *vma, bool write)
{
	return vma && vma->flags & (write ? (uint32_t)MPL_VMA_WRITE : (uint32_t)PROT);
}

int naive_touch(struct naive_mm *mm, uint64_t first, uint64_t last, bool write)
{
	if (!whole_pages(first, last))
		return -MPL_EINVAL;
	grow_down(mm, first);
	for (uint64_t at = first; at <= last; at = vma_at(mm, at)->last + 1) {
		if (!may_touch(vma_at(mm, at), write))
			return -MPL_EFAULT;
	}
	for (uint64_t at = first; at <= last; at += PAGE) {
		struct naive_vma *vma = &mm->vma[place_of(mm, at)];
		struct naive_page *page = page_at(mm, at);
		enum naive_kind kind = touched_kind(vma, page, write);

		if (page)
			page->kind = kind;
		else
			put_page(mm, at, kind);
		if (kind == NAIVE_ANON && !vma->anon)
			first_write(mm, place_of(mm, at));
	}
	return 0;
}

// ---- Moving ----

static bool in_one(const struct naive_mm *mm, uint64_t first, uint64_t last)
{
	const struct naive_vma *vma = vma_at(mm, first);

	return vma && vma->last >= last;
}

// Moves [first, first + bytes) to 'to' with a new size, where nothing is any more: it is mapped there, with what it
// was, and unmapped here, or kept here as an empty place: with nothing locked, and without the anon_vma that has moved
// with all of a VMA. Pages that were written stand at the offsets they have, and others can begin anew.
static void move(struct naive_mm *mm, uint64_t first, uint64_t bytes, uint64_t to, uint64_t new_bytes, bool keep)
{
	static struct naive_page moved[NAIVE_PAGES];
	struct naive_vma vma = *vma_at(mm, first);
	bool anew = !vma.file && !vma.anon;
	uint64_t bytes_moved;
	unsigned count = 0;

	vma.offset = anew ? to : vma.offset + (first - vma.first);
	vma.first = to;
	vma.last = to + new_bytes - 1;
	insert(mm, &vma);
	bytes_moved = bytes < new_bytes ? bytes : new_bytes;
	for (unsigned i = 0; i < mm->pages; i++) {
		if (mm->page[i].address >= first && mm->page[i].address - first < bytes_moved)
			moved[count++] = mm->page[i];
	}
	for (uint64_t at = first; at < first + bytes_moved; at += PAGE) {
		if (has_table(mm, 1, at & ~(span(1) - 1)))
			make_tables(mm, at - first + to, 1);
		else if (has_table(mm, 2, at & ~(span(2) - 1)))
			make_tables(mm, at - first + to, 3);
	}
	if (keep) {
		// A table all of whose 2 MiB move to the like place moves itself.
		for (unsigned i = mm->tables; i-- > 0;) {
			struct naive_table table = mm->table[i];

			if (table.level == 1 && table.base >= first && table.base + span(1) <= first + bytes_moved &&
			    !((to - first) % span(1)))
				mm->table[i] = mm->table[--mm->tables];
		}
		struct naive_vma *old = &mm->vma[place_of(mm, first)];

		take_pages(mm, first, first + bytes);
		old->flags &= ~(uint32_t)(MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT);
		if (old->first == first && old->last == first + bytes - 1)
			old->anon = old->chain = 0;
	} else {
		remove_range(mm, first, first + bytes - 1);
	}
	for (unsigned i = 0; i < count; i++)
		put_page(mm, moved[i].address - first + to, moved[i].kind);
}

static int grow_in_place(struct naive_mm *mm, uint64_t first, uint64_t bytes, uint64_t more)
{
	struct naive_vma *vma = &mm->vma[place_of(mm, first)], piece = *vma;
	unsigned above = place_of(mm, first) + 1;

	if (vma->last != first + bytes - 1 || first + bytes + more > MPL_TASK_BYTES)
		return -MPL_ENOMEM;
	if (above < mm->vmas && mm->vma[above].first < first + bytes + more)
		return -MPL_ENOMEM;
	piece.first = first + bytes;
	piece.last = piece.first + more - 1;
	piece.offset += piece.first - vma->first;
	// It is the VMA's own kind of memory, whatever its anon_vma.
	if (!join(mm, &piece, (int)above - 1, above)) {
		piece.number = ++mm->numbers;
		put(mm, above, &piece);
	}
	return 0;
}

static bool misplaced(uint64_t first, uint64_t bytes, uint64_t to, uint64_t new_bytes)
{
	if (to % PAGE || to > MPL_TASK_BYTES || to + new_bytes > MPL_TASK_BYTES)
		return true;
	return to < first + bytes && first < to + new_bytes;
}

static int move_anywhere(struct naive_mm *mm, uint64_t first, uint64_t bytes, uint64_t new_bytes,
                         enum mpl_remap how, uint64_t *now)
{
	const struct naive_vma *vma = vma_at(mm, first);

	if (how == MPL_REMAP_STAY || !find_place(mm, new_bytes, !vma->file && !(vma->flags & MPL_VMA_SHARED), now))
		return -MPL_ENOMEM;
	move(mm, first, bytes, *now, new_bytes, how == MPL_REMAP_KEEP);
	return 0;
}

static void move_there(struct naive_mm *mm, uint64_t first, uint64_t bytes, uint64_t to, uint64_t new_bytes, bool keep)
{
	remove_range(mm, to, to + new_bytes - 1);
	move(mm, first, bytes, to, new_bytes, keep);
}

int naive_remap(struct naive_mm *mm, uint64_t first, uint64_t bytes, uint64_t new_bytes, uint64_t to,
                enum mpl_remap how, uint64_t *now)
{
	const struct naive_vma *vma = vma_at(mm, first);
	bool keep = how == MPL_REMAP_KEEP;

	bytes = (bytes + PAGE - 1) / PAGE * PAGE;
	new_bytes = (new_bytes + PAGE - 1) / PAGE * PAGE;
	*now = to ? to : first;
	if (first % PAGE || !bytes || !new_bytes || (to && misplaced(first, bytes, to, new_bytes)) ||
	    (keep && bytes != new_bytes))
		return -MPL_EINVAL;
	if (!vma)
		return -MPL_EFAULT;
	if (bytes > MPL_TASK_BYTES - first || !in_one(mm, first, first + bytes - 1)) {
		if (new_bytes > bytes || keep || (to && !in_one(mm, first, first + new_bytes - 1)))
			return -MPL_EFAULT;
		if (bytes > MPL_TASK_BYTES - first)
			return -MPL_EINVAL;
	}
	if (new_bytes > bytes && vma->flags & NAIVE_SPECIAL)
		return -MPL_EFAULT;
	if (keep && vma->flags & NAIVE_SPECIAL)
		return -MPL_EINVAL;
	if (to)
		move_there(mm, first, bytes, to, new_bytes, keep);
	else if (keep)
		return move_anywhere(mm, first, bytes, new_bytes, how, now);
	else if (new_bytes < bytes)
		remove_range(mm, first + new_bytes, first + bytes - 1);
	else if (new_bytes > bytes && grow_in_place(mm, first, bytes, new_bytes - bytes))
		return move_anywhere(mm, first, bytes, new_bytes, how, now);
	return 0;
}

// ---- Forks ----

static bool tables_copied(const struct naive_vma *vma)
{
	return !(vma->flags & MPL_VMA_WIPEONFORK) &&
	       (vma->anon || vma->flags & (MPL_VMA_PFNMAP | MPL_VMA_MIXEDMAP | MPL_VMA_UFFD_WP));
}

void naive_fork(struct naive_mm *child, const struct naive_mm *parent)
{
	naive_new(child);
	child->brk_start = parent->brk_start;
	child->brk = parent->brk;
	for (unsigned i = 0; i < parent->vmas; i++) {
		const struct naive_vma *vma = &parent->vma[i];
		struct naive_vma own = *vma;

		if (vma->flags & MPL_VMA_DONTCOPY)
			continue;
		own.number = ++child->numbers;
		own.flags &= ~(uint32_t)(MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT);
		own.anon = vma->anon && !(vma->flags & MPL_VMA_WIPEONFORK) ? ++anons : 0;
		own.chain = own.anon ? vma->chain + 1 : 0;
		put(child, child->vmas, &own);
		for (unsigned k = 0; k < parent->tables && tables_copied(vma); k++) {
			const struct naive_table *table = &parent->table[k];

			if (overlaps(vma, table->base, table->base + span(table->level) - 1) && !has_table(child, table->level, table->base))
				child->table[child->tables++] = *table;
		}
		for (unsigned k = page_place(parent, vma->first); k < parent->pages && tables_copied(vma); k++) {
			if (parent->page[k].address > vma->last)
				break;
			put_page(child, parent->page[k].address, parent->page[k].kind);
		}
	}
}
