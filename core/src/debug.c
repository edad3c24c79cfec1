// SPDX-License-Identifier: GPL-2.0-or-later
//
// Dumps of states, and the checks that count. Texts: debug_text.c. Dumps of trees: debug_dump.c. The validator:
// debug_validate.c.

#include "debug_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// The public layouts are those of node.h, under other names.
#ifndef MPL_TINY
static_assert(sizeof(struct maple_node) == MPL_NODE_BYTES, "a node is 256 bytes on every host");
static_assert(offsetof(struct maple_node, slot) == 8, "a node starts with its parent word");
static_assert(offsetof(struct maple_node, rcu) == 8, "the link of a waiting node is at byte 8");
static_assert(offsetof(struct maple_topiary, next) == 8, "the link of a waiting node is at byte 8");
static_assert(offsetof(struct maple_range_64, slot) == offsetof(struct mpl_range_layout, slot), "slots, leaf or range");
static_assert(offsetof(struct maple_range_64, meta) == offsetof(struct mpl_range_layout, end), "metadata, leaf");
static_assert(offsetof(struct maple_arange_64, slot) == offsetof(struct mpl_arange_layout, slot), "slots, arange");
static_assert(offsetof(struct maple_arange_64, gap) == offsetof(struct mpl_arange_layout, gap), "gaps, arange");
static_assert(offsetof(struct maple_arange_64, meta) == offsetof(struct mpl_arange_layout, end), "metadata, arange");
static_assert(offsetof(struct maple_alloc, node_count) == offsetof(struct mpl_holder_layout, count), "listed nodes");
static_assert(offsetof(struct maple_alloc, request_count) == offsetof(struct mpl_holder_layout, pending), "pending");
static_assert(offsetof(struct maple_alloc, slot) == offsetof(struct mpl_holder_layout, listed), "a holder lists");
#endif
static_assert((int)maple_leaf_64 == MPL_KIND_LEAF && (int)maple_arange_64 == MPL_KIND_ARANGE, "one numbering of kinds");

// ---- States ----

// Some names are followed by a space, some are not: that is the format.
static const char *status_text(enum maple_status status)
{
	switch (status) {
	case ma_active: return "(ma_active)";
	case ma_start: return "(ma_start) ";
	case ma_root: return "(ma_root)";
	case ma_none: return "(ma_none)";
	case ma_pause: return "(ma_pause) ";
	case ma_overflow: return "(ma_overflow) ";
	case ma_underflow: return "(ma_underflow) ";
	case ma_error: return "(ma_error) ";
	}
	return "";
}

static const char *store_text(enum store_type type)
{
	switch (type) {
	case wr_invalid: return "invalid store type";
	case wr_new_root: return "new_root";
	case wr_store_root: return "store_root";
	case wr_exact_fit: return "exact_fit";
	case wr_spanning_store: return "spanning_store";
	case wr_split_store: return "split_store";
	case wr_rebalance: return "rebalance";
	case wr_append: return "append";
	case wr_node_store: return "node_store";
	case wr_slot_store: return "slot_store";
	}
	return "";
}

void mas_dump(const struct ma_state *mas)
{
	mpl_debug_say_pointer("MAS: tree=", mas->tree ? mpl_debug_tree(mpl_walk_tree_address(mas->tree)) : 0, "");
	mpl_debug_say_pointer(" enode=", mpl_debug_word(mas->node_word), " ");
	mpl_debug_say("%sStore Type: %s\n", status_text(mas->status), store_text(mas->store_type));
	mpl_debug_say("[%u/%u] index=%" PRIx64 " last=%" PRIx64 "\n", mas->offset, mas->end, mas->index, mas->last);
	mpl_debug_say("     min=%" PRIx64 " max=%" PRIx64, mas->min, mas->max);
	mpl_debug_say_pointer(" alloc=", mpl_debug_word(mas->prealloc_word), "");
	mpl_debug_say(", depth=%u, flags=%x\n", mas->depth, mas->mas_flags);
	if (mas->index > mas->last)
		mpl_debug_say("Check index & last\n");
}

void mas_wr_dump(const struct ma_wr_state *wr_mas)
{
	mpl_debug_say_pointer("WR_MAS: node=", mpl_debug_word((uintptr_t)wr_mas->node), "");
	mpl_debug_say(" r_min=%" PRIx64 " r_max=%" PRIx64 "\n", wr_mas->r_min, wr_mas->r_max);
	mpl_debug_say("        type=%u off_end=%u, node_end=%u, end_piv=%" PRIx64 "\n", (unsigned)wr_mas->type,
	              wr_mas->offset_end, wr_mas->mas ? wr_mas->mas->end : 0u, wr_mas->end_piv);
}

// ---- Checks ----

__attribute__((weak)) atomic_t maple_tree_tests_run;
__attribute__((weak)) atomic_t maple_tree_tests_passed;
static mpl_debug_stop *stop;

void mpl_debug_set_stop(mpl_debug_stop *to) { stop = to; }

// Counts a check; true if it failed, and then its place has been printed.
static bool broken_at(bool broken, const char *function, int line, bool bug)
{
	atomic_inc(&maple_tree_tests_run);
	if (broken)
		mpl_debug_say("%s at %s:%d (1)\n", bug ? "BUG" : "WARN", function, line);
	else
		atomic_inc(&maple_tree_tests_passed);
	return broken;
}

// Printed after the dump of a failed check.
static void conclude(bool bug)
{
	mpl_debug_say("Pass: %d Run:%d\n", atomic_read(&maple_tree_tests_passed), atomic_read(&maple_tree_tests_run));
	if (!bug)
		return;
	if (stop) {
		stop();
		return;
	}
	fflush(stdout);
	abort();
}

bool mpl_debug_check_tree(const struct maple_tree *mt, bool broken, const char *function, int line, bool bug)
{
	if (broken_at(broken, function, line, bug)) {
		mt_dump(mt, mt_dump_hex);
		conclude(bug);
	}
	return broken;
}

bool mpl_debug_check_state(const struct ma_state *mas, bool broken, const char *function, int line, bool bug)
{
	if (broken_at(broken, function, line, bug)) {
		mas_dump(mas);
		mt_dump(mas->tree, mt_dump_hex);
		conclude(bug);
	}
	return broken;
}

bool mpl_debug_check_write(const struct ma_wr_state *wr_mas, bool broken, const char *function, int line, bool bug)
{
	if (broken_at(broken, function, line, bug)) {
		mas_wr_dump(wr_mas);
		mas_dump(wr_mas->mas);
		mt_dump(wr_mas->mas->tree, mt_dump_hex);
		conclude(bug);
	}
	return broken;
}
