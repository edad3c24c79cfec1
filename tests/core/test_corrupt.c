// SPDX-License-Identifier: GPL-2.0-or-later
//
// Corrupted trees: whatever is written over whatever field, looking at the tree ends, says the same twice, and touches
// nothing that is not a node; and destroying it gives every node back. Run under the sanitizers, whose allocator has a
// block of its own for each node.

#include "harness.h"

#include "maple_tree.h"
#include "src/node.h"
#include "wasm/calls.h"

#include <inttypes.h>
#include <string.h>

enum { VALUES = 14, FIELDS = MPL_CORRUPT_FIELDS };

static uint32_t tree, other;

static uint64_t value_of(uint64_t number) { return number << 1 | 1; }

// A tree of 'entries' entries, and another one beside it that must not be touched.
static void plant(uint32_t flags, unsigned entries)
{
	mpl_reset();
	tree = mpl_tree_new(flags);
	other = mpl_tree_new(flags);
	for (unsigned i = 0; i < entries; i++) {
		mpl_store(tree, 20 * i, 20 * i + 9, value_of(i));
		mpl_store(other, 30 * i, 30 * i + 9, value_of(i));
	}
}

struct view {
	uint64_t sum, contents;
	struct mpl_facts_record facts;
	uint32_t findings, ranges;
};

// Everything there is to see of a corrupted tree.
static struct view look(void)
{
	struct view view = {.sum = mpl_sum(tree), .contents = mpl_contents(tree), .facts = *mpl_facts(tree)};
	uint64_t from = 0;
	uint32_t count;

	view.findings = mpl_validate(tree);
	if (view.findings)
		EXPECT(!mpl_sound(tree));
	do {
		count = mpl_ranges(tree, from, MPL_RANGE_ROOM);
		for (uint32_t i = 0; i < count; i++) {
			EXPECT(mpl_range_buffer()[i].last >= from);
			EXPECT(mpl_range_buffer()[i].first <= mpl_range_buffer()[i].last);
		}
		view.ranges += count;
		if (count)
			from = mpl_range_buffer()[count - 1].last + 1;
	} while (count == MPL_RANGE_ROOM && from);
	return view;
}

static bool same(const struct view *a, const struct view *b)
{
	return a->sum == b->sum && a->contents == b->contents && a->findings == b->findings && a->ranges == b->ranges &&
	       !memcmp(&a->facts, &b->facts, sizeof(a->facts));
}

static void look_twice(void)
{
	struct view first = look(), second = look();

	EXPECT(same(&first, &second));
}

// What to write: small numbers, large ones, and words of nodes of this tree, of the other, and of none.
static uint64_t bad_value(unsigned kind, uint64_t *seed)
{
	uint64_t root = mpl_tree_info(kind & 1 ? tree : other)->root;
	uint64_t near = (root & ~UINT64_C(255)) + 256 * (harness_below(seed, 80) - 40);

	switch (kind) {
	case 0: return 0;
	case 1: return UINT64_MAX;
	case 2: return harness_random(seed);
	case 3: return harness_below(seed, 20);
	case 4: return harness_below(seed, 256);
	case 5: return (root & ~UINT64_C(255)) | 0x1c;
	case 6: return (root & ~UINT64_C(255)) | 0x14;
	case 7: return (root & ~UINT64_C(255)) | 0x0c;
	case 8: return (root & ~UINT64_C(255)) | harness_below(seed, 256);
	case 9: return near | 0x0c;
	case 10: return near | 0x14;
	case 11: return near | 0x1c;
	case 12: return near | 0x04;
	default: return near | harness_below(seed, 256);
	}
}

static bool is_refused(int32_t ret) { return ret == -MPL_EBUSY; }

static void expect_closed(void)
{
	EXPECT(is_refused(mpl_store(tree, 1, 1, 3)));
	EXPECT(is_refused(mpl_insert(tree, 1, 1, 3)));
	EXPECT(is_refused(mpl_erase(tree, 1)));
	EXPECT(is_refused(mpl_load(tree, 1)));
	EXPECT(is_refused(mpl_walk(tree, 1)));
	EXPECT(is_refused(mpl_prealloc(tree, 1, 1, 3, 0)));
	EXPECT(is_refused(mpl_empty_area(tree, 0, 9, 1, 0)));
	EXPECT(is_refused(mpl_alloc(tree, 1, 0, 9, 3, 0)));
	EXPECT(is_refused(mpl_cyclic(tree, 0, 9, 3)));
	EXPECT(is_refused(mpl_dup(tree, other)));
	EXPECT(is_refused(mpl_bulk_begin(tree, 1)));
	EXPECT(is_refused(mpl_cursor_begin(tree, 1)));
	EXPECT(is_refused(mpl_reader_open(tree, 1)));
	EXPECT(is_refused(mpl_set_rcu(tree, 1)));
	EXPECT(mpl_store(other, 1, 1, 3) == 0);
}

