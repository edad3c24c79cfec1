// SPDX-License-Identifier: GPL-2.0-or-later
//
// The small world: from some trees to begin with, all sequences of operations over a handful of indexes, each step
// checked against the oracle, by the validator and by the accounts of the allocator. Compiled with the real geometry,
// and with MPL_TINY for nodes of five and four slots, in which the same few indexes fill, split and join nodes.
//
// Two sequences that end in the same layout are continued once: what an operation does depends on the layout and the
// tree's flags alone, because the validator, which sees every tree that is reached, holds all unused bytes to be 0. So
// the trees are explored level by level, and a world that has no new layout left is closed: then *all* sequences, of
// any length, have been checked. Layouts are told apart by 64-bit hashes.
//
// usage: small_world [long]          every world is one test

#include "maple_tree.h"
#include "oracle.h"
#include "src/census.h"
#include "src/ground.h"
#include "src/slab.h"
#include "src/validate.h"
#include "src/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX UINT64_MAX
#define POSITIONS_MAX 64
#define RANGES_MAX 512
#define OPS_MAX 32768
#define NEVER UINT32_MAX

// ---- The tree and what it must hold ----

static struct maple_tree tree;
static struct oracle oracle;
static bool bulk_loaded;

static uint64_t word_of(unsigned value) { return value ? 2 * value + 1 : 0; }
static mpl_entry entry_of(unsigned value) { return MPL_WORD_ENTRY(word_of(value)); }

enum what { STORE, INSERT, PREPARED, WALKED, ERASE, LOWEST, HIGHEST, ALLOC, ALLOC_HIGH, DUP, WHATS };

static const char *const what_names[WHATS] = {"store",          "insert",        "preallocate", "walk and store",
                                              "erase",
                                             "search lowest", "search highest", "alloc",       "alloc from top", "dup"};

struct op {
	enum what what;
	unsigned value;
	uint64_t first, last; // Of an allocation: the window.
	uint64_t size;        // Allocations only.
};

static bool broken; // What is said once is enough: the world ends with its first trouble.

static void print_path(void);

