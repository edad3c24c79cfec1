// SPDX-License-Identifier: GPL-2.0-or-later
//
// Address spaces and forks as operations: the calls of maple_mm.h in the frame of operation.h, and the contents of an
// address space, copied into buffers. Decides nothing about memory itself, but checks one thing that only a caller from
// outside can: that a fork leaves its parent unchanged (the sixth of rule "failed fork"). See calls.h.

#include "memory.h"

#include "corrupt.h"
#include "operation.h"
#include "states.h"
#include "sums.h"

#include "../mm/sites.h"
#include "../src/census.h"
#include "../src/prealloc.h"
#include "../src/slab.h"
#include "../src/store.h"

#include <string.h>

#define PARENT_UNCHANGED 6

// The open fork.
static struct {
	struct mpl_handle *parent; // NULL: none.
	uint32_t child;            // Its handle, 0: there is none.
	uint64_t before;           // Hash of the parent when it began.
} fork;

static struct mpl_fork_record fork_record;
static struct mpl_space_record info;
static struct mpl_vma vmas[MPL_VMA_ROOM];
static struct mpl_table_record tables[MPL_TABLES_MAX];
static struct mpl_range_record ranges[MPL_VMA_ROOM];

static struct mpl_mm *space_of(const struct mpl_handle *handle)
{
	return handle && handle->space ? mpl_mm_at(handle->space) : NULL;
}

// ---- The frame ----

// Begins an operation on an address space. NULL if it cannot begin; the operation is then over.
static struct mpl_handle *begin(uint32_t mm, uint64_t first, uint64_t last)
{
	struct mpl_handle *handle = mpl_operation_begin(mm, first, last);

	if (!handle || space_of(handle))
		return handle;
	mpl_operation_end(handle, -MPL_EINVAL);
	return NULL;
}

static int32_t end(struct mpl_handle *handle, int32_t ret)
{
	mpl_operation_end(handle, ret);
	if (ret >= 0)
		memcpy(mpl_step.store_counts, mpl_store_counts, sizeof(mpl_step.store_counts));
	return ret;
}

// The same, and reports the VMA that is now at the first index of the record.
static int32_t end_at(struct mpl_handle *handle, int32_t ret)
{
	const struct mpl_vma *vma = ret ? NULL : mpl_mm_vma_at(space_of(handle), mpl_step.index);

	mpl_step.value = vma ? vma->number : 0;
	return end(handle, ret);
}

// The same for calls that keep what they did before an error.
static int32_t end_partly(struct mpl_handle *handle, int32_t ret)
{
	mpl_step.kept_to = ret ? mpl_mm_kept_to() : 0;
	return end_at(handle, ret);
}

// ---- Calls ----

int32_t mpl_space_new(void)
{
	uint32_t tree = mpl_tree_new(MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU);
	struct mpl_handle *handle = mpl_operation_begin_on(mpl_forest_handle(tree), 0, MPL_INDEX_MAX);
	struct mpl_mm *mm;

	if (!handle)
		return tree ? mpl_step.ret : -MPL_ENOMEM;
	mm = mpl_mm_create(&handle->tree);
	if (!mm) {
		handle->in_use = 0;
		return end(handle, -MPL_ENOMEM);
	}
	handle->space = mm->space;
	return end(handle, (int32_t)tree);
}

int32_t mpl_space_load(uint32_t mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset,
                       uint32_t chain)
{
	struct mpl_handle *handle = begin(mm, first, last);

	if (!handle)
		return mpl_step.ret;
	return end_at(handle, mpl_mm_load(space_of(handle), first, last, flags, file, offset, chain));
}

int32_t mpl_space_map(uint32_t mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset)
{
	struct mpl_handle *handle = begin(mm, first, last);

	if (!handle)
		return mpl_step.ret;
	return end_partly(handle, mpl_mm_map(space_of(handle), first, last, flags, file, offset));
}

// Reports where 'bytes' bytes, rounded up to pages, were placed.
static void tell_place(int32_t ret, uint64_t first, uint64_t bytes)
{
	if (ret)
		return;
	mpl_step.index = first;
	mpl_step.last = first + ((bytes + MPL_PAGE_BYTES - 1) & ~(uint64_t)(MPL_PAGE_BYTES - 1)) - 1;
}

