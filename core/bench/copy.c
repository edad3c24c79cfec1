// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a fork does for each page-table entry of a private, writable mapping: it asks which page is behind the entry,
// counts one reference and one mapping more, takes the right to write away on both sides, and stores the child's entry.
// The loop and the check are written once and compiled twice: with the check inlined and with the check called.

#include "copy.h"

#include "../include/maple_tree_linux.h"

#include <stdbool.h>
#include <stddef.h>

#define PAGE_SHIFT 12u
#define PTE_PRESENT UINT64_C(0x001)
#define PTE_WRITE UINT64_C(0x002)
#define PTE_ACCESSED UINT64_C(0x020)
#define PTE_SPECIAL UINT64_C(0x200)

#define AREA_HOOK 1u // The area has a function of its own that finds pages.
#define AREA_NO_PAGES 2u // Device memory, page by page or mixed.

#define ALWAYS_INLINE static inline __attribute__((always_inline))

struct page {
	uint32_t references;
	uint32_t mappings;
};

struct area {
	uint32_t flags;
	struct page *(*find)(uint64_t address);
};

static struct area area;
static uint64_t parent[MPL_COPY_ENTRIES_MAX];
static uint64_t child[MPL_COPY_ENTRIES_MAX];
static struct page pages[MPL_COPY_ENTRIES_MAX];
static uint32_t count;    // Of entries.
static uint32_t resident; // Of the child's.
static uint32_t bad;      // Entries that should not be.
static uint32_t checks;

// The page behind a present entry; NULL: none that is counted.
ALWAYS_INLINE struct page *page_of(const struct area *of, uint64_t address, uint64_t entry)
{
	uint64_t number = entry >> PAGE_SHIFT;

	if (!(entry & PTE_SPECIAL)) {
		if (number < MPL_COPY_ENTRIES_MAX)
			return &pages[number];
		bad++;
		return NULL;
	}
	if (of->flags & AREA_HOOK)
		return of->find(address);
	if (!(of->flags & AREA_NO_PAGES) && number != 0)
		bad++;
	return NULL;
}

__attribute__((noinline)) static struct page *page_of_called(const struct area *of, uint64_t address, uint64_t entry)
{
	return page_of(of, address, entry);
}

ALWAYS_INLINE struct page *page_of_inlined(const struct area *of, uint64_t address, uint64_t entry)
{
	return page_of(of, address, entry);
}

ALWAYS_INLINE struct page *page_of_counted(const struct area *of, uint64_t address, uint64_t entry)
{
	checks++;
	return page_of(of, address, entry);
}

ALWAYS_INLINE uint32_t copy(struct page *(*check)(const struct area *, uint64_t, uint64_t))
{
	for (uint32_t i = 0; i < count; i++) {
		uint64_t entry = parent[i];
		struct page *page;

		if (!(entry & PTE_PRESENT)) {
			child[i] = 0;
			continue;
		}
		page = check(&area, (uint64_t)i << PAGE_SHIFT, entry);
		if (page) {
			page->references++;
			page->mappings++;
			resident++;
		}
		entry &= ~PTE_WRITE; // Whether it may be written is not looked at, so that every round does the same.
		parent[i] = entry;
		child[i] = entry & ~PTE_ACCESSED;
	}
	return count;
}

uint32_t mpl_copy_inlined(uint32_t rounds)
{
	for (uint32_t i = 0; i < rounds; i++)
		copy(page_of_inlined);
	return rounds * count;
}

uint32_t mpl_copy_called(uint32_t rounds)
{
	for (uint32_t i = 0; i < rounds; i++)
		copy(page_of_called);
	return rounds * count;
}

uint32_t mpl_copy_check(uint64_t address, uint64_t entry)
{
	const struct page *page = page_of_called(&area, address, entry);

	return page ? (uint32_t)(page - pages) + 1 : 0;
}

uint32_t mpl_copy_counted(void)
{
	checks = 0;
	copy(page_of_counted);
	return checks;
}

// SplitMix64.
static uint64_t random_word(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

int32_t mpl_copy_prepare(uint32_t n, uint32_t present, uint32_t special, uint32_t seed)
{
	uint64_t state = seed;

	if (n < 1 || n > MPL_COPY_ENTRIES_MAX || present > 100 || special > 100)
		return -MPL_EINVAL;
	count = n;
	area = (struct area){.flags = 0};
	resident = bad = 0;
	for (uint32_t i = 0; i < n; i++) {
		bool here = random_word(&state) % 100 < present, zero = random_word(&state) % 100 < special;

		// The zero page has number 0; every other page is one of its own.
		parent[i] = !here  ? 0
			    : zero ? PTE_PRESENT | PTE_WRITE | PTE_SPECIAL | PTE_ACCESSED
				   : (uint64_t)i << PAGE_SHIFT | PTE_PRESENT | PTE_WRITE | PTE_ACCESSED;
		child[i] = 0;
		pages[i] = (struct page){1, 1};
	}
	return 0;
}

uint64_t mpl_copy_sum(void)
{
	uint64_t sum = resident;

	for (uint32_t i = 0; i < count; i++) {
		uint64_t state = sum ^ child[i] ^ (uint64_t)pages[i].references << 32 ^ pages[i].mappings;

		sum = random_word(&state);
	}
	return sum;
}