// Ends the corrupted tree, and sees to it that nothing is lost and the other tree unharmed.
static void clear_away(uint64_t other_sum)
{
	uint32_t live = mpl_live();

	EXPECT(mpl_sum(other) == other_sum);
	EXPECT(mpl_validate(other) == 0);
	EXPECT(!mpl_destroy(tree));
	EXPECT(mpl_record()->freed + mpl_live() == live);
	EXPECT(mpl_live() == mpl_facts(other)->nodes);
	EXPECT(!mpl_store(tree, 1, 1, value_of(1)));
	EXPECT(!mpl_destroy(tree));
	EXPECT(!mpl_destroy(other));
	EXPECT(mpl_live() == 0);
}

TEST(each_field_of_each_node_may_hold_anything)
{
	static const struct {
		uint32_t flags;
		unsigned entries;
	} shapes[] = {{0, 8}, {1, 8}, {0, 60}, {1, 60}, {2, 140}, {3, 140}};
	uint64_t seed = harness_seed();

	for (unsigned shape = 0; shape < sizeof(shapes) / sizeof(shapes[0]); shape++) {
		unsigned done = 0;

		plant(shapes[shape].flags, shapes[shape].entries);
		for (uint32_t line = 0; line < mpl_facts(tree)->nodes; line++) {
			for (unsigned at = 0; at < 16 * FIELDS * VALUES; at++) {
				uint64_t sum = mpl_sum(other), value = bad_value(at % VALUES, &seed);

				if (mpl_corrupt(tree, line, at / VALUES % FIELDS, at / VALUES / FIELDS, value))
					continue;
				done++;
				look_twice();
				clear_away(sum);
				plant(shapes[shape].flags, shapes[shape].entries);
				if (shapes[shape].entries > 8)
					at += (unsigned)harness_below(&seed, 60);
			}
		}
		EXPECT_SAYS(done > 40, "%u corruptions", done);
	}
}

TEST(many_fields_at_once_may_hold_anything)
{
	uint64_t seed = harness_seed() + 1;

	for (unsigned round = 0; round < 150; round++) {
		unsigned count = 1 + (unsigned)harness_below(&seed, 64);
		uint64_t sum;

		plant((uint32_t)harness_below(&seed, 4), 1 + (unsigned)harness_below(&seed, 300));
		sum = mpl_sum(other);
		for (unsigned i = 0; i < count; i++) {
			mpl_corrupt(tree, (uint32_t)harness_below(&seed, 60), (uint32_t)harness_below(&seed, FIELDS),
			            (uint32_t)harness_below(&seed, 16), bad_value((unsigned)harness_below(&seed, VALUES), &seed));
		}
		look_twice();
		clear_away(sum);
	}
}

TEST(a_corrupted_tree_can_only_be_looked_at_and_destroyed)
{
	plant(0, 60);
	EXPECT(!mpl_corrupt(tree, 1, MPL_CORRUPT_PIVOT, 2, 7));
	EXPECT(mpl_record()->value == 29);
	EXPECT(mpl_validate(tree) > 0);
	expect_closed();
	EXPECT(mpl_tree_drop(tree) == -MPL_EINVAL);
	EXPECT(!mpl_destroy(tree));
	EXPECT(!mpl_store(tree, 1, 1, 3));
}

TEST(there_is_room_for_64_corruptions)
{
	plant(1, 60);
	for (unsigned i = 0; i < MPL_CORRUPTIONS; i++)
		EXPECT(!mpl_corrupt(tree, i % 3, MPL_CORRUPT_PIVOT, i % 4, i));
	EXPECT(mpl_corrupt(tree, 0, MPL_CORRUPT_PIVOT, 0, 1) == -MPL_ENOMEM);
	clear_away(mpl_sum(other));
}