int32_t mpl_space_map_any(uint32_t mm, uint64_t bytes, uint32_t flags, uint32_t file, uint64_t offset)
{
	struct mpl_handle *handle = begin(mm, 0, MPL_INDEX_MAX);
	uint64_t first = 0;
	int32_t ret;

	if (!handle)
		return mpl_step.ret;
	ret = mpl_mm_map_any(space_of(handle), bytes, flags, file, offset, &first);
	tell_place(ret, first, bytes);
	return end_partly(handle, ret);
}

int32_t mpl_space_unmap(uint32_t mm, uint64_t first, uint64_t last)
{
	struct mpl_handle *handle = begin(mm, first, last);

	return handle ? end_partly(handle, mpl_mm_unmap(space_of(handle), first, last)) : mpl_step.ret;
}

int32_t mpl_space_exec(uint32_t mm)
{
	struct mpl_handle *handle = begin(mm, 0, MPL_TASK_BYTES - 1);

	return handle ? end(handle, mpl_mm_exec(space_of(handle))) : mpl_step.ret;
}

int32_t mpl_space_protect(uint32_t mm, uint64_t first, uint64_t last, uint32_t prot)
{
	struct mpl_handle *handle = begin(mm, first, last);

	return handle ? end_partly(handle, mpl_mm_protect(space_of(handle), first, last, prot)) : mpl_step.ret;
}

int32_t mpl_space_brk_at(uint32_t mm, uint64_t start)
{
	struct mpl_handle *handle = begin(mm, start, start);

	return handle ? end(handle, mpl_mm_brk_at(space_of(handle), start)) : mpl_step.ret;
}

int32_t mpl_space_brk(uint32_t mm, uint64_t to)
{
	struct mpl_handle *handle = begin(mm, to, to);

	return handle ? end_partly(handle, mpl_mm_brk(space_of(handle), to)) : mpl_step.ret;
}

int32_t mpl_space_remap(uint32_t mm, uint64_t first, uint64_t bytes, uint64_t new_bytes, uint64_t to, uint32_t how)
{
	struct mpl_handle *handle = begin(mm, first, first + bytes - 1);
	uint64_t now = 0;
	int32_t ret;

	if (!handle)
		return mpl_step.ret;
	ret = mpl_mm_remap(space_of(handle), first, bytes, new_bytes, to, how, &now);
	tell_place(ret, now, new_bytes);
	return end_partly(handle, ret);
}

int32_t mpl_space_touch(uint32_t mm, uint64_t first, uint64_t last, uint32_t write)
{
	struct mpl_handle *handle = begin(mm, first, last);

	return handle ? end_at(handle, mpl_mm_touch(space_of(handle), first, last, write)) : mpl_step.ret;
}

int32_t mpl_space_advise(uint32_t mm, uint64_t first, uint64_t last, uint32_t advice)
{
	struct mpl_handle *handle = begin(mm, first, last);
	bool known = advice < MPL_ADVICES;

	if (!handle)
		return mpl_step.ret;
	if (!known)
		return end_at(handle, -MPL_EINVAL);
	return end_partly(handle, mpl_mm_advise(space_of(handle), first, last, (enum mpl_advice)advice));
}

int32_t mpl_space_lock_all(uint32_t mm, uint32_t how)
{
	struct mpl_handle *handle = begin(mm, 0, MPL_INDEX_MAX);

	return handle ? end(handle, mpl_mm_lock_all(space_of(handle), how)) : mpl_step.ret;
}

int32_t mpl_space_limit(uint32_t mm, uint32_t limit, uint64_t value)
{
	struct mpl_handle *handle = begin(mm, 0, MPL_INDEX_MAX);

	return handle ? end(handle, mpl_mm_limit(space_of(handle), (enum mpl_limit)limit, value)) : mpl_step.ret;
}

int32_t mpl_space_set_base(uint32_t mm, uint64_t base)
{
	struct mpl_mm *space = space_of(mpl_forest_handle(mm));

	if (!space)
		return -MPL_EINVAL;
	space->mmap_base = base;
	return 0;
}

