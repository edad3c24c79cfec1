// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree as text, as mt_dump() of Linux prints it: for people who know kernel logs and for tools that parse them.
// Pointers are spelled as in its userland build. Tests and vectors use the format of dump.c.
//
//     maple_tree(0xffffc90000000040) flags 4, height 1 root 0xffff88800000000e
//     0-18446744073709551615: node 0xffff888000000000 depth 0 type 1 parent 0xffffc90000000041 contents: (nil) 9 ...
//       0-9: (nil)
//       10-19: value 7 (0x7) [0xf]
//
// All slots and pivots of a node are printed raw, used or not; below it, one line for each slot that a reader of the
// pivots would find, or the child.

#include "debug_text.h"

#include <inttypes.h>

#define INDENT_MAX 32

static void say_number(uint64_t number, enum mt_dump_format format)
{
	if (format == mt_dump_hex)
		mpl_debug_say("%" PRIx64, number);
	else
		mpl_debug_say("%" PRIu64, number);
}

// Pivots are upper case in the hex format, bounds and gaps are not.
static void say_pivot(uint64_t pivot, enum mt_dump_format format)
{
	mpl_debug_say(format == mt_dump_hex ? "%" PRIX64 " " : "%" PRIu64 " ", pivot);
}

static void say_range(uint64_t first, uint64_t last, unsigned depth, enum mt_dump_format format)
{
	mpl_debug_say("%*s", 2 * depth < INDENT_MAX ? (int)(2 * depth) : INDENT_MAX, "");
	say_number(first, format);
	if (last != first) {
		mpl_debug_say("-");
		say_number(last, format);
	}
	mpl_debug_say(": ");
}

static void say_entry(uint64_t word, uint64_t first, uint64_t last, unsigned depth, enum mt_dump_format format)
{
	say_range(first, last, depth, format);
	if (word & 1) {
		mpl_debug_say("value %" PRIu64 " (0x%" PRIx64 ")", word >> 1, word >> 1);
		mpl_debug_say_pointer(" [", word, "]\n");
	} else if (word == MPL_ZERO_WORD) {
		mpl_debug_say("zero (257)\n");
	} else if ((word & 3) == 2 && word < MAPLE_RESERVED_RANGE) {
		mpl_debug_say_pointer("UNKNOWN ENTRY (", word, ")\n");
	} else {
		mpl_debug_say_pointer("", word, "\n");
	}
}

// A slot in the contents: entries unchanged, child words as mpl_debug_word() shows them.
static void say_slot(const struct mpl_spot *spot, unsigned slot, const char *after)
{
	uint64_t word = mpl_walk_slot(spot, slot);

	mpl_debug_say_pointer("", spot->kind == MPL_KIND_LEAF ? word : mpl_debug_word(word), after);
}

static void say_contents(const struct mpl_spot *spot, enum mt_dump_format format)
{
	unsigned final = mpl_node_capacity(spot->kind) - 1;

	mpl_debug_say(" contents: ");
	if (spot->kind == MPL_KIND_ARANGE) {
		for (unsigned slot = 0; slot <= final; slot++) {
			say_number(spot->node->arange.gap[slot], format);
			mpl_debug_say(" ");
		}
		mpl_debug_say("| %02X %02X| ", spot->node->arange.end, spot->node->arange.gapmeta);
	}
	for (unsigned slot = 0; slot < final; slot++) {
		say_slot(spot, slot, " ");
		say_pivot(spot->node->range.pivot[slot], format);
	}
	say_slot(spot, final, "\n");
}

static void say_node(uint64_t word, uint64_t min, uint64_t max, unsigned depth, enum mt_dump_format format);

// The lines of the slots, as far as the pivots lead.
static void say_slots(const struct mpl_spot *spot, unsigned depth, enum mt_dump_format format)
{
	unsigned final = mpl_node_capacity(spot->kind) - 1;
	uint64_t first = spot->min;

	for (unsigned slot = 0; slot <= final; slot++) {
		uint64_t last = slot < final ? spot->node->range.pivot[slot] : spot->max;
		uint64_t word = mpl_walk_slot(spot, slot);

		if (slot == final && !word && (spot->kind == MPL_KIND_ARANGE || spot->max != MPL_INDEX_MAX))
			return;
		if (!last && slot)
			return;
		if (spot->kind == MPL_KIND_LEAF)
			say_entry(word, first, last, depth + 1, format);
		else if (word)
			say_node(word, first, last, depth + 1, format);
		if (last == spot->max)
			return;
		if (last > spot->max) {
			mpl_debug_say_pointer("node ", mpl_debug_word(mpl_node_address(spot->node)), " last (");
			say_number(last, format);
			mpl_debug_say(") > max (");
			say_number(spot->max, format);
			mpl_debug_say(") at pivot %u!\n", slot);
		}
		first = last + 1;
	}
}

static uint64_t parent_shown(uint64_t word)
{
	if (word & MPL_PARENT_IS_TREE)
		return mpl_debug_tree(word & ~(uint64_t)MPL_PARENT_IS_TREE) | MPL_PARENT_IS_TREE;
	return mpl_debug_word(word);
}

// A word that names no allocated node is not followed, nor is a path that is too long.
static void say_node(uint64_t word, uint64_t min, uint64_t max, unsigned depth, enum mt_dump_format format)
{
	struct mpl_spot spot = {.kind = mpl_node_kind(word), .min = min, .max = max};
	uint64_t parent;

	if (!mpl_slab_holds(word) || depth > MAPLE_HEIGHT_MAX)
		return;
	spot.node = mpl_node_at(word);
	parent = spot.node->parent;
	say_range(min, max, depth, format);
	mpl_debug_say_pointer("node ", mpl_debug_word(word & MPL_ADDRESS_MASK), "");
	mpl_debug_say(" depth %u type %u", depth, (unsigned)spot.kind);
	mpl_debug_say_pointer(" parent ", parent_shown(parent), "");
	if (spot.kind < MPL_KIND_LEAF || spot.kind > MPL_KIND_ARANGE) {
		mpl_debug_say(" UNKNOWN TYPE\n");
		return;
	}
	say_contents(&spot, format);
	say_slots(&spot, depth, format);
}

void mt_dump(const struct maple_tree *mt, enum mt_dump_format format)
{
	uint64_t root = mt->root_word;
	bool node = mpl_node_is_root_word(root);

	mpl_debug_say_pointer("maple_tree(", mpl_debug_tree(mpl_walk_tree_address(mt)), "");
	mpl_debug_say(") flags %X, height %u", mt->ma_flags, mt_height(mt));
	mpl_debug_say_pointer(" root ", node ? mpl_debug_word(root) : root, "\n");
	if (node)
		say_node(root, 0, MPL_INDEX_MAX, 0, format);
	else if (root)
		say_entry(root, 0, 0, 0, format);
	else
		mpl_debug_say("(empty)\n");
}
