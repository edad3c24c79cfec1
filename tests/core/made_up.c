// SPDX-License-Identifier: GPL-2.0-or-later
//
// That a release is a row: the two of made_up.def run random stores, insertions, erasures and preallocations, with
// refusals mixed in, and after each the contents are compared with a list of ranges, the tree is validated, and every
// node is accounted for: asked for, used, returned. Nothing of core/ knows of them but the row.

#include "harness.h"

#include "maple_tree.h"
#include "oracle.h"
#include "sound.h"
#include "src/combine.h"
#include "src/leaf.h"
#include "src/policies.h"
#include "src/prealloc.h"
#include "src/split.h"

#include <inttypes.h>

// ---- What the second row names ----

static unsigned splits, left_joins;

unsigned made_up_preallocation(const struct mpl_write *write)
{
	return 3 * mt_height(write->mas->tree) + 2;
}

enum store_type made_up_order(const struct mpl_write *write)
{
	enum store_type type = mpl_decide_in_leaf(write);

	return type == wr_append || type == wr_slot_store ? wr_node_store : type;
}

bool made_up_split(struct mpl_write *write)
{
	splits++;
	return mpl_split_store(write);
}

bool made_up_rebalance(struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	struct mpl_spot leaf = mpl_walk_of_state(mas);
	struct mpl_spot parent = mpl_walk_parent(&leaf, mpl_walk_inner_kind(mas->tree));
	struct mpl_combine combine = {.write = write, .left = leaf, .right = leaf};
	struct mpl_spot sibling;

	mpl_leaf_gather(&combine.row, write);
	if (parent.offset) {
		left_joins++;
		sibling = mpl_walk_child(&parent, parent.offset - 1);
		mpl_combine_take_left(&combine, &sibling);
	} else {
		sibling = mpl_walk_child(&parent, parent.offset + 1);
		mpl_combine_take_right(&combine, &sibling);
	}
	return mpl_combine(&combine);
}

// ---- One operation ----

static const unsigned modes[] = {0, MT_FLAGS_ALLOC_RANGE, MT_FLAGS_USE_RCU, MT_FLAGS_ALLOC_RANGE | MT_FLAGS_USE_RCU};

struct act {
	enum { STORE, INSERT, ERASE, PREALLOC } how;
	uint64_t first, last, word;
	uint32_t k, n; // Request 'k' and the 'n' - 1 after it are refused.
};

// What an operation did, and what the tree was before it.
struct account {
	int ret;
	unsigned height, nodes;
	enum store_type type;
	uint32_t requests, asked, used, waiting;
};

static struct maple_tree tree;
static struct oracle oracle;

static void fresh(unsigned flags, enum mpl_release release)
{
	mpl_slab_fail_request(0, 0);
	mtree_destroy(&tree);
	mpl_slab_grace();
	EXPECT(mpl_slab_counters()->live == 0);
	mt_init_flags(&tree, flags | MPL_FLAGS_RELEASE(release));
	oracle_clear(&oracle);
	EXPECT(mpl_policies_of(&tree) == &mpl_policies[release]);
}

static int perform(const struct act *act)
{
	mpl_entry entry = MPL_WORD_ENTRY(act->word);
	MA_STATE(mas, &tree, act->first, act->last);

	switch (act->how) {
	case STORE: return mtree_store_range(&tree, act->first, act->last, entry, GFP_KERNEL);
	case INSERT: return mtree_insert_range(&tree, act->first, act->last, entry, GFP_KERNEL);
	case ERASE: mas_erase(&mas); return mas_is_err(&mas) ? xa_err(mas.node) : 0;
	case PREALLOC: break;
	}
	if (mas_preallocate(&mas, entry, GFP_KERNEL))
		return -MPL_ENOMEM;
	mas_store_prealloc(&mas, entry);
	return 0;
}

// The same on the list of ranges; the result that it must have if memory was not refused.
static int perform_on_list(const struct act *act)
{
	if (act->how == INSERT && oracle_taken(&oracle, act->first, act->last))
		return -MPL_EEXIST;
	if (act->how == ERASE)
		oracle_erase(&oracle, act->first);
	else if (act->how != INSERT || act->word)
		oracle_store(&oracle, act->first, act->last, act->word);
	return 0;
}

static bool same_contents(void)
{
	MA_STATE(mas, &tree, 0, 0);
	mpl_entry entry;
	size_t at = 0;

	mas_for_each(&mas, entry, MPL_INDEX_MAX) {
		const struct oracle_range *range = &oracle.range[at++];

		if (at > oracle.count || mas.index != range->first || mas.last != range->last ||
		    MPL_ENTRY_WORD(entry) != range->word)
			return false;
	}
	return at == oracle.count;
}

