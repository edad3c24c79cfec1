// SPDX-License-Identifier: GPL-2.0-or-later
//
// Copying and destroying, by rules "duplicate" and "destroyed subtree": which node is requested
// and freed when, and what a copy is. The sizes of the requests for larger trees are compared by figures.c.

#include "harness.h"
#include "sound.h"

#include "maple_tree.h"
#include "src/dump.h"
#include "src/slab.h"
#include "src/prealloc.h"
#include "src/trace.h"
#include "src/visit.h"
#include "src/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define M UINT64_MAX
#define GAPS MT_FLAGS_ALLOC_RANGE
#define RCU MT_FLAGS_USE_RCU

static struct maple_tree tree, copy;

// ---- What the allocator was asked, with the nodes: n0 is the first one handed out since the log began ----

static char log_text[4096];
static size_t log_length;
static uint64_t first_id;

static void add(const char *format, uint32_t number)
{
	log_length += (size_t)snprintf(log_text + log_length, sizeof(log_text) - log_length, format, number);
}

static void hear(const struct mpl_event_record *record)
{
	switch ((enum mpl_event_kind)record->kind) {
	case MPL_EVENT_request_single: add(" A1", 0); break;
	case MPL_EVENT_request_bulk: add(" AB%u", record->count); break;
	case MPL_EVENT_refused: add("!", 0); break;
	case MPL_EVENT_free_single: add(" F1:%" PRIu64, record->node - first_id); break;
	case MPL_EVENT_free_bulk: add(" FB%u", record->count), add(":%" PRIu64, record->node - first_id); break;
	case MPL_EVENT_defer_node: add(" R:%" PRIu64, record->node - first_id); break;
	case MPL_EVENT_defer_subtree: add(" RW%u", record->count), add(":%" PRIu64, record->node - first_id); break;
	case MPL_EVENT_grace: add(" grace", 0); break;
	default: break;
	}
}

static void begin_log(void)
{
	mpl_slab_begin();
	first_id = mpl_slab_counters()->handed_out + 1;
	log_length = 0;
	log_text[0] = 0;
	mpl_trace_hook = hear;
}

static void expect_log(int line, const char *expected)
{
	const char *found = log_text + (log_text[0] == ' ');

	mpl_trace_hook = NULL;
	EXPECT_AT(line, !strcmp(found, expected), "found    %s\n  expected %s", found, expected);
}
#define EXPECT_LOG(expected) expect_log(__LINE__, expected)

// ---- Trees ----

static void empty_trees(unsigned flags)
{
	mpl_trace_hook = NULL;
	mpl_slab_fail_request(0, 0);
	mpl_slab_reset();
	mt_init_flags(&tree, flags);
	mt_init_flags(&copy, flags);
}

// Layout G1 of section 5, built without RCU, which then is switched on if wanted.
static void build(unsigned flags, unsigned entries)
{
	empty_trees(flags & ~RCU);
	for (unsigned i = 0; i < entries; i++)
		EXPECT(!mtree_store_range(&tree, 10 * i + 10, 10 * i + 15, xa_mk_value(i + 1), GFP_KERNEL));
	if (flags & RCU)
		mt_set_in_rcu(&tree);
	mt_init_flags(&copy, flags);
}

// Whether both are the same, node by node, in all bytes but the addresses in parent words and child slots.
static bool same_bytes(const struct maple_tree *one, const struct maple_tree *other)
{
	static struct mpl_visit visits[2];
	const struct mpl_visit_node *a, *b;

	mpl_visit_begin(&visits[0], one->root_word);
	mpl_visit_begin(&visits[1], other->root_word);
	while (a = mpl_visit_next(&visits[0]), b = mpl_visit_next(&visits[1]), a && b) {
		struct mpl_node left = *a->node, right = *b->node;
		uint64_t *slots[2] = {mpl_node_slots(&left, a->kind), mpl_node_slots(&right, b->kind)};

		uint64_t low = a->depth ? 0xff : 1; // A root's parent word is its tree's address with bit 0 set.

		if (a->kind != b->kind || a->end != b->end || a->node == b->node || (left.parent ^ right.parent) & low)
			return false;
		left.parent = right.parent = 0;
		for (unsigned slot = 0; slot <= a->end && a->kind != MPL_KIND_LEAF; slot++) {
			slots[0][slot] &= 0xff;
			slots[1][slot] &= 0xff;
		}
		if (memcmp(&left, &right, sizeof(left)))
			return false;
	}
	return !a && !b;
}

// ---- 1.1, 1.2: what a copy needs and is ----

