// SPDX-License-Identifier: GPL-2.0-or-later
//
// Iteration against the tables of tests/core/statuses.h: the worked ones as they stand there (worked_states.h), and the
// rules by a model (states.h), for every function, status, position and a set of limits on trees of all shapes, and for
// random sequences. Compared are what is returned, range and status; and of an active state that it stands on the slot
// it says, in a live leaf, with that leaf's true limits and end.

#define _DEFAULT_SOURCE // strdup, strsep

#include "harness.h"
#include "oracle.h"
#include "statuses.h"
#include "worked_states.h"

#include "src/node.h"
#include "src/ground.h"
#include "src/slab.h"
#include "src/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX UINT64_MAX

static struct maple_tree tree;
static struct oracle oracle;
static struct states_tree plain;
static unsigned long compared;

// ---- Trees ----

static void fresh(unsigned flags)
{
	mpl_slab_reset();
	mt_init_flags(&tree, flags);
	oracle_clear(&oracle);
}

static void put(uint64_t first, uint64_t last, mpl_entry entry)
{
	EXPECT(!mtree_store_range(&tree, first, last, entry, GFP_KERNEL));
	oracle_store(&oracle, first, last, MPL_ENTRY_WORD(entry));
}

// Takes the list of ranges from what was put.
static void look(void)
{
	uint64_t at = 0, first, last;

	free(plain.range);
	plain.range = calloc(2 * oracle.count + 2, sizeof(*plain.range));
	plain.count = 0;
	do {
		uint64_t word = oracle_walk(&oracle, at, &first, &last);

		plain.range[plain.count++] = (struct states_range){first, last, word};
		at = last + 1;
	} while (at);
	plain.shape = mpl_node_is_root_word(tree.root_word) ? NODES : tree.root_word ? SINGLE : EMPTY;
}

static void done(void)
{
	mtree_destroy(&tree);
	mpl_slab_grace();
	EXPECT(mpl_slab_counters()->live == 0);
	oracle_clear(&oracle);
	free(plain.range);
	plain.range = NULL;
}

// ---- Comparing ----

static const char letters[] = "ASRNPOUE";

static bool stands_true(const struct ma_state *mas)
{
	struct ma_state other = *mas;

	if (mas->status != ma_active)
		return true;
	mas_walk(&other);
	return mas->node_word == other.node_word && mas->offset == other.offset && mas->end == other.end &&
	       mas->min == other.min && mas->max == other.max;
}

static void compare(const char *where, const struct ma_state *mas, uint64_t got, const struct states *state,
                    uint64_t want)
{
	compared++;
	EXPECT_SAYS(got == want && mas->index == state->index && mas->last == state->last && mas->status == state->status,
	            "%s: returned %" PRIx64 " [%" PRIx64 ",%" PRIx64 "] %c, wanted %" PRIx64 " [%" PRIx64 ",%" PRIx64 "] %c",
		where,
	            got, mas->index, mas->last, letters[mas->status], want, state->index, state->last,
	            letters[state->status]);
	EXPECT_SAYS(stands_true(mas), "%s: stands on slot %u of %" PRIx64, where, mas->offset, mas->node_word);
}

// A state of this status on the range [first,last] of the tree, and the model's.
static void place(struct ma_state *mas, struct states *state, enum maple_status status, uint64_t first, uint64_t last)
{
	bool placed = plain.shape == NODES && (status == ma_active || status == ma_overflow || status == ma_underflow);

	mas_init(mas, &tree, first);
	if (placed)
		mas_walk(mas);
	mas->index = first;
	mas->last = last;
	mas->status = status;
	if (status == ma_pause)
		mas_pause(mas);
	if (status == ma_error)
		mas->node = MA_ERROR(-MPL_ENOMEM);
	*state = (struct states){status, first, last, placed, states_cover(&plain, first)};
}

// ---- The worked tables ----

struct name {
	const char *text;
	uint64_t first, last, word;
};

static const struct name names[] = {
	{"g0", 0, 0xfff, 0},         {"v1", 0x1000, 0x1500, 3},  {"g1", 0x1501, 0x1fff, 0}, {"v2", 0x2000, 0x2500, 5},
	{"g2", 0x2501, 0x2fff, 0},   {"v3", 0x3000, 0x3500, 7},  {"g3", 0x3501, MAX, 0},    {"v0", 0, 0, 9},
};

static const struct name *named(const char *text)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!strcmp(names[i].text, text))
			return &names[i];
	}
	EXPECT_SAYS(false, "no range is called %s", text);
	return &names[0];
}

static uint64_t index_of(const char *text) { return strncmp(text, "MAX", 3) ? strtoull(text, NULL, 16) : MAX; }

// "[A,B]" or a name.
static void range_of(const char *text, uint64_t *first, uint64_t *last)
{
	if (*text == '[') {
		*first = index_of(text + 1);
		*last = index_of(strchr(text, ',') + 1);
		return;
	}
	*first = named(text)->first;
	*last = named(text)->last;
}

static enum maple_status status_of(const char *text)
{
	static const char *const statuses[] = {"active", "start", "root", "none", "pause", "overflow", "underflow"};
	int at = 0;

