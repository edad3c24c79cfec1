// SPDX-License-Identifier: GPL-2.0-or-later
//
// Long random runs, the same each time, with everything observable on record (transcript.h): what each operation
// returned, recorded, requested from the allocator and emitted as events; the layout it left; and every field of a
// state after each step. What is right is proved elsewhere, against the oracle, the model and Linux's own vectors; this
// notices that something else happens than did when it was proved.

#include "harness.h"
#include "transcript.h"

#include "maple_tree.h"
#include "src/dump.h"
#include "wasm/calls.h"

#define M UINT64_MAX

static uint64_t dice;

static uint64_t roll(uint64_t bound) { return harness_below(&dice, bound); }

// Mostly among the first 'span', seldom near the last index.
static uint64_t roll_index(uint64_t span)
{
	uint64_t index = roll(span);

	return roll(40) ? index : M - index;
}

static uint64_t roll_last(uint64_t first, uint64_t span)
{
	uint64_t more = roll(8) ? roll(12) : roll(span);

	return first > M - more ? M : first + more;
}

// ---- Operations of calls.def ----

static void tell_record(void)
{
	const struct mpl_step_record *record = mpl_record();
	const uint32_t *words = (const uint32_t *)record;

	for (unsigned i = 0; i < 56 / 4; i++)
		transcribe(" %x", words[i]);
	transcript_word(record->value);
	transcript_word(record->index);
	transcript_word(record->last);
	for (unsigned i = 80 / 4; i < 136 / 4; i++)
		transcribe(" %x", words[i]);
	transcript_word(record->next);
	for (uint32_t i = 0; i < mpl_requests_kept(); i++)
		transcribe(" r%x", mpl_requests()[i]);
}

static void tell_events(void)
{
	uint32_t count = mpl_record()->event_count;

	for (uint32_t i = 0; i < count && i < MPL_EVENT_ROOM; i++) {
		const struct mpl_event_record *event = &mpl_events()[i];

		transcribe(" e%u.%u.%" PRIu64 ".%u", event->kind, event->slot, event->node, event->count);
		transcript_word(event->a);
		transcript_word(event->b);
	}
}

static void tell_operation(const char *name, int32_t ret, uint32_t tree)
{
	transcribe("%s %d", name, ret);
	tell_record();
	tell_events();
	transcribe(" %" PRIx64 "\n", mpl_sum(tree));
}

static void iterate(uint32_t tree, uint64_t span, uint32_t resumed)
{
	unsigned steps = 1 + (unsigned)roll(12);

	if (resumed)
		transcribe("resume %d", mpl_reader_resume(resumed));
	else
		transcribe("begin %d", mpl_cursor_begin(tree, roll_index(span)));
	while (steps--) {
		uint32_t move = (uint32_t)roll(MPL_MOVES);
		uint64_t limit = roll(3) ? (roll(2) ? M : 0) : roll_index(span);
		const struct mpl_visit_record *visit;

		transcribe(" m%u %d", move, mpl_cursor_move(move, limit));
		visit = mpl_visit();
		if (!visit)
			continue;
		transcript_word(visit->index);
		transcript_word(visit->last);
		transcript_word(visit->word);
		transcribe(" %d %" PRIu64 " %d %u", visit->status, visit->node, visit->slot, visit->dead);
		transcript_word(visit->min);
		transcript_word(visit->max);
	}
	tell_operation(" end", mpl_cursor_end(), tree);
}

static void load_in_bulk(uint32_t flags, uint64_t span)
{
	uint32_t tree = mpl_tree_new(flags & ~2u);
	uint64_t count = 1 + roll(60), announced = roll(6) ? count : roll(80), next = roll(3) ? 0 : roll(span);
	int32_t ret = mpl_bulk_begin(tree, announced);

	for (uint64_t i = 0; i < count && !ret; i++) {
		uint64_t first = next + (roll(3) ? 0 : roll(9)), last = i + 1 == count && roll(4) ? M : first + roll(9);

		ret = mpl_bulk_store(first, last, 2 * i + 1);
		next = last + 1;
	}
	if (!ret)
		ret = mpl_bulk_end();
	tell_operation("bulk", ret, tree);
	transcribe("destroy %d\n", mpl_destroy(tree));
	transcribe("drop %d\n", mpl_tree_drop(tree));
}

