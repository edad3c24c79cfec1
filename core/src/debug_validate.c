// SPDX-License-Identifier: GPL-2.0-or-later
//
// mt_validate() as Linux has it: the same checks in the same order, no more and no less,
// reported through the counting checks of the debug interface. Our own validator, which checks more, names what it
// finds and survives any bytes, is validate.c; the two share nothing but the layout of a node.
//
//     leaves from left to right, then each higher level from left to right, the root last:
//         alive (I6), full enough (I21), named by its parent once (I7, I8, I10),
//         pivots (I12, I13, I14, I16, I18) and slots (I17), children (I7, I8, I11), gaps (I25 ... I30)
//     then the leaves once more: no two ranges of NULL side by side (I23)
//
// A link to no allocated node is reported where it stands and not followed.

#include "debug_text.h"

#include <inttypes.h>

// One check. If it fails, prints what is wrong, then what MT_BUG_ON prints.
#define CHECK(mt, broken, ...)                                                                                         \
	do {                                                                                                           \
		bool is_broken = (broken);                                                                             \
                                                                                                                       \
		if (is_broken)                                                                                         \
			mpl_debug_say(__VA_ARGS__);                                                                    \
		MT_BUG_ON(mt, is_broken);                                                                              \
	} while (0)

static uint64_t name_of(const struct mpl_spot *spot) { return mpl_debug_word(mpl_node_address(spot->node)); }

static unsigned pivot_count(const struct mpl_spot *spot) { return mpl_node_capacity(spot->kind) - 1; }

// ---- One node ----

static void check_life(struct maple_tree *mt, const struct mpl_spot *spot)
{
	bool dead = (spot->node->parent & MPL_ADDRESS_MASK) == mpl_node_address(spot->node);
	bool thin = !mpl_node_is_root(spot->node) && spot->end < mpl_node_minimum(spot->kind);

	CHECK(mt, dead, "node 0x%" PRIx64 " is dead\n", name_of(spot));
	if (thin)
		mpl_debug_say("Invalid size %u of node 0x%" PRIx64 "\n", spot->end, name_of(spot));
	(void)MT_WARN_ON(mt, thin);
}

// The parent names this node in the slot that the node records, and nowhere else.
static void check_parent(struct maple_tree *mt, const struct mpl_spot *spot)
{
	uint64_t address = mpl_node_address(spot->node);
	enum mpl_kind inner = mpl_walk_inner_kind(mt);
	const struct mpl_node *parent;

	if (mpl_node_is_root(spot->node))
		return;
	CHECK(mt, !mpl_slab_holds(spot->node->parent), "node 0x%" PRIx64 " has no parent\n", name_of(spot));
	if (!mpl_slab_holds(spot->node->parent))
		return;
	parent = mpl_node_at(spot->node->parent);
	for (unsigned slot = 0; slot < mpl_node_capacity(inner); slot++) {
		bool named = (mpl_node_slot(parent, inner, slot) & MPL_ADDRESS_MASK) == address;
		bool wanted = slot == mpl_node_parent_slot(spot->node);

		CHECK(mt, named != wanted, "slot %u of its parent %s node 0x%" PRIx64 "\n", slot,
		      named ? "also names" : "does not name", name_of(spot));
	}
}

// Pivots up to the end are there, do not descend and stay inside; the end is where one reaches the limit.
static void check_limits(struct maple_tree *mt, const struct mpl_spot *spot)
{
	const uint64_t *pivot = spot->node->range.pivot;
	uint64_t before = 0;

	for (unsigned slot = 0; slot <= spot->end && slot < pivot_count(spot); slot++) {
		CHECK(mt, slot && !pivot[slot], "pivot %u of node 0x%" PRIx64 " is missing\n", slot, name_of(spot));
		CHECK(mt, pivot[slot] < before, "pivot %u of node 0x%" PRIx64 " descends\n", slot, name_of(spot));
		CHECK(mt, pivot[slot] < spot->min || pivot[slot] > spot->max,
		      "pivot %u of node 0x%" PRIx64 " is outside of it\n", slot, name_of(spot));
		before = pivot[slot];
		CHECK(mt, (pivot[slot] == spot->max) != (slot == spot->end),
		      "the end of node 0x%" PRIx64 " is %u, and pivot %u says otherwise\n", name_of(spot), spot->end, slot);
	}
}

static void check_unused(struct maple_tree *mt, const struct mpl_spot *spot)
{
	for (unsigned slot = spot->end + 1; slot < pivot_count(spot); slot++) {
		CHECK(mt, mpl_walk_slot(spot, slot), "slot %u of node 0x%" PRIx64 " is unused and not empty\n", slot,
		      name_of(spot));
		CHECK(mt, spot->node->range.pivot[slot], "pivot %u of node 0x%" PRIx64 " is unused and not 0\n", slot,
		      name_of(spot));
	}
}