#define MUST(condition, ...)                                                                                           \
	do {                                                                                                           \
		if (!(condition) && !broken) {                                                                         \
			broken = true;                                                                                 \
			printf("small_world.c:%d: not so: %s: ", __LINE__, #condition);                                \
			printf(__VA_ARGS__);                                                                           \
			putchar('\n');                                                                                 \
			print_path();                                                                                  \
		}                                                                                                      \
	} while (0)

// Whether an insertion that finds its place taken overwrites all the same: it covers everything, a NULL once widened,
// and the tree is one leaf of two ranges or more (N-Q11, R-Q13).
static bool overwrites(const struct op *op)
{
	bool all = (!op->first && op->last == MAX) || (!op->value && !oracle_taken_outside(&oracle, op->first, op->last));

	return all && mt_height(&tree) == 1 && !(oracle.count == 1 && !oracle.range[0].first && oracle.range[0].last == MAX);
}

static int prepared(const struct op *op)
{
	MA_STATE(mas, &tree, op->first, op->last);
	int ret;

	if (op->what == WALKED) {
		mas_set(&mas, op->first);
		mas_walk(&mas);
		__mas_set_range(&mas, op->first, op->last);
	}
	ret = mas_preallocate(&mas, entry_of(op->value), GFP_KERNEL);
	if (!ret)
		mas_store_prealloc(&mas, entry_of(op->value));
	mas_destroy(&mas);
	return ret;
}

static int duplicate(void)
{
	struct maple_tree copy;
	uint32_t before = mpl_slab_counters()->live;
	int ret;

	mt_init_flags(&copy, tree.ma_flags & ~MT_FLAGS_HEIGHT_MASK);
	ret = mtree_dup(&tree, &copy, GFP_KERNEL);
	if (ret) {
		MUST(!copy.root_word, "a failed copy is not empty");
		return ret;
	}
	MUST(mt_height(&copy) == mt_height(&tree), "the copy's height is %u", mt_height(&copy));
	MUST(mpl_census_take(copy.root_word).contents == mpl_census_take(tree.root_word).contents, "other contents");
	MUST(mpl_slab_counters()->live == before + mpl_census_take(copy.root_word).nodes, "nodes of the copy");
	mtree_destroy(&copy);
	return 0;
}

// What a search of this window must give: 0 and the first index, or an error.
static int free_place(const struct op *op, bool highest, uint64_t *first)
{
	bool there = oracle_gap(&oracle, op->first, op->last, op->size, highest, first);

	// Without gaps a tree of two levels or more is not searched (R-Q8).
	if (!(tree.ma_flags & MT_FLAGS_ALLOC_RANGE) && mt_height(&tree) > 1)
		there = false;
	// A root leaf of one NULL range has a gap of 2^64 indexes, which is 0 (N-Q5).
	if (mt_height(&tree) && !oracle.count && (highest || (!op->first && op->last == MAX)))
		there = false;
	return there ? 0 : op->last - op->first < op->size - 1 ? -MPL_EINVAL : -MPL_EBUSY;
}

static void search(const struct op *op)
{
	MA_STATE(mas, &tree, 0, 0);
	bool highest = op->what == HIGHEST;
	uint64_t first = 0;
	int wanted = free_place(op, highest, &first);
	int ret = highest ? mas_empty_area_rev(&mas, op->first, op->last, op->size)
	                  : mas_empty_area(&mas, op->first, op->last, op->size);

	MUST(ret == wanted, "%d, wanted %d", ret, wanted);
	MUST(ret || (mas.index == first && mas.last == first + op->size - 1), "%" PRIx64 ", wanted %" PRIx64, mas.index,
	     first);
}

static int allocate(const struct op *op, int *wanted)
{
	bool highest = op->what == ALLOC_HIGH;
	uint64_t first = 0, start = 0;
	int ret;

	*wanted = tree.ma_flags & MT_FLAGS_ALLOC_RANGE ? free_place(op, highest, &first) : -MPL_EINVAL;
	ret = highest ? mtree_alloc_rrange(&tree, &start, entry_of(1), op->size, op->first, op->last, GFP_KERNEL)
	              : mtree_alloc_range(&tree, &start, entry_of(1), op->size, op->first, op->last, GFP_KERNEL);
	MUST(ret || start == first, "%" PRIx64 ", wanted %" PRIx64, start, first);
	if (!ret)
		oracle_store(&oracle, first, first + op->size - 1, word_of(1));
	return ret;
}

// Runs an operation on tree and oracle; what it returns must be what the oracle says, or, with 'refused', -ENOMEM or
// -ERETRY.
static void run(const struct op *op, bool refused)
{
	bool taken = oracle_taken(&oracle, op->first, op->last), stores = op->what <= WALKED;
	uint64_t word;
	int ret = 0, wanted = 0;

	mpl_slab_begin();
	switch (op->what) {
	case STORE:
		ret = mtree_store_range(&tree, op->first, op->last, entry_of(op->value), GFP_KERNEL);
		break;
	case INSERT:
		wanted = taken && !overwrites(op) ? -MPL_EEXIST : 0;
		ret = mtree_insert_range(&tree, op->first, op->last, entry_of(op->value), GFP_KERNEL);
		break;
	case PREPARED:
	case WALKED:
		ret = prepared(op);
		break;
	case ERASE:
		word = MPL_ENTRY_WORD(mtree_erase(&tree, op->first));
		MUST(word == oracle_at(&oracle, op->first), "%" PRIx64, word);
		// It does not say whether memory was short; its effect does.
		if (!refused || !MPL_ENTRY_WORD(mtree_load(&tree, op->first)))
			oracle_erase(&oracle, op->first);
		break;
	case LOWEST:
	case HIGHEST:
		search(op);
		break;
	case ALLOC:
	case ALLOC_HIGH:
		ret = allocate(op, &wanted);
		break;
	case DUP:
		ret = duplicate();
		break;
	case WHATS:
		break;
	}
	mpl_slab_grace();
	if (refused && (ret == -MPL_ENOMEM || ret == -MPL_ERETRY))
		return;
	MUST(ret == wanted, "%d, wanted %d", ret, wanted);
	if (stores && !ret)
		oracle_store(&oracle, op->first, op->last, word_of(op->value));
}

static void check(void)
{
	static struct mpl_finding findings[8];
	static struct mpl_range_record ranges[RANGES_MAX];
	struct mpl_validate_tree view = {tree.root_word, (uint64_t)(uintptr_t)&tree, tree.ma_flags, bulk_loaded};
	uint32_t found = mpl_validate_tree(&view, findings, 8),
		count = mpl_census_ranges(tree.root_word, 0, ranges, RANGES_MAX);

	for (uint32_t i = 0; i < found; i++)
		MUST(i < 8 && findings[i].excused, "I%u in slot %d: %" PRIx64 ", wanted %" PRIx64, findings[i].invariant,
		     findings[i].slot, findings[i].found, findings[i].wanted);
	MUST(count == oracle.count && (!count || !memcmp(ranges, oracle.range, count * sizeof(ranges[0]))),
	     "%u ranges, wanted %zu", count, oracle.count);
	MUST(mpl_slab_counters()->live == mpl_census_take(tree.root_word).nodes, "%u nodes are out",
	     mpl_slab_counters()->live);
}

// ---- Layouts ----

static uint64_t mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
	return (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9) ^ hash >> 32;
}

