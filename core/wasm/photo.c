// SPDX-License-Identifier: GPL-2.0-or-later
//
// A copy of memory in the middle of an operation, for slow motion: a tree, its reserve and the nodes in between
// at one event. Knows where the regions lie but not what they mean.
//
// The copy goes behind the last place of the slab that the operation will use; the caller knows it because it has run
// the same operation before. So nothing leaves the module, nothing is imported, and the operation runs
// undisturbed. A module without events never makes a copy.

#include "photo.h"

#include "forest.h"

#include "../src/slab.h"

#include <string.h>

static struct {
	uint32_t events; // Events since the arming.
	uint32_t event;  // The event at which to copy, from 1; 0 for none.
	uint32_t place;  // Where the copy begins.
	uint32_t places; // Places in the copy; may be 0.
	uint32_t trees;  // Trees in it; 0: no copy was made, because an event implies a tree.
} photo;

// Copies the nodes, then the place table, then a record for each tree.
void mpl_photo_take(void)
{
	uint32_t places = mpl_slab_counters()->places, trees = mpl_forest.used;
	uint64_t bytes = (uint64_t)places * (MPL_NODE_BYTES + sizeof(struct mpl_place)) +
	                 trees * sizeof(struct mpl_tree_record);
	uint64_t end = photo.place + (bytes + MPL_NODE_BYTES - 1) / MPL_NODE_BYTES;
	unsigned char *to;

	if (MPL_GROUND_HEAP || photo.place < places || end > MPL_PLACES_MAX || !mpl_ground_reach((uint32_t)end))
		return;
	to = (unsigned char *)mpl_ground_node(photo.place);
	memcpy(to, mpl_ground_node(0), (size_t)places * MPL_NODE_BYTES);
	to += (size_t)places * MPL_NODE_BYTES;
	memcpy(to, mpl_slab_places(), places * sizeof(struct mpl_place));
	to += places * sizeof(struct mpl_place);
	for (uint32_t tree = 1; tree <= trees; tree++, to += sizeof(struct mpl_tree_record)) {
		const struct mpl_tree_record *record = mpl_tree_info(tree);

		if (record)
			memcpy(to, record, sizeof(*record));
		else
			memset(to, 0, sizeof(*record));
	}
	photo.places = places;
	photo.trees = trees;
}

void mpl_photo_count_event(void)
{
	if (++photo.events == photo.event)
		mpl_photo_take();
}

void mpl_photo_reset(void) { memset(&photo, 0, sizeof(photo)); }

void mpl_photo_arm(uint32_t event, uint32_t place)
{
	mpl_photo_reset();
	photo.event = event;
	photo.place = place;
}

uint32_t mpl_photo_events(void) { return photo.events; }
uint32_t mpl_photo_places(void) { return photo.places; }
uint32_t mpl_photo_trees(void) { return photo.trees; }
