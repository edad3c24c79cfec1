// SPDX-License-Identifier: GPL-2.0-or-later
//
// Each structural invariant of core/README.md ("Invariants") is broken once on purpose, by a poke into the bytes of a
// sound tree, and must be noticed by its number at the right node and slot; what the specification excuses must be
// excused, and nothing else; and no bytes whatever may lead the validator astray.

#include "harness.h"

#include "maple_tree.h"
#include "src/slab.h"
#include "src/validate.h"
#include "wasm/calls.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ANY_SLOT (-2)

static struct mpl_finding found[256];
static uint32_t found_count;

// The tree under test, as the validator is given it. Pokes may change it.
static struct mpl_validate_tree subject;

static void validate(void)
{
	found_count = mpl_validate_tree(&subject, found, 256);
	if (found_count > 256)
		found_count = 256;
}

static const struct mpl_finding *finding(unsigned invariant)
{
	for (uint32_t i = 0; i < found_count; i++) {
		if (found[i].invariant == invariant)
			return &found[i];
	}
	return NULL;
}

static bool noticed_at(unsigned invariant, const struct mpl_node *node, int slot)
{
	for (uint32_t i = 0; i < found_count; i++) {
		if (found[i].invariant == invariant && !found[i].excused && (slot == ANY_SLOT || found[i].slot == slot) &&
		    found[i].node == (node ? mpl_slab_id(node) : 0))
			return true;
	}
	return false;
}

static void look_at(uint32_t handle)
{
	const struct mpl_tree_record *info = mpl_tree_info(handle);

	subject = (struct mpl_validate_tree){info->root, info->address, info->flags, info->bulk_loaded};
}

// ---- A sound tree of three levels, with entries of ten indexes and gaps of ten between them ----

static struct mpl_node *root, *inner, *leaf; // The root, its second child, and that child's second.

static void grow(uint32_t flags)
{
	uint32_t handle;

	mpl_reset();
	handle = mpl_tree_new(flags);
	for (uint64_t i = 0; i < 400; i++)
		EXPECT(mpl_store(handle, 20 * i, 20 * i + 9, 2 * i + 1) == 0);
	look_at(handle);
	root = mpl_node_at(subject.root_word);
	inner = mpl_node_at(flags ? root->arange.slot[1] : root->range.slot[1]);
	leaf = mpl_node_at(flags ? inner->arange.slot[1] : inner->range.slot[1]);
}

// Cuts a node down to 'count' slots. 'max' is its last index.
static void cut_leaf(struct mpl_node *node, unsigned count, uint64_t max)
{
	for (unsigned i = count; i < MPL_LEAF_SLOTS; i++)
		node->range.slot[i] = 0;
	for (unsigned i = count - 1; i < MPL_LEAF_PIVOTS; i++)
		node->range.pivot[i] = i == count - 1 ? max : 0;
	node->range.end = (uint8_t)(count - 1);
}

static uint64_t leaf_max(void) { return inner->arange.pivot[1]; }
static uint64_t leaf_min(void) { return inner->arange.pivot[0] + 1; }

// ---- The pokes ----
// Each breaks what its name says, and says where that must be seen.

struct place {
	const struct mpl_node *node; // NULL: the tree itself.
	int slot;
};

typedef struct place poke(void);

static struct place at(const struct mpl_node *node, int slot) { return (struct place){node, slot}; }

