// SPDX-License-Identifier: GPL-2.0-or-later
//
// The record of each place of the slab. The slab writes it; events read the ids, and know nothing else of the slab.

#ifndef MPL_PLACES_H
#define MPL_PLACES_H

#include "records.h"
#include "ground.h"

static_assert(sizeof(struct mpl_place) == MPL_GROUND_RECORD_BYTES, "the ground has room for a record a place");

// By place, for all places ever used: slab.h has their number.
#if defined(__wasm__) || MPL_GROUND_HEAP
extern struct mpl_place mpl_places[MPL_PLACES_MAX];
static inline struct mpl_place *mpl_places_at(uint32_t place) { return &mpl_places[place]; }
#else
static inline struct mpl_place *mpl_places_at(uint32_t place)
{
	return (struct mpl_place *)(void *)mpl_ground_table + place;
}
#endif

// The id of the node at a place.
static inline uint64_t mpl_places_id(const struct mpl_node *node)
{
	const struct mpl_place *place = mpl_places_at(mpl_ground_place(node));

	return (uint64_t)place->id[1] << 32 | place->id[0];
}

#endif
