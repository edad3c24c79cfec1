// SPDX-License-Identifier: GPL-2.0-or-later
//
// The public debug interface: dumps against what Linux printed (dumps/), the counting checks, and each thing that
// mt_validate() looks at broken in turn.

#define _POSIX_C_SOURCE 200809L // dup, fileno
#define CONFIG_DEBUG_MAPLE_TREE // Declares the counters of the checks.

#include "harness.h"

#include "maple_tree.h"
#include "src/debug_text.h"
#include "src/slab.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define M UINT64_MAX
#define TEXT_MAX 65536
#define NODES_MAX 64

static struct maple_tree tree;
static char said[TEXT_MAX];
static size_t said_length;
static unsigned stops;

static void keep(void *context, const char *text, size_t bytes)
{
	(void)context;
	if (said_length + bytes >= sizeof(said))
		bytes = sizeof(said) - 1 - said_length;
	memcpy(said + said_length, text, bytes);
	said_length += bytes;
	said[said_length] = 0;
}

static void count_stop(void) { stops++; }

static void listen(void)
{
	said_length = 0;
	said[0] = 0;
	stops = 0;
	mpl_debug_set_sink(keep, NULL);
	mpl_debug_set_stop(count_stop);
	atomic_set(&maple_tree_tests_run, 0);
	atomic_set(&maple_tree_tests_passed, 0);
}

static void fresh(unsigned flags)
{
	mtree_destroy(&tree);
	mpl_slab_grace();
	EXPECT(mpl_slab_counters()->live == 0);
	mt_init_flags(&tree, flags);
	listen();
}

static const char *dump(enum mt_dump_format format)
{
	said_length = 0;
	mt_dump(&tree, format);
	return said;
}

// ---- Addresses ----

// A dump's nodes in the order of their lines, and its tree.
struct names {
	uint64_t tree;
	uint64_t node[NODES_MAX];
	unsigned count;
};

static struct names names_in(const char *text)
{
	struct names names = {.count = 0};
	const char *at = strstr(text, "maple_tree(");

	names.tree = at ? strtoull(at + strlen("maple_tree("), NULL, 16) : 0;
	for (at = strstr(text, "node "); at && names.count < NODES_MAX; at = strstr(at + 1, "node "))
		names.node[names.count++] = strtoull(at + strlen("node "), NULL, 16);
	return names;
}

// Copies a dump, its addresses replaced by those that 'to' has in the same places.
static void rename_all(const char *text, const struct names *to, char *out)
{
	struct names from = names_in(text);

	while (*text) {
		char *end;
		uint64_t word;
		bool known = false;

		if (strncmp(text, "0x", 2)) {
			*out++ = *text++;
			continue;
		}
		word = strtoull(text, &end, 16);
		if ((word & ~UINT64_C(1)) == from.tree) {
			known = true;
			word = to->tree | (word & 1);
		}
		for (unsigned i = 0; i < from.count && !known; i++) {
			known = (word & ~UINT64_C(255)) == from.node[i];
			if (known)
				word = to->node[i] | (word & 255);
		}
		out += sprintf(out, "0x%" PRIx64, word);
		text = end;
	}
	*out = 0;
}

static const char *recorded(const char *name)
{
	static char text[TEXT_MAX];
	char path[128];
	size_t bytes;
	FILE *file;

	snprintf(path, sizeof(path), "../tests/core/dumps/%s.txt", name);
	file = fopen(path, "r");
	EXPECT_SAYS(file, "%s: run from core/", path);
	if (!file)
		return "";
	bytes = fread(text, 1, sizeof(text) - 1, file);
	text[bytes] = 0;
	fclose(file);
	return text;
}

// The dump of the tree is the recorded one, but for addresses.
static void expect_recorded(const char *name, enum mt_dump_format format)
{
	static char wanted[TEXT_MAX];
	const char *found = dump(format);
	struct names names = names_in(found);

	rename_all(recorded(name), &names, wanted);
	EXPECT_SAYS(!strcmp(found, wanted), "found\n%swanted\n%s", found, wanted);
}

