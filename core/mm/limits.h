// SPDX-License-Identifier: GPL-2.0-or-later
//
// The limits of an address space: vm.max_map_count, and those that setrlimit sets. Checks, and changes
// nothing.
//
//     a new mapping    refused above 'limit' VMAs         so there can be one VMA more than the limit
//     a cut            refused at 'limit' VMAs
//     mremap           refused from 'limit' - 3 VMAs on, and to a given place from 'limit' - 5 on
//
// Observed on a running kernel (6.18) at 65,530 VMAs.

#ifndef MPL_LIMITS_H
#define MPL_LIMITS_H

#include "state.h"

// The limits that an address space begins with: those of Linux for VMAs and stacks, and no others.
void mpl_limits_begin(struct mpl_mm *mm);

// Whether one more mapping is allowed.
bool mpl_limit_maps(const struct mpl_mm *mm);
// Whether a VMA may be cut when there are 'vmas' of them.
bool mpl_limit_cuts(const struct mpl_mm *mm, uint64_t vmas);
// Whether mremap may move memory; 'placed': to a given address.
bool mpl_limit_moves(const struct mpl_mm *mm, bool placed);
// Whether 'pages' more pages with these flags may be mapped: all of them count, and those of data count again.
bool mpl_limit_grows(const struct mpl_mm *mm, uint32_t flags, uint64_t pages);
// Whether 'pages' more pages of data, and 'pages' more locked pages, are allowed.
bool mpl_limit_data(const struct mpl_mm *mm, uint64_t pages);
bool mpl_limit_locks(const struct mpl_mm *mm, uint64_t pages);

#endif
