// SPDX-License-Identifier: GPL-2.0-or-later
//
// What must be in the counters of an address space, added up from its plain list. See mm_naive.h.

#include "mm_naive.h"

#define PAGE ((uint64_t)MPL_PAGE_BYTES)

struct naive_counters naive_count(const struct naive_mm *mm)
{
	struct naive_counters sum = {0};

	for (unsigned i = 0; i < mm->vmas; i++) {
		const struct naive_vma *vma = &mm->vma[i];
		uint64_t pages = (vma->last - vma->first + 1) / PAGE;
		bool stack = vma->flags & MPL_VMA_GROWS, write = vma->flags & MPL_VMA_WRITE;

		sum.total_vm += pages;
		sum.stack_vm += stack ? pages : 0;
		sum.data_vm += !stack && write && !(vma->flags & MPL_VMA_SHARED) ? pages : 0;
		sum.exec_vm += !stack && !write && vma->flags & MPL_VMA_EXEC ? pages : 0;
		sum.locked_vm += vma->flags & MPL_VMA_LOCKED ? pages : 0;
		sum.account += vma->flags & MPL_VMA_ACCOUNT ? pages : 0;
		sum.policies += !!(vma->flags & MPL_VMA_POLICY);
		sum.uffds |= !!(vma->flags & MPL_VMA_UFFD); // One context for all.
		sum.files += !!vma->file;
		sum.chains += vma->chain;
	}
	for (unsigned i = 0; i < mm->pages; i++) {
		sum.rss_anon += mm->page[i].kind == NAIVE_ANON;
		sum.rss_file += mm->page[i].kind == NAIVE_FILE;
	}
	return sum;
}