static struct place root_word_of_no_kind(void)
{
	subject.root_word ^= 0x18;
	return at(NULL, -1);
}
static struct place root_word_to_nowhere(void)
{
	subject.root_word += UINT64_C(1) << 40;
	return at(NULL, -1);
}
static struct place root_word_reserved(void)
{
	subject.root_word = 6;
	return at(NULL, -1);
}
static struct place height_one_more(void)
{
	subject.flags += 4;
	return at(NULL, -1);
}
static struct place height_of_an_empty_tree(void)
{
	subject.root_word = 0;
	return at(NULL, -1);
}
static struct place root_of_another_tree(void)
{
	root->parent += 16;
	return at(root, -1);
}
static struct place child_word_of_no_kind(void)
{
	inner->arange.slot[2] ^= 4;
	return at(inner, 2);
}
static struct place child_word_to_nowhere(void)
{
	inner->arange.slot[2] = UINT64_C(0xdead00000000000c);
	return at(inner, 2);
}
static struct place leaf_called_a_range_node(void)
{
	inner->arange.slot[1] ^= 0x18;
	return at(leaf, -1);
}
static struct place inner_node_called_a_leaf(void)
{
	root->arange.slot[1] ^= 0x10;
	return at(inner, -1);
}
static struct place dead_leaf(void)
{
	leaf->parent = mpl_node_address(leaf);
	return at(leaf, -1);
}
static struct place child_of_another_node(void)
{
	leaf->parent = (leaf->parent & 255) | mpl_node_address(root);
	return at(leaf, -1);
}
static struct place child_of_another_slot(void)
{
	leaf->parent += 8;
	return at(leaf, -1);
}
static struct place parent_of_another_type(void)
{
	leaf->parent ^= 2;
	return at(leaf, -1);
}
static struct place child_held_twice(void)
{
	inner->arange.slot[2] = inner->arange.slot[1];
	return at(inner, 2);
}
static struct place root_held_by_a_descendant(void)
{
	inner->arange.slot[2] = subject.root_word & ~UINT64_C(2);
	return at(inner, 2);
}
static struct place child_missing(void)
{
	inner->arange.slot[1] = 0;
	return at(inner, 1);
}
static struct place equal_pivots(void)
{
	leaf->range.pivot[3] = leaf->range.pivot[2];
	return at(leaf, 3);
}
static struct place falling_pivots(void)
{
	inner->arange.pivot[2] = inner->arange.pivot[1] - 1;
	return at(inner, 2);
}
static struct place pivot_below_the_node(void)
{
	leaf->range.pivot[0] = leaf_min() - 1;
	return at(leaf, 0);
}
static struct place pivot_above_the_node(void)
{
	leaf->range.pivot[1] = leaf_max() + 1;
	return at(leaf, 1);
}
static struct place maximum_too_early(void)
{
	leaf->range.pivot[2] = leaf_max();
	return at(leaf, 2);
}
static struct place zero_pivot(void)
{
	leaf->range.pivot[4] = 0;
	return at(leaf, 4);
}
static struct place maximum_not_stored(void)
{
	cut_leaf(leaf, 9, leaf_max());
	leaf->range.pivot[8] = leaf_max() - 1;
	return at(leaf, 8);
}
static struct place end_one_less(void)
{
	inner->arange.end--;
	return at(inner, -1);
}
static struct place end_of_a_leaf_one_more(void)
{
	cut_leaf(leaf, 9, leaf_max());
	leaf->range.end++;
	return at(leaf, -1);
}
static struct place end_outside_the_node(void)
{
	inner->arange.end = 200;
	return at(inner, -1);
}
static struct place slot_behind_the_end(void)
{
	cut_leaf(leaf, 9, leaf_max());
	leaf->range.slot[9] = 3;
	return at(leaf, 9);
}
static struct place pivot_behind_the_end(void)
{
	cut_leaf(leaf, 9, leaf_max());
	leaf->range.pivot[9] = leaf_max();
	return at(leaf, 9);
}
static struct place metadata_gap_in_a_leaf(void)
{
	cut_leaf(leaf, 9, leaf_max());
	leaf->range.gapmeta = 1;
	return at(leaf, -1);
}
static struct place metadata_end_of_an_arange(void)
{
	inner->arange.end ^= 1;
	return at(inner, -1);
}
static struct place padding_written(void)
{
	inner->arange.padding[13] = 1;
	return at(inner, -1);
}
static struct place thin_leaf(void)
{
	cut_leaf(leaf, 6, leaf_max());
	return at(leaf, -1);
}
static struct place only_child(void)
{
	struct mpl_arange_layout *arange = &root->arange;

