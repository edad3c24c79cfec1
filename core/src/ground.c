// SPDX-License-Identifier: GPL-2.0-or-later
//
// The three kinds of ground. See ground.h.

#if !defined(__wasm__)
#define _DEFAULT_SOURCE
#endif

#include "ground.h"

#include "check.h"

#if defined(__wasm__)

// ---- The end of linear memory ----

#define PAGE_BYTES 65536u
#define GROW_PAGES_MIN 16u

bool mpl_ground_reach(uint32_t places)
{
	uint64_t end = (uint64_t)(uintptr_t)mpl_ground_base() + (uint64_t)places * MPL_NODE_BYTES;
	uint32_t wanted = (uint32_t)((end + PAGE_BYTES - 1) / PAGE_BYTES);
	uint32_t pages = __builtin_wasm_memory_size(0);

	if (wanted <= pages)
		return true;
	// A quarter more than there is, so that growing stays rare; if that is refused, what is needed.
	if (wanted < pages + GROW_PAGES_MIN + pages / 4 &&
	    __builtin_wasm_memory_grow(0, GROW_PAGES_MIN + pages / 4) != (size_t)-1)
		return true;
	return __builtin_wasm_memory_grow(0, wanted - pages) != (size_t)-1;
}

void mpl_ground_release(uint32_t places) { (void)places; }

bool mpl_ground_find(uint64_t word, uint32_t *place)
{
	uint64_t offset = (word & MPL_ADDRESS_MASK) - MPL_NODE_BASE;

	*place = (uint32_t)(offset / MPL_NODE_BYTES);
	return offset / MPL_NODE_BYTES < MPL_PLACES_MAX;
}

#elif !MPL_GROUND_HEAP

// ---- One reserved stretch ----

// What is returned is a multiple of any page size there is.
#define RELEASE_BYTES 65536u

#include <sys/mman.h>

// Less address space than this is not worth a start: 1 MiB of nodes.
#define PLACES_MIN (UINT32_C(1) << 12)

struct mpl_node *mpl_ground_start;
static uint32_t reserved; // Places in the stretch.

// Linux may back the stretch with huge pages, which saves large trees most of their TLB misses. The first 2 MiB keep
// small pages, so that a program with few nodes takes little memory.
#define SMALL_PAGES_BYTES (UINT32_C(1) << 21)

static void allow_huge_pages(char *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
	if (bytes > SMALL_PAGES_BYTES)
		madvise(memory + SMALL_PAGES_BYTES, bytes - SMALL_PAGES_BYTES, MADV_HUGEPAGE);
#else
	(void)memory;
	(void)bytes;
#endif
}

// Reserves address space for 'places' places. A page at the start of a mapping is a multiple of 256.
static bool reserve(uint32_t places)
{
	void *memory = mmap(NULL, (size_t)places * MPL_NODE_BYTES, PROT_READ | PROT_WRITE,
	                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		return false;
	allow_huge_pages(memory, (size_t)places * MPL_NODE_BYTES);
	mpl_ground_start = memory;
	reserved = places;
	return true;
}

bool mpl_ground_reach(uint32_t places)
{
	for (uint32_t tried = MPL_PLACES_MAX; !mpl_ground_start && tried >= PLACES_MIN; tried /= 2)
		reserve(tried);
	return places <= reserved;
}

void mpl_ground_release(uint32_t places)
{
	size_t bytes = (size_t)places * MPL_NODE_BYTES;

	// Pages that are only partly used stay.
	if (mpl_ground_start)
		madvise(mpl_ground_start, bytes & ~(size_t)(RELEASE_BYTES - 1), MADV_DONTNEED);
}

bool mpl_ground_find(uint64_t word, uint32_t *place)
{
	uint64_t offset = (word & MPL_ADDRESS_MASK) - (uint64_t)(uintptr_t)mpl_ground_start;

	*place = (uint32_t)(offset / MPL_NODE_BYTES);
	return mpl_ground_start && offset / MPL_NODE_BYTES < reserved;
}

#else

// ---- A heap block for each node ----

#include <stdlib.h>

// Which place an address belongs to: open addressing over the addresses of all open places, place + 1 in each cell.
#define CELLS (2 * MPL_PLACES_MAX)

static struct mpl_node *node_of[MPL_PLACES_MAX];
static uint32_t cell[CELLS];

static uint32_t home(uint64_t address)
{
	return (uint32_t)((address / MPL_NODE_BYTES * UINT64_C(0x9e3779b97f4a7c15)) >> 32) % CELLS;
}

// The cell of 'address', or the empty one where it would go.
static uint32_t probe(uint64_t address)
{
	uint32_t at = home(address);

	while (cell[at] && mpl_node_address(node_of[cell[at] - 1]) != address)
		at = (at + 1) % CELLS;
	return at;
}

// Empties cell 'hole' and moves up those behind it that were pushed past it.
static void forget(uint32_t hole)
{
	uint32_t at = hole;

	cell[hole] = 0;
	for (;;) {
		uint32_t wanted;

		at = (at + 1) % CELLS;
		if (!cell[at])
			return;
		wanted = home(mpl_node_address(node_of[cell[at] - 1]));
		if ((at + CELLS - wanted) % CELLS < (at + CELLS - hole) % CELLS)
			continue;
		cell[hole] = cell[at];
		cell[at] = 0;
		hole = at;
	}
}

bool mpl_ground_reach(uint32_t places) { return places <= MPL_PLACES_MAX; }
void mpl_ground_release(uint32_t places) { (void)places; }

bool mpl_ground_find(uint64_t word, uint32_t *place)
{
	uint32_t found = cell[probe(word & MPL_ADDRESS_MASK)];

	*place = found ? found - 1 : 0;
	return found;
}

struct mpl_node *mpl_ground_node(uint32_t place) { return node_of[place]; }

uint32_t mpl_ground_place(const struct mpl_node *node)
{
	uint32_t place;
	bool found = mpl_ground_find(mpl_node_address(node), &place);

	MPL_ASSERT(found);
	return place;
}

struct mpl_node *mpl_ground_open(uint32_t place)
{
	struct mpl_node *node = aligned_alloc(MPL_NODE_BYTES, MPL_NODE_BYTES);

	MPL_ASSERT(node);
	node_of[place] = node;
	cell[probe(mpl_node_address(node))] = place + 1;
#ifdef MPL_FILL
	memset(node, MPL_FILL, sizeof(*node));
#endif
	return node;
}

void mpl_ground_close(uint32_t place)
{
	forget(probe(mpl_node_address(node_of[place])));
	free(node_of[place]);
	node_of[place] = NULL;
}

#endif
