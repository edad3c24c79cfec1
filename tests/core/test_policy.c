// SPDX-License-Identifier: GPL-2.0-or-later
//
// The policy of a tree, rule "whole height": a tree of the release 6_16_WHOLE_HEIGHT asks for nodes as releases
// before 6.16 did. What it asks for is all that differs: the same operations give the same layouts, and what was asked
// for in vain goes back. Each test makes every operation on a pair of trees, one of each policy.

#include "harness.h"

#include "maple_tree.h"
#include "src/decide.h"
#include "src/dump.h"
#include "src/slab.h"
#include "src/prealloc.h"

#include <inttypes.h>

#define OLD MPL_RELEASE_6_16_WHOLE_HEIGHT
#define WHOLE_HEIGHT MPL_FLAGS_RELEASE(OLD)

struct account {
	struct mpl_decision decision;
	uint32_t asked;    // Nodes requested in the operation, the refused ones included.
	uint32_t requests;
	uint32_t used;
	uint32_t grown;    // Nodes out of the allocator afterwards, less those before.
	int ret;
};

static struct maple_tree vacancy, whole;

static void fresh(unsigned flags)
{
	mpl_slab_fail_request(0, 0);
	mtree_destroy(&vacancy);
	mtree_destroy(&whole);
	mpl_slab_grace();
	EXPECT(mpl_slab_counters()->live == 0);
	mt_init_flags(&vacancy, flags);
	mt_init_flags(&whole, flags | WHOLE_HEIGHT);
}

static void begin(void)
{
	mpl_slab_begin();
	mpl_decide_clear();
	mpl_prealloc_used = 0;
}

static struct account end(uint32_t live, int ret)
{
	const struct mpl_slab_counters *counters = mpl_slab_counters();

	mpl_slab_grace();
	return (struct account){mpl_last_decision,  counters->op_nodes_requested, counters->op_requests, mpl_prealloc_used,
	                        counters->live - live, ret};
}

// One operation: a store, an insertion or an erasure, of which request 'k' and the 'n' - 1 after it fail.
struct act {
	uint64_t first, last, number;
	enum { STORE, INSERT, ERASE, PREALLOC } how;
	uint32_t k, n;
};

static int perform(struct maple_tree *tree, const struct act *act)
{
	mpl_entry entry = act->number ? xa_mk_value(act->number) : MPL_WORD_ENTRY(0);
	MA_STATE(mas, tree, act->first, act->last);

	switch (act->how) {
	case STORE: return mtree_store_range(tree, act->first, act->last, entry, GFP_KERNEL);
	case INSERT: return mtree_insert_range(tree, act->first, act->last, entry, GFP_KERNEL);
	case ERASE: mas_erase(&mas); return mas_is_err(&mas) ? xa_err(mas.node) : 0;
	case PREALLOC: break;
	}
	if (mas_preallocate(&mas, entry, GFP_KERNEL))
		return -MPL_ENOMEM;
	EXPECT(mpl_prealloc_held(&mas) == (uint64_t)mpl_last_decision.pre);
	mas_store_prealloc(&mas, entry);
	return 0;
}

static struct account on(struct maple_tree *tree, const struct act *act)
{
	uint32_t live = mpl_slab_counters()->live;
	struct account account;

	begin();
	mpl_slab_fail_request(act->k, act->n);
	account = end(live, perform(tree, act));
	mpl_slab_fail_request(0, 0);
	return account;
}

static bool same_layout(void)
{
	return mpl_dump_sum(vacancy.root_word) == mpl_dump_sum(whole.root_word) && mt_height(&vacancy) == mt_height(&whole);
}

// Makes one operation on both trees and compares all that must be equal.
static void both(const struct act *act, struct account *now, struct account *then)
{
	*now = on(&vacancy, act);
	*then = on(&whole, act);
	EXPECT_SAYS(same_layout(), "%" PRIx64 "..%" PRIx64, act->first, act->last);
	EXPECT(now->ret == then->ret);
	EXPECT(now->grown == then->grown);
	EXPECT(now->decision.store_type == then->decision.store_type);
	EXPECT(now->decision.pre_by[MPL_RELEASE_6_16] == then->decision.pre_by[MPL_RELEASE_6_16]);
	EXPECT(now->decision.pre_by[OLD] == then->decision.pre_by[OLD]);
	EXPECT(now->decision.pre == now->decision.pre_by[MPL_RELEASE_6_16]);
	EXPECT(then->decision.pre == then->decision.pre_by[OLD]);
}

static struct act random_act(uint64_t *random, uint64_t width)
{
	uint64_t first = harness_below(random, width);
	uint64_t length = harness_below(random, harness_below(random, 8) ? 4 : width / 4);
	struct act act = {first, first + length, harness_below(random, 4) ? harness_below(random, 1000) + 1 : 0, STORE, 0, 0};

	switch (harness_below(random, 8)) {
	case 0: act.how = ERASE; act.last = act.first; break;
	case 1: act.how = INSERT; break;
	case 2: act.how = PREALLOC; break;
	default: break;
	}
	return act;
}

static const unsigned modes[] = {0, MT_FLAGS_ALLOC_RANGE, MT_FLAGS_USE_RCU, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU};