	memset(arange->slot + 1, 0, sizeof(arange->slot) - 8);
	memset(arange->pivot, 0, sizeof(arange->pivot));
	memset(arange->gap + 1, 0, sizeof(arange->gap) - 8);
	arange->pivot[0] = MPL_INDEX_MAX;
	arange->end = arange->gapmeta = 0;
	return at(root, -1);
}
static struct place two_nulls_in_a_row(void)
{
	unsigned i = leaf->range.slot[0] ? 1 : 2;

	leaf->range.slot[i - 1] = leaf->range.slot[i] = 0;
	return at(leaf, (int)i);
}
static struct place null_at_the_end(void)
{
	unsigned end = 0;

	while (end < MPL_LEAF_PIVOTS && leaf->range.pivot[end] != leaf_max())
		end++;
	leaf->range.slot[end] = 0;
	return at(leaf, (int)end);
}
static struct place gap_of_a_leaf(void)
{
	inner->arange.gap[1]--;
	return at(inner, 1);
}
static struct place gap_of_an_inner_node(void)
{
	root->arange.gap[1]--;
	return at(root, 1);
}
static struct place gap_wider_than_its_slot(void)
{
	inner->arange.gap[1] = leaf_max() - leaf_min() + 2;
	return at(inner, 1);
}
static struct place gap_offset_at_a_smaller_gap(void)
{
	unsigned other = root->arange.gapmeta ? 0 : 1;

	root->arange.gapmeta = (uint8_t)other;
	return at(root, (int)other);
}
static struct place gap_offset_outside(void)
{
	root->arange.gapmeta = (uint8_t)(root->arange.end + 1);
	return at(root, -1);
}
static struct place gap_behind_the_end(void)
{
	root->arange.gap[root->arange.end + 1] = 1;
	return at(root, root->arange.end + 1);
}
static struct place hole_between_leaves(void)
{
	cut_leaf(leaf, 9, leaf_max());
	leaf->range.pivot[8] = leaf_max() - 1;
	return at(mpl_node_at(inner->arange.slot[2]), -1);
}
static struct place subtree_cut_off(void)
{
	root->arange.slot[root->arange.end] = 0;
	return at(NULL, -1);
}

static const struct {
	unsigned invariant;
	const char *name;
	poke *poke;
} pokes[] = {
#define POKE(invariant, name) {invariant, #name, name}
	POKE(1, root_word_of_no_kind),       POKE(1, root_word_to_nowhere),    POKE(1, root_word_reserved),
	POKE(2, height_one_more),            POKE(2, height_of_an_empty_tree), POKE(3, root_of_another_tree),
	POKE(4, child_word_of_no_kind),      POKE(4, child_word_to_nowhere),   POKE(5, leaf_called_a_range_node),
	POKE(5, inner_node_called_a_leaf),   POKE(6, dead_leaf),               POKE(7, child_of_another_node),
	POKE(8, child_of_another_slot),      POKE(9, parent_of_another_type),  POKE(10, child_held_twice),
	POKE(10, root_held_by_a_descendant), POKE(11, child_missing),          POKE(12, equal_pivots),
	POKE(12, falling_pivots),            POKE(13, pivot_below_the_node),   POKE(13, pivot_above_the_node),
	POKE(13, maximum_too_early),         POKE(14, zero_pivot),             POKE(15, maximum_not_stored),
	POKE(16, end_one_less),              POKE(16, end_of_a_leaf_one_more), POKE(16, end_outside_the_node),
	POKE(17, slot_behind_the_end),       POKE(18, pivot_behind_the_end),   POKE(19, metadata_gap_in_a_leaf),
	POKE(19, metadata_end_of_an_arange), POKE(20, padding_written),        POKE(21, thin_leaf),
	POKE(22, only_child),                POKE(23, two_nulls_in_a_row),     POKE(24, null_at_the_end),
	POKE(25, gap_of_a_leaf),             POKE(26, gap_of_an_inner_node),   POKE(27, gap_wider_than_its_slot),
	POKE(28, gap_offset_at_a_smaller_gap), POKE(29, gap_offset_outside),   POKE(30, gap_behind_the_end),
	POKE(35, hole_between_leaves),       POKE(35, subtree_cut_off),
#undef POKE
};