// ---- Dumps ----

TEST(dumps_of_trees_without_nodes_are_the_recorded_ones)
{
	fresh(0);
	expect_recorded("empty", mt_dump_dec);
	mtree_store(&tree, 0, xa_mk_value(42), GFP_KERNEL);
	expect_recorded("single", mt_dump_dec);
}

TEST(a_dump_of_a_leaf_is_the_recorded_one_in_both_formats)
{
	fresh(0);
	mtree_store_range(&tree, 10, 19, xa_mk_value(7), GFP_KERNEL);
	mtree_store(&tree, 30, XA_ZERO_ENTRY, GFP_KERNEL);
	mtree_store_range(&tree, 40, M, MPL_WORD_ENTRY(0x12345678), GFP_KERNEL);
	expect_recorded("leaf-decimal", mt_dump_dec);
	expect_recorded("leaf-hex", mt_dump_hex);
}

TEST(a_dump_of_nine_mappings_is_the_recorded_one)
{
	MA_STATE(mas, &tree, 0, 0);

	fresh(MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU | MT_FLAGS_LOCK_EXTERN);
	for (uint64_t k = 0; k < 9; k++) {
		mas_set_range(&mas, 0x400000 + k * 0x10000, 0x407fff + k * 0x10000);
		EXPECT(mas_store_gfp(&mas, xa_mk_value(k + 1), GFP_KERNEL) == 0);
	}
	expect_recorded("addresses-hex", mt_dump_hex);
	__mt_destroy(&tree);
	mpl_slab_grace();
	mt_init(&tree);
}

// Reads one node line: its words as recorded, into a node of our own.
static void read_node(const char *line, struct mpl_node *node)
{
	const char *at = strstr(line, " type ");
	unsigned type = (unsigned)strtoul(at + 6, NULL, 10);
	unsigned capacity = type == 3 ? MPL_ARANGE_SLOTS : MPL_RANGE_SLOTS;
	uint64_t *slots = mpl_node_slots(node, (enum mpl_kind)type);
	char *end;

	memset(node, 0, sizeof(*node));
	node->parent = strtoull(strstr(at, " parent ") + 8, NULL, 16);
	end = strstr(at, " contents: ") + 11;
	for (unsigned i = 0; type == 3 && i < capacity; i++)
		node->arange.gap[i] = strtoull(end, &end, 10);
	if (type == 3) {
		node->arange.end = (uint8_t)strtoul(strstr(end, "| ") + 2, &end, 16);
		node->arange.gapmeta = (uint8_t)strtoul(end, &end, 16);
		end += 2;
	}
	for (unsigned i = 0; i < capacity; i++) {
		while (*end == ' ')
			end++;
		if (*end == '(')
			end += strlen("(nil)");
		else
			slots[i] = strtoull(end, &end, 16);
		if (i + 1 < capacity)
			node->range.pivot[i] = strtoull(end, &end, 10);
	}
}

// Replaces a recorded word that names a node by the word of ours.
static uint64_t ours(uint64_t word, const struct names *from, struct mpl_node *const *node)
{
	for (unsigned i = 0; i < from->count; i++) {
		if ((word & ~UINT64_C(255)) == from->node[i])
			return mpl_node_address(node[i]) | (word & 255);
	}
	return (word & ~UINT64_C(1)) == from->tree ? (uint64_t)(uintptr_t)&tree | (word & 1) : word;
}