// Runs an operation and checks what must hold for each: result, contents, invariants, and that no node is lost.
static struct account run(const struct act *act)
{
	const struct mpl_slab_counters *counters = mpl_slab_counters();
	struct account done = {.height = mt_height(&tree), .nodes = sound_nodes(&tree)};
	int expected;

	mpl_slab_begin();
	mpl_decide_clear();
	mpl_prealloc_used = 0;
	mpl_slab_fail_request(act->k, act->n);
	done.ret = perform(act);
	mpl_slab_fail_request(0, 0);
	done.type = (enum store_type)mpl_last_decision.store_type;
	done.requests = counters->op_requests;
	done.asked = (uint32_t)counters->op_nodes_requested;
	done.used = mpl_prealloc_used;
	done.waiting = mpl_slab_waiting();
	expected = done.ret == -MPL_ENOMEM ? -MPL_ENOMEM : perform_on_list(act);
	EXPECT_SAYS(done.ret == expected, "%d at %" PRIx64 "..%" PRIx64, done.ret, act->first, act->last);
	EXPECT(done.ret != -MPL_ENOMEM || act->n);
	EXPECT_SAYS(same_contents(), "%" PRIx64 "..%" PRIx64, act->first, act->last);
	EXPECT(counters->live == sound_nodes(&tree) + done.waiting);
	mpl_slab_grace();
	SOUND_EXPECT(__LINE__, &tree, false);
	return done;
}

static struct act random_act(uint64_t *random, uint64_t width, bool refusals)
{
	uint64_t first = harness_below(random, width);
	uint64_t length = harness_below(random, harness_below(random, 10) ? 4 : width / 4);
	struct act act = {STORE, first, first + length, 0, 0, 0};

	if (harness_below(random, 4))
		act.word = MPL_ENTRY_WORD(xa_mk_value(harness_below(random, 1000) + 1));
	switch (harness_below(random, 8)) {
	case 0: act.how = ERASE; act.last = act.first; break;
	case 1: act.how = INSERT; break;
	case 2: act.how = PREALLOC; break;
	default: break;
	}
	if (refusals && !harness_below(random, 3)) {
		act.k = (uint32_t)harness_below(random, 3) + 1;
		act.n = (uint32_t)harness_below(random, 3);
	}
	return act;
}

// ---- The first row ----

// 2h + 1, 2h - 1, 3h + 1, whatever room there is.
static uint32_t by_height(const struct account *done)
{
	switch (done->type) {
	case wr_split_store: return 2 * done->height + 1;
	case wr_rebalance: return 2 * done->height - 1;
	case wr_spanning_store: return 3 * done->height + 1;
	default: return 0;
	}
}

TEST(a_prefill_is_one_request_of_what_the_formula_says_and_every_old_node_is_deferred)
{
	static const uint64_t widths[] = {60, 600, 6000};
	uint64_t random = harness_seed();
	unsigned types[wr_slot_store + 1] = {0}, deferred = 0;

	for (unsigned mode = 0; mode < 4; mode++) {
		for (unsigned i = 0; i < 3; i++) {
			fresh(modes[mode], MPL_RELEASE_MADE_UP);
			for (unsigned n = 0; n < 1500 && !harness_failed(); n++) {
				struct act act = random_act(&random, widths[i], false);
				struct account done = run(&act);

				EXPECT(done.requests <= 1);
				EXPECT(!done.requests || mpl_slab_log()[0] == (done.asked | MPL_LOG_BULK));
				if (by_height(&done) && done.ret == 0)
					EXPECT(done.asked == by_height(&done));
				EXPECT(done.waiting == done.nodes + done.used - sound_nodes(&tree));
				deferred += done.waiting;
				if (done.ret == 0 && done.requests)
					types[done.type]++;
			}
		}
	}
	EXPECT(deferred > 1000);
	EXPECT(types[wr_split_store] > 100);
	EXPECT(types[wr_rebalance] > 50);
	EXPECT(types[wr_spanning_store] > 100);
}

TEST(a_refused_prefill_leaves_the_tree_as_it_was)
{
	uint64_t random = harness_seed() + 1;
	unsigned refused = 0, recovered = 0;

	for (unsigned mode = 0; mode < 4; mode++) {
		fresh(modes[mode], MPL_RELEASE_MADE_UP);
		for (unsigned n = 0; n < 2000 && !harness_failed(); n++) {
			struct act act = random_act(&random, 3000, true);
			struct account done = run(&act);

			refused += done.ret == -MPL_ENOMEM;
			recovered += done.ret == 0 && done.requests == 2;
		}
	}
	EXPECT(refused > 20);
	EXPECT(recovered > 20);
}