TEST(trees_that_differ_in_any_flag_but_the_height_are_not_copied)
{
	static const unsigned bits[] = {GAPS, RCU, MT_FLAGS_ALLOC_WRAPPED, MT_FLAGS_LOCK_BH};

	for (unsigned i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
		build(GAPS, 30);
		mt_init_flags(&copy, GAPS ^ bits[i]);
		begin_log();
		EXPECT(__mt_dup(&tree, &copy, GFP_KERNEL) == -MPL_EINVAL);
		EXPECT_LOG("");
		EXPECT(mtree_empty(&copy) && copy.ma_flags == (GAPS ^ bits[i]));
	}
	// Height bits that an empty target still has do not matter; a target that is not empty does.
	build(GAPS, 30);
	copy.ma_flags |= 3u << MT_FLAGS_HEIGHT_OFFSET;
	EXPECT(__mt_dup(&tree, &copy, GFP_KERNEL) == 0);
	EXPECT(copy.ma_flags == tree.ma_flags);
	begin_log();
	EXPECT(__mt_dup(&tree, &copy, GFP_KERNEL) == -MPL_EINVAL);
	EXPECT_LOG("");
	EXPECT(same_bytes(&tree, &copy));
}

TEST(a_copy_of_a_tree_without_nodes_requests_nothing)
{
	for (unsigned entries = 0; entries < 2; entries++) {
		empty_trees(GAPS);
		if (entries)
			EXPECT(!mtree_store(&tree, 0, xa_mk_value(7), GFP_KERNEL));
		begin_log();
		EXPECT(__mt_dup(&tree, &copy, GFP_KERNEL) == 0);
		EXPECT(copy.root_word == tree.root_word && copy.ma_flags == tree.ma_flags);
		mtree_destroy(&copy);
		EXPECT_LOG("");
		EXPECT(mtree_empty(&copy) && copy.ma_flags == GAPS);
	}
}

TEST(a_copy_is_the_same_byte_for_byte_but_for_addresses)
{
	uint64_t dice = harness_seed();

	for (unsigned round = 0; round < 200; round++) {
		unsigned flags = (round & 1 ? GAPS : 0) | (round & 2 ? RCU : 0), nodes;
		uint64_t before;

		empty_trees(flags);
		for (uint64_t i = harness_below(&dice, 400); i-- > 0;) {
			uint64_t first = harness_below(&dice, 3000), kind = harness_below(&dice, 12);
			mpl_entry entry = kind == 0 ? XA_ZERO_ENTRY : kind < 4 ? MPL_WORD_ENTRY(0) : xa_mk_value(i);

			EXPECT(!mtree_store_range(&tree, first, first + harness_below(&dice, 40), entry, GFP_KERNEL));
			mpl_slab_grace();
		}
		nodes = sound_nodes(&tree);
		before = mpl_dump_sum(tree.root_word);
		EXPECT(__mt_dup(&tree, &copy, GFP_KERNEL) == 0);
		EXPECT(same_bytes(&tree, &copy));
		EXPECT(copy.ma_flags == tree.ma_flags);
		EXPECT(sound_findings(&copy, false, 0, false) == 0);
		EXPECT(mpl_dump_sum(tree.root_word) == before && mpl_dump_sum(copy.root_word) == before);
		EXPECT(mpl_slab_counters()->live == 2 * nodes);
		mtree_destroy(&copy);
		mpl_slab_grace();
		SOUND_EXPECT(__LINE__, &tree, false);
	}
}

// ---- 1.3, 2.1: the order ----

TEST(each_inner_node_gets_all_its_children_at_once)
{
	const struct mpl_visit_node *at;
	struct mpl_visit visit;
	uint32_t children = 0, wanted[19];

	build(GAPS, 121);
	begin_log();
	EXPECT(__mt_dup(&tree, &copy, GFP_KERNEL) == 0);
	EXPECT_LOG("A1 AB2 AB6 AB10");
	// In preorder n0, n1 with n3 ... n8, n2 with n9 ... n18.
	wanted[children++] = 0;
	for (uint32_t inner = 1; inner <= 2; inner++) {
		wanted[children++] = inner;
		for (uint32_t leaf = inner == 1 ? 3 : 9; leaf <= (inner == 1 ? 8 : 18); leaf++)
			wanted[children++] = leaf;
	}
	mpl_visit_begin(&visit, copy.root_word);
	for (uint32_t i = 0; (at = mpl_visit_next(&visit)); i++)
		EXPECT_SAYS(i < children && mpl_slab_id(at->node) - first_id == wanted[i], "node %u is n%" PRIu64, i,
		            mpl_slab_id(at->node) - first_id);
}

