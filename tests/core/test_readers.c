// SPDX-License-Identifier: GPL-2.0-or-later
//
// Readers that keep their place while others write, and the grace periods that wait for them: what is kept, for whom,
// and when it goes. Rules "dead leaf" and "destroyed subtree".

#include "harness.h"
#include "oracle.h"

#include "maple_tree.h"
#include "src/slab.h"
#include "src/trace.h"
#include "wasm/calls.h"

#include <inttypes.h>
#include <string.h>

static uint32_t tree;

static uint64_t value_of(uint64_t number) { return number << 1 | 1; }

// A tree in RCU mode that holds 'count' entries [step * i, step * i + width - 1].
static void plant(unsigned count, uint64_t step, uint64_t width)
{
	mpl_reset();
	tree = mpl_tree_new(MT_FLAGS_USE_RCU);
	for (uint64_t i = 0; i < count; i++)
		mpl_store(tree, step * i, step * i + width - 1, value_of(i));
}

// Stores so that the one leaf of a small tree is replaced.
static void replace_leaf(unsigned number) { EXPECT(!mpl_store(tree, 100 + 10 * number, 103 + 10 * number, 3)); }

// Makes one move with a reader; what it returned is then in mpl_visit().
static void move(uint32_t reader, enum mpl_move what, uint64_t limit)
{
	EXPECT(!mpl_reader_resume((uint32_t)reader));
	EXPECT(mpl_cursor_move(what, limit) >= 0);
	EXPECT(!mpl_cursor_end());
}

static bool at(uint64_t index, uint64_t last, uint64_t word)
{
	const struct mpl_visit_record *v = mpl_visit();

	return v->index == index && v->last == last && v->word == word;
}

// ---- Whom a grace period waits for ----

TEST(a_deferral_waits_for_the_readers_that_were_there_before_it_and_for_no_others)
{
	uint32_t first, second;

	plant(3, 10, 4);
	first = (uint32_t)mpl_reader_open(tree, 0);
	replace_leaf(0);
	EXPECT(mpl_record()->deferred == 0);
	EXPECT(mpl_waiting() == 1);
	second = (uint32_t)mpl_reader_open(tree, 0);
	EXPECT(!mpl_reader_close(first));
	EXPECT(mpl_record()->freed == 1);
	EXPECT(mpl_record()->deferred == 1);
	EXPECT(mpl_waiting() == 0);
	EXPECT(!mpl_reader_close(second));
	EXPECT(mpl_record()->freed == 0);
}

TEST(overlapping_readers_free_a_prefix_of_the_queue)
{
	uint32_t reader[3];

	plant(3, 10, 4);
	for (unsigned i = 0; i < 3; i++) {
		reader[i] = (uint32_t)mpl_reader_open(tree, 0);
		replace_leaf(i);
	}
	EXPECT(mpl_waiting() == 3);
	EXPECT(mpl_live() == 4);
	EXPECT(!mpl_reader_close(reader[1]));
	EXPECT(mpl_record()->freed == 0);
	EXPECT(!mpl_reader_close(reader[0]));
	EXPECT(mpl_record()->freed == 2);
	EXPECT(mpl_waiting() == 1);
	EXPECT(!mpl_reader_close(reader[2]));
	EXPECT(mpl_record()->freed == 1);
	EXPECT(mpl_live() == 1);
}

TEST(a_reader_of_one_tree_holds_what_is_retired_in_another)
{
	uint32_t reader, other;

	plant(3, 10, 4);
	other = mpl_tree_new(MT_FLAGS_USE_RCU);
	reader = (uint32_t)mpl_reader_open(other, 7);
	EXPECT(mpl_visit()->status == ma_none);
	replace_leaf(0);
	EXPECT(mpl_waiting() == 1);
	EXPECT(!mpl_reader_close(reader));
	EXPECT(mpl_record()->freed == 1);
}

// Every deferral by its events, every reader by its bit: the queue as it must be.
static struct {
	uint32_t nodes[100000];
	uint64_t readers[100000];
	size_t head, tail;
	uint64_t open;
} model;

static void follow(const struct mpl_step_record *record)
{
	uint32_t freed = 0, waiting = 0;

	EXPECT(record->event_count < MPL_EVENT_ROOM);
	for (uint32_t i = 0; i < record->event_count; i++) {
		const struct mpl_event_record *event = &mpl_events()[i];

		if (event->kind != MPL_EVENT_defer_node && event->kind != MPL_EVENT_defer_subtree)
			continue;
		model.nodes[model.tail] = event->count;
		model.readers[model.tail++] = model.open;
	}
	while (model.head < model.tail && !(model.readers[model.head]))
		freed += model.nodes[model.head++];
	for (size_t i = model.head; i < model.tail; i++)
		waiting += model.nodes[i];
	EXPECT_SAYS(record->deferred == freed, "%u, wanted %u", record->deferred, freed);
	EXPECT_SAYS(mpl_waiting() == waiting, "%u, wanted %u", mpl_waiting(), waiting);
	EXPECT(record->live == mpl_facts(tree)->nodes + waiting);
}

