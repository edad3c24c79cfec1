// SPDX-License-Identifier: GPL-2.0-or-later
//
// The stage of simulated forks: a parent built to a shape, what its forks must do by rule "fork", and
// a fork with everything checked that can be seen from outside (maple_mm.h). What is expected is worked out here from
// the parent's VMAs alone; the fork's own record is only compared with it.

#ifndef MPL_TEST_FORK_STAGE_H
#define MPL_TEST_FORK_STAGE_H

#include "maple_mm.h"

#include <stdbool.h>
#include <stdint.h>

#define STAGE_VMAS_MAX 128u

// VMA i covers units 10i + 10 ... 10i + 15, contiguous: ... 10i + 19; a unit is so many pages.
struct stage_shape {
	unsigned vmas;
	bool contiguous;
	unsigned dontcopy; // Every n-th VMA is DONTCOPY; 0: none.
	uint64_t unit;
};

struct stage_way {
	const char *name;
	enum mpl_fork_by by;
	enum mpl_fork_undo undo;
	bool wrong_ceiling;
};

// Which failure is armed: 'n' passes of a site from the 'k'th on, of those made for VMA 'vma' (0: of all).
struct stage_failure {
	enum mpl_site site; // MPL_SITES: none.
	uint32_t vma;
	uint32_t k;
	uint32_t n;
};

struct stage_counts {
	uint64_t forks, failed, markers, replaced, removed, tables_left;
	uint64_t by_site[MPL_SITES], by_point[13];
};

extern struct stage_counts stage_counts;

// Forgets everything and builds the parent.
void stage_build(const struct stage_shape *shape);
// How often a fork that goes well passes this site for VMA 'vma', 0: before the first and after the last one. PAGE and
// the node allocator's sites are not counted by VMA: UINT32_MAX.
uint32_t stage_passes(enum mpl_site site, uint32_t vma);
// One fork in this way with this failure; its child exits. Everything is checked. Whether the failure was met.
bool stage_fork(const struct stage_way *way, const struct stage_failure *failure);
// The first thing that was not so in this shape, NULL if all was.
const char *stage_wrong(void);

#endif
