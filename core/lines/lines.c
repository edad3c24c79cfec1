// SPDX-License-Identifier: GPL-2.0-or-later
//
// Counted operations. See lines.h. This file is compiled without the compiler's calls: it would count itself.

#include "lines.h"

#include "cache.h"
#include "fold.h"
#include "redblack.h"

#include "../src/ground.h"
#include "../src/slab.h"
#include "../wasm/operation.h"

#include <stddef.h>

void (*mpl_lines_listener)(uint64_t number, int written);
volatile uint32_t mpl_lines_mark;

// What can be told apart: as much as the records of the red-black tree take, in the shortest lines.
#define BYTES_KNOWN (MPL_RB_RECORDS_MAX * MPL_RB_RECORD_BYTES)
#define LINES_KNOWN (BYTES_KNOWN / MPL_CACHE_LINE_MIN)

static_assert(MPL_LINES_PLACES_MAX == BYTES_KNOWN / MPL_NODE_BYTES, "as many places as can be told apart");

static struct {
	uintptr_t from; // What is counted: bytes from here, so many of them. None: nothing is counted.
	uintptr_t bytes;
	uint32_t operation; // Number of the operation, from 1.
	uint32_t count[MPL_LINES_COUNTS];
} now;

// The operation that read, and that wrote, a line last.
static uint32_t touched_by[LINES_KNOWN], written_by[LINES_KNOWN];

// ---- What the compiler calls ----

static void note_line(uint64_t number, int written)
{
	if (touched_by[number] != now.operation) {
		touched_by[number] = now.operation;
		now.count[MPL_LINES_LINES]++;
	}
	if (written && written_by[number] != now.operation) {
		written_by[number] = now.operation;
		now.count[MPL_LINES_WRITTEN]++;
	}
	if (mpl_cache_misses(number))
		now.count[MPL_LINES_MISSES]++;
	if (mpl_lines_listener)
		mpl_lines_listener(number, written);
}

static void note(const void *address, uintptr_t bytes, int written)
{
	uintptr_t at = (uintptr_t)address - now.from;

	if (at >= now.bytes || !bytes)
		return;
	now.count[written ? MPL_LINES_WRITES : MPL_LINES_READS]++;
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

// Copies of blocks, which the compiler does not tell of. They stand in the place of the C library's.
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

static void begin(uint32_t which)
{
	for (unsigned i = 0; i < MPL_LINES_COUNTS; i++)
		now.count[i] = 0;
	now.operation++;
	// On a 64-bit host the ground begins somewhere only once it has been reached.
	mpl_ground_reach(1);
	now.from = which ? (uintptr_t)mpl_ground_node(0) : (uintptr_t)mpl_rb_records;
	now.bytes = BYTES_KNOWN;
	mpl_lines_mark = now.operation;
}

static void end(void)
{
	mpl_lines_mark = 0;
	now.bytes = 0;
}

// A maple tree's operation: its frame (operation.h) is not counted.
static struct mpl_handle *begin_on(uint32_t tree, uint64_t first, uint64_t last)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, first, last);

	if (handle && mpl_slab_counters()->places > MPL_LINES_PLACES_MAX - MPL_LINES_PLACES_SPARE) {
		mpl_operation_end(handle, -MPL_ENOMEM);
		handle = NULL;
	}
	begin(tree);
	if (!handle)
		end();
	return handle;
}

static int32_t end_on(struct mpl_handle *handle, int32_t ret)
{
	end();
	return mpl_operation_end(handle, ret);
}

int32_t mpl_lines_cache(uint32_t line, uint32_t ways, uint32_t kib)
{
	return mpl_cache_shape(line, ways, kib) ? 0 : -MPL_EINVAL;
}

void mpl_lines_drop(void) { mpl_cache_drop(); }

uint64_t mpl_lines_load(uint32_t which, uint64_t index)
{
	struct mpl_handle *handle;
	uint64_t word;

	if (!which) {
		begin(which);
		word = mpl_rb_load(index);
		end();
		return word;
	}
	handle = begin_on(which, index, index);
	if (!handle)
		return 0;
	word = MPL_ENTRY_WORD(mtree_load(&handle->tree, index));
	end_on(handle, 0);
	return word;
}

int32_t mpl_lines_insert(uint32_t which, uint64_t first, uint64_t last, uint64_t word)
{
	struct mpl_handle *handle;
	int32_t ret;

	if (!which) {
		begin(which);
		ret = mpl_rb_insert(first, last, word);
		end();
		return ret;
	}
	handle = begin_on(which, first, last);
	if (!handle)
		return mpl_step.ret;
	ret = mtree_insert_range(&handle->tree, first, last, MPL_WORD_ENTRY(word), GFP_KERNEL);
	return end_on(handle, ret);
}

uint64_t mpl_lines_erase(uint32_t which, uint64_t index)
{
	struct mpl_handle *handle;
	uint64_t word;

	if (!which) {
		begin(which);
		word = mpl_rb_erase(index);
		end();
		return word;
	}
	handle = begin_on(which, index, index);
	if (!handle)
		return 0;
	word = MPL_ENTRY_WORD(mtree_erase(&handle->tree, index));
	end_on(handle, 0);
	return word;
}

uint64_t mpl_lines_iterate(uint32_t which)
{
	struct mpl_handle *handle;
	uint64_t fold = 0;
	mpl_entry entry;

	if (!which) {
		begin(which);
		fold = mpl_rb_iterate();
		end();
		return fold;
	}
	handle = begin_on(which, 0, MPL_INDEX_MAX);
	if (!handle)
		return 0;
	MA_STATE(mas, &handle->tree, 0, 0);
	mas_for_each(&mas, entry, MPL_INDEX_MAX)
		fold = mpl_fold_range(fold, mas.index, mas.last, MPL_ENTRY_WORD(entry));
	end_on(handle, 0);
	return fold;
}

uint32_t mpl_lines_count(uint32_t of) { return of < MPL_LINES_COUNTS ? now.count[of] : 0; }
