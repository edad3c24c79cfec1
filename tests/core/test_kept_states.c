// SPDX-License-Identifier: GPL-2.0-or-later
//
// States that are kept between operations: their fields, the nodes they hold, and what becomes of one whose node is
// gone.

#include "harness.h"
#include "oracle.h"

#include "maple_tree.h"
#include "src/slab.h"
#include "wasm/calls.h"

#include <string.h>

static uint32_t tree;

static uint64_t value_of(uint64_t number) { return number << 1 | 1; }

// A tree that holds 'count' entries [10 i, 10 i + 9].
static void plant(uint32_t flags, unsigned count)
{
	mpl_reset();
	tree = mpl_tree_new(flags);
	for (uint64_t i = 0; i < count; i++)
		mpl_store(tree, 10 * i, 10 * i + 9, value_of(i));
}

static void move(uint32_t state, enum mpl_move what, uint64_t limit)
{
	EXPECT(!mpl_state_resume(state));
	EXPECT(mpl_cursor_move(what, limit) >= 0);
	EXPECT(!mpl_cursor_end());
}

static bool at(uint32_t state, uint64_t index, uint64_t last, enum maple_status status)
{
	const struct mpl_state_record *s = mpl_state_info(state);

	return s && s->index == index && s->last == last && s->status == (int32_t)status;
}

TEST(a_state_keeps_its_place_from_one_operation_to_the_next)
{
	uint32_t state;

	plant(0, 4);
	state = (uint32_t)mpl_state_open(tree);
	EXPECT(at(state, 0, 0, ma_start));
	EXPECT(mpl_state_info(state)->real_end == -1);
	EXPECT(!mpl_state_set(state, MPL_STATE_SET, 15, 15));
	move(state, MPL_MOVE_WALK, 0);
	EXPECT(at(state, 10, 19, ma_active));
	EXPECT(mpl_state_info(state)->offset == 1);
	EXPECT(mpl_state_info(state)->real_end == 4);
	mpl_load(tree, 3);
	move(state, MPL_MOVE_NEXT, MPL_INDEX_MAX);
	EXPECT(at(state, 20, 29, ma_active));
	EXPECT(!mpl_state_set(state, MPL_STATE_AIM, 12, 13));
	EXPECT(at(state, 12, 13, ma_active));
	EXPECT(mpl_state_info(state)->offset == 2);
	EXPECT(!mpl_state_set(state, MPL_STATE_RESET, 0, 0));
	EXPECT(at(state, 12, 13, ma_start));
	EXPECT(!mpl_state_set(state, MPL_STATE_PAUSE, 0, 0));
	EXPECT(at(state, 12, 13, ma_pause));
}

TEST(what_a_state_holds_is_live_and_comes_back)
{
	uint32_t state, live, held;

	plant(0, 4);
	live = mpl_live();
	state = (uint32_t)mpl_state_open(tree);
	EXPECT(!mpl_state_set(state, MPL_STATE_SET, 12, 13));
	EXPECT(!mpl_state_prepare(state, 3));
	held = mpl_states_held();
	EXPECT(mpl_record()->reserved == held);
	EXPECT(mpl_state_info(state)->held == held);
	EXPECT(mpl_live() == live + held);
	EXPECT(!mpl_state_store(state, 3, 1));
	EXPECT(mpl_record()->reserved == held);
	EXPECT(mpl_states_held() == 0);
	EXPECT(mpl_live() == live);
	EXPECT(at(state, 12, 13, ma_active));
	mpl_load(tree, 12);
	EXPECT(mpl_record()->value == 3);
	EXPECT(!mpl_state_close(state));
	EXPECT(!mpl_state_info(state));
	EXPECT(mpl_state_close(state) == -MPL_EINVAL);
}

TEST(destroying_the_tree_lets_go_of_its_states)
{
	uint32_t first, second, other;

	plant(0, 16);
	other = mpl_tree_new(0);
	first = (uint32_t)mpl_state_open(tree);
	second = (uint32_t)mpl_state_open(other);
	EXPECT(!mpl_state_set(first, MPL_STATE_SET, 12, 113));
	EXPECT(!mpl_state_prepare(first, 3));
	EXPECT(!mpl_destroy(tree));
	EXPECT(mpl_live() == 0);
	EXPECT(!mpl_state_info(first));
	EXPECT(at(second, 0, 0, ma_start));
	EXPECT(!mpl_tree_drop(other));
	EXPECT(!mpl_state_info(second));
}

TEST(a_state_whose_node_is_gone_forgets_its_place)
{
	uint32_t state;

	plant(MT_FLAGS_USE_RCU, 4);
	state = (uint32_t)mpl_state_open(tree);
	EXPECT(!mpl_state_set(state, MPL_STATE_SET, 15, 15));
	move(state, MPL_MOVE_WALK, 0);
	EXPECT(!mpl_state_info(state)->gone);
	// A new leaf takes the place of the old one, and another tree takes the node.
	EXPECT(!mpl_store(tree, 22, 24, 3));
	EXPECT(mpl_state_info(state)->gone);
	EXPECT(mpl_state_info(state)->real_end == -1);
	mpl_store(mpl_tree_new(0), 5, 6, 7);
	move(state, MPL_MOVE_NEXT, MPL_INDEX_MAX);
	EXPECT(mpl_state_info(state)->lost);
	EXPECT(!mpl_state_info(state)->gone);
	EXPECT(at(state, 20, 21, ma_active));
	move(state, MPL_MOVE_NEXT, MPL_INDEX_MAX);
	EXPECT(!mpl_state_info(state)->lost);
	EXPECT(at(state, 22, 24, ma_active));
}

TEST(a_search_goes_on_from_where_the_state_stands)
{
	uint32_t state;

	mpl_reset();
	tree = mpl_tree_new(MT_FLAGS_ALLOC_RANGE);
	for (uint64_t i = 0; i < 100; i++)
		mpl_store(tree, 10 * i, 10 * i + 5, value_of(i));
	state = (uint32_t)mpl_state_open(tree);
	EXPECT(!mpl_state_search(state, 100, 900, 4, 1));
	EXPECT(at(state, 896, 899, ma_active));
	EXPECT(!mpl_state_search(state, 100, 900, 4, 1));
	EXPECT(at(state, 886, 889, ma_active));
	EXPECT(!mpl_state_set(state, MPL_STATE_RESET, 0, 0));
	EXPECT(!mpl_state_search(state, 100, 900, 4, 1));
	EXPECT(at(state, 896, 899, ma_active));
	EXPECT(mpl_state_search(state, 9, 8, 4, 1) == -MPL_EINVAL);
}

TEST(what_cannot_be_is_refused)
{
	uint32_t state;

	plant(0, 4);
	EXPECT(mpl_state_open(9) == -MPL_EINVAL);
	state = (uint32_t)mpl_state_open(tree);
	EXPECT(mpl_state_set(state, MPL_STATE_SET, 9, 8) == -MPL_EINVAL);
	EXPECT(mpl_state_set(state, 9, 0, 0) == -MPL_EINVAL);
	EXPECT(mpl_state_store(9, 3, 0) == -MPL_EINVAL);
	EXPECT(mpl_state_resume(9) == -MPL_EINVAL);
	for (unsigned i = 1; i < MPL_STATES; i++)
		EXPECT(mpl_state_open(tree) > 0);
	EXPECT(mpl_state_open(tree) == -MPL_ENOMEM);
	EXPECT(!mpl_corrupt(tree, 0, MPL_CORRUPT_END, 0, 9));
	EXPECT(mpl_state_resume(state) == -MPL_EBUSY);
	EXPECT(!mpl_state_close(state));
}