// Makes the tree whose decimal dump this is.
static void rebuild(const char *text)
{
	struct names from = names_in(text);
	struct mpl_node *node[NODES_MAX];
	const char *line = strchr(text, '\n') + 1;

	for (unsigned i = 0; i < from.count; i++)
		node[i] = mpl_slab_one(MPL_MAY_WAIT);
	for (unsigned i = 0; i < from.count; line = strchr(line, '\n') + 1) {
		uint64_t *slots;
		bool leaf;

		if (!strstr(line, ": node ") || strstr(line, ": node ") > strchr(line, '\n'))
			continue;
		read_node(line, node[i]);
		leaf = strstr(line, " type 1 ") && strstr(line, " type 1 ") < strchr(line, '\n');
		slots = mpl_node_slots(node[i], MPL_KIND_ARANGE);
		for (unsigned slot = 0; !leaf && slot < MPL_ARANGE_SLOTS; slot++)
			slots[slot] = ours(slots[slot], &from, node);
		node[i]->parent = ours(node[i]->parent, &from, node);
		i++;
	}
	tree.ma_flags = (unsigned)strtoul(strstr(text, "flags ") + 6, NULL, 16);
	tree.root_word = ours(strtoull(strstr(text, "root ") + 5, NULL, 16), &from, node);
}

TEST(a_dump_of_three_levels_is_the_recorded_one)
{
	fresh(0);
	rebuild(recorded("three-levels-decimal"));
	EXPECT(mt_height(&tree) == 3);
	EXPECT(mtree_load(&tree, 63) == xa_mk_value(62));
	expect_recorded("three-levels-decimal", mt_dump_dec);
	said_length = 0;
	mt_validate(&tree);
	EXPECT_SAYS(stops == 0 && said_length == 0, "%s", said);
}

TEST(a_dump_shows_places_of_the_slab_and_no_address_of_this_process)
{
	fresh(0);
	for (uint64_t i = 0; i < 40; i++)
		mtree_store_range(&tree, 10 * i, 10 * i + 4, xa_mk_value(i + 1), GFP_KERNEL);
	for (unsigned format = mt_dump_dec; format <= mt_dump_hex; format++) {
		struct names names = names_in(dump((enum mt_dump_format)format));

		EXPECT(names.tree == UINT64_C(0xffffc90000000040));
		EXPECT(names.count == mpl_slab_counters()->live);
		EXPECT(names.node[0] == UINT64_C(0xffff888000000000) + 256 * mpl_slab_place(mpl_node_at(tree.root_word)));
		for (unsigned i = 0; i < names.count; i++)
			EXPECT(names.node[i] - UINT64_C(0xffff888000000000) < UINT64_C(256) * mpl_slab_counters()->places);
	}
}

TEST(trees_are_told_apart_in_a_dump_and_each_root_names_its_own)
{
	static struct maple_tree others[2];
	uint64_t first;

	fresh(0);
	mtree_store(&tree, 5, xa_mk_value(1), GFP_KERNEL);
	EXPECT(names_in(dump(mt_dump_dec)).tree == UINT64_C(0xffffc90000000040));
	for (unsigned i = 0; i < 2; i++) {
		struct names names;
		char parent[40];

		mtree_store(&others[i], 5, xa_mk_value(1), GFP_KERNEL);
		said_length = 0;
		mt_dump(&others[i], mt_dump_hex);
		names = names_in(said);
		if (!i)
			first = names.tree;
		EXPECT(names.tree == first + 64 * i && first > UINT64_C(0xffffc90000000040));
		snprintf(parent, sizeof(parent), " parent 0x%" PRIx64 " ", names.tree + 1);
		EXPECT_SAYS(strstr(said, parent), "%s", said);
	}
	for (unsigned i = 0; i < 2; i++) {
		MA_STATE(mas, &others[i], 5, 5);

		char other[40];

		snprintf(other, sizeof(other), "MAS: tree=0x%" PRIx64 " ", first + 64 * i);
		said_length = 0;
		mas_dump(&mas);
		EXPECT_SAYS(strstr(said, other), "%s", said);
		mtree_destroy(&others[i]);
	}
}