TEST(grace_periods_are_exact_for_any_coming_and_going)
{
	uint64_t seed = harness_seed();

	plant(0, 1, 1);
	memset(&model, 0, sizeof(model));
	for (unsigned round = 0; round < 4000; round++) {
		uint64_t first = harness_below(&seed, 3000);
		uint32_t reader = 1 + (uint32_t)harness_below(&seed, MPL_READERS);
		uint64_t bit = UINT64_C(1) << (reader - 1);

		switch (harness_below(&seed, 8)) {
		case 0: {
			int32_t opened = mpl_reader_open(tree, first);

			if (opened > 0)
				model.open |= UINT64_C(1) << (opened - 1);
			else
				EXPECT(model.open == UINT64_MAX);
			break;
		}
		case 1:
			// Another reader may get the number: what waits for this one waits no more.
			model.open &= ~bit;
			for (size_t i = model.head; i < model.tail; i++)
				model.readers[i] &= ~bit;
			mpl_reader_close(reader);
			break;
		case 2:
			if (mpl_reader_resume(reader))
				continue;
			mpl_cursor_move((uint32_t)harness_below(&seed, MPL_MOVE_PAUSE), first);
			mpl_cursor_end();
			break;
		case 3:
			if (harness_below(&seed, 50))
				continue;
			mpl_destroy(tree);
			break;
		default:
			mpl_store(tree, first, first + harness_below(&seed, round % 9 ? 30 : 1500),
			          harness_below(&seed, 4) ? value_of(first) : 0);
			break;
		}
		follow(mpl_record());
	}
	for (uint32_t reader = 1; reader <= MPL_READERS; reader++)
		mpl_reader_close(reader);
	EXPECT(mpl_waiting() == 0);
	EXPECT(!mpl_destroy(tree));
	EXPECT(mpl_live() == 0);
}

// ---- What a reader sees ----

TEST(a_reader_on_a_dead_leaf_goes_on_behind_its_old_range_after_a_store_that_overlaps_it)
{
	uint32_t reader;

	plant(30, 10, 5);
	reader = (uint32_t)mpl_reader_open(tree, 50);
	EXPECT(at(50, 54, value_of(5)));
	EXPECT(!mpl_reader_info(reader)->dead);
	mpl_store(tree, 52, 57, value_of(99));
	EXPECT(mpl_reader_info(reader)->dead);
	EXPECT(mpl_reader_info(reader)->node != 0);
	move(reader, MPL_MOVE_NEXT, UINT64_MAX);
	EXPECT(at(60, 64, value_of(6)));
	EXPECT(!mpl_reader_info(reader)->dead);
	EXPECT(!mpl_reader_close(reader));
	EXPECT(mpl_record()->freed > 0);
}

TEST(a_reader_on_a_dead_leaf_finds_its_neighbours_after_a_store_that_covers_it)
{
	uint32_t forward, backward;

	plant(30, 10, 5);
	forward = (uint32_t)mpl_reader_open(tree, 50);
	backward = (uint32_t)mpl_reader_open(tree, 50);
	mpl_store(tree, 40, 60, value_of(99));
	move(forward, MPL_MOVE_NEXT, UINT64_MAX);
	EXPECT(at(61, 64, value_of(6)));
	move(backward, MPL_MOVE_PREV, 0);
	EXPECT(at(30, 34, value_of(3)));
	mpl_reader_close(forward);
	mpl_reader_close(backward);
}

// tests/core/statuses.h: entries [10,15], [20,25], [30,35], [40,45] (hex), state on [20,25], another writer stores
// [1e,37].
TEST(each_move_from_a_dead_node_goes_where_the_specification_says)
{
	static const struct {
		enum mpl_move move;
		uint64_t limit, index, last, word;
	} wanted[] = {
		{MPL_MOVE_NEXT, UINT64_MAX, 0x40, 0x45, 9},      {MPL_MOVE_FIND, UINT64_MAX, 0x40, 0x45, 9},
		{MPL_MOVE_NEXT_RANGE, UINT64_MAX, 0x38, 0x3f, 0}, {MPL_MOVE_FIND_RANGE, UINT64_MAX, 0x38, 0x3f, 0},
		{MPL_MOVE_PREV, 0, 0x10, 0x15, 3},               {MPL_MOVE_FIND_REV, 0, 0x10, 0x15, 3},
		{MPL_MOVE_PREV_RANGE, 0, 0x16, 0x1d, 0},         {MPL_MOVE_FIND_RANGE_REV, 0, 0x16, 0x1d, 0},
		{MPL_MOVE_WALK, 0, 0x1e, 0x37, 99},
	};

	for (unsigned i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		uint32_t reader;

		plant(0, 1, 1);
		for (uint64_t k = 1; k <= 4; k++)
			mpl_store(tree, 16 * k, 16 * k + 5, value_of(k));
		reader = (uint32_t)mpl_reader_open(tree, 0x20);
		mpl_store(tree, 0x1e, 0x37, 99);
		move(reader, wanted[i].move, wanted[i].limit);
		EXPECT_SAYS(at(wanted[i].index, wanted[i].last, wanted[i].word), "move %u", wanted[i].move);
	}
}