static uint64_t layout_below(uint64_t hash, uint64_t word, uint64_t max)
{
	struct mpl_node *node = mpl_node_at(word);
	enum mpl_kind kind = mpl_node_kind(word);
	unsigned end = mpl_node_end(node, kind, max);

	hash = mix(hash, (uint64_t)kind << 8 | end);
	for (unsigned i = 0; i < end; i++)
		hash = mix(hash, node->range.pivot[i]);
	for (unsigned i = 0; kind == MPL_KIND_ARANGE && i <= end; i++)
		hash = mix(hash, node->arange.gap[i]);
	if (kind == MPL_KIND_ARANGE)
		hash = mix(hash, node->arange.gapmeta);
	for (unsigned i = 0; i <= end; i++) {
		if (kind == MPL_KIND_LEAF)
			hash = mix(hash, node->range.slot[i]);
		else
			hash = layout_below(hash, mpl_node_slot(node, kind, i), mpl_node_last(node, i, end, max));
	}
	return hash;
}

static uint64_t layout(void)
{
	uint64_t hash = mix(tree.ma_flags, bulk_loaded);

	return mpl_node_is_root_word(tree.root_word) ? layout_below(hash, tree.root_word, MAX) : mix(hash, tree.root_word);
}

// ---- Worlds ----

struct world {
	const char *name;
	unsigned indexes;  // 0 ... indexes - 1, and MAX.
	unsigned values;   // 1 ... values, and NULL.
	unsigned seeds;    // Trees to begin with: the empty one, and those of 1 ... seeds entries, built in 'builds' ways.
	unsigned depth;    // Steps, NEVER: until it is closed.
	unsigned widest;   // Indexes in a range, but for those that reach MAX.
	bool refusals;     // Each request of each step is also refused, once, and for good.
};

static const struct world *world;
static uint64_t position[POSITIONS_MAX];
static unsigned positions;
static struct op ops[OPS_MAX];
static unsigned op_count;

static void add_op(enum what what, unsigned value, uint64_t first, uint64_t last, uint64_t size)
{
	if (op_count == OPS_MAX)
		abort();
	ops[op_count++] = (struct op){what, value, first, last, size};
}