TEST(a_tree_is_destroyed_in_postorder)
{
	build(GAPS, 121);
	EXPECT(__mt_dup(&tree, &copy, GFP_KERNEL) == 0);
	begin_log();
	first_id -= 19;
	__mt_destroy(&copy);
	EXPECT_LOG("FB6:3 FB10:9 FB2:1 F1:0");
	EXPECT(mtree_empty(&copy) && copy.ma_flags == GAPS);
	SOUND_EXPECT(__LINE__, &tree, false);
}

TEST(in_rcu_mode_one_callback_on_the_root_frees_in_the_same_order)
{
	build(GAPS | RCU, 121);
	copy.ma_flags |= MT_FLAGS_ALLOC_WRAPPED;
	tree.ma_flags |= MT_FLAGS_ALLOC_WRAPPED;
	EXPECT(__mt_dup(&tree, &copy, GFP_KERNEL) == 0);
	begin_log();
	first_id -= 19;
	__mt_destroy(&copy);
	EXPECT(mtree_empty(&copy) && copy.ma_flags == (GAPS | RCU | MT_FLAGS_ALLOC_WRAPPED));
	EXPECT(mpl_slab_counters()->live == 2 * 19);
	mpl_slab_grace();
	EXPECT_LOG("RW19:0 grace FB6:3 FB10:9 FB2:1 F1:0");
	SOUND_EXPECT(__LINE__, &tree, false);
}

TEST(a_root_leaf_is_freed_alone)
{
	for (unsigned flags = GAPS; flags <= (GAPS | RCU); flags += RCU) {
		build(flags, 3);
		EXPECT(mt_height(&tree) == 1);
		begin_log();
		first_id--;
		__mt_destroy(&tree);
		mpl_slab_grace();
		EXPECT_LOG(flags & RCU ? "RW1:0 grace F1:0" : "F1:0");
		EXPECT(mpl_slab_counters()->live == 0);
	}
}

TEST(with_three_inner_levels_a_node_follows_the_groups_below_it)
{
	build(GAPS, 821);
	EXPECT(mt_height(&tree) == 4);
	EXPECT(__mt_dup(&tree, &copy, GFP_KERNEL) == 0);
	begin_log();
	first_id -= 118;
	__mt_destroy(&copy);
	// The root's children are n1 and n2, those of n1 n3 ... n8, with the leaves from n9 on.
	EXPECT_LOG("FB9:9 FB9:18 FB9:27 FB9:36 FB9:45 FB9:54 FB6:3 FB9:69 FB9:78 FB9:87 FB9:96 FB6:105 FB7:111 FB6:63 "
	           "FB2:1 F1:0");
	SOUND_EXPECT(__LINE__, &tree, false);
}

// ---- 1.4: failures ----

// The frees of a copy of so many groups: the youngest first, then the root.
static void expected_frees(char *text, const uint32_t *log, unsigned granted)
{
	uint32_t first[32] = {0}, next = 0;

	for (unsigned i = 0; i < granted; i++) {
		first[i] = next;
		next += log[i] & ~MPL_LOG_BULK;
	}
	for (unsigned i = granted; i-- > 1;)
		text += sprintf(text, " FB%" PRIu32 ":%" PRIu32, log[i] & ~MPL_LOG_BULK, first[i]);
	if (granted)
		sprintf(text, " F1:0");
}

TEST(each_request_of_a_copy_refused_gives_back_the_earlier_ones_in_reverse)
{
	for (unsigned flags = GAPS; flags <= (GAPS | RCU); flags += RCU) {
		uint32_t log[16];
		uint64_t sum;

		build(flags, 821);
		sum = mpl_dump_sum(tree.root_word);
		mpl_slab_begin();
		EXPECT(__mt_dup(&tree, &copy, GFP_KERNEL) == 0);
		EXPECT(mpl_slab_counters()->op_requests == 16);
		memcpy(log, mpl_slab_log(), sizeof(log));
		__mt_destroy(&copy);
		mpl_slab_grace();
		for (unsigned fail = 1; fail <= 16; fail++) {
			char expected[512] = "";

			mpl_slab_fail_request(fail, 1);
			begin_log();
			EXPECT(mtree_dup(&tree, &copy, GFP_KERNEL) == -MPL_ENOMEM);
			mpl_trace_hook = NULL;
			expected_frees(expected, log, fail - 1);
			EXPECT_SAYS(!strcmp(strchr(log_text, '!') + 1, expected), "request %u: %s", fail, log_text);
			EXPECT(mtree_empty(&copy) && copy.ma_flags == flags);
			EXPECT(mpl_dump_sum(tree.root_word) == sum);
			SOUND_EXPECT(__LINE__, &tree, false);
		}
		EXPECT(mtree_dup(&tree, &copy, GFP_KERNEL) == 0);
		EXPECT(same_bytes(&tree, &copy));
	}
}

