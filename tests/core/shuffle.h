// SPDX-License-Identifier: GPL-2.0-or-later
//
// Numbers drawn at random, and an order shuffled by them, the same on every machine; for the probes of the cache.

#ifndef MPL_TEST_SHUFFLE_H
#define MPL_TEST_SHUFFLE_H

#include <stdint.h>

/** The seed of every sequence. */
#define SHUFFLE_SEED UINT64_C(616)

/** Draws a number below 'below', which is 1 to 2^31; 'state' is the sequence's own. */
static inline uint64_t shuffle_draw(uint64_t *state, uint64_t below)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (*state >> 33) % below;
}

/** Fills 'order' with the numbers from 0 to count - 1, shuffled; 'count' is 1 or more. */
static inline void shuffle_fill(uint64_t *order, uint64_t count, uint64_t *state)
{
	for (uint64_t i = 0; i < count; i++)
		order[i] = i;
	for (uint64_t i = count - 1; i; i--) {
		uint64_t other = shuffle_draw(state, i + 1), kept = order[other];

		order[other] = order[i];
		order[i] = kept;
	}
}

#endif
