// SPDX-License-Identifier: GPL-2.0-or-later
//
// Mapping: with an address, without one, and as /proc/PID/maps gives it. See map.h and join.h.
//
//     |----- A -----|        |- B -|   |------ C ------|
//               |<------- range ------------->|
//     cut       A is shortened, C is cut, what is in between is listed (munmap.h)
//     place     the range joins what is left of A, or of C, or both, or is an object of its own: one store
//     drop      A's upper part, B and C's lower part go

#include "map.h"

#include "munmap.h"
#include "join.h"
#include "limits.h"
#include "unmapped_area.h"

struct mpl_vma mpl_map_piece(const struct mpl_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file,
                             uint64_t offset)
{
	bool account = (flags & (MPL_VMA_WRITE | MPL_VMA_SHARED | MPL_VMA_NORESERVE)) == MPL_VMA_WRITE;

	if (!(flags & MPL_VMA_SPECIAL))
		flags |= mm->locks_new;
	return (struct mpl_vma){
		.first = first,
		.last = last,
		.flags = account ? flags | MPL_VMA_ACCOUNT : flags & ~(uint32_t)MPL_VMA_ACCOUNT,
		.file = file,
		.offset = file ? offset : first,
		.space = mm->space,
	};
}

// Checks made before anything is unmapped.
static int whether_allowed(const struct mpl_mm *mm, const struct mpl_vma *piece)
{
	if (!mpl_limit_maps(mm))
		return -MPL_ENOMEM;
	if (!(piece->flags & MPL_VMA_LOCKED))
		return 0;
	if (!mm->limit[MPL_LIMIT_MEMLOCK])
		return -MPL_EPERM;
	return mpl_limit_locks(mm, mpl_vma_pages(piece)) ? 0 : -MPL_EAGAIN;
}

int mpl_map(struct mpl_mm *mm, const struct mpl_vma *piece)
{
	struct mpl_vma outcome;
	enum mpl_join how = mpl_join_after_cut(mm, piece, &outcome);
	struct mpl_change change;
	struct mpl_munmap_range hole;
	int error;

	error = whether_allowed(mm, piece);
	if (error)
		return error;
	mpl_munmap_plan(mm, &hole, piece->first, piece->last);
	error = mpl_munmap_check(mm, &hole);
	if (error)
		return error;
	if (!mpl_limit_grows(mm, piece->flags, mpl_vma_pages(piece) - hole.mapped))
		return mpl_munmap_refuse(mm, &hole, true, -MPL_ENOMEM);
	mpl_change_begin(&change, mm);
	mpl_munmap_need(&change, &hole);
	change.stores++;
	change.vmas += how == MPL_JOIN_NONE;
	hole.passes_on = piece->flags & MPL_VMA_ACCOUNT;
	change.pages = hole.passes_on ? mpl_vma_pages(piece) - hole.charged : 0;
	error = mpl_change_ask(&change);
	if (!error)
		error = mpl_munmap_cut(&change, &hole);
	if (!error)
		error = mpl_join_place(&change, how, piece);
	if (!error)
		mpl_munmap_drop(mm, &hole);
	return mpl_change_end(&change, error);
}

static int map_checked(struct mpl_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset)
{
	const uint32_t earned = MPL_VMA_HEAP | MPL_VMA_POLICY | MPL_VMA_UFFD;
	struct mpl_vma piece = mpl_map_piece(mm, first, last, flags & ~earned, file, offset);

	mpl_change_keeps(0);
	if (!mpl_is_whole_pages(first, last) || offset % MPL_PAGE_BYTES)
		return -MPL_EINVAL;
	return last < MPL_TASK_BYTES ? mpl_map(mm, &piece) : -MPL_ENOMEM;
}

int mpl_mm_map(struct mpl_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset)
{
	return map_checked(mm, first, last, flags, file, offset);
}

int mpl_mm_map_any(struct mpl_mm *mm, uint64_t bytes, uint32_t flags, uint32_t file, uint64_t offset, uint64_t *first)
{
	uint64_t rounded = mpl_round_up(bytes);
	uint64_t found;
	int error;

	mpl_change_keeps(0);
	if (!bytes)
		return -MPL_EINVAL;
	if (!rounded || mpl_unmapped_area(mm, rounded, flags, file, &found))
		return -MPL_ENOMEM;
	error = map_checked(mm, found, found + rounded - 1, flags, file, offset);
	if (!error)
		*first = found;
	return error;
}

// ---- As /proc/PID/maps gives it ----

// Gives a loaded VMA the objects that its flags and its chain stand for.
static void furnish(struct mpl_vma *vma, uint32_t flags, uint32_t chain)
{
	if (chain)
		mpl_vma_anon_begin(vma, chain);
	if (flags & MPL_VMA_POLICY)
		mpl_vma_policy_take(vma);
	if (flags & MPL_VMA_UFFD)
		mpl_vma_uffd_take(vma);
}

static int load(struct mpl_change *change, uint64_t first, uint64_t last, uint32_t flags, uint32_t file,
                uint64_t offset, uint32_t chain)
{
	struct mpl_mm *mm = change->mm;
	struct mpl_vma *vma = mpl_vma_take(mm, first, last, flags & ~(uint32_t)MPL_VMA_HEAP, file, file ? offset : first);
	MA_STATE(mas, mm->tree, first, last);
	int error = mas_store_gfp(&mas, mpl_vma_entry(vma), GFP_KERNEL);

	if (error) {
		mpl_vma_free(vma);
		mm->numbers--;
		return error;
	}
	furnish(vma, flags, chain);
	mpl_vma_count(mm, vma, 1);
	return 0;
}

int mpl_mm_load(struct mpl_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset,
                uint32_t chain)
{
	struct mpl_change change;
	int error;

	if (!mpl_is_whole_pages(first, last) || last >= MPL_TASK_BYTES || mpl_look_from(mm, first))
		return -MPL_EINVAL;
	mpl_change_begin(&change, mm);
	change.vmas = 1;
	change.chains = chain ? chain + 1 : 0;
	change.policies = !!(flags & MPL_VMA_POLICY);
	change.pages = flags & MPL_VMA_ACCOUNT ? (last - first + 1) / MPL_PAGE_BYTES : 0;
	error = mpl_change_ask(&change);
	if (!error)
		error = load(&change, first, last, flags, file, offset, chain);
	if (!error && flags & MPL_VMA_HEAP) {
		mm->brk_start = mm->brk_start ? mm->brk_start : first;
		mm->brk = last + 1;
	}
	return mpl_change_end(&change, error);
}