TEST(an_insertion_that_looks_first_asks_for_nothing_where_something_is_stored)
{
	const struct act taken = {INSERT, 3, 4, MPL_ENTRY_WORD(xa_mk_value(99)), 0, 0};

	for (unsigned release = MPL_RELEASE_6_16; release <= MPL_RELEASE_MADE_UP; release++) {
		struct account done;

		fresh(0, (enum mpl_release)release);
		for (uint64_t i = 0; i < 15; i++)
			run(&(struct act){STORE, 10 * i, 10 * i + 9, MPL_ENTRY_WORD(xa_mk_value(i + 1)), 0, 0});
		done = run(&taken);
		EXPECT(done.ret == -MPL_EEXIST);
		EXPECT(done.type == wr_split_store);
		EXPECT(done.asked == (release == MPL_RELEASE_MADE_UP ? 0 : 3));
	}
}

// ---- The second row ----

TEST(nodes_asked_for_at_use_are_asked_one_by_one_and_none_in_vain)
{
	static const uint64_t widths[] = {60, 600, 6000};
	uint64_t random = harness_seed() + 2;

	splits = left_joins = 0;
	for (unsigned mode = 0; mode < 4; mode++) {
		for (unsigned i = 0; i < 3; i++) {
			fresh(modes[mode], MPL_RELEASE_MADE_UP_AT_USE);
			for (unsigned n = 0; n < 1500 && !harness_failed(); n++) {
				struct act act = random_act(&random, widths[i], false);
				struct account done = run(&act);

				EXPECT(done.type != wr_append);
				EXPECT(done.type != wr_slot_store);
				if (act.how == PREALLOC) {
					bool in_place = done.type == wr_node_store && !mt_in_rcu(&tree);

					EXPECT(done.asked == (in_place || done.type == wr_exact_fit ? 0 : 3 * done.height + 2));
					continue;
				}
				EXPECT(done.asked == done.used);
				EXPECT(done.requests == done.used);
			}
		}
	}
	EXPECT(splits > 100);
	EXPECT(left_joins > 50);
}

TEST(a_node_refused_at_use_is_asked_for_again_or_ends_the_store)
{
	uint64_t random = harness_seed() + 3;
	unsigned refused = 0, recovered = 0;

	for (unsigned mode = 0; mode < 4; mode++) {
		fresh(modes[mode], MPL_RELEASE_MADE_UP_AT_USE);
		for (unsigned n = 0; n < 2000 && !harness_failed(); n++) {
			struct act act = random_act(&random, 3000, true);
			struct account done = run(&act);

			refused += done.ret == -MPL_ENOMEM;
			recovered += done.ret == 0 && done.asked > done.used && act.how != PREALLOC;
		}
	}
	EXPECT(refused > 20);
	EXPECT(recovered > 20);
}

// ---- Calls ----

TEST(calls_that_a_release_lacks_are_refused_and_change_nothing)
{
	for (unsigned release = MPL_RELEASE_MADE_UP; release <= MPL_RELEASE_MADE_UP_AT_USE; release++) {
		unsigned flags = MT_FLAGS_ALLOC_RANGE | MPL_FLAGS_RELEASE(release);
		bool first = release == MPL_RELEASE_MADE_UP;
		uint64_t start = 7, next = 0;
		struct maple_tree copy;
		MA_STATE(mas, &tree, 0, 0);

		fresh(MT_FLAGS_ALLOC_RANGE, (enum mpl_release)release);
		mt_init_flags(&copy, flags);
		EXPECT(mas_expected_entries(&mas, 10) == (first ? -MPL_EINVAL : 0));
		mas_destroy(&mas);
		EXPECT(mtree_alloc_cyclic(&tree, &start, xa_mk_value(1), 0, 9, &next, GFP_KERNEL) == (first ? 0 : -MPL_EINVAL));
		EXPECT(start == (first ? 0 : 7));
		EXPECT(mtree_dup(&tree, &copy, GFP_KERNEL) == (first ? 0 : -MPL_EINVAL));
		EXPECT(mtree_empty(&copy) == !first);
		mtree_destroy(&copy);
	}
	fresh(0, MPL_RELEASE_6_16);
}

TEST(a_number_that_no_release_has_means_6_16)
{
	mt_init_flags(&tree, MPL_FLAGS_RELEASE_MASK);
	EXPECT(mpl_policies_of(&tree) == &mpl_policies[MPL_RELEASE_6_16]);
	mt_init_flags(&tree, 0);
}
