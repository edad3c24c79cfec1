// SPDX-License-Identifier: GPL-2.0-or-later
//
// Trees that are spoilt in some thousand ways, the same in every run, and what each reader that promises to survive
// them says of them: the checker with all that it found and wanted, Linux's validator and dump, our dump, the census.
// The texts are kept as sums (transcript.h): after a change on purpose, the failure prints the new sum.
//
// The damage is such that nothing said depends on where nodes are: links become other links or 0, never numbers.

#define CONFIG_DEBUG_MAPLE_TREE // Declares the counters of the checks.

#include "harness.h"
#include "transcript.h"

#include "maple_tree.h"
#include "src/census.h"
#include "src/dump.h"
#include "src/validate.h"
#include "src/visit.h"
#include "src/records.h"

#include <string.h>

#define ROUNDS 600

static uint64_t dice;
static struct maple_tree tree;
static struct mpl_validate_tree subject;
static struct mpl_node *node[256];
static enum mpl_kind kind[256];
static unsigned nodes;

static uint64_t roll(uint64_t bound) { return harness_below(&dice, bound); }

// ---- Trees ----

static void gather(void)
{
	struct mpl_visit visit;
	const struct mpl_visit_node *at;

	nodes = 0;
	mpl_visit_begin(&visit, subject.root_word);
	while (nodes < 256 && (at = mpl_visit_next(&visit))) {
		node[nodes] = mpl_node_at(mpl_node_address(at->node));
		kind[nodes++] = at->kind;
	}
}

// Of one, two or three levels, with gaps or without, of full leaves and of thin ones.
static void grow(void)
{
	static const unsigned entries[] = {1, 5, 16, 40, 100, 300, 400};
	uint64_t count = entries[roll(7)];

	mpl_slab_reset();
	mpl_slab_begin();
	mt_init_flags(&tree, roll(2) ? MT_FLAGS_ALLOC_RANGE : 0);
	for (uint64_t i = 0; i < count; i++)
		EXPECT(!mtree_store_range(&tree, 20 * i, 20 * i + roll(20), xa_mk_value(i), GFP_KERNEL));
	for (uint64_t i = roll(count); i > 0; i--) {
		uint64_t first = roll(20 * count), last = first + roll(50);
		mpl_entry entry = roll(2) ? xa_mk_value(7) : NULL;

		EXPECT(!mtree_store_range(&tree, first, last, entry, GFP_KERNEL));
	}
	subject = (struct mpl_validate_tree){tree.root_word, (uint64_t)(uintptr_t)&tree, tree.ma_flags, roll(2)};
	gather();
}

// ---- Damage ----

static bool is_link(unsigned at, unsigned word)
{
	if (kind[at] == MPL_KIND_LEAF)
		return word == 0;
	return word == 0 || (kind[at] == MPL_KIND_ARANGE ? word >= 10 && word < 20 : word >= 16 && word < 32);
}

// A number among those that stand in nodes, or beside one.
static uint64_t number(void)
{
	unsigned at = (unsigned)roll(nodes), word = (unsigned)roll(32);
	uint64_t value = is_link(at, word) ? 0 : node[at]->word[word];

	switch (roll(6)) {
	case 0: return 0;
	case 1: return value + 1;
	case 2: return value - 1;
	case 3: return roll(8000);
	case 4: return UINT64_MAX - roll(2);
	default: return value;
	}
}

static uint64_t link(bool parent)
{
	unsigned at = (unsigned)roll(nodes), slot = (unsigned)roll(16);
	uint64_t address = mpl_node_address(node[at]);

	switch (roll(4)) {
	case 0: return 0;
	case 1: return parent ? address | slot << 3 | roll(4) << 1 : mpl_node_word(address, kind[at]) ^ 4;
	default: return parent ? mpl_node_parent_word(address, slot) : mpl_node_word(address, kind[at]);
	}
}