TEST(entries_that_are_neither_values_nor_pointers_are_named)
{
	fresh(0);
	mtree_store(&tree, 1, MPL_WORD_ENTRY(1034), GFP_KERNEL);
	EXPECT(strstr(dump(mt_dump_dec), "\n  1: UNKNOWN ENTRY (0x40a)\n"));
	mtree_store(&tree, 1, MPL_WORD_ENTRY(4098), GFP_KERNEL);
	EXPECT(strstr(dump(mt_dump_dec), "\n  1: 0x1002\n"));
}

TEST(a_pivot_behind_the_end_of_its_node_is_told_in_the_dump)
{
	struct mpl_node *leaf;

	fresh(0);
	for (uint64_t i = 0; mt_height(&tree) < 2; i++)
		mtree_store(&tree, i, xa_mk_value(i), GFP_KERNEL);
	leaf = mpl_node_at(mpl_node_at(tree.root_word)->range.slot[0]);
	leaf->range.pivot[2] = 1000;
	EXPECT_SAYS(strstr(dump(mt_dump_dec), " last (1000) > max (8) at pivot 2!\n"), "%s", said);
	leaf->range.pivot[2] = 2;
}

// ---- States ----

TEST(a_state_is_dumped_as_section_8_5_says)
{
	MA_STATE(mas, &tree, 12, 11);

	fresh(0);
	said_length = 0;
	mas_dump(&mas);
	EXPECT_SAYS(!strcmp(said, "MAS: tree=0xffffc90000000040 enode=(nil) (ma_start) Store Type: invalid store type\n"
	                          "[0/0] index=c last=b\n"
	                          "     min=0 max=ffffffffffffffff alloc=(nil), depth=0, flags=0\n"
	                          "Check index & last\n"),
	            "%s", said);
	mas_set_range(&mas, 10, 19);
	mas_store_gfp(&mas, xa_mk_value(7), GFP_KERNEL);
	mas_walk(&mas);
	said_length = 0;
	mas_dump(&mas);
	EXPECT_SAYS(strstr(said, " (ma_active)Store Type: store_root\n[1/2] index=a last=13\n"), "%s", said);
	mas.status = ma_none;
	mas.store_type = wr_invalid;
	said_length = 0;
	mas_dump(&mas);
	EXPECT(strstr(said, " (ma_none)Store Type: invalid store type\n"));
}

TEST(a_dump_of_a_state_names_each_status_and_each_store_type)
{
	static const char *const statuses[] = {"(ma_active)", "(ma_start) ", "(ma_root)", "(ma_none)", "(ma_pause) ",
	                                       "(ma_overflow) ", "(ma_underflow) ", "(ma_error) "};
	static const char *const types[] = {"invalid store type", "new_root", "store_root", "exact_fit", "spanning_store",
	                                    "split_store", "rebalance", "append", "node_store", "slot_store"};
	char wanted[128];
	MA_STATE(mas, NULL, 1, 2);

	listen();
	for (unsigned status = ma_active; status <= ma_error; status++) {
		for (unsigned type = wr_invalid; type <= wr_slot_store; type++) {
			mas.status = (enum maple_status)status;
			mas.store_type = (enum store_type)type;
			said_length = 0;
			mas_dump(&mas);
			snprintf(wanted, sizeof(wanted), "MAS: tree=(nil) enode=(nil) %sStore Type: %s\n[0/0] ", statuses[status],
			         types[type]);
			EXPECT_SAYS(!strncmp(said, wanted, strlen(wanted)), "%s", said);
			EXPECT(!strstr(said, "Check"));
		}
	}
}

// What a program that set no sink would print.
static const char *printed_by(void (*print)(void))
{
	static char text[TEXT_MAX];
	int before = dup(1);
	FILE *file = tmpfile();
	size_t bytes;

	fflush(stdout);
	dup2(fileno(file), 1);
	mpl_debug_set_sink(NULL, NULL);
	print();
	fflush(stdout);
	dup2(before, 1);
	close(before);
	rewind(file);
	bytes = fread(text, 1, sizeof(text) - 1, file);
	text[bytes] = 0;
	fclose(file);
	return text;
}

