// SPDX-License-Identifier: GPL-2.0-or-later
//
// An address space as a plain list: VMAs one after the other, pages one by one. Slow and plainly right; knows nothing
// of trees and nothing of the core but what its calls are to do (maple_mm.h). Page tables are worked out from what is
// true of them: there is one wherever a page was touched, as long as a VMA is there that it serves.

#ifndef MPL_MM_NAIVE_H
#define MPL_MM_NAIVE_H

#include "maple_mm.h"

#include <stdbool.h>
#include <stdint.h>

#define NAIVE_VMAS 600u
#define NAIVE_PAGES 4096u
#define NAIVE_TABLES 96u
// Joins nothing, is never locked and never grows.
#define NAIVE_SPECIAL (MPL_VMA_PFNMAP | MPL_VMA_MIXEDMAP | MPL_VMA_DONTEXPAND)

struct naive_vma {
	uint64_t first, last;
	uint64_t offset; // In the file; without one, the address where its first page was made.
	uint32_t number, flags, file;
	uint32_t anon; // Which anon_vma: numbers of this list's own, never used twice; 0 for none.
	uint32_t chain;
};

enum naive_kind { NAIVE_ZERO, NAIVE_ANON, NAIVE_FILE, NAIVE_DEVICE };

struct naive_page {
	uint64_t address;
	enum naive_kind kind;
};

struct naive_table {
	uint64_t base;
	unsigned level; // 1 ... 3.
};

struct naive_mm {
	bool used;
	unsigned vmas, pages, tables;
	uint32_t numbers; // Given to VMAs so far.
	uint64_t brk_start, brk;
	struct naive_vma vma[NAIVE_VMAS];    // Ascending, disjoint.
	struct naive_page page[NAIVE_PAGES]; // Ascending.
	struct naive_table table[NAIVE_TABLES];
};

// Each does to the list what the call of that name does to an address space, and returns what that returns. After an
// error the list is not to be looked at any more, so callers work on a copy; but naive_protect() and naive_advise()
// leave it as Linux does, with what they changed before the error.
void naive_new(struct naive_mm *mm);
int naive_load(struct naive_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset,
               uint32_t chain);
int naive_map(struct naive_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset);
int naive_map_any(struct naive_mm *mm, uint64_t bytes, uint32_t flags, uint32_t file, uint64_t offset, uint64_t *first);
int naive_unmap(struct naive_mm *mm, uint64_t first, uint64_t last);
int naive_protect(struct naive_mm *mm, uint64_t first, uint64_t last, uint32_t prot);
int naive_brk_at(struct naive_mm *mm, uint64_t start);
int naive_brk(struct naive_mm *mm, uint64_t end);
int naive_touch(struct naive_mm *mm, uint64_t first, uint64_t last, bool write);
// What the flags of a VMA are after an advice, and whether it refuses that (-EINVAL).
uint32_t naive_advised_flags(const struct naive_vma *vma, uint32_t advice);
bool naive_refuses(const struct naive_vma *vma, enum mpl_advice advice);
int naive_advise(struct naive_mm *mm, uint64_t first, uint64_t last, enum mpl_advice advice);
int naive_remap(struct naive_mm *mm, uint64_t first, uint64_t bytes, uint64_t new_bytes, uint64_t to,
                enum mpl_remap how, uint64_t *now);
void naive_fork(struct naive_mm *child, const struct naive_mm *parent);

// What must be in the address space's own counters.
struct naive_counters {
	uint64_t total_vm, data_vm, exec_vm, stack_vm, locked_vm, rss_anon, rss_file, account;
	uint32_t policies, uffds, files, chains;
};
struct naive_counters naive_count(const struct naive_mm *mm);

#endif