static void spoil(void)
{
	unsigned at = (unsigned)roll(nodes), word = (unsigned)roll(32);

	if (roll(3) == 0) {
		// Small fields: the ends, the gap offset, the padding.
		unsigned byte = kind[at] == MPL_KIND_ARANGE ? 240 + (unsigned)roll(roll(2) ? 2 : 16) : 248 + (unsigned)roll(8);

		if (!is_link(at, byte / 8))
			node[at]->byte[byte] = (uint8_t)roll(roll(2) ? 17 : 256);
	} else if (is_link(at, word)) {
		if (kind[at] == MPL_KIND_LEAF || word == 0 || node[at]->word[word] >= MPL_NODE_BYTES)
			node[at]->word[word] = link(word == 0);
	} else {
		node[at]->word[word] = number();
	}
}

// ---- What is said ----

typedef void teller(void);

static uint64_t sum_of(teller *tell)
{
	dice = 616;
	transcript_begin();
	mpl_debug_set_sink(transcript_write, NULL);
	for (unsigned round = 0; round < ROUNDS; round++) {
		grow();
		for (uint64_t left = roll(4); left > 0 && nodes; left--)
			spoil();
		transcribe("\nround %u\n", round);
		tell();
	}
	mpl_debug_set_sink(NULL, NULL);
	return transcript_sum;
}

static void tell_findings(void)
{
	static struct mpl_finding found[256];
	uint32_t count = mpl_validate_tree(&subject, found, 256);

	transcribe("%u findings\n", count);
	for (uint32_t i = 0; i < count && i < 256; i++) {
		transcribe("I%u%s node %" PRIu64 " slot %d", found[i].invariant, found[i].excused ? " excused" : "", found[i].node,
		    found[i].slot);
		transcript_word(found[i].found);
		transcript_word(found[i].wanted);
		transcribe("\n");
	}
}

static void tell_dump(void)
{
	mpl_dump_lines(tree.root_word, transcript_write, NULL);
	transcribe("%" PRIx64 "\n", mpl_dump_sum(tree.root_word));
}

static void tell_census(void)
{
	static struct mpl_range_record ranges[20];
	struct mpl_census census = mpl_census_take(tree.root_word);

	transcribe("%u %u %u %u %" PRIx64 "\n", census.nodes, census.leaves, census.entries, census.levels, census.contents);
	for (uint64_t from = 0; from < 8000; from = 2 * from + 1) {
		uint32_t count = mpl_census_ranges(tree.root_word, from, ranges, 20);

		for (uint32_t i = 0; i < count; i++)
			transcribe("%" PRIx64 "-%" PRIx64 " %" PRIx64 "\n", ranges[i].first, ranges[i].last, ranges[i].word);
	}
}

static void tell_linux_dump(void)
{
	mt_dump(&tree, roll(2) ? mt_dump_hex : mt_dump_dec);
}

static void nothing(void) {}

static void tell_linux_checks(void)
{
	int run = atomic_read(&maple_tree_tests_run), passed = atomic_read(&maple_tree_tests_passed);

	mpl_debug_set_stop(nothing);
	mt_validate(&tree);
	mpl_debug_set_stop(NULL);
	transcribe("%d of %d\n", atomic_read(&maple_tree_tests_passed) - passed, atomic_read(&maple_tree_tests_run) - run);
}

// The record below has links that are right or 0 or without their mark; these are all others.
TEST(a_child_word_with_other_low_bits_or_of_no_kind_is_passed_over)
{
	static struct mpl_finding found[256];

	for (unsigned flags = 0; flags < 2; flags++) {
		struct mpl_node *root;
		uint64_t *link, right;
		uint32_t nodes_right;

		mpl_slab_reset();
		mpl_slab_begin();
		mt_init_flags(&tree, flags);
		for (uint64_t i = 0; i < 50; i++)
			EXPECT(!mtree_store_range(&tree, 20 * i, 20 * i + 9, xa_mk_value(i), GFP_KERNEL));
		EXPECT(mt_height(&tree) == 2);
		root = mpl_node_at(tree.root_word);
		link = flags ? &root->arange.slot[1] : &root->range.slot[1];
		right = *link;
		nodes_right = mpl_census_take(tree.root_word).nodes;
		subject = (struct mpl_validate_tree){tree.root_word, (uint64_t)(uintptr_t)&tree, tree.ma_flags, false};
		for (unsigned low = 0; low < 256; low++) {
			uint32_t count, reports = 0;

			*link = (right & MPL_ADDRESS_MASK) | low;
			count = mpl_validate_tree(&subject, found, 256);
			for (uint32_t i = 0; i < count && i < 256; i++)
				reports += found[i].invariant == 4 && found[i].slot == 1 && found[i].found == *link;
			EXPECT_SAYS((reports == 1) == (low != 0x0c && low != 0x14 && low != 0x1c), "%x", low);
			if ((low & 7) != 4 || low >> 3 == 0 || (low >> 3 & 15) > 3)
				EXPECT_SAYS(mpl_census_take(tree.root_word).nodes == nodes_right - 1, "%x", low);
		}
		*link = right;
		EXPECT(mpl_validate_tree(&subject, found, 256) == 0);
	}
}

