// SPDX-License-Identifier: GPL-2.0-or-later
//
// One number from ranges in ascending order, so that two iterations can be compared and neither is optimised away.

#ifndef MPL_FOLD_H
#define MPL_FOLD_H

#include <stdint.h>

static inline uint64_t mpl_fold_range(uint64_t fold, uint64_t first, uint64_t last, uint64_t word)
{
	const uint64_t prime = UINT64_C(0x100000001b3);

	return (((fold * prime + first) * prime + last) * prime + word) * prime;
}

#endif
