// SPDX-License-Identifier: GPL-2.0-or-later
//
// Overwriting fields of nodes, so that a lesson can show what the validator finds; and restoring them.
//
// A log keeps the old values, latest last. From then on a corrupted tree is only read (operation.h refuses
// everything else), so the log stays valid until the tree is destroyed, which restores it first.

#include "corrupt.h"

#include "operation.h"

#include "../src/slab.h"
#include "../src/trace.h"
#include "../src/visit.h"

#include <string.h>

#define MPL_FILE MPL_FILE_CORRUPT

// One overwritten field.
struct corruption {
	uint64_t node; // Its address.
	uint64_t value; // The value that is not in the tree now: the old one, while the corruption stands.
	uint32_t tree;
	uint16_t offset; // Of the field in the node, and its size, in bytes.
	uint16_t bytes;
};

// A snapshot contains the first 'used' entries.
static struct {
	uint32_t used;
	uint32_t padding;
	struct corruption log[MPL_CORRUPTIONS];
} table;

// ---- Exchange ----

// Swaps the kept value with the node's.
static void swap(struct corruption *one)
{
	unsigned char *field = mpl_node_at(one->node)->byte + one->offset;
	uint64_t old = 0;

	memcpy(&old, field, one->bytes);
	memcpy(field, &one->value, one->bytes);
	one->value = old;
}

// Restores the old tree (latest first), then the corrupted one (in order).
static void take_back(uint32_t tree)
{
	for (uint32_t i = table.used; i-- > 0;) {
		if (table.log[i].tree == tree)
			swap(&table.log[i]);
	}
}

static void bring_back(uint32_t tree)
{
	for (uint32_t i = 0; i < table.used; i++) {
		if (table.log[i].tree == tree)
			swap(&table.log[i]);
	}
}

void mpl_corrupt_mend(struct mpl_handle *handle)
{
	uint32_t tree = mpl_forest_number(handle), kept = 0;

	take_back(tree);
	for (uint32_t i = 0; i < table.used; i++) {
		if (table.log[i].tree != tree)
			table.log[kept++] = table.log[i];
	}
	table.used = kept;
	handle->corruptions = 0;
}

// ---- Which node, which field ----

// Whether a node is one of the tree's own. In a corrupted tree a line of the dump may show another's.
static bool belongs(struct mpl_handle *handle, const struct mpl_node *node)
{
	struct mpl_visit visit;
	const struct mpl_visit_node *at;

	take_back(mpl_forest_number(handle));
	mpl_visit_begin(&visit, handle->tree.root_word);
	do {
		at = mpl_visit_next(&visit);
	} while (at && at->node != node);
	bring_back(mpl_forest_number(handle));
	return at;
}

static bool find_line(struct mpl_handle *handle, uint32_t line, struct mpl_visit_node *found)
{
	struct mpl_visit visit;
	const struct mpl_visit_node *at;

	mpl_visit_begin(&visit, handle->tree.root_word);
	do {
		at = mpl_visit_next(&visit);
	} while (at && line--);
	if (!at)
		return false;
	*found = *at;
	return belongs(handle, found->node);
}

// Whether a node has its end written in it. A leaf or range node with all slots in use has none: its last slot takes
// the place (rule "data end"), which the last pivot shows.
static bool has_end(const struct mpl_visit_node *at)
{
	uint64_t pivot;

	if (at->kind == MPL_KIND_ARANGE)
		return true;
	pivot = at->node->range.pivot[MPL_RANGE_PIVOTS - 1];
	return !pivot || pivot == at->max;
}

// Offset and size of a field; false if this node has none such.
static bool find_field(const struct mpl_visit_node *at, enum mpl_field field, uint32_t slot, struct corruption *one)
{
	bool gaps = at->kind == MPL_KIND_ARANGE;
	uint32_t slots = mpl_node_capacity(at->kind);
	size_t offset;

	one->bytes = 8;
	switch (field) {
	case MPL_CORRUPT_PIVOT:
		offset = offsetof(struct mpl_range_layout, pivot) + 8 * slot;
		slots--;
		break;
	case MPL_CORRUPT_SLOT:
		offset = gaps ? offsetof(struct mpl_arange_layout, slot) : offsetof(struct mpl_range_layout, slot);
		offset += 8 * slot;
		break;
	case MPL_CORRUPT_GAP:
		offset = offsetof(struct mpl_arange_layout, gap) + 8 * slot;
		slots = gaps ? slots : 0;
		break;
	case MPL_CORRUPT_END:
		offset = gaps ? offsetof(struct mpl_arange_layout, end) : offsetof(struct mpl_range_layout, end);
		slots = has_end(at) ? slots : 0;
		one->bytes = 1;
		break;
	case MPL_CORRUPT_GAPMETA:
		offset = offsetof(struct mpl_arange_layout, gapmeta);
		slots = gaps ? slots : 0;
		one->bytes = 1;
		break;
	case MPL_CORRUPT_PARENT:
		offset = 0;
		break;
	default:
		return false;
	}
	if (field > MPL_CORRUPT_GAP)
		slot = 0;
	one->offset = (uint16_t)offset;
	return slot < slots && (one->bytes == 8 || one->value < 256);
}

int32_t mpl_corrupt(uint32_t tree, uint32_t line, uint32_t field, uint32_t slot, uint64_t value)
{
	struct mpl_handle *handle = mpl_operation_begin_on(mpl_forest_handle(tree), 0, 0);
	struct corruption *one = &table.log[table.used];
	struct mpl_visit_node at;

	if (!handle)
		return mpl_step.ret;
	if (table.used == MPL_CORRUPTIONS)
		return mpl_operation_end(handle, -MPL_ENOMEM);
	*one = (struct corruption){.tree = tree, .value = value};
	if (!find_line(handle, line, &at) || !find_field(&at, (enum mpl_field)field, slot, one))
		return mpl_operation_end(handle, -MPL_EINVAL);
	one->node = mpl_node_address(at.node);
	swap(one);
	table.used++;
	handle->corruptions++;
	mpl_step.value = one->value;
	MPL_EVENT(corrupted, at.node, field <= MPL_CORRUPT_GAP ? slot : MPL_NO_SLOT, field, one->value, value);
	return mpl_operation_end(handle, 0);
}

// ---- For the other files ----

void *mpl_corrupt_table(uint32_t *bytes)
{
	*bytes = (uint32_t)(offsetof(__typeof__(table), log) + table.used * sizeof(struct corruption));
	return &table;
}

void mpl_corrupt_reset(void) { memset(&table, 0, sizeof(table)); }