// As 'width' grows trees get higher: up to height 4 here.
TEST(both_policies_give_the_same_layouts_and_ask_what_their_formulas_say)
{
	static const uint64_t widths[] = {60, 600, 6000, 60000};
	uint64_t random = harness_seed();
	unsigned differ = 0, higher = 0;

	for (unsigned mode = 0; mode < 4; mode++) {
		for (unsigned i = 0; i < 4; i++) {
			fresh(modes[mode]);
			for (unsigned n = 0; n < 1500 * (i + 1) && !harness_failed(); n++) {
				struct act act = random_act(&random, widths[i]);
				struct account now, then;

				both(&act, &now, &then);
				EXPECT(now.used == then.used);
				EXPECT(now.asked == (uint32_t)(now.decision.pre > 0 ? now.decision.pre : 0));
				EXPECT(then.asked == (uint32_t)(then.decision.pre > 0 ? then.decision.pre : 0));
				EXPECT(now.used <= now.asked);
				EXPECT(then.used <= then.asked);
				differ += now.asked < then.asked;
				higher += now.asked > then.asked;
			}
		}
	}
	EXPECT(differ > 1000);
	EXPECT(higher > 0);
}

TEST(surplus_of_either_policy_goes_back)
{
	uint64_t random = harness_seed() + 1;

	for (unsigned mode = 0; mode < 4; mode++) {
		fresh(modes[mode]);
		for (unsigned n = 0; n < 3000 && !harness_failed(); n++) {
			struct act act = random_act(&random, 4000);
			struct account now, then;

			both(&act, &now, &then);
			EXPECT(mpl_slab_counters()->live % 2 == 0);
		}
		mtree_destroy(&vacancy);
		mpl_slab_grace();
		EXPECT(!mtree_empty(&whole));
		mtree_destroy(&whole);
		mpl_slab_grace();
		EXPECT(mpl_slab_counters()->live == 0);
	}
}

// One refusal is made good by the second attempt. Two in a row are -ENOMEM if nothing is held by then; with the first
// node held the loop goes on. A preallocation gives up at once. None of this depends on how many nodes are missing.
TEST(failures_of_either_policy_follow_the_same_rules)
{
	uint64_t random = harness_seed() + 2;
	unsigned errors = 0, recovered = 0;

	for (unsigned mode = 0; mode < 4; mode++) {
		fresh(modes[mode]);
		for (unsigned n = 0; n < 4000 && !harness_failed(); n++) {
			struct act act = random_act(&random, 3000);
			struct account now, then;

			act.k = (uint32_t)harness_below(&random, 2) + 1;
			act.n = (uint32_t)harness_below(&random, 3);
			// Both ask for none, for one, or for three and more: in as many requests.
			both(&act, &now, &then);
			EXPECT(now.requests == then.requests);
			EXPECT(now.ret == 0 || now.used == 0);
			EXPECT(then.ret == 0 || then.used == 0);
			errors += now.ret == -MPL_ENOMEM;
			recovered += !now.ret && now.asked > (uint32_t)now.decision.pre;
		}
	}
	EXPECT(errors > 100);
	EXPECT(recovered > 100);
}

// Rule "whole height", the table of cases: what each policy asks for.
TEST(cases_of_the_table_ask_what_it_says)
{
	struct account now, then;

	// Split of a root leaf: 3 and 3.
	fresh(0);
	for (uint64_t i = 0; i < 15; i++)
		both(&(struct act){10 * i, 10 * i + 9, i + 1, STORE, 0, 0}, &now, &then);
	both(&(struct act){3, 4, 99, STORE, 0, 0}, &now, &then);
	EXPECT(now.decision.store_type == wr_split_store && now.asked == 3 && then.asked == 3 && now.used == 3);

	// Height 2, a leaf splits and the parent has room: 3 and 5.
	for (uint64_t i = 0; now.decision.store_type != wr_split_store || i == 0; i++)
		both(&(struct act){10 * i + 200, 10 * i + 204, i + 1, STORE, 0, 0}, &now, &then);
	EXPECT(mt_height(&vacancy) == 2 && now.asked == 3 && then.asked == 5);

	// A span found at the root: 7 and 7.
	both(&(struct act){0, 250, 7, STORE, 0, 0}, &now, &then);
	EXPECT(now.decision.store_type == wr_spanning_store && now.asked == 7 && then.asked == 7);
}

// Height 2 and two or three leaves: the one case where 6.16 asks for more.
TEST(a_rebalance_below_a_root_of_two_asks_for_5_and_3)
{
	struct account now = {.ret = 0}, then;

	fresh(MT_FLAGS_ALLOC_RANGE);
	for (uint64_t i = 0; mt_height(&vacancy) < 2; i++)
		both(&(struct act){10 * i, 10 * i + 9, i + 1, STORE, 0, 0}, &now, &then);
	for (uint64_t i = 0; now.decision.store_type != wr_rebalance && i < 20; i++)
		both(&(struct act){0, 10 * i + 9, 500 + i, STORE, 0, 0}, &now, &then);
	EXPECT(now.decision.store_type == wr_rebalance && now.asked == 5 && then.asked == 3);
	EXPECT(now.used == then.used && now.used <= 3);
}

TEST(a_policy_is_an_attribute_that_a_copy_must_share)
{
	struct maple_tree copy;

	fresh(0);
	for (uint64_t i = 0; i < 40; i++)
		both(&(struct act){10 * i, 10 * i + 9, i + 1, STORE, 0, 0}, &(struct account){.ret = 0}, &(struct account){.ret = 0});
	mt_init_flags(&copy, 0);
	EXPECT(mtree_dup(&whole, &copy, GFP_KERNEL) == -MPL_EINVAL);
	mt_init_flags(&copy, WHOLE_HEIGHT);
	EXPECT(mtree_dup(&vacancy, &copy, GFP_KERNEL) == -MPL_EINVAL);
	EXPECT(mtree_dup(&whole, &copy, GFP_KERNEL) == 0);
	EXPECT(copy.ma_flags == whole.ma_flags);
	EXPECT(mpl_dump_sum(copy.root_word) == mpl_dump_sum(vacancy.root_word));
	mtree_destroy(&copy);
	fresh(0);
}