TEST(the_fifth_request_of_a_copy_of_821_entries_refused)
{
	build(GAPS, 821);
	mpl_slab_fail_request(5, 1);
	begin_log();
	EXPECT(mtree_dup(&tree, &copy, GFP_KERNEL) == -MPL_ENOMEM);
	EXPECT_LOG("A1 AB2 AB6 AB9 AB9! FB9:9 FB6:3 FB2:1 F1:0");
}

// ---- 2.2: mas_destroy ----

TEST(nodes_held_are_freed_from_the_head_of_the_chain)
{
	static const struct {
		unsigned held;
		const char *frees;
	} rows[] = {{1, "F1"}, {4, "FB2 F1 F1"}, {5, "FB3 F1 F1"}, {14, "FB12 F1 F1"}};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		MA_STATE(mas, &tree, 55, 57);
		struct ma_state before;
		char frees[64] = "", *end = frees;

		build(GAPS, 21);
		mas_walk(&mas);
		__mas_set_range(&mas, 55, 57);
		EXPECT(mpl_prealloc_need(&mas, rows[i].held, MPL_REQUEST_SINGLE_AND_BULK, MPL_MAY_WAIT));
		before = mas;
		begin_log();
		mas_destroy(&mas);
		mpl_trace_hook = NULL;
		// Without the nodes' numbers.
		for (const char *at = log_text; *at; at++) {
			if (*at == ':')
				at += strspn(at, ":0123456789") - 1;
			else
				*end++ = *at;
		}
		*end = 0;
		EXPECT_SAYS(!strcmp(frees + 1, rows[i].frees), "%u held:%s", rows[i].held, frees);
		// Place and status stay.
		before.prealloc_word = mas.prealloc_word;
		EXPECT(!memcmp(&before, &mas, sizeof(mas)) && mas.prealloc_word == 0);
		begin_log();
		mas_destroy(&mas);
		EXPECT_LOG("");
		EXPECT(!memcmp(&before, &mas, sizeof(mas)));
		SOUND_EXPECT(__LINE__, &tree, false);
	}
}

// Used slots of the leaf that covers 'index'.
static unsigned used_slots(uint64_t index, uint64_t *min)
{
	const struct mpl_visit_node *at;
	struct mpl_visit visit;

	mpl_visit_seek(&visit, tree.root_word, index);
	at = mpl_visit_next(&visit);
	*min = at->min;
	return at->end + 1;
}

// A bulk load whose last store overwrites all of the last leaf but its beginning. Whether a rebalance is pending then.
static bool load_with_a_thin_end(struct ma_state *mas, unsigned entries)
{
	const struct mpl_visit_node *at;
	struct mpl_visit visit;

	EXPECT(mas_expected_entries(mas, entries + 40) == 0);
	for (unsigned i = 0; i < entries; i++) {
		mas_set_range(mas, 10 * i, 10 * i + 9);
		mas_store(mas, xa_mk_value(i));
	}
	mpl_visit_seek(&visit, tree.root_word, M);
	at = mpl_visit_next(&visit);
	mas_set_range(mas, mpl_visit_first(at, entries % 6 < at->end ? entries % 6 : at->end), M);
	mas_store(mas, xa_mk_value(999));
	return mas->mas_flags & MPL_STATE_REBALANCE;
}

// A last leaf of fewer than five slots gets what its left neighbour has beyond nine; one with five or six, which is
// below the minimum too, stays.
TEST(the_end_of_a_bulk_load_evens_out_a_leaf_of_fewer_than_five_slots)
{
	unsigned evened = 0, left_thin = 0;

	for (unsigned entries = 16; entries < 300; entries++) {
		unsigned left_before, before, after;
		MA_STATE(mas, &tree, 0, 0);
		uint64_t min, left_min;
		bool pending;

		empty_trees(GAPS);
		pending = load_with_a_thin_end(&mas, entries);
		before = used_slots(M, &min);
		left_before = min ? used_slots(min - 1, &left_min) : 0;
		mas_destroy(&mas);
		EXPECT(!(mas.mas_flags & (MPL_STATE_REBALANCE | MPL_STATE_BULK)));
		after = used_slots(M, &min);
		if (pending && before < 5 && left_before > 9) {
			evened++;
			EXPECT_SAYS(after == before + left_before - 9, "%u entries: %u used slots, then %u", entries, before, after);
			EXPECT(used_slots(min - 1, &left_min) == 9);
		} else {
			EXPECT_SAYS(after == before, "%u entries: %u used slots, then %u", entries, before, after);
			left_thin += after == 5 || after == 6;
		}
		SOUND_EXPECT(__LINE__, &tree, true);
	}
	EXPECT_SAYS(evened > 0 && left_thin > 0, "%u evened, %u left", evened, left_thin);
}