#define POKES (sizeof(pokes) / sizeof(pokes[0]))

TEST(a_sound_tree_has_no_finding)
{
	grow(1);
	EXPECT((subject.flags >> 2 & 31) == 3);
	validate();
	EXPECT_SAYS(found_count == 0, "I%u", found[0].invariant);
	grow(0);
	validate();
	EXPECT_SAYS(found_count == 0, "I%u", found[0].invariant);
}

TEST(each_invariant_broken_once_is_noticed_by_number_node_and_slot)
{
	bool covered[40] = {false};

	for (unsigned i = 0; i < POKES; i++) {
		struct place place;

		grow(1);
		place = pokes[i].poke();
		validate();
		EXPECT_SAYS(noticed_at(pokes[i].invariant, place.node, place.slot),
		            "I%u %s: %u findings, the first is I%u at node %" PRIu64 ", slot %d", pokes[i].invariant, pokes[i].name,
		            found_count, found[0].invariant, found[0].node, found[0].slot);
		covered[pokes[i].invariant] = true;
	}
	for (unsigned i = 1; i <= 30; i++)
		EXPECT_SAYS(covered[i], "no poke breaks I%u", i);
	EXPECT(covered[35]);
}

TEST(a_poke_that_touches_one_thing_is_told_by_one_number)
{
	static const unsigned alone[] = {3, 7, 8, 9, 17, 20, 26, 28, 29, 30};

	for (unsigned i = 0; i < POKES; i++) {
		bool single = false;

		for (unsigned j = 0; j < sizeof(alone) / sizeof(alone[0]); j++)
			single |= alone[j] == pokes[i].invariant;
		if (!single || pokes[i].poke == slot_behind_the_end)
			continue;
		grow(1);
		pokes[i].poke();
		validate();
		for (uint32_t j = 0; j < found_count; j++)
			EXPECT_SAYS(found[j].invariant == pokes[i].invariant, "%s: I%u", pokes[i].name, found[j].invariant);
	}
}

// ---- What a finding says ----

static char told[4096];

// A word of a node as #id and its low byte, another as the number that it is, "wild" if it depends on the machine.
static const char *told_word(uint64_t word)
{
	static char text[2][32];
	static unsigned turn;
	char *out = text[turn ^= 1];

	if (mpl_slab_holds(word))
		snprintf(out, sizeof(text[0]), "#%" PRIu64 "+%02x", mpl_slab_id(mpl_node_at(word)), (unsigned)(word & 255));
	else if (word < UINT64_C(1) << 32 || word > UINT64_MAX - 100000)
		snprintf(out, sizeof(text[0]), "%" PRIx64, word);
	else
		snprintf(out, sizeof(text[0]), "wild");
	return out;
}

// All findings, in order: number, node.slot, found, wanted; ~ if excused.
static const char *findings_told(void)
{
	size_t length = 0;

	validate();
	told[0] = 0;
	for (uint32_t i = 0; i < found_count && length < sizeof(told) - 100; i++) {
		const struct mpl_finding *at = &found[i];

		length += (size_t)snprintf(told + length, sizeof(told) - length, "%sI%u%s ", i ? ", " : "", at->invariant,
		                           at->excused ? "~" : "");
		if (at->node)
			length += (size_t)snprintf(told + length, sizeof(told) - length, "%" PRIu64, at->node);
		if (at->slot >= 0)
			length += (size_t)snprintf(told + length, sizeof(told) - length, ".%d", at->slot);
		length += (size_t)snprintf(told + length, sizeof(told) - length, " %s not %s", told_word(at->found),
		                           told_word(at->wanted));
	}
	return told;
}

