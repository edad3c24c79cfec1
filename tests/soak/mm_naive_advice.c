// SPDX-License-Identifier: GPL-2.0-or-later
//
// What advice makes of one VMA of a plain list. See mm_naive.h.

#include "mm_naive.h"

#include "maple_tree.h"

enum { SPECIAL = NAIVE_SPECIAL };

uint32_t naive_advised_flags(const struct naive_vma *vma, uint32_t advice)
{
	static const struct {
		uint32_t set, clear;
	} changes[] = {
		[MPL_DONTFORK] = {MPL_VMA_DONTCOPY, 0},     [MPL_DOFORK] = {0, MPL_VMA_DONTCOPY},
		[MPL_WIPEONFORK] = {MPL_VMA_WIPEONFORK, 0}, [MPL_KEEPONFORK] = {0, MPL_VMA_WIPEONFORK},
		[MPL_POLICY] = {MPL_VMA_POLICY, 0},         [MPL_POLICY_OFF] = {0, MPL_VMA_POLICY},
		[MPL_UFFD] = {MPL_VMA_UFFD, 0},             [MPL_UFFD_OFF] = {0, MPL_VMA_UFFD},
		[MPL_LOCK] = {MPL_VMA_LOCKED, MPL_VMA_LOCKONFAULT},
		[MPL_UNLOCK] = {0, MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT},
		[MPL_LOCK_ONFAULT] = {MPL_VMA_LOCKED | MPL_VMA_LOCKONFAULT, 0},
		[MPL_HUGEPAGE] = {MPL_VMA_HUGEPAGE, MPL_VMA_NOHUGEPAGE},
		[MPL_NOHUGEPAGE] = {MPL_VMA_NOHUGEPAGE, MPL_VMA_HUGEPAGE},
		[MPL_DONTDUMP] = {MPL_VMA_DONTDUMP, 0},     [MPL_DODUMP] = {0, MPL_VMA_DONTDUMP},
		[MPL_MERGEABLE] = {MPL_VMA_MERGEABLE, 0},   [MPL_UNMERGEABLE] = {0, MPL_VMA_MERGEABLE},
		[MPL_DONTNEED] = {0, 0},                    [MPL_FREE] = {0, 0},
	};

	// Pages of others are never merged, and those of a device never locked.
	if (advice == MPL_MERGEABLE && vma->flags & (MPL_VMA_SHARED | SPECIAL))
		return vma->flags;
	if ((advice == MPL_LOCK || advice == MPL_LOCK_ONFAULT) && vma->flags & SPECIAL)
		return vma->flags;
	return (vma->flags | changes[advice].set) & ~changes[advice].clear;
}

bool naive_refuses(const struct naive_vma *vma, enum mpl_advice advice)
{
	const uint32_t shared = MPL_VMA_SHARED, locked = MPL_VMA_LOCKED;

	switch (advice) {
	case MPL_WIPEONFORK: return vma->file || vma->flags & shared;
	case MPL_DONTNEED: return vma->flags & (locked | MPL_VMA_PFNMAP);
	case MPL_FREE: return vma->file || vma->flags & (locked | shared | SPECIAL);
	case MPL_HUGEPAGE:
	case MPL_NOHUGEPAGE:
	case MPL_DODUMP: return vma->flags & SPECIAL;
	default: return false;
	}
}