static void print_tree(void) { mt_dump(&tree, mt_dump_dec); }

TEST(without_a_sink_text_goes_to_standard_output)
{
	char heard[1024];

	fresh(0);
	mtree_store_range(&tree, 10, 19, xa_mk_value(7), GFP_KERNEL);
	strcpy(heard, dump(mt_dump_dec));
	EXPECT_SAYS(!strcmp(printed_by(print_tree), heard), "%s", heard);
	fresh(0);
}

TEST(a_piece_of_text_has_at_most_255_characters)
{
	listen();
	mpl_debug_say("%300d", 7);
	EXPECT(said_length == 255);
	listen();
	mpl_debug_say("%255d", 7);
	EXPECT(said_length == 255 && said[254] == '7');
	listen();
	mpl_debug_say("%254d", 7);
	EXPECT(said_length == 254 && said[253] == '7');
}

TEST(a_store_under_way_is_dumped_as_section_8_5_says)
{
	MA_STATE(mas, &tree, 12, 12);
	MA_WR_STATE(wr_mas, &mas, xa_mk_value(1));

	fresh(0);
	wr_mas.r_min = 10;
	wr_mas.r_max = 19;
	wr_mas.type = maple_leaf_64;
	wr_mas.offset_end = 3;
	wr_mas.end_piv = 0xabc;
	mas.end = 4;
	said_length = 0;
	mas_wr_dump(&wr_mas);
	EXPECT_SAYS(!strcmp(said, "WR_MAS: node=(nil) r_min=a r_max=13\n        type=1 off_end=3, node_end=4, end_piv=abc\n"),
	            "%s", said);
}

// ---- Checks ----

TEST(checks_count_and_a_broken_one_prints_and_stops)
{
	MA_STATE(mas, &tree, 0, 0);
	MA_WR_STATE(wr_mas, &mas, NULL);

	fresh(0);
	MT_BUG_ON(&tree, false);
	EXPECT(!MT_WARN_ON(&tree, tree.root_word));
	EXPECT(said_length == 0 && stops == 0);
	EXPECT(atomic_read(&maple_tree_tests_run) == 2 && atomic_read(&maple_tree_tests_passed) == 2);
	EXPECT(MT_WARN_ON(&tree, true));
	EXPECT(stops == 0 && strstr(said, "WARN at ") == said && strstr(said, "maple_tree(") &&
	       strstr(said, "Pass: 2 Run:3\n"));
	MAS_BUG_ON(&mas, true);
	EXPECT(stops == 1 && strstr(said, "BUG at ") && strstr(said, "MAS: tree="));
	MAS_WR_BUG_ON(&wr_mas, true);
	EXPECT(stops == 2 && strstr(said, "WR_MAS: "));
	MT_BUG_ON(&tree, true);
	EXPECT(stops == 3);
	EXPECT(MAS_WARN_ON(&mas, true) && MAS_WR_WARN_ON(&wr_mas, true) && !MAS_WR_WARN_ON(&wr_mas, false));
	MAS_BUG_ON(&mas, false);
	MAS_WR_BUG_ON(&wr_mas, false);
	EXPECT(stops == 3);
	EXPECT(atomic_read(&maple_tree_tests_run) == 11 && atomic_read(&maple_tree_tests_passed) == 5);
}

TEST(a_broken_check_of_a_store_dumps_the_store_its_state_and_its_tree)
{
	MA_STATE(mas, &tree, 3, 4);
	MA_WR_STATE(wr_mas, &mas, NULL);
	const char *write, *state, *whole, *counts;

	fresh(0);
	MAS_WR_WARN_ON(&wr_mas, true);
	write = strstr(said, "WR_MAS: node=");
	state = write ? strstr(write, "\nMAS: tree=") : NULL;
	whole = state ? strstr(state, "maple_tree(") : NULL;
	counts = whole ? strstr(whole, "Pass: 0 Run:1\n") : NULL;
	EXPECT_SAYS(counts, "%s", said);
	listen();
	MAS_WARN_ON(&mas, true);
	state = strstr(said, "\nMAS: tree=");
	whole = state ? strstr(state, "maple_tree(") : NULL;
	EXPECT_SAYS(whole && strstr(whole, "Pass: 0 Run:1\n") && !strstr(said, "WR_MAS"), "%s", said);
}

