// SPDX-License-Identifier: GPL-2.0-or-later
//
// The allocator by itself: what is granted and refused, counted, reused and deferred.

#include "harness.h"

#include "src/slab.h"
#include "src/records.h"

#include <string.h>

static const struct mpl_slab_counters *now(void) { return mpl_slab_counters(); }

static uint32_t state_at(uint32_t place) { return mpl_slab_places()[place].state & 0xff; }

static void fresh(void)
{
	mpl_slab_reset();
	mpl_slab_begin();
}

TEST(ids_count_up_and_places_are_reused_last_freed_first)
{
	struct mpl_node *node[4];

	fresh();
	for (unsigned i = 0; i < 4; i++) {
		node[i] = mpl_slab_one(MPL_NOWAIT);
		EXPECT(mpl_slab_id(node[i]) == i + 1);
		EXPECT(mpl_slab_place(node[i]) == i);
		EXPECT((mpl_node_address(node[i]) & 255) == 0);
		EXPECT(mpl_node_at(mpl_node_address(node[i]) | 0x1c) == node[i]);
	}
	mpl_slab_free_one(node[1]);
	mpl_slab_free_one(node[2]);
	EXPECT(now()->live == 2);
	EXPECT(state_at(1) == MPL_PLACE_FREE);
	EXPECT(mpl_slab_place(mpl_slab_one(MPL_NOWAIT)) == 2);
	EXPECT(mpl_slab_place(mpl_slab_one(MPL_NOWAIT)) == 1);
	EXPECT(mpl_slab_place(mpl_slab_one(MPL_NOWAIT)) == 4);
	EXPECT(now()->handed_out == 7);
	EXPECT(now()->places == 5);
}

// With 32 bits the third node would be number 0, which means no node, and the fourth would be the first one again.
TEST(ids_go_on_past_32_bits)
{
	struct mpl_node *node[4];
	struct mpl_node *again;

	fresh();
	node[0] = mpl_slab_one(MPL_NOWAIT);
	mpl_slab_skip_ids(UINT32_MAX - 1);
	for (unsigned i = 1; i < 4; i++)
		node[i] = mpl_slab_one(MPL_NOWAIT);
	EXPECT(mpl_slab_id(node[0]) == 1);
	EXPECT(mpl_slab_id(node[1]) == UINT32_MAX);
	EXPECT(mpl_slab_id(node[2]) == UINT64_C(1) << 32);
	EXPECT(mpl_slab_id(node[3]) == (UINT64_C(1) << 32) + 1);
	EXPECT(now()->handed_out == (UINT64_C(1) << 32) + 1);
	mpl_slab_free_one(node[0]);
	again = mpl_slab_one(MPL_NOWAIT);
	EXPECT(mpl_slab_place(again) == 0);
	EXPECT(mpl_slab_id(again) == (UINT64_C(1) << 32) + 2);
	mpl_slab_skip_ids(UINT64_MAX - 1);
	EXPECT(mpl_slab_id(mpl_slab_one(MPL_NOWAIT)) == UINT64_MAX);
}

TEST(a_bulk_request_is_one_request_and_one_free_call)
{
	uint64_t words[40];

	fresh();
	EXPECT(mpl_slab_bulk(MPL_MAY_WAIT, 40, words));
	EXPECT(now()->op_requests == 1);
	EXPECT(now()->op_nodes_requested == 40);
	EXPECT(mpl_slab_log()[0] == (40 | MPL_LOG_BULK));
	for (unsigned i = 0; i < 40; i++) {
		EXPECT(mpl_slab_holds(words[i]));
		words[i] |= 0x0c;
	}
	mpl_slab_free_bulk(40, words);
	EXPECT(now()->live == 0);
	EXPECT(now()->op_freed == 40);
	EXPECT(now()->op_deferred == 0);
}

TEST(requests_k_to_k_plus_n_minus_1_are_refused_whole)
{
	uint64_t words[5] = {7, 7, 7, 7, 7};

	fresh();
	mpl_slab_fail_request(2, 2);
	EXPECT(mpl_slab_one(MPL_NOWAIT));
	EXPECT(!mpl_slab_bulk(MPL_NOWAIT, 5, words));
	EXPECT(words[0] == 7);
	EXPECT(words[4] == 7);
	mpl_slab_begin();
	EXPECT(!mpl_slab_one(MPL_NOWAIT));
	EXPECT(mpl_slab_log()[0] == (1 | MPL_LOG_REFUSED));
	EXPECT(mpl_slab_one(MPL_NOWAIT));
	EXPECT(now()->live == 2);
	EXPECT(now()->op_requests == 2);
}

