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

// ---- One growing area ----

// The amount returned is a multiple of every page size in use.
#define RELEASE_BYTES 65536u

#include <sys/mman.h>

// A step is 4 MiB of nodes; where a limit forbids one, as many as are needed, in multiples of any page size. So are the
// steps of the table, which are those of 4,096 places.
#define STEP_PLACES (UINT32_C(1) << 14)
#define LEAST_PLACES (RELEASE_BYTES / MPL_NODE_BYTES)
#define TABLE_STEP_PLACES (RELEASE_BYTES / MPL_GROUND_RECORD_BYTES)
#define TABLE_BYTES ((size_t)MPL_PLACES_MAX * MPL_GROUND_RECORD_BYTES)
// How far below other mappings the area begins. They grow downwards, it grows upwards.
#define DISTANCE (UINT64_C(1) << 36)

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0 // A mapping that ends up elsewhere is undone below.
#endif

struct mpl_node *mpl_ground_start;
unsigned char *mpl_ground_table;
static uint32_t reached;  // Places in the area,
static uint32_t recorded; // and in the table.

// Linux may back the area with huge pages, which saves large trees most of their TLB misses. The first 2 MiB keep
// small pages, so that a program with few nodes takes little memory.
#define SMALL_PAGES_BYTES (UINT32_C(1) << 21)

static void allow_huge_pages(char *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
	madvise(memory, bytes, MADV_HUGEPAGE);
#else
	(void)memory;
	(void)bytes;
#endif
}

static uint32_t round_up(uint32_t places, uint32_t unit) { return (places + unit - 1) / unit * unit; }

// Maps 'bytes' bytes at 'at', or, if that is NULL, where the system chooses; NULL on failure.
static void *map_bytes(void *at, size_t bytes)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0);
	void *memory = mmap(at, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);

	if (memory == MAP_FAILED)
		return NULL;
	if (!at || memory == at)
		return memory;
	munmap(memory, bytes);
	return NULL;
}

static void *map_places(struct mpl_node *at, uint32_t places)
{
	return map_bytes(at, (size_t)places * MPL_NODE_BYTES);
}

// Where the system would map this many bytes; 0 if it would not.
static uint64_t room_for(size_t bytes)
{
	void *memory = map_bytes(NULL, bytes);

	if (memory)
		munmap(memory, bytes);
	return (uint64_t)(uintptr_t)memory;
}

// Begins the table at an address and the area behind it; false, and nothing mapped, if other mappings are in the way.
static bool begin_at(uint64_t table, uint32_t places)
{
	unsigned char *at = map_bytes((void *)(uintptr_t)table, RELEASE_BYTES);

	if (!at)
		return false;
	mpl_ground_start = map_places((struct mpl_node *)(void *)(at + TABLE_BYTES), places);
	if (!mpl_ground_start) {
		munmap(at, RELEASE_BYTES);
		return false;
	}
	mpl_ground_table = at;
	recorded = TABLE_STEP_PLACES;
	return true;
}

// Begins far from where the system maps, or, if that fails, where it maps.
static bool begin(uint32_t places)
{
	size_t step = (size_t)STEP_PLACES * MPL_NODE_BYTES;
	size_t bytes = (size_t)places * MPL_NODE_BYTES;
	uint64_t near = room_for(bytes) & ~(uint64_t)(step - 1);

	if (near > 2 * DISTANCE && begin_at(near - DISTANCE, places))
		return true;
	near = room_for(TABLE_BYTES + bytes);
	return near && begin_at(near, places);
}

// Makes the records of the first 'places' places usable.
static bool record(uint32_t places)
{
	uint32_t more = places > recorded ? round_up(places - recorded, TABLE_STEP_PLACES) : 0;

	if (more && !map_bytes(mpl_ground_table + (size_t)recorded * MPL_GROUND_RECORD_BYTES,
	                       (size_t)more * MPL_GROUND_RECORD_BYTES))
		return false;
	recorded += more;
	return true;
}

static bool grow(uint32_t places)
{
	size_t bytes = (size_t)places * MPL_NODE_BYTES;
	size_t small = reached ? 0 : SMALL_PAGES_BYTES;

	if (!(mpl_ground_start ? map_places(mpl_ground_start + reached, places) != NULL : begin(places)))
		return false;
	if (bytes > small)
		allow_huge_pages((char *)(mpl_ground_start + reached) + small, bytes - small);
	reached += places;
	return true;
}

bool mpl_ground_reach(uint32_t places)
{
	if (places > MPL_PLACES_MAX)
		return false;
	if (places > reached && !grow(round_up(places - reached, STEP_PLACES)) &&
	    !grow(round_up(places - reached, LEAST_PLACES)))
		return false;
	return record(places);
}

void mpl_ground_release(uint32_t places)
{
	size_t bytes = (size_t)places * MPL_NODE_BYTES;

	// Partly used pages stay.
	if (mpl_ground_start)
		madvise(mpl_ground_start, bytes & ~(size_t)(RELEASE_BYTES - 1), MADV_DONTNEED);
}

bool mpl_ground_find(uint64_t word, uint32_t *place)
{
	uint64_t offset = (word & MPL_ADDRESS_MASK) - (uint64_t)(uintptr_t)mpl_ground_start;

	*place = (uint32_t)(offset / MPL_NODE_BYTES);
	return mpl_ground_start && offset / MPL_NODE_BYTES < reached;
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