// A tree of height 3, gaps tracked, its nodes neither full nor thin.
static void grow(void)
{
	fresh(MT_FLAGS_ALLOC_RANGE);
	for (uint64_t i = 0; i < 300; i++) {
		uint64_t k = i * 617 % 1000;

		mtree_store_range(&tree, 10 * k, 10 * k + 4 + 5 * (k % 3 > 0), xa_mk_value(k + 1), GFP_KERNEL);
	}
	EXPECT(mt_height(&tree) == 3);
}

TEST(trees_from_stores_are_valid_and_a_bulk_load_may_leave_a_thin_leaf)
{
	static const unsigned modes[] = {0, MT_FLAGS_ALLOC_RANGE, MT_FLAGS_USE_RCU, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU};
	uint64_t random = harness_seed();

	for (unsigned mode = 0; mode < 4; mode++) {
		fresh(modes[mode]);
		for (unsigned i = 0; i < 2000; i++) {
			uint64_t first = harness_below(&random, 5000);
			uint64_t last = first + harness_below(&random, i % 50 ? 5 : 500);

			mtree_store_range(&tree, first, last, i % 4 ? xa_mk_value(i) : NULL, GFP_KERNEL);
			mpl_slab_grace();
			if (i % 50 == 0)
				mt_validate(&tree);
		}
		EXPECT_SAYS(said_length == 0 && stops == 0, "%s", said);
		EXPECT(atomic_read(&maple_tree_tests_run) > 1000);
	}
	MA_STATE(mas, &tree, 0, 0);
	fresh(0);
	mas_expected_entries(&mas, 36);
	for (uint64_t i = 0; i < 36; i++) {
		mas_set_range(&mas, i, i);
		mas_store(&mas, xa_mk_value(i));
	}
	mas_destroy(&mas);
	mt_validate(&tree);
	EXPECT(stops == 0);
}

// Breaks one field and expects mt_validate() to say 'what'; then mends it.
static void expect_found(int line, uint64_t *field, uint64_t value, const char *what)
{
	uint64_t before = *field;

	*field = value;
	listen();
	mt_validate(&tree);
	*field = before;
	EXPECT_AT(line, strstr(said, what), "wanted '%s', found\n%.300s", what, said);
	EXPECT_AT(line, atomic_read(&maple_tree_tests_passed) < atomic_read(&maple_tree_tests_run), "nothing was counted");
}
#define EXPECT_FOUND(field, value, what) expect_found(__LINE__, &(field), value, what)