	while (at < 6 && strcmp(statuses[at], text) != 0)
		at++;
	return (enum maple_status)at;
}

static void worked_place(char *from, struct ma_state *mas, struct states *state)
{
	char *where = strchr(from, ' ') + 1;
	uint64_t first, last;

	where[-1] = 0;
	if (*where == '@')
		first = last = index_of(where + 1);
	else
		range_of(where, &first, &last);
	place(mas, state, status_of(from), first, last);
}

static void worked_cell(const char *row, char *cell, enum function function, uint64_t limit)
{
	char from[64], words[3][64] = {"", "", ""};
	struct ma_state mas;
	struct states state;
	uint64_t want, got;
	int count = sscanf(cell, "%63s %63s %63s", words[0], words[1], words[2]);

	snprintf(from, sizeof(from), "%.*s", (int)strcspn(row, "|"), row);
	worked_place(from, &mas, &state);
	got = MPL_ENTRY_WORD(states_call(&mas, function, limit));
	want = states_move(&state, &plain, function, limit);
	if (strcmp(words[0], "x") != 0) {
		want = *words[0] == '-' ? 0 : named(words[0])->word;
		range_of(words[count == 3 ? 1 : 0], &state.index, &state.last);
		state.status = (enum maple_status)(strchr(letters, *words[count - 1]) - letters);
	}
	compare(row, &mas, got, &state, want);
}

static void worked_table(const char *const *rows, size_t count, uint64_t max, uint64_t min)
{
	for (size_t i = 0; i < count; i++) {
		char *text = strdup(rows[i]), *rest = text;

		strsep(&rest, "|");
		for (enum function function = FIND; function < FUNCTIONS; function++)
			worked_cell(rows[i], strsep(&rest, "|"), function, function_is_forward(function) ? max : min);
		EXPECT(!rest);
		free(text);
	}
}

#define WORKED(rows, max, min) worked_table(rows, sizeof(rows) / sizeof((rows)[0]), max, min)

static void worked_tree(unsigned flags)
{
	fresh(flags);
	for (size_t i = 1; i < 7; i += 2)
		put(names[i].first, names[i].last, MPL_WORD_ENTRY(names[i].word));
	look();
}

TEST(the_worked_tables_of_a_tree_with_nodes)
{
	for (unsigned flags = 0; flags < 4; flags++) {
		worked_tree(flags);
		WORKED(worked_nodes, MAX, 0);
		WORKED(worked_limits, 0x2800, 0x1800);
		done();
	}
}

TEST(the_worked_tables_of_a_single_entry_and_of_nothing)
{
	fresh(0);
	put(0, 0, MPL_WORD_ENTRY(9));
	look();
	WORKED(worked_single, MAX, 0);
	done();
	fresh(0);
	look();
	WORKED(worked_empty, MAX, 0);
	done();
}

// ---- Every function, status, position and limit ----

static void all_limits(enum maple_status status, uint64_t first, uint64_t last)
{
	uint64_t gap = plain.range[plain.count / 2].first;
	const uint64_t limits[] = {0, 1, first - 1, first, first + 1, last - 1, last, last + 1, last + 100, gap, MAX - 1, MAX};
	char where[96];

	for (enum function function = FIND; function < FUNCTIONS; function++) {
		for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
			struct ma_state mas;
			struct states state;
			uint64_t got, want;

			place(&mas, &state, status, first, last);
			got = MPL_ENTRY_WORD(states_call(&mas, function, limits[i]));
			want = states_move(&state, &plain, function, limits[i]);
			snprintf(where, sizeof(where), "%s(%" PRIx64 ") from %c [%" PRIx64 ",%" PRIx64 "]",
			         function_names[function], limits[i], letters[status], first, last);
			compare(where, &mas, got, &state, want);
		}
	}
}

static bool has_position(enum maple_status status, size_t at)
{
	// A state is on a root only at index 0 of a tree without nodes, active only in one with nodes.
	if (status == ma_root)
		return plain.shape != NODES && at == 0;
	return status != ma_active || plain.shape == NODES;
}

static void all_positions(void)
{
	for (enum maple_status status = ma_active; status <= ma_error; status++) {
		for (size_t at = 0; at < plain.count; at++) {
			const struct states_range *range = &plain.range[at];

			if (!has_position(status, at))
				continue;
			all_limits(status, range->first, status == ma_root ? 0 : range->last);
			if (status == ma_start && range->first != range->last) {
				all_limits(status, range->first, range->first);
				all_limits(status, range->last, range->last);
				all_limits(status, range->first + (range->last - range->first) / 2, range->last);
			}
		}
	}
}

// Entries, zero entries and gaps of all sizes; 'top' reaches MAX.
static void random_tree(unsigned flags, unsigned entries, bool top, uint64_t *random)
{
	uint64_t at = harness_below(random, 3);

	fresh(flags);
	for (unsigned i = 0; i < entries; i++) {
		uint64_t last = at + harness_below(random, harness_below(random, 4) ? 3 : 50);

		put(at, last, harness_below(random, 9) ? xa_mk_value(i) : XA_ZERO_ENTRY);
		at = last + 1 + (harness_below(random, 2) ? harness_below(random, 20) : 0);
	}
	if (top)
		put(MAX - 5, MAX, xa_mk_value(entries));
	look();
}