TEST(a_new_fail_replaces_the_old_one_and_0_0_disarms)
{
	fresh();
	mpl_slab_fail_request(1, 9);
	EXPECT(!mpl_slab_one(MPL_NOWAIT));
	mpl_slab_fail_request(2, 1);
	EXPECT(mpl_slab_one(MPL_NOWAIT));
	EXPECT(!mpl_slab_one(MPL_NOWAIT));
	mpl_slab_fail_request(1, 1);
	mpl_slab_fail_request(0, 0);
	EXPECT(mpl_slab_one(MPL_NOWAIT));
}

TEST(the_kth_node_is_refused_with_its_whole_request_and_once)
{
	uint64_t words[8];

	fresh();
	mpl_slab_fail_node(6);
	EXPECT(mpl_slab_bulk(MPL_NOWAIT, 5, words));
	EXPECT(!mpl_slab_bulk(MPL_NOWAIT, 3, words));
	EXPECT(mpl_slab_bulk(MPL_NOWAIT, 3, words));
	mpl_slab_fail_node(4);
	EXPECT(!mpl_slab_bulk(MPL_NOWAIT, 4, words));
	mpl_slab_fail_node(4);
	EXPECT(mpl_slab_bulk(MPL_NOWAIT, 3, words));
	EXPECT(!mpl_slab_one(MPL_NOWAIT));
	EXPECT(now()->live == 11);
}

TEST(no_more_nodes_are_out_than_the_limit)
{
	uint64_t words[8];

	fresh();
	mpl_slab_limit(10);
	EXPECT(mpl_slab_bulk(MPL_NOWAIT, 8, words));
	EXPECT(!mpl_slab_bulk(MPL_NOWAIT, 3, words));
	EXPECT(mpl_slab_bulk(MPL_NOWAIT, 2, words));
	EXPECT(!mpl_slab_one(MPL_NOWAIT));
	mpl_slab_free_bulk(2, words);
	EXPECT(mpl_slab_one(MPL_NOWAIT));
	mpl_slab_limit(0);
	EXPECT(mpl_slab_bulk(MPL_NOWAIT, 8, words));
}

TEST(memory_ends_at_the_last_place_and_a_refusal_there_costs_nothing)
{
	static uint64_t words[1024];

	fresh();
	EXPECT(!mpl_slab_bulk(MPL_NOWAIT, MPL_PLACES_MAX + 1, words));
	EXPECT(now()->live == 0);
	EXPECT(now()->places == 0);
	EXPECT(mpl_slab_one(MPL_NOWAIT));
}

// Frees what the order of the calls is seen in: ids, as they come back.
static uint32_t order[16];
static unsigned order_count;

static void destroy_two(struct mpl_node *top, enum mpl_kind kind)
{
	uint64_t child = top->word[31];

	EXPECT(kind == MPL_KIND_RANGE);
	order[order_count++] = mpl_slab_id(top);
	mpl_slab_free_bulk(1, &child);
	mpl_slab_free_one(top);
}

TEST(what_is_deferred_stays_readable_until_the_grace_period_ends)
{
	struct mpl_node *single, *top, *child;

	fresh();
	single = mpl_slab_one(MPL_NOWAIT);
	top = mpl_slab_one(MPL_NOWAIT);
	child = mpl_slab_one(MPL_NOWAIT);
	top->word[31] = mpl_node_address(child);
	order_count = 0;
	mpl_slab_destroy_by(destroy_two);
	mpl_slab_defer_subtree(top, MPL_KIND_RANGE, 2);
	mpl_slab_defer_node(single);
	EXPECT(now()->live == 3);
	EXPECT(now()->op_freed == 0);
	EXPECT(mpl_slab_holds(mpl_node_address(top)));
	EXPECT(state_at(1) == MPL_PLACE_DEFERRED);
	EXPECT(top->word[31] == mpl_node_address(child));
	mpl_slab_grace();
	EXPECT(order_count == 1);
	EXPECT(now()->live == 0);
	EXPECT(now()->op_freed == 3);
	EXPECT(now()->op_deferred == 3);
	// The order of the calls is kept: the single node came last, so its place is the first to be used again.
	EXPECT(mpl_slab_place(mpl_slab_one(MPL_NOWAIT)) == 0);
	mpl_slab_grace();
	EXPECT(now()->live == 1);
}