static void add_ranges(unsigned from)
{
	for (unsigned to = from; to < positions; to++) {
		if (to - from >= world->widest && to + 1 < positions)
			continue;
		for (unsigned value = 0; value <= world->values; value++) {
			for (enum what what = STORE; what <= WALKED; what++)
				add_op(what, value, position[from], position[to], 0);
		}
		for (uint64_t size = 1; size <= 2; size++) {
			add_op(LOWEST, 0, position[from], position[to], size);
			// Up to MAX the highest place hides what begins at 0 (R-Q7), and an allocation leaves the world.
			if (position[to] != MAX) {
				add_op(ALLOC, 0, position[from], position[to], size);
				add_op(HIGHEST, 0, position[from], position[to], size);
				add_op(ALLOC_HIGH, 0, position[from], position[to], size);
			}
		}
	}
}

static void make_ops(void)
{
	positions = op_count = 0;
	for (unsigned i = 0; i < world->indexes; i++)
		position[positions++] = i;
	position[positions++] = MAX;
	for (unsigned from = 0; from < positions; from++) {
		add_op(ERASE, 0, position[from], position[from], 0);
		add_ranges(from);
	}
	add_op(DUP, 0, 0, 0, 0);
}

// ---- Trees to begin with ----

enum build { CONTIGUOUS, HOLES, DESCENDING, BULK, BUILDS };

static const char *const build_names[BUILDS] = {"contiguous", "with holes", "descending", "bulk loaded"};

static unsigned seed_value(unsigned i) { return 1 + i % world->values; }

static void bulk_load(unsigned entries)
{
	MA_STATE(mas, &tree, 0, 0);

	if (mas_expected_entries(&mas, entries))
		abort();
	for (unsigned i = 0; i < entries; i++) {
		mas_set_range(&mas, i, i);
		mas_store(&mas, entry_of(seed_value(i)));
		oracle_store(&oracle, i, i, word_of(seed_value(i)));
	}
	mas_destroy(&mas);
	bulk_loaded = true;
}

static void start(unsigned flags, enum build build, unsigned entries)
{
	mpl_slab_reset();
	mpl_slab_set_requests_max(50);
	mt_init_flags(&tree, flags);
	oracle_clear(&oracle);
	bulk_loaded = false;
	mpl_slab_begin();
	if (build == BULK) {
		bulk_load(entries);
		return;
	}
	for (unsigned i = 0; i < entries; i++) {
		uint64_t at = build == HOLES ? 2 * i + 1 : build == DESCENDING ? entries - 1 - i : i;

		mtree_store(&tree, at, entry_of(seed_value(i)), GFP_KERNEL);
		oracle_store(&oracle, at, at, word_of(seed_value(i)));
	}
	mpl_slab_grace();
}

// ---- What has been reached ----

// A tree that was reached: by which operation from which other, or the seed itself.
struct reached {
	uint32_t parent; // NEVER: a seed, whose build and entries are in 'op'.
	uint32_t op;
};

static struct reached *reached;
static uint32_t reached_count, reached_room;
static uint64_t *seen; // Open addressing; 0 is empty.
static size_t seen_room;
static unsigned flags_now;
static uint32_t at_now = NEVER; // The tree that is being continued,
static int op_now = -1;         // and with what.
static uint64_t refused_from, refused_times;
static uint64_t steps, tallest;

static bool is_new(uint64_t hash)
{
	size_t at;

	hash += !hash;
	if (2 * (size_t)reached_count >= seen_room) {
		uint64_t *old = seen;
		size_t room = seen_room;

		seen_room = room ? 4 * room : 1 << 16;
		seen = calloc(seen_room, sizeof(*seen));
		for (size_t i = 0; i < room; i++) {
			for (at = old[i] & (seen_room - 1); old[i] && seen[at]; at = (at + 1) & (seen_room - 1))
				;
			if (old[i])
				seen[at] = old[i];
		}
		free(old);
	}
	for (at = hash & (seen_room - 1); seen[at]; at = (at + 1) & (seen_room - 1)) {
		if (seen[at] == hash)
			return false;
	}
	seen[at] = hash;
	return true;
}

