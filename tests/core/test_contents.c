// SPDX-License-Identifier: GPL-2.0-or-later
//
// Contents against the oracle: random operations of all kinds in all modes, from small dense trees to tall ones, with
// refusals mixed in; 256,000 operations a run, repeated by SEED. After each one its result is compared; in samples, all
// ranges, the invariants, and that no node is out but the tree's own.

#include "harness.h"

#include "maple_tree.h"
#include "oracle.h"
#include "wasm/calls.h"

#include <inttypes.h>
#include <string.h>

#define ENOMEM_ (-12)
#define EBUSY_ (-16)
#define EEXIST_ (-17)
#define OPERATIONS 16000
#define SAMPLE 16

static struct {
	uint64_t seed;
	uint64_t universe; // Indexes lie below it, or, if 'high', as far from the maximum.
	bool high;
	uint32_t flags;
	uint32_t tree;
	unsigned number; // Of the operation.
	bool armed;
	uint32_t height_max;
	struct oracle oracle;
} run;

// ---- Dice ----

static uint64_t dice(uint64_t bound) { return harness_below(&run.seed, bound); }

static uint64_t place(uint64_t low) { return run.high ? UINT64_MAX - low : low; }

static void random_range(uint64_t *first, uint64_t *last)
{
	// Mostly narrow, so that trees grow tall; now and then wide, so that stores span them.
	uint64_t widest = !dice(1000) ? run.universe / 4 : !dice(50) ? run.universe / 128 : run.universe / 8192;
	uint64_t from = dice(run.universe), width = dice(widest + 2);
	uint64_t to = from + width < run.universe ? from + width : run.universe - 1;

	*first = run.high ? place(to) : from;
	*last = run.high ? place(from) : to;
	if (!dice(8000))
		*first = 0;
	if (!dice(8000))
		*last = UINT64_MAX;
}

static uint64_t random_word(void)
{
	switch (dice(12)) {
	case 0:
		return 0;
	case 1:
		return 0x406;
	case 2:
		return (dice(1000) + 2) * 4096;
	case 3:
		return (dice(1000) + 2) * 4096 + 2;
	default:
		// Few words, so that equal neighbours occur.
		return 2 * dice(40) + 1;
	}
}

// ---- Checks ----

#define CHECK(condition)                                                                                               \
	EXPECT_SAYS(condition, "operation %u, flags %u, universe 0x%" PRIx64 "%s", run.number, run.flags, run.universe,  \
	            run.high ? ", high" : "")

static void check_ranges(uint32_t most)
{
	uint64_t from = 0;
	size_t at = 0;
	uint32_t count;

	do {
		count = mpl_ranges(run.tree, from, most);
		CHECK(count <= most);
		CHECK(at + count <= run.oracle.count);
		for (uint32_t i = 0; i < count && at < run.oracle.count; i++, at++)
			CHECK(!memcmp(&mpl_range_buffer()[i], &run.oracle.range[at], sizeof(struct oracle_range)));
		from = count ? mpl_range_buffer()[count - 1].last + 1 : 0;
	} while (count == most && from);
	CHECK(at == run.oracle.count);
}

// The tour that finds nothing counts what the census does.
static void check_sound(uint32_t findings)
{
	struct mpl_facts_record counted = *mpl_facts(run.tree);
	const struct mpl_facts_record *sound = mpl_sound(run.tree);

	CHECK(!sound == (findings || !counted.nodes));
	if (sound)
		CHECK(!memcmp(sound, &counted, sizeof(counted)));
}

static void check_everything(void)
{
	uint32_t count = mpl_validate(run.tree);

	for (uint32_t i = 0; i < count && i < MPL_FINDING_ROOM; i++)
		EXPECT_SAYS(mpl_findings()[i].excused, "I%u at operation %u", mpl_findings()[i].invariant, run.number);
	check_sound(count);
	CHECK(mpl_facts(run.tree)->nodes == mpl_live());
	CHECK(mpl_facts(run.tree)->entries == run.oracle.count);
	if (mpl_facts(run.tree)->height > run.height_max)
		run.height_max = mpl_facts(run.tree)->height;
	check_ranges(MPL_RANGE_ROOM);
	check_ranges(7);
}

// A walk to 'index' finds what the oracle has there.
static void check_at(uint64_t index)
{
	uint64_t first, last, word = oracle_walk(&run.oracle, index, &first, &last);

	CHECK(mpl_walk(run.tree, index) == 0);
	CHECK(mpl_record()->value == word);
	CHECK(mpl_record()->index == first);
	CHECK(mpl_record()->last == last);
	CHECK(mpl_load(run.tree, index) == 0);
	CHECK(mpl_record()->value == (word == 0x406 ? 0 : word));
}

// Whether an operation was refused for want of memory, which only an armed injector may cause.
static bool refused(int32_t ret)
{
	if (ret != ENOMEM_)
		return false;
	CHECK(run.armed);
	return true;
}

// ---- Operations ----

static void do_store(bool prealloc)
{
	uint64_t first, last, word = random_word();
	int32_t ret;

	random_range(&first, &last);
	ret = prealloc ? mpl_prealloc(run.tree, first, last, word, (uint32_t)dice(2)) : mpl_store(run.tree, first, last, word);
	if (!refused(ret)) {
		CHECK(ret == 0);
		oracle_store(&run.oracle, first, last, word);
	}
	check_at(first);
	check_at(last);
}

static void do_insert(void)
{
	uint64_t first, last, word = random_word();
	int32_t ret;

	random_range(&first, &last);
	// N-Q11: what covers everything, a NULL once widened, overwrites a tree of one leaf.
	if ((!first && last == UINT64_MAX) || (!word && !oracle_taken_outside(&run.oracle, first, last)))
		return;
	ret = mpl_insert(run.tree, first, last, word);
	if (refused(ret))
		return;
	CHECK(ret == (oracle_taken(&run.oracle, first, last) ? EEXIST_ : 0));
	if (!ret)
		oracle_store(&run.oracle, first, last, word);
	check_at(first);
}