TEST(a_word_that_names_no_node_out_is_not_held)
{
	struct mpl_node *node;
	uint64_t address, seed = 99;

	fresh();
	node = mpl_slab_one(MPL_NOWAIT);
	address = mpl_node_address(node);
	EXPECT(mpl_slab_holds(address));
	EXPECT(mpl_slab_holds(address | 0xff));
	EXPECT(!mpl_slab_holds(0));
	EXPECT(!mpl_slab_holds(UINT64_MAX));
	EXPECT(!mpl_slab_holds(address + 256));
	EXPECT(!mpl_slab_holds(address - 256));
	for (unsigned i = 0; i < 1000; i++) {
		uint64_t word = harness_random(&seed);

		EXPECT(mpl_slab_holds(word) == ((word & ~UINT64_C(255)) == address));
	}
	mpl_slab_free_one(node);
	EXPECT(!mpl_slab_holds(address));
}

TEST(two_hundred_thousand_steps_keep_the_accounts)
{
	static struct mpl_node *held[512];
	uint64_t seed = harness_seed();
	uint32_t count = 0, freed = 0, asked = 0;

	fresh();
	for (unsigned i = 0; i < 200000; i++) {
		uint64_t dice = harness_below(&seed, 8);

		if (dice < 4 && count < 512) {
			held[count] = mpl_slab_one(MPL_NOWAIT);
			EXPECT(held[count]);
			held[count]->word[0] = held[count]->word[31] = asked;
			count++;
			asked++;
		} else if (dice == 4 && count) {
			uint32_t at = (uint32_t)harness_below(&seed, count);

			mpl_slab_defer_node(held[at]);
			held[at] = held[--count];
			freed++;
		} else if (dice == 5) {
			mpl_slab_grace();
		} else if (count) {
			uint32_t at = (uint32_t)harness_below(&seed, count);

			EXPECT(held[at]->word[0] == held[at]->word[31]);
			mpl_slab_free_one(held[at]);
			held[at] = held[--count];
			freed++;
		}
	}
	mpl_slab_grace();
	EXPECT(now()->live == count);
	EXPECT(now()->handed_out == asked);
	EXPECT(now()->op_freed == freed);
	EXPECT(now()->live + freed == asked);
}

TEST(an_operation_is_worn_out_at_its_last_request_and_stays_so_until_it_is_settled)
{
	fresh();
	mpl_slab_set_requests_max(3);
	for (unsigned i = 1; i <= 5; i++) {
		EXPECT(mpl_slab_one(MPL_NOWAIT));
		EXPECT(mpl_slab_worn_out() == (i >= 3));
	}
	mpl_slab_settle();
	EXPECT(!mpl_slab_worn_out());
	mpl_slab_reset();
	EXPECT(mpl_slab_requests_max() > 3);
}

TEST(what_cannot_be_refused_is_granted_and_counts_nothing_down)
{
	uint64_t words[4];

	fresh();
	mpl_slab_fail_request(1, 1);
	mpl_slab_limit(1);
	mpl_slab_budget(0);
	mpl_slab_no_fail(true);
	EXPECT(mpl_slab_one(MPL_NOWAIT));
	EXPECT(mpl_slab_bulk(MPL_NOWAIT, 4, words));
	mpl_slab_no_fail(false);
	mpl_slab_limit(0);
	EXPECT(!mpl_slab_one(MPL_MAY_WAIT));
	EXPECT(mpl_slab_one(MPL_MAY_WAIT));
	mpl_slab_fail_node(2);
	mpl_slab_no_fail(true);
	EXPECT(mpl_slab_bulk(MPL_NOWAIT, 4, words));
	mpl_slab_no_fail(false);
	EXPECT(mpl_slab_one(MPL_MAY_WAIT));
	EXPECT(!mpl_slab_one(MPL_MAY_WAIT));
	EXPECT(mpl_slab_has_room(1) && !mpl_slab_has_room(MPL_PLACES_MAX));
}