static void copy(uint32_t tree, uint32_t flags)
{
	uint32_t other = mpl_tree_new(flags);

	tell_operation("dup", mpl_dup(tree, other), other);
	tell_operation("destroy", mpl_destroy(other), other);
	transcribe("drop %d\n", mpl_tree_drop(other));
}

static uint32_t reader;

static void read_on(uint32_t tree, uint64_t span)
{
	switch (reader && mpl_reader_tree(reader) == tree ? roll(3) : 3) {
	case 0:
		tell_operation("leave", mpl_reader_close(reader), tree);
		reader = 0;
		break;
	case 3:
		reader = (uint32_t)mpl_reader_open(tree, roll_index(span));
		tell_operation("park", (int32_t)reader, tree);
		break;
	default:
		iterate(tree, span, reader);
	}
}

static void operate(uint32_t tree, uint32_t flags, uint64_t span)
{
	uint64_t first = roll_index(span), last = roll_last(first, span), other = roll_index(span);
	uint64_t word = roll(4) ? 2 * roll(1000) + 1 : 0, size = 1 + roll(30);
	uint64_t low = first < other ? first : other, high = first < other ? other : first;
	bool way = roll(2);

	if (!roll(40))
		mpl_fail_request(1 + (uint32_t)roll(3), 1 + (uint32_t)roll(3));
	if (!roll(40))
		mpl_fail_node(1 + roll(8));
	switch (roll(20)) {
	case 0: tell_operation("insert", mpl_insert(tree, first, last, word), tree); break;
	case 1: tell_operation("erase", mpl_erase(tree, first), tree); break;
	case 2: tell_operation("load", mpl_load(tree, first), tree); break;
	case 3: tell_operation("walk", mpl_walk(tree, first), tree); break;
	case 4: tell_operation("prealloc", mpl_prealloc(tree, first, last, word, way), tree); break;
	case 5: tell_operation("area", mpl_empty_area(tree, low, high, size, way), tree); break;
	case 6: tell_operation("alloc", mpl_alloc(tree, size, low, high, word | 1, way), tree); break;
	case 7: tell_operation("cyclic", mpl_cyclic(tree, low, high, word | 1), tree); break;
	case 8: iterate(tree, span, 0); break;
	case 9: read_on(tree, span); break;
	case 10:
		if (!roll(8))
			copy(tree, flags);
		break;
	case 11:
		if (!roll(4))
			load_in_bulk(flags, span);
		break;
	default: tell_operation("store", mpl_store(tree, first, last, word), tree);
	}
}

static uint64_t sum_of_operations(uint32_t flags, uint64_t span, unsigned count)
{
	uint32_t tree;

	mpl_reset();
	reader = 0;
	transcript_begin();
	dice = flags + span;
	tree = mpl_tree_new(flags);
	for (unsigned i = 0; i < count; i++)
		operate(tree, flags, span);
	mpl_fail_request(0, 0);
	mpl_fail_node(0);
	tell_operation("destroy", mpl_destroy(tree), tree);
	return transcript_sum;
}

#define WHOLE 0x1000u

TEST(what_operations_do_and_tell_is_on_record)
{
	static const struct {
		uint32_t flags;
		uint64_t span;
		unsigned count;
		uint64_t wanted;
	} runs[] = {
		{0, 60, 400, UINT64_C(0xa9e0f1f79969333e)},
		{0, 1000, 900, UINT64_C(0xddb74171cb34b442)},
		{0, 20000, 3000, UINT64_C(0x8750c5654571c24c)},
		{1, 60, 400, UINT64_C(0x7bcee70bed20bbfc)},
		{1, 1000, 900, UINT64_C(0x6deb276349d9c139)},
		{1, 20000, 3000, UINT64_C(0x4e08d96c7394a1e0)},
		{2, 1000, 900, UINT64_C(0x58eefd4c49c9e563)},
		{3, 1000, 900, UINT64_C(0xcfaf046cc320947e)},
		{3, 20000, 3000, UINT64_C(0xd5f9709813eee209)},
		{1 | WHOLE, 3000, 900, UINT64_C(0x1201cc397670458e)},
	};

	for (unsigned i = 0; i < sizeof(runs) / sizeof(runs[0]); i++) {
		uint64_t sum = sum_of_operations(runs[i].flags, runs[i].span, runs[i].count);

		EXPECT_SAYS(sum == runs[i].wanted, "run %u: %" PRIx64, i, sum);
	}
}