TEST(each_thing_that_mt_validate_looks_at_is_noticed)
{
	struct mpl_node *root, *inner, *leaf, *next;

	grow();
	root = mpl_node_at(tree.root_word);
	inner = mpl_node_at(root->arange.slot[0]);
	leaf = mpl_node_at(inner->arange.slot[1]);
	EXPECT(leaf->range.pivot[6] && !leaf->range.pivot[12] && inner->arange.end > 4 && root->arange.end < 9);
	next = mpl_node_at(inner->arange.slot[2]);

	EXPECT_FOUND(leaf->parent, mpl_node_address(leaf), "is dead");                                           // I6
	EXPECT_FOUND(leaf->parent, leaf->parent + 8, "does not name");                                           // I8
	EXPECT_FOUND(leaf->parent, next->parent, "does not name");                                               // I8
	EXPECT_FOUND(inner->arange.slot[2], inner->arange.slot[1], "also names");                                // I10
	EXPECT_FOUND(inner->parent, mpl_node_parent_word(mpl_node_address(leaf), 0), "names another parent");    // I7
	EXPECT_FOUND(inner->arange.slot[3], 0, "slot 3 of node");                                                // I11
	EXPECT_FOUND(leaf->range.pivot[2], leaf->range.pivot[0] - 1, "descends");                                // I12
	EXPECT_FOUND(leaf->range.pivot[0], 1, "is outside of it");                                               // I13
	EXPECT_FOUND(leaf->range.pivot[3], 0, "is missing");                                                     // I14
	EXPECT_FOUND(leaf->range.slot[15], 5, "says otherwise");                                                 // I16
	EXPECT_FOUND(leaf->range.slot[14], 7, "is unused and not empty");                                        // I17
	EXPECT_FOUND(leaf->range.pivot[13], 7, "is unused and not 0");                                           // I18
	EXPECT_FOUND(leaf->range.slot[15], 2, "Invalid size 2");                                                 // I21
	EXPECT_FOUND(leaf->range.slot[1], 0, "so is the range before it");                                       // I23
	EXPECT_FOUND(inner->arange.gap[1], inner->arange.gap[1] + 1, "not what its parent says");                // I25
	EXPECT_FOUND(root->arange.gap[0], root->arange.gap[0] + 1, "not what its parent says");                  // I26
	EXPECT_FOUND(inner->arange.gap[1], 100000, "longer than its slot");                                      // I27
	EXPECT_FOUND(inner->arange.gap[inner->arange.gapmeta], 1, "not that of its longest gap");                 // I28
	EXPECT_FOUND(root->arange.gap[9], 1, "is unused and not 0");                                             // I30
	root->arange.gapmeta ^= 9;
	listen();
	mt_validate(&tree);
	EXPECT(strstr(said, "the gap offset of node"));                                                          // I29
	root->arange.gapmeta ^= 9;

	listen();
	mt_validate(&tree);
	EXPECT_SAYS(said_length == 0, "%s", said);
	fresh(0);
}

TEST(a_gap_may_be_as_long_as_its_slot_and_no_longer)
{
	struct mpl_node *inner;
	uint64_t size;

	grow();
	inner = mpl_node_at(mpl_node_at(tree.root_word)->arange.slot[0]);
	size = inner->arange.pivot[1] - inner->arange.pivot[0];
	EXPECT_FOUND(inner->arange.gap[1], size + 1, "longer than its slot");
	EXPECT_FOUND(inner->arange.gap[1], size, "not what its parent says");
	EXPECT(!strstr(said, "longer than its slot"));
	EXPECT_FOUND(inner->arange.gap[0], inner->arange.pivot[0] + 2, "longer than its slot");
	EXPECT_FOUND(inner->arange.gap[0], inner->arange.pivot[0] + 1, "not what its parent says");
	EXPECT(!strstr(said, "longer than its slot"));
	fresh(0);
}

TEST(a_wild_link_is_reported_and_not_followed)
{
	struct mpl_node *root;

	grow();
	root = mpl_node_at(tree.root_word);
	EXPECT_FOUND(root->arange.slot[0], UINT64_C(0x123456789a00) | 0x1c, "has no child");
	EXPECT_FOUND(mpl_node_at(root->arange.slot[0])->parent, UINT64_C(0x123456789a06), "has no parent");
	fresh(0);
}

// ---- The allocator, seen from outside ----

TEST(nodes_are_counted_in_objects_and_bytes)
{
	fresh(0);
	mt_zero_nr_tallocated();
	EXPECT(mt_nr_allocated() == 0 && mt_get_alloc_size() == 0 && mt_nr_tallocated() == 0);
	for (uint64_t i = 0; i < 16; i++)
		mtree_store(&tree, i, xa_mk_value(i), GFP_KERNEL);
	EXPECT(mt_nr_allocated() == 3 && mt_get_alloc_size() == 3 * 256);
	EXPECT(mt_nr_tallocated() == 4);
	fresh(0);
	EXPECT(mt_nr_allocated() == 0 && mt_nr_tallocated() == 4);
}