TEST(quirk_N_Q9_a_reader_whose_tree_lost_all_nodes_ends_its_iteration)
{
	static const uint64_t limit[] = {UINT64_MAX, 0};

	for (unsigned single = 0; single < 2; single++) {
		for (unsigned what = MPL_MOVE_NEXT; what <= MPL_MOVE_FIND_RANGE_REV; what++) {
			bool back = what == MPL_MOVE_PREV || what == MPL_MOVE_FIND_REV || what == MPL_MOVE_PREV_RANGE ||
			            what == MPL_MOVE_FIND_RANGE_REV;
			uint32_t reader;

			plant(30, 10, 5);
			reader = (uint32_t)mpl_reader_open(tree, 50);
			EXPECT(!mpl_destroy(tree));
			if (single)
				EXPECT(!mpl_store(tree, 0, 0, value_of(1)));
			EXPECT(mpl_reader_info(reader)->dead);
			move(reader, (enum mpl_move)what, limit[back]);
			EXPECT(at(50, 54, 0));
			EXPECT(mpl_visit()->status == (back ? ma_underflow : ma_overflow));
			EXPECT(mpl_visit()->node == 0);
			// And once more, from where it is now.
			move(reader, (enum mpl_move)what, limit[back]);
			EXPECT(!mpl_visit()->word || single);
			EXPECT(!mpl_reader_close(reader));
		}
	}
}

TEST(a_reader_that_iterates_over_a_subtree_that_died_meets_each_entry_of_the_new_tree_once)
{
	uint32_t reader;
	unsigned met = 0;
	uint64_t before = 0;

	plant(600, 10, 5);
	reader = (uint32_t)mpl_reader_open(tree, 10);
	EXPECT(!mpl_store(tree, 5, 4000, 3));
	EXPECT(mpl_record()->deferred == 0);
	EXPECT(mpl_waiting() > 40);
	EXPECT(mpl_live() == mpl_facts(tree)->nodes + mpl_waiting());
	do {
		move(reader, MPL_MOVE_NEXT, UINT64_MAX);
		met += mpl_visit()->word != 0;
		EXPECT(!mpl_visit()->word || mpl_visit()->index > before);
		before = mpl_visit()->index;
	} while (mpl_visit()->word);
	EXPECT(met == 600 - 400);
	EXPECT(!mpl_reader_close(reader));
	EXPECT(mpl_waiting() == 0);
	EXPECT(mpl_live() == mpl_facts(tree)->nodes);
}

TEST(whatever_others_write_a_reader_returns_ranges_that_are_there_and_goes_on_in_its_direction)
{
	static struct oracle oracle;
	uint64_t seed = harness_seed();

	plant(0, 1, 1);
	oracle_clear(&oracle);
	for (unsigned round = 0; round < 1500; round++) {
		uint32_t reader = (uint32_t)mpl_reader_open(tree, harness_below(&seed, 2000));
		bool back = harness_below(&seed, 2);

		for (unsigned step = 0; step < 6; step++) {
			uint64_t first = harness_below(&seed, 2000), last = first + harness_below(&seed, step ? 20 : 700);
			uint64_t word = harness_below(&seed, 3) ? value_of(round) : 0, from, to, was;
			struct mpl_visit_record before;

			EXPECT(!mpl_store(tree, first, last, word));
			oracle_store(&oracle, first, last, word);
			before = *mpl_reader_info(reader);
			move(reader, back ? MPL_MOVE_PREV : MPL_MOVE_NEXT, back ? 0 : UINT64_MAX);
			if (!mpl_visit()->word)
				break;
			was = oracle_walk(&oracle, mpl_visit()->index, &from, &to);
			EXPECT(was == mpl_visit()->word);
			EXPECT(back ? mpl_visit()->last < before.last || mpl_visit()->index < before.index
			            : mpl_visit()->index > before.index);
			if (!before.dead || before.status != ma_active)
				continue;
			// From a dead leaf: the neighbour, with an entry, of what covers the old border now.
			oracle_walk(&oracle, back ? before.index : before.last, &from, &to);
			EXPECT(back ? mpl_visit()->last < from : mpl_visit()->index > to);
			if (back ? mpl_visit()->last + 1 < from : mpl_visit()->index > to + 1)
				EXPECT(!oracle_taken(&oracle, back ? mpl_visit()->last + 1 : to + 1,
				                     back ? from - 1 : mpl_visit()->index - 1));
		}
		EXPECT(!mpl_reader_close(reader));
	}
}

