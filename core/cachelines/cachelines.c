// SPDX-License-Identifier: GPL-2.0-or-later
//
// Counted operations. See cachelines.h. This file is compiled without the compiler's calls: it would count itself.

#include "cachelines.h"

#include "cache.h"
#include "fold.h"
#include "redblack.h"
#include "stdmap.h"

#include "../src/ground.h"
#include "../src/slab.h"
#include "../wasm/operation.h"

#include <stddef.h>

void (*mpl_cachelines_listener)(uint64_t number, int written);
volatile uint32_t mpl_cachelines_mark;

// What can be told apart: as much as the records of the red-black tree take, in the shortest lines.
#define BYTES_KNOWN (MPL_RB_RECORDS_MAX * MPL_RB_RECORD_BYTES)
#define LINES_KNOWN (BYTES_KNOWN / MPL_CACHE_LINE_MIN)

static_assert(MPL_CACHELINES_PLACES_MAX == BYTES_KNOWN / MPL_NODE_BYTES, "as many places as can be told apart");

static struct {
	uintptr_t from; // What is counted: bytes from here, so many of them. None: nothing is counted.
	uintptr_t bytes;
	uint32_t operation; // Number of the operation, from 1.
	uint32_t count[MPL_CACHELINES_COUNTS];
} now;

// The trees that have no handle.
static const struct rival {
	int32_t (*insert)(uint64_t first, uint64_t last, uint64_t word);
	uint64_t (*load)(uint64_t index);
	uint64_t (*erase)(uint64_t index);
	uint64_t (*iterate)(void);
	int32_t (*copy)(void);
	void (*copy_drop)(void);
	const void *memory; // What is counted of it.
	uintptr_t bytes;
} redblack = {mpl_rb_insert, mpl_rb_load, mpl_rb_erase, mpl_rb_iterate, mpl_rb_copy, mpl_rb_copy_drop,
	      mpl_rb_records, BYTES_KNOWN},
  stdmap = {mpl_map_insert, mpl_map_load, mpl_map_erase, mpl_map_iterate, mpl_map_copy, mpl_map_copy_drop,
	    mpl_map_places, MPL_MAP_NODES_MAX * MPL_MAP_PLACE_BYTES};

static_assert(MPL_MAP_NODES_MAX * MPL_MAP_PLACE_BYTES <= BYTES_KNOWN, "lines of the std::map can be told apart");

// The operation that read, and that wrote, a line last.
static uint32_t touched_by[LINES_KNOWN], written_by[LINES_KNOWN];

// ---- What the compiler calls ----

static void note_line(uint64_t number, int written)
{
	if (touched_by[number] != now.operation) {
		touched_by[number] = now.operation;
		now.count[MPL_CACHELINES_LINES]++;
	}
	if (written && written_by[number] != now.operation) {
		written_by[number] = now.operation;
		now.count[MPL_CACHELINES_WRITTEN]++;
	}
	if (mpl_cache_misses(number))
		now.count[MPL_CACHELINES_MISSES]++;
	if (mpl_cachelines_listener)
		mpl_cachelines_listener(number, written);
}

static void note(const void *address, uintptr_t bytes, int written)
{
	uintptr_t at = (uintptr_t)address - now.from;

	if (at >= now.bytes || !bytes)
		return;
	now.count[written ? MPL_CACHELINES_WRITES : MPL_CACHELINES_READS]++;
	for (uint64_t number = at / mpl_cache_line(); number <= (at + bytes - 1) / mpl_cache_line(); number++)
		note_line(number, written);
}

#define HOOKS(size)                                                                                                    \
	void __sanitizer_cov_load##size(const void *address);                                                          \
	void __sanitizer_cov_load##size(const void *address) { note(address, size, 0); }                               \
	void __sanitizer_cov_store##size(const void *address);                                                         \
	void __sanitizer_cov_store##size(const void *address) { note(address, size, 1); }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

// Copies of blocks, which the compiler does not report. They stand in the place of the C library's.
void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);

void *memmove(void *to, const void *from, size_t bytes)
{
	unsigned char *target = to;
	const unsigned char *source = from;

	note(from, bytes, 0);
	note(to, bytes, 1);
	if (target <= source)
		for (size_t i = 0; i < bytes; i++)
			target[i] = source[i];
	else
		for (size_t i = bytes; i-- > 0;)
			target[i] = source[i];
	return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t bytes) { return memmove(to, from, bytes); }

void *memset(void *to, int byte, size_t bytes)
{
	unsigned char *target = to;

	note(to, bytes, 1);
	for (size_t i = 0; i < bytes; i++)
		target[i] = (unsigned char)byte;
	return to;
}

// ---- Counted operations ----

static void begin(const void *from, uintptr_t bytes)
{
	for (unsigned i = 0; i < MPL_CACHELINES_COUNTS; i++)
		now.count[i] = 0;
	now.operation++;
	now.from = (uintptr_t)from;
	now.bytes = bytes;
	mpl_cachelines_mark = now.operation;
}

