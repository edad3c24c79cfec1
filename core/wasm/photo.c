// SPDX-License-Identifier: GPL-2.0-or-later
//
// A photograph of memory in the middle of an operation, for slow motion: what a tree, its reserve and the nodes between
// them are at one event. Knows where the pieces lie and not what they mean.
//
// The copy goes behind the last place of the slab that the operation will use, which the caller knows since it has seen
// the same operation end before. So nothing leaves the module, nothing is imported, and the operation goes on as if
// nobody had looked. In a module without events none is ever taken.

#include "photo.h"

#include "forest.h"

#include "../src/slab.h"

#include <string.h>

static struct {
	uint32_t heard;  // Events since the arming.
	uint32_t event;  // The one to be taken, from 1; 0 for none.
	uint32_t place;  // Where the copy begins.
	uint32_t places; // Places in the copy, which may be none.
	uint32_t trees;  // Trees in it; 0: no copy was made, since where there is an event there is a tree.
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

void mpl_photo_hear(void)
{
	if (++photo.heard == photo.event)
		mpl_photo_take();
}

void mpl_photo_reset(void) { memset(&photo, 0, sizeof(photo)); }

void mpl_photo_arm(uint32_t event, uint32_t place)
{
	mpl_photo_reset();
	photo.event = event;
	photo.place = place;
}

uint32_t mpl_photo_heard(void) { return photo.heard; }
uint32_t mpl_photo_places(void) { return photo.places; }
uint32_t mpl_photo_trees(void) { return photo.trees; }