// A corrupted tree is restored first, as before it is destroyed.
int32_t mpl_space_exit(uint32_t mm)
{
	struct mpl_handle *handle = mpl_operation_begin_on(mpl_forest_handle(mm), 0, MPL_INDEX_MAX);

	if (!handle)
		return mpl_step.ret;
	if (!space_of(handle))
		return end(handle, -MPL_EINVAL);
	mpl_states_leave(mm);
	mpl_corrupt_mend(handle);
	mpl_operation_quiet();
	mpl_mm_exit(space_of(handle));
	handle->space = 0;
	handle->in_use = 0;
	fork_record = *mpl_fork_last();
	return end(handle, 0);
}

// ---- The contents of an address space ----

// Its own VMAs among the ranges of its tree: a half-done child still has entries of the parent.
static uint32_t collect(const struct mpl_handle *handle, uint64_t from)
{
	const struct mpl_mm *mm = space_of(handle);
	uint32_t found, count = 0;

	do {
		found = mpl_census_ranges(handle->tree.root_word, from, ranges, MPL_VMA_ROOM - count);
		for (uint32_t i = 0; i < found; i++) {
			const struct mpl_vma *vma = ranges[i].word & 1 ? mpl_mm_vma(mm, (uint32_t)(ranges[i].word >> 1)) : NULL;

			if (vma && vma->first == ranges[i].first && vma->last == ranges[i].last)
				vmas[count++] = *vma;
		}
		from = found ? ranges[found - 1].last + 1 : 0;
	} while (from && count < MPL_VMA_ROOM);
	return count;
}

uint32_t mpl_space_vmas(uint32_t mm, uint64_t from)
{
	const struct mpl_handle *handle = mpl_forest_handle(mm);

	return space_of(handle) ? collect(handle, from) : 0;
}

const struct mpl_vma *mpl_space_vma_buffer(void) { return vmas; }

const struct mpl_space_record *mpl_space_info(uint32_t mm)
{
	const struct mpl_mm *space = space_of(mpl_forest_handle(mm));

	if (!space)
		return NULL;
	info = (struct mpl_space_record){
		.mmap_base = space->mmap_base,
		.brk_start = space->brk_start,
		.brk = space->brk,
		.total_vm = space->total_vm,
		.data_vm = space->data_vm,
		.exec_vm = space->exec_vm,
		.stack_vm = space->stack_vm,
		.locked_vm = space->locked_vm,
		.rss_anon = space->rss_anon,
		.rss_file = space->rss_file,
		.map_count = space->map_count,
		.tables = space->tables,
	};
	return &info;
}

uint32_t mpl_space_tables(uint32_t mm)
{
	const struct mpl_mm *space = space_of(mpl_forest_handle(mm));
	uint32_t found = 0;

	if (space)
		found = mpl_mm_tables(space, tables, MPL_TABLES_MAX);
	else if (!mm)
		found = mpl_fork_tables_left(tables, MPL_TABLES_MAX);
	return found < MPL_TABLES_MAX ? found : MPL_TABLES_MAX;
}

const struct mpl_table_record *mpl_space_table_buffer(void) { return tables; }

// ---- Fork ----

static uint64_t mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 29;
}

// A hash of the tree, its VMAs and their number; it does not depend on the bits of pages.
static uint64_t image(const struct mpl_handle *handle)
{
	uint64_t hash = mix(mpl_sums_of(handle->tree.root_word), space_of(handle)->map_count), from = 0;
	uint32_t count;

	do {
		count = collect(handle, from);
		for (uint32_t i = 0; i < count; i++) {
			const struct mpl_vma *vma = &vmas[i];

			hash = mix(mix(mix(hash, vma->first), vma->last), vma->offset);
			hash = mix(hash, (uint64_t)vma->number << 32 | vma->flags);
			hash = mix(mix(hash, (uint64_t)vma->file << 32 | vma->anon), vma->chain);
		}
		from = count == MPL_VMA_ROOM ? vmas[count - 1].last + 1 : 0;
	} while (from);
	return hash;
}

// There is no child. A record of mpl_fork_begin()'s own says more where it got as far as that.
static int32_t childless(int32_t ret)
{
	fork_record = (struct mpl_fork_record){.error = ret};
	return ret;
}