static void end(void)
{
	mpl_cachelines_mark = 0;
	now.bytes = 0;
}

static const struct rival *begin_rival(uint32_t which)
{
	const struct rival *rival =
		which == MPL_CACHELINES_REDBLACK ? &redblack : which == MPL_CACHELINES_STDMAP ? &stdmap : NULL;

	if (rival)
		begin(rival->memory, rival->bytes);
	return rival;
}

// A maple tree's operation, which may ask for so many nodes: its frame (operation.h) is not counted.
static struct mpl_handle *begin_on(uint32_t tree, uint64_t first, uint64_t last, uint32_t nodes)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, first, last);

	if (handle && mpl_slab_counters()->places + nodes > MPL_CACHELINES_PLACES_MAX) {
		mpl_operation_end(handle, -MPL_ENOMEM);
		handle = NULL;
	}
	// On a 64-bit host the ground begins somewhere only once it has been reached.
	mpl_ground_reach(1);
	begin(mpl_ground_node(0), handle ? BYTES_KNOWN : 0);
	if (!handle)
		end();
	return handle;
}

static int32_t end_on(struct mpl_handle *handle, int32_t ret)
{
	end();
	return mpl_operation_end(handle, ret);
}

int32_t mpl_cachelines_cache(uint32_t line, uint32_t ways, uint32_t kib)
{
	return mpl_cache_shape(line, ways, kib) ? 0 : -MPL_EINVAL;
}

void mpl_cachelines_drop(void) { mpl_cache_drop(); }

uint64_t mpl_cachelines_load(uint32_t which, uint64_t index)
{
	const struct rival *rival = begin_rival(which);
	struct mpl_handle *handle;
	uint64_t word;

	if (rival) {
		word = rival->load(index);
		end();
		return word;
	}
	handle = begin_on(which, index, index, MPL_CACHELINES_PLACES_SPARE);
	if (!handle)
		return 0;
	word = MPL_ENTRY_WORD(mtree_load(&handle->tree, index));
	end_on(handle, 0);
	return word;
}

int32_t mpl_cachelines_insert(uint32_t which, uint64_t first, uint64_t last, uint64_t word)
{
	const struct rival *rival = begin_rival(which);
	struct mpl_handle *handle;
	int32_t ret;

	if (rival) {
		ret = rival->insert(first, last, word);
		end();
		return ret;
	}
	handle = begin_on(which, first, last, MPL_CACHELINES_PLACES_SPARE);
	if (!handle)
		return mpl_step.ret;
	ret = mtree_insert_range(&handle->tree, first, last, MPL_WORD_ENTRY(word), GFP_KERNEL);
	return end_on(handle, ret);
}

uint64_t mpl_cachelines_erase(uint32_t which, uint64_t index)
{
	const struct rival *rival = begin_rival(which);
	struct mpl_handle *handle;
	uint64_t word;

	if (rival) {
		word = rival->erase(index);
		end();
		return word;
	}
	handle = begin_on(which, index, index, MPL_CACHELINES_PLACES_SPARE);
	if (!handle)
		return 0;
	word = MPL_ENTRY_WORD(mtree_erase(&handle->tree, index));
	end_on(handle, 0);
	return word;
}

uint64_t mpl_cachelines_iterate(uint32_t which)
{
	const struct rival *rival = begin_rival(which);
	struct mpl_handle *handle;
	uint64_t fold = 0;
	mpl_entry entry;

	if (rival) {
		fold = rival->iterate();
		end();
		return fold;
	}
	handle = begin_on(which, 0, MPL_INDEX_MAX, MPL_CACHELINES_PLACES_SPARE);
	if (!handle)
		return 0;
	MA_STATE(mas, &handle->tree, 0, 0);
	mas_for_each(&mas, entry, MPL_INDEX_MAX)
		fold = mpl_fold_range(fold, mas.index, mas.last, MPL_ENTRY_WORD(entry));
	end_on(handle, 0);
	return fold;
}

int32_t mpl_cachelines_copy(uint32_t which)
{
	const struct rival *rival = begin_rival(which);
	static struct maple_tree copy;
	struct mpl_handle *handle;
	int32_t ret;

	if (rival) {
		ret = rival->copy();
		end();
		rival->copy_drop();
		return ret;
	}
	// A tree has no more nodes than are out in all.
	handle = begin_on(which, 0, MPL_INDEX_MAX, mpl_slab_counters()->live + MPL_CACHELINES_PLACES_SPARE);
	if (!handle)
		return mpl_step.ret;
	mt_init_flags(&copy, handle->tree.ma_flags & ~MT_FLAGS_HEIGHT_MASK);
	ret = mtree_dup(&handle->tree, &copy, GFP_KERNEL);
	end();
	mtree_destroy(&copy);
	return mpl_operation_end(handle, ret);
}

uint32_t mpl_cachelines_count(uint32_t of) { return of < MPL_CACHELINES_COUNTS ? now.count[of] : 0; }