// In the tree of pokes node 307 is the root, 162 its second child, 71 that one's second, between leaves 65 and 77.
static const struct {
	poke *poke;
	const char *findings;
} sayings[] = {
	{root_word_of_no_kind, "I1  #307+06 not 0"},
	{root_word_to_nowhere, "I1  wild not 0"},
	{root_word_reserved, "I1  6 not 0"},
	{height_one_more, "I2  4 not 3"},
	{height_of_an_empty_tree, "I2  3 not 0"},
	{root_of_another_tree, "I3 307 wild not wild"},
	{child_word_of_no_kind, "I4 162.2 #77+08 not 0, I35 83 776 not 6d6"},
	{child_word_to_nowhere, "I4 162.2 wild not 0, I35 83 776 not 6d6"},
	{leaf_called_a_range_node, "I5 71 2 not 3, I5 71 2 not 1, I11 71.0 0 not 1, I4 71.1 a1 not 0, ..."},
	{dead_leaf, "I6 71 #71+00 not 0, I7 71 #71+00 not #162+00, I8 71 0 not 1, I9 71 0 not 6"},
	{child_of_another_node, "I7 71 #307+00 not #162+00"},
	{child_of_another_slot, "I8 71 2 not 1"},
	{parent_of_another_type, "I9 71 4 not 6"},
	{child_held_twice, "I10 162.2 #71+0c not 0, I35 83 776 not 6d6"},
	{root_held_by_a_descendant, "I10 162.2 #307+1c not 0, I35 83 776 not 6d6"},
	{child_missing, "I11 162.1 0 not 1, I35 77 6d6 not 636"},
	{equal_pivots, "I12 71.3 653 not 654, I35 71.3 653 not 654"},
	{falling_pivots, "I12 162.2 6d4 not 6d6, I13 77.0 6df not 6d4, I13 77.1 6e9 not 6d4, I13 77.2 6f3 not 6d4, ..."},
	{pivot_below_the_node, "I13 71.0 635 not 636, I35 71.0 635 not 636"},
	{pivot_above_the_node, "I13 71.1 6d6 not 6d5, I12 71.2 653 not 6d7, I35 71.2 653 not 6d7, I35 71.3 65d not 6d7, ..."},
	{maximum_too_early, "I13 71.2 6d5 not 6d5, I12 71.3 65d not 6d6, I16 71 f not 2, I19 71 af not 2, ..."},
	{zero_pivot, "I14 71.4 0 not 65e, I35 71.4 0 not 65e"},
	{maximum_not_stored, "I15 71.8 6d4 not 6d5, I16 71 8 not f, I24 71.8 0 not 1, I35 77 6d6 not 6d5, ..."},
	{end_one_less, "I15 162.7 a95 not b35, I18 162.8 b35 not 0, I16 162 7 not 8, I19 162 7 not 8, ..."},
	{end_of_a_leaf_one_more, "I13 71.8 6d5 not 6d5, I14 71.9 0 not 6d5, I15 71.9 0 not 6d5, I16 71 9 not 8, ..."},
	{end_outside_the_node, "I11 162.9 0 not 1, I13 162.8 b35 not b35, I16 162 c8 not 8, I19 162 c8 not 8"},
	{slot_behind_the_end, "I17 71.9 3 not 0, I24 71.8 0 not 1, I23 77.0 0 not 1, I25 162.1 a not 50"},
	{pivot_behind_the_end, "I18 71.9 6d5 not 0, I24 71.8 0 not 1, I23 77.0 0 not 1, I25 162.1 a not 50"},
	{metadata_gap_in_a_leaf, "I19 71 108 not 8, I24 71.8 0 not 1, I23 77.0 0 not 1, I25 162.1 a not 50"},
	{metadata_end_of_an_arange, "I11 162.9 0 not 1, I13 162.8 b35 not b35, I16 162 9 not 8, I19 162 9 not 8"},
	{padding_written, "I20 162 1 not 0"},
	{thin_leaf, "I21 71 5 not 6"},
	{only_child, "I22 307 0 not 1, I15 100.8 595 not ffffffffffffffff, I16 100 8 not 9, I19 100 8 not 9"},
	{two_nulls_in_a_row, "I23 71.1 0 not 1, I23 71.2 0 not 1"},
	{null_at_the_end, "I23 71.15 0 not 1, I24 71.15 0 not 1, I23 77.0 0 not 1"},
	{gap_of_a_leaf, "I25 162.1 9 not a"},
	{gap_of_an_inner_node, "I26 307.1 9 not a"},
	{gap_wider_than_its_slot, "I25 162.1 a1 not a, I26 307.1 a not a1, I27 162.1 a1 not a0, I28 162.8 a not a1"},
	{gap_offset_at_a_smaller_gap, "I28 307.0 a not ffffffffffffe0ca"},
	{gap_offset_outside, "I29 307 6 not 5"},
	{gap_behind_the_end, "I30 307.6 1 not 0"},
	{hole_between_leaves, "I15 71.8 6d4 not 6d5, I16 71 8 not f, I24 71.8 0 not 1, I35 77 6d6 not 6d5, ..."},
	{subtree_cut_off, "I11 307.5 0 not 1, I35  1a35 not ffffffffffffffff"},
};