TEST(fields_that_a_node_has_not_are_refused)
{
	plant(0, 8);
	EXPECT(mpl_corrupt(tree, 1, MPL_CORRUPT_PIVOT, 0, 1) == -MPL_EINVAL);
	EXPECT(mpl_corrupt(tree, 0, MPL_CORRUPT_PIVOT, 15, 1) == -MPL_EINVAL);
	EXPECT(mpl_corrupt(tree, 0, MPL_CORRUPT_SLOT, 16, 1) == -MPL_EINVAL);
	EXPECT(mpl_corrupt(tree, 0, MPL_CORRUPT_GAP, 0, 1) == -MPL_EINVAL);
	EXPECT(mpl_corrupt(tree, 0, MPL_CORRUPT_GAPMETA, 0, 1) == -MPL_EINVAL);
	EXPECT(mpl_corrupt(tree, 0, MPL_CORRUPT_END, 0, 256) == -MPL_EINVAL);
	EXPECT(mpl_corrupt(tree, 0, MPL_CORRUPT_FIELDS, 0, 1) == -MPL_EINVAL);
	EXPECT(mpl_corrupt(99, 0, MPL_CORRUPT_PIVOT, 0, 1) == -MPL_EINVAL);
	EXPECT(!mpl_destroy(tree));
	EXPECT(mpl_corrupt(tree, 0, MPL_CORRUPT_PIVOT, 0, 1) == -MPL_EINVAL);
	EXPECT(!mpl_store(tree, 0, 0, 3));
	EXPECT(mpl_corrupt(tree, 0, MPL_CORRUPT_PIVOT, 0, 1) == -MPL_EINVAL);
	EXPECT(!mpl_store(tree, 5, 5, 3));
}

// The last slot of a full leaf or range node stands where others have their end.
TEST(a_full_node_has_no_end_to_be_written_over)
{
	plant(0, 7);
	EXPECT(!mpl_corrupt(tree, 0, MPL_CORRUPT_END, 0, 3));
	EXPECT(mpl_record()->value == 13);
	EXPECT(!mpl_corrupt(tree, 0, MPL_CORRUPT_END, 0, 200));
	EXPECT(mpl_record()->value == 3);
	EXPECT(!mpl_corrupt(tree, 0, MPL_CORRUPT_END, 0, 15));
	EXPECT(!mpl_corrupt(tree, 0, MPL_CORRUPT_END, 0, 3));
	plant(0, 8);
	for (unsigned slot = 0; slot < MPL_LEAF_SLOTS; slot++) {
		uint64_t sum = mpl_sum(tree);

		EXPECT(mpl_corrupt(tree, 0, MPL_CORRUPT_END, 0, slot) == -MPL_EINVAL);
		EXPECT(mpl_sum(tree) == sum);
	}
	EXPECT(!mpl_store(tree, 5, 5, 3));
}

TEST(a_full_node_above_leaves_has_an_end_only_where_gaps_are_tracked)
{
	for (uint32_t flags = 0; flags < 2; flags++) {
		unsigned children = flags ? MPL_ARANGE_SLOTS : MPL_RANGE_SLOTS;
		unsigned entries = 8;

		do
			plant(flags, entries);
		while (mpl_facts(tree)->nodes != children + 1 && ++entries < 300);
		EXPECT(mpl_facts(tree)->nodes == children + 1 && mpl_facts(tree)->height == 2);
		EXPECT(mpl_corrupt(tree, 0, MPL_CORRUPT_END, 0, 3) == (flags ? 0 : -MPL_EINVAL));
		EXPECT(!flags || mpl_record()->value == children - 1);
	}
}

TEST(a_node_of_another_tree_is_not_written_over_although_the_dump_shows_it)
{
	uint64_t sum;

	plant(1, 60);
	sum = mpl_sum(other);
	EXPECT(!mpl_corrupt(tree, 0, MPL_CORRUPT_SLOT, 0, (mpl_tree_info(other)->root & ~UINT64_C(255)) | 0x1c));
	EXPECT(mpl_corrupt(tree, 1, MPL_CORRUPT_PIVOT, 0, 1) == -MPL_EINVAL);
	clear_away(sum);
}

TEST(corruptions_of_two_trees_are_mended_apart)
{
	uint64_t sum;

	plant(1, 30);
	sum = mpl_sum(tree);
	EXPECT(!mpl_corrupt(tree, 0, MPL_CORRUPT_PIVOT, 0, 1));
	EXPECT(!mpl_corrupt(other, 0, MPL_CORRUPT_GAP, 1, 1));
	EXPECT(!mpl_corrupt(tree, 0, MPL_CORRUPT_PIVOT, 0, 2));
	EXPECT(mpl_record()->value == 1);
	EXPECT(!mpl_destroy(other));
	EXPECT(is_refused(mpl_load(tree, 1)));
	EXPECT(mpl_sum(tree) != sum);
	EXPECT(!mpl_destroy(tree));
	EXPECT(mpl_live() == 0);
}