// ---- States ----

static void tell_state(const struct ma_state *mas)
{
	static const char *const names[] = {"active", "start", "root", "none", "pause", "overflow", "underflow", "error"};

	transcript_word(mas->index);
	transcript_word(mas->last);
	transcript_word(mas->node_word);
	transcript_word(mas->min);
	transcript_word(mas->max);
	transcript_word(mas->prealloc_word);
	transcribe(" %s depth %u offset %u flags %u end %u type %d", names[mas->status], mas->depth, mas->offset,
	           mas->mas_flags, mas->end, (int)mas->store_type);
}

static void step(struct ma_state *mas, uint64_t span)
{
	uint64_t first = roll_index(span), last = roll_last(first, span), limit = roll(2) ? first : roll(2) ? M : 0;
	uint64_t other = roll_index(span), low = first < other ? first : other, high = first < other ? other : first;
	uint64_t size = 1 + roll(30);
	mpl_entry entry = roll(4) ? xa_mk_value(roll(1000)) : NULL, got = NULL;
	unsigned kind = (unsigned)roll(24);
	int ret = 0;

	switch (kind) {
	case 0: got = mas_walk(mas); break;
	case 1: got = mas_next(mas, limit); break;
	case 2: got = mas_prev(mas, limit); break;
	case 3: got = mas_next_range(mas, limit); break;
	case 4: got = mas_prev_range(mas, limit); break;
	case 5: got = mas_find(mas, limit); break;
	case 6: got = mas_find_rev(mas, limit); break;
	case 7: got = mas_find_range(mas, limit); break;
	case 8: got = mas_find_range_rev(mas, limit); break;
	case 9: mas_pause(mas); break;
	case 10: mas_reset(mas); break;
	case 11: mas_set(mas, first); break;
	case 12: mas_set_range(mas, first, last); break;
	case 13: got = mas_erase(mas); break;
	case 14: ret = mas_empty_area(mas, low, high, size); break;
	case 15: ret = mas_empty_area_rev(mas, low, high, size); break;
	case 16:
		mas_set_range(mas, first, last);
		ret = mas_preallocate(mas, entry, GFP_KERNEL);
		tell_state(mas);
		if (!ret)
			mas_store_prealloc(mas, entry);
		break;
	case 17:
		__mas_set_range(mas, mas->index, roll_last(mas->index, 100));
		ret = mas_store_gfp(mas, entry, GFP_KERNEL);
		break;
	default:
		mas_set_range(mas, first, last);
		ret = mas_store_gfp(mas, entry, GFP_KERNEL);
	}
	transcribe("%u %d", kind, ret);
	transcript_word(MPL_ENTRY_WORD(got));
	tell_state(mas);
	transcribe(" live %u\n", mpl_slab_counters()->live);
}

static uint64_t sum_of_steps(unsigned flags, uint64_t span, unsigned count)
{
	struct maple_tree tree;
	MA_STATE(mas, &tree, 0, 0);

	mpl_reset();
	mpl_slab_begin();
	transcript_begin();
	dice = flags + 3 * span;
	mt_init_flags(&tree, flags);
	for (unsigned i = 0; i < count; i++) {
		step(&mas, span);
		if (mas_is_err(&mas))
			mas_reset(&mas);
		if (!roll(8))
			mpl_slab_grace();
	}
	mas_destroy(&mas);
	mtree_destroy(&tree);
	transcribe("%u live\n", mpl_slab_counters()->live);
	return transcript_sum;
}