static void check_children(struct maple_tree *mt, const struct mpl_spot *spot)
{
	if (spot->kind == MPL_KIND_LEAF)
		return;
	for (unsigned slot = 0; slot <= spot->end; slot++) {
		uint64_t word = mpl_walk_slot(spot, slot);
		uint64_t parent_word = mpl_node_parent_word(mpl_node_address(spot->node), slot);

		CHECK(mt, !mpl_slab_holds(word), "slot %u of node 0x%" PRIx64 " has no child\n", slot, name_of(spot));
		if (!mpl_slab_holds(word))
			continue;
		CHECK(mt, (mpl_node_at(word)->parent ^ parent_word) & ~UINT64_C(7),
		      "the child in slot %u of node 0x%" PRIx64 " names another parent or slot\n", slot, name_of(spot));
	}
}

// ---- Gaps ----

// The longest gap that a node's own bytes show.
static uint64_t gap_shown(const struct mpl_spot *spot)
{
	uint64_t longest = 0;

	for (unsigned slot = 0; slot <= spot->end; slot++) {
		uint64_t gap = 0;

		if (spot->kind != MPL_KIND_LEAF)
			gap = spot->node->arange.gap[slot];
		else if (!mpl_walk_slot(spot, slot))
			gap = mpl_walk_last(spot, slot) - mpl_walk_first(spot, slot) + 1;
		if (gap > longest)
			longest = gap;
	}
	return longest;
}

static void check_gap_slots(struct maple_tree *mt, const struct mpl_spot *spot)
{
	const struct mpl_arange_layout *node = &spot->node->arange;

	for (unsigned slot = 0; slot < MPL_ARANGE_SLOTS; slot++) {
		if (slot > spot->end)
			CHECK(mt, node->gap[slot], "gap %u of node 0x%" PRIx64 " is unused and not 0\n", slot, name_of(spot));
		else
			CHECK(mt, node->gap[slot] && node->gap[slot] - 1 > mpl_walk_last(spot, slot) - mpl_walk_first(spot, slot),
			      "gap %u of node 0x%" PRIx64 " is longer than its slot\n", slot, name_of(spot));
	}
	CHECK(mt, node->gapmeta > spot->end, "the gap offset of node 0x%" PRIx64 " is behind its end\n", name_of(spot));
	if (node->gapmeta <= spot->end)
		CHECK(mt, node->gap[node->gapmeta] != gap_shown(spot),
		      "the gap offset of node 0x%" PRIx64 " is not that of its longest gap\n", name_of(spot));
}

static void check_gaps(struct maple_tree *mt, const struct mpl_spot *spot)
{
	if (!(mt->ma_flags & MT_FLAGS_ALLOC_RANGE))
		return;
	if (spot->kind == MPL_KIND_ARANGE)
		check_gap_slots(mt, spot);
	if (!mpl_node_is_root(spot->node) && mpl_slab_holds(spot->node->parent)) {
		unsigned slot = mpl_node_parent_slot(spot->node);
		const struct mpl_node *parent = mpl_node_at(spot->node->parent);
		bool wrong = slot >= MPL_ARANGE_SLOTS || parent->arange.gap[slot] != gap_shown(spot);

		CHECK(mt, wrong, "the gap of node 0x%" PRIx64 " is not what its parent says\n", name_of(spot));
	}
}

// ---- All nodes ----

typedef void node_check(struct maple_tree *mt, const struct mpl_spot *spot, void *context);

static void check_node(struct maple_tree *mt, const struct mpl_spot *spot, void *context)
{
	(void)context;
	check_life(mt, spot);
	check_parent(mt, spot);
	check_limits(mt, spot);
	check_unused(mt, spot);
	check_children(mt, spot);
	check_gaps(mt, spot);
}

// 'context' is whether the slot before was NULL.
static void check_nulls(struct maple_tree *mt, const struct mpl_spot *spot, void *context)
{
	bool *null_before = context;

	for (unsigned slot = 0; slot <= spot->end; slot++) {
		bool null = !mpl_walk_slot(spot, slot);

		CHECK(mt, null && *null_before, "slot %u of node 0x%" PRIx64 " is NULL, and so is the range before it\n", slot,
		      name_of(spot));
		*null_before = null;
	}
}

// A node that claims to end behind its last slot is taken to end there.
static struct mpl_spot bounded(struct mpl_spot spot)
{
	unsigned final = mpl_node_capacity(spot.kind) - 1;

	spot.end = spot.end < final ? spot.end : final;
	return spot;
}

// Calls 'check' for the nodes 'down' levels below a spot, from left to right.
static void for_level(struct maple_tree *mt, const struct mpl_spot *spot, unsigned down, node_check *check,
                      void *context)
{
	if (!down) {
		check(mt, spot, context);
		return;
	}
	if (spot->kind == MPL_KIND_LEAF)
		return;
	for (unsigned slot = 0; slot <= spot->end; slot++) {
		struct mpl_spot child;

		if (!mpl_slab_holds(mpl_walk_slot(spot, slot)))
			continue;
		child = bounded(mpl_walk_child(spot, slot));
		for_level(mt, &child, down - 1, check, context);
	}
}

void mt_validate(struct maple_tree *mt)
{
	bool null_before = false;
	struct mpl_spot root;

	if (!mpl_node_is_root_word(mt->root_word))
		return;
	root = bounded(mpl_walk_root(mt));
	for (unsigned down = mt_height(mt); down-- > 0;)
		for_level(mt, &root, down, check_node, NULL);
	for_level(mt, &root, mt_height(mt) - 1, check_nulls, &null_before);
}