// Runs it on a handle for the child.
static int32_t run(uint32_t number, uint32_t by, uint32_t undo, bool wrong_ceiling)
{
	struct mpl_handle *parent = fork.parent, *child = mpl_forest_handle(number);
	struct mpl_mm *mm;

	fork.before = image(parent);
	mpl_operation_quiet();
	mpl_operation_open(parent);
	mm = mpl_fork_begin(space_of(parent), &child->tree, (enum mpl_fork_by)by, (enum mpl_fork_undo)undo, wrong_ceiling);
	fork_record = *mpl_fork_last();
	if (!mm) {
		child->in_use = 0;
		return -MPL_ENOMEM;
	}
	child->space = mm->space;
	child->next = parent->next;
	child->bulk_loaded = by == MPL_FORK_BULK || (by == MPL_FORK_DUP && parent->bulk_loaded);
	fork.child = number;
	return (int32_t)number;
}

int32_t mpl_space_fork(uint32_t parent, uint32_t by, uint32_t undo, uint32_t wrong_ceiling)
{
	struct mpl_handle *handle = begin(parent, 0, MPL_INDEX_MAX);
	uint32_t number;

	if (!handle)
		return childless(mpl_step.ret);
	if (by > MPL_FORK_STORES || undo > MPL_UNDO_RANGE)
		return childless(end(handle, -MPL_EINVAL));
	number = mpl_tree_new(handle->tree.ma_flags & (MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU | MPL_FLAGS_RELEASE_MASK));
	if (!number)
		return childless(end(handle, -MPL_ENOMEM));
	fork.parent = handle;
	fork.child = 0;
	return run(number, by, undo, wrong_ceiling);
}

// Nodes added to the child's tree: the copy, and the nodes that its stores took from their reserve. A bulk load
// replaces nodes that it has made itself: there, all nodes allocated and not freed.
static uint32_t used(int32_t ret)
{
	if (ret)
		return 0;
	if (fork_record.by == MPL_FORK_BULK)
		return mpl_operation_handed_out() - mpl_step.freed;
	return fork_record.copied_nodes + mpl_prealloc_used;
}

int32_t mpl_space_fork_end(void)
{
	struct mpl_handle *parent = fork.parent, *child = mpl_forest_handle(fork.child);
	int32_t ret;

	if (!parent)
		return mpl_step.ret ? mpl_step.ret : -MPL_EINVAL;
	ret = mpl_fork_end();
	if (ret && child) {
		child->space = 0;
		child->in_use = 0;
	}
	fork.parent = NULL;
	mpl_operation_close();
	end(ret ? parent : child, ret);
	fork_record = *mpl_fork_last();
	mpl_step.copied = fork_record.copied_nodes;
	mpl_step.used = used(ret);
	fork_record.rules_checked |= 1u << (PARENT_UNCHANGED - 1);
	fork_record.rules &= ~(1u << (PARENT_UNCHANGED - 1));
	fork_record.rules |= (uint32_t)(image(parent) == fork.before) << (PARENT_UNCHANGED - 1);
	return ret;
}

const struct mpl_fork_record *mpl_space_fork_record(void) { return &fork_record; }
const struct mpl_account *mpl_space_fork_accounts(void) { return mpl_fork_accounts(); }
const struct mpl_account *mpl_space_accounts(void) { return mpl_mm_accounts(); }

// ---- Failure ----

void mpl_space_fail_site(uint32_t site, uint32_t vma, uint32_t k, uint32_t n)
{
	if (site < MPL_SITES)
		mpl_fail_site((enum mpl_site)site, vma, k, n);
}

void mpl_space_fail_every(uint32_t k, uint32_t n) { mpl_fail_every(k, n); }
void mpl_space_fail_chance(uint32_t percent, uint64_t seed, uint32_t n) { mpl_fail_chance(percent, seed, n); }
void mpl_space_fail_off(void) { mpl_fail_off(); }
uint32_t mpl_space_passed(uint32_t site) { return site < MPL_SITES ? mpl_site_passed((enum mpl_site)site) : 0; }
uint32_t mpl_space_armed(uint32_t site) { return site < MPL_SITES ? mpl_site_armed((enum mpl_site)site) : 0; }

void mpl_memory_reset(void)
{
	mpl_mm_reset();
	memset(&fork, 0, sizeof(fork));
	memset(&fork_record, 0, sizeof(fork_record));
}