static void note(uint32_t parent, uint32_t op)
{
	if (!is_new(layout()))
		return;
	if (reached_count == reached_room) {
		reached_room = reached_room ? 2 * reached_room : 1 << 16;
		reached = realloc(reached, reached_room * sizeof(*reached));
	}
	reached[reached_count++] = (struct reached){parent, op};
	if (mt_height(&tree) > tallest)
		tallest = mt_height(&tree);
}

static void print_op(const struct op *op)
{
	printf("  %s %" PRIx64 "..%" PRIx64 " value %u size %" PRIu64 "\n", what_names[op->what], op->first, op->last,
	       op->value, op->size);
}

static void print_steps(uint32_t at)
{
	if (at == NEVER)
		return;
	print_steps(reached[at].parent);
	if (reached[at].parent == NEVER)
		printf("  flags %u, %u entries %s\n", flags_now, reached[at].op / BUILDS, build_names[reached[at].op % BUILDS]);
	else
		print_op(&ops[reached[at].op]);
}

static void print_path(void)
{
	print_steps(at_now);
	if (op_now >= 0)
		print_op(&ops[op_now]);
	if (refused_times)
		printf("  with request %" PRIu64 " refused %" PRIu64 " times\n", refused_from, refused_times);
}

// Makes the tree 'at' again, from its seed on.
static void replay(uint32_t at)
{
	if (reached[at].parent == NEVER) {
		start(flags_now, reached[at].op % BUILDS, reached[at].op / BUILDS);
		return;
	}
	replay(reached[at].parent);
	run(&ops[reached[at].op], false);
}

// ---- Snapshots: where all nodes are one stretch of memory ----

static struct {
	uint32_t at; // Which tree is kept, NEVER for none.
	struct maple_tree tree;
	bool bulk_loaded;
	unsigned char *state, *places, *nodes;
	struct oracle_range *range;
	size_t count;
} kept = {.at = NEVER};

static void copy_all(bool back, void **store, void *from, size_t bytes)
{
	if (!back)
		*store = realloc(*store, bytes + 1);
	memcpy(back ? from : *store, back ? *store : from, bytes);
}

static void copy_slab(bool back)
{
	uint32_t bytes;
	void *state = mpl_slab_state(&bytes);

	copy_all(back, (void **)&kept.state, state, bytes);
	copy_all(back, (void **)&kept.places, (void *)(uintptr_t)mpl_slab_places(),
	         mpl_slab_counters()->places * sizeof(struct mpl_place));
	copy_all(back, (void **)&kept.nodes, mpl_ground_node(0), (size_t)mpl_slab_counters()->places * MPL_NODE_BYTES);
}

static void go_to(uint32_t at)
{
	if (MPL_GROUND_HEAP || kept.at != at) {
		replay(at);
		kept.at = at;
		if (MPL_GROUND_HEAP)
			return;
		kept.tree = tree;
		kept.bulk_loaded = bulk_loaded;
		kept.count = oracle.count;
		copy_all(false, (void **)&kept.range, oracle.range, oracle.count * sizeof(*oracle.range));
		copy_slab(false);
		return;
	}
	tree = kept.tree;
	bulk_loaded = kept.bulk_loaded;
	oracle.count = kept.count;
	if (kept.count)
		memcpy(oracle.range, kept.range, kept.count * sizeof(*oracle.range));
	copy_slab(true);
}

// ---- Exploring ----

// One request after the other of operation 'op', refused once and for good. Whatever comes of it, the tree is whole and
// holds what the oracle says, and no node is lost.
static void refuse_each(uint32_t at, unsigned op, uint32_t requests)
{
	for (uint32_t k = 1; k <= requests && !broken; k++) {
		for (unsigned twice = 0; twice <= 1; twice++) {
			refused_from = k;
			refused_times = twice ? 1000 : 1;
			go_to(at);
			mpl_slab_fail_request(k, twice ? 1000 : 1);
			run(&ops[op], true);
			mpl_slab_fail_request(0, 0);
			check();
			steps++;
		}
	}
	refused_times = 0;
}