TEST(a_finding_tells_what_was_found_and_what_was_wanted)
{
	for (unsigned i = 0; i < sizeof(sayings) / sizeof(sayings[0]); i++) {
		const char *wanted = sayings[i].findings, *more = strstr(wanted, "...");

		grow(1);
		sayings[i].poke();
		findings_told();
		EXPECT_SAYS(more ? !strncmp(told, wanted, (size_t)(more - wanted)) : !strcmp(told, wanted), "%s, not %s", told,
		            wanted);
	}
}

TEST(what_a_bulk_load_cannot_have_done_is_not_excused)
{
	static poke *const thin[] = {thin_leaf, gap_wider_than_its_slot};
	static const char *const wanted[] = {
		"I21~ 71 5 not 6",
		"I25 162.1 a1 not a, I26~ 307.1 a not a1, I27 162.1 a1 not a0, I28~ 162.8 a not a1",
	};

	for (unsigned i = 0; i < 2; i++) {
		grow(1);
		thin[i]();
		subject.bulk_loaded = true;
		EXPECT_SAYS(!strcmp(findings_told(), wanted[i]), "%s", told);
	}
	// Gaps that stand two levels above the leaves a bulk load writes right.
	grow(1);
	gap_offset_at_a_smaller_gap();
	subject.bulk_loaded = true;
	EXPECT_SAYS(!strcmp(findings_told(), "I28 307.0 a not ffffffffffffe0ca"), "%s", told);
}

// Lengths wrap there: what was reported as wanted was no length of anything.
TEST(no_gap_is_reckoned_of_a_leaf_whose_pivots_do_not_ascend)
{
	grow(1);
	for (unsigned i = 0; i < MPL_RANGE_PIVOTS; i++) {
		const uint64_t bad[] = {0, 1, leaf_min() - 1, leaf_max(), leaf_max() + 1, MPL_INDEX_MAX};

		for (unsigned k = 0; k < sizeof(bad) / sizeof(bad[0]); k++) {
			grow(1);
			leaf->range.pivot[i] = bad[k];
			validate();
			if (i == MPL_RANGE_PIVOTS - 1 && bad[k] == leaf_max())
				continue; // A leaf of 15 slots, whose pivots ascend.
			EXPECT(finding(12) || finding(13) || finding(14));
			EXPECT(!finding(25));
		}
		// Where they do, one is. Slots with an even number are NULL: one less for an entry is one more for a gap.
		grow(1);
		leaf->range.pivot[i]--;
		validate();
		EXPECT(!finding(12) && !finding(13) && (finding(25) != NULL) == (i % 2 != 0));
	}
}

TEST(a_gap_may_be_as_long_as_its_slot)
{
	grow(1);
	inner->arange.gap[1] = leaf_max() - leaf_min() + 1;
	validate();
	EXPECT(!finding(27) && finding(25) && finding(25)->found == leaf_max() - leaf_min() + 1);
	inner->arange.gap[1]++;
	validate();
	EXPECT(finding(27) && finding(27)->wanted == leaf_max() - leaf_min() + 1);
}