TEST(every_field_of_a_state_after_every_step_is_on_record)
{
	static const struct {
		unsigned flags;
		uint64_t span;
		unsigned count;
		uint64_t wanted;
	} runs[] = {
		{0, 30, 500, UINT64_C(0x809cb005ed075ab4)},
		{0, 2000, 3000, UINT64_C(0x16284deb2d47a6fe)},
		{1, 30, 500, UINT64_C(0xe563b296648e93a2)},
		{1, 2000, 3000, UINT64_C(0x64a6b2100aaa4f48)},
		{3, 300, 1000, UINT64_C(0x4b3b9eac89cc7553)},
		{2, 5000, 3000, UINT64_C(0x33510213f2600d2c)},
	};

	for (unsigned i = 0; i < sizeof(runs) / sizeof(runs[0]); i++) {
		uint64_t sum = sum_of_steps(runs[i].flags, runs[i].span, runs[i].count);

		EXPECT_SAYS(sum == runs[i].wanted, "run %u: %" PRIx64, i, sum);
	}
}

TEST(a_state_that_was_deep_in_a_tree_knows_the_first_leaf_of_the_next)
{
	struct maple_tree tree;
	MA_STATE(mas, &tree, 0, 0);

	for (unsigned kind = 0; kind < 3; kind++) {
		mpl_reset();
		mpl_slab_begin();
		mt_init_flags(&tree, MT_FLAGS_ALLOC_RANGE);
		for (uint64_t i = 0; i < 100; i++)
			EXPECT(!mtree_store_range(&tree, 10 * i, 10 * i + 4, xa_mk_value(i), GFP_KERNEL));
		mas_set(&mas, 500);
		EXPECT(mas_walk(&mas) == xa_mk_value(50) && mas.min > 0 && mas.max < M);
		mtree_destroy(&tree);
		if (kind == 1)
			EXPECT(!mtree_store(&tree, 0, xa_mk_value(1), GFP_KERNEL));
		mas_set_range(&mas, kind == 2 ? 0 : 5, kind == 2 ? M : 9);
		EXPECT(!mas_store_gfp(&mas, xa_mk_value(3), GFP_KERNEL));
		EXPECT(mas.min == 0 && mas.max == M);
		mas_set(&mas, 7);
		EXPECT(mas_walk(&mas) == xa_mk_value(3) && mas.min == 0 && mas.max == M);
		EXPECT(mas_next_range(&mas, M) == NULL && mas.last == M);
		mtree_destroy(&tree);
	}
}

// ---- Bulk loads through a state, some of which go wrong ----

static void load(struct maple_tree *tree, uint64_t span)
{
	uint64_t count = 1 + roll(span), announced = roll(5) ? count : 1 + roll(2 * span), next = roll(20);
	MA_STATE(mas, tree, 0, 0);

	if (!roll(6))
		mpl_slab_fail_request(1 + (uint32_t)roll(3), 1);
	transcribe("expected %d", mas_expected_entries(&mas, announced));
	tell_state(&mas);
	for (uint64_t i = 0; i < count && !mas_is_err(&mas); i++) {
		uint64_t first = next + (roll(3) ? 0 : roll(9)), last = first + roll(9);
		mpl_entry entry = roll(12) ? xa_mk_value(i) : NULL;

		if (i + 1 == count && roll(3))
			last = M;
		if (first > 60 && !roll(15)) // Over what was loaded before.
			mas_set_range(&mas, first - roll(60), last);
		else
			__mas_set_range(&mas, first, last);
		transcribe("\nstored");
		transcript_word(MPL_ENTRY_WORD(mas_store(&mas, entry)));
		tell_state(&mas);
		next = last + (last != M);
	}
	mpl_slab_fail_request(0, 0);
	mas_destroy(&mas);
	transcribe("\nended");
	tell_state(&mas);
	transcribe(" live %u sum %" PRIx64 "\n", mpl_slab_counters()->live, mpl_dump_sum(tree->root_word));
}

