// SPDX-License-Identifier: GPL-2.0-or-later
//
// What events report while a tree is read: each slot on the way, what a gap search thought of it, that a leaf was dead,
// that nodes are kept for a reader.

#include "harness.h"

#include "maple_tree.h"
#include "src/trace.h"
#include "wasm/calls.h"

#include <inttypes.h>

enum verdict { TAKEN, TOO_SMALL, OCCUPIED, BEFORE_WINDOW, BEYOND_WINDOW, UNTRACKED, VERDICTS };

static uint32_t tree;

static void plant(uint32_t flags, unsigned count)
{
	mpl_reset();
	tree = mpl_tree_new(flags);
	for (uint64_t i = 0; i < count; i++)
		mpl_store(tree, 10 * i, 10 * i + 4, 2 * i + 1);
}

static uint32_t told(unsigned kind)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < mpl_record()->event_count; i++)
		count += mpl_events()[i].kind == kind;
	return count;
}

static const struct mpl_event_record *first_told(unsigned kind)
{
	for (uint32_t i = 0; i < mpl_record()->event_count; i++) {
		if (mpl_events()[i].kind == kind)
			return &mpl_events()[i];
	}
	return NULL;
}

// Every sidestep leads to the range beside the one before, and every move ends where its last step did.
static void expect_unbroken(uint64_t first, uint64_t last, bool left)
{
	uint64_t steps = 0;

	for (uint32_t i = 0; i < mpl_record()->event_count; i++) {
		const struct mpl_event_record *event = &mpl_events()[i];

		if (event->kind == MPL_EVENT_sidestep) {
			EXPECT(event->count == left);
			EXPECT(left ? event->b + 1 == first : event->a == last + 1);
			first = event->a;
			last = event->b;
			steps++;
		} else if (event->kind == MPL_EVENT_visited && steps) {
			EXPECT(event->a == first && event->b == last);
		}
	}
	EXPECT(steps > 0);
}

TEST(a_way_is_told_slot_by_slot_within_leaves_and_across)
{
	for (uint32_t flags = 0; flags < 2; flags++) {
		for (unsigned left = 0; left < 2; left++) {
			plant(flags, 200);
			EXPECT(!mpl_cursor_begin(tree, left ? 1990 : 0));
			EXPECT(mpl_cursor_move(MPL_MOVE_WALK, 0) == ma_active);
			while (mpl_cursor_move(left ? MPL_MOVE_PREV : MPL_MOVE_NEXT, left ? 0 : UINT64_MAX) == ma_active)
				continue;
			EXPECT(!mpl_cursor_end());
			expect_unbroken(left ? 1990 : 0, left ? 1994 : 4, left);
			EXPECT(told(MPL_EVENT_visited) == 201);
			EXPECT(told(MPL_EVENT_climb) >= mpl_facts(tree)->leaves - 1);
			EXPECT(told(MPL_EVENT_descend) >= told(MPL_EVENT_climb));
			EXPECT(told(MPL_EVENT_sidestep) == 398 + !left);
		}
	}
}

// Counts the verdicts of the last search and checks each against what it says.
static void count_verdicts(uint32_t *verdicts, uint64_t size)
{
	for (unsigned i = 0; i < VERDICTS; i++)
		verdicts[i] = 0;
	for (uint32_t i = 0; i < mpl_record()->event_count; i++) {
		const struct mpl_event_record *event = &mpl_events()[i];

		if (event->kind != MPL_EVENT_gap_looked_at)
			continue;
		EXPECT(event->count < VERDICTS && event->b == size);
		if (event->count == TAKEN)
			EXPECT(event->a >= size);
		verdicts[event->count]++;
	}
}

TEST(a_search_says_why_each_slot_was_taken_or_passed_over)
{
	uint32_t v[VERDICTS];

	// | 0 4 v | 9 - | 14 v | 19 - | 24 v | 60 - | 70 v | max - |
	plant(MT_FLAGS_ALLOC_RANGE, 3);
	mpl_store(tree, 61, 70, 3);
	EXPECT(!mpl_empty_area(tree, 12, 200, 10, 0));
	EXPECT(mpl_record()->index == 25);
	count_verdicts(v, 10);
	EXPECT(v[BEFORE_WINDOW] == 2 && v[OCCUPIED] == 2 && v[TOO_SMALL] == 1 && v[TAKEN] == 1 && !v[BEYOND_WINDOW]);
	EXPECT(!mpl_empty_area(tree, 0, 58, 5, 1));
	EXPECT(mpl_record()->last == 58);
	count_verdicts(v, 5);
	EXPECT(v[BEYOND_WINDOW] == 2 && v[TAKEN] == 1 && !v[OCCUPIED]);
	EXPECT(mpl_empty_area(tree, 0, 30, 20, 0) == -MPL_EBUSY);
	count_verdicts(v, 20);
	EXPECT(v[TOO_SMALL] == 3 && !v[TAKEN]);
	// Over two levels a subtree is passed over for its gap.
	plant(MT_FLAGS_ALLOC_RANGE, 100);
	EXPECT(!mpl_empty_area(tree, 0, UINT64_MAX, 50, 0));
	EXPECT(mpl_record()->index == 995);
	count_verdicts(v, 50);
	EXPECT(v[TAKEN] == mpl_facts(tree)->height);
	EXPECT(v[TOO_SMALL] >= 5);
	plant(0, 100);
	EXPECT(mpl_empty_area(tree, 0, 500, 1, 0) == -MPL_EBUSY);
	count_verdicts(v, 1);
	EXPECT(v[UNTRACKED] > 0 && !v[TAKEN]);
}

TEST(a_dead_leaf_and_what_is_kept_for_its_reader_are_told)
{
	const struct mpl_event_record *event;
	uint32_t node, reader;

	plant(MT_FLAGS_USE_RCU, 30);
	reader = (uint32_t)mpl_reader_open(tree, 50);
	event = first_told(MPL_EVENT_reader_parked);
	EXPECT(event && event->count == reader && event->a == 50 && event->b == 54);
	node = mpl_visit()->node;
	EXPECT(event && event->node == node);
	EXPECT(!mpl_store(tree, 51, 52, 3));
	event = first_told(MPL_EVENT_grace_waits);
	EXPECT(event && event->a == mpl_waiting() && event->b == 1);
	EXPECT(!told(MPL_EVENT_grace));
	EXPECT(!mpl_reader_resume(reader));
	mpl_cursor_move(MPL_MOVE_NEXT, UINT64_MAX);
	EXPECT(!mpl_cursor_end());
	event = first_told(MPL_EVENT_dead_met);
	EXPECT(event && event->node == node && event->a == 54);
	EXPECT(!mpl_reader_close(reader));
	EXPECT(told(MPL_EVENT_reader_left) == 1);
	EXPECT(told(MPL_EVENT_grace) == 1);
	EXPECT(!told(MPL_EVENT_grace_waits));
}

TEST(a_corruption_is_told)
{
	const struct mpl_event_record *event;

	plant(0, 8);
	EXPECT(!mpl_corrupt(tree, 0, MPL_CORRUPT_PIVOT, 2, 99));
	event = first_told(MPL_EVENT_corrupted);
	EXPECT(event && event->slot == 2 && event->count == MPL_CORRUPT_PIVOT && event->a == 14 && event->b == 99);
}