// ---- Handles ----

TEST(a_tree_may_be_destroyed_and_its_handle_dropped_under_a_reader)
{
	uint32_t reader, live;

	plant(300, 10, 5);
	live = mpl_live();
	reader = (uint32_t)mpl_reader_open(tree, 50);
	EXPECT(!mpl_destroy(tree));
	EXPECT(mpl_record()->freed == 0);
	EXPECT(mpl_waiting() == live);
	EXPECT(!mpl_tree_drop(tree));
	EXPECT(mpl_reader_tree(reader) == tree);
	EXPECT(mpl_tree_new(0) == tree + 1);
	move(reader, MPL_MOVE_NEXT, UINT64_MAX);
	EXPECT(mpl_visit()->status == ma_overflow);
	EXPECT(!mpl_reader_close(reader));
	EXPECT(mpl_record()->freed == live);
	EXPECT(mpl_record()->deferred == live);
	EXPECT(mpl_live() == 0);
	EXPECT(mpl_reader_tree(reader) == 0);
	EXPECT(mpl_tree_new(0) == tree);
}

TEST(rcu_mode_stays_on_while_a_reader_is_there_and_none_enters_without_it)
{
	uint32_t reader, plain;

	plant(3, 10, 4);
	reader = (uint32_t)mpl_reader_open(tree, 0);
	EXPECT(mpl_record()->ret == (int32_t)reader);
	EXPECT(mpl_set_rcu(tree, 0) == -MPL_EBUSY);
	EXPECT(!mpl_set_rcu(tree, 1));
	EXPECT(!mpl_reader_close(reader));
	EXPECT(!mpl_set_rcu(tree, 0));
	EXPECT(mpl_reader_open(tree, 0) == -MPL_EINVAL);
	plain = mpl_tree_new(0);
	EXPECT(mpl_reader_open(plain, 0) == -MPL_EINVAL);
	EXPECT(mpl_reader_open(99, 0) == -MPL_EINVAL);
	EXPECT(mpl_reader_close(1) == -MPL_EINVAL);
	EXPECT(mpl_reader_resume(1) == -MPL_EINVAL);
	EXPECT(mpl_reader_resume(0) == -MPL_EINVAL);
	EXPECT(mpl_reader_info(1) == NULL);
}

TEST(there_is_room_for_64_readers)
{
	plant(3, 10, 4);
	for (int32_t i = 1; i <= (int32_t)MPL_READERS; i++)
		EXPECT(mpl_reader_open(tree, 0) == i);
	EXPECT(mpl_reader_open(tree, 0) == -MPL_ENOMEM);
	EXPECT(!mpl_reader_close(17));
	EXPECT(mpl_reader_open(tree, 0) == 17);
}

TEST(one_iteration_at_a_time_and_nothing_else_meanwhile)
{
	uint32_t reader;

	plant(3, 10, 4);
	EXPECT(mpl_cursor_move(MPL_MOVE_NEXT, 9) == -MPL_EINVAL);
	EXPECT(mpl_cursor_end() == -MPL_EINVAL);
	reader = (uint32_t)mpl_reader_open(tree, 0);
	EXPECT(!mpl_cursor_begin(tree, 5));
	EXPECT(mpl_cursor_begin(tree, 5) == -MPL_EBUSY);
	EXPECT(mpl_reader_resume(reader) == -MPL_EBUSY);
	EXPECT(mpl_reader_close(reader) == -MPL_EBUSY);
	EXPECT(mpl_store(tree, 1, 1, 3) == -MPL_EBUSY);
	EXPECT(mpl_destroy(tree) == -MPL_EBUSY);
	EXPECT(mpl_tree_drop(tree) == -MPL_EINVAL);
	EXPECT(mpl_cursor_move(MPL_MOVES, 9) == -MPL_EINVAL);
	EXPECT(mpl_cursor_move(MPL_MOVE_NEXT, UINT64_MAX) == ma_active);
	EXPECT(at(10, 13, value_of(1)));
	EXPECT(mpl_cursor_move(MPL_MOVE_PAUSE, 0) == ma_pause);
	EXPECT(mpl_visit()->slot == -1);
	EXPECT(mpl_cursor_move(MPL_MOVE_SET, 25) == ma_start);
	EXPECT(mpl_cursor_move(MPL_MOVE_WALK, 0) == ma_active);
	EXPECT(!mpl_cursor_end());
	EXPECT(mpl_record()->index == 24);
	EXPECT(mpl_record()->status == ma_active);
	EXPECT(!mpl_store(tree, 1, 1, 3));
}