TEST(a_path_of_more_than_31_levels_is_told_and_not_followed)
{
	static struct mpl_finding found[256];
	struct mpl_node *at[40];
	unsigned reports = 0;
	uint32_t count;

	mpl_slab_reset();
	mpl_slab_begin();
	for (unsigned i = 0; i < 40; i++) {
		at[i] = mpl_slab_one(MPL_NOWAIT);
		memset(at[i], 0, sizeof(*at[i]));
		at[i]->range.pivot[0] = UINT64_MAX;
	}
	for (unsigned i = 0; i < 39; i++)
		at[i]->range.slot[0] = mpl_node_word(mpl_node_address(at[i + 1]), i == 38 ? MPL_KIND_LEAF : MPL_KIND_RANGE);
	subject = (struct mpl_validate_tree){0, 256, 31 << 2, false};
	subject.root_word = mpl_node_word(mpl_node_address(at[0]), MPL_KIND_RANGE) | MPL_ROOT_MARK;
	count = mpl_validate_tree(&subject, found, 256);
	for (uint32_t i = 0; i < count && i < 256; i++) {
		if (found[i].invariant == 2 && found[i].node)
			reports += found[i].node == mpl_slab_id(at[30]) && found[i].found == 32 && found[i].wanted == 31;
	}
	EXPECT(reports == 1);
	EXPECT(mpl_census_take(subject.root_word).levels == 32);
	EXPECT(mpl_census_take(subject.root_word).nodes == 32);
}

TEST(levels_are_those_of_the_deepest_node_wherever_it_is)
{
	struct mpl_node *root, *last;

	mpl_slab_reset();
	mpl_slab_begin();
	mt_init_flags(&tree, 0);
	for (uint64_t i = 0; i < 400; i++)
		EXPECT(!mtree_store_range(&tree, 20 * i, 20 * i + 9, xa_mk_value(i), GFP_KERNEL));
	EXPECT(mt_height(&tree) == 3);
	root = mpl_node_at(tree.root_word);
	last = mpl_node_at(root->range.slot[mpl_node_end(root, MPL_KIND_RANGE, UINT64_MAX)]);
	for (unsigned slot = 0; slot < MPL_RANGE_SLOTS - 1; slot++)
		last->range.slot[slot] = 0;
	EXPECT(mpl_census_take(tree.root_word).levels == 3);
}

TEST(the_checker_says_of_spoilt_trees_what_is_on_record)
{
	uint64_t said = sum_of(tell_findings);

	EXPECT_SAYS(said == UINT64_C(0x47c1f24088382ec2), "%" PRIx64, said);
}

TEST(the_dump_says_of_spoilt_trees_what_is_on_record)
{
	uint64_t said = sum_of(tell_dump);

	EXPECT_SAYS(said == UINT64_C(0xf54f1e8c519cc3ee), "%" PRIx64, said);
}

TEST(the_census_says_of_spoilt_trees_what_is_on_record)
{
	uint64_t said = sum_of(tell_census);

	EXPECT_SAYS(said == UINT64_C(0x866fe59647c1ce9), "%" PRIx64, said);
}

TEST(mt_dump_says_of_spoilt_trees_what_is_on_record)
{
	uint64_t said = sum_of(tell_linux_dump);

	EXPECT_SAYS(said == UINT64_C(0x52c0418ad5aa9509), "%" PRIx64, said);
}

TEST(mt_validate_says_of_spoilt_trees_what_is_on_record)
{
	uint64_t said = sum_of(tell_linux_checks);

	EXPECT_SAYS(said == UINT64_C(0x8f02584d20fe6629), "%" PRIx64, said);
}