static void continue_from(uint32_t at)
{
	at_now = at;
	for (unsigned i = 0; i < op_count && !broken; i++) {
		uint32_t requests;

		op_now = (int)i;
		go_to(at);
		run(&ops[i], false);
		requests = mpl_slab_counters()->op_requests;
		check();
		steps++;
		note(at, i);
		if (world->refusals)
			refuse_each(at, i, requests);
	}
	op_now = -1;
	at_now = NEVER;
}

// A bulk load in RCU mode is refused (N-Q10). And it may leave an inner node with one slot less than the minimum
// (Q8): of tiny nodes that would be a single child, which a store may not meet.
static bool may_be_bulk_loaded(void)
{
	return !(flags_now & MT_FLAGS_USE_RCU) && MPL_ARANGE_MIN > 1;
}

static void begin_with_seeds(void)
{
	for (unsigned entries = 0; entries <= world->seeds; entries++) {
		for (enum build build = CONTIGUOUS; build < BUILDS; build++) {
			if ((!entries && build) || (build == BULK && !may_be_bulk_loaded()))
				continue;
			start(flags_now, build, entries);
			check();
			note(NEVER, entries * BUILDS + build);
		}
	}
}

static void explore(unsigned flags)
{
	uint32_t done = 0;
	unsigned depth = 0;

	free(seen);
	seen = NULL;
	seen_room = reached_count = 0;
	flags_now = flags;
	kept.at = NEVER;
	begin_with_seeds();
	while (done < reached_count && depth < world->depth && !broken) {
		uint32_t level = reached_count;

		depth++;
		for (; done < level && !broken; done++)
			continue_from(done);
	}
	printf("  flags %u: %u layouts up to height %" PRIu64 ", %s %u steps deep\n", flags, reached_count, tallest,
	       done == reached_count ? "closed," : "all sequences", depth);
}

static bool live_in(const struct world *given)
{
	world = given;
	steps = tallest = 0;
	broken = false;
	make_ops();
	printf("%s: indexes 0..%u and MAX, %u values and NULL, %u operations%s\n", world->name, world->indexes - 1,
	       world->values, op_count, world->refusals ? ", every request refused" : "");
	for (unsigned flags = 0; flags < 4 && !broken; flags++)
		explore(flags);
	printf("  %" PRIu64 " steps\n", steps);
	return !broken;
}

static const struct world brief[] = {
	{"all sequences, three indexes", 2, 2, 0, NEVER, 9, false},
	{"all sequences, three indexes, one value, every request refused", 2, 1, 0, NEVER, 9, true},
	// Without snapshots every step is made from the beginning.
	{"one step from other trees", 26, 1, MPL_GROUND_HEAP ? 7 : 24, 1, MPL_GROUND_HEAP ? 4 : 30, true},
};

static const struct world patient[] = {
	{"all sequences, five indexes", 4, 2, 0, NEVER, 9, false},
	{"all sequences, seven indexes, one value", 6, 1, 0, NEVER, 9, true},
	{"all sequences, nine indexes, one value", 8, 1, 0, NEVER, 9, false},
	{"one step from other trees", 63, 1, 62, 1, 63, true},
	{"two steps from other trees", 18, 1, 16, 2, 4, false},
};

int main(int argc, char **argv)
{
	bool long_form = argc > 1 && !strcmp(argv[1], "long");
	const struct world *worlds = long_form ? patient : brief;
	unsigned count = long_form ? sizeof(patient) / sizeof(patient[0]) : sizeof(brief) / sizeof(brief[0]);
	unsigned passed = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (unsigned i = 0; i < count; i++)
		passed += live_in(&worlds[i]);
	printf("%u passed, %u failed\n", passed, count - passed);
	return passed != count;
}