// An inner node cut down to 'count' children.
static void cut_inner(struct mpl_node *node, unsigned count, uint64_t max)
{
	for (unsigned i = count; i < MPL_ARANGE_SLOTS; i++)
		node->arange.slot[i] = node->arange.gap[i] = 0;
	for (unsigned i = count - 1; i < MPL_ARANGE_PIVOTS; i++)
		node->arange.pivot[i] = i == count - 1 ? max : 0;
	node->arange.end = (uint8_t)(count - 1);
	node->arange.gapmeta = 0;
}

TEST(of_inner_nodes_only_the_rightmost_of_its_level_may_be_one_too_thin_after_a_bulk_load)
{
	struct mpl_node *last;

	for (unsigned count = 3; count <= 5; count++) {
		grow(1);
		subject.bulk_loaded = true;
		cut_inner(inner, count, root->arange.pivot[1]);
		validate();
		EXPECT((finding(21) != NULL) == (count < 5));
		EXPECT(!finding(21) || !finding(21)->excused);
		grow(1);
		subject.bulk_loaded = true;
		last = mpl_node_at(root->arange.slot[root->arange.end]);
		cut_inner(last, count, MPL_INDEX_MAX);
		validate();
		EXPECT((finding(21) != NULL) == (count < 5));
		EXPECT(!finding(21) || finding(21)->excused == (count == 4));
		EXPECT(!finding(21) || (finding(21)->found == count - 1 && finding(21)->wanted == MPL_ARANGE_MIN));
	}
}

TEST(a_reserved_entry_is_below_4096_ends_in_10_and_is_not_the_zero_entry)
{
	static const struct {
		uint64_t word;
		bool reserved;
	} words[] = {{2, true}, {6, true}, {0x3fe, true}, {0x402, true}, {0x406, false}, {0x40a, true}, {0xffe, true},
	             {0x1002, false}, {3, false}, {4, false}, {0xffc, false}, {0xfff, false}};

	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		grow(1);
		leaf->range.slot[1] = words[i].word;
		validate();
		EXPECT_SAYS((finding(37) != NULL) == words[i].reserved, "%" PRIx64, words[i].word);
		EXPECT(!finding(37) || (finding(37)->found == words[i].word && finding(37)->wanted == 0 && finding(37)->slot == 1));
	}
}

// ---- What is legal all the same ----

TEST(i37_a_reserved_entry_is_a_hint)
{
	grow(1);
	leaf->range.slot[1] = 0x40a;
	validate();
	EXPECT(finding(37));
	EXPECT(finding(37) && finding(37)->excused);
	EXPECT(finding(37) && finding(37)->node == mpl_slab_id(leaf));
	grow(1);
	leaf->range.slot[leaf->range.slot[0] ? 0 : 1] = MPL_ZERO_WORD;
	validate();
	EXPECT(!finding(37));
}

TEST(i39_a_leaf_of_one_null_is_a_hint)
{
	uint32_t handle;

	mpl_reset();
	handle = mpl_tree_new(1);
	mpl_store(handle, 5, 9, 3);
	mpl_store(handle, 0, UINT64_MAX, 5);
	mpl_store(handle, 0, UINT64_MAX, 0);
	look_at(handle);
	validate();
	EXPECT(found_count == 1);
	EXPECT(finding(39));
	EXPECT(finding(39) && finding(39)->excused);
}

// Loads 'count' entries in bulk, of ten indexes each, up to the last index there is; six indexes before entry 'gap'
// stay free.
static void load(uint32_t flags, unsigned count, unsigned gap)
{
	uint32_t handle;

	mpl_reset();
	handle = mpl_tree_new(flags);
	EXPECT(mpl_bulk_begin(handle, count) == 0);
	for (uint64_t i = 0; i < count; i++)
		EXPECT(mpl_bulk_store(10 * i + (i == gap ? 6 : 0), i == count - 1 ? MPL_INDEX_MAX : 10 * i + 9, 3) == 0);
	EXPECT(mpl_bulk_end() == 0);
	look_at(handle);
}