TEST(bulk_loads_through_a_state_are_on_record)
{
	static const uint64_t wanted[2] = {UINT64_C(0x4de8690090163a54), UINT64_C(0xbca3d070472c71d6)};

	for (unsigned flags = 0; flags < 2; flags++) {
		mpl_reset();
		transcript_begin();
		dice = 616;
		for (unsigned i = 0; i < 300; i++) {
			struct maple_tree tree;

			mpl_slab_begin();
			mt_init_flags(&tree, flags);
			load(&tree, roll(2) ? 40 : 150);
			mtree_destroy(&tree);
		}
		EXPECT(mpl_slab_counters()->live == 0);
		EXPECT_SAYS(transcript_sum == wanted[flags], "with flags %u: %" PRIx64, flags, transcript_sum);
	}
}

// ---- Short lives: trees that have no nodes yet, or few ----

static void call(struct maple_tree *tree, uint64_t span)
{
	uint64_t first = roll_index(span), last = roll_last(first, span), other = roll_index(span), next = roll_index(span);
	uint64_t low = first < other ? first : other, high = first < other ? other : first, size = 1 + roll(5);
	mpl_entry entry = roll(5) ? xa_mk_value(roll(9)) : roll(2) ? XA_ZERO_ENTRY : NULL, got = NULL;
	unsigned kind = (unsigned)roll(14);
	int ret = 0;

	switch (kind) {
	case 0: got = mt_find(tree, &first, other); break;
	case 1: got = mt_find_after(tree, &first, other); break;
	case 2: got = mt_next(tree, first, other); break;
	case 3: got = mt_prev(tree, first, other); break;
	case 4: got = mtree_load(tree, first); break;
	case 5: got = mtree_erase(tree, first); break;
	case 6: ret = mtree_insert(tree, first, entry, GFP_KERNEL); break;
	case 7: ret = mtree_insert_range(tree, first, last, entry, GFP_KERNEL); break;
	case 8: ret = mtree_store(tree, first, entry, GFP_KERNEL); break;
	case 9: ret = mtree_store_range(tree, first, roll(5) ? last : other, entry, GFP_KERNEL); break;
	case 10: ret = mtree_alloc_range(tree, &first, entry, size, low, high, GFP_KERNEL); break;
	case 11: ret = mtree_alloc_rrange(tree, &first, entry, size, low, high, GFP_KERNEL); break;
	case 12: ret = mtree_alloc_cyclic(tree, &first, entry, low, high, &next, GFP_KERNEL); break;
	default: ret = mtree_store_range(tree, 0, M, entry, GFP_KERNEL);
	}
	transcribe("call %u %d", kind, ret);
	transcript_word(MPL_ENTRY_WORD(got));
	transcript_word(first);
	transcript_word(next);
	transcribe(" flags %x live %u sum %" PRIx64 "\n", tree->ma_flags, mpl_slab_counters()->live,
	           mpl_dump_sum(tree->root_word));
}

// A state does not survive what others write.
static void live_shortly(void)
{
	static const uint64_t spans[] = {1, 2, 3, 30};
	uint64_t span = spans[roll(4)];
	struct maple_tree tree;
	MA_STATE(mas, &tree, 0, 0);

	mpl_slab_begin();
	mt_init_flags(&tree, (unsigned)roll(4));
	for (uint64_t calls = roll(6); calls > 0; calls--) {
		if (!roll(15))
			mpl_slab_fail_request(1, 1 + (uint32_t)roll(2));
		call(&tree, span);
	}
	mas_set(&mas, roll_index(span));
	for (uint64_t steps = roll(15); steps > 0; steps--) {
		if (!roll(30))
			mpl_slab_fail_request(1, 1 + (uint32_t)roll(2));
		step(&mas, span);
	}
	mas_destroy(&mas);
	tell_state(&mas);
	mpl_slab_fail_request(0, 0);
	mtree_destroy(&tree);
	mpl_slab_grace();
	transcribe(" %u live\n", mpl_slab_counters()->live);
}

TEST(short_lives_of_trees_and_states_are_on_record)
{
	mpl_reset();
	transcript_begin();
	dice = 616;
	for (unsigned i = 0; i < 4000; i++)
		live_shortly();
	EXPECT(mpl_slab_counters()->live == 0);
	EXPECT_SAYS(transcript_sum == UINT64_C(0x7aee5a46cbde189b), "%" PRIx64, transcript_sum);
}
