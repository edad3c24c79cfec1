// SPDX-License-Identifier: GPL-2.0-or-later
//
// The module as a whole: its reset, and the regions of memory that a snapshot contains. See calls.def.

#include "corrupt.h"
#include "exports.h"
#include "memory.h"
#include "operation.h"
#include "readers.h"
#include "states.h"

#include "../src/slab.h"

void mpl_reset(void)
{
	mpl_operation_reset();
	mpl_readers_reset();
	mpl_states_reset();
	mpl_corrupt_reset();
#if MPL_MEMORY
	mpl_memory_reset();
#endif
	mpl_slab_reset();
	mpl_bulk_reset();
}

const void *mpl_slab_base(void) { return mpl_ground_node(0); }
const struct mpl_place *mpl_place_table(void) { return mpl_slab_places(); }

static void *region(uint32_t number, uint32_t *bytes)
{
	switch (number) {
	case MPL_REGION_SLAB:
		return mpl_slab_state(bytes);
	case MPL_REGION_PLACES:
		*bytes = mpl_slab_counters()->places * (uint32_t)sizeof(struct mpl_place);
		return (void *)(uintptr_t)mpl_slab_places();
	case MPL_REGION_NODES:
		*bytes = mpl_slab_counters()->places * (uint32_t)sizeof(struct mpl_node);
		return mpl_ground_node(0);
	case MPL_REGION_TREES:
		*bytes = (uint32_t)(offsetof(struct mpl_forest, handle) + mpl_forest.used * sizeof(struct mpl_handle));
		return &mpl_forest;
	case MPL_REGION_READERS:
		return mpl_readers_table(bytes);
	case MPL_REGION_STATES:
		return mpl_states_table(bytes);
	case MPL_REGION_CORRUPTIONS:
		return mpl_corrupt_table(bytes);
#if MPL_MEMORY
	case MPL_REGION_SPACES:
	case MPL_REGION_VMAS:
	case MPL_REGION_TABLES:
		return mpl_mm_region((enum mpl_mm_region)(number - MPL_REGION_SPACES), bytes);
#endif
	default:
		*bytes = 0;
		return NULL;
	}
}

void *mpl_region(uint32_t number)
{
	uint32_t bytes;

	return region(number, &bytes);
}

uint32_t mpl_region_bytes(uint32_t number)
{
	uint32_t bytes;

	region(number, &bytes);
	return bytes;
}

void mpl_restored(void)
{
#if MPL_MEMORY
	mpl_mm_restored();
#endif
}

uint32_t mpl_reserve(uint32_t places) { return places <= MPL_PLACES_MAX && mpl_ground_reach(places); }