TEST(every_function_in_every_status_at_every_position_without_nodes)
{
	for (unsigned flags = 0; flags < 4; flags++) {
		fresh(flags);
		look();
		all_positions();
		put(0, 0, xa_mk_value(3));
		look();
		all_positions();
		done();
	}
}

TEST(every_function_in_every_status_at_every_position_of_a_leaf)
{
	uint64_t random = harness_seed();

	for (unsigned flags = 0; flags < 4; flags++) {
		worked_tree(flags);
		all_positions();
		done();
		for (unsigned entries = 1; entries < 6; entries++) {
			random_tree(flags, entries, entries & 1, &random);
			all_positions();
			done();
		}
		// One slot that covers everything: an entry, and NULL (N-Q1).
		fresh(flags);
		put(0, MAX, xa_mk_value(1));
		look();
		all_positions();
		EXPECT(xa_to_value(mtree_erase(&tree, 5)) == 1);
		oracle_store(&oracle, 0, MAX, 0);
		look();
		EXPECT(plain.shape == NODES);
		all_positions();
		done();
	}
}

TEST(every_function_in_every_status_at_every_position_of_several_levels)
{
	uint64_t random = harness_seed();

	for (unsigned flags = 0; flags < 4; flags++) {
		static const unsigned entries[] = {20, 90, 330};

		for (unsigned i = 0; i < 3; i++) {
			random_tree(flags, entries[i], i & 1, &random);
			EXPECT(mt_height(&tree) > 1);
			all_positions();
			done();
		}
	}
	printf("%lu calls compared\n", compared);
}

// ---- Random sequences ----

static uint64_t some_index(uint64_t *random)
{
	const struct states_range *range = &plain.range[harness_below(random, plain.count)];

	switch (harness_below(random, 8)) {
	case 0:
		return 0;
	case 1:
		return MAX;
	case 2:
		return range->first;
	case 3:
		return range->last;
	case 4:
		return range->first - 1;
	case 5:
		return range->last + 1;
	default:
		return harness_below(random, plain.range[plain.count - 1].first + 100);
	}
}

// One of pause, reset, set, set_range, walk on both; what the walk returned in 'got' and 'want'.
static const char *other_call(struct ma_state *mas, struct states *state, uint64_t *random, uint64_t *got,
                              uint64_t *want)
{
	uint64_t index = some_index(random), last = index + harness_below(random, 30);

	*got = *want = 0;
	switch (harness_below(random, 5)) {
	case 0:
		mas_pause(mas);
		state->status = ma_pause;
		break;
	case 1:
		mas_reset(mas);
		state->status = ma_start;
		break;
	case 2:
		mas_set(mas, index);
		*state = (struct states){ma_start, index, index, false, 0};
		break;
	case 3:
		last = last < index ? MAX : last;
		mas_set_range(mas, index, last);
		*state = (struct states){ma_start, index, last, false, 0};
		break;
	default:
		*got = MPL_ENTRY_WORD(mas_walk(mas));
		*want = states_walk(state, &plain);
		return "walk";
	}
	state->placed = false;
	return "pause or set";
}

static void random_sequence(unsigned steps, uint64_t *random)
{
	MA_STATE(mas, &tree, 0, 0);
	struct states state = {ma_start, 0, 0, false, 0};
	char where[96];

	for (unsigned i = 0; i < steps && !harness_failed(); i++) {
		uint64_t got, want;

		if (!harness_below(random, 6)) {
			const char *what = other_call(&mas, &state, random, &got, &want);

			compare(what, &mas, got, &state, want);
		} else {
			enum function function = (enum function)harness_below(random, FUNCTIONS);
			uint64_t limit = some_index(random), index = mas.index, last = mas.last;
			char status = letters[mas.status];

			got = MPL_ENTRY_WORD(states_call(&mas, function, limit));
			want = states_move(&state, &plain, function, limit);
			snprintf(where, sizeof(where), "%s(%" PRIx64 ") from %c [%" PRIx64 ",%" PRIx64 "]", function_names[function],
			         limit, status, index, last);
			compare(where, &mas, got, &state, want);
		}
	}
}

TEST(random_sequences_on_trees_of_all_sizes)
{
	uint64_t random = harness_seed();
	unsigned long before = compared;

	for (unsigned round = 0; round < 60; round++) {
		static const unsigned entries[] = {0, 1, 3, 12, 60, 200, 900};
		unsigned count = entries[round % 7];

		if (count == 1) {
			fresh(round & 3);
			put(0, 0, xa_mk_value(1));
			look();
		} else {
			random_tree(round & 3, count, count && (round & 4), &random);
		}
		random_sequence(4000, &random);
		done();
	}
	EXPECT(compared - before >= 100000);
	printf("%lu random steps compared\n", compared - before);
}
