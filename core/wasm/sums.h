// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sum of a tree's dump (core/src/dump.h), for a run that sums its tree after every step. Few nodes change between
// two sums, so the effect of each node's line on a sum is kept, and only changed nodes are written as text again.

#ifndef MPL_SUMS_H
#define MPL_SUMS_H

#include <stdint.h>

// The same value as mpl_dump_sum().
uint64_t mpl_sums_of(uint64_t root_word);
// Lines written as text for sums since the start; for tests.
uint64_t mpl_sums_lines_written(void);

#endif