static void do_erase(void)
{
	uint64_t index = place(dice(run.universe));
	int32_t ret;

	// Rather where something is.
	if (run.oracle.count && dice(3))
		index = run.oracle.range[dice(run.oracle.count)].first;
	ret = mpl_erase(run.tree, index);
	CHECK(mpl_record()->value == oracle_at(&run.oracle, index));
	if (!refused(ret)) {
		CHECK(ret == 0);
		oracle_erase(&run.oracle, index);
	}
	check_at(index);
}

static void do_search(void)
{
	uint64_t min, max, size = 1 + dice(dice(2) ? 8 : run.universe / 8 + 1), first = 0;
	bool highest = dice(2);
	bool there;
	int32_t ret;

	random_range(&min, &max);
	if (max - min < size - 1)
		return;
	// From above, with the last index in the window, what begins at 0 is not seen: R-Q7.
	if (highest && max == UINT64_MAX)
		return;
	there = oracle_gap(&run.oracle, min, max, size, highest, &first);
	// In a leaf of one NULL nothing is found from above, and from below not in the whole of it: N-Q5.
	if (!run.oracle.count && mpl_facts(run.tree)->height && (highest || (!min && max == UINT64_MAX)))
		there = false;
	ret = mpl_empty_area(run.tree, min, max, size, highest);
	CHECK(ret == (there ? 0 : EBUSY_));
	if (!ret) {
		CHECK(mpl_record()->index == first);
		CHECK(mpl_record()->last == first + size - 1);
	}
}

static void do_dup(void)
{
	uint32_t copy = mpl_tree_new(run.flags), gone = copy;
	uint64_t sum = mpl_sum(run.tree);
	int32_t ret = mpl_dup(run.tree, copy);

	CHECK(mpl_sum(run.tree) == sum);
	if (refused(ret)) {
		CHECK(mpl_facts(run.tree)->nodes == mpl_live());
		CHECK(mpl_tree_drop(copy) == 0);
		return;
	}
	CHECK(ret == 0);
	CHECK(mpl_sum(copy) == sum);
	CHECK(mpl_contents(copy) == mpl_contents(run.tree));
	if (dice(2)) {
		gone = run.tree;
		run.tree = copy;
	}
	CHECK(mpl_destroy(gone) == 0);
	CHECK(mpl_tree_drop(gone) == 0);
}

static void do_bulk(void)
{
	unsigned count = 1 + (unsigned)dice(600);
	uint64_t at = dice(3);
	int32_t ret;

	CHECK(mpl_destroy(run.tree) == 0);
	oracle_clear(&run.oracle);
	ret = mpl_bulk_begin(run.tree, count);
	if (run.flags & MT_FLAGS_USE_RCU) {
		CHECK(ret == -22);
		return;
	}
	for (unsigned i = 0; !ret && i < count; i++) {
		uint64_t last = at + dice(4);

		ret = mpl_bulk_store(at, last, 2 * i + 1);
		if (!ret)
			oracle_store(&run.oracle, at, last, 2 * i + 1);
		at = last + 1 + dice(2) * dice(5);
	}
	if (!ret)
		ret = mpl_bulk_end();
	if (refused(ret))
		oracle_clear(&run.oracle);
	else
		CHECK(ret == 0);
}

static void do_something(void)
{
	uint64_t what = dice(1000);

	if (!dice(50)) {
		mpl_fail_request(1 + (uint32_t)dice(4), 1 + (uint32_t)dice(3));
		run.armed = true;
	}
	if (what < 400)
		do_store(false);
	else if (what < 550)
		do_store(true);
	else if (what < 650)
		do_insert();
	else if (what < 830)
		do_erase();
	else if (what < 990)
		run.flags & MT_FLAGS_ALLOC_RANGE ? do_search() : check_at(place(dice(run.universe)));
	else if (what < 998)
		do_dup();
	else if (!dice(4))
		do_bulk();
	if (!dice(4)) {
		mpl_fail_request(0, 0);
		run.armed = false;
	}
}

static void run_one(uint32_t flags, uint64_t universe, bool high)
{
	oracle_clear(&run.oracle);
	mpl_reset();
	run.flags = flags;
	run.universe = universe;
	run.high = high;
	run.armed = false;
	run.tree = mpl_tree_new(flags);
	for (run.number = 1; run.number <= OPERATIONS && !harness_failed(); run.number++) {
		do_something();
		if (run.number % SAMPLE == 0)
			check_everything();
	}
	check_everything();
	mpl_destroy(run.tree);
	CHECK(mpl_live() == 0);
	oracle_clear(&run.oracle);
}

static void run_all(uint32_t flags)
{
	run.seed = harness_seed() + flags;
	run.height_max = 0;
	run_one(flags, 40, false);
	run_one(flags, 1000, false);
	run_one(flags, 20000, true);
	run_one(flags, UINT64_C(1) << 44, false);
	// The large universes are there for spans over several levels.
	EXPECT_SAYS(run.height_max >= (flags & MT_FLAGS_ALLOC_RANGE ? 4 : 3), "no tree was taller than %u", run.height_max);
}

TEST(contents_agree_without_gaps) { run_all(0); }
TEST(contents_agree_with_gaps) { run_all(MT_FLAGS_ALLOC_RANGE); }
TEST(contents_agree_without_gaps_in_rcu_mode) { run_all(MT_FLAGS_USE_RCU); }
TEST(contents_agree_with_gaps_in_rcu_mode) { run_all(MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU); }