// All findings must be excused if and only if a bulk load is known of. Counts those of one number.
static unsigned count_excused(unsigned invariant)
{
	unsigned count = 0;

	validate();
	for (uint32_t i = 0; i < found_count; i++) {
		EXPECT_SAYS(found[i].excused, "I%u", found[i].invariant);
		count += found[i].invariant == invariant;
	}
	subject.bulk_loaded = false;
	validate();
	for (uint32_t i = 0; i < found_count; i++)
		EXPECT_SAYS(!found[i].excused, "I%u", found[i].invariant);
	return count;
}

TEST(thin_nodes_after_a_bulk_load_are_excused_and_only_then)
{
	unsigned thin = 0;

	for (unsigned count = 2; count <= 300; count++) {
		load(1, count, count / 2);
		thin += count_excused(21);
		load(0, count, 0);
		thin += count_excused(21);
	}
	EXPECT(thin > 0);
}

// A load like that of W24 (tests/core/test_worked_examples.c), whose last range reaches the maximum: one more range
// stored over several of its ranges leaves the last leaf with too few slots, and the closing rebalance brings it some,
// the longest gap among them.
static void load_and_overwrite(struct maple_tree *tree, unsigned gap)
{
	MA_STATE(mas, tree, 0, 0);

	EXPECT(!mas_expected_entries(&mas, 20));
	for (uint64_t i = 0; i < 15; i++) {
		__mas_set_range(&mas, 10 * i + (i == gap ? 6 : i == 14 ? 3 : 0), i == 14 ? MPL_INDEX_MAX : 10 * i + 9);
		mas_store(&mas, xa_mk_value(i));
	}
	mas_set_range(&mas, 110, 139);
	mas_store(&mas, xa_mk_value(99));
	mas_destroy(&mas);
}

TEST(a_stale_gap_offset_after_a_closing_rebalance_is_excused_and_only_then)
{
	unsigned stale = 0;

	for (unsigned gap = 1; gap < 10; gap++) {
		struct maple_tree tree = MTREE_INIT(tree, MT_FLAGS_ALLOC_RANGE);

		mpl_reset();
		load_and_overwrite(&tree, gap);
		subject = (struct mpl_validate_tree){tree.root_word, (uint64_t)(uintptr_t)&tree, tree.ma_flags, true};
		stale += count_excused(28);
		mtree_destroy(&tree);
	}
	EXPECT_SAYS(stale > 0, "no load left a stale gap offset");
}

// ---- Any bytes at all ----

TEST(no_bytes_lead_it_astray)
{
	uint64_t seed = harness_seed();
	unsigned silent = 0;

	for (unsigned round = 0; round < 3000; round++) {
		unsigned pokes_left = 1 + (unsigned)harness_below(&seed, 6);

		if (round % 16 == 0)
			grow((uint32_t)harness_below(&seed, 2));
		while (pokes_left--) {
			struct mpl_node *node = mpl_ground_node((uint32_t)harness_below(&seed, mpl_slab_counters()->places));
			uint64_t *word;

			if (!node || !mpl_slab_holds(mpl_node_address(node)))
				continue;
			word = &node->word[harness_below(&seed, 32)];
			switch (harness_below(&seed, 4)) {
			case 0:
				*word ^= UINT64_C(1) << harness_below(&seed, 64);
				break;
			case 1:
				*word = node->word[harness_below(&seed, 32)];
				break;
			case 2:
				*word = mpl_node_address(root) | (harness_below(&seed, 32) << 3) | 4;
				break;
			default:
				*word = harness_random(&seed);
			}
		}
		validate();
		silent += found_count == 0;
	}
	EXPECT(silent < 300);
}

TEST(findings_beyond_the_room_are_counted)
{
	uint32_t all;

	grow(1);
	memset(leaf->range.pivot, 0xff, sizeof(leaf->range.pivot));
	validate();
	all = found_count;
	EXPECT(all > 3);
	memset(found, 0, sizeof(found));
	EXPECT(mpl_validate_tree(&subject, found, 2) == all);
	EXPECT(found[1].invariant != 0);
	EXPECT(found[2].invariant == 0);
}
